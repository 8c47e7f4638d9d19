//! Archives of bitcode (a C library) and how a program is linked against one: only the members it needs, as a static linker does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use homing_ir::Origin;
use llvm_sys::core::*;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMLinkage, LLVMUnnamedAddr};
use object::read::archive::ArchiveFile;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::llvm::{self, Value};
use crate::lower::is_instruction;
use crate::{LoadError, Module};

/// The function in the archive that is always linked: the glue between library and model.
const GLUE: &str = "__homing_glue";
/// What the start-up code calls once the library is ready; lowering gives it its body.
pub(crate) const CONSTRUCTORS: &str = "__homing_constructors";

/// What the start-up code of the C library sets: environment, auxiliary values, the program's name.
const PROCESS: [&str; 6] = ["__libc", "__environ", "__hwcap", "__sysinfo", "__progname", "__progname_full"];

/// An archive of bitcode files with its table of symbols.
pub struct Archive {
    path: PathBuf,
    bytes: Vec<u8>,
    /// Where each symbol's member is: start and length within the file.
    members: FxHashMap<String, (usize, usize)>,
}

/// What a program runs in: a library, the model of the kernel below it, and the data that the model reads.
pub struct Surroundings<'a> {
    pub archive: &'a Archive,
    /// Bitcode of the model.
    pub kernel: &'a [u8],
    /// Data as (name, bytes): constants that the model refers to, each with its length in `NAME_size`.
    pub data: &'a [(&'a str, &'a [u8])],
    /// A program without a `main` gets one that does nothing, for what the library does before it.
    pub main: bool,
}

impl Archive {
    pub fn open(path: &Path) -> Result<Archive, LoadError> {
        let bytes = std::fs::read(path).map_err(|e| LoadError::Read { path: path.into(), message: e.to_string() })?;
        let wrong = |message: String| LoadError::Archive { path: path.into(), message };
        let mut members = FxHashMap::default();
        {
            let file = ArchiveFile::parse(&*bytes).map_err(|e| wrong(e.to_string()))?;
            let symbols = file.symbols().map_err(|e| wrong(e.to_string()))?;
            for symbol in symbols.ok_or_else(|| wrong("it has no table of symbols".into()))? {
                let symbol = symbol.map_err(|e| wrong(e.to_string()))?;
                let member = file.member(symbol.offset()).map_err(|e| wrong(e.to_string()))?;
                let (start, len) = member.file_range();
                let name = String::from_utf8_lossy(symbol.name()).into_owned();
                members.entry(name).or_insert((start as usize, len as usize));
            }
        }
        Ok(Archive { path: path.into(), bytes, members })
    }

    pub fn defines(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    fn member(&self, name: &str) -> Option<(usize, &[u8])> {
        let &(start, len) = self.members.get(name)?;
        Some((start, self.bytes.get(start..start + len)?))
    }
}

/// Is a function the engine's own, even where a library has it: blocks, jumps, bulk memory, inputs, the end?
fn stays(name: &str) -> bool {
    is_instruction(name) || homing_ir::builtin(name).is_some_and(|b| !b.is_libc(name))
}

impl Module {
    /// Weak references that native runs will find defined become plain ones; the others are null.
    pub fn bind_weak(&self, has: &dyn Fn(&str) -> bool) {
        for v in llvm::functions(self.raw()).chain(llvm::globals(self.raw())) {
            if v.linkage() == LLVMLinkage::LLVMExternalWeakLinkage && v.is_declaration() && has(&v.name()) {
                // SAFETY: a declaration of this module, which is alive.
                unsafe { LLVMSetLinkage(v.0, LLVMLinkage::LLVMExternalLinkage) };
            }
        }
    }

    /// Functions that the program leaves undefined, that neither the engine nor the small library has, and that the archive has.
    pub fn wants(&self, archive: &Archive) -> Result<Vec<String>, LoadError> {
        let small = crate::library::names(self)?;
        let known = |n: &str| is_instruction(n) || homing_ir::builtin(n).is_some() || small.contains(n);
        Ok(undefined(self.raw()).into_iter().filter(|n| !known(n) && archive.defines(n)).collect())
    }

