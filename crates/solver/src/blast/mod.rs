//! The bit-blasting back end: bit-vector terms become gates, asserts become assumptions.

mod encode;
mod gates;
mod words;

use crate::sat::{Cdcl, Lit, Outcome, Sat};
use crate::{Answer, Counter, Limits, Solver, Why};
use encode::Encoder;
use homing_term::{Model, Term, Terms, VarId};
use std::time::Instant;

/// Decides conjunctions over `Bits` of any width (no floats, integers or arrays: those are `Unsupported`).
///
/// Incremental: circuits, learnt clauses and the trail of a common prefix of asserts carry over from query to query.
/// The circuit is thrown away when it has outgrown the queries, which changes no answer but can change which model
/// is found; being counted, it happens at the same place in every run.
pub struct Blaster<S: Sat = Cdcl> {
    encoder: Encoder<S>,
    limits: Limits,
    reset_vars: usize,
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

/// The circuit may have this many variables before anything is thrown away.
const RESET_VARS: usize = 20_000;
/// Beyond that it may be this many times the cone of the last query.
const RESET_RATIO: usize = 8;

impl Blaster {
    /// A back end on the solver of this crate.
    pub fn new(limits: Limits) -> Blaster {
        Blaster::on(limits)
    }
}

impl<S: Sat> Blaster<S> {
    /// A back end on any SAT solver.
    pub fn on(limits: Limits) -> Blaster<S> {
        Blaster { encoder: Encoder::new(), limits, reset_vars: RESET_VARS, generation: 0, counts: Counts::default() }
    }

    /// Sets how many variables the circuit may have before it is thrown away.
    pub fn with_reset_vars(mut self, vars: usize) -> Blaster<S> {
        self.reset_vars = vars;
        self
    }

    fn clean_up(&mut self, terms: &Terms) {
        let sat = self.encoder.sat();
        if sat.vars() > self.reset_vars.max(RESET_RATIO * sat.cone()) {
            self.encoder.reset();
            self.counts.resets += 1;
        }
        if self.generation != terms.generation() {
            self.generation = terms.generation();
            self.encoder.forget_terms();
        }
    }

    fn decide(&mut self, assumptions: &[Lit]) -> Outcome {
        let start = Instant::now();
        let time = self.limits.time;
        let mut guard = || time.is_some_and(|t| start.elapsed() > t);
        self.encoder.sat_mut().solve(assumptions, self.limits.conflicts, &mut guard)
    }

    fn model(&self, terms: &mut Terms, asserts: &[Term]) -> Model {
        let mut vars: Vec<VarId> = Vec::new();
        for &t in asserts {
            vars.extend(terms.support(t).iter());
        }
        vars.sort_unstable();
        vars.dedup();
        vars.iter().map(|&v| (v, self.encoder.input_value(v))).collect()
    }
}

impl<S: Sat> Solver for Blaster<S> {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        self.counts.queries += 1;
        self.clean_up(terms);
        let mut assumptions = Vec::with_capacity(asserts.len());
        for &t in asserts {
            match self.encoder.bit(terms, t) {
                Ok(Lit::TRUE) => {}
                Ok(Lit::FALSE) => {
                    self.counts.unsat += 1;
                    return Answer::Unsat;
                }
                Ok(lit) => assumptions.push(lit),
                Err(why) => return Answer::Unknown(why),
            }
        }
        match self.decide(&assumptions) {
            Outcome::Sat => {
                self.counts.sat += 1;
                Answer::Sat(self.model(terms, asserts))
            }
            Outcome::Unsat => {
                self.counts.unsat += 1;
                Answer::Unsat
            }
            Outcome::Conflicts => Answer::Unknown(Why::Conflicts),
            Outcome::Stopped => Answer::Unknown(Why::Time),
        }
    }

    fn name(&self) -> &str {
        "blaster"
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        let c = &self.counts;
        let conflicts = self.encoder.sat().conflicts();
        let all = [("queries", c.queries), ("sat", c.sat), ("unsat", c.unsat), ("resets", c.resets), ("conflicts", conflicts)];
        out.extend(all.map(|(what, value)| Counter::new("blaster", what, value)));
    }
}
