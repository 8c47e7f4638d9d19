//! Distances that the user gives: they order states, they never drop one.

use homing_exec::State;
use homing_ir::{BlockId, FuncId, LocId, Program};

/// What is known of one point of the program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// That many instructions to a target, or whatever the user counts.
    Finite(u32),
    /// Nothing was given for this point: as far as can be.
    Infinite,
    /// The point is not in what the user has seen (code of the small library, say): its caller's distance counts.
    Outside,
}

/// A distance for each point of a program, instead of those that the engine computes.
#[derive(Clone, Debug)]
pub struct Distances {
    /// By function, then block: the number of its first point.
    first: Vec<Vec<u32>>,
    /// By point (each instruction and the terminator).
    points: Vec<Given>,
}

impl Distances {
    /// Asks `given` for the location of every instruction and terminator of `p`.
    pub fn new(p: &Program, given: impl Fn(LocId) -> Given) -> Distances {
        let mut out = Distances { first: Vec::with_capacity(p.functions.len()), points: Vec::new() };
        for f in &p.functions {
            let mut first = Vec::with_capacity(f.blocks.len());
            for b in &f.blocks {
                first.push(out.points.len() as u32);
                out.points.extend(b.locs.iter().map(|l| given(*l)));
            }
            out.first.push(first);
        }
        out
    }

    /// What was given for going on before instruction `inst` of the block.
    pub fn at(&self, func: FuncId, block: BlockId, inst: u32) -> Given {
        let first = self.first.get(func.index()).and_then(|f| f.get(block.index()));
        first.and_then(|first| self.points.get((first + inst) as usize)).copied().unwrap_or(Given::Outside)
    }

    /// The distance of a state: of its innermost activation that the user has seen. None is infinite.
    pub fn of(&self, state: &State) -> Option<u32> {
        self.over(state.points())
    }

    fn over(&self, points: impl Iterator<Item = (FuncId, BlockId, u32)>) -> Option<u32> {
        for (func, block, inst) in points {
            match self.at(func, block, inst) {
                Given::Finite(d) => return Some(d),
                Given::Infinite => return None,
                Given::Outside => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_has_not_seen_is_as_far_as_its_caller() {
        let text = "define f0 \"main\"() {\nblock0:\n  call f1()\n  return\n}\ndefine f1 \"strlen\"() {\nblock0:\n  return\n}\n";
        let mut p = homing_ir::parse(text).unwrap();
        p.locs = vec![homing_ir::Loc { file: homing_ir::FileId(0), line: 0, column: 0 }; 3];
        p.functions[0].blocks[0].locs = vec![LocId(1), LocId(2)];
        let d = Distances::new(&p, |l| match l.0 {
            1 => Given::Finite(7),
            2 => Given::Infinite,
            _ => Given::Outside,
        });
        let at = |f, i| (FuncId(f), BlockId(0), i);
        assert_eq!(d.over([at(0, 0)].into_iter()), Some(7));
        assert_eq!(d.over([at(0, 1)].into_iter()), None);
        assert_eq!(d.over([at(1, 0), at(0, 0)].into_iter()), Some(7));
        assert_eq!(d.over([at(1, 0), at(0, 1), at(0, 0)].into_iter()), None);
        assert_eq!(d.over([at(1, 0)].into_iter()), None);
    }
}
