//! LLVM's intrinsic functions.

use super::float::{Rounding, relation};
use super::function::{FunctionLowerer, Lowered};
use crate::llvm::{Opcode, Value, ValueKind, text};
use homing_ir::*;
use llvm_sys::core::*;

/// A function that lowers some intrinsics, by name, and the list of these names.
macro_rules! intrinsics {
    ($(#[$doc:meta])* $list:ident, fn $f:ident($self:ident, $v:ident, $name:ident) { $($($n:literal)|+ => $body:expr),* $(,)? }) => {
        pub(super) const $list: &[&str] = &[$($($n),+),*];
        impl FunctionLowerer<'_> {
            $(#[$doc])*
            pub(super) fn $f(&mut $self, $v: Value, $name: &str) -> Option<Lowered> {
                Some(match $name {
                    $($($n)|+ => $body,)*
                    _ => return None,
                })
            }
        }
    };
}
pub(super) use intrinsics as by_name;

const REDUCE: &str = "vector.reduce.";
const CONSTRAINED: &str = "experimental.constrained.";

/// The names of all intrinsics that can be lowered, without `llvm.` before them and types behind them.
pub fn intrinsics() -> Vec<String> {
    let plain = [QUIET, SAME, MEMORY, INTEGER, OVERFLOW, FLOAT].into_iter().flatten().map(|n| n.to_string());
    let reduced = REDUCTIONS.iter().map(|n| format!("{REDUCE}{n}"));
    let constrained = CONSTRAINED_ONLY.iter().chain(FLOAT).map(|n| format!("{CONSTRAINED}{n}"));
    let x86 = super::x86::names().map(|n| format!("{}{n}", super::x86::PREFIX));
    plain.chain(reduced).chain(constrained).chain(x86).collect()
}

/// Without `llvm.` before it and types behind it.
fn intrinsic_name(callee: Value) -> String {
    let mut n = 0;
    // SAFETY: `callee` is an intrinsic.
    let name = text(unsafe { LLVMIntrinsicGetName(callee.intrinsic(), &mut n) }, n);
    name.strip_prefix("llvm.").unwrap_or(&name).to_string()
}

impl FunctionLowerer<'_> {
    /// The name of the intrinsic that `v` calls, if it does.
    pub fn called_intrinsic(&self, v: Value) -> Option<String> {
        let callee = (v.opcode() == Opcode::LLVMCall).then(|| v.callee())?;
        (callee.kind() == ValueKind::LLVMFunctionValueKind && callee.intrinsic() != 0).then(|| intrinsic_name(callee))
    }

    /// The call `v` of the intrinsic `callee`.
    pub fn intrinsic(&mut self, v: Value, callee: Value) -> Lowered {
        let name = intrinsic_name(callee);
        let name = name.as_str();
        let groups = [
            Self::quiet_intrinsic,
            Self::same_intrinsic,
            Self::memory_intrinsic,
            Self::integer_intrinsic,
            Self::overflow_intrinsic,
            Self::float_intrinsic,
        ];
        for lower in groups {
            if let Some(done) = lower(self, v, name) {
                return done;
            }
        }
        let reduced = name.strip_prefix(REDUCE).and_then(|n| self.reduction(v, n));
        if let Some(done) = reduced {
            return done;
        }
        let constrained = name.strip_prefix(CONSTRAINED).and_then(|n| self.constrained(v, n));
        if let Some(done) = constrained {
            return done;
        }
        let x86 = name.strip_prefix(super::x86::PREFIX).and_then(|n| self.x86(v, n));
        if let Some(done) = x86 {
            return done;
        }
        Err(format!("the intrinsic llvm.{name}"))
    }
}

intrinsics! {
    /// Hints and markers: nothing happens, or the result says that nothing is known.
    QUIET,
    fn quiet_intrinsic(self, v, name) {
        "lifetime.start" => self.lifetime(v, true),
        "lifetime.end" => self.lifetime(v, false),
        "invariant.end"
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
        "is.constant" => {
            let known = super::objectsize::is_manifest(v.operand(0));
            self.number(v, known.into())
        },
        "objectsize" => self.object_size(v),
        "invariant.start" => self.number(v, 0),
        "get.rounding" => self.rounding_mode(v),
        "vscale" => self.number(v, 1),
        "allow.runtime.check" | "allow.ubsan.check" => self.number(v, 1),
        "ubsantrap" => match homing_ir::trap_name(v.operand(0).zext()) {
            Some(name) => self.call_named(v, &name, Vec::new()),
            None => self.call_named(v, homing_ir::TRAP, Vec::new()),
        },
        "trap" | "debugtrap" => self.call_named(v, homing_ir::TRAP, Vec::new()),
    }
}

