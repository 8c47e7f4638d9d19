//! What may be done with successors besides running them.

use homing_exec::State;

use crate::tree::{Closure, NodeId};

/// Looks at states and may prune, replace, merge or subsume them. Techniques can be combined freely; the claim of a run is the
/// conjunction of what they keep.
pub trait Technique {
    /// What stays true with this technique on.
    fn keeps(&self) -> Guarantee;
    /// A new or moved state, before it may be chosen.
    fn before(&mut self, _state: &State) -> Decision {
        Decision::Continue
    }
    /// It joins states: the engine then keeps an index of states by location and offers partners to `merge`.
    fn joins(&self) -> bool {
        false
    }
    /// One state for two at the same point with the same stack, where that is possible.
    fn merge(&mut self, _a: &State, _b: &State) -> Option<Box<State>> {
        None
    }
    /// Everything this state can lead to was seen already.
    fn covered(&mut self, _state: &State) -> bool {
        false
    }
    /// All descendants of a node of the execution tree have ended.
    fn closed(&mut self, _node: NodeId, _closure: Closure) {}
    /// A target is decided.
    fn target_closed(&mut self, _target: homing_ir::TargetId) {}
}

/// What a technique keeps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Guarantee {
    /// Misses no reachable target.
    pub complete: bool,
    /// Reports none falsely.
    pub precise: bool,
}

/// What becomes of a state.
pub enum Decision {
    Continue,
    /// It is dropped; the reason is counted.
    Prune(&'static str),
    /// Others take its place.
    Replace(Vec<Box<State>>),
}
