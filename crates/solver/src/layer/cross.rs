//! Asks two solvers.

use crate::{Answer, Counter, Solver, Why};
use homing_term::{Term, Terms};
use std::cell::RefCell;
use std::rc::Rc;

/// Compares every answer with that of a second solver. If one proves what the other refutes, the answer is
/// `Unknown(Why::Failed)` and the disagreement is recorded; where the second cannot tell, the first one's answer stands.
pub struct CrossCheck {
    first: Box<dyn Solver>,
    second: Box<dyn Solver>,
    compared: u64,
    record: Rc<RefCell<Vec<String>>>,
}

impl CrossCheck {
    /// Checks the answers of `first` against those of `second`.
    pub fn new(first: Box<dyn Solver>, second: Box<dyn Solver>) -> CrossCheck {
        CrossCheck { first, second, compared: 0, record: Rc::default() }
    }

    /// The disagreements so far and later, each with the query's script.
    pub fn record(&self) -> Rc<RefCell<Vec<String>>> {
        self.record.clone()
    }
}

impl Solver for CrossCheck {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        let answer = self.first.check(terms, asserts);
        if matches!(answer, Answer::Unknown(_)) {
            return answer;
        }
        let other = self.second.check(terms, asserts);
        if matches!(other, Answer::Unknown(_)) {
            return answer;
        }
        self.compared += 1;
        if answer.is_sat() == other.is_sat() {
            return answer;
        }
        let text = format!("{} answers {answer:?} and {} answers {other:?}", self.first.name(), self.second.name());
        self.record.borrow_mut().push(format!("{text}\n{}", terms.smtlib(asserts)));
        Answer::Unknown(Why::Failed(text))
    }

    fn name(&self) -> &str {
        "cross-check"
    }

    fn set_work(&mut self, work: u64) {
        self.first.set_work(work);
        self.second.set_work(work);
    }

    fn answered_by(&self) -> &str {
        self.first.answered_by()
    }

    fn effort(&self) -> u64 {
        self.first.effort()
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        out.push(Counter::new("cross-check", "compared", self.compared));
        out.push(Counter::new("cross-check", "disagreements", self.record.borrow().len() as u64));
        self.first.counters(out);
        self.second.counters(out);
    }
}