intrinsics! {
    /// The first operand is the result.
    SAME,
    fn same_intrinsic(self, v, name) {
        "expect"
        | "expect.with.probability"
        | "launder.invariant.group"
        | "strip.invariant.group"
        | "ptr.annotation"
        | "annotation"
        | "threadlocal.address"
        | "ssa.copy"
        | "arithmetic.fence"
        | "canonicalize" => self.operands(v.operand(0)).and_then(|a| self.alias(v, &a)),
    }
}

impl FunctionLowerer<'_> {
    /// The scalar result is this number.
    pub(super) fn number(&mut self, v: Value, n: u64) -> Lowered {
        let Some(t) = self.cx.layout.scalar(v.ty()) else { return Err("a result that is no number".into()) };
        let w = self.cx.program.width(t);
        let n = self.bits(w, n);
        self.alias(v, &[n])
    }
}

intrinsics! {
    MEMORY,
    fn memory_intrinsic(self, v, name) {
            "memcpy" | "memcpy.inline" => self.copy(v, false),
            "memmove" => self.copy(v, true),
            "memset" | "memset.inline" => self.fill(v),
            "va_start" => self.operand(v.operand(0)).map(|list| self.emit(Inst::VaStart { list })),
            "va_end" => self.operand(v.operand(0)).map(|list| self.emit(Inst::VaEnd { list })),
            "va_copy" => self.va_copy(v),
            "stacksave" => self.result(v).map(|dst| self.emit(Inst::StackSave { dst })),
            "stackrestore" => self.operand(v.operand(0)).map(|a| self.emit(Inst::StackRestore { a })),
            "ptrmask" => self.pointer_mask(v),
            "load.relative" => self.load_relative(v),
    }
}

impl FunctionLowerer<'_> {
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

    /// A pointer that lies in a table as its distance from the table's start. Such tables are constant, and distances between objects are
    /// nothing that memory here can hold: the result is chosen among the table's entries.
    fn load_relative(&mut self, v: Value) -> Lowered {
        let table = super::resolve_alias(v.operand(0));
        let unknown = || format!("a relative pointer in {}", table.print());
        if table.kind() != crate::llvm::ValueKind::LLVMGlobalVariableValueKind {
            return Err("a relative pointer in a table that is not known".into());
        }
        let is_list = |init: &Value| init.ty().kind() == crate::llvm::TypeKind::LLVMArrayTypeKind;
        let init = table.initializer().filter(is_list).ok_or_else(unknown)?;
        let entries = init.ty().array_len() as u32;
        if !table.is_constant() && !only_read_relative(table) {
            return Err(format!("{}, which may be changed", unknown()));
        }
        let offset = self.operand(v.operand(1))?;
        let (w, dst) = (self.width(offset), self.result(v)?);
        let mut found: Option<Opnd> = None;
        let mut inside = self.bits(1, 0);
        for i in (0..entries).rev() {
            let entry = init.element(i);
            let to = if entry.kind() == crate::llvm::ValueKind::LLVMConstantIntValueKind {
                // A number is a distance inside of the table.
                let start = self.operand(table)?;
                self.offset(start, super::fold::sign_extend(entry.ty().int_width(), entry.zext()))
            } else {
                self.operand(relative_target(entry, table).ok_or_else(unknown)?)?
            };
            let at = self.bits(w, u64::from(i) * 4);
            let here = self.cmp(CmpOp::Eq, offset, at);
            inside = self.bin(BinOp::Or, inside, here);
            found = Some(found.map_or(to, |rest| self.choose(here, to, rest)));
        }
        let what = self.cx.string("the offset is none of an entry of the table");
        self.emit(Inst::Require { ok: inside, kind: ErrorKind::OutOfBounds, what });
        self.emit(Inst::Copy { dst, a: found.ok_or_else(unknown)? });
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
}

intrinsics! {
    OVERFLOW,
    fn overflow_intrinsic(self, v, name) {
        "sadd.with.overflow" => self.with_overflow(v, OverflowOp::SAdd),
        "uadd.with.overflow" => self.with_overflow(v, OverflowOp::UAdd),
        "ssub.with.overflow" => self.with_overflow(v, OverflowOp::SSub),
        "usub.with.overflow" => self.with_overflow(v, OverflowOp::USub),
        "smul.with.overflow" => self.with_overflow(v, OverflowOp::SMul),
        "umul.with.overflow" => self.with_overflow(v, OverflowOp::UMul),
    }
}

