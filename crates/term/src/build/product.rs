//! Products that do not fit their width, and the ways in which programs ask for that.

use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;
use crate::wide::signed64;

impl Terms {
    /// Does the unsigned product not fit the width?
    pub fn umul_over(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::UMulOver, SortCode(1), a, b) {
            return t;
        }
        let (a, b) = self.order(a, b);
        if self.active_bits(a) + self.active_bits(b) <= w || w == 1 || self.is_one(b) || self.is_zero(b) {
            let t = self.fls();
            return self.fire(Rule::UMulOverSmall, t);
        }
        if self.is_k(b) {
            let ones = self.ones(w);
            let most = self.udiv(ones, b);
            let t = self.ult(most, a);
            return self.fire(Rule::UMulOverConst, t);
        }
        match self.lift2(a, b, Terms::umul_over) {
            Some(t) => t,
            None => self.mk2(Tag::UMulOver, 1, a, b),
        }
    }

    /// Does the signed product not fit the width?
    pub fn smul_over(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::SMulOver, SortCode(1), a, b) {
            return t;
        }
        let (a, b) = self.order(a, b);
        if w == 1 {
            let t = self.and(a, b);
            return self.fire(Rule::SMulOverBit, t);
        }
        if self.signed_bits(a) + self.signed_bits(b) <= w || self.is_one(b) || self.is_zero(b) {
            let t = self.fls();
            return self.fire(Rule::SMulOverSmall, t);
        }
        if self.is_k(b) {
            let t = self.smul_over_const(w, a, b);
            return self.fire(Rule::SMulOverConst, t);
        }
        match self.lift2(a, b, Terms::smul_over) {
            Some(t) => t,
            None => self.mk2(Tag::SMulOver, 1, a, b),
        }
    }

    /// By a constant other than 0 and 1: the other factor is outside of a range.
    fn smul_over_const(&mut self, w: u32, a: Term, c: Term) -> Term {
        let (min, max) = (self.signed_min(w), self.signed_max(w));
        if self.is_ones(c) {
            return self.eq(a, min);
        }
        let (from_min, from_max) = (self.sdiv(min, c), self.sdiv(max, c));
        let zero = self.zero(w);
        let negative = self.slt(c, zero);
        let (least, most) = if self.is_true(negative) { (from_max, from_min) } else { (from_min, from_max) };
        let (below, above) = (self.slt(a, least), self.slt(most, a));
        self.or(below, above)
    }

    /// How many bits hold the value as a signed number.
    fn signed_bits(&self, t: Term) -> u32 {
        let n = self.node(t);
        match n.tag() {
            Tag::Const => {
                let x = signed64(n.width(), n.value());
                65 - (if x < 0 { !x } else { x }).leading_zeros()
            }
            Tag::SExt => self.width(n.ta()),
            Tag::ZExt => self.width(n.ta()) + 1,
            _ => n.width(),
        }
    }

    /// The factors of a product, also of one by a power of two in the form that it has.
    fn factors(&mut self, t: Term) -> Option<(Term, Term)> {
        let n = self.node(t);
        match n.tag() {
            Tag::Mul => Some((n.ta(), n.tb())),
            Tag::Concat if self.is_zero(n.tb()) => {
                let h = self.node(n.ta());
                let w = n.width();
                if h.tag() != Tag::Extract || h.b() != 0 || self.width(h.ta()) != w {
                    return None;
                }
                let shift = self.width(n.tb());
                let one = self.one(w);
                let by = self.bits_wide(w, &[u64::from(shift)]);
                let power = self.shl(one, by);
                Some((h.ta(), power))
            }
            _ => None,
        }
    }

    /// Is `product` that of these two?
    fn is_product(&mut self, product: Term, a: Term, b: Term) -> bool {
        self.factors(product).is_some_and(|f| f == (a, b) || f == (b, a))
    }

    /// `(x * y) / x == y`, with signs or without: the product fits.
    pub(super) fn eq_quotient(&mut self, quotient: Term, y: Term) -> Option<Term> {
        let n = self.node(quotient);
        let signed = match n.tag() {
            Tag::UDiv => false,
            Tag::SDiv => true,
            _ => return None,
        };
        let (product, x) = (n.ta(), n.tb());
        if !self.is_product(product, x, y) {
            return if signed { None } else { self.eq_quotient_extended(product, x, y) };
        }
        let w = n.width();
        let (zero, ones) = (self.zero(w), self.ones(w));
        // Zero divided by zero is all ones.
        let (divisor, all) = (self.ne(x, zero), self.eq(y, ones));
        let defined = self.or(divisor, all);
        let fits = if signed {
            let over = self.smul_over(x, y);
            // The least number times -1 is itself, and so is its quotient.
            let min = self.signed_min(w);
            let (minus, least) = (self.eq(x, ones), self.eq(y, min));
            let (same, fits) = (self.and(minus, least), self.not(over));
            self.or(fits, same)
        } else {
            let over = self.umul_over(x, y);
            self.not(over)
        };
        Some(self.and(defined, fits))
    }

    /// The same of numbers of fewer bits, all of one width, that were extended by zeros before they were divided.
    fn eq_quotient_extended(&mut self, product: Term, x: Term, y: Term) -> Option<Term> {
        let (p, a, b) = (self.node(product), self.node(x), self.node(y));
        if [p.tag(), a.tag(), b.tag()] != [Tag::ZExt; 3] {
            return None;
        }
        let (p, a, b) = (p.ta(), a.ta(), b.ta());
        if self.width(p) != self.width(a) || self.width(p) != self.width(b) || !self.is_product(p, a, b) {
            return None;
        }
        // By zero it is all ones, which y is not.
        let zero = self.zero(self.width(a));
        let (divisor, over) = (self.ne(a, zero), self.umul_over(a, b));
        let fits = self.not(over);
        Some(self.and(divisor, fits))
    }

    /// `MAX / y < x`: their product does not fit.
    pub(super) fn quotient_below(&mut self, quotient: Term, x: Term) -> Option<Term> {
        let n = self.node(quotient);
        if n.tag() != Tag::UDiv || !self.is_k(n.ta()) {
            return None;
        }
        if self.is_ones(n.ta()) {
            return Some(self.umul_over(x, n.tb()));
        }
        // The largest number of fewer bits, and operands that have no more than that.
        let most = self.as_const(n.ta()).filter(|&most| most & most.wrapping_add(1) == 0 && most > 1)?;
        let k = most.trailing_ones();
        if self.active_bits(x) > k || self.active_bits(n.tb()) > k {
            return None;
        }
        let (x, y) = (self.extract(x, 0, k), self.extract(n.tb(), 0, k));
        Some(self.umul_over(x, y))
    }

    /// `MAX / y <= x`: the product does not fit, or not with one more `y`.
    pub(super) fn quotient_at_most(&mut self, quotient: Term, x: Term) -> Option<Term> {
        let n = self.node(quotient);
        if n.tag() != Tag::UDiv || !self.is_ones(n.ta()) {
            return None;
        }
        let (y, ones, zero) = (n.tb(), self.ones(n.width()), self.zero(n.width()));
        // By zero it is all ones.
        let (by_zero, largest) = (self.eq(y, zero), self.eq(x, ones));
        let by_zero = self.and(by_zero, largest);
        let (over, product, rest) = (self.umul_over(x, y), self.mul(x, y), self.not(y));
        let more = self.ult(rest, product);
        let beyond = self.or(over, more);
        Some(self.or(by_zero, beyond))
    }

    /// `MAX / y` or `MIN / y`, signed: is it that of the least number, and `y`.
    fn quotient_of_limit(&mut self, t: Term) -> Option<(bool, Term)> {
        let n = self.node(t);
        if n.tag() != Tag::SDiv || !self.is_k(n.ta()) || n.width() == 1 {
            return None;
        }
        let (min, max) = (self.signed_min(n.width()), self.signed_max(n.width()));
        let least = n.ta() == min;
        (least || n.ta() == max).then(|| (least, n.tb()))
    }

    /// Signed `MAX / y < x` or `MIN / y < x`.
    pub(super) fn signed_quotient_below(&mut self, quotient: Term, x: Term) -> Option<Term> {
        let (least, y) = self.quotient_of_limit(quotient)?;
        let w = self.width(x);
        let (min, zero, one, minus) = (self.signed_min(w), self.zero(w), self.one(w), self.ones(w));
        // Of a positive x the product, of another that with one less.
        let (positive, over) = (self.slt(zero, x), self.smul_over(x, y));
        let beyond = self.and(positive, over);
        let (further, some) = (self.add(x, minus), self.ne(x, min));
        let over = self.smul_over(further, y);
        let fits = self.not(over);
        let before = self.and(some, fits);
        let before = self.or(positive, before);
        let (up, by_zero) = if least { (before, self.slt(one, x)) } else { (beyond, self.sle(zero, x)) };
        let down = if least { self.by_minus_one(y, some, beyond) } else { before };
        Some(self.by_sign(y, up, by_zero, down))
    }

    /// Signed `x < MAX / y` or `x < MIN / y`.
    pub(super) fn below_signed_quotient(&mut self, x: Term, quotient: Term) -> Option<Term> {
        let (least, y) = self.quotient_of_limit(quotient)?;
        let w = self.width(x);
        let (max, zero, one, minus) = (self.signed_max(w), self.zero(w), self.one(w), self.ones(w));
        // Of a negative x the product, of another that with one more.
        let (negative, over) = (self.slt(x, zero), self.smul_over(x, y));
        let beyond = self.and(negative, over);
        let (further, some) = (self.add(x, one), self.ne(x, max));
        let over = self.smul_over(further, y);
        let fits = self.not(over);
        let before = self.and(some, fits);
        let before = self.or(negative, before);
        let (up, by_zero) = if least { (beyond, self.slt(x, one)) } else { (before, self.slt(x, minus)) };
        let never = self.fls();
        let down = if least { self.by_minus_one(y, never, before) } else { beyond };
        Some(self.by_sign(y, up, by_zero, down))
    }

    /// The least number divided by -1 is itself.
    fn by_minus_one(&mut self, y: Term, at: Term, otherwise: Term) -> Term {
        let minus = self.ones(self.width(y));
        let is = self.eq(y, minus);
        self.ite(is, at, otherwise)
    }

    fn by_sign(&mut self, y: Term, up: Term, by_zero: Term, down: Term) -> Term {
        let zero = self.zero(self.width(y));
        let (is_zero, negative) = (self.eq(y, zero), self.slt(y, zero));
        let t = self.ite(is_zero, by_zero, up);
        self.ite(negative, down, t)
    }

    /// Are the bits from `k` on of an exact product not all zero? `None` if `t` is no product, or one that may have wrapped around.
    pub(super) fn product_beyond(&mut self, t: Term, k: u32) -> Option<Term> {
        let n = self.node(t);
        if n.tag() != Tag::Mul || k == 0 {
            return None;
        }
        let (wa, wb) = (self.active_bits(n.ta()), self.active_bits(n.tb()));
        if wa > k || wb > k || wa + wb > n.width() {
            return None;
        }
        let (a, b) = (self.extract(n.ta(), 0, k), self.extract(n.tb(), 0, k));
        Some(self.umul_over(a, b))
    }

    /// `x - (x / y) * y`, with signs or without: the remainder.
    pub(super) fn less_quotient(&mut self, x: Term, product: Term) -> Option<Term> {
        let (a, b) = self.factors(product)?;
        for (quotient, y) in [(a, b), (b, a)] {
            let n = self.node(quotient);
            match n.tag() {
                Tag::UDiv if n.ta() == x && n.tb() == y => return Some(self.urem(x, y)),
                Tag::SDiv if n.ta() == x && n.tb() == y => return Some(self.srem(x, y)),
                _ => {}
            }
        }
        None
    }

    /// `x + (x / c) * -c`: the remainder.
    pub(super) fn plus_quotient(&mut self, x: Term, product: Term) -> Option<Term> {
        let p = self.node(product);
        if p.tag() != Tag::Mul || !self.is_k(p.tb()) {
            return None;
        }
        let n = self.node(p.ta());
        if !matches!(n.tag(), Tag::UDiv | Tag::SDiv) || n.ta() != x || !self.is_k(n.tb()) {
            return None;
        }
        let minus = self.neg(n.tb());
        if minus != p.tb() {
            return None;
        }
        Some(if n.tag() == Tag::UDiv { self.urem(x, n.tb()) } else { self.srem(x, n.tb()) })
    }

    /// `(x / y) * y == x`: the remainder is zero.
    pub(super) fn eq_multiple(&mut self, product: Term, x: Term) -> Option<Term> {
        let remainder = self.less_quotient(x, product)?;
        let zero = self.zero(self.width(x));
        Some(self.eq(remainder, zero))
    }

    /// `x + y < x`, or `x + y < y`: the sum does not fit.
    pub(super) fn sum_below(&mut self, sum: Term, x: Term) -> Option<Term> {
        let n = self.node(sum);
        if n.tag() != Tag::Add {
            return None;
        }
        let y = if n.ta() == x {
            n.tb()
        } else if n.tb() == x {
            n.ta()
        } else {
            return None;
        };
        if self.is_k(y) {
            let last = self.not(y);
            return Some(self.ult(last, x));
        }
        // One of the two ways to say it, whichever way it was asked.
        let (low, high) = if self.is_k(x) || x < y { (x, y) } else { (y, x) };
        let rest = self.not(low);
        Some(self.ult(rest, high))
    }

    /// `x < x + c` for a constant: the sum fits.
    pub(super) fn below_sum(&mut self, x: Term, sum: Term) -> Option<Term> {
        let n = self.node(sum);
        if n.tag() != Tag::Add || n.ta() != x || !self.is_k(n.tb()) {
            return None;
        }
        let limit = self.neg(n.tb());
        Some(self.ult(x, limit))
    }

    /// `x` is what its low bits are when they are extended again: it is in a range.
    pub(super) fn eq_narrowed(&mut self, x: Term, extended: Term) -> Option<Term> {
        let n = self.node(extended);
        let low = self.node(if matches!(n.tag(), Tag::ZExt | Tag::SExt) { n.ta() } else { return None });
        if low.tag() != Tag::Extract || low.b() != 0 || low.ta() != x {
            return None;
        }
        let (w, k) = (n.width(), low.width());
        let power = |s: &mut Terms, k: u32| {
            let (one, by) = (s.one(w), s.bits_wide(w, &[u64::from(k)]));
            s.shl(one, by)
        };
        let limit = power(self, k);
        if n.tag() == Tag::ZExt {
            return Some(self.ult(x, limit));
        }
        let half = power(self, k - 1);
        let moved = self.add(x, half);
        Some(self.ult(moved, limit))
    }
}