    /// The program linked with members of the archive that need no system call, and nothing else; `None` if that is not enough.
    pub fn with_pure(&self, archive: &Archive) -> Result<Option<Module>, LoadError> {
        let linked = self.copy();
        // What prints is taken from the small library, which needs no streams.
        let prints = homing_ir::prints;
        let owned = |n: &str| is_instruction(n) || homing_ir::builtin(n).is_some() || prints(n);
        let members = linked.closure(archive, None, &[], &owned)?;
        // `sprintf` and others print into memory by what prints to streams, which has no effect there.
        // What a process is given at its start is not there without one.
        let started = |n: &str| PROCESS.contains(&n);
        let kernel = |n: &str| n.starts_with("__homing_") && homing_ir::builtin(n).is_none_or(|b| !b.needs_nothing());
        let border = |m: &LLVMModuleRef| {
            undefined(*m).iter().any(|n| kernel(n) || prints(n) || started(n)) || defined(*m).iter().any(|v| started(&v.name()))
        };
        if members.iter().any(border) {
            // SAFETY: nothing else refers to them.
            members.into_iter().for_each(|m| unsafe { LLVMDisposeModule(m) });
            return Ok(None);
        }
        linked.link_all(members, &archive.path)?;
        Ok(Some(linked))
    }

    /// The program linked with what it needs of the library, the model and the data. This module stays as it is.
    pub fn surrounded(&self, s: &Surroundings<'_>) -> Result<Module, LoadError> {
        let linked = self.copy();
        for (name, bytes) in s.data {
            linked.add_data(name, bytes);
        }
        if s.main {
            linked.add_main();
        }
        let kernel = linked.parse_embedded(s.kernel, "the model of the kernel")?;
        mark_all(kernel, Origin::Model);
        let mut members = linked.closure(s.archive, Some(kernel), &[GLUE, "__libc_start_main", "atexit"], &stays)?;
        members.insert(0, kernel);
        linked.link_all(members, &s.archive.path)?;
        Ok(linked)
    }

