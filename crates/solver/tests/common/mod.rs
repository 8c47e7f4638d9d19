//! Random terms for tests.
#![allow(dead_code)]

use homing_random::Random;
use homing_solver::Limits;
use homing_term::{Model, Term, Terms, VarId, VarKey};

/// Random numbers.
pub struct Rng(Random);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(Random::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.word()
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }

    pub fn chance(&mut self, one_in: u64) -> bool {
        self.0.one_in(one_in)
    }

    /// A value with interesting ones more likely.
    pub fn value(&mut self) -> u64 {
        match self.below(6) {
            0 => 0,
            1 => self.below(4),
            2 => u64::MAX - self.below(3),
            3 => 1 << self.below(64),
            _ => self.next(),
        }
    }
}

/// Which operations a random term may have.
#[derive(Clone, Copy)]
pub struct Shape {
    pub depth: u32,
    /// Products and quotients only up to this width.
    pub hard_width: u32,
    /// How many variables of each width there are.
    pub vars: u64,
}

pub fn named(terms: &mut Terms, width: u32, i: u64) -> Term {
    terms.var(width, VarKey::Named(format!("v{i}").as_str().into()))
}

pub fn random_const(terms: &mut Terms, rng: &mut Rng, width: u32) -> Term {
    let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| rng.value()).collect();
    terms.bits_wide(width, &words)
}

fn leaf(terms: &mut Terms, rng: &mut Rng, width: u32, shape: Shape) -> Term {
    if rng.chance(4) {
        return random_const(terms, rng, width);
    }
    if width > 64 {
        let lo = 1 + rng.below(63.min(width as u64 - 1)) as u32;
        let hi = leaf(terms, rng, width - lo, shape);
        let lo = leaf(terms, rng, lo, shape);
        return terms.concat(hi, lo);
    }
    let i = rng.below(shape.vars);
    named(terms, width, i)
}

/// A random bit-vector term.
pub fn random_term(terms: &mut Terms, rng: &mut Rng, width: u32, shape: Shape) -> Term {
    if shape.depth == 0 || rng.chance(8) {
        return leaf(terms, rng, width, shape);
    }
    let inner = Shape { depth: shape.depth - 1, ..shape };
    if width == 1 && rng.chance(2) {
        return comparison(terms, rng, inner);
    }
    match rng.below(10) {
        0 => extension(terms, rng, width, inner),
        1 => {
            let extra = rng.below(6) as u32;
            let a = random_term(terms, rng, width + extra, inner);
            let lo = rng.below(extra as u64 + 1) as u32;
            terms.extract(a, lo, width)
        }
        2 if width > 1 => {
            let lo = 1 + rng.below(width as u64 - 1) as u32;
            let a = random_term(terms, rng, width - lo, inner);
            let b = random_term(terms, rng, lo, inner);
            terms.concat(a, b)
        }
        3 => {
            let c = random_term(terms, rng, 1, inner);
            let a = random_term(terms, rng, width, inner);
            let b = random_term(terms, rng, width, inner);
            terms.ite(c, a, b)
        }
        4 => {
            let a = random_term(terms, rng, width, inner);
            if rng.chance(2) { terms.not(a) } else { terms.neg(a) }
        }
        _ => binary(terms, rng, width, inner),
    }
}

fn extension(terms: &mut Terms, rng: &mut Rng, width: u32, inner: Shape) -> Term {
    let from = 1 + rng.below(width as u64) as u32;
    let a = random_term(terms, rng, from, inner);
    if rng.chance(2) { terms.zext(a, width) } else { terms.sext(a, width) }
}

fn binary(terms: &mut Terms, rng: &mut Rng, width: u32, inner: Shape) -> Term {
    let a = random_term(terms, rng, width, inner);
    let b = random_term(terms, rng, width, inner);
    let choices = if width <= inner.hard_width { 13 } else { 8 };
    match rng.below(choices) {
        0 => terms.and(a, b),
        1 => terms.or(a, b),
        2 => terms.xor(a, b),
        3 => terms.add(a, b),
        4 => terms.sub(a, b),
        5 => terms.shl(a, b),
        6 => terms.lshr(a, b),
        7 => terms.ashr(a, b),
        8 => terms.mul(a, b),
        9 => terms.udiv(a, b),
        10 => terms.urem(a, b),
        11 => terms.sdiv(a, b),
        _ => terms.srem(a, b),
    }
}

fn comparison(terms: &mut Terms, rng: &mut Rng, inner: Shape) -> Term {
    let width = 1 + rng.below(9) as u32;
    let a = random_term(terms, rng, width, inner);
    let b = random_term(terms, rng, width, inner);
    match rng.below(7) {
        0 => terms.eq(a, b),
        1 => terms.ne(a, b),
        2 => terms.ult(a, b),
        3 => terms.ule(a, b),
        4 => terms.slt(a, b),
        5 => terms.sle(a, b),
        _ => terms.ugt(a, b),
    }
}

/// Random values for the variables of `t`.
pub fn random_model(terms: &mut Terms, rng: &mut Rng, t: Term) -> Model {
    let support: Vec<VarId> = terms.support(t).to_vec();
    let mut model = Model::new();
    for v in support {
        let term = terms.var_info(v).term;
        let w = terms.width(term);
        let x = rng.value();
        model.set64(v, if w == 64 { x } else { x & ((1 << w) - 1) });
    }
    model
}

/// Asserts that fix every variable to its value in the model.
pub fn pinned(terms: &mut Terms, model: &Model) -> Vec<Term> {
    let entries: Vec<(VarId, u64)> = model.iter64().collect();
    let mut out = Vec::new();
    for (v, x) in entries {
        let var = terms.var_info(v).term;
        let w = terms.width(var);
        let x = terms.bits(w, x);
        out.push(terms.eq(var, x));
    }
    out
}

/// Limits that end no small query.
pub fn limits() -> Limits {
    Limits { conflicts: 100_000, work: 1_000_000_000, time: None }
}
