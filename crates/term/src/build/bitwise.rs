//! Bitwise operations.

use super::SPLIT;
use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;
use crate::wide;

impl Terms {
    /// Bitwise and; on one bit, conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::And, SortCode(w), a, b) {
            return t;
        }
        let (a, b) = self.order(a, b);
        if a == b {
            return self.fire(Rule::AndSame, a);
        }
        let r = if self.is_k(b) { self.and_const(w, a, b) } else { self.and_terms(w, a, b) };
        match r.or_else(|| self.lift2(a, b, Terms::and)) {
            Some(t) => t,
            None => self.mk2(Tag::And, w, a, b),
        }
    }

    fn and_const(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            return Some(self.fire(Rule::AndZero, b));
        }
        if self.is_ones(b) {
            return Some(self.fire(Rule::AndOnes, a));
        }
        let n = self.node(a);
        match n.tag() {
            Tag::And if self.is_k(n.tb()) => {
                let c = self.and(n.tb(), b);
                let t = self.and(n.ta(), c);
                return Some(self.fire(Rule::AndAndConst, t));
            }
            Tag::ZExt => {
                let wx = self.width(n.ta());
                let c = self.extract(b, 0, wx);
                let t = self.and(n.ta(), c);
                let t = self.zext(t, w);
                return Some(self.fire(Rule::AndZext, t));
            }
            Tag::Concat if w <= SPLIT => {
                let t = self.split_const(n.ta(), n.tb(), b, Terms::and);
                return Some(self.fire(Rule::AndConcat, t));
            }
            Tag::Ite if self.is_k_ite(a) => return None,
            _ => {}
        }
        let (lo, len) = self.contiguous(b)?;
        let field = self.extract(a, lo, len);
        let t = if lo == 0 {
            field
        } else {
            let zero = self.zero(lo);
            self.concat(field, zero)
        };
        let t = self.zext(t, w);
        Some(self.fire(Rule::AndMask, t))
    }

    /// `f(concat(h, l), c)` part by part.
    fn split_const(&mut self, h: Term, l: Term, c: Term, f: impl Fn(&mut Terms, Term, Term) -> Term) -> Term {
        let (wh, wl) = (self.width(h), self.width(l));
        let ch = self.extract(c, wl, wh);
        let cl = self.extract(c, 0, wl);
        let (high, low) = (f(self, h, ch), f(self, l, cl));
        self.concat(high, low)
    }

    /// A constant whose set bits are one block: its start and length.
    fn contiguous(&self, c: Term) -> Option<(u32, u32)> {
        let n = self.node(c);
        let (lo, len) = match n.tag() {
            Tag::Const => (n.value().trailing_zeros(), n.value().count_ones()),
            Tag::Wide => {
                let words = &self.wide.values[n.a() as usize];
                let at = words.iter().position(|&x| x != 0)?;
                let len = words.iter().map(|x| x.count_ones()).sum();
                (at as u32 * 64 + words[at].trailing_zeros(), len)
            }
            _ => return None,
        };
        let block = wide::shl_by(n.width(), &wide::fit(n.width(), &wide::ones(len.max(1))), lo);
        (len > 0 && self.const_value(c).words() == Some(&block)).then_some((lo, len))
    }

    fn and_terms(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.complement(a, b) {
            let t = self.zero(w);
            return Some(self.fire(Rule::AndNot, t));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(t) = self.and_absorb(x, y) {
                return Some(t);
            }
        }
        if w == 1 {
            return self.and_test(a, b);
        }
        // The narrower extension decides the width.
        let (x, y) = if self.active_bits(a) < self.active_bits(b) { (b, a) } else { (a, b) };
        let n = self.node(y);
        if n.tag() != Tag::ZExt {
            return None;
        }
        let wy = self.width(n.ta());
        let x = self.extract(x, 0, wy);
        let t = self.and(x, n.ta());
        let t = self.zext(t, w);
        Some(self.fire(Rule::AndZextAny, t))
    }

    /// `x & y` where `y` is a conjunction or disjunction that has `x` or its
    /// complement as a part.
    fn and_absorb(&mut self, x: Term, y: Term) -> Option<Term> {
        let n = self.node(y);
        match n.tag() {
            Tag::And if n.ta() == x || n.tb() == x => Some(self.fire(Rule::AndAbsorb, y)),
            Tag::Or if n.ta() == x || n.tb() == x => Some(self.fire(Rule::AndAbsorb, x)),
            Tag::And if self.complement(n.ta(), x) || self.complement(n.tb(), x) => {
                let w = n.width();
                let t = self.zero(w);
                Some(self.fire(Rule::AndAndNot, t))
            }
            Tag::Or if self.complement(n.ta(), x) => {
                let t = self.and(x, n.tb());
                Some(self.fire(Rule::AndOrNot, t))
            }
            Tag::Or if self.complement(n.tb(), x) => {
                let t = self.and(x, n.ta());
                Some(self.fire(Rule::AndOrNot, t))
            }
            _ => None,
        }
    }

    /// Bitwise or; on one bit, disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Or, SortCode(w), a, b) {
            return t;
        }
        let (a, b) = self.order(a, b);
        if a == b {
            return self.fire(Rule::OrSame, a);
        }
        let r = if self.is_k(b) { self.or_const(w, a, b) } else { self.or_terms(w, a, b) };
        match r.or_else(|| self.lift2(a, b, Terms::or)) {
            Some(t) => t,
            None => self.mk2(Tag::Or, w, a, b),
        }
    }

    fn or_const(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            return Some(self.fire(Rule::OrZero, a));
        }
        if self.is_ones(b) {
            return Some(self.fire(Rule::OrOnes, b));
        }
        let n = self.node(a);
        match n.tag() {
            Tag::Or if self.is_k(n.tb()) => {
                let c = self.or(n.tb(), b);
                let t = self.or(n.ta(), c);
                return Some(self.fire(Rule::OrOrConst, t));
            }
            Tag::ZExt | Tag::Concat => return self.merge_const(w, a, b, Terms::or),
            Tag::Ite if self.is_k_ite(a) => return None,
            _ => {}
        }
        let (lo, len) = self.contiguous(b)?;
        let block = self.ones(len);
        let t = if lo == 0 {
            let rest = self.extract(a, len, w - len);
            self.concat(rest, block)
        } else if lo + len == w {
            let rest = self.extract(a, 0, lo);
            self.concat(block, rest)
        } else {
            return None;
        };
        Some(self.fire(Rule::OrMask, t))
    }

    /// `f(x, c)` for `x` a zero extension or concatenation; `f` is or, xor.
    fn merge_const(&mut self, w: u32, a: Term, c: Term, f: impl Fn(&mut Terms, Term, Term) -> Term) -> Option<Term> {
        let n = self.node(a);
        let t = match n.tag() {
            Tag::ZExt => {
                let wx = self.width(n.ta());
                let ch = self.extract(c, wx, w - wx);
                let cl = self.extract(c, 0, wx);
                let low = f(self, n.ta(), cl);
                self.concat(ch, low)
            }
            Tag::Concat if w <= SPLIT => self.split_const(n.ta(), n.tb(), c, f),
            _ => return None,
        };
        Some(self.fire(Rule::MergeConst, t))
    }

    /// `f(x, y)` of zero extensions and concatenations; `f` is or, xor.
    fn merge_terms(&mut self, w: u32, a: Term, b: Term, f: impl Fn(&mut Terms, Term, Term) -> Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        if x.tag() == Tag::ZExt && y.tag() == Tag::ZExt {
            let k = self.width(x.ta()).max(self.width(y.ta()));
            let (p, q) = (self.zext(x.ta(), k), self.zext(y.ta(), k));
            let t = f(self, p, q);
            let t = self.zext(t, w);
            return Some(self.fire(Rule::MergeZext, t));
        }
        let (c, z) = match (x.tag(), y.tag()) {
            (Tag::Concat, Tag::ZExt) => (x, y),
            (Tag::ZExt, Tag::Concat) => (y, x),
            (Tag::Concat, Tag::Concat) if w <= SPLIT => {
                let even = self.width(x.tb()) == self.width(y.tb());
                let helps = [x.a(), x.b(), y.a(), y.b()].iter().any(|&t| self.is_k(Term::from_raw(t)));
                if !even || !helps {
                    return None;
                }
                let high = f(self, x.ta(), y.ta());
                let low = f(self, x.tb(), y.tb());
                let t = self.concat(high, low);
                return Some(self.fire(Rule::MergeConcat, t));
            }
            _ => return None,
        };
        let wl = self.width(c.tb());
        if w > SPLIT || self.width(z.ta()) > wl {
            return None;
        }
        let low = self.zext(z.ta(), wl);
        let low = f(self, c.tb(), low);
        let t = self.concat(c.ta(), low);
        Some(self.fire(Rule::MergeConcatZext, t))
    }

    fn or_terms(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.complement(a, b) {
            let t = self.ones(w);
            return Some(self.fire(Rule::OrNot, t));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(t) = self.or_absorb(x, y) {
                return Some(t);
            }
        }
        if w == 1 {
            return self.or_test(a, b);
        }
        self.merge_terms(w, a, b, Terms::or)
    }

    /// The mirror image of [`Terms::and_absorb`].
    fn or_absorb(&mut self, x: Term, y: Term) -> Option<Term> {
        let n = self.node(y);
        match n.tag() {
            Tag::Or if n.ta() == x || n.tb() == x => Some(self.fire(Rule::OrAbsorb, y)),
            Tag::And if n.ta() == x || n.tb() == x => Some(self.fire(Rule::OrAbsorb, x)),
            Tag::Or if self.complement(n.ta(), x) || self.complement(n.tb(), x) => {
                let w = n.width();
                let t = self.ones(w);
                Some(self.fire(Rule::OrOrNot, t))
            }
            Tag::And if self.complement(n.ta(), x) => {
                let t = self.or(x, n.tb());
                Some(self.fire(Rule::OrAndNot, t))
            }
            Tag::And if self.complement(n.tb(), x) => {
                let t = self.or(x, n.ta());
                Some(self.fire(Rule::OrAndNot, t))
            }
            _ => None,
        }
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        if let Some(t) = self.settle2(Tag::Xor, SortCode(w), a, b) {
            return t;
        }
        let (a, b) = self.order(a, b);
        if a == b {
            let t = self.zero(w);
            return self.fire(Rule::XorSame, t);
        }
        let r = if self.is_k(b) { self.xor_const(w, a, b) } else { self.xor_terms(w, a, b) };
        match r.or_else(|| self.lift2(a, b, Terms::xor)) {
            Some(t) => t,
            None => self.mk2(Tag::Xor, w, a, b),
        }
    }

    fn xor_const(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            return Some(self.fire(Rule::XorZero, a));
        }
        if self.is_ones(b) {
            let t = self.not(a);
            return Some(self.fire(Rule::XorOnes, t));
        }
        let n = self.node(a);
        match n.tag() {
            Tag::Xor if self.is_k(n.tb()) => {
                let c = self.xor(n.tb(), b);
                let t = self.xor(n.ta(), c);
                Some(self.fire(Rule::XorXorConst, t))
            }
            Tag::Not => {
                let c = self.not(b);
                let t = self.xor(n.ta(), c);
                Some(self.fire(Rule::XorNotConst, t))
            }
            _ => self.merge_const(w, a, b, Terms::xor),
        }
    }

    fn xor_terms(&mut self, w: u32, a: Term, b: Term) -> Option<Term> {
        if self.complement(a, b) {
            let t = self.ones(w);
            return Some(self.fire(Rule::XorNot, t));
        }
        for (x, y) in [(a, b), (b, a)] {
            let n = self.node(x);
            match n.tag() {
                Tag::Not => {
                    let t = self.xor(n.ta(), y);
                    let t = self.not(t);
                    return Some(self.fire(Rule::XorNotOut, t));
                }
                Tag::Xor if n.ta() == y => return Some(self.fire(Rule::XorCancel, n.tb())),
                Tag::Xor if n.tb() == y => return Some(self.fire(Rule::XorCancel, n.ta())),
                _ => {}
            }
        }
        self.merge_terms(w, a, b, Terms::xor)
    }

    /// Complement.
    pub fn not(&mut self, a: Term) -> Term {
        let w = self.width(a);
        if let Some(t) = self.settle1(Tag::Not, SortCode(w), a, 0) {
            return t;
        }
        let n = self.node(a);
        let (x, y) = (n.a(), n.b());
        let flip = |s: &mut Terms, f: fn(&mut Terms, Term, Term) -> Term| {
            let t = f(s, Term::from_raw(y), Term::from_raw(x));
            s.fire(Rule::NotCompare, t)
        };
        match n.tag() {
            Tag::Not => self.fire(Rule::NotNot, n.ta()),
            Tag::Ult => flip(self, Terms::ule),
            Tag::Ule => flip(self, Terms::ult),
            Tag::Slt => flip(self, Terms::sle),
            Tag::Sle => flip(self, Terms::slt),
            Tag::ILt => flip(self, Terms::ile),
            Tag::ILe => flip(self, Terms::ilt),
            Tag::Xor if self.is_k(n.tb()) => {
                let c = self.not(n.tb());
                let t = self.xor(n.ta(), c);
                self.fire(Rule::NotXor, t)
            }
            _ => match self.lift1(a, Terms::not) {
                Some(t) => t,
                None => self.mk1(Tag::Not, w, a),
            },
        }
    }

    /// `!a | b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let na = self.not(a);
        self.or(na, b)
    }

    /// Conjunction of booleans; true if there are none.
    pub fn and_all(&mut self, ts: &[Term]) -> Term {
        let t = self.tru();
        ts.iter().fold(t, |acc, &x| self.and(acc, x))
    }

    /// Disjunction of booleans; false if there are none.
    pub fn or_all(&mut self, ts: &[Term]) -> Term {
        let f = self.fls();
        ts.iter().fold(f, |acc, &x| self.or(acc, x))
    }
}
