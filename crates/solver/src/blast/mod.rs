//! The bit-blasting back end: bit-vector terms become gates, asserts become assumptions.

mod encode;
mod gates;
mod words;

use crate::layer::variables;
use crate::sat::{Budget, Cdcl, Lit, Outcome, Sat};
use crate::{Answer, Core, Counter, Limits, Solver, Why};
use encode::Encoder;
use homing_term::{Model, Term, Terms};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Decides conjunctions over `Bits` of any width (no floats, integers or arrays: those are `Unsupported`).
///
/// Incremental: circuits, learnt clauses and the trail of a common prefix of asserts carry over from query to query.
/// The circuit is thrown away when it has outgrown the queries, which changes no answer but can change which model
/// is found; being counted, it happens at the same place in every run.
pub struct Blaster<S: Sat = Cdcl> {
    encoder: Encoder<S>,
    limits: Limits,
    reset_ratio: u64,
    min_vars: usize,
    stop: Option<Arc<AtomicBool>>,
    generation: u32,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    queries: u64,
    sat: u64,
    unsat: u64,
    resets: u64,
}

/// The circuit is thrown away when the work spent outside the queries' cones is this many times the last cone: several
/// times what building it anew costs, because what was learnt is lost too.
const RESET_RATIO: u64 = 100;
/// A circuit of fewer variables is never thrown away.
const MIN_VARS: usize = 5_000;
/// What a query costs before anything is built or searched, in units of effort.
const QUERY: u64 = 50;
/// The circuit is thrown away beyond this many variables, unless most of them are in use.
const MAX_VARS: usize = 2_000_000;

impl Blaster {
    /// A back end on the solver of this crate.
    pub fn new(limits: Limits) -> Blaster {
        Blaster::on(limits)
    }
}

impl<S: Sat> Blaster<S> {
    /// A back end on any SAT solver.
    pub fn on(limits: Limits) -> Blaster<S> {
        Blaster {
            encoder: Encoder::new(),
            limits,
            reset_ratio: RESET_RATIO,
            min_vars: MIN_VARS,
            stop: None,
            generation: 0,
            counts: Counts::default(),
        }
    }

    /// Sets when the circuit is thrown away: when it has more than `min_vars` variables and the work outside the queries'
    /// cones is `ratio` times the last cone.
    pub fn with_reset(mut self, min_vars: usize, ratio: u64) -> Blaster<S> {
        (self.min_vars, self.reset_ratio) = (min_vars, ratio);
        self
    }

    /// Makes the back end answer `Interrupted` once the flag is set.
    pub fn with_stop(mut self, stop: Option<Arc<AtomicBool>>) -> Blaster<S> {
        self.encoder.stop_with(stop.clone());
        self.stop = stop;
        self
    }

    /// Sets the conflicts that the next queries may have.
    pub(crate) fn set_conflicts(&mut self, conflicts: u64) {
        self.limits.conflicts = conflicts;
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed))
    }

    fn clean_up(&mut self, terms: &Terms) {
        let sat = self.encoder.sat();
        let cone = sat.cone().max(100);
        let wasteful = sat.idle() > self.reset_ratio.saturating_mul(cone as u64) && sat.vars() > self.min_vars;
        if wasteful || sat.vars() > MAX_VARS.max(2 * cone) {
            self.reset();
        }
        if self.generation != terms.generation() {
            self.generation = terms.generation();
            self.encoder.forget_terms();
        }
    }

    /// The asserts as literals, each with its term; or the one that is false whatever the inputs.
    fn assumptions(&mut self, terms: &Terms, asserts: &[Term], until: u64) -> Result<Result<Vec<(Lit, Term)>, Term>, Why> {
        let mut assumptions = Vec::with_capacity(asserts.len());
        for &t in asserts {
            match self.encoder.bit(terms, t, until)? {
                Lit::TRUE => {}
                Lit::FALSE => return Ok(Err(t)),
                lit => assumptions.push((lit, t)),
            }
        }
        Ok(Ok(assumptions))
    }

    fn decide(&mut self, terms: &mut Terms, asserts: &[Term]) -> Result<Answer, Why> {
        let until = self.encoder.sat().work().saturating_add(self.limits.work);
        let mut assumptions = self.assumptions(terms, asserts, until);
        if assumptions == Err(Why::Resources) && self.encoder.sat().work() <= until {
            // It may fit into an empty circuit.
            self.reset();
            assumptions = self.assumptions(terms, asserts, until);
            if assumptions.is_err() {
                self.reset();
            }
        } else if assumptions == Err(Why::Interrupted) {
            self.reset();
        }
        let named = match assumptions? {
            Ok(named) => named,
            Err(never) => return Ok(Answer::Unsat(Core::of([never]))),
        };
        let assumptions: Vec<Lit> = named.iter().map(|(lit, _)| *lit).collect();
        let start = Instant::now();
        let (time, stop) = (self.limits.time, self.stop.clone());
        let mut guard = || time.is_some_and(|t| start.elapsed() > t) || stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed));
        let budget = Budget { conflicts: self.limits.conflicts, work: self.limits.work };
        match self.encoder.sat_mut().solve(&assumptions, budget, &mut guard) {
            Outcome::Sat => Ok(Answer::Sat(self.model(terms, asserts))),
            Outcome::Unsat => Ok(Answer::Unsat(self.core(&named))),
            Outcome::Conflicts => Err(Why::Conflicts),
            Outcome::Work => Err(Why::Resources),
            Outcome::Stopped if self.is_stopped() => Err(Why::Interrupted),
            Outcome::Stopped => Err(Why::Time),
        }
    }

    fn core(&self, named: &[(Lit, Term)]) -> Core {
        let failed = self.encoder.sat().failed();
        let terms: Vec<Term> = named.iter().filter(|(lit, _)| failed.contains(lit)).map(|(_, t)| *t).collect();
        Core::of(terms)
    }

    fn reset(&mut self) {
        self.encoder.reset();
        self.counts.resets += 1;
    }

    fn model(&self, terms: &mut Terms, asserts: &[Term]) -> Model {
        let vars = variables(terms, asserts);
        vars.iter().map(|&v| (v, self.encoder.input_value(v))).collect()
    }
}

impl<S: Sat> Solver for Blaster<S> {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        self.counts.queries += 1;
        self.clean_up(terms);
        if self.is_stopped() {
            return Answer::Unknown(Why::Interrupted);
        }
        let answer = self.decide(terms, asserts).unwrap_or_else(Answer::Unknown);
        match answer {
            Answer::Sat(_) => self.counts.sat += 1,
            Answer::Unsat(_) => self.counts.unsat += 1,
            Answer::Unknown(_) => {}
        }
        answer
    }

    fn name(&self) -> &str {
        "blaster"
    }

    fn set_work(&mut self, work: u64) {
        self.limits.set_work(work);
    }

    fn effort(&self) -> u64 {
        QUERY * self.counts.queries + self.encoder.effort() + self.encoder.sat().work()
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        let c = &self.counts;
        let conflicts = self.encoder.sat().conflicts();
        let all = [("queries", c.queries), ("sat", c.sat), ("unsat", c.unsat), ("resets", c.resets), ("conflicts", conflicts)];
        out.extend(all.map(|(what, value)| Counter::new("blaster", what, value)));
    }
}
