//! Bitcode for a fuzzing child: blocks are counted, comparisons are told, and what would leave the process or keep something over runs goes to
//! the child's runtime.

use std::ffi::CString;
use std::path::Path;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMIntPredicate, LLVMLinkage};

use crate::instrument::{Calls, Hit, movable, places};
use crate::llvm::{self, Opcode, TypeKind, Value, ValueKind};
use crate::{LoadError, Module, edges};

/// A block of the program, or an edge that leads to it; its number is its place in the list. Blocks are numbered as in the lowered function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockMark {
    pub function: String,
    pub block: u32,
}

/// Functions of the C library that the runtime has in its own way.
const OWN: [&str; 17] = [
    "malloc",
    "free",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "posix_memalign",
    "atexit",
    "exit",
    "_exit",
    "abort",
    "__assert_fail",
    "fopen",
    "fdopen",
    "fclose",
    "refused",
    "nothing",
];

/// Other names, and which of them they become: nothing is started, nobody waits.
const LIKE: [(&str, &str); 36] = [
    ("memalign", "aligned_alloc"),
    ("_Znwm", "malloc"),
    ("_Znam", "malloc"),
    ("_ZdlPv", "free"),
    ("_ZdaPv", "free"),
    ("_ZdlPvm", "free"),
    ("_ZdaPvm", "free"),
    ("_Exit", "_exit"),
    ("quick_exit", "_exit"),
    ("fork", "refused"),
    ("vfork", "refused"),
    ("daemon", "refused"),
    ("system", "refused"),
    ("popen", "nothing"),
    ("execve", "refused"),
    ("execv", "refused"),
    ("execvp", "refused"),
    ("execvpe", "refused"),
    ("execl", "refused"),
    ("execlp", "refused"),
    ("execle", "refused"),
    ("posix_spawn", "refused"),
    ("posix_spawnp", "refused"),
    ("pthread_create", "refused"),
    ("kill", "refused"),
    ("sleep", "nothing"),
    ("usleep", "nothing"),
    ("nanosleep", "nothing"),
    ("alarm", "nothing"),
    ("setitimer", "nothing"),
    ("pause", "nothing"),
    // The C library's streams outlive a run: no buffers of the program's.
    ("setvbuf", "nothing"),
    ("setbuf", "nothing"),
    ("setbuffer", "nothing"),
    ("setlinebuf", "nothing"),
    ("sigsuspend", "nothing"),
];

/// Functions that compare: name, whether they end at a zero byte, whether the third argument is a length.
const TEXTS: [(&str, bool, bool); 9] = [
    ("strcmp", true, false),
    ("strcoll", true, false),
    ("strcasecmp", true, false),
    ("strstr", true, false),
    ("strcasestr", true, false),
    ("strncmp", true, true),
    ("strncasecmp", true, true),
    ("memcmp", false, true),
    ("bcmp", false, true),
];

/// Said with the width of a comparison in which neither side is a constant.
const VARIABLE: u32 = 256;

impl Module {
    /// Writes bitcode of the program, linked with the runtime (a bitcode file), that tells the blocks which it passes. The module stays as it is.
    pub fn write_fuzzing(&self, hits: &[Hit], runtime: &Path, out: &Path) -> Result<Vec<BlockMark>, LoadError> {
        let mut copy = self.copy();
        copy.show_undefined();
        let m = copy.raw();
        let (mut marks, mut starts) = numbered(m);
        let compares = compares(m);
        let places = places(m, hits);
        for edge in edges::split(m) {
            starts.push((edge.jump, marks.len() as u32));
            marks.push(edge.to);
        }
        Calls::insert(m, &places);
        let tools = Tools::new(m);
        starts.into_iter().for_each(|(at, id)| tools.block(at, id));
        for (v, function, block) in compares {
            tools.compare(v);
            if tells_equality(v) {
                tools.equal(v, marks.len() as u32);
                marks.push(BlockMark { function, block });
            }
        }
        drop(tools);
        redirect(m);
        allow_optimising(m);
        copy.link(runtime)?;
        copy.write_bitcode(out)?;
        Ok(marks)
    }
}

/// Every block with its first place for a call.
fn numbered(m: LLVMModuleRef) -> (Vec<BlockMark>, Vec<(Value, u32)>) {
    let (mut marks, mut starts) = (Vec::new(), Vec::new());
    for f in llvm::functions(m) {
        for (i, b) in f.blocks().enumerate() {
            let first = b.instructions().find(|v| v.opcode() != Opcode::LLVMAlloca);
            if let Some(at) = first.and_then(movable) {
                starts.push((at, marks.len() as u32));
                marks.push(BlockMark { function: f.name(), block: i as u32 });
            }
        }
    }
    (marks, starts)
}

