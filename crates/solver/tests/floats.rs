//! Float operations in Z3 against `homing_term::float`, and that against the machine.

mod common;

use common::*;
use homing_solver::{Answer, Solver, Z3};
use homing_term::{FloatKind, Round, Term, Terms, Value, VarKey, float};

/// Interesting bit patterns of a kind: zeros, subnormals, ones, large ones, infinities, NaNs, unnormal F80s.
fn pattern(rng: &mut Rng, k: FloatKind) -> u128 {
    let mask = if k.width() == 128 { u128::MAX } else { (1 << k.width()) - 1 };
    let any = (rng.next() as u128) << 64 | rng.next() as u128;
    let sign = (any & 1) << (k.width() - 1);
    let one = float::from_integer(k, &1.into());
    let small = float::from_integer(k, &rng.below(1000).into());
    let x = match rng.below(9) {
        0 => 0,
        1 => any >> 64 & 0xff,
        2 => k.infinity(),
        3 => k.default_nan() ^ (any & 0xf),
        4 => one + (any >> 100),
        5 => one - (any >> 120),
        6 => float::div(k, small, float::from_integer(k, &(1 + rng.below(16)).into())),
        7 => small,
        _ => any,
    };
    (x ^ sign) & mask
}

fn wide(terms: &mut Terms, w: u32, x: u128) -> Term {
    terms.bits_wide(w, &[x as u64, (x >> 64) as u64])
}

/// A variable of any width with its value asserted. Variables are at most 64 wide, so wider ones are two.
fn fixed(terms: &mut Terms, asserts: &mut Vec<Term>, w: u32, x: u128, name: &str) -> Term {
    let part = |terms: &mut Terms, asserts: &mut Vec<Term>, w: u32, x: u64, name: String| {
        let v = terms.var(w, VarKey::Named(name.as_str().into()));
        let c = terms.bits(w, x);
        asserts.push(terms.eq(v, c));
        v
    };
    if w <= 64 {
        return part(terms, asserts, w, x as u64, name.into());
    }
    let lo = part(terms, asserts, 64, x as u64, format!("{name}lo"));
    let hi = part(terms, asserts, w - 64, (x >> 64) as u64, format!("{name}hi"));
    terms.concat(hi, lo)
}

fn operation(terms: &mut Terms, n: u64, k: FloatKind, x: [Term; 3]) -> Term {
    match n {
        0 => terms.fadd(k, x[0], x[1]),
        1 => terms.fsub(k, x[0], x[1]),
        2 => terms.fmul(k, x[0], x[1]),
        3 => terms.fdiv(k, x[0], x[1]),
        4 => terms.fma(k, x[0], x[1], x[2]),
        5 => terms.fsqrt(k, x[0]),
        6 => terms.feq(k, x[0], x[1]),
        7 => terms.flt(k, x[0], x[1]),
        8 => terms.fle(k, x[0], x[1]),
        9 => terms.funordered(k, x[0], x[1]),
        10 => terms.fround(k, x[0], Round::NearestEven),
        11 => terms.fround(k, x[0], Round::TowardZero),
        12 => terms.fround(k, x[0], Round::Up),
        13 => terms.fround(k, x[0], Round::Down),
        14 => terms.fround(k, x[0], Round::NearestAway),
        15 => terms.f2si(k, x[0], 32),
        16 => terms.f2si(k, x[0], 9),
        17 => terms.f2ui(k, x[0], 64),
        18 => terms.f2ui(k, x[0], 7),
        19 => terms.f2f(k, FloatKind::F32, x[0]),
        20 => terms.f2f(k, FloatKind::F64, x[0]),
        21 => terms.f2f(k, FloatKind::F80, x[0]),
        22 => terms.f2f(k, FloatKind::F16, x[0]),
        23 => {
            let i = terms.extract(x[0], 0, 16);
            terms.si2f(k, i)
        }
        24 => {
            let i = terms.extract(x[0], 0, 13);
            terms.ui2f(k, i)
        }
        _ => terms.frem(k, x[0], x[1]),
    }
}

/// With operands fixed, the result is what evaluation says and nothing else.
fn check_kind(k: FloatKind, rounds: u64, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut z3 = Z3::new(limits());
    let mut terms = Terms::raw();
    for n in 0..25 {
        for _ in 0..rounds {
            let mut asserts = Vec::new();
            let values = [pattern(&mut rng, k), pattern(&mut rng, k), pattern(&mut rng, k)];
            let x = [0, 1, 2].map(|i| fixed(&mut terms, &mut asserts, k.width(), values[i], &format!("x{i}")));
            let c = [0, 1, 2].map(|i| wide(&mut terms, k.width(), values[i]));
            let on_constants = operation(&mut terms, n, k, c);
            let Value::Bits { w, words } = terms.eval(on_constants, &Default::default()) else { panic!("bits") };
            let expected = terms.bits_wide(w, &words);
            let t = operation(&mut terms, n, k, x);
            let differ = terms.ne(t, expected);
            asserts.push(differ);
            let answer = z3.check(&mut terms, &asserts);
            assert!(answer.is_unsat(), "{k:?} operation {n} on {values:x?}, expected {words:x?}: {answer:?}");
            asserts.pop();
            asserts.push(terms.eq(t, expected));
            let answer = z3.check(&mut terms, &asserts);
            assert!(answer.is_sat(), "{k:?} operation {n} on {values:x?}, expected {words:x?}: {answer:?}");
        }
    }
}

