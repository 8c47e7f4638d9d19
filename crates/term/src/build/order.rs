//! Comparisons of floats with constants, as comparisons of bits or of the integer that a float was made of.
//!
//! Rounding never turns an order round. So where a float is made from something else by steps that keep the order, or turn all of it
//! round (a constant is added or multiplied, another format, a sign), it is below a constant exactly where that something is
//! below another one. That one is found by bisection with the exact operations of [`crate::float`]. No such step makes a NaN of a
//! number.

use crate::float::{self, FloatKind, Round};
use crate::node::{Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;
use smallvec::SmallVec;

/// Steps that are looked through.
const STEPS: usize = 8;
/// Choices that are looked through.
const CHOICES: u32 = 64;

/// One step from a float to the next; the constants are finite, and factors are not zero.
#[derive(Copy, Clone)]
enum Step {
    Plus(u128),
    Minus(u128),
    MinusFrom(u128),
    Times(u128),
    Over(u128),
    To(FloatKind),
    Whole(Round),
    Negated,
}

/// Steps from the outside in.
type Steps = SmallVec<[Step; STEPS]>;

/// A float by the steps that made it, the last one first.
#[derive(Clone)]
struct Made {
    steps: Steps,
    /// The innermost float.
    base: Term,
    kind: FloatKind,
}

/// A comparison with a constant that is a number.
#[derive(Copy, Clone)]
struct Test {
    tag: Tag,
    kind: FloatKind,
    limit: u128,
    limit_first: bool,
}

impl Made {
    /// The outermost float where the innermost one is `v`.
    fn value(&self, v: u128) -> u128 {
        self.steps.iter().rev().fold((self.kind, v), |(k, v), s| step(k, v, *s)).1
    }

    /// Does it fall where the innermost one rises?
    fn falls(&self) -> bool {
        let mut k = self.kind;
        self.steps.iter().rev().fold(false, |falls, s| {
            let turns = match *s {
                Step::MinusFrom(_) | Step::Negated => true,
                Step::Times(c) | Step::Over(c) => c & k.sign_bit() != 0,
                Step::To(to) => {
                    k = to;
                    false
                }
                Step::Plus(_) | Step::Minus(_) | Step::Whole(_) => false,
            };
            falls != turns
        })
    }
}

fn step(k: FloatKind, v: u128, s: Step) -> (FloatKind, u128) {
    match s {
        Step::Plus(c) => (k, float::add(k, v, c)),
        Step::Minus(c) => (k, float::sub(k, v, c)),
        Step::MinusFrom(c) => (k, float::sub(k, c, v)),
        Step::Times(c) => (k, float::mul(k, v, c)),
        Step::Over(c) => (k, float::div(k, v, c)),
        Step::To(to) => (to, float::f2f(k, to, v)),
        Step::Whole(mode) => (k, float::round(k, v, mode)),
        Step::Negated => (k, v ^ k.sign_bit()),
    }
}

impl Test {
    fn holds(&self, v: u128) -> bool {
        let (a, b) = if self.limit_first { (self.limit, v) } else { (v, self.limit) };
        match self.tag {
            Tag::FLt => float::lt(self.kind, a, b),
            Tag::FLe => float::le(self.kind, a, b),
            _ => float::eq(self.kind, a, b),
        }
    }

    /// The places `start .. end` among `count` in ascending order where the test holds for the float made there.
    fn places(&self, falls: bool, count: u128, value: impl Fn(u128) -> u128) -> (u128, u128) {
        let below = |p: u128| float::lt(self.kind, value(p), self.limit);
        let at_most = |p: u128| float::le(self.kind, value(p), self.limit);
        // Where `below` and `at_most` change.
        let (strict, weak) = if falls {
            (first(count, below), first(count, at_most))
        } else {
            (first(count, |p| !below(p)), first(count, |p| !at_most(p)))
        };
        match (self.tag, self.limit_first, falls) {
            (Tag::FLt, false, false) | (Tag::FLe, true, true) => (0, strict),
            (Tag::FLt, false, true) | (Tag::FLe, true, false) => (strict, count),
            (Tag::FLe, false, false) | (Tag::FLt, true, true) => (0, weak),
            (Tag::FLe, false, true) | (Tag::FLt, true, false) => (weak, count),
            (_, _, false) => (strict, weak),
            (_, _, true) => (weak, strict),
        }
    }
}

/// The first of `count` places where something holds that holds from there on.
fn first(count: u128, holds: impl Fn(u128) -> bool) -> u128 {
    let (mut lo, mut hi) = (0, count);
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        if holds(mid) {
            hi = mid;
        } else {
            lo = mid + 1;
        }
    }
    lo
}

