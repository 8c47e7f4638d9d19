//! Division and remainder.

use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;
use crate::wide::signed64;

impl Terms {
    /// Unsigned quotient; by zero all ones.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::UDiv, SortCode(w), a, b) {
            return t;
        }
        let n = self.node(a);
        if n.tag() == Tag::URem && n.tb() == b {
            let (zero, ones) = (self.zero(w), self.ones(w));
            let by_zero = self.eq(b, zero);
            let t = self.ite(by_zero, ones, zero);
            return self.fire(Rule::UDivURem, t);
        }
        let r = if self.is_k(b) { self.udiv_const(w, a, b) } else { self.udiv_shifted(w, a, b) };
        match r.or_else(|| self.lift2(a, b, Terms::udiv)) {
            Some(t) => t,
            None => self.mk2(Tag::UDiv, w, a, b),
        }
    }

    /// By `1 << y`, which is zero where `y` is the width or more.
    fn udiv_shifted(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        let y = self.shifted_one(b)?;
        let (below, ones) = (self.below_width(w, y), self.ones(w));
        let t = self.lshr(a, y);
        let t = self.ite(below, t, ones);
        Some(self.fire(Rule::UDivShifted, t))
    }

    /// The `y` of `1 << y`.
    pub(super) fn shifted_one(&self, t: Term) -> Option<Term> {
        let n = self.node(t);
        (n.tag() == Tag::Shl && self.is_one(n.ta())).then(|| n.tb())
    }

    /// Is `y` less than its width?
    pub(super) fn below_width(&mut self, w: u32, y: Term) -> Term {
        let width = self.bits_wide(w, &[u64::from(w)]);
        self.ult(y, width)
    }

    fn udiv_const(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            let t = self.ones(w);
            return Some(self.fire(Rule::UDivZero, t));
        }
        if let Some(k) = self.power_of_two(b) {
            let k = self.bits_wide(w, &[k as u64]);
            let t = self.lshr(a, k);
            return Some(self.fire(Rule::UDivPower, t));
        }
        let n = self.node(a);
        let c = self.as_const(b)?;
        let (rule, t) = match n.tag() {
            Tag::ZExt => (Rule::UDivZext, self.narrow_division(Terms::udiv, n.ta(), b, w)?),
            Tag::UDiv => {
                let d = self.as_const(n.tb()).filter(|&d| d != 0)?;
                let product = c as u128 * d as u128;
                let t = if product >> w != 0 {
                    self.zero(w)
                } else {
                    let p = self.bits(w, product as u64);
                    self.udiv(n.ta(), p)
                };
                (Rule::UDivUDiv, t)
            }
            _ => return None,
        };
        Some(self.fire(rule, t))
    }

    /// `f(zext(x), c)` in the width of `x`, where `c` fits it.
    fn narrow_division(&mut self, f: impl Fn(&mut Terms, Term, Term) -> Term, x: Term, c: Term, w: u32) -> Option<Term> {
        let wx = self.width(x);
        if self.active_bits(c) > wx {
            return None;
        }
        let c = self.extract(c, 0, wx);
        let t = f(self, x, c);
        Some(self.zext(t, w))
    }

    /// Unsigned remainder; by zero `a`.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::URem, SortCode(w), a, b) {
            return t;
        }
        if a == b || self.is_zero(a) {
            let t = self.zero(w);
            return self.fire(Rule::URemSame, t);
        }
        let n = self.node(a);
        if n.tag() == Tag::URem && n.tb() == b {
            return self.fire(Rule::URemURem, a);
        }
        if self.shifted_one(b).is_some() {
            let ones = self.ones(w);
            let mask = self.add(b, ones);
            let t = self.and(a, mask);
            return self.fire(Rule::URemShifted, t);
        }
        let r = if self.is_k(b) { self.urem_const(w, a, b) } else { self.urem_zext(w, a, b) };
        match r.or_else(|| self.lift2(a, b, Terms::urem)) {
            Some(t) => t,
            None => self.mk2(Tag::URem, w, a, b),
        }
    }

    fn urem_const(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            return Some(self.fire(Rule::URemZero, a));
        }
        if self.power_of_two(b).is_some() {
            let ones = self.ones(w);
            let mask = self.add(b, ones);
            let t = self.and(a, mask);
            return Some(self.fire(Rule::URemPower, t));
        }
        let n = self.node(a);
        let c = self.as_const(b)?;
        match n.tag() {
            Tag::ZExt => {
                let t = match self.narrow_division(Terms::urem, n.ta(), b, w) {
                    Some(t) => t,
                    None => a, // the divisor is larger than any value of `a`
                };
                Some(self.fire(Rule::URemZext, t))
            }
            Tag::URem => {
                self.as_const(n.tb()).filter(|&d| d != 0 && d <= c)?;
                Some(self.fire(Rule::URemURem, a))
            }
            _ => None,
        }
    }

    fn urem_zext(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        let (x, y) = self.same_zext(a, b)?;
        let t = self.urem(x, y);
        let t = self.zext(t, w);
        Some(self.fire(Rule::URemZextZext, t))
    }

    /// The arguments of two zero extensions from one width.
    fn same_zext(&self, a: Term, b: Term) -> Option<(Term, Term)> {
        let (x, y) = (self.node(a), self.node(b));
        (x.tag() == Tag::ZExt && y.tag() == Tag::ZExt && self.node(x.ta()).sort() == self.node(y.ta()).sort())
            .then(|| (x.ta(), y.ta()))
    }

    /// Is it certainly not negative?
    fn non_negative(&self, t: Term) -> bool {
        let n = self.node(t);
        match n.tag() {
            Tag::ZExt => true,
            Tag::Const => signed64(n.width(), n.value()) >= 0,
            _ => false,
        }
    }

    /// Signed quotient toward zero; by zero 1 for negative `a`, else -1.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::SDiv, SortCode(w), a, b) {
            return t;
        }
        if self.non_negative(a) && self.non_negative(b) {
            let t = self.udiv(a, b);
            return self.fire(Rule::SDivUnsigned, t);
        }
        let r = if self.is_k(b) { self.sdiv_const(w, a, b) } else { None };
        match r.or_else(|| self.lift2(a, b, Terms::sdiv)) {
            Some(t) => t,
            None => self.mk2(Tag::SDiv, w, a, b),
        }
    }

    fn sdiv_const(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            let (zero, one, minus) = (self.zero(w), self.one(w), self.ones(w));
            let neg = self.slt(a, zero);
            let t = self.ite(neg, one, minus);
            return Some(self.fire(Rule::SDivZero, t));
        }
        if self.is_ones(b) {
            let t = self.neg(a);
            return Some(self.fire(Rule::SDivMinusOne, t));
        }
        if self.is_one(b) {
            return Some(self.fire(Rule::SDivOne, a));
        }
        let (x, c) = self.narrow_signed(a, b)?;
        let t = self.sdiv(x, c);
        let t = self.sext(t, w);
        Some(self.fire(Rule::SDivSext, t))
    }

    /// `a` a sign extension and `b` a constant other than 0 and -1 that fits
    /// its argument's width.
    fn narrow_signed(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let n = self.node(a);
        if n.tag() != Tag::SExt {
            return None;
        }
        let c = signed64(n.width(), self.as_const(b)?);
        let wx = self.width(n.ta());
        let fits = signed64(wx, c as u64) == c && c != 0 && c != -1;
        fits.then(|| (n.ta(), self.bits(wx, c as u64)))
    }

    /// Signed remainder with the sign of `a`; by zero `a`.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::SRem, SortCode(w), a, b) {
            return t;
        }
        if self.is_zero(b) {
            return self.fire(Rule::SRemZero, a);
        }
        if a == b || self.is_one(b) || self.is_ones(b) {
            let t = self.zero(w);
            return self.fire(Rule::SRemOne, t);
        }
        if self.non_negative(a) && self.non_negative(b) {
            let t = self.urem(a, b);
            return self.fire(Rule::SRemUnsigned, t);
        }
        if let Some((x, c)) = self.narrow_signed(a, b) {
            let t = self.srem(x, c);
            let t = self.sext(t, w);
            return self.fire(Rule::SRemSext, t);
        }
        match self.lift2(a, b, Terms::srem) {
            Some(t) => t,
            None => self.mk2(Tag::SRem, w, a, b),
        }
    }
}
