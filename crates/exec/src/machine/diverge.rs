//! Loops that can never do anything new: a state that comes back to the same point with nothing changed will do so for ever.

use std::cell::Cell;
use std::rc::Rc;

use homing_ir::{BlockId, Reg};
use homing_memory::Val;

use crate::regs::Regs;
use crate::{Executor, State};

/// Instructions after which the first snapshot of a state is replaced.
const FIRST: u64 = 1000;

/// What is known of what a state was like some time ago.
#[derive(Debug, Default)]
pub(crate) enum Past {
    #[default]
    Nothing,
    Taken(Box<Snapshot>),
    /// It waits where the snapshot was taken, so that it is its own.
    Here {
        until: u64,
    },
    /// It will never be again what it was; nothing is kept until then.
    Gone {
        until: u64,
    },
}

/// What a state was like at a block some time ago.
#[derive(Debug)]
pub(crate) struct Snapshot {
    frame: u64,
    block: BlockId,
    /// The registers that are live there, and what they held.
    which: Rc<[Reg]>,
    values: Box<[Val]>,
    /// Memory, path condition, inputs, outputs and exit handlers, by their counts: each only grows.
    counts: [u64; 5],
    /// A register that differed the last time, most likely does again.
    differs: Cell<u32>,
    /// Steps at which it was taken.
    taken: u64,
    /// Steps at which the next snapshot replaces this one; doubles each time (Brent's way of finding cycles).
    until: u64,
}

impl Past {
    /// The values it holds.
    pub(crate) fn values(&self) -> impl Iterator<Item = Val> + '_ {
        let snapshot = if let Past::Taken(s) = self { Some(s) } else { None };
        snapshot.into_iter().flat_map(|s| s.values.iter().copied())
    }
}

impl Snapshot {
    #[inline]
    fn same_registers(&self, regs: &Regs) -> bool {
        let at = self.differs.get() as usize;
        if let (Some(then), Some(r)) = (self.values.get(at), self.which.get(at))
            && then.int_bits() != regs[r.index()].int_bits()
        {
            return false;
        }
        match self.which.iter().zip(&self.values).position(|(r, then)| *then != regs[r.index()]) {
            Some(at) => self.differs.set(at as u32),
            None => return true,
        }
        false
    }
}

fn counts(st: &State) -> [u64; 5] {
    [
        st.memory.version(),
        st.path.len() as u64,
        st.inputs.len() as u64,
        st.outputs.len() + st.console.written(),
        st.at_exit.len() as u64,
    ]
}

impl Executor<'_> {
    /// Called when a block is entered: true if this very state was here before, so that it will never end and never do anything else.
    #[inline]
    pub(crate) fn diverges(&mut self, st: &mut State) -> bool {
        let until = match &st.past {
            Past::Taken(s) => {
                if s.block == st.frame.block
                    && s.frame == st.frame.id
                    && s.same_registers(&st.frame.regs)
                    && s.counts == counts(st)
                {
                    return true;
                }
                s.until
            }
            Past::Here { until } | Past::Gone { until } => *until,
            Past::Nothing => {
                self.snap(st, st.steps + FIRST);
                return false;
            }
        };
        if st.steps >= until {
            self.snap(st, st.steps * 2);
        }
        false
    }

    #[cold]
    fn snap(&mut self, st: &mut State, until: u64) {
        let which = self.live_here(st);
        let values = which.iter().map(|r| st.frame.regs[r.index()]).collect();
        let (frame, block, counts, taken) = (st.frame.id, st.frame.block, counts(st), st.steps);
        st.past = Past::Taken(Box::new(Snapshot { frame, block, which, values, counts, differs: Cell::new(0), taken, until }));
    }

    /// The state is about to run.
    pub(crate) fn recall(&mut self, st: &mut State) {
        if let Past::Here { until } = st.past {
            self.snap(st, until);
        }
    }

    /// The state waits from now on: a snapshot that is what it is itself, or what it will never be again, need not be kept.
    pub(crate) fn forget(&mut self, st: &mut State) {
        if let Past::Taken(s) = &st.past {
            let here = (s.frame, s.block, s.taken) == (st.frame.id, st.frame.block, st.steps) && st.frame.inst == 0;
            let until = s.until;
            if here && s.counts == counts(st) {
                st.past = Past::Here { until };
            } else if s.counts != counts(st) {
                st.past = Past::Gone { until };
            }
        }
    }
}
