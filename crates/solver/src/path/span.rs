//! Abstract values of integers: bounds.

use super::abs::Abs;
use super::cells::number;
use super::set::Set;
use homing_term::BigInt;

/// A superset of the values an integer may have. Every operation is sound: the result contains every value that
/// operands within the arguments can produce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    /// The least value; [`Span::DOWN`] if there may be none.
    pub(crate) lo: i128,
    /// The greatest value; [`Span::UP`] if there may be none.
    pub(crate) hi: i128,
}

/// Bounds beyond this are not kept.
const LIMIT: i128 = 1 << 125;

impl Span {
    /// No lower bound.
    pub(crate) const DOWN: i128 = i128::MIN;
    /// No upper bound.
    pub(crate) const UP: i128 = i128::MAX;
    /// Any integer.
    pub(crate) const TOP: Span = Span { lo: Span::DOWN, hi: Span::UP };

    /// From `lo` to `hi`, either of which may be no bound.
    pub(crate) fn new(lo: i128, hi: i128) -> Span {
        let lo = if lo < -LIMIT { Span::DOWN } else { lo.min(LIMIT) };
        let hi = if hi > LIMIT { Span::UP } else { hi.max(-LIMIT) };
        Span { lo, hi }
    }

    pub(crate) fn constant(x: &BigInt) -> Span {
        match i128::try_from(x) {
            Ok(x) => Span::new(x, x),
            Err(_) if *x < BigInt::ZERO => Span::new(Span::DOWN, -LIMIT),
            Err(_) => Span::new(LIMIT, Span::UP),
        }
    }

    /// The tightest bounds of a non-empty set of integers.
    pub(super) fn of_set(set: &Set) -> Option<Span> {
        let (lo, hi) = (set.min()?, set.max()?);
        let lo = if lo == 0 { Span::DOWN } else { number(lo).into() };
        Some(Span { lo, hi: if hi == u64::MAX { Span::UP } else { number(hi).into() } })
    }

    /// The numbers that a bit vector may stand for.
    pub(super) fn of_bits(a: &Abs, signed: bool) -> Span {
        if signed { Span::new(a.slo.into(), a.shi.into()) } else { Span::new(a.lo.into(), a.hi.into()) }
    }

    /// The low `width` bits (at most 64).
    pub(super) fn to_bits(self, width: u32) -> Abs {
        let half = 1i128 << (width - 1);
        if self.lo >= 0 && self.hi < 2 * half {
            Abs::unsigned(width, self.lo as u64, self.hi as u64)
        } else if self.lo >= -half && self.hi < half {
            Abs::signed(width, self.lo as i64, self.hi as i64)
        } else {
            Abs::top(width)
        }
    }

    pub(crate) fn is_bounded(&self) -> bool {
        self.lo != Span::DOWN && self.hi != Span::UP
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lo > self.hi
    }

    /// The only value.
    pub(crate) fn value(&self) -> Option<i128> {
        (self.lo == self.hi && self.lo.abs() < LIMIT).then_some(self.lo)
    }

