//! `guess`: concrete runs with guessed inputs.

use homing_explore::{Action, Event, Strategy, View};

/// A run gets at least so many instructions.
const LEAST: u64 = 10_000;
/// Instructions between two choices.
const SLICE: u64 = 20_000;

/// Runs the program again and again with concrete inputs: all zero, random, small, or constants of the program. Such a run asks no
/// solver and never forks, so it gets through loops over large arrays that cost a path condition dearly, and wherever many inputs
/// will do, one is soon hit. It cannot decide that something is unreachable: on its own it only ends at a limit.
///
/// A run is given up after a quarter of the instructions spent so far, so that long runs get their chance and endless ones
/// take at most a third more than those before them.
#[derive(Debug)]
pub struct Guess {
    seed: u64,
    run: u64,
    /// Instructions of the run under way, and of all.
    spent: u64,
    total: u64,
}

impl Guess {
    pub fn new(seed: u64) -> Guess {
        Guess { seed, run: 0, spent: 0, total: 0 }
    }

    fn next_run(&mut self) {
        self.run += 1;
        self.spent = 0;
    }

    /// Run 0 is the same for every seed.
    fn number(&self) -> u64 {
        if self.run == 0 { 0 } else { self.seed.wrapping_mul(5 << 20).wrapping_add(self.run) }
    }
}

impl Strategy for Guess {
    fn observe(&mut self, event: &Event<'_>, _view: &View<'_>) {
        let Event::Guessed { work, over, .. } = event else { return };
        // A run without any instruction must not be taken for progress.
        self.spent += (*work).max(1);
        self.total += (*work).max(1);
        if *over || self.spent >= LEAST.max(self.total / 4) {
            self.next_run();
        }
    }

    fn next(&mut self, _view: &View<'_>) -> Action {
        Action::Guess { run: self.number(), steps: SLICE }
    }
}
