//! Arithmetic on packed integers.

use super::super::function::{FunctionLowerer, Lowered, Scalars};
use super::super::intrinsic::by_name;
use crate::llvm::Value;
use homing_ir::*;

by_name! {
    INTEGERS,
    fn x86_integer(self, v, name) {
        "sse2.packsswb.128" | "sse2.packssdw.128" => self.pack(v, true),
        "sse2.packuswb.128" | "sse41.packusdw" => self.pack(v, false),
        "sse2.pavg.b" | "sse2.pavg.w" => self.pairwise(v, Self::average),
        "sse2.pmulh.w" => self.pairwise(v, |l, a, b| l.upper_half(CastOp::SExt, a, b)),
        "sse2.pmulhu.w" => self.pairwise(v, |l, a, b| l.upper_half(CastOp::ZExt, a, b)),
        "ssse3.pmul.hr.sw.128" => self.pairwise(v, Self::rounded_upper_half),
        "sse2.pmadd.wd" => self.elements(v, 4, |l, a, b, i| l.sum_of_products(CastOp::SExt, &a[2 * i..], &b[2 * i..])),
        "ssse3.pmadd.ub.sw.128" => self.elements(v, 8, |l, a, b, i| {
            let sum = l.sum_of_products(CastOp::ZExt, &a[2 * i..], &b[2 * i..]);
            l.saturated(sum, 16, true)
        }),
        "ssse3.psign.b.128" | "ssse3.psign.w.128" | "ssse3.psign.d.128" => self.pairwise(v, Self::with_sign_of),
        "ssse3.phadd.w.128" | "ssse3.phadd.d.128" => self.neighbours(v, |l, a, b| l.bin(BinOp::Add, a, b)),
        "ssse3.phsub.w.128" | "ssse3.phsub.d.128" => self.neighbours(v, |l, a, b| l.bin(BinOp::Sub, a, b)),
        "ssse3.phadd.sw.128" => self.neighbours(v, |l, a, b| l.saturating(OverflowOp::SAdd, a, b)),
        "ssse3.phsub.sw.128" => self.neighbours(v, |l, a, b| l.saturating(OverflowOp::SSub, a, b)),
        "ssse3.pshuf.b.128" => self.elements(v, 16, |l, a, b, i| l.picked(a, b[i])),
        "sse2.psad.bw" => self.elements(v, 2, |l, a, b, i| {
            let sum = l.distance(&a[8 * i..][..8], &b[8 * i..][..8], 16);
            l.resize(sum, 64)
        }),
        "sse41.mpsadbw" => self.distances(v),
        "sse41.phminposuw" => self.smallest(v),
        "sse2.pmovmskb.128" | "sse2.movmsk.pd" | "sse.movmsk.ps" => self.signs(v),
        "sse41.pblendvb" | "sse41.blendvps" | "sse41.blendvpd" => self.blend(v),
        "sse41.ptestz" | "sse41.ptestc" | "sse41.ptestnzc" => self.test(v, name),
        "sse42.crc32.32.8" | "sse42.crc32.32.16" | "sse42.crc32.32.32" | "sse42.crc32.64.64" => self.crc(v),
        "sse3.ldu.dq" => self.load(v),
        "sse.sfence" | "sse2.lfence" | "sse2.mfence" | "sse2.clflush" => Ok(()),
    }
}

/// The polynomial of `crc32`, its lowest power in the topmost bit.
const POLYNOMIAL: u64 = 0x82f6_3b78;

