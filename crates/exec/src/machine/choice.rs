//! Where a path splits. Every choice of a path is made here: what is possible is asked, the states part, what nobody can tell is lost, and the
//! way that was taken is recorded, so that a path is its choices ([`crate::Record`]).

use homing_solver::{Decision, May, Why, Witness};
use homing_term::Term;

use crate::end::{Ended, Res, Stop};
use crate::executor::{Base, Step, why_text};
use crate::state::Frame;
use crate::{Executor, LossKind, State};

/// Which side of a condition the state at hand takes where both are possible; the other side becomes a state of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stay {
    WhereTrue,
    WhereFalse,
}

/// How a condition split a state.
pub(crate) struct Split {
    /// Whether the condition holds in the state at hand.
    pub holds: bool,
    /// The state in which it is the other way, where that is possible too.
    pub other: Option<Box<State>>,
    /// Where the path's condition alone decides it: an assignment that shows the side taken, if there is one at hand.
    pub implied: Option<Option<Witness>>,
}

impl Executor<'_> {
    /// Decides a condition for a state. Both states of a split have the side they take in their path condition. The side is on the record also
    /// where there is only one: another run may not see that, or a solver may give up.
    pub(crate) fn split(&mut self, st: &mut State, step: &mut Step, cond: Term, stay: Stay) -> Res<Split> {
        self.expose(st, cond);
        let (d, waits) = self.decide(st, cond);
        self.split_by(st, step, cond, stay, (d, waits))
    }

    /// The same at the end of a block, where a state may be parted and run on from: what nobody can tell of a joined state may be easy for each
    /// of those that it was joined from.
    pub(crate) fn split_or_part(&mut self, st: &mut State, step: &mut Step, cond: Term) -> Res<Split> {
        self.expose(st, cond);
        let (mut d, mut waits) = self.decide(st, cond);
        while matches!((&d.yes, &d.no), (May::Unknown(_), _) | (_, May::Unknown(_)))
            && !self.is_stopped()
            && let Some(other) = self.part_again(st)
        {
            step.goes_on(Some(other));
            (d, waits) = self.decide(st, cond);
        }
        self.split_by(st, step, cond, Stay::WhereTrue, (d, waits))
    }

    fn split_by(&mut self, st: &mut State, step: &mut Step, cond: Term, stay: Stay, (d, waits): (Decision, bool)) -> Res<Split> {
        let mut split = match (d.yes, d.no) {
            (May::No, May::No) => return Err(Stop::End(Ended::Infeasible)),
            (yes, May::No) => Split { holds: true, other: None, implied: Some(witness(yes)) },
            (May::No, no) => Split { holds: false, other: None, implied: Some(witness(no)) },
            (May::Yes(yes), May::Yes(no)) => self.both_sides(st, (cond, yes, no), stay == Stay::WhereTrue),
            (May::Yes(yes), May::Unknown(why)) => self.one_side(st, step, cond, Ok(yes), (&why, waits)),
            (May::Unknown(why), May::Yes(no)) => self.one_side(st, step, cond, Err(no), (&why, waits)),
            (May::Unknown(why), May::Unknown(_)) => return self.lost(st, LossKind::Solver, why_text(&why)),
        };
        st.choices.push(u64::from(split.holds), 1);
        if let Some(other) = &mut split.other {
            other.choices.push(u64::from(!split.holds), 1);
        }
        Ok(split)
    }

    /// Both sides are possible: two states from now on.
    fn both_sides(&mut self, st: &mut State, (cond, yes, no): (Term, Witness, Witness), holds: bool) -> Split {
        if self.keep_base && self.base.is_none() {
            let Frame { id: frame, func, block, depth, .. } = st.frame;
            self.base = Some(Base { path: st.path.clone(), func, block, frame, depth });
        }
        let not = self.cx.terms.not(cond);
        let mut other = self.fork_unrecorded(st);
        let (here, there) = if holds { ((cond, yes), (not, no)) } else { ((not, no), (cond, yes)) };
        self.constrain(&mut other, there.0, there.1);
        self.constrain(st, here.0, here.1);
        Split { holds, other: Some(other), implied: None }
    }

    /// One side is possible, where it holds or where it does not; of the other one nobody knows. It is asked for again later, or lost.
    fn one_side(
        &mut self,
        st: &mut State,
        step: &mut Step,
        cond: Term,
        known: Result<Witness, Witness>,
        (why, waits): (&Why, bool),
    ) -> Split {
        let not = self.cx.terms.not(cond);
        let (holds, witness, side, open) = match known {
            Ok(yes) => (true, yes, cond, not),
            Err(no) => (false, no, not, cond),
        };
        if waits && why.is_budget() {
            self.wait_for(st, step, open, why);
        } else {
            step.losses.push(self.make_loss(st, LossKind::Solver, why_text(why)));
        }
        self.constrain(st, side, witness);
        Split { holds, other: None, implied: None }
    }

    /// Which way a condition goes for this state; the other way, where it is possible too, runs the instruction again.
    pub(crate) fn either(&mut self, st: &mut State, step: &mut Step, cond: Term) -> Res<bool> {
        let split = self.split(st, step, cond, Stay::WhereTrue)?;
        step.goes_on(split.other);
        Ok(split.holds)
    }

    /// One value of a term, the rest forked off to run the instruction again. Complete, not a loss.
    pub(crate) fn enumerate(&mut self, st: &mut State, step: &mut Step, t: Term) -> Res<u64> {
        if let Some(v) = self.cx.terms.as_const(t) {
            return Ok(v);
        }
        let v = self.value_to_try(st, t);
        let k = self.cx.terms.bits(self.cx.terms.width(t), v);
        let is = self.cx.terms.eq(t, k);
        let split = self.split(st, step, is, Stay::WhereTrue)?;
        if !split.holds {
            return self.lost(st, LossKind::Solver, "a value of the model was not confirmed");
        }
        step.goes_on(split.other);
        // Later questions are answered sooner if the value is known.
        if let Some(Some(witness)) = split.implied {
            self.constrain(st, is, witness);
        }
        Ok(v)
    }

    /// The value to try first is that of the path's model. Which model that is depends on what was asked before, so the value is part of the
    /// record.
    pub(crate) fn value_to_try(&mut self, st: &mut State, t: Term) -> u64 {
        let w = self.cx.terms.width(t).min(64);
        let recorded = self.script.as_ref().and_then(|script| script.number(st.choices.len(), w));
        let v = recorded.unwrap_or_else(|| st.path.eval64(&mut self.cx, t));
        st.choices.push(v, w);
        v
    }

    /// An answer that depends on how much a solver can tell is part of the record, too.
    pub(crate) fn noted(&mut self, st: &mut State, ask: impl FnOnce(&mut Self, &State) -> bool) -> bool {
        let recorded = self.script.as_ref().and_then(|script| script.number(st.choices.len(), 1));
        let answer = recorded.map_or_else(|| ask(self, st), |v| v != 0);
        st.choices.push(u64::from(answer), 1);
        answer
    }

    /// A second state with the same past. The one at hand stays, the other one leaves: that is on their records.
    pub(crate) fn fork(&mut self, st: &mut State) -> Box<State> {
        let mut other = self.fork_unrecorded(st);
        st.choices.push(0, 1);
        other.choices.push(1, 1);
        other
    }

    pub(crate) fn fork_unrecorded(&mut self, st: &mut State) -> Box<State> {
        self.forks += 1;
        self.counting = self.counting.saturating_add(u64::from(self.forks.is_multiple_of(8)));
        let id = self.new_id();
        let regs = self.second_registers(st);
        st.fork(id, regs)
    }
}

fn witness(side: May) -> Option<Witness> {
    if let May::Yes(w) = side { Some(w) } else { None }
}
