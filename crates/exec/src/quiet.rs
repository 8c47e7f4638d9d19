//! Heads of loops at which states pause only if something has happened since they last did: rounds in which nothing does cost nothing.

use homing_ir::{BlockId, FuncId};
use smallvec::SmallVec;

use crate::{Executor, State};

/// Instructions after which a state pauses though it has not forked.
pub const FAR: u64 = 200_000;

/// Heads that a state remembers, the oldest of them is forgotten.
const HEADS: usize = 6;

/// When states pause at a block.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum Pauses {
    #[default]
    Never,
    /// If they have forked since they last did, or gone far.
    Seldom,
    Always,
}

/// Where a state has paused last: the head of a loop (the number of its block, the activation), its forks then, and the instruction at which it has
/// gone far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quiet(SmallVec<[(usize, u64, u32, u64); 1]>);

impl Quiet {
    /// Something has happened.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    /// Has something happened since the last pause there? Notes that it pauses now, if so.
    #[inline(never)]
    fn is_over(&mut self, block: usize, frame: u64, depth: u32, steps: u64) -> bool {
        let now = (block, frame, depth, steps.saturating_add(FAR));
        if let Some(e) = self.0.iter_mut().find(|e| (e.0, e.1) == (block, frame)) {
            let over = e.2 != depth || steps >= e.3;
            if over {
                *e = now;
            }
            return over;
        }
        if self.0.len() >= HEADS {
            self.0.remove(0);
        }
        self.0.push(now);
        true
    }
}

impl Executor<'_> {
    /// A state that comes to one of these blocks comes back there if it has forked or gone far since it last did; always where states pause anyway.
    pub fn pause_seldom_at(&mut self, blocks: &[(FuncId, BlockId)]) {
        if self.pauses.is_empty() && !blocks.is_empty() {
            self.pauses = vec![Pauses::Never; self.covered.len()];
        }
        for (f, b) in blocks {
            let at = self.first_block(*f) + b.index();
            if self.pauses[at] == Pauses::Never {
                self.pauses[at] = Pauses::Seldom;
            }
        }
    }

    /// From now on (or not any more) states pause each time wherever they pause at all. Gives back what was so before.
    pub fn pause_each_time(&mut self, on: bool) -> bool {
        std::mem::replace(&mut self.each_time, on)
    }

    /// Does a state that has just come to a block pause there?
    #[inline(always)]
    pub(crate) fn pauses_here(&self, st: &mut State, block: usize) -> bool {
        match self.pauses[block] {
            Pauses::Never => false,
            Pauses::Always => true,
            Pauses::Seldom => self.each_time || st.quiet.is_over(block, st.frame.id, st.depth, st.steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FAR, HEADS, Quiet};

    #[test]
    fn a_head_is_quiet_until_something_happens() {
        let mut q = Quiet::default();
        assert!(q.is_over(1, 0, 3, 10), "it was never there");
        assert!(!q.is_over(1, 0, 3, 20));
        assert!(q.is_over(1, 0, 4, 30), "a fork");
        assert!(!q.is_over(1, 0, 4, 40));
        assert!(q.is_over(1, 1, 4, 40), "another activation");
        assert!(q.is_over(2, 0, 4, 50), "another head");
        assert!(!q.is_over(1, 0, 4, 60));
        assert!(q.is_over(1, 0, 4, 30 + FAR));
        (3..3 + HEADS).for_each(|b| assert!(q.is_over(b, 0, 4, 70)));
        assert!(q.is_over(1, 0, 4, 30 + FAR), "it is forgotten");
        q.forget();
        assert!(q.is_over(2 + HEADS, 0, 4, 80));
    }
}
