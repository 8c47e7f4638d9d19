//! Floats: comparisons, conversions, and the float intrinsics.

use super::function::{FunctionLowerer, Lowered};
use crate::layout::float_kind;
use crate::llvm::{Opcode, Ty, Value};
use homing_ir::*;
use llvm_sys::LLVMRealPredicate;
use llvm_sys::core::*;

/// How a float becomes an integral one.
#[derive(Copy, Clone)]
pub(super) enum Rounding {
    Even,
    Away,
}

/// The float format of a type, or why there is none.
pub(super) fn float_of(t: Ty) -> Result<FloatKind, String> {
    float_kind(t).ok_or_else(|| format!("arithmetic on the type {}", t.print()))
}

/// Is it an instruction that says its operand is not negative? The same bit of a call (a conversion with its rounding) means another thing.
fn says_not_negative(v: Value) -> bool {
    // SAFETY: the instruction is one of those that have the flag.
    v.is_instruction() && v.opcode() == Opcode::LLVMUIToFP && unsafe { LLVMGetNNeg(v.0) } != 0
}

impl FunctionLowerer<'_> {
    pub fn float_compare(&mut self, v: Value, dst: &[Reg]) -> Lowered {
        let kind = float_of(v.operand(0).ty())?;
        // SAFETY: only `fcmp` comes here, which has a predicate.
        let op = relation(unsafe { LLVMGetFCmpPredicate(v.0) });
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((&dst, a), b) in dst.iter().zip(a).zip(b) {
            self.emit(Inst::FCmp { op, kind, dst, a, b });
        }
        Ok(())
    }

    pub fn float_cast(&mut self, v: Value, opcode: Opcode, dst: &[Reg]) -> Lowered {
        use Opcode::*;
        let (from, to) = (v.operand(0).ty(), v.ty());
        let op = match opcode {
            LLVMFPTrunc | LLVMFPExt => FCastOp::FloatToFloat { from: float_of(from)?, to: float_of(to)? },
            LLVMFPToSI => FCastOp::FloatToSigned(float_of(from)?),
            LLVMFPToUI => FCastOp::FloatToUnsigned(float_of(from)?),
            LLVMSIToFP => FCastOp::SignedToFloat(float_of(to)?),
            // Code for it converts a signed number.
            _ if says_not_negative(v) => return self.not_negative(v, dst),
            _ => FCastOp::UnsignedToFloat(float_of(to)?),
        };
        for (&dst, a) in dst.iter().zip(self.operands(v.operand(0))?) {
            self.emit(Inst::FCast { op, dst, a });
        }
        Ok(())
    }

    /// `uitofp nneg`: of a negative number it is undefined.
    fn not_negative(&mut self, v: Value, dst: &[Reg]) -> Lowered {
        let op = FCastOp::SignedToFloat(float_of(v.ty())?);
        for (&dst, a) in dst.iter().zip(self.operands(v.operand(0))?) {
            let zero = self.bits(self.width(a), 0);
            let bad = self.cmp(CmpOp::Slt, a, zero);
            let converted = self.f.new_reg(self.f.regs[dst.index()]);
            self.emit(Inst::FCast { op, dst: converted, a });
            let what = self.cx.string("conversion of a negative number that must not be one");
            self.emit(Inst::Any { dst, a: converted.into(), bad, what });
        }
        Ok(())
    }

    /// A one-operand function of the call `v`, on each element.
    pub fn float_unary(&mut self, v: Value, op: FUnOp) -> Lowered {
        let kind = float_of(v.ty())?;
        let a = self.operands(v.operand(0))?;
        for (dst, a) in self.results(v)?.into_iter().zip(a) {
            self.emit(Inst::FUn { op, kind, dst, a });
        }
        Ok(())
    }

    /// A two-operand function of the call `v`, on each element.
    pub fn float_binary(&mut self, v: Value, op: FBinOp) -> Lowered {
        let kind = float_of(v.ty())?;
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((dst, a), b) in self.results(v)?.into_iter().zip(a).zip(b) {
            self.emit(Inst::FBin { op, kind, dst, a, b });
        }
        Ok(())
    }

    /// `fmin` and `fmax` of the call `v`, on each element.
    pub fn float_smaller_or_larger(&mut self, v: Value, op: FBinOp) -> Lowered {
        let kind = float_of(v.ty())?;
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((dst, a), b) in self.results(v)?.into_iter().zip(a).zip(b) {
            let (sign, rest) = self.smaller_or_larger(op, kind, a, b);
            self.emit(Inst::Concat { dst, hi: sign, lo: rest });
        }
        Ok(())
    }

    /// The same of two values.
    pub fn fmin_or_fmax(&mut self, op: FBinOp, kind: FloatKind, a: Opnd, b: Opnd) -> Opnd {
        let (sign, rest) = self.smaller_or_larger(op, kind, a, b);
        let dst = self.f.new_reg(Type::Bits(kind.width()));
        self.emit(Inst::Concat { dst, hi: sign, lo: rest });
        dst.into()
    }

    /// Sign and other bits of the smaller or larger number. Of zeros of both signs nobody says which it is: compilers put the operands in an
    /// order that suits them.
    fn smaller_or_larger(&mut self, op: FBinOp, kind: FloatKind, a: Opnd, b: Opnd) -> (Opnd, Opnd) {
        let w = kind.width();
        let r = self.fbin(op, kind, a, b);
        let (sign, rest) = (self.extract(r, w - 1, 1), self.extract(r, 0, w - 1));
        let one = self.bits(w, 1);
        let amount = self.bits(w, u64::from(w - 1));
        let minus = self.bin(BinOp::Shl, one, amount);
        let (either, other) = (self.bin(BinOp::Or, a, b), self.bin(BinOp::Xor, a, b));
        let (zeros, differ) = (self.cmp(CmpOp::Eq, either, minus), self.cmp(CmpOp::Eq, other, minus));
        let bad = self.bin(BinOp::And, zeros, differ);
        (self.unless(bad, sign, "sign of the smaller or larger one of zeros of both signs"), rest)
    }

    pub fn float_fma(&mut self, v: Value) -> Lowered {
        let kind = float_of(v.ty())?;
        let (a, b, c) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?, self.operands(v.operand(2))?);
        for (i, dst) in self.results(v)?.into_iter().enumerate() {
            self.emit(Inst::Fma { kind, dst, a: a[i], b: b[i], c: c[i] });
        }
        Ok(())
    }

    /// `a * b + c` with two roundings: what x86 without a fused instruction does. With one, it is the compiler's affair: mostly one rounding.
    pub fn float_muladd(&mut self, v: Value) -> Lowered {
        let kind = float_of(v.ty())?;
        let (a, b, c) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?, self.operands(v.operand(2))?);
        for (i, dst) in self.results(v)?.into_iter().enumerate() {
            let product = self.fbin(FBinOp::Mul, kind, a[i], b[i]);
            if !self.fuses {
                self.emit(Inst::FBin { op: FBinOp::Add, kind, dst, a: product, b: c[i] });
                continue;
            }
            let twice = self.fbin(FBinOp::Add, kind, product, c[i]);
            let once = self.f.new_reg(Type::Bits(kind.width()));
            self.emit(Inst::Fma { kind, dst: once, a: a[i], b: b[i], c: c[i] });
            let bad = self.cmp(CmpOp::Ne, twice, once.into());
            let what = self.cx.string("a product and a sum that the compiler may round once or twice (-mfma)");
            self.emit(Inst::Any { dst, a: once.into(), bad, what });
        }
        Ok(())
    }

    pub fn fbin(&mut self, op: FBinOp, kind: FloatKind, a: Opnd, b: Opnd) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(kind.width()));
        self.emit(Inst::FBin { op, kind, dst, a, b });
        dst.into()
    }

    pub fn fcmp(&mut self, op: FCmp, kind: FloatKind, a: Opnd, b: Opnd) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(1));
        self.emit(Inst::FCmp { op, kind, dst, a, b });
        dst.into()
    }

    /// `powi`: products of squares from the lowest bit of the exponent on, as the compiler's library does it.
    pub fn float_power(&mut self, v: Value) -> Lowered {
        let kind = float_of(v.ty())?;
        let n = self.operand(v.operand(1))?;
        let w = self.width(n);
        let (zero, one) = (self.bits(w, 0), self.bits(1, 1));
        let negative = self.cmp(CmpOp::Slt, n, zero);
        let opposite = self.bin(BinOp::Sub, zero, n);
        let times = self.choose(negative, opposite, n);
        let unit = self.f.new_reg(Type::Bits(kind.width()));
        self.emit(Inst::FCast { op: FCastOp::UnsignedToFloat(kind), dst: unit, a: one });
        for (dst, a) in self.results(v)?.into_iter().zip(self.operands(v.operand(0))?) {
            let (mut product, mut square) = (Opnd::reg(unit), a);
            for i in 0..w {
                let taken = self.extract(times, i, 1);
                let more = self.fbin(FBinOp::Mul, kind, product, square);
                product = self.choose(taken, more, product);
                square = self.fbin(FBinOp::Mul, kind, square, square);
            }
            let inverse = self.fbin(FBinOp::Div, kind, unit.into(), product);
            self.emit(Inst::Select { dst, cond: negative, a: inverse, b: product });
        }
        Ok(())
    }

    /// `lround`, `lrint` and their like.
    pub fn round_to_integer(&mut self, v: Value, rounding: Rounding) -> Lowered {
        let kind = float_of(v.operand(0).ty())?;
        let a = self.operands(v.operand(0))?;
        let op = match rounding {
            Rounding::Even => FUnOp::RoundEven,
            Rounding::Away => FUnOp::RoundAway,
        };
        for (dst, a) in self.results(v)?.into_iter().zip(a) {
            let whole = self.f.new_reg(Type::Bits(kind.width()));
            self.emit(Inst::FUn { op, kind, dst: whole, a });
            self.emit(Inst::FCast { op: FCastOp::FloatToSigned(kind), dst, a: whole.into() });
        }
        Ok(())
    }

    /// `minimum`/`maximum` (`nan`: a NaN operand gives NaN) and `minimumnum`/`maximumnum`; -0 is less than +0.
    pub fn float_extreme(&mut self, v: Value, max: bool, nan: bool) -> Lowered {
        let kind = float_of(v.ty())?;
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((dst, a), b) in self.results(v)?.into_iter().zip(a).zip(b) {
            let first = if max { FCmp { gt: true, ..NONE } } else { FCmp { lt: true, ..NONE } };
            let a_wins = self.fcmp(first, kind, a, b);
            let equal = self.fcmp(FCmp { eq: true, ..NONE }, kind, a, b);
            // Equal values differ in the sign of zero only.
            let same = self.bin(if max { BinOp::And } else { BinOp::Or }, a, b);
            let rest = self.choose(equal, same, b);
            let ordered = self.choose(a_wins, a, rest);
            let a_nan = self.fcmp(FCmp { unordered: true, ..NONE }, kind, a, a);
            let b_nan = self.fcmp(FCmp { unordered: true, ..NONE }, kind, b, b);
            let sum = self.fbin(FBinOp::Add, kind, a, b);
            let (if_a, if_b) = if nan { (sum, sum) } else { (b, a) };
            let r = self.choose(b_nan, if_b, ordered);
            self.emit(Inst::Select { dst, cond: a_nan, a: if_a, b: r });
        }
        Ok(())
    }

    /// 1, to the nearest: as something that is rounded, so that it is an assumption where rounding is one.
    pub fn rounding_mode(&mut self, v: Value) -> Lowered {
        let kind = FloatKind::F32;
        let one = self.bits(32, u64::from(1f32.to_bits()));
        let whole = self.f.new_reg(Type::Bits(32));
        self.emit(Inst::FUn { op: FUnOp::RoundEven, kind, dst: whole, a: one });
        for dst in self.results(v)? {
            self.emit(Inst::FCast { op: FCastOp::FloatToSigned(kind), dst, a: whole.into() });
        }
        Ok(())
    }

    /// Conversion to an integer that clamps, and gives 0 for NaN.
    pub fn saturating_cast(&mut self, v: Value, signed: bool) -> Lowered {
        let kind = float_of(v.operand(0).ty())?;
        let op = if signed { FCastOp::SaturatingSigned(kind) } else { FCastOp::SaturatingUnsigned(kind) };
        for (dst, a) in self.results(v)?.into_iter().zip(self.operands(v.operand(0))?) {
            self.emit(Inst::FCast { op, dst, a });
        }
        Ok(())
    }

    /// `is.fpclass`: is the value in one of the classes of the mask?
    pub fn float_class(&mut self, v: Value) -> Lowered {
        let kind = float_of(v.operand(0).ty())?;
        let mask = v.operand(1).zext() as u32;
        let a = self.operands(v.operand(0))?;
        for (dst, a) in self.results(v)?.into_iter().zip(a) {
            let r = self.in_classes(kind, a, mask);
            self.emit(Inst::Copy { dst, a: r });
        }
        Ok(())
    }

    fn in_classes(&mut self, kind: FloatKind, a: Opnd, mask: u32) -> Opnd {
        let w = kind.width();
        let (exponent_bits, fraction_bits) = match kind {
            FloatKind::F16 => (5, 10),
            FloatKind::F32 => (8, 23),
            FloatKind::F64 => (11, 52),
            FloatKind::F80 => (15, 63),
            FloatKind::F128 => (15, 112),
        };
        let sign = self.extract(a, w - 1, 1);
        let exponent = self.extract(a, w - 1 - exponent_bits, exponent_bits);
        let fraction = self.extract(a, 0, fraction_bits);
        let quiet = self.extract(a, fraction_bits - 1, 1);
        let (zero_e, ones_e) = (self.bits(exponent_bits, 0), self.ones(exponent_bits));
        let zero_f = self.bits(fraction_bits, 0);
        let low = self.cmp(CmpOp::Eq, exponent, zero_e);
        let high = self.cmp(CmpOp::Eq, exponent, ones_e);
        let empty = self.cmp(CmpOp::Eq, fraction, zero_f);
        let (mut is_inf, mut is_zero) = (self.bin(BinOp::And, high, empty), self.bin(BinOp::And, low, empty));
        let edge = self.bin(BinOp::Or, low, high);
        let mut is_normal = self.negate(edge);
        if kind == FloatKind::F80 {
            // The explicit integer bit: without it nothing but zero and denormals is a number.
            let integer = self.extract(a, 63, 1);
            let no_integer = self.negate(integer);
            is_inf = self.bin(BinOp::And, is_inf, integer);
            is_zero = self.bin(BinOp::And, is_zero, no_integer);
            is_normal = self.bin(BinOp::And, is_normal, integer);
        }
        let not_zero = self.negate(is_zero);
        let is_subnormal = self.bin(BinOp::And, low, not_zero);
        let known = [is_inf, is_zero, is_normal, is_subnormal];
        let any = known.into_iter().reduce(|x, y| self.bin(BinOp::Or, x, y)).expect("four classes");
        let is_nan = self.negate(any);
        let not_quiet = self.negate(quiet);
        let positive = self.negate(sign);
        let classes = [
            (0, is_nan, not_quiet),
            (1, is_nan, quiet),
            (2, is_inf, sign),
            (3, is_normal, sign),
            (4, is_subnormal, sign),
            (5, is_zero, sign),
            (6, is_zero, positive),
            (7, is_subnormal, positive),
            (8, is_normal, positive),
            (9, is_inf, positive),
        ];
        let mut found = self.bits(1, 0);
        for (bit, is, side) in classes {
            if mask >> bit & 1 == 1 {
                let both = self.bin(BinOp::And, is, side);
                found = self.bin(BinOp::Or, found, both);
            }
        }
        found
    }

    pub fn extract(&mut self, a: Opnd, lo: u32, w: u32) -> Opnd {
        let dst = self.f.new_reg(Type::Bits(w));
        self.emit(Inst::Extract { dst, a, lo });
        dst.into()
    }

    pub fn negate(&mut self, a: Opnd) -> Opnd {
        let one = self.bits(1, 1);
        self.bin(BinOp::Xor, a, one)
    }
}

