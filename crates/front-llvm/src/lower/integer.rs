//! Small builders for integer arithmetic, and the integer intrinsics made of them.

use super::function::FunctionLowerer;
use homing_ir::*;

impl FunctionLowerer<'_> {
    pub fn bin(&mut self, op: BinOp, a: Opnd, b: Opnd) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(self.width(a)));
        self.emit(Inst::Bin { op, nsw: false, nuw: false, dst, a, b });
        dst.into()
    }

    pub fn un(&mut self, op: UnOp, a: Opnd) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(self.width(a)));
        self.emit(Inst::Un { op, dst, a });
        dst.into()
    }

    /// Leading or trailing zeros of a number that must not be zero.
    pub fn count_zeros(&mut self, op: UnOp, a: Opnd) -> Opnd {
        let n = self.un(op, a);
        let zero = self.bits(self.width(a), 0);
        let bad = self.cmp(CmpOp::Eq, a, zero);
        self.unless(bad, n, "count of the zero bits before or behind the ones of 0")
    }

    /// `a`, or where `bad` holds any value: the operation it comes from is undefined then.
    pub fn unless(&mut self, bad: Opnd, a: Opnd, what: &str) -> Opnd {
        let (dst, what) = (self.f.new_reg(self.type_of(a)), self.cx.string(what));
        self.emit(Inst::Any { dst, a, bad, what });
        dst.into()
    }

    pub fn cmp(&mut self, op: CmpOp, a: Opnd, b: Opnd) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(1));
        self.emit(Inst::Cmp { op, dst, a, b });
        dst.into()
    }

    /// `cond ? a : b`.
    pub fn choose(&mut self, cond: Opnd, a: Opnd, b: Opnd) -> Opnd {
        let pointer = self.type_of(a) == Type::Ptr || self.type_of(b) == Type::Ptr;
        let t = if pointer { Type::Ptr } else { self.type_of(a) };
        let dst = self.f.new_reg(t);
        self.emit(Inst::Select { dst, cond, a, b });
        dst.into()
    }

    /// `a` if `a op b`, else `b`.
    pub fn pick(&mut self, op: CmpOp, a: Opnd, b: Opnd) -> Opnd {
        let cond = self.cmp(op, a, b);
        self.choose(cond, a, b)
    }

    pub fn extend(&mut self, op: CastOp, a: Opnd, w: u32) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(w));
        self.emit(Inst::Cast { op, dst, a });
        dst.into()
    }

    /// An unsigned number in another width.
    pub fn resize(&mut self, a: Opnd, w: u32) -> Opnd {
        let from = self.width(a);
        if from == w {
            return a;
        }
        if let Some(c) = a.as_const()
            && let Const::Bits { v, .. } = self.f.consts[c.index()]
            && w <= 64
        {
            return self.bits(w, v);
        }
        self.extend(if from < w { CastOp::ZExt } else { CastOp::Trunc }, a, w)
    }

    /// Result and flag of an operation that may overflow.
    pub fn overflowing(&mut self, op: OverflowOp, a: Opnd, b: Opnd) -> (Opnd, Opnd) {
        let (dst, flag) = (self.f.new_reg(Type::Bits(self.width(a))), self.f.new_reg(Type::Bits(1)));
        self.emit(Inst::Overflow { op, dst, flag, a, b });
        (dst.into(), flag.into())
    }

    /// The largest signed number if `a` is not negative, else the smallest.
    fn signed_bound(&mut self, a: Opnd) -> Opnd {
        let w = self.width(a);
        let min = self.bit(w, w - 1);
        let ones = self.ones(w);
        let max = self.bin(BinOp::Xor, min, ones);
        let zero = self.bits(w, 0);
        let negative = self.cmp(CmpOp::Slt, a, zero);
        self.choose(negative, min, max)
    }

    /// `sadd.sat` and its like.
    pub fn saturating(&mut self, op: OverflowOp, a: Opnd, b: Opnd) -> Opnd {
        let (r, flag) = self.overflowing(op, a, b);
        let w = self.width(a);
        let bound = match op {
            OverflowOp::UAdd | OverflowOp::UMul => self.ones(w),
            OverflowOp::USub => self.bits(w, 0),
            _ => self.signed_bound(a),
        };
        self.choose(flag, bound, r)
    }

    /// `sshl.sat`, `ushl.sat`: saturates when shifting back does not give the same.
    pub fn saturating_shl(&mut self, signed: bool, a: Opnd, b: Opnd) -> Opnd {
        let r = self.bin(BinOp::Shl, a, b);
        let back = self.bin(if signed { BinOp::AShr } else { BinOp::LShr }, r, b);
        let lost = self.cmp(CmpOp::Ne, back, a);
        let w = self.width(a);
        let bound = if signed { self.signed_bound(a) } else { self.ones(w) };
        self.choose(lost, bound, r)
    }

    /// The absolute value; the smallest number stays itself (`checked`: negating it is an overflow).
    pub fn absolute(&mut self, a: Opnd, checked: bool) -> Opnd {
        let w = self.width(a);
        let zero = self.bits(w, 0);
        let negative = self.cmp(CmpOp::Slt, a, zero);
        let dst = self.f.new_reg(Type::Bits(w));
        self.emit(Inst::Bin { op: BinOp::Sub, nsw: checked, nuw: false, dst, a: zero, b: a });
        self.choose(negative, dst.into(), a)
    }

    /// `fshl`/`fshr`: shifts the double-width `a:b` by `c` modulo the width and takes the upper/lower half.
    pub fn funnel(&mut self, left: bool, a: Opnd, b: Opnd, c: Opnd) -> Opnd {
        let w = self.width(a);
        let (width, last, one) = (self.bits(w, u64::from(w)), self.bits(w, u64::from(w) - 1), self.bits(w, 1));
        if w == 1 {
            // Any amount is 0 modulo 1.
            return if left { a } else { b };
        }
        let n = if w.is_power_of_two() { self.bin(BinOp::And, c, last) } else { self.bin(BinOp::URem, c, width) };
        let rest = self.bin(BinOp::Sub, last, n);
        // Two shifts on the far side, so that no amount reaches the width.
        let (hi, lo) = if left {
            let hi = self.bin(BinOp::Shl, a, n);
            let half = self.bin(BinOp::LShr, b, one);
            (hi, self.bin(BinOp::LShr, half, rest))
        } else {
            let half = self.bin(BinOp::Shl, a, one);
            let hi = self.bin(BinOp::Shl, half, rest);
            (hi, self.bin(BinOp::LShr, b, n))
        };
        self.bin(BinOp::Or, hi, lo)
    }
}
