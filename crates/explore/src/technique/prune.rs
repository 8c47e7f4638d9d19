//! Drops states that cannot reach an open target any more. Sound: reachability over-approximates calls, returns, `longjmp` and exit
//! handlers, so what is dropped could not have mattered.

use std::cell::RefCell;
use std::rc::Rc;

use homing_graph::Reach;

use super::{Decision, Guarantee, Seen, Technique};

/// Only used when every open target is a place in the program.
pub(super) struct Prune {
    pub reach: Rc<RefCell<Reach>>,
}

impl Technique for Prune {
    fn name(&self) -> &'static str {
        "prune"
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee { complete: true, precise: true }
    }

    fn look(&mut self, seen: &Seen<'_>) -> Decision {
        // An error can bring it into a handler, from wherever it is.
        let can_reach = seen.state.handled != 0 || self.reach.borrow().alive(seen.state.points());
        if can_reach { Decision::Continue } else { Decision::Drop("no open target can be reached".into()) }
    }
}
