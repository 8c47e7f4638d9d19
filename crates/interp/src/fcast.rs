//! Conversions between floats and integers.
//!
//! To an integer: towards zero; a value outside the integer's range, an infinity or NaN gives the pattern with
//! only the top bit set for a signed result and all ones for an unsigned one (C leaves it undefined).

use homing_ir::FloatKind;

use crate::nat::Nat;
use crate::softfloat as soft;

/// Float to a signed integer of `w` bits.
pub fn to_signed(kind: FloatKind, a: u128, w: u32) -> Nat {
    let bits = u64::from(w);
    let lowest = Nat::one().shl(bits - 1);
    match soft::to_integer(kind, a) {
        Some((true, m)) if m.cmp(&lowest).is_le() => Nat::one().shl(bits).sub(&m).low(bits),
        Some((false, m)) if m.cmp(&lowest).is_lt() => m,
        _ => lowest,
    }
}

/// Float to an unsigned integer of `w` bits.
pub fn to_unsigned(kind: FloatKind, a: u128, w: u32) -> Nat {
    let bits = u64::from(w);
    match soft::to_integer(kind, a) {
        Some((false, m)) if m.bit_len() <= bits => m,
        Some((true, m)) if m.is_zero() => m,
        _ => Nat::one().shl(bits).sub(&Nat::one()),
    }
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
                    assert_eq!(u128::from(r & m), to_signed(FloatKind::F64, a, w).low128(), "{v} {w}");
                }
                if let Some(r) = fast::to_int(FloatKind::F64, a, w, false) {
                    assert_eq!(u128::from(r & m), to_unsigned(FloatKind::F64, a, w).low128(), "{v} {w}");
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
        assert_eq!(to_signed(FloatKind::F64, big, 32).low128(), 0x8000_0000);
        assert_eq!(to_unsigned(FloatKind::F64, big, 32).low128(), 0xffff_ffff);
    }
}
