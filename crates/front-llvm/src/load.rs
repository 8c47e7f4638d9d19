//! Reading and linking modules.

use crate::LoadError;
use crate::llvm::message;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout, LLVMPointerSize};
use llvm_sys::{LLVMDiagnosticSeverity, error_handling::LLVMInstallFatalErrorHandler};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::path::{Path, PathBuf};
use std::sync::{Once, OnceLock};

/// An LLVM module with the context it lives in. Not `Send`: LLVM contexts belong to one thread.
pub struct Module {
    context: LLVMContextRef,
    module: LLVMModuleRef,
    /// The first file, for messages about the whole program.
    path: PathBuf,
    /// What LLVM has complained about since it was last asked.
    complaints: Box<RefCell<Vec<String>>>,
}

/// Reads `.bc` and `.ll` files and links them in order.
pub fn load(paths: &[PathBuf]) -> Result<Module, LoadError> {
    let Some((first, rest)) = paths.split_first() else { return Err(LoadError::NoFiles) };
    prepare(first)?;
    let mut module = Module::empty(first);
    module.module = module.read(first)?;
    for path in rest {
        module.link(path)?;
    }
    module.verify()?;
    Ok(module)
}

/// What to do when LLVM gives up on the whole process (it then exits): the front end of the tool may report the reason.
/// Only the first call has an effect.
pub fn on_fatal_error(hook: fn(&str)) {
    let _ = FATAL.set(hook);
}

static FATAL: OnceLock<fn(&str)> = OnceLock::new();

extern "C" fn fatal(reason: *const c_char) {
    if let Some(hook) = FATAL.get() {
        // SAFETY: LLVM passes a NUL-terminated string.
        hook(&unsafe { CStr::from_ptr(reason) }.to_string_lossy());
    }
}

extern "C" fn complain(info: LLVMDiagnosticInfoRef, sink: *mut c_void) {
    // SAFETY: `sink` is the `complaints` box of the module whose context calls back, on the same thread.
    unsafe {
        let sink = &*sink.cast::<RefCell<Vec<String>>>();
        if LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError {
            let text = message(LLVMGetDiagInfoDescription(info));
            if let Ok(mut list) = sink.try_borrow_mut() {
                list.push(text);
            }
        }
    }
}

/// Checks the LLVM we run with and installs the last-resort handler, once.
fn prepare(path: &Path) -> Result<(), LoadError> {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| unsafe { LLVMInstallFatalErrorHandler(Some(fatal)) });
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    unsafe { LLVMGetVersion(&mut major, &mut minor, &mut patch) };
    if major != 22 {
        let message = format!("LLVM 22 is needed, but {major}.{minor}.{patch} is installed");
        return Err(LoadError::Unsupported { path: path.into(), message });
    }
    Ok(())
}

impl Module {
    fn empty(path: &Path) -> Module {
        let complaints = Box::new(RefCell::new(Vec::new()));
        // SAFETY: the box outlives the context (see `Drop`).
        let context = unsafe {
            let context = LLVMContextCreate();
            let sink: *const RefCell<Vec<String>> = &*complaints;
            LLVMContextSetDiagnosticHandler(context, Some(complain), sink.cast_mut().cast());
            context
        };
        Module { context, module: std::ptr::null_mut(), path: path.into(), complaints }
    }

    pub(crate) fn raw(&self) -> LLVMModuleRef {
        self.module
    }
    pub(crate) fn context(&self) -> LLVMContextRef {
        self.context
    }

    /// What LLVM said, or `otherwise` if nothing.
    pub(crate) fn complaint(&self, otherwise: String) -> String {
        let said = self.complaints.take();
        if said.is_empty() { otherwise } else { said.join("; ") }
    }

    fn read(&self, path: &Path) -> Result<LLVMModuleRef, LoadError> {
        let mut bytes = std::fs::read(path).map_err(|e| LoadError::Read { path: path.into(), message: e.to_string() })?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(LoadError::parse(path, "the file is empty"));
        }
        let len = bytes.len();
        bytes.push(0);
        self.parse(&bytes[..len], path)
    }

    /// `bytes` is followed by a zero byte (LLVM's text parser relies on it).
    fn parse(&self, bytes: &[u8], path: &Path) -> Result<LLVMModuleRef, LoadError> {
        let name = CString::new(path.to_string_lossy().replace('\0', "?")).unwrap_or_default();
        let (mut module, mut text) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the buffer is only used during the call; `bytes` outlives it.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRange(bytes.as_ptr().cast(), bytes.len(), name.as_ptr(), 0);
            let failed = LLVMParseIRInContext2(self.context, buffer, &mut module, &mut text);
            LLVMDisposeMemoryBuffer(buffer);
            failed != 0
        };
        let text = message(text);
        if failed || module.is_null() {
            let said = self.complaint(text);
            return Err(LoadError::parse(path, said.trim().to_string()));
        }
        Ok(module)
    }

    fn link(&mut self, path: &Path) -> Result<(), LoadError> {
        let other = self.read(path)?;
        // SAFETY: both modules are alive and in one context; linking consumes `other`.
        unsafe {
            if pointer_size(other) != pointer_size(self.module) {
                LLVMDisposeModule(other);
                let message = "one is for a 32-bit machine, the other for a 64-bit one".into();
                return Err(LoadError::Link { path: path.into(), message });
            }
            if LLVMLinkModules2(self.module, other) != 0 {
                let message = self.complaint("LLVM does not say why".into());
                return Err(LoadError::Link { path: path.into(), message });
            }
        }
        Ok(())
    }

    fn verify(&self) -> Result<(), LoadError> {
        let mut text = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module is alive.
        let bad = unsafe { LLVMVerifyModule(self.module, action, &mut text) } != 0;
        let text = message(text);
        if bad {
            let first = text.lines().take(3).collect::<Vec<_>>().join(" ");
            return Err(LoadError::Invalid { path: self.path.clone(), message: first });
        }
        let unsupported = |message: String| LoadError::Unsupported { path: self.path.clone(), message };
        // SAFETY: as above.
        unsafe {
            if LLVMByteOrder(LLVMGetModuleDataLayout(self.module)) != LLVMByteOrdering::LLVMLittleEndian {
                return Err(unsupported("made for a big-endian machine; only little-endian ones are supported".into()));
            }
        }
        match pointer_size(self.module) {
            4 | 8 => Ok(()),
            n => Err(unsupported(format!("made for {}-bit pointers; only 32 and 64 bits are supported", n * 8))),
        }
    }

    /// Parses embedded bitcode into this module's context; the caller owns the result. `bytes` must not be empty.
    pub(crate) fn parse_embedded(&self, bytes: &[u8], name: &str) -> Result<LLVMModuleRef, LoadError> {
        let mut copy = bytes.to_vec();
        copy.push(0);
        self.parse(&copy[..bytes.len()], Path::new(name))
    }

    /// Writes the module as text (`.ll`).
    pub fn write_text(&self, out: &Path) -> Result<(), LoadError> {
        // SAFETY: the module is alive.
        let text = message(unsafe { LLVMPrintModuleToString(self.module) });
        std::fs::write(out, text).map_err(|e| LoadError::Write { path: out.into(), message: e.to_string() })
    }
}

fn pointer_size(m: LLVMModuleRef) -> u32 {
    // SAFETY: the module is alive.
    unsafe { LLVMPointerSize(LLVMGetModuleDataLayout(m)) }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: nothing else refers to them.
        unsafe {
            if !self.module.is_null() {
                LLVMDisposeModule(self.module);
            }
            LLVMContextDispose(self.context);
        }
    }
}
