//! Bounds that conjuncts give to terms, and questions with variables of no more bits than their bounds need.

use homing_term::{Model, Op, Sort, Term, Terms, VarId};
use rustc_hash::FxHashMap;

/// Conditions looked at at most.
const MAX_READ: usize = 3000;

/// Least and greatest values, unsigned, that the conjunction of `asserts` leaves to terms of at most 64 bits.
pub(super) fn bounds(terms: &Terms, asserts: &[Term]) -> FxHashMap<Term, (u64, u64)> {
    let mut found = Found::default();
    let mut left = MAX_READ;
    for &root in asserts {
        let mut todo = vec![(root, true)];
        while let Some((t, truth)) = todo.pop() {
            if left == 0 {
                break;
            }
            left -= 1;
            let args = terms.args(t);
            match (terms.op(t), truth) {
                (Op::Not, _) => todo.push((args[0], !truth)),
                (Op::And, true) | (Op::Or, false) if terms.width(t) == 1 => todo.extend([(args[0], truth), (args[1], truth)]),
                (op @ (Op::Ult | Op::Ule | Op::Slt | Op::Sle), _) => {
                    // a < b, or not a <= b, which is b < a.
                    let (low, high) = if truth { (args[0], args[1]) } else { (args[1], args[0]) };
                    let strict = i128::from(matches!(op, Op::Ult | Op::Slt) == truth);
                    found.less(terms, low, high, strict, matches!(op, Op::Slt | Op::Sle));
                }
                _ => {}
            }
        }
    }
    found.unsigned()
}

#[derive(Default)]
struct Found {
    unsigned: FxHashMap<Term, (i128, i128)>,
    signed: FxHashMap<Term, (i128, i128)>,
}

impl Found {
    /// `low + strict <= high`, one of the two a constant.
    fn less(&mut self, terms: &Terms, low: Term, high: Term, strict: i128, signed: bool) {
        let w = terms.width(low);
        if w > 64 {
            return;
        }
        let number = |t: Term| {
            let c = terms.as_const(t)?;
            Some(if signed { super::signed(w, c) } else { i128::from(c) })
        };
        let bounds = if signed { &mut self.signed } else { &mut self.unsigned };
        if let Some(k) = number(high) {
            let bound = bounds.entry(low).or_insert((i128::MIN, i128::MAX));
            bound.1 = bound.1.min(k - strict);
        } else if let Some(k) = number(low) {
            let bound = bounds.entry(high).or_insert((i128::MIN, i128::MAX));
            bound.0 = bound.0.max(k + strict);
        }
    }

    /// What is not negative has its signed bounds without a sign too.
    fn unsigned(mut self) -> FxHashMap<Term, (u64, u64)> {
        for (t, (lo, hi)) in self.signed {
            if lo >= 0 {
                let bound = self.unsigned.entry(t).or_insert((i128::MIN, i128::MAX));
                *bound = (bound.0.max(lo), bound.1.min(hi));
            }
        }
        let within = |x: i128| x.clamp(0, i128::from(u64::MAX)) as u64;
        self.unsigned.into_iter().map(|(t, (lo, hi))| (t, (within(lo), within(hi)))).collect()
    }
}

/// A question about the low bits of some of the variables.
pub(crate) struct Narrowed {
    pub(crate) asserts: Vec<Term>,
    masks: Vec<(VarId, u64)>,
}

impl Narrowed {
    /// A model of the narrow question as one of the question it was made from.
    pub(crate) fn widened(&self, mut model: Model) -> Model {
        for &(v, mask) in &self.masks {
            model.set64(v, model.get64(v).unwrap_or(0) & mask);
        }
        model
    }
}

/// The question with the low bits of every variable whose bounds leave it no others; nothing if there is no such variable. In every
/// solution these variables are their low bits, so the one has a solution exactly if the other has.
pub(crate) fn narrowed(terms: &mut Terms, asserts: &[Term]) -> Option<Narrowed> {
    let mut low = FxHashMap::default();
    let mut masks = Vec::new();
    let mut bounds: Vec<(Term, (u64, u64))> = bounds(terms, asserts).into_iter().collect();
    bounds.sort_unstable();
    for (t, (_, hi)) in bounds {
        let Some(v) = terms.as_var(t) else { continue };
        let Sort::Bits(w) = terms.sort(t) else { continue };
        let k = (64 - hi.leading_zeros()).max(1);
        if k < w {
            let part = terms.extract(t, 0, k);
            low.insert(v, terms.zext(part, w));
            masks.push((v, u64::MAX >> (64 - k)));
        }
    }
    if masks.is_empty() {
        return None;
    }
    masks.sort_unstable();
    let asserts = asserts.iter().map(|&t| terms.substitute(t, &|v| low.get(&v).copied())).collect();
    Some(Narrowed { asserts, masks })
}
