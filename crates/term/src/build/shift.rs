//! Shifts.

use crate::node::{SortCode, Tag, Term};
use crate::store::Terms;

impl Terms {
    /// Left shift; by the width or more 0.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::Shl, SortCode(w), &[a, b], 0)
    }

    /// Logical right shift; by the width or more 0.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::LShr, SortCode(w), &[a, b], 0)
    }

    /// Arithmetic right shift; by the width or more copies of the sign.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        let w = self.same_width(a, b);
        self.plain(Tag::AShr, SortCode(w), &[a, b], 0)
    }
}
