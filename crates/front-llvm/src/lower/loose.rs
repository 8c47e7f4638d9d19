//! Floats that the compiler may compute otherwise than the types say: fast-math flags (`-ffast-math` and its parts), and numbers near zero that
//! the processor takes as zero in programs that are linked for fast arithmetic. Such a result is as the types say or anything else (see `Inst::Any`).

use super::function::{FunctionLowerer, Lowered, Scalars};
use crate::layout::float_kind;
use crate::llvm::{Opcode, Value};
use homing_ir::*;
use llvm_sys::core::*;
use llvm_sys::*;

const OTHERWISE: &str = "floating-point arithmetic that the compiler may do in another way (fast-math flags)";
const NO_NUMBER: &str = "a NaN or an infinity where the compiler was told that there is none (fast-math flags)";
const NEAR_ZERO: &str = "a number near zero that the processor may take as zero (fast-math flags)";
const ZEROS_SIGN: &str = "the sign of a zero that the compiler need not keep (fast-math flags)";

/// Flags that let a compiler do other arithmetic, each also alone.
const REARRANGED: LLVMFastMathFlags =
    LLVMFastMathAllowReassoc | LLVMFastMathAllowReciprocal | LLVMFastMathAllowContract | LLVMFastMathApproxFunc;

/// Functions of one value that is a bit pattern moved, or rounded exactly, whatever the flags say.
const EXACT: [&str; 14] = [
    "fabs",
    "copysign",
    "minnum",
    "maxnum",
    "minimum",
    "maximum",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "canonicalize",
];

/// What is open about the result of an instruction.
struct Open {
    /// Everything.
    all: bool,
    /// What it is where a NaN or an infinity takes part.
    no_number: bool,
    infinite: bool,
    /// The sign of a zero.
    sign: bool,
    /// Numbers near zero may have been taken as zero.
    near_zero: bool,
}

/// Does the function's code have a multiplication and an addition in one instruction?
pub(super) fn fuses(f: Value) -> bool {
    let has = |list: String| list.split(',').any(|f| matches!(f, "+fma" | "+fma4" | "+avx512f"));
    f.text_attribute("target-features").is_some_and(has)
}

/// Is it a function compiled with flags that, given when the program is linked, set the processor to take numbers near zero as zero?
pub(super) fn flushes(f: Value) -> bool {
    let told = |name: &str| f.text_attribute(name);
    told("no-signed-zeros-fp-math").is_some_and(|v| v == "true")
        || told("denormal-fp-math").is_some_and(|v| !v.starts_with("ieee"))
}

/// The fast-math flags of an instruction.
fn flags(v: Value) -> LLVMFastMathFlags {
    if !v.is_instruction() {
        return LLVMFastMathNone;
    }
    // SAFETY: an instruction of a live module; the flags are asked for only where it can have some.
    unsafe { if LLVMCanValueUseFastMathFlags(v.0) != 0 { LLVMGetFastMathFlags(v.0) } else { LLVMFastMathNone } }
}

fn is_arithmetic(v: Value) -> bool {
    use Opcode::*;
    v.is_instruction() && matches!(v.opcode(), LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFNeg | LLVMCall)
}

