//! Choice.

use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
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
            Some(1) => return self.fire(Rule::IteConst, a),
            Some(_) => return self.fire(Rule::IteConst, b),
            None => {}
        }
        if a == b {
            return self.fire(Rule::IteSame, a);
        }
        let n = self.node(c);
        if n.tag() == Tag::Not {
            let t = self.ite(n.ta(), b, a);
            return self.fire(Rule::IteNot, t);
        }
        let r = if sort == SortCode(1) {
            self.ite_bit(c, a, b)
        } else if sort.is_bits() {
            self.ite_bits(c, a, b)
        } else {
            None
        };
        match r.or_else(|| self.ite_nested(c, a, b)) {
            Some(t) => t,
            None => self.mk3(Tag::Ite, sort, c, a, b),
        }
    }

    /// Choices between conditions are connectives where an arm allows it.
    fn ite_bit(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let (rule, t) = if self.is_true(a) || a == c {
            (Rule::IteOr, self.or(c, b))
        } else if self.is_false(b) || b == c {
            (Rule::IteAnd, self.and(c, a))
        } else if self.is_false(a) {
            let nc = self.not(c);
            (Rule::IteAnd, self.and(nc, b))
        } else if self.is_true(b) {
            let nc = self.not(c);
            (Rule::IteOr, self.or(nc, a))
        } else {
            return None;
        };
        Some(self.fire(rule, t))
    }

    fn ite_bits(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let w = self.width(a);
        if self.is_zero(b) {
            if self.is_one(a) {
                let t = self.zext(c, w);
                return Some(self.fire(Rule::IteZext, t));
            }
            if self.is_ones(a) {
                let t = self.sext(c, w);
                return Some(self.fire(Rule::IteSext, t));
            }
        } else if self.is_zero(a) && (self.is_one(b) || self.is_ones(b)) {
            let nc = self.not(c);
            let (rule, t) = if self.is_one(b) { (Rule::IteZext, self.zext(nc, w)) } else { (Rule::IteSext, self.sext(nc, w)) };
            return Some(self.fire(rule, t));
        }
        let n = self.node(c);
        if n.tag() == Tag::Eq && (n.ta() == a && n.tb() == b || n.ta() == b && n.tb() == a) {
            return Some(self.fire(Rule::IteEq, b));
        }
        let (x, y) = (self.node(a), self.node(b));
        if x.tag() == y.tag() && matches!(x.tag(), Tag::ZExt | Tag::SExt) && self.node(x.ta()).sort() == self.node(y.ta()).sort()
        {
            let t = self.ite(c, x.ta(), y.ta());
            let t = if x.tag() == Tag::ZExt { self.zext(t, w) } else { self.sext(t, w) };
            return Some(self.fire(Rule::IteExtend, t));
        }
        None
    }

    /// Arms that are choices themselves.
    fn ite_nested(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        if x.tag() == Tag::Ite {
            if x.ta() == c {
                let t = self.ite(c, x.tb(), b);
                return Some(self.fire(Rule::IteSameCond, t));
            }
            if x.tc() == b {
                let both = self.and(c, x.ta());
                let t = self.ite(both, x.tb(), b);
                return Some(self.fire(Rule::IteJoin, t));
            }
            if x.tb() == b {
                let nd = self.not(x.ta());
                let both = self.and(c, nd);
                let t = self.ite(both, x.tc(), b);
                return Some(self.fire(Rule::IteJoin, t));
            }
        }
        if y.tag() == Tag::Ite {
            if y.ta() == c {
                let t = self.ite(c, a, y.tc());
                return Some(self.fire(Rule::IteSameCond, t));
            }
            if y.tb() == a {
                let either = self.or(c, y.ta());
                let t = self.ite(either, a, y.tc());
                return Some(self.fire(Rule::IteJoin, t));
            }
            if y.tc() == a {
                let nd = self.not(y.ta());
                let either = self.or(c, nd);
                let t = self.ite(either, a, y.tb());
                return Some(self.fire(Rule::IteJoin, t));
            }
        }
        None
    }
}
