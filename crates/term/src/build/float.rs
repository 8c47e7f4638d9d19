//! Float operations on bit vectors. Beside constants only comparisons with constants (`order`) and conversions back to integers
//! (`whole`) are simplified.

use crate::float::{FloatKind, Round};
use crate::node::{Node, Sort, SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;

impl Terms {
    /// `a + b`, to nearest even.
    pub fn fadd(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.float_op(Tag::FAdd, k, &[a, b])
    }

    /// `a - b`, to nearest even.
    pub fn fsub(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.float_op(Tag::FSub, k, &[a, b])
    }

    /// `a * b`, to nearest even.
    pub fn fmul(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.float_op(Tag::FMul, k, &[a, b])
    }

    /// `a / b`, to nearest even.
    pub fn fdiv(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.float_op(Tag::FDiv, k, &[a, b])
    }

    /// C's `fmod(a, b)`.
    pub fn frem(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.float_op(Tag::FRem, k, &[a, b])
    }

    /// `a * b + c`, rounded once.
    pub fn fma(&mut self, k: FloatKind, a: Term, b: Term, c: Term) -> Term {
        self.float_op(Tag::Fma, k, &[a, b, c])
    }

    /// The square root.
    pub fn fsqrt(&mut self, k: FloatKind, a: Term) -> Term {
        self.float_op(Tag::FSqrt, k, &[a])
    }

    /// Rounds to an integral value.
    pub fn fround(&mut self, k: FloatKind, a: Term, mode: Round) -> Term {
        self.check_kind(k, a);
        self.convert(Tag::FRound, SortCode(k.width()), a, mode as u32)
    }

    /// Equal and ordered.
    pub fn feq(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.float_test(Tag::FEq, k, a, b)
    }

    /// Less and ordered.
    pub fn flt(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.float_test(Tag::FLt, k, a, b)
    }

    /// Less or equal and ordered.
    pub fn fle(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.float_test(Tag::FLe, k, a, b)
    }

    /// One of the two is a NaN.
    pub fn funordered(&mut self, k: FloatKind, a: Term, b: Term) -> Term {
        self.float_test(Tag::FUnordered, k, a, b)
    }

    /// Conversion between float kinds, to nearest even.
    pub fn f2f(&mut self, from: FloatKind, to: FloatKind, a: Term) -> Term {
        self.check_kind(from, a);
        if self.rules_on
            && let Some(t) = self.there_and_back(from, to, a, &mut 16)
        {
            return self.fire(Rule::FloatBack, t);
        }
        self.convert(Tag::F2F, SortCode(to.width()), a, 0)
    }

    /// To a signed integer of `w` bits, toward zero; what does not fit gives
    /// `100..0`.
    pub fn f2si(&mut self, k: FloatKind, a: Term, w: u32) -> Term {
        self.check_kind(k, a);
        self.integer_of(Tag::F2Si, k, a, w)
    }

    /// To an unsigned integer of `w` bits, toward zero; what does not fit gives
    /// `100..0`.
    pub fn f2ui(&mut self, k: FloatKind, a: Term, w: u32) -> Term {
        self.check_kind(k, a);
        self.integer_of(Tag::F2Ui, k, a, w)
    }

    /// From a signed integer, to nearest even.
    pub fn si2f(&mut self, k: FloatKind, a: Term) -> Term {
        self.width(a);
        self.convert(Tag::Si2F, SortCode(k.width()), a, 0)
    }

    /// From an unsigned integer, to nearest even.
    pub fn ui2f(&mut self, k: FloatKind, a: Term) -> Term {
        self.width(a);
        self.convert(Tag::Ui2F, SortCode(k.width()), a, 0)
    }

    fn integer_of(&mut self, tag: Tag, k: FloatKind, a: Term, w: u32) -> Term {
        if self.rules_on
            && let Some(t) = self.cut(k, a, w, tag == Tag::F2Si)
        {
            return self.fire(Rule::FloatWhole, t);
        }
        let sort = self.encode_sort(Sort::Bits(w));
        self.convert(tag, sort, a, 0)
    }

    fn check_kind(&self, k: FloatKind, a: Term) {
        assert!(self.width(a) == k.width(), "{a} is no {k:?}");
    }

    fn float_op(&mut self, tag: Tag, k: FloatKind, args: &[Term]) -> Term {
        args.iter().for_each(|&a| self.check_kind(k, a));
        self.plain(tag, SortCode(k.width()), args, 0)
    }

    fn float_test(&mut self, tag: Tag, k: FloatKind, a: Term, b: Term) -> Term {
        self.check_kind(k, a);
        self.check_kind(k, b);
        if let Some(t) = self.settle2(tag, SortCode(1), a, b) {
            return t;
        }
        let found = self.float_order(tag, k, a, b);
        match self.fire_order(found) {
            Some(t) => t,
            None => self.mk2(tag, 1, a, b),
        }
    }

    fn convert(&mut self, tag: Tag, sort: SortCode, a: Term, param: u32) -> Term {
        let n = Node::new(tag, sort, a.0.get(), param, 0);
        if self.rules_on
            && let Some(c) = self.fold(n)
        {
            return self.fire(Rule::Fold, c);
        }
        self.intern(n)
    }
}
