//! Loads, stores, stack memory, atomics (as if nothing else ran).

use super::function::{FunctionLowerer, Lowered};
use crate::layout::Piece;
use crate::llvm::{Ty, Value};
use homing_ir::*;
use llvm_sys::LLVMAtomicRMWBinOp;
use llvm_sys::core::*;

impl FunctionLowerer<'_> {
    pub fn alloca(&mut self, v: Value) -> Lowered {
        let t = v.allocated_type();
        let (each, w) = (self.cx.layout.size(t), self.ptr_bits());
        let count = self.operand(v.operand(0))?;
        let count = self.resize(count, w);
        let size = match count.as_const().map(|c| &self.f.consts[c.index()]) {
            Some(Const::Bits { v: n, .. }) => {
                let n = n.wrapping_mul(each);
                self.bits(w, n)
            }
            _ if each == 1 => count,
            _ => {
                let dst = self.f.new_reg(Type::Bits(w));
                let b = self.bits(w, each);
                self.emit(Inst::Bin { op: BinOp::Mul, nsw: false, nuw: false, dst, a: count, b });
                dst.into()
            }
        };
        let name = self.cx.string(&v.name());
        let dst = self.result(v)?;
        self.emit(Inst::Alloca { dst, size, align: v.alignment().max(1), name });
        self.remember_alloca(dst);
        Ok(())
    }

    pub fn load(&mut self, v: Value) -> Lowered {
        let addr = self.operand(v.operand(0))?;
        let dst = self.results(v)?;
        self.load_into(v.ty(), addr, v.alignment(), &dst)
    }

    pub fn store(&mut self, v: Value) -> Lowered {
        let (val, addr) = (self.operands(v.operand(0))?, self.operand(v.operand(1))?);
        self.store_from(v.operand(0).ty(), addr, v.alignment(), &val)
    }

    /// Reads a value of type `t`, piece by piece.
    pub fn load_into(&mut self, t: Ty, addr: Opnd, align: u32, dst: &[Reg]) -> Lowered {
        if let ([dst], Some(_)) = (dst, self.cx.layout.scalar(t)) {
            self.emit(Inst::Load { dst: *dst, addr, align: align.max(1) });
            return Ok(());
        }
        let shape = self.cx.layout.shape(t)?;
        let mut at = 0;
        for p in &shape.pieces {
            let addr = self.offset(addr, p.offset as i64);
            let part = &dst[at..at + p.count as usize];
            at += part.len();
            let align = align_at(align, p);
            if let [dst] = part {
                self.emit(Inst::Load { dst: *dst, addr, align });
                continue;
            }
            let whole = self.f.new_reg(Type::Bits(self.cx.program.width(p.ty) * p.count));
            self.emit(Inst::Load { dst: whole, addr, align });
            self.cut(whole.into(), part);
        }
        Ok(())
    }

    /// Writes a value of type `t`, piece by piece.
    pub fn store_from(&mut self, t: Ty, addr: Opnd, align: u32, val: &[Opnd]) -> Lowered {
        if let ([val], Some(_)) = (val, self.cx.layout.scalar(t)) {
            self.emit(Inst::Store { addr, val: *val, align: align.max(1) });
            return Ok(());
        }
        let shape = self.cx.layout.shape(t)?;
        let mut at = 0;
        for p in &shape.pieces {
            let addr = self.offset(addr, p.offset as i64);
            let part = &val[at..at + p.count as usize];
            at += part.len();
            let val = if let [one] = part { *one } else { self.join(part) };
            self.emit(Inst::Store { addr, val, align: align_at(align, p) });
        }
        Ok(())
    }

    /// Load, compute, store; the result is the old value.
    pub fn atomic_update(&mut self, v: Value) -> Lowered {
        let (addr, val) = (self.operand(v.operand(0))?, self.operands(v.operand(1))?);
        let dst = self.results(v)?;
        // SAFETY: only `atomicrmw` comes here.
        let op = unsafe { LLVMGetAtomicRMWBinOp(v.0) };
        self.load_into(v.ty(), addr, v.alignment(), &dst)?;
        let mut new = super::function::Scalars::new();
        for (old, val) in dst.iter().zip(val) {
            new.push(self.updated(op, v.ty(), Opnd::reg(*old), val)?);
        }
        self.store_from(v.ty(), addr, v.alignment(), &new)
    }

    fn updated(&mut self, op: LLVMAtomicRMWBinOp, t: Ty, old: Opnd, val: Opnd) -> Result<Opnd, String> {
        use LLVMAtomicRMWBinOp::*;
        let w = self.width(old);
        Ok(match op {
            LLVMAtomicRMWBinOpXchg => val,
            LLVMAtomicRMWBinOpAdd => self.bin(BinOp::Add, old, val),
            LLVMAtomicRMWBinOpSub => self.bin(BinOp::Sub, old, val),
            LLVMAtomicRMWBinOpAnd => self.bin(BinOp::And, old, val),
            LLVMAtomicRMWBinOpOr => self.bin(BinOp::Or, old, val),
            LLVMAtomicRMWBinOpXor => self.bin(BinOp::Xor, old, val),
            LLVMAtomicRMWBinOpNand => {
                let both = self.bin(BinOp::And, old, val);
                let ones = self.ones(w);
                self.bin(BinOp::Xor, both, ones)
            }
            LLVMAtomicRMWBinOpMax => self.pick(CmpOp::Sgt, old, val),
            LLVMAtomicRMWBinOpMin => self.pick(CmpOp::Slt, old, val),
            LLVMAtomicRMWBinOpUMax => self.pick(CmpOp::Ugt, old, val),
            LLVMAtomicRMWBinOpUMin => self.pick(CmpOp::Ult, old, val),
            LLVMAtomicRMWBinOpUIncWrap => {
                let (one, zero) = (self.bits(w, 1), self.bits(w, 0));
                let next = self.bin(BinOp::Add, old, one);
                let wrap = self.cmp(CmpOp::Uge, old, val);
                self.choose(wrap, zero, next)
            }
            LLVMAtomicRMWBinOpUDecWrap => {
                let (one, zero) = (self.bits(w, 1), self.bits(w, 0));
                let next = self.bin(BinOp::Sub, old, one);
                let (is_zero, above) = (self.cmp(CmpOp::Eq, old, zero), self.cmp(CmpOp::Ugt, old, val));
                let wrap = self.bin(BinOp::Or, is_zero, above);
                self.choose(wrap, val, next)
            }
            LLVMAtomicRMWBinOpUSubCond | LLVMAtomicRMWBinOpUSubSat => {
                let less = self.bin(BinOp::Sub, old, val);
                let enough = self.cmp(CmpOp::Uge, old, val);
                let zero = self.bits(w, 0);
                let els = if op == LLVMAtomicRMWBinOpUSubCond { old } else { zero };
                self.choose(enough, less, els)
            }
            LLVMAtomicRMWBinOpFAdd | LLVMAtomicRMWBinOpFSub | LLVMAtomicRMWBinOpFMax | LLVMAtomicRMWBinOpFMin => {
                let kind = super::float::float_of(t)?;
                let op = match op {
                    LLVMAtomicRMWBinOpFAdd => FBinOp::Add,
                    LLVMAtomicRMWBinOpFSub => FBinOp::Sub,
                    LLVMAtomicRMWBinOpFMax => FBinOp::MaxNum,
                    _ => FBinOp::MinNum,
                };
                match op {
                    FBinOp::MinNum | FBinOp::MaxNum => self.fmin_or_fmax(op, kind, old, val),
                    _ => self.fbin(op, kind, old, val),
                }
            }
            _ => return Err("an atomic update of an unknown kind".into()),
        })
    }

    /// Load, compare, store the new or the old value; results are the old value and whether it was as expected.
    pub fn compare_exchange(&mut self, v: Value) -> Lowered {
        let addr = self.operand(v.operand(0))?;
        let (expected, new) = (self.operand(v.operand(1))?, self.operand(v.operand(2))?);
        let t = v.operand(1).ty();
        let dst = self.results(v)?;
        let [old, success] = dst[..] else { return Err("an atomic exchange of several values".into()) };
        self.load_into(t, addr, v.alignment(), &[old])?;
        self.emit(Inst::Cmp { op: CmpOp::Eq, dst: success, a: old.into(), b: expected });
        let stored = self.choose(success.into(), new, old.into());
        self.store_from(t, addr, v.alignment(), &[stored])
    }
}

fn align_at(align: u32, p: &Piece) -> u32 {
    let by_offset = if p.offset == 0 { u32::MAX } else { 1u32 << p.offset.trailing_zeros().min(30) };
    align.max(1).min(by_offset)
}
