//! `setjmp` and `longjmp`.

use std::rc::Rc;

use homing_ir::ErrorKind;
use homing_memory::{Val, ValKind};

use super::model::At;
use crate::access::Offset;
use crate::end::Res;
use crate::executor::Step;
use crate::state::JumpPoint;
use crate::{Executor, LossKind, State};

/// Added to the number of a jump point in a `jmp_buf`, so that stray bytes are not taken for one.
const JUMP_MARK: u64 = 0x6a00_0000;

impl Executor<'_> {
    pub(crate) fn buffer(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<(homing_memory::ObjRef, u64)> {
        let Some(opnd) = at.opnd(0) else {
            return self.lost(st, LossKind::Unsupported, format!("`{}` without arguments", at.name));
        };
        let (o, off) = self.object_at(st, step, at.arg(0), opnd)?;
        match off {
            Offset::At(off) => Ok((o, off)),
            Offset::Symbolic(t) => Ok((o, self.fix_offset(st, step, o, t, opnd)?)),
        }
    }

    pub(crate) fn set_jump(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<Val> {
        let (o, off) = self.buffer(st, step, at)?;
        let word = u64::from(self.program.ptr_bits / 8);
        self.check_access(st, step, o, Offset::At(off), word, true)?;
        let signals = if at.name.ends_with("sigsetjmp") { self.signals_to_keep(st, step, at.arg(1), at.opnd(1))? } else { None };
        let here = JumpPoint { frame: st.frame.id, block: st.frame.block, inst: st.frame.inst + 1, dst: at.dst(), signals };
        let same = |j: &JumpPoint| (j.frame, j.block, j.inst, j.signals) == (here.frame, here.block, here.inst, here.signals);
        let number = st.jumps.iter().position(same).unwrap_or_else(|| {
            let jumps = Rc::make_mut(&mut st.jumps);
            jumps.push(here);
            jumps.len() - 1
        });
        self.write_at(st, o, off, word, Val::int(JUMP_MARK + number as u64));
        Ok(Val::ZERO)
    }

    pub(crate) fn long_jump(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<()> {
        let (o, off) = self.buffer(st, step, at)?;
        let word = u64::from(self.program.ptr_bits / 8);
        self.check_access(st, step, o, Offset::At(off), word, false)?;
        self.settle_contents(st, step, o, off, word)?;
        let mark = self.read_at(st, o, off, word, false)?;
        let mark = match mark.kind() {
            ValKind::Term(t) => Some(self.enumerate(st, step, t)?),
            _ => mark.as_int(),
        };
        let number = mark.and_then(|v| v.checked_sub(JUMP_MARK));
        let Some(point) = number.and_then(|n| st.jumps.get(n as usize)).cloned() else {
            return self.error(st, ErrorKind::BadCall, "`longjmp` through a buffer that was not set");
        };
        if st.frame.id != point.frame && !st.callers().any(|f| f.id == point.frame) {
            return self.error(st, ErrorKind::BadCall, "`longjmp` into a function that has returned");
        }
        let t = self.term_of(at.arg(1), 32);
        let (zero, one) = (self.cx.terms.bits(32, 0), self.cx.terms.bits(32, 1));
        let is_zero = self.cx.terms.eq(t, zero);
        let t = self.cx.terms.ite(is_zero, one, t);
        let v = self.val_of(t);
        while st.frame.id != point.frame {
            self.leave_frame(st);
        }
        if let Some(signals) = point.signals {
            self.bring_signals_back(st, signals);
        }
        st.frame.block = point.block;
        st.frame.inst = point.inst;
        if let Some(r) = point.dst {
            st.frame.regs[r.index()] = v;
        }
        Ok(())
    }
}