impl FunctionLowerer<'_> {
    /// Is something open about the result of `v`?
    pub fn is_loose(&self, v: Value) -> bool {
        self.f.origin == Origin::Program && (self.cx.flushes || flags(v) != LLVMFastMathNone) && self.open(v).is_some()
    }

    /// Lowers `v`, which is loose.
    pub fn loosely(&mut self, v: Value, lower: impl FnOnce(&mut Self) -> Lowered) -> Lowered {
        let used_before = self.unbind(v);
        let done = lower(self).and_then(|()| self.loosened(v));
        match (used_before, done) {
            (None, done) => done.map(|made| self.bind(v, made.into_iter())),
            (Some(before), done) => {
                self.bind(v, before.iter().copied());
                let made = done?;
                for (dst, a) in before.iter().filter_map(|o| o.as_reg()).zip(made) {
                    self.emit(Inst::Copy { dst, a });
                }
                Ok(())
            }
        }
    }

    /// What is open about the result of `v`; `None` where nothing is.
    fn open(&self, v: Value) -> Option<Open> {
        use Opcode::*;
        let flags = flags(v);
        let name = self.called_intrinsic(v);
        let operand = |i: u32| v.operand(i);
        let exact = name.as_deref().is_some_and(|n| EXACT.contains(&n));
        let chained = || (0..v.operand_count()).map(operand).any(|o| is_arithmetic(o) && self::flags(o) & REARRANGED != 0);
        let (all, moved) = match v.opcode() {
            LLVMFAdd | LLVMFSub => {
                let product = |o: Value| o.is_instruction() && o.opcode() == LLVMFMul;
                let fused = flags & LLVMFastMathAllowContract != 0 && self.fuses && (product(operand(0)) || product(operand(1)));
                (fused || flags & LLVMFastMathAllowReassoc != 0 && chained(), false)
            }
            LLVMFMul => (flags & LLVMFastMathAllowReassoc != 0 && chained(), false),
            LLVMFDiv => {
                let reordered = flags & LLVMFastMathAllowReassoc != 0 && chained();
                (reordered || flags & (LLVMFastMathAllowReciprocal | LLVMFastMathApproxFunc) != 0, false)
            }
            LLVMFRem | LLVMFPTrunc | LLVMFPExt => (false, false),
            LLVMFCmp => (false, false),
            LLVMFNeg | LLVMSelect => (false, true),
            LLVMCall => match &name {
                // A function with a body is computed by that.
                None => (false, true),
                Some(n) if n.starts_with("fmuladd") => (flags & LLVMFastMathAllowReassoc != 0 && chained(), false),
                Some(_) if exact => (false, true),
                Some(_) => (flags & (REARRANGED & !LLVMFastMathAllowContract) != 0, false),
            },
            _ => return None,
        };
        let compared = v.opcode() == LLVMFCmp;
        let kind = float_kind(if compared { v.operand(0).ty() } else { v.ty() })?;
        let open = Open {
            all,
            no_number: flags & (LLVMFastMathNoNaNs | LLVMFastMathNoInfs) != 0,
            infinite: flags & LLVMFastMathNoInfs != 0,
            sign: flags & LLVMFastMathNoSignedZeros != 0 && !compared,
            near_zero: self.cx.flushes && !moved && matches!(kind, FloatKind::F32 | FloatKind::F64),
        };
        (open.all || open.no_number || open.sign || open.near_zero).then_some(open)
    }

    /// The scalars of `v`, which was lowered, with what is open about them.
    fn loosened(&mut self, v: Value) -> Result<Scalars, String> {
        let plain = self.operands(v)?;
        let Some(open) = self.open(v) else { return Ok(plain) };
        let count = if v.opcode() == Opcode::LLVMCall { v.argument_count() } else { v.operand_count() };
        // With their formats: a conversion has another one before than behind.
        let mut given: Vec<(FloatKind, Scalars)> = Vec::new();
        for o in (0..count).map(|i| v.operand(i)) {
            if let Some(kind) = float_kind(o.ty()) {
                given.push((kind, self.operands(o)?));
            }
        }
        let result = float_kind(v.ty());
        let mut made = Scalars::new();
        for (i, &r) in plain.iter().enumerate() {
            let mut values: Vec<(FloatKind, Opnd)> = given.iter().filter_map(|(k, g)| Some((*k, *g.get(i)?))).collect();
            values.extend(result.map(|k| (k, r)));
            made.push(self.open_value(&open, result, &values, r));
        }
        Ok(made)
    }

    fn open_value(&mut self, open: &Open, kind: Option<FloatKind>, values: &[(FloatKind, Opnd)], r: Opnd) -> Opnd {
        if open.all {
            let always = self.bits(1, 1);
            return self.unless(always, r, OTHERWISE);
        }
        let mut r = r;
        for &(k, x) in values {
            if open.no_number {
                // The difference is a NaN for an infinity, too.
                let x = if open.infinite { self.fbin(FBinOp::Sub, k, x, x) } else { x };
                let bad = self.fcmp(super::float::UNORDERED, k, x, x);
                r = self.unless(bad, r, NO_NUMBER);
            }
            if open.near_zero
                && let Some(bad) = self.near_zero(k, x)
            {
                r = self.unless(bad, r, NEAR_ZERO);
            }
        }
        match kind {
            Some(k) if open.sign => self.any_sign_of_zero(k, r),
            _ => r,
        }
    }

    /// Is it not zero and at most the smallest number with all its digits?
    fn near_zero(&mut self, k: FloatKind, x: Opnd) -> Option<Opnd> {
        let digits = match k {
            FloatKind::F32 => 23,
            FloatKind::F64 => 52,
            _ => return None,
        };
        let w = k.width();
        let one = self.bits(w, 1);
        let twice = self.bin(BinOp::Shl, x, one);
        // Zero becomes the largest number.
        let before = self.bin(BinOp::Sub, twice, one);
        let limit = self.bits(w, 2 << digits);
        Some(self.cmp(CmpOp::Ult, before, limit))
    }

    fn any_sign_of_zero(&mut self, k: FloatKind, r: Opnd) -> Opnd {
        let w = k.width();
        let (sign, rest) = (self.extract(r, w - 1, 1), self.extract(r, 0, w - 1));
        let none = self.bits(w - 1, 0);
        let bad = self.cmp(CmpOp::Eq, rest, none);
        let hi = self.unless(bad, sign, ZEROS_SIGN);
        let dst = self.f.new_reg(Type::Bits(w));
        self.emit(Inst::Concat { dst, hi, lo: rest });
        dst.into()
    }
}
