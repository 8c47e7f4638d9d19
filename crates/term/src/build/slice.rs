//! Extension, extraction, concatenation.

use crate::node::{Node, Sort, SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;

impl Terms {
    /// Zero extension to `w` bits, at least the own width.
    pub fn zext(&mut self, a: Term, w: u32) -> Term {
        let own = self.width(a);
        assert!(own <= w, "zext from {own} to {w}");
        if own == w {
            return a;
        }
        let sort = self.encode_sort(Sort::Bits(w));
        self.plain(Tag::ZExt, sort, &[a], 0)
    }

    /// Sign extension to `w` bits, at least the own width.
    pub fn sext(&mut self, a: Term, w: u32) -> Term {
        let own = self.width(a);
        assert!(own <= w, "sext from {own} to {w}");
        if own == w {
            return a;
        }
        let sort = self.encode_sort(Sort::Bits(w));
        self.plain(Tag::SExt, sort, &[a], 0)
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
        let n = Node::new(Tag::Extract, SortCode(w), a.0.get(), lo, 0);
        if self.rules_on
            && let Some(c) = self.fold(n)
        {
            return self.fire(Rule::Fold, c);
        }
        self.intern(n)
    }

    /// `hi` above `lo`.
    pub fn concat(&mut self, hi: Term, lo: Term) -> Term {
        let w = self.width(hi) + self.width(lo);
        let sort = self.encode_sort(Sort::Bits(w));
        self.plain(Tag::Concat, sort, &[hi, lo], 0)
    }
}
