//! Dispatch over instructions, and the plain ones.

use super::float::float_of;
use super::fold::{Folded, Step, gep_steps};
use super::function::{FunctionLowerer, Lowered, Scalars};
use crate::llvm::{Opcode, Value};
use homing_ir::*;
use llvm_sys::LLVMIntPredicate;
use llvm_sys::core::*;

impl FunctionLowerer<'_> {
    /// Lowers an instruction that is no phi and no terminator.
    pub fn instruction(&mut self, v: Value, opcode: Opcode) -> Lowered {
        use Opcode::*;
        match opcode {
            LLVMAlloca => self.alloca(v),
            LLVMLoad => self.load(v),
            LLVMStore => self.store(v),
            LLVMCall => self.call(v),
            LLVMAtomicRMW => self.atomic_update(v),
            LLVMAtomicCmpXchg => self.compare_exchange(v),
            LLVMFence => Ok(()),
            LLVMVAArg => Err("the instruction va_arg".into()),
            LLVMLandingPad | LLVMCatchPad | LLVMCleanupPad => Err(LANDING.into()),
            LLVMExtractValue => self.extract_value(v),
            LLVMInsertValue => self.insert_value(v),
            _ => {
                let used_before = self.is_bound(v);
                let before = self.f.regs.len();
                let dst = if used_before { self.results(v)? } else { self.new_regs(v.ty())? };
                let after = self.f.regs.len();
                match self.computed(v, opcode, &dst)? {
                    Some(copies) => {
                        // The result is operands unchanged: give the fresh registers back.
                        if !used_before && self.f.regs.len() == after {
                            self.f.regs.truncate(before);
                        }
                        self.alias(v, &copies)
                    }
                    None => {
                        if !used_before {
                            self.bind(v, dst.into_iter().map(Opnd::reg));
                        }
                        Ok(())
                    }
                }
            }
        }
    }

    /// Instructions that constant expressions can be, too: writes `dst`, or answers the operands that are the result.
    pub fn computed(&mut self, v: Value, opcode: Opcode, dst: &[Reg]) -> Result<Option<Scalars>, String> {
        use Opcode::*;
        match opcode {
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMAnd | LLVMOr | LLVMXor | LLVMShl
            | LLVMLShr | LLVMAShr => self.binary(v, opcode, dst)?,
            LLVMICmp => self.compare(v, dst)?,
            LLVMTrunc => self.cast(CastOp::Trunc, v, dst)?,
            LLVMZExt => self.cast(CastOp::ZExt, v, dst)?,
            LLVMSExt => self.cast(CastOp::SExt, v, dst)?,
            LLVMPtrToInt | LLVMPtrToAddr => self.cast(CastOp::PtrToInt, v, dst)?,
            LLVMIntToPtr => self.cast(CastOp::IntToPtr, v, dst)?,
            LLVMBitCast => return self.bit_cast(v, dst),
            LLVMAddrSpaceCast | LLVMFreeze => return self.operands(v.operand(0)).map(Some),
            LLVMSelect => self.select(v, dst)?,
            LLVMGetElementPtr => return self.gep(v, dst),
            LLVMExtractElement => return self.extract_element(v, dst),
            LLVMInsertElement => return self.insert_element(v, dst),
            LLVMShuffleVector => return self.shuffle(v).map(Some),
            LLVMFNeg | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => self.float_arithmetic(v, opcode, dst)?,
            LLVMFCmp => self.float_compare(v, dst)?,
            LLVMFPTrunc | LLVMFPExt | LLVMFPToSI | LLVMFPToUI | LLVMSIToFP | LLVMUIToFP => self.float_cast(v, opcode, dst)?,
            other => return Err(format!("the instruction {other:?}").replace("LLVM", "")),
        }
        Ok(None)
    }

    fn binary(&mut self, v: Value, opcode: Opcode, dst: &[Reg]) -> Lowered {
        use Opcode::*;
        let op = match opcode {
            LLVMAdd => BinOp::Add,
            LLVMSub => BinOp::Sub,
            LLVMMul => BinOp::Mul,
            LLVMUDiv => BinOp::UDiv,
            LLVMSDiv => BinOp::SDiv,
            LLVMURem => BinOp::URem,
            LLVMSRem => BinOp::SRem,
            LLVMAnd => BinOp::And,
            LLVMOr => BinOp::Or,
            LLVMXor => BinOp::Xor,
            LLVMShl => BinOp::Shl,
            LLVMLShr => BinOp::LShr,
            _ => BinOp::AShr,
        };
        let flagged = v.is_instruction() && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl);
        // SAFETY: these four instructions have the flags.
        let (nsw, nuw) = unsafe { (flagged && LLVMGetNSW(v.0) != 0, flagged && LLVMGetNUW(v.0) != 0) };
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((&dst, a), b) in dst.iter().zip(a).zip(b) {
            self.emit(Inst::Bin { op, nsw, nuw, dst, a, b });
        }
        Ok(())
    }

    fn compare(&mut self, v: Value, dst: &[Reg]) -> Lowered {
        use LLVMIntPredicate::*;
        // SAFETY: only `icmp` comes here, which has a predicate.
        let op = match unsafe { LLVMGetICmpPredicate(v.0) } {
            LLVMIntEQ => CmpOp::Eq,
            LLVMIntNE => CmpOp::Ne,
            LLVMIntUGT => CmpOp::Ugt,
            LLVMIntUGE => CmpOp::Uge,
            LLVMIntULT => CmpOp::Ult,
            LLVMIntULE => CmpOp::Ule,
            LLVMIntSGT => CmpOp::Sgt,
            LLVMIntSGE => CmpOp::Sge,
            LLVMIntSLT => CmpOp::Slt,
            LLVMIntSLE => CmpOp::Sle,
        };
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((&dst, a), b) in dst.iter().zip(a).zip(b) {
            self.emit(Inst::Cmp { op, dst, a, b });
        }
        Ok(())
    }

    fn cast(&mut self, op: CastOp, v: Value, dst: &[Reg]) -> Lowered {
        for (&dst, a) in dst.iter().zip(self.operands(v.operand(0))?) {
            self.emit(Inst::Cast { op, dst, a });
        }
        Ok(())
    }

    fn select(&mut self, v: Value, dst: &[Reg]) -> Lowered {
        let cond = self.operands(v.operand(0))?;
        let (a, b) = (self.operands(v.operand(1))?, self.operands(v.operand(2))?);
        for (i, ((&dst, a), b)) in dst.iter().zip(a).zip(b).enumerate() {
            let cond = if cond.len() == 1 { cond[0] } else { cond[i] };
            self.emit(Inst::Select { dst, cond, a, b });
        }
        Ok(())
    }

    /// Address arithmetic: constant parts are added up, each variable index is one `Gep`.
    fn gep(&mut self, v: Value, dst: &[Reg]) -> Result<Option<Scalars>, String> {
        let base = self.operands(v.operand(0))?;
        let mut disp = 0i64;
        let mut variable: Vec<(Scalars, i64)> = Vec::new();
        for step in gep_steps(v) {
            match step {
                Step::Field(t, i) => disp = disp.wrapping_add(self.cx.layout.field_offset(t, i) as i64),
                Step::Index(t, index) => {
                    let scale = self.cx.layout.size(t) as i64;
                    match self.constant_index(index) {
                        Some(i) => disp = disp.wrapping_add(i.wrapping_mul(scale)),
                        None => variable.push((self.operands(index)?, scale)),
                    }
                }
            }
        }
        let lane = |s: &Scalars, i: usize| if s.len() == 1 { s[0] } else { s[i] };
        if variable.is_empty() {
            if disp == 0 && base.len() == dst.len() {
                return Ok(Some(base));
            }
            for (i, &dst) in dst.iter().enumerate() {
                self.emit_offset(dst, lane(&base, i), disp);
            }
            return Ok(None);
        }
        for (i, &dst) in dst.iter().enumerate() {
            let mut at = lane(&base, i);
            for (n, (index, scale)) in variable.iter().enumerate() {
                let to = if n + 1 == variable.len() { dst } else { self.f.new_reg(Type::Ptr) };
                let disp = if n == 0 { disp } else { 0 };
                self.emit(Inst::Gep { dst: to, base: at, index: lane(index, i), scale: *scale, disp });
                at = to.into();
            }
        }
        Ok(None)
    }

    fn constant_index(&mut self, index: Value) -> Option<i64> {
        if index.kind() != crate::llvm::ValueKind::LLVMConstantIntValueKind || index.ty().is_vector() {
            return None;
        }
        match self.cx.fold(index)? {
            Folded::Number(Const::Bits { w, v }) => Some(super::fold::sign_extend(w, v)),
            _ => None,
        }
    }

    fn emit_offset(&mut self, dst: Reg, base: Opnd, disp: i64) {
        let index = self.bits(self.ptr_bits(), 0);
        self.emit(Inst::Gep { dst, base, index, scale: 1, disp });
    }

    /// `base` plus a number of bytes.
    pub fn offset(&mut self, base: Opnd, disp: i64) -> Opnd {
        if disp == 0 {
            return base;
        }
        if let Some(c) = base.as_const()
            && let Const::Global { id, offset } = self.f.consts[c.index()]
        {
            return self.pool(Const::Global { id, offset: offset.wrapping_add(disp) });
        }
        let dst = self.f.new_reg(Type::Ptr);
        self.emit_offset(dst, base, disp);
        dst.into()
    }

    /// Reinterprets bits: same scalars, or all of them joined and cut anew.
    fn bit_cast(&mut self, v: Value, dst: &[Reg]) -> Result<Option<Scalars>, String> {
        let from = self.operands(v.operand(0))?;
        let fits = from.len() == dst.len() && from.iter().zip(dst).all(|(a, d)| self.width(*a) == self.width(Opnd::reg(*d)));
        if fits {
            return Ok(Some(from));
        }
        let whole = self.join(&from);
        if let [one] = dst {
            self.emit(Inst::Copy { dst: *one, a: whole });
            return Ok(None);
        }
        self.cut(whole, dst);
        Ok(None)
    }

    /// One bit vector of all scalars, the first one lowest.
    pub fn join(&mut self, scalars: &[Opnd]) -> Opnd {
        let mut whole: Option<Opnd> = None;
        for &s in scalars {
            let part = self.as_bits(s);
            whole = Some(match whole {
                None => part,
                Some(lo) => {
                    let dst = self.f.new_reg(Type::Bits(self.width(lo) + self.width(part)));
                    self.emit(Inst::Concat { dst, hi: part, lo });
                    dst.into()
                }
            });
        }
        whole.unwrap_or_else(|| self.bits(1, 0))
    }

    /// Cuts `whole` into registers, the lowest bits into the first.
    pub fn cut(&mut self, whole: Opnd, dst: &[Reg]) {
        let mut lo = 0;
        for &d in dst {
            let w = self.width(Opnd::reg(d));
            if self.f.regs[d.index()] == Type::Ptr {
                let part = self.f.new_reg(Type::Bits(w));
                self.emit(Inst::Extract { dst: part, a: whole, lo });
                self.emit(Inst::Cast { op: CastOp::IntToPtr, dst: d, a: part.into() });
            } else {
                self.emit(Inst::Extract { dst: d, a: whole, lo });
            }
            lo += w;
        }
    }

    /// A pointer as a number; numbers stay.
    pub fn as_bits(&mut self, o: Opnd) -> Opnd {
        if self.type_of(o) != Type::Ptr {
            return o;
        }
        let dst = self.f.new_reg(Type::Bits(self.ptr_bits()));
        self.emit(Inst::Cast { op: CastOp::PtrToInt, dst, a: o });
        dst.into()
    }

    fn extract_value(&mut self, v: Value) -> Lowered {
        let path = indices(v);
        let whole = self.operands(v.operand(0))?;
        let (start, t) = self.cx.layout.member(v.operand(0).ty(), &path)?;
        let len = self.cx.layout.shape(t)?.types.len();
        self.alias(v, &whole[start..start + len])
    }

    fn insert_value(&mut self, v: Value) -> Lowered {
        let path = indices(v);
        let (mut whole, part) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        let (start, _) = self.cx.layout.member(v.ty(), &path)?;
        whole[start..start + part.len()].copy_from_slice(&part);
        self.alias(v, &whole)
    }

    fn float_arithmetic(&mut self, v: Value, opcode: Opcode, dst: &[Reg]) -> Lowered {
        use Opcode::*;
        let kind = float_of(v.ty())?;
        if opcode == LLVMFNeg {
            for (&dst, a) in dst.iter().zip(self.operands(v.operand(0))?) {
                self.emit(Inst::FUn { op: FUnOp::Neg, kind, dst, a });
            }
            return Ok(());
        }
        let op = match opcode {
            LLVMFAdd => FBinOp::Add,
            LLVMFSub => FBinOp::Sub,
            LLVMFMul => FBinOp::Mul,
            LLVMFDiv => FBinOp::Div,
            _ => FBinOp::Rem,
        };
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        for ((&dst, a), b) in dst.iter().zip(a).zip(b) {
            self.emit(Inst::FBin { op, kind, dst, a, b });
        }
        Ok(())
    }
}

/// The constant path of extractvalue and insertvalue.
fn indices(v: Value) -> Vec<u32> {
    // SAFETY: both instructions have their indices as an array.
    unsafe { std::slice::from_raw_parts(LLVMGetIndices(v.0), LLVMGetNumIndices(v.0) as usize).to_vec() }
}
