//! How values move while a loop goes round: exact closed forms, in machine words and in unbounded integers.
//!
//! A value after `j` rounds is a sum of `at[d] * C(j, d)` (binomials), each `at[d]` a term that does not change: `at[0]` is what it is at the start, `at[1]`
//! what each round adds, and so on. In `w` bits that is exact modulo `2^w`. Widening is exact only as long as the narrow value does not
//! wrap; each place where that was used is a *regime*, which then bounds the rounds.

use homing_term::{Op, Sort, Term, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// The highest degree of a closed form.
pub(super) const DEGREE: usize = 3;

/// Values that a term has round by round. Never empty; the last one is not the constant 0, unless it is the only one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Poly(pub SmallVec<[Term; 4]>);

/// A narrow value that moves by `step` each round must not wrap.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Regime {
    pub term: Term,
    pub step: Term,
    pub signed: bool,
}

/// `C(count, degree)` where it was built as a term.
#[derive(Copy, Clone, Debug)]
pub(super) struct Chosen {
    count: Term,
    degree: usize,
}

/// Binomials by the terms that stand for them.
#[derive(Default)]
pub(super) struct Binomials(FxHashMap<Term, Chosen>);

/// Closed forms of what one row of rounds changes.
pub(super) struct Motion {
    /// By variable: how it moves. One that is not here moves in a way that has no form (yet).
    known: FxHashMap<VarId, Poly>,
    moving: FxHashSet<VarId>,
    pub regimes: Vec<Regime>,
}

impl Poly {
    pub fn still(t: Term) -> Poly {
        Poly(smallvec![t])
    }

    pub fn is_still(&self) -> bool {
        self.0.len() == 1
    }

    /// What each round adds, if that is always the same.
    pub fn step(&self) -> Option<Term> {
        match self.0[..] {
            [_, step] => Some(step),
            _ => None,
        }
    }

    fn trimmed(mut self, terms: &Terms) -> Poly {
        while self.0.len() > 1 && is_zero(terms, self.0[self.0.len() - 1]) {
            self.0.pop();
        }
        self
    }

    /// The value after so many rounds.
    pub fn after(&self, terms: &mut Terms, names: &mut Binomials, count: Term) -> Term {
        let mut sum = self.0[0];
        for (d, a) in self.0.iter().enumerate().skip(1) {
            let sort = terms.sort(sum);
            let c = names.choose(terms, count, d, sort);
            let part = mul(terms, *a, c);
            sum = add(terms, sum, part);
        }
        sum
    }
}

pub(super) fn is_zero(terms: &Terms, t: Term) -> bool {
    match terms.sort(t) {
        Sort::Int => terms.as_int64(t) == Some(0),
        _ => terms.as_wide(t).is_some_and(|w| w.iter().all(|x| *x == 0)),
    }
}

pub(super) fn number(terms: &mut Terms, sort: Sort, v: i64) -> Term {
    match sort {
        Sort::Bits(w) if w <= 64 => terms.bits(w, v as u64 & (u64::MAX >> (64 - w))),
        Sort::Bits(w) => {
            let t = terms.bits(64, v as u64);
            terms.sext(t, w)
        }
        _ => terms.int(i128::from(v)),
    }
}

pub(super) fn add(terms: &mut Terms, a: Term, b: Term) -> Term {
    if terms.sort(a) == Sort::Int { terms.iadd(a, b) } else { terms.add(a, b) }
}

pub(super) fn sub(terms: &mut Terms, a: Term, b: Term) -> Term {
    if terms.sort(a) == Sort::Int { terms.isub(a, b) } else { terms.sub(a, b) }
}

pub(super) fn mul(terms: &mut Terms, a: Term, b: Term) -> Term {
    if terms.sort(a) == Sort::Int { terms.imul(a, b) } else { terms.mul(a, b) }
}

/// A number without a sign in another width; what does not fit is cut off.
pub(super) fn fit(terms: &mut Terms, t: Term, w: u32) -> Term {
    if terms.width(t) >= w { terms.trunc(t, w) } else { terms.zext(t, w) }
}

