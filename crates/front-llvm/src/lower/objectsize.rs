//! What code generation knows of values without running anything: `llvm.is.constant` and `llvm.objectsize`.

use super::function::{FunctionLowerer, Lowered};
use crate::llvm::{Opcode, Value, ValueKind};
use homing_ir::Opnd;

/// How far chains of pointers are followed.
const MAX_DEPTH: u32 = 100;

/// A constant that is written out, or made of such.
pub(super) fn is_manifest(v: Value) -> bool {
    use ValueKind::*;
    match v.kind() {
        LLVMConstantIntValueKind
        | LLVMConstantFPValueKind
        | LLVMConstantPointerNullValueKind
        | LLVMConstantAggregateZeroValueKind
        | LLVMConstantDataArrayValueKind
        | LLVMConstantDataVectorValueKind
        | LLVMUndefValueValueKind
        | LLVMPoisonValueKind => true,
        LLVMConstantArrayValueKind | LLVMConstantStructValueKind | LLVMConstantVectorValueKind | LLVMConstantExprValueKind => {
            (0..v.operand_count()).all(|i| is_manifest(v.operand(i)))
        }
        _ => false,
    }
}

/// An object and a place in it, as far as they are known.
#[derive(Copy, Clone)]
struct Place {
    size: u64,
    offset: i64,
}

impl Place {
    /// Bytes from there to the end; none from outside.
    fn left(self) -> u64 {
        u64::try_from(self.offset).ok().and_then(|o| self.size.checked_sub(o)).unwrap_or(0)
    }
}

impl FunctionLowerer<'_> {
    /// The bytes behind a pointer as code generation finds them; where it finds none, none or all that there can be.
    pub fn object_size(&mut self, v: Value) -> Lowered {
        let [minimum, null_unknown, dynamic] = [1, 2, 3].map(|i| v.operand(i).zext() == 1);
        let unknown = if minimum { 0 } else { u64::MAX };
        if dynamic {
            let w = self.cx.layout.bits(v.ty()) as u32;
            let found = self.bytes_at_run_time(v.operand(0), null_unknown, (w, unknown), MAX_DEPTH)?;
            return self.alias(v, &[found]);
        }
        let found = self.bytes_behind(v.operand(0), minimum, null_unknown, MAX_DEPTH);
        self.number(v, found.unwrap_or(unknown))
    }

    /// The same where code may be made to find them; `unknown`: the result's width, and the number where nothing is known.
    fn bytes_at_run_time(&mut self, p: Value, null_unknown: bool, unknown: (u32, u64), depth: u32) -> Result<Opnd, String> {
        let depth = depth.checked_sub(1).ok_or("the size of an object behind many others")?;
        if p.kind() == ValueKind::LLVMInstructionValueKind && p.is_instruction() {
            if p.opcode() == Opcode::LLVMSelect {
                let cond = self.operand(p.operand(0))?;
                let a = self.bytes_at_run_time(p.operand(1), null_unknown, unknown, depth)?;
                let b = self.bytes_at_run_time(p.operand(2), null_unknown, unknown, depth)?;
                return Ok(self.choose(cond, a, b));
            }
            let found = self.place(p, (false, null_unknown), depth);
            if found.is_none()
                && matches!(p.opcode(), Opcode::LLVMGetElementPtr | Opcode::LLVMAlloca | Opcode::LLVMCall | Opcode::LLVMPHI)
            {
                return Err("the size of an object that depends on the run".into());
            }
        }
        let found = self.place(p, (false, null_unknown), depth).map(Place::left);
        Ok(self.bits(unknown.0, found.unwrap_or(unknown.1)))
    }

    fn bytes_behind(&mut self, p: Value, minimum: bool, null_unknown: bool, depth: u32) -> Option<u64> {
        let depth = depth.checked_sub(1)?;
        if p.kind() == ValueKind::LLVMInstructionValueKind && p.is_instruction() && p.opcode() == Opcode::LLVMSelect {
            let mut side = |i| self.bytes_behind(p.operand(i), minimum, null_unknown, depth);
            let (a, b) = (side(1)?, side(2)?);
            return Some(if minimum { a.min(b) } else { a.max(b) });
        }
        self.place(p, (minimum, null_unknown), depth).map(Place::left)
    }

    fn place(&mut self, p: Value, how: (bool, bool), depth: u32) -> Option<Place> {
        use ValueKind::*;
        let depth = depth.checked_sub(1)?;
        match p.kind() {
            LLVMConstantPointerNullValueKind if !how.1 => Some(Place { size: 0, offset: 0 }),
            LLVMGlobalAliasValueKind => self.place(super::resolve_alias(p), how, depth),
            LLVMGlobalVariableValueKind => {
                let linkage = p.linkage();
                // Another definition is as large at least.
                let at_least = how.0 && linkage != llvm_sys::LLVMLinkage::LLVMExternalWeakLinkage;
                let settled = at_least || !p.is_declaration() && is_definitive(linkage);
                settled.then(|| Place { size: self.cx.layout.size(p.value_type()), offset: 0 })
            }
            LLVMConstantExprValueKind => self.moved(p, how, depth),
            LLVMInstructionValueKind if p.is_instruction() => self.moved(p, how, depth),
            _ => None,
        }
    }

    /// What an instruction or a constant expression makes of a pointer; `how`: is the minimum asked for, and is null unknown?
    fn moved(&mut self, p: Value, how: (bool, bool), depth: u32) -> Option<Place> {
        match p.opcode() {
            Opcode::LLVMGetElementPtr => {
                let base = self.place(p.operand(0), how, depth)?;
                let offset = self.cx.constant_offset(p)?;
                Some(Place { size: base.size, offset: base.offset.checked_add(offset)? })
            }
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => self.place(p.operand(0), how, depth),
            Opcode::LLVMAlloca => {
                let each = self.cx.layout.size(p.allocated_type());
                Some(Place { size: each.checked_mul(literal(p.operand(0))?)?, offset: 0 })
            }
            Opcode::LLVMCall => {
                let callee = super::resolve_alias(p.callee());
                let (at, kind) = (llvm_sys::LLVMAttributeFunctionIndex, self.cx.attributes.allocsize);
                let function = callee.kind() == ValueKind::LLVMFunctionValueKind;
                let of_callee = || function.then(|| callee.attribute(at, kind)).flatten();
                let packed = p.call_attribute(at, kind).or_else(of_callee)?.number();
                // The numbers of the parameters for a size and, unless there is none, for a count.
                let (each, count) = ((packed >> 32) as u32, packed as u32);
                let size = literal(p.operand(each))?;
                let size = if count == u32::MAX { size } else { size.checked_mul(literal(p.operand(count))?)? };
                Some(Place { size, offset: 0 })
            }
            _ => None,
        }
    }
}

fn literal(v: Value) -> Option<u64> {
    (v.kind() == ValueKind::LLVMConstantIntValueKind).then(|| v.zext())
}

/// No other definition can take its place.
fn is_definitive(linkage: llvm_sys::LLVMLinkage) -> bool {
    use llvm_sys::LLVMLinkage::*;
    matches!(
        linkage,
        LLVMExternalLinkage
            | LLVMInternalLinkage
            | LLVMPrivateLinkage
            | LLVMLinkOnceODRLinkage
            | LLVMWeakODRLinkage
            | LLVMAvailableExternallyLinkage
    )
}
