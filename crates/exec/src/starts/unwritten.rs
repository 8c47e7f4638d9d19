//! Globals that an unconstrained run finds as they were at its start.

use homing_ir::{Builtin, Const, Function, GlobalId, Inst, Opnd, OpndKind, Origin, Program, builtin};

/// By global: its address is used for nothing but reading from it, so its contents are always the initial ones, although it is not constant.
///
/// The address may be moved, compared and loaded from. Stored, passed on, returned, or put into another object, it counts as
/// written. Code outside of the program may write whatever it likes; where there is any, everything counts as written.
pub(crate) fn unwritten(p: &Program) -> Vec<bool> {
    let outside = p.functions.iter().any(|f| f.is_declaration() && builtin(&f.name).is_none_or(|b| b == Builtin::Nothing));
    if outside { vec![false; p.globals.len()] } else { unwritten_by_program(p) }
}

/// The same where code outside of the program can write only to what it can name: for globals that it cannot.
pub fn unwritten_by_program(p: &Program) -> Vec<bool> {
    let unsupported = |f: &Function| f.blocks.iter().any(|b| b.insts.iter().any(|i| matches!(i, Inst::Unsupported { .. })));
    if p.functions.iter().any(unsupported) {
        return vec![false; p.globals.len()];
    }
    let mut kept: Vec<bool> = p.globals.iter().map(|g| !g.external).collect();
    for (_, c) in p.globals.iter().flat_map(|g| &g.relocs) {
        if let Const::Global { id, .. } = c {
            kept[id.index()] = false;
        }
    }
    p.functions.iter().for_each(|f| look_at(f, &mut kept));
    kept
}

/// By global: code of the program itself stores into it by name, and nothing around the program mentions it. What is only passed on by its
/// address (tables of options, buffers) is not among them, so this is a choice of what changes, not all that can.
pub(crate) fn written_by_program(p: &Program) -> Vec<bool> {
    let mut written = vec![false; p.globals.len()];
    for f in p.functions.iter().filter(|f| f.origin == Origin::Program) {
        let addresses = Addresses::of(f);
        for inst in f.blocks.iter().flat_map(|b| &b.insts) {
            if let Inst::Store { addr: to, .. } | Inst::MemCopy { dst: to, .. } | Inst::MemSet { dst: to, .. } = inst
                && let Some(g) = addresses.global(*to)
            {
                written[g.index()] = true;
            }
        }
    }
    for f in p.functions.iter().filter(|f| f.origin != Origin::Program) {
        for c in &f.consts {
            if let Const::Global { id, .. } = c {
                written[id.index()] = false;
            }
        }
    }
    written
}

/// Which registers of a function are addresses in a global.
struct Addresses<'f> {
    f: &'f Function,
    from: Vec<Option<GlobalId>>,
}

impl<'f> Addresses<'f> {
    fn of(f: &'f Function) -> Addresses<'f> {
        let mut addresses = Addresses { f, from: vec![None; f.regs.len()] };
        // Registers are written once, and a block that dominates comes first or the loop is run again.
        loop {
            let mut changed = false;
            for inst in f.blocks.iter().flat_map(|b| &b.insts) {
                if let Inst::Copy { dst, a: base } | Inst::Gep { dst, base, .. } = inst
                    && let Some(g) = addresses.global(*base)
                    && addresses.from[dst.index()].is_none()
                {
                    addresses.from[dst.index()] = Some(g);
                    changed = true;
                }
            }
            if !changed {
                return addresses;
            }
        }
    }

    fn global(&self, o: Opnd) -> Option<GlobalId> {
        match o.kind() {
            OpndKind::Reg(r) => self.from[r.index()],
            OpndKind::Const(c) => match self.f.consts[c.index()] {
                Const::Global { id, .. } => Some(id),
                _ => None,
            },
        }
    }
}

fn look_at(f: &Function, kept: &mut [bool]) {
    let addresses = Addresses::of(f);
    let mut escapes = |o: Opnd| {
        if let Some(g) = addresses.global(o) {
            kept[g.index()] = false;
        }
    };
    for block in &f.blocks {
        for inst in &block.insts {
            match inst {
                Inst::Copy { .. } | Inst::Load { .. } | Inst::Cmp { .. } => {}
                Inst::Gep { index, .. } => escapes(*index),
                Inst::MemCopy { dst, len, .. } => {
                    escapes(*dst);
                    escapes(*len);
                }
                other => other.uses(&mut escapes),
            }
        }
        block.term.uses(&mut escapes);
    }
}
