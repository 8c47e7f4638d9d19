//! Bitcode for native replay: the same program, with a call of `homing_hit(id)` in front of each place asked for.

use crate::debug::{position, source_file};
use crate::llvm::{self, Bb, Md, Opcode, Value, ValueKind};
use crate::{LoadError, Module};
use homing_ir::{Builtin, builtin};
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// With a column: what has this one alone.
    Line {
        file: String,
        line: u32,
        column: Option<u32>,
    },
    Function(String),
    Any,
}

/// A line of a function, and what `homing_hit` is called with before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMark {
    pub id: u32,
    pub function: String,
    /// The full path.
    pub file: String,
    pub line: u32,
}

/// A program with more lines than that has none of them marked.
const MOST_LINES: usize = 20_000;

impl Module {
    /// Writes bitcode in which each hit is reported. Afterwards the module is as it was.
    pub fn write_instrumented(&mut self, hits: &[Hit], out: &Path) -> Result<(), LoadError> {
        let places = places(self.raw(), hits);
        self.write_with(&places, out)
    }

    /// The same with each line of the program under a number of its own, from `first` on.
    pub fn write_marked(&mut self, hits: &[Hit], first: u32, out: &Path) -> Result<Vec<LineMark>, LoadError> {
        let mut places = places(self.raw(), hits);
        let (marks, lines) = every_line(self.raw(), first);
        places.extend(lines);
        self.write_with(&places, out).map(|()| marks)
    }

    fn write_with(&mut self, places: &[(Value, u32)], out: &Path) -> Result<(), LoadError> {
        self.show_undefined();
        let calls = Calls::insert(self.raw(), places);
        let written = self.write_bitcode(out);
        calls.remove();
        written
    }
}

/// The starts of all runs of instructions of one line, each line of a function with its number.
fn every_line(m: LLVMModuleRef, first: u32) -> (Vec<LineMark>, Vec<(Value, u32)>) {
    let (mut marks, mut places) = (Vec::new(), Vec::new());
    for f in llvm::functions(m) {
        let mut ids: FxHashMap<(Md, u32), u32> = FxHashMap::default();
        for b in f.blocks() {
            let mut last = None;
            for v in b.instructions().filter(|v| does_something(*v)) {
                let Some(at) = position(v) else { continue };
                if last == Some(at) {
                    continue;
                }
                last = Some(at);
                let id = *ids.entry(at).or_insert_with(|| {
                    let id = first + marks.len() as u32;
                    marks.push(LineMark { id, function: f.name(), file: source_file(at.0).full_path(), line: at.1 });
                    id
                });
                places.extend(movable(v).map(|v| (v, id)));
            }
            if marks.len() > MOST_LINES {
                return (Vec::new(), Vec::new());
            }
        }
    }
    (marks, places)
}

/// Not an intrinsic that only tells something about the program.
fn does_something(v: Value) -> bool {
    if v.opcode() != Opcode::LLVMCall {
        return v.opcode() != Opcode::LLVMPHI;
    }
    let callee = v.callee();
    if callee.kind() != ValueKind::LLVMFunctionValueKind {
        return true;
    }
    let name = callee.name();
    !["llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias", "llvm.donothing"]
        .iter()
        .any(|p| name.starts_with(p))
}

/// Every place, found before anything is inserted, so that inserted calls are no places themselves.
pub(crate) fn places(m: LLVMModuleRef, hits: &[Hit]) -> Vec<(Value, u32)> {
    let mut all = Vec::new();
    for hit in hits {
        all.extend(places_of(m, &hit.what).into_iter().filter_map(movable).map(|v| (v, hit.id)));
    }
    all
}

/// The instructions that a target stands in front of.
pub(crate) fn places_of(m: LLVMModuleRef, what: &HitSpec) -> Vec<Value> {
    match what {
        HitSpec::Line { file, line, column } => line_places(m, file, *line, *column),
        HitSpec::Function(name) => function_places(m, name),
        HitSpec::Any => any_places(m),
    }
}

/// The inserted calls, and the declaration they needed.
pub(crate) struct Calls {
    inserted: Vec<LLVMValueRef>,
    declared: Option<LLVMValueRef>,
}

