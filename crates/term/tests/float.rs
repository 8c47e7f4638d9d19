//! Concrete float arithmetic against the machine, and as SMT-LIB against Z3.

mod common;

use common::*;
use homing_term::float::{self, FloatKind};
use homing_term::{Model, Term, Terms};

type Binary = fn(FloatKind, u128, u128) -> u128;

/// A float of some kind: special values, small numbers, random bits.
fn sample(rng: &mut Rng, k: FloatKind) -> u128 {
    let sign = 1u128 << (k.width() - 1);
    let random = (rng.next() as u128) << 64 | rng.next() as u128;
    let x = match rng.below(12) {
        0 => 0,
        1 => k.infinity(),
        2 => k.default_nan(),
        3 => float::ui2f(k, rng.below(20) as u128),
        4 => float::ui2f(k, rng.next() as u128),
        5 => 1 + rng.below(5) as u128,
        6 => float::div(k, float::ui2f(k, rng.below(50) as u128), float::ui2f(k, 2)),
        7 => k.infinity() - 1 - rng.below(3) as u128,
        8 => k.infinity() | 1 | random & 0xffff, // often a signalling NaN
        _ => random,
    };
    let x = if rng.below(2) == 0 { x | sign } else { x };
    let x = x & (sign | (sign - 1));
    if k == FloatKind::F80 && rng.below(8) != 0 {
        // Mostly proper encodings: the integer bit says whether there is an exponent.
        return if x >> 64 & 0x7fff == 0 { x & !(1 << 63) } else { x | 1 << 63 };
    }
    x
}

/// F32 computed through the exact path of F64 and one rounding would differ; the
/// exact path is checked against the machine by going through F128, in which
/// sums and products of f32 and f64 numbers are exact or correctly rounded to
/// more than twice the precision.
#[test]
fn exact_arithmetic_agrees_with_the_machine() {
    let mut rng = Rng::new(1);
    let wide = FloatKind::F128;
    for _ in 0..20_000 {
        for k in [FloatKind::F32, FloatKind::F64] {
            let (a, b) = (sample(&mut rng, k), sample(&mut rng, k));
            if float::is_nan(k, a) || float::is_nan(k, b) {
                continue;
            }
            let up = |x| float::f2f(k, wide, x);
            let down = |x| float::f2f(wide, k, x);
            assert_eq!(down(up(a)), a, "{k:?} {a:#x}");
            let ops: [(&str, Binary); 5] =
                [("add", float::add), ("sub", float::sub), ("mul", float::mul), ("div", float::div), ("rem", float::rem)];
            for (name, f) in ops {
                let tiny = |x: u128| x & !(1 << (k.width() - 1)) < 1 << (k.precision() - 1);
                let native = f(k, a, b);
                if tiny(native) && (name == "div" || name == "mul") {
                    continue; // rounding twice is not harmless among subnormals
                }
                assert_eq!(down(f(wide, up(a), up(b))), native, "{name} {k:?} {a:#x} {b:#x}");
            }
            assert_eq!(down(float::sqrt(wide, up(a))), float::sqrt(k, a), "{a:#x}");
            assert_eq!(float::lt(k, a, b), float::lt(wide, up(a), up(b)));
            assert_eq!(float::eq(k, a, b), float::eq(wide, up(a), up(b)));
            for mode in ROUNDS {
                let r = float::round(wide, up(a), mode);
                assert_eq!(down(r), float::round(k, a, mode), "{mode:?} {k:?} {a:#x}");
            }
        }
    }
}

/// The short cuts for f32 and f64 against the exact conversions.
#[test]
fn conversions_are_exact() {
    let mut rng = Rng::new(2);
    for _ in 0..50_000 {
        let x = (rng.word(64) as u128) << 64 | rng.word(64) as u128;
        let x = x >> rng.below(128);
        for k in [FloatKind::F32, FloatKind::F64] {
            assert_eq!(float::ui2f(k, x), float::from_integer(k, &x.into()));
            let w = 1 + rng.below(128) as u32;
            let signed = ((x << (128 - w)) as i128) >> (128 - w);
            assert_eq!(float::si2f(k, x & (u128::MAX >> (128 - w)), w), float::from_integer(k, &signed.into()));
            let d = sample(&mut rng, k);
            let w = 1 + rng.below(64) as u32;
            let low = |x: homing_term::BigInt| homing_term::wide::from_int(w, &x)[0] as u128;
            assert_eq!(float::f2si(k, d, w), low(float::f2si_big(k, d, w)), "{d:x} {w}");
            assert_eq!(float::f2ui(k, d, w), low(float::f2ui_big(k, d, w)), "{d:x} {w}");
            // F80 and F128 hold every f64, so one rounding remains.
            let (up, other) = (float::f2f(k, FloatKind::F128, d), FloatKind::F64);
            if k == FloatKind::F64 && !float::is_nan(k, d) {
                let f32k = FloatKind::F32;
                assert_eq!(float::f2f(k, f32k, d), float::f2f(FloatKind::F128, f32k, up));
            } else if !float::is_nan(k, d) {
                assert_eq!(float::f2f(k, other, d), float::f2f(FloatKind::F128, other, up));
            }
        }
    }
}

