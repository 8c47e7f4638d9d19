//! Where the variables of inner blocks of a function begin and end to live, from the debug information.
//!
//! A compiler marks that itself only where it optimises (and then moves it), so it is taken from the blocks that the instructions
//! belong to: a variable of a block is gone where an instruction of another block, not inside of its own, is executed.

use homing_ir::{Builtin, builtin};
use llvm_sys::LLVMDbgRecordKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::debug::Debug;
use crate::llvm::{Bb, Md, Opcode, Value, ValueKind};

/// Before an instruction: variables that live from here on, or do not any more.
pub(super) type Marks = FxHashMap<Value, Vec<(Value, bool)>>;

/// The number of the operand of a lexical block that says what it is in.
const PARENT: u32 = 1;

/// The marks of a function; none where nothing can be said.
pub(super) fn marks(f: Value, debug: &Debug) -> Marks {
    let mut variables = variables(f);
    if variables.is_empty() {
        return Marks::default();
    }
    let mut chains = Chains { debug, of: FxHashMap::default() };
    if f.blocks().flat_map(|b| b.instructions()).any(spoils) {
        return Marks::default();
    }
    variables.retain(|(slot, block)| uses(*slot).into_iter().all(|u| chains.inside(u, *block) != Some(false)));
    let mut out = Marks::default();
    for (slot, block) in variables {
        mark(f, slot, block, &mut chains, &mut out);
    }
    out
}

/// The slots of variables that belong to an inner block, with the block.
fn variables(f: Value) -> Vec<(Value, Md)> {
    let Some(entry) = f.blocks().next() else { return Vec::new() };
    // A slot that is made later, of a size that is computed, is not there yet where its block begins.
    let first = entry.instructions().take_while(|v| v.opcode() == Opcode::LLVMAlloca);
    let slots: FxHashSet<Value> = first.filter(|v| escapes(*v)).collect();
    if slots.is_empty() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut blocks_of: FxHashMap<Value, u32> = FxHashMap::default();
    for v in f.blocks().flat_map(|b| b.instructions()) {
        // SAFETY: live records; the accessors fit their kinds.
        unsafe {
            let mut record = LLVMGetFirstDbgRecord(v.0);
            while !record.is_null() {
                if matches!(LLVMDbgRecordGetKind(record), LLVMDbgRecordKind::LLVMDbgRecordDeclare) {
                    let slot = Value(LLVMDbgVariableRecordGetValue(record, 0));
                    let scope = Md(LLVMDIVariableGetScope(LLVMDbgVariableRecordGetVariable(record)));
                    if slots.contains(&slot) {
                        *blocks_of.entry(slot).or_default() += 1;
                        out.push((slot, scope));
                    }
                }
                record = LLVMGetNextDbgRecord(record);
            }
        }
    }
    // A slot of two variables is nobody's.
    out.retain(|(slot, scope)| is_block(*scope) && blocks_of[slot] == 1);
    out
}

/// Can somebody have its address? Else only its own block comes to it.
fn escapes(slot: Value) -> bool {
    uses(slot).into_iter().any(|u| match u.is_instruction().then(|| u.opcode()) {
        Some(Opcode::LLVMLoad) => false,
        Some(Opcode::LLVMStore) => u.operand(0) == slot,
        _ => true,
    })
}

fn is_block(scope: Md) -> bool {
    // SAFETY: a metadata node.
    !scope.0.is_null()
        && unsafe { LLVMGetMetadataKind(scope.0) } as u32 == LLVMMetadataKind::LLVMDILexicalBlockMetadataKind as u32
}

/// Code of other functions in this one, or a way back into a block that no edge shows: then blocks say nothing.
fn spoils(v: Value) -> bool {
    if let Some(l) = v.debug_loc() {
        // SAFETY: a DILocation.
        let (line, around) = unsafe { (LLVMDILocationGetLine(l.0), LLVMDILocationGetInlinedAt(l.0)) };
        if line != 0 && !around.is_null() {
            return true;
        }
    }
    if !matches!(v.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr) {
        return false;
    }
    // SAFETY: a call.
    let callee = Value(unsafe { LLVMGetCalledValue(v.0) });
    callee.kind() == ValueKind::LLVMFunctionValueKind && builtin(&callee.name()) == Some(Builtin::SetJmp)
}

