//! Questions that are put off: what would cost too much now is asked again later, with a larger budget, while other states go on.

use std::collections::BTreeMap;

use homing_ir::{FuncId, Inst, LocId};
use homing_solver::{Decision, Hard, May, Why};
use homing_term::{Term, VarId, VarKey};

use crate::end::Ended;
use crate::executor::{Step, why_text};
use crate::{Executor, Loss, LossKind, RunKind, State};

/// What has to be asked about a state before it goes on.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Whether this is possible.
    pub cond: Term,
    /// What was spent on that in vain.
    pub work: u64,
    pub why: Why,
    /// How its path ends if it is; otherwise it runs its instruction again.
    pub end: Option<Box<Ended>>,
}

/// What came of asking again.
pub enum Asked {
    /// There is such a state. It goes on, or its path ends.
    Goes(Option<Ended>),
    /// There is none.
    Never,
    /// Still nobody knows.
    Open,
}

/// Questions at one place that were hard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardPlace {
    pub func: FuncId,
    pub loc: LocId,
    /// How many, and how many of them were not answered.
    pub times: u64,
    pub open: u64,
    /// Work that was spent, in units of [`homing_solver::Solver::effort`].
    pub work: u64,
    /// Of the dearest one: terms, inputs, who was asked last, and the input that makes it hard.
    pub nodes: usize,
    pub inputs: Vec<String>,
    pub by: String,
    pub suspect: Option<String>,
    dearest: u64,
}

/// Questions that were hard, and what they are allowed to cost at first.
#[derive(Default)]
pub(crate) struct PuttingOff {
    pub first: Option<u64>,
    /// The state's choices before the instruction at hand.
    pub before: crate::record::Choices,
    places: BTreeMap<(FuncId, LocId), HardPlace>,
}

/// Names of inputs that are told of one place.
const INPUTS: usize = 8;

impl Executor<'_> {
    /// Lets questions of the main run cost so much at first; what costs more is put off. With `None` nothing is.
    pub fn put_off(&mut self, first: Option<u64>) {
        self.putting_off.first = first;
    }

    /// Both sides of a condition, at first for little if more can be asked later. Then the answer says so.
    pub(crate) fn decide(&mut self, st: &State, cond: Term) -> (Decision, bool) {
        let first = self.putting_off.first.filter(|_| self.can_wait(st));
        self.cx.set_budget(first);
        let mut d = st.path.decide(&mut self.cx, cond);
        let both = matches!((&d.yes, &d.no), (May::Unknown(_), May::Unknown(_)));
        self.cx.set_budget(None);
        if both && first.is_some() {
            d = st.path.decide(&mut self.cx, cond);
        }
        self.note_hard(st);
        (d, first.is_some() && !both)
    }

    /// Can the state run its instruction again?
    fn can_wait(&self, st: &State) -> bool {
        if st.run.kind != RunKind::Main || self.script.is_some() || self.course.is_some() {
            return false;
        }
        let block = &self.program.func(st.frame.func).blocks[st.frame.block.index()];
        !matches!(block.insts.get(st.frame.inst as usize), Some(Inst::Call(_)))
    }

    /// The side of which nobody knows whether it is possible becomes a state that waits for an answer.
    pub(crate) fn wait_for(&mut self, st: &mut State, step: &mut Step, cond: Term, why: &Why) {
        let mut other = self.fork_unrecorded(st);
        other.choices = self.putting_off.before.clone();
        // It is counted again when it runs again.
        other.steps = other.steps.saturating_sub(1);
        let work = self.putting_off.first.unwrap_or(0);
        other.pending = Some(Box::new(Pending { cond, work, why: why.clone(), end: None }));
        step.put_off.push(other);
    }

    /// Asks what was put off, for at most this work.
    pub fn ask_again(&mut self, st: &mut State, work: u64) -> Asked {
        let Some(pending) = st.pending.take() else { return Asked::Goes(None) };
        self.cx.set_budget(Some(work));
        let may = st.path.may(&mut self.cx, pending.cond);
        self.cx.set_budget(None);
        self.note_hard(st);
        match may {
            May::Yes(witness) => {
                self.constrain(st, pending.cond, witness);
                Asked::Goes(pending.end.map(|end| *end))
            }
            May::No => Asked::Never,
            May::Unknown(why) => {
                st.pending = Some(Box::new(Pending { work, why, ..*pending }));
                Asked::Open
            }
        }
    }

    /// What is lost if a state that waits is never heard of again.
    pub fn loss_of_waiting(&self, st: &State) -> Loss {
        let why = st.pending.as_ref().map_or_else(String::new, |p| why_text(&p.why));
        self.make_loss(st, LossKind::Solver, why)
    }

    /// Hard questions belong to the place where the state is.
    pub(crate) fn note_hard(&mut self, st: &State) {
        if !self.cx.has_hard() {
            return;
        }
        let (func, loc) = (st.frame.func, self.loc(st));
        for hard in self.cx.take_hard() {
            self.note_one(st, func, loc, &hard);
        }
    }

    fn note_one(&mut self, st: &State, func: FuncId, loc: LocId, hard: &Hard) {
        let names = |vars: &[VarId]| {
            let mut names: Vec<String> = Vec::new();
            for name in vars.iter().filter_map(|v| self.name_of_var(st, *v)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        };
        let mut inputs = names(&hard.vars);
        if inputs.len() > INPUTS {
            let more = inputs.len() - INPUTS;
            inputs.truncate(INPUTS);
            inputs.push(format!("and {more} more"));
        }
        let suspect = hard.suspect.and_then(|v| self.name_of_var(st, v));
        let place = self.putting_off.places.entry((func, loc)).or_insert_with(|| HardPlace {
            func,
            loc,
            times: 0,
            open: 0,
            work: 0,
            nodes: 0,
            inputs: Vec::new(),
            by: String::new(),
            suspect: None,
            dearest: 0,
        });
        place.times += 1;
        place.open += u64::from(hard.sat.is_none());
        place.work += hard.work;
        if hard.work >= place.dearest {
            place.dearest = hard.work;
            (place.nodes, place.inputs, place.by, place.suspect) = (hard.nodes, inputs, hard.by.clone(), suspect);
        }
    }

    /// An input as a user knows it, with the byte where it has several.
    fn name_of_var(&self, st: &State, v: VarId) -> Option<String> {
        let VarKey::Input { input, offset } = self.cx.terms.var_info(v).key else { return None };
        st.inputs.name_of(input, offset)
    }

    /// Where questions were hard, the dearest place first.
    pub fn hard_places(&self) -> Vec<HardPlace> {
        let mut all: Vec<HardPlace> = self.putting_off.places.values().cloned().collect();
        all.sort_by(|a, b| b.work.cmp(&a.work).then_with(|| (a.func, a.loc).cmp(&(b.func, b.loc))));
        all
    }
}
