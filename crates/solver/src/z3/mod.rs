//! The Z3 back end: every sort and operation, slower than the blaster. Also the second opinion in tests.

mod encode;
mod float;
mod model;
mod raw;
mod watch;

use crate::{Answer, Core, Counter, Limits, Solver, Why};
use encode::Encoder;
use homing_term::{Op, Sort, Term, Terms};
use raw::Verdict;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Decides conjunctions over all sorts with libz3, in-process. Every query runs in fresh Z3 solvers, so an answer
/// does not depend on earlier queries; only the translation of terms is kept.
///
/// Not decided at all: remainders of floats wider than 32 bits, whose circuit is astronomic (`Unsupported`).
pub struct Z3 {
    /// Made at the first query; dropped after an error.
    encoder: Option<Encoder>,
    limits: Limits,
    stop: Option<Arc<AtomicBool>>,
    generation: u32,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    queries: u64,
    sat: u64,
    unsat: u64,
    resources: u64,
    full: u64,
}

/// What a query costs before Z3 counts anything, in units of effort.
const QUERY: u64 = 30_000;
/// What the full solver costs beside that.
const FULL: u64 = 500_000;
/// Units of effort per unit of Z3's own count (`rlimit`).
const RESOURCE: u64 = 40;
/// Translations are thrown away beyond this many expressions.
const MAX_HELD: usize = 2_000_000;

impl Z3 {
    /// A back end that keeps these limits.
    pub fn new(limits: Limits) -> Z3 {
        Z3 { encoder: None, limits, stop: None, generation: 0, counts: Counts::default() }
    }

    /// The same that answers `Interrupted`, also in the middle of a query, once this is set.
    pub fn with_stop(mut self, stop: Option<Arc<AtomicBool>>) -> Z3 {
        self.stop = stop;
        self
    }

    /// Sets the limits of the next queries.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn decide(&mut self, terms: &mut Terms, asserts: &[Term]) -> Result<Answer, Why> {
        if self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Err(Why::Interrupted);
        }
        let mut encoder = match self.encoder.take() {
            Some(e) => e,
            None => {
                let mut new = Encoder::new()?;
                new.raw.stop_with(self.stop.clone());
                new
            }
        };
        if self.generation != terms.generation() || encoder.raw.held() > MAX_HELD {
            self.generation = terms.generation();
            encoder.forget();
        }
        let mut formulas = Vec::with_capacity(asserts.len());
        for &t in asserts {
            match encoder.boolean(terms, t) {
                Ok(formula) => formulas.push(formula),
                Err(why) => {
                    self.encoder = Some(encoder);
                    return Err(why);
                }
            }
        }
        let (resources, full) = (encoder.raw.resources, encoder.raw.full);
        let verdict = encoder.raw.solve(&formulas, &self.limits, is_linear(terms, asserts));
        self.counts.resources += encoder.raw.resources - resources;
        self.counts.full += encoder.raw.full - full;
        let answer = match verdict? {
            // Named asserts, which a core needs, keep Z3 from choosing a procedure by the kind of problem.
            Verdict::Unsat => Answer::Unsat(Core::all()),
            Verdict::Unknown(why) => Answer::Unknown(why),
            Verdict::Sat(found) => {
                let model = model::read(&mut encoder, terms, asserts, &found);
                encoder.raw.release_model(found);
                Answer::Sat(model?)
            }
        };
        self.encoder = Some(encoder);
        Ok(answer)
    }
}

impl Solver for Z3 {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        self.counts.queries += 1;
        let answer = self.decide(terms, asserts).unwrap_or_else(Answer::Unknown);
        match answer {
            Answer::Sat(_) => self.counts.sat += 1,
            Answer::Unsat(_) => self.counts.unsat += 1,
            Answer::Unknown(_) => {}
        }
        answer
    }

    fn name(&self) -> &str {
        "z3"
    }

    fn set_work(&mut self, work: u64) {
        self.limits.set_work(work);
    }

    fn effort(&self) -> u64 {
        QUERY * self.counts.queries + FULL * self.counts.full + RESOURCE * self.counts.resources
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        let c = &self.counts;
        let all = [("queries", c.queries), ("sat", c.sat), ("unsat", c.unsat), ("full", c.full), ("resources", c.resources)];
        out.extend(all.map(|(what, value)| Counter::new("z3", what, value)));
    }
}

/// Is it about integers, without products and quotients of them? The plain solver is good at these, while its resource
/// count does not tell how hard it works on others.
fn is_linear(terms: &Terms, asserts: &[Term]) -> bool {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut todo = asserts.to_vec();
    let mut integers = false;
    while let Some(t) = todo.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = terms.args(t);
        match terms.op(t) {
            Op::Const | Op::Var(_) | Op::Ite | Op::Eq | Op::IAdd | Op::ISub | Op::INeg | Op::ILe | Op::ILt => {}
            Op::And | Op::Or | Op::Not if terms.width(t) == 1 => {}
            Op::IMul | Op::IDiv | Op::IRem if terms.as_int(args[1]).is_some() => {}
            _ => return false,
        }
        integers |= terms.sort(t) == Sort::Int;
        todo.extend(args);
    }
    integers
}
