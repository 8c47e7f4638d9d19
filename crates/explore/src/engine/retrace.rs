//! Inputs that fuzzing found, gone after with symbolic inputs: the state that such an input belongs to is run, then the one of what it parts into that
//! the input belongs to, and so on to its end. What it parted from on the way are states of the run like all others, one decision away from a real run; the
//! nearest of them are taken up by whoever goes for what is near.

use std::collections::{BTreeSet, VecDeque};

use homing_exec::{RunKind, StateId};

use super::Engine;
use crate::Hooks;

type Input = Vec<Vec<u8>>;
/// How near it came, how large it is, its number, and what it is.
type Waiting = (u32, usize, u64, Input);

/// Inputs that wait.
const MOST: usize = 1024;
/// Steps with one input.
const STEPS: u32 = 4_000;

/// Inputs to go after, and the one at hand.
#[derive(Default)]
pub(crate) struct Retracer {
    waiting: BTreeSet<Waiting>,
    /// Numbers of the latest ones: what is new is worth as much as what is near.
    newest: VecDeque<u64>,
    added: u64,
    begun: u64,
    /// What looking for states has cost.
    cost: u64,
    current: Option<Current>,
}

struct Current {
    input: Input,
    /// The state that it belonged to last; others that may have it now are younger than `since`.
    state: Option<StateId>,
    since: StateId,
    steps: u32,
}

impl Retracer {
    /// Takes up inputs, each with how near it came.
    pub fn add(&mut self, inputs: Vec<(u32, Input)>) {
        for (distance, input) in inputs {
            self.added += 1;
            self.waiting.insert((distance, input.iter().map(Vec::len).sum(), self.added, input));
            self.newest.push_back(self.added);
        }
        while self.waiting.len() > MOST {
            self.waiting.pop_last();
        }
        while self.newest.len() > MOST {
            self.newest.pop_front();
        }
    }

    /// Is there anything to go after?
    pub fn has_work(&self) -> bool {
        self.current.is_some() || !self.waiting.is_empty()
    }

    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Inputs that were begun with.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// The nearest one and the newest one by turns.
    fn next(&mut self) -> Option<Input> {
        let newest = if self.begun % 2 == 1 { self.newest() } else { None };
        let next = newest.or_else(|| self.waiting.first().cloned())?;
        self.waiting.remove(&next);
        self.begun += 1;
        Some(next.3)
    }

    /// The newest of those that wait.
    fn newest(&mut self) -> Option<Waiting> {
        while let Some(number) = self.newest.pop_back() {
            let found = self.waiting.iter().find(|w| w.2 == number);
            if found.is_some() {
                return found.cloned();
            }
        }
        None
    }
}

impl Engine<'_> {
    /// Goes on with the input at hand, or with the next one.
    pub(super) fn retrace(&mut self, steps: u64, hooks: &mut dyn Hooks) {
        let mut current = match self.retracer.current.take() {
            Some(current) => current,
            None => match self.retracer.next() {
                Some(input) => Current { input, state: None, since: StateId(0), steps: 0 },
                None => return,
            },
        };
        // A choice costs something, also one that comes to nothing.
        self.retracer.cost += 1;
        let Some(id) = self.state_of(&current) else { return };
        current.steps += 1;
        current.state = Some(id);
        current.since = self.exec.last_id();
        self.forward(id, steps, hooks);
        if current.steps < STEPS {
            self.retracer.current = Some(current);
        }
    }

    /// The state whose path the input would take, among those that it can belong to.
    fn state_of(&mut self, current: &Current) -> Option<StateId> {
        let mut ids: Vec<StateId> = match current.state {
            None => self.states.keys().copied().collect(),
            Some(last) => (current.since.0 + 1..=self.exec.last_id().0).map(StateId).chain([last]).collect(),
        };
        ids.retain(|id| self.states.get(id).is_some_and(|s| s.run.kind == RunKind::Main));
        ids.sort_unstable();
        let before = self.exec.context().terms.visits();
        let found = ids.into_iter().rev().find(|id| self.exec.takes(&self.states[id], &current.input));
        self.retracer.cost += self.exec.context().terms.visits() - before;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_and_the_newest_come_by_turns_each_once() {
        let mut r = Retracer::default();
        assert!(!r.has_work() && r.next().is_none());
        let input = |n: u8| vec![vec![n]];
        r.add(vec![(5, input(1)), (3, input(2)), (9, input(3)), (3, vec![vec![4, 4]])]);
        assert!(r.has_work());
        let order: Vec<Input> = std::iter::from_fn(|| r.next()).collect();
        assert_eq!(order, [input(2), vec![vec![4, 4]], input(1), input(3)]);
        assert!(!r.has_work());
        assert_eq!(r.begun(), 4);
    }

    #[test]
    fn the_farthest_are_forgotten_first() {
        let mut r = Retracer::default();
        r.add((0..2000).map(|n| (n, vec![vec![n as u8]])).collect());
        assert_eq!(r.waiting.len(), MOST);
        assert_eq!(r.waiting.last().map(|w| w.0), Some(1023));
    }
}
