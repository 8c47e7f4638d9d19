//! Why a conjunction cannot hold.

use std::rc::Rc;

use homing_term::{Term, Terms};

use crate::{Answer, Solver};

/// Asserts of a query that cannot hold together, or simply all of them where nobody can say more.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Core(Option<Rc<[Term]>>);

impl Core {
    /// Nothing is known but that the whole is unsatisfiable.
    pub fn all() -> Core {
        Core(None)
    }

    /// These are.
    pub fn of(terms: impl Into<Rc<[Term]>>) -> Core {
        Core(Some(terms.into()))
    }

    /// The terms, of a query with these asserts.
    pub fn terms<'a>(&'a self, asserts: &'a [Term]) -> &'a [Term] {
        self.0.as_deref().unwrap_or(asserts)
    }
}

/// Takes terms out of an unsatisfiable set that it does not need, with at most so many questions.
pub fn minimised(solver: &mut dyn Solver, terms: &mut Terms, core: &[Term], questions: usize) -> Vec<Term> {
    let mut needed = core.to_vec();
    let mut at = needed.len();
    for _ in 0..questions {
        if at == 0 {
            break;
        }
        at -= 1;
        let mut fewer = needed.clone();
        fewer.remove(at);
        if let Answer::Unsat(core) = solver.check(terms, &fewer) {
            let kept = core.terms(&fewer);
            // What stands behind this place was looked at already and is needed; the answer may have left out more before it.
            at = fewer[..at].iter().filter(|t| kept.contains(t)).count();
            needed = fewer.iter().copied().filter(|t| kept.contains(t)).collect();
        }
    }
    needed
}
