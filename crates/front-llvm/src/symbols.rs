//! Names that a bitcode file defines and leaves undefined.

use std::path::PathBuf;

use llvm_sys::LLVMLinkage;
use llvm_sys::prelude::LLVMModuleRef;

use crate::archive::{defined, is_local, undefined};
use crate::llvm::{self, Value, ValueKind};
use crate::{LoadError, Module, load};

/// The names of one bitcode file, as a linker sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    pub defined: Vec<String>,
    /// Without weak references.
    pub undefined: Vec<String>,
    /// Data that others cannot name but get at all the same: by an alias, or by the bounds of the section that it is in.
    pub open: Vec<String>,
    /// Definitions that others may replace, and what has a name by which they may.
    pub weak: Vec<String>,
    /// Weak references that nothing answers.
    pub absent: Vec<String>,
}

/// Reads a file for its names alone.
pub fn symbols(path: PathBuf) -> Result<Symbols, LoadError> {
    Ok(load(&[path])?.symbols())
}

impl Module {
    /// The module's names.
    pub fn symbols(&self) -> Symbols {
        let m = self.raw();
        let data = || llvm::globals(m).filter(|g| !g.is_declaration());
        Symbols {
            defined: defined(m).into_iter().map(|v| v.name()).collect(),
            undefined: undefined(m),
            open: data().filter(|g| is_local(*g) && (in_section(*g) || has_exported_alias(*g))).map(|g| g.name()).collect(),
            weak: defined(m).into_iter().filter(|v| is_weak(*v) || has_weak_alias(*v)).map(|v| v.name()).collect(),
            absent: references(m).filter(|v| v.is_declaration() && is_weak_reference(*v)).map(|v| v.name()).collect(),
        }
    }
}

/// Does another definition of the name take the place of this one?
pub(crate) fn is_weak(v: Value) -> bool {
    matches!(v.linkage(), LLVMLinkage::LLVMWeakAnyLinkage | LLVMLinkage::LLVMLinkOnceAnyLinkage)
}

fn references(m: LLVMModuleRef) -> impl Iterator<Item = Value> {
    llvm::functions(m).chain(llvm::globals(m))
}

fn is_weak_reference(v: Value) -> bool {
    v.linkage() == LLVMLinkage::LLVMExternalWeakLinkage
}

/// Is it in a section of its own choice? The linker gives names to the two ends of such a section.
fn in_section(v: Value) -> bool {
    !v.section().is_empty()
}

/// Is there a name for it that others can use?
pub(crate) fn has_exported_alias(v: Value) -> bool {
    aliases_of(v).any(|a| !is_local(a))
}

/// Is there a name for it that others may take for something else?
pub(crate) fn has_weak_alias(v: Value) -> bool {
    aliases_of(v).any(is_weak)
}

fn aliases_of(v: Value) -> impl Iterator<Item = Value> {
    llvm::aliases(v.parent()).filter(move |a| base(a.aliasee()) == v)
}

/// The object that a constant address is in.
fn base(mut v: Value) -> Value {
    loop {
        v = match v.kind() {
            // The first operand of an address is what it starts from.
            ValueKind::LLVMConstantExprValueKind if v.operand_count() > 0 => v.operand(0),
            ValueKind::LLVMGlobalAliasValueKind => v.aliasee(),
            _ => return v,
        };
    }
}
