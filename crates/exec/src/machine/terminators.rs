//! The ends of blocks: branches and switches, and what forks there.

use homing_ir::{Edge, ErrorKind, Opnd, Terminator};
use homing_term::Term;

use crate::choice::Stay;
use crate::end::{Res, Stop};
use crate::executor::{Step, Successor};
use crate::{Executor, LossKind, State};

impl Executor<'_> {
    pub(crate) fn terminator(&mut self, st: &mut State, step: &mut Step, term: &Terminator) -> Res<()> {
        match term {
            Terminator::Jump(e) => self.take(st, e),
            Terminator::Branch { cond, then, els } => {
                if self.course.is_some() {
                    return self.guided_branch(st, *cond, then, els);
                }
                let c = self.get(st, *cond);
                match c.as_int() {
                    Some(c) => {
                        let b = c & 1 == 1;
                        st.trail.push_bit(b);
                        self.take(st, if b { then } else { els })
                    }
                    None => {
                        let t = self.term_of(c, 1);
                        self.branch(st, step, t, then, els)
                    }
                }
            }
            Terminator::Switch { on, cases, default } => self.switch(st, step, *on, cases, default),
            Terminator::Return(vals) => self.ret(st, step, vals),
            Terminator::Unreachable => self.error(st, ErrorKind::Unreachable, "control came to a place marked unreachable"),
            Terminator::Unsupported { what } => {
                self.lost(st, LossKind::Unsupported, self.program.strings[*what as usize].clone())
            }
        }
    }

    fn branch(&mut self, st: &mut State, step: &mut Step, cond: Term, then: &Edge, els: &Edge) -> Res<()> {
        if let Some(b) = st.implied.get(cond) {
            st.trail.push_bit(b);
            return self.take(st, if b { then } else { els });
        }
        if !self.selects.is_empty() && self.both_at_once(st, step, cond, (then, els))? {
            return Ok(());
        }
        let split = self.split_or_part(st, step, cond)?;
        st.implied.note(cond, split.holds);
        if let Some(mut other) = split.other {
            other.implied.note(cond, false);
            other.trail.push_bit(false);
            self.branch_off(other, step, els);
        }
        st.trail.push_bit(split.holds);
        self.take(st, if split.holds { then } else { els })
    }

    /// A forked state follows its edge and joins the successors.
    fn branch_off(&mut self, mut other: Box<State>, step: &mut Step, e: &Edge) {
        let end = match self.take(&mut other, e) {
            Err(Stop::End(end)) => Some(end),
            _ => None,
        };
        let paused = std::mem::take(&mut self.paused);
        step.successors.push(Successor { state: other, end, paused });
    }

    fn switch(&mut self, st: &mut State, step: &mut Step, on: Opnd, cases: &[(u64, Edge)], default: &Edge) -> Res<()> {
        if self.course.is_some() {
            return self.guided_switch(st, on, cases, default);
        }
        let v = self.get(st, on);
        if let Some(v) = v.as_int() {
            let (n, e) = match cases.binary_search_by_key(&v, |c| c.0) {
                Ok(i) => (i, &cases[i].1),
                Err(_) => (cases.len(), default),
            };
            st.trail.push(n as u64, 16);
            return self.take(st, e);
        }
        let w = self.program.opnd_width(self.program.func(st.frame.func), on);
        let t = self.term_of(v, w);
        // Cases that lead to the same place the same way are one alternative.
        let mut groups: Vec<(usize, Term)> = Vec::new();
        for (i, (k, e)) in cases.iter().enumerate() {
            let k = self.cx.terms.bits(w, *k);
            let is = self.cx.terms.eq(t, k);
            match groups.iter_mut().find(|(j, _)| cases[*j].1 == *e) {
                Some((_, c)) => *c = self.cx.terms.or(*c, is),
                None => groups.push((i, is)),
            }
        }
        for (i, cond) in groups {
            let split = self.split(st, step, cond, Stay::WhereFalse)?;
            if let Some(mut other) = split.other {
                other.trail.push(i as u64, 16);
                self.branch_off(other, step, &cases[i].1);
            } else if split.holds {
                st.trail.push(i as u64, 16);
                return self.take(st, &cases[i].1);
            }
        }
        st.trail.push(cases.len() as u64, 16);
        self.take(st, default)
    }
}
