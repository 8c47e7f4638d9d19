//! `astar`: the way so far and the way to go.

use homing_exec::State;
use homing_explore::View;

use crate::ranked::Metric;

/// Depth + distance, the depth counted in instructions executed (KLEE-Reach manual, 3.2, equation 1).
pub struct AStar;

impl Metric for AStar {
    fn of(&mut self, state: &State, view: &View<'_>) -> u64 {
        view.distance(state).map_or(u64::MAX, |d| state.steps + u64::from(d))
    }

    fn left(&self, state: &State, _metric: u64, view: &View<'_>) -> u64 {
        view.distance(state).map_or(u64::MAX, u64::from)
    }
}
