//! What the model of the kernel asks of the engine: blocks that are not the program's own, values that are fixed only in the model, signals.

use std::rc::Rc;

use homing_ir::{Builtin, ErrorKind, FuncId, Opnd, Origin};
use homing_memory::{ObjRef, Object, ObjectInfo, ObjectKind, Val, ValKind};
use homing_solver::May;
use homing_term::{Term, VarKey};

use crate::end::{Ended, Res, Stop};
use crate::executor::Step;
use crate::{Executor, Loss, LossKind, RunKind, State};

/// Variables of assumed values have tags from here on, one for each text.
const ASSUMED: u32 = 1 << 16;

/// Values that the model of the kernel has made up, so far.
#[derive(Default)]
pub(crate) struct Assumed {
    /// What is told of them, each once; a state has a bit for each.
    texts: Vec<Rc<str>>,
    /// `None` for those that the path's condition names.
    values: Vec<Option<u64>>,
}

impl Executor<'_> {
    /// `__homing_assumed`: the bytes become variables that have their value once somebody looks.
    pub(crate) fn assume_values(&mut self, st: &mut State, step: &mut Step, place: Val, size: Val, text: String) -> Res<()> {
        // One concrete run rests on nothing.
        if self.options.fixed_addresses || st.run.kind == RunKind::Beside {
            return Ok(());
        }
        let (Some((o, from)), Some(size)) = (place.as_ptr(), size.as_int()) else { return Ok(()) };
        self.settle_contents(st, step, o, from, size)?;
        let known = self.assumed.texts.iter().position(|t| **t == *text);
        let text = known.unwrap_or_else(|| {
            self.assumed.texts.push(Rc::from(text));
            self.assumed.texts.len() - 1
        });
        let mut at = from;
        while at < from + size {
            let len = (from + size - at).min(8);
            let v = self.read_at(st, o, at, len, false)?;
            // A pointer stays what it is.
            if v.object().is_none() {
                let n = self.assumed.values.len() as u32;
                self.assumed.values.push(v.as_int());
                let var = self.cx.terms.var(8 * len as u32, VarKey::Fresh { tag: ASSUMED + text as u32, n });
                if v.as_int().is_none() {
                    let value = self.term_of(v, 8 * len as u32);
                    self.settle(st, var, value);
                }
                self.write_at(st, o, at, len, Val::term(var));
            }
            at += len;
        }
        Ok(())
    }

    /// A condition depends on such a value: it gets its value, and that is lost.
    #[cold]
    pub(crate) fn depends_on_assumed(&mut self, st: &mut State, var: Term, tag: u32, n: u32) {
        let Some(text) = tag.checked_sub(ASSUMED).and_then(|t| self.assumed.texts.get(t as usize)).cloned() else { return };
        if let Some(value) = self.assumed.values[n as usize] {
            let w = self.cx.terms.width(var);
            let value = self.cx.terms.bits(w, value);
            self.settle(st, var, value);
        }
        let bit = 1 << (tag - ASSUMED).min(63);
        if st.told & bit == 0 {
            st.told |= bit;
            let loss = self.make_outer_loss(st, text.to_string());
            self.losses.push(loss);
        }
    }

    fn settle(&mut self, st: &mut State, var: Term, value: Term) {
        let is = self.cx.terms.eq(var, value);
        let d = st.path.decide(&mut self.cx, is);
        if let (May::Yes(witness), May::Yes(_)) = (d.yes, d.no) {
            self.constrain(st, is, witness);
        }
    }

    /// Something that the model of the kernel is not like the real one in, where the program came to it.
    pub(crate) fn make_outer_loss(&self, st: &State, detail: String) -> Loss {
        let stack = self.stack(st);
        let own = stack.iter().find(|(f, _)| self.program.func(*f).origin == Origin::Program);
        let (func, loc) = *own.unwrap_or(&stack[0]);
        Loss { kind: LossKind::Environment, detail, func, loc }
    }

    /// `__homing_protect` and `__homing_shrink`: the block is another one from now on.
    pub(crate) fn change_block(&mut self, st: &mut State, model: Builtin, block: Val, value: Val) {
        let Some(o) = block.object() else { return };
        let Some(old) = st.memory.get(o).cloned() else { return };
        let mut info: ObjectInfo = (*old.info).clone();
        if model == Builtin::Protect {
            info.read_only = value.as_int().is_none_or(|v| v as u32 != 0);
        } else {
            info.kind = ObjectKind::Environment;
            info.size_term =
                Some(self.term_of(value, self.program.ptr_bits)).filter(|t| self.cx.terms.as_const(*t) != Some(info.size));
        }
        st.memory.replace(o, Object::with_info(&old, info));
    }

    /// Was the block made by the model of the kernel, for somebody who is not part of it?
    pub(crate) fn is_foreign_block(&self, st: &State, maker: Option<FuncId>) -> bool {
        let of_model = |f: FuncId| self.program.func(f).origin == Origin::Model;
        maker.is_some_and(of_model) && !of_model(st.frame.func)
    }

    /// `__homing_aborts`: the program is wrong where it called what ends here.
    pub(crate) fn aborts(&mut self, st: &State, text: Option<String>) -> Stop {
        let (kind, message) = match text {
            Some(text) if text.is_empty() => (ErrorKind::Assertion, "assertion failed".to_string()),
            Some(text) => (ErrorKind::Assertion, format!("assertion failed: {text}")),
            None => (ErrorKind::Abort, "the program aborts".to_string()),
        };
        let mut end = self.finding(st, kind, message);
        if let Ended::Finding(f) = &mut end
            && let Some(own) = f.stack.iter().position(|(f, _)| self.program.func(*f).origin == Origin::Program)
        {
            f.stack.drain(..own);
            (f.func, f.loc) = f.stack[0];
        }
        Stop::End(end)
    }

    /// The model's mask of signals, if there is one.
    fn signals(&self) -> Option<ObjRef> {
        self.global_named(homing_ir::SIGNALS)
    }

    /// The global of that name.
    pub(super) fn global_named(&self, name: &str) -> Option<ObjRef> {
        let i = self.program.globals.iter().position(|g| g.name == name)?;
        Some(ObjRef { slot: self.code.globals_base + i as u32, generation: 0 })
    }

    /// The signals that wait, for a jump that is to bring them back.
    pub(crate) fn signals_to_keep(
        &mut self,
        st: &mut State,
        step: &mut Step,
        saves: Val,
        opnd: Option<Opnd>,
    ) -> Res<Option<Val>> {
        let Some(o) = self.signals() else { return Ok(None) };
        let saves = match (saves.kind(), opnd) {
            (ValKind::Term(t), Some(_)) => self.enumerate(st, step, t)?,
            _ => saves.as_int().unwrap_or(1),
        };
        if saves as u32 == 0 {
            return Ok(None);
        }
        self.read_at(st, o, 0, 8, false).map(Some)
    }

    pub(crate) fn bring_signals_back(&mut self, st: &mut State, signals: Val) {
        if let Some(o) = self.signals() {
            self.write_at(st, o, 0, 8, signals);
        }
    }
}
