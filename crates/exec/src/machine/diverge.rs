//! Loops that can never do anything new: a state that comes back to the same point with nothing changed will do so for ever.

use std::cell::Cell;

use homing_ir::BlockId;
use homing_memory::Val;

use crate::State;

/// What a state was like at a block some time ago.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    frame: u64,
    block: BlockId,
    regs: Vec<Val>,
    /// Memory, path condition, inputs, outputs and exit handlers, by their counts: each only grows.
    counts: [u64; 5],
    /// A register that differed the last time, most likely does again.
    differs: Cell<u32>,
    /// Steps at which the next snapshot replaces this one; doubles each time (Brent's way of finding cycles).
    until: u64,
}

impl Snapshot {
    /// The values it holds.
    pub(crate) fn values(&self) -> impl Iterator<Item = Val> + '_ {
        self.regs.iter().copied()
    }
}

impl Snapshot {
    #[inline]
    fn same_registers(&self, regs: &[Val]) -> bool {
        let at = self.differs.get() as usize;
        if let (Some(then), Some(now)) = (self.regs.get(at), regs.get(at))
            && then.int_bits() != now.int_bits()
        {
            return false;
        }
        match self.regs.iter().zip(regs).position(|(then, now)| then != now) {
            Some(at) => self.differs.set(at as u32),
            None => return self.regs.len() == regs.len(),
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

impl State {
    /// Called when a block is entered: true if this very state was here before, so that it will never end and never do anything else.
    #[inline]
    pub(crate) fn diverges(&mut self) -> bool {
        match &self.snapshot {
            Some(s) if s.block == self.frame.block && s.frame == self.frame.id => {
                if s.same_registers(&self.frame.regs) && s.counts == counts(self) {
                    return true;
                }
            }
            Some(_) => {}
            None => {
                self.snapshot = Some(Box::new(self.snap(1000)));
                return false;
            }
        }
        if self.snapshot.as_ref().is_some_and(|s| self.steps >= s.until) {
            self.snapshot = Some(Box::new(self.snap(self.steps)));
        }
        false
    }

    fn snap(&self, more: u64) -> Snapshot {
        Snapshot {
            frame: self.frame.id,
            block: self.frame.block,
            regs: self.frame.regs.clone(),
            counts: counts(self),
            differs: Cell::new(0),
            until: self.steps + more,
        }
    }
}
