//! Integer operations on one machine word and on two, as SMT-LIB defines them. Values have no bits above their width.

/// The low `w` bits set, `w` in 0..=64.
#[inline]
pub fn mask64(w: u32) -> u64 {
    if w >= 64 { u64::MAX } else { (1 << w) - 1 }
}

/// The low `w` bits set, `w` in 0..=128.
#[inline]
pub fn mask128(w: u32) -> u128 {
    if w >= 128 { u128::MAX } else { (1 << w) - 1 }
}

macro_rules! scalar {
    ($name:ident, $u:ty, $i:ty, $bits:expr, $mask:path, $what:literal) => {
        #[doc = $what]
        pub mod $name {
            use homing_ir::{BinOp, CmpOp, OverflowOp, UnOp};

            /// The value as a signed number.
            #[inline]
            pub fn signed(w: u32, a: $u) -> $i {
                ((a << ($bits - w)) as $i) >> ($bits - w)
            }

            /// The operation without checks; division by zero gives what SMT-LIB says.
            #[inline]
            pub fn bin(op: BinOp, w: u32, a: $u, b: $u) -> $u {
                let m = $mask(w);
                let wide = <$u>::from(w);
                match op {
                    BinOp::Add => a.wrapping_add(b) & m,
                    BinOp::Sub => a.wrapping_sub(b) & m,
                    BinOp::Mul => a.wrapping_mul(b) & m,
                    BinOp::And => a & b,
                    BinOp::Or => a | b,
                    BinOp::Xor => a ^ b,
                    BinOp::Shl => {
                        if b >= wide {
                            0
                        } else {
                            (a << b) & m
                        }
                    }
                    BinOp::LShr => {
                        if b >= wide {
                            0
                        } else {
                            a >> b
                        }
                    }
                    BinOp::AShr => (signed(w, a) >> b.min(wide - 1)) as $u & m,
                    BinOp::UDiv => a.checked_div(b).unwrap_or(m),
                    BinOp::URem => a.checked_rem(b).unwrap_or(a),
                    BinOp::SDiv if b == 0 => {
                        if signed(w, a) < 0 {
                            1
                        } else {
                            m
                        }
                    }
                    BinOp::SRem if b == 0 => a,
                    BinOp::SDiv => signed(w, a).wrapping_div(signed(w, b)) as $u & m,
                    BinOp::SRem => signed(w, a).wrapping_rem(signed(w, b)) as $u & m,
                }
            }

            /// Does the operation leave the signed range of the width?
            pub fn overflows_signed(op: BinOp, w: u32, a: $u, b: $u) -> bool {
                let (x, y) = (signed(w, a), signed(w, b));
                let exact = match op {
                    BinOp::Add => x.checked_add(y),
                    BinOp::Sub => x.checked_sub(y),
                    BinOp::Mul => x.checked_mul(y),
                    BinOp::SDiv | BinOp::SRem => x.checked_div(y),
                    BinOp::Shl => return b < <$u>::from(w) && bin(BinOp::AShr, w, bin(BinOp::Shl, w, a, b), b) != a,
                    _ => return false,
                };
                exact.is_none_or(|v| signed(w, v as $u & $mask(w)) != v)
            }

            /// Result and overflow flag.
            pub fn overflow(op: OverflowOp, w: u32, a: $u, b: $u) -> ($u, bool) {
                let m = $mask(w);
                match op {
                    OverflowOp::SAdd => (bin(BinOp::Add, w, a, b), overflows_signed(BinOp::Add, w, a, b)),
                    OverflowOp::SSub => (bin(BinOp::Sub, w, a, b), overflows_signed(BinOp::Sub, w, a, b)),
                    OverflowOp::SMul => (bin(BinOp::Mul, w, a, b), overflows_signed(BinOp::Mul, w, a, b)),
                    OverflowOp::UAdd => (bin(BinOp::Add, w, a, b), a.checked_add(b).is_none_or(|v| v > m)),
                    OverflowOp::USub => (bin(BinOp::Sub, w, a, b), a < b),
                    OverflowOp::UMul => (bin(BinOp::Mul, w, a, b), a.checked_mul(b).is_none_or(|v| v > m)),
                }
            }

            #[inline]
            pub fn cmp(op: CmpOp, w: u32, a: $u, b: $u) -> bool {
                match op {
                    CmpOp::Eq => a == b,
                    CmpOp::Ne => a != b,
                    CmpOp::Ult => a < b,
                    CmpOp::Ule => a <= b,
                    CmpOp::Ugt => a > b,
                    CmpOp::Uge => a >= b,
                    CmpOp::Slt => signed(w, a) < signed(w, b),
                    CmpOp::Sle => signed(w, a) <= signed(w, b),
                    CmpOp::Sgt => signed(w, a) > signed(w, b),
                    CmpOp::Sge => signed(w, a) >= signed(w, b),
                }
            }

            pub fn un(op: UnOp, w: u32, a: $u) -> $u {
                match op {
                    UnOp::ByteSwap => a.swap_bytes() >> ($bits - w),
                    UnOp::BitReverse => a.reverse_bits() >> ($bits - w),
                    UnOp::PopCount => <$u>::from(a.count_ones()),
                    UnOp::LeadingZeros => <$u>::from(a.leading_zeros() - ($bits - w)),
                    UnOp::TrailingZeros => <$u>::from(a.trailing_zeros().min(w)),
                }
            }
        }
    };
}

scalar!(w64, u64, i64, 64, crate::scalar::mask64, "Widths 1 to 64.");
scalar!(w128, u128, i128, 128, crate::scalar::mask128, "Widths 1 to 128.");