/// True where one of the numbers is none.
pub(super) const UNORDERED: FCmp = FCmp { lt: false, eq: false, gt: false, unordered: true };

pub(super) const NONE: FCmp = FCmp { lt: false, eq: false, gt: false, unordered: false };

/// Which relations make an LLVM comparison true.
pub(super) fn relation(p: LLVMRealPredicate) -> FCmp {
    use LLVMRealPredicate::*;
    let make = |lt, eq, gt, unordered| FCmp { lt, eq, gt, unordered };
    match p {
        LLVMRealPredicateFalse => NONE,
        LLVMRealOEQ => make(false, true, false, false),
        LLVMRealOGT => make(false, false, true, false),
        LLVMRealOGE => make(false, true, true, false),
        LLVMRealOLT => make(true, false, false, false),
        LLVMRealOLE => make(true, true, false, false),
        LLVMRealONE => make(true, false, true, false),
        LLVMRealORD => make(true, true, true, false),
        LLVMRealUNO => make(false, false, false, true),
        LLVMRealUEQ => make(false, true, false, true),
        LLVMRealUGT => make(false, false, true, true),
        LLVMRealUGE => make(false, true, true, true),
        LLVMRealULT => make(true, false, false, true),
        LLVMRealULE => make(true, true, false, true),
        LLVMRealUNE => make(true, false, true, true),
        LLVMRealPredicateTrue => make(true, true, true, true),
    }
}
