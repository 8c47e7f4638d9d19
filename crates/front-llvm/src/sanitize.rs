//! Bitcode that a compiler instruments with AddressSanitizer: where a program comes as bitcode, its functions do not ask for it.

use std::path::Path;

use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::core::*;

use crate::{LoadError, Module, llvm};

impl Module {
    /// Writes bitcode in which every function asks to be instrumented. The module stays as it is.
    pub fn write_sanitized(&self, out: &Path) -> Result<(), LoadError> {
        let copy = self.copy();
        copy.show_undefined();
        let name = "sanitize_address";
        // SAFETY: the copy is alive; the attribute belongs to its context.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(copy.context(), kind, 0);
            for f in llvm::functions(copy.raw()).filter(|f| !f.is_declaration()) {
                LLVMAddAttributeAtIndex(f.0, LLVMAttributeFunctionIndex, attribute);
            }
        }
        copy.write_bitcode(out)
    }
}
