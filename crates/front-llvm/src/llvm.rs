//! Thin handles over LLVM's C interface, so that the rest of the crate reads without `unsafe`.
//!
//! Invariant: a handle is only used while the `Module` it came from is alive; handles never leave this crate.

use llvm_sys::core::*;
use llvm_sys::prelude::*;
pub use llvm_sys::{LLVMOpcode as Opcode, LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind};
use std::ffi::{CStr, c_char};

/// A value: argument, instruction, constant, global.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Value(pub LLVMValueRef);

/// A type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ty(pub LLVMTypeRef);

/// A basic block.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bb(pub LLVMBasicBlockRef);

/// A metadata node.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Md(pub LLVMMetadataRef);

/// Copies a string that LLVM owns.
pub fn text(p: *const c_char, len: usize) -> String {
    if p.is_null() {
        return String::new();
    }
    // SAFETY: LLVM gives pointer and length of one live string.
    let bytes = unsafe { std::slice::from_raw_parts(p.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Takes over a message that LLVM allocated.
pub fn message(p: *mut c_char) -> String {
    if p.is_null() {
        return String::new();
    }
    // SAFETY: a NUL-terminated string that the caller owns.
    unsafe {
        let s = CStr::from_ptr(p).to_string_lossy().into_owned();
        LLVMDisposeMessage(p);
        s
    }
}

/// Walks one of LLVM's intrusive lists. SAFETY: the members live as long as the module.
macro_rules! walk {
    ($first:expr, $next:ident) => {{
        let mut at = unsafe { $first };
        std::iter::from_fn(move || {
            let now = at;
            if now.is_null() {
                return None;
            }
            at = unsafe { $next(now) };
            Some(now)
        })
    }};
}

/// Functions of a module, in order.
pub fn functions(m: LLVMModuleRef) -> impl Iterator<Item = Value> {
    walk!(LLVMGetFirstFunction(m), LLVMGetNextFunction).map(Value)
}

/// Global variables of a module, in order.
pub fn globals(m: LLVMModuleRef) -> impl Iterator<Item = Value> {
    walk!(LLVMGetFirstGlobal(m), LLVMGetNextGlobal).map(Value)
}

/// Aliases of a module, in order.
pub fn aliases(m: LLVMModuleRef) -> impl Iterator<Item = Value> {
    walk!(LLVMGetFirstGlobalAlias(m), LLVMGetNextGlobalAlias).map(Value)
}

impl Value {
    pub fn kind(self) -> ValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }
    pub fn ty(self) -> Ty {
        Ty(unsafe { LLVMTypeOf(self.0) })
    }
    pub fn name(self) -> String {
        let mut len = 0;
        let p = unsafe { LLVMGetValueName2(self.0, &mut len) };
        text(p, len)
    }
    /// The section that a function or variable is to be in; empty if that is left to the compiler.
    pub fn section(self) -> String {
        let p = unsafe { LLVMGetSection(self.0) };
        if p.is_null() { String::new() } else { unsafe { std::ffi::CStr::from_ptr(p) }.to_string_lossy().into_owned() }
    }
    pub fn operand(self, i: u32) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, i) })
    }
    pub fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0) }.max(0) as u32
    }
    /// Opcode of an instruction or of a constant expression.
    pub fn opcode(self) -> Opcode {
        unsafe {
            if self.kind() == ValueKind::LLVMConstantExprValueKind {
                LLVMGetConstOpcode(self.0)
            } else {
                LLVMGetInstructionOpcode(self.0)
            }
        }
    }
    pub fn is_instruction(self) -> bool {
        // The kind alone does not tell: LLVM answers it for rare constants, too.
        self.kind() == ValueKind::LLVMInstructionValueKind && unsafe { !LLVMIsAInstruction(self.0).is_null() }
    }
    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }
    /// The type of a global's contents or a function's own type.
    pub fn value_type(self) -> Ty {
        Ty(unsafe { LLVMGlobalGetValueType(self.0) })
    }
    /// Low 64 bits of a constant integer.
    pub fn zext(self) -> u64 {
        unsafe { LLVMConstIntGetZExtValue(self.0) }
    }
    /// Element of a constant aggregate.
    pub fn element(self, i: u32) -> Value {
        Value(unsafe { LLVMGetAggregateElement(self.0, i) })
    }
    /// As LLVM prints it.
    pub fn print(self) -> String {
        message(unsafe { LLVMPrintValueToString(self.0) })
    }
    pub fn blocks(self) -> impl Iterator<Item = Bb> {
        walk!(LLVMGetFirstBasicBlock(self.0), LLVMGetNextBasicBlock).map(Bb)
    }
    pub fn params(self) -> impl Iterator<Item = Value> {
        let f = self.0;
        (0..unsafe { LLVMCountParams(f) }).map(move |i| Value(unsafe { LLVMGetParam(f, i) }))
    }
    pub fn successors(self) -> impl Iterator<Item = Bb> {
        let t = self.0;
        (0..unsafe { LLVMGetNumSuccessors(t) }).map(move |i| Bb(unsafe { LLVMGetSuccessor(t, i) }))
    }
    pub fn debug_loc(self) -> Option<Md> {
        let l = unsafe { llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(self.0) };
        (!l.is_null()).then_some(Md(l))
    }
    pub fn alignment(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }
    pub fn intrinsic(self) -> u32 {
        unsafe { LLVMGetIntrinsicID(self.0) }
    }
    /// Is it an instruction, argument or constant of a function's or global's address: anything not null here.
    pub fn some(self) -> Option<Value> {
        (!self.0.is_null()).then_some(self)
    }
}

impl Bb {
    pub fn instructions(self) -> impl Iterator<Item = Value> {
        walk!(LLVMGetFirstInstruction(self.0), LLVMGetNextInstruction).map(Value)
    }
}

impl Ty {
    pub fn kind(self) -> TypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }
    pub fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }
    /// Element type of an array or vector.
    pub fn element(self) -> Ty {
        Ty(unsafe { LLVMGetElementType(self.0) })
    }
    pub fn struct_len(self) -> u32 {
        unsafe { LLVMCountStructElementTypes(self.0) }
    }
    pub fn struct_field(self, i: u32) -> Ty {
        Ty(unsafe { LLVMStructGetTypeAtIndex(self.0, i) })
    }
    pub fn array_len(self) -> u64 {
        unsafe { LLVMGetArrayLength2(self.0) }
    }
    pub fn vector_len(self) -> u32 {
        unsafe { LLVMGetVectorSize(self.0) }
    }
    pub fn is_vector(self) -> bool {
        self.kind() == TypeKind::LLVMVectorTypeKind
    }
    pub fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }
    pub fn print(self) -> String {
        message(unsafe { LLVMPrintTypeToString(self.0) })
    }
    // Of function types.
    pub fn return_type(self) -> Ty {
        Ty(unsafe { LLVMGetReturnType(self.0) })
    }
    pub fn is_vararg(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }
    pub fn param_types(self) -> Vec<Ty> {
        let mut types = vec![std::ptr::null_mut(); unsafe { LLVMCountParamTypes(self.0) } as usize];
        unsafe { LLVMGetParamTypes(self.0, types.as_mut_ptr()) };
        types.into_iter().map(Ty).collect()
    }
}

impl Md {
    /// As a value, for the accessors that want one.
    pub fn value(self, context: LLVMContextRef) -> Value {
        Value(unsafe { LLVMMetadataAsValue(context, self.0) })
    }
}
