//! Choice.

use crate::node::{Tag, Term};
use crate::store::Terms;

impl Terms {
    /// `a` where `c` (one bit) is 1, `b` elsewhere; any sort.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        assert!(self.width(c) == 1, "condition {c} is not one bit");
        let sort = self.node(a).sort();
        assert!(sort == self.node(b).sort(), "{a} and {b} differ in sort");
        if !self.rules_on {
            return self.mk3(Tag::Ite, sort, c, a, b);
        }
        match self.as_const(c) {
            Some(1) => return a,
            Some(_) => return b,
            None => {}
        }
        if a == b {
            return a;
        }
        self.mk3(Tag::Ite, sort, c, a, b)
    }
}
