//! How a single variable would have to change for a term to get a value in some set, all else being equal.

use super::cells;
use super::intervals::{Intervals, mask};
use super::set::Set;
use super::shape::{compared, int_range, is_unit};
use homing_term::{Model, Op, Sort, Term, Terms};
use smallvec::{SmallVec, smallvec};

/// Steps through terms per call.
const MAX_STEPS: u32 = 48;
/// Proposals per call.
const MAX_MOVES: usize = 8;

/// Give the unit `leaf` a value in `values`.
pub(super) struct Move {
    pub(super) leaf: Term,
    pub(super) values: Intervals,
}

/// Proposals that may make `goal` (width 1) true, starting from `model`. Only proposals: where an operation has no
/// simple inverse, or an operand occurs twice, they can be wrong, so the result has to be evaluated.
pub(super) fn moves(terms: &mut Terms, model: &Model, goal: Term) -> SmallVec<[Move; MAX_MOVES]> {
    let mut steering = Steering { terms, model, steps: MAX_STEPS, moves: SmallVec::new() };
    steering.aim(goal, Intervals::point(1, 1));
    steering.moves
}

struct Steering<'a> {
    terms: &'a mut Terms,
    model: &'a Model,
    steps: u32,
    moves: SmallVec<[Move; MAX_MOVES]>,
}

