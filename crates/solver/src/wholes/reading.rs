//! From bit vectors to linear questions about whole numbers.
//!
//! A bit vector is read as the number from 0 on that it stands for, a single bit as a truth. What wraps around is a sum less a multiple of
//! the power of two, a quotient by a constant a number of its own with what is left over. Operations that are not linear are any number
//! that fits.

use super::bounds::bounds;
use super::signed;
use homing_term::{Op, Sort, Term, Terms, VarId, VarKey};
use rustc_hash::FxHashMap;

/// Terms read at most.
const MAX_TERMS: usize = 3000;
/// Numbers and truths made up at most.
const MAX_FRESH: u32 = 600;
/// Marks the variables that stand for numbers, and those for truths.
const NUMBER: u32 = u32::MAX - 16;
const TRUTH: u32 = u32::MAX - 17;

/// A question about whole numbers. Every solution of the question that was read is a solution of this one.
pub(super) struct Reading {
    pub(super) asserts: Vec<Term>,
    /// The number that stands for a variable of bits; single bits stand for themselves.
    pub(super) vars: FxHashMap<VarId, VarId>,
}

/// The question as one about whole numbers; nothing if that promises nothing: there is no arithmetic with constants in it, or it is too
/// long.
pub(super) fn read(terms: &mut Terms, asserts: &[Term]) -> Option<Reading> {
    let hints = bounds(terms, asserts);
    let mut reader = Reader {
        terms,
        out: Reading { asserts: Vec::new(), vars: FxHashMap::default() },
        done: FxHashMap::default(),
        signed: FxHashMap::default(),
        splits: FxHashMap::default(),
        divisors: FxHashMap::default(),
        hints,
        fresh: 0,
        arithmetic: false,
    };
    for &t in asserts {
        let Meaning::Truth(t) = reader.term(t)? else { return None };
        reader.out.asserts.push(t);
    }
    (reader.arithmetic && reader.fresh <= MAX_FRESH).then_some(reader.out)
}

/// A number within bounds.
#[derive(Clone, Copy)]
struct Number {
    t: Term,
    lo: i128,
    hi: i128,
}

/// What a term says.
#[derive(Clone, Copy)]
enum Meaning {
    Truth(Term),
    Number(Number),
}

struct Reader<'a> {
    terms: &'a mut Terms,
    out: Reading,
    done: FxHashMap<Term, Meaning>,
    /// The signed numbers that terms stand for.
    signed: FxHashMap<Term, Number>,
    /// Quotients and rests by number and divisor.
    splits: FxHashMap<(Term, i128), (Number, Number)>,
    /// The divisors by which a number was split.
    divisors: FxHashMap<Term, Vec<i128>>,
    /// Bounds that conjuncts give to terms.
    hints: FxHashMap<Term, (u64, u64)>,
    fresh: u32,
    /// A quotient or multiple by a constant that is no power of two was met.
    arithmetic: bool,
}

fn power(w: u32) -> i128 {
    1 << w
}

