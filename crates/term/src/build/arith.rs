//! Addition, multiplication, division.

use crate::node::{SortCode, Tag, Term};
use crate::store::Terms;

impl Terms {
    /// Sum modulo `2^w`.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::Add, SortCode(w), &[a, b], 0)
    }

    /// Difference modulo `2^w`.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::Sub, SortCode(w), &[a, b], 0)
    }

    /// Product modulo `2^w`.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::Mul, SortCode(w), &[a, b], 0)
    }

    /// Unsigned quotient; by zero all ones.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::UDiv, SortCode(w), &[a, b], 0)
    }

    /// Signed quotient toward zero; by zero 1 for negative `a`, else -1.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::SDiv, SortCode(w), &[a, b], 0)
    }

    /// Unsigned remainder; by zero `a`.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::URem, SortCode(w), &[a, b], 0)
    }

    /// Signed remainder with the sign of `a`; by zero `a`.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::SRem, SortCode(w), &[a, b], 0)
    }

    /// Two's complement negation.
    pub fn neg(&mut self, a: Term) -> Term {
        let w = self.width(a);
        self.plain(Tag::Neg, SortCode(w), &[a], 0)
    }
}
