//! Vector element access, on scalars.

use super::function::{FunctionLowerer, Scalars};
use crate::llvm::{Value, ValueKind};
use homing_ir::*;
use llvm_sys::core::*;
use smallvec::smallvec;

impl FunctionLowerer<'_> {
    pub fn extract_element(&mut self, v: Value, dst: &[Reg]) -> Result<Option<Scalars>, String> {
        let (all, index) = (self.operands(v.operand(0))?, v.operand(1));
        if index.kind() == ValueKind::LLVMConstantIntValueKind
            && let Some(one) = all.get(index.zext() as usize)
        {
            return Ok(Some(smallvec![*one]));
        }
        let index = self.index_within(index, all.len())?;
        let mut found = all[0];
        for (i, e) in all.iter().enumerate().skip(1) {
            let here = self.at_index(index, i);
            found = self.choose(here, *e, found);
        }
        let [dst] = dst else { return Err("an element of a vector of vectors".into()) };
        self.emit(Inst::Copy { dst: *dst, a: found });
        Ok(None)
    }

    pub fn insert_element(&mut self, v: Value, dst: &[Reg]) -> Result<Option<Scalars>, String> {
        let (mut all, new) = (self.operands(v.operand(0))?, self.operand(v.operand(1))?);
        let index = v.operand(2);
        if index.kind() == ValueKind::LLVMConstantIntValueKind
            && let Some(e) = all.get_mut(index.zext() as usize)
        {
            *e = new;
            return Ok(Some(all));
        }
        let index = self.index_within(index, all.len())?;
        for (i, (&dst, old)) in dst.iter().zip(all).enumerate() {
            let cond = self.at_index(index, i);
            self.emit(Inst::Select { dst, cond, a: new, b: old });
        }
        Ok(None)
    }

    /// An index that must be less than the number of elements.
    fn index_within(&mut self, index: Value, len: usize) -> Result<Opnd, String> {
        let index = self.operand(index)?;
        let w = self.width(index);
        if w >= 64 || len as u64 >> w == 0 {
            let len = self.bits(w, len as u64);
            let ok = self.cmp(CmpOp::Ult, index, len);
            let what = self.cx.string("the index is outside of the vector");
            self.emit(Inst::Require { ok, kind: ErrorKind::OutOfBounds, what });
        }
        Ok(index)
    }

    fn at_index(&mut self, index: Opnd, i: usize) -> Opnd {
        let i = self.bits(self.width(index), i as u64);
        self.cmp(CmpOp::Eq, index, i)
    }

    pub fn shuffle(&mut self, v: Value) -> Result<Scalars, String> {
        let (a, b) = (self.operands(v.operand(0))?, self.operands(v.operand(1))?);
        let element = self.type_of(a[0]);
        let mut out = Scalars::new();
        // SAFETY: `v` is a shuffle, and the index is below the number of elements.
        let mask = unsafe { (0..LLVMGetNumMaskElements(v.0)).map(|i| LLVMGetMaskValue(v.0, i)).collect::<Vec<_>>() };
        for from in mask {
            out.push(match usize::try_from(from) {
                Ok(from) if from < a.len() => a[from],
                Ok(from) => b[from - a.len()],
                Err(_) => {
                    let dst = self.f.new_reg(element);
                    self.emit(Inst::Undef { dst });
                    dst.into()
                }
            });
        }
        Ok(out)
    }
}
