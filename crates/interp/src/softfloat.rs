//! Floats of every format, rounded to nearest (ties to even). Used for formats and operations that the machine does not have; the tests
//! compare it with the machine where it does, and with the arithmetic of `term`, which shares nothing with it.
//!
//! The crate `rustc_apfloat` computes; square roots and conversions from and to integers of any width are exact integer arithmetic and one rounding.
//!
//! NaN results are one value: quiet, positive, no payload.

use std::cmp::Ordering;

use homing_ir::{FUnOp, FloatKind};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, StatusAnd};

use crate::nat::Nat;

/// What a bit pattern means.
#[derive(Clone, Debug, PartialEq)]
pub enum Num {
    Nan,
    Inf {
        neg: bool,
    },
    /// `(-1)^neg * m * 2^e`, zero if `m` is.
    Fin {
        neg: bool,
        m: Nat,
        e: i64,
    },
}

/// The shape of a format: precision with the integer bit, and exponent bits.
fn shape(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::F16 => (11, 5),
        FloatKind::F32 => (24, 8),
        FloatKind::F64 => (53, 11),
        FloatKind::F80 => (64, 15),
        FloatKind::F128 => (113, 15),
    }
}

/// Bits of the significand as stored.
fn stored(kind: FloatKind) -> u32 {
    let (p, _) = shape(kind);
    if kind == FloatKind::F80 { p } else { p - 1 }
}

/// Exponent of a value's lowest significand bit when the stored exponent field is 1.
fn lowest(kind: FloatKind) -> i64 {
    let (p, eb) = shape(kind);
    2 - (1i64 << (eb - 1)) - (i64::from(p) - 1)
}

pub fn decode(kind: FloatKind, bits: u128) -> Num {
    let (p, eb) = shape(kind);
    let s = stored(kind);
    let neg = bits >> (kind.width() - 1) & 1 == 1;
    let field = (bits >> s) as u64 & ((1 << eb) - 1);
    let frac = bits & ((1u128 << s) - 1);
    let integer_bit = 1u128 << (p - 1);
    if field == (1 << eb) - 1 {
        return if frac & (integer_bit - 1) == 0 && (kind != FloatKind::F80 || frac == integer_bit) {
            Num::Inf { neg }
        } else {
            Num::Nan
        };
    }
    if kind == FloatKind::F80 && field != 0 && frac & integer_bit == 0 {
        return Num::Nan; // an unnormal: the machine refuses it as an operand
    }
    let m = if field == 0 || kind == FloatKind::F80 { frac } else { frac | integer_bit };
    Num::Fin { neg, m: Nat::from_u128(m), e: lowest(kind) + field.max(1) as i64 - 1 }
}

pub fn nan(kind: FloatKind) -> u128 {
    let s = stored(kind);
    let quiet = 1u128 << (if kind == FloatKind::F80 { s - 2 } else { s - 1 });
    inf(kind, false) | quiet
}

pub fn inf(kind: FloatKind, neg: bool) -> u128 {
    let (p, eb) = shape(kind);
    let integer_bit = if kind == FloatKind::F80 { 1u128 << (p - 1) } else { 0 };
    sign(kind, neg) | ((1u128 << eb) - 1) << stored(kind) | integer_bit
}

fn sign(kind: FloatKind, neg: bool) -> u128 {
    u128::from(neg) << (kind.width() - 1)
}

/// The float nearest to `m * 2^e` plus something smaller than `2^e` if `sticky`. With `sticky`, `m` must have
/// at least two bits more than the format's precision.
pub fn round(kind: FloatKind, neg: bool, m: &Nat, e: i64, sticky: bool) -> u128 {
    let (p, eb) = shape(kind);
    if m.is_zero() {
        return sign(kind, neg);
    }
    let top = e + m.bit_len() as i64 - 1;
    let mut lsb = (top - (i64::from(p) - 1)).max(lowest(kind));
    let mut kept = if lsb > e {
        let cut = (lsb - e) as u64;
        let kept = m.shr(cut);
        let half = m.bit(cut - 1);
        let rest = sticky || !m.low(cut - 1).is_zero();
        if half && (rest || kept.bit(0)) { kept.add(&Nat::one()) } else { kept }
    } else {
        m.shl((e - lsb) as u64)
    };
    if kept.bit_len() > u64::from(p) {
        kept = kept.shr(1);
        lsb += 1;
    }
    let normal = kept.bit_len() == u64::from(p);
    let field = if normal { lsb - lowest(kind) + 1 } else { 0 };
    if field >= (1 << eb) - 1 {
        return inf(kind, neg);
    }
    let s = stored(kind);
    sign(kind, neg) | (field as u128) << s | kept.low128() & ((1u128 << s) - 1)
}

