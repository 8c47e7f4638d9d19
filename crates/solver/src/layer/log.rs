//! Shows every query and its answer to a sink.

use crate::{Answer, Counter, Solver};
use homing_term::{Term, Terms};

/// One query as text.
pub struct Logged<'a> {
    /// Counted from 1.
    pub number: u64,
    /// A complete SMT-LIB script.
    pub script: &'a str,
    /// What was answered.
    pub answer: &'a Answer,
}

/// Hands each query with its answer to a sink, which may write it somewhere or collect it.
pub struct QueryLog {
    inner: Box<dyn Solver>,
    sink: Box<dyn FnMut(&Logged<'_>)>,
    queries: u64,
}

impl QueryLog {
    /// Logs what goes to `inner`.
    pub fn new(inner: Box<dyn Solver>, sink: Box<dyn FnMut(&Logged<'_>)>) -> QueryLog {
        QueryLog { inner, sink, queries: 0 }
    }
}

impl Solver for QueryLog {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        let answer = self.inner.check(terms, asserts);
        self.queries += 1;
        let script = terms.smtlib(asserts);
        (self.sink)(&Logged { number: self.queries, script: &script, answer: &answer });
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
