//! Float arithmetic on bit patterns: the machine's own for `F32`, `F64` and `F80`, `softfloat` for the rest.
//!
//! `MinNum`/`MaxNum` return the other operand if one is NaN, and of zeros of both signs the one that x86 code gives.

use std::cmp::Ordering;

use homing_ir::{FBinOp, FCmp, FUnOp, FloatKind};

use crate::{softfloat as soft, x87};

fn f32_of(a: u128) -> f32 {
    f32::from_bits(a as u32)
}

fn f64_of(a: u128) -> f64 {
    f64::from_bits(a as u64)
}

fn bits32(v: f32) -> u128 {
    v.to_bits().into()
}

fn bits64(v: f64) -> u128 {
    v.to_bits().into()
}

/// Whether the x87, which keeps more digits than the format has, gives another number than `v`.
pub fn exceeds(op: FBinOp, kind: FloatKind, (a, b): (u128, u128), v: u128) -> bool {
    let usual = matches!(op, FBinOp::Add | FBinOp::Sub | FBinOp::Mul | FBinOp::Div);
    if !usual || !matches!(kind, FloatKind::F32 | FloatKind::F64) {
        return false;
    }
    let widened = |x| convert(kind, FloatKind::F80, x);
    let wide = binary(op, FloatKind::F80, widened(a), widened(b));
    compare(FCmp::OTHER, FloatKind::F80, wide, widened(v))
}

pub fn binary(op: FBinOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    match op {
        FBinOp::CopySign => {
            let sign = 1u128 << (kind.width() - 1);
            a & !sign | b & sign
        }
        FBinOp::MinNum => pick(kind, a, b, Ordering::Less),
        FBinOp::MaxNum => pick(kind, a, b, Ordering::Greater),
        _ => arithmetic(op, kind, a, b),
    }
}

fn arithmetic(op: FBinOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    macro_rules! native {
        ($of:ident, $bits:ident) => {{
            let (x, y) = ($of(a), $of(b));
            $bits(match op {
                FBinOp::Add => x + y,
                FBinOp::Sub => x - y,
                FBinOp::Mul => x * y,
                FBinOp::Div => x / y,
                _ => x % y,
            })
        }};
    }
    match kind {
        FloatKind::F32 => native!(f32_of, bits32),
        FloatKind::F64 => native!(f64_of, bits64),
        FloatKind::F80 => match op {
            FBinOp::Add => x87::add(a, b),
            FBinOp::Sub => x87::sub(a, b),
            FBinOp::Mul => x87::mul(a, b),
            FBinOp::Div => x87::div(a, b),
            _ => x87::rem(a, b),
        },
        FloatKind::F16 | FloatKind::F128 => match op {
            FBinOp::Add => soft::add(kind, a, b),
            FBinOp::Sub => soft::sub(kind, a, b),
            FBinOp::Mul => soft::mul(kind, a, b),
            FBinOp::Div => soft::div(kind, a, b),
            _ => soft::rem(kind, a, b),
        },
    }
}

/// The operand that compares as `wanted` to the other.
fn pick(kind: FloatKind, a: u128, b: u128, wanted: Ordering) -> u128 {
    let is_nan = |v| order(kind, v, v).is_none();
    match order(kind, a, b) {
        None if is_nan(a) => b,
        None => a,
        // Zeros of both signs: what the machine's code gives.
        Some(Ordering::Equal) => {
            if kind == FloatKind::F80 && wanted == Ordering::Greater {
                b
            } else {
                a
            }
        }
        Some(o) => {
            if o == wanted {
                a
            } else {
                b
            }
        }
    }
}

/// Order of two floats; `None` if either is NaN.
pub fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        FloatKind::F64 => f64_of(a).partial_cmp(&f64_of(b)),
        FloatKind::F80 => match x87::compare(a, b) {
            (_, true, _) => None,
            (true, _, _) => Some(Ordering::Equal),
            (_, _, true) => Some(Ordering::Less),
            _ => Some(Ordering::Greater),
        },
        FloatKind::F16 | FloatKind::F128 => soft::order(kind, a, b),
    }
}

pub fn compare(op: FCmp, kind: FloatKind, a: u128, b: u128) -> bool {
    match order(kind, a, b) {
        None => op.unordered,
        Some(Ordering::Less) => op.lt,
        Some(Ordering::Equal) => op.eq,
        Some(Ordering::Greater) => op.gt,
    }
}

