//! Bitcode for native replay: the same program, with a call of `homing_hit(id)` in front of each place asked for.

use crate::debug::position;
use crate::llvm::{self, Bb, Opcode, Value, ValueKind};
use crate::{LoadError, Module};
use homing_ir::{Builtin, builtin};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;

/// A place to report when a native run passes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// What `homing_hit` is called with.
    pub id: u32,
    pub what: HitSpec,
}

/// Which places; the same as those of the target of that form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HitSpec {
    Line { file: String, line: u32 },
    Function(String),
    Any,
}

impl Module {
    /// Writes bitcode in which each hit is reported. The module itself stays as it is.
    pub fn write_instrumented(&mut self, hits: &[Hit], out: &Path) -> Result<(), LoadError> {
        // SAFETY: the copy is used and disposed of here only; the buffer is read before it is freed.
        let bytes = unsafe {
            let copy = LLVMCloneModule(self.raw());
            instrument(copy, hits);
            let buffer = LLVMWriteBitcodeToMemoryBuffer(copy);
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            LLVMDisposeModule(copy);
            bytes
        };
        std::fs::write(out, bytes).map_err(|e| LoadError::Write { path: out.into(), message: e.to_string() })
    }
}

/// Finds all places first, then inserts, so that inserted calls are no places themselves.
fn instrument(m: LLVMModuleRef, hits: &[Hit]) {
    let mut places: Vec<(Value, u32)> = Vec::new();
    for hit in hits {
        let found = match &hit.what {
            HitSpec::Line { file, line } => line_places(m, file, *line),
            HitSpec::Function(name) => function_places(m, name),
            HitSpec::Any => any_places(m),
        };
        places.extend(found.into_iter().filter_map(movable).map(|v| (v, hit.id)));
    }
    if !places.is_empty() {
        insert(m, &places);
    }
}

fn insert(m: LLVMModuleRef, places: &[(Value, u32)]) {
    // SAFETY: building calls in a module that is alive; names are NUL-terminated.
    unsafe {
        let context = LLVMGetModuleContext(m);
        let int = LLVMInt32TypeInContext(context);
        let mut parameters = [int];
        let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters.as_mut_ptr(), 1, 0);
        let known = LLVMGetNamedFunction(m, c"homing_hit".as_ptr());
        let hit = if known.is_null() { LLVMAddFunction(m, c"homing_hit".as_ptr(), ty) } else { known };
        let builder = LLVMCreateBuilderInContext(context);
        for (at, id) in places {
            LLVMPositionBuilderBefore(builder, at.0);
            let mut arguments = [LLVMConstInt(int, u64::from(*id), 0)];
            let call = LLVMBuildCall2(builder, ty, hit, arguments.as_mut_ptr(), 1, c"".as_ptr());
            let loc = LLVMInstructionGetDebugLoc(at.0);
            if !loc.is_null() {
                LLVMInstructionSetDebugLoc(call, loc);
            }
        }
        LLVMDisposeBuilder(builder);
    }
}

/// The first instruction at or behind `v` that a call may stand in front of.
fn movable(v: Value) -> Option<Value> {
    let mut at = v;
    loop {
        match at.opcode() {
            Opcode::LLVMPHI | Opcode::LLVMLandingPad | Opcode::LLVMCatchPad | Opcode::LLVMCleanupPad => {
                at = Value(unsafe { LLVMGetNextInstruction(at.0) }).some()?;
            }
            Opcode::LLVMCatchSwitch => return None,
            Opcode::LLVMRet => {
                // Nothing may come between a call that must be the last thing and the return.
                let before = Value(unsafe { LLVMGetPreviousInstruction(at.0) });
                let must = before.some().is_some_and(|b| b.opcode() == Opcode::LLVMCall && is_must_tail(b));
                return Some(if must { before } else { at });
            }
            _ => return Some(at),
        }
    }
}

fn is_must_tail(call: Value) -> bool {
    matches!(unsafe { LLVMGetTailCallKind(call.0) }, llvm_sys::LLVMTailCallKind::LLVMTailCallKindMustTail)
}

fn blocks(m: LLVMModuleRef) -> impl Iterator<Item = Bb> {
    llvm::functions(m).flat_map(|f| f.blocks())
}

/// The start of each run of instructions of that line; instructions without a line do not end a run.
fn line_places(m: LLVMModuleRef, file: &str, line: u32) -> Vec<Value> {
    let files = matching_files(m, file);
    let mut places = Vec::new();
    for b in blocks(m) {
        let mut inside = false;
        for v in b.instructions() {
            let Some((source, at)) = position(v).filter(|p| p.1 != 0) else { continue };
            let here = at == line && files.contains(&components(&source.full_path()));
            if here && !inside {
                places.push(v);
            }
            inside = here;
        }
    }
    places
}

/// The files that the name means: those named exactly so, else those whose path ends so.
fn matching_files(m: LLVMModuleRef, file: &str) -> BTreeSet<Vec<String>> {
    let want = components(file);
    let (mut exact, mut ending) = (BTreeSet::new(), BTreeSet::new());
    let mut known = BTreeSet::new();
    for v in blocks(m).flat_map(|b| b.instructions()) {
        let Some((source, _)) = position(v).filter(|p| p.1 != 0) else { continue };
        if !known.insert((source.path.clone(), source.directory.clone())) {
            continue;
        }
        let path = components(&source.full_path());
        if path == want || components(&source.path) == want {
            exact.insert(path);
        } else if path.ends_with(&want) {
            ending.insert(path);
        }
    }
    if exact.is_empty() { ending } else { exact }
}

fn components(path: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (i, c) in path.split('/').enumerate() {
        match c {
            "" if i == 0 => out.push(String::new()),
            "" | "." => {}
            ".." if out.last().is_some_and(|last| last != ".." && !last.is_empty()) => drop(out.pop()),
            _ => out.push(c.into()),
        }
    }
    out
}

/// The start of a defined function; the calls of an undefined one.
fn function_places(m: LLVMModuleRef, name: &str) -> Vec<Value> {
    match crate::lower::find_function(m, name) {
        Some(f) if !f.is_declaration() => start(f).into_iter().collect(),
        Some(f) => calls(m, |callee| callee == f),
        None => Vec::new(),
    }
}

/// The first instruction behind the stack slots.
fn start(f: Value) -> Option<Value> {
    f.blocks().next()?.instructions().find(|v| v.opcode() != Opcode::LLVMAlloca)
}

fn calls(m: LLVMModuleRef, wanted: impl Fn(Value) -> bool) -> Vec<Value> {
    let is_call = |v: &Value| matches!(v.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
    let callee = |v: &Value| Value(unsafe { LLVMGetCalledValue(v.0) });
    blocks(m).flat_map(|b| b.instructions()).filter(|v| is_call(v) && wanted(callee(v))).collect()
}

/// Error functions, reach markers, failed assertions.
fn any_places(m: LLVMModuleRef) -> Vec<Value> {
    let mut places: Vec<Value> = llvm::functions(m)
        .filter(|f| !f.is_declaration() && matches!(builtin(&f.name()), Some(Builtin::ReachError | Builtin::Reach)))
        .filter_map(start)
        .collect();
    places.extend(calls(m, |f| {
        f.kind() == ValueKind::LLVMFunctionValueKind
            && f.is_declaration()
            && matches!(builtin(&f.name()), Some(Builtin::ReachError | Builtin::Reach | Builtin::AssertFail))
    }));
    places
}
