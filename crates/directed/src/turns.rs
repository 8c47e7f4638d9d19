//! Several strategies by turns that grow.

use homing_exec::StateId;
use homing_explore::{Action, Event, Strategy, View};

/// Gives each of several strategies the same part of what the run costs ([`View::cost`]), in turns that become twice as long from round to round. All of them see all
/// states, and whoever goes on where another has just been is led away by what that one left; in long turns each has the time to go its own
/// way, and since they grow, none has to wait for long at the beginning.
pub struct Turns {
    parts: Vec<Box<dyn Strategy>>,
    turn: usize,
    /// What a turn costs in this round, and what is left of the present one.
    length: u64,
    left: u64,
    /// It has chosen when the run had cost so much, and what that took is not told yet: other work is not its own.
    since: Option<u64>,
}

/// A state runs for so many instructions at least, even at the end of a turn.
const LEAST: u64 = 1_000;

impl Turns {
    /// `first`: cost of each turn in the first round. There is at least one part.
    pub fn new(first: u64, parts: Vec<Box<dyn Strategy>>) -> Turns {
        Turns { parts, turn: 0, length: first.max(1), left: first.max(1), since: None }
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        if self.turn >= self.parts.len() {
            self.turn = 0;
            self.length = self.length.saturating_mul(2);
        }
        self.left = self.length;
    }
}

impl Strategy for Turns {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        self.parts.iter_mut().for_each(|p| p.observe(event, view));
        if event.work().is_some_and(|w| w > 0)
            && let Some(since) = self.since.take()
        {
            self.left = self.left.saturating_sub(view.cost.saturating_sub(since).max(1));
        }
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        if self.left == 0 {
            self.next_turn();
        }
        self.since = Some(view.cost);
        match self.parts.get_mut(self.turn).map_or(Action::Done, |p| p.next(view)) {
            Action::Forward { state, steps } => Action::Forward { state, steps: steps.min(self.left.max(LEAST)) },
            other => other,
        }
    }

    fn wants_blocks(&self) -> bool {
        self.parts.iter().any(|p| p.wants_blocks())
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        self.parts.get(self.turn).map_or(Vec::new(), |p| p.describe(max))
    }
}
