//! Arrays.

use crate::node::{Sort, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;

/// How many stores a read looks through.
const DEPTH: usize = 64;

impl Terms {
    /// The array that is `value` everywhere; `index` is the width of indices.
    pub fn array_const(&mut self, index: u32, value: Term) -> Term {
        let elem = self.width(value);
        let sort = self.encode_sort(Sort::Array { index, elem });
        self.mk1(Tag::ArrayConst, sort.0, value)
    }

    /// The element of `a` at `i`.
    pub fn select(&mut self, a: Term, i: Term) -> Term {
        let elem = self.check_array(a, i);
        if !self.rules_on {
            return self.mk2(Tag::Select, elem, a, i);
        }
        let mut array = a;
        for _ in 0..DEPTH {
            let n = self.node(array);
            match n.tag() {
                Tag::ArrayConst => return self.fire(Rule::SelectConst, n.ta()),
                Tag::Store if n.tb() == i => return self.fire(Rule::SelectStore, n.tc()),
                Tag::Store if self.distinct(n.tb(), i) => {
                    self.fire(Rule::SelectSkip, array);
                    array = n.ta();
                }
                _ => break,
            }
        }
        self.mk2(Tag::Select, elem, array, i)
    }

    /// Are the two certainly different? Constants, or constant distances from
    /// one term.
    fn distinct(&self, a: Term, b: Term) -> bool {
        let base = |t: Term| {
            let n = self.node(t);
            match n.tag() {
                Tag::Add if self.is_k(n.tb()) && !self.is_zero(n.tb()) => (Some(n.ta()), Some(n.tb())),
                tag if tag.is_const() => (None, Some(t)),
                _ => (Some(t), None),
            }
        };
        let ((x, c), (y, d)) = (base(a), base(b));
        // A missing offset is zero.
        x == y && c != d
    }

    /// `a` with the element at `i` replaced by `v`.
    pub fn store(&mut self, a: Term, i: Term, v: Term) -> Term {
        let elem = self.check_array(a, i);
        assert!(self.width(v) == elem, "element {v} has the wrong width");
        let sort = self.node(a).sort();
        if !self.rules_on {
            return self.mk3(Tag::Store, sort, a, i, v);
        }
        let (n, x) = (self.node(a), self.node(v));
        if x.tag() == Tag::Select && x.ta() == a && x.tb() == i {
            return self.fire(Rule::StoreSame, a);
        }
        if n.tag() == Tag::ArrayConst && n.ta() == v {
            return self.fire(Rule::StoreSame, a);
        }
        if n.tag() == Tag::Store && n.tb() == i {
            let t = self.mk3(Tag::Store, sort, n.ta(), i, v);
            return self.fire(Rule::StoreStore, t);
        }
        self.mk3(Tag::Store, sort, a, i, v)
    }

    /// The width of elements.
    fn check_array(&self, a: Term, i: Term) -> u32 {
        match self.sort(a) {
            Sort::Array { index, elem } if self.width(i) == index => elem,
            s => panic!("{a} of sort {s:?} is not indexed by {i}"),
        }
    }
}
