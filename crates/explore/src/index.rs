//! States by where they are: which ones could be joined.

use homing_exec::{State, StateId};
use homing_ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

/// A program point with a call stack: the points of all activations, innermost first.
pub type Location = Vec<(FuncId, BlockId, u32)>;

/// Which states are at the same point with the same stack. Kept by the engine when a technique wants it.
#[derive(Default)]
pub struct Index {
    by_location: FxHashMap<Location, Vec<StateId>>,
    location: FxHashMap<StateId, Location>,
}

impl Index {
    /// Enters a state, or moves it to where it is now.
    pub fn put(&mut self, state: &State) {
        self.remove(state.id);
        let at: Location = state.points().collect();
        self.by_location.entry(at.clone()).or_default().push(state.id);
        self.location.insert(state.id, at);
    }

    pub fn remove(&mut self, id: StateId) {
        let Some(at) = self.location.remove(&id) else { return };
        if let Some(list) = self.by_location.get_mut(&at) {
            list.retain(|s| *s != id);
            if list.is_empty() {
                self.by_location.remove(&at);
            }
        }
    }

    /// The other states at the same point with the same stack, oldest entry first.
    pub fn partners(&self, state: &State) -> Vec<StateId> {
        let at: Location = state.points().collect();
        self.by_location.get(&at).into_iter().flatten().copied().filter(|s| *s != state.id).collect()
    }
}