/// The bits of the number at a place among all numbers of a kind, from minus infinity on.
fn at_place(k: FloatKind, place: u128) -> u128 {
    let top = k.infinity();
    if place <= top { k.sign_bit() | (top - place) } else { place - top - 1 }
}

impl Terms {
    /// A comparison with a constant or with itself, where that is a question about bits or an integer.
    pub(super) fn float_order(&mut self, tag: Tag, k: FloatKind, a: Term, b: Term) -> Option<Term> {
        if tag == Tag::FUnordered {
            let (x, y) = (self.nan(k, a)?, self.nan(k, b)?);
            return Some(self.or(x, y));
        }
        if a == b {
            let nan = if tag == Tag::FLt { self.tru() } else { self.nan(k, a)? };
            return Some(self.not(nan));
        }
        let (x, limit, limit_first) = match (self.float_const(a), self.float_const(b)) {
            (None, Some(c)) => (a, c, false),
            (Some(c), None) => (b, c, true),
            _ => return None,
        };
        if float::is_nan(k, limit) {
            return Some(self.fls());
        }
        let mut budget = CHOICES;
        self.tested(Test { tag, kind: k, limit, limit_first }, Steps::new(), k, x, &mut budget)
    }

    /// The test of what `steps` make of `x`.
    fn tested(&mut self, test: Test, steps: Steps, k: FloatKind, x: Term, budget: &mut u32) -> Option<Term> {
        let made = self.made(steps, k, x);
        if let Some(c) = self.float_const(made.base) {
            let holds = test.holds(made.value(c));
            return Some(self.truth(holds));
        }
        let n = self.node(made.base);
        match n.tag() {
            Tag::Si2F | Tag::Ui2F if self.width(n.ta()) <= 64 => {
                let signed = n.tag() == Tag::Si2F;
                Some(self.integer_where(test, &made, n.ta(), signed))
            }
            Tag::Ite if self.is_of_numbers(made.kind, made.base, &mut CHOICES.clone()) => {
                *budget = budget.checked_sub(1)?;
                let a = self.tested(test, made.steps.clone(), made.kind, n.tb(), budget)?;
                let b = self.tested(test, made.steps, made.kind, n.tc(), budget)?;
                Some(self.ite(n.ta(), a, b))
            }
            tag @ (Tag::FMul | Tag::FDiv) if self.is_of_numbers(made.kind, made.base, &mut CHOICES.clone()) => {
                *budget = budget.checked_sub(1)?;
                let scale = self.node(n.tb());
                let arms = [scale.tb(), scale.tc()].map(|s| match tag {
                    Tag::FMul => self.fmul(made.kind, n.ta(), s),
                    _ => self.fdiv(made.kind, n.ta(), s),
                });
                let a = self.tested(test, made.steps.clone(), made.kind, arms[0], budget)?;
                let b = self.tested(test, made.steps, made.kind, arms[1], budget)?;
                Some(self.ite(scale.ta(), a, b))
            }
            _ if made.kind.width() <= 64 => Some(self.bits_where(test, &made)),
            _ => None,
        }
    }

    /// Takes off the steps that keep or turn round the order.
    fn made(&self, steps: Steps, k: FloatKind, x: Term) -> Made {
        let mut made = Made { steps, base: x, kind: k };
        while made.steps.len() < STEPS
            && let Some((step, kind, base)) = self.last_step(made.kind, made.base)
        {
            made.steps.push(step);
            (made.kind, made.base) = (kind, base);
        }
        made
    }

