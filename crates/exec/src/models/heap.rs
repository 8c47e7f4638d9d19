//! Blocks of the heap: `malloc`, `realloc`, `free` and their like.

use std::rc::Rc;

use homing_ir::{Builtin, ErrorKind, FuncId, InputKind, LocId, Opnd, Origin};
use homing_memory::{Object, ObjectInfo, ObjectKind, Piece, Val, ValKind};
use homing_term::Term;

use super::model::At;
use crate::access::Offset;
use crate::choice::Stay;
use crate::end::Res;
use crate::executor::{Step, loc_at};
use crate::{Executor, LossKind, State};

/// `errno` where there is no memory.
const ENOMEM: u64 = 12;

impl Executor<'_> {
    pub(crate) fn allocate(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, model: Builtin) -> Res<Val> {
        let w = self.program.ptr_bits;
        let (size, align, fill) = match model {
            Builtin::Calloc => {
                let (size, flag) = self.overflow(homing_ir::OverflowOp::UMul, w, at.arg(0), at.arg(1));
                let flag = self.term_of(flag, 1);
                if self.either(st, step, flag)? {
                    self.out_of_memory(st, step);
                    return Ok(Val::ZERO);
                }
                (self.term_of(size, w), 16, Val::ZERO)
            }
            Builtin::AlignedAlloc => (self.term_of(at.arg(1), w), at.arg(0).as_int().unwrap_or(16) as u32, Val::UNDEF),
            Builtin::PosixMemalign if at.arg(1).as_int().is_some_and(|a| !a.is_power_of_two() || a < u64::from(w / 8)) => {
                return Ok(Val::int(22));
            }
            Builtin::PosixMemalign => (self.term_of(at.arg(2), w), at.arg(1).as_int().unwrap_or(16) as u32, Val::UNDEF),
            Builtin::Map => (self.term_of(at.arg(0), w), 4096, Val::ZERO),
            _ => (self.term_of(at.arg(0), w), 16, Val::UNDEF),
        };
        let p = self.heap_block(st, step, size, align, fill, at.name)?;
        if model == Builtin::PosixMemalign {
            let Some(opnd) = at.opnd(0) else { return Ok(Val::int(22)) };
            if p == Val::ZERO {
                return Ok(Val::int(ENOMEM));
            }
            self.store(st, step, at.arg(0), opnd, p, w)?;
            return Ok(Val::ZERO);
        }
        Ok(p)
    }

    /// A heap block of a size that may be symbolic; null where allocation may fail and this path takes that.
    pub(crate) fn heap_block(
        &mut self,
        st: &mut State,
        step: &mut Step,
        size: Term,
        align: u32,
        fill: Val,
        name: &str,
    ) -> Res<Val> {
        self.block(st, step, size, (align, fill), name, self.options.fail_allocations)
    }

    /// The same, where the caller says whether it may fail.
    pub(crate) fn block(
        &mut self,
        st: &mut State,
        step: &mut Step,
        size: Term,
        (align, fill): (u32, Val),
        name: &str,
        may_fail: bool,
    ) -> Res<Val> {
        let w = self.program.ptr_bits;
        // No library gives more than half of the addresses.
        let limit = self.options.max_heap_block.min((1 << (w - 1)) - 1);
        let (capacity, size_term) = match self.cx.terms.as_const(size) {
            Some(n) if n <= limit => (n, None),
            Some(n) => return self.lost(st, LossKind::AllocationLimit, format!("{n} bytes")),
            None => {
                let k = self.cx.terms.bits(w, self.options.max_symbolic_size);
                let small = self.cx.terms.ule(size, k);
                if self.either(st, step, small)? {
                    let (_, hi) = st.path.range(&mut self.cx, size);
                    (hi.min(self.options.max_symbolic_size), Some(size))
                } else if self.noted(st, |x, st| x.has_few_values(st, size, 4)) {
                    match self.enumerate(st, step, size)? {
                        n if n <= limit => (n, None),
                        n => return self.lost(st, LossKind::AllocationLimit, format!("{n} bytes")),
                    }
                } else {
                    return self.lost(
                        st,
                        LossKind::AllocationLimit,
                        "a size that depends on the input and is over the limit for symbolic sizes",
                    );
                }
            }
        };
        // Last, so that nothing runs this instruction again after the choice was logged.
        if may_fail {
            let v = self.fresh(st, 8, Rc::from(format!("{name} fails")), InputKind::Havoc, "_Bool");
            let t = self.term_of(v, 8);
            let zero = self.cx.terms.bits(8, 0);
            let works = self.cx.terms.eq(t, zero);
            // The choice is new on this path, so both ways are possible; the other one runs the rest of its life with null.
            let split = self.split(st, step, works, Stay::WhereTrue)?;
            if let Some(mut other) = split.other {
                self.give_null(&mut other, step);
                step.goes_on(Some(other));
            }
        }
        self.note_large(st, capacity);
        let (func, loc) = self.maker(st);
        let info = ObjectInfo {
            size: capacity,
            size_term,
            align: align.max(1),
            kind: ObjectKind::Heap,
            name: Rc::from(""),
            loc,
            func: Some(func),
            read_only: false,
        };
        Ok(Val::ptr(st.memory.add(Object::new(info, fill)), 0))
    }

    /// Where the block that is made now comes from: of one that the C library makes, the call of the program's own code.
    fn maker(&self, st: &State) -> (FuncId, LocId) {
        let here = (st.frame.func, self.loc(st));
        if self.program.func(here.0).origin != Origin::Library {
            return here;
        }
        let own = st.callers().find(|f| self.program.func(f.func).origin == Origin::Program);
        own.map_or(here, |f| (f.func, loc_at(self.program, f, f.inst.saturating_sub(1))))
    }

    /// The call at hand returns null in this state.
    fn give_null(&mut self, st: &mut State, step: &mut Step) {
        let func = self.program.func(st.frame.func);
        if let Some(homing_ir::Inst::Call(c)) = func.block(st.frame.block).insts.get(st.frame.inst as usize)
            && let Some(r) = c.dst.first()
        {
            let posix = matches!(c.callee, homing_ir::Callee::Direct(f) if self.code.functions[f.index()].model == Some(Builtin::PosixMemalign));
            st.frame.regs[r.index()] = if posix { Val::int(ENOMEM) } else { Val::ZERO };
            if !posix {
                self.out_of_memory(st, step);
            }
        }
        st.frame.inst += 1;
    }

    /// Sets `errno`. A C library that is linked has its own; where it is called otherwise, nobody but the library knows it.
    fn out_of_memory(&mut self, st: &mut State, step: &mut Step) {
        let own = self.program.find("__errno_location").is_some_and(|f| !self.program.func(f).is_declaration());
        if let Some(o) = self.global_named(homing_ir::ERRNO) {
            self.write_at(st, o, 0, 4, Val::int(ENOMEM));
        } else if own {
            step.losses.push(self.make_loss(st, LossKind::Environment, "`errno` behind an allocation that fails"));
        } else if let Some(o) = self.errno(st).object() {
            self.write_at(st, o, 0, 4, Val::int(ENOMEM));
        }
    }

    pub(crate) fn realloc(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<Val> {
        let w = self.program.ptr_bits;
        let size = self.term_of(at.arg(1), w);
        let Some(opnd) = at.opnd(0) else { return Ok(Val::ZERO) };
        let Some(p) = self.block_to_move(st, step, at.arg(0), opnd)? else {
            return self.heap_block(st, step, size, 16, Val::UNDEF, at.name);
        };
        let (o, off) = self.object_at(st, step, p, opnd)?;
        let off = self.at_start(st, step, o, off)?;
        self.check_freeable(st, o, off)?;
        let zero = self.cx.terms.bits(w, 0);
        let some = self.cx.terms.ne(size, zero);
        if !self.either(st, step, some)? {
            self.pointers.free(self, st, o);
            return Ok(Val::ZERO);
        }
        let old = st.memory.get(o).expect("checked before").clone();
        if old.info.size_term.is_some() && old.info.kind == ObjectKind::Given {
            return self.lost(st, LossKind::Unsupported, "`realloc` of what the caller gives, with a symbolic size");
        }
        let new = self.heap_block(st, step, size, 16, Val::UNDEF, at.name)?;
        let Some((to, _)) = new.as_ptr() else { return Ok(new) };
        // What lies between the size and the room of a block nobody can look at.
        let n = old.size().min(st.memory.get(to).map_or(0, |b| b.size()));
        self.copy_bytes(st, (to, 0), (o, 0), n);
        if let Some(len) = old.info.size_term {
            self.forget_from(st, to, len, n)?;
        }
        self.pointers.free(self, st, o);
        Ok(new)
    }

    /// Bytes of a block from a place on that depends on the input were never written.
    fn forget_from(&mut self, st: &mut State, o: homing_memory::ObjRef, len: Term, end: u64) -> Res<()> {
        let (least, _) = st.path.range(&mut self.cx, len);
        for at in least..end {
            let unwritten = |p: &Piece| matches!(p, Piece::Undef { .. });
            if st.memory.get(o).is_some_and(|b| b.pieces(at, 1).iter().all(unwritten)) {
                continue;
            }
            let known = self.read_at(st, o, at, 1, false)?;
            let unknown = self.fresh(st, 8, Rc::from(""), InputKind::Uninitialised, "");
            let (known, unknown) = (self.term_of(known, 8), self.term_of(unknown, 8));
            let k = self.cx.terms.bits(self.program.ptr_bits, at);
            let inside = self.cx.terms.ult(k, len);
            let mixed = self.cx.terms.ite(inside, known, unknown);
            let v = self.val_of(mixed);
            self.write_at(st, o, at, 1, v);
        }
        Ok(())
    }

    /// What `realloc` is given: one of several values, none if that is null. A number that is no address of a block is an error, as for `free`.
    pub(crate) fn block_to_move(&mut self, st: &mut State, step: &mut Step, p: Val, opnd: Opnd) -> Res<Option<Val>> {
        let p = match p.kind() {
            ValKind::Term(t) => self.choose(st, step, t, opnd)?,
            _ => p,
        };
        match p.kind() {
            ValKind::Int(0) => Ok(None),
            ValKind::Int(v) => self.error(st, ErrorKind::InvalidFree, format!("{v:#x} is not the start of a heap block")),
            ValKind::Term(t) => {
                let zero = self.cx.terms.bits(self.program.ptr_bits, 0);
                let given = self.cx.terms.ne(t, zero);
                if !self.either(st, step, given)? {
                    return Ok(None);
                }
                if st.lazy.is_none() {
                    // It ends the path, one way or the other.
                    self.free_wild(st, step, t)?;
                }
                Ok(Some(p))
            }
            _ => Ok(Some(p)),
        }
    }

    /// An offset that depends on the input: where it is not zero, the block cannot be freed, and that is split off.
    pub(crate) fn at_start(&mut self, st: &mut State, step: &mut Step, o: homing_memory::ObjRef, off: Offset) -> Res<Offset> {
        let heap = matches!(st.memory.get(o).map(|obj| obj.info.kind), Some(ObjectKind::Heap | ObjectKind::Given));
        let Offset::Symbolic(t) = off else { return Ok(off) };
        if !heap {
            return Ok(off);
        }
        let zero = self.cx.terms.bits(self.program.ptr_bits, 0);
        let start = self.cx.terms.eq(t, zero);
        self.require(st, step, start, ErrorKind::InvalidFree, "not the start of the heap block")?;
        Ok(Offset::At(0))
    }

    /// `free`, or the `operator delete` for blocks of a `family` that has a name.
    pub(crate) fn give_back(&mut self, st: &mut State, step: &mut Step, p: Val, opnd: Option<Opnd>, family: &str) -> Res<()> {
        let Some(opnd) = opnd else { return Ok(()) };
        let p = match p.kind() {
            ValKind::Term(t) => self.choose(st, step, t, opnd)?,
            _ => p,
        };
        if p == Val::ZERO {
            return Ok(());
        }
        if let ValKind::Term(t) = p.kind() {
            return self.free_wild(st, step, t);
        }
        if let ValKind::Int(v) = p.kind() {
            return self.error(st, ErrorKind::InvalidFree, format!("{v:#x} is not the start of a heap block"));
        }
        let (o, off) = self.object_at(st, step, p, opnd)?;
        let off = self.at_start(st, step, o, off)?;
        self.check_freeable(st, o, off)?;
        self.check_family(st, o, family)?;
        self.pointers.free(self, st, o);
        Ok(())
    }

    /// A pointer without an object: freeing it is an error unless it happens to be null or the address of a heap block.
    pub(crate) fn free_wild(&mut self, st: &mut State, step: &mut Step, t: Term) -> Res<()> {
        let zero = self.cx.terms.bits(self.program.ptr_bits, 0);
        let is_null = self.cx.terms.eq(t, zero);
        if self.either(st, step, is_null)? {
            return Ok(());
        }
        if st.lazy.is_some() {
            // What the caller gives may well be a heap block.
            if let Some((o, off)) = self.lazy_object(st, step, t)? {
                self.check_freeable(st, o, off)?;
                self.pointers.free(self, st, o);
                return Ok(());
            }
            step.losses.push(self.make_loss(st, LossKind::Assumed, "`free` of what the caller gives is allowed"));
            return Ok(());
        }
        let blocks: Vec<_> = st.memory.live().filter(|(_, o)| o.info.kind == ObjectKind::Heap).map(|(r, _)| r).take(64).collect();
        let mut valid = self.cx.terms.fls();
        for o in blocks {
            let a = self.address(o);
            let here = self.cx.terms.eq(t, a);
            valid = self.cx.terms.or(valid, here);
        }
        self.require(st, step, valid, ErrorKind::InvalidFree, "not the start of a heap block")?;
        self.lost(st, LossKind::UnresolvedPointer, "`free` of an arbitrary number")
    }

    pub(crate) fn check_freeable(&mut self, st: &State, o: homing_memory::ObjRef, off: Offset) -> Res<()> {
        match st.memory.state(o) {
            homing_memory::SlotState::Dead(homing_memory::Death::Freed) => {
                self.error(st, ErrorKind::DoubleFree, "the block was freed before")
            }
            homing_memory::SlotState::Dead(_) => self.error(st, ErrorKind::InvalidFree, "the address of a local that is gone"),
            homing_memory::SlotState::Live(obj) => match (obj.info.kind, off) {
                (ObjectKind::Heap, _) if self.is_foreign_block(st, obj.info.func) => {
                    self.error(st, ErrorKind::InvalidFree, "what the kernel gives is no heap block")
                }
                (ObjectKind::Heap | ObjectKind::Given, Offset::At(0)) => Ok(()),
                (ObjectKind::Heap, _) => self.error(st, ErrorKind::InvalidFree, "not the start of the heap block"),
                (ObjectKind::Given, _) => {
                    let text = format!("not the start of {}", crate::executor::describe(st, o));
                    self.error(st, ErrorKind::InvalidFree, crate::outcome::Message::by_caller(text))
                }
                _ => {
                    let text = format!("{} was not allocated on the heap", crate::executor::describe(st, o));
                    self.error(st, ErrorKind::InvalidFree, text)
                }
            },
        }
    }
}
