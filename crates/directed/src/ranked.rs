//! A worklist ordered by a metric: what `sdse`, `sdse-intra`, `spread`, `astar` and `astar2` have in common.

use std::collections::BTreeSet;

use homing_exec::{State, StateId};
use homing_explore::{Action, Event, QUANTUM, Rng, Short, Strategy, SubRun, View};
use homing_ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

use crate::patience::Progress;

/// What orders states: the least goes first.
pub trait Metric {
    /// The metric of a state where it is now; `u64::MAX` stands for infinite.
    fn of(&mut self, state: &State, view: &View<'_>) -> u64;
    /// What progress is judged by, given the metric: a metric that also counts the way so far tells what is left of the way instead.
    fn left(&self, _state: &State, metric: u64, _view: &View<'_>) -> u64 {
        metric
    }
    /// A state is new; its parent is known already, in its place before the step at hand.
    fn born(&mut self, _state: &State, _parent: Option<StateId>, _view: &View<'_>) {}
    /// A state has entered these blocks.
    fn ran(&mut self, _state: &State, _blocks: &[(FuncId, BlockId)], _view: &View<'_>) {}
    fn gone(&mut self, _state: StateId) {}
    /// A trail that was followed from a copy of this state fell short: its metric from now on, if it is another.
    fn fell_short(&mut self, _state: StateId, _short: Short) -> Option<u64> {
        None
    }
    fn wants_blocks(&self) -> bool {
        false
    }
}

/// How states with the same metric are ordered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one that was added or ran last: stays with a path.
    Newest,
    /// The one that has waited longest: they take turns.
    Oldest,
    /// By the seed.
    Random,
}

/// Level of patience, metric, tie, state.
type Key = (u32, u64, u64, StateId);

struct Entry {
    key: Key,
    now: Progress,
    /// Before the last run: what a state forked in it inherits.
    before: Progress,
}

/// Runs the state with the least metric. If it is patient, states that have not come nearer for long go behind those that have (see
/// [`Progress`]); else nothing but the metric counts, as the documents have it, and an endless loop near the target holds it for ever.
pub struct Ranked<M> {
    metric: M,
    ties: Ties,
    patient: bool,
    rng: Rng,
    order: BTreeSet<Key>,
    entries: FxHashMap<StateId, Entry>,
    /// Counts additions and runs.
    clock: u64,
}

impl<M: Metric> Ranked<M> {
    pub fn new(metric: M, ties: Ties, patient: bool, seed: u64) -> Ranked<M> {
        Ranked { metric, ties, patient, rng: Rng::new(seed), order: BTreeSet::new(), entries: FxHashMap::default(), clock: 0 }
    }

    fn tie(&mut self) -> u64 {
        self.clock += 1;
        match self.ties {
            Ties::Newest => u64::MAX - self.clock,
            Ties::Oldest => self.clock,
            Ties::Random => self.rng.next_u64(),
        }
    }

    /// `before`: how the path has been doing, if it was there before and the targets are the same.
    fn place(&mut self, state: &State, before: Option<Progress>, view: &View<'_>) {
        let metric = self.metric.of(state, view);
        let left = self.metric.left(state, metric, view);
        let before = before.unwrap_or_else(|| Progress::new(state, left));
        let now = before.moved(state, left);
        let level = if self.patient { now.level(state) } else { 0 };
        let key = (level, metric, self.tie(), state.id);
        self.order.insert(key);
        self.entries.insert(state.id, Entry { key, now, before });
    }
}

impl<M: Metric> Ranked<M> {
    fn fell_short(&mut self, state: StateId, short: Short) {
        if let Some(entry) = self.entries.get_mut(&state)
            && let Some(metric) = self.metric.fell_short(state, short)
        {
            self.order.remove(&entry.key);
            entry.key.1 = metric;
            self.order.insert(entry.key);
        }
    }
}

impl<M: Metric> Strategy for Ranked<M> {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        match event {
            Event::SubRun(SubRun::FellShort { state, short }) => self.fell_short(*state, *short),
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => {}
            Event::Added { state, parent } => {
                self.metric.born(state, *parent, view);
                let before = parent.and_then(|p| self.entries.get(&p)).map(|p| p.before);
                self.place(state, before, view);
            }
            Event::Ran { state, blocks, work, .. } => {
                self.metric.ran(state, blocks, view);
                let Some(entry) = self.entries.get(&state.id) else { return };
                let now = entry.now;
                self.order.remove(&entry.key);
                // Told without having run: the targets have changed, and with them what counts as near.
                self.place(state, (*work > 0).then_some(now), view);
            }
            Event::Removed { state, .. } => {
                self.metric.gone(*state);
                if let Some(entry) = self.entries.remove(state) {
                    self.order.remove(&entry.key);
                }
            }
        }
    }

    fn next(&mut self, _view: &View<'_>) -> Action {
        match self.order.first() {
            Some(&(.., state)) => Action::Forward { state, steps: QUANTUM },
            None => Action::Done,
        }
    }

    fn wants_blocks(&self) -> bool {
        self.metric.wants_blocks()
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let text = |&(level, metric, _, state): &Key| {
            let metric = if metric == u64::MAX { "infinite".to_string() } else { metric.to_string() };
            (state, if level == 0 { metric } else { format!("{metric}, without progress: level {level}") })
        };
        self.order.iter().take(max).map(text).collect()
    }
}
