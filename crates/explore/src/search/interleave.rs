//! Several strategies by turns.

use homing_exec::StateId;

use crate::{Action, Event, Strategy, View};

/// Work of one turn (50 x solver calls + instructions): short ones at first, so that what one of them would find at once is not far.
const FIRST_TURN: u64 = 100;
const TURN: u64 = 2_000;

/// Gives each of several strategies its share of the work, in turns; work rather than time, so that runs repeat (Directed Symbolic
/// Execution, 2.4). All of them see all states.
pub struct Interleave {
    parts: Vec<Part>,
    turn: usize,
    /// Work left in the present turn.
    left: u64,
    /// A turn is one choice instead of an amount of work.
    by_picks: bool,
    /// It has chosen, and what that took is not told yet: other work is not its own.
    waiting: bool,
}

struct Part {
    strategy: Box<dyn Strategy>,
    share: u32,
    spent: u64,
}

impl Interleave {
    /// Equal shares of the work.
    pub fn new(parts: Vec<Box<dyn Strategy>>) -> Interleave {
        Interleave::with_shares(parts.into_iter().map(|p| (1, p)).collect())
    }

    /// The given shares of the work; none of them is zero (zero counts as one).
    pub fn with_shares(parts: Vec<(u32, Box<dyn Strategy>)>) -> Interleave {
        let parts = parts.into_iter().map(|(share, strategy)| Part { strategy, share: share.max(1), spent: 0 }).collect();
        Interleave { parts, turn: 0, left: FIRST_TURN, by_picks: false, waiting: false }
    }

    /// One choice each, by turns, however much work it is.
    pub fn round_robin(parts: Vec<Box<dyn Strategy>>) -> Interleave {
        Interleave { by_picks: true, left: 0, ..Interleave::new(parts) }
    }

    /// How much work the next turn is.
    fn turn_length(&self) -> u64 {
        let spent: u64 = self.parts.iter().map(|p| p.spent).sum();
        (spent / 4).clamp(FIRST_TURN, TURN)
    }

    /// The part that is furthest behind its share; the first of them.
    fn next_turn(&self) -> usize {
        let behind = |i: &usize| self.parts[*i].spent / u64::from(self.parts[*i].share);
        (0..self.parts.len()).min_by_key(behind).unwrap_or(0)
    }
}

impl Strategy for Interleave {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        self.parts.iter_mut().for_each(|p| p.strategy.observe(event, view));
        if let Some(work) = event.work().filter(|w| *w > 0)
            && std::mem::take(&mut self.waiting)
            && !self.by_picks
            && let Some(part) = self.parts.get_mut(self.turn)
        {
            part.spent += work;
            self.left = self.left.saturating_sub(work);
        }
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        if self.left == 0 {
            self.turn = self.next_turn();
            self.left = self.turn_length();
        }
        // Not much more than its turn, but not a few instructions either.
        let most = self.left.max(self.turn_length() / 2);
        let Some(part) = self.parts.get_mut(self.turn) else { return Action::Done };
        if self.by_picks {
            part.spent += 1;
            self.left = 0;
        }
        self.waiting = true;
        match part.strategy.next(view) {
            Action::Forward { state, steps } if !self.by_picks => Action::Forward { state, steps: steps.min(most) },
            Action::Guess { run, steps } if !self.by_picks => Action::Guess { run, steps: steps.min(most) },
            other => other,
        }
    }

    fn wants_blocks(&self) -> bool {
        self.parts.iter().any(|p| p.strategy.wants_blocks())
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let turn = if self.left == 0 { self.next_turn() } else { self.turn };
        self.parts.get(turn).map_or(Vec::new(), |p| p.strategy.describe(max))
    }
}
