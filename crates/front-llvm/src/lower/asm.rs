//! Inline assembly: only what does nothing.

use super::function::{FunctionLowerer, Lowered};
use crate::llvm::{Value, text};
use homing_ir::*;
use llvm_sys::core::*;

impl FunctionLowerer<'_> {
    /// Empty assembly is a compiler barrier; its outputs are the inputs tied to them.
    pub fn inline_asm(&mut self, v: Value, asm: Value) -> Lowered {
        let (mut n, mut m) = (0, 0);
        // SAFETY: `asm` is an inline assembly value.
        let (code, constraints) = unsafe {
            let code = LLVMGetInlineAsmAsmString(asm.0, &mut n);
            let constraints = LLVMGetInlineAsmConstraintString(asm.0, &mut m);
            (text(code, n), text(constraints, m))
        };
        let refuse = || format!("inline assembly `{}`", code.trim());
        if !code.trim().is_empty() {
            return Err(refuse());
        }
        let operands: Vec<&str> = constraints.split(',').filter(|c| !c.is_empty() && !c.starts_with('~')).collect();
        let (outputs, inputs): (Vec<&str>, Vec<&str>) = operands.into_iter().partition(|c| c.starts_with('='));
        if outputs.iter().any(|c| c.contains('*')) {
            return Err(refuse());
        }
        let mut results: Vec<Option<Opnd>> = vec![None; outputs.len()];
        for (i, c) in inputs.iter().enumerate() {
            if let Some(slot) = c.parse::<usize>().ok().and_then(|tied| results.get_mut(tied)) {
                *slot = Some(self.operand(v.operand(i as u32))?);
            }
        }
        let results: Option<Vec<Opnd>> = results.into_iter().collect();
        self.alias(v, &results.ok_or_else(refuse)?)
    }
}