impl Steering<'_> {
    /// Goes down from `t`, which is to have a value in `set`, to the units it depends on.
    fn aim(&mut self, t: Term, set: Intervals) {
        let w = match self.terms.sort(t) {
            Sort::Bits(w @ 1..=64) => w,
            Sort::Int => cells::WIDTH,
            _ => return,
        };
        if self.steps == 0 || self.moves.len() == MAX_MOVES || set.is_empty() || self.terms.op(t) == Op::Const {
            return;
        }
        self.steps -= 1;
        if is_unit(self.terms, t) {
            self.moves.push(Move { leaf: t, values: set });
            return;
        }
        let args = self.terms.args(t);
        match (self.terms.op(t), &args[..]) {
            (Op::Not, &[a]) => self.aim(a, set.subtracted_from(mask(w))),
            (Op::Neg, &[a]) => self.aim(a, set.subtracted_from(0)),
            (Op::ZExt, &[a]) => self.aim(a, set.before_zext(self.terms.width(a))),
            (Op::SExt, &[a]) => self.aim(a, set.before_sext(self.terms.width(a))),
            (Op::Extract { lo }, &[a]) => self.extract(a, lo, set),
            (Op::Ite, &[c, a, b]) => self.ite(c, a, b, set),
            (op @ (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle), &[a, b]) => self.compare(op, a, b, &set),
            (op @ (Op::ILe | Op::ILt), &[a, b]) => self.compare_ints(op, a, b, &set),
            (Op::INeg, &[a]) => self.aim_int(a, cells::before_sub_from(&set, 0)),
            (op @ (Op::IAdd | Op::ISub | Op::IMul | Op::IDiv | Op::IRem), &[a, b]) => self.int_binary(op, a, b, &set),
            (Op::Bits2Int { signed }, &[a]) if self.terms.width(a) <= 62 => {
                self.aim(a, cells::before_bits(&set, self.terms.width(a), signed))
            }
            (op @ (Op::And | Op::Or), &[a, b]) if w == 1 => self.connective(op, a, b, set),
            (op, &[a, b]) => self.binary(op, a, b, set),
            _ => {}
        }
    }

    fn value(&mut self, t: Term) -> u64 {
        cells::value_of(self.terms, t, self.model)
    }

    /// The number that an integer is, or one of that size if it is too large.
    fn number(&mut self, t: Term) -> i128 {
        cells::number(self.value(t)).into()
    }

    fn aim_int(&mut self, t: Term, set: Option<Intervals>) {
        if let Some(set) = set {
            self.aim(t, set);
        }
    }

    fn compare_ints(&mut self, op: Op, a: Term, b: Term, set: &Intervals) {
        for (side, other, other_is_left) in [(a, b, false), (b, a, true)] {
            if let Some(values) = int_range(op, self.number(other), other_is_left) {
                self.aim(side, if set.contains(1) { values } else { values.complement() });
            }
        }
    }

    fn int_binary(&mut self, op: Op, a: Term, b: Term, set: &Intervals) {
        let (x, y) = (self.number(a), self.number(b));
        match op {
            Op::IAdd => {
                self.aim_int(a, cells::before_add(set, y));
                self.aim_int(b, cells::before_add(set, x));
            }
            Op::ISub => {
                self.aim_int(a, cells::before_add(set, -y));
                self.aim_int(b, cells::before_sub_from(set, x));
            }
            Op::IMul => {
                for (side, by) in [(a, y), (b, x)] {
                    if by != 0 {
                        self.aim_int(side, cells::before_mul(set, by));
                    } else {
                        // Nothing but 0 comes of the other factor's 0, so that has to change first.
                        let other = if side == a { b } else { a };
                        self.aim_int(other, cells::only(1));
                        self.aim_int(other, cells::only(-1));
                    }
                }
            }
            Op::IDiv => {
                if y != 0 {
                    self.aim_int(a, cells::before_div(set, y));
                }
                self.divisor(b, x, set);
            }
            Op::IRem if y != 0 => {
                let whole = x - x % y;
                for r in picks(set).into_iter().map(|c| i128::from(cells::number(c))) {
                    self.aim_int(a, cells::only(r));
                    self.aim_int(a, cells::only(whole + r));
                }
            }
            _ => {}
        }
    }

    /// `x / b` in `set`: the divisors that give a few of its values.
    fn divisor(&mut self, b: Term, x: i128, set: &Intervals) {
        let simplest = cells::simplest(&Set::from_intervals(set.clone()));
        let finite = picks(set).into_iter().filter(|&c| c != 0 && c != u64::MAX);
        for q in simplest.into_iter().chain(finite).map(|c| i128::from(cells::number(c))) {
            let by = if q == 0 { x.abs() + 1 } else { x / q };
            self.aim_int(b, cells::only(by));
        }
    }

    fn compare(&mut self, op: Op, a: Term, b: Term, set: &Intervals) {
        if self.terms.sort(a) == Sort::Int {
            return self.compare_ints(op, a, b, set);
        }
        let Sort::Bits(w @ 1..=64) = self.terms.sort(a) else { return };
        for (side, other, other_is_left) in [(a, b, false), (b, a, true)] {
            let values = compared(op, w, self.value(other), other_is_left);
            self.aim(side, if set.contains(1) { values } else { values.complement() });
        }
    }

    fn connective(&mut self, op: Op, a: Term, b: Term, set: Intervals) {
        // One operand is enough for a disjunction to hold and for a conjunction to fail. Otherwise both are needed,
        // and only those that are not yet right have to change.
        let one_is_enough = (op == Op::Or) == set.contains(1);
        for side in [a, b] {
            if one_is_enough || !set.contains(self.value(side)) {
                self.aim(side, set.clone());
            }
        }
    }

    fn ite(&mut self, c: Term, a: Term, b: Term, set: Intervals) {
        let taken = self.value(c) == 1;
        let (arm, other) = if taken { (a, b) } else { (b, a) };
        if set.contains(self.value(other)) {
            self.aim(c, Intervals::point(1, u64::from(!taken)));
        }
        self.aim(arm, set);
    }

    fn extract(&mut self, a: Term, lo: u32, set: Intervals) {
        let from = self.terms.width(a);
        if from > 64 {
            return;
        }
        let w = set.width();
        if lo + w == from {
            return self.aim(a, set.before_top_bits(from));
        }
        let current = self.value(a);
        let keep = current & !(mask(w) << lo);
        let period = 1u64 << (lo + w);
        for y in picks(&set) {
            // The nearest value above matters as much as the one below: think of alignment.
            let value = keep | (y << lo);
            let other = if value < current { value.wrapping_add(period) } else { value.wrapping_sub(period) };
            let points = [value, other & mask(from)].map(|v| (v, v));
            self.aim(a, Intervals::from_items(from, points.into_iter()));
        }
    }

    fn binary(&mut self, op: Op, a: Term, b: Term, set: Intervals) {
        let w = set.width();
        let m = mask(w);
        let (x, y) = (self.value_if_small(a), self.value_if_small(b));
        let (Some(x), Some(y)) = (x, y) else { return };
        match op {
            Op::Add => {
                self.aim(a, set.add(y.wrapping_neg() & m));
                self.aim(b, set.add(x.wrapping_neg() & m));
            }
            Op::Sub => {
                self.aim(a, set.add(y));
                self.aim(b, set.subtracted_from(x));
            }
            Op::Concat => {
                let low = self.terms.width(b);
                self.aim(a, set.before_concat_low(y, low));
                self.aim(b, set.before_concat_high(x, low));
            }
            Op::Mul => {
                self.factor(a, x, y, &set);
                self.factor(b, y, x, &set);
            }
            Op::And | Op::Or | Op::Xor => {
                self.bitwise(op, a, x, y, &set);
                self.bitwise(op, b, y, x, &set);
            }
            Op::UDiv | Op::SDiv if y != 0 => {
                let last = y - 1;
                let scaled = |&(lo, hi): &(u64, u64)| {
                    let lo = u128::from(lo) * u128::from(y);
                    let hi = (u128::from(hi) * u128::from(y) + u128::from(last)).min(u128::from(m));
                    (lo <= hi).then_some((lo as u64, hi as u64))
                };
                let items = set.items().iter().filter_map(scaled);
                self.aim(a, Intervals::from_items(w, items));
            }
            Op::URem | Op::SRem if y != 0 => {
                let whole = x - x % y;
                for r in picks(&set) {
                    self.aim(a, Intervals::point(w, r));
                    self.aim(a, Intervals::point(w, whole.wrapping_add(r) & m));
                }
            }
            Op::Shl if y < u64::from(w) => {
                let round_up = (1u64 << y) - 1;
                let items = set.items().iter().map(|&(lo, hi)| ((lo >> y) + u64::from(lo & round_up != 0), hi >> y));
                self.aim(a, Intervals::from_items(w, items.filter(|i| i.0 <= i.1)));
            }
            Op::LShr | Op::AShr if y < u64::from(w) => {
                let narrow = Intervals::range(w, 0, m >> y).and(&set);
                let items = narrow.items().iter().map(|&(lo, hi)| (lo << y, (hi << y) | ((1 << y) - 1)));
                self.aim(a, Intervals::from_items(w, items));
            }
            _ => {}
        }
    }

    fn value_if_small(&mut self, t: Term) -> Option<u64> {
        matches!(self.terms.sort(t), Sort::Bits(1..=64)).then(|| self.value(t))
    }

    /// `a * by` in `set`: the product moves by `by` for each step away from `current`. If no step leads into the set
    /// before the product wraps around, the inverse of an odd factor may.
    fn factor(&mut self, a: Term, current: u64, by: u64, set: &Intervals) {
        if by == 0 {
            return;
        }
        let w = set.width();
        let steps = |distances: &Intervals| {
            let items = distances.items().iter().map(|&(lo, hi)| (lo.div_ceil(by), hi / by));
            Intervals::from_items(w, items.filter(|i| i.0 <= i.1))
        };
        let product = current.wrapping_mul(by) & mask(w);
        let up = steps(&set.add(product.wrapping_neg() & mask(w))).add(current);
        let down = steps(&set.subtracted_from(product)).subtracted_from(current);
        let near = up.or(&down);
        if !near.is_empty() {
            return self.aim(a, near);
        }
        let shift = by.trailing_zeros();
        let odd = by >> shift;
        // Newton's iteration for the inverse modulo 2^64: each step doubles the number of right bits.
        let inverse = (0..6).fold(odd, |i, _| i.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(i))));
        for y in picks(set).into_iter().filter(|y| y.trailing_zeros() >= shift) {
            self.aim(a, Intervals::point(w, (y >> shift).wrapping_mul(inverse) & mask(w)));
        }
    }

    /// `a op other` in `set`, with the bits of `a` that do not matter left as they are in `current`.
    fn bitwise(&mut self, op: Op, a: Term, current: u64, other: u64, set: &Intervals) {
        let w = set.width();
        for y in picks(set) {
            let value = match op {
                Op::And if y & !other == 0 => (current & !other) | y,
                Op::Or if other & !y == 0 => (current & other) | (y & !other),
                Op::Xor => y ^ other,
                _ => continue,
            };
            self.aim(a, Intervals::point(w, value & mask(w)));
        }
        if op == Op::And && !set.contains(0) && set.contains(other) {
            self.aim(a, Intervals::point(w, current | other));
        }
    }
}

/// A few values of a set to stand for it.
fn picks(set: &Intervals) -> SmallVec<[u64; 2]> {
    match (set.min(), set.max()) {
        (Some(a), Some(b)) if a == b => smallvec![a],
        (Some(a), Some(b)) => smallvec![a, b],
        _ => smallvec![],
    }
}
