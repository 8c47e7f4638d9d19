//! Where two states that stand at the same place differ, and a state that is as one of them but knows nothing of the way it came.

use std::rc::Rc;

use homing_ir::Reg;
use homing_memory::{ObjectKind, Val};
use homing_solver::Path;

use crate::join::{Guards, same_surroundings};
use crate::leap::Leaps;
use crate::state::{Frame, Implied};
use crate::{Executor, Refusal, Spot, State};

/// Bytes of one value at most.
const WORD: u64 = 8;

impl Executor<'_> {
    /// What `came` holds elsewhere than `base`: registers that are still read, of all activations, and cells. Refused where one could do what the other cannot
    /// though they held the same in all of these: at another place, with other objects, handlers or exit functions.
    pub fn differing(&mut self, base: &State, came: &State) -> Result<Vec<Spot>, Refusal> {
        same_surroundings(base, came, false)?;
        let mut spots = Vec::new();
        differing_registers(&base.frame, &came.frame, None, &mut spots)?;
        let (mut x, mut y, mut up) = (&base.callers, &came.callers, 1);
        while let (Some(p), Some(q)) = (x, y) {
            if Rc::ptr_eq(p, q) {
                break;
            }
            differing_registers(&p.frame, &q.frame, Some(up), &mut spots)?;
            (x, y, up) = (&p.parent, &q.parent, up + 1);
        }
        if x.is_some() != y.is_some() {
            return Err(Refusal::Place);
        }
        let found = base.memory.clone().join(&came.memory).map_err(Refusal::Memory)?;
        // What only one of them has could be lost by it alone, or be met by it alone.
        if found.one_sided || found.extra {
            return Err(Refusal::Memory(homing_memory::Unlike::Others));
        }
        for r in &found.ranges {
            let kind = base.memory.find(r.object).map(|o| o.info.kind);
            if self.code.dynamic || kind.is_none_or(|k| k == ObjectKind::Cells) {
                return Err(Refusal::Kinds);
            }
            let (mut at, end) = (r.offset, r.offset + u64::from(r.len));
            while at < end {
                let fits = |n: u64| at.is_multiple_of(n) && at + n <= end;
                let len = [WORD, 4, 2, 1].into_iter().find(|n| fits(*n)).unwrap_or(1);
                spots.push(Spot::Cell { object: r.object, offset: at, len });
                at += len;
            }
        }
        Ok(spots)
    }

    /// A state that is as `base`, of which nothing but what it holds is known: not which way it came, and not what it may hold.
    pub fn without_past(&mut self, base: &mut State) -> Box<State> {
        let id = self.new_id();
        let mut st = base.copy(id);
        st.path = Path::new();
        st.implied = Implied::default();
        st.past = Default::default();
        st.pending = None;
        st.guards = Guards::default();
        st.leaps = Leaps::default();
        st.exposed = Rc::default();
        st
    }

    /// What a register of the activation `up` calls above the innermost one holds.
    pub(crate) fn register_at(st: &State, up: u32, r: Reg) -> Option<Val> {
        frame_at(st, up)?.regs.get(r)
    }

    pub(crate) fn set_register_at(st: &mut State, up: u32, r: Reg, v: Val) {
        if up == 0 {
            return st.frame.regs.set(r, v);
        }
        let mut at = &mut st.callers;
        for n in 1..=up {
            let Some(rc) = at else { return };
            if Rc::get_mut(rc).is_none() {
                let own = crate::state::Caller { frame: rc.frame.clone(), parent: rc.parent.clone() };
                *rc = Rc::new(own);
            }
            let Some(caller) = Rc::get_mut(rc) else { return };
            if n == up {
                return caller.frame.regs.set(r, v);
            }
            at = &mut caller.parent;
        }
    }
}

/// The activation so many calls above the innermost one.
pub(crate) fn frame_at(st: &State, up: u32) -> Option<&Frame> {
    match up {
        0 => Some(&st.frame),
        n => st.callers().nth(n as usize - 1),
    }
}

fn differing_registers(a: &Frame, b: &Frame, up: Option<u32>, out: &mut Vec<Spot>) -> Result<(), Refusal> {
    let at = |f: &Frame| (f.func, f.block, f.inst, f.depth, f.by_engine);
    if at(a) != at(b) || a.allocas != b.allocas {
        return Err(Refusal::Place);
    }
    let varargs = match (&a.varargs, &b.varargs) {
        (None, None) => true,
        (Some(x), Some(y)) => Rc::ptr_eq(x, y),
        _ => false,
    };
    if !varargs {
        return Err(Refusal::Surroundings);
    }
    let (Some(kept), Some(theirs)) = (a.regs.kept(), b.regs.kept()) else { return Err(Refusal::Place) };
    if !Rc::ptr_eq(kept, theirs) && kept != theirs {
        return Err(Refusal::Place);
    }
    for &r in kept.iter() {
        if a.regs.get(r) != b.regs.get(r) {
            out.push(up.map_or(Spot::Register(r), |up| Spot::Outer { up, reg: r }));
        }
    }
    Ok(())
}
