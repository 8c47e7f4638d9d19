//! Keeping states that only spin from taking most of the work.

use homing_exec::StateId;
use rustc_hash::FxHashMap;

use super::QUANTUM;
use crate::Event;

/// Lets strategies that choose by chance or in turn pass over states that lately ran for a whole quantum without a fork and without
/// entering a new block: they may be in an endless loop, or in a long one. After k such runs in a row a state is passed over k x k
/// times, and then gets k + 1 quanta at once: a loop that never ends takes a falling share of the work, a long one still gets done.
#[derive(Clone, Debug, Default)]
pub struct Doze {
    states: FxHashMap<StateId, Nap>,
}

#[derive(Clone, Copy, Debug)]
struct Nap {
    fruitless: u64,
    /// Times that it is still passed over.
    left: u64,
}

/// Choices that may be passed over in a row; when everything dozes, something must run.
const TRIES: usize = 16;

impl Doze {
    /// Has to hear of everything.
    pub fn observe(&mut self, event: &Event<'_>) {
        match event {
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => {}
            // It forked after all: told after its run.
            Event::Added { parent: Some(p), .. } => {
                self.states.remove(p);
            }
            Event::Ran { state, work, fresh, .. } => {
                if *fresh > 0 || *work < QUANTUM {
                    self.states.remove(&state.id);
                } else {
                    let fruitless = self.states.get(&state.id).map_or(0, |n| n.fruitless) + 1;
                    self.states.insert(state.id, Nap { fruitless, left: fruitless * fruitless });
                }
            }
            Event::Removed { state, .. } => {
                self.states.remove(state);
            }
            Event::Added { .. } => {}
        }
    }

    /// Draws states until one may run; gives it with the instructions it gets.
    pub fn choose(&mut self, mut draw: impl FnMut() -> Option<StateId>) -> Option<(StateId, u64)> {
        for _ in 0..TRIES {
            let state = draw()?;
            match self.states.get_mut(&state) {
                Some(nap) if nap.left > 0 => nap.left -= 1,
                _ => return Some(self.with_steps(state)),
            }
        }
        let state = draw()?;
        Some(self.with_steps(state))
    }

    fn with_steps(&self, state: StateId) -> (StateId, u64) {
        (state, QUANTUM * (1 + self.states.get(&state).map_or(0, |n| n.fruitless)))
    }
}
