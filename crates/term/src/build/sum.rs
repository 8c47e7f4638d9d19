//! Sums in normal form.
//!
//! A sum is `plus - minus + constant`, each of the three optional; `plus` and
//! `minus` are chains `((x + y) + z) ..` whose operands are no sums and stand in
//! the order of their [`Terms::core`]. So the order in which operands were added
//! does not matter, and operands that are multiples of one term meet and are
//! collected. All of this holds within a window of operands: in longer chains
//! whatever lies deeper is left as it is, which bounds the work of one addition.

use crate::node::{Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;
use crate::wide::mask64;
use smallvec::SmallVec;

/// Operands of one chain that an addition looks at.
const WINDOW: usize = 32;

/// A term taken apart.
#[derive(Copy, Clone, Default)]
struct Sum {
    plus: Option<Term>,
    minus: Option<Term>,
    constant: Option<Term>,
}

/// A term times a number, with what orders it.
#[derive(Copy, Clone)]
struct Item {
    key: (Term, Term),
    times: u64,
}

type Items = SmallVec<[Item; WINDOW]>;

impl Terms {
    /// `a + b`, or `a - b`.
    pub(super) fn sum(&mut self, w: u32, a: Term, b: Term, subtract: bool) -> Term {
        let (x, mut y) = (self.summands(a, 2), self.summands(b, 2));
        if x.constant.is_some_and(|k| k != a) || y.constant.is_some_and(|k| k != b) {
            self.fire(Rule::SumPull, a);
        }
        if x.minus.is_some() || y.minus.is_some() {
            self.fire(Rule::SumSign, a);
        }
        if subtract {
            y = self.negated(y);
        }
        let constant = self.both_constants(x.constant, y.constant);
        let (plus, minus) = match self.join_apart(x, y) {
            Some(joined) => joined,
            None => {
                let mut items = Items::new();
                let rests = self.take_all(w, x, y, &mut items);
                self.fire(Rule::SumOrder, a);
                self.merge_items(w, &mut items);
                self.chains(w, rests, &items)
            }
        };
        self.whole(w, plus, minus, constant)
    }

    /// `a == b` without the operands that both have.
    pub(super) fn eq_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        let is_sum = |t: Tag| matches!(t, Tag::Add | Tag::Sub);
        if !is_sum(self.node(a).tag()) && !is_sum(self.node(b).tag()) {
            return None;
        }
        let w = self.width(a);
        let (x, y) = (self.summands(a, 2), self.summands(b, 2));
        let y = self.negated(y);
        let mut items = Items::new();
        let rests = self.take_all(w, x, y, &mut items);
        let same_rest = rests.0.is_some() && rests.0 == rests.1;
        let merged = self.merge_items(w, &mut items);
        if !merged && !same_rest {
            return None;
        }
        let rests = if same_rest { (None, None) } else { rests };
        let constant = self.both_constants(x.constant, y.constant);
        let (plus, minus) = self.chains(w, rests, &items);
        let left = self.whole(w, plus, None, constant);
        let right = match minus {
            Some(t) => t,
            None => self.zero(w),
        };
        Some(self.eq(left, right))
    }

    fn both_constants(&mut self, a: Option<Term>, b: Option<Term>) -> Option<Term> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.add(a, b)),
            (a, b) => a.or(b),
        }
    }

    /// A constant of at most 64 bits below zero, other than the least one, which is its own opposite.
    pub(super) fn is_negative(&self, t: Term) -> bool {
        self.as_const(t).is_some_and(|k| negative(self.width(t), k))
    }

    fn negated(&mut self, x: Sum) -> Sum {
        let constant = x.constant.map(|k| self.neg(k));
        Sum { plus: x.minus, minus: x.plus, constant }
    }

    /// Takes a term apart; `depth` bounds nested negations, which the rules do
    /// not build.
    fn summands(&mut self, t: Term, depth: u32) -> Sum {
        let n = self.node(t);
        let w = n.width();
        let (inner, constant) = match n.tag() {
            Tag::Const | Tag::Wide => return Sum { constant: Some(t), ..Sum::default() },
            Tag::Sub if self.is_k(n.ta()) => return Sum { minus: Some(n.tb()), constant: Some(n.ta()), plus: None },
            Tag::Sub => return Sum { plus: Some(n.ta()), minus: Some(n.tb()), constant: None },
            Tag::Add if depth > 0 && self.is_k(n.tb()) => (self.summands(n.ta(), depth - 1), Some(n.tb())),
            Tag::Neg if depth > 0 => {
                let inner = self.summands(n.ta(), depth - 1);
                return self.negated(inner);
            }
            Tag::Not if depth > 0 => {
                let inner = self.summands(n.ta(), depth - 1);
                (self.negated(inner), Some(self.ones(w)))
            }
            Tag::Mul if self.is_negative(n.tb()) => {
                let k = self.neg(n.tb());
                let minus = Some(self.mul(n.ta(), k));
                return Sum { minus, ..Sum::default() };
            }
            Tag::Concat if w <= 64 && self.is_k(n.tb()) => {
                let (h, zero) = (self.node(n.ta()), self.zero(self.node(n.tb()).width()));
                let (high, k) = match h.tag() {
                    Tag::Add if self.is_k(h.tb()) => (h.ta(), self.concat(h.tb(), n.tb())),
                    _ => (n.ta(), self.zext(n.tb(), w)),
                };
                let plus = Some(self.concat(high, zero));
                let constant = Some(k).filter(|&k| !self.is_zero(k));
                return Sum { plus, constant, minus: None };
            }
            _ => return Sum { plus: Some(t), ..Sum::default() },
        };
        Sum { constant: self.both_constants(inner.constant, constant), ..inner }
    }

    /// What an operand is a multiple of, roughly: the same for all multiples
    /// and extensions of one term.
    fn core(&self, t: Term) -> Term {
        let mut t = t;
        for _ in 0..4 {
            let n = self.node(t);
            t = match n.tag() {
                Tag::ZExt | Tag::SExt => n.ta(),
                Tag::Extract if n.b() == 0 => n.ta(),
                Tag::Mul if self.is_k(n.tb()) => n.ta(),
                Tag::Concat if self.is_zero(n.tb()) => n.ta(),
                _ => break,
            };
        }
        t
    }

    /// The sum of two sums that have no operands to collect, as far as that is
    /// seen without taking both apart.
    fn join_apart(&mut self, x: Sum, y: Sum) -> Option<(Option<Term>, Option<Term>)> {
        if self.may_meet(x.plus, y.minus) || self.may_meet(y.plus, x.minus) {
            return None;
        }
        Some((self.join(x.plus, y.plus)?, self.join(x.minus, y.minus)?))
    }

    /// Can these two chains have operands with the same core?
    fn may_meet(&self, a: Option<Term>, b: Option<Term>) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return false };
        let (mut chain, operand) = match (self.is_chain(a), self.is_chain(b)) {
            (true, true) => return true,
            (false, _) => (b, a),
            (true, false) => (a, b),
        };
        let core = self.core(operand);
        for _ in 0..WINDOW {
            let n = self.node(chain);
            let last = n.tag() != Tag::Add;
            let top = self.core(if last { chain } else { n.tb() });
            if top == core {
                return true;
            }
            if last || top < core {
                return false;
            }
            chain = n.ta();
        }
        false
    }

    fn is_chain(&self, t: Term) -> bool {
        self.node(t).tag() == Tag::Add
    }

    /// One chain of two, of which one is a single operand. The outer `None`
    /// asks for the thorough way.
    fn join(&mut self, a: Option<Term>, b: Option<Term>) -> Option<Option<Term>> {
        let (Some(a), Some(b)) = (a, b) else { return Some(a.or(b)) };
        match (self.is_chain(a), self.is_chain(b)) {
            (true, true) => None,
            (_, false) => self.insert(a, b).map(Some),
            (false, true) => self.insert(b, a).map(Some),
        }
    }

    /// Puts an operand in its place in a chain.
    fn insert(&mut self, chain: Term, operand: Term) -> Option<Term> {
        let w = self.width(chain);
        let core = self.core(operand);
        let mut above: SmallVec<[Term; WINDOW]> = SmallVec::new();
        let mut rest = chain;
        loop {
            let n = self.node(rest);
            let last = n.tag() != Tag::Add;
            let top = if last { rest } else { n.tb() };
            let top_core = self.core(top);
            if top_core == core {
                return None;
            }
            if last {
                rest = if top_core < core { self.pair(rest, operand) } else { self.pair(operand, rest) };
                break;
            }
            if top_core < core || above.len() == WINDOW {
                rest = self.mk2(Tag::Add, w, rest, operand);
                break;
            }
            above.push(top);
            rest = n.ta();
        }
        if !above.is_empty() {
            self.fire(Rule::SumOrder, chain);
        }
        for &top in above.iter().rev() {
            rest = self.mk2(Tag::Add, w, rest, top);
        }
        Some(rest)
    }

    /// The sum of two operands in order.
    fn pair(&mut self, a: Term, b: Term) -> Term {
        let w = self.width(a);
        match self.lift2(a, b, Terms::add).or_else(|| self.add_disjoint(a, b)) {
            Some(t) => t,
            None => self.mk2(Tag::Add, w, a, b),
        }
    }

    /// The operands of `x + y` within the window, and what is beyond it on the
    /// positive and the negative side.
    fn take_all(&mut self, w: u32, x: Sum, y: Sum, items: &mut Items) -> (Option<Term>, Option<Term>) {
        let minus_one = mask64(w.min(64));
        let mut rests = [None, None];
        for (chain, side, times) in [(x.plus, 0, 1), (x.minus, 1, minus_one), (y.plus, 0, 1), (y.minus, 1, minus_one)] {
            let Some(rest) = chain.and_then(|c| self.take(w, c, times, items)) else { continue };
            match rests[side] {
                None => rests[side] = Some(rest),
                Some(_) => items.push(Item { key: (rest, rest), times }),
            }
        }
        (rests[0], rests[1])
    }

    /// The operands of one chain, the last ones first; returns what is left.
    fn take(&mut self, w: u32, chain: Term, times: u64, items: &mut Items) -> Option<Term> {
        let mut rest = chain;
        for _ in 0..WINDOW {
            let n = self.node(rest);
            let last = n.tag() != Tag::Add;
            let (base, factor) = self.multiple(w, if last { rest } else { n.tb() });
            let times = factor.wrapping_mul(times) & mask64(w.min(64));
            items.push(Item { key: (self.core(base), base), times });
            if last {
                return None;
            }
            rest = n.ta();
        }
        Some(rest)
    }

    /// An operand as a multiple of something that is no sum.
    fn multiple(&mut self, w: u32, operand: Term) -> (Term, u64) {
        let (mut base, mut times) = (operand, 1u64);
        if w > 64 {
            return (base, times);
        }
        for _ in 0..4 {
            let n = self.node(base);
            let (next, factor) = match n.tag() {
                Tag::Mul if self.is_k(n.tb()) => (n.ta(), self.node(n.tb()).value()),
                Tag::Concat if self.is_zero(n.tb()) => (self.unshifted(w, n.ta()), 1 << self.width(n.tb())),
                Tag::ZExt => {
                    let c = self.node(n.ta());
                    if c.tag() != Tag::Concat || !self.is_zero(c.tb()) {
                        break;
                    }
                    (self.zext(c.ta(), w), 1 << self.width(c.tb()))
                }
                _ => break,
            };
            if matches!(self.node(next).tag(), Tag::Add | Tag::Sub | Tag::Neg) {
                break;
            }
            base = next;
            times = times.wrapping_mul(factor);
        }
        (base, times & mask64(w))
    }

    /// A term of `w` bits whose low bits are `h`.
    fn unshifted(&mut self, w: u32, h: Term) -> Term {
        let n = self.node(h);
        match n.tag() {
            Tag::Extract if n.b() == 0 && self.width(n.ta()) == w => n.ta(),
            Tag::SExt => self.sext(n.ta(), w),
            _ => self.zext(h, w),
        }
    }

    /// Sorts and collects multiples of one term. Were there any?
    fn merge_items(&mut self, w: u32, items: &mut Items) -> bool {
        items.sort_unstable_by_key(|i| i.key);
        let before = items.len();
        items.dedup_by(|b, a| {
            let same = a.key == b.key;
            if same {
                a.times = a.times.wrapping_add(b.times) & mask64(w.min(64));
            }
            same
        });
        let merged = items.len() < before;
        if merged {
            self.fire(Rule::SumCollect, items[0].key.0);
        }
        merged
    }

    /// Chains of the operands on top of what was beyond the window.
    fn chains(&mut self, w: u32, rests: (Option<Term>, Option<Term>), items: &Items) -> (Option<Term>, Option<Term>) {
        let (mut plus, mut minus) = rests;
        for item in items {
            let less = negative(w.min(64), item.times);
            let size = if less { item.times.wrapping_neg() & mask64(w.min(64)) } else { item.times };
            let factor = self.bits_wide(w, &[size]);
            let operand = self.mul(item.key.1, factor);
            if self.is_zero(operand) {
                continue;
            }
            let side = if less { &mut minus } else { &mut plus };
            *side = Some(match *side {
                None => operand,
                Some(t) if self.is_chain(t) => self.mk2(Tag::Add, w, t, operand),
                Some(t) => self.pair(t, operand),
            });
        }
        (plus, minus)
    }

    /// Puts the three parts of a sum together.
    fn whole(&mut self, w: u32, plus: Option<Term>, minus: Option<Term>, constant: Option<Term>) -> Term {
        let constant = constant.filter(|&k| !self.is_zero(k));
        let t = match (plus, minus, constant) {
            (None, None, None) => return self.zero(w),
            (None, None, Some(k)) => return k,
            (None, Some(n), None) => return self.neg(n),
            (None, Some(n), Some(k)) => return self.difference(w, k, n),
            (Some(p), None, _) => p,
            (Some(p), Some(n), _) => self.difference(w, p, n),
        };
        match constant {
            Some(k) => self.add(t, k),
            None => t,
        }
    }

    fn difference(&mut self, w: u32, a: Term, b: Term) -> Term {
        match self.lift2(a, b, Terms::sub) {
            Some(t) => t,
            None => self.mk2(Tag::Sub, w, a, b),
        }
    }
}

fn negative(w: u32, x: u64) -> bool {
    let sign = 1u64 << (w - 1);
    x > sign
}
