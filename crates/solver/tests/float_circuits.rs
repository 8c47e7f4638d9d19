//! Circuits of float operations against the concrete arithmetic, on corners and by chance; and verdicts against Z3.

use homing_random::Random;
use homing_solver::{Answer, Limits, Lowering, Solver, SolverConfig, Z3, stack};
use homing_term::{FloatKind, Model, Round, Term, Terms, VarKey};

const KINDS: [FloatKind; 5] = [FloatKind::F16, FloatKind::F32, FloatKind::F64, FloatKind::F80, FloatKind::F128];
const MODES: [Round; 5] = [Round::NearestEven, Round::TowardZero, Round::Up, Round::Down, Round::NearestAway];

/// An input of any width, as variables of at most 64 bits.
fn input(terms: &mut Terms, name: &str, w: u32) -> Term {
    let low = terms.var(w.min(64), VarKey::Named(format!("{name}{w}low").into()));
    if w <= 64 {
        return low;
    }
    let high = terms.var(w - 64, VarKey::Named(format!("{name}{w}high").into()));
    terms.concat(high, low)
}

fn set(terms: &Terms, model: &mut Model, t: Term, value: u128) {
    match terms.as_var(t) {
        Some(v) => model.set64(v, value as u64),
        None => {
            let args = terms.args(t);
            set(terms, model, args[1], value & u128::from(u64::MAX));
            set(terms, model, args[0], value >> 64);
        }
    }
}

/// An operand: a corner, something near the last one, or anything.
fn operand(random: &mut Random, k: FloatKind, last: u128) -> u128 {
    let (w, p, e) = (k.width(), k.precision(), k.exponent_bits());
    let mask = if w == 128 { u128::MAX } else { (1 << w) - 1 };
    let any = (u128::from(random.word()) << 64 | u128::from(random.word())) & mask;
    let sign = any & 1 << (w - 1);
    let field = w - 1 - e;
    let bias = (1u128 << (e - 1)) - 1;
    let integer = if k == FloatKind::F80 { 1u128 << 63 } else { 0 };
    let few = any & ((1 << (p - 1)) - 1) & !((1u128 << (p - 5)) - 1);
    match random.below(12u64) {
        0 => sign,
        1 => sign | k.infinity(),
        2 => sign | k.infinity() | (any & ((1 << (p - 1)) - 1)),
        3 => sign | (any & ((1 << (p - 1)) - 1)),
        4 => sign | 1,
        5 => sign | (k.infinity() - 1) | integer,
        6 => sign | 1 << field | integer,
        7 => sign | (bias + u128::from(random.below(2 * u64::from(p))) - u128::from(p)) << field | integer | few,
        8 => (last ^ sign) & mask,
        9 => last.wrapping_add(u128::from(random.below(9u64))).wrapping_sub(4) & mask,
        10 => sign | (bias + u128::from(random.below(130u64)) - 2).min((1 << e) - 2) << field | integer | few,
        _ => any,
    }
}

/// Compares a term and its circuit on so many operands.
fn agree(terms: &mut Terms, what: &str, t: Term, inputs: &[(Term, FloatKind)], rounds: u32) {
    let lowered = Lowering::default().lower(terms, &[t]).unwrap_or_else(|| panic!("{what} has a circuit"))[0];
    let mut random = Random::new(11);
    let mut last = 0;
    for _ in 0..rounds {
        let mut model = Model::new();
        let mut values = Vec::new();
        for &(x, k) in inputs {
            last = operand(&mut random, k, last);
            set(terms, &mut model, x, last);
            values.push(last);
        }
        let (right, got) = (terms.eval(t, &model), terms.eval(lowered, &model));
        assert_eq!(right, got, "{what} of {values:x?}");
    }
}

