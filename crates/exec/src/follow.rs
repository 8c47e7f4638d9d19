//! Following a recorded trail from another state: what forked there may be decided here, and the other way round.

use std::rc::Rc;

use crate::executor::Step;
use crate::{Executor, State};

/// What following trails took: how many branches, switches and indirect calls were met on them, and how many of these the state decided by
/// itself, without a question to anybody.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    pub transfers: u64,
    pub decided: u64,
    /// The most bits of a trail that were taken since somebody set this to zero.
    pub farthest: usize,
}

/// The rest of a trail that a state is to take. Forks on the way (over the alternatives of a pointer, say) carry it on.
#[derive(Clone, Debug)]
pub struct Guide {
    bits: Rc<[bool]>,
    at: usize,
}

impl Guide {
    /// Bits taken.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The next `n` bits as a number, lowest first, or `None` at the trail's end.
    pub(crate) fn take(&mut self, n: u32) -> Option<u64> {
        let bits = self.bits.get(self.at..self.at + n as usize)?;
        self.at += n as usize;
        Some(bits.iter().rev().fold(0, |v, b| v << 1 | u64::from(*b)))
    }
}

impl Executor<'_> {
    /// Runs a state along a trail (a suffix got from [`crate::Trail::bits_from`]). A successor whose `guide` is gone has come to the trail's
    /// end and stands before the first transfer that the trail does not tell; one that still has it goes on following when it is run. Where the
    /// state cannot go the trail's way it ends as infeasible. Nothing off the trail is explored: that is no loss, but no proof either.
    pub fn follow(&mut self, mut state: Box<State>, trail: Vec<bool>) -> Step {
        state.guide = Some(Guide { bits: trail.into(), at: 0 });
        self.run(state, u64::MAX)
    }
}
