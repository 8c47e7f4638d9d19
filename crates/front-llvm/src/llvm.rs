//! Thin handles over LLVM's C interface, so that the rest of the crate reads without `unsafe`.
//!
//! Invariant: a handle is only used while the `Module` it came from is alive; handles never leave this crate. Where a method says
//! of what it may be asked ("of a call"), the caller has looked at kind or opcode: LLVM casts without a check.

use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
pub use llvm_sys::{LLVMLinkage as Linkage, LLVMOpcode as Opcode, LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind};
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

/// Asks LLVM about a handle. Private, and only for functions that read and need nothing but a live handle of their kind.
#[inline]
fn ask<H, A>(question: unsafe extern "C" fn(H) -> A, handle: H) -> A {
    // SAFETY: the handle is one of this module's, so what it points to is alive (see above), and of the kind that the caller of the
    // public method has made sure of. The function only reads.
    unsafe { question(handle) }
}

/// The same with the number of a part.
#[inline]
fn ask_at<H, A>(question: unsafe extern "C" fn(H, u32) -> A, handle: H, i: u32) -> A {
    // SAFETY: as in `ask`; the callers of the public methods count only as far as LLVM says that there are parts.
    unsafe { question(handle, i) }
}

/// The same for a text, whose length LLVM writes to where it is told.
#[inline]
fn ask_text<H>(question: unsafe extern "C" fn(H, *mut usize) -> *const c_char, handle: H) -> String {
    let mut len = 0;
    // SAFETY: as in `ask`; the length is a local variable.
    let p = unsafe { question(handle, &mut len) };
    text(p, len)
}

/// Walks one of LLVM's intrusive lists. The next member is looked up before one is given out.
fn walk<T>(first: *mut T, next: unsafe extern "C" fn(*mut T) -> *mut T) -> impl Iterator<Item = *mut T> {
    let some = |p: *mut T| (!p.is_null()).then_some(p);
    std::iter::successors(some(first), move |&at| some(ask(next, at)))
}

/// Functions of a module, in order.
pub fn functions(m: LLVMModuleRef) -> impl Iterator<Item = Value> {
    walk(ask(LLVMGetFirstFunction, m), LLVMGetNextFunction).map(Value)
}

/// Global variables of a module, in order.
pub fn globals(m: LLVMModuleRef) -> impl Iterator<Item = Value> {
    walk(ask(LLVMGetFirstGlobal, m), LLVMGetNextGlobal).map(Value)
}

/// Aliases of a module, in order.
pub fn aliases(m: LLVMModuleRef) -> impl Iterator<Item = Value> {
    walk(ask(LLVMGetFirstGlobalAlias, m), LLVMGetNextGlobalAlias).map(Value)
}

