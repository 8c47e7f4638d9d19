//! Order.

use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;
use crate::wide::{mask64, signed64};

/// How many choices a chain may hold to be compared arm by arm.
const CHOICES: u32 = 7;

type Build = fn(&mut Terms, Term, Term) -> Term;

impl Terms {
    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Ult, SortCode(1), a, b) {
            return t;
        }
        if a == b {
            let t = self.fls();
            return self.fire(Rule::LessSame, t);
        }
        let r = self
            .less_common(a, b, Terms::ult)
            .or_else(|| self.ult_const(a, b))
            .or_else(|| self.unsigned_narrow(a, b, Terms::ult))
            .or_else(|| self.ult_idiom(a, b));
        match r {
            Some(t) => t,
            None => self.mk2(Tag::Ult, 1, a, b),
        }
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Ule, SortCode(1), a, b) {
            return t;
        }
        if a == b {
            let t = self.tru();
            return self.fire(Rule::LessSame, t);
        }
        if let Some(t) = self.less_common(a, b, Terms::ule) {
            return t;
        }
        if self.is_k(b) {
            let t = if self.is_ones(b) {
                self.tru()
            } else {
                let one = self.one(w);
                let c = self.add(b, one);
                self.ult(a, c)
            };
            return self.fire(Rule::UleConst, t);
        }
        if self.is_k(a) {
            let t = if self.is_zero(a) {
                self.tru()
            } else {
                let minus = self.ones(w);
                let c = self.add(a, minus);
                self.ult(c, b)
            };
            return self.fire(Rule::UleConst, t);
        }
        if let Some(t) = self.unsigned_narrow(a, b, Terms::ule) {
            return t;
        }
        match self.ult_idiom(b, a) {
            Some(t) => self.not(t),
            None => self.mk2(Tag::Ule, 1, a, b),
        }
    }

    /// Ways to ask whether a sum or a product fits.
    fn ult_idiom(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(t) = self.quotient_below(a, b) {
            return Some(self.fire(Rule::UltQuotient, t));
        }
        if let Some(t) = self.quotient_at_most(b, a) {
            let t = self.not(t);
            return Some(self.fire(Rule::UleQuotient, t));
        }
        if let Some(t) = self.sum_below(a, b).or_else(|| self.below_sum(a, b)) {
            return Some(self.fire(Rule::UltSum, t));
        }
        self.ult_remainder(a, b).or_else(|| self.ult_part(a, b))
    }

    /// `x < x udiv y`, `x < x urem y`: parts are not larger than the whole, but for what a division by zero gives.
    fn ult_part(&mut self, a: Term, b: Term) -> Option<Term> {
        let n = self.node(b);
        let t = match n.tag() {
            Tag::URem if n.ta() == a => self.fls(),
            Tag::UDiv if n.ta() == a => {
                let (zero, ones) = (self.zero(n.width()), self.ones(n.width()));
                let (by_zero, more) = (self.eq(n.tb(), zero), self.ne(a, ones));
                self.and(by_zero, more)
            }
            _ => return None,
        };
        Some(self.fire(Rule::UltPart, t))
    }

    /// `x urem y < y`: unless `y` is zero.
    fn ult_remainder(&mut self, a: Term, b: Term) -> Option<Term> {
        let n = self.node(a);
        if n.tag() != Tag::URem || n.tb() != b {
            return None;
        }
        let zero = self.zero(n.width());
        let t = self.ne(b, zero);
        Some(self.fire(Rule::UltURemSame, t))
    }

    /// What strict and weak, signed and unsigned comparisons share.
    fn less_common(&mut self, a: Term, b: Term, f: Build) -> Option<Term> {
        if self.width(a) == 1 {
            // f(a, b) on one bit is a function of its four cases.
            let (zero, one) = (self.fls(), self.tru());
            let at0 = (f(self, zero, zero), f(self, zero, one));
            let at1 = (f(self, one, zero), f(self, one, one));
            let low = self.ite(b, at0.1, at0.0);
            let high = self.ite(b, at1.1, at1.0);
            let t = self.ite(a, high, low);
            return Some(self.fire(Rule::LessBit, t));
        }
        self.compare_choices(a, b, f)
    }

    /// A chain of choices between constants against a constant, arm by arm.
    pub(super) fn compare_choices(&mut self, a: Term, b: Term, f: Build) -> Option<Term> {
        let mut budget = CHOICES;
        let t = if self.is_k(b) && self.choices(a, &mut budget) {
            let n = self.node(a);
            let (x, y) = (f(self, n.tb(), b), f(self, n.tc(), b));
            self.ite(n.ta(), x, y)
        } else if self.is_k(a) && self.choices(b, &mut budget) {
            let n = self.node(b);
            let (x, y) = (f(self, a, n.tb()), f(self, a, n.tc()));
            self.ite(n.ta(), x, y)
        } else {
            return None;
        };
        Some(self.fire(Rule::CompareIte, t))
    }

    /// Is it a choice whose leaves are all constants, with at most `budget`
    /// choices in it?
    fn choices(&self, t: Term, budget: &mut u32) -> bool {
        let n = self.node(t);
        if n.tag() != Tag::Ite || *budget == 0 {
            return false;
        }
        *budget -= 1;
        [n.tb(), n.tc()].into_iter().all(|x| self.is_k(x) || self.choices(x, budget))
    }

    fn ult_const(&mut self, a: Term, b: Term) -> Option<Term> {
        let w = self.width(a);
        if self.is_k(b) {
            if self.is_zero(b) {
                let t = self.fls();
                return Some(self.fire(Rule::UltExtreme, t));
            }
            if self.is_one(b) {
                let zero = self.zero(w);
                let t = self.eq(a, zero);
                return Some(self.fire(Rule::UltExtreme, t));
            }
            if self.is_ones(b) {
                let t = self.ne(a, b);
                return Some(self.fire(Rule::UltExtreme, t));
            }
            if let Some(t) = self.ult_product(a, b) {
                let t = self.not(t);
                return Some(self.fire(Rule::UltProduct, t));
            }
            return self.ult_small(a, b);
        }
        if !self.is_k(a) {
            return None;
        }
        let one = self.one(w);
        let next = self.add(a, one);
        let t = if self.is_ones(a) {
            self.fls()
        } else if self.is_zero(a) {
            self.ne(b, a)
        } else if self.is_ones(next) {
            self.eq(b, next)
        } else {
            if let Some(t) = self.ult_product(b, next) {
                return Some(self.fire(Rule::UltProduct, t));
            }
            return self.ult_small(a, b);
        };
        Some(self.fire(Rule::UltExtreme, t))
    }

    /// Is an exact product not below a constant that is a power of two?
    fn ult_product(&mut self, product: Term, limit: Term) -> Option<Term> {
        if self.node(product).tag() != Tag::Mul {
            return None;
        }
        let k = self.power_of_two(limit)?;
        self.product_beyond(product, k)
    }

    /// An unsigned comparison with a constant of at most 64 bits, seen as
    /// "`x` below limit `c`" (or its negation, for `c - 1 < x`).
    fn ult_small(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, limit, above) = match (self.as_const(a), self.as_const(b)) {
            (_, Some(c)) => (a, c, false),
            (Some(c), _) => (b, c + 1, true), // all ones is out already
            _ => return None,
        };
        let n = self.node(x);
        let w = n.width();
        let decide = |s: &mut Terms, below: bool, rule: Rule| {
            let t = s.truth(below != above);
            Some(s.fire(rule, t))
        };
        let narrow = |s: &mut Terms, inner: Term, limit: u64, rule: Rule| {
            let wi = s.width(inner);
            let t = if above {
                let c = s.bits(wi, limit - 1);
                s.ult(c, inner)
            } else {
                let c = s.bits(wi, limit);
                s.ult(inner, c)
            };
            Some(s.fire(rule, t))
        };
        match n.tag() {
            Tag::ZExt => {
                let wi = self.width(n.ta());
                if limit > mask64(wi) {
                    return decide(self, true, Rule::UltZextConst);
                }
                narrow(self, n.ta(), limit, Rule::UltZextConst)
            }
            Tag::SExt => {
                let wi = self.width(n.ta());
                let half = 1u64 << (wi - 1);
                let upper = mask64(w) - (half - 1);
                if limit <= half || limit > upper {
                    return narrow(self, n.ta(), limit, Rule::UltSextConst);
                }
                // Between the halves: below the limit means not negative.
                let zero = self.zero(wi);
                let neg = self.slt(n.ta(), zero);
                let t = if above { neg } else { self.not(neg) };
                Some(self.fire(Rule::UltSextConst, t))
            }
            Tag::URem => {
                let d = self.as_const(n.tb()).filter(|&d| d != 0)?;
                if limit < d {
                    return None;
                }
                decide(self, true, Rule::UltURem)
            }
            Tag::And => {
                let m = self.as_const(n.tb())?;
                if limit <= m {
                    return None;
                }
                decide(self, true, Rule::UltAnd)
            }
            _ => None,
        }
    }

    /// Unsigned comparison of two extensions of one kind, in the larger of
    /// their widths. Both kinds keep the unsigned order.
    fn unsigned_narrow(&mut self, a: Term, b: Term, f: Build) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        if x.tag() != y.tag() {
            return None;
        }
        let k = match x.tag() {
            Tag::ZExt | Tag::SExt => self.width(x.ta()).max(self.width(y.ta())),
            _ => return None,
        };
        let (p, q) = if x.tag() == Tag::ZExt {
            (self.zext(x.ta(), k), self.zext(y.ta(), k))
        } else {
            (self.sext(x.ta(), k), self.sext(y.ta(), k))
        };
        let t = f(self, p, q);
        Some(self.fire(Rule::LessExtend, t))
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Slt, SortCode(1), a, b) {
            return t;
        }
        if a == b {
            let t = self.fls();
            return self.fire(Rule::LessSame, t);
        }
        let r = self
            .less_common(a, b, Terms::slt)
            .or_else(|| self.slt_const(a, b))
            .or_else(|| self.signed_narrow(a, b, Terms::slt, Terms::ult))
            .or_else(|| self.slt_quotient(a, b));
        match r {
            Some(t) => t,
            None => self.mk2(Tag::Slt, 1, a, b),
        }
    }

    /// Signed `a <= b`.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Sle, SortCode(1), a, b) {
            return t;
        }
        if a == b {
            let t = self.tru();
            return self.fire(Rule::LessSame, t);
        }
        if let Some(t) = self.less_common(a, b, Terms::sle) {
            return t;
        }
        if self.is_k(b) {
            let t = if b == self.signed_max(w) {
                self.tru()
            } else {
                let one = self.one(w);
                let c = self.add(b, one);
                self.slt(a, c)
            };
            return self.fire(Rule::SleConst, t);
        }
        if self.is_k(a) {
            let t = if a == self.signed_min(w) {
                self.tru()
            } else {
                let minus = self.ones(w);
                let c = self.add(a, minus);
                self.slt(c, b)
            };
            return self.fire(Rule::SleConst, t);
        }
        if let Some(t) = self.signed_narrow(a, b, Terms::sle, Terms::ule) {
            return t;
        }
        match self.slt_quotient(b, a) {
            Some(t) => self.not(t),
            None => self.mk2(Tag::Sle, 1, a, b),
        }
    }

    fn slt_quotient(&mut self, a: Term, b: Term) -> Option<Term> {
        let t = self.signed_quotient_below(a, b).or_else(|| self.below_signed_quotient(a, b))?;
        Some(self.fire(Rule::SltQuotient, t))
    }

    pub(super) fn signed_min(&mut self, w: u32) -> Term {
        let max = self.signed_max(w);
        self.not(max)
    }

    pub(super) fn signed_max(&mut self, w: u32) -> Term {
        if w <= 64 {
            return self.bits(w, mask64(w) >> 1);
        }
        let words = crate::wide::ones(w - 1);
        self.bits_wide(w, &words)
    }

    fn slt_const(&mut self, a: Term, b: Term) -> Option<Term> {
        let (ka, kb) = (self.is_k(a), self.is_k(b));
        if !ka && !kb {
            return None;
        }
        let w = self.width(a);
        let (min, max, one) = (self.signed_min(w), self.signed_max(w), self.one(w));
        let t = if kb {
            let least = self.add(min, one);
            if b == min {
                self.fls()
            } else if b == least {
                self.eq(a, min)
            } else if b == max {
                self.ne(a, max)
            } else {
                return self.slt_small(a, b);
            }
        } else {
            let next = self.add(a, one);
            if a == max {
                self.fls()
            } else if next == max {
                self.eq(b, max)
            } else if a == min {
                self.ne(b, min)
            } else {
                return self.slt_small(a, b);
            }
        };
        Some(self.fire(Rule::SltExtreme, t))
    }

    /// A signed comparison of an extension with a constant of at most 64 bits.
    fn slt_small(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, c, left) = match (self.as_const(a), self.as_const(b)) {
            (_, Some(c)) => (a, c, true),
            (Some(c), _) => (b, c, false),
            _ => return None,
        };
        let n = self.node(x);
        let c = signed64(n.width(), c);
        let t = match n.tag() {
            Tag::ZExt if c < 0 => self.truth(!left),
            Tag::ZExt => self.ult(a, b),
            Tag::SExt => {
                let wi = self.width(n.ta());
                if signed64(wi, c as u64) != c {
                    self.truth((c > 0) == left)
                } else {
                    let k = self.bits(wi, c as u64);
                    if left { self.slt(n.ta(), k) } else { self.slt(k, n.ta()) }
                }
            }
            _ => return None,
        };
        Some(self.fire(Rule::SltExtendConst, t))
    }

    /// Signed comparison of two sign extensions in the larger of their widths,
    /// of two zero extensions as unsigned numbers.
    fn signed_narrow(&mut self, a: Term, b: Term, s: Build, u: Build) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        let t = match (x.tag(), y.tag()) {
            (Tag::ZExt, Tag::ZExt) => u(self, a, b),
            (Tag::SExt, Tag::SExt) => {
                let k = self.width(x.ta()).max(self.width(y.ta()));
                let (p, q) = (self.sext(x.ta(), k), self.sext(y.ta(), k));
                s(self, p, q)
            }
            _ => return None,
        };
        Some(self.fire(Rule::SignedExtend, t))
    }

    /// Unsigned `a > b`.
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    /// Unsigned `a >= b`.
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    /// Signed `a > b`.
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// Signed `a >= b`.
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }
}
