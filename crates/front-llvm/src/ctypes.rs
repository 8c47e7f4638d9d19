//! C types of parameters and globals, out of debug information.

use crate::debug::{
    Debug, TAG_ARRAY, TAG_ATOMIC, TAG_CLASS, TAG_CONST, TAG_ENUM, TAG_POINTER, TAG_REFERENCE, TAG_RESTRICT, TAG_STRUCT,
    TAG_SUBROUTINE, TAG_UNION, TAG_VOLATILE, TYPE_BASE, TYPE_ELEMENTS, TYPE_NAME, VARIABLE_TYPE,
};
use crate::llvm::{Md, Value};
use homing_ir::{BitField, CField, CKind, CParam, CType, CTypes, TypeId};
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

/// A parameter that LLVM has for a function.
pub struct Carrier {
    /// As LLVM has it; may be empty.
    pub name: String,
    /// The first parameter of the program form that it became.
    pub first: usize,
    /// For each of these: from which byte on.
    pub offsets: Vec<u64>,
    pub size: u64,
    pub is_pointer: bool,
    /// It is the address of a copy.
    pub in_memory: bool,
    /// It is where the result goes.
    pub is_result: bool,
}

impl TypeTable {
    /// A function's parameters as debug information has them, if those of the program form can be told to carry them: `carriers` are those
    /// that LLVM has.
    pub fn parameters(&mut self, debug: &mut Debug, f: Value, carriers: &[Carrier], word: u64) -> Vec<CParam> {
        let Some(subprogram) = f.subprogram() else { return Vec::new() };
        let list = debug.operand(subprogram, SUBPROGRAM_TYPE).and_then(|t| debug.operand(t, TYPE_BASE));
        let types = list.map(|l| debug.operands(l)).unwrap_or_default();
        let mut rest = carriers.iter().peekable();
        let mut params = Vec::new();
        if rest.peek().is_some_and(|c| c.is_result)
            && let (Some(c), Some(Some(t))) = (rest.next(), types.first())
        {
            let parts = vec![(c.first, 0)];
            params.push(CParam { name: String::new(), ty: self.ty(debug, *t), parts, in_memory: true, is_result: true });
        }
        for t in types.into_iter().skip(1).flatten() {
            let ty = self.ty(debug, t);
            let Some(param) = carried(self.types.get(ty), ty, &mut rest, word) else { return Vec::new() };
            params.push(param);
        }
        if rest.next().is_some() { Vec::new() } else { params }
    }

    /// The type of a global variable.
    pub fn global(&mut self, debug: &mut Debug, g: Value) -> Option<TypeId> {
        let mut pairs = g.attached().into_iter().filter(|node| node.is_variable());
        let pair = pairs.next()?;
        let ty = debug.operand(pair.variable()?, VARIABLE_TYPE)?;
        Some(self.ty(debug, ty))
    }

    fn ty(&mut self, debug: &mut Debug, node: Md) -> TypeId {
        if let Some(id) = self.known.get(&node) {
            return *id;
        }
        let id = TypeId(self.types.list.len() as u32);
        self.known.insert(node, id);
        use LLVMMetadataKind as K;
        let types = [
            K::LLVMDIBasicTypeMetadataKind,
            K::LLVMDIDerivedTypeMetadataKind,
            K::LLVMDICompositeTypeMetadataKind,
            K::LLVMDISubroutineTypeMetadataKind,
        ];
        let is_type = crate::debug::is_kind(node, types);
        let size = if is_type { node.size_in_bits() } else { 0 } / 8;
        self.types.list.push(CType { text: debug.type_text(Some(node)), size, kind: CKind::Other, shared: false });
        let (kind, size) = self.kind(debug, node, size);
        let shared = self.is_shared(debug, node, &kind);
        let made = &mut self.types.list[id.index()];
        (made.kind, made.size, made.shared) = (kind, size, shared);
        id
    }

    fn is_shared(&mut self, debug: &mut Debug, node: Md, kind: &CKind) -> bool {
        match tag_of(node) {
            TAG_VOLATILE | TAG_ATOMIC => return true,
            TAG_CONST | TAG_RESTRICT | TAG_TYPEDEF => {
                if let Some(base) = debug.operand(node, TYPE_BASE) {
                    let of = self.ty(debug, base);
                    return self.types.get(of).shared;
                }
            }
            _ => {}
        }
        match kind {
            CKind::Array { of, .. } => self.types.get(*of).shared,
            CKind::Record { fields, .. } => fields.iter().any(|f| self.types.get(f.ty).shared),
            _ => false,
        }
    }

