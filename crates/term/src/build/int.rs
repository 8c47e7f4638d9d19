//! Unbounded integers.

use crate::node::{Sort, SortCode, Tag, Term};
use crate::store::Terms;

impl Terms {
    /// `a + b`.
    pub fn iadd(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        self.plain(Tag::IAdd, SortCode::INT, &[a, b], 0)
    }

    /// `a - b`.
    pub fn isub(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        self.plain(Tag::ISub, SortCode::INT, &[a, b], 0)
    }

    /// `a * b`.
    pub fn imul(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        self.plain(Tag::IMul, SortCode::INT, &[a, b], 0)
    }

    /// Quotient toward zero; by zero 0.
    pub fn idiv(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        self.plain(Tag::IDiv, SortCode::INT, &[a, b], 0)
    }

    /// Remainder with the sign of `a`; by zero `a`.
    pub fn irem(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        self.plain(Tag::IRem, SortCode::INT, &[a, b], 0)
    }

    /// `-a`.
    pub fn ineg(&mut self, a: Term) -> Term {
        self.check_ints(a, a);
        self.plain(Tag::INeg, SortCode::INT, &[a], 0)
    }

    /// `a <= b`.
    pub fn ile(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        self.plain(Tag::ILe, SortCode(1), &[a, b], 0)
    }

    /// `a < b`.
    pub fn ilt(&mut self, a: Term, b: Term) -> Term {
        self.check_ints(a, b);
        self.plain(Tag::ILt, SortCode(1), &[a, b], 0)
    }

    /// The number that a bit vector stands for.
    pub fn bits2int(&mut self, a: Term, signed: bool) -> Term {
        self.width(a);
        let tag = if signed { Tag::Bits2SInt } else { Tag::Bits2UInt };
        self.plain(tag, SortCode::INT, &[a], 0)
    }

    /// The low `w` bits of an integer in two's complement.
    pub fn int2bits(&mut self, a: Term, w: u32) -> Term {
        self.check_ints(a, a);
        let sort = self.encode_sort(Sort::Bits(w));
        self.plain(Tag::Int2Bits, sort, &[a], 0)
    }

    fn check_ints(&self, a: Term, b: Term) {
        let int = |t: Term| self.node(t).sort() == SortCode::INT;
        assert!(int(a) && int(b), "{a} and {b} must be of sort Int");
    }
}
