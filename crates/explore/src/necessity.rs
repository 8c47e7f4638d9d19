//! Necessary conditions beside the search: one that cannot be satisfied is a proof, a model of another one is run as a guess.
//!
//! A target that resists has its condition built once, after so much work of the search; building and asking are bounded by work, too.

use homing_ir::TargetId;
use homing_necessary::{Condition, Ends, Found, Given, Options, build};
use homing_solver::{Limits, Solver, SolverConfig, stack, z3};
use homing_term::Terms;

use crate::engine::{Engine, is_place};
use crate::{Hooks, Start, Verdict};

/// Work of the search after which conditions are built.
pub(crate) const AFTER: u64 = 5_000_000;

/// Work of each question about one.
const QUESTION: u64 = 20_000_000;

/// What conditions have come to.
pub(crate) struct Necessity {
    /// Cost of the search at which they are built; none if they have been, or are not wanted.
    due: Option<u64>,
    /// What was proved by one, and how.
    pub proved: Vec<String>,
}

impl Necessity {
    /// After so much work; never if there is nothing to be gained.
    pub fn new(after: Option<u64>) -> Necessity {
        Necessity { due: after, proved: Vec::new() }
    }
}

impl Engine<'_> {
    /// Is it time to ask what every run to a target satisfies?
    pub(crate) fn necessity_is_due(&self) -> bool {
        self.necessity.due.is_some_and(|due| self.cost() >= due)
    }

    /// Asks that for each target that is open.
    pub(crate) fn ask_what_is_necessary(&mut self, hooks: &mut dyn Hooks) {
        self.necessity.due = None;
        if self.config.start != Start::Program || self.exec.has_numbers() {
            return;
        }
        for i in 0..self.targets.len() {
            let place = is_place(self.exec.program(), &self.targets[i]);
            if place && self.is_provable(i) && !self.exec.is_stopped() {
                self.ask_for(i, hooks);
            }
        }
    }

    fn ask_for(&mut self, i: usize, hooks: &mut dyn Hooks) {
        let (program, entry) = (self.exec.program(), self.runs.entry());
        let config = SolverConfig { limits: Limits::of_work(QUESTION), ..self.solver_config() };
        let options = Options::default();
        let target = TargetId(i as u32);
        let asked = self.apart("a necessary condition", || {
            let condition = build(program, entry, target, &options).ok()?;
            let unreachable = is_unreachable(&condition, &options, &config);
            let guess = if unreachable { Found::No } else { ask(&condition, Ends::Target, &options, &mut *stack(&config)) };
            Some((condition.size(), condition.loops, unreachable, guess))
        });
        let Some(Some((size, loops, unreachable, guess))) = asked else { return };
        if unreachable && !self.poisoned && self.is_backed(&[i], hooks) {
            let label = self.targets[i].label.clone();
            self.necessity.proved.push(format!(
                "no run gets to {label}: what every such run satisfies ({size} parts, {loops} loops) has no solution; `homing necessary` shows it"
            ));
            self.decide(target, Verdict::Unreachable);
        }
        if let Found::Yes(given) = guess {
            self.run_with(given.iter().map(Given::bytes).collect(), hooks);
        }
    }
}

fn ask(c: &Condition, ends: Ends, options: &Options, solver: &mut dyn Solver) -> Found {
    c.ask(ends, options, &mut Terms::new(), solver)
}

/// Do two solvers that share nothing say so?
fn is_unreachable(c: &Condition, options: &Options, config: &SolverConfig) -> bool {
    let says = |solver: &mut dyn Solver| matches!(ask(c, Ends::TargetOrError, options, solver), Found::No);
    says(&mut *stack(config)) && says(&mut *z3(&config.limits, config.stop.clone(), config.starter.as_ref()))
}
