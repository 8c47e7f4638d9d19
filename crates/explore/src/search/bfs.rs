//! Breadth first.

use std::collections::VecDeque;

use homing_exec::StateId;
use rustc_hash::FxHashSet;

use super::Doze;
use crate::{Action, Event, Strategy, View};

/// Every state in turn, the oldest first, each to its next fork (nested-loops thesis, 3.6).
#[derive(Debug, Default)]
pub struct Bfs {
    queue: VecDeque<StateId>,
    gone: FxHashSet<StateId>,
    doze: Doze,
}

impl Strategy for Bfs {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        self.doze.observe(event);
        match event {
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => {}
            Event::Added { state, .. } => self.queue.push_back(state.id),
            Event::Ran { .. } => {}
            Event::Removed { state, .. } => {
                self.gone.insert(*state);
            }
        }
    }

    fn next(&mut self, _view: &View<'_>) -> Action {
        let (queue, gone) = (&mut self.queue, &mut self.gone);
        let chosen = self.doze.choose(|| {
            while let Some(state) = queue.pop_front() {
                if !gone.remove(&state) {
                    queue.push_back(state);
                    return Some(state);
                }
            }
            None
        });
        chosen.map_or(Action::Done, |(state, steps)| Action::Forward { state, steps })
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let alive = self.queue.iter().filter(|s| !self.gone.contains(s));
        alive.take(max).enumerate().map(|(i, s)| (*s, format!("place {i}"))).collect()
    }
}
