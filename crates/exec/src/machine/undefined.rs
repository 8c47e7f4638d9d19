//! Operations without a defined result: a shift by the width or more, a conversion of a float that does not fit, and the like.
//!
//! The result is a value nobody chose, an input like memory that was never written. What a real run does with it is the machine's affair, so a
//! path whose conditions depend on such a value is a counted loss. Test cases get the value that the machine's own instruction gives, if
//! the path allows it: that is what a native run will do.

use std::rc::Rc;

use homing_ir::{InputKind, Origin};
use homing_memory::Val;
use homing_solver::{May, Path};
use homing_term::{Model, Sort, Term, VarKey};

use crate::{Executor, Loss, LossKind, State};

/// A value that an undefined operation of the path had.
#[derive(Clone, Debug)]
pub struct Unchosen {
    /// Its number among the inputs.
    input: u32,
    value: Term,
    /// The operation was undefined where this holds.
    bad: Term,
    /// What the machine most likely gives.
    likely: Term,
    /// The loss, until it is counted.
    loss: Option<Rc<Loss>>,
}

impl Unchosen {
    pub(crate) fn roots(&self) -> [Term; 3] {
        [self.value, self.bad, self.likely]
    }
}

impl Executor<'_> {
    /// The result of an operation that is undefined where `bad` holds and gives `plain` elsewhere, of width `w`. `likely` is what the machine
    /// gives then.
    #[cold]
    pub(crate) fn unless_undefined(
        &mut self,
        st: &mut State,
        w: u32,
        bad: Term,
        plain: Term,
        what: &str,
        likely: impl FnOnce(&mut Self) -> Term,
    ) -> Val {
        self.expose(st, bad);
        if self.cx.terms.is_false(bad) || st.path.may(&mut self.cx, bad).is_no() {
            return self.val_of(plain);
        }
        let likely = likely(self);
        let loss = Some(Rc::new(self.make_loss(st, LossKind::Undefined, what)));
        self.unchosen(st, w, bad, plain, what, likely, loss)
    }

    /// The result of an operation that has any value where `bad` holds; the loss is counted once a condition depends on it.
    #[expect(clippy::too_many_arguments, reason = "what is known of one value")]
    pub(crate) fn unchosen(
        &mut self,
        st: &mut State,
        w: u32,
        bad: Term,
        plain: Term,
        what: &str,
        likely: Term,
        loss: Option<Rc<Loss>>,
    ) -> Val {
        // A library is right with any value; a run with given inputs takes the machine's.
        let settled = self.program.func(st.frame.func).origin != Origin::Program;
        if settled || st.inputs.is_guessing() || self.options.fixed_addresses {
            let r = self.cx.terms.ite(bad, likely, plain);
            return self.val_of(r);
        }
        let bytes = w.div_ceil(8);
        let guard = Some(bad).filter(|b| !self.cx.terms.is_true(*b));
        let name = self.text(what);
        let input = st.inputs.push_guarded(name, InputKind::Undefined, bytes, Rc::from(""), guard);
        let value = st.inputs.term(&mut self.cx.terms, input, 0, bytes);
        let value = self.cx.terms.trunc(value, w);
        Rc::make_mut(&mut st.undefined).push(Unchosen { input, value, bad, likely, loss });
        let r = self.cx.terms.ite(bad, value, plain);
        self.val_of(r)
    }

    /// The instruction of that name: `a`, or a value nobody chose.
    pub(crate) fn any(&mut self, st: &mut State, w: u32, a: Val, bad: Val, what: u32) -> Val {
        if bad.as_int() == Some(0) {
            return a;
        }
        let (plain, bad) = (self.term_of(a, w), self.term_of(bad, 1));
        let program = self.program;
        self.unless_undefined(st, w, bad, plain, &program.strings[what as usize], |_| plain)
    }

    /// A condition is about to be decided that mentions this input: if it is the value of an undefined operation, and another value could make
    /// the condition another, this is lost.
    #[cold]
    pub(crate) fn depends_on(&mut self, st: &mut State, cond: Term, input: u32) {
        let Some(i) = st.undefined.iter().position(|u| u.input == input && u.loss.is_some()) else { return };
        if st.path.may(&mut self.cx, st.undefined[i].bad).is_no() {
            return;
        }
        let mut others = Vec::new();
        for &v in self.cx.terms.support(cond).iter() {
            let VarKey::Input { input: from, offset } = self.cx.terms.var_info(v).key else { continue };
            if from == input {
                let Sort::Bits(w) = self.cx.terms.var_info(v).sort else { continue };
                others.push((v, self.cx.terms.var(w, VarKey::Fresh { tag: input, n: offset })));
            }
        }
        let other = self.cx.terms.substitute(cond, &|v| others.iter().find(|o| o.0 == v).map(|o| o.1));
        let differs = self.cx.terms.ne(cond, other);
        if st.path.may(&mut self.cx, differs).is_no() {
            return;
        }
        if let Some(loss) = Rc::make_mut(&mut st.undefined)[i].loss.take() {
            self.losses.push((*loss).clone());
        }
    }

    /// A model of the path in which undefined operations gave what the machine gives, as far as that is possible; and what the program
    /// prefers (`klee_prefer_cex`), as far as that is.
    pub(crate) fn likely_model(&mut self, st: &State) -> Model {
        if st.undefined.is_empty() && st.klee.is_none() {
            return st.path.model(&mut self.cx);
        }
        let mut path: Path = st.path.clone();
        for u in st.undefined.iter() {
            let same = self.cx.terms.eq(u.value, u.likely);
            let defined = self.cx.terms.not(u.bad);
            let wanted = self.cx.terms.or(same, defined);
            if let May::Yes(witness) = path.may(&mut self.cx, wanted) {
                path.add(&mut self.cx, wanted, witness, st.origin_here());
            }
        }
        for t in st.klee.iter().flat_map(|k| k.preferred()) {
            if let May::Yes(witness) = path.may(&mut self.cx, t) {
                path.add(&mut self.cx, t, witness, st.origin_here());
            }
        }
        path.model(&mut self.cx)
    }
}
