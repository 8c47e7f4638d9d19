//! Comparisons of floats with constants and cuts to integers, as the rules rewrite them, against the operations themselves.

mod common;

use common::*;
use homing_term::float;
use homing_term::{FloatKind, Model, Op, Rule, Term, Terms, VarId};

/// Is there a float operation left in it?
fn has_floats(s: &Terms, t: Term) -> bool {
    let of_ints = |op| {
        use Op::*;
        matches!(
            op,
            Const | Var(_) | Not | And | Or | Xor | Add | Sub | Neg | Eq | Ult | Ule | Slt | Sle | Ite | Concat | ZExt | SExt
        ) || matches!(op, Extract { .. } | UDiv | Mul)
    };
    !of_ints(s.op(t)) || s.args(t).iter().any(|&a| has_floats(s, a))
}

fn random_float(rng: &mut Rng, k: FloatKind) -> u128 {
    let sign = u128::from(rng.below(3) == 0) << (k.width() - 1);
    sign | match rng.below(6) {
        0 => 0,
        1 => k.infinity(),
        2 => k.infinity() + 1,
        3 => float::div(k, float::ui2f(k, rng.below(500) as u128), float::ui2f(k, 1 + rng.below(20) as u128)),
        4 => float::ui2f(k, rng.below(3000) as u128),
        _ => float::from_integer(k, &homing_term::BigInt::from(rng.next() >> rng.below(64))),
    }
}

fn constant(s: &mut Terms, k: FloatKind, c: u128) -> Term {
    s.bits_wide(k.width(), &[c as u64, (c >> 64) as u64])
}

/// A few steps on top of a float, each with a constant.
fn stepped(s: &mut Terms, rng: &mut Rng, k: FloatKind, x: Term) -> Term {
    let mut t = x;
    for _ in 0..rng.below(4) {
        let c = loop {
            let c = random_float(rng, k);
            if !float::is_nan(k, c) {
                break constant(s, k, c);
            }
        };
        t = match rng.below(8) {
            0 => s.fadd(k, t, c),
            1 => s.fsub(k, t, c),
            2 => s.fsub(k, c, t),
            3 => s.fmul(k, t, c),
            4 => s.fdiv(k, t, c),
            5 => s.fround(k, t, ROUNDS[rng.below(5)]),
            6 => {
                let (w, sign) = (k.width(), s.extract(t, k.width() - 1, 1));
                let (sign, rest) = (s.not(sign), s.extract(t, 0, w - 1));
                s.concat(sign, rest)
            }
            _ => {
                let other = KINDS[rng.below(5)];
                let there = s.f2f(k, other, t);
                s.f2f(other, k, there)
            }
        };
    }
    t
}

fn compared(s: &mut Terms, k: FloatKind, which: usize, a: Term, b: Term) -> Term {
    match which {
        0 => s.flt(k, a, b),
        1 => s.flt(k, b, a),
        2 => s.fle(k, a, b),
        3 => s.fle(k, b, a),
        4 => s.feq(k, a, b),
        _ => s.funordered(k, a, b),
    }
}

/// The same random terms with the rules and without.
fn twice(seed: u64, build: impl Fn(&mut Terms, &mut Rng) -> Term) -> (Terms, Term, Term) {
    let mut s = Terms::new();
    let smart = build(&mut s, &mut Rng::new(seed));
    s.set_rules(false);
    let raw = build(&mut s, &mut Rng::new(seed));
    (s, smart, raw)
}

fn agree(s: &mut Terms, smart: Term, raw: Term, values: impl Iterator<Item = u64>, what: &str) {
    let mut model = Model::new();
    for v in values {
        model.set64(VarId(0), v);
        assert_eq!(s.eval(smart, &model), s.eval(raw, &model), "{what} at {v:#x}");
    }
}

#[test]
fn every_half_is_where_it_was() {
    let mut done = 0;
    for seed in 0..40 {
        let (mut s, smart, raw) = twice(seed, |s, rng| {
            let x = s.var(16, named("x"));
            let t = stepped(s, rng, FloatKind::F16, x);
            let c = random_float(rng, FloatKind::F16);
            let c = constant(s, FloatKind::F16, c);
            compared(s, FloatKind::F16, rng.below(6), t, c)
        });
        done += u32::from(!has_floats(&s, smart) && has_floats(&s, raw));
        agree(&mut s, smart, raw, 0..1 << 16, &format!("half {seed}"));
    }
    assert!(done > 20, "only {done} comparisons were taken apart");
}

#[test]
fn classes_of_halves() {
    for which in 0..6 {
        let (mut s, smart, raw) = twice(0, |s, _| {
            let x = s.var(16, named("x"));
            compared(s, FloatKind::F16, which, x, x)
        });
        assert!(!has_floats(&s, smart));
        agree(&mut s, smart, raw, 0..1 << 16, "a half and itself");
    }
}

