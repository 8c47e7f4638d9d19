//! Abstract values: what is known of a bit vector of at most 64 bits.

use super::intervals::mask;

/// A superset of the values a term may have: those within the unsigned bounds, within the signed bounds, and with
/// the known bits. Every operation is sound: the result contains every value that operands within the arguments
/// can produce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Abs {
    pub(super) width: u32,
    pub(super) lo: u64,
    pub(super) hi: u64,
    pub(super) slo: i64,
    pub(super) shi: i64,
    /// Bits known to be 0; bits above the width are not set.
    pub(super) zeros: u64,
    /// Bits known to be 1.
    pub(super) ones: u64,
}

impl Abs {
    pub(super) fn top(width: u32) -> Abs {
        let (slo, shi) = signed_limits(width);
        Abs { width, lo: 0, hi: mask(width), slo, shi, zeros: 0, ones: 0 }
    }

    pub(super) fn constant(width: u32, value: u64) -> Abs {
        let s = signed(width, value);
        Abs { width, lo: value, hi: value, slo: s, shi: s, zeros: !value & mask(width), ones: value }
    }

    /// A width-1 value: known, or either.
    pub(super) fn truth(known: Option<bool>) -> Abs {
        known.map_or(Abs::top(1), |b| Abs::constant(1, u64::from(b)))
    }

    pub(super) fn unsigned(width: u32, lo: u64, hi: u64) -> Abs {
        Abs { lo, hi, ..Abs::top(width) }.reduce()
    }

    pub(super) fn signed(width: u32, slo: i64, shi: i64) -> Abs {
        Abs { slo, shi, ..Abs::top(width) }.reduce()
    }

    pub(super) fn bits(width: u32, zeros: u64, ones: u64) -> Abs {
        Abs { zeros, ones, ..Abs::top(width) }.reduce()
    }

    pub(super) fn value(&self) -> Option<u64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Both at once. If nothing satisfies both (the term sits in code that cannot be reached), `self` is kept.
    pub(super) fn meet(&self, other: &Abs) -> Abs {
        let both = Abs {
            width: self.width,
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
            slo: self.slo.max(other.slo),
            shi: self.shi.min(other.shi),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        };
        both.tightened().unwrap_or(*self)
    }

