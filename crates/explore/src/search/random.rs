//! Uniformly random.

use homing_exec::StateId;

use super::{Doze, Pool};
use crate::{Action, Event, Rng, Strategy, View};

/// Any state, each with the same chance (nested-loops thesis, 3.6).
#[derive(Debug)]
pub struct Random {
    pool: Pool,
    rng: Rng,
    doze: Doze,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { pool: Pool::default(), rng: Rng::new(seed), doze: Doze::default() }
    }
}

impl Strategy for Random {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        self.doze.observe(event);
        match event {
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => {}
            Event::Added { state, .. } => self.pool.add(state.id),
            Event::Ran { .. } => {}
            Event::Removed { state, .. } => self.pool.remove(*state),
        }
    }

    fn next(&mut self, _view: &View<'_>) -> Action {
        let chosen = self.doze.choose(|| self.pool.any(&mut self.rng));
        chosen.map_or(Action::Done, |(state, steps)| Action::Forward { state, steps })
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let chance = format!("chance 1/{}", self.pool.list().len());
        self.pool.list().iter().take(max).map(|s| (*s, chance.clone())).collect()
    }
}
