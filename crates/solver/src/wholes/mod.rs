//! Questions about bit vectors, asked as questions about whole numbers.
//!
//! A circuit forgets what a division by a constant is: that `x = 10 * q + r` and `0 <= r < 10`. Where a question is about sums, multiples
//! and quotients by constants, it is read as one about integers ([`reading`]), of which every solution of the question is a solution. So a
//! contradiction is one of the question too; a solution counts only if the question itself holds under it.

mod bounds;
mod reading;

use crate::layer::variables;
use crate::{Answer, Core, Counter, Solver, Why};
pub(crate) use bounds::{Narrowed, narrowed};
use homing_term::{BigInt, Model, Sort, Term, Terms};
use reading::Reading;

/// Asks about whole numbers instead of bits.
pub struct Wholes {
    linear: Box<dyn Solver>,
    unsat: u64,
    sat: u64,
    vain: u64,
}

impl Wholes {
    /// With a back end for linear integers.
    pub fn new(linear: Box<dyn Solver>) -> Wholes {
        Wholes { linear, unsat: 0, sat: 0, vain: 0 }
    }

    /// The answer, where the question has such a reading and that tells.
    pub(crate) fn ask(&mut self, terms: &mut Terms, asserts: &[Term]) -> Option<Answer> {
        let reading = reading::read(terms, asserts)?;
        match self.linear.check(terms, &reading.asserts) {
            Answer::Unsat(_) => {
                self.unsat += 1;
                return Some(Answer::Unsat(Core::all()));
            }
            Answer::Sat(found) => {
                let model = model(terms, asserts, &reading, &found);
                if asserts.iter().all(|&t| terms.eval64(t, &model) == 1) {
                    self.sat += 1;
                    return Some(Answer::Sat(model));
                }
            }
            Answer::Unknown(Why::Interrupted) => return Some(Answer::Unknown(Why::Interrupted)),
            Answer::Unknown(_) => {}
        }
        self.vain += 1;
        None
    }

    pub(crate) fn set_work(&mut self, work: u64) {
        self.linear.set_work(work);
    }

    pub(crate) fn effort(&self) -> u64 {
        self.linear.effort()
    }

    pub(crate) fn counters(&self, out: &mut Vec<Counter>) {
        let all = [("unsat", self.unsat), ("sat", self.sat), ("vain", self.vain)];
        out.extend(all.map(|(what, value)| Counter::new("wholes", what, value)));
        self.linear.counters(out);
    }
}

/// The bits of the numbers that were found; 0 for variables that the reading left out.
fn model(terms: &mut Terms, asserts: &[Term], reading: &Reading, found: &Model) -> Model {
    let mut model = Model::new();
    for v in variables(terms, asserts) {
        let Sort::Bits(w @ 1..=64) = terms.var_info(v).sort else { continue };
        let value = match reading.vars.get(&v) {
            Some(&whole) => found.get_int(whole).and_then(|x: BigInt| u64::try_from(x).ok()),
            None => found.get64(v),
        };
        model.set64(v, value.unwrap_or(0) & (u64::MAX >> (64 - w)));
    }
    model
}

/// A constant as a signed number.
fn signed(w: u32, c: u64) -> i128 {
    i128::from((c << (64 - w)) as i64 >> (64 - w))
}
