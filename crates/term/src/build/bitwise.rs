//! Bitwise operations.

use crate::node::{SortCode, Tag, Term};
use crate::store::Terms;

impl Terms {
    /// Bitwise and; on one bit, conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::And, SortCode(w), &[a, b], 0)
    }

    /// Bitwise or; on one bit, disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::Or, SortCode(w), &[a, b], 0)
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::Xor, SortCode(w), &[a, b], 0)
    }

    /// Complement.
    pub fn not(&mut self, a: Term) -> Term {
        let w = self.width(a);
        self.plain(Tag::Not, SortCode(w), &[a], 0)
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