    fn last_step(&self, k: FloatKind, x: Term) -> Option<(Step, FloatKind, Term)> {
        let n = self.node(x);
        let finite = |t: Term| self.float_const(t).filter(|&c| float::lt(k, c & !k.sign_bit(), k.infinity()));
        let factor = |t: Term| finite(t).filter(|&c| !float::eq(k, c, 0));
        let with = |step: fn(u128) -> Step, c: Option<u128>, rest: Term| c.map(|c| (step(c), k, rest));
        match n.tag() {
            Tag::FAdd => with(Step::Plus, finite(n.tb()), n.ta()).or_else(|| with(Step::Plus, finite(n.ta()), n.tb())),
            Tag::FSub => with(Step::Minus, finite(n.tb()), n.ta()).or_else(|| with(Step::MinusFrom, finite(n.ta()), n.tb())),
            Tag::FMul => with(Step::Times, factor(n.tb()), n.ta()).or_else(|| with(Step::Times, factor(n.ta()), n.tb())),
            Tag::FDiv => with(Step::Over, factor(n.tb()), n.ta()),
            Tag::FRound => Some((Step::Whole(Round::from_code(n.b())), k, n.ta())),
            Tag::F2F => Some((Step::To(k), FloatKind::of_width(self.width(n.ta()))?, n.ta())),
            Tag::Concat => Some((Step::Negated, k, self.float_negated(k, x)?)),
            _ => None,
        }
    }

    /// What a sign change was made of.
    pub(super) fn float_negated(&self, k: FloatKind, x: Term) -> Option<Term> {
        let n = self.node(x);
        if n.tag() != Tag::Concat {
            return None;
        }
        let (sign, rest) = (self.node(n.ta()), self.node(n.tb()));
        if sign.tag() != Tag::Not || rest.tag() != Tag::Extract || rest.b() != 0 || rest.width() != k.width() - 1 {
            return None;
        }
        let sign = self.node(sign.ta());
        let same = sign.tag() == Tag::Extract && sign.b() == k.width() - 1 && sign.width() == 1 && sign.ta() == rest.ta();
        (same && self.width(rest.ta()) == k.width()).then(|| rest.ta())
    }

    /// `x` in the format that it was in before it was widened. Of a NaN the payload may change on the way.
    pub(super) fn there_and_back(&mut self, from: FloatKind, to: FloatKind, x: Term, budget: &mut u32) -> Option<Term> {
        *budget = budget.checked_sub(1)?;
        let n = self.node(x);
        if let Some(c) = self.float_const(x).filter(|&c| !float::is_nan(from, c)) {
            let c = float::f2f(from, to, c);
            return Some(self.bits_wide(to.width(), &[c as u64, (c >> 64) as u64]));
        }
        if let Some(inner) = self.float_negated(from, x) {
            let t = self.there_and_back(from, to, inner, budget)?;
            let (sign, rest) = (self.extract(t, to.width() - 1, 1), self.extract(t, 0, to.width() - 1));
            let sign = self.not(sign);
            return Some(self.concat(sign, rest));
        }
        match n.tag() {
            Tag::F2F => {
                let holds = from.precision() >= to.precision() && from.exponent_bits() >= to.exponent_bits();
                let back = holds && self.width(n.ta()) == to.width() && self.is_of_numbers(to, n.ta(), &mut CHOICES.clone());
                back.then(|| n.ta())
            }
            Tag::Ite => {
                let a = self.there_and_back(from, to, n.tb(), budget)?;
                let b = self.there_and_back(from, to, n.tc(), budget)?;
                Some(self.ite(n.ta(), a, b))
            }
            _ => None,
        }
    }

    /// Is it made of integers and constants alone, so that it is no NaN? Scales may be choices between constants.
    fn is_of_numbers(&self, k: FloatKind, x: Term, budget: &mut u32) -> bool {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        let made = self.made(Steps::new(), k, x);
        if let Some(c) = self.float_const(made.base) {
            return !float::is_nan(made.kind, c);
        }
        let n = self.node(made.base);
        match n.tag() {
            Tag::Si2F | Tag::Ui2F => self.width(n.ta()) <= 64,
            Tag::Ite => self.is_of_numbers(made.kind, n.tb(), budget) && self.is_of_numbers(made.kind, n.tc(), budget),
            Tag::FMul | Tag::FDiv => {
                self.node(n.tb()).tag() == Tag::Ite
                    && self.is_scale(made.kind, n.tb(), budget)
                    && self.is_of_numbers(made.kind, n.ta(), budget)
            }
            _ => false,
        }
    }