#[test]
fn nans_are_fixed() {
    let k = FloatKind::F32;
    let (one, snan, qnan) = (0x3f80_0000, 0x7f80_0001, 0xffc0_1234);
    assert_eq!(float::add(k, one, snan), 0x7fc0_0001);
    assert_eq!(float::add(k, qnan, snan), qnan);
    assert_eq!(float::mul(k, 0, k.infinity()), 0xffc0_0000);
    assert_eq!(float::sqrt(k, 0xbf80_0000), 0xffc0_0000);
    assert_eq!(float::f2f(k, FloatKind::F64, snan), 0x7ff8_0000_2000_0000);
    assert!(float::unordered(k, one, snan) && !float::eq(k, qnan, qnan));
}

/// x87 arithmetic where the machine has it.
#[cfg(target_arch = "x86_64")]
#[test]
fn extended_agrees_with_x87() {
    use std::arch::asm;
    macro_rules! x87 {
        ($op:literal, $a:expr, $b:expr) => {{
            let (a, b, mut r): (u128, u128, u128) = ($a, $b, 0);
            // SAFETY: reads and writes ten bytes of three live locals; the
            // register stack is as before.
            unsafe {
                asm!(
                    "fld tbyte ptr [{a}]", "fld tbyte ptr [{b}]", $op, "fstp tbyte ptr [{r}]",
                    a = in(reg) &a, b = in(reg) &b, r = in(reg) &mut r,
                    out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                    out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                );
            }
            r
        }};
    }
    let k = FloatKind::F80;
    let mut rng = Rng::new(4);
    for _ in 0..100_000 {
        let (a, b) = (sample(&mut rng, k), sample(&mut rng, k));
        if float::is_nan(k, a) || float::is_nan(k, b) {
            continue; // two NaNs are chosen among differently
        }
        assert_eq!(float::add(k, a, b), x87!("faddp st(1), st", a, b), "{a:x} + {b:x}");
        assert_eq!(float::sub(k, a, b), x87!("fsubp st(1), st", a, b), "{a:x} - {b:x}");
        assert_eq!(float::mul(k, a, b), x87!("fmulp st(1), st", a, b), "{a:x} * {b:x}");
        assert_eq!(float::div(k, a, b), x87!("fdivp st(1), st", a, b), "{a:x} / {b:x}");
    }
}

/// Every operation as a term, built from constants once folded and once raw;
/// the raw one must equal the folded value for Z3.
#[test]
fn smtlib_agrees_with_folding() {
    let mut scripts = Vec::new();
    let mut about = Vec::new();
    let mut rng = Rng::new(5);
    for round in 0..4 {
        for k in KINDS {
            for op in 0..OPS {
                if op == 4 && (k.width() > 32 || round > 1) {
                    continue; // the remainder is a long division for the solver
                }
                let x: Vec<u128> = (0..3).map(|_| sample(&mut rng, k)).collect();
                let to = KINDS[rng.below(5)];
                let w = [8, 32, 64, 13][rng.below(4)];
                let mut s = Terms::raw();
                s.set_rules(true);
                let folded = build(&mut s, op, k, to, w, &x);
                s.set_rules(false);
                let raw = build(&mut s, op, k, to, w, &x);
                assert_ne!(raw, folded);
                let m = Model::new();
                assert_eq!(s.eval(raw, &m), s.eval(folded, &m), "{op} {k:?} {x:x?}");
                let differ = s.ne(raw, folded);
                scripts.push(s.smtlib(&[differ]));
                about.push(format!("operation {op} on {k:?}, {to:?}, {w}, {x:x?}"));
            }
        }
    }
    let answers = z3(&scripts);
    for i in 0..answers.len() {
        assert_eq!(answers[i], "unsat", "{}\n{}", about[i], scripts[i]);
    }
}

const OPS: usize = 17;

fn build(s: &mut Terms, op: usize, k: FloatKind, to: FloatKind, w: u32, x: &[u128]) -> Term {
    let kw = k.width();
    let t: Vec<Term> = x.iter().map(|&v| s.bits_wide(kw, &[v as u64, (v >> 64) as u64])).collect();
    match op {
        0 => s.fadd(k, t[0], t[1]),
        1 => s.fsub(k, t[0], t[1]),
        2 => s.fmul(k, t[0], t[1]),
        3 => s.fdiv(k, t[0], t[1]),
        4 => s.frem(k, t[0], t[1]),
        5 => s.fma(k, t[0], t[1], t[2]),
        6 => s.fsqrt(k, t[0]),
        7 => s.fround(k, t[0], ROUNDS[(x[1] % 5) as usize]),
        8 => s.feq(k, t[0], t[1]),
        9 => s.flt(k, t[0], t[1]),
        10 => s.fle(k, t[0], t[1]),
        11 => s.funordered(k, t[0], t[1]),
        12 => s.f2f(k, to, t[0]),
        13 => s.f2si(k, t[0], w),
        14 => s.f2ui(k, t[0], w),
        15 => s.si2f(to, t[0]),
        _ => s.ui2f(to, t[0]),
    }
}
