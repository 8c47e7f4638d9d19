//! Comparisons.

use crate::node::{SortCode, Tag, Term};
use crate::store::Terms;

impl Terms {
    /// Equality of two terms of one sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        assert!(self.node(a).sort() == self.node(b).sort(), "{a} and {b} differ in sort");
        self.plain(Tag::Eq, SortCode(1), &[a, b], 0)
    }

    /// `!(a == b)`.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let e = self.eq(a, b);
        self.not(e)
    }

    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        self.plain(Tag::Ult, SortCode(1), &[a, b], 0)
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        self.plain(Tag::Ule, SortCode(1), &[a, b], 0)
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        self.plain(Tag::Slt, SortCode(1), &[a, b], 0)
    }

    /// Signed `a <= b`.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        self.same_width(a, b);
        self.plain(Tag::Sle, SortCode(1), &[a, b], 0)
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
