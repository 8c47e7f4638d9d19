//! Calls, returns, frames, variadic arguments, jumps between frames.

use std::rc::Rc;

use homing_ir::{BlockId, Call, Callee, CastOp, ErrorKind, FuncId, InputKind, LocId, Opnd, Type};
use homing_memory::{Object, ObjectInfo, ObjectKind, Val, ValKind};
use smallvec::SmallVec;

use crate::callback::{Goes, goes};
use crate::end::{Ended, Res, Stop};
use crate::executor::{Goal, Step};
use crate::hot::Hot;
use crate::regs::Regs;
use crate::state::{Frame, VarArg};
use crate::{Executor, Loss, LossKind, State, Undefined};

impl Executor<'_> {
    /// Runs a call instruction: enters the callee, or runs its model. Afterwards the state stands behind the call or in the callee.
    pub(crate) fn call(&mut self, st: &mut State, step: &mut Step, call: &Call) -> Res<()> {
        let f = match call.callee {
            Callee::Direct(f) => f,
            Callee::Indirect(o) => {
                let f = match self.called_function(st, step, o)? {
                    Goes::To(f) => f,
                    Goes::ToCallers(object) => return self.call_of_callers(st, step, call, object),
                };
                let call = ((st.frame.func, st.frame.block, st.frame.inst), f);
                if self.calls_seen.insert(call) {
                    self.new_calls.push(call);
                }
                f
            }
        };
        let args: SmallVec<[Val; 8]> = call.args.iter().map(|a| self.get(st, *a)).collect();
        let func = self.program.func(f);
        if st.lazy.is_some() {
            self.assumed_call(st, step, f, call, &args);
        }
        if func.is_declaration() {
            match self.code.functions[f.index()].model {
                Some(model) => self.model(st, step, model, f, call, &args)?,
                None => self.undefined(st, step, f, call)?,
            }
            // The model may have moved the state elsewhere; only then it says so by leaving `inst` changed.
            return Ok(());
        }
        if let Some(hot) = self.code.functions[f.index()].hot
            && args.len() == func.params.len()
            && self.went_fast(st, hot, call, &args)?
        {
            return Ok(());
        }
        if st.frame.depth >= self.options.max_stack_depth {
            return self.lost(st, LossKind::StackOverflow, format!("{} frames", st.frame.depth));
        }
        let args = self.fit_args(st, f, call, args)?;
        let mut frame = self.new_frame(st, f, &args);
        self.copy_byval(st, step, call, &mut frame)?;
        if func.varargs {
            frame.varargs = Some(Rc::new(self.varargs(st, step, call, &mut frame)?));
        }
        st.frame.inst += 1;
        st.push_frame(frame);
        if self.is_watched(f) {
            step.arrived = true;
            return Err(Stop::Pause);
        }
        Ok(())
    }

    /// Does somebody want to look at this state now that it has been called into `f`? One that follows a trail has been looked at.
    fn is_watched(&mut self, f: FuncId) -> bool {
        match self.watched.get_mut(f.index()) {
            Some(wait) if *wait > 0 && self.course.is_none() => {
                *wait = (*wait - 1).max(1);
                *wait == 1
            }
            _ => false,
        }
    }

    /// Takes the fast way through a library function if there is one; a followed trail says whether to.
    fn went_fast(&mut self, st: &mut State, hot: Hot, call: &Call, args: &[Val]) -> Res<bool> {
        let wanted = match self.course.is_some() {
            true => self.guided(st, 1)? == 1,
            false => self.options.fast_calls && !st.run.is_unconstrained(),
        };
        let result = if wanted { self.fast_call(st, hot, args) } else { None };
        if self.course.is_some() && wanted && result.is_none() {
            // The trail was made where this was concrete; here it is not, and the body's branches are not in the trail.
            return self.lost(st, LossKind::Unsupported, "a trail that does not say how a library function goes");
        }
        st.trail.push_bit(result.is_some());
        let Some(result) = result else { return Ok(false) };
        if let Some(r) = call.dst.first() {
            st.frame.regs[r.index()] = result;
        }
        st.frame.inst += 1;
        Ok(true)
    }

    fn called_function(&mut self, st: &mut State, step: &mut Step, o: Opnd) -> Res<Goes> {
        if self.course.is_some() {
            return self.guided_callee(st, o).map(Goes::To);
        }
        let mut v = self.get(st, o);
        if let ValKind::Term(t) = v.kind()
            && self.program.opnd_type(self.program.func(st.frame.func), o) != Type::Dyn
        {
            v = self.choose(st, step, t, o)?;
        }
        let found = match v.as_ptr() {
            Some((obj, 0)) => goes(st, obj),
            _ => None,
        };
        let caller = self.program.func(st.frame.func);
        if found.is_none() && self.program.opnd_type(caller, o) == Type::Dyn {
            return self.error(st, ErrorKind::BadCall, "call of something that is not a function");
        }
        match (found, v.kind()) {
            (Some(to), _) => {
                note_call(st, to);
                Ok(to)
            }
            (None, ValKind::Term(t)) if st.lazy.is_some() => match self.lazy_callee(st, step, t)? {
                Some(to) => {
                    note_call(st, to);
                    Ok(to)
                }
                None => self.lost(st, LossKind::UnresolvedPointer, "call through an arbitrary number"),
            },
            (None, ValKind::Int(0)) => self.error(st, ErrorKind::Null, "call through a null pointer"),
            (None, ValKind::Term(t)) if let Some(to) = self.compared_callee(st, step, t)? => {
                note_call(st, to);
                Ok(to)
            }
            (None, ValKind::Term(t)) => {
                let (null, other) = ("call through a null pointer", "call through something that is not a function");
                self.split_wild(st, step, t, (null, ErrorKind::BadCall, other))?;
                self.lost(st, LossKind::UnresolvedPointer, "call through an arbitrary number")
            }
            _ => self.error(st, ErrorKind::BadCall, "call through something that is not a function"),
        }
    }

    /// A function whose address the path condition mentions, if the number can be that: it was compared with it.
    fn compared_callee(&mut self, st: &mut State, step: &mut Step, t: homing_term::Term) -> Res<Option<Goes>> {
        for o in st.exposed.clone().iter() {
            let Some(to) = goes(st, *o) else { continue };
            let address = self.address(*o);
            let is_it = self.cx.terms.eq(t, address);
            if self.either(st, step, is_it)? {
                return Ok(Some(to));
            }
        }
        Ok(None)
    }

    /// The callee that the followed trail names, if the pointer can be it.
    fn guided_callee(&mut self, st: &mut State, o: Opnd) -> Res<FuncId> {
        let f = FuncId(self.guided(st, 32)? as u32);
        let v = self.get(st, o);
        let wanted = homing_memory::ObjRef { slot: f.0, generation: 0 };
        match v.as_ptr() {
            Some(p) if p == (wanted, 0) => self.followed.decided += 1,
            Some(_) => return Err(Stop::End(Ended::Infeasible)),
            None => {
                let t = self.term_of(v, self.program.ptr_bits);
                let is_it = self.points_to(t, wanted);
                self.assume(st, is_it)?;
            }
        }
        st.trail.push(u64::from(f.0), 32);
        Ok(f)
    }

    /// Arguments as the callee wants them: missing ones are anything, widths are adapted (old-style declarations).
    fn fit_args(&mut self, st: &mut State, f: FuncId, call: &Call, args: SmallVec<[Val; 8]>) -> Res<SmallVec<[Val; 8]>> {
        let program = self.program;
        let func = program.func(f);
        let caller = program.func(st.frame.func);
        let mut out: SmallVec<[Val; 8]> = SmallVec::new();
        for (i, t) in func.param_types.iter().enumerate() {
            let want = program.width(*t);
            out.push(match args.get(i) {
                Some(v) => {
                    let have = program.opnd_width(caller, call.args[i]);
                    self.adapted(st, *v, have, want)
                }
                None => {
                    let name = self.text("missing argument");
                    self.fresh(st, want, name, InputKind::Uninitialised, "")
                }
            });
        }
        Ok(out)
    }

    /// A value of `have` bits where `want` are looked at: of more than there are, the rest is anything.
    fn adapted(&mut self, st: &mut State, v: Val, have: u32, want: u32) -> Val {
        if have >= want {
            return self.cast(CastOp::Trunc, have, want, v);
        }
        let name = self.text("upper bits of a value that is passed as another type");
        let upper = self.fresh(st, want - have, name, InputKind::Uninitialised, "");
        self.concat(upper, want - have, v, have)
    }

    /// A frame for a function, arguments in its parameters.
    pub(crate) fn new_frame(&mut self, st: &mut State, f: FuncId, args: &[Val]) -> Frame {
        let func = self.program.func(f);
        let mut regs = Regs::running(self.rest.buffer(self.program, f));
        for (i, r) in func.params.iter().enumerate() {
            regs[r.index()] = args.get(i).copied().unwrap_or(Val::ZERO);
        }
        let id = st.next_frame;
        st.next_frame += 1;
        self.enter_block(f, BlockId(0));
        Frame {
            id,
            func: f,
            block: BlockId(0),
            inst: 0,
            depth: st.frame.depth + 1,
            regs,
            allocas: SmallVec::new(),
            varargs: None,
            by_engine: false,
        }
    }

    /// Notes that a block was entered.
    #[inline]
    pub(crate) fn enter_block(&mut self, f: FuncId, b: BlockId) {
        let n = self.code.functions[f.index()].first_block + b.0;
        let seen = &mut self.covered[n as usize];
        self.covered_count += u64::from(!*seen);
        *seen = true;
        if let Some(apart) = &mut self.apart
            && apart.real
        {
            let seen = &mut apart.covered[n as usize];
            apart.count += u64::from(!*seen);
            *seen = true;
        }
    }

    /// Structures passed by value: the callee's parameter points to a copy of its own.
    fn copy_byval(&mut self, st: &mut State, step: &mut Step, call: &Call, frame: &mut Frame) -> Res<()> {
        let func = self.program.func(frame.func);
        for (i, &r) in func.params.iter().enumerate() {
            let size = call.byval.get(i).copied().unwrap_or(0);
            if size > 0 {
                let copy = self.copy_object(st, step, (frame.regs[r.index()], call.args[i]), size)?;
                frame.allocas.push(copy);
                frame.regs[r.index()] = Val::ptr(copy, 0);
            }
        }
        Ok(())
    }

    /// A stack object and a pointer to it; the caller puts it on a frame's list.
    pub(crate) fn stack_object(
        &mut self,
        st: &mut State,
        size: u64,
        align: u32,
        name: &str,
        loc: LocId,
    ) -> (homing_memory::ObjRef, Val) {
        let info = ObjectInfo {
            size,
            size_term: None,
            align: align.max(1),
            kind: ObjectKind::Stack,
            name: Rc::from(name),
            loc,
            func: Some(st.frame.func),
            read_only: false,
        };
        let o = st.memory.add(Object::new(info, Val::UNDEF));
        (o, Val::ptr(o, 0))
    }

    fn varargs(&mut self, st: &mut State, step: &mut Step, call: &Call, frame: &mut Frame) -> Res<Vec<VarArg>> {
        let program = self.program;
        let caller = program.func(st.frame.func);
        let mut out = Vec::new();
        let fixed = program.func(frame.func).params.len();
        for (i, a) in call.args.iter().enumerate().skip(fixed) {
            let val = self.get(st, *a);
            let align = call.align.get(i).copied().unwrap_or(0);
            let size = call.byval.get(i).copied().unwrap_or(0);
            if size > 0 {
                let object = self.copy_object(st, step, (val, *a), size)?;
                frame.allocas.push(object);
                out.push(VarArg::Copy { object, size, align });
            } else {
                out.push(VarArg::Value { val, width: program.opnd_width(caller, *a), align });
            }
        }
        Ok(out)
    }

    /// Lays the variadic arguments out in memory and points the `va_list` at them.
    pub(crate) fn va_start(&mut self, st: &mut State, step: &mut Step, list: (Val, Opnd)) -> Res<()> {
        let args = st.frame.varargs.clone().unwrap_or_default();
        let word = u64::from(self.program.ptr_bits / 8);
        let mut at = 0u64;
        let mut places = Vec::new();
        for a in args.iter() {
            let (size, align) = match a {
                VarArg::Value { width, align, .. } => {
                    let natural = if *width > 64 && word == 8 { 16 } else { word };
                    (homing_ir::byte_len(*width), u64::from(*align).max(natural))
                }
                VarArg::Copy { size, align, .. } => (*size, u64::from(*align).max(word)),
            };
            let align = if word == 4 { 4 } else { align.min(16) };
            at = at.next_multiple_of(align);
            places.push(at);
            at += size.next_multiple_of(word);
        }
        let loc = self.loc(st);
        let spare = self.program.func(st.frame.func).spare_varargs();
        let (area, pointer) = self.stack_object(st, (at + spare).max(1), 16, "variadic arguments", loc);
        st.frame.allocas.push(area);
        if spare > 0 {
            let o = st.memory.get_mut(area).expect("just made");
            o.fill(at, spare, 0, &mut |p| self.part(p));
        }
        for (a, at) in args.iter().zip(places) {
            match a {
                VarArg::Value { val, width, .. } => {
                    let n = homing_ir::byte_len(*width);
                    let v = self.cast(CastOp::ZExt, *width, n as u32 * 8, *val);
                    self.write_at(st, area, at, n, v);
                }
                VarArg::Copy { object, size, .. } => self.copy_bytes(st, (area, at), (*object, 0), *size),
            }
        }
        self.fill_va_list(st, step, list, pointer)
    }

    fn fill_va_list(&mut self, st: &mut State, step: &mut Step, (list, opnd): (Val, Opnd), area: Val) -> Res<()> {
        if self.program.ptr_bits == 32 {
            return self.store(st, step, list, opnd, area, 32);
        }
        // Offsets past the register areas send every `va_arg` to memory.
        for (off, w, v) in [(0, 32, Val::int(48)), (4, 32, Val::int(304)), (8, 64, area), (16, 64, Val::ZERO)] {
            let p = self.pointer_add(list, Val::int(off));
            self.store(st, step, p, opnd, v, w)?;
        }
        Ok(())
    }

    /// Returns from the present function.
    pub(crate) fn ret(&mut self, st: &mut State, step: &mut Step, vals: &[Opnd]) -> Res<()> {
        let vals: SmallVec<[Val; 2]> = vals.iter().map(|v| self.get(st, *v)).collect();
        if st.callers.is_none() {
            for o in std::mem::take(&mut st.frame.allocas) {
                if st.memory.get(o).is_some() {
                    self.pointers.free(self, st, o);
                }
            }
            return self.finish(st, step, Ended::Returned(vals.first().copied()));
        }
        let by_engine = st.frame.by_engine;
        let types = &self.program.func(st.frame.func).results;
        let vals: SmallVec<[(Val, u32); 2]> = vals.into_iter().zip(types).map(|(v, t)| (v, self.program.width(*t))).collect();
        self.leave_frame(st);
        if by_engine {
            return match st.exiting {
                Some(status) => self.finish(st, step, Ended::Exited(status)),
                None => Ok(()),
            };
        }
        self.deliver(st, &vals);
        if let Some(Goal { depth, .. }) = self.goal
            && st.frame.depth < depth
        {
            return Err(Stop::Pause);
        }
        Ok(())
    }

    /// Ends the top frame: its stack objects die.
    pub(crate) fn leave_frame(&mut self, st: &mut State) {
        if let Some(old) = st.pop_frame() {
            for &o in &old.allocas {
                if st.memory.get(o).is_some() {
                    self.pointers.free(self, st, o);
                }
            }
            self.rest.take_back(old.regs);
            self.wake(st);
        }
    }

    /// Puts a call's results into the caller's registers; the state stands behind the call.
    fn deliver(&mut self, st: &mut State, vals: &[(Val, u32)]) {
        let func = self.program.func(st.frame.func);
        let Some(at) = st.frame.inst.checked_sub(1) else { return };
        if let Some(homing_ir::Inst::Call(c)) = func.block(st.frame.block).insts.get(at as usize) {
            for (i, r) in c.dst.iter().enumerate() {
                // A callee without result behind a declaration with one: anything.
                let w = self.program.width(func.regs[r.index()]);
                let v = match vals.get(i) {
                    Some((v, have)) => self.adapted(st, *v, *have, w),
                    None => {
                        let name = self.text("missing result");
                        self.fresh(st, w, name, InputKind::Uninitialised, "")
                    }
                };
                st.frame.regs[r.index()] = v;
            }
        }
    }

    /// The program ends: exit handlers first, then leaks, then the end.
    pub(crate) fn finish(&mut self, st: &mut State, _step: &mut Step, end: Ended) -> Res<()> {
        if !st.at_exit.is_empty() {
            let handlers = Rc::make_mut(&mut st.at_exit);
            let f = handlers.pop().expect("not empty");
            if st.exiting.is_none() {
                st.exiting = Some(match &end {
                    Ended::Exited(v) => *v,
                    Ended::Returned(Some(v)) => *v,
                    _ => Val::ZERO,
                });
            }
            let mut frame = self.new_frame(st, f, &[]);
            frame.by_engine = true;
            st.push_frame(frame);
            return Ok(());
        }
        self.check_leaks(st, &end)?;
        Err(Stop::End(end))
    }

    /// A function that nobody knows.
    fn undefined(&mut self, st: &mut State, step: &mut Step, f: FuncId, call: &Call) -> Res<()> {
        let name = &self.program.func(f).name;
        match self.options.undefined {
            Undefined::Stop => self.lost(st, LossKind::UndefinedFunction, format!("`{name}`")),
            Undefined::Havoc => {
                let loss: Loss = self.make_loss(st, LossKind::HavocCall, format!("`{name}`"));
                step.losses.push(loss);
                self.havoc_results(st, call, name);
                st.frame.inst += 1;
                Ok(())
            }
        }
    }

    /// Every result is anything.
    pub(crate) fn havoc_results(&mut self, st: &mut State, call: &Call, name: &str) {
        for r in call.dst.iter() {
            let t: Type = self.program.func(st.frame.func).regs[r.index()];
            let w = self.program.width(t);
            let text: Rc<str> = Rc::from(name);
            let v = self.fresh(st, w, text, InputKind::Havoc, "");
            st.frame.regs[r.index()] = v;
        }
    }

    /// The value of an operand in the present frame.
    #[inline]
    pub(crate) fn get(&self, st: &State, o: Opnd) -> Val {
        match o.kind() {
            homing_ir::OpndKind::Reg(r) => {
                debug_assert!(!st.frame.regs[r.index()].is_dead(), "{r:?} is read, and was not kept");
                st.frame.regs[r.index()]
            }
            homing_ir::OpndKind::Const(c) => self.code.functions[st.frame.func.index()].consts[c.index()],
        }
    }
}

/// The trail says where a call through a pointer went.
fn note_call(st: &mut State, to: Goes) {
    let number = match to {
        Goes::To(f) => f.0,
        Goes::ToCallers(_) => u32::MAX,
    };
    st.trail.push(u64::from(number), 32);
}
