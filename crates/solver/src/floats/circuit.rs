//! Float operations as operations on bit vectors, exactly as [`homing_term::float`] computes them.
//!
//! A number is taken apart as it is: significands are not normalised, so subnormal numbers are no special case. What an operation gives is
//! normalised and rounded once, in [`Circuit::pack`].

use homing_term::{FloatKind, Round, Term, Terms};

/// Builds circuits in a store.
pub(super) struct Circuit<'a> {
    pub t: &'a mut Terms,
}

/// A number taken apart. Finite ones are `sig * 2^(least + exp - 1)` where `least` is that of the smallest number.
struct Parts {
    neg: Term,
    nan: Term,
    inf: Term,
    /// The exponent field, at least 1.
    exp: Term,
    /// All `precision` bits.
    sig: Term,
}

/// Exponent of the unit in the last place of the smallest numbers.
fn least(k: FloatKind) -> i64 {
    let bias = (1i64 << (k.exponent_bits() - 1)) - 1;
    2 - bias - k.precision() as i64
}

impl Circuit<'_> {
    fn num(&mut self, w: u32, v: u128) -> Term {
        let words = [v as u64, (v >> 64) as u64];
        let count = w.div_ceil(64) as usize;
        let mut all = vec![0; count];
        for (to, from) in all.iter_mut().zip(words) {
            *to = from;
        }
        if !w.is_multiple_of(64) {
            all[count - 1] &= (1u64 << (w % 64)) - 1;
        }
        self.t.bits_wide(w, &all)
    }

    /// A number of `w` bits that may be negative.
    fn signed(&mut self, w: u32, v: i64) -> Term {
        self.t.bits(w, v as u64)
    }

    fn bit(&mut self, x: Term, i: u32) -> Term {
        self.t.extract(x, i, 1)
    }

    fn is_zero(&mut self, x: Term) -> Term {
        let zero = self.num(self.t.width(x), 0);
        self.t.eq(x, zero)
    }

    fn any(&mut self, x: Term) -> Term {
        let zero = self.is_zero(x);
        self.t.not(zero)
    }

    /// With zeros behind it.
    fn padded(&mut self, x: Term, zeros: u32) -> Term {
        if zeros == 0 {
            return x;
        }
        let low = self.num(zeros, 0);
        self.t.concat(x, low)
    }

    fn unpack(&mut self, k: FloatKind, x: Term) -> Parts {
        let (w, eb, p) = (k.width(), k.exponent_bits(), k.precision());
        let neg = self.bit(x, w - 1);
        let field = self.t.extract(x, w - 1 - eb, eb);
        let frac = self.t.extract(x, 0, p - 1);
        let (ones, zero) = (self.num(eb, (1 << eb) - 1), self.num(eb, 0));
        let (is_max, is_low) = (self.t.eq(field, ones), self.t.eq(field, zero));
        let one = self.num(eb, 1);
        let exp = self.t.ite(is_low, one, field);
        let payload = self.any(frac);
        let not_low = self.t.not(is_low);
        let (integer, bad) = match k {
            FloatKind::F80 => {
                let integer = self.bit(x, 63);
                let clear = self.t.not(integer);
                (integer, self.t.and(not_low, clear))
            }
            _ => (not_low, self.t.fls()),
        };
        let sig = self.t.concat(integer, frac);
        let special = self.t.and(is_max, payload);
        let nan = self.t.or(special, bad);
        let plain = self.t.not(nan);
        let inf = self.t.and(is_max, plain);
        Parts { neg, nan, inf, exp, sig }
    }

    fn default_nan(&mut self, k: FloatKind) -> Term {
        self.num(k.width(), k.default_nan())
    }

    fn infinity(&mut self, k: FloatKind, neg: Term) -> Term {
        let rest = self.num(k.width() - 1, k.infinity());
        self.t.concat(neg, rest)
    }

    fn zero(&mut self, k: FloatKind, neg: Term) -> Term {
        let rest = self.num(k.width() - 1, 0);
        self.t.concat(neg, rest)
    }

    /// A NaN operand as a result.
    fn quiet(&mut self, k: FloatKind, x: Term) -> Term {
        let bit = self.num(k.width(), 1 << (k.precision() - 2));
        let quiet = self.t.or(x, bit);
        if k != FloatKind::F80 {
            return quiet;
        }
        let inf = self.num(80, k.infinity());
        let masked = self.t.and(x, inf);
        let normal = self.t.eq(masked, inf);
        let default = self.default_nan(k);
        self.t.ite(normal, quiet, default)
    }

    /// The result where an operand is a NaN: the first such.
    fn or_nan(&mut self, k: FloatKind, operands: &[(Term, Term)], result: Term) -> Term {
        operands.iter().rev().fold(result, |rest, &(x, nan)| {
            let quiet = self.quiet(k, x);
            self.t.ite(nan, quiet, rest)
        })
    }

    /// Shifts right by an amount of any width; what falls out stays as a one at the end.
    fn shift_jam(&mut self, x: Term, by: Term) -> Term {
        let (w, bw) = (self.t.width(x), self.t.width(by));
        let mut x = x;
        for i in 0..bw {
            let set = self.bit(by, i);
            let n = 1u64.checked_shl(i).unwrap_or(u64::MAX).min(u64::from(w)) as u32;
            let lost = self.t.extract(x, 0, n);
            let sticky = self.any(lost);
            let shifted = if n == w {
                self.t.zext(sticky, w)
            } else {
                let high = self.t.extract(x, n, w - n);
                let high = self.t.zext(high, w);
                let sticky = self.t.zext(sticky, w);
                self.t.or(high, sticky)
            };
            x = self.t.ite(set, shifted, x);
        }
        x
    }

    /// Shifts left until the top bit is set (a zero stays zero), and by how much.
    fn normalised(&mut self, x: Term, count_width: u32) -> (Term, Term) {
        let w = self.t.width(x);
        let mut x = x;
        let mut count = self.num(count_width, 0);
        for i in (0..w.ilog2() + 1).rev() {
            let n = 1 << i;
            if n >= w {
                continue;
            }
            let top = self.t.extract(x, w - n, n);
            let empty = self.is_zero(top);
            let low = self.t.extract(x, 0, w - n);
            let shifted = self.padded(low, n);
            x = self.t.ite(empty, shifted, x);
            let more = self.num(count_width, 1 << i);
            let more = self.t.add(count, more);
            count = self.t.ite(empty, more, count);
        }
        (x, count)
    }

    /// Rounds `sig * 2^(least + exp)` to nearest even, where the last bit of `sig` may stand for anything between zero and two. `exp` is
    /// signed.
    fn pack(&mut self, k: FloatKind, neg: Term, sig: Term, exp: Term) -> Term {
        let (p, eb) = (k.precision(), k.exponent_bits());
        let sig = match self.t.width(sig) {
            w if w < p + 2 => {
                let sig = self.padded(sig, p + 2 - w);
                return self.pack_wide(k, neg, sig, exp, i64::from(w) - i64::from(p + 2));
            }
            _ => sig,
        };
        debug_assert!(eb > 0);
        self.pack_wide(k, neg, sig, exp, 0)
    }

    /// The same for at least `p + 2` bits; `more` is added to the exponent.
    fn pack_wide(&mut self, k: FloatKind, neg: Term, sig: Term, exp: Term, more: i64) -> Term {
        let (p, eb, n) = (k.precision(), k.exponent_bits(), self.t.width(sig));
        let xw = self.t.width(exp).max(eb).max(n.ilog2() + 1) + 3;
        let exp = self.t.sext(exp, xw);
        let (sig, zeros) = self.normalised(sig, xw);
        let nothing = self.is_zero(sig);
        // The exponent of the last bit that a normal result keeps.
        let shift = self.signed(xw, more + i64::from(n - p));
        let last = self.t.add(exp, shift);
        let last = self.t.sub(last, zeros);
        let zero = self.num(xw, 0);
        let below = self.t.slt(last, zero);
        let last = (last, self.t.neg(last));
        let limit = self.num(xw, u128::from(p) + 2);
        let far = self.t.ult(limit, last.1);
        let by = self.t.ite(far, limit, last.1);
        let by = self.t.ite(below, by, zero);
        let by = self.t.extract(by, 0, (p + 2).ilog2() + 1);
        let sig = self.shift_jam(sig, by);
        let kept = self.t.extract(sig, n - p, p);
        let half = self.bit(sig, n - p - 1);
        let rest = self.t.extract(sig, 0, n - p - 1);
        let rest = self.any(rest);
        let odd = self.bit(kept, 0);
        let tie = self.t.or(rest, odd);
        let up = self.t.and(half, tie);
        // The integer bit, added to the field of the exponent, makes that of a normal number.
        let ww = xw + p;
        let base = self.t.ite(below, zero, last.0);
        let base = self.padded(base, p - 1);
        let base = self.t.zext(base, ww);
        let (kept, up) = (self.t.zext(kept, ww), self.t.zext(up, ww));
        let whole = self.t.add(base, kept);
        let whole = self.t.add(whole, up);
        let field = self.t.extract(whole, p - 1, xw + 1);
        let most = self.num(xw + 1, (1 << eb) - 1);
        let over = self.t.ule(most, field);
        let field = self.t.extract(field, 0, eb);
        let frac = self.t.extract(whole, 0, p - 1);
        let number = if k == FloatKind::F80 {
            let integer = self.any(field);
            self.t.concat(integer, frac)
        } else {
            frac
        };
        let number = self.t.concat(field, number);
        let number = self.t.concat(neg, number);
        let (inf, zero) = (self.infinity(k, neg), self.zero(k, neg));
        let number = self.t.ite(over, inf, number);
        self.t.ite(nothing, zero, number)
    }

    /// Exponent and significand in the order of magnitudes of finite numbers.
    fn magnitude(&mut self, a: &Parts) -> Term {
        self.t.concat(a.exp, a.sig)
    }

    pub fn add(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        let (x, y) = (self.unpack(k, a), self.unpack(k, b));
        let (mx, my) = (self.magnitude(&x), self.magnitude(&y));
        let swap = self.t.ult(mx, my);
        let pick = |c: &mut Self, p: Term, q: Term| (c.t.ite(swap, q, p), c.t.ite(swap, p, q));
        let (high_exp, low_exp) = pick(self, x.exp, y.exp);
        let (high, low) = pick(self, x.sig, y.sig);
        let (high_neg, low_neg) = pick(self, x.neg, y.neg);
        let p = k.precision();
        let (high, low) = (self.padded(high, 3), self.padded(low, 3));
        let apart = self.t.sub(high_exp, low_exp);
        let low = self.shift_jam(low, apart);
        let (high, low) = (self.t.zext(high, p + 4), self.t.zext(low, p + 4));
        let differ = self.t.xor(high_neg, low_neg);
        let (sum, difference) = (self.t.add(high, low), self.t.sub(high, low));
        let sig = self.t.ite(differ, difference, sum);
        let both = self.t.and(x.neg, y.neg);
        let nothing = self.is_zero(sig);
        let neg = self.t.ite(nothing, both, high_neg);
        let ew = k.exponent_bits() + 2;
        let exp = self.t.zext(high_exp, ew);
        let four = self.signed(ew, -4);
        let exp = self.t.add(exp, four);
        let finite = self.pack(k, neg, sig, exp);
        let (inf_x, inf_y) = (self.infinity(k, x.neg), self.infinity(k, y.neg));
        let result = self.t.ite(y.inf, inf_y, finite);
        let result = self.t.ite(x.inf, inf_x, result);
        let both = self.t.and(x.inf, y.inf);
        let invalid = self.t.and(both, differ);
        let nan = self.default_nan(k);
        let result = self.t.ite(invalid, nan, result);
        self.or_nan(k, &[(a, x.nan), (b, y.nan)], result)
    }

    /// The sum with the sign of `b` changed, unless it is a NaN.
    pub fn sub(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        let sign = self.num(k.width(), 1 << (k.width() - 1));
        let negated = self.t.xor(b, sign);
        let nan = self.unpack(k, b).nan;
        let b = self.t.ite(nan, b, negated);
        self.add(k, a, b)
    }

    pub fn mul(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        let (x, y) = (self.unpack(k, a), self.unpack(k, b));
        let p = k.precision();
        let (sx, sy) = (self.t.zext(x.sig, 2 * p), self.t.zext(y.sig, 2 * p));
        let sig = self.t.mul(sx, sy);
        let ew = k.exponent_bits() + 3;
        let (ex, ey) = (self.t.zext(x.exp, ew), self.t.zext(y.exp, ew));
        let exp = self.t.add(ex, ey);
        let base = self.signed(ew, least(k) - 2);
        let exp = self.t.add(exp, base);
        let neg = self.t.xor(x.neg, y.neg);
        let finite = self.pack(k, neg, sig, exp);
        let inf = self.infinity(k, neg);
        let any_inf = self.t.or(x.inf, y.inf);
        let (zx, zy) = (self.is_zero(x.sig), self.is_zero(y.sig));
        let any_zero = self.t.or(zx, zy);
        let invalid = self.t.and(any_inf, any_zero);
        let nan = self.default_nan(k);
        let result = self.t.ite(any_inf, inf, finite);
        let result = self.t.ite(invalid, nan, result);
        self.or_nan(k, &[(a, x.nan), (b, y.nan)], result)
    }

    pub fn div(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        let (x, y) = (self.unpack(k, a), self.unpack(k, b));
        let (p, eb) = (k.precision(), k.exponent_bits());
        let ew = eb.max(p.ilog2() + 1) + 4;
        let (sx, lx) = self.normalised(x.sig, ew);
        let (sy, ly) = self.normalised(y.sig, ew);
        // Digit by digit: the rest stays below twice the divisor.
        let (mut rest, divisor) = (self.t.zext(sx, p + 2), self.t.zext(sy, p + 2));
        let mut quotient: Option<Term> = None;
        for _ in 0..p + 3 {
            let fits = self.t.ule(divisor, rest);
            let less = self.t.sub(rest, divisor);
            let left = self.t.ite(fits, less, rest);
            let left = self.t.extract(left, 0, p + 1);
            rest = self.padded(left, 1);
            quotient = Some(quotient.map_or(fits, |q| self.t.concat(q, fits)));
        }
        let sticky = self.any(rest);
        let sig = quotient.map_or(sticky, |q| self.t.concat(q, sticky));
        let (ex, ey) = (self.t.zext(x.exp, ew), self.t.zext(y.exp, ew));
        let (ex, ey) = (self.t.sub(ex, lx), self.t.sub(ey, ly));
        let exp = self.t.sub(ex, ey);
        let base = self.signed(ew, -least(k) - i64::from(p) - 3);
        let exp = self.t.add(exp, base);
        let neg = self.t.xor(x.neg, y.neg);
        let finite = self.pack(k, neg, sig, exp);
        let (zx, zy) = (self.is_zero(x.sig), self.is_zero(y.sig));
        let (inf, zero, nan) = (self.infinity(k, neg), self.zero(k, neg), self.default_nan(k));
        let none = self.t.or(zx, y.inf);
        let result = self.t.ite(none, zero, finite);
        let infinite = self.t.or(x.inf, zy);
        let result = self.t.ite(infinite, inf, result);
        let (zeros, infs) = (self.t.and(zx, zy), self.t.and(x.inf, y.inf));
        let invalid = self.t.or(zeros, infs);
        let result = self.t.ite(invalid, nan, result);
        self.or_nan(k, &[(a, x.nan), (b, y.nan)], result)
    }

    pub fn unordered(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        let (x, y) = (self.unpack(k, a).nan, self.unpack(k, b).nan);
        self.t.or(x, y)
    }

    pub fn equal(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.compare(k, a, b, |c, x, y| c.t.eq(x, y))
    }

    pub fn less(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.compare(k, a, b, |c, x, y| c.t.slt(x, y))
    }

    pub fn less_or_equal(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.compare(k, a, b, |c, x, y| c.t.sle(x, y))
    }

    /// Compares as signed numbers what has the order of the floats; nothing holds of a NaN.
    fn compare(&mut self, k: FloatKind, a: Term, b: Term, holds: impl Fn(&mut Self, Term, Term) -> Term) -> Term {
        let (x, y) = (self.unpack(k, a), self.unpack(k, b));
        let (kx, ky) = (self.key(&x), self.key(&y));
        let holds = holds(self, kx, ky);
        let nan = self.t.or(x.nan, y.nan);
        let ordered = self.t.not(nan);
        self.t.and(ordered, holds)
    }

    /// Infinities have the largest exponent; both zeros are zero.
    fn key(&mut self, x: &Parts) -> Term {
        let magnitude = self.magnitude(x);
        let zero = self.is_zero(x.sig);
        let nothing = self.num(self.t.width(magnitude), 0);
        let magnitude = self.t.ite(zero, nothing, magnitude);
        let w = self.t.width(magnitude) + 1;
        let positive = self.t.zext(magnitude, w);
        let negative = self.t.neg(positive);
        self.t.ite(x.neg, negative, positive)
    }

    pub fn convert(&mut self, from: FloatKind, to: FloatKind, a: Term) -> Term {
        let x = self.unpack(from, a);
        let ew = from.exponent_bits().max(to.exponent_bits()) + 3;
        let exp = self.t.zext(x.exp, ew);
        let base = self.signed(ew, least(from) - 1 - least(to));
        let exp = self.t.add(exp, base);
        let finite = self.pack(to, x.neg, x.sig, exp);
        let inf = self.infinity(to, x.neg);
        let result = self.t.ite(x.inf, inf, finite);
        // A NaN keeps its sign and the top of its payload.
        let quiet = self.quiet(from, a);
        let (pf, pt) = (from.precision() - 1, to.precision() - 1);
        let payload = self.t.extract(quiet, 0, pf);
        let payload = if pt >= pf { self.padded(payload, pt - pf) } else { self.t.extract(payload, pf - pt, pt) };
        let payload = self.t.zext(payload, to.width());
        let sign = self.bit(quiet, from.width() - 1);
        let inf = self.infinity(to, sign);
        let bit = self.num(to.width(), 1 << (to.precision() - 2));
        let nan = self.t.or(inf, payload);
        let nan = self.t.or(nan, bit);
        self.t.ite(x.nan, nan, result)
    }

    pub fn of_integer(&mut self, k: FloatKind, a: Term, is_signed: bool) -> Term {
        let w = self.t.width(a);
        let neg = if is_signed { self.bit(a, w - 1) } else { self.t.fls() };
        let negated = self.t.neg(a);
        let magnitude = self.t.ite(neg, negated, a);
        let exp = self.signed(k.exponent_bits() + 3, -least(k));
        let number = self.pack(k, neg, magnitude, exp);
        // Zero has no sign.
        let (nothing, plus) = (self.is_zero(a), self.t.fls());
        let zero = self.zero(k, plus);
        self.t.ite(nothing, zero, number)
    }

    pub fn as_integer(&mut self, k: FloatKind, a: Term, w: u32, is_signed: bool) -> Term {
        let x = self.unpack(k, a);
        let p = k.precision();
        // Shifted left by the number of bits before the point, the number stands `p` bits too high.
        let sw = k.exponent_bits().max(w.ilog2() + 1) + 3;
        let exp = self.t.zext(x.exp, sw);
        let base = self.signed(sw, least(k) - 1 + i64::from(p));
        let digits = self.t.add(exp, base);
        let zero = self.num(sw, 0);
        let small = self.t.sle(digits, zero);
        let most = self.num(sw, u128::from(w) + 1);
        let far = self.t.slt(most, digits);
        let by = self.t.ite(far, most, digits);
        let by = self.t.ite(small, zero, by);
        let full = p + w + 1;
        let wide = self.t.zext(x.sig, full);
        let by = if sw >= full { self.t.extract(by, 0, full) } else { self.t.zext(by, full) };
        let wide = self.t.shl(wide, by);
        let whole = self.t.extract(wide, p, w + 1);
        let nothing = self.num(w + 1, 0);
        let whole = self.t.ite(small, nothing, whole);
        let limit = if is_signed { 1u128 << (w - 1) } else { 1u128 << w };
        let limit = self.num(w + 1, limit);
        let below = self.t.ult(whole, limit);
        let is_least = if is_signed { self.t.eq(whole, limit) } else { self.is_zero(whole) };
        let fits_negative = if is_signed { self.t.or(below, is_least) } else { is_least };
        let fits = self.t.ite(x.neg, fits_negative, below);
        let odd = self.t.or(x.nan, x.inf);
        let odd = self.t.or(odd, far);
        let good = self.t.not(odd);
        let fits = self.t.and(fits, good);
        let whole = self.t.extract(whole, 0, w);
        let negated = self.t.neg(whole);
        let number = self.t.ite(x.neg, negated, whole);
        let other = self.num(w, 1 << (w - 1));
        self.t.ite(fits, number, other)
    }

    pub fn round(&mut self, k: FloatKind, a: Term, mode: Round) -> Term {
        let x = self.unpack(k, a);
        let p = k.precision();
        let ew = k.exponent_bits() + 3;
        let exp = self.t.zext(x.exp, ew);
        // How many bits are behind the point.
        let base = self.signed(ew, 1 - least(k));
        let cut = self.t.sub(base, exp);
        let zero = self.num(ew, 0);
        let whole_already = self.t.sle(cut, zero);
        let limit = self.num(ew, u128::from(p) + 1);
        let far = self.t.ult(limit, cut);
        let by = self.t.ite(far, limit, cut);
        let by = self.t.extract(by, 0, (p + 1).ilog2() + 1);
        let wide = self.padded(x.sig, p + 2);
        let wide = self.shift_jam(wide, by);
        let kept = self.t.extract(wide, p + 2, p);
        let half = self.bit(wide, p + 1);
        let below = self.t.extract(wide, 0, p + 1);
        let below = self.any(below);
        let some = self.t.or(half, below);
        let odd = self.bit(kept, 0);
        let up = match mode {
            Round::NearestEven => {
                let tie = self.t.or(below, odd);
                self.t.and(half, tie)
            }
            Round::NearestAway => half,
            Round::TowardZero => self.t.fls(),
            Round::Up => {
                let plus = self.t.not(x.neg);
                self.t.and(plus, some)
            }
            Round::Down => self.t.and(x.neg, some),
        };
        let (kept, up) = (self.t.zext(kept, p + 1), self.t.zext(up, p + 1));
        let rounded = self.t.add(kept, up);
        let exp = self.signed(ew, -least(k));
        let number = self.pack(k, x.neg, rounded, exp);
        let nothing = self.is_zero(x.sig);
        let same = self.t.or(whole_already, nothing);
        let same = self.t.or(same, x.inf);
        let result = self.t.ite(same, a, number);
        self.or_nan(k, &[(a, x.nan)], result)
    }
}
