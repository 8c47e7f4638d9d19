//! Locals to registers, and small clean-ups: the only pass that changes code.
//!
//! Nothing here assumes that the program is free of undefined behaviour. A variable that is read before it is written
//! gets an explicit `Undef` where its memory was made; instructions that can err, read memory or have effects stay,
//! and so does every `Mark` that can be reached along edges.

mod blocks;
mod checks;
mod clean;
mod rename;
mod slots;

use crate::flow::{Dominators, Graph};
use crate::{Builtin, Callee, Function, Inst, Opnd, OpndKind, Program, builtin};

/// What the pass does. `Default` is everything, with variables that may be read before written promoted as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromoteOptions {
    /// Turn locals into registers.
    pub promote: bool,
    /// Leave variables in memory that may be read before they are written, so that such reads can be reported.
    pub keep_uninitialised: bool,
    /// The switch of all clean-ups below.
    pub cleanup: bool,
    /// A copy is replaced by what it copies.
    pub copies: bool,
    /// A truth value that was widened and tested again is used directly; a branch on a negation swaps its edges.
    pub truth: bool,
    /// A check of a `Dyn` value that cannot fail is dropped.
    pub checks: bool,
    /// A block parameter that always gets the same value is replaced by it.
    pub params: bool,
    /// Results and block parameters that nothing reads, without effect and without possible error, are dropped.
    pub unused: bool,
    /// Blocks without code are jumped over; a branch whose ways are the same becomes a jump.
    pub thread: bool,
    /// A block is joined to its only predecessor when that jumps to it.
    pub merge: bool,
}

impl Default for PromoteOptions {
    fn default() -> PromoteOptions {
        PromoteOptions {
            promote: true,
            keep_uninitialised: false,
            cleanup: true,
            copies: true,
            truth: true,
            checks: true,
            params: true,
            unused: true,
            thread: true,
            merge: true,
        }
    }
}

/// What the pass did.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct PromoteStats {
    /// Allocas found, and how many of them became registers.
    pub allocas: usize,
    pub promoted: usize,
    /// Instructions and terminators before and after.
    pub before: usize,
    pub after: usize,
}

/// Promotes locals whose address is only used by loads and stores of one width, and cleans up.
///
/// Only allocas of constant size in an entry block that runs once are promoted. Blocks that no edge leads to are
/// dropped. A function that calls `setjmp` stays as it is: memory keeps what was written between `setjmp` and
/// `longjmp`, registers would not.
pub fn promote(p: &mut Program, options: &PromoteOptions) -> PromoteStats {
    let mut stats = PromoteStats { before: p.instruction_count(), ..PromoteStats::default() };
    let twice = returns_twice(p);
    let by_pointer = p.functions.iter().zip(&twice).any(|(f, yes)| *yes && f.address_taken);
    let options = if options.cleanup {
        options.clone()
    } else {
        let promote = options.promote;
        PromoteOptions { promote, keep_uninitialised: options.keep_uninitialised, ..PromoteOptions::nothing() }
    };
    let ptr_bits = p.ptr_bits;
    for f in &mut p.functions {
        stats.allocas += f.blocks.iter().flat_map(|b| &b.insts).filter(|i| matches!(i, Inst::Alloca { .. })).count();
        if !f.is_declaration() && !calls_setjmp(f, &twice, by_pointer) {
            stats.promoted += Work::run(f, ptr_bits, &options);
        }
    }
    stats.after = p.instruction_count();
    stats
}

impl PromoteOptions {
    /// Every switch off.
    pub fn nothing() -> PromoteOptions {
        PromoteOptions {
            promote: false,
            keep_uninitialised: false,
            cleanup: false,
            copies: false,
            truth: false,
            checks: false,
            params: false,
            unused: false,
            thread: false,
            merge: false,
        }
    }
}

fn returns_twice(p: &Program) -> Vec<bool> {
    p.functions.iter().map(|f| f.is_declaration() && builtin(&f.name) == Some(Builtin::SetJmp)).collect()
}

fn calls_setjmp(f: &Function, twice: &[bool], by_pointer: bool) -> bool {
    f.blocks.iter().flat_map(|b| &b.insts).any(|i| match i {
        Inst::Call(c) => match c.callee {
            Callee::Direct(id) => twice[id.index()],
            Callee::Indirect(_) => by_pointer,
        },
        _ => false,
    })
}

/// One function being changed. Instructions keep their places until the end: they are only marked as gone.
struct Work<'a> {
    f: &'a mut Function,
    ptr_bits: u32,
    options: &'a PromoteOptions,
    graph: Graph,
    dominators: Dominators,
    /// By block: the number of instructions in the blocks before it; an instruction's number is that plus its index.
    base: Vec<usize>,
    /// By instruction number.
    gone: Vec<bool>,
    /// By register: what replaces it; itself if nothing does. Grows with the registers.
    replaced: Vec<Opnd>,
    values: Vec<Value>,
    /// Are the functions among its constants `Dyn` values?
    dynamic: bool,
}

/// A source variable's value from a point on.
struct Value {
    var: u32,
    block: u32,
    /// How many of the block's instructions, as they were, come before.
    after: u32,
    value: Opnd,
}

impl Work<'_> {
    fn run(f: &mut Function, ptr_bits: u32, options: &PromoteOptions) -> usize {
        let graph = Graph::of(f);
        let dominators = Dominators::new(&graph, 0);
        let mut base = Vec::with_capacity(f.blocks.len());
        let mut count = 0;
        for b in &f.blocks {
            base.push(count);
            count += b.insts.len();
        }
        let replaced = (0..f.regs.len() as u32).map(|r| Opnd::reg(crate::Reg(r))).collect();
        let gone = vec![false; count];
        let dynamic = f.regs.contains(&crate::Type::Dyn) || f.results.contains(&crate::Type::Dyn);
        let mut work = Work { f, ptr_bits, options, graph, dominators, base, gone, replaced, values: vec![], dynamic };
        let slots = work.find_slots();
        let promoted = slots.list.len();
        work.rename(slots);
        if options.checks {
            work.drop_checks();
        }
        if options.params {
            work.same_params();
        }
        if options.unused {
            work.drop_unused();
        }
        if options.thread {
            work.thread();
        }
        work.emit();
        promoted
    }

    /// The final form of an operand, after all replacements so far.
    fn find(&self, mut o: Opnd) -> Opnd {
        while let Some(r) = o.as_reg() {
            let next = self.replaced[r.index()];
            if next == o {
                break;
            }
            o = next;
        }
        o
    }

    /// Does the operand fit into a register of that type as it is?
    fn fits(&self, o: Opnd, t: crate::Type) -> bool {
        use crate::{Const, Type};
        match o.kind() {
            OpndKind::Reg(r) => self.f.regs[r.index()] == t,
            OpndKind::Const(c) => match &self.f.consts[c.index()] {
                Const::Bits { w, .. } | Const::Wide { w, .. } => t == Type::Bits(*w) || (t == Type::Ptr && *w == self.ptr_bits),
                Const::Int(_) | Const::Undef | Const::Null => t == Type::Dyn,
                Const::Func(_) => t == Type::Ptr || t == Type::Dyn,
                Const::Global { .. } => t == Type::Ptr,
            },
        }
    }

    /// The value of a constant of at most 64 bits.
    fn small(&self, o: Opnd) -> Option<u64> {
        match &self.f.consts[o.as_const()?.index()] {
            crate::Const::Bits { v, .. } => Some(*v),
            _ => None,
        }
    }
}
