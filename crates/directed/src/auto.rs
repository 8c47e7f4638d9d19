//! `auto`: what measures best overall.

use homing_exec::StateId;
use homing_explore::{Action, Dfs, Event, Interleave, Strategy, View};

use crate::astar::AStar;
use crate::guess::Guess;
use crate::sdse::Sdse;
use crate::spec::klee;
use crate::{Ranked, Ties};

/// Guessing gets one part in so many of what the run costs, and so much at once as soon as the run turns out not to be over in no time.
const GUESSING: u64 = 8;
const OPENING: u64 = 200_000;
const NO_TIME: u64 = 10_000;

/// Equal shares of the work for the shortest distance, for A*, for random paths with coverage, and for depth first. Each is best where
/// others are stuck, and none costs more than its share: SDSE where the way to the target is open, A* where the nearest states
/// are stuck, KLEE's where the target is far from what distances say, depth first where any long path will do. Beside them, a
/// small part of the run goes to guessing, for programs where paths are long and almost any input will do: it comes early, because
/// a single question about a long path can take the rest of the time.
///
/// The first two are patient: a path that does not come nearer must not take their whole share for ever.
///
/// Directed Symbolic Execution, 3.2, suggests to combine the strengths of SDSE and KLEE in turns; the others were added by measuring.
pub fn auto(seed: u64) -> Box<dyn Strategy> {
    let forking = Interleave::new(vec![
        Box::new(Ranked::new(Sdse, Ties::Newest, true, seed)),
        Box::new(Ranked::new(AStar, Ties::Newest, true, seed)),
        klee(seed),
        Box::new(Dfs::default()),
    ]);
    Box::new(Auto { forking, guess: Guess::new(seed), guessed: 0 })
}

struct Auto {
    forking: Interleave,
    guess: Guess,
    /// What guessing has cost.
    guessed: u64,
}

impl Strategy for Auto {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        match event {
            Event::Guessed { work, .. } => {
                self.guessed += work;
                self.guess.observe(event, view);
            }
            _ => self.forking.observe(event, view),
        }
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        let share = if view.cost < NO_TIME { 0 } else { OPENING.max(view.cost / GUESSING) };
        if self.guessed < share { self.guess.next(view) } else { self.forking.next(view) }
    }

    fn wants_blocks(&self) -> bool {
        self.forking.wants_blocks()
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        self.forking.describe(max)
    }
}
