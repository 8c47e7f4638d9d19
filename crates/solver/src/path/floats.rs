//! Floats without a solver: ranges of what operations give, and which floats are cut to which integers.

use super::abs::{Abs, signed};
use super::absint::Knowledge;
use super::intervals::{Intervals, mask};
use homing_term::{BigInt, FloatKind, Op, Term, Terms, float};

/// Numbers between two ends, which belong to it, infinities among them and no NaN.
#[derive(Clone, Copy, Debug)]
struct Range {
    kind: FloatKind,
    /// Bits of the ends; of two zeros either may stand for both.
    lo: u128,
    hi: u128,
}

fn sign(k: FloatKind) -> u64 {
    1 << (k.width() - 1)
}

fn top(k: FloatKind) -> u64 {
    k.infinity() as u64
}

impl Range {
    /// The numbers that a bit vector may stand for, if none of its values is a NaN.
    fn of(kind: FloatKind, a: &Abs) -> Option<Range> {
        let (sign, top) = (sign(kind), top(kind));
        let (lo, hi) = if a.hi < sign {
            (a.lo, a.hi)
        } else if a.lo >= sign {
            (a.hi, a.lo)
        } else {
            (a.hi, u64::try_from(a.shi).ok()?)
        };
        (lo & !sign <= top && hi & !sign <= top).then_some(Range { kind, lo: lo.into(), hi: hi.into() })
    }

    /// The bits of these numbers.
    fn bits(&self) -> Abs {
        let w = self.kind.width();
        let s = sign(self.kind);
        let zero = |x: u128| x as u64 & !s == 0;
        let (lo, hi) = (self.lo as u64, self.hi as u64);
        if lo & s == 0 && !zero(self.lo) {
            return Abs::unsigned(w, lo, hi);
        }
        if hi & s != 0 && !zero(self.hi) {
            return Abs::unsigned(w, hi, lo);
        }
        // Zeros of both signs may be among them.
        let most = if hi & s == 0 { hi } else { 0 };
        let least = if lo & s != 0 { lo } else { s };
        let by_sign = Abs::signed(w, signed(w, s), most as i64);
        Abs::unsigned(w, 0, least).meet(&by_sign)
    }

    /// The least range around results, none of which may be a NaN.
    fn around(kind: FloatKind, results: &[u128]) -> Option<Range> {
        let (&first, rest) = results.split_first()?;
        if results.iter().any(|&x| float::is_nan(kind, x)) {
            return None;
        }
        let less = |a: u128, b: u128| if float::lt(kind, b, a) { b } else { a };
        let more = |a: u128, b: u128| if float::lt(kind, a, b) { b } else { a };
        let (lo, hi) = rest.iter().fold((first, first), |(lo, hi), &x| (less(lo, x), more(hi, x)));
        Some(Range { kind, lo, hi })
    }

    fn map(&self, kind: FloatKind, f: impl Fn(u128) -> u128) -> Option<Range> {
        Range::around(kind, &[f(self.lo), f(self.hi)])
    }

    fn corners(&self, b: &Range, f: impl Fn(FloatKind, u128, u128) -> u128) -> Option<Range> {
        let k = self.kind;
        Range::around(k, &[f(k, self.lo, b.lo), f(k, self.lo, b.hi), f(k, self.hi, b.lo), f(k, self.hi, b.hi)])
    }

    fn has_zero(&self) -> bool {
        float::le(self.kind, self.lo, 0) && float::le(self.kind, 0, self.hi)
    }

    fn has_infinity(&self) -> bool {
        let (k, top) = (self.kind, self.kind.infinity());
        float::eq(k, self.hi, top) || float::eq(k, self.lo, top | u128::from(sign(k)))
    }

    /// What an operation gives. Each is monotone in every operand, the others kept, so ends come from ends; where infinities and zeros could
    /// meet in the middle and make a NaN, nothing is known.
    fn of_operation(op: Op, a: &Range, b: &Range) -> Option<Range> {
        match op {
            Op::FAdd(_) => a.corners(b, float::add),
            Op::FSub(_) => a.corners(b, float::sub),
            Op::FMul(_) if !(a.has_infinity() && b.has_zero() || a.has_zero() && b.has_infinity()) => a.corners(b, float::mul),
            Op::FDiv(_) if !(b.has_zero() || a.has_infinity() && b.has_infinity()) => a.corners(b, float::div),
            _ => None,
        }
    }
}

/// Is it an operation on floats?
pub(super) fn is_float(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        FAdd(_) | FSub(_) | FMul(_) | FDiv(_) | FSqrt(_) | FRound(..) | FEq(_) | FLt(_) | FLe(_) | FUnordered(_) | F2F { .. }
    ) || matches!(op, F2Si(_) | F2Ui(_) | Si2F(_) | Ui2F(_))
}