fn uses(slot: Value) -> Vec<Value> {
    let mut out = Vec::new();
    // SAFETY: the list of uses of a live value.
    unsafe {
        let mut at = LLVMGetFirstUse(slot.0);
        while !at.is_null() {
            out.push(Value(LLVMGetUser(at)));
            at = LLVMGetNextUse(at);
        }
    }
    out
}

/// The blocks that each scope lies in.
struct Chains<'a> {
    debug: &'a Debug,
    of: FxHashMap<Md, Vec<Md>>,
}

impl Chains<'_> {
    /// Does the instruction belong to the block? `None` if it does not say.
    fn inside(&mut self, v: Value, block: Md) -> Option<bool> {
        let l = v.is_instruction().then(|| v.debug_loc()).flatten()?;
        // SAFETY: a DILocation.
        let (line, scope) = unsafe { (LLVMDILocationGetLine(l.0), Md(LLVMDILocationGetScope(l.0))) };
        if line == 0 {
            return None;
        }
        let debug = self.debug;
        let chain = self.of.entry(scope).or_insert_with(|| chain(scope, debug));
        Some(chain.contains(&block))
    }
}

fn chain(scope: Md, debug: &Debug) -> Vec<Md> {
    let mut out = vec![scope];
    let mut at = scope;
    for _ in 0..1000 {
        // SAFETY: a metadata node.
        let kind = unsafe { LLVMGetMetadataKind(at.0) } as u32;
        let block = LLVMMetadataKind::LLVMDILexicalBlockMetadataKind as u32;
        let block_file = LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind as u32;
        let Some(parent) = debug.operand(at, PARENT).filter(|_| kind == block || kind == block_file) else { break };
        out.push(parent);
        at = parent;
    }
    out
}

/// Adds the marks of one variable: at each change within a block of instructions, and at the start of one that is come to from others
/// where it was otherwise.
fn mark(f: Value, slot: Value, block: Md, chains: &mut Chains<'_>, out: &mut Marks) {
    let mut starts: FxHashMap<Bb, (Value, bool)> = FxHashMap::default();
    let mut ends: FxHashMap<Bb, bool> = FxHashMap::default();
    for b in f.blocks() {
        let mut before = None;
        for v in b.instructions().filter(|v| v.opcode() != Opcode::LLVMPHI && v.opcode() != Opcode::LLVMAlloca) {
            let Some(now) = chains.inside(v, block) else { continue };
            match before {
                None => {
                    starts.insert(b, (v, now));
                }
                Some(before) if before != now => out.entry(v).or_default().push((slot, now)),
                _ => {}
            }
            before = Some(now);
        }
        if let Some(now) = before {
            ends.insert(b, now);
        }
    }
    let mut changed: FxHashSet<Bb> = FxHashSet::default();
    for b in f.blocks() {
        for next in successors(b) {
            // A block that says nothing may have been come to from anywhere.
            if starts.get(&next).is_some_and(|(_, now)| ends.get(&b) != Some(now)) {
                changed.insert(next);
            }
        }
    }
    for b in f.blocks().filter(|b| changed.contains(b)) {
        let (v, now) = starts[&b];
        out.entry(v).or_default().push((slot, now));
    }
}

fn successors(b: Bb) -> Vec<Bb> {
    // SAFETY: the terminator of a live block, asked for as many as it has.
    unsafe {
        let last = LLVMGetBasicBlockTerminator(b.0);
        if last.is_null() {
            return Vec::new();
        }
        (0..LLVMGetNumSuccessors(last)).map(|i| Bb(LLVMGetSuccessor(last, i))).collect()
    }
}
