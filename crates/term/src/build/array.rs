//! Arrays.

use crate::node::{Sort, Tag, Term};
use crate::store::Terms;

impl Terms {
    /// The array that is `value` everywhere; `index` is the width of indices.
    pub fn array_const(&mut self, index: u32, value: Term) -> Term {
        let elem = self.width(value);
        let sort = self.encode_sort(Sort::Array { index, elem });
        self.plain(Tag::ArrayConst, sort, &[value], 0)
    }

    /// The element of `a` at `i`.
    pub fn select(&mut self, a: Term, i: Term) -> Term {
        let (_, elem) = self.check_array(a, i);
        self.mk2(Tag::Select, elem, a, i)
    }

    /// `a` with the element at `i` replaced by `v`.
    pub fn store(&mut self, a: Term, i: Term, v: Term) -> Term {
        let (_, elem) = self.check_array(a, i);
        assert!(self.width(v) == elem, "element {v} has the wrong width");
        let sort = self.node(a).sort();
        self.mk3(Tag::Store, sort, a, i, v)
    }

    fn check_array(&self, a: Term, i: Term) -> (u32, u32) {
        match self.sort(a) {
            Sort::Array { index, elem } if self.width(i) == index => (index, elem),
            s => panic!("{a} of sort {s:?} is not indexed by {i}"),
        }
    }
}
