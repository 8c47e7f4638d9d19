//! What conditions say about each other.

use crate::fold;
use crate::node::{Node, SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;

impl Terms {
    /// Is one certainly the complement of the other?
    pub(super) fn complement(&self, a: Term, b: Term) -> bool {
        let (x, y) = (self.node(a), self.node(b));
        if x.tag() == Tag::Not && x.ta() == b || y.tag() == Tag::Not && y.ta() == a {
            return true;
        }
        match (x.tag(), y.tag()) {
            (Tag::Ult, Tag::Ule)
            | (Tag::Ule, Tag::Ult)
            | (Tag::Slt, Tag::Sle)
            | (Tag::Sle, Tag::Slt)
            | (Tag::ILt, Tag::ILe)
            | (Tag::ILe, Tag::ILt) => x.a() == y.b() && x.b() == y.a(),
            // Against constants both are strict: x < c and c - 1 < x.
            (Tag::Ult, Tag::Ult) | (Tag::Slt, Tag::Slt) => self.strict_complement(x, y) || self.strict_complement(y, x),
            (Tag::ILe, Tag::ILe) => self.bounds_complement(x, y) || self.bounds_complement(y, x),
            _ => false,
        }
    }

    /// `p` is `i <= c` and `q` is `c + 1 <= i`, on integers.
    fn bounds_complement(&self, p: Node, q: Node) -> bool {
        p.a() == q.b()
            && match (self.as_int64(p.tb()), self.as_int64(q.ta())) {
                (Some(c), Some(d)) => c.checked_add(1) == Some(d),
                _ => false,
            }
    }

    /// `p` is `x < c` and `q` is `c - 1 < x`.
    fn strict_complement(&self, p: Node, q: Node) -> bool {
        if p.a() != q.b() {
            return false;
        }
        match (self.as_const(p.tb()), self.as_const(q.ta())) {
            (Some(c), Some(d)) => {
                let mask = crate::wide::mask64(self.width(p.tb()));
                let greatest = if p.tag() == Tag::Ult { mask } else { mask >> 1 };
                d != greatest && c == d.wrapping_add(1) & mask
            }
            _ => false,
        }
    }

    /// `t` as `x == k` with a small constant `k`.
    fn as_point(&self, t: Term) -> Option<(Term, u64)> {
        let n = self.node(t);
        if n.tag() != Tag::Eq {
            return None;
        }
        Some((n.ta(), self.as_const(n.tb())?))
    }

    /// The truth of a comparison of `x` with a constant at `x == k`.
    fn test_at(&self, t: Term, x: Term, k: u64) -> Option<bool> {
        let n = self.node(t);
        match n.tag() {
            Tag::Not => Some(!self.test_at_plain(self.node(n.ta()), x, k)?),
            _ => self.test_at_plain(n, x, k),
        }
    }

    fn test_at_plain(&self, n: Node, x: Term, k: u64) -> Option<bool> {
        if !matches!(n.tag(), Tag::Eq | Tag::Ult | Tag::Ule | Tag::Slt | Tag::Sle) {
            return None;
        }
        let w = self.width(x);
        let (a, b) = if n.ta() == x {
            (k, self.as_const(n.tb())?)
        } else if n.tb() == x {
            (self.as_const(n.ta())?, k)
        } else {
            return None;
        };
        let n = Node::new(n.tag(), SortCode(1), 0, 0, 0);
        Some(fold::small(n, w, a, b, 0) != 0)
    }

    /// `x == k` and a test of `x`.
    pub(super) fn and_test(&mut self, a: Term, b: Term) -> Option<Term> {
        for (p, q) in [(a, b), (b, a)] {
            if let Some((x, k)) = self.as_point(p)
                && let Some(truth) = self.test_at(q, x, k)
            {
                let t = if truth { p } else { self.fls() };
                return Some(self.fire(Rule::AndTest, t));
            }
        }
        None
    }

    /// `x != k` or a test of `x`.
    pub(super) fn or_test(&mut self, a: Term, b: Term) -> Option<Term> {
        for (p, q) in [(a, b), (b, a)] {
            let n = self.node(p);
            if n.tag() == Tag::Not
                && let Some((x, k)) = self.as_point(n.ta())
                && let Some(truth) = self.test_at(q, x, k)
            {
                let t = if truth { self.tru() } else { p };
                return Some(self.fire(Rule::OrTest, t));
            }
        }
        None
    }
}
