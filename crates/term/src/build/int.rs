//! Unbounded integers.

use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;

impl Terms {
    /// `a + b`.
    pub fn iadd(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        if let Some(t) = self.settle2(Tag::IAdd, SortCode::INT, a, b) {
            return t;
        }
        let (a, b) = self.order(a, b);
        if let Some(t) = self.lift2(a, b, Terms::iadd) {
            return t;
        }
        if self.is_k(b) { self.iadd_const(a, b) } else { self.int_sum(Tag::IAdd, a, b) }
    }

    /// `x + c`.
    fn iadd_const(&mut self, a: Term, b: Term) -> Term {
        if self.is_int(b, 0) {
            return self.fire(Rule::IntIdentity, a);
        }
        let n = self.node(a);
        let t = match n.tag() {
            Tag::IAdd if self.is_k(n.tb()) => {
                let c = self.iadd(n.tb(), b);
                self.iadd(n.ta(), c)
            }
            Tag::ISub if self.is_k(n.ta()) => {
                let c = self.iadd(n.ta(), b);
                if self.is_int(c, 0) { self.ineg(n.tb()) } else { self.int_node(Tag::ISub, c, n.tb()) }
            }
            Tag::INeg => self.int_node(Tag::ISub, b, n.ta()),
            _ => return self.int_node(Tag::IAdd, a, b),
        };
        self.fire(Rule::IAddConst, t)
    }

    /// `a - b`.
    pub fn isub(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        if let Some(t) = self.settle2(Tag::ISub, SortCode::INT, a, b) {
            return t;
        }
        if a == b {
            let t = self.int(0);
            return self.fire(Rule::ISubSame, t);
        }
        if let Some(t) = self.lift2(a, b, Terms::isub) {
            return t;
        }
        if self.is_k(b) {
            let c = self.ineg(b);
            let t = self.iadd(a, c);
            return self.fire(Rule::ISubConst, t);
        }
        self.int_sum(Tag::ISub, a, b)
    }

    /// `a * b`.
    pub fn imul(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        if let Some(t) = self.settle2(Tag::IMul, SortCode::INT, a, b) {
            return t;
        }
        let (a, b) = self.order(a, b);
        if self.is_int(b, 1) {
            return self.fire(Rule::IntIdentity, a);
        }
        if self.is_int(b, 0) {
            return self.fire(Rule::IMulZero, b);
        }
        if let Some(t) = self.lift2(a, b, Terms::imul) {
            return t;
        }
        if self.is_k(b)
            && let Some(t) = self.int_multiple(a, b)
        {
            return t;
        }
        self.int_node(Tag::IMul, a, b)
    }

    /// Quotient toward zero; by zero 0.
    pub fn idiv(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        if let Some(t) = self.settle2(Tag::IDiv, SortCode::INT, a, b) {
            return t;
        }
        if self.is_int(b, 1) {
            return self.fire(Rule::IntIdentity, a);
        }
        if self.is_int(a, 0) || self.is_int(b, 0) {
            let t = self.int(0);
            return self.fire(Rule::IDivZero, t);
        }
        if self.is_int(b, -1) {
            let t = self.ineg(a);
            return self.fire(Rule::IDivMinusOne, t);
        }
        if a == b {
            let (zero, one) = (self.int(0), self.int(1));
            let by_zero = self.eq(a, zero);
            let t = self.ite(by_zero, zero, one);
            return self.fire(Rule::IDivSame, t);
        }
        if let Some(t) = self.lift2(a, b, Terms::idiv) {
            return t;
        }
        if self.is_k(b) {
            if let Some(t) = self.int_divided(a, b, true) {
                return t;
            }
            let n = self.node(a);
            if n.tag() == Tag::IDiv && self.is_k(n.tb()) && !self.is_int(n.tb(), 0) {
                let c = self.imul(n.tb(), b);
                let t = self.idiv(n.ta(), c);
                return self.fire(Rule::IDivDiv, t);
            }
        }
        self.int_node(Tag::IDiv, a, b)
    }

