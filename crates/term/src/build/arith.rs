//! Addition, subtraction, multiplication.

use super::SPLIT;
use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;

impl Terms {
    /// Sum modulo `2^w`.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Add, SortCode(w), a, b) {
            return t;
        }
        let (a, b) = self.order(a, b);
        if w == 1 {
            let t = self.xor(a, b);
            return self.fire(Rule::AddBit, t);
        }
        if !self.is_k(b) {
            return self.add_terms(w, a, b);
        }
        match self.add_const(a, b).or_else(|| self.add_disjoint(a, b)) {
            Some(t) => t,
            None => self.mk2(Tag::Add, w, a, b),
        }
    }

    /// `x + c`.
    fn add_const(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            return Some(self.fire(Rule::AddZero, a));
        }
        let n = self.node(a);
        match n.tag() {
            Tag::Add if self.is_k(n.tb()) => {
                let c = self.add(n.tb(), b);
                let t = self.add(n.ta(), c);
                Some(self.fire(Rule::AddAddConst, t))
            }
            Tag::Sub if self.is_k(n.ta()) => {
                let c = self.add(n.ta(), b);
                let t = self.sub(c, n.tb());
                Some(self.fire(Rule::AddSubConst, t))
            }
            Tag::Neg => {
                let t = self.sub(b, n.ta());
                Some(self.fire(Rule::AddNeg, t))
            }
            Tag::Mul if self.is_negative(n.tb()) => {
                let k = self.neg(n.tb());
                let p = self.mul(n.ta(), k);
                let t = self.sub(b, p);
                Some(self.fire(Rule::AddNeg, t))
            }
            Tag::Not if self.is_one(b) => {
                let t = self.neg(n.ta());
                Some(self.fire(Rule::AddNotOne, t))
            }
            Tag::Concat if n.width() <= SPLIT && self.is_k(n.tb()) => {
                let t = self.add_concat(n.ta(), n.tb(), b);
                Some(self.fire(Rule::AddConcat, t))
            }
            _ => self.lift2(a, b, Terms::add),
        }
    }

    /// `concat(h, k) + c`: the low part is a constant with a known carry.
    fn add_concat(&mut self, h: Term, k: Term, c: Term) -> Term {
        let (wh, wl) = (self.width(h), self.width(k));
        let cl = self.extract(c, 0, wl);
        let ch = self.extract(c, wl, wh);
        let low = self.add(k, cl);
        let carry = self.ult(low, k);
        let carry = self.zext(carry, wh);
        let by = self.add(ch, carry);
        let high = self.add(h, by);
        self.concat(high, low)
    }

    /// `x + y`, neither constant.
    fn add_terms(&mut self, w: u32, a: Term, b: Term) -> Term {
        if a == b {
            let one = self.one(w);
            let t = self.shl(a, one);
            return self.fire(Rule::AddSame, t);
        }
        if self.complement(a, b) {
            let t = self.ones(w);
            return self.fire(Rule::AddNot, t);
        }
        if let Some(t) = self.plus_quotient(a, b).or_else(|| self.plus_quotient(b, a)) {
            return self.fire(Rule::SubQuotient, t);
        }
        self.sum(w, a, b, false)
    }

    /// Where no bit can be set on both sides there are no carries.
    pub(super) fn add_disjoint(&mut self, a: Term, b: Term) -> Option<Term> {
        let apart = self.low_zeros(a) >= self.active_bits(b) || self.low_zeros(b) >= self.active_bits(a);
        if !apart {
            return None;
        }
        let t = self.or(a, b);
        Some(self.fire(Rule::AddDisjoint, t))
    }

    /// Difference modulo `2^w`.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Sub, SortCode(w), a, b) {
            return t;
        }
        if a == b {
            let t = self.zero(w);
            return self.fire(Rule::SubSame, t);
        }
        if w == 1 {
            let t = self.xor(a, b);
            return self.fire(Rule::SubBit, t);
        }
        if self.is_k(b) {
            let c = self.neg(b);
            let t = self.add(a, c);
            return self.fire(Rule::SubConst, t);
        }
        if self.is_zero(a) {
            let t = self.neg(b);
            return self.fire(Rule::SubZero, t);
        }
        if let Some(t) = self.less_quotient(a, b) {
            return self.fire(Rule::SubQuotient, t);
        }
        self.sum(w, a, b, true)
    }

    /// Two's complement negation.
    pub fn neg(&mut self, a: Term) -> Term {
        let w = self.width(a);
        if let Some(t) = self.settle1(Tag::Neg, SortCode(w), a, 0) {
            return t;
        }
        if w == 1 {
            return self.fire(Rule::NegBit, a);
        }
        let n = self.node(a);
        match n.tag() {
            Tag::Neg => self.fire(Rule::NegNeg, n.ta()),
            Tag::Sub => {
                let t = self.sub(n.tb(), n.ta());
                self.fire(Rule::NegSub, t)
            }
            Tag::Add if self.is_k(n.tb()) => {
                let c = self.neg(n.tb());
                let t = self.sub(c, n.ta());
                self.fire(Rule::NegAdd, t)
            }
            Tag::Not => {
                let one = self.one(w);
                let t = self.add(n.ta(), one);
                self.fire(Rule::NegNot, t)
            }
            Tag::Mul if self.is_k(n.tb()) => {
                let c = self.neg(n.tb());
                let t = self.mul(n.ta(), c);
                self.fire(Rule::NegMul, t)
            }
            _ => match self.lift1(a, Terms::neg) {
                Some(t) => t,
                None => self.mk1(Tag::Neg, w, a),
            },
        }
    }

    /// Product modulo `2^w`.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Mul, SortCode(w), a, b) {
            return t;
        }
        let (a, b) = self.order(a, b);
        if w == 1 {
            let t = self.and(a, b);
            return self.fire(Rule::MulBit, t);
        }
        if self.is_k(b)
            && let Some(t) = self.mul_const(w, a, b)
        {
            return t;
        }
        match self.lift2(a, b, Terms::mul) {
            Some(t) => t,
            None => self.mk2(Tag::Mul, w, a, b),
        }
    }

    fn mul_const(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            return Some(self.fire(Rule::MulZero, b));
        }
        if self.is_one(b) {
            return Some(self.fire(Rule::MulOne, a));
        }
        if self.is_ones(b) {
            let t = self.neg(a);
            return Some(self.fire(Rule::MulMinusOne, t));
        }
        if let Some(k) = self.power_of_two(b) {
            let k = self.bits_wide(w, &[k as u64]);
            let t = self.shl(a, k);
            return Some(self.fire(Rule::MulPower, t));
        }
        let n = self.node(a);
        let (rule, t) = match n.tag() {
            Tag::Mul if self.is_k(n.tb()) => {
                let c = self.mul(n.tb(), b);
                (Rule::MulMulConst, self.mul(n.ta(), c))
            }
            Tag::Neg => {
                let c = self.neg(b);
                (Rule::MulNeg, self.mul(n.ta(), c))
            }
            Tag::Add if self.is_k(n.tb()) => {
                let c = self.mul(n.tb(), b);
                let p = self.mul(n.ta(), b);
                (Rule::MulAddConst, self.add(p, c))
            }
            Tag::Concat if self.is_zero(n.tb()) => {
                // A shift by a constant, in its normal form.
                let h = self.node(n.ta());
                if h.tag() != Tag::Extract || h.b() != 0 || self.width(h.ta()) != w {
                    return None;
                }
                let k = self.width(n.tb());
                let k = self.bits_wide(w, &[k as u64]);
                let c = self.shl(b, k);
                (Rule::MulShl, self.mul(h.ta(), c))
            }
            _ => return None,
        };
        Some(self.fire(rule, t))
    }
}