/// The instructions that compare something, each with its function and block.
fn compares(m: LLVMModuleRef) -> Vec<(Value, String, u32)> {
    let blocks = llvm::functions(m).flat_map(|f| f.blocks().enumerate().map(move |(i, b)| (f, b, i as u32)));
    let all = blocks.flat_map(|(f, b, i)| b.instructions().map(move |v| (v, f, i)));
    all.filter(|(v, ..)| match v.opcode() {
        Opcode::LLVMICmp => is_number(v.operand(0)) && !(is_constant(v.operand(0)) && is_constant(v.operand(1))),
        Opcode::LLVMSwitch => is_number(v.operand(0)) && !is_constant(v.operand(0)),
        Opcode::LLVMCall => compares_texts(*v).is_some() && movable(*v) == Some(*v),
        _ => false,
    })
    .map(|(v, f, i)| (v, f.name(), i))
    .collect()
}

/// Does it tell that two things are equal, and is that more than which way a branch goes? A run in which it comes out is something new by itself.
fn tells_equality(v: Value) -> bool {
    match v.opcode() {
        // SAFETY: a comparison of a module that is alive.
        Opcode::LLVMICmp if unsafe { LLVMGetICmpPredicate(v.0) } == LLVMIntPredicate::LLVMIntEQ => {
            v.users().any(|u| u.opcode() != Opcode::LLVMBr)
        }
        Opcode::LLVMCall => is_number(v),
        _ => false,
    }
}

fn is_number(v: Value) -> bool {
    v.ty().kind() == TypeKind::LLVMIntegerTypeKind && (8..=64).contains(&v.ty().int_width())
}

fn is_constant(v: Value) -> bool {
    // SAFETY: the value belongs to a module that is alive.
    unsafe { LLVMIsConstant(v.0) != 0 }
}

/// Does the call compare texts; does it end at zero bytes, and has it a length?
fn compares_texts(call: Value) -> Option<(bool, bool)> {
    let f = call.callee();
    if f.kind() != ValueKind::LLVMFunctionValueKind || !f.is_declaration() {
        return None;
    }
    let name = f.name();
    let (_, text, counted) = TEXTS.iter().find(|(n, ..)| *n == name)?;
    let fits = call.argument_count() == if *counted { 3 } else { 2 } && (!counted || is_number(call.operand(2)));
    fits.then_some((*text, *counted))
}

/// What calls of the runtime are made with.
struct Tools {
    module: LLVMModuleRef,
    builder: LLVMBuilderRef,
    int: LLVMTypeRef,
    long: LLVMTypeRef,
    pointer: LLVMTypeRef,
}

impl Tools {
    fn new(module: LLVMModuleRef) -> Tools {
        // SAFETY: the module is alive.
        unsafe {
            let context = LLVMGetModuleContext(module);
            Tools {
                module,
                builder: LLVMCreateBuilderInContext(context),
                int: LLVMInt32TypeInContext(context),
                long: LLVMInt64TypeInContext(context),
                pointer: LLVMPointerTypeInContext(context, 0),
            }
        }
    }

    fn call(&self, name: &std::ffi::CStr, arguments: &mut [LLVMValueRef]) {
        // SAFETY: building a call at the builder's place, in a module that is alive; the function is declared with the arguments' types.
        unsafe {
            let mut types: Vec<LLVMTypeRef> = arguments.iter().map(|a| LLVMTypeOf(*a)).collect();
            let void = LLVMVoidTypeInContext(LLVMGetModuleContext(self.module));
            let ty = LLVMFunctionType(void, types.as_mut_ptr(), types.len() as u32, 0);
            let known = LLVMGetNamedFunction(self.module, name.as_ptr());
            let f = if known.is_null() { LLVMAddFunction(self.module, name.as_ptr(), ty) } else { known };
            LLVMBuildCall2(self.builder, ty, f, arguments.as_mut_ptr(), arguments.len() as u32, c"".as_ptr());
        }
    }

    fn number(&self, n: u32) -> LLVMValueRef {
        // SAFETY: a constant of a type that is alive.
        unsafe { LLVMConstInt(self.int, u64::from(n), 0) }
    }

    fn wide(&self, v: Value) -> LLVMValueRef {
        // SAFETY: a number of at most 64 bits, extended at the builder's place.
        unsafe { if v.ty().int_width() == 64 { v.0 } else { LLVMBuildZExt(self.builder, v.0, self.long, c"".as_ptr()) } }
    }

    fn block(&self, at: Value, id: u32) {
        // SAFETY: an instruction of the module.
        unsafe { LLVMPositionBuilderBefore(self.builder, at.0) };
        self.call(c"homing_fuzz_block", &mut [self.number(id)]);
    }

