//! Arrays whose length another argument says: `(char *buf, size_t len)`. The array that such a pointer leads to has that many elements.

use homing_ir::{CKind, TypeId};
use homing_solver::May;
use homing_term::Term;

use crate::end::{Ended, Res, Stop};
use crate::executor::{Step, why_text};
use crate::given::GivenAs;
use crate::lazy::Shape;
use crate::{Executor, LossKind, State};

/// Elements of such an array at most.
const MOST: u64 = 4096;

impl Executor<'_> {
    /// From now on these parameters, by number, are pointers to arrays and their lengths.
    pub fn pair(&mut self, st: &mut State, pairs: &[(u32, u32)]) {
        let Some(lazy) = &mut st.lazy else { return };
        let lazy = std::rc::Rc::make_mut(lazy);
        let input = |n: u32| lazy.inputs.iter().find(|i| i.what == GivenAs::Parameter(n)).map(|i| i.input);
        let known = pairs.iter().filter_map(|(p, n)| Some((input(*p)?, input(*n)?)));
        lazy.pairs = known.collect();
    }

    /// As many elements as the input says that is the length: no more than there is room for, which is counted.
    pub(crate) fn shape_of_length(
        &mut self,
        st: &mut State,
        step: &mut Step,
        to: Option<TypeId>,
        length: u32,
        path: &str,
    ) -> Res<Shape> {
        let (w, types) = (self.program.ptr_bits, &self.program.ctypes);
        let ty = to.filter(|t| types.get(*t).size > 0);
        let each = ty.map_or(1, |t| types.get(t).size);
        let Some(beside) = st.lazy.as_ref().and_then(|l| l.input(length)).cloned() else {
            return self.lost(st, LossKind::UnresolvedPointer, "the length of an array is not known");
        };
        let number = beside.ty.map(|t| types.get(t));
        let bytes = number.map_or(u64::from(w / 8), |t| t.size) as u32;
        let signed = number.is_none_or(|t| t.kind != CKind::Integer { signed: false });
        let n = st.inputs.term(&mut self.cx.terms, length, 0, bytes);
        let n = if signed { self.cx.terms.sext(n, w) } else { self.cx.terms.zext(n, w) };
        // This path may have come here only with many.
        let here = st.path.eval64(&mut self.cx, n);
        let room = here.clamp(self.options.lazy.array, MOST.max(self.options.lazy.array));
        let most = self.cx.terms.bits(w, room);
        let fits = self.cx.terms.ule(n, most);
        let more = self.cx.terms.not(fits);
        if !matches!(st.path.may(&mut self.cx, more), May::No) {
            let detail = format!("`{}`, the number of elements at `{path}`, is at most {room}", beside.path);
            step.losses.push(self.make_loss(st, LossKind::Assumed, detail));
            match st.path.may(&mut self.cx, fits) {
                May::Yes(witness) => self.constrain(st, fits, witness),
                May::No => return Err(Stop::End(Ended::Infeasible)),
                May::Unknown(why) => return self.lost(st, LossKind::Solver, why_text(&why)),
            }
        }
        let detail = format!("`{path}` leads to as many elements as `{}` says", beside.path);
        step.losses.push(self.make_loss(st, LossKind::Assumed, detail));
        Ok(Shape { ty, size: room * each, count: room, length: Some(n) })
    }

    pub(crate) fn times(&mut self, n: Term, each: u64) -> Term {
        let each = self.cx.terms.bits(self.program.ptr_bits, each);
        self.cx.terms.mul(n, each)
    }
}
