//! Distances for pictures: from a point of the program, not of a state, so there is no stack to return over.

use crate::{CallGraph, Reach};
use homing_ir::{BlockId, FuncId, Program};

/// Distances where a return goes to any caller. Only for showing: a state's own stack knows better.
pub struct AnyCaller {
    /// By function: from behind its return to a target.
    above: Vec<Option<u32>>,
}

impl AnyCaller {
    pub fn new(p: &Program, reach: &Reach, calls: &CallGraph) -> AnyCaller {
        let mut above: Vec<Option<u32>> = vec![None; p.functions.len()];
        loop {
            let mut changed = false;
            for (i, sites) in calls.sites.iter().enumerate() {
                for s in sites {
                    let (f, behind) = (FuncId(i as u32), s.inst + 1);
                    let down = reach.distance_at(f, s.block, behind);
                    let up = reach.to_return(f, s.block, behind).zip(above[i]).map(|(a, b)| a.saturating_add(b));
                    let Some(best) = down.into_iter().chain(up).min() else { continue };
                    for g in calls.callees(&s.to) {
                        if above[g.index()].is_none_or(|known| best < known) {
                            above[g.index()] = Some(best);
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                return AnyCaller { above };
            }
        }
    }

    /// The fewest instructions from the start of a block to an open target, and whether the way leads over the function's return.
    pub fn distance(&self, reach: &Reach, func: FuncId, block: BlockId) -> Option<(u32, bool)> {
        self.distance_at(reach, func, block, 0)
    }

    /// The same from before an instruction.
    pub fn distance_at(&self, reach: &Reach, func: FuncId, block: BlockId, inst: u32) -> Option<(u32, bool)> {
        let down = reach.distance_at(func, block, inst).map(|d| (d, false));
        let up = reach.to_return(func, block, inst).zip(self.above[func.index()]).map(|(a, b)| (a.saturating_add(b), true));
        down.into_iter().chain(up).min()
    }
}
