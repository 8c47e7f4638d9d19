//! Targets: what the user wants reached, found in the program and pinned to it.

mod error;
mod find;

pub use error::TargetError;
pub use find::resolve;

use crate::{Block, BlockId, Builtin, Callee, ErrorKind, FuncId, Inst, Program, TargetId, builtin};
use std::fmt;
use std::str::FromStr;

/// What the user asked for. `FromStr` reads, and `Display` writes, the form of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetSpec {
    /// `file:line`; the file is matched by whole path components from the end.
    Line { file: String, line: u32 },
    /// `function()`: its start; of a function without a body: each call of it.
    Function(String),
    /// `any`: error functions, reach markers and failed assertions.
    Any,
    /// `error` or `error:KIND`: a finding, which is no place of the program.
    Error(Option<ErrorKind>),
}

/// A point of the program: before instruction `inst` of a block (or its terminator, when `inst` is their number).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub func: FuncId,
    pub block: BlockId,
    pub inst: u32,
}

/// A resolved target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub id: TargetId,
    pub spec: TargetSpec,
    /// How reports name it.
    pub label: String,
    /// Where it was when resolved, in program order; none for findings. `places` tells where it is after passes.
    pub places: Vec<Place>,
}

impl FromStr for TargetSpec {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<TargetSpec, TargetError> {
        let bad = |why: String| TargetError::Spec { text: text.into(), why };
        match text {
            "any" => return Ok(TargetSpec::Any),
            "error" => return Ok(TargetSpec::Error(None)),
            _ => {}
        }
        if let Some(name) = text.strip_suffix("()") {
            return if name.is_empty() {
                Err(bad("the function's name is missing".into()))
            } else {
                Ok(TargetSpec::Function(name.into()))
            };
        }
        let forms = "expected FILE:LINE, FUNCTION(), any, error or error:KIND";
        let Some((file, line)) = text.rsplit_once(':') else { return Err(bad(forms.into())) };
        if file == "error" {
            return match ErrorKind::parse(line) {
                Some(kind) => Ok(TargetSpec::Error(Some(kind))),
                None => {
                    let kinds: Vec<_> = ErrorKind::ALL.iter().map(|k| k.name()).collect();
                    Err(bad(format!("there is no kind of error `{line}`; the kinds are {}", kinds.join(", "))))
                }
            };
        }
        match line_number(line) {
            Some(line) if !file.is_empty() => Ok(TargetSpec::Line { file: file.into(), line }),
            Some(_) => Err(bad("the file is missing".into())),
            None if line == "0" => Err(bad("lines are counted from 1".into())),
            None => Err(bad(format!("`{line}` is not a line; {forms}"))),
        }
    }
}

/// The number of a line: digits alone, counted from 1.
pub fn line_number(text: &str) -> Option<u32> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|line| *line > 0)
}

impl fmt::Display for TargetSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetSpec::Line { file, line } => write!(f, "{file}:{line}"),
            TargetSpec::Function(name) => write!(f, "{name}()"),
            TargetSpec::Any => f.write_str("any"),
            TargetSpec::Error(None) => f.write_str("error"),
            TargetSpec::Error(Some(kind)) => write!(f, "error:{kind}"),
        }
    }
}

/// Inserts a `Mark` before each place of each target. Must come before any pass, so that no pass can move or lose a
/// target; afterwards the targets' own places are out of date.
pub fn pin(p: &mut Program, targets: &[Target]) {
    let mut all: Vec<(Place, TargetId)> = targets.iter().flat_map(|t| t.places.iter().map(|place| (*place, t.id))).collect();
    all.sort_unstable();
    all.dedup();
    for group in all.chunk_by(|a, b| (a.0.func, a.0.block) == (b.0.func, b.0.block)) {
        let Place { func, block, .. } = group[0].0;
        let f = &mut p.functions[func.index()];
        insert_marks(&mut f.blocks[block.index()], group);
    }
}

fn insert_marks(b: &mut Block, marks: &[(Place, TargetId)]) {
    let (insts, locs) = (std::mem::take(&mut b.insts), std::mem::take(&mut b.locs));
    let mut marks = marks.iter().peekable();
    let mut insts = insts.into_iter();
    for (i, loc) in locs.into_iter().enumerate() {
        while let Some((_, target)) = marks.next_if(|(place, _)| place.inst as usize == i) {
            b.insts.push(Inst::Mark { target: *target });
            b.locs.push(loc);
        }
        b.insts.extend(insts.next());
        b.locs.push(loc);
    }
}

/// Where each pinned target stands now, after whatever passes ran: its marks, and for `any` also every call that can
/// fail an assertion or report by itself (calls of models, direct or through a pointer), where no mark can stand.
/// One list per target; what `Reach` wants.
pub fn places(p: &Program, targets: &[Target]) -> Vec<Vec<Place>> {
    let mut out = vec![Vec::new(); targets.len()];
    let any: Vec<usize> = targets.iter().filter(|t| t.spec == TargetSpec::Any).map(|t| t.id.index()).collect();
    let reporting: Vec<bool> = p.functions.iter().map(|f| f.is_declaration() && reports(&f.name)).collect();
    let by_pointer = p.functions.iter().zip(&reporting).any(|(f, yes)| *yes && f.address_taken);
    for (i, f) in p.functions.iter().enumerate() {
        for (k, b) in f.blocks.iter().enumerate() {
            for (at, inst) in b.insts.iter().enumerate() {
                let place = Place { func: FuncId(i as u32), block: BlockId(k as u32), inst: at as u32 };
                let found = match inst {
                    Inst::Mark { target } => {
                        if let Some(list) = out.get_mut(target.index()) {
                            list.push(place);
                        }
                        false
                    }
                    Inst::Call(c) => match c.callee {
                        Callee::Direct(f) => reporting[f.index()],
                        Callee::Indirect(_) => by_pointer,
                    },
                    _ => false,
                };
                if found {
                    any.iter().for_each(|t| out[*t].push(place));
                }
            }
        }
    }
    out
}

/// Is this the name of a model that by itself counts as reaching `any`?
fn reports(name: &str) -> bool {
    matches!(builtin(name), Some(Builtin::ReachError | Builtin::Reach | Builtin::AssertFail | Builtin::Assert | Builtin::Aborts))
}