#[test]
fn singles() {
    check_kind(FloatKind::F32, 6, 1);
}

#[test]
fn doubles() {
    check_kind(FloatKind::F64, 4, 2);
}

#[test]
fn halves() {
    check_kind(FloatKind::F16, 6, 3);
}

#[test]
fn extended() {
    check_kind(FloatKind::F80, 3, 4);
}

#[test]
fn quads() {
    check_kind(FloatKind::F128, 1, 5);
}

/// The same with an operand that has two possible values, so that Z3 cannot just compute with constants.
fn check_undetermined(k: FloatKind, operations: &[u64], rounds: u64, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut z3 = Z3::new(limits());
    let mut terms = Terms::raw();
    let which = terms.var(1, VarKey::Named("which".into()));
    for &n in operations {
        for _ in 0..rounds {
            let values = [0; 4].map(|_| pattern(&mut rng, k));
            let c = values.map(|v| wide(&mut terms, k.width(), v));
            let mut expected = Vec::new();
            for x in [[c[0], c[2], c[3]], [c[1], c[2], c[3]]] {
                let t = operation(&mut terms, n, k, x);
                let Value::Bits { w, words } = terms.eval(t, &Default::default()) else { panic!("bits") };
                expected.push(terms.bits_wide(w, &words));
            }
            let mut asserts = Vec::new();
            let x = terms.var(k.width(), VarKey::Named("x".into()));
            let y = fixed(&mut terms, &mut asserts, k.width(), values[2], "y");
            let z = fixed(&mut terms, &mut asserts, k.width(), values[3], "z");
            let (is_first, is_second) = (terms.eq(x, c[0]), terms.eq(x, c[1]));
            asserts.push(terms.ite(which, is_first, is_second));
            let t = operation(&mut terms, n, k, [x, y, z]);
            let result = terms.ite(which, expected[0], expected[1]);
            asserts.push(terms.ne(t, result));
            let answer = z3.check(&mut terms, &asserts);
            assert!(answer.is_unsat(), "{k:?} operation {n} on {values:x?}: {answer:?}");
        }
    }
}

#[test]
fn undetermined_halves() {
    let all: Vec<u64> = (0..=25).collect();
    check_undetermined(FloatKind::F16, &all, 3, 31);
}

#[test]
fn undetermined_singles() {
    check_undetermined(FloatKind::F32, &[0, 1, 2, 3, 5, 7, 11, 15, 17, 20, 21], 1, 32);
}

#[test]
fn constants_are_what_the_machine_computes() {
    let mut rng = Rng::new(6);
    for _ in 0..2000 {
        let (a, b) = (pattern(&mut rng, FloatKind::F64), pattern(&mut rng, FloatKind::F64));
        let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
        let results = [
            (float::add(FloatKind::F64, a, b), x + y),
            (float::mul(FloatKind::F64, a, b), x * y),
            (float::div(FloatKind::F64, a, b), x / y),
        ];
        for (ours, native) in results {
            let ours = f64::from_bits(ours as u64);
            assert!(ours.to_bits() == native.to_bits() || ours.is_nan() && native.is_nan(), "{x} {y}");
        }
    }
}

#[test]
fn remainder_of_singles() {
    let mut rng = Rng::new(8);
    let mut z3 = Z3::new(limits());
    let mut terms = Terms::raw();
    for _ in 0..25 {
        let (a, b) = (pattern(&mut rng, FloatKind::F32), pattern(&mut rng, FloatKind::F32));
        let mut asserts = Vec::new();
        let x = fixed(&mut terms, &mut asserts, 32, a, "x");
        let y = fixed(&mut terms, &mut asserts, 32, b, "y");
        let r = terms.frem(FloatKind::F32, x, y);
        let expected = wide(&mut terms, 32, float::rem(FloatKind::F32, a, b));
        asserts.push(terms.ne(r, expected));
        let answer = z3.check(&mut terms, &asserts);
        assert!(answer.is_unsat(), "{a:x} % {b:x}: {answer:?}");
    }
}

#[test]
fn unknown_operands_are_found_and_the_model_is_right() {
    let mut terms = Terms::new();
    let mut z3 = Z3::new(limits());
    let k = FloatKind::F32;
    let x = terms.var(32, VarKey::Named("x".into()));
    let three = wide(&mut terms, 32, 3f32.to_bits() as u128);
    let ten = wide(&mut terms, 32, 10.5f32.to_bits() as u128);
    let product = terms.fmul(k, x, three);
    let hit = terms.feq(k, product, ten);
    let Answer::Sat(model) = z3.check(&mut terms, &[hit]) else { panic!("3.5 * 3 = 10.5") };
    assert_eq!(terms.eval64(hit, &model), 1);
    // x < 1 and x + 1 > 2 cannot both hold.
    let one = wide(&mut terms, 32, 1f32.to_bits() as u128);
    let two = wide(&mut terms, 32, 2f32.to_bits() as u128);
    let sum = terms.fadd(k, x, one);
    let asserts = [terms.flt(k, x, one), terms.flt(k, two, sum)];
    assert!(z3.check(&mut terms, &asserts).is_unsat());
}
