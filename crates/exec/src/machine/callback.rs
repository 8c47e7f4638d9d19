//! Calls through pointers that come from nowhere: to a function of the program that fits, or to one of the caller's own.
//!
//! Of a function of the caller's own nothing is known but that it returns something. That it changes nothing else is an assumption.

use std::rc::Rc;

use homing_ir::{CKind, Call, ErrorKind, FuncId, InputKind, Inst, LocId, TypeId};
use homing_memory::{ObjRef, Object, ObjectInfo, ObjectKind, Val};
use homing_term::Term;

use crate::end::Res;
use crate::executor::Step;
use crate::given::GivenAs;
use crate::lazy::LazyObject;
use crate::outcome::Message;
use crate::{Executor, LossKind, State};

/// Functions that a call through a symbolic pointer is tried with.
const MAX_CALLEES: usize = 64;

/// Where a call through a pointer goes.
#[derive(Copy, Clone)]
pub(crate) enum Goes {
    To(FuncId),
    /// To a function that the caller brings; it is an object without contents.
    ToCallers(ObjRef),
}

impl Executor<'_> {
    /// Where a call through a symbolic pointer goes: each function that fits, in states of their own. None: it is no pointer of the
    /// caller's.
    pub(crate) fn lazy_callee(&mut self, st: &mut State, step: &mut Step, t: Term) -> Res<Option<Goes>> {
        let Some((var, rest)) = self.lazy_pointer(st, t) else { return Ok(None) };
        if self.cx.terms.as_const(rest) != Some(0) {
            return Ok(None);
        }
        if let Some(to) = st.lazy.as_ref().and_then(|l| l.resolved(var)) {
            return Ok(to.as_ptr().and_then(|(o, _)| goes(st, o)));
        }
        let zero = self.cx.terms.bits(self.program.ptr_bits, 0);
        let not_null = self.cx.terms.ne(var, zero);
        let null = Message::by_caller("call through a null pointer, which the caller gives");
        self.require(st, step, not_null, ErrorKind::Null, null)?;
        step.losses.push(self.make_loss(st, LossKind::Assumed, "call through a pointer that the caller gives"));
        let mut candidates: Vec<ObjRef> = self.lazy_callees(st).into_iter().map(function_object).collect();
        candidates.extend(self.callers_function(st, var));
        let Some(last) = candidates.pop() else {
            return self.lost(st, LossKind::UnresolvedPointer, "no function fits a call through a pointer");
        };
        for o in candidates {
            let mut other = self.fork(st);
            if self.lazy_resolve(&mut other, var, Val::ptr(o, 0)).is_ok() {
                step.goes_on(Some(other));
            }
        }
        self.lazy_resolve(st, var, Val::ptr(last, 0))?;
        Ok(goes(st, last))
    }

    /// Functions whose address is taken and that the call at hand fits.
    fn lazy_callees(&self, st: &State) -> Vec<FuncId> {
        let program = self.program;
        let block = program.func(st.frame.func).block(st.frame.block);
        let Some(Inst::Call(call)) = block.insts.get(st.frame.inst as usize) else { return Vec::new() };
        let caller = program.func(st.frame.func);
        let args: Vec<_> = call.args.iter().map(|a| program.opnd_type(caller, *a)).collect();
        let results: Vec<_> = call.dst.iter().map(|r| caller.regs[r.index()]).collect();
        let fits = |f: &FuncId| {
            let f = program.func(*f);
            f.address_taken && !f.is_declaration() && f.param_types == args && (results.is_empty() || f.results == results)
        };
        (0..program.functions.len() as u32).map(FuncId).filter(fits).take(MAX_CALLEES).collect()
    }

    /// A function that the caller brings, where the pointer's type says what it returns.
    fn callers_function(&mut self, st: &mut State, var: Term) -> Option<ObjRef> {
        let lazy = st.lazy.clone().filter(|_| self.options.lazy.thorough && !st.run.is_unconstrained())?;
        let (input, offset) = self.lazy_place(&lazy, var)?;
        let CKind::FunctionPointer(result) = self.pointer_type(input, offset)? else { return None };
        let (result, depth, path) = (*result, input.depth, self.member(input, offset));
        let name: Rc<str> = Rc::from(path.as_str());
        let number = st.inputs.push(name.clone(), InputKind::Assumed, 0, Rc::from(""));
        self.lazy_input(st, result, depth, name.clone(), GivenAs::Function);
        let info = ObjectInfo {
            size: 0,
            size_term: None,
            align: 16,
            kind: ObjectKind::Given,
            name,
            loc: LocId(0),
            func: None,
            read_only: true,
        };
        let object = st.memory.add(Object::new(info, Val::ZERO));
        let made = LazyObject { object, input: number, ty: result, count: 0, length: None };
        Rc::make_mut(st.lazy.get_or_insert_with(Rc::default)).objects.push(made);
        Some(object)
    }

    /// A call of a function that the caller brings: it returns anything.
    pub(crate) fn call_of_callers(&mut self, st: &mut State, step: &mut Step, call: &Call, o: ObjRef) -> Res<()> {
        let made = st.lazy.as_ref().and_then(|l| l.objects.iter().find(|m| m.object == o)).cloned();
        let known = made.and_then(|m| Some((m.input, m.ty, st.lazy.as_ref()?.input(m.input)?.clone())));
        let (Some((number, ty, function)), true) = (known, call.dst.len() <= 1) else {
            return self.lost(st, LossKind::Unsupported, "a function of the caller's that returns a record");
        };
        let text = format!("`{}` is a function of the caller's that changes nothing", function.path);
        step.losses.push(self.make_loss(st, LossKind::Assumed, text));
        if let Some(r) = call.dst.first() {
            let w = self.program.width(self.program.func(st.frame.func).regs[r.index()]);
            let path: Rc<str> = Rc::from(format!("{}()", function.path));
            st.frame.regs[r.index()] = self.fresh(st, w, path.clone(), InputKind::Assumed, &self.type_text(ty));
            self.lazy_input(st, ty, function.depth, path, GivenAs::Result(number));
        }
        st.frame.inst += 1;
        Ok(())
    }

    fn type_text(&self, t: Option<TypeId>) -> String {
        t.map_or(String::new(), |t| self.program.ctypes.get(t).text.clone())
    }
}

/// Where a call of what this object is goes.
pub(crate) fn goes(st: &State, o: ObjRef) -> Option<Goes> {
    match st.memory.get(o).map(|object| (object.info.kind, object.size())) {
        Some((ObjectKind::Function(f), _)) => Some(Goes::To(f)),
        Some((ObjectKind::Given, 0)) => Some(Goes::ToCallers(o)),
        _ => None,
    }
}

/// The object that a function is in every state's memory.
fn function_object(f: FuncId) -> ObjRef {
    ObjRef { slot: f.0, generation: 0 }
}
