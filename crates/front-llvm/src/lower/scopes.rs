//! Where the variables of inner blocks of a function begin and end to live, from the debug information.
//!
//! A compiler marks that itself only where it optimises (and then moves it), so it is taken from the blocks that the instructions
//! belong to: a variable of a block is gone where an instruction of another block, not inside of its own, is executed.

use homing_ir::{Builtin, builtin};
use llvm_sys::debuginfo::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::debug::Debug;
use crate::llvm::{Bb, Location, Md, Opcode, Value, ValueKind};

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
    variables.retain(|(slot, block)| slot.users().all(|u| chains.inside(u, *block) != Some(false)));
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
        for (slot, variable) in v.declares().filter(|(slot, _)| slots.contains(slot)) {
            *blocks_of.entry(slot).or_default() += 1;
            // SAFETY: a declaration names a variable of debug information.
            out.push((slot, Md(unsafe { LLVMDIVariableGetScope(variable.0) })));
        }
    }
    // A slot of two variables is nobody's.
    out.retain(|(slot, scope)| is_block(*scope) && blocks_of[slot] == 1);
    out
}

/// Can somebody have its address? Else only its own block comes to it.
fn escapes(slot: Value) -> bool {
    slot.users().any(|u| match u.is_instruction().then(|| u.opcode()) {
        Some(Opcode::LLVMLoad) => false,
        Some(Opcode::LLVMStore) => u.operand(0) == slot,
        _ => true,
    })
}

fn is_block(scope: Md) -> bool {
    scope.some().is_some_and(|s| s.is(LLVMMetadataKind::LLVMDILexicalBlockMetadataKind))
}

/// Code of other functions in this one, or a way back into a block that no edge shows: then blocks say nothing.
fn spoils(v: Value) -> bool {
    if let Some(l) = v.debug_loc() {
        let l = l.location();
        if l.line != 0 && l.around.is_some() {
            return true;
        }
    }
    if !matches!(v.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr) {
        return false;
    }
    let callee = v.callee();
    callee.kind() == ValueKind::LLVMFunctionValueKind && builtin(&callee.name()) == Some(Builtin::SetJmp)
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
        let Location { line, scope, .. } = l.location();
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
        let block = at.is(LLVMMetadataKind::LLVMDILexicalBlockMetadataKind);
        let block_file = at.is(LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind);
        let Some(parent) = debug.operand(at, PARENT).filter(|_| block || block_file) else { break };
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
    b.terminator().map_or(Vec::new(), |last| last.successors().collect())
}
