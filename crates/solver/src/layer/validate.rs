//! Evaluates the asserts under every model.

use crate::{Answer, Counter, Solver, Why};
use homing_term::{Term, Terms};

/// Lets no model through under which an assert is false: the answer is then `Unknown(Why::Failed)`.
pub struct Validate {
    inner: Box<dyn Solver>,
    validated: u64,
    wrong: u64,
}

impl Validate {
    /// Validates the models of `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Validate {
        Validate { inner, validated: 0, wrong: 0 }
    }
}

impl Solver for Validate {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        let answer = self.inner.check(terms, asserts);
        let Answer::Sat(model) = &answer else { return answer };
        self.validated += 1;
        match asserts.iter().find(|&&t| terms.eval64(t, model) != 1) {
            None => answer,
            Some(t) => {
                self.wrong += 1;
                Answer::Unknown(Why::Failed(format!("the model of {} makes {t} false", self.inner.name())))
            }
        }
    }

    fn name(&self) -> &str {
        "validate"
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
        out.push(Counter::new("validate", "validated", self.validated));
        out.push(Counter::new("validate", "wrong", self.wrong));
        self.inner.counters(out);
    }
}
