//! The constructors, one file per group of operations.
//!
//! Every constructor checks the sorts of its arguments (a mismatch is a bug of
//! the caller and panics), folds constants, tries its rules in a fixed order,
//! and otherwise interns the node. A rule looks at a bounded number of nodes.

mod arith;
mod array;
mod bitwise;
mod compare;
mod float;
mod int;
mod ite;
mod shift;
mod slice;

use crate::node::{Node, SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;

impl Terms {
    #[inline]
    pub(crate) fn fire(&mut self, rule: Rule, t: Term) -> Term {
        self.fired[rule as usize] += 1;
        t
    }

    /// The common width of two bit vectors.
    #[inline]
    fn same_width(&self, a: Term, b: Term) -> u32 {
        let (x, y) = (self.node(a), self.node(b));
        assert!(x.sort() == y.sort() && x.sort().is_bits(), "{a} and {b} must be bit vectors of one width");
        x.width()
    }

    /// Builds a node without rules, except that constants fold.
    #[inline]
    fn plain(&mut self, tag: Tag, sort: SortCode, args: &[Term], param: u32) -> Term {
        let raw = |i: usize| args.get(i).map(|t| t.0.get());
        let n = Node::new(tag, sort, raw(0).unwrap_or(0), raw(1).unwrap_or(param), raw(2).unwrap_or(0));
        if self.rules_on
            && let Some(c) = self.fold(n)
        {
            return self.fire(Rule::Fold, c);
        }
        self.intern(n)
    }
}
