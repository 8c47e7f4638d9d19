//! Drops states that cannot reach an open target any more. Sound: reachability over-approximates calls, returns, `longjmp` and exit
//! handlers, so what is dropped could not have mattered.

use std::cell::RefCell;
use std::rc::Rc;

use homing_exec::State;
use homing_graph::Reach;

use crate::technique::{Decision, Guarantee, Technique};

/// The technique. Only used when every open target is a place in the program.
pub(crate) struct Prune {
    pub reach: Rc<RefCell<Reach>>,
}

impl Prune {
    /// Can this state still come to an open target, under its own stack?
    pub fn can_reach(&self, st: &State) -> bool {
        // An error can bring it into a handler, from wherever it is.
        st.handled != 0 || self.reach.borrow().alive(st.points())
    }
}

impl Technique for Prune {
    fn keeps(&self) -> Guarantee {
        Guarantee { complete: true, precise: true }
    }
    fn before(&mut self, state: &State) -> Decision {
        if self.can_reach(state) { Decision::Continue } else { Decision::Prune("no open target can be reached") }
    }
}
