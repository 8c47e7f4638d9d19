//! Conversions between floats and integers.
//!
//! To an integer: towards zero; C leaves undefined what becomes of a value outside of the integer's range, of an infinity and of NaN.

use homing_ir::FloatKind;

use crate::nat::Nat;
use crate::softfloat as soft;

/// Float to an integer of `w` bits, if it is one of them.
pub fn to_integer(kind: FloatKind, a: u128, w: u32, signed: bool) -> Option<Nat> {
    let bits = u64::from(w);
    let limit = Nat::one().shl(if signed { bits - 1 } else { bits });
    match soft::to_integer(kind, a)? {
        (_, m) if m.is_zero() => Some(m),
        (false, m) if m.cmp(&limit).is_lt() => Some(m),
        (true, m) if signed && m.cmp(&limit).is_le() => Some(Nat::one().shl(bits).sub(&m).low(bits)),
        _ => None,
    }
}

/// The nearest number of `w` bits; 0 for NaN.
pub fn saturated(kind: FloatKind, a: u128, w: u32, signed: bool) -> Nat {
    if let Some(v) = to_integer(kind, a, w, signed) {
        return v;
    }
    let bits = u64::from(w);
    let negative = a >> (kind.width() - 1) & 1 == 1;
    match (soft::decode(kind, a), negative, signed) {
        (soft::Num::Nan, _, _) | (_, true, false) => Nat::default(),
        (_, true, true) => Nat::one().shl(bits - 1),
        (_, false, _) => Nat::one().shl(if signed { bits - 1 } else { bits }).sub(&Nat::one()),
    }
}

/// What x86 code gives where there is no such number: it converts to 32 or 64 bits, and gets the smallest one if that fails.
pub fn by_machine(kind: FloatKind, a: u128, w: u32, signed: bool) -> Nat {
    let convert = |a: u128, bits: u32| to_integer(kind, a, bits, true).map_or(1u128 << (bits - 1), |v| v.low128());
    let v = match (signed, w) {
        (true, ..=32) | (false, ..=16) => convert(a, 32),
        (true, ..=64) | (false, ..=32) => convert(a, 64),
        (false, 64) => {
            let half = soft::from_integer(kind, false, &Nat::one().shl(63));
            let low = convert(a, 64);
            let rest = convert(crate::floats::binary(homing_ir::FBinOp::Sub, kind, a, half), 64);
            if low >> 63 & 1 == 1 { low | rest } else { low }
        }
        // Larger ones are made by the compiler's library; what it gives is not looked into.
        _ => return Nat::one().shl(u64::from(w) - 1),
    };
    Nat::from_u128(v).low(u64::from(w))
}

/// Signed integer of `w` bits to float.
pub fn from_signed(kind: FloatKind, a: &Nat, w: u32) -> u128 {
    if a.bit(u64::from(w) - 1) {
        soft::from_integer(kind, true, &Nat::one().shl(u64::from(w)).sub(a))
    } else {
        soft::from_integer(kind, false, a)
    }
}

/// Unsigned integer to float.
pub fn from_unsigned(kind: FloatKind, a: &Nat) -> u128 {
    soft::from_integer(kind, false, a)
}

/// The same for at most 64 bits and the machine's own formats; `None` where the general way must be taken.
pub mod fast {
    use homing_ir::FloatKind;

    fn value(kind: FloatKind, a: u128) -> Option<f64> {
        match kind {
            FloatKind::F32 => Some(f64::from(f32::from_bits(a as u32))),
            FloatKind::F64 => Some(f64::from_bits(a as u64)),
            _ => None,
        }
    }

    /// Float to an integer whose value fits `w` bits, signed or not.
    pub fn to_int(kind: FloatKind, a: u128, w: u32, signed: bool) -> Option<u64> {
        let v = value(kind, a)?.trunc();
        let (low, high) = if signed { (-(2f64.powi(w as i32 - 1)), 2f64.powi(w as i32 - 1)) } else { (0.0, 2f64.powi(w as i32)) };
        if !(low <= v && v < high) {
            return None;
        }
        Some(if signed { v as i64 as u64 } else { v as u64 })
    }

    /// A sign-extended integer to float.
    pub fn from_i64(kind: FloatKind, v: i64) -> Option<u128> {
        match kind {
            FloatKind::F32 => Some((v as f32).to_bits().into()),
            FloatKind::F64 => Some((v as f64).to_bits().into()),
            _ => None,
        }
    }

    /// A zero-extended integer to float.
    pub fn from_u64(kind: FloatKind, v: u64) -> Option<u128> {
        match kind {
            FloatKind::F32 => Some((v as f32).to_bits().into()),
            FloatKind::F64 => Some((v as f64).to_bits().into()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_and_general_agree() {
        let values =
            [0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.0, 128.0, -128.9, 255.5, 1e10, -1e10, 9.3e18, 1.9e19, f64::NAN, f64::INFINITY];
        for v in values {
            for w in [8u32, 16, 31, 32, 63, 64] {
                let a = u128::from(v.to_bits());
                let m = crate::scalar::mask64(w);
                if let Some(r) = fast::to_int(FloatKind::F64, a, w, true) {
                    assert_eq!(Some(Nat::from_u128(u128::from(r & m))), to_integer(FloatKind::F64, a, w, true), "{v} {w}");
                }
                if let Some(r) = fast::to_int(FloatKind::F64, a, w, false) {
                    assert_eq!(Some(Nat::from_u128(u128::from(r & m))), to_integer(FloatKind::F64, a, w, false), "{v} {w}");
                }
            }
        }
        for v in [0i64, 1, -1, i64::MAX, i64::MIN, 1 << 53, (1 << 53) + 1, -(1 << 24) - 1, 0x7fff_ffbf_ffff_ffff] {
            let n = Nat::from_u128(u128::from(v as u64));
            for kind in [FloatKind::F32, FloatKind::F64] {
                assert_eq!(fast::from_i64(kind, v), Some(from_signed(kind, &n, 64)), "{v}");
                assert_eq!(fast::from_u64(kind, v as u64), Some(from_unsigned(kind, &n)), "{v}");
            }
        }
    }

    #[test]
    fn out_of_range() {
        let big = u128::from(1e30f64.to_bits());
        assert_eq!(to_integer(FloatKind::F64, big, 32, true), None);
        assert_eq!(by_machine(FloatKind::F64, big, 32, true).low128(), 0x8000_0000);
        assert_eq!(saturated(FloatKind::F64, big, 32, false).low128(), 0xffff_ffff);
        let minus_seven = u128::from((-7f64).to_bits());
        assert_eq!(by_machine(FloatKind::F64, minus_seven, 64, false).low128(), u128::from(-7i64 as u64));
        assert_eq!(by_machine(FloatKind::F64, minus_seven, 8, false).low128(), 249);
        assert_eq!(saturated(FloatKind::F64, minus_seven, 8, false).low128(), 0);
        assert_eq!(saturated(FloatKind::F64, u128::from(f64::NAN.to_bits()), 8, true).low128(), 0);
    }
}
