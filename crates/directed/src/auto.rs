//! `auto`: what measures best overall.

use homing_exec::StateId;
use homing_explore::{Action, Dfs, Event, Interleave, Strategy, View};

use crate::astar::AStar;
use crate::ccbse::{Ccbse, Forward, Shares};
use crate::guess::Guess;
use crate::sdse::Sdse;
use crate::spec::klee;
use crate::spread::Spread;
use crate::{Ranked, Ties};

/// Guessing gets one part in so many of what the run costs, as long as runs are given up before their end or come to new code; each run that
/// ends without halves that, down to the second number.
const GUESSING: u64 = 4;
const SELDOM: u64 = 8;
/// The same of the work, beyond [`OPENING`], while much is expected of going backwards.
const LATER: u64 = 16;
/// What it gets early, as soon as the run turns out not to be over in no time; but never more than everything else has cost so far.
const OPENING: u64 = 200_000;
const NO_TIME: u64 = 100_000;

/// Equal shares of the work for the shortest distance, for the same with a price on crowds, for A*, for random paths with coverage, and for
/// depth first. Each is best where others are stuck, and none costs more than its share: SDSE where the way to the target is open,
/// `spread` where many paths are near it that all fail alike, A* where the nearest states are stuck, KLEE's where the target is far from
/// what distances say, depth first where any long path will do. Beside them, a
/// small part of the run goes to guessing, for programs where paths are long and almost any input will do: it comes early, because
/// a single question about a long path can take the rest of the time.
///
/// Where the target is in another function, `ccbse` with `spread` works towards it from there; how much of the work it gets depends on what it
/// has found ([`Shares::Heat`]).
///
/// SDSE and A* are patient: a path that does not come nearer must not take their whole share for ever.
///
/// Directed Symbolic Execution, 3.2, suggests to combine the strengths of SDSE and KLEE in turns; the others were added by measuring.
pub fn auto(seed: u64) -> Box<dyn Strategy> {
    let forward = Interleave::new(vec![
        Box::new(Ranked::new(Spread::new(seed), Ties::Newest, false, seed)),
        Box::new(Ranked::new(Sdse, Ties::Newest, true, seed)),
        Box::new(Ranked::new(AStar, Ties::Newest, true, seed)),
        klee(seed),
        Box::new(Dfs::default()),
    ]);
    let forward = Forward { strategy: Box::new(forward), towards_trails: false, shares: Shares::Heat };
    let make = move |n: u64| -> Box<dyn Strategy> { Box::new(Ranked::new(Spread::new(seed), Ties::Newest, false, seed ^ n)) };
    let forking = Ccbse::new(Box::new(make), Some(forward));
    Box::new(Auto { forking, guess: Guess::new(seed), worked: 0, guessed: 0, part: GUESSING, fresh: 0, guesses: 0 })
}

struct Auto {
    forking: Ccbse,
    guess: Guess,
    /// Work of everything else (50 x solver calls + instructions).
    worked: u64,
    /// What guessing has cost.
    guessed: u64,
    /// It gets one part in so many.
    part: u64,
    /// New blocks of the present run.
    fresh: u32,
    /// Most inputs of a run.
    guesses: u64,
}

impl Auto {
    fn guessed(&mut self, work: u64, over: bool, fresh: u32, guesses: u64) {
        self.guessed += work;
        self.fresh += fresh;
        self.guesses = self.guesses.max(guesses);
        if over {
            self.part = if self.fresh > 0 { GUESSING } else { (self.part * 2).min(SELDOM) };
            self.fresh = 0;
        }
    }

    /// What guessing may cost so far.
    fn share(&self, cost: u64) -> u64 {
        // The run's cost has that of guessing in it.
        let others = cost.saturating_sub(self.guessed);
        match cost {
            ..NO_TIME => 0,
            // It can wait as long as much is expected of something else.
            _ if self.forking.is_hot() => (self.worked / LATER).saturating_sub(OPENING),
            // Without inputs there is nothing to guess; they may come late.
            _ if self.guesses == 0 => OPENING.min(others).max(cost / SELDOM),
            _ => OPENING.min(others).max(cost / self.part),
        }
    }
}

impl Strategy for Auto {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        match event {
            Event::Guessed { work, over, fresh, guesses } => {
                self.guessed(*work, *over, *fresh, *guesses);
                self.guess.observe(event, view);
            }
            _ => {
                self.worked += event.work().unwrap_or(0);
                self.forking.observe(event, view);
            }
        }
    }

    fn wants_retelling(&mut self) -> bool {
        self.forking.wants_retelling()
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        if view.can_guess && self.guessed < self.share(view.cost) { self.guess.next(view) } else { self.forking.next(view) }
    }

    fn wants_blocks(&self) -> bool {
        self.forking.wants_blocks()
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        self.forking.describe(max)
    }
}
