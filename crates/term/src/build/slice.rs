//! Extension, extraction, concatenation.

use super::SPLIT;
use crate::node::{Node, SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;

/// How far extraction is pushed through arithmetic in search of something
/// that it simplifies.
const NARROW_DEPTH: u32 = 2;

impl Terms {
    /// Zero extension to `w` bits, at least the own width.
    pub fn zext(&mut self, a: Term, w: u32) -> Term {
        let own = self.width(a);
        assert!(own <= w, "zext from {own} to {w}");
        if own == w {
            return a;
        }
        let sort = self.bits_sort(w);
        if let Some(t) = self.settle1(Tag::ZExt, sort, a, 0) {
            return t;
        }
        let n = self.node(a);
        if n.tag() == Tag::ZExt {
            let t = self.mk1(Tag::ZExt, w, n.ta());
            return self.fire(Rule::ZextZext, t);
        }
        match self.lift1(a, |s, x| s.zext(x, w)) {
            Some(t) => t,
            None => self.mk1(Tag::ZExt, w, a),
        }
    }

    /// Sign extension to `w` bits, at least the own width.
    pub fn sext(&mut self, a: Term, w: u32) -> Term {
        let own = self.width(a);
        assert!(own <= w, "sext from {own} to {w}");
        if own == w {
            return a;
        }
        let sort = self.bits_sort(w);
        if let Some(t) = self.settle1(Tag::SExt, sort, a, 0) {
            return t;
        }
        let n = self.node(a);
        match n.tag() {
            Tag::SExt => {
                let t = self.mk1(Tag::SExt, w, n.ta());
                self.fire(Rule::SextSext, t)
            }
            Tag::ZExt => {
                let t = self.mk1(Tag::ZExt, w, n.ta());
                self.fire(Rule::SextZext, t)
            }
            _ => match self.lift1(a, |s, x| s.sext(x, w)) {
                Some(t) => t,
                None => self.mk1(Tag::SExt, w, a),
            },
        }
    }

    /// The low `w` bits.
    pub fn trunc(&mut self, a: Term, w: u32) -> Term {
        self.extract(a, 0, w)
    }

    /// Bits `lo .. lo + w`.
    pub fn extract(&mut self, a: Term, lo: u32, w: u32) -> Term {
        let own = self.width(a);
        assert!(w >= 1 && lo as u64 + w as u64 <= own as u64, "bits {lo}..+{w} of {own}");
        if own == w {
            return a;
        }
        if let Some(t) = self.settle1(Tag::Extract, SortCode(w), a, lo) {
            return t;
        }
        let n = self.node(a);
        let r = match n.tag() {
            Tag::Extract => {
                let t = self.extract(n.ta(), n.b() + lo, w);
                Some(self.fire(Rule::ExtractExtract, t))
            }
            Tag::ZExt => Some(self.extract_zext(n.ta(), lo, w)),
            Tag::SExt => Some(self.extract_sext(n.ta(), lo, w)),
            Tag::Concat => self.extract_concat(a, lo, w),
            _ => self.extract_through(n, a, lo, w),
        };
        match r {
            Some(t) => t,
            None => self.intern(Node::new(Tag::Extract, SortCode(w), a.0.get(), lo, 0)),
        }
    }

    fn extract_zext(&mut self, x: Term, lo: u32, w: u32) -> Term {
        let wx = self.width(x);
        let t = if lo >= wx {
            self.zero(w)
        } else {
            let low = self.extract(x, lo, w.min(wx - lo));
            self.zext(low, w)
        };
        self.fire(Rule::ExtractZext, t)
    }

    fn extract_sext(&mut self, x: Term, lo: u32, w: u32) -> Term {
        let wx = self.width(x);
        let lo = lo.min(wx - 1);
        let low = self.extract(x, lo, w.min(wx - lo));
        let t = self.sext(low, w);
        self.fire(Rule::ExtractSext, t)
    }

    /// Descends to the part that holds all bits wanted. Bits of several parts are
    /// put together anew, unless there could be too many parts.
    fn extract_concat(&mut self, a: Term, lo: u32, w: u32) -> Option<Term> {
        let (mut t, mut from) = (a, lo);
        loop {
            let n = self.node(t);
            if n.tag() != Tag::Concat {
                break;
            }
            let wl = self.width(n.tb());
            if from >= wl {
                (t, from) = (n.ta(), from - wl);
            } else if from + w <= wl {
                t = n.tb();
            } else if w <= SPLIT {
                let high = self.extract(n.ta(), 0, from + w - wl);
                let low = self.extract(n.tb(), from, wl - from);
                let t = self.concat(high, low);
                return Some(self.fire(Rule::ExtractConcat, t));
            } else {
                break;
            }
        }
        if t == a {
            return None;
        }
        let t = self.extract(t, from, w);
        Some(self.fire(Rule::ExtractConcat, t))
    }

    /// Pushes an extraction through an operation whose arguments it simplifies.
    fn extract_through(&mut self, n: Node, a: Term, lo: u32, w: u32) -> Option<Term> {
        if !self.narrows(a, lo, NARROW_DEPTH) {
            return None;
        }
        let (rule, t) = match n.tag() {
            Tag::Not | Tag::Neg => {
                let x = self.extract(n.ta(), lo, w);
                let t = self.rebuild(a, &[x]);
                (Rule::ExtractUnary, t)
            }
            Tag::Ite => {
                let x = self.extract(n.tb(), lo, w);
                let y = self.extract(n.tc(), lo, w);
                (Rule::ExtractIte, self.ite(n.ta(), x, y))
            }
            _ => {
                let x = self.extract(n.ta(), lo, w);
                let y = self.extract(n.tb(), lo, w);
                (Rule::ExtractBinary, self.rebuild(a, &[x, y]))
            }
        };
        Some(self.fire(rule, t))
    }

    /// Does extracting from `lo` get rid of something below `t`?
    fn narrows(&self, t: Term, lo: u32, depth: u32) -> bool {
        let n = self.node(t);
        match n.tag() {
            Tag::Const | Tag::Wide => true,
            Tag::ZExt | Tag::SExt | Tag::Extract | Tag::Concat => true,
            _ if depth == 0 => false,
            Tag::And | Tag::Or | Tag::Xor => self.narrows(n.ta(), lo, depth - 1) && self.narrows(n.tb(), lo, depth - 1),
            Tag::Add | Tag::Sub | Tag::Mul => {
                lo == 0 && self.narrows(n.ta(), lo, depth - 1) && self.narrows(n.tb(), lo, depth - 1)
            }
            Tag::Not => self.narrows(n.ta(), lo, depth - 1),
            Tag::Neg => lo == 0 && self.narrows(n.ta(), lo, depth - 1),
            Tag::Ite => self.narrows(n.tb(), lo, depth - 1) && self.narrows(n.tc(), lo, depth - 1),
            _ => false,
        }
    }

    /// `hi` above `lo`.
    pub fn concat(&mut self, hi: Term, lo: Term) -> Term {
        let w = self.width(hi) + self.width(lo);
        let sort = self.bits_sort(w);
        if let Some(t) = self.settle2(Tag::Concat, sort, hi, lo) {
            return t;
        }
        if self.is_zero(hi) {
            let t = self.zext(lo, w);
            return self.fire(Rule::ConcatZero, t);
        }
        let r = self.concat_high(w, hi, lo).or_else(|| self.concat_join(hi, lo)).or_else(|| self.lift2(hi, lo, Terms::concat));
        match r {
            Some(t) => t,
            None => self.mk2(Tag::Concat, w, hi, lo),
        }
    }

    /// Moves zero extensions out and nesting to the right.
    fn concat_high(&mut self, w: u32, hi: Term, lo: Term) -> Option<Term> {
        let n = self.node(hi);
        match n.tag() {
            Tag::ZExt => {
                let t = self.concat(n.ta(), lo);
                let t = self.zext(t, w);
                Some(self.fire(Rule::ConcatZext, t))
            }
            Tag::Concat if w <= SPLIT => {
                let t = self.concat(n.tb(), lo);
                let t = self.concat(n.ta(), t);
                Some(self.fire(Rule::ConcatAssoc, t))
            }
            _ => None,
        }
    }

    /// Joins neighbours that are one piece.
    fn concat_join(&mut self, hi: Term, lo: Term) -> Option<Term> {
        if let Some(t) = self.adjacent(hi, lo) {
            return Some(self.fire(Rule::ConcatExtract, t));
        }
        let n = self.node(lo);
        let hi_const = self.is_k(hi);
        match n.tag() {
            Tag::Concat => {
                let joined = if hi_const && self.is_k(n.ta()) { self.concat(hi, n.ta()) } else { self.adjacent(hi, n.ta())? };
                let t = self.concat(joined, n.tb());
                Some(self.fire(Rule::ConcatChain, t))
            }
            Tag::ZExt if hi_const => {
                let gap = n.width() - self.width(n.ta());
                let gap = self.zero(gap);
                let joined = self.concat(hi, gap);
                let t = self.concat(joined, n.ta());
                Some(self.fire(Rule::ConcatConstZext, t))
            }
            _ => None,
        }
    }

    /// Two extractions from one term that touch, as one.
    fn adjacent(&mut self, hi: Term, lo: Term) -> Option<Term> {
        let (h, l) = (self.node(hi), self.node(lo));
        if h.tag() != Tag::Extract {
            return None;
        }
        let wl = l.width();
        if l.tag() == Tag::Extract && l.a() == h.a() && l.b() + wl == h.b() {
            return Some(self.extract(h.ta(), l.b(), h.width() + wl));
        }
        None
    }
}
