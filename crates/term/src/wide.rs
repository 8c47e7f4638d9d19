//! Bit-vector arithmetic on little-endian words, for any width.
//!
//! Every function expects operands whose bits above `w` are zero and returns
//! such a value.

use crate::value::Words;
use num_bigint::{BigInt, BigUint, Sign};
use smallvec::smallvec;
use std::cmp::Ordering;

/// All ones in the low `w` bits, `w` at most 64.
#[inline]
pub fn mask64(w: u32) -> u64 {
    if w >= 64 { u64::MAX } else { (1 << w) - 1 }
}

/// The low `w` bits of `x` read as a signed number.
#[inline]
pub fn signed64(w: u32, x: u64) -> i64 {
    let s = 64 - w;
    ((x << s) as i64) >> s
}

/// How many words `w` bits take.
#[inline]
pub fn count(w: u32) -> usize {
    w.div_ceil(64) as usize
}

/// Cuts or extends `x` with zeros to exactly `w` bits.
pub fn fit(w: u32, x: &[u64]) -> Words {
    let n = count(w);
    let mut r: Words = x.iter().copied().take(n).collect();
    r.resize(n, 0);
    let top = w % 64;
    if top != 0 {
        r[n - 1] &= mask64(top);
    }
    r
}

/// Zero.
pub fn zero(w: u32) -> Words {
    smallvec![0; count(w)]
}

/// All bits set.
pub fn ones(w: u32) -> Words {
    let x: Words = smallvec![u64::MAX; count(w)];
    fit(w, &x)
}

/// One bit.
pub fn bit(x: &[u64], i: u32) -> bool {
    x.get((i / 64) as usize).is_some_and(|word| word >> (i % 64) & 1 == 1)
}

/// The number as an unsigned integer.
pub fn to_uint(x: &[u64]) -> BigUint {
    let digits: Vec<u32> = x.iter().flat_map(|&d| [d as u32, (d >> 32) as u32]).collect();
    BigUint::new(digits)
}

/// The number as a two's complement integer.
pub fn to_int(w: u32, x: &[u64]) -> BigInt {
    let u = BigInt::from(to_uint(x));
    if bit(x, w - 1) { u - (BigInt::from(1) << w) } else { u }
}

/// `x` modulo `2^w`.
pub fn from_uint(w: u32, x: &BigUint) -> Words {
    let words: Words = x.iter_u64_digits().collect();
    fit(w, &words)
}

/// `x` modulo `2^w`, in two's complement.
pub fn from_int(w: u32, x: &BigInt) -> Words {
    let m = from_uint(w, x.magnitude());
    if x.sign() == Sign::Minus { neg(w, &m) } else { m }
}

/// Bitwise complement.
pub fn not(w: u32, a: &[u64]) -> Words {
    let r: Words = a.iter().map(|x| !x).collect();
    fit(w, &r)
}

/// Two's complement negation.
pub fn neg(w: u32, a: &[u64]) -> Words {
    let one = fit(w, &[1]);
    add(w, &not(w, a), &one)
}

/// Sum modulo `2^w`.
pub fn add(w: u32, a: &[u64], b: &[u64]) -> Words {
    let mut carry = false;
    let r: Words = a
        .iter()
        .zip(b)
        .map(|(&x, &y)| {
            let (s, c1) = x.overflowing_add(y);
            let (s, c2) = s.overflowing_add(carry as u64);
            carry = c1 | c2;
            s
        })
        .collect();
    fit(w, &r)
}

/// Difference modulo `2^w`.
pub fn sub(w: u32, a: &[u64], b: &[u64]) -> Words {
    add(w, a, &neg(w, b))
}

/// Product modulo `2^w`.
pub fn mul(w: u32, a: &[u64], b: &[u64]) -> Words {
    from_uint(w, &(to_uint(a) * to_uint(b)))
}

