//! Depth first.

use std::collections::VecDeque;

use homing_exec::StateId;
use rustc_hash::FxHashSet;

use crate::{Action, Event, Strategy, View};

/// Instructions at a time: the path is not left anyway, this only lets the engine look at its limits.
const LONG: u64 = 1_000_000;
/// Instructions without a fork after which a path may be in an endless loop: it goes behind all others.
const PATIENCE: u64 = 16 * LONG;

/// Runs a path to its end, then goes on with the latest fork (nested-loops thesis, 3.6). A path that has not forked for very long goes
/// behind the others, so that an endless loop without forks does not take the whole run.
#[derive(Debug, Default)]
pub struct Dfs {
    /// The last is next.
    stack: VecDeque<StateId>,
    /// Removed states that still lie in the stack.
    gone: FxHashSet<StateId>,
    /// Work of the last state in the stack since its last fork.
    since_fork: u64,
}

impl Dfs {
    /// One that comes when these states are there already, the one that is next first.
    pub fn of(states: impl DoubleEndedIterator<Item = StateId>) -> Dfs {
        Dfs { stack: states.rev().collect(), ..Dfs::default() }
    }
}

impl Strategy for Dfs {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        match event {
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => {}
            // A forked state waits below the one that forked it, so that the path at hand goes on. What others forked comes last.
            Event::Added { state, parent } => match self.stack.back().copied() {
                Some(top) if Some(top) == *parent => {
                    self.stack.pop_back();
                    self.stack.push_back(state.id);
                    self.stack.push_back(top);
                    self.since_fork = 0;
                }
                _ => self.stack.push_front(state.id),
            },
            Event::Ran { state, work, .. } => {
                if self.stack.back() == Some(&state.id) {
                    self.since_fork += *work;
                }
            }
            Event::Removed { state, .. } => {
                self.gone.insert(*state);
            }
        }
    }

    fn next(&mut self, _view: &View<'_>) -> Action {
        if self.since_fork > PATIENCE {
            self.stack.rotate_right(1);
            self.since_fork = 0;
        }
        while let Some(&state) = self.stack.back() {
            if !self.gone.remove(&state) {
                return Action::Forward { state, steps: LONG };
            }
            self.stack.pop_back();
            self.since_fork = 0;
        }
        Action::Done
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let alive = self.stack.iter().rev().filter(|s| !self.gone.contains(s));
        alive.take(max).enumerate().map(|(i, s)| (*s, format!("place {i}"))).collect()
    }
}