impl Binomials {
    /// `C(count, degree)` modulo the width; `count` is a number without a sign.
    pub fn choose(&mut self, terms: &mut Terms, count: Term, degree: usize, sort: Sort) -> Term {
        let Sort::Bits(w) = sort else { return self.choose_int(terms, count, degree) };
        // One bit more than is wanted: a division by two takes it.
        let n = fit(terms, count, w + 1);
        let one = number(terms, Sort::Bits(w + 1), 1);
        let below = terms.sub(n, one);
        let t = match degree {
            1 => return fit(terms, count, w),
            2 => {
                let product = terms.mul(n, below);
                terms.extract(product, 1, w)
            }
            _ => {
                let two = number(terms, Sort::Bits(w + 1), 2);
                let last = terms.sub(n, two);
                let product = terms.mul(n, below);
                let product = terms.mul(product, last);
                let half = terms.extract(product, 1, w);
                let third = inverse_of_three(terms, w);
                terms.mul(half, third)
            }
        };
        self.0.insert(t, Chosen { count, degree });
        t
    }

    fn choose_int(&mut self, terms: &mut Terms, n: Term, degree: usize) -> Term {
        let (one, two) = (terms.int(1), terms.int(2));
        let t = match degree {
            1 => return n,
            2 => {
                let below = terms.isub(n, one);
                let product = terms.imul(n, below);
                terms.idiv(product, two)
            }
            _ => {
                let (below, last, six) = (terms.isub(n, one), terms.isub(n, two), terms.int(6));
                let product = terms.imul(n, below);
                let product = terms.imul(product, last);
                terms.idiv(product, six)
            }
        };
        self.0.insert(t, Chosen { count: n, degree });
        t
    }

    /// What `C(count, degree)` of integers is by definition, without a division: that the products can be divided is hard to find for a solver.
    pub fn meaning(&mut self, terms: &mut Terms, count: Term, degree: usize) -> Term {
        let whole = self.choose(terms, count, degree, Sort::Int);
        let mut product = count;
        for less in 1..degree as i128 {
            let less = terms.int(less);
            let factor = terms.isub(count, less);
            product = terms.imul(product, factor);
        }
        let divisor = terms.int(if degree == 2 { 2 } else { 6 });
        let times = terms.imul(divisor, whole);
        terms.eq(times, product)
    }

    /// Names of terms are given to others once unused ones are freed.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

/// The number that times 3 is 1 modulo `2^w`.
fn inverse_of_three(terms: &mut Terms, w: u32) -> Term {
    let words: Vec<u64> = std::iter::once(0xaaaa_aaaa_aaaa_aaab)
        .chain(std::iter::repeat_n(0xaaaa_aaaa_aaaa_aaaa, w.div_ceil(64) as usize - 1))
        .collect();
    let all = w.div_ceil(64) * 64;
    let t = terms.bits_wide(all, &words);
    terms.trunc(t, w)
}

impl Motion {
    /// Of rounds that make `effects` of variables: (symbol, its variable, what it becomes). Conditions at the start under which the forms hold are added
    /// to `conds`. None, with the place of the first one that has no form.
    pub fn solve(
        terms: &mut Terms,
        names: &Binomials,
        effects: &[(Term, VarId, Term)],
        conds: &mut Vec<Term>,
    ) -> Result<(Motion, Vec<Poly>), usize> {
        let moving: FxHashSet<VarId> = effects.iter().filter(|(x, _, e)| x != e).map(|(_, v, _)| *v).collect();
        let mut motion = Motion { known: FxHashMap::default(), moving, regimes: Vec::new() };
        let mut open: Vec<usize> = (0..effects.len()).filter(|i| motion.moving.contains(&effects[*i].1)).collect();
        while !open.is_empty() {
            let before = open.len();
            open.retain(|i| !motion.moves(terms, names, effects[*i], conds));
            if open.len() == before {
                return Err(open[0]);
            }
        }
        let polys = effects.iter().map(|(x, v, _)| motion.known.get(v).cloned().unwrap_or_else(|| Poly::still(*x))).collect();
        Ok((motion, polys))
    }

    /// Finds the form of one variable; false if it has none yet.
    fn moves(&mut self, terms: &mut Terms, names: &Binomials, effect: (Term, VarId, Term), conds: &mut Vec<Term>) -> bool {
        let (x, v, e) = effect;
        // A sum: what is added is known.
        let added = sub(terms, e, x);
        if !terms.support(added).contains(&v)
            && let Some(p) = self.poly(terms, names, added)
            && p.0.len() <= DEGREE
        {
            let form = Poly(std::iter::once(x).chain(p.0.iter().copied()).collect());
            self.known.insert(v, form.trimmed(terms));
            return true;
        }
        // It is what something else was a round ago: so it is at the start, if a round was gone before.
        if !terms.support(e).contains(&v)
            && let Some(p) = self.poly(terms, names, e)
        {
            let form = a_round_ago(terms, &p);
            let same = terms.eq(x, form.0[0]);
            conds.push(same);
            self.known.insert(v, form);
            return true;
        }
        false
    }