intrinsics! {
    INTEGER,
    fn integer_intrinsic(self, v, name) {
            "bswap" => self.each(v, |l, a, _, _| l.un(UnOp::ByteSwap, a)),
            "bitreverse" => self.each(v, |l, a, _, _| l.un(UnOp::BitReverse, a)),
            "ctpop" => self.each(v, |l, a, _, _| l.un(UnOp::PopCount, a)),
            "ctlz" | "cttz" => {
                let op = if name == "ctlz" { UnOp::LeadingZeros } else { UnOp::TrailingZeros };
                let defined = v.operand(1).zext() == 0;
                self.each(v, |l, a, _, _| if defined { l.un(op, a) } else { l.count_zeros(op, a) })
            },
            "abs" => {
                let checked = v.operand(1).zext() == 1;
                self.each(v, |l, a, _, _| l.absolute(a, checked))
            },
            "smax" => self.each(v, |l, a, b, _| l.pick(CmpOp::Sgt, a, b)),
            "smin" => self.each(v, |l, a, b, _| l.pick(CmpOp::Slt, a, b)),
            "umax" => self.each(v, |l, a, b, _| l.pick(CmpOp::Ugt, a, b)),
            "umin" => self.each(v, |l, a, b, _| l.pick(CmpOp::Ult, a, b)),
            "sadd.sat" => self.each(v, |l, a, b, _| l.saturating(OverflowOp::SAdd, a, b)),
            "uadd.sat" => self.each(v, |l, a, b, _| l.saturating(OverflowOp::UAdd, a, b)),
            "ssub.sat" => self.each(v, |l, a, b, _| l.saturating(OverflowOp::SSub, a, b)),
            "usub.sat" => self.each(v, |l, a, b, _| l.saturating(OverflowOp::USub, a, b)),
            "sshl.sat" => self.each(v, |l, a, b, _| l.saturating_shl(true, a, b)),
            "ushl.sat" => self.each(v, |l, a, b, _| l.saturating_shl(false, a, b)),
            "fshl" => self.each(v, |l, a, b, c| l.funnel(true, a, b, c)),
            "fshr" => self.each(v, |l, a, b, c| l.funnel(false, a, b, c)),
            "scmp" | "ucmp" => {
                let (less, more) = if name == "scmp" { (CmpOp::Slt, CmpOp::Sgt) } else { (CmpOp::Ult, CmpOp::Ugt) };
                self.three_way(v, less, more)
            },
    }
}

impl FunctionLowerer<'_> {
    /// Applies `make` to the scalars of up to three operands; scalar operands beside vectors are given to each lane.
    fn each(&mut self, v: Value, make: impl Fn(&mut Self, Opnd, Opnd, Opnd) -> Opnd) -> Lowered {
        let count = v.argument_count();
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
}

intrinsics! {
    FLOAT,
    fn float_intrinsic(self, v, name) {
            "fabs" => self.float_unary(v, FUnOp::Abs),
            "sqrt" => self.float_unary(v, FUnOp::Sqrt),
            "floor" => self.float_unary(v, FUnOp::Floor),
            "ceil" => self.float_unary(v, FUnOp::Ceil),
            "trunc" => self.float_unary(v, FUnOp::Trunc),
            "rint" | "nearbyint" | "roundeven" => self.float_unary(v, FUnOp::RoundEven),
            "round" => self.float_unary(v, FUnOp::RoundAway),
            "copysign" => self.float_binary(v, FBinOp::CopySign),
            "minnum" => self.float_smaller_or_larger(v, FBinOp::MinNum),
            "maxnum" => self.float_smaller_or_larger(v, FBinOp::MaxNum),
            "minimum" => self.float_extreme(v, false, true),
            "maximum" => self.float_extreme(v, true, true),
            "minimumnum" => self.float_extreme(v, false, false),
            "maximumnum" => self.float_extreme(v, true, false),
            "fma" => self.float_fma(v),
            "fmuladd" => self.float_muladd(v),
            "lround" | "llround" => self.round_to_integer(v, Rounding::Away),
            "lrint" | "llrint" => self.round_to_integer(v, Rounding::Even),
            "fptosi.sat" => self.saturating_cast(v, true),
            "fptoui.sat" => self.saturating_cast(v, false),
            "is.fpclass" => self.float_class(v),
            "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "exp" | "exp2" | "exp10"
            | "log" | "log2" | "log10" | "pow" | "ldexp" => self.math_function(v, name),
            "powi" => self.float_power(v),
    }
}