#[test]
fn integers_keep_their_order_in_every_format() {
    let mut done = 0;
    for seed in 0..600 {
        let mut rng = Rng::new(seed + 1000);
        let (k, w, signed) = (KINDS[rng.below(5)], [1, 7, 10, 31, 32, 53, 63, 64][rng.below(8)], rng.below(2) == 0);
        let (mut s, smart, raw) = twice(seed, |s, rng| {
            let x = s.var(w, named("x"));
            let made = if signed { s.si2f(k, x) } else { s.ui2f(k, x) };
            let t = stepped(s, rng, k, made);
            let c = random_float(rng, k);
            let c = constant(s, k, c);
            compared(s, k, rng.below(6), t, c)
        });
        done += u32::from(!has_floats(&s, smart));
        // The places where the answer changes are those that matter.
        let limits: Vec<u64> = constants(&s, smart);
        let near = limits.iter().flat_map(|&c| (0..5).map(move |d| c.wrapping_add(d).wrapping_sub(2) & mask(w)));
        let some: Vec<u64> = if w <= 10 { (0..1 << w).collect() } else { (0..60).map(|_| rng.word(w)).collect() };
        agree(&mut s, smart, raw, near.chain(some), &format!("{k:?} {w} {signed} {seed}"));
    }
    assert!(done > 300, "only {done} comparisons were taken apart");
}

fn constants(s: &Terms, t: Term) -> Vec<u64> {
    let mut found: Vec<u64> = s.as_const(t).into_iter().collect();
    found.extend(s.args(t).iter().flat_map(|&a| constants(s, a)));
    found
}

/// Decimal numbers of few digits: a digit at a time, over or times a power of ten, with a sign.
fn decimal(s: &mut Terms, k: FloatKind, digits: u32, scale: i32, minus: bool) -> Term {
    let x = s.var(4 * digits, named("x"));
    let mut m = s.bits(64, 0);
    for i in 0..digits {
        let ten = s.bits(64, 10);
        let (digit, shifted) = (s.extract(x, 4 * i, 4), s.mul(m, ten));
        let digit = s.zext(digit, 64);
        m = s.add(shifted, digit);
    }
    let by = float::from_integer(k, &homing_term::BigInt::from(10u64.pow(scale.unsigned_abs())));
    let (m, by) = (s.ui2f(k, m), constant(s, k, by));
    let t = if scale < 0 { s.fdiv(k, m, by) } else { s.fmul(k, m, by) };
    if !minus {
        return t;
    }
    let (sign, rest) = (s.extract(t, k.width() - 1, 1), s.extract(t, 0, k.width() - 1));
    let sign = s.not(sign);
    s.concat(sign, rest)
}

#[test]
fn decimal_numbers_are_cut_without_floats() {
    let mut fired = 0;
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let (k, digits) = (KINDS[rng.below(5)], 1 + rng.below(9) as u32);
        let (scale, minus) = (rng.below(12) as i32 - 9, rng.below(2) == 0);
        let (w, signed) = ([8, 16, 32, 64][rng.below(4)], rng.below(3) > 0);
        let (mut s, smart, raw) = twice(seed, |s, _| {
            let t = decimal(s, k, digits, scale, minus);
            if signed { s.f2si(k, t, w) } else { s.f2ui(k, t, w) }
        });
        fired += u32::from(!has_floats(&s, smart) && s.fired(Rule::FloatWhole) > 0);
        let texts: Vec<u64> = (0..200).map(|_| rng.word(4 * digits)).collect();
        let nines = (0..digits).map(|i| (0x9999_9999_9999 >> (4 * i)) & mask(4 * digits));
        agree(&mut s, smart, raw, texts.into_iter().chain(nines), &format!("{k:?} {digits} {scale} {minus} {w} {signed}"));
    }
    assert!(fired > 100, "only {fired} were cut as integers");
}

/// The quotient of integers below `2^precision` never rounds up to the next integer: every pair of halves.
#[test]
fn quotients_are_cut_exactly() {
    for by in 1..200u64 {
        let (mut s, smart, raw) = twice(0, |s, _| {
            let x = s.var(11, named("x"));
            let c = constant(s, FloatKind::F16, float::ui2f(FloatKind::F16, by.into()));
            let made = s.ui2f(FloatKind::F16, x);
            let t = s.fdiv(FloatKind::F16, made, c);
            s.f2si(FloatKind::F16, t, 16)
        });
        assert!(!has_floats(&s, smart));
        agree(&mut s, smart, raw, 0..1 << 11, &format!("over {by}"));
    }
}

#[test]
fn scales_that_are_chosen_move_into_the_comparison() {
    let (mut s, smart, raw) = twice(0, |s, _| {
        let x = s.var(12, named("x"));
        let (m, e) = (s.extract(x, 0, 10), s.extract(x, 10, 2));
        let powers = [1u64, 10, 100, 1000].map(|p| constant(s, FloatKind::F64, float::ui2f(FloatKind::F64, p.into())));
        let (low, high) = (s.extract(e, 0, 1), s.extract(e, 1, 1));
        let (a, b) = (s.ite(low, powers[1], powers[0]), s.ite(low, powers[3], powers[2]));
        let scale = s.ite(high, b, a);
        let made = s.ui2f(FloatKind::F64, m);
        let t = s.fdiv(FloatKind::F64, made, scale);
        let c = constant(s, FloatKind::F64, u128::from(7.25f64.to_bits()));
        s.feq(FloatKind::F64, t, c)
    });
    assert!(!has_floats(&s, smart));
    agree(&mut s, smart, raw, 0..1 << 12, "chosen scales");
}