/// Evaluates an expression with `F` as the format's type.
macro_rules! with_format {
    ($kind:expr, $f:ident => $e:expr) => {
        match $kind {
            FloatKind::F16 => {
                type $f = Half;
                $e
            }
            FloatKind::F32 => {
                type $f = Single;
                $e
            }
            FloatKind::F64 => {
                type $f = Double;
                $e
            }
            FloatKind::F80 => {
                type $f = X87DoubleExtended;
                $e
            }
            FloatKind::F128 => {
                type $f = Quad;
                $e
            }
        }
    };
}

/// The bits of a result.
fn bits<F: Float>(kind: FloatKind, result: StatusAnd<F>) -> u128 {
    if result.value.is_nan() { nan(kind) } else { result.value.to_bits() }
}

const NEAREST: Round = Round::NearestTiesToEven;

pub fn add(kind: FloatKind, a: u128, b: u128) -> u128 {
    with_format!(kind, F => bits(kind, F::from_bits(a).add_r(F::from_bits(b), NEAREST)))
}

pub fn sub(kind: FloatKind, a: u128, b: u128) -> u128 {
    with_format!(kind, F => bits(kind, F::from_bits(a).sub_r(F::from_bits(b), NEAREST)))
}

pub fn mul(kind: FloatKind, a: u128, b: u128) -> u128 {
    with_format!(kind, F => bits(kind, F::from_bits(a).mul_r(F::from_bits(b), NEAREST)))
}

/// `a * b + c` with one rounding.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    with_format!(kind, F => bits(kind, F::from_bits(a).mul_add_r(F::from_bits(b), F::from_bits(c), NEAREST)))
}

pub fn div(kind: FloatKind, a: u128, b: u128) -> u128 {
    with_format!(kind, F => bits(kind, F::from_bits(a).div_r(F::from_bits(b), NEAREST)))
}

/// The C function `fmod`: exact, sign of the dividend.
pub fn rem(kind: FloatKind, a: u128, b: u128) -> u128 {
    with_format!(kind, F => bits(kind, F::from_bits(a).c_fmod(F::from_bits(b))))
}

/// Order of two floats; `None` if either is NaN.
pub fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    with_format!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b)))
}

/// Rounds to an integral value; `op` is one of the five rounding operations.
pub fn integral(op: FUnOp, kind: FloatKind, a: u128) -> u128 {
    let mode = match op {
        FUnOp::Floor => Round::TowardNegative,
        FUnOp::Ceil => Round::TowardPositive,
        FUnOp::RoundEven => NEAREST,
        FUnOp::RoundAway => Round::NearestTiesToAway,
        _ => Round::TowardZero,
    };
    with_format!(kind, F => bits(kind, F::from_bits(a).round_to_integral(mode)))
}

pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    with_format!(from, F => with_format!(to, T => {
        let converted: StatusAnd<T> = F::from_bits(a).convert_r(NEAREST, &mut false);
        bits(to, converted)
    }))
}

/// The crate has no square root.
pub fn sqrt(kind: FloatKind, a: u128) -> u128 {
    match decode(kind, a) {
        Num::Fin { m, .. } if m.is_zero() => a,
        Num::Nan | Num::Inf { neg: true } | Num::Fin { neg: true, .. } => nan(kind),
        Num::Inf { neg: false } => inf(kind, false),
        Num::Fin { m, e, .. } => {
            // Enough bits for the precision, and an even exponent.
            let mut extra = 2 * (u64::from(shape(kind).0) + 4);
            if (e - extra as i64) % 2 != 0 {
                extra += 1;
            }
            let (root, exact) = m.shl(extra).isqrt();
            round(kind, false, &root, (e - extra as i64) / 2, !exact)
        }
    }
}

/// The integer part towards zero: sign and magnitude. `None` for NaN and infinities.
pub fn to_integer(kind: FloatKind, a: u128) -> Option<(bool, Nat)> {
    match decode(kind, a) {
        Num::Fin { neg, m, e } => Some((neg, if e >= 0 { m.shl(e as u64) } else { m.shr((-e) as u64) })),
        _ => None,
    }
}

pub fn from_integer(kind: FloatKind, neg: bool, magnitude: &Nat) -> u128 {
    round(kind, neg && !magnitude.is_zero(), magnitude, 0, false)
}
