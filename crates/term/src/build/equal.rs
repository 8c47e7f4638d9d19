//! Equality.

use super::SPLIT;
use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;

impl Terms {
    /// Equality of two terms of one sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let sort = self.node(a).sort();
        assert!(sort == self.node(b).sort(), "{a} and {b} differ in sort");
        if let Some(t) = self.settle2(Tag::Eq, SortCode(1), a, b) {
            return t;
        }
        if a == b {
            let t = self.tru();
            return self.fire(Rule::EqSame, t);
        }
        let (a, b) = self.order(a, b);
        if sort.is_bits()
            && let Some(t) = self.eq_idiom(a, b)
        {
            return t;
        }
        let r = if sort == SortCode::INT {
            self.eq_int(a, b)
        } else if !sort.is_bits() {
            None
        } else if sort == SortCode(1) {
            Some(self.eq_bit(a, b))
        } else if self.is_k(b) {
            self.eq_const(a, b)
        } else {
            self.eq_terms(a, b)
        };
        match r {
            Some(t) => t,
            None => self.mk2(Tag::Eq, 1, a, b),
        }
    }

    /// `!(a == b)`.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let e = self.eq(a, b);
        self.not(e)
    }

    /// Ways to ask whether a product or a number fits.
    fn eq_idiom(&mut self, a: Term, b: Term) -> Option<Term> {
        for (a, b) in [(a, b), (b, a)] {
            let (rule, t) = match self.node(a).tag() {
                Tag::UDiv | Tag::SDiv if let Some(t) = self.eq_quotient(a, b) => (Rule::EqQuotient, t),
                Tag::Mul | Tag::Concat if let Some(t) = self.eq_multiple(a, b) => (Rule::EqMultiple, t),
                Tag::ZExt | Tag::SExt if let Some(t) = self.eq_narrowed(b, a) => (Rule::EqNarrowed, t),
                _ => continue,
            };
            return Some(self.fire(rule, t));
        }
        None
    }

    fn eq_bit(&mut self, a: Term, b: Term) -> Term {
        let t = match self.as_const(b) {
            Some(1) => a,
            Some(_) => self.not(a),
            None => {
                let x = self.xor(a, b);
                self.not(x)
            }
        };
        self.fire(Rule::EqBit, t)
    }

    /// `f(..) == k`: undoes `f` on `k`.
    fn eq_const(&mut self, a: Term, k: Term) -> Option<Term> {
        let n = self.node(a);
        let (rule, t) = match n.tag() {
            Tag::Add if self.is_k(n.tb()) => {
                let c = self.sub(k, n.tb());
                (Rule::EqAddConst, self.eq(n.ta(), c))
            }
            Tag::Sub if self.is_k(n.ta()) => {
                let c = self.sub(n.ta(), k);
                (Rule::EqSubConst, self.eq(n.tb(), c))
            }
            Tag::Sub | Tag::Xor if self.is_zero(k) => (Rule::EqDifference, self.eq(n.ta(), n.tb())),
            Tag::Neg => {
                let c = self.neg(k);
                (Rule::EqNegConst, self.eq(n.ta(), c))
            }
            Tag::Not => {
                let c = self.not(k);
                (Rule::EqNotConst, self.eq(n.ta(), c))
            }
            Tag::Xor if self.is_k(n.tb()) => {
                let c = self.xor(k, n.tb());
                (Rule::EqXorConst, self.eq(n.ta(), c))
            }
            Tag::ZExt | Tag::SExt => {
                let inner = n.ta();
                let wi = self.width(inner);
                let c = self.extract(k, 0, wi);
                let back = self.rebuild(a, &[c]);
                let t = if back == k { self.eq(inner, c) } else { self.fls() };
                (Rule::EqExtendConst, t)
            }
            Tag::Concat if n.width() <= SPLIT => {
                let (wh, wl) = (self.width(n.ta()), self.width(n.tb()));
                let kh = self.extract(k, wl, wh);
                let kl = self.extract(k, 0, wl);
                let (p, q) = (self.eq(n.ta(), kh), self.eq(n.tb(), kl));
                (Rule::EqConcatConst, self.and(p, q))
            }
            Tag::Shl if self.is_zero(k) => {
                let y = self.shifted_one(a)?;
                let below = self.below_width(n.width(), y);
                (Rule::EqShifted, self.not(below))
            }
            Tag::Mul => (Rule::EqMulConst, self.eq_mul(n.ta(), n.tb(), k)?),
            Tag::Ite => return self.compare_choices(a, k, Terms::eq),
            Tag::Extract if self.is_zero(k) && n.b() + n.width() == self.width(n.ta()) => {
                let t = self.product_beyond(n.ta(), n.b())?;
                (Rule::EqProductHigh, self.not(t))
            }
            Tag::And | Tag::Or | Tag::URem => (Rule::EqImpossible, self.eq_impossible(a, k)?),
            _ => return None,
        };
        Some(self.fire(rule, t))
    }

    /// `x * c == k` with an odd `c`, which has an inverse.
    fn eq_mul(&mut self, x: Term, c: Term, k: Term) -> Option<Term> {
        let c = self.as_const(c).filter(|c| c & 1 == 1)?;
        let k = self.as_const(k)?;
        // Newton's iteration doubles the correct low bits, from three.
        let mut inverse = c;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(c.wrapping_mul(inverse)));
        }
        let w = self.width(x);
        let v = self.bits(w, k.wrapping_mul(inverse));
        Some(self.eq(x, v))
    }

    /// False where `k` is outside what the operation can give.
    fn eq_impossible(&mut self, a: Term, k: Term) -> Option<Term> {
        let n = self.node(a);
        let (c, k) = (self.as_const(n.tb())?, self.as_const(k)?);
        let never = match n.tag() {
            Tag::And => k & !c != 0,
            Tag::Or => c & !k != 0,
            _ => c != 0 && k >= c,
        };
        never.then(|| self.fls())
    }

    fn eq_terms(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        let (rule, t) = match (x.tag(), y.tag()) {
            (Tag::ZExt, Tag::ZExt) => {
                let k = self.width(x.ta()).max(self.width(y.ta()));
                let (p, q) = (self.zext(x.ta(), k), self.zext(y.ta(), k));
                (Rule::EqExtend, self.eq(p, q))
            }
            (Tag::SExt, Tag::SExt) => {
                let k = self.width(x.ta()).max(self.width(y.ta()));
                let (p, q) = (self.sext(x.ta(), k), self.sext(y.ta(), k));
                (Rule::EqExtend, self.eq(p, q))
            }
            (Tag::Not, Tag::Not) | (Tag::Neg, Tag::Neg) => (Rule::EqUnary, self.eq(x.ta(), y.ta())),
            (Tag::Concat, Tag::Concat) if x.width() <= SPLIT && self.width(x.tb()) == self.width(y.tb()) => {
                let p = self.eq(x.ta(), y.ta());
                let q = self.eq(x.tb(), y.tb());
                (Rule::EqConcat, self.and(p, q))
            }
            (Tag::Concat, Tag::ZExt) => (Rule::EqConcatZext, self.eq_concat_zext(a, b)?),
            (Tag::ZExt, Tag::Concat) => (Rule::EqConcatZext, self.eq_concat_zext(b, a)?),
            (Tag::Add, Tag::Add) if self.is_k(x.tb()) && self.is_k(y.tb()) => {
                let c = self.sub(y.tb(), x.tb());
                let r = self.add(y.ta(), c);
                (Rule::EqAddAdd, self.eq(x.ta(), r))
            }
            _ => (Rule::EqCancel, self.eq_cancel(a, b)?),
        };
        Some(self.fire(rule, t))
    }

    fn eq_concat_zext(&mut self, c: Term, z: Term) -> Option<Term> {
        let (c, z) = (self.node(c), self.node(z));
        let (wh, wl) = (self.width(c.ta()), self.width(c.tb()));
        if c.width() > SPLIT || self.width(z.ta()) > wl {
            return None;
        }
        let zero = self.zero(wh);
        let p = self.eq(c.ta(), zero);
        let low = self.zext(z.ta(), wl);
        let q = self.eq(c.tb(), low);
        Some(self.and(p, q))
    }

    /// Removes an operand that both sides have.
    fn eq_cancel(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        for (n, other) in [(x, b), (y, a)] {
            if n.tag() != Tag::Xor {
                continue;
            }
            let rest = if n.ta() == other {
                n.tb()
            } else if n.tb() == other {
                n.ta()
            } else {
                continue;
            };
            let zero = self.zero(n.width());
            return Some(self.eq(rest, zero));
        }
        self.eq_sums(a, b)
    }
}
