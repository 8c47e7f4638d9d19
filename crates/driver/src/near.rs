//! How near native runs come to targets: distances of the blocks that they enter.

use homing_graph::Reach;
use homing_ir::{BlockId, Program, TargetId};

use crate::code::Runnable;

/// Distances in the program with locals in memory, whose blocks are those of the native program. Computed when first asked for.
pub struct Near<'a> {
    program: &'a Program,
    targets: &'a [homing_ir::Target],
    reach: Option<Reach>,
}

impl<'a> Near<'a> {
    pub fn new(code: &'a Runnable) -> Near<'a> {
        Near { program: code.pinned(), targets: code.targets(), reach: None }
    }

    /// Only these are looked for from now on.
    pub fn look_for(&mut self, open: &[TargetId]) {
        let reach = self.reach.get_or_insert_with(|| Reach::new(self.program, &homing_ir::places(self.program, self.targets)));
        for t in self.targets.iter().filter(|t| !open.contains(&t.id)) {
            reach.close(t.id);
        }
    }

    /// From the block's start; none if no target that is looked for can be reached without a return.
    pub fn distance(&self, function: &str, block: u32) -> Option<u32> {
        let f = self.program.find(function).filter(|f| (block as usize) < self.program.func(*f).blocks.len())?;
        self.reach.as_ref()?.distance_at(f, BlockId(block), 0)
    }
}
