//! Copying and filling ranges of memory.

use homing_ir::{ErrorKind, Opnd};
use homing_memory::{ObjRef, ObjectKind, Piece, Val};
use homing_term::Term;

use crate::access::Offset;
use crate::end::Res;
use crate::executor::Step;
use crate::outcome::Message;
use crate::{Executor, LossKind, State};

/// Concrete bytes in a row that are worth copying at once.
const LONG: usize = 16;

/// Longest range that is copied, or filled in part of an object.
const MAX_RANGE: u64 = 1 << 28;

/// One end of a copy.
#[derive(Copy, Clone)]
struct Range {
    object: ObjRef,
    at: u64,
}

impl Executor<'_> {
    /// `memcpy` and `memmove`.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn mem_copy(
        &mut self,
        st: &mut State,
        step: &mut Step,
        dst: (Val, Opnd),
        src: (Val, Opnd),
        len: (Val, u32),
        may_overlap: bool,
    ) -> Res<()> {
        if len.0.as_int() == Some(0) {
            return Ok(());
        }
        if let Some(n) = len.0.as_int() {
            let s = self.range(st, step, src, n, false)?;
            let d = self.range(st, step, dst, n, true)?;
            if !may_overlap {
                self.check_overlap(st, d, s, n)?;
            }
            if n > MAX_RANGE {
                return self.lost(st, LossKind::TooLarge, format!("a copy of {n} bytes"));
            }
            self.copy_bytes(st, (d.object, d.at), (s.object, s.at), n);
            return Ok(());
        }
        let t = self.length(len);
        if !self.split_zero(st, step, t)? {
            return Ok(());
        }
        // What goes past an end is split off first: what is left is no longer than the objects.
        let s = self.range_of_symbolic_length(st, step, src, t, false)?;
        let d = self.range_of_symbolic_length(st, step, dst, t, true)?;
        let Some((least, most)) = self.short_length(st, t) else {
            let n = self.enumerate(st, step, t)?;
            return self.mem_copy(st, step, dst, src, (Val::int(n), self.program.ptr_bits), may_overlap);
        };
        if !may_overlap && s.object == d.object && s.at != d.at {
            let apart = self.cx.terms.bits(self.program.ptr_bits, s.at.abs_diff(d.at));
            let ok = self.cx.terms.ule(t, apart);
            self.require(st, step, ok, ErrorKind::Overlap, "source and destination of a copy overlap")?;
        }
        let reach = self.room(st, s).min(self.room(st, d)).min(most);
        self.settle_contents(st, step, s.object, s.at, reach)?;
        self.settle_contents(st, step, d.object, d.at, reach)?;
        let mut bytes = Vec::new();
        for i in least..reach {
            let v = self.read_at(st, s.object, s.at + i, 1, false)?;
            bytes.push(self.term_of(v, 8));
        }
        // Shorter than that it never is: that much is a copy as any other.
        self.copy_bytes(st, (d.object, d.at), (s.object, s.at), least.min(reach));
        self.write_prefix(st, d, t, least, &bytes)
    }

    /// `memset`.
    pub(crate) fn mem_set(&mut self, st: &mut State, step: &mut Step, dst: (Val, Opnd), val: Val, len: (Val, u32)) -> Res<()> {
        if let Some(n) = len.0.as_int() {
            if n == 0 {
                return Ok(());
            }
            let d = self.range(st, step, dst, n, true)?;
            let whole = d.at == 0 && val.is_int() && st.memory.get(d.object).is_some_and(|o| o.size() == n);
            if n > MAX_RANGE && !whole {
                return self.lost(st, LossKind::TooLarge, format!("filling {n} bytes of an object"));
            }
            match val.as_int() {
                Some(b) => {
                    let obj = st.memory.get_mut(d.object).expect("checked before");
                    obj.fill(d.at, n, b as u8, &mut |p| self.part(p));
                }
                None => (0..n).for_each(|i| self.write_at(st, d.object, d.at + i, 1, val)),
            }
            return Ok(());
        }
        let t = self.length(len);
        if !self.split_zero(st, step, t)? {
            return Ok(());
        }
        let d = self.range_of_symbolic_length(st, step, dst, t, true)?;
        let Some((least, most)) = self.short_length(st, t) else {
            let n = self.enumerate(st, step, t)?;
            return self.mem_set(st, step, dst, val, (Val::int(n), self.program.ptr_bits));
        };
        let byte = self.term_of(val, 8);
        let reach = self.room(st, d).min(most);
        self.settle_contents(st, step, d.object, d.at, reach)?;
        let least = least.min(reach);
        (0..least).for_each(|i| self.write_at(st, d.object, d.at + i, 1, val));
        self.write_prefix(st, d, t, least, &vec![byte; (reach - least) as usize])
    }

    /// `__homing_readable`: all of the bytes are there.
    pub(crate) fn readable(&mut self, st: &mut State, step: &mut Step, src: (Val, Opnd), len: (Val, u32)) -> Res<()> {
        if let Some(n) = len.0.as_int() {
            if n > 0 {
                let (object, off) = self.object_at(st, step, src.0, src.1)?;
                self.check_access(st, step, object, off, n, false)?;
            }
            return Ok(());
        }
        let t = self.length(len);
        if self.split_zero(st, step, t)? {
            self.range_of_symbolic_length(st, step, src, t, false)?;
        }
        Ok(())
    }

    /// The length as a term of pointer width.
    fn length(&mut self, (len, w): (Val, u32)) -> Term {
        let t = self.term_of(len, w);
        let p = self.program.ptr_bits;
        if w < p { self.cx.terms.zext(t, p) } else { self.cx.terms.trunc(t, p) }
    }

    /// A length of zero touches nothing, whatever the addresses: that case goes its own way. False if this state is that case.
    fn split_zero(&mut self, st: &mut State, step: &mut Step, len: Term) -> Res<bool> {
        let zero = self.cx.terms.bits(self.program.ptr_bits, 0);
        let some = self.cx.terms.ne(len, zero);
        self.either(st, step, some)
    }

    /// The least and the greatest length, where each byte can have its condition instead of each length its state.
    fn short_length(&mut self, st: &State, t: Term) -> Option<(u64, u64)> {
        let (lo, hi) = st.path.range(&mut self.cx, t);
        (hi <= self.options.max_symbolic_size).then_some((lo, hi))
    }

    /// Bytes from a place to the end of its object.
    fn room(&self, st: &State, r: Range) -> u64 {
        st.memory.get(r.object).map_or(0, |o| o.size().saturating_sub(r.at))
    }

    /// Byte `first + i` of the range becomes `bytes[i]` where that is within the length.
    fn write_prefix(&mut self, st: &mut State, d: Range, len: Term, first: u64, bytes: &[Term]) -> Res<()> {
        for (i, &new) in (first..).zip(bytes) {
            let at = d.at + i;
            let old = self.read_at(st, d.object, at, 1, false)?;
            let old = self.term_of(old, 8);
            let k = self.cx.terms.bits(self.program.ptr_bits, i);
            let inside = self.cx.terms.ult(k, len);
            let t = self.cx.terms.ite(inside, new, old);
            let v = self.val_of(t);
            self.write_at(st, d.object, at, 1, v);
        }
        Ok(())
    }

    /// A checked range of `n` bytes at a concrete offset (a symbolic one is enumerated).
    fn range(&mut self, st: &mut State, step: &mut Step, (addr, opnd): (Val, Opnd), n: u64, write: bool) -> Res<Range> {
        let (object, off) = self.object_at(st, step, addr, opnd)?;
        self.check_access(st, step, object, off, n, write)?;
        let at = self.concrete_offset(st, step, object, off, opnd)?;
        Ok(Range { object, at })
    }

    /// A range of symbolic length: checked for the longest that stays possible.
    fn range_of_symbolic_length(
        &mut self,
        st: &mut State,
        step: &mut Step,
        (addr, opnd): (Val, Opnd),
        len: Term,
        write: bool,
    ) -> Res<Range> {
        let w = self.program.ptr_bits;
        let (object, off) = self.object_at(st, step, addr, opnd)?;
        self.check_access(st, step, object, off, 1, write)?;
        let at = self.concrete_offset(st, step, object, off, opnd)?;
        let room = self.room(st, Range { object, at });
        let room_term = match st.memory.get(object).and_then(|o| o.info.size_term) {
            Some(size) => {
                let k = self.cx.terms.bits(w, at);
                self.cx.terms.sub(size, k)
            }
            None => self.cx.terms.bits(w, room),
        };
        let ok = self.cx.terms.ule(len, room_term);
        let text = format!("a length that depends on the input goes past the end of {}", crate::executor::describe(st, object));
        let by_caller = st.memory.get(object).is_some_and(|o| o.info.kind == ObjectKind::Given && o.info.size_term.is_none());
        self.require(st, step, ok, ErrorKind::OutOfBounds, Message { text, by_caller })?;
        Ok(Range { object, at })
    }

    fn concrete_offset(&mut self, st: &mut State, step: &mut Step, object: ObjRef, off: Offset, opnd: Opnd) -> Res<u64> {
        match off {
            Offset::At(at) => Ok(at),
            Offset::Symbolic(t) => self.fix_offset(st, step, object, t, opnd),
        }
    }

    fn check_overlap(&mut self, st: &State, d: Range, s: Range, n: u64) -> Res<()> {
        let overlap = d.object == s.object && d.at != s.at && d.at < s.at + n && s.at < d.at + n;
        if overlap { self.error(st, ErrorKind::Overlap, "source and destination of a copy overlap") } else { Ok(()) }
    }

    /// Copies what is stored, piece by piece: pointers, symbols and uninitialised bytes stay what they are.
    pub(crate) fn copy_bytes(&mut self, st: &mut State, d: (ObjRef, u64), s: (ObjRef, u64), n: u64) {
        // Much copying takes time: the run must come to its end some time.
        st.steps += n >> 10;
        let apart = d.0 != s.0 || d.1.abs_diff(s.1) >= n;
        let mut done = 0;
        while apart && done < n {
            let source = st.memory.get(s.0).expect("checked before").clone();
            let bytes = source.concrete_run(s.1 + done);
            let bytes = &bytes[..bytes.len().min((n - done) as usize)];
            if bytes.len() < LONG {
                break;
            }
            let target = st.memory.get_mut(d.0).expect("checked before");
            target.write_bytes(d.1 + done, bytes, &mut |p| self.part(p));
            done += bytes.len() as u64;
        }
        self.copy_pieces(st, (d.0, d.1 + done), (s.0, s.1 + done), n - done);
    }

    fn copy_pieces(&mut self, st: &mut State, d: (ObjRef, u64), s: (ObjRef, u64), n: u64) {
        let pieces = st.memory.get(s.0).expect("checked before").pieces(s.1, n);
        let mut at = d.1;
        for piece in pieces {
            let len = u64::from(piece.len());
            let v = match piece {
                Piece::Int { v, .. } => Val::int(v),
                Piece::Part(p) => self.part(p),
                Piece::Undef { .. } => Val::UNDEF,
                Piece::Input { input, offset, .. } => Val::input(input, offset),
            };
            self.write_at(st, d.0, at, len, v);
            at += len;
        }
    }

    /// A new stack object with the same bytes, for an argument passed by value.
    pub(crate) fn copy_object(&mut self, st: &mut State, step: &mut Step, from: (Val, Opnd), size: u64) -> Res<ObjRef> {
        let s = self.range(st, step, from, size, false)?;
        let loc = self.loc(st);
        let (object, _) = self.stack_object(st, size, 16, "by-value argument", loc);
        self.copy_bytes(st, (object, 0), (s.object, s.at), size);
        Ok(object)
    }
}
