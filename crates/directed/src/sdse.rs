//! `sdse`: shortest distance, between functions.

use homing_exec::State;
use homing_explore::View;

use crate::ranked::Metric;

/// The distance to the nearest open target over paths whose calls and returns match, returns over the state's own stack (Directed
/// Symbolic Execution, 2.2: InterSDSE).
pub struct Sdse;

impl Metric for Sdse {
    fn of(&mut self, state: &State, view: &View<'_>) -> u64 {
        view.distance(state).map_or(u64::MAX, u64::from)
    }
}
