//! A set of states with a random member.

use homing_exec::StateId;
use rustc_hash::FxHashMap;

use crate::Rng;

/// A set of states; adding, removing and drawing a random member take constant time.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    list: Vec<StateId>,
    at: FxHashMap<StateId, u32>,
}

impl Pool {
    /// Adds a state; one that is in already stays as it is.
    pub fn add(&mut self, s: StateId) {
        if let std::collections::hash_map::Entry::Vacant(e) = self.at.entry(s) {
            e.insert(self.list.len() as u32);
            self.list.push(s);
        }
    }
    pub fn remove(&mut self, s: StateId) {
        if let Some(i) = self.at.remove(&s) {
            self.list.swap_remove(i as usize);
            if let Some(moved) = self.list.get(i as usize) {
                self.at.insert(*moved, i);
            }
        }
    }
    pub fn contains(&self, s: StateId) -> bool {
        self.at.contains_key(&s)
    }
    /// A random member.
    pub fn any(&self, rng: &mut Rng) -> Option<StateId> {
        if self.list.is_empty() { None } else { Some(self.list[rng.below(self.list.len())]) }
    }
    /// All members, in no particular order, but the same in every run.
    pub fn list(&self) -> &[StateId] {
        &self.list
    }
}
