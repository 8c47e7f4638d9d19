//! C types of parameters and globals, out of debug information.

use crate::debug::{
    Debug, TAG_ARRAY, TAG_ATOMIC, TAG_CLASS, TAG_CONST, TAG_ENUM, TAG_POINTER, TAG_REFERENCE, TAG_RESTRICT, TAG_STRUCT,
    TAG_SUBROUTINE, TAG_UNION, TAG_VOLATILE, TYPE_BASE, TYPE_ELEMENTS, TYPE_NAME, VARIABLE_TYPE,
};
use crate::llvm::{Md, Value};
use homing_ir::{CField, CKind, CType, CTypes, TypeId};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use rustc_hash::FxHashMap;

const TAG_MEMBER: u16 = 0x0d;
const TAG_TYPEDEF: u16 = 0x16;
const TAG_BASE: u16 = 0x24;
const SUBPROGRAM_TYPE: u32 = 4;

/// The table under construction.
#[derive(Default)]
pub struct TypeTable {
    pub types: CTypes,
    known: FxHashMap<Md, TypeId>,
}

impl TypeTable {
    /// Types of a function's parameters, if debug information has as many as the program form.
    pub fn parameters(&mut self, debug: &mut Debug, f: Value, count: usize) -> Vec<TypeId> {
        // SAFETY: `f` is a function.
        let subprogram = Md(unsafe { LLVMGetSubprogram(f.0) });
        if subprogram.0.is_null() {
            return Vec::new();
        }
        let list = debug.operand(subprogram, SUBPROGRAM_TYPE).and_then(|t| debug.operand(t, TYPE_BASE));
        let types = list.map(|l| debug.operands(l)).unwrap_or_default();
        let own: Vec<Md> = types.into_iter().skip(1).flatten().collect();
        if own.len() != count {
            return Vec::new();
        }
        own.into_iter().map(|t| self.ty(debug, t)).collect()
    }

    /// The type of a global variable.
    pub fn global(&mut self, debug: &mut Debug, g: Value) -> Option<TypeId> {
        let mut count = 0;
        let mut found = None;
        // SAFETY: `g` is a global; the entries are freed below.
        unsafe {
            let entries = LLVMGlobalCopyAllMetadata(g.0, &mut count);
            for i in 0..count as u32 {
                let node = LLVMValueMetadataEntriesGetMetadata(entries, i);
                if LLVMGetMetadataKind(node) as u32 == LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind as u32 {
                    let variable = Md(LLVMDIGlobalVariableExpressionGetVariable(node));
                    found = (!variable.0.is_null()).then(|| debug.operand(variable, VARIABLE_TYPE)).flatten();
                    break;
                }
            }
            LLVMDisposeValueMetadataEntries(entries);
        }
        found.map(|t| self.ty(debug, t))
    }

    fn ty(&mut self, debug: &mut Debug, node: Md) -> TypeId {
        if let Some(id) = self.known.get(&node) {
            return *id;
        }
        let id = TypeId(self.types.list.len() as u32);
        self.known.insert(node, id);
        // SAFETY: `node` is a type.
        let size = unsafe { LLVMDITypeGetSizeInBits(node.0) } / 8;
        self.types.list.push(CType { text: debug.type_text(Some(node)), size, kind: CKind::Other });
        let (kind, size) = self.kind(debug, node, size);
        let made = &mut self.types.list[id.index()];
        (made.kind, made.size) = (kind, size);
        id
    }

    fn kind(&mut self, debug: &mut Debug, node: Md, size: u64) -> (CKind, u64) {
        // SAFETY: `node` is a type.
        let tag = unsafe { LLVMGetDINodeTag(node.0) };
        let base = || debug.operand(node, TYPE_BASE);
        match tag {
            TAG_BASE => {
                let name = debug.string(node, TYPE_NAME);
                let unsigned = name.contains("unsigned") || name.ends_with("ool");
                let float = ["float", "double", "_Float"].iter().any(|f| name.contains(f));
                (if float { CKind::Float } else { CKind::Integer { signed: !unsigned } }, size)
            }
            TAG_ENUM => (CKind::Integer { signed: false }, size),
            TAG_POINTER | TAG_REFERENCE => match base().map(|b| plain(debug, b)) {
                Some(b) if tag_of(b) == TAG_SUBROUTINE => (CKind::FunctionPointer, size),
                Some(b) => {
                    let to = self.ty(debug, b);
                    (CKind::Pointer(Some(to)), size)
                }
                None => (CKind::Pointer(None), size),
            },
            TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC | TAG_TYPEDEF => match base() {
                Some(b) => {
                    let of = self.ty(debug, b);
                    let CType { kind, size, .. } = self.types.get(of).clone();
                    (kind, size)
                }
                None => (CKind::Other, 0),
            },
            TAG_ARRAY => {
                let Some(b) = base() else { return (CKind::Other, size) };
                let of = self.ty(debug, b);
                let each = self.types.get(of).size;
                (CKind::Array { of, count: size.checked_div(each).unwrap_or(0) }, size)
            }
            TAG_STRUCT | TAG_UNION | TAG_CLASS => {
                let elements = debug.operand(node, TYPE_ELEMENTS).map(|e| debug.operands(e)).unwrap_or_default();
                let mut fields = Vec::new();
                for member in elements.into_iter().flatten().filter(|m| tag_of(*m) == TAG_MEMBER) {
                    // SAFETY: a member is a type node.
                    let (offset, flags) = unsafe { (LLVMDITypeGetOffsetInBits(member.0), LLVMDITypeGetFlags(member.0)) };
                    let bits = flags as u32 & LLVMDIFlagBitField as u32 != 0;
                    if let (false, Some(t)) = (bits, debug.operand(member, TYPE_BASE)) {
                        let ty = self.ty(debug, t);
                        fields.push(CField { name: debug.string(member, TYPE_NAME), offset: offset / 8, ty });
                    }
                }
                (CKind::Record { union: tag == TAG_UNION, fields }, size)
            }
            _ => (CKind::Other, size),
        }
    }
}

fn tag_of(node: Md) -> u16 {
    // SAFETY: a debug node.
    unsafe { LLVMGetDINodeTag(node.0) }
}

/// The type without qualifiers and names for it: only to see whether it is a function.
fn plain(debug: &Debug, node: Md) -> Md {
    let mut at = node;
    for _ in 0..20 {
        match (tag_of(at), debug.operand(at, TYPE_BASE)) {
            (TAG_CONST | TAG_VOLATILE | TAG_TYPEDEF, Some(base)) => {
                if tag_of(base) == TAG_SUBROUTINE {
                    return base;
                }
                at = base;
            }
            _ => break,
        }
    }
    if tag_of(at) == TAG_SUBROUTINE { at } else { node }
}
