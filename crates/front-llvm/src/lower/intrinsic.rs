//! LLVM's intrinsic functions.

use super::float::{Rounding, relation};
use super::function::{FunctionLowerer, Lowered};
use crate::llvm::{Value, text};
use homing_ir::*;
use llvm_sys::core::*;

impl FunctionLowerer<'_> {
    /// The call `v` of the intrinsic `callee`.
    pub fn intrinsic(&mut self, v: Value, callee: Value) -> Lowered {
        let mut n = 0;
        // SAFETY: `callee` is an intrinsic.
        let name = text(unsafe { LLVMIntrinsicGetName(callee.intrinsic(), &mut n) }, n);
        let name = name.strip_prefix("llvm.").unwrap_or(&name);
        if let Some(done) = self.quiet_intrinsic(v, name) {
            return done;
        }
        if let Some(done) = self.memory_intrinsic(v, name) {
            return done;
        }
        if let Some(done) = self.integer_intrinsic(v, name) {
            return done;
        }
        if let Some(done) = self.float_intrinsic(v, name) {
            return done;
        }
        if let Some(operation) = name.strip_prefix("vector.reduce.")
            && let Some(done) = self.reduction(v, operation)
        {
            return done;
        }
        if let Some(operation) = name.strip_prefix("experimental.constrained.")
            && let Some(done) = self.constrained(v, operation)
        {
            return done;
        }
        Err(format!("the intrinsic llvm.{name}"))
    }

    /// Hints and markers: nothing happens, or the first operand is the result.
    fn quiet_intrinsic(&mut self, v: Value, name: &str) -> Option<Lowered> {
        Some(match name {
            "lifetime.start"
            | "lifetime.end"
            | "invariant.end"
            | "dbg.declare"
            | "dbg.value"
            | "dbg.assign"
            | "dbg.label"
            | "assume"
            | "prefetch"
            | "var.annotation"
            | "sideeffect"
            | "donothing"
            | "experimental.noalias.scope.decl"
            | "pseudoprobe"
            | "fake.use"
            | "x86.sse2.pause"
            | "codeview.annotation" => Ok(()),
            "expect"
            | "expect.with.probability"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ptr.annotation"
            | "annotation"
            | "threadlocal.address"
            | "ssa.copy"
            | "arithmetic.fence" => self.operands(v.operand(0)).and_then(|a| self.alias(v, &a)),
            "is.constant" => self.number(v, 0),
            // Size unknown: the largest or, when the minimum is asked for, zero.
            "objectsize" => {
                let minimum = v.operand(1).zext() == 1;
                self.number(v, if minimum { 0 } else { u64::MAX })
            }
            "invariant.start" => self.number(v, 0),
            "get.rounding" => self.number(v, 1),
            "vscale" => self.number(v, 1),
            "allow.runtime.check" | "allow.ubsan.check" => self.number(v, 1),
            "ubsantrap" => match homing_ir::trap_name(v.operand(0).zext()) {
                Some(name) => self.call_named(v, &name, Vec::new()),
                None => self.call_named(v, homing_ir::TRAP, Vec::new()),
            },
            "trap" | "debugtrap" => self.call_named(v, homing_ir::TRAP, Vec::new()),
            _ => return None,
        })
    }

    /// The scalar result is this number.
    fn number(&mut self, v: Value, n: u64) -> Lowered {
        let Some(t) = self.cx.layout.scalar(v.ty()) else { return Err("a result that is no number".into()) };
        let w = self.cx.program.width(t);
        let n = self.bits(w, n);
        self.alias(v, &[n])
    }

    fn memory_intrinsic(&mut self, v: Value, name: &str) -> Option<Lowered> {
        Some(match name {
            "memcpy" | "memcpy.inline" => self.copy(v, false),
            "memmove" => self.copy(v, true),
            "memset" | "memset.inline" => self.fill(v),
            "va_start" => self.operand(v.operand(0)).map(|list| self.emit(Inst::VaStart { list })),
            "va_end" => self.operand(v.operand(0)).map(|list| self.emit(Inst::VaEnd { list })),
            "va_copy" => self.va_copy(v),
            "stacksave" => self.result(v).map(|dst| self.emit(Inst::StackSave { dst })),
            "stackrestore" => self.operand(v.operand(0)).map(|a| self.emit(Inst::StackRestore { a })),
            "ptrmask" => self.pointer_mask(v),
            _ => return None,
        })
    }

    fn copy(&mut self, v: Value, may_overlap: bool) -> Lowered {
        let (dst, src) = (self.operand(v.operand(0))?, self.operand(v.operand(1))?);
        let len = self.operand(v.operand(2))?;
        let len = self.resize(len, self.ptr_bits());
        self.emit(Inst::MemCopy { dst, src, len, may_overlap });
        Ok(())
    }

    fn fill(&mut self, v: Value) -> Lowered {
        let (dst, val) = (self.operand(v.operand(0))?, self.operand(v.operand(1))?);
        let len = self.operand(v.operand(2))?;
        let len = self.resize(len, self.ptr_bits());
        self.emit(Inst::MemSet { dst, val, len });
        Ok(())
    }

    fn va_copy(&mut self, v: Value) -> Lowered {
        let (dst, src) = (self.operand(v.operand(0))?, self.operand(v.operand(1))?);
        self.emit(Inst::VaCopy { dst, src });
        Ok(())
    }

    /// Clears bits of an address; the pointer keeps its object: base + (masked - address).
    fn pointer_mask(&mut self, v: Value) -> Lowered {
        let (p, mask) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((dst, base), mask) in self.results(v)?.into_iter().zip(p).zip(mask) {
            let address = self.as_bits(base);
            let masked = self.bin(BinOp::And, address, mask);
            let index = self.bin(BinOp::Sub, masked, address);
            self.emit(Inst::Gep { dst, base, index, scale: 1, disp: 0 });
        }
        Ok(())
    }

    fn integer_intrinsic(&mut self, v: Value, name: &str) -> Option<Lowered> {
        use OverflowOp::*;
        let overflow = match name {
            "sadd.with.overflow" => Some(SAdd),
            "uadd.with.overflow" => Some(UAdd),
            "ssub.with.overflow" => Some(SSub),
            "usub.with.overflow" => Some(USub),
            "smul.with.overflow" => Some(SMul),
            "umul.with.overflow" => Some(UMul),
            _ => None,
        };
        if let Some(op) = overflow {
            return Some(self.with_overflow(v, op));
        }
        Some(match name {
            "bswap" => self.each(v, |l, a, _, _| l.un(UnOp::ByteSwap, a)),
            "bitreverse" => self.each(v, |l, a, _, _| l.un(UnOp::BitReverse, a)),
            "ctpop" => self.each(v, |l, a, _, _| l.un(UnOp::PopCount, a)),
            "ctlz" | "cttz" => {
                let op = if name == "ctlz" { UnOp::LeadingZeros } else { UnOp::TrailingZeros };
                let defined = v.operand(1).zext() == 0;
                self.each(v, |l, a, _, _| if defined { l.un(op, a) } else { l.count_zeros(op, a) })
            }
            "abs" => {
                let checked = v.operand(1).zext() == 1;
                self.each(v, |l, a, _, _| l.absolute(a, checked))
            }
            "smax" => self.each(v, |l, a, b, _| l.pick(CmpOp::Sgt, a, b)),
            "smin" => self.each(v, |l, a, b, _| l.pick(CmpOp::Slt, a, b)),
            "umax" => self.each(v, |l, a, b, _| l.pick(CmpOp::Ugt, a, b)),
            "umin" => self.each(v, |l, a, b, _| l.pick(CmpOp::Ult, a, b)),
            "sadd.sat" => self.each(v, |l, a, b, _| l.saturating(SAdd, a, b)),
            "uadd.sat" => self.each(v, |l, a, b, _| l.saturating(UAdd, a, b)),
            "ssub.sat" => self.each(v, |l, a, b, _| l.saturating(SSub, a, b)),
            "usub.sat" => self.each(v, |l, a, b, _| l.saturating(USub, a, b)),
            "sshl.sat" => self.each(v, |l, a, b, _| l.saturating_shl(true, a, b)),
            "ushl.sat" => self.each(v, |l, a, b, _| l.saturating_shl(false, a, b)),
            "fshl" => self.each(v, |l, a, b, c| l.funnel(true, a, b, c)),
            "fshr" => self.each(v, |l, a, b, c| l.funnel(false, a, b, c)),
            "scmp" | "ucmp" => {
                let (less, more) = if name == "scmp" { (CmpOp::Slt, CmpOp::Sgt) } else { (CmpOp::Ult, CmpOp::Ugt) };
                self.three_way(v, less, more)
            }
            _ => return None,
        })
    }

    /// Applies `make` to the scalars of up to three operands; scalar operands beside vectors are given to each lane.
    fn each(&mut self, v: Value, make: impl Fn(&mut Self, Opnd, Opnd, Opnd) -> Opnd) -> Lowered {
        let count = unsafe { LLVMGetNumArgOperands(v.0) };
        let mut operands = Vec::new();
        for i in 0..count.min(3) {
            operands.push(self.operands(v.operand(i))?);
        }
        let lane = |n: usize, i: usize| {
            let s = operands.get(n).unwrap_or(&operands[0]);
            if s.len() == 1 { s[0] } else { s[i] }
        };
        let mut out = super::function::Scalars::new();
        for i in 0..operands[0].len() {
            out.push(make(self, lane(0, i), lane(1, i), lane(2, i)));
        }
        self.alias(v, &out)
    }

    /// Results first, then the flags.
    fn with_overflow(&mut self, v: Value, op: OverflowOp) -> Lowered {
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        let all = self.results(v)?;
        let (values, flags) = all.split_at(a.len());
        for (i, (&dst, &flag)) in values.iter().zip(flags).enumerate() {
            self.emit(Inst::Overflow { op, dst, flag, a: a[i], b: b[i] });
        }
        Ok(())
    }

    /// -1, 0 or 1.
    fn three_way(&mut self, v: Value, less: CmpOp, more: CmpOp) -> Lowered {
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((dst, a), b) in self.results(v)?.into_iter().zip(a).zip(b) {
            let w = self.width(Opnd::reg(dst));
            let (is_less, is_more) = (self.cmp(less, a, b), self.cmp(more, a, b));
            let (minus, zero, one) = (self.ones(w), self.bits(w, 0), self.bits(w, 1));
            let rest = self.choose(is_more, one, zero);
            self.emit(Inst::Select { dst, cond: is_less, a: minus, b: rest });
        }
        Ok(())
    }

    fn float_intrinsic(&mut self, v: Value, name: &str) -> Option<Lowered> {
        Some(match name {
            "fabs" => self.float_unary(v, FUnOp::Abs),
            "sqrt" => self.float_unary(v, FUnOp::Sqrt),
            "floor" => self.float_unary(v, FUnOp::Floor),
            "ceil" => self.float_unary(v, FUnOp::Ceil),
            "trunc" => self.float_unary(v, FUnOp::Trunc),
            "rint" | "nearbyint" | "roundeven" => self.float_unary(v, FUnOp::RoundEven),
            "round" => self.float_unary(v, FUnOp::RoundAway),
            "copysign" => self.float_binary(v, FBinOp::CopySign),
            "minnum" => self.float_binary(v, FBinOp::MinNum),
            "maxnum" => self.float_binary(v, FBinOp::MaxNum),
            "minimum" => self.float_extreme(v, false, true),
            "maximum" => self.float_extreme(v, true, true),
            "minimumnum" => self.float_extreme(v, false, false),
            "maximumnum" => self.float_extreme(v, true, false),
            "fma" => self.float_fma(v),
            "fmuladd" => self.float_muladd(v),
            "canonicalize" => self.operands(v.operand(0)).and_then(|a| self.alias(v, &a)),
            "lround" | "llround" => self.round_to_integer(v, Rounding::Away),
            "lrint" | "llrint" => self.round_to_integer(v, Rounding::Even),
            "fptosi.sat" => self.saturating_cast(v, true),
            "fptoui.sat" => self.saturating_cast(v, false),
            "is.fpclass" => self.float_class(v),
            "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "exp" | "exp2" | "exp10"
            | "log" | "log2" | "log10" | "pow" | "ldexp" => self.math_function(v, name),
            _ => return None,
        })
    }

    /// A function of the math library, which may be undefined.
    fn math_function(&mut self, v: Value, name: &str) -> Lowered {
        let suffix = match super::float::float_of(v.ty())? {
            _ if v.ty().is_vector() => return Err(format!("{name} on vectors")),
            FloatKind::F32 => "f",
            FloatKind::F64 => "",
            FloatKind::F80 => "l",
            _ => return Err(format!("{name} on the type {}", v.ty().print())),
        };
        let count = unsafe { LLVMGetNumArgOperands(v.0) };
        let values = (0..count).map(|i| self.operand(v.operand(i))).collect::<Result<Vec<_>, _>>()?;
        self.call_named(v, &format!("{name}{suffix}"), values)
    }

    fn reduction(&mut self, v: Value, operation: &str) -> Option<Lowered> {
        let bin = |op: BinOp| move |l: &mut Self, a: Opnd, b: Opnd| l.bin(op, a, b);
        let pick = |op: CmpOp| move |l: &mut Self, a: Opnd, b: Opnd| l.pick(op, a, b);
        Some(match operation {
            "add" => self.reduce(v, bin(BinOp::Add)),
            "mul" => self.reduce(v, bin(BinOp::Mul)),
            "and" => self.reduce(v, bin(BinOp::And)),
            "or" => self.reduce(v, bin(BinOp::Or)),
            "xor" => self.reduce(v, bin(BinOp::Xor)),
            "smax" => self.reduce(v, pick(CmpOp::Sgt)),
            "smin" => self.reduce(v, pick(CmpOp::Slt)),
            "umax" => self.reduce(v, pick(CmpOp::Ugt)),
            "umin" => self.reduce(v, pick(CmpOp::Ult)),
            "fadd" | "fmul" => self.reduce_floats(v, if operation == "fadd" { FBinOp::Add } else { FBinOp::Mul }),
            "fmax" | "fmin" => {
                let op = if operation == "fmax" { FBinOp::MaxNum } else { FBinOp::MinNum };
                let kind = super::float::float_of(v.ty()).ok()?;
                self.reduce(v, move |l, a, b| l.fbin(op, kind, a, b))
            }
            _ => return None,
        })
    }

    fn reduce(&mut self, v: Value, join: impl Fn(&mut Self, Opnd, Opnd) -> Opnd) -> Lowered {
        let all = self.operands(v.operand(0))?;
        let mut sum = all[0];
        for e in &all[1..] {
            sum = join(self, sum, *e);
        }
        self.alias(v, &[sum])
    }

    /// In order, from a start value; where LLVM allows any order this is one of them.
    fn reduce_floats(&mut self, v: Value, op: FBinOp) -> Lowered {
        let kind = super::float::float_of(v.ty())?;
        let mut sum = self.operand(v.operand(0))?;
        for e in self.operands(v.operand(1))? {
            sum = self.fbin(op, kind, sum, e);
        }
        self.alias(v, &[sum])
    }

    /// Floats in code that may look at the rounding mode: the same operations while the mode is the default one.
    fn constrained(&mut self, v: Value, operation: &str) -> Option<Lowered> {
        use crate::llvm::Opcode::*;
        let count = unsafe { LLVMGetNumArgOperands(v.0) };
        let words: Vec<String> = (0..count).filter_map(|i| metadata_word(v.operand(i))).collect();
        if words.iter().any(|w| w.starts_with("round.") && w != "round.tonearest" && w != "round.dynamic") {
            return Some(Err(format!("float arithmetic with the rounding mode {}", words.join(", "))));
        }
        let opcode = match operation {
            "fadd" => LLVMFAdd,
            "fsub" => LLVMFSub,
            "fmul" => LLVMFMul,
            "fdiv" => LLVMFDiv,
            "frem" => LLVMFRem,
            "fptosi" => LLVMFPToSI,
            "fptoui" => LLVMFPToUI,
            "sitofp" => LLVMSIToFP,
            "uitofp" => LLVMUIToFP,
            "fptrunc" => LLVMFPTrunc,
            "fpext" => LLVMFPExt,
            "fcmp" | "fcmps" => return Some(self.constrained_compare(v, words.first()?)),
            other => return self.float_intrinsic(v, other),
        };
        let dst = match self.results(v) {
            Ok(dst) => dst,
            Err(why) => return Some(Err(why)),
        };
        Some(self.computed(v, opcode, &dst).map(|_| ()))
    }

    fn constrained_compare(&mut self, v: Value, word: &str) -> Lowered {
        use llvm_sys::LLVMRealPredicate::*;
        let all = [
            ("oeq", LLVMRealOEQ),
            ("ogt", LLVMRealOGT),
            ("oge", LLVMRealOGE),
            ("olt", LLVMRealOLT),
            ("ole", LLVMRealOLE),
            ("one", LLVMRealONE),
            ("ord", LLVMRealORD),
            ("uno", LLVMRealUNO),
            ("ueq", LLVMRealUEQ),
            ("ugt", LLVMRealUGT),
            ("uge", LLVMRealUGE),
            ("ult", LLVMRealULT),
            ("ule", LLVMRealULE),
            ("une", LLVMRealUNE),
        ];
        let Some((_, p)) = all.into_iter().find(|(name, _)| *name == word) else {
            return Err(format!("the float comparison {word}"));
        };
        let (op, kind) = (relation(p), super::float::float_of(v.operand(0).ty())?);
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((dst, a), b) in self.results(v)?.into_iter().zip(a).zip(b) {
            self.emit(Inst::FCmp { op, kind, dst, a, b });
        }
        Ok(())
    }
}

/// The text of a metadata string argument.
fn metadata_word(v: Value) -> Option<String> {
    if v.kind() != crate::llvm::ValueKind::LLVMMetadataAsValueValueKind {
        return None;
    }
    let mut n = 0;
    // SAFETY: answers null for what is no string.
    let p = unsafe { LLVMGetMDString(v.0, &mut n) };
    (!p.is_null()).then(|| text(p, n as usize))
}
