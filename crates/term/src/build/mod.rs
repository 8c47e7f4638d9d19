//! The constructors, one file per group of operations.
//!
//! Every constructor checks the sorts of its arguments (a mismatch is a bug of
//! the caller and panics), folds constants, tries its rules in a fixed order,
//! and otherwise interns the node. A rule looks at a bounded number of nodes.
//!
//! Normal forms that the rules lead to: constants stand on the right of
//! commutative operations; sums are sorted and collected (see `sum`); shifts by constants and
//! contiguous masks are concatenations, extractions and extensions; zero
//! extensions stand outside, concatenations nest to the right; comparisons
//! with constants are strict. Integers have a normal form of their own (see
//! `linear`).

mod arith;
mod array;
mod bitwise;
mod compare;
mod divide;
mod equal;
mod float;
mod int;
mod ite;
mod linear;
mod order;
mod product;
mod shift;
mod slice;
mod sum;
mod truth;
mod whole;

use crate::node::{Node, Sort, SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;
use crate::wide;
pub use linear::Linear;

/// Concatenations are taken apart piece by piece up to this width only, which
/// bounds the work of one constructor.
const SPLIT: u32 = 128;

impl Terms {
    /// Counts a rule that was applied and passes its result on.
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

    /// The node of an operation that has no rules but folding.
    #[inline]
    fn plain(&mut self, tag: Tag, sort: SortCode, args: &[Term], param: u32) -> Term {
        let raw = |i: usize| args.get(i).map(|t| t.0.get());
        let n = Node::new(tag, sort, raw(0).unwrap_or(0), raw(1).unwrap_or(param), raw(2).unwrap_or(0));
        match self.settle(n) {
            Some(t) => t,
            None => self.intern(n),
        }
    }

    /// What every constructor tries first: without rules the node itself,
    /// with constant arguments the constant.
    #[inline]
    fn settle(&mut self, n: Node) -> Option<Term> {
        if !self.rules_on {
            return Some(self.intern(n));
        }
        let c = self.fold(n)?;
        Some(self.fire(Rule::Fold, c))
    }

    /// [`Terms::settle`] for two arguments; `sort` is that of the result.
    #[inline]
    fn settle2(&mut self, tag: Tag, sort: SortCode, a: Term, b: Term) -> Option<Term> {
        self.settle(Node::new(tag, sort, a.0.get(), b.0.get(), 0))
    }

    /// [`Terms::settle`] for one argument.
    #[inline]
    fn settle1(&mut self, tag: Tag, sort: SortCode, a: Term, param: u32) -> Option<Term> {
        self.settle(Node::new(tag, sort, a.0.get(), param, 0))
    }

    /// The arguments of a commutative operation in their fixed order.
    #[inline]
    fn order(&mut self, a: Term, b: Term) -> (Term, Term) {
        let swap = match (self.is_k(a), self.is_k(b)) {
            (true, false) => true,
            (false, true) => false,
            _ => a > b,
        };
        if swap {
            self.fire(Rule::Commute, a);
            (b, a)
        } else {
            (a, b)
        }
    }

    /// Is it a constant (of any sort but arrays)?
    #[inline]
    fn is_k(&self, t: Term) -> bool {
        self.node(t).tag().is_const()
    }

    fn is_zero(&self, t: Term) -> bool {
        let n = self.node(t);
        match n.tag() {
            Tag::Const => n.value() == 0,
            Tag::Wide => wide::is_zero(&self.wide.values[n.a() as usize]),
            _ => false,
        }
    }

    fn is_ones(&self, t: Term) -> bool {
        let n = self.node(t);
        match n.tag() {
            Tag::Const => n.value() == wide::mask64(n.width()),
            Tag::Wide => self.wide.values[n.a() as usize] == wide::ones(n.width()),
            _ => false,
        }
    }

    fn is_one(&self, t: Term) -> bool {
        let n = self.node(t);
        match n.tag() {
            Tag::Const => n.value() == 1,
            Tag::Wide => self.wide.values[n.a() as usize] == wide::fit(n.width(), &[1]),
            _ => false,
        }
    }

    fn zero(&mut self, w: u32) -> Term {
        self.bits_wide(w, &[])
    }

    fn one(&mut self, w: u32) -> Term {
        self.bits_wide(w, &[1])
    }

    fn ones(&mut self, w: u32) -> Term {
        if w <= 64 {
            return self.bits(w, u64::MAX);
        }
        let words = wide::ones(w);
        self.bits_wide(w, &words)
    }

    /// A bit-vector sort, its width checked.
    fn bits_sort(&mut self, w: u32) -> SortCode {
        self.encode_sort(Sort::Bits(w))
    }

    /// Is it a choice between two constants?
    #[inline]
    fn is_k_ite(&self, t: Term) -> bool {
        let n = self.node(t);
        n.tag() == Tag::Ite && self.is_k(n.tb()) && self.is_k(n.tc())
    }

    /// Applies `f` to both arms of a choice between constants.
    fn lift1(&mut self, a: Term, f: impl Fn(&mut Terms, Term) -> Term) -> Option<Term> {
        if !self.is_k_ite(a) {
            return None;
        }
        let n = self.node(a);
        let (x, y) = (f(self, n.tb()), f(self, n.tc()));
        let t = self.ite(n.ta(), x, y);
        Some(self.fire(Rule::LiftIte, t))
    }

    /// Applies `f` to a choice between constants and a constant, or to two such
    /// choices that hang on the same condition.
    fn lift2(&mut self, a: Term, b: Term, f: impl Fn(&mut Terms, Term, Term) -> Term) -> Option<Term> {
        let (na, nb) = (self.node(a), self.node(b));
        let (c, (a1, b1), (a2, b2)) = if self.is_k_ite(a) {
            if nb.tag().is_const() {
                (na.ta(), (na.tb(), b), (na.tc(), b))
            } else if self.is_k_ite(b) && na.ta() == nb.ta() {
                (na.ta(), (na.tb(), nb.tb()), (na.tc(), nb.tc()))
            } else {
                return None;
            }
        } else if na.tag().is_const() && self.is_k_ite(b) {
            (nb.ta(), (a, nb.tb()), (a, nb.tc()))
        } else {
            return None;
        };
        let (x, y) = (f(self, a1, b1), f(self, a2, b2));
        let t = self.ite(c, x, y);
        Some(self.fire(Rule::LiftIte, t))
    }

    /// How many low bits are known to be zero, looking at few nodes.
    fn low_zeros(&self, t: Term) -> u32 {
        let (mut t, mut sum) = (t, 0);
        for _ in 0..8 {
            let n = self.node(t);
            match n.tag() {
                Tag::Const => return sum + n.value().trailing_zeros().min(n.width()),
                Tag::Concat if self.is_zero(n.tb()) => {
                    sum += self.node(n.tb()).width();
                    t = n.ta();
                }
                Tag::Concat => t = n.tb(),
                Tag::ZExt => t = n.ta(),
                _ => break,
            }
        }
        sum
    }

    /// How many low bits can be nonzero at all.
    fn active_bits(&self, t: Term) -> u32 {
        let n = self.node(t);
        match n.tag() {
            Tag::Const => 64 - n.value().leading_zeros(),
            Tag::ZExt => self.node(n.ta()).width(),
            _ => n.width(),
        }
    }

    /// `log2` of a constant power of two.
    fn power_of_two(&self, t: Term) -> Option<u32> {
        let n = self.node(t);
        match n.tag() {
            Tag::Const if n.value().is_power_of_two() => Some(n.value().trailing_zeros()),
            Tag::Wide => {
                let words = &self.wide.values[n.a() as usize];
                let set: u32 = words.iter().map(|x| x.count_ones()).sum();
                let at = words.iter().position(|&x| x != 0)?;
                (set == 1).then(|| at as u32 * 64 + words[at].trailing_zeros())
            }
            _ => None,
        }
    }
}
