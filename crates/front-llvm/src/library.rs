//! The small C library: functions that programs use without bringing a libc. Its source is in `library/`.

use crate::{LoadError, Module, llvm};
use llvm_sys::core::LLVMDisposeModule;
use llvm_sys::prelude::LLVMModuleRef;
use rustc_hash::FxHashSet;

const LIBRARY_64: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library64.bc"));
const LIBRARY_32: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library32.bc"));

/// The library, parsed into the context of a program's module.
pub(crate) struct Library(LLVMModuleRef);

impl Library {
    /// The one for the program's data model.
    pub fn open(program: &Module, ptr_bits: u32) -> Result<Library, LoadError> {
        let bytes = if ptr_bits == 32 { LIBRARY_32 } else { LIBRARY_64 };
        program.parse_embedded(bytes, "the small C library").map(Library)
    }

    pub fn raw(&self) -> LLVMModuleRef {
        self.0
    }
}

/// Names of the functions in the library for the program's data model.
pub(crate) fn names(program: &Module) -> Result<FxHashSet<String>, LoadError> {
    let library = Library::open(program, program.ptr_bits())?;
    Ok(llvm::functions(library.raw()).filter(|f| !f.is_declaration()).map(|f| f.name()).collect())
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: nothing refers to it any more; the context is older.
        unsafe { LLVMDisposeModule(self.0) }
    }
}
