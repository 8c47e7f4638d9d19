//! Conditions without quantifiers as terms.

use homing_term::{Model, Term, Terms, VarId, VarKey};
use rustc_hash::FxHashMap;

use crate::formula::{Array, Base, F};
use crate::lin::{Lin, Range, Sym, Symbols};

/// Turns conditions into terms; reads of one array agree.
pub(crate) struct Translation<'a> {
    pub terms: &'a mut Terms,
    pub symbols: &'a Symbols,
    vars: FxHashMap<Sym, Term>,
    /// Ranges of symbols that occur, and what reads have to do with each other.
    pub asserts: Vec<Term>,
    cells: FxHashMap<Base, Vec<(Lin, Term)>>,
}

/// Pairs of reads of one array that are compared.
const MAX_PAIRS: usize = 20_000;

impl<'a> Translation<'a> {
    pub fn new(terms: &'a mut Terms, symbols: &'a Symbols) -> Translation<'a> {
        Translation { terms, symbols, vars: FxHashMap::default(), asserts: Vec::new(), cells: FxHashMap::default() }
    }

    pub fn var(&mut self, s: Sym) -> Term {
        if let Some(t) = self.vars.get(&s) {
            return *t;
        }
        let t = self.terms.int_var(VarKey::Fresh { tag: 0, n: s.0 });
        self.vars.insert(s, t);
        let Range { lo, hi } = self.symbols.range(s);
        if let Some(lo) = lo {
            let lo = self.terms.int(lo);
            let a = self.terms.ile(lo, t);
            self.asserts.push(a);
        }
        if let Some(hi) = hi {
            let hi = self.terms.int(hi);
            let a = self.terms.ile(t, hi);
            self.asserts.push(a);
        }
        t
    }

    /// Both sides of a comparison with zero, each without negative coefficients.
    fn sides(&mut self, l: &Lin) -> (Term, Term) {
        let c = l.constant();
        let mut left = self.terms.int(c.max(0));
        let mut right = self.terms.int((-c).max(0));
        for (s, k) in l.terms() {
            let v = self.var(*s);
            let k_abs = self.terms.int(k.abs());
            let part = self.terms.imul(v, k_abs);
            let side = if *k > 0 { &mut left } else { &mut right };
            *side = self.terms.iadd(*side, part);
        }
        (left, right)
    }

    fn sum(&mut self, l: &Lin) -> Term {
        let (a, b) = self.sides(l);
        self.terms.isub(a, b)
    }

    pub fn condition(&mut self, f: &F) -> Term {
        match f {
            F::True | F::Rounds { .. } | F::Some(..) => self.terms.tru(),
            F::False => self.terms.fls(),
            F::Le(l) => {
                let (a, b) = self.sides(l);
                self.terms.ile(a, b)
            }
            F::Eq(l) => {
                let (a, b) = self.sides(l);
                self.terms.eq(a, b)
            }
            F::Ne(l) => {
                let (a, b) = self.sides(l);
                let same = self.terms.eq(a, b);
                self.terms.not(same)
            }
            F::And(parts) => {
                let mut all = self.terms.tru();
                for p in parts {
                    let t = self.condition(p);
                    all = self.terms.and(all, t);
                }
                all
            }
            F::Or(parts) => {
                let mut any = self.terms.fls();
                for p in parts {
                    let t = self.condition(p);
                    any = self.terms.or(any, t);
                }
                any
            }
            F::Product(p, a, b) => {
                let (p, a, b) = (self.sum(p), self.sum(a), self.sum(b));
                let product = self.terms.imul(a, b);
                self.terms.eq(p, product)
            }
            F::Read(v, array, at) => match &**array {
                Array::Base(b) => {
                    let (cell, v) = (self.cell(*b, at), self.var(*v));
                    self.terms.eq(cell, v)
                }
                _ => self.terms.tru(),
            },
        }
    }

    fn cell(&mut self, base: Base, at: &Lin) -> Term {
        let list = self.cells.entry(base).or_default();
        if let Some((_, t)) = list.iter().find(|c| c.0 == *at) {
            return *t;
        }
        let n = list.len() as u32;
        let t = self.terms.int_var(VarKey::Fresh { tag: 1 + base.0, n });
        self.cells.entry(base).or_default().push((at.clone(), t));
        t
    }

    /// Reads at the same place give the same. What is too much is left out.
    pub fn agree(&mut self) {
        let mut bases: Vec<Base> = self.cells.keys().copied().collect();
        bases.sort_unstable();
        let mut pairs = 0;
        for b in bases {
            let list = self.cells[&b].clone();
            for (i, (at, t)) in list.iter().enumerate() {
                for (other, u) in &list[..i] {
                    let Some(d) = at.plus(other, -1) else { continue };
                    pairs += 1;
                    if d.as_const().is_some() || pairs > MAX_PAIRS {
                        continue;
                    }
                    let apart = self.condition(&F::Ne(d));
                    let same = self.terms.eq(*t, *u);
                    let a = self.terms.or(apart, same);
                    self.asserts.push(a);
                }
            }
        }
    }

    fn value(&self, t: Term, m: &Model) -> Option<i128> {
        let v: VarId = self.terms.as_var(t)?;
        m.get_int(v).and_then(|x| i128::try_from(x).ok())
    }

    pub fn value_of(&self, s: Sym, m: &Model) -> Option<i128> {
        self.value(*self.vars.get(&s)?, m)
    }

    /// The cells of an array under a model, by place.
    pub fn cells_of(&self, b: Base, m: &Model) -> Vec<(i128, i128)> {
        let mut out = Vec::new();
        for (at, t) in self.cells.get(&b).map_or(&[][..], |c| c) {
            let sum = at.terms().iter().try_fold(at.constant(), |sum, (s, k)| Some(sum + k * self.value_of(*s, m)?));
            if let (Some(at), Some(v)) = (sum, self.value(*t, m)) {
                out.push((at, v));
            }
        }
        out
    }
}