impl FunctionLowerer<'_> {
    /// A local begins or ends to live: others may have its place meanwhile.
    fn lifetime(&mut self, v: Value, live: bool) -> Lowered {
        let slot = v.operand(v.argument_count() - 1);
        if self.f.origin == Origin::Program && slot.is_instruction() && slot.opcode() == Opcode::LLVMAlloca {
            let slot = self.operand(slot)?;
            self.emit(Inst::Scope { slot, live });
        }
        Ok(())
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
        let count = v.argument_count();
        let values = (0..count).map(|i| self.operand(v.operand(i))).collect::<Result<Vec<_>, _>>()?;
        self.call_named(v, &format!("{name}{suffix}"), values)
    }
}

intrinsics! {
    /// Reductions of vectors, without the beginning of their names.
    REDUCTIONS,
    fn reduction(self, v, operation) {
        "add" => self.reduce(v, |l, a, b| l.bin(BinOp::Add, a, b)),
        "mul" => self.reduce(v, |l, a, b| l.bin(BinOp::Mul, a, b)),
        "and" => self.reduce(v, |l, a, b| l.bin(BinOp::And, a, b)),
        "or" => self.reduce(v, |l, a, b| l.bin(BinOp::Or, a, b)),
        "xor" => self.reduce(v, |l, a, b| l.bin(BinOp::Xor, a, b)),
        "smax" => self.reduce(v, |l, a, b| l.pick(CmpOp::Sgt, a, b)),
        "smin" => self.reduce(v, |l, a, b| l.pick(CmpOp::Slt, a, b)),
        "umax" => self.reduce(v, |l, a, b| l.pick(CmpOp::Ugt, a, b)),
        "umin" => self.reduce(v, |l, a, b| l.pick(CmpOp::Ult, a, b)),
        "fadd" | "fmul" => self.reduce_floats(v, if operation == "fadd" { FBinOp::Add } else { FBinOp::Mul }),
        "fmax" | "fmin" => {
            let op = if operation == "fmax" { FBinOp::MaxNum } else { FBinOp::MinNum };
            match super::float::float_of(v.ty()) {
                Ok(kind) => self.reduce(v, move |l, a, b| l.fmin_or_fmax(op, kind, a, b)),
                Err(why) => Err(why),
            }
        },
    }
}

impl FunctionLowerer<'_> {
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
        let count = v.argument_count();
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

/// Those of the constrained operations that are instructions else.
const CONSTRAINED_ONLY: &[&str] =
    &["fadd", "fsub", "fmul", "fdiv", "frem", "fptosi", "fptoui", "sitofp", "uitofp", "fptrunc", "fpext", "fcmp", "fcmps"];

/// Where an entry `trunc(ptrtoint(target) - ptrtoint(table))` of a table of relative pointers leads.
fn relative_target(entry: Value, table: Value) -> Option<Value> {
    use crate::llvm::Opcode::*;
    let expression = |v: Value, op| v.kind() == crate::llvm::ValueKind::LLVMConstantExprValueKind && v.opcode() == op;
    let difference = if expression(entry, LLVMTrunc) { entry.operand(0) } else { entry };
    if !expression(difference, LLVMSub) {
        return None;
    }
    let (to, from) = (difference.operand(0), difference.operand(1));
    let pointers = expression(to, LLVMPtrToInt) && expression(from, LLVMPtrToInt);
    (pointers && from.operand(0) == table).then(|| to.operand(0))
}

/// Is a table used for nothing but relative pointers: read from it, or distances from it?
fn only_read_relative(table: Value) -> bool {
    use crate::llvm::Opcode::*;
    let expression = |v: &Value, op| v.kind() == crate::llvm::ValueKind::LLVMConstantExprValueKind && v.opcode() == op;
    let callee = |v: &Value| v.callee().name();
    let reads = |v: &Value| v.is_instruction() && v.opcode() == LLVMCall && callee(v).starts_with("llvm.load.relative");
    let measures = |v: &Value| expression(v, LLVMPtrToInt) && v.users().all(|u| expression(&u, LLVMSub));
    table.users().all(|u| reads(&u) || measures(&u))
}

/// The text of a metadata string argument.
fn metadata_word(v: Value) -> Option<String> {
    (v.kind() == crate::llvm::ValueKind::LLVMMetadataAsValueValueKind).then(|| v.metadata_string()).flatten()
}
