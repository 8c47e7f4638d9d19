//! `sage`: generational search.

use std::collections::BTreeSet;

use homing_exec::StateId;
use homing_explore::{Action, Event, Pool, Rng, Strategy, View};
use rustc_hash::FxHashMap;

/// Runs one path to its end, taking a random side at each fork; what was left aside is a generation. The first generation is run in the
/// same way, each of its states leaving a generation of its own; from then on the generation goes next whose path entered most
/// new blocks (Directed Symbolic Execution, 2.1).
///
/// A path that does not end in [`PATIENCE`] is set aside like the others, as a generation of its own that comes last among its equals.
pub struct Sage {
    rng: Rng,
    current: Option<Path>,
    generations: FxHashMap<u64, Generation>,
    /// Negative score, number of generations before, birth: the first goes next.
    order: BTreeSet<(i64, u32, u64)>,
    home: FxHashMap<StateId, u64>,
    births: u64,
}

/// Work that a path gets before it counts as endless.
const PATIENCE: u64 = 100_000;
/// The score of the first generation: it goes before all others.
const FIRST: i64 = i64::MAX;

/// The path that is run at present.
struct Path {
    state: StateId,
    /// The generation that its forks go to.
    generation: u64,
    work: u64,
}

#[derive(Default)]
struct Generation {
    states: Pool,
    depth: u32,
    /// New blocks entered by the path that it was left aside by.
    score: i64,
    /// The path is still run: the score is not final and the generation is not in the order.
    growing: bool,
}

impl Sage {
    pub fn new(seed: u64) -> Sage {
        Sage {
            rng: Rng::new(seed),
            current: None,
            generations: FxHashMap::default(),
            order: BTreeSet::new(),
            home: FxHashMap::default(),
            births: 0,
        }
    }

    fn generation(&mut self, depth: u32, growing: bool) -> u64 {
        self.births += 1;
        self.generations.insert(self.births, Generation { depth, growing, ..Generation::default() });
        self.births
    }

    fn put(&mut self, state: StateId, generation: u64) {
        if let Some(g) = self.generations.get_mut(&generation) {
            g.states.add(state);
            self.home.insert(state, generation);
            if !g.growing {
                self.order.insert((-g.score, g.depth, generation));
            }
        }
    }

    fn take(&mut self, state: StateId) {
        let Some(generation) = self.home.remove(&state) else { return };
        let Some(g) = self.generations.get_mut(&generation) else { return };
        g.states.remove(state);
        if g.states.list().is_empty() && !g.growing {
            self.order.remove(&(-g.score, g.depth, generation));
            self.generations.remove(&generation);
        }
    }

    /// The path at hand is over, or is left for now.
    fn finish(&mut self) {
        let Some(path) = self.current.take() else { return };
        let Some(g) = self.generations.get_mut(&path.generation) else { return };
        g.growing = false;
        if g.depth == 1 {
            g.score = FIRST;
        }
        if g.states.list().is_empty() {
            self.generations.remove(&path.generation);
        } else {
            self.order.insert((-g.score, g.depth, path.generation));
        }
    }

    fn begin(&mut self) -> Option<StateId> {
        let &(_, depth, generation) = self.order.first()?;
        let state = self.generations.get(&generation)?.states.any(&mut self.rng)?;
        self.take(state);
        let children = self.generation(depth + 1, true);
        self.current = Some(Path { state, generation: children, work: 0 });
        Some(state)
    }

    fn added(&mut self, state: StateId, parent: Option<StateId>) {
        match &mut self.current {
            Some(path) if Some(path.state) == parent => {
                // Either side of the fork goes on.
                let aside = if self.rng.below(2) == 0 { std::mem::replace(&mut path.state, state) } else { state };
                let generation = path.generation;
                self.put(aside, generation);
            }
            _ => {
                // The first state, or one that somebody else's choice made: like its parent's generation.
                let generation = match parent.and_then(|p| self.home.get(&p).copied()) {
                    Some(g) => g,
                    None => self.generation(0, false),
                };
                self.put(state, generation);
            }
        }
    }

    fn ran(&mut self, state: StateId, work: u64, fresh: u32) {
        let Some(path) = &mut self.current else { return };
        if path.state != state {
            return;
        }
        path.work += work;
        if let Some(g) = self.generations.get_mut(&path.generation) {
            g.score = g.score.saturating_add(i64::from(fresh));
        }
        if path.work > PATIENCE {
            let depth = self.generations.get(&path.generation).map_or(0, |g| g.depth);
            self.finish();
            let alone = self.generation(depth, false);
            self.put(state, alone);
        }
    }
}

impl Strategy for Sage {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        match event {
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => {}
            Event::Added { state, parent } => self.added(state.id, *parent),
            Event::Ran { state, work, fresh, .. } => self.ran(state.id, *work, *fresh),
            Event::Removed { state, .. } => {
                if self.current.as_ref().is_some_and(|p| p.state == *state) {
                    self.finish();
                }
                self.take(*state);
            }
        }
    }

    fn next(&mut self, _view: &View<'_>) -> Action {
        let state = match &self.current {
            Some(path) => Some(path.state),
            None => self.begin(),
        };
        state.map_or(Action::Done, |state| Action::Forward { state, steps: PATIENCE / 10 })
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let current = self.current.iter().map(|p| (p.state, "the path at hand".to_string()));
        let rest = self.order.iter().filter_map(|(_, _, n)| Some((n, self.generations.get(n)?))).flat_map(|(n, g)| {
            let score = if g.score == FIRST { "first generation".to_string() } else { format!("new blocks {}", g.score) };
            g.states.list().iter().map(move |s| (*s, format!("{score}, generation {n}, depth {}", g.depth)))
        });
        current.chain(rest).take(max).collect()
    }
}