/// The number of a kind of attribute; 0 if there is none of that name.
pub fn attribute_kind(name: &str) -> u32 {
    // SAFETY: pointer and length of one string, which LLVM looks up in a constant table.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// An attribute of a function, a parameter, a call or an argument.
#[derive(Copy, Clone)]
pub struct Attribute(LLVMAttributeRef);

impl Attribute {
    fn some(raw: LLVMAttributeRef) -> Option<Attribute> {
        (!raw.is_null()).then_some(Attribute(raw))
    }
    /// The number of an attribute that has one (`align`, `allocsize`).
    pub fn number(self) -> u64 {
        ask(LLVMGetEnumAttributeValue, self.0)
    }
    /// The type of an attribute that has one (`byval`, `elementtype`).
    pub fn ty(self) -> Ty {
        Ty(ask(LLVMGetTypeAttributeValue, self.0))
    }
}

impl Value {
    pub fn kind(self) -> ValueKind {
        ask(LLVMGetValueKind, self.0)
    }
    pub fn ty(self) -> Ty {
        Ty(ask(LLVMTypeOf, self.0))
    }
    pub fn name(self) -> String {
        ask_text(LLVMGetValueName2, self.0)
    }
    pub fn operand(self, i: u32) -> Value {
        Value(ask_at(LLVMGetOperand, self.0, i))
    }
    pub fn operand_count(self) -> u32 {
        ask(LLVMGetNumOperands, self.0).max(0) as u32
    }
    /// Opcode of an instruction or of a constant expression.
    pub fn opcode(self) -> Opcode {
        if self.kind() == ValueKind::LLVMConstantExprValueKind {
            ask(LLVMGetConstOpcode, self.0)
        } else {
            ask(LLVMGetInstructionOpcode, self.0)
        }
    }
    pub fn is_instruction(self) -> bool {
        // The kind alone does not tell: LLVM answers it for rare constants, too.
        self.kind() == ValueKind::LLVMInstructionValueKind && !ask(LLVMIsAInstruction, self.0).is_null()
    }
    /// Low 64 bits of a constant integer.
    pub fn zext(self) -> u64 {
        ask(LLVMConstIntGetZExtValue, self.0)
    }
    /// Element of a constant aggregate.
    pub fn element(self, i: u32) -> Value {
        Value(ask_at(LLVMGetAggregateElement, self.0, i))
    }
    /// As LLVM prints it.
    pub fn print(self) -> String {
        message(ask(LLVMPrintValueToString, self.0))
    }
    /// What has the value as an operand, once for each time.
    pub fn users(self) -> impl Iterator<Item = Value> {
        walk(ask(LLVMGetFirstUse, self.0), LLVMGetNextUse).map(|u| Value(ask(LLVMGetUser, u)))
    }
    /// The string of a metadata string; none for every other value.
    pub fn metadata_string(self) -> Option<String> {
        let mut len = 0;
        // SAFETY: a live value, of any kind: LLVM answers null for what is no string. The length is a local variable.
        let p = unsafe { LLVMGetMDString(self.0, &mut len) };
        (!p.is_null()).then(|| text(p, len as usize))
    }
    /// Is it an instruction, argument or constant of a function's or global's address: anything not null here.
    pub fn some(self) -> Option<Value> {
        (!self.0.is_null()).then_some(self)
    }
}

/// Of functions and variables.
impl Value {
    /// The module that it is in.
    pub fn parent(self) -> LLVMModuleRef {
        ask(LLVMGetGlobalParent, self.0)
    }
    pub fn linkage(self) -> Linkage {
        ask(LLVMGetLinkage, self.0)
    }
    pub fn is_declaration(self) -> bool {
        ask(LLVMIsDeclaration, self.0) != 0
    }
    /// The section that it is to be in; empty if that is left to the compiler.
    pub fn section(self) -> String {
        let p = ask(LLVMGetSection, self.0);
        if p.is_null() {
            return String::new();
        }
        // SAFETY: a NUL-terminated string that lives as long as the value.
        unsafe { CStr::from_ptr(p) }.to_string_lossy().into_owned()
    }
    /// The type of a global's contents or a function's own type.
    pub fn value_type(self) -> Ty {
        Ty(ask(LLVMGlobalGetValueType, self.0))
    }
    /// What a variable begins with.
    pub fn initializer(self) -> Option<Value> {
        Value(ask(LLVMGetInitializer, self.0)).some()
    }
    /// Is it a variable that is never changed?
    pub fn is_constant(self) -> bool {
        ask(LLVMIsGlobalConstant, self.0) != 0
    }
    /// Is it a variable whose initialiser is not what it begins with?
    pub fn is_externally_initialized(self) -> bool {
        ask(LLVMIsExternallyInitialized, self.0) != 0
    }
    /// What an alias stands for.
    pub fn aliasee(self) -> Value {
        Value(ask(LLVMAliasGetAliasee, self.0))
    }
    /// The function that finds out what an indirect function is.
    pub fn resolver(self) -> Option<Value> {
        Value(ask(LLVMGetGlobalIFuncResolver, self.0)).some()
    }
    /// The blocks of a function.
    pub fn blocks(self) -> impl Iterator<Item = Bb> {
        walk(ask(LLVMGetFirstBasicBlock, self.0), LLVMGetNextBasicBlock).map(Bb)
    }
    /// The parameters of a function.
    pub fn params(self) -> impl Iterator<Item = Value> {
        (0..ask(LLVMCountParams, self.0)).map(move |i| Value(ask_at(LLVMGetParam, self.0, i)))
    }
    /// The number of an intrinsic function; 0 for every other one.
    pub fn intrinsic(self) -> u32 {
        ask(LLVMGetIntrinsicID, self.0)
    }
    /// What debug information says about a function.
    pub fn subprogram(self) -> Option<Md> {
        Md(ask(LLVMGetSubprogram, self.0)).some()
    }
    /// An attribute of a function (`at` is `LLVMAttributeFunctionIndex`) or of its parameter `at - 1`.
    pub fn attribute(self, at: u32, kind: u32) -> Option<Attribute> {
        // SAFETY: a function of a live module; LLVM answers null where there is no such attribute.
        Attribute::some(unsafe { LLVMGetEnumAttributeAtIndex(self.0, at, kind) })
    }
    /// The text behind an attribute of a function that is known by name only.
    pub fn text_attribute(self, name: &str) -> Option<String> {
        let (at, mut len) = (llvm_sys::LLVMAttributeFunctionIndex, 0);
        // SAFETY: a function of a live module; pointer and length of one string, which LLVM compares and does not keep.
        let a = unsafe { LLVMGetStringAttributeAtIndex(self.0, at, name.as_ptr().cast(), name.len() as u32) };
        // SAFETY: the attribute is there and, as it was found by name, a textual one; it lives as long as the context.
        (!a.is_null()).then(|| text(unsafe { LLVMGetStringAttributeValue(a, &mut len) }, len as usize))
    }
    /// The nodes that are attached to a variable.
    pub fn attached(self) -> Vec<Md> {
        let mut count = 0;
        // SAFETY: a global of a live module. LLVM gives a list of its own with as many entries as it writes to `count`, which are
        // read before the list is freed; the nodes live as long as the context.
        unsafe {
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let nodes = (0..count as u32).map(|i| Md(LLVMValueMetadataEntriesGetMetadata(entries, i))).collect();
            LLVMDisposeValueMetadataEntries(entries);
            nodes
        }
    }
}

/// Of instructions.
impl Value {
    pub fn successors(self) -> impl Iterator<Item = Bb> {
        (0..ask(LLVMGetNumSuccessors, self.0)).map(move |i| Bb(ask_at(LLVMGetSuccessor, self.0, i)))
    }
    pub fn debug_loc(self) -> Option<Md> {
        Md(ask(LLVMInstructionGetDebugLoc, self.0)).some()
    }
    /// Of a load, store, alloca, atomic operation or variable.
    pub fn alignment(self) -> u32 {
        ask(LLVMGetAlignment, self.0)
    }
    /// The type that an alloca makes room for.
    pub fn allocated_type(self) -> Ty {
        Ty(ask(LLVMGetAllocatedType, self.0))
    }
    /// What a call, invoke or callbr calls.
    pub fn callee(self) -> Value {
        Value(ask(LLVMGetCalledValue, self.0))
    }
    /// The type of the function that a call takes its callee for.
    pub fn called_type(self) -> Ty {
        Ty(ask(LLVMGetCalledFunctionType, self.0))
    }
    /// How many arguments a call has; they are its first operands.
    pub fn argument_count(self) -> u32 {
        ask(LLVMGetNumArgOperands, self.0)
    }
    /// An attribute of a call (`at` is `LLVMAttributeFunctionIndex`) or of its argument `at - 1`.
    pub fn call_attribute(self, at: u32, kind: u32) -> Option<Attribute> {
        // SAFETY: a call of a live module; LLVM answers null where there is no such attribute.
        Attribute::some(unsafe { LLVMGetCallSiteEnumAttribute(self.0, at, kind) })
    }
    /// The source variables that are declared in front of an instruction: where each lives, and its node.
    pub fn declares(self) -> impl Iterator<Item = (Value, Md)> {
        let declares =
            |r: &LLVMDbgRecordRef| matches!(ask(LLVMDbgRecordGetKind, *r), llvm_sys::LLVMDbgRecordKind::LLVMDbgRecordDeclare);
        let records = walk(ask(LLVMGetFirstDbgRecord, self.0), LLVMGetNextDbgRecord).filter(declares);
        records.map(|r| (Value(ask_at(LLVMDbgVariableRecordGetValue, r, 0)), Md(ask(LLVMDbgVariableRecordGetVariable, r))))
    }
}

impl Bb {
    pub fn instructions(self) -> impl Iterator<Item = Value> {
        walk(ask(LLVMGetFirstInstruction, self.0), LLVMGetNextInstruction).map(Value)
    }
    pub fn terminator(self) -> Option<Value> {
        Value(ask(LLVMGetBasicBlockTerminator, self.0)).some()
    }
}

impl Ty {
    pub fn kind(self) -> TypeKind {
        ask(LLVMGetTypeKind, self.0)
    }
    /// Of an integer type.
    pub fn int_width(self) -> u32 {
        ask(LLVMGetIntTypeWidth, self.0)
    }
    /// Element type of an array or vector.
    pub fn element(self) -> Ty {
        Ty(ask(LLVMGetElementType, self.0))
    }
    /// Of a structure.
    pub fn struct_len(self) -> u32 {
        ask(LLVMCountStructElementTypes, self.0)
    }
    /// Of a structure, below `struct_len`.
    pub fn struct_field(self, i: u32) -> Ty {
        Ty(ask_at(LLVMStructGetTypeAtIndex, self.0, i))
    }
    /// Of an array.
    pub fn array_len(self) -> u64 {
        ask(LLVMGetArrayLength2, self.0)
    }
    /// Of a vector.
    pub fn vector_len(self) -> u32 {
        ask(LLVMGetVectorSize, self.0)
    }
    pub fn is_vector(self) -> bool {
        self.kind() == TypeKind::LLVMVectorTypeKind
    }
    pub fn is_sized(self) -> bool {
        ask(LLVMTypeIsSized, self.0) != 0
    }
    /// Of a pointer type.
    pub fn address_space(self) -> u32 {
        ask(LLVMGetPointerAddressSpace, self.0)
    }
    pub fn print(self) -> String {
        message(ask(LLVMPrintTypeToString, self.0))
    }
    /// Of a function type.
    pub fn return_type(self) -> Ty {
        Ty(ask(LLVMGetReturnType, self.0))
    }
    /// Of a function type.
    pub fn is_vararg(self) -> bool {
        ask(LLVMIsFunctionVarArg, self.0) != 0
    }
    /// Of a function type.
    pub fn param_types(self) -> Vec<Ty> {
        let mut types = vec![std::ptr::null_mut(); ask(LLVMCountParamTypes, self.0) as usize];
        // SAFETY: LLVM writes as many types as it has just counted.
        unsafe { LLVMGetParamTypes(self.0, types.as_mut_ptr()) };
        types.into_iter().map(Ty).collect()
    }
}

/// Where an instruction comes from.
#[derive(Copy, Clone)]
pub struct Location {
    pub line: u32,
    pub column: u32,
    pub scope: Md,
    /// The place that the scope's function was inlined at.
    pub around: Option<Md>,
}

impl Md {
    pub fn some(self) -> Option<Md> {
        (!self.0.is_null()).then_some(self)
    }
    /// Is it a node of that kind?
    pub fn is(self, kind: LLVMMetadataKind) -> bool {
        ask(LLVMGetMetadataKind, self.0) as u32 == kind as u32
    }
    /// As a value, for the accessors that want one.
    pub fn value(self, context: LLVMContextRef) -> Value {
        // SAFETY: the node is alive and belongs to this context, the only one that its module has.
        Value(unsafe { LLVMMetadataAsValue(context, self.0) })
    }
    /// The DWARF tag of a debug node.
    pub fn tag(self) -> u16 {
        ask(LLVMGetDINodeTag, self.0)
    }
    /// The parts of a location, as [`Value::debug_loc`] gives it.
    pub fn location(self) -> Location {
        let (line, column) = (ask(LLVMDILocationGetLine, self.0), ask(LLVMDILocationGetColumn, self.0));
        let (scope, around) = (ask(LLVMDILocationGetScope, self.0), ask(LLVMDILocationGetInlinedAt, self.0));
        Location { line, column, scope: Md(scope), around: Md(around).some() }
    }
    /// The file of a scope.
    pub fn file(self) -> Option<Md> {
        Md(ask(LLVMDIScopeGetFile, self.0)).some()
    }
    /// The line of a function.
    pub fn subprogram_line(self) -> u32 {
        ask(LLVMDISubprogramGetLine, self.0)
    }
    /// The size of a type or of a member of one.
    pub fn size_in_bits(self) -> u64 {
        ask(LLVMDITypeGetSizeInBits, self.0)
    }
    /// Is it what debug information attaches to a global: a pair of variable and expression?
    pub fn is_variable(self) -> bool {
        self.is(LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind)
    }
    /// The variable of such a pair.
    pub fn variable(self) -> Option<Md> {
        Md(ask(LLVMDIGlobalVariableExpressionGetVariable, self.0)).some()
    }
}