    /// One or the other.
    pub(super) fn join(&self, other: &Abs) -> Abs {
        Abs {
            width: self.width,
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    fn reduce(self) -> Abs {
        self.tightened().unwrap_or(self)
    }

    /// Lets the three views sharpen each other; `None` if they contradict.
    fn tightened(mut self) -> Option<Abs> {
        let m = mask(self.width);
        for _ in 0..2 {
            if self.zeros & self.ones != 0 || self.lo > self.hi || self.slo > self.shi {
                return None;
            }
            self.lo = self.lo.max(self.ones);
            self.hi = self.hi.min(m & !self.zeros);
            let half = 1u64 << (self.width - 1);
            if (self.lo < half) == (self.hi < half) {
                self.slo = self.slo.max(signed(self.width, self.lo));
                self.shi = self.shi.min(signed(self.width, self.hi));
            }
            if (self.slo < 0) == (self.shi < 0) {
                self.lo = self.lo.max(self.slo as u64 & m);
                self.hi = self.hi.min(self.shi as u64 & m);
            }
            if self.lo > self.hi || self.slo > self.shi {
                return None;
            }
            let differing = self.lo ^ self.hi;
            let common = if differing == 0 { m } else { m & !(u64::MAX >> differing.leading_zeros()) };
            self.ones |= self.lo & common;
            self.zeros |= !self.lo & common;
        }
        (self.zeros & self.ones == 0).then_some(self)
    }

    pub(super) fn not(&self) -> Abs {
        let m = mask(self.width);
        Abs {
            width: self.width,
            lo: m - self.hi,
            hi: m - self.lo,
            slo: !self.shi,
            shi: !self.slo,
            zeros: self.ones,
            ones: self.zeros,
        }
    }

    pub(super) fn neg(&self) -> Abs {
        Abs::constant(self.width, 0).sub(self)
    }

    pub(super) fn add(&self, b: &Abs) -> Abs {
        let (w, m) = (self.width, u128::from(mask(self.width)));
        let mut out = Abs::top(w);
        let (lo, hi) = (u128::from(self.lo) + u128::from(b.lo), u128::from(self.hi) + u128::from(b.hi));
        if hi <= m || lo > m {
            (out.lo, out.hi) = ((lo & m) as u64, (hi & m) as u64);
        }
        out.set_signed(i128::from(self.slo) + i128::from(b.slo), i128::from(self.shi) + i128::from(b.shi));
        let sum = self.ones.wrapping_add(b.ones);
        out.set_low_bits(known_low(self, b), sum);
        out.reduce()
    }

    pub(super) fn sub(&self, b: &Abs) -> Abs {
        let mut out = Abs::top(self.width);
        if self.lo >= b.hi {
            (out.lo, out.hi) = (self.lo - b.hi, self.hi - b.lo);
        } else if self.hi < b.lo {
            // Always wraps around.
            let m = mask(self.width);
            (out.lo, out.hi) = (self.lo.wrapping_sub(b.hi) & m, self.hi.wrapping_sub(b.lo) & m);
        }
        out.set_signed(i128::from(self.slo) - i128::from(b.shi), i128::from(self.shi) - i128::from(b.slo));
        let difference = self.ones.wrapping_sub(b.ones);
        out.set_low_bits(known_low(self, b), difference);
        out.reduce()
    }

    pub(super) fn mul(&self, b: &Abs) -> Abs {
        let mut out = Abs::top(self.width);
        let hi = u128::from(self.hi) * u128::from(b.hi);
        if hi <= u128::from(mask(self.width)) {
            (out.lo, out.hi) = (self.lo * b.lo, hi as u64);
        }
        let corners = [(self.slo, b.slo), (self.slo, b.shi), (self.shi, b.slo), (self.shi, b.shi)]
            .map(|(x, y)| i128::from(x) * i128::from(y));
        out.set_signed(corners.iter().copied().fold(i128::MAX, i128::min), corners.into_iter().fold(i128::MIN, i128::max));
        let trailing = (self.zeros.trailing_ones() + b.zeros.trailing_ones()).min(self.width);
        out.set_low_bits(trailing, 0);
        out.reduce()
    }

    pub(super) fn udiv(&self, b: &Abs) -> Abs {
        if b.lo == 0 {
            return Abs::top(self.width);
        }
        Abs::unsigned(self.width, self.lo / b.hi, self.hi / b.lo)
    }

    pub(super) fn urem(&self, b: &Abs) -> Abs {
        if self.hi < b.lo {
            return *self;
        }
        let hi = if b.lo == 0 { self.hi } else { self.hi.min(b.hi - 1) };
        Abs::unsigned(self.width, 0, hi)
    }

    pub(super) fn sdiv(&self, b: &Abs) -> Abs {
        if b.slo <= 0 {
            return Abs::top(self.width);
        }
        let corners = [self.slo / b.slo, self.slo / b.shi, self.shi / b.slo, self.shi / b.shi];
        let least = corners.into_iter().fold(i64::MAX, i64::min);
        Abs::signed(self.width, least, corners.into_iter().fold(i64::MIN, i64::max))
    }

    pub(super) fn srem(&self, b: &Abs) -> Abs {
        // The result has the sign of the dividend and is no larger than it, whatever the divisor.
        let (mut slo, mut shi) = (self.slo.min(0), self.shi.max(0));
        if b.slo > 0 {
            slo = slo.max(1 - b.shi);
            shi = shi.min(b.shi - 1);
        }
        Abs::signed(self.width, slo, shi)
    }

    pub(super) fn and(&self, b: &Abs) -> Abs {
        let out = Abs::bits(self.width, self.zeros | b.zeros, self.ones & b.ones);
        out.meet(&Abs::unsigned(self.width, 0, self.hi.min(b.hi)))
    }

    pub(super) fn or(&self, b: &Abs) -> Abs {
        let out = Abs::bits(self.width, self.zeros & b.zeros, self.ones | b.ones);
        out.meet(&Abs::unsigned(self.width, self.lo.max(b.lo), mask(self.width)))
    }

    pub(super) fn xor(&self, b: &Abs) -> Abs {
        let zeros = (self.zeros & b.zeros) | (self.ones & b.ones);
        Abs::bits(self.width, zeros, (self.zeros & b.ones) | (self.ones & b.zeros))
    }

    pub(super) fn shl(&self, b: &Abs) -> Abs {
        let (w, m) = (self.width, mask(self.width));
        let mut out = Abs::top(w);
        if b.hi < u64::from(w) && u128::from(self.hi) << b.hi <= u128::from(m) {
            (out.lo, out.hi) = (self.lo << b.lo, self.hi << b.hi);
        }
        if let Some(n) = b.value() {
            if n >= u64::from(w) {
                return Abs::constant(w, 0);
            }
            out.zeros = ((self.zeros << n) | ((1u64 << n) - 1)) & m;
            out.ones = (self.ones << n) & m;
        }
        out.reduce()
    }

    pub(super) fn lshr(&self, b: &Abs) -> Abs {
        let w = self.width;
        let at = |x: u64, n: u64| if n >= u64::from(w) { 0 } else { x >> n };
        let mut out = Abs::unsigned(w, at(self.lo, b.hi), at(self.hi, b.lo));
        if let Some(n) = b.value()
            && n < u64::from(w)
        {
            let top = mask(w) & !(mask(w) >> n);
            out = out.meet(&Abs::bits(w, (self.zeros >> n) | top, self.ones >> n));
        }
        out
    }

    pub(super) fn ashr(&self, b: &Abs) -> Abs {
        let at = |x: i64, n: u64| x >> n.min(63);
        let corners = [at(self.slo, b.lo), at(self.slo, b.hi), at(self.shi, b.lo), at(self.shi, b.hi)];
        let least = corners.into_iter().fold(i64::MAX, i64::min);
        Abs::signed(self.width, least, corners.into_iter().fold(i64::MIN, i64::max))
    }

    pub(super) fn zext(&self, width: u32) -> Abs {
        let top = mask(width) & !mask(self.width);
        Abs { lo: self.lo, hi: self.hi, zeros: self.zeros | top, ones: self.ones, ..Abs::top(width) }.reduce()
    }

    pub(super) fn sext(&self, width: u32) -> Abs {
        let top = mask(width) & !mask(self.width);
        let sign = 1u64 << (self.width - 1);
        let spread = |bits: u64| if bits & sign != 0 { bits | top } else { bits };
        Abs { slo: self.slo, shi: self.shi, zeros: spread(self.zeros), ones: spread(self.ones), ..Abs::top(width) }.reduce()
    }

    /// The `width` bits from bit `low` upwards.
    pub(super) fn extract(&self, low: u32, width: u32) -> Abs {
        let m = mask(width);
        let mut out = Abs::top(width);
        let (lo, hi) = (self.lo >> low, self.hi >> low);
        if (lo ^ hi) & !m == 0 {
            (out.lo, out.hi) = (lo & m, hi & m);
        }
        let (slo, shi) = (self.slo >> low, self.shi >> low);
        let limits = signed_limits(width);
        if slo >= limits.0 && shi <= limits.1 {
            (out.slo, out.shi) = (slo, shi);
        }
        out.zeros = (self.zeros >> low) & m;
        out.ones = (self.ones >> low) & m;
        out.reduce()
    }

    /// `self` above, `low` below; together at most 64 bits.
    pub(super) fn concat(&self, low: &Abs) -> Abs {
        let (n, width) = (low.width, self.width + low.width);
        Abs {
            lo: (self.lo << n) | low.lo,
            hi: (self.hi << n) | low.hi,
            zeros: (self.zeros << n) | low.zeros,
            ones: (self.ones << n) | low.ones,
            ..Abs::top(width)
        }
        .reduce()
    }

    pub(super) fn eq(&self, b: &Abs) -> Option<bool> {
        if let (Some(x), Some(y)) = (self.value(), b.value()) {
            return Some(x == y);
        }
        let apart = self.lo > b.hi
            || b.lo > self.hi
            || self.slo > b.shi
            || b.slo > self.shi
            || self.zeros & b.ones != 0
            || self.ones & b.zeros != 0;
        apart.then_some(false)
    }

    pub(super) fn ult(&self, b: &Abs) -> Option<bool> {
        if self.hi < b.lo { Some(true) } else { (self.lo >= b.hi).then_some(false) }
    }

    pub(super) fn slt(&self, b: &Abs) -> Option<bool> {
        if self.shi < b.slo { Some(true) } else { (self.slo >= b.shi).then_some(false) }
    }

    /// Does the unsigned product not fit the width?
    pub(super) fn umul_over(&self, b: &Abs) -> Option<bool> {
        let limit = u128::from(mask(self.width));
        let (least, most) = (u128::from(self.lo) * u128::from(b.lo), u128::from(self.hi) * u128::from(b.hi));
        if least > limit { Some(true) } else { (most <= limit).then_some(false) }
    }

    /// Does the signed product not fit the width?
    pub(super) fn smul_over(&self, b: &Abs) -> Option<bool> {
        let (min, max) = signed_limits(self.width);
        let corners = [(self.slo, b.slo), (self.slo, b.shi), (self.shi, b.slo), (self.shi, b.shi)]
            .map(|(x, y)| i128::from(x) * i128::from(y));
        let (least, most) = corners.iter().fold((i128::MAX, i128::MIN), |(l, m), &p| (l.min(p), m.max(p)));
        if least >= i128::from(min) && most <= i128::from(max) {
            return Some(false);
        }
        (least > i128::from(max) || most < i128::from(min)).then_some(true)
    }

    fn set_signed(&mut self, slo: i128, shi: i128) {
        let (min, max) = signed_limits(self.width);
        if slo >= i128::from(min) && shi <= i128::from(max) {
            (self.slo, self.shi) = (slo as i64, shi as i64);
        }
    }

    fn set_low_bits(&mut self, count: u32, value: u64) {
        if count > 0 {
            self.ones |= value & mask(count);
            self.zeros |= !value & mask(count);
        }
    }
}

/// `value` of `width` bits read as a signed number.
pub(super) fn signed(width: u32, value: u64) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

fn signed_limits(width: u32) -> (i64, i64) {
    (i64::MIN >> (64 - width), i64::MAX >> (64 - width))
}

/// How many low bits are known in both.
fn known_low(a: &Abs, b: &Abs) -> u32 {
    ((a.zeros | a.ones) & (b.zeros | b.ones)).trailing_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    const W: u32 = 4;
    const M: u64 = 15;

    /// Every abstract value that is the best one for some small set, and a few looser ones.
    fn samples() -> Vec<Abs> {
        let mut out = vec![Abs::top(W)];
        let mut random = homing_random::Random::new(5);
        for n in 0..70 {
            let seed = random.word();
            let mut a = Abs::constant(W, (seed >> 40) & M);
            for k in 0..n % 4 {
                a = a.join(&Abs::constant(W, (seed >> (44 + 4 * k)) & M));
            }
            out.push(a);
        }
        out
    }

    fn has(a: &Abs, v: u64) -> bool {
        let s = signed(a.width, v);
        a.lo <= v && v <= a.hi && a.slo <= s && s <= a.shi && v & a.zeros == 0 && v & a.ones == a.ones
    }

    fn members(a: &Abs) -> impl Iterator<Item = u64> + '_ {
        (0..=mask(a.width)).filter(|&v| has(a, v))
    }

    #[test]
    fn binary_operations_are_sound() {
        type Op = (&'static str, fn(&Abs, &Abs) -> Abs, fn(u64, u64) -> u64);
        let ops: [Op; 13] = [
            ("add", Abs::add, |x, y| (x + y) & M),
            ("sub", Abs::sub, |x, y| x.wrapping_sub(y) & M),
            ("mul", Abs::mul, |x, y| (x * y) & M),
            ("udiv", Abs::udiv, |x, y| x.checked_div(y).unwrap_or(M)),
            ("urem", Abs::urem, |x, y| x.checked_rem(y).unwrap_or(x)),
            ("sdiv", Abs::sdiv, |x, y| {
                let (a, b) = (signed(W, x), signed(W, y));
                let q = if b == 0 { if a < 0 { 1 } else { -1 } } else { a / b };
                q as u64 & M
            }),
            ("srem", Abs::srem, |x, y| {
                let (a, b) = (signed(W, x), signed(W, y));
                (if b == 0 { a } else { a % b }) as u64 & M
            }),
            ("and", Abs::and, |x, y| x & y),
            ("or", Abs::or, |x, y| x | y),
            ("xor", Abs::xor, |x, y| x ^ y),
            ("shl", Abs::shl, |x, y| if y >= 4 { 0 } else { (x << y) & M }),
            ("lshr", Abs::lshr, |x, y| if y >= 4 { 0 } else { x >> y }),
            ("ashr", Abs::ashr, |x, y| (signed(W, x) >> y) as u64 & M),
        ];
        for a in &samples() {
            for b in &samples() {
                for (name, abs, concrete) in ops {
                    let r = abs(a, b);
                    for x in members(a) {
                        for y in members(b) {
                            assert!(has(&r, concrete(x, y)), "{name} {a:?} {b:?} gives {r:?}, misses {x} {y}");
                        }
                    }
                }
                let c = a.concat(b);
                for x in members(a) {
                    for y in members(b) {
                        assert!(has(&c, x << W | y));
                        assert!(a.eq(b).is_none_or(|r| r == (x == y)));
                        assert!(a.ult(b).is_none_or(|r| r == (x < y)));
                        assert!(a.slt(b).is_none_or(|r| r == (signed(W, x) < signed(W, y))));
                        assert!(has(&a.join(b), x) && has(&a.join(b), y));
                        assert!(x != y || has(&a.meet(b), x));
                    }
                }
            }
        }
    }

    #[test]
    fn unary_operations_are_sound() {
        for a in &samples() {
            for x in members(a) {
                assert!(has(&a.not(), !x & M));
                assert!(has(&a.neg(), x.wrapping_neg() & M));
                assert!(has(&a.zext(7), x));
                assert!(has(&a.sext(7), signed(W, x) as u64 & 127));
                for low in 0..W {
                    for w in 1..=W - low {
                        assert!(has(&a.extract(low, w), (x >> low) & mask(w)));
                    }
                }
            }
        }
    }
}
