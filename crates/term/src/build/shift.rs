//! Shifts. By a constant they become extractions, so that bytes stay visible.

use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;
use crate::wide;

impl Terms {
    /// Left shift; by the width or more 0.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Shl, SortCode(w), a, b) {
            return t;
        }
        if let Some(t) = self.shift_common(w, a, b, Terms::shl) {
            return t;
        }
        let Some(k) = self.shift_amount(w, b) else {
            return self.mk2(Tag::Shl, w, a, b);
        };
        let n = self.node(a);
        if n.tag() == Tag::Neg {
            let t = self.shl(n.ta(), b);
            let t = self.neg(t);
            return self.fire(Rule::ShlNeg, t);
        }
        let t = if k >= w {
            self.zero(w)
        } else {
            let (h, l) = (self.extract(a, 0, w - k), self.zero(k));
            self.concat(h, l)
        };
        self.fire(Rule::ShlConst, t)
    }

    /// Logical right shift; by the width or more 0.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::LShr, SortCode(w), a, b) {
            return t;
        }
        if let Some(t) = self.shift_common(w, a, b, Terms::lshr) {
            return t;
        }
        let Some(k) = self.shift_amount(w, b) else {
            return self.mk2(Tag::LShr, w, a, b);
        };
        let t = if k >= w {
            self.zero(w)
        } else {
            let x = self.extract(a, k, w - k);
            self.zext(x, w)
        };
        self.fire(Rule::LShrConst, t)
    }

    /// Arithmetic right shift; by the width or more copies of the sign.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::AShr, SortCode(w), a, b) {
            return t;
        }
        if w == 1 || self.is_ones(a) {
            return self.fire(Rule::AShrSign, a);
        }
        if let Some(t) = self.shift_common(w, a, b, Terms::ashr) {
            return t;
        }
        let Some(k) = self.shift_amount(w, b) else {
            return self.mk2(Tag::AShr, w, a, b);
        };
        let k = k.min(w - 1);
        let x = self.extract(a, k, w - k);
        let t = self.sext(x, w);
        self.fire(Rule::AShrConst, t)
    }

    /// A constant amount, capped at `w`.
    fn shift_amount(&self, w: u32, b: Term) -> Option<u32> {
        let n = self.node(b);
        match n.tag() {
            Tag::Const => Some(n.value().min(w as u64) as u32),
            Tag::Wide => Some(wide::amount(w, &self.wide.values[n.a() as usize])),
            _ => None,
        }
    }

    fn shift_common(&mut self, w: u32, a: Term, b: Term, f: impl Fn(&mut Terms, Term, Term) -> Term) -> Option<Term> {
        if self.is_zero(a) || self.is_zero(b) {
            return Some(self.fire(Rule::ShiftZero, a));
        }
        if w == 1 {
            let nb = self.not(b);
            let t = self.and(a, nb);
            return Some(self.fire(Rule::ShiftBit, t));
        }
        self.lift2(a, b, f)
    }
}