impl Reader<'_> {
    /// Reads `root` and all below it, without recursion: terms may be deep.
    fn term(&mut self, root: Term) -> Option<Meaning> {
        let mut todo = vec![root];
        while let Some(&t) = todo.last() {
            if self.done.contains_key(&t) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            if self.terms.as_const(t).is_none() {
                todo.extend(self.terms.args(t).iter().filter(|a| !self.done.contains_key(a)));
            }
            if todo.len() > before {
                continue;
            }
            if self.done.len() > MAX_TERMS || self.fresh > MAX_FRESH {
                return None;
            }
            let Sort::Bits(w @ 1..=64) = self.terms.sort(t) else { return None };
            let meaning = if w == 1 { Meaning::Truth(self.truth(t)?) } else { Meaning::Number(self.number(t, w)?) };
            self.done.insert(t, meaning);
            todo.pop();
        }
        Some(self.done[&root])
    }

    fn truth(&mut self, t: Term) -> Option<Term> {
        let args = self.terms.args(t);
        let op = self.terms.op(t);
        Some(match op {
            Op::Const | Op::Var(_) => t,
            Op::Not => {
                let a = self.truth_of(args[0]);
                self.terms.not(a)
            }
            Op::And | Op::Or | Op::Xor => {
                let (a, b) = (self.truth_of(args[0]), self.truth_of(args[1]));
                match op {
                    Op::And => self.terms.and(a, b),
                    Op::Or => self.terms.or(a, b),
                    _ => self.terms.xor(a, b),
                }
            }
            Op::Ite => {
                let (c, a, b) = (self.truth_of(args[0]), self.truth_of(args[1]), self.truth_of(args[2]));
                self.terms.ite(c, a, b)
            }
            Op::Eq => match (self.meaning(args[0]), self.meaning(args[1])) {
                (Meaning::Truth(a), Meaning::Truth(b)) => self.terms.eq(a, b),
                (Meaning::Number(a), Meaning::Number(b)) => self.terms.eq(a.t, b.t),
                _ => return None,
            },
            Op::Ult | Op::Ule => {
                let (a, b) = (self.number_of(args[0]), self.number_of(args[1]));
                if op == Op::Ult { self.terms.ilt(a.t, b.t) } else { self.terms.ile(a.t, b.t) }
            }
            Op::Slt | Op::Sle => {
                let (a, b) = (self.signed(args[0]), self.signed(args[1]));
                if op == Op::Slt { self.terms.ilt(a.t, b.t) } else { self.terms.ile(a.t, b.t) }
            }
            Op::Extract { lo } => {
                let n = self.number_of(args[0]);
                let high = self.split(n, power(lo)).0;
                let bit = self.split(high, 2).1;
                let one = self.terms.int(1);
                self.terms.eq(bit.t, one)
            }
            _ => {
                self.fresh += 1;
                self.terms.var(1, VarKey::Fresh { tag: TRUTH, n: self.fresh })
            }
        })
    }

    fn number(&mut self, t: Term, w: u32) -> Option<Number> {
        let args = self.terms.args(t);
        let op = self.terms.op(t);
        let number = match op {
            Op::Const => self.constant(i128::from(self.terms.as_const(t)?)),
            Op::Var(v) => {
                let number = self.any_within(t, w);
                let whole = self.terms.as_var(number.t)?;
                self.out.vars.insert(v, whole);
                number
            }
            Op::ZExt => self.number_of(args[0]),
            Op::SExt => {
                let s = self.signed(args[0]);
                self.signed.insert(t, s);
                self.reduced(s, w)
            }
            Op::Extract { lo } => {
                let n = self.number_of(args[0]);
                let high = self.split(n, power(lo)).0;
                self.split(high, power(w)).1
            }
            Op::Concat => {
                let (h, l) = (self.number_of(args[0]), self.number_of(args[1]));
                let h = self.times(h, power(self.terms.width(args[1])))?;
                self.plus(h, l, 1)?
            }
            Op::Not => {
                let (all, n) = (self.constant(power(w) - 1), self.number_of(args[0]));
                self.plus(all, n, -1)?
            }
            Op::Neg => {
                let (zero, n) = (self.constant(0), self.number_of(args[0]));
                let n = self.plus(zero, n, -1)?;
                self.reduced(n, w)
            }
            Op::Add | Op::Sub => {
                let (a, b) = (self.number_of(args[0]), self.number_of(args[1]));
                let sum = self.plus(a, b, if op == Op::Add { 1 } else { -1 })?;
                self.reduced(sum, w)
            }
            Op::Mul if self.terms.as_const(args[1]).is_some() => {
                self.arithmetic = true;
                let (n, c) = (self.number_of(args[0]), signed(w, self.terms.as_const(args[1])?));
                let product = self.times(n, c)?;
                self.reduced(product, w)
            }
            Op::UDiv | Op::URem if self.terms.as_const(args[1]).is_some_and(|c| c != 0) => {
                self.arithmetic = true;
                let (n, c) = (self.number_of(args[0]), i128::from(self.terms.as_const(args[1])?));
                let (q, r) = self.split(n, c);
                if op == Op::UDiv { q } else { r }
            }
            Op::SDiv | Op::SRem if self.terms.as_const(args[1]).is_some_and(|c| ![0, 1, -1].contains(&signed(w, c))) => {
                self.arithmetic = true;
                let (n, c) = (self.signed(args[0]), signed(w, self.terms.as_const(args[1])?));
                let (q, r) = self.split_signed(n, c)?;
                let s = if op == Op::SDiv { q } else { r };
                self.signed.insert(t, s);
                self.reduced(s, w)
            }
            Op::Ite => {
                let (c, a, b) = (self.truth_of(args[0]), self.number_of(args[1]), self.number_of(args[2]));
                Number { t: self.terms.ite(c, a.t, b.t), lo: a.lo.min(b.lo), hi: a.hi.max(b.hi) }
            }
            // No more than the first operand.
            Op::URem | Op::And => {
                let n = self.number_of(args[0]);
                let rest = self.any(0, n.hi);
                self.fact_at_most(rest, n);
                rest
            }
            _ => self.any_within(t, w),
        };
        Some(self.hinted(t, number))
    }

    fn meaning(&self, t: Term) -> Meaning {
        self.done[&t]
    }

    fn truth_of(&mut self, t: Term) -> Term {
        match self.done[&t] {
            Meaning::Truth(t) => t,
            Meaning::Number(n) => {
                let zero = self.terms.int(0);
                self.terms.ilt(zero, n.t)
            }
        }
    }

    fn number_of(&mut self, t: Term) -> Number {
        match self.done[&t] {
            Meaning::Number(n) => n,
            Meaning::Truth(p) => {
                let (one, zero) = (self.terms.int(1), self.terms.int(0));
                Number { t: self.terms.ite(p, one, zero), lo: 0, hi: 1 }
            }
        }
    }

    /// The signed number that a term stands for.
    fn signed(&mut self, t: Term) -> Number {
        if let Some(&s) = self.signed.get(&t) {
            return s;
        }
        let (w, n) = (self.terms.width(t), self.number_of(t));
        let half = power(w - 1);
        let s = if n.hi < half {
            n
        } else if n.lo >= half {
            let t = self.shifted(n.t, -power(w));
            Number { t, lo: n.lo - power(w), hi: n.hi - power(w) }
        } else {
            let (s, negative) = (self.any(-half, half - 1), self.any(0, 1));
            self.fact_sum(n.t, s, power(w), negative);
            s
        };
        self.signed.insert(t, s);
        s
    }

    fn constant(&mut self, k: i128) -> Number {
        Number { t: self.terms.int(k), lo: k, hi: k }
    }

    /// A number of its own.
    fn any(&mut self, lo: i128, hi: i128) -> Number {
        self.fresh += 1;
        let t = self.terms.int_var(VarKey::Fresh { tag: NUMBER, n: self.fresh });
        let (low, high) = (self.terms.int(lo), self.terms.int(hi));
        let facts = [self.terms.ile(low, t), self.terms.ile(t, high)];
        self.out.asserts.extend(facts);
        Number { t, lo, hi }
    }

    /// Any number that `w` bits hold and the conjuncts allow.
    fn any_within(&mut self, t: Term, w: u32) -> Number {
        let whole = Number { t, lo: 0, hi: power(w) - 1 };
        let within = self.hinted(t, whole);
        self.any(within.lo, within.hi)
    }

    fn hinted(&self, t: Term, n: Number) -> Number {
        let Some(&(lo, hi)) = self.hints.get(&t) else { return n };
        let (lo, hi) = (n.lo.max(i128::from(lo)), n.hi.min(i128::from(hi)));
        // What contradicts is left to the back end.
        if lo <= hi { Number { t: n.t, lo, hi } } else { n }
    }

    fn shifted(&mut self, t: Term, by: i128) -> Term {
        let k = self.terms.int(by);
        self.terms.iadd(t, k)
    }

    fn plus(&mut self, a: Number, b: Number, sign: i128) -> Option<Number> {
        Some(if sign > 0 {
            Number { t: self.terms.iadd(a.t, b.t), lo: a.lo.checked_add(b.lo)?, hi: a.hi.checked_add(b.hi)? }
        } else {
            Number { t: self.terms.isub(a.t, b.t), lo: a.lo.checked_sub(b.hi)?, hi: a.hi.checked_sub(b.lo)? }
        })
    }

    fn times(&mut self, a: Number, c: i128) -> Option<Number> {
        let k = self.terms.int(c);
        let (x, y) = (a.lo.checked_mul(c)?, a.hi.checked_mul(c)?);
        Some(Number { t: self.terms.imul(a.t, k), lo: x.min(y), hi: x.max(y) })
    }

    /// The number in `w` bits.
    fn reduced(&mut self, n: Number, w: u32) -> Number {
        let size = power(w);
        let (first, last) = (n.lo.div_euclid(size), n.hi.div_euclid(size));
        if first == last {
            let t = if first == 0 { n.t } else { self.shifted(n.t, -first * size) };
            return Number { t, lo: n.lo - first * size, hi: n.hi - first * size };
        }
        let (rest, rounds) = (self.any(0, size - 1), self.any(first, last));
        self.fact_sum(n.t, rest, size, rounds);
        rest
    }

    /// Quotient and rest of a number from 0 on.
    fn split(&mut self, n: Number, c: i128) -> (Number, Number) {
        if c == 1 {
            return (n, self.constant(0));
        }
        if n.hi < c {
            return (self.constant(0), n);
        }
        if let Some(&known) = self.splits.get(&(n.t, c)) {
            return known;
        }
        let made = self.split_further(n, c).unwrap_or_else(|| {
            let (quotient, rest) = (self.any(n.lo / c, n.hi / c), self.any(0, c - 1));
            self.fact_sum(n.t, rest, c, quotient);
            (quotient, rest)
        });
        self.splits.insert((n.t, c), made);
        self.divisors.entry(n.t).or_default().push(c);
        made
    }

    /// By way of a quotient that is there: hundreds are tens of tens.
    fn split_further(&mut self, n: Number, c: i128) -> Option<(Number, Number)> {
        let step = self.divisors.get(&n.t)?.iter().copied().filter(|d| *d < c && c % d == 0).max()?;
        let (quotient, rest) = self.splits[&(n.t, step)];
        let (further, left) = self.split(quotient, c / step);
        let left = self.times(left, step)?;
        Some((further, self.plus(left, rest, 1)?))
    }

    /// Quotient toward zero and rest with the sign of the number.
    fn split_signed(&mut self, n: Number, c: i128) -> Option<(Number, Number)> {
        let size = c.abs();
        let (quotient, rest) = if n.lo >= 0 {
            self.split(n, size)
        } else if let Some(&known) = self.splits.get(&(n.t, -size)) {
            known
        } else {
            let (quotient, rest) = (self.any(n.lo / size, n.hi.max(0) / size), self.any(1 - size, size - 1));
            self.fact_sum(n.t, rest, size, quotient);
            let zero = self.terms.int(0);
            for (x, y) in [((n.t, zero), (zero, rest.t)), ((zero, n.t), (rest.t, zero))] {
                let (other, same) = (self.terms.ilt(x.0, x.1), self.terms.ile(y.0, y.1));
                let fact = self.terms.or(other, same);
                self.out.asserts.push(fact);
            }
            self.splits.insert((n.t, -size), (quotient, rest));
            (quotient, rest)
        };
        Some((if c < 0 { self.times(quotient, -1)? } else { quotient }, rest))
    }

    /// `t = rest + c * quotient`.
    fn fact_sum(&mut self, t: Term, rest: Number, c: i128, quotient: Number) {
        let k = self.terms.int(c);
        let multiple = self.terms.imul(quotient.t, k);
        let sum = self.terms.iadd(rest.t, multiple);
        let fact = self.terms.eq(t, sum);
        self.out.asserts.push(fact);
    }

    fn fact_at_most(&mut self, a: Number, b: Number) {
        let fact = self.terms.ile(a.t, b.t);
        self.out.asserts.push(fact);
    }
}