/// What a float operation of at most 64 bits makes of the values of its arguments.
pub(super) fn structural(terms: &Terms, t: Term, width: u32, known: &mut dyn Knowledge) -> Option<Abs> {
    let args = terms.args(t);
    let mut range = |k: FloatKind, i: usize| Range::of(k, &known.bits(args[i])?);
    let kind = FloatKind::of_width(width);
    let made = match terms.op(t) {
        op @ (Op::FAdd(k) | Op::FSub(k) | Op::FMul(k) | Op::FDiv(k)) => Range::of_operation(op, &range(k, 0)?, &range(k, 1)?),
        Op::FSqrt(k) => range(k, 0)?.map(k, |x| float::sqrt(k, x)),
        Op::FRound(k, mode) => range(k, 0)?.map(k, |x| float::round(k, x, mode)),
        Op::F2F { from, to } => range(from, 0)?.map(to, |x| float::f2f(from, to, x)),
        op @ (Op::Si2F(_) | Op::Ui2F(_)) => return from_integer(kind?, op, &known.bits(args[0])?),
        Op::F2Si(k) => return to_integer(&range(k, 0)?, width, true),
        Op::F2Ui(k) => return to_integer(&range(k, 0)?, width, false),
        op => return compared(op, &mut range),
    };
    Some(made?.bits())
}

fn from_integer(k: FloatKind, op: Op, a: &Abs) -> Option<Abs> {
    let ends = match op {
        Op::Si2F(_) => [a.slo as u64 & mask(a.width), a.shi as u64 & mask(a.width)].map(|x| float::si2f(k, x.into(), a.width)),
        _ => [a.lo, a.hi].map(|x| float::ui2f(k, x.into())),
    };
    Some(Range::around(k, &ends)?.bits())
}

fn to_integer(range: &Range, w: u32, is_signed: bool) -> Option<Abs> {
    let k = range.kind;
    let (lo, hi) = (float::to_integer(k, range.lo)?, float::to_integer(k, range.hi)?);
    let half = BigInt::from(1) << (w - 1);
    if is_signed && lo >= -&half && hi < half {
        return Some(Abs::signed(w, i64::try_from(lo).ok()?, i64::try_from(hi).ok()?));
    }
    if !is_signed && lo >= BigInt::ZERO && hi < half * 2 {
        return Some(Abs::unsigned(w, u64::try_from(lo).ok()?, u64::try_from(hi).ok()?));
    }
    None
}

fn compared(op: Op, range: &mut dyn FnMut(FloatKind, usize) -> Option<Range>) -> Option<Abs> {
    let (Op::FEq(k) | Op::FLt(k) | Op::FLe(k) | Op::FUnordered(k)) = op else { return None };
    let (a, b) = (range(k, 0)?, range(k, 1)?);
    Some(Abs::truth(match op {
        Op::FUnordered(_) => Some(false),
        Op::FEq(_) if float::lt(k, a.hi, b.lo) || float::lt(k, b.hi, a.lo) => Some(false),
        Op::FEq(_) => (float::eq(k, a.lo, a.hi) && float::eq(k, b.lo, b.hi) && float::eq(k, a.lo, b.lo)).then_some(true),
        Op::FLt(_) if float::lt(k, a.hi, b.lo) => Some(true),
        Op::FLt(_) => float::le(k, b.hi, a.lo).then_some(false),
        _ if float::le(k, a.hi, b.lo) => Some(true),
        _ => float::lt(k, b.hi, a.lo).then_some(false),
    }))
}

/// `{ x | x cut to an integer is in set }`, as bits of `x`.
pub(super) fn before_cut(k: FloatKind, is_signed: bool, set: &Intervals) -> Intervals {
    let w = set.width();
    let half = 1u64 << (w - 1);
    let (sign, top) = (sign(k), top(k));
    let mut out = Intervals::empty(k.width());
    let mut add = |from: u64, to: u64| out = out.or(&Intervals::range(k.width(), from, to));
    // Places in the order of numbers: minus infinity is the first, the two zeros stand in the middle.
    let count = 2 * top + 2;
    let bits = |place: u64| if place <= top { sign | (top - place) } else { place - top - 1 };
    let mut places = |from: u64, to: u64| {
        if from < to.min(top + 1) {
            add(bits(to.min(top + 1) - 1), bits(from));
        }
        if from.max(top + 1) < to {
            add(bits(from.max(top + 1)), bits(to - 1));
        }
    };
    let first = |least: &BigInt| {
        let reaches = |p: u64| match float::to_integer(k, bits(p).into()) {
            Some(x) => x >= *least,
            None => p > top,
        };
        let (mut lo, mut hi) = (0, count);
        while lo < hi {
            let mid = lo + (hi - lo) / 2;
            if reaches(mid) { hi = mid } else { lo = mid + 1 }
        }
        lo
    };
    let number = |x: u64| if is_signed { BigInt::from(signed(w, x)) } else { BigInt::from(x) };
    let pieces = set.items().iter().flat_map(|&(lo, hi)| {
        if is_signed && lo < half && hi >= half { vec![(lo, half - 1), (half, hi)] } else { vec![(lo, hi)] }
    });
    for (lo, hi) in pieces {
        places(first(&number(lo)), first(&(number(hi) + 1)));
    }
    if set.contains(half) {
        let least = if is_signed { number(half) } else { BigInt::ZERO };
        let beyond = if is_signed { BigInt::from(half) } else { BigInt::from(half) * 2 };
        places(0, first(&least));
        places(first(&beyond), count);
        add(top + 1, sign - 1);
        add((sign | top) + 1, mask(k.width()));
    }
    out
}

#[cfg(test)]
mod tests;
