//! `klee_alias_function("f", "g")`: from then on calls of `f` go to `g`.
//!
//! Done in the module itself, so that every engine and the native program do the same: calls of `f` go through a variable that holds
//! `f` at first, and the call of `klee_alias_function` stores `g` in it. Calls with other than constant names stay as they are, and
//! are told as not supported when a run comes to them.

use std::ffi::CString;

use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::*;

use crate::llvm::{self, Opcode, Value, ValueKind};

/// Rewrites the calls of a module.
pub(crate) fn redirect(m: LLVMModuleRef) {
    // SAFETY: a NUL-terminated name, in a module that is alive.
    let known = unsafe { LLVMGetNamedFunction(m, c"klee_alias_function".as_ptr()) };
    if known.is_null() || !Value(known).is_declaration() {
        return;
    }
    for call in calls_of(m, Value(known)) {
        let (Some(from), Some(to)) = (named(m, call.operand(0)), named(m, call.operand(1))) else { continue };
        // SAFETY: all of it belongs to the module; the call gives no result, so nothing uses it.
        unsafe {
            let variable = variable(m, from);
            let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
            LLVMPositionBuilderBefore(builder, call.0);
            copy_place(call, Value(LLVMBuildStore(builder, to.0, variable.0)));
            LLVMDisposeBuilder(builder);
            LLVMInstructionEraseFromParent(call.0);
        }
    }
}

/// The variable that holds where calls of the function go; made, and the calls changed, when it is first asked for.
fn variable(m: LLVMModuleRef, f: Value) -> Value {
    let name = CString::new(format!("homing.alias.{}", f.name())).unwrap_or_default();
    // SAFETY: all of it belongs to the module, which is alive.
    unsafe {
        let known = LLVMGetNamedGlobal(m, name.as_ptr());
        if !known.is_null() {
            return Value(known);
        }
        let pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0);
        let calls = calls_of(m, f);
        let variable = LLVMAddGlobal(m, pointer, name.as_ptr());
        LLVMSetInitializer(variable, f.0);
        LLVMSetLinkage(variable, LLVMLinkage::LLVMInternalLinkage);
        let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
        for call in calls {
            LLVMPositionBuilderBefore(builder, call.0);
            let target = LLVMBuildLoad2(builder, pointer, variable, c"".as_ptr());
            copy_place(call, Value(target));
            // The callee is the last operand.
            LLVMSetOperand(call.0, call.operand_count() - 1, target);
        }
        LLVMDisposeBuilder(builder);
        Value(variable)
    }
}

/// The function whose name a constant string holds.
fn named(m: LLVMModuleRef, v: Value) -> Option<Value> {
    // SAFETY: the value belongs to a module that is alive; the text is only looked at here.
    unsafe {
        let global = Value(LLVMIsAGlobalVariable(v.0)).some()?;
        let text = Value(LLVMGetInitializer(global.0)).some()?;
        if LLVMIsConstantString(text.0) == 0 {
            return None;
        }
        let mut len = 0;
        let bytes = LLVMGetAsString(text.0, &mut len);
        let name = llvm::text(bytes, len);
        crate::lower::find_function(m, name.trim_end_matches('\0'))
    }
}

fn calls_of(m: LLVMModuleRef, f: Value) -> Vec<Value> {
    let is_call = |v: &Value| matches!(v.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
    let callee = |v: &Value| v.callee();
    let all = llvm::functions(m).flat_map(|f| f.blocks()).flat_map(|b| b.instructions());
    all.filter(|v| is_call(v) && callee(v).kind() == ValueKind::LLVMFunctionValueKind && callee(v) == f).collect()
}

fn copy_place(from: Value, to: Value) {
    // SAFETY: both are instructions.
    unsafe {
        let loc = LLVMInstructionGetDebugLoc(from.0);
        if !loc.is_null() {
            LLVMInstructionSetDebugLoc(to.0, loc);
        }
    }
}