    /// The members that this module, one more and these names need, parsed, in a fixed order.
    fn closure(
        &self,
        archive: &Archive,
        more: Option<LLVMModuleRef>,
        roots: &[&str],
        owned: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<LLVMModuleRef>, LoadError> {
        let first = || std::iter::once(self.raw()).chain(more);
        let mut have: FxHashSet<String> = first().flat_map(defined).map(|v| v.name()).collect();
        let mut wanted: BTreeSet<String> = first().flat_map(undefined).collect();
        wanted.extend(roots.iter().map(|r| r.to_string()));
        let mut members = BTreeMap::new();
        while let Some(name) = wanted.pop_first() {
            if have.contains(&name) || owned(&name) {
                continue;
            }
            let Some((start, bytes)) = archive.member(&name) else { continue };
            if members.contains_key(&start) {
                continue;
            }
            let member = self.parse_embedded(bytes, &format!("{} ({name})", archive.path.display()))?;
            have.extend(defined(member).into_iter().map(|v| v.name()));
            wanted.extend(undefined(member));
            mark_all(member, Origin::Library);
            members.insert(start, member);
        }
        Ok(members.into_values().collect())
    }

    /// Links modules into this one. What the program defines itself goes before what a library defines. Linking costs as much as the module
    /// that is linked into is large: so first neighbours are linked, then pairs of them, and so on.
    fn link_all(&self, mut modules: Vec<LLVMModuleRef>, path: &Path) -> Result<(), LoadError> {
        let mine: FxHashSet<String> = strong(self.raw()).map(|v| v.name()).collect();
        for v in modules.iter().flat_map(|m| strong(*m)).collect::<Vec<_>>() {
            if mine.contains(&v.name()) {
                // SAFETY: the module is alive.
                unsafe { LLVMSetLinkage(v.0, LLVMLinkage::LLVMWeakAnyLinkage) };
            }
        }
        while modules.len() > 1 {
            for pair in modules.chunks(2) {
                if let [to, from] = pair {
                    self.link_into(*to, *from, path)?;
                }
            }
            modules = modules.into_iter().step_by(2).collect();
        }
        modules.into_iter().try_for_each(|m| self.link_into(self.raw(), m, path))
    }

    fn link_into(&self, to: LLVMModuleRef, from: LLVMModuleRef, path: &Path) -> Result<(), LoadError> {
        // SAFETY: both modules are alive and in one context; linking consumes `from`.
        if unsafe { LLVMLinkModules2(to, from) } != 0 {
            let message = self.complaint("LLVM does not say why".into());
            return Err(LoadError::Link { path: path.into(), message });
        }
        Ok(())
    }

    /// Defines a constant and its length.
    fn add_data(&self, name: &str, bytes: &[u8]) {
        let (m, cx) = (self.raw(), self.context());
        let define = |name: &str, value: LLVMValueRef| {
            let name = std::ffi::CString::new(name).unwrap_or_default();
            // SAFETY: the module and the value belong to one context.
            unsafe {
                let g = LLVMAddGlobal(m, LLVMTypeOf(value), name.as_ptr());
                LLVMSetInitializer(g, value);
                LLVMSetGlobalConstant(g, 1);
                LLVMSetUnnamedAddress(g, LLVMUnnamedAddr::LLVMNoUnnamedAddr);
            }
        };
        // SAFETY: constants of this module's context.
        unsafe {
            define(name, LLVMConstStringInContext2(cx, bytes.as_ptr().cast(), bytes.len(), 1));
            define(&format!("{name}_size"), LLVMConstInt(LLVMInt64TypeInContext(cx), bytes.len() as u64, 0));
        }
    }

    /// Adds `int main() { return 0; }`, if nothing is called so.
    fn add_main(&self) {
        let (m, cx, name) = (self.raw(), self.context(), c"main");
        // SAFETY: everything belongs to this module and its context, which are alive.
        unsafe {
            if !LLVMGetNamedFunction(m, name.as_ptr()).is_null() {
                return;
            }
            let int = LLVMInt32TypeInContext(cx);
            let main = LLVMAddFunction(m, name.as_ptr(), LLVMFunctionType(int, std::ptr::null_mut(), 0, 0));
            let builder = LLVMCreateBuilderInContext(cx);
            LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(cx, main, c"".as_ptr()));
            LLVMBuildRet(builder, LLVMConstInt(int, 0, 0));
            LLVMDisposeBuilder(builder);
        }
    }
}

/// The attribute that tells whose a function is, once everything is in one module.
const ORIGIN: &str = "homing-origin";

fn mark_all(m: LLVMModuleRef, origin: Origin) {
    llvm::functions(m).filter(|f| !f.is_declaration()).for_each(|f| mark(f, origin));
}

fn mark(f: Value, origin: Origin) {
    let text = if origin == Origin::Model { "model" } else { "library" };
    let len = |s: &str| s.len() as u32;
    // SAFETY: the module is alive; the strings are copied.
    unsafe {
        let cx = LLVMGetModuleContext(LLVMGetGlobalParent(f.0));
        let a = LLVMCreateStringAttribute(cx, ORIGIN.as_ptr().cast(), len(ORIGIN), text.as_ptr().cast(), len(text));
        LLVMAddAttributeAtIndex(f.0, llvm_sys::LLVMAttributeFunctionIndex, a);
    }
}

/// Whose a function is.
pub(crate) fn origin(f: Value) -> Origin {
    match f.text_attribute(ORIGIN).as_deref() {
        None => Origin::Program,
        Some("model") => Origin::Model,
        Some(_) => Origin::Library,
    }
}

/// Everything with a name that others may refer to and that has a body, value or target here.
pub(crate) fn defined(m: LLVMModuleRef) -> Vec<Value> {
    let all = llvm::functions(m).chain(llvm::globals(m)).filter(|v| !v.is_declaration()).chain(llvm::aliases(m));
    all.filter(|v| !is_local(*v)).collect()
}

/// Definitions that may not be given twice.
fn strong(m: LLVMModuleRef) -> impl Iterator<Item = Value> {
    defined(m).into_iter().filter(|v| v.linkage() == LLVMLinkage::LLVMExternalLinkage)
}

/// Names that are referred to and not defined, weak references aside.
pub(crate) fn undefined(m: LLVMModuleRef) -> Vec<String> {
    let all = llvm::functions(m).chain(llvm::globals(m)).filter(|v| v.is_declaration());
    let strong = all.filter(|v| v.linkage() != LLVMLinkage::LLVMExternalWeakLinkage);
    strong.map(|v| v.name()).filter(|n| !n.starts_with("llvm.")).collect()
}

pub(crate) fn is_local(v: Value) -> bool {
    matches!(v.linkage(), LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
}
