//! `astar2`: distance, with a price on going round in loops.

use homing_exec::{State, StateId};
use homing_explore::View;
use homing_ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

use crate::counts::Counts;
use crate::ranked::Metric;

/// `g * lambda(mu, g) + distance` (KLEE-Reach manual, 3.3, equation 2): g is the elementary depth of the place where the state is, that is
/// its depth when it was there first, mu how often it has been there; lambda is 0 while mu <= g, then log10(mu - (g - 1)) / 10.
///
/// Counted by blocks: all instructions of a block are executed equally often. The metric is a fixed-point number (thousandths).
///
/// The price grows with g, so a loop at the very start of a program would cost next to nothing, and the nearest loop would be gone
/// round for ever. Where the formula comes from, a program starts behind the set-up of its C library; [`START`] stands in for that.
#[derive(Default)]
pub struct AStar2 {
    states: FxHashMap<StateId, Visits>,
}

#[derive(Clone, Default)]
struct Visits {
    by_block: Counts<Visit>,
    /// Instructions executed when it was looked at last.
    steps: u64,
    /// Before the last run: what a state forked in it inherits.
    before: Option<Box<(Counts<Visit>, u64)>>,
}

/// What is known of one block.
#[derive(Copy, Clone, Debug)]
struct Visit {
    first: u64,
    times: u64,
}

const UNIT: f64 = 1000.0;
/// The depth at which a program starts. A few dozen is enough to leave loops (docs/search.md); much more makes rounds free that
/// lead nowhere.
const START: u64 = 50;

impl Visits {
    /// Depth is only known before and after the run: blocks in between get theirs by their lengths.
    fn enter(&mut self, blocks: &[(FuncId, BlockId)], steps: u64, view: &View<'_>) {
        let mut depth = self.steps;
        for &(f, b) in blocks {
            self.visit(number(f, b, view), depth.min(steps));
            depth += view.program.func(f).blocks[b.index()].insts.len() as u64 + 1;
        }
        self.steps = steps;
    }

    fn visit(&mut self, block: u32, depth: u64) {
        let mut visit = self.by_block.get(block).unwrap_or(Visit { first: START + depth, times: 0 });
        visit.times += 1;
        self.by_block.set(block, visit);
    }
}

fn number(f: FuncId, b: BlockId, view: &View<'_>) -> u32 {
    ((view.first_block)(f) + b.index()) as u32
}

/// What going round costs: `g * lambda`.
fn detour(visit: Visit) -> f64 {
    let (g, mu) = (visit.first as f64, visit.times as f64);
    if mu <= g { 0.0 } else { g * (mu - (g - 1.0)).log10() / 10.0 }
}

impl Metric for AStar2 {
    fn of(&mut self, state: &State, view: &View<'_>) -> u64 {
        let Some(distance) = view.distance(state) else { return u64::MAX };
        let here = number(state.frame.func, state.frame.block, view);
        let visit = self.states.get(&state.id).and_then(|v| v.by_block.get(here));
        ((visit.map_or(0.0, detour) + f64::from(distance)) * UNIT) as u64
    }

    fn left(&self, state: &State, _metric: u64, view: &View<'_>) -> u64 {
        view.distance(state).map_or(u64::MAX, u64::from)
    }

    fn born(&mut self, state: &State, parent: Option<StateId>, view: &View<'_>) {
        let mut visits = match parent.and_then(|p| self.states.get(&p)) {
            Some(Visits { before: Some(b), .. }) => Visits { by_block: b.0.clone(), steps: b.1, before: None },
            Some(parent) => Visits { by_block: parent.by_block.clone(), steps: parent.steps, before: None },
            None => Visits::default(),
        };
        // The block it was forked into; those on the way there are the parent's and count for it at its next run.
        visits.enter(&[(state.frame.func, state.frame.block)], state.steps, view);
        self.states.insert(state.id, visits);
    }

    fn ran(&mut self, state: &State, blocks: &[(FuncId, BlockId)], view: &View<'_>) {
        let Some(visits) = self.states.get_mut(&state.id) else { return };
        // The last block is where a fork led; a state forked there inherits what was before it.
        let (last, on_the_way) = match blocks.split_last() {
            Some((last, rest)) => (Some(last), rest),
            None => (None, blocks),
        };
        visits.enter(on_the_way, state.steps, view);
        visits.before = Some(Box::new((visits.by_block.clone(), visits.steps)));
        visits.enter(last.map_or(&[], std::slice::from_ref), state.steps, view);
    }

    fn gone(&mut self, state: StateId) {
        self.states.remove(&state);
    }

    fn wants_blocks(&self) -> bool {
        true
    }
}
