//! Globals that nobody can write, although they are not constant: a run that starts in the middle finds them as they were at the start.

use homing_ir::{Builtin, Const, Function, GlobalId, Inst, Opnd, OpndKind, Program, builtin};

/// By global: its address is used for nothing but reading from it, so its contents are always the initial ones.
///
/// The address may be moved, compared and loaded from. Stored, passed on, returned, or put into another object, it counts as
/// written. Code outside of the program may write whatever it likes; where there is any, everything counts as written.
pub fn unwritten(p: &Program) -> Vec<bool> {
    let outside = p.functions.iter().any(|f| f.is_declaration() && builtin(&f.name).is_none_or(|b| b == Builtin::Nothing));
    let unsupported = |f: &Function| f.blocks.iter().any(|b| b.insts.iter().any(|i| matches!(i, Inst::Unsupported { .. })));
    if outside || p.functions.iter().any(unsupported) {
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

fn look_at(f: &Function, kept: &mut [bool]) {
    // Registers are written once, and a block that dominates comes first or the loop below is run again.
    let mut from: Vec<Option<GlobalId>> = vec![None; f.regs.len()];
    let of = |o: Opnd, from: &[Option<GlobalId>]| match o.kind() {
        OpndKind::Reg(r) => from[r.index()],
        OpndKind::Const(c) => match f.consts[c.index()] {
            Const::Global { id, .. } => Some(id),
            _ => None,
        },
    };
    loop {
        let mut changed = false;
        for inst in f.blocks.iter().flat_map(|b| &b.insts) {
            if let Inst::Copy { dst, a: base } | Inst::Gep { dst, base, .. } = inst
                && let Some(g) = of(*base, &from)
                && from[dst.index()].is_none()
            {
                from[dst.index()] = Some(g);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut escapes = |o: Opnd| {
        if let Some(g) = of(o, &from) {
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