impl FunctionLowerer<'_> {
    /// The nearest number that `w` bits can hold, of a signed one.
    fn saturated(&mut self, a: Opnd, w: u32, signed: bool) -> Opnd {
        let from = self.width(a);
        let mask = u64::MAX >> (64 - from);
        let (low, high) = match signed {
            true => ((1u64 << (w - 1)).wrapping_neg() & mask, (1 << (w - 1)) - 1),
            false => (0, (1 << w) - 1),
        };
        let (low, high) = (self.bits(from, low), self.bits(from, high));
        let a = self.pick(CmpOp::Sgt, a, low);
        let a = self.pick(CmpOp::Slt, a, high);
        self.resize(a, w)
    }

    /// The elements of both operands, one behind the other, in half of their width.
    fn pack(&mut self, v: Value, signed: bool) -> Lowered {
        let (mut all, b) = self.both(v)?;
        all.extend(b);
        let out: Scalars = all.iter().map(|a| self.saturated(*a, self.width(*a) / 2, signed)).collect();
        self.alias(v, &out)
    }

    fn average(&mut self, a: Opnd, b: Opnd) -> Opnd {
        let w = self.width(a);
        let (a, b) = (self.resize(a, w + 1), self.resize(b, w + 1));
        let one = self.bits(w + 1, 1);
        let sum = self.bin(BinOp::Add, a, b);
        let sum = self.bin(BinOp::Add, sum, one);
        self.extract(sum, 1, w)
    }

    fn product(&mut self, op: CastOp, a: Opnd, b: Opnd) -> Opnd {
        let (a, b) = (self.extend(op, a, 32), self.extend(op, b, 32));
        self.bin(BinOp::Mul, a, b)
    }

    fn upper_half(&mut self, op: CastOp, a: Opnd, b: Opnd) -> Opnd {
        let p = self.product(op, a, b);
        self.extract(p, 16, 16)
    }

    /// The bits from 15 on, rounded by the one before.
    fn rounded_upper_half(&mut self, a: Opnd, b: Opnd) -> Opnd {
        let p = self.product(CastOp::SExt, a, b);
        let half = self.bits(32, 1 << 14);
        let p = self.bin(BinOp::Add, p, half);
        self.extract(p, 15, 16)
    }

    /// `a[0] * b[0] + a[1] * b[1]` in 32 bits; the elements of `b` are signed.
    fn sum_of_products(&mut self, first: CastOp, a: &[Opnd], b: &[Opnd]) -> Opnd {
        let mut products = Scalars::new();
        for i in 0..2 {
            let (a, b) = (self.extend(first, a[i], 32), self.extend(CastOp::SExt, b[i], 32));
            products.push(self.bin(BinOp::Mul, a, b));
        }
        self.bin(BinOp::Add, products[0], products[1])
    }

    /// `a`, its opposite, or 0, as `b` is positive, negative, or 0.
    fn with_sign_of(&mut self, a: Opnd, b: Opnd) -> Opnd {
        let zero = self.bits(self.width(a), 0);
        let opposite = self.bin(BinOp::Sub, zero, a);
        let (negative, nothing) = (self.cmp(CmpOp::Slt, b, zero), self.cmp(CmpOp::Eq, b, zero));
        let a = self.choose(nothing, zero, a);
        self.choose(negative, opposite, a)
    }

    /// What `join` makes of the first and second element, the third and fourth, ... of both operands.
    pub(super) fn neighbours(&mut self, v: Value, join: impl Fn(&mut Self, Opnd, Opnd) -> Opnd) -> Lowered {
        let (mut all, b) = self.both(v)?;
        all.extend(b);
        let mut out = Scalars::new();
        for pair in all.chunks(2) {
            let e = join(self, pair[0], pair[1]);
            out.push(e);
        }
        self.alias(v, &out)
    }

    /// The byte that the lowest four bits of `index` name; 0 if its topmost bit is set.
    fn picked(&mut self, a: &[Opnd], index: Opnd) -> Opnd {
        let mut level: Scalars = a.iter().copied().collect();
        for bit in 0..4 {
            let odd = self.extract(index, bit, 1);
            level = level.chunks(2).map(|two| self.choose(odd, two[1], two[0])).collect();
        }
        let (none, zero) = (self.sign(index), self.bits(8, 0));
        self.choose(none, zero, level[0])
    }

    /// The sum of how far elements are apart.
    fn distance(&mut self, a: &[Opnd], b: &[Opnd], w: u32) -> Opnd {
        let mut sum = self.bits(w, 0);
        for (a, b) in a.iter().zip(b) {
            let less = self.cmp(CmpOp::Ult, *a, *b);
            let (up, down) = (self.bin(BinOp::Sub, *b, *a), self.bin(BinOp::Sub, *a, *b));
            let apart = self.choose(less, up, down);
            let apart = self.resize(apart, w);
            sum = self.bin(BinOp::Add, sum, apart);
        }
        sum
    }

    /// Four bytes of the second operand against those of the first, from eight places on.
    fn distances(&mut self, v: Value) -> Lowered {
        let how = v.operand(2).zext() as usize;
        let (a, b) = ((how >> 2 & 1) * 4, (how & 3) * 4);
        self.elements(v, 8, |l, x, y, i| l.distance(&x[a + i..][..4], &y[b..][..4], 16))
    }

    /// The smallest element, and where it is first.
    fn smallest(&mut self, v: Value) -> Lowered {
        let all = self.operands(v.operand(0))?;
        let zero = self.bits(16, 0);
        let (mut least, mut at) = (all[0], zero);
        for (i, e) in all.iter().enumerate().skip(1) {
            let less = self.cmp(CmpOp::Ult, *e, least);
            let here = self.bits(16, i as u64);
            at = self.choose(less, here, at);
            least = self.choose(less, *e, least);
        }
        self.alias(v, &[least, at, zero, zero, zero, zero, zero, zero])
    }

    fn signs(&mut self, v: Value) -> Lowered {
        let all = self.operands(v.operand(0))?;
        let signs: Scalars = all.iter().map(|a| self.sign(*a)).collect();
        let joined = self.joined(&signs);
        let r = self.resize(joined, 32);
        self.alias(v, &[r])
    }

    /// The second operand's element where the third one is negative, else the first one's.
    fn blend(&mut self, v: Value) -> Lowered {
        let mask = self.operands(v.operand(2))?;
        self.elements(v, mask.len(), |l, a, b, i| {
            let second = l.sign(mask[i]);
            l.choose(second, b[i], a[i])
        })
    }

    fn test(&mut self, v: Value, name: &str) -> Lowered {
        let (a, b) = self.both(v)?;
        let (mut inside, mut outside) = (self.bits(64, 0), self.bits(64, 0));
        for (a, b) in a.iter().zip(&b) {
            let ones = self.ones(64);
            let not = self.bin(BinOp::Xor, *a, ones);
            let (common, rest) = (self.bin(BinOp::And, *a, *b), self.bin(BinOp::And, not, *b));
            inside = self.bin(BinOp::Or, inside, common);
            outside = self.bin(BinOp::Or, outside, rest);
        }
        let zero = self.bits(64, 0);
        let cond = match name {
            "sse41.ptestz" => self.cmp(CmpOp::Eq, inside, zero),
            "sse41.ptestc" => self.cmp(CmpOp::Eq, outside, zero),
            _ => {
                let (x, y) = (self.cmp(CmpOp::Ne, inside, zero), self.cmp(CmpOp::Ne, outside, zero));
                self.bin(BinOp::And, x, y)
            }
        };
        self.flag(v, cond)
    }

    /// Bit by bit: what comes out at the bottom is divided by the polynomial.
    fn crc(&mut self, v: Value) -> Lowered {
        let (sum, data) = (self.operand(v.operand(0))?, self.operand(v.operand(1))?);
        let (result, w) = (self.width(sum), self.width(data));
        let mut crc = self.resize(sum, 32);
        let (zero, one, polynomial) = (self.bits(32, 0), self.bits(32, 1), self.bits(32, POLYNOMIAL));
        for i in 0..w {
            let (low, bit) = (self.extract(crc, 0, 1), self.extract(data, i, 1));
            let odd = self.bin(BinOp::Xor, low, bit);
            let taken = self.choose(odd, polynomial, zero);
            let rest = self.bin(BinOp::LShr, crc, one);
            crc = self.bin(BinOp::Xor, rest, taken);
        }
        let crc = self.resize(crc, result);
        self.alias(v, &[crc])
    }
}
