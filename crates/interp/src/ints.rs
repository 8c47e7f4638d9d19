//! Bit vectors of any width, on natural numbers: the slow path for widths above 128.

use std::cmp::Ordering;

use homing_ir::{BinOp, CmpOp, OverflowOp, UnOp};

use crate::nat::Nat;

fn negative(w: u32, a: &Nat) -> bool {
    a.bit(u64::from(w) - 1)
}

/// Two's complement negation.
fn negate(w: u32, a: &Nat) -> Nat {
    Nat::one().shl(u64::from(w)).sub(a).low(u64::from(w))
}

fn magnitude(w: u32, a: &Nat) -> Nat {
    if negative(w, a) { negate(w, a) } else { a.clone() }
}

/// Sign extension (or cutting) from one width to another.
pub fn sext(a: &Nat, from: u32, to: u32) -> Nat {
    if to <= from || !negative(from, a) {
        return a.low(u64::from(to));
    }
    let ones = Nat::one().shl(u64::from(to)).sub(&Nat::one().shl(u64::from(from)));
    a.or(&ones)
}

/// The operation without checks; division by zero gives what SMT-LIB says.
pub fn bin(op: BinOp, w: u32, a: &Nat, b: &Nat) -> Nat {
    let bits = u64::from(w);
    let ones = || Nat::one().shl(bits).sub(&Nat::one());
    match op {
        BinOp::Add => a.add(b).low(bits),
        BinOp::Sub => a.add(&Nat::one().shl(bits)).sub(b).low(bits),
        BinOp::Mul => a.mul(b).low(bits),
        BinOp::And => a.and(b),
        BinOp::Or => a.or(b),
        BinOp::Xor => a.xor(b),
        BinOp::UDiv if b.is_zero() => ones(),
        BinOp::URem if b.is_zero() => a.clone(),
        BinOp::UDiv => a.divrem(b).0,
        BinOp::URem => a.divrem(b).1,
        BinOp::SDiv => {
            let q = bin(BinOp::UDiv, w, &magnitude(w, a), &magnitude(w, b));
            if negative(w, a) != negative(w, b) { negate(w, &q) } else { q }
        }
        BinOp::SRem => {
            let r = bin(BinOp::URem, w, &magnitude(w, a), &magnitude(w, b));
            if negative(w, a) { negate(w, &r) } else { r }
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr => shift(op, w, a, b),
    }
}

fn shift(op: BinOp, w: u32, a: &Nat, b: &Nat) -> Nat {
    let bits = u64::from(w);
    let by = if b.bit_len() > 32 { bits } else { (b.low128() as u64).min(bits) };
    match op {
        BinOp::Shl => a.shl(by).low(bits),
        BinOp::LShr => a.shr(by),
        _ => sext(a, w, w * 2).shr(by).low(bits),
    }
}

/// Result and overflow flag: computed exactly at twice the width, then compared with its cut.
pub fn overflow(op: OverflowOp, w: u32, a: &Nat, b: &Nat) -> (Nat, bool) {
    let (plain, is_signed) = match op {
        OverflowOp::SAdd => (BinOp::Add, true),
        OverflowOp::SSub => (BinOp::Sub, true),
        OverflowOp::SMul => (BinOp::Mul, true),
        OverflowOp::UAdd => (BinOp::Add, false),
        OverflowOp::USub => (BinOp::Sub, false),
        OverflowOp::UMul => (BinOp::Mul, false),
    };
    let extend = |v: &Nat| if is_signed { sext(v, w, w * 2) } else { v.clone() };
    let exact = bin(plain, w * 2, &extend(a), &extend(b));
    let cut = exact.low(u64::from(w));
    let overflowed = extend(&cut) != exact;
    (cut, overflowed)
}

/// Does the operation leave the signed range of the width?
pub fn overflows_signed(op: BinOp, w: u32, a: &Nat, b: &Nat) -> bool {
    match op {
        BinOp::Add => overflow(OverflowOp::SAdd, w, a, b).1,
        BinOp::Sub => overflow(OverflowOp::SSub, w, a, b).1,
        BinOp::Mul => overflow(OverflowOp::SMul, w, a, b).1,
        BinOp::SDiv | BinOp::SRem => negative(w, a) && negative(w, b) && bin(BinOp::SDiv, w, a, b).bit(u64::from(w) - 1),
        BinOp::Shl => bin(BinOp::AShr, w, &bin(BinOp::Shl, w, a, b), b) != *a,
        _ => false,
    }
}

pub fn cmp(op: CmpOp, w: u32, a: &Nat, b: &Nat) -> bool {
    let order = a.cmp(b);
    let signed = match (negative(w, a), negative(w, b)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => order,
    };
    holds(op, order, signed)
}

/// Whether a comparison holds, given the unsigned and the signed order.
fn holds(op: CmpOp, unsigned: Ordering, signed: Ordering) -> bool {
    match op {
        CmpOp::Eq => unsigned.is_eq(),
        CmpOp::Ne => unsigned.is_ne(),
        CmpOp::Ult => unsigned.is_lt(),
        CmpOp::Ule => unsigned.is_le(),
        CmpOp::Ugt => unsigned.is_gt(),
        CmpOp::Uge => unsigned.is_ge(),
        CmpOp::Slt => signed.is_lt(),
        CmpOp::Sle => signed.is_le(),
        CmpOp::Sgt => signed.is_gt(),
        CmpOp::Sge => signed.is_ge(),
    }
}

pub fn un(op: UnOp, w: u32, a: &Nat) -> Nat {
    let count = |n: u64| Nat::from_u128(u128::from(n));
    let bits = u64::from(w);
    match op {
        UnOp::ByteSwap => (0..bits / 8).fold(Nat::default(), |acc, i| acc.or(&a.shr(i * 8).low(8).shl(bits - 8 - i * 8))),
        UnOp::BitReverse => (0..bits).filter(|i| a.bit(*i)).fold(Nat::default(), |acc, i| acc.or(&Nat::one().shl(bits - 1 - i))),
        UnOp::PopCount => count(a.count_ones()),
        UnOp::LeadingZeros => count(bits - a.bit_len()),
        UnOp::TrailingZeros => count((0..bits).find(|i| a.bit(*i)).unwrap_or(bits)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::{mask64, mask128, w64, w128};

    /// Test values, small and close to the largest ones more often than chance has it.
    fn numbers() -> impl FnMut() -> u64 {
        let mut random = homing_random::Random::new(1);
        move || match random.below(5) {
            0 => random.below(4),
            1 => 0u64.wrapping_sub(random.below(4)),
            _ => random.word(),
        }
    }

    const BIN: [BinOp; 13] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::UDiv,
        BinOp::SDiv,
        BinOp::URem,
        BinOp::SRem,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
        BinOp::Shl,
        BinOp::LShr,
        BinOp::AShr,
    ];
    const CMP: [CmpOp; 10] =
        [CmpOp::Eq, CmpOp::Ne, CmpOp::Ult, CmpOp::Ule, CmpOp::Ugt, CmpOp::Uge, CmpOp::Slt, CmpOp::Sle, CmpOp::Sgt, CmpOp::Sge];
    const OVERFLOW: [OverflowOp; 6] =
        [OverflowOp::SAdd, OverflowOp::UAdd, OverflowOp::SSub, OverflowOp::USub, OverflowOp::SMul, OverflowOp::UMul];

    /// The three implementations (one word, two words, any width) must agree wherever they overlap.
    #[test]
    fn widths_agree() {
        let mut next = numbers();
        for round in 0..4000 {
            let w = 1 + round % 64;
            let (a, b) = (next() & mask64(w), next() & mask64(w));
            let (wa, wb) = (u128::from(a), u128::from(b));
            let (na, nb) = (Nat::from_u128(wa), Nat::from_u128(wb));
            for op in BIN {
                let r = w64::bin(op, w, a, b);
                assert_eq!(u128::from(r), w128::bin(op, w, wa, wb), "{op:?} {w} {a} {b}");
                assert_eq!(Nat::from_u128(u128::from(r)), bin(op, w, &na, &nb), "{op:?} {w} {a} {b}");
                if !matches!(op, BinOp::SDiv | BinOp::SRem) || b != 0 {
                    let o = w64::overflows_signed(op, w, a, b);
                    assert_eq!(o, w128::overflows_signed(op, w, wa, wb), "{op:?} {w} {a} {b}");
                    let in_range = op != BinOp::Shl || b < u64::from(w);
                    assert!(!in_range || o == overflows_signed(op, w, &na, &nb), "{op:?} {w} {a} {b}");
                }
            }
            for op in CMP {
                let r = w64::cmp(op, w, a, b);
                assert_eq!(r, w128::cmp(op, w, wa, wb));
                assert_eq!(r, cmp(op, w, &na, &nb));
            }
            for op in OVERFLOW {
                let (r, o) = w64::overflow(op, w, a, b);
                assert_eq!((u128::from(r), o), w128::overflow(op, w, wa, wb));
                assert_eq!((Nat::from_u128(u128::from(r)), o), overflow(op, w, &na, &nb), "{op:?} {w} {a} {b}");
            }
        }
    }

    #[test]
    fn two_words_agree_with_any_width() {
        let mut next = numbers();
        for round in 0..2000 {
            let w = 65 + round % 64;
            let mut value = || (u128::from(next()) << 64 | u128::from(next())) & mask128(w);
            let (a, b) = (value(), value());
            let (na, nb) = (Nat::from_u128(a), Nat::from_u128(b));
            for op in BIN {
                assert_eq!(Nat::from_u128(w128::bin(op, w, a, b)), bin(op, w, &na, &nb), "{op:?} {w} {a} {b}");
            }
            for op in OVERFLOW {
                let (r, o) = w128::overflow(op, w, a, b);
                assert_eq!((Nat::from_u128(r), o), overflow(op, w, &na, &nb), "{op:?} {w} {a} {b}");
            }
            for op in [UnOp::BitReverse, UnOp::PopCount, UnOp::LeadingZeros, UnOp::TrailingZeros] {
                assert_eq!(Nat::from_u128(w128::un(op, w, a)), un(op, w, &na), "{op:?} {w} {a}");
            }
        }
        assert_eq!(un(UnOp::ByteSwap, 24, &Nat::from_u128(0x123456)), Nat::from_u128(0x563412));
        assert_eq!(w64::un(UnOp::ByteSwap, 24, 0x123456), 0x563412);
    }

    #[test]
    fn signed_division_corner() {
        assert!(w64::overflows_signed(BinOp::SDiv, 8, 0x80, 0xff));
        assert!(!w64::overflows_signed(BinOp::SDiv, 8, 0x80, 1));
        assert_eq!(w64::bin(BinOp::SDiv, 8, 0x80, 0xff), 0x80);
        assert_eq!(w64::bin(BinOp::SRem, 8, 0x80, 0xff), 0);
    }
}
