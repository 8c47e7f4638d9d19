//! The engine's models of functions without a body.

use std::rc::Rc;

use homing_ir::{Builtin, Call, CastOp, ErrorKind, FuncId, InputKind, Nondet, Opnd, Reg};
use homing_memory::{Object, ObjectInfo, ObjectKind, Val, ValKind};
use homing_solver::May;
use homing_term::Term;

use crate::access::Offset;
use crate::choice::Stay;
use crate::end::{Ended, Res, Stop};
use crate::executor::Step;
use crate::state::JumpPoint;
use crate::{Executor, LossKind, State};

/// Added to the number of a jump point in a `jmp_buf`, so that stray bytes are not taken for one.
const JUMP_MARK: u64 = 0x6a00_0000;

/// Largest input.
const MAX_INPUT: u64 = 1 << 24;

/// A call of a model: who, with what.
pub(crate) struct At<'a> {
    pub call: &'a Call,
    pub args: &'a [Val],
    pub name: &'a str,
}

impl At<'_> {
    pub fn arg(&self, i: usize) -> Val {
        self.args.get(i).copied().unwrap_or(Val::ZERO)
    }
    pub fn opnd(&self, i: usize) -> Option<Opnd> {
        self.call.args.get(i).copied()
    }
    pub fn dst(&self) -> Option<Reg> {
        self.call.dst.first().copied()
    }
}

