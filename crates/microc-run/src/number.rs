//! Arithmetic beyond what fits into a register, and wrap-around.

use crate::code::{Arith, Cmp};
use crate::heap::Heap;
use crate::value::Value;
use num_bigint::{BigInt, Sign};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The width of numbers, prepared for use.
#[derive(Clone, Copy)]
pub(crate) struct Width {
    /// By how much a 64-bit result is shifted up and down again; 0 if 64 bits or more.
    pub(crate) shift: u32,
    pub(crate) bits: Option<u32>,
}

impl Width {
    pub(crate) fn new(bits: Option<u32>) -> Width {
        Width { shift: bits.map_or(0, |b| 64u32.saturating_sub(b)), bits }
    }

    /// Reduces a result of at most 64 bits.
    #[inline(always)]
    pub(crate) fn short(self, number: i64) -> i64 {
        (number << self.shift) >> self.shift
    }
}

/// A number reduced to two's complement of so many bits; unchanged without a width.
pub(crate) fn wrap(number: BigInt, bits: Option<u32>) -> BigInt {
    let Some(bits) = bits else { return number };
    if number.bits() < bits as u64 {
        return number;
    }
    let modulus = BigInt::from(1) << bits;
    let mut rest = number % &modulus;
    if rest.sign() == Sign::Minus {
        rest += &modulus;
    }
    if rest.bit(bits as u64 - 1) { rest - modulus } else { rest }
}

/// The number behind a value; `None` if it is none.
pub(crate) fn as_big(heap: &Heap, value: Value) -> Option<Cow<'_, BigInt>> {
    match value {
        Value::Int(small) => Some(Cow::Owned(BigInt::from(small))),
        Value::Big(id) => Some(Cow::Borrowed(heap.big(id))),
        _ => None,
    }
}

/// How many bits a number takes.
pub(crate) fn bits(heap: &Heap, value: Value) -> u64 {
    match value {
        Value::Big(id) => heap.big(id).bits(),
        _ => 64,
    }
}

/// The result of an operation on two numbers; the divisor is not zero. `None` if an operand is no number.
pub(crate) fn arith(heap: &Heap, op: Arith, a: Value, b: Value, width: Width) -> Option<BigInt> {
    if let (Value::Int(a), Value::Int(b), Some(0..=64)) = (a, b, width.bits) {
        let wrapped = match op {
            Arith::Add => a.wrapping_add(b),
            Arith::Sub => a.wrapping_sub(b),
            Arith::Mul => a.wrapping_mul(b),
            Arith::Div => a.wrapping_div(b),
        };
        return Some(BigInt::from(width.short(wrapped)));
    }
    let (a, b) = (as_big(heap, a)?, as_big(heap, b)?);
    let (a, b) = (a.as_ref(), b.as_ref());
    let result = match op {
        Arith::Add => a + b,
        Arith::Sub => a - b,
        Arith::Mul => a * b,
        Arith::Div => a / b,
    };
    Some(wrap(result, width.bits))
}

/// Whether a comparison holds. `None` if the two cannot be compared that way.
pub(crate) fn compare(heap: &Heap, cmp: Cmp, a: Value, b: Value) -> Option<bool> {
    let order = match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(&b),
        (Value::Int(_), Value::Big(b)) => big_beside_small(heap.big(b)).reverse(),
        (Value::Big(a), Value::Int(_)) => big_beside_small(heap.big(a)),
        (Value::Big(a), Value::Big(b)) => heap.big(a).cmp(heap.big(b)),
        _ if matches!(cmp, Cmp::Eq | Cmp::Ne) && has_identity(a) && has_identity(b) => return Some((a == b) == (cmp == Cmp::Eq)),
        _ => return None,
    };
    Some(cmp.holds(&order, &Ordering::Equal))
}

/// A number outside of 64 bits is above or below all inside.
fn big_beside_small(big: &BigInt) -> Ordering {
    if big.sign() == Sign::Minus { Ordering::Less } else { Ordering::Greater }
}

/// Values that `==` compares by identity.
pub(crate) fn has_identity(value: Value) -> bool {
    matches!(value, Value::Null | Value::Ptr(_) | Value::Func(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_is_two_complement() {
        for bits in 2..=10u32 {
            for n in -3000i64..3000 {
                let m = 1i64 << bits;
                let mut expected = n.rem_euclid(m);
                if expected >= m / 2 {
                    expected -= m;
                }
                assert_eq!(wrap(BigInt::from(n), Some(bits)), BigInt::from(expected), "{n} in {bits} bits");
                assert_eq!(Width::new(Some(bits)).short(n), expected, "{n} in {bits} bits");
            }
        }
        assert_eq!(wrap(BigInt::from(1) << 99, Some(100)), BigInt::from(-1) << 99);
        assert_eq!(wrap(BigInt::from(1) << 99, None), BigInt::from(1) << 99);
    }

    #[test]
    fn big_numbers_compare_with_small_ones() {
        let mut heap = Heap::new(1 << 20);
        let big = heap.new_number(BigInt::from(1) << 70);
        let negative = heap.new_number(BigInt::from(-1) << 70);
        let small = Value::Int(i64::MAX);
        let expect = |cmp, a, b, holds| assert_eq!(compare(&heap, cmp, a, b), Some(holds), "{cmp:?} {a:?} {b:?}");
        expect(Cmp::Lt, small, big, true);
        expect(Cmp::Lt, big, small, false);
        expect(Cmp::Lt, negative, small, true);
        expect(Cmp::Ge, small, negative, true);
        expect(Cmp::Eq, big, big, true);
        expect(Cmp::Ne, big, negative, true);
        assert_eq!(compare(&heap, Cmp::Lt, Value::Null, Value::Null), None);
        assert_eq!(compare(&heap, Cmp::Eq, Value::Null, Value::Int(0)), None);
    }
}
