//! `fuzz`: native runs with mutated inputs.

use homing_explore::{Action, Event, Strategy, View};

use crate::guess::Guess;

/// Blocks of the first slice, and of the largest.
const FIRST: u64 = 10_000_000;
const LARGEST: u64 = 40_000_000;

/// Runs the program natively, very often, with inputs that are made from those that came to something new: nothing is solved, nothing is
/// forked. It cannot decide that something is unreachable: on its own it only ends at a limit. Where the program cannot be run like that, it
/// guesses.
#[derive(Debug)]
pub struct Fuzz {
    seed: u64,
    budget: u64,
    guess: Option<Guess>,
}

impl Fuzz {
    pub fn new(seed: u64) -> Fuzz {
        Fuzz { seed, budget: FIRST, guess: Some(Guess::new(seed)) }
    }

    /// One that does not guess.
    pub fn alone(seed: u64) -> Fuzz {
        Fuzz { seed, budget: FIRST, guess: None }
    }
}

impl Strategy for Fuzz {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        match event {
            // Starting a child costs something: those that come later may take longer.
            Event::Fuzzed { .. } => self.budget = (self.budget * 2).min(LARGEST),
            Event::Guessed { .. } => self.guess.iter_mut().for_each(|g| g.observe(event, view)),
            _ => {}
        }
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        match &mut self.guess {
            _ if view.can_fuzz => Action::Fuzz { seed: self.seed, budget: self.budget },
            Some(guess) => guess.next(view),
            None => Action::Done,
        }
    }
}
