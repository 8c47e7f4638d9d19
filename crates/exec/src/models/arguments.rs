//! What functions of a library ask about their arguments: how long a text is, whether memory can be read, whether two ranges are apart.
//!
//! None of this forks where a loop over bytes would: a text that depends on inputs is checked with one question, and its length is one
//! term.

use homing_ir::{ErrorKind, Inst, Opnd};
use homing_memory::{ObjRef, ObjectKind, Piece, Val, ValKind};
use homing_term::Term;

use crate::access::Offset;
use crate::end::Res;
use crate::executor::{Step, describe};
use crate::hot;
use crate::outcome::Message;
use crate::{Executor, State};

/// Longest text with symbolic bytes that is measured at once.
const LONGEST: u64 = 1 << 12;

impl Executor<'_> {
    /// `__homing_measure`.
    pub(crate) fn measure(&mut self, st: &mut State, step: &mut Step, text: (Val, Opnd), most: Val) -> Res<Val> {
        // The answer that sends the caller through the bytes by itself.
        let minus_one = Val::int(u64::MAX >> (64 - self.program.ptr_bits));
        let Some(most) = most.as_int().filter(|m| *m > 0) else { return Ok(minus_one) };
        let (object, off) = self.object_at(st, step, text.0, text.1)?;
        self.check_access(st, step, object, off, 1, false)?;
        let Offset::At(at) = off else { return Ok(minus_one) };
        if let Some(n) = hot::length(st, hot::Place { object, at }, most) {
            return Ok(Val::int(n));
        }
        Ok(self.measure_symbolic(st, step, object, at, most)?.unwrap_or(minus_one))
    }

    /// The length of a text with symbolic bytes, if everything up to its end is a number.
    fn measure_symbolic(&mut self, st: &mut State, step: &mut Step, object: ObjRef, at: u64, most: u64) -> Res<Option<Val>> {
        let room = st.memory.get(object).expect("checked before").size() - at;
        self.settle_contents(st, step, object, at, room.min(most).min(LONGEST))?;
        let obj = st.memory.get(object).expect("checked before").clone();
        if obj.info.size_term.is_some() || obj.info.kind == ObjectKind::Given {
            return Ok(None);
        }
        let end = room.min(most).min(LONGEST);
        let mut zeros: Vec<Term> = Vec::new();
        let mut ends = end == most;
        for i in 0..end {
            if matches!(obj.pieces(at + i, 1)[..], [Piece::Undef { .. }]) {
                return Ok(None);
            }
            let v = self.read_at(st, object, at + i, 1, false)?;
            if v.object().is_some() {
                return Ok(None);
            }
            let byte = self.term_of(v, 8);
            let zero = self.cx.terms.bits(8, 0);
            let is_end = self.cx.terms.eq(byte, zero);
            zeros.push(is_end);
            if self.cx.terms.is_true(is_end) {
                ends = true;
                break;
            }
        }
        if !ends {
            if end < room {
                return Ok(None);
            }
            let mut some = self.cx.terms.fls();
            for &z in &zeros {
                some = self.cx.terms.or(some, z);
            }
            let text = format!("a text without an end runs past {}", describe(st, object));
            self.require(st, step, some, ErrorKind::OutOfBounds, text)?;
        }
        let w = self.program.ptr_bits;
        let mut n = self.cx.terms.bits(w, zeros.len() as u64);
        for (i, z) in zeros.into_iter().enumerate().rev() {
            let here = self.cx.terms.bits(w, i as u64);
            n = self.cx.terms.ite(z, here, n);
        }
        Ok(Some(self.val_of(n)))
    }

    /// `__homing_not_null`.
    pub(crate) fn not_null(&mut self, st: &State, v: Val) -> Res<()> {
        if v == Val::ZERO { self.error(st, ErrorKind::Null, "null pointer") } else { Ok(()) }
    }

    /// `__homing_same`: false only if the two lie in different objects for sure.
    pub(crate) fn same_object(&self, a: Val, b: Val) -> Val {
        let apart = match (a.kind(), b.kind()) {
            (ValKind::Term(_), _) | (_, ValKind::Term(_)) => false,
            _ => a.object() != b.object() || a.object().is_none(),
        };
        Val::bool(!apart)
    }

    /// `__homing_apart`.
    pub(crate) fn ranges_apart(&mut self, st: &mut State, step: &mut Step, a: (Val, Opnd, Val), b: (Val, Opnd, Val)) -> Res<()> {
        let (x, at) = self.object_at(st, step, a.0, a.1)?;
        let (y, other) = self.object_at(st, step, b.0, b.1)?;
        if x != y {
            return Ok(());
        }
        let w = self.program.ptr_bits;
        let (start, from) = (self.place_term(at), self.place_term(other));
        let (n, m) = (self.term_of(a.2, w), self.term_of(b.2, w));
        let (end, to) = (self.cx.terms.add(start, n), self.cx.terms.add(from, m));
        let before = self.cx.terms.ule(end, from);
        let behind = self.cx.terms.ule(to, start);
        let apart = self.cx.terms.or(before, behind);
        let by_caller = st.memory.get(x).is_some_and(|o| o.info.kind == ObjectKind::Given);
        let text = "source and destination of a copy overlap".to_string();
        self.require(st, step, apart, ErrorKind::Overlap, Message { text, by_caller })
    }

    fn place_term(&mut self, off: Offset) -> Term {
        match off {
            Offset::At(at) => self.cx.terms.bits(self.program.ptr_bits, at),
            Offset::Symbolic(t) => t,
        }
    }

    /// `__homing_result_used`, asked by the function that runs now about the call of itself.
    pub(crate) fn result_used(&self, st: &State) -> Val {
        let Some(caller) = st.callers().next().filter(|_| !st.frame.by_engine) else { return Val::bool(true) };
        let insts = &self.program.func(caller.func).block(caller.block).insts;
        let call = caller.inst.checked_sub(1).and_then(|at| insts.get(at as usize));
        let used = &self.code.functions[caller.func.index()].used;
        match call {
            Some(Inst::Call(c)) => Val::bool(c.dst.iter().any(|r| used[r.index()])),
            _ => Val::bool(true),
        }
    }
}