    /// The form of a term; none if it has none.
    pub fn poly(&mut self, terms: &mut Terms, names: &Binomials, t: Term) -> Option<Poly> {
        let p = Former { motion: self, names, terms, memo: FxHashMap::default() }.form(t)?;
        (p.0.len() <= DEGREE + 1).then_some(p)
    }
}

/// The form whose value in each round is the other's value in the round before.
fn a_round_ago(terms: &mut Terms, p: &Poly) -> Poly {
    // C(j - 1, d) = C(j, d) - C(j - 1, d - 1), so the new one's highest is the old one's, and each lower one is less by the next.
    let mut new = p.0.clone();
    for d in (0..new.len().saturating_sub(1)).rev() {
        new[d] = sub(terms, p.0[d], new[d + 1]);
    }
    Poly(new)
}

struct Former<'m, 't> {
    motion: &'m mut Motion,
    names: &'m Binomials,
    terms: &'t mut Terms,
    memo: FxHashMap<Term, Option<Poly>>,
}

impl Former<'_, '_> {
    fn form(&mut self, t: Term) -> Option<Poly> {
        if let Some(known) = self.memo.get(&t) {
            return known.clone();
        }
        let moves = self.terms.support(t).iter().any(|v| self.motion.moving.contains(v));
        let p = if moves { self.moving(t) } else { Some(Poly::still(t)) };
        let p = p.map(|p| p.trimmed(self.terms));
        self.memo.insert(t, p.clone());
        p
    }

    fn moving(&mut self, t: Term) -> Option<Poly> {
        if let Some(chosen) = self.names.0.get(&t).copied() {
            return self.binomial(t, chosen);
        }
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Var(v) => self.motion.known.get(&v).cloned(),
            Op::Add | Op::IAdd => self.both(args[0], args[1], add),
            Op::Sub | Op::ISub => self.both(args[0], args[1], sub),
            Op::Neg | Op::INeg => {
                let p = self.form(args[0])?;
                let sort = self.terms.sort(t);
                let zero = number(self.terms, sort, 0);
                Some(Poly(p.0.iter().map(|a| sub(self.terms, zero, *a)).collect()))
            }
            Op::Not if self.terms.width(t) > 1 => {
                let p = self.form(args[0])?;
                let mut p = Poly(p.0.iter().map(|a| self.terms.neg(*a)).collect());
                p.0[0] = t;
                Some(p)
            }
            Op::Mul | Op::IMul => self.product(args[0], args[1]),
            Op::Shl => {
                let by = self.terms.as_const(args[1]).filter(|b| *b < 63)?;
                let sort = self.terms.sort(t);
                let factor = number(self.terms, sort, 1 << by);
                let p = self.form(args[0])?;
                Some(Poly(p.0.iter().map(|a| mul(self.terms, *a, factor)).collect()))
            }
            Op::ZExt => self.widened(t, args[0], false),
            Op::SExt => self.widened(t, args[0], true),
            Op::Extract { lo: 0 } => {
                let w = self.terms.width(t);
                let p = self.form(args[0])?;
                Some(Poly(p.0.iter().map(|a| self.terms.trunc(*a, w)).collect()))
            }
            Op::And => self.low_bits(t, args[0], args[1]),
            _ => None,
        }
    }

    fn both(&mut self, a: Term, b: Term, op: fn(&mut Terms, Term, Term) -> Term) -> Option<Poly> {
        let (p, q) = (self.form(a)?, self.form(b)?);
        let sort = self.terms.sort(a);
        let zero = number(self.terms, sort, 0);
        let at = |p: &Poly, d: usize| p.0.get(d).copied().unwrap_or(zero);
        Some(Poly((0..p.0.len().max(q.0.len())).map(|d| op(self.terms, at(&p, d), at(&q, d))).collect()))
    }