    fn kind(&mut self, debug: &mut Debug, node: Md, size: u64) -> (CKind, u64) {
        let tag = node.tag();
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
                Some(b) if tag_of(b) == TAG_SUBROUTINE => {
                    let types = debug.operand(b, TYPE_BASE).map(|l| debug.operands(l)).unwrap_or_default();
                    let result = types.into_iter().next().flatten().map(|t| self.ty(debug, t));
                    (CKind::FunctionPointer(result), size)
                }
                Some(b) => {
                    let to = unqualified(debug, b).map(|b| self.ty(debug, b));
                    (CKind::Pointer(to), size)
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
                let mut of = self.ty(debug, b);
                // Several dimensions are arrays of arrays.
                let inner = debug.counts(node).into_iter().skip(1).collect::<Vec<_>>();
                for count in inner.into_iter().rev().map(|c| c.unwrap_or(0)) {
                    let row = self.types.get(of);
                    let (element, rest) = row.text.split_at(row.text.find('[').unwrap_or(row.text.len()));
                    let row = CType {
                        text: format!("{element}[{count}]{rest}"),
                        size: row.size * count,
                        kind: CKind::Array { of, count },
                        shared: row.shared,
                    };
                    of = TypeId(self.types.list.len() as u32);
                    self.types.list.push(row);
                }
                let each = self.types.get(of).size;
                (CKind::Array { of, count: size.checked_div(each).unwrap_or(0) }, size)
            }
            TAG_STRUCT | TAG_UNION | TAG_CLASS => {
                let elements = debug.operand(node, TYPE_ELEMENTS).map(|e| debug.operands(e)).unwrap_or_default();
                let mut fields = Vec::new();
                for member in elements.into_iter().flatten().filter(|m| tag_of(*m) == TAG_MEMBER) {
                    // SAFETY: a member is a type node.
                    let (offset, flags) = unsafe { (LLVMDITypeGetOffsetInBits(member.0), LLVMDITypeGetFlags(member.0)) };
                    if let (0, Some(t)) = (flags as u32 & LLVMDIFlagStaticMember as u32, debug.operand(member, TYPE_BASE)) {
                        let ty = self.ty(debug, t);
                        // A bit field has its own size.
                        let width = member.size_in_bits();
                        let is_bits = flags as u32 & LLVMDIFlagBitField as u32 != 0;
                        let bits = is_bits.then_some(BitField { at: offset, width });
                        fields.push(CField { name: debug.string(member, TYPE_NAME), offset: offset / 8, ty, bits });
                    }
                }
                (CKind::Record { union: tag == TAG_UNION, fields }, size)
            }
            _ => (CKind::Other, size),
        }
    }
}

/// Takes the parameters that carry one of the source: several where a record travels in registers (of `word` bytes, the last of which
/// need not be full). None where they are not what the source says: optimisations may have changed them.
fn carried<'c>(t: &CType, ty: TypeId, rest: &mut impl Iterator<Item = &'c Carrier>, word: u64) -> Option<CParam> {
    let mut param = CParam { name: String::new(), ty, parts: Vec::new(), in_memory: false, is_result: false };
    let own_name = |c: &Carrier| c.name.split('.').next().unwrap_or_default().to_string();
    let is_record = matches!(t.kind, CKind::Record { .. });
    let mut covered: u64 = 0;
    while covered.next_multiple_of(word) < t.size || covered == 0 && (!is_record || t.size > 0) {
        let c = rest.next()?;
        if covered == 0 {
            param.name = own_name(c);
        }
        if c.in_memory {
            param.parts.push((c.first, 0));
            param.in_memory = true;
            return (covered == 0).then_some(param);
        }
        let is_pointer = matches!(t.kind, CKind::Pointer(_) | CKind::FunctionPointer(_));
        if !is_record && is_pointer != c.is_pointer {
            return None;
        }
        let base = covered.next_multiple_of(c.size.clamp(1, 8));
        param.parts.extend(c.offsets.iter().enumerate().map(|(i, off)| (c.first + i, base + off)));
        covered = base + c.size.max(1);
        // Narrow numbers travel in wider registers.
        if !is_record {
            break;
        }
    }
    Some(param)
}

/// The type without `const` and the like; none where it is `void`.
fn unqualified(debug: &Debug, node: Md) -> Option<Md> {
    let mut at = node;
    while matches!(tag_of(at), TAG_CONST | TAG_VOLATILE | TAG_RESTRICT | TAG_ATOMIC) {
        at = debug.operand(at, TYPE_BASE)?;
    }
    Some(at)
}

fn tag_of(node: Md) -> u16 {
    node.tag()
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