impl Executor<'_> {
    /// Runs a model; the state then stands behind the call, or where the model sent it.
    pub(crate) fn model(
        &mut self,
        st: &mut State,
        step: &mut Step,
        model: Builtin,
        f: FuncId,
        call: &Call,
        args: &[Val],
    ) -> Res<()> {
        let program = self.program;
        let at = At { call, args, name: &program.func(f).name };
        use Builtin::*;
        let result = match model {
            MakeSymbolic | NondetMemory => self.make_symbolic(st, step, &at, model)?,
            NamedInt | Range | Choose | Nondet(_) => self.nondet(st, step, &at, model)?,
            Assume => {
                let c = self.truth(st, &at, 0);
                let held = self.assume(st, c);
                self.note_assumption(st, !matches!(held, Err(Stop::End(Ended::Infeasible))));
                held?;
                Val::ZERO
            }
            Assert => {
                let c = self.truth(st, &at, 0);
                self.require(st, step, c, ErrorKind::Assertion, "assertion failed")?;
                Val::ZERO
            }
            IsReplay | Nothing | Reach => Val::ZERO,
            PreferCex => self.prefer(st, &at),
            IsSymbolic => {
                let symbolic = !at.arg(0).is_int() && at.arg(0).object().is_none();
                self.told(st, &at, Val::bool(symbolic))?
            }
            GetValue => self.get_value(st, step, &at)?,
            GetObjSize | CheckMemoryAccess => self.about_object(st, step, &at, model)?,
            DefineFixedObject => self.define_fixed(st, step, &at)?,
            SetForking => self.set_forking(st, step, &at)?,
            Ubsan(report) => self.ubsan(st, step, &at, report)?,
            New(operator) => self.operator_new(st, step, &at, operator)?,
            Delete(operator) => {
                self.give_back(st, step, at.arg(0), at.opnd(0), operator.family())?;
                Val::ZERO
            }
            UsableSize => self.usable_size(st, step, &at)?,
            AliasFunction | Alloca => return self.lost(st, LossKind::Unsupported, format!("`{}`", at.name)),
            AssertFail | ReachError | ReportError | KleeAbort | Abort => return self.reported(st, &at, model),
            SilentExit => return Err(Stop::End(Ended::Silent)),
            Exit => {
                // `_exit` and `_Exit` run no handlers; `exit` inside a handler sets the newer status.
                if at.name.starts_with('_') {
                    st.at_exit = Rc::new(Vec::new());
                }
                st.exiting = Some(at.arg(0));
                return self.finish(st, step, Ended::Exited(at.arg(0)));
            }
            AtExit => self.at_exit(st, step, &at)?,
            Malloc | Calloc | AlignedAlloc | PosixMemalign | Map => self.allocate(st, step, &at, model)?,
            Realloc => self.realloc(st, step, &at)?,
            Free => {
                self.give_back(st, step, at.arg(0), at.opnd(0), "")?;
                Val::ZERO
            }
            SetJmp => self.set_jump(st, step, &at)?,
            LongJmp => return self.long_jump(st, step, &at),
            Output => {
                let w = at.opnd(0).map_or(64, |o| program.opnd_width(program.func(st.frame.func), o));
                let v = self.cast(CastOp::ZExt, w, 64, at.arg(0));
                st.outputs.push(v);
                Val::ZERO
            }
            Console => {
                self.write_console(st, at.arg(0), at.arg(1), at.arg(2));
                Val::ZERO
            }
            Loss => {
                let what = self.c_string(st, at.arg(0)).unwrap_or_default();
                step.losses.push(self.make_outer_loss(st, what));
                Val::ZERO
            }
            AssumedValue => {
                let what = self.c_string(st, at.arg(2)).unwrap_or_default();
                self.assume_values(st, at.arg(0), at.arg(1), what)?;
                Val::ZERO
            }
            Handled => {
                st.handled = at.arg(0).as_int().unwrap_or(u64::MAX);
                Val::ZERO
            }
            Aborts => {
                let text = if at.arg(0) == Val::ZERO { None } else { Some(self.c_string(st, at.arg(0)).unwrap_or_default()) };
                return Err(self.aborts(st, text));
            }
            Protect | Shrink => {
                self.change_block(st, model, at.arg(0), at.arg(1));
                Val::ZERO
            }
            Measure | Readable | NotNull | SameObject | Apart | ResultUsed => self.about_arguments(st, step, &at, model)?,
            ErrnoLocation => {
                if st.lazy.is_some() && st.errno.is_none() {
                    step.losses.push(self.make_loss(st, LossKind::Assumed, "`errno` is 0 at the start"));
                }
                self.errno(st)
            }
        };
        if let Some(r) = at.dst() {
            st.frame.regs[r.index()] = result;
        }
        st.frame.inst += 1;
        Ok(())
    }

    pub(crate) fn arg_width(&self, st: &State, at: &At<'_>, i: usize) -> u32 {
        at.opnd(i).map_or(32, |o| self.program.opnd_width(self.program.func(st.frame.func), o))
    }

    pub(crate) fn dst_width(&self, st: &State, at: &At<'_>) -> u32 {
        at.dst().map_or(32, |r| self.code.functions[st.frame.func.index()].widths[r.index()])
    }

    /// Argument `i` is not zero.
    fn truth(&mut self, st: &State, at: &At<'_>, i: usize) -> Term {
        let w = self.arg_width(st, at, i);
        let v = self.cmp(st, homing_ir::CmpOp::Ne, w, at.arg(i), Val::ZERO);
        self.term_of(v, 1)
    }

    /// A C string of concrete bytes, for names and messages.
    pub(crate) fn c_string(&mut self, st: &State, v: Val) -> Option<String> {
        let (o, off) = v.as_ptr()?;
        let obj = st.memory.get(o)?;
        let mut bytes = Vec::new();
        for i in off..obj.size() {
            match obj.read_fast(i, 1)?.as_int()? {
                0 => break,
                b => bytes.push(b as u8),
            }
        }
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The name of an input; none and null are `default`. A pointer to nothing is an error like any other.
    fn input_name(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, i: usize, default: &str) -> Res<String> {
        let mut v = at.arg(i);
        if let Some(opnd) = at.opnd(i)
            && v.as_ptr().is_none()
            && v != Val::ZERO
        {
            let w = self.program.ptr_bits;
            let (t, zero) = (self.term_of(v, w), self.cx.terms.bits(w, 0));
            let null = self.cx.terms.eq(t, zero);
            if self.either(st, step, null)? {
                return Ok(default.to_string());
            }
            let (o, off) = self.object_at(st, step, v, opnd)?;
            self.check_access(st, step, o, off, 1, false)?;
            v = match off {
                Offset::At(off) => Val::ptr(o, off),
                Offset::Symbolic(t) => Val::ptr(o, self.fix_offset(st, step, o, t, opnd)?),
            };
        }
        Ok(self.c_string(st, v).unwrap_or_else(|| default.to_string()))
    }

    fn make_symbolic(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, model: Builtin) -> Res<Val> {
        let w = self.arg_width(st, at, 1);
        let size_term = self.term_of(at.arg(1), w);
        let size = self.enumerate(st, step, size_term)?;
        let name = match model {
            Builtin::MakeSymbolic => self.input_name(st, step, at, 2, "unnamed")?,
            _ => "memory".to_string(),
        };
        if size == 0 {
            return Ok(Val::ZERO);
        }
        let Some(opnd) = at.opnd(0) else {
            return self.lost(st, LossKind::Unsupported, format!("`{}` without arguments", at.name));
        };
        let (o, off) = self.object_at(st, step, at.arg(0), opnd)?;
        self.check_access(st, step, o, off, size, true)?;
        let off = match off {
            Offset::At(off) => off,
            Offset::Symbolic(t) => self.fix_offset(st, step, o, t, opnd)?,
        };
        if size > MAX_INPUT {
            return self.lost(st, LossKind::TooLarge, format!("an input of {size} bytes"));
        }
        let type_name = self.object_type(st, o);
        let input = st.inputs.push(Rc::from(name), InputKind::Object, size as u32, Rc::from(type_name));
        let obj = st.memory.get_mut(o).expect("checked before");
        obj.write(off, size, Val::input(input, 0), &mut |p| self.part(p));
        Ok(Val::ZERO)
    }

    /// The C type of an object, from the debug information of its variable.
    fn object_type(&self, st: &State, o: homing_memory::ObjRef) -> String {
        let Some(obj) = st.memory.get(o) else { return String::new() };
        match obj.info.kind {
            ObjectKind::Global(g) => self.program.global(g).type_name.clone(),
            ObjectKind::Stack => {
                let frames = std::iter::once(&st.frame).chain(st.callers());
                let owner = frames.into_iter().find(|f| f.allocas.contains(&o));
                let var = owner.and_then(|f| self.program.func(f.func).vars.iter().find(|v| v.name == *obj.info.name));
                var.map_or(String::new(), |v| v.type_name.clone())
            }
            _ => String::new(),
        }
    }

    fn nondet(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, model: Builtin) -> Res<Val> {
        let w = self.dst_width(st, at);
        match model {
            Builtin::Nondet(Nondet::String) => self.lost(st, LossKind::Unsupported, format!("`{}`", at.name)),
            Builtin::Nondet(Nondet::Bool) => {
                let v = self.fresh(st, 8, Rc::from(at.name), InputKind::Nondet, "_Bool");
                let t = self.term_of(v, 8);
                let one = self.cx.terms.bits(8, 1);
                let c = self.cx.terms.ule(t, one);
                self.assume(st, c)?;
                Ok(self.cast(CastOp::ZExt, 8, w, v))
            }
            Builtin::Nondet(_) => {
                let suffix = at.name.rsplit("nondet_").next().unwrap_or("").trim_start_matches("homing_any_");
                Ok(self.fresh(st, w, Rc::from(at.name), InputKind::Nondet, c_type(suffix)))
            }
            Builtin::NamedInt => {
                let name = self.input_name(st, step, at, 0, "int")?;
                Ok(self.fresh(st, w, Rc::from(name), InputKind::Object, "int"))
            }
            Builtin::Choose => {
                let v = self.fresh(st, w, Rc::from("choose"), InputKind::Object, "unsigned long");
                let v = self.guess_within(st, v, Val::ZERO, at.arg(0), w);
                let (x, n) = (self.term_of(v, w), self.term_of(at.arg(0), w));
                let c = self.cx.terms.ult(x, n);
                self.assume(st, c)?;
                Ok(v)
            }
            _ => {
                let name = self.input_name(st, step, at, 2, "range")?;
                let v = self.fresh(st, w, Rc::from(name), InputKind::Object, "int");
                let v = self.guess_within(st, v, at.arg(0), at.arg(1), w);
                let (x, lo, hi) = (self.term_of(v, w), self.term_of(at.arg(0), w), self.term_of(at.arg(1), w));
                let a = self.cx.terms.sle(lo, x);
                let b = self.cx.terms.slt(x, hi);
                let c = self.cx.terms.and(a, b);
                self.assume(st, c)?;
                Ok(v)
            }
        }
    }

    /// Where inputs are guessed, brings the last one into bounds (`lo` included, `hi` not).
    fn guess_within(&mut self, st: &mut State, v: Val, lo: Val, hi: Val, w: u32) -> Val {
        let (Some(guess), Some(lo), Some(hi)) = (v.as_int(), lo.as_int(), hi.as_int()) else { return v };
        let mask = u64::MAX >> (64 - w);
        let span = hi.wrapping_sub(lo) & mask;
        if span == 0 || guess.wrapping_sub(lo) & mask < span {
            return v;
        }
        let input = st.inputs.len() as u32 - 1;
        self.guessed(st, input, guess, lo.wrapping_add(guess % span) & mask)
    }

    /// One possible value; when there are more, the others are lost.
    fn get_value(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<Val> {
        let v = at.arg(0);
        if v.is_int() || v.object().is_some() {
            return Ok(v);
        }
        let w = self.arg_width(st, at, 0);
        let t = self.term_of(v, w);
        let k = self.value_to_try(st, t);
        let k_term = self.cx.terms.bits(w, k);
        let is = self.cx.terms.eq(t, k_term);
        let d = st.path.decide(&mut self.cx, is);
        if !matches!(d.no, May::No) {
            step.losses.push(self.make_loss(st, LossKind::Concretised, format!("`{}`", at.name)));
        }
        match d.yes {
            May::Yes(witness) => self.constrain(st, is, witness),
            _ => return self.lost(st, LossKind::Solver, "a value of the model was not confirmed"),
        }
        Ok(Val::int(k))
    }

    fn about_object(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, model: Builtin) -> Res<Val> {
        let Some(opnd) = at.opnd(0) else { return Ok(Val::ZERO) };
        let (o, off) = self.object_at(st, step, at.arg(0), opnd)?;
        if model == Builtin::GetObjSize {
            self.check_access(st, step, o, off, 0, false)?;
            let info = st.memory.get(o).expect("checked before").info.clone();
            let size = info.size_term.map_or(Val::int(info.size), Val::term);
            return self.told(st, at, size);
        }
        let w = self.arg_width(st, at, 1);
        let size = self.term_of(at.arg(1), w);
        let n = self.enumerate(st, step, size)?;
        self.check_access(st, step, o, off, n, false)?;
        Ok(Val::ZERO)
    }

    fn reported(&mut self, st: &mut State, at: &At<'_>, model: Builtin) -> Res<()> {
        let (kind, message) = match model {
            Builtin::AssertFail => {
                let what = self.c_string(st, at.arg(0)).unwrap_or_default();
                (
                    ErrorKind::Assertion,
                    if what.is_empty() { "assertion failed".to_string() } else { format!("assertion failed: {what}") },
                )
            }
            Builtin::ReportError => (ErrorKind::Reported, self.c_string(st, at.arg(2)).unwrap_or_else(|| "reported".to_string())),
            Builtin::ReachError => (ErrorKind::Reported, format!("`{}` was called", at.name)),
            _ if homing_ir::is_panic(at.name) => (ErrorKind::Abort, "the program panics".to_string()),
            _ => (ErrorKind::Abort, format!("`{}` was called", at.name)),
        };
        self.error(st, kind, message)
    }

    fn at_exit(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<Val> {
        let mut v = at.arg(0);
        if let (ValKind::Term(t), Some(o)) = (v.kind(), at.opnd(0)) {
            v = self.choose(st, step, t, o)?;
        }
        match v.as_ptr().and_then(|(o, _)| st.memory.get(o)).map(|o| o.info.kind) {
            Some(ObjectKind::Function(f)) if !self.program.func(f).is_declaration() => {
                Rc::make_mut(&mut st.at_exit).push(f);
                Ok(Val::ZERO)
            }
            _ => self.lost(st, LossKind::Unsupported, "exit handler that is no function of the program"),
        }
    }

    fn about_arguments(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, model: Builtin) -> Res<Val> {
        let given = |i| at.opnd(i).map(|o| (at.arg(i), o));
        match (model, given(0), given(1), given(2)) {
            (Builtin::Measure, Some(text), Some((most, _)), _) => return self.measure(st, step, text, most),
            (Builtin::Readable, Some(start), Some((n, o)), _) => {
                let w = self.program.opnd_width(self.program.func(st.frame.func), o);
                self.readable(st, step, start, (n, w))?;
            }
            (Builtin::NotNull, Some((v, _)), ..) => self.not_null(st, v)?,
            (Builtin::SameObject, Some((a, _)), Some((b, _)), _) => return Ok(self.same_object(a, b)),
            (Builtin::Apart, Some((a, a_opnd)), Some((n, _)), Some((b, b_opnd))) => {
                self.ranges_apart(st, step, (a, a_opnd, n), (b, b_opnd, at.arg(3)))?;
            }
            (Builtin::ResultUsed, ..) => return Ok(self.result_used(st)),
            _ => return self.lost(st, LossKind::Unsupported, format!("`{}` without arguments", at.name)),
        }
        Ok(Val::ZERO)
    }

    fn errno(&mut self, st: &mut State) -> Val {
        match st.errno {
            Some(o) => Val::ptr(o, 0),
            None => {
                let p = self.environment_object(st, "errno", 4);
                st.errno = p.object();
                p
            }
        }
    }

    // ---- heap ----

    fn allocate(&mut self, st: &mut State, step: &mut Step, at: &At<'_>, model: Builtin) -> Res<Val> {
        let w = self.program.ptr_bits;
        let (size, align, fill) = match model {
            Builtin::Calloc => {
                let (size, flag) = self.overflow(homing_ir::OverflowOp::UMul, w, at.arg(0), at.arg(1));
                let flag = self.term_of(flag, 1);
                if self.either(st, step, flag)? {
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
                return Ok(Val::int(12));
            }
            self.store(st, step, at.arg(0), opnd, p, w)?;
            return Ok(Val::ZERO);
        }
        Ok(p)
    }

    /// A heap block of a size that may be symbolic; null where allocation may fail and this path takes that.
    fn heap_block(&mut self, st: &mut State, step: &mut Step, size: Term, align: u32, fill: Val, name: &str) -> Res<Val> {
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
                self.give_null(&mut other);
                step.goes_on(Some(other));
            }
        }
        self.note_large(st, capacity);
        let loc = self.loc(st);
        let info = ObjectInfo {
            size: capacity,
            size_term,
            align: align.max(1),
            kind: ObjectKind::Heap,
            name: Rc::from(""),
            loc,
            func: Some(st.frame.func),
            read_only: false,
        };
        Ok(Val::ptr(st.memory.add(Object::new(info, fill)), 0))
    }

    /// The call at hand returns null in this state.
    fn give_null(&mut self, st: &mut State) {
        let func = self.program.func(st.frame.func);
        if let Some(homing_ir::Inst::Call(c)) = func.block(st.frame.block).insts.get(st.frame.inst as usize)
            && let Some(r) = c.dst.first()
        {
            let posix = matches!(c.callee, homing_ir::Callee::Direct(f) if self.code.functions[f.index()].model == Some(Builtin::PosixMemalign));
            st.frame.regs[r.index()] = if posix { Val::int(12) } else { Val::ZERO };
        }
        st.frame.inst += 1;
    }

    fn realloc(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<Val> {
        let w = self.program.ptr_bits;
        let size = self.term_of(at.arg(1), w);
        let Some(opnd) = at.opnd(0) else { return Ok(Val::ZERO) };
        let Some(p) = self.block_to_move(st, step, at.arg(0), opnd)? else {
            return self.heap_block(st, step, size, 16, Val::UNDEF, at.name);
        };
        let size = self.enumerate(st, step, size)?;
        let (o, off) = self.object_at(st, step, p, opnd)?;
        let off = self.at_start(st, step, o, off)?;
        self.check_freeable(st, o, off)?;
        if size == 0 {
            st.memory.kill(o);
            return Ok(Val::ZERO);
        }
        let old = st.memory.get(o).expect("checked before").clone();
        if old.info.size_term.is_some() {
            return self.lost(st, LossKind::Unsupported, "`realloc` of a block with a symbolic size");
        }
        let size_term = self.cx.terms.bits(w, size);
        let new = self.heap_block(st, step, size_term, 16, Val::UNDEF, at.name)?;
        let n = old.size().min(size);
        self.mem_copy(st, step, (new, opnd), (Val::ptr(o, 0), opnd), (Val::int(n), w), true)?;
        st.memory.kill(o);
        Ok(new)
    }

    /// What `realloc` is given: one of several values, none if that is null. A number that is no address of a block is an error, as for `free`.
    fn block_to_move(&mut self, st: &mut State, step: &mut Step, p: Val, opnd: Opnd) -> Res<Option<Val>> {
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
    fn at_start(&mut self, st: &mut State, step: &mut Step, o: homing_memory::ObjRef, off: Offset) -> Res<Offset> {
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
        st.memory.kill(o);
        Ok(())
    }

    /// A pointer without an object: freeing it is an error unless it happens to be null or the address of a heap block.
    fn free_wild(&mut self, st: &mut State, step: &mut Step, t: Term) -> Res<()> {
        let zero = self.cx.terms.bits(self.program.ptr_bits, 0);
        let is_null = self.cx.terms.eq(t, zero);
        if self.either(st, step, is_null)? {
            return Ok(());
        }
        if st.lazy.is_some() {
            // What the caller gives may well be a heap block.
            if let Some((o, off)) = self.lazy_object(st, step, t)? {
                self.check_freeable(st, o, off)?;
                st.memory.kill(o);
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

    // ---- jumps ----

    fn buffer(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<(homing_memory::ObjRef, u64)> {
        let Some(opnd) = at.opnd(0) else {
            return self.lost(st, LossKind::Unsupported, format!("`{}` without arguments", at.name));
        };
        let (o, off) = self.object_at(st, step, at.arg(0), opnd)?;
        match off {
            Offset::At(off) => Ok((o, off)),
            Offset::Symbolic(t) => Ok((o, self.fix_offset(st, step, o, t, opnd)?)),
        }
    }

    fn set_jump(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<Val> {
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

    fn long_jump(&mut self, st: &mut State, step: &mut Step, at: &At<'_>) -> Res<()> {
        let (o, off) = self.buffer(st, step, at)?;
        let word = u64::from(self.program.ptr_bits / 8);
        self.check_access(st, step, o, Offset::At(off), word, false)?;
        let number = self.read_at(st, o, off, word, false)?.as_int().and_then(|v| v.checked_sub(JUMP_MARK));
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

/// The C type behind the last part of a `nondet` function's name.
fn c_type(suffix: &str) -> &str {
    match suffix {
        "uchar" => "unsigned char",
        "ushort" => "unsigned short",
        "uint" | "unsigned" => "unsigned int",
        "ulong" => "unsigned long",
        "longlong" => "long long",
        "ulonglong" => "unsigned long long",
        "schar" => "signed char",
        "pointer" => "void *",
        other => other,
    }
}
