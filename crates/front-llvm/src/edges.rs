//! Edges between blocks as blocks of their own, so that a run's blocks tell its edges.

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use rustc_hash::FxHashMap;

use crate::BlockMark;
use crate::llvm::{self, Bb, Opcode, Value};

/// An edge that is now a block.
pub struct Edge {
    /// The only instruction of the new block, which goes on to where the edge led.
    pub jump: Value,
    /// Where it leads.
    pub to: BlockMark,
}

/// A block that led to another one, and what does so now.
type Moved = (LLVMBasicBlockRef, LLVMBasicBlockRef);

/// Puts a block on every edge from a block with several ways out to one with several ways in; others are told by their ends. Several values of a
/// switch that lead to one place have an edge each.
pub fn split(m: LLVMModuleRef) -> Vec<Edge> {
    let mut all = Vec::new();
    for f in llvm::functions(m) {
        let blocks: Vec<Bb> = f.blocks().collect();
        let mut ways_in: FxHashMap<LLVMBasicBlockRef, u32> = FxHashMap::default();
        let ends: Vec<(Bb, Value)> = blocks.iter().filter_map(|b| Some((*b, b.terminator()?))).collect();
        for to in ends.iter().flat_map(|(_, t)| t.successors()) {
            *ways_in.entry(to.0).or_default() += 1;
        }
        // For each block, what leads to it now instead of what did.
        let mut moved: FxHashMap<LLVMBasicBlockRef, Vec<Moved>> = FxHashMap::default();
        for (from, end) in ends.iter().filter(|(_, t)| matches!(t.opcode(), Opcode::LLVMBr | Opcode::LLVMSwitch)) {
            let ways: Vec<Bb> = end.successors().collect();
            let number = |b: &Bb| blocks.iter().position(|x| x.0 == b.0).unwrap_or_default() as u32;
            for (i, to) in ways.iter().enumerate().filter(|(_, to)| ways.len() > 1 && ways_in[&to.0] > 1) {
                let (jump, between) = put_between(m, f, *end, i as u32, *to);
                moved.entry(to.0).or_default().push((from.0, between));
                all.push(Edge { jump, to: BlockMark { function: f.name(), block: number(to) } });
            }
        }
        moved.into_iter().for_each(|(to, moved)| come_from(Bb(to), moved));
    }
    all
}

/// A new block as the way out of that number; its jump.
fn put_between(m: LLVMModuleRef, f: Value, end: Value, way: u32, to: Bb) -> (Value, LLVMBasicBlockRef) {
    // SAFETY: function, instruction and block belong to the module, which is alive; the number is that of a way out.
    unsafe {
        let context = LLVMGetModuleContext(m);
        let between = LLVMAppendBasicBlockInContext(context, f.0, c"".as_ptr());
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderAtEnd(builder, between);
        let jump = LLVMBuildBr(builder, to.0);
        LLVMDisposeBuilder(builder);
        LLVMSetSuccessor(end.0, way, between);
        (Value(jump), between)
    }
}

/// Values that hang on where one comes from: made anew, with the new blocks.
fn come_from(to: Bb, moved: Vec<Moved>) {
    let old: Vec<Value> = to.instructions().take_while(|v| v.opcode() == Opcode::LLVMPHI).collect();
    for phi in old {
        let mut left = moved.clone();
        // SAFETY: an instruction of a module that is alive; the new one has its type and as many sources, and takes all its uses before it goes.
        unsafe {
            let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(phi.0)));
            LLVMPositionBuilderBefore(builder, phi.0);
            let new = LLVMBuildPhi(builder, LLVMTypeOf(phi.0), c"".as_ptr());
            LLVMDisposeBuilder(builder);
            for i in 0..LLVMCountIncoming(phi.0) {
                let from = LLVMGetIncomingBlock(phi.0, i);
                let now = left.iter().position(|(was, _)| *was == from).map_or(from, |at| left.swap_remove(at).1);
                LLVMAddIncoming(new, &mut LLVMGetIncomingValue(phi.0, i), &mut { now }, 1);
            }
            LLVMReplaceAllUsesWith(phi.0, new);
            LLVMInstructionEraseFromParent(phi.0);
        }
    }
}