/// Quotient; by zero all ones.
pub fn udiv(w: u32, a: &[u64], b: &[u64]) -> Words {
    if is_zero(b) {
        return ones(w);
    }
    from_uint(w, &(to_uint(a) / to_uint(b)))
}

/// Remainder; by zero `a`.
pub fn urem(w: u32, a: &[u64], b: &[u64]) -> Words {
    if is_zero(b) {
        return fit(w, a);
    }
    from_uint(w, &(to_uint(a) % to_uint(b)))
}

/// Signed quotient toward zero; by zero 1 or -1.
pub fn sdiv(w: u32, a: &[u64], b: &[u64]) -> Words {
    if is_zero(b) {
        return if bit(a, w - 1) { fit(w, &[1]) } else { ones(w) };
    }
    from_int(w, &(to_int(w, a) / to_int(w, b)))
}

/// Signed remainder with the sign of `a`; by zero `a`.
pub fn srem(w: u32, a: &[u64], b: &[u64]) -> Words {
    if is_zero(b) {
        return fit(w, a);
    }
    from_int(w, &(to_int(w, a) % to_int(w, b)))
}

/// Bits `lo .. lo + w`; bits beyond the operand are zero.
pub fn extract(lo: u32, w: u32, a: &[u64]) -> Words {
    let (skip, shift) = ((lo / 64) as usize, lo % 64);
    let word = |i: usize| a.get(i + skip).copied().unwrap_or(0);
    let r: Words =
        (0..count(w)).map(|i| if shift == 0 { word(i) } else { word(i) >> shift | word(i + 1) << (64 - shift) }).collect();
    fit(w, &r)
}

/// `hi` above `lo`, `lo` being `wl` bits wide, the result `w`.
pub fn concat(w: u32, hi: &[u64], wl: u32, lo: &[u64]) -> Words {
    let mut r = shl_by(w, &fit(w, hi), wl);
    for (x, y) in r.iter_mut().zip(lo) {
        *x |= y;
    }
    r
}

/// From `from` bits to `w` bits, copying the sign.
pub fn sext(from: u32, w: u32, a: &[u64]) -> Words {
    let r = fit(w, a);
    if !bit(a, from - 1) {
        return r;
    }
    let high = shl_by(w, &ones(w), from);
    r.iter().zip(&high).map(|(x, y)| x | y).collect()
}

/// Left shift by a number of bits.
pub fn shl_by(w: u32, a: &[u64], by: u32) -> Words {
    if by >= w {
        return zero(w);
    }
    let (skip, shift) = ((by / 64) as usize, by % 64);
    let word = |i: usize| i.checked_sub(skip).and_then(|j| a.get(j)).copied().unwrap_or(0);
    let r: Words = (0..count(w))
        .map(|i| {
            if shift == 0 {
                word(i)
            } else {
                let below = if i == 0 { 0 } else { word(i - 1) };
                word(i) << shift | below >> (64 - shift)
            }
        })
        .collect();
    fit(w, &r)
}

/// The amount of a shift, capped at `w`.
pub fn amount(w: u32, b: &[u64]) -> u32 {
    if b[1..].iter().any(|&x| x != 0) || b[0] >= w as u64 { w } else { b[0] as u32 }
}

/// Logical right shift by a number of bits.
pub fn lshr_by(w: u32, a: &[u64], by: u32) -> Words {
    extract(by, w, a)
}

/// Arithmetic right shift by a number of bits.
pub fn ashr_by(w: u32, a: &[u64], by: u32) -> Words {
    if by >= w {
        return if bit(a, w - 1) { ones(w) } else { zero(w) };
    }
    sext(w - by, w, &extract(by, w - by, a))
}

/// Unsigned order.
pub fn ucmp(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// Signed order.
pub fn scmp(w: u32, a: &[u64], b: &[u64]) -> Ordering {
    match (bit(a, w - 1), bit(b, w - 1)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => ucmp(a, b),
    }
}

/// No bit set.
pub fn is_zero(a: &[u64]) -> bool {
    a.iter().all(|&x| x == 0)
}
