//! What a program's native link needs, kept in its module.

use crate::Module;
use crate::llvm::text;
use llvm_sys::core::*;

/// The named metadata that holds them: one node for each argument. Linking modules puts the lists together.
const NAME: &std::ffi::CStr = c"homing.link";

impl Module {
    /// Adds arguments (`-lm`, `-L/opt/lib`, `/opt/lib/x.a`) to those that a native link of the program needs.
    pub fn add_link_arguments(&mut self, arguments: &[String]) {
        for a in arguments {
            // SAFETY: module and context are alive; the string is copied.
            unsafe {
                let mut string = LLVMMDStringInContext2(self.context(), a.as_ptr().cast(), a.len());
                let node = LLVMMDNodeInContext2(self.context(), &mut string, 1);
                LLVMAddNamedMetadataOperand(self.raw(), NAME.as_ptr(), LLVMMetadataAsValue(self.context(), node));
            }
        }
    }

    /// The arguments that a native link of the program needs, in order.
    pub fn link_arguments(&self) -> Vec<String> {
        // SAFETY: the module is alive; the operands are asked for as many as there are. What is not of our form is left out.
        unsafe {
            let count = LLVMGetNamedMetadataNumOperands(self.raw(), NAME.as_ptr());
            let mut nodes = vec![std::ptr::null_mut(); count as usize];
            LLVMGetNamedMetadataOperands(self.raw(), NAME.as_ptr(), nodes.as_mut_ptr());
            let string = |node| {
                if LLVMGetMDNodeNumOperands(node) != 1 {
                    return None;
                }
                let mut operand = std::ptr::null_mut();
                LLVMGetMDNodeOperands(node, &mut operand);
                let mut len = 0;
                let p = if operand.is_null() { std::ptr::null() } else { LLVMGetMDString(operand, &mut len) };
                (!p.is_null()).then(|| text(p, len as usize))
            };
            nodes.into_iter().filter_map(string).collect()
        }
    }
}