    /// `C(j,1) C(j,1) = C(j,1) + 2 C(j,2)` and `C(j,1) C(j,2) = 2 C(j,2) + 3 C(j,3)`.
    fn product(&mut self, a: Term, b: Term) -> Option<Poly> {
        let (p, q) = (self.form(a)?, self.form(b)?);
        let sort = self.terms.sort(a);
        let mut out: SmallVec<[Term; 4]> = smallvec![number(self.terms, sort, 0); p.0.len() + q.0.len() - 1];
        for (d, x) in p.0.iter().enumerate() {
            for (e, y) in q.0.iter().enumerate() {
                let parts: &[(usize, i64)] = match (d.min(e), d.max(e)) {
                    (0, high) => &[(high, 1)],
                    (1, 1) => &[(1, 1), (2, 2)],
                    (1, 2) => &[(2, 2), (3, 3)],
                    _ => return None,
                };
                let xy = mul(self.terms, *x, *y);
                for (d, times) in parts {
                    let times = number(self.terms, sort, *times);
                    let part = mul(self.terms, xy, times);
                    out[*d] = add(self.terms, out[*d], part);
                }
            }
        }
        Some(Poly(out))
    }

    /// A wider copy of a value that moves in a straight line, as long as it does not wrap.
    fn widened(&mut self, t: Term, narrow: Term, signed: bool) -> Option<Poly> {
        let p = self.form(narrow)?;
        if p.is_still() {
            return Some(Poly::still(t));
        }
        let step = p.step()?;
        self.motion.regime(Regime { term: narrow, step, signed });
        let w = self.terms.width(t);
        let step = self.terms.sext(step, w);
        Some(Poly(smallvec![t, step]))
    }

    /// The low bits of a number, by a mask.
    fn low_bits(&mut self, t: Term, a: Term, mask: Term) -> Option<Poly> {
        let m = self.terms.as_const(mask)?;
        let k = m.trailing_ones();
        if m == 0 || m != u64::MAX >> (64 - k) || k >= self.terms.width(t) {
            return None;
        }
        let narrow = self.terms.trunc(a, k);
        self.widened(t, narrow, false)
    }

    /// `C(u + c j, 2)` with a constant `c`: `C(u, 2) + (c u + C(c, 2)) C(j, 1) + c c C(j, 2)`.
    fn binomial(&mut self, t: Term, chosen: Chosen) -> Option<Poly> {
        let p = self.form(chosen.count)?;
        if p.is_still() {
            return Some(Poly::still(t));
        }
        let (step, sort) = (p.step()?, self.terms.sort(t));
        if chosen.degree != 2 {
            return None;
        }
        let c = constant(self.terms, step).filter(|c| c.unsigned_abs() < 1 << 20)?;
        let u = match sort {
            Sort::Bits(w) => {
                // The count decides by one bit more than is wanted.
                if self.terms.width(chosen.count) <= w {
                    self.motion.regime(Regime { term: chosen.count, step, signed: false });
                }
                fit(self.terms, chosen.count, w)
            }
            _ => chosen.count,
        };
        let factor = number(self.terms, sort, c);
        let first = mul(self.terms, u, factor);
        let below = number(self.terms, sort, c * (c - 1) / 2);
        let first = add(self.terms, first, below);
        let second = number(self.terms, sort, c * c);
        Some(Poly(smallvec![t, first, second]))
    }
}

impl Motion {
    fn regime(&mut self, regime: Regime) {
        if !self.regimes.contains(&regime) {
            self.regimes.push(regime);
        }
    }
}

/// The value of a constant, with its sign.
pub(super) fn constant(terms: &Terms, t: Term) -> Option<i64> {
    match terms.sort(t) {
        Sort::Bits(w) if w <= 64 => terms.as_const(t).map(|v| ((v << (64 - w)) as i64) >> (64 - w)),
        Sort::Bits(w) => {
            let words = terms.as_wide(t)?;
            let low = words[0] as i64;
            let negative = words[(w as usize - 1) / 64] >> ((w - 1) % 64) & 1 == 1;
            let rest = |i: usize| {
                let mask = if (i + 1) * 64 > w as usize { u64::MAX >> (64 - w % 64) } else { u64::MAX };
                words[i] == if negative { mask } else { 0 }
            };
            ((low < 0) == negative && (1..words.len()).all(rest)).then_some(low)
        }
        _ => terms.as_int64(t),
    }
}