impl Calls {
    pub(crate) fn insert(m: LLVMModuleRef, places: &[(Value, u32)]) -> Calls {
        // SAFETY: building calls in a module that is alive; names are NUL-terminated.
        unsafe {
            let context = LLVMGetModuleContext(m);
            let int = LLVMInt32TypeInContext(context);
            let mut parameters = [int];
            let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters.as_mut_ptr(), 1, 0);
            let known = LLVMGetNamedFunction(m, c"homing_hit".as_ptr());
            let declared = known.is_null().then(|| LLVMAddFunction(m, c"homing_hit".as_ptr(), ty));
            let builder = LLVMCreateBuilderInContext(context);
            let mut inserted = Vec::new();
            for (at, id) in places {
                LLVMPositionBuilderBefore(builder, at.0);
                let mut arguments = [LLVMConstInt(int, u64::from(*id), 0)];
                let call = LLVMBuildCall2(builder, ty, declared.unwrap_or(known), arguments.as_mut_ptr(), 1, c"".as_ptr());
                let loc = LLVMInstructionGetDebugLoc(at.0);
                if !loc.is_null() {
                    LLVMInstructionSetDebugLoc(call, loc);
                }
                inserted.push(call);
            }
            LLVMDisposeBuilder(builder);
            Calls { inserted, declared }
        }
    }

    fn remove(self) {
        // SAFETY: each call was inserted by us and nothing uses it; after them nothing uses the declaration.
        unsafe {
            self.inserted.into_iter().for_each(|call| LLVMInstructionEraseFromParent(call));
            if let Some(f) = self.declared {
                LLVMDeleteFunction(f);
            }
        }
    }
}

/// The first instruction at or behind `v` that a call may stand in front of.
pub(crate) fn movable(v: Value) -> Option<Value> {
    let mut at = v;
    loop {
        match at.opcode() {
            Opcode::LLVMPHI | Opcode::LLVMLandingPad | Opcode::LLVMCatchPad | Opcode::LLVMCleanupPad => {
                // SAFETY: an instruction in a block; behind the last one there is null.
                at = Value(unsafe { LLVMGetNextInstruction(at.0) }).some()?;
            }
            Opcode::LLVMCatchSwitch => return None,
            Opcode::LLVMRet => {
                // Nothing may come between a call that must be the last thing and the return.
                // SAFETY: as above; in front of the first one there is null.
                let before = Value(unsafe { LLVMGetPreviousInstruction(at.0) });
                let must = before.some().is_some_and(|b| b.opcode() == Opcode::LLVMCall && is_must_tail(b));
                return Some(if must { before } else { at });
            }
            _ => return Some(at),
        }
    }
}

fn is_must_tail(call: Value) -> bool {
    // SAFETY: `call` is a call.
    matches!(unsafe { LLVMGetTailCallKind(call.0) }, llvm_sys::LLVMTailCallKind::LLVMTailCallKindMustTail)
}

fn blocks(m: LLVMModuleRef) -> impl Iterator<Item = Bb> {
    llvm::functions(m).flat_map(|f| f.blocks())
}

/// The start of each run of instructions of that line; instructions without a line do not end a run.
fn line_places(m: LLVMModuleRef, file: &str, line: u32, column: Option<u32>) -> Vec<Value> {
    let files = matching_files(m, file);
    let mut places = Vec::new();
    for b in blocks(m) {
        let mut inside = false;
        for v in b.instructions() {
            let Some((source, at)) = position(v) else { continue };
            let here = at == line && files.contains(&source) && column.is_none_or(|c| crate::debug::column(v) == Some(c));
            if here && !inside {
                places.push(v);
            }
            inside = here;
        }
    }
    places
}

/// The files that the name means: those named exactly so, else those whose path ends so.
fn matching_files(m: LLVMModuleRef, file: &str) -> FxHashSet<Md> {
    let want = components(file);
    let (mut exact, mut ending, mut known) = (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
    for v in blocks(m).flat_map(|b| b.instructions()) {
        let Some((node, _)) = position(v) else { continue };
        if !known.insert(node) {
            continue;
        }
        let source = source_file(node);
        let path = components(&source.full_path());
        if path == want || components(&source.path) == want {
            exact.insert(node);
        } else if path.ends_with(&want) {
            ending.insert(node);
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
    let callee = |v: &Value| v.callee();
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
