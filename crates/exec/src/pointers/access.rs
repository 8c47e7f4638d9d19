//! Loads and stores: from an address to the object, the check of bounds, the bytes.

use std::rc::Rc;

use homing_ir::{ErrorKind, InputKind, Opnd};
use homing_memory::{Death, ObjRef, ObjectKind, Part, Piece, SlotState, Val, ValKind};
use homing_solver::May;
use homing_solver::path::Origin;
use homing_term::Term;

use crate::address::LOWEST;
use crate::choice::Stay;
use crate::end::{Res, Stop};
use crate::executor::{Step, Successor, describe};
use crate::outcome::Message;
use crate::{Executor, LossKind, State};

/// An offset into an object.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Offset {
    At(u64),
    Symbolic(Term),
}

impl Executor<'_> {
    /// Reads a value of `w` bits.
    pub(crate) fn load(&mut self, st: &mut State, step: &mut Step, addr: Val, opnd: Opnd, w: u32) -> Res<Val> {
        let n = homing_ir::byte_len(w);
        if st.joined
            && let ValKind::Term(t) = addr.kind()
            && let Some(places) = self.places(st, t, n, false)
        {
            let v = self.load_of_several(st, &places, n)?;
            return Ok(if u64::from(w) < n * 8 { self.extract(n as u32 * 8, v, 0, w) } else { v });
        }
        let (o, off) = self.object_at(st, step, addr, opnd)?;
        self.check_access(st, step, o, off, n, false)?;
        let v = match off {
            Offset::At(at) => {
                self.settle_contents(st, step, o, at, n)?;
                self.read_at(st, o, at, n, true)?
            }
            Offset::Symbolic(t) => self.read_symbolic(st, step, o, t, n, opnd)?,
        };
        Ok(if u64::from(w) < n * 8 { self.extract(n as u32 * 8, v, 0, w) } else { v })
    }

    /// Writes a value of `w` bits.
    pub(crate) fn store(&mut self, st: &mut State, step: &mut Step, addr: Val, opnd: Opnd, val: Val, w: u32) -> Res<()> {
        let n = homing_ir::byte_len(w);
        if st.joined
            && let ValKind::Term(t) = addr.kind()
            && let Some(places) = self.places(st, t, n, true)
        {
            let val = if u64::from(w) < n * 8 { self.cast(homing_ir::CastOp::ZExt, w, n as u32 * 8, val) } else { val };
            return self.store_to_several(st, &places, n, val);
        }
        let (o, off) = self.object_at(st, step, addr, opnd)?;
        self.check_access(st, step, o, off, n, true)?;
        let val = if u64::from(w) < n * 8 { self.cast(homing_ir::CastOp::ZExt, w, n as u32 * 8, val) } else { val };
        match off {
            Offset::At(at) => self.write_at(st, o, at, n, val),
            Offset::Symbolic(t) => self.write_symbolic(st, step, o, t, n, val, opnd)?,
        }
        Ok(())
    }

    /// The object that an address points into. An address with several alternatives forks; the register then holds the chosen one.
    pub(crate) fn object_at(&mut self, st: &mut State, step: &mut Step, addr: Val, opnd: Opnd) -> Res<(ObjRef, Offset)> {
        let addr = match addr.kind() {
            ValKind::Term(t) => self.choose(st, step, t, opnd)?,
            _ => addr,
        };
        match addr.kind() {
            ValKind::Ptr(o, off) => Ok((o, Offset::At(off))),
            ValKind::PtrAt(o, t) => Ok((o, Offset::Symbolic(t))),
            ValKind::Int(v) if let Some((o, off)) = st.klee.as_ref().and_then(|k| k.fixed_at(v)) => Ok((o, Offset::At(off))),
            ValKind::Int(v) if v < LOWEST => self.error(
                st,
                ErrorKind::Null,
                if v == 0 { "null pointer".to_string() } else { format!("null pointer plus {v}") },
            ),
            ValKind::Int(v) => match self.pointers.resolve(self, addr).as_deref() {
                Some([(_, found)]) if let Some((o, off)) = found.as_ptr() => Ok((o, Offset::At(off))),
                _ => self.error(st, ErrorKind::OutOfBounds, format!("address {v:#x} belongs to no object")),
            },
            ValKind::Term(t) if st.lazy.is_some() => match self.lazy_object(st, step, t)? {
                Some(found) => Ok(found),
                None => self.wild(st, step, addr),
            },
            ValKind::Term(t) if let Some(found) = self.compared_object(st, step, t)? => Ok(found),
            _ => self.wild(st, step, addr),
        }
    }

    /// The object that a number points into, if the path condition says that it points into one: it was compared with such addresses.
    fn compared_object(&mut self, st: &mut State, step: &mut Step, t: Term) -> Res<Option<(ObjRef, Offset)>> {
        let w = self.program.ptr_bits;
        let mut inside = Vec::new();
        let mut any = self.cx.terms.fls();
        for &o in st.exposed.clone().iter() {
            let Some(obj) = st.memory.get(o) else { continue };
            if matches!(obj.info.kind, ObjectKind::Function(_)) {
                continue;
            }
            let (size, start) = (self.cx.terms.bits(w, obj.size().max(1)), self.address(o));
            let off = self.cx.terms.sub(t, start);
            let here = self.cx.terms.ult(off, size);
            any = self.cx.terms.or(any, here);
            inside.push((o, off, here));
        }
        let none = self.cx.terms.not(any);
        if inside.is_empty() || !self.noted(st, |x, st| matches!(st.path.may(&mut x.cx, none), May::No)) {
            return Ok(None);
        }
        for (o, off, here) in inside {
            if self.either(st, step, here)? {
                let zero = self.cx.terms.bits(w, 0);
                let start = self.cx.terms.eq(off, zero);
                let at_start = self.either(st, step, start)?;
                return Ok(Some((o, if at_start { Offset::At(0) } else { Offset::Symbolic(off) })));
            }
        }
        Ok(None)
    }

    /// A pointer that comes from no object: it may be null; where else it points nobody knows.
    fn wild<T>(&mut self, st: &mut State, step: &mut Step, addr: Val) -> Res<T> {
        let t = self.term_of(addr, self.program.ptr_bits);
        let outside = "the address is an arbitrary number and belongs to no object";
        self.split_wild(st, step, t, ("null pointer", ErrorKind::OutOfBounds, outside))?;
        self.lost(st, LossKind::UnresolvedPointer, "the address is an arbitrary number")
    }

    /// Splits off the errors of an address that may be any number. It can be null, and point past every object; that it may also hit one
    /// is for the caller to count. Where no program has memory, every run shows the error.
    pub(crate) fn split_wild(
        &mut self,
        st: &mut State,
        step: &mut Step,
        t: Term,
        (null, kind, outside): (&str, ErrorKind, &str),
    ) -> Res<()> {
        let w = self.program.ptr_bits;
        let lowest = self.cx.terms.bits(w, LOWEST);
        let not_null = self.cx.terms.ule(lowest, t);
        let by_caller = st.lazy.is_some();
        self.require(st, step, not_null, ErrorKind::Null, Message { text: null.into(), by_caller })?;
        let mut bad = self.fork(st);
        let nowhere = self.cx.terms.bits(w, if w == 64 { 1 << 63 } else { 0xffff_f000 });
        let far = self.cx.terms.ule(nowhere, t);
        if let May::Yes(witness) = bad.path.may(&mut self.cx, far) {
            self.constrain(&mut bad, far, witness);
        }
        let end = self.finding(&bad, kind, Message { text: outside.into(), by_caller });
        step.successors.push(Successor::new(bad, Some(end)));
        Ok(())
    }

    /// Picks one alternative of an address; the others are forked off and run the instruction again.
    pub(crate) fn choose(&mut self, st: &mut State, step: &mut Step, t: Term, opnd: Opnd) -> Res<Val> {
        let Some(leaves) = self.pointers.resolve(self, Val::term(t)) else {
            return self.lost(st, LossKind::UnresolvedPointer, "the address has too many alternatives");
        };
        if leaves.len() == 1 {
            return Ok(leaves[0].1);
        }
        for (guard, leaf) in leaves {
            let split = self.split(st, step, guard, Stay::WhereTrue)?;
            step.goes_on(split.other);
            if split.holds {
                return Ok(self.set(st, opnd, leaf));
            }
        }
        // All guards impossible: the path condition itself is.
        Err(Stop::End(crate::Ended::Infeasible))
    }

    /// When an address is that of an object: the conditions of its alternatives that are, rather than a question about numbers (that
    /// objects lie apart is a hard one).
    pub(crate) fn points_to(&mut self, t: Term, o: ObjRef) -> Term {
        let leaves = self.pointers.resolve(self, Val::term(t));
        let leaves = leaves.unwrap_or_else(|| vec![(self.cx.terms.tru(), self.val_of(t))]);
        let mut any = self.cx.terms.fls();
        for (guard, leaf) in leaves {
            let is_it = match leaf.as_ptr() {
                Some(p) if p == (o, 0) => guard,
                Some((other, _)) if other != o => continue,
                _ => {
                    let (t, a) = (self.term_of(leaf, self.program.ptr_bits), self.address(o));
                    let same = self.cx.terms.eq(t, a);
                    self.cx.terms.and(guard, same)
                }
            };
            any = self.cx.terms.or(any, is_it);
        }
        any
    }

    /// Replaces the operand's register by the value chosen for it.
    fn set(&mut self, st: &mut State, opnd: Opnd, v: Val) -> Val {
        if let Some(r) = opnd.as_reg() {
            st.frame.regs[r.index()] = v;
        }
        v
    }

    /// The object is alive, may be accessed that way, and the range lies inside it; other cases are split off as errors.
    pub(crate) fn check_access(
        &mut self,
        st: &mut State,
        step: &mut Step,
        o: ObjRef,
        off: Offset,
        n: u64,
        write: bool,
    ) -> Res<()> {
        let obj = match st.memory.state(o) {
            SlotState::Live(obj) => obj.clone(),
            SlotState::Dead(Death::Freed) => return self.error(st, ErrorKind::UseAfterFree, "memory was freed"),
            SlotState::Dead(Death::Returned) => {
                return self.error(st, ErrorKind::UseAfterReturn, "the local's function has returned");
            }
        };
        if obj.is_over() {
            let text = format!("the block of the local `{}` was left", obj.info.name);
            return self.error(st, ErrorKind::UseAfterScope, text);
        }
        if let ObjectKind::Function(_) = obj.info.kind {
            // Code can be read, and some instrumentation leaves data before it; what is there is not known.
            if !write {
                return self.lost(st, LossKind::Unsupported, format!("reading the code of the function {}", obj.info.name));
            }
            return self.error(st, ErrorKind::OutOfBounds, format!("{} is a function, not data", obj.info.name));
        }
        if let Offset::Symbolic(_) = off {
            self.settle_contents(st, step, o, 0, obj.size())?;
        }
        if write && obj.info.read_only {
            return self.error(st, ErrorKind::ReadOnlyWrite, format!("{} is constant", describe(st, o)));
        }
        let w = self.program.ptr_bits;
        // A size that another argument says is no guess.
        let by_caller = obj.info.kind == ObjectKind::Given && obj.info.size_term.is_none();
        let outside = |st: &State, at: String| {
            let assumed = if by_caller { ", a size that is assumed" } else { "" };
            Message { text: format!("{n} bytes at offset {at} of {}{assumed}", describe(st, o)), by_caller }
        };
        let size = obj.size();
        match (off, obj.info.size_term) {
            (Offset::At(at), None) => {
                if at.checked_add(n).is_some_and(|end| end <= size || by_caller && self.lazy_grow(st, o, end)) {
                    Ok(())
                } else {
                    let at = if w == 64 { at as i64 } else { i64::from(at as i32) };
                    let text = outside(st, at.to_string());
                    self.error(st, ErrorKind::OutOfBounds, text)
                }
            }
            (Offset::Symbolic(t), None) => {
                let text = outside(st, "that depends on the input".to_string());
                if size < n {
                    return self.error(st, ErrorKind::OutOfBounds, text);
                }
                let last = self.cx.terms.bits(w, size - n);
                let ok = self.cx.terms.ule(t, last);
                self.require(st, step, ok, ErrorKind::OutOfBounds, text)
            }
            (_, Some(size)) => {
                let text = outside(st, "(its size depends on the input)".to_string());
                let at = match off {
                    Offset::At(at) => self.cx.terms.bits(w, at),
                    Offset::Symbolic(t) => t,
                };
                let len = self.cx.terms.bits(w, n);
                let fits = self.cx.terms.ule(len, size);
                let last = self.cx.terms.sub(size, len);
                let inside = self.cx.terms.ule(at, last);
                let ok = self.cx.terms.and(fits, inside);
                self.require(st, step, ok, ErrorKind::OutOfBounds, text)
            }
        }
    }

    /// `n` bytes at a concrete offset, as one value of `8 n` bits. Uninitialised bytes and unread inputs get their symbols now.
    pub(crate) fn read_at(&mut self, st: &mut State, o: ObjRef, off: u64, n: u64, check: bool) -> Res<Val> {
        let obj = st.memory.get(o).expect("checked before").clone();
        if n <= 8
            && let Some(v) = obj.read_fast(off, n as usize)
        {
            return Ok(v);
        }
        let mut at = off;
        let mut result: Option<(Term, u32)> = None;
        let mut only = None;
        for piece in obj.pieces(off, n) {
            let len = u64::from(piece.len());
            let v = match piece {
                Piece::Int { v, .. } => Val::int(v),
                Piece::Part(p) if matches!(p.val.kind(), ValKind::Either(_)) => {
                    return self.lost(st, LossKind::Unsupported, "memory that was written on some of the joined ways only");
                }
                Piece::Part(p) => self.part(p),
                Piece::Undef { .. } => {
                    if check && self.options.check_uninitialised {
                        let text = format!("{} was never written there", describe(st, o));
                        return self.error(st, ErrorKind::Uninitialised, text);
                    }
                    let external = matches!(obj.info.kind, ObjectKind::Global(_));
                    let kind = if external { InputKind::Havoc } else { InputKind::Uninitialised };
                    let v = self.fresh(st, len as u32 * 8, obj.info.name.clone(), kind, "");
                    self.write_at(st, o, at, len, v);
                    v
                }
                Piece::Input { input, offset, len } => {
                    // The log knows the variable from now on; a page that is not written is shared with other states.
                    match st.inputs.guessed(input, offset, len) {
                        Some(v) => {
                            self.write_at(st, o, at, u64::from(len), Val::int(v));
                            Val::int(v)
                        }
                        None => {
                            let t = st.inputs.term(&mut self.cx.terms, input, offset, len);
                            self.val_of(t)
                        }
                    }
                }
            };
            if len == n {
                only = Some(v);
                break;
            }
            let w = len as u32 * 8;
            let t = self.term_of(v, w);
            result = Some(match result {
                None => (t, w),
                Some((low, lw)) => (self.cx.terms.concat(t, low), lw + w),
            });
            at += len;
        }
        Ok(match (only, result) {
            (Some(v), _) => v,
            (None, Some((t, _))) => self.val_of(t),
            (None, None) => Val::ZERO,
        })
    }

    /// Writes `n` bytes at a concrete offset.
    pub(crate) fn write_at(&mut self, st: &mut State, o: ObjRef, off: u64, n: u64, val: Val) {
        let obj = st.memory.get_mut(o).expect("checked before");
        if let Some(v) = val.as_int()
            && n <= 8
            && obj.write_fast(off, n as usize, v)
        {
            return;
        }
        obj.write(off, n, val, &mut |p| self.part(p));
    }

    /// Some bytes of a stored value.
    pub(crate) fn part(&mut self, p: Part) -> Val {
        if p.from == 0 && p.len == p.whole {
            return p.val;
        }
        if let Some(v) = p.val.as_int() {
            return Val::int(v >> (8 * p.from) & Self::mask(8 * p.len));
        }
        if let ValKind::Either(number) = p.val.kind() {
            return self.part_of_either(number, p);
        }
        self.extract(8 * p.whole, p.val, 8 * p.from, 8 * p.len)
    }

    /// Has a term no more than that many values?
    pub(crate) fn has_few_values(&mut self, st: &State, t: Term, most: u32) -> bool {
        let mut rest = st.path.clone();
        for _ in 0..most {
            let v = rest.eval64(&mut self.cx, t);
            let k = self.cx.terms.bits(self.cx.terms.width(t), v);
            let other = self.cx.terms.ne(t, k);
            match rest.may(&mut self.cx, other) {
                May::Yes(w) => rest.add(&mut self.cx, other, w, Origin::FACT),
                May::No => return true,
                May::Unknown(_) => return false,
            }
        }
        false
    }

    /// The name used for inputs made from an object.
    pub(crate) fn text(&self, s: &str) -> Rc<str> {
        Rc::from(s)
    }
}