    /// Remainder with the sign of `a`; by zero `a`.
    pub fn irem(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        if let Some(t) = self.settle2(Tag::IRem, SortCode::INT, a, b) {
            return t;
        }
        if self.is_int(a, 0) || self.is_int(b, 0) {
            return self.fire(Rule::IRemZero, a);
        }
        if self.is_int(b, 1) || self.is_int(b, -1) || a == b {
            let t = self.int(0);
            return self.fire(Rule::IRemOne, t);
        }
        if let Some(t) = self.lift2(a, b, Terms::irem) {
            return t;
        }
        if self.is_k(b)
            && let Some(t) = self.int_divided(a, b, false)
        {
            return t;
        }
        self.int_node(Tag::IRem, a, b)
    }

    /// `-a`.
    pub fn ineg(&mut self, a: Term) -> Term {
        self.check_ints(a, a);
        if let Some(t) = self.settle1(Tag::INeg, SortCode::INT, a, 0) {
            return t;
        }
        let n = self.node(a);
        match n.tag() {
            Tag::INeg => self.fire(Rule::INegNeg, n.ta()),
            Tag::IAdd | Tag::ISub => {
                let zero = self.int(0);
                let t = self.int_sum(Tag::ISub, zero, a);
                self.fire(Rule::INegSum, t)
            }
            _ => match self.lift1(a, Terms::ineg) {
                Some(t) => t,
                None => self.mk1(Tag::INeg, SortCode::INT.0, a),
            },
        }
    }

    /// `a <= b`.
    pub fn ile(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        self.int_order(Tag::ILe, a, b)
    }

    /// `a < b`.
    pub fn ilt(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        self.int_order(Tag::ILt, a, b)
    }

    fn int_order(&mut self, tag: Tag, a: Term, b: Term) -> Term {
        if let Some(t) = self.settle2(tag, SortCode(1), a, b) {
            return t;
        }
        if a == b {
            let t = self.truth(tag == Tag::ILe);
            return self.fire(Rule::IntOrderSame, t);
        }
        match self.int_compare(a, b, tag == Tag::ILt) {
            Some(t) => t,
            None => self.mk2(tag, 1, a, b),
        }
    }

    /// The number that a bit vector stands for.
    pub fn bits2int(&mut self, a: Term, signed: bool) -> Term {
        self.width(a);
        let tag = if signed { Tag::Bits2SInt } else { Tag::Bits2UInt };
        if let Some(t) = self.settle1(tag, SortCode::INT, a, 0) {
            return t;
        }
        let n = self.node(a);
        if n.tag() == Tag::ZExt {
            let t = self.bits2int(n.ta(), false);
            return self.fire(Rule::Bits2IntZext, t);
        }
        self.mk1(tag, SortCode::INT.0, a)
    }

    /// The low `w` bits of an integer in two's complement.
    pub fn int2bits(&mut self, a: Term, w: u32) -> Term {
        self.check_ints(a, a);
        let sort = self.bits_sort(w);
        if let Some(t) = self.settle1(Tag::Int2Bits, sort, a, 0) {
            return t;
        }
        let n = self.node(a);
        if !matches!(n.tag(), Tag::Bits2UInt | Tag::Bits2SInt) {
            return self.mk1(Tag::Int2Bits, w, a);
        }
        let own = self.width(n.ta());
        let t = if w <= own {
            self.extract(n.ta(), 0, w)
        } else if n.tag() == Tag::Bits2SInt {
            self.sext(n.ta(), w)
        } else {
            self.zext(n.ta(), w)
        };
        self.fire(Rule::Int2BitsBack, t)
    }

    fn is_int(&self, t: Term, v: i32) -> bool {
        self.as_int(t).is_some_and(|x| *x == v.into())
    }

    pub(super) fn int_node(&mut self, tag: Tag, a: Term, b: Term) -> Term {
        self.mk2(tag, SortCode::INT.0, a, b)
    }

    fn check_ints(&self, a: Term, b: Term) {
        let int = |t: Term| self.node(t).sort() == SortCode::INT;
        assert!(int(a) && int(b), "{a} and {b} must be of sort Int");
    }
}
