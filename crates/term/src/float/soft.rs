//! Exact arithmetic with big integers. No operand is a NaN.

use super::*;
use std::cmp::Ordering;

fn big(neg: bool, sig: u128) -> BigInt {
    let m = BigInt::from(sig);
    if neg { -m } else { m }
}

/// Rounds `x * 2^exp`; an exact zero gets the sign `zero`.
fn finish(k: FloatKind, x: BigInt, exp: i64, zero: bool) -> u128 {
    match x.sign() {
        Sign::NoSign => signed_zero(k, zero),
        s => pack(k, s == Sign::Minus, x.magnitude().clone(), exp, false),
    }
}

/// Exact sum of two scaled integers.
fn sum(x: BigInt, ex: i64, y: BigInt, ey: i64) -> (BigInt, i64) {
    let e = ex.min(ey);
    ((x << (ex - e) as u64) + (y << (ey - e) as u64), e)
}

pub(crate) fn add(k: FloatKind, a: u128, b: u128) -> u128 {
    match (unpack(k, a), unpack(k, b)) {
        (Parts::Inf(x), Parts::Inf(y)) if x != y => k.default_nan(),
        (Parts::Inf(x), _) | (_, Parts::Inf(x)) => signed_inf(k, x),
        (Parts::Finite(sx, mx, ex), Parts::Finite(sy, my, ey)) => {
            let (s, e) = sum(big(sx, mx), ex, big(sy, my), ey);
            finish(k, s, e, sx && sy)
        }
        _ => k.default_nan(),
    }
}

pub(crate) fn sub(k: FloatKind, a: u128, b: u128) -> u128 {
    add(k, a, b ^ k.sign_bit())
}

pub(crate) fn mul(k: FloatKind, a: u128, b: u128) -> u128 {
    match (unpack(k, a), unpack(k, b)) {
        (Parts::Inf(x), Parts::Inf(y)) => signed_inf(k, x ^ y),
        (Parts::Inf(x), Parts::Finite(y, m, _)) | (Parts::Finite(y, m, _), Parts::Inf(x)) => {
            if m == 0 {
                k.default_nan()
            } else {
                signed_inf(k, x ^ y)
            }
        }
        (Parts::Finite(sx, mx, ex), Parts::Finite(sy, my, ey)) => {
            let m = BigUint::from(mx) * BigUint::from(my);
            pack(k, sx ^ sy, m, ex + ey, false)
        }
        _ => k.default_nan(),
    }
}

pub(crate) fn div(k: FloatKind, a: u128, b: u128) -> u128 {
    match (unpack(k, a), unpack(k, b)) {
        (Parts::Inf(_), Parts::Inf(_)) => k.default_nan(),
        (Parts::Inf(x), Parts::Finite(y, ..)) => signed_inf(k, x ^ y),
        (Parts::Finite(x, ..), Parts::Inf(y)) => signed_zero(k, x ^ y),
        (Parts::Finite(_, 0, _), Parts::Finite(_, 0, _)) => k.default_nan(),
        (Parts::Finite(x, ..), Parts::Finite(y, 0, _)) => signed_inf(k, x ^ y),
        (Parts::Finite(sx, mx, ex), Parts::Finite(sy, my, ey)) => {
            let shift = 2 * k.precision() as i64 + 3;
            let n = BigUint::from(mx) << shift as u64;
            let d = BigUint::from(my);
            let q = &n / &d;
            let sticky = &q * &d != n;
            pack(k, sx ^ sy, q, ex - ey - shift, sticky)
        }
        _ => k.default_nan(),
    }
}

pub(crate) fn rem(k: FloatKind, a: u128, b: u128) -> u128 {
    match (unpack(k, a), unpack(k, b)) {
        (Parts::Finite(s, m, e), Parts::Inf(_)) => pack(k, s, BigUint::from(m), e, false),
        (Parts::Finite(s, mx, ex), Parts::Finite(_, my, ey)) if my != 0 => {
            let e = ex.min(ey);
            let x = BigUint::from(mx) << (ex - e) as u64;
            let y = BigUint::from(my) << (ey - e) as u64;
            pack(k, s, x % y, e, false)
        }
        _ => k.default_nan(),
    }
}

pub(crate) fn fma(k: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    let (Parts::Finite(sx, mx, ex), Parts::Finite(sy, my, ey), Parts::Finite(sz, mz, ez)) =
        (unpack(k, a), unpack(k, b), unpack(k, c))
    else {
        // With an infinity around, rounding the product changes nothing.
        if matches!(unpack(k, c), Parts::Inf(_)) {
            let finite = |x| matches!(unpack(k, x), Parts::Finite(..));
            if finite(a) && finite(b) {
                return c;
            }
        }
        let p = mul(k, a, b);
        return if is_nan(k, p) { p } else { add(k, p, c) };
    };
    let product = big(sx ^ sy, mx) * BigInt::from(my);
    let zero = (sx ^ sy) && sz;
    let (s, e) = sum(product, ex + ey, big(sz, mz), ez);
    finish(k, s, e, zero)
}

pub(crate) fn sqrt(k: FloatKind, a: u128) -> u128 {
    match unpack(k, a) {
        Parts::Finite(_, 0, _) => a,
        Parts::Inf(false) => a,
        Parts::Finite(false, m, e) => {
            let shift = 2 * k.precision() as i64 + 6;
            let shift = shift + (e - shift).rem_euclid(2);
            let n = BigUint::from(m) << shift as u64;
            let r = n.sqrt();
            let sticky = &r * &r != n;
            pack(k, false, r, (e - shift) / 2, sticky)
        }
        _ => k.default_nan(),
    }
}

pub(crate) fn round(k: FloatKind, a: u128, mode: Round) -> u128 {
    let Parts::Finite(neg, sig, exp) = unpack(k, a) else {
        return a;
    };
    if exp >= 0 || sig == 0 {
        return a;
    }
    let cut = -exp as u32;
    let (whole, half, below) = if cut > 127 {
        (0, false, true)
    } else {
        let rest = sig & ((1u128 << cut) - 1);
        let half = 1u128 << (cut - 1);
        (sig >> cut, rest & half != 0, rest & (half - 1) != 0)
    };
    let up = match mode {
        Round::NearestEven => half && (below || whole & 1 == 1),
        Round::NearestAway => half,
        Round::TowardZero => false,
        Round::Up => !neg && (half || below),
        Round::Down => neg && (half || below),
    };
    pack(k, neg, BigUint::from(whole + up as u128), 0, false)
}

pub(super) fn compare(a: Parts, b: Parts) -> Option<Ordering> {
    Some(match (a, b) {
        (Parts::Nan, _) | (_, Parts::Nan) => return None,
        (Parts::Inf(x), Parts::Inf(y)) => y.cmp(&x),
        (Parts::Inf(neg), _) => {
            if neg {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
        (_, Parts::Inf(neg)) => {
            if neg {
                Ordering::Greater
            } else {
                Ordering::Less
            }
        }
        (Parts::Finite(sx, mx, ex), Parts::Finite(sy, my, ey)) => {
            let (d, _) = sum(big(sx, mx), ex, big(!sy, my), ey);
            d.cmp(&BigInt::from(0))
        }
    })
}