#[test]
fn arithmetic_and_comparisons() {
    for k in KINDS {
        let mut terms = Terms::new();
        let (a, b) = (input(&mut terms, "a", k.width()), input(&mut terms, "b", k.width()));
        let all = [
            ("add", terms.fadd(k, a, b)),
            ("sub", terms.fsub(k, a, b)),
            ("mul", terms.fmul(k, a, b)),
            ("div", terms.fdiv(k, a, b)),
            ("eq", terms.feq(k, a, b)),
            ("lt", terms.flt(k, a, b)),
            ("le", terms.fle(k, a, b)),
            ("unordered", terms.funordered(k, a, b)),
        ];
        for (what, t) in all {
            agree(&mut terms, &format!("{what} {k:?}"), t, &[(a, k), (b, k)], 6_000);
        }
        for mode in MODES {
            let t = terms.fround(k, a, mode);
            agree(&mut terms, &format!("round {k:?} {mode:?}"), t, &[(a, k)], 3_000);
        }
    }
}

#[test]
fn conversions() {
    for k in KINDS {
        let mut terms = Terms::new();
        let a = input(&mut terms, "a", k.width());
        for to in KINDS.into_iter().filter(|&to| to != k) {
            let t = terms.f2f(k, to, a);
            agree(&mut terms, &format!("{k:?} to {to:?}"), t, &[(a, k)], 3_000);
        }
        for w in [1, 8, 13, 32, 64] {
            let (s, u) = (terms.f2si(k, a, w), terms.f2ui(k, a, w));
            agree(&mut terms, &format!("{k:?} to i{w}"), s, &[(a, k)], 3_000);
            agree(&mut terms, &format!("{k:?} to u{w}"), u, &[(a, k)], 3_000);
        }
        for from in KINDS {
            // Any pattern of that width, as an integer.
            let x = input(&mut terms, "x", from.width());
            let (s, u) = (terms.si2f(k, x), terms.ui2f(k, x));
            agree(&mut terms, &format!("i{} to {k:?}", from.width()), s, &[(x, from)], 2_000);
            agree(&mut terms, &format!("u{} to {k:?}", from.width()), u, &[(x, from)], 2_000);
        }
        for w in [1, 7] {
            let x = input(&mut terms, "x", w);
            for t in [terms.si2f(k, x), terms.ui2f(k, x)] {
                let lowered = Lowering::default().lower(&mut terms, &[t]).unwrap()[0];
                for value in 0..1 << w {
                    let mut model = Model::new();
                    set(&terms, &mut model, x, value);
                    assert_eq!(terms.eval(t, &model), terms.eval(lowered, &model), "{value} to {k:?}");
                }
            }
        }
    }
}

#[test]
fn what_has_no_circuit_is_left_alone() {
    let mut terms = Terms::new();
    let a = input(&mut terms, "a", 32);
    let root = terms.fsqrt(FloatKind::F32, a);
    let one = terms.bits(32, 1.5f32.to_bits().into());
    let t = terms.flt(FloatKind::F32, root, one);
    assert_eq!(Lowering::default().lower(&mut terms, &[t]), None);
    let plain = terms.ult(a, one);
    assert_eq!(Lowering::default().lower(&mut terms, &[plain]), Some(vec![plain]));
}

/// Both kinds of answers, on halves.
#[test]
fn verdicts_are_those_of_z3() {
    let k = FloatKind::F16;
    let limits = || Limits::default();
    let mut random = Random::new(5);
    let (mut sat, mut unsat) = (0, 0);
    let mut terms = Terms::new();
    let mut ours = stack(&SolverConfig { limits: limits(), ..SolverConfig::default() });
    let mut z3 = Z3::new(limits());
    for _ in 0..25 {
        let (a, b) = (input(&mut terms, "a", 16), input(&mut terms, "b", 16));
        let c = terms.bits(16, operand(&mut random, k, 0) as u64);
        let d = terms.bits(16, operand(&mut random, k, 0) as u64);
        let r = match random.below(4u64) {
            0 => terms.fadd(k, a, b),
            1 => terms.fsub(k, a, b),
            2 => terms.fmul(k, a, b),
            _ => terms.fdiv(k, a, b),
        };
        let asserts = vec![terms.feq(k, r, c), terms.flt(k, a, d), terms.fle(k, d, b)];
        match (ours.check(&mut terms, &asserts), z3.check(&mut terms, &asserts)) {
            (Answer::Sat(_), Answer::Sat(_)) => sat += 1,
            (Answer::Unsat(_), Answer::Unsat(_)) => unsat += 1,
            (x, y) => panic!("{x:?} and {y:?}"),
        }
    }
    assert!(sat > 0 && unsat > 0, "{sat} {unsat}");
}