pub fn unary(op: FUnOp, kind: FloatKind, a: u128) -> u128 {
    let sign = 1u128 << (kind.width() - 1);
    match (op, kind) {
        (FUnOp::Neg, _) => a ^ sign,
        (FUnOp::Abs, _) => a & !sign,
        (FUnOp::Sqrt, FloatKind::F32) => bits32(f32_of(a).sqrt()),
        (FUnOp::Sqrt, FloatKind::F64) => bits64(f64_of(a).sqrt()),
        (FUnOp::Sqrt, FloatKind::F80) => x87::sqrt(a),
        (FUnOp::Sqrt, _) => soft::sqrt(kind, a),
        (FUnOp::Floor, FloatKind::F64) => bits64(f64_of(a).floor()),
        (FUnOp::Ceil, FloatKind::F64) => bits64(f64_of(a).ceil()),
        (FUnOp::Trunc, FloatKind::F64) => bits64(f64_of(a).trunc()),
        (FUnOp::RoundEven, FloatKind::F64) => bits64(f64_of(a).round_ties_even()),
        (FUnOp::RoundAway, FloatKind::F64) => bits64(f64_of(a).round()),
        (FUnOp::Floor, FloatKind::F32) => bits32(f32_of(a).floor()),
        (FUnOp::Ceil, FloatKind::F32) => bits32(f32_of(a).ceil()),
        (FUnOp::Trunc, FloatKind::F32) => bits32(f32_of(a).trunc()),
        (FUnOp::RoundEven, FloatKind::F32) => bits32(f32_of(a).round_ties_even()),
        (FUnOp::RoundAway, FloatKind::F32) => bits32(f32_of(a).round()),
        _ => soft::integral(op, kind, a),
    }
}

/// `a * b + c` with one rounding.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    match kind {
        FloatKind::F32 => bits32(f32_of(a).mul_add(f32_of(b), f32_of(c))),
        FloatKind::F64 => bits64(f64_of(a).mul_add(f64_of(b), f64_of(c))),
        _ => soft::fma(kind, a, b, c),
    }
}

pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    use FloatKind::*;
    match (from, to) {
        (F32, F64) => bits64(f64::from(f32_of(a))),
        (F64, F32) => bits32(f64_of(a) as f32),
        (F32, F80) => x87::from_f32(a as u32),
        (F64, F80) => x87::from_f64(a as u64),
        (F80, F32) => x87::to_f32(a).into(),
        (F80, F64) => x87::to_f64(a).into(),
        _ if from == to => a,
        _ => soft::convert(from, to, a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NATIVE: [FloatKind; 3] = [FloatKind::F32, FloatKind::F64, FloatKind::F80];

    /// Values around every corner of a format, and some without order.
    fn samples(kind: FloatKind) -> Vec<u128> {
        let mut out = Vec::new();
        let one = soft::from_integer(kind, false, &crate::nat::Nat::one());
        let specials = [0, 1, 2, one, one + 1, one - 1, soft::inf(kind, false), soft::inf(kind, false) - 1, soft::nan(kind)];
        let sign = 1u128 << (kind.width() - 1);
        out.extend(specials.iter().flat_map(|v| [*v, v | sign]));
        let mut random = homing_random::Random::new(1);
        for i in 0..60 {
            let any = u128::from(random.word()) << 64 | u128::from(random.word());
            let mut v = any & (u128::MAX >> (128 - kind.width()));
            if i % 2 == 0 {
                // Near one, so that additions interact.
                v = one + (v >> (kind.width() / 2 + 6)) - (1 << (kind.width() / 2 - 8));
            }
            if kind == FloatKind::F80 {
                let field = v >> 64 & 0x7fff;
                v = if field == 0 { v & !(1 << 63) } else { v | 1 << 63 };
            }
            out.push(v);
        }
        if kind == FloatKind::F80 {
            // No number, and one that is read as if its exponent were one.
            out.extend([0x3fff << 64 | 5, 1 << 63 | 77]);
        }
        out
    }

    fn same(kind: FloatKind, a: u128, b: u128) -> bool {
        a == b || soft::decode(kind, a) == soft::Num::Nan && soft::decode(kind, b) == soft::Num::Nan
    }

    /// Exact integer arithmetic and the machine agree on every operation of the formats that the machine has.
    #[test]
    fn soft_equals_machine() {
        for kind in NATIVE {
            let values = samples(kind);
            for &a in &values {
                let check = |name: &str, b: u128, m: u128, s: u128| {
                    assert!(same(kind, m, s), "{name} {kind:?} {a:x} {b:x}: machine {m:x}, exact {s:x}");
                };
                check("sqrt", 0, unary(FUnOp::Sqrt, kind, a), soft::sqrt(kind, a));
                for op in [FUnOp::Floor, FUnOp::Ceil, FUnOp::Trunc, FUnOp::RoundEven, FUnOp::RoundAway] {
                    check("integral", 0, unary(op, kind, a), soft::integral(op, kind, a));
                }
                for to in NATIVE.into_iter().filter(|to| *to != kind) {
                    let (m, s) = (convert(kind, to, a), soft::convert(kind, to, a));
                    assert!(same(to, m, s), "{kind:?} to {to:?} {a:x}: machine {m:x}, exact {s:x}");
                }
                for &b in &values {
                    check("add", b, binary(FBinOp::Add, kind, a, b), soft::add(kind, a, b));
                    check("sub", b, binary(FBinOp::Sub, kind, a, b), soft::sub(kind, a, b));
                    check("mul", b, binary(FBinOp::Mul, kind, a, b), soft::mul(kind, a, b));
                    check("div", b, binary(FBinOp::Div, kind, a, b), soft::div(kind, a, b));
                    check("fma", b, fma(kind, a, b, values[9]), soft::fma(kind, a, b, values[9]));
                    assert_eq!(order(kind, a, b), soft::order(kind, a, b), "{kind:?} {a:x} {b:x}");
                }
                for &b in values.iter().step_by(3) {
                    check("rem", b, binary(FBinOp::Rem, kind, a, b), soft::rem(kind, a, b));
                }
            }
        }
    }

    /// The two implementations that this project has agree on every format: the crate here, exact arithmetic in `term`.
    #[test]
    fn soft_equals_the_terms_floats() {
        use homing_term::float as terms;
        let kinds = [
            (FloatKind::F16, terms::FloatKind::F16),
            (FloatKind::F32, terms::FloatKind::F32),
            (FloatKind::F64, terms::FloatKind::F64),
            (FloatKind::F80, terms::FloatKind::F80),
            (FloatKind::F128, terms::FloatKind::F128),
        ];
        let roundings = [
            (FUnOp::Floor, terms::Round::Down),
            (FUnOp::Ceil, terms::Round::Up),
            (FUnOp::Trunc, terms::Round::TowardZero),
            (FUnOp::RoundEven, terms::Round::NearestEven),
            (FUnOp::RoundAway, terms::Round::NearestAway),
        ];
        for (kind, k) in kinds {
            let values = samples(kind);
            for &a in &values {
                let check = |name: &str, b: u128, s: u128, t: u128| {
                    assert!(same(kind, s, t), "{name} {kind:?} {a:x} {b:x}: here {s:x}, terms {t:x}");
                };
                check("sqrt", 0, soft::sqrt(kind, a), terms::sqrt(k, a));
                for (op, round) in roundings {
                    check("integral", 0, soft::integral(op, kind, a), terms::round(k, a, round));
                }
                for (to, t) in kinds.into_iter().filter(|(to, _)| *to != kind) {
                    let (here, there) = (soft::convert(kind, to, a), terms::f2f(k, t, a));
                    assert!(same(to, here, there), "{kind:?} to {to:?} {a:x}: here {here:x}, terms {there:x}");
                }
                for &b in &values {
                    check("add", b, soft::add(kind, a, b), terms::add(k, a, b));
                    check("sub", b, soft::sub(kind, a, b), terms::sub(k, a, b));
                    check("mul", b, soft::mul(kind, a, b), terms::mul(k, a, b));
                    check("div", b, soft::div(kind, a, b), terms::div(k, a, b));
                    check("fma", b, soft::fma(kind, a, b, values[9]), terms::fma(k, a, b, values[9]));
                    assert_eq!(soft::order(kind, a, b), terms::compare(k, a, b), "{kind:?} {a:x} {b:x}");
                }
                for &b in values.iter().step_by(3) {
                    check("rem", b, soft::rem(kind, a, b), terms::rem(k, a, b));
                }
            }
        }
    }

    #[test]
    fn half_precision() {
        let h = |v: f32| soft::convert(FloatKind::F32, FloatKind::F16, v.to_bits().into());
        assert_eq!(h(1.0), 0x3c00);
        assert_eq!(h(65504.0), 0x7bff);
        assert_eq!(h(65520.0), 0x7c00);
        assert_eq!(h(5.960_464_5e-8), 1);
        assert_eq!(binary(FBinOp::Add, FloatKind::F16, h(1.5), h(2.25)), h(3.75));
        assert_eq!(binary(FBinOp::Div, FloatKind::F16, h(1.0), h(3.0)), 0x3555);
    }

    #[test]
    fn minimum_and_maximum() {
        let (k, zero, minus) = (FloatKind::F64, bits64(0.0), bits64(-0.0));
        assert_eq!(binary(FBinOp::MinNum, k, zero, minus), zero);
        assert_eq!(binary(FBinOp::MaxNum, k, minus, zero), minus);
        assert_eq!(binary(FBinOp::MinNum, k, soft::nan(k), bits64(3.0)), bits64(3.0));
        assert_eq!(binary(FBinOp::MaxNum, k, bits64(3.0), soft::nan(k)), bits64(3.0));
        assert_eq!(binary(FBinOp::MaxNum, k, bits64(3.0), bits64(4.0)), bits64(4.0));
    }
}