    fn compare(&self, v: Value) {
        // SAFETY: an instruction of the module.
        unsafe { LLVMPositionBuilderBefore(self.builder, v.0) };
        let bytes = |v: Value| v.ty().int_width().div_ceil(8).next_power_of_two();
        match v.opcode() {
            Opcode::LLVMICmp => {
                let (a, b) = (self.wide(v.operand(0)), self.wide(v.operand(1)));
                let variable = if is_constant(v.operand(0)) || is_constant(v.operand(1)) { 0 } else { VARIABLE };
                self.call(c"homing_fuzz_compare", &mut [a, b, self.number(bytes(v.operand(0)) | variable)]);
            }
            Opcode::LLVMSwitch => {
                let (table, n) = self.cases(v);
                let value = self.wide(v.operand(0));
                self.call(c"homing_fuzz_switch", &mut [value, self.number(bytes(v.operand(0))), table, self.number(n)]);
            }
            _ => {
                let Some((text, counted)) = compares_texts(v) else { return };
                // SAFETY: a constant of a type that is alive.
                let all = unsafe { LLVMConstInt(self.long, u64::MAX, 0) };
                let most = if counted { self.wide(v.operand(2)) } else { all };
                let arguments = &mut [v.operand(0).0, v.operand(1).0, most, self.number(u32::from(text))];
                self.call(c"homing_fuzz_texts", arguments);
            }
        }
    }

    /// Behind a comparison: its outcome, as a block of that number that is entered where it is equality.
    fn equal(&self, v: Value, id: u32) {
        // SAFETY: a comparison is never the last instruction of its block; the types are those of the comparison's result.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, LLVMGetNextInstruction(v.0));
            let ty = LLVMTypeOf(v.0);
            let holds = match v.opcode() {
                Opcode::LLVMICmp => v.0,
                _ => LLVMBuildICmp(self.builder, LLVMIntPredicate::LLVMIntEQ, v.0, LLVMConstInt(ty, 0, 0), c"".as_ptr()),
            };
            let flag = LLVMBuildZExt(self.builder, holds, self.int, c"".as_ptr());
            self.call(c"homing_fuzz_equal", &mut [self.number(id), flag]);
        }
    }

    /// A table of a switch's values, and how many there are.
    fn cases(&self, switch: Value) -> (LLVMValueRef, u32) {
        // Operands are the value, the default, and then pairs of value and block.
        let cases = (2..switch.operand_count()).step_by(2).map(|i| switch.operand(i).zext());
        // SAFETY: constants and a global of the module, which is alive.
        unsafe {
            let mut list: Vec<LLVMValueRef> = cases.map(|v| LLVMConstInt(self.long, v, 0)).collect();
            if list.is_empty() {
                return (LLVMConstNull(self.pointer), 0);
            }
            let array = LLVMConstArray2(self.long, list.as_mut_ptr(), list.len() as u64);
            let global = LLVMAddGlobal(self.module, LLVMTypeOf(array), c"homing.cases".as_ptr());
            LLVMSetInitializer(global, array);
            LLVMSetGlobalConstant(global, 1);
            LLVMSetLinkage(global, LLVMLinkage::LLVMPrivateLinkage);
            (global, list.len() as u32)
        }
    }
}

impl Drop for Tools {
    fn drop(&mut self) {
        // SAFETY: it was made by us and is not used any more.
        unsafe { LLVMDisposeBuilder(self.builder) };
    }
}

/// Calls of functions that the program does not define go to the runtime, where it has something for them.
fn redirect(m: LLVMModuleRef) {
    let own = OWN.iter().map(|n| (*n, *n));
    for (name, what) in own.chain(LIKE) {
        let (name, new) = (CString::new(name).unwrap_or_default(), format!("homing_fuzz_{what}"));
        let text = CString::new(new.as_str()).unwrap_or_default();
        // SAFETY: functions of a module that is alive; what is replaced has no body.
        unsafe {
            let f = LLVMGetNamedFunction(m, name.as_ptr());
            if f.is_null() || !Value(f).is_declaration() {
                continue;
            }
            let known = LLVMGetNamedFunction(m, text.as_ptr());
            if known.is_null() {
                LLVMSetValueName2(f, text.as_ptr(), new.len());
            } else {
                LLVMReplaceAllUsesWith(f, known);
            }
        }
    }
}

/// Functions may have been compiled with the wish not to be optimised.
fn allow_optimising(m: LLVMModuleRef) {
    let kind = llvm::attribute_kind("optnone");
    for f in llvm::functions(m) {
        // SAFETY: a function of a module that is alive.
        unsafe { LLVMRemoveEnumAttributeAtIndex(f.0, LLVMAttributeFunctionIndex, kind) };
    }
}
