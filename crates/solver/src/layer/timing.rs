//! Counts queries and measures how long they take.

use crate::{Answer, Counter, Solver};
use homing_term::{Term, Terms};
use std::time::Instant;

/// Statistics of all queries that pass. Time is measured, never acted upon.
pub struct Timing {
    inner: Box<dyn Solver>,
    sat: u64,
    unsat: u64,
    unknown: u64,
    total_ns: u64,
    longest_ns: u64,
}

impl Timing {
    /// Measures `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Timing {
        Timing { inner, sat: 0, unsat: 0, unknown: 0, total_ns: 0, longest_ns: 0 }
    }
}

impl Solver for Timing {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        let start = Instant::now();
        let answer = self.inner.check(terms, asserts);
        let ns = start.elapsed().as_nanos() as u64;
        self.total_ns += ns;
        self.longest_ns = self.longest_ns.max(ns);
        match answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        answer
    }

    fn name(&self) -> &str {
        "timing"
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
        let all = [
            ("queries", self.sat + self.unsat + self.unknown),
            ("sat", self.sat),
            ("unsat", self.unsat),
            ("unknown", self.unknown),
            ("total_ns", self.total_ns),
            ("longest_ns", self.longest_ns),
        ];
        out.extend(all.map(|(what, value)| Counter::new("timing", what, value)));
        self.inner.counters(out);
    }
}
