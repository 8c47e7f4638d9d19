//! Distances that the user gives: by line of the module's text, or of a microc program's source.

use std::collections::HashMap;

use homing_explore::{Distances, Given};
use homing_front_llvm::LowerOptions;
use homing_host::Failure;
use homing_ir::Program;

use crate::code::promoted;
use crate::linked::Native;
use crate::prepared::{Origin, Prepared};

impl Prepared {
    /// How many lines there are that can have a distance.
    pub fn lines(&self) -> u32 {
        match self.origin() {
            Origin::C(native) => native.whole().text().lines().count() as u32,
            Origin::Microc(m) => m.ast().functions.iter().map(|f| f.end.line).max().unwrap_or(0),
        }
    }

    /// The points of the program that distances by line belong to; a line that is not mentioned is infinitely far.
    pub fn distances(&self, given: &HashMap<u32, u32>) -> Result<Distances, Failure> {
        let at = |line: u32| match line {
            0 => Given::Outside,
            line => given.get(&line).map_or(Given::Infinite, |d| Given::Finite(*d)),
        };
        match self.origin() {
            Origin::C(native) => self.in_text(native, &at),
            Origin::Microc(_) => Ok(Distances::new(self.program(), |loc| at(self.program().loc(loc).line))),
        }
    }

    /// The module is lowered once more with a location for each line of its text; the passes are the same, so the program is the same.
    fn in_text(&self, native: &Native, at: &dyn Fn(u32) -> Given) -> Result<Distances, Failure> {
        for roots in [Some(vec![self.options.entry.clone()]), None] {
            let traced = native.whole().lower_traced(&LowerOptions { roots, with_library: true }).map_err(Failure::input)?;
            let mut p = traced.program;
            if p.functions.len() != self.code.pinned().functions.len() {
                continue;
            }
            homing_ir::pin(&mut p, self.targets());
            if self.options.promote {
                p = promoted(&p)?;
            }
            if shape(&p) == shape(self.program()) {
                return Ok(Distances::new(&p, |loc| at(traced.lines.get(loc.index()).copied().unwrap_or(0))));
            }
        }
        Err(Failure::internal("the program that distances are looked up in is not the one that is run"))
    }
}

/// By function and block: how many instructions.
fn shape(p: &Program) -> Vec<Vec<usize>> {
    p.functions.iter().map(|f| f.blocks.iter().map(|b| b.insts.len()).collect()).collect()
}
