//! The linear conjuncts of a query.

use homing_term::{Linear, Op, Sort, Term, Terms};
use smallvec::SmallVec;

/// Conjuncts taken apart at most; what is beyond is not read.
const MAX_CONJUNCTS: usize = 2000;

/// `sum of factor * term <= limit`, the terms sorted and different.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) items: SmallVec<[(Term, i128); 4]>,
    pub(super) limit: i128,
}

/// What the conjuncts of a query say of sums of integers; every solution of the query satisfies all of it.
#[derive(Default)]
pub(super) struct Rows {
    /// Upper bounds of sums.
    pub(super) most: Vec<Row>,
    /// Sums that have a value (the limit).
    pub(super) equal: Vec<Row>,
    /// Sums that have not.
    pub(super) different: Vec<Row>,
    /// Two conditions of which at least one has this truth.
    pub(super) either: Vec<(Term, Term, bool)>,
    /// Conjuncts read so far.
    pub(super) read: usize,
}

impl Rows {
    /// Reads the conjunction of `asserts`.
    pub(super) fn of(terms: &Terms, asserts: &[Term]) -> Rows {
        let mut rows = Rows::default();
        asserts.iter().for_each(|&t| rows.assert(terms, t, true));
        rows
    }

    /// Conjoins that `cond` is `truth`.
    pub(super) fn assert(&mut self, terms: &Terms, cond: Term, truth: bool) {
        let mut todo = vec![(cond, truth)];
        while let Some((t, truth)) = todo.pop() {
            if self.read >= MAX_CONJUNCTS {
                return;
            }
            self.read += 1;
            let args = terms.args(t);
            match (terms.op(t), truth) {
                (Op::Not, _) => todo.push((args[0], !truth)),
                (Op::And, true) | (Op::Or, false) if terms.width(t) == 1 => todo.extend([(args[1], truth), (args[0], truth)]),
                (Op::And, false) | (Op::Or, true) if terms.width(t) == 1 => self.either.push((args[0], args[1], truth)),
                (op @ (Op::ILe | Op::ILt | Op::Eq), _) if terms.sort(args[0]) == Sort::Int => {
                    self.compare(terms, op, args[0], args[1], truth);
                }
                _ => {}
            }
        }
    }

    /// `a op b` is `truth`. What does not fit is left out, which only loses it.
    fn compare(&mut self, terms: &Terms, op: Op, a: Term, b: Term, truth: bool) -> Option<()> {
        let (mut x, y) = (terms.linear(a)?, terms.linear(b)?);
        subtract(&mut x, &y)?;
        let mut row = Row { limit: x.constant.checked_neg()?, items: x.items };
        match (op, truth) {
            (Op::Eq, true) => self.equal.push(row),
            (Op::Eq, false) => self.different.push(row),
            (op, truth) => {
                // a < b is a <= b - 1; what is not a <= b is b < a.
                let strict = (op == Op::ILt) == truth;
                if !truth {
                    row.negate()?;
                }
                row.limit = row.limit.checked_sub(strict as i128)?;
                self.most.push(row);
            }
        }
        Some(())
    }
}

impl Row {
    pub(super) fn negate(&mut self) -> Option<()> {
        self.limit = self.limit.checked_neg()?;
        for item in &mut self.items {
            item.1 = item.1.checked_neg()?;
        }
        Some(())
    }

    /// The factor of a term; 0 if it does not occur.
    pub(super) fn factor(&self, t: Term) -> i128 {
        self.items.iter().find(|i| i.0 == t).map_or(0, |i| i.1)
    }

    /// `self * a + other * b`; `None` if a number does not fit.
    pub(super) fn combined(&self, a: i128, other: &Row, b: i128) -> Option<Row> {
        let mut items: SmallVec<[(Term, i128); 4]> = SmallVec::new();
        let (mut i, mut j) = (0, 0);
        while i < self.items.len() || j < other.items.len() {
            let (x, y) = (self.items.get(i), other.items.get(j));
            let (t, factor) = match (x, y) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    (i, j) = (i + 1, j + 1);
                    (x.0, x.1.checked_mul(a)?.checked_add(y.1.checked_mul(b)?)?)
                }
                (Some(x), y) if y.is_none_or(|y| x.0 < y.0) => {
                    i += 1;
                    (x.0, x.1.checked_mul(a)?)
                }
                (_, Some(y)) => {
                    j += 1;
                    (y.0, y.1.checked_mul(b)?)
                }
                _ => break,
            };
            if factor != 0 {
                items.push((t, factor));
            }
        }
        Some(Row { items, limit: self.limit.checked_mul(a)?.checked_add(other.limit.checked_mul(b)?)? })
    }

    /// The greatest common divisor of the factors; 0 if there are none.
    pub(super) fn divisor(&self) -> i128 {
        Linear { items: self.items.clone(), constant: 0 }.divisor()
    }

    /// Divides an upper bound by what divides all factors.
    pub(super) fn tighten(&mut self) {
        let g = self.divisor();
        if g > 1 {
            self.items.iter_mut().for_each(|i| i.1 /= g);
            self.limit = self.limit.div_euclid(g);
        }
    }
}

fn subtract(x: &mut Linear, y: &Linear) -> Option<()> {
    let sort = |l: &Linear| {
        let mut items = l.items.clone();
        items.sort_unstable_by_key(|i| i.0);
        Row { items, limit: l.constant }
    };
    let difference = sort(x).combined(1, &sort(y), -1)?;
    (x.items, x.constant) = (difference.items, difference.limit);
    Some(())
}