    /// A finite constant that is not zero, or a choice between such.
    fn is_scale(&self, k: FloatKind, x: Term, budget: &mut u32) -> bool {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        let n = self.node(x);
        if n.tag() == Tag::Ite {
            return self.is_scale(k, n.tb(), budget) && self.is_scale(k, n.tc(), budget);
        }
        self.float_const(x).is_some_and(|c| float::lt(k, c & !k.sign_bit(), k.infinity()) && !float::eq(k, c, 0))
    }

    /// Where the test holds, said of the integer.
    fn integer_where(&mut self, test: Test, made: &Made, x: Term, signed: bool) -> Term {
        let w = self.width(x);
        let flip = if signed { 1u128 << (w - 1) } else { 0 };
        let value = |place: u128| {
            let x = place ^ flip;
            made.value(if signed { float::si2f(made.kind, x, w) } else { float::ui2f(made.kind, x) })
        };
        let (start, end) = test.places(made.falls(), 1 << w, value);
        if start >= end {
            return self.fls();
        }
        self.within(x, (start ^ flip) as u64, ((end - 1) ^ flip) as u64, signed)
    }

    /// Where the test holds, said of the bits of the innermost float.
    fn bits_where(&mut self, test: Test, made: &Made) -> Term {
        let k = made.kind;
        let negative = k.infinity() + 1;
        let (start, end) = test.places(made.falls(), 2 * negative, |p| made.value(at_place(k, p)));
        let mut found = self.fls();
        if start < end.min(negative) {
            let (most, least) = (at_place(k, start), at_place(k, end.min(negative) - 1));
            found = self.within(made.base, least as u64, most as u64, false);
        }
        if start.max(negative) < end {
            let (least, most) = (at_place(k, start.max(negative)), at_place(k, end - 1));
            let more = self.within(made.base, least as u64, most as u64, false);
            found = self.or(found, more);
        }
        found
    }

    /// `lo <= x <= hi`.
    fn within(&mut self, x: Term, lo: u64, hi: u64, signed: bool) -> Term {
        let w = self.width(x);
        let (lo, hi) = (self.bits(w, lo), self.bits(w, hi));
        if lo == hi {
            return self.eq(x, lo);
        }
        let (a, b) = if signed { (self.sle(lo, x), self.sle(x, hi)) } else { (self.ule(lo, x), self.ule(x, hi)) };
        self.and(a, b)
    }

    /// Is it a NaN?
    fn nan(&mut self, k: FloatKind, x: Term) -> Option<Term> {
        if let Some(c) = self.float_const(x) {
            return Some(self.truth(float::is_nan(k, c)));
        }
        if self.is_of_numbers(k, x, &mut CHOICES.clone()) {
            return Some(self.fls());
        }
        let made = self.made(Steps::new(), k, x);
        if made.kind.width() > 64 {
            return None;
        }
        let (top, sign) = (made.kind.infinity() as u64, made.kind.sign_bit() as u64);
        let plus = self.within(made.base, top + 1, sign - 1, false);
        let minus = self.within(made.base, (sign | top) + 1, sign | (sign - 1), false);
        Some(self.or(plus, minus))
    }

    /// The bits of a constant.
    pub(super) fn float_const(&self, t: Term) -> Option<u128> {
        let n = self.node(t);
        match n.tag() {
            Tag::Const => Some(n.value() as u128),
            Tag::Wide => {
                let words = self.as_wide(t)?;
                Some(words[0] as u128 | (words.get(1).copied().unwrap_or(0) as u128) << 64)
            }
            _ => None,
        }
    }

    /// A rule for comparisons of floats that was found.
    pub(super) fn fire_order(&mut self, found: Option<Term>) -> Option<Term> {
        found.map(|t| self.fire(Rule::FloatOrder, t))
    }
}
