//! Reading and linking modules.

use crate::LoadError;
use crate::guard::Guard;
use crate::llvm::message;
use crate::lower::find_function;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::debuginfo::LLVMStripModuleDebugInfo;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::support::LLVMParseCommandLineOptions;
use llvm_sys::target::{LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout, LLVMPointerSize};
use llvm_sys::{LLVMDiagnosticSeverity, LLVMLinkage, LLVMVisibility};
use std::cell::RefCell;
use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Once;

/// An LLVM module with the context it lives in. Not `Send`: LLVM contexts belong to one thread.
pub struct Module {
    module: LLVMModuleRef,
    /// The first file, for messages about the whole program.
    path: PathBuf,
    /// After the module: it must live longer.
    context: Rc<Context>,
}

/// A context of LLVM's, shared by a program's module and copies of it.
struct Context {
    raw: LLVMContextRef,
    /// What LLVM has complained about since it was last asked.
    complaints: Box<RefCell<Vec<String>>>,
}

/// Reads `.bc` and `.ll` files and links them in order.
pub fn load(paths: &[PathBuf]) -> Result<Module, LoadError> {
    let Some((first, rest)) = paths.split_first() else { return Err(LoadError::NoFiles) };
    prepare(first)?;
    let _guard = Guard::new(first, rest);
    let mut module = Module::empty(first);
    module.module = module.read(first)?;
    for path in rest {
        module.link(path)?;
    }
    module.verify()?;
    crate::redirect::redirect(module.module);
    Ok(module)
}

/// Loads a program and a caller for one of its functions: a file with a `main` of its own. The program's `main` goes by another name, and
/// the function can be called from outside if it could not before.
pub fn load_with_caller(caller: &Path, program: &[PathBuf], entry: &str, main: &str) -> Result<Module, LoadError> {
    prepare(caller)?;
    let _guard = Guard::new(caller, program);
    let mut module = Module::empty(caller);
    module.module = module.read(caller)?;
    for path in program {
        let other = module.read(path)?;
        if let Some(f) = find_function(other, "main") {
            // SAFETY: `f` is a function of `other`, which is alive.
            unsafe { LLVMSetValueName2(f.0, main.as_ptr().cast(), main.len()) };
        }
        // Another file may have a `static` of that name.
        let is_missing = find_function(module.module, entry).is_some_and(|f| f.is_declaration());
        if let Some(f) = find_function(other, entry).filter(|f| is_missing && !f.is_declaration()) {
            // SAFETY: as above.
            unsafe { LLVMSetLinkage(f.0, LLVMLinkage::LLVMExternalLinkage) };
        }
        module.link_module(other, path)?;
    }
    module.verify()?;
    crate::redirect::redirect(module.module);
    Ok(module)
}

/// Do the bytes begin as bitcode does, with or without a wrapper around it?
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xc0\xde") || bytes.starts_with(b"\xde\xc0\x17\x0b")
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

/// Checks the LLVM we run with, once.
fn prepare(path: &Path) -> Result<(), LoadError> {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: plain out-parameters.
    unsafe { LLVMGetVersion(&mut major, &mut minor, &mut patch) };
    if major != 22 {
        let message = format!("LLVM 22 is needed, but {major}.{minor}.{patch} is installed");
        return Err(LoadError::Unsupported { path: path.into(), message });
    }
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Else every module is verified while it is read, and a broken one ends the process with messages on stderr;
        // `verify` does the same with manners.
        let arguments = [c"homing".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
        // SAFETY: two NUL-terminated strings; the option exists in the version checked above.
        unsafe { LLVMParseCommandLineOptions(2, arguments.as_ptr(), std::ptr::null()) };
    });
    Ok(())
}

impl Module {
    fn empty(path: &Path) -> Module {
        let complaints = Box::new(RefCell::new(Vec::new()));
        // SAFETY: the box outlives the context (see `Drop`).
        let raw = unsafe {
            let raw = LLVMContextCreate();
            let sink: *const RefCell<Vec<String>> = &*complaints;
            LLVMContextSetDiagnosticHandler(raw, Some(complain), sink.cast_mut().cast());
            raw
        };
        Module { context: Rc::new(Context { raw, complaints }), module: std::ptr::null_mut(), path: path.into() }
    }

    /// What is defined elsewhere, and maybe nowhere: a linker that is told to do without must not be told that it is hidden in here.
    pub(crate) fn show_undefined(&self) {
        let all = crate::llvm::functions(self.module).chain(crate::llvm::globals(self.module));
        for v in all.filter(|v| v.is_declaration()) {
            // SAFETY: a declaration of the module, which is alive.
            unsafe { LLVMSetVisibility(v.0, LLVMVisibility::LLVMDefaultVisibility) };
        }
    }