    /// Both at once. If nothing satisfies both (the term sits in code that cannot be reached), `self` is kept.
    pub(super) fn meet(&self, other: &Span) -> Span {
        let both = Span { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        if both.is_empty() { *self } else { both }
    }

    pub(crate) fn join(&self, other: &Span) -> Span {
        Span { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    pub(crate) fn neg(&self) -> Span {
        let turn = |x: i128| match x {
            Span::DOWN => Span::UP,
            Span::UP => Span::DOWN,
            x => -x,
        };
        Span { lo: turn(self.hi), hi: turn(self.lo) }
    }

    pub(crate) fn add(&self, b: &Span) -> Span {
        let lo = if self.lo == Span::DOWN || b.lo == Span::DOWN { Span::DOWN } else { self.lo + b.lo };
        let hi = if self.hi == Span::UP || b.hi == Span::UP { Span::UP } else { self.hi + b.hi };
        Span::new(lo, hi)
    }

    pub(crate) fn sub(&self, b: &Span) -> Span {
        self.add(&b.neg())
    }

    pub(crate) fn mul(&self, b: &Span) -> Span {
        // Saturation to either end of the numbers is what an end without a bound means.
        let corners = [(self.lo, b.lo), (self.lo, b.hi), (self.hi, b.lo), (self.hi, b.hi)].map(|(x, y)| x.saturating_mul(y));
        hull(corners)
    }

    /// The square of one and the same number.
    pub(crate) fn square(&self) -> Span {
        let all = self.mul(self);
        let least =
            if self.lo <= 0 && self.hi >= 0 { 0 } else { self.lo.saturating_mul(self.lo).min(self.hi.saturating_mul(self.hi)) };
        Span::new(least.max(all.lo).max(0), all.hi)
    }

    /// Toward zero; by zero 0.
    pub(crate) fn div(&self, b: &Span) -> Span {
        let mut out: Option<Span> = (b.lo <= 0 && b.hi >= 0).then_some(Span { lo: 0, hi: 0 });
        for side in [Span { lo: b.lo.max(1), hi: b.hi }, Span { lo: b.lo, hi: b.hi.min(-1) }] {
            if side.is_empty() {
                continue;
            }
            let quotient = |x: i128, y: i128| match (x, y) {
                (_, Span::UP | Span::DOWN) => 0,
                (Span::DOWN, y) => {
                    if y > 0 {
                        Span::DOWN
                    } else {
                        Span::UP
                    }
                }
                (Span::UP, y) => {
                    if y > 0 {
                        Span::UP
                    } else {
                        Span::DOWN
                    }
                }
                (x, y) => x / y,
            };
            let corners =
                [(self.lo, side.lo), (self.lo, side.hi), (self.hi, side.lo), (self.hi, side.hi)].map(|(x, y)| quotient(x, y));
            let span = hull(corners);
            out = Some(out.map_or(span, |o| o.join(&span)));
        }
        out.unwrap_or(Span::TOP)
    }

    /// With the sign of the dividend; by zero the dividend.
    pub(crate) fn rem(&self, b: &Span) -> Span {
        let (lo, hi) = (self.lo.min(0), self.hi.max(0));
        if b.lo <= 0 && b.hi >= 0 || !b.is_bounded() {
            return Span { lo, hi };
        }
        let most = b.lo.abs().max(b.hi.abs()) - 1;
        Span { lo: lo.max(-most), hi: hi.min(most) }
    }

    pub(crate) fn le(&self, b: &Span) -> Option<bool> {
        if self.hi != Span::UP && self.hi <= b.lo { Some(true) } else { (self.lo > b.hi).then_some(false) }
    }

    pub(crate) fn lt(&self, b: &Span) -> Option<bool> {
        b.le(self).map(|r| !r)
    }

    pub(crate) fn eq(&self, b: &Span) -> Option<bool> {
        match (self.value(), b.value()) {
            (Some(x), Some(y)) => Some(x == y),
            _ => (self.lo > b.hi || b.lo > self.hi).then_some(false),
        }
    }
}

fn hull(corners: [i128; 4]) -> Span {
    let least = corners.into_iter().fold(i128::MAX, i128::min);
    Span::new(least, corners.into_iter().fold(i128::MIN, i128::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spans with small ends or none, and the numbers of each within a window.
    fn samples() -> Vec<Span> {
        let ends = [-3i128, -1, 0, 1, 2];
        let mut out = vec![Span::TOP];
        for lo in ends {
            out.extend([Span::new(lo, Span::UP), Span::new(Span::DOWN, lo)]);
            out.extend(ends.into_iter().filter(|&hi| hi >= lo).map(|hi| Span::new(lo, hi)));
        }
        out
    }

    fn has(s: &Span, x: i128) -> bool {
        s.lo <= x && x <= s.hi
    }

    #[test]
    fn operations_are_sound() {
        type Op = (&'static str, fn(&Span, &Span) -> Span, fn(i128, i128) -> i128);
        let ops: [Op; 5] = [
            ("add", Span::add, |x, y| x + y),
            ("sub", Span::sub, |x, y| x - y),
            ("mul", Span::mul, |x, y| x * y),
            ("div", Span::div, |x, y| if y == 0 { 0 } else { x / y }),
            ("rem", Span::rem, |x, y| if y == 0 { x } else { x % y }),
        ];
        for a in samples() {
            for b in samples() {
                for x in (-6..7).filter(|&x| has(&a, x)) {
                    assert!(has(&a.neg(), -x) && has(&a.square(), x * x));
                    assert_eq!(a.to_bits(3).meet(&Abs::constant(3, x as u64 & 7)), Abs::constant(3, x as u64 & 7));
                    for y in (-6..7).filter(|&y| has(&b, y)) {
                        for (name, abs, concrete) in ops {
                            let r = abs(&a, &b);
                            assert!(has(&r, concrete(x, y)), "{name} {a:?} {b:?} gives {r:?}, misses {x} {y}");
                        }
                        assert!(a.le(&b).is_none_or(|r| r == (x <= y)));
                        assert!(a.lt(&b).is_none_or(|r| r == (x < y)));
                        assert!(a.eq(&b).is_none_or(|r| r == (x == y)));
                        assert!(has(&a.join(&b), x) && has(&a.join(&b), y));
                        assert!(x != y || has(&a.meet(&b), x));
                    }
                }
            }
        }
    }

    #[test]
    fn large_numbers_have_sound_bounds() {
        let big = BigInt::from(1) << 200;
        let (up, down) = (Span::constant(&big), Span::constant(&-big));
        assert!(up.hi == Span::UP && up.lo > 1 << 100 && down.lo == Span::DOWN && down.hi < -(1 << 100));
        assert_eq!((up.eq(&up), up.le(&down), down.lt(&up)), (None, Some(false), Some(true)));
        let product = up.mul(&up);
        assert!(product.hi == Span::UP && product.lo > 1 << 100);
        assert_eq!(up.mul(&down).hi, -LIMIT);
        assert_eq!(up.neg(), down);
        assert_eq!(up.add(&down), Span::TOP);
        assert!(has(&up.div(&Span::new(2, 3)), 1 << 124));
    }
}
