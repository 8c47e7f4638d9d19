//! States that enter new blocks first.

use homing_exec::StateId;

use super::{Doze, Pool, QUANTUM};
use crate::{Action, Event, Rng, Strategy, View};

/// States that have lately entered blocks nobody had entered, the most recent first; then any.
#[derive(Debug)]
pub struct Fresh {
    pool: Pool,
    recent: Vec<StateId>,
    rng: Rng,
    doze: Doze,
}

impl Fresh {
    pub fn new(seed: u64) -> Fresh {
        Fresh { pool: Pool::default(), recent: Vec::new(), rng: Rng::new(seed), doze: Doze::default() }
    }
}

impl Strategy for Fresh {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        self.doze.observe(event);
        match event {
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => {}
            Event::Added { state, .. } => self.pool.add(state.id),
            Event::Ran { state, fresh, .. } => {
                if *fresh > 0 {
                    self.recent.push(state.id);
                }
            }
            Event::Removed { state, .. } => self.pool.remove(*state),
        }
    }

    fn next(&mut self, _view: &View<'_>) -> Action {
        while let Some(state) = self.recent.pop() {
            if self.pool.contains(state) {
                return Action::Forward { state, steps: QUANTUM };
            }
        }
        let chosen = self.doze.choose(|| self.pool.any(&mut self.rng));
        chosen.map_or(Action::Done, |(state, steps)| Action::Forward { state, steps })
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let recent = self.recent.iter().rev().filter(|s| self.pool.contains(**s)).map(|s| (*s, "fresh".to_string()));
        let rest = self.pool.list().iter().map(|s| (*s, String::new()));
        recent.chain(rest).take(max).collect()
    }
}
