//! A second opinion on whole path conditions, for tests.
//!
//! Slices, domains, models and caches answer most questions before any solver sees them. An audit asks another solver
//! about the whole conjunction whenever one of them rules something out, and evaluates the whole conjunction
//! whenever one of them offers a model.

use super::{Context, May, Path, Proof, Witness, set_unit};
use crate::{Answer, Solver, Why};
use homing_term::{Model, Term, Terms};

/// Checks every answer of [`Path::decide`], [`Path::may`] and [`Path::range`]. An answer that does not stand becomes
/// [`May::Unknown`], so that nothing is concluded from it, and is recorded.
pub struct Audit {
    second: Box<dyn Solver>,
    /// Conjunctions that the second solver was asked about.
    pub asked: u64,
    /// Those that it could not decide; the first answer stands then.
    pub undecided: u64,
    /// Answers that did not stand, each with a script that shows it.
    pub wrong: Vec<String>,
}

impl Audit {
    /// Asks `second` about whole conjunctions.
    pub fn new(second: Box<dyn Solver>) -> Audit {
        Audit { second, asked: 0, undecided: 0, wrong: Vec::new() }
    }

    /// Somebody says that this conjunction has no solution.
    fn refuted(&mut self, terms: &mut Terms, asserts: &[Term], what: &str) -> Result<(), Why> {
        self.asked += 1;
        match self.second.check(terms, asserts) {
            Answer::Unsat(_) => Ok(()),
            Answer::Unknown(_) => {
                self.undecided += 1;
                Ok(())
            }
            Answer::Sat(model) => Err(self.object(terms, asserts, &format!("{what} has the solution {model:?}"))),
        }
    }

    /// Somebody says that this model is a solution.
    fn satisfied(&mut self, terms: &mut Terms, asserts: &[Term], model: &Model, what: &str) -> Result<(), Why> {
        match asserts.iter().find(|t| terms.eval64(**t, model) != 1) {
            None => Ok(()),
            Some(t) => {
                let text = format!("{what}: {} does not hold under the witness {model:?}", terms.display(*t));
                Err(self.object(terms, asserts, &text))
            }
        }
    }

    fn object(&mut self, terms: &mut Terms, asserts: &[Term], text: &str) -> Why {
        self.wrong.push(format!("{text}\n{}", terms.smtlib(asserts)));
        Why::Failed(format!("the second opinion differs: {text}"))
    }
}

impl Path {
    /// The answer on one side of a condition, or `Unknown` if the audit finds it wrong.
    pub(super) fn audited(&self, cx: &mut Context, cond: Term, truth: bool, answer: May) -> May {
        let Some(mut audit) = cx.audit.take() else { return answer };
        let cond = if truth { cond } else { cx.terms.not(cond) };
        let asserts = self.whole(cond);
        let checked = match &answer {
            May::Unknown(_) => Ok(()),
            May::No => audit.refuted(&mut cx.terms, &asserts, "a side that was ruled out"),
            May::Yes(witness) => {
                let model = self.model_with(cx, witness);
                audit.satisfied(&mut cx.terms, &asserts, &model, "a side that was found possible")
            }
        };
        cx.audit = Some(audit);
        match checked {
            Ok(()) => answer,
            Err(why) => May::Unknown(why),
        }
    }

    /// Bounds of a term; those of its width if the audit finds a value outside.
    pub(super) fn audited_range(&self, cx: &mut Context, t: Term, (lo, hi): (u64, u64), full: (u64, u64)) -> (u64, u64) {
        if (lo, hi) == full || cx.audit.is_none() {
            return (lo, hi);
        }
        let Some(mut audit) = cx.audit.take() else { return (lo, hi) };
        let width = cx.terms.width(t);
        let (low, high) = (cx.terms.bits(width, lo), cx.terms.bits(width, hi));
        let (below, above) = (cx.terms.ult(t, low), cx.terms.ugt(t, high));
        let outside = cx.terms.or(below, above);
        let checked = audit.refuted(&mut cx.terms, &self.whole(outside), &format!("a value outside of {lo}..={hi}"));
        cx.audit = Some(audit);
        if checked.is_ok() { (lo, hi) } else { full }
    }

    fn whole(&self, cond: Term) -> Vec<Term> {
        self.constraints().map(|(t, _)| t).chain([cond]).collect()
    }

    fn model_with(&self, cx: &mut Context, witness: &Witness) -> Model {
        let mut model = self.model(cx);
        match &witness.0 {
            Proof::Carried => {}
            Proof::Unit { base, value } => set_unit(&cx.terms, *base, *value, &mut model),
            Proof::Model(m) => model.merge(m),
        }
        model
    }
}