    /// A second module with the same contents, in the same context.
    pub(crate) fn copy(&self) -> Module {
        // SAFETY: the module is alive.
        let module = unsafe { LLVMCloneModule(self.module) };
        Module { module, path: self.path.clone(), context: self.context.clone() }
    }

    pub(crate) fn raw(&self) -> LLVMModuleRef {
        self.module
    }
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
    pub(crate) fn context(&self) -> LLVMContextRef {
        self.context.raw
    }

    /// What LLVM said, or `otherwise` if nothing.
    pub(crate) fn complaint(&self, otherwise: String) -> String {
        let said = self.context.complaints.take();
        if said.is_empty() { otherwise } else { said.join("; ") }
    }

    fn read(&self, path: &Path) -> Result<LLVMModuleRef, LoadError> {
        let _guard = Guard::new(path, &[]);
        let mut bytes = std::fs::read(path).map_err(|e| LoadError::Read { path: path.into(), message: e.to_string() })?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(LoadError::parse(path, "the file is empty"));
        }
        // LLVM's text parser would stop at the first zero byte and be content.
        if !is_bitcode(&bytes) && bytes.contains(&0) {
            return Err(LoadError::parse(path, "neither bitcode nor text"));
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
            let failed = LLVMParseIRInContext2(self.context.raw, buffer, &mut module, &mut text);
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

    pub(crate) fn link(&mut self, path: &Path) -> Result<(), LoadError> {
        let other = self.read(path)?;
        self.link_module(other, path)
    }

    fn link_module(&mut self, other: LLVMModuleRef, path: &Path) -> Result<(), LoadError> {
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

    /// Bits of a pointer: 32 or 64.
    pub fn ptr_bits(&self) -> u32 {
        8 * pointer_size(self.module)
    }

    /// LLVM's own rules, and ours about the machine.
    fn verify(&self) -> Result<(), LoadError> {
        if let Err(why) = self.check() {
            // Debug information that breaks the rules is dropped, as LLVM's own tools do.
            // SAFETY: the module is alive.
            unsafe { LLVMStripModuleDebugInfo(self.module) };
            if self.check().is_err() {
                let message = why.lines().take(3).collect::<Vec<_>>().join(" ");
                return Err(LoadError::Invalid { path: self.path.clone(), message });
            }
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

    fn check(&self) -> Result<(), String> {
        let mut text = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module is alive.
        let bad = unsafe { LLVMVerifyModule(self.module, action, &mut text) } != 0;
        let text = message(text);
        if bad { Err(text) } else { Ok(()) }
    }

    /// Parses embedded bitcode into this module's context; the caller owns the result. `bytes` must not be empty.
    pub(crate) fn parse_embedded(&self, bytes: &[u8], name: &str) -> Result<LLVMModuleRef, LoadError> {
        let mut copy = bytes.to_vec();
        copy.push(0);
        self.parse(&copy[..bytes.len()], Path::new(name))
    }

    /// The module as text (`.ll`).
    pub fn text(&self) -> String {
        // SAFETY: the module is alive.
        message(unsafe { LLVMPrintModuleToString(self.module) })
    }

    /// Writes the module as text (`.ll`).
    pub fn write_text(&self, out: &Path) -> Result<(), LoadError> {
        std::fs::write(out, self.text()).map_err(|e| LoadError::Write { path: out.into(), message: e.to_string() })
    }

    /// Writes the module as bitcode.
    pub fn write_bitcode(&self, out: &Path) -> Result<(), LoadError> {
        // SAFETY: the module is alive; the buffer is read before it is freed.
        let written = unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.module);
            let bytes = std::slice::from_raw_parts(LLVMGetBufferStart(buffer).cast::<u8>(), LLVMGetBufferSize(buffer));
            let written = std::fs::write(out, bytes);
            LLVMDisposeMemoryBuffer(buffer);
            written
        };
        written.map_err(|e| LoadError::Write { path: out.into(), message: e.to_string() })
    }
}

fn pointer_size(m: LLVMModuleRef) -> u32 {
    // SAFETY: the module is alive.
    unsafe { LLVMPointerSize(LLVMGetModuleDataLayout(m)) }
}

impl Drop for Module {
    fn drop(&mut self) {
        if !self.module.is_null() {
            // SAFETY: nothing else refers to it.
            unsafe { LLVMDisposeModule(self.module) };
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the modules in it are gone.
        unsafe { LLVMContextDispose(self.raw) };
    }
}
