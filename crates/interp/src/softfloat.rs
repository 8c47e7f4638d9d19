//! Floats of every format by exact integer arithmetic and one rounding (to nearest, ties to even). Used for formats
//! and operations that the machine does not have; the tests compare it with the machine where it does.
//!
//! NaN results are one value: quiet, positive, no payload.

use std::cmp::Ordering;

use homing_ir::{FUnOp, FloatKind};

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

fn zero(neg: bool) -> Num {
    Num::Fin { neg, m: Nat::default(), e: 0 }
}

fn encode(kind: FloatKind, n: &Num) -> u128 {
    match n {
        Num::Nan => nan(kind),
        Num::Inf { neg } => inf(kind, *neg),
        Num::Fin { neg, m, e } => round(kind, *neg, m, *e, false),
    }
}

fn add_exact(a: &Num, b: &Num) -> Num {
    match (a, b) {
        (Num::Nan, _) | (_, Num::Nan) => Num::Nan,
        (Num::Inf { neg: x }, Num::Inf { neg: y }) if x != y => Num::Nan,
        (Num::Inf { neg }, _) | (_, Num::Inf { neg }) => Num::Inf { neg: *neg },
        (Num::Fin { neg: na, m: ma, e: ea }, Num::Fin { neg: nb, m: mb, e: eb }) => {
            let e = *ea.min(eb);
            let (x, y) = (ma.shl((ea - e) as u64), mb.shl((eb - e) as u64));
            if na == nb {
                return Num::Fin { neg: *na, m: x.add(&y), e };
            }
            match x.cmp(&y) {
                Ordering::Equal => zero(false),
                Ordering::Greater => Num::Fin { neg: *na, m: x.sub(&y), e },
                Ordering::Less => Num::Fin { neg: *nb, m: y.sub(&x), e },
            }
        }
    }
}

fn mul_exact(a: &Num, b: &Num) -> Num {
    match (a, b) {
        (Num::Nan, _) | (_, Num::Nan) => Num::Nan,
        (Num::Inf { neg: x }, Num::Inf { neg: y }) => Num::Inf { neg: x != y },
        (Num::Inf { neg: x }, Num::Fin { neg: y, m, .. }) | (Num::Fin { neg: y, m, .. }, Num::Inf { neg: x }) => {
            if m.is_zero() {
                Num::Nan
            } else {
                Num::Inf { neg: x != y }
            }
        }
        (Num::Fin { neg: na, m: ma, e: ea }, Num::Fin { neg: nb, m: mb, e: eb }) => {
            Num::Fin { neg: na != nb, m: ma.mul(mb), e: ea + eb }
        }
    }
}

fn negated(n: Num) -> Num {
    match n {
        Num::Nan => Num::Nan,
        Num::Inf { neg } => Num::Inf { neg: !neg },
        Num::Fin { neg, m, e } => Num::Fin { neg: !neg, m, e },
    }
}

pub fn add(kind: FloatKind, a: u128, b: u128) -> u128 {
    encode(kind, &add_exact(&decode(kind, a), &decode(kind, b)))
}

pub fn sub(kind: FloatKind, a: u128, b: u128) -> u128 {
    encode(kind, &add_exact(&decode(kind, a), &negated(decode(kind, b))))
}

pub fn mul(kind: FloatKind, a: u128, b: u128) -> u128 {
    encode(kind, &mul_exact(&decode(kind, a), &decode(kind, b)))
}

/// `a * b + c` with one rounding.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    encode(kind, &add_exact(&mul_exact(&decode(kind, a), &decode(kind, b)), &decode(kind, c)))
}

pub fn div(kind: FloatKind, a: u128, b: u128) -> u128 {
    match (decode(kind, a), decode(kind, b)) {
        (Num::Nan, _) | (_, Num::Nan) | (Num::Inf { .. }, Num::Inf { .. }) => nan(kind),
        (Num::Inf { neg: x }, Num::Fin { neg: y, .. }) => inf(kind, x != y),
        (Num::Fin { neg: x, .. }, Num::Inf { neg: y }) => sign(kind, x != y),
        (Num::Fin { neg: na, m: ma, e: ea }, Num::Fin { neg: nb, m: mb, e: eb }) => {
            let neg = na != nb;
            match (ma.is_zero(), mb.is_zero()) {
                (true, true) => nan(kind),
                (true, false) => sign(kind, neg),
                (false, true) => inf(kind, neg),
                _ => {
                    let extra = u64::from(shape(kind).0) + 4 + mb.bit_len();
                    let (q, r) = ma.shl(extra).divrem(&mb);
                    round(kind, neg, &q, ea - eb - extra as i64, !r.is_zero())
                }
            }
        }
    }
}

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

/// The C function `fmod`: exact, sign of the dividend.
pub fn rem(kind: FloatKind, a: u128, b: u128) -> u128 {
    match (decode(kind, a), decode(kind, b)) {
        (Num::Nan, _) | (_, Num::Nan) | (Num::Inf { .. }, _) => nan(kind),
        (Num::Fin { .. }, Num::Inf { .. }) => a,
        (Num::Fin { neg, m: ma, e: ea }, Num::Fin { m: mb, e: eb, .. }) => {
            if mb.is_zero() {
                return nan(kind);
            }
            let e = ea.min(eb);
            let modulus = mb.shl((eb - e) as u64);
            let mut rest = ma.divrem(&modulus).1;
            for _ in 0..ea - e {
                rest = rest.shl(1);
                if rest.cmp(&modulus) != Ordering::Less {
                    rest = rest.sub(&modulus);
                }
            }
            round(kind, neg, &rest, e, false)
        }
    }
}

/// Order of two floats; `None` if either is NaN.
pub fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    let (a, b) = (decode(kind, a), decode(kind, b));
    if a == Num::Nan || b == Num::Nan {
        return None;
    }
    match (&a, &b) {
        (Num::Inf { neg: x }, Num::Inf { neg: y }) => return Some(y.cmp(x)),
        (Num::Inf { neg }, _) => return Some(if *neg { Ordering::Less } else { Ordering::Greater }),
        (_, Num::Inf { neg }) => return Some(if *neg { Ordering::Greater } else { Ordering::Less }),
        _ => {}
    }
    Some(match add_exact(&a, &negated(b)) {
        Num::Fin { m, .. } if m.is_zero() => Ordering::Equal,
        Num::Fin { neg: true, .. } => Ordering::Less,
        _ => Ordering::Greater,
    })
}

/// Rounds to an integral value; `op` is one of the five rounding operations.
pub fn integral(op: FUnOp, kind: FloatKind, a: u128) -> u128 {
    let Num::Fin { neg, m, e } = decode(kind, a) else {
        return if decode(kind, a) == Num::Nan { nan(kind) } else { a };
    };
    if e >= 0 || m.is_zero() {
        return a;
    }
    let cut = (-e) as u64;
    let whole = m.shr(cut);
    let exact = m.low(cut).is_zero();
    let half = m.bit(cut - 1);
    let above_half = half && !m.low(cut - 1).is_zero();
    let away = match op {
        FUnOp::Floor => neg && !exact,
        FUnOp::Ceil => !neg && !exact,
        FUnOp::RoundEven => above_half || half && whole.bit(0),
        FUnOp::RoundAway => half,
        _ => false,
    };
    let whole = if away { whole.add(&Nat::one()) } else { whole };
    round(kind, neg, &whole, 0, false)
}

pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    encode(to, &decode(from, a))
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
