//! The engine's models of functions without a body.

use std::rc::Rc;

use homing_ir::{Builtin, Call, CastOp, ErrorKind, FuncId, InputKind, Nondet, Opnd, Reg};
use homing_memory::{ObjectKind, Val, ValKind};
use homing_solver::May;
use homing_term::Term;

use crate::access::Offset;
use crate::end::{Ended, Res, Stop};
use crate::executor::Step;
use crate::{Executor, Loss, LossKind, State};

const MANY_DIGITS: &str = "the value of a number of many digits, or with a large exponent";

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
                self.assume_values(st, step, at.arg(0), at.arg(1), what)?;
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
            step.losses.push(match at.name {
                "__homing_known_digit" => {
                    Loss { kind: LossKind::Concretised, ..self.make_outer_loss(st, MANY_DIGITS.to_string()) }
                }
                name => self.make_loss(st, LossKind::Concretised, format!("`{name}`")),
            });
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

    pub(super) fn errno(&mut self, st: &mut State) -> Val {
        match st.errno {
            Some(o) => Val::ptr(o, 0),
            None => {
                let p = self.environment_object(st, "errno", 4);
                st.errno = p.object();
                p
            }
        }
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
