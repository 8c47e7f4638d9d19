//! The undirected strategies, and the list of all of them.

use std::collections::VecDeque;

use homing_exec::StateId;
use rustc_hash::FxHashMap;

use crate::{Action, Event, Rng, Strategy, View};

/// Every strategy with one line on it.
pub fn strategies() -> &'static [(&'static str, &'static str)] {
    &[
        ("auto", "the default: shares the work between dfs, fresh and random"),
        ("dfs", "depth first: runs a path to its end, then goes back to the latest fork"),
        ("bfs", "breadth first: every state in turn, the oldest first"),
        ("random", "any state, each with the same chance"),
        ("fresh", "states that have lately entered blocks nobody had entered, the most recent first, then any"),
    ]
}

/// The strategy of that name, or `None`.
pub fn make_strategy(name: &str, seed: u64) -> Option<Box<dyn Strategy>> {
    Some(match name {
        "auto" => Box::new(Interleave::new(vec![
            Box::new(Dfs::default()),
            Box::new(Fresh::new(seed)),
            Box::new(Random::new(seed ^ 0x1234)),
        ])),
        "dfs" => Box::new(Dfs::default()),
        "bfs" => Box::new(Bfs::default()),
        "random" => Box::new(Random::new(seed)),
        "fresh" => Box::new(Fresh::new(seed)),
        _ => return None,
    })
}

/// Instructions before the choice is made anew, where a strategy looks at states in turn.
const QUANTUM: u64 = 10_000;
/// The same for strategies that stay with a state anyway: just often enough for limits to be looked at.
const LONG: u64 = 1_000_000;

/// Depth first.
#[derive(Default)]
struct Dfs {
    stack: VecDeque<StateId>,
    /// Removed states that still lie in the stack.
    gone: rustc_hash::FxHashSet<StateId>,
}

impl Strategy for Dfs {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        match event {
            Event::Added { state, parent } => {
                // A forked state waits below the one that forked it, so that the path at hand goes on. What others forked comes last.
                match self.stack.back().copied() {
                    Some(top) if Some(top) == *parent => {
                        self.stack.pop_back();
                        self.stack.push_back(state.id);
                        self.stack.push_back(top);
                    }
                    _ => self.stack.push_front(state.id),
                }
            }
            Event::Ran { .. } => {}
            Event::Removed { state, .. } => {
                self.gone.insert(*state);
            }
        }
    }
    fn next(&mut self, _view: &View<'_>) -> Action {
        while let Some(&state) = self.stack.back() {
            if !self.gone.remove(&state) {
                return Action::Forward { state, steps: LONG };
            }
            self.stack.pop_back();
        }
        Action::Done
    }
}

/// Breadth first.
#[derive(Default)]
struct Bfs {
    queue: VecDeque<StateId>,
    gone: rustc_hash::FxHashSet<StateId>,
}

impl Strategy for Bfs {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        match event {
            Event::Added { state, .. } => self.queue.push_back(state.id),
            Event::Ran { .. } => {}
            Event::Removed { state, .. } => {
                self.gone.insert(*state);
            }
        }
    }
    fn next(&mut self, _view: &View<'_>) -> Action {
        while let Some(state) = self.queue.pop_front() {
            if !self.gone.remove(&state) {
                self.queue.push_back(state);
                return Action::Forward { state, steps: QUANTUM };
            }
        }
        Action::Done
    }
}

/// A set of states with a random member in constant time.
#[derive(Default)]
struct Pool {
    list: Vec<StateId>,
    at: FxHashMap<StateId, usize>,
}

impl Pool {
    fn add(&mut self, s: StateId) {
        self.at.insert(s, self.list.len());
        self.list.push(s);
    }
    fn remove(&mut self, s: StateId) {
        if let Some(i) = self.at.remove(&s) {
            self.list.swap_remove(i);
            if let Some(moved) = self.list.get(i) {
                self.at.insert(*moved, i);
            }
        }
    }
    fn any(&self, rng: &mut Rng) -> Option<StateId> {
        if self.list.is_empty() { None } else { Some(self.list[rng.below(self.list.len())]) }
    }
}

/// Uniformly random.
struct Random {
    pool: Pool,
    rng: Rng,
}

impl Random {
    fn new(seed: u64) -> Random {
        Random { pool: Pool::default(), rng: Rng::new(seed) }
    }
}

impl Strategy for Random {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        match event {
            Event::Added { state, .. } => self.pool.add(state.id),
            Event::Ran { .. } => {}
            Event::Removed { state, .. } => self.pool.remove(*state),
        }
    }
    fn next(&mut self, _view: &View<'_>) -> Action {
        match self.pool.any(&mut self.rng) {
            Some(state) => Action::Forward { state, steps: QUANTUM },
            None => Action::Done,
        }
    }
}

/// States that lately covered something new first.
struct Fresh {
    pool: Pool,
    recent: Vec<StateId>,
    rng: Rng,
}

impl Fresh {
    fn new(seed: u64) -> Fresh {
        Fresh { pool: Pool::default(), recent: Vec::new(), rng: Rng::new(seed) }
    }
}

impl Strategy for Fresh {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        match event {
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
            if self.pool.at.contains_key(&state) {
                return Action::Forward { state, steps: QUANTUM };
            }
        }
        match self.pool.any(&mut self.rng) {
            Some(state) => Action::Forward { state, steps: QUANTUM },
            None => Action::Done,
        }
    }
}

/// Gives each of several strategies the same share of the work, in turns.
pub struct Interleave {
    parts: Vec<Box<dyn Strategy>>,
    spent: Vec<u64>,
    turn: usize,
    /// Work left in the present turn.
    left: u64,
}

/// Work of one turn.
const TURN: u64 = 20_000;

impl Interleave {
    /// Equal shares.
    pub fn new(parts: Vec<Box<dyn Strategy>>) -> Interleave {
        Interleave { spent: vec![0; parts.len()], parts, turn: 0, left: TURN }
    }
}

impl Strategy for Interleave {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        self.parts.iter_mut().for_each(|p| p.observe(event, view));
        if let Event::Ran { work, .. } | Event::Removed { work, .. } = event {
            self.spent[self.turn] += *work;
            self.left = self.left.saturating_sub(*work);
        }
    }
    fn next(&mut self, view: &View<'_>) -> Action {
        if self.left == 0 {
            self.turn = (0..self.parts.len()).min_by_key(|i| self.spent[*i]).unwrap_or(0);
            self.left = TURN;
        }
        match self.parts[self.turn].next(view) {
            Action::Forward { state, steps } => Action::Forward { state, steps: steps.min(self.left.max(1000)) },
            other => other,
        }
    }
    fn wants_blocks(&self) -> bool {
        self.parts.iter().any(|p| p.wants_blocks())
    }
}
