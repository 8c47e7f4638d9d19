//! Shows queries and their answers to a sink.

use std::fmt;
use std::sync::Arc;

use crate::{Answer, Counter, Solver};
use homing_term::{Term, Terms};

use crate::clock::thread_ns;
use crate::path::HARD;

/// One query as text.
pub struct Logged<'a> {
    /// Counted from 1.
    pub number: u64,
    /// A complete SMT-LIB script.
    pub script: &'a str,
    /// What was answered.
    pub answer: &'a Answer,
    /// By whom, as far as known.
    pub by: &'a str,
    /// What it cost, in units of [`Solver::effort`], and in CPU seconds of this thread.
    pub work: u64,
    pub seconds: f64,
}

/// Gets what a log shows, for callers that configure solvers somebody else makes.
#[derive(Clone)]
pub struct Sink(Arc<dyn Fn(&Logged<'_>) + Send + Sync>);

impl Sink {
    /// From what gets it.
    pub fn new(get: impl Fn(&Logged<'_>) + Send + Sync + 'static) -> Sink {
        Sink(Arc::new(get))
    }
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sink")
    }
}

/// Hands each query with its answer to a sink, which may write it somewhere or collect it.
pub struct QueryLog {
    inner: Box<dyn Solver>,
    sink: Box<dyn FnMut(&Logged<'_>)>,
    queries: u64,
    /// Queries that cost less are not shown.
    from: u64,
}

impl QueryLog {
    /// Logs what goes to `inner`.
    pub fn new(inner: Box<dyn Solver>, sink: Box<dyn FnMut(&Logged<'_>)>) -> QueryLog {
        QueryLog { inner, sink, queries: 0, from: 0 }
    }

    /// Logs those that were hard: the ones that reports name.
    pub fn of_hard(inner: Box<dyn Solver>, sink: Sink) -> QueryLog {
        QueryLog { inner, sink: Box::new(move |l| (sink.0)(l)), queries: 0, from: HARD }
    }
}

impl Solver for QueryLog {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        let (before, start) = (self.inner.effort(), thread_ns());
        let answer = self.inner.check(terms, asserts);
        let (work, seconds) = (self.inner.effort().saturating_sub(before), thread_ns().saturating_sub(start) as f64 * 1e-9);
        self.queries += 1;
        if work >= self.from {
            let (script, by) = (terms.smtlib(asserts), self.inner.answered_by());
            (self.sink)(&Logged { number: self.queries, script: &script, answer: &answer, by, work, seconds });
        }
        answer
    }

    fn name(&self) -> &str {
        "log"
    }

    fn set_work(&mut self, work: u64) {
        self.inner.set_work(work);
    }

    fn answered_by(&self) -> &str {
        self.inner.answered_by()
    }

    fn effort(&self) -> u64 {
        self.inner.effort()
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        out.push(Counter::new("log", "queries", self.queries));
        self.inner.counters(out);
    }
}
