//! The executor: what is shared by all states.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use homing_ir::{BlockId, FuncId, InputKind, LocId, Program, TargetId};
use homing_memory::{ObjRef, ObjectInfo, ObjectKind, Val};
use homing_solver::{Context, May, Why};
use homing_term::Term;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::choice::Stay;
use crate::code::Code;
use crate::end::{Ended, Res, Stop};
use crate::follow::{Along, Course, Followed};
use crate::guess::Guess;
use crate::outcome::Message;
use crate::record::Record;
use crate::state::Frame;
use crate::{ExecOptions, Finding, Loss, LossKind, PointerModel, RunKind, State, StateId};

/// Runs states of one program.
pub struct Executor<'p> {
    pub(crate) program: &'p Program,
    pub(crate) cx: Context,
    pub(crate) options: ExecOptions,
    pub(crate) code: Rc<Code>,
    /// Targets that are still to be reached, by number.
    pub(crate) open: Vec<bool>,
    /// Blocks entered by any state, by number.
    pub(crate) covered: Vec<bool>,
    pub(crate) covered_count: u64,
    /// Once a state runs that started unconstrained: what the others have entered.
    pub(crate) apart: Option<Box<Apart>>,
    /// Report the blocks entered in [`Step::blocks`].
    pub(crate) record_blocks: bool,
    /// Set from outside when the run is to end: states come back soon, as they are.
    pub(crate) stop: Option<Arc<AtomicBool>>,
    /// Stop a state that comes to one of these blocks.
    pub(crate) stop_at: Vec<(FuncId, BlockId)>,
    /// By number of the block: when states pause there. Empty if they do nowhere.
    pub(crate) pauses: Vec<crate::quiet::Pauses>,
    /// They do each time.
    pub(crate) each_time: bool,
    /// The state at hand has just come to such a block.
    pub(crate) paused: bool,
    /// By function: a state that has just been called into it comes back at its entry, after so many calls; 0 for never.
    pub(crate) watched: Vec<u32>,
    /// What following trails took.
    pub(crate) followed: Followed,
    /// The trail that the state at hand follows, if it does.
    pub(crate) course: Option<Course>,
    /// Of the run at hand.
    pub(crate) along: Along,
    pub(crate) instructions: u64,
    pub(crate) forks: u64,
    next_state: u64,
    /// Indirect calls made so far: where, and to which function.
    pub(crate) calls_seen: FxHashSet<((FuncId, BlockId, u32), FuncId)>,
    /// Those that nobody has asked for yet, in order.
    pub(crate) new_calls: Vec<((FuncId, BlockId, u32), FuncId)>,
    /// By global, once somebody starts unconstrained: nobody can write it.
    pub(crate) unwritten: Option<Rc<[bool]>>,
    /// The same in a program with a library and a kernel around it: the program itself writes it, and nobody else knows it.
    pub(crate) own_data: Option<Rc<[bool]>>,
    /// For states made now.
    pub(crate) guess: Option<Rc<Guess>>,
    /// Constants of the program, once somebody guesses.
    pub(crate) words: Option<Rc<[u64]>>,
    /// Assumptions that runs from the program's own start came to: whether one of them could go on.
    assumptions: std::collections::BTreeMap<(FuncId, LocId), bool>,
    pub(crate) rest: crate::machine::rest::Rest,
    /// Data of objects of `Dyn` values, by how many they hold.
    pub(crate) cells_infos: Vec<Option<Rc<ObjectInfo>>>,
    /// Blocks entered in the run at hand, moved into its [`Step`].
    pub(crate) blocks: Vec<(FuncId, BlockId)>,
    /// What addresses are.
    pub(crate) pointers: &'static dyn PointerModel,
    /// Addresses that are numbers, in the model that has them.
    pub(crate) fixed: crate::fixed::Fixed,
    /// Losses of the run at hand that were noticed where its [`Step`] is not at hand.
    pub(crate) losses: Vec<Loss>,
    pub(crate) assumed: crate::kernel::Assumed,
    /// Contents of cells of joined states that depend on the way.
    pub(crate) eithers: Vec<crate::join::Either>,
    /// States joined so far.
    pub(crate) joins: u64,
    /// Branches of which both sides are computed at once, and how often that was done.
    pub(crate) selects: FxHashMap<(FuncId, BlockId), Rc<crate::join::Diamond>>,
    pub(crate) selected: u64,
    /// Questions that may still be asked to count paths.
    pub(crate) counting: u64,
    /// States are to be joined: a state comes back at this block of an activation so deep, or when that activation ends.
    pub(crate) goal: Option<Goal>,
    pub(crate) meets: Option<Meets>,
    /// Keep the path condition from before the first fork of a run.
    pub(crate) keep_base: bool,
    pub(crate) base: Option<Base>,
    /// The record that is gone along, while one is.
    pub(crate) script: Option<Rc<Record>>,
    pub(crate) putting_off: crate::putoff::PuttingOff,
    /// Symbols made for what loops change.
    pub(crate) symbols: FxHashMap<(crate::leap::SymbolName, u32, u32), u32>,
}

/// Questions for counting the paths of joined states, besides one for every eighth fork.
const COUNTING: u64 = 1_024;

/// A state as it was before its first fork.
#[derive(Clone)]
pub struct Base {
    pub path: homing_solver::Path,
    pub func: FuncId,
    pub block: BlockId,
    /// The activation, and how deep it is.
    pub frame: u64,
    pub depth: u32,
}

/// A place that states are to come to before they go on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// How deep the activation is.
    pub depth: u32,
    /// A block of it; none for its end.
    pub block: Option<BlockId>,
}

/// Places where states that go the same way at different times can meet: a state comes back there, too.
#[derive(Clone, Debug)]
pub struct Meets {
    /// The activation.
    pub frame: u64,
    /// By block.
    pub blocks: Rc<[bool]>,
}

/// Blocks entered by runs from the program's own start.
pub(crate) struct Apart {
    pub covered: Vec<bool>,
    pub count: u64,
    /// The state that runs is one of these.
    pub real: bool,
}

/// A state that came out of a run; with `end` it is finished.
pub struct Successor {
    pub state: Box<State>,
    pub end: Option<Ended>,
    /// It has just come to a block at which states pause (see [`Executor::pause_at`]).
    pub paused: bool,
}

impl Successor {
    /// One that has ended, or goes on from where it is.
    pub(crate) fn new(state: Box<State>, end: Option<Ended>) -> Successor {
        Successor { state, end, paused: false }
    }
}

/// What one run of a state gave.
#[derive(Default)]
pub struct Step {
    /// The state that ran (unless it vanished), and what it forked off.
    pub successors: Vec<Successor>,
    /// States that wait for an answer (see [`State::pending`]).
    pub put_off: Vec<Box<State>>,
    /// Losses that did not end a path.
    pub losses: Vec<Loss>,
    /// Open targets that the first successor has just passed.
    pub marks: SmallVec<[TargetId; 2]>,
    /// Blocks entered, in order, when recorded.
    pub blocks: Vec<(FuncId, BlockId)>,
    /// Indirect calls that nobody has made before: where, and to which function.
    pub calls: Vec<((FuncId, BlockId, u32), FuncId)>,
    /// How far a trail was followed.
    pub along: Along,
    /// What it was before the first fork, if that is to be kept (see [`Executor::keep_base`]).
    pub base: Option<Base>,
    /// The first successor has just been called into a function that is watched (see [`Executor::watch`]).
    pub arrived: bool,
}

impl Step {
    /// A state that was forked off goes on.
    pub(crate) fn goes_on(&mut self, state: Option<Box<State>>) {
        self.successors.extend(state.map(|state| Successor::new(state, None)));
    }
}

impl<'p> Executor<'p> {
    pub fn new(program: &'p Program, mut cx: Context, options: ExecOptions, targets: usize) -> Executor<'p> {
        let code = Rc::new(Code::new(program, &mut cx.terms));
        let counting = if options.prove_joins { u64::MAX } else { COUNTING };
        Executor {
            program,
            cx,
            open: vec![true; targets],
            covered: vec![false; code.blocks],
            covered_count: 0,
            apart: None,
            code,
            record_blocks: false,
            stop: None,
            stop_at: Vec::new(),
            pauses: Vec::new(),
            each_time: false,
            paused: false,
            watched: Vec::new(),
            followed: Followed::default(),
            course: None,
            along: Along::default(),
            instructions: 0,
            forks: 0,
            next_state: 0,
            calls_seen: FxHashSet::default(),
            new_calls: Vec::new(),
            unwritten: None,
            own_data: None,
            guess: None,
            words: None,
            assumptions: std::collections::BTreeMap::new(),
            rest: crate::machine::rest::Rest::new(program, &options),
            cells_infos: Vec::new(),
            blocks: Vec::new(),
            pointers: if options.fixed_addresses { &crate::fixed::Numbered } else { &crate::provenance::Provenance },
            fixed: crate::fixed::Fixed::new(program.ptr_bits),
            options,
            losses: Vec::new(),
            assumed: crate::kernel::Assumed::default(),
            eithers: Vec::new(),
            joins: 0,
            selects: FxHashMap::default(),
            selected: 0,
            counting,
            goal: None,
            meets: None,
            keep_base: false,
            base: None,
            script: None,
            putting_off: crate::putoff::PuttingOff::default(),
            symbols: FxHashMap::default(),
        }
    }

    /// A fresh symbolic value, logged as an input.
    pub(crate) fn fresh(&mut self, st: &mut State, w: u32, name: Rc<str>, kind: InputKind, type_name: &str) -> Val {
        let bytes = w.div_ceil(8);
        let input = st.inputs.push(name, kind, bytes, Rc::from(type_name));
        if let Some(v) = st.inputs.guessed(input, 0, bytes) {
            let fitting = if w < 64 { v & ((1 << w) - 1) } else { v };
            return self.guessed(st, input, v, fitting);
        }
        let t = st.inputs.term(&mut self.cx.terms, input, 0, bytes);
        let t = self.cx.terms.trunc(t, w);
        self.val_of(t)
    }

    /// A guess, mended where the value must lie within bounds.
    pub(crate) fn guessed(&mut self, st: &mut State, input: u32, guess: u64, fitting: u64) -> Val {
        if guess != fitting {
            let t = self.cx.terms.bits(64, fitting);
            st.inputs.set_guess(input, t);
        }
        Val::int(fitting)
    }

    /// A number that no state has.
    pub fn new_id(&mut self) -> StateId {
        self.next_state += 1;
        StateId(self.next_state)
    }

    /// The number that was given last.
    pub fn last_id(&self) -> StateId {
        StateId(self.next_state)
    }

    /// Runs states that are not part of the search: what they enter, call and assume is nothing that a run of the program has done.
    pub fn aside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (covered, count, apart) = (self.covered.clone(), self.covered_count, self.apart.take());
        let (calls, new_calls) = (self.calls_seen.clone(), std::mem::take(&mut self.new_calls));
        let assumptions = self.assumptions.clone();
        let (goal, meets, selects) = (self.goal.take(), self.meets.take(), std::mem::take(&mut self.selects));
        let (keep_base, base, blocks) = (std::mem::take(&mut self.keep_base), self.base.take(), std::mem::take(&mut self.blocks));
        let (record_blocks, watched) = (std::mem::take(&mut self.record_blocks), std::mem::take(&mut self.watched));
        let (losses, script) = (std::mem::take(&mut self.losses), self.script.take());
        let result = work(self);
        (self.covered, self.covered_count, self.apart) = (covered, count, apart);
        (self.calls_seen, self.new_calls) = (calls, new_calls);
        self.assumptions = assumptions;
        (self.goal, self.meets, self.selects) = (goal, meets, selects);
        (self.keep_base, self.base, self.blocks) = (keep_base, base, blocks);
        (self.record_blocks, self.watched) = (record_blocks, watched);
        (self.losses, self.script) = (losses, script);
        result
    }

    /// Number of a function's first block in `covered`.
    pub fn first_block(&self, f: FuncId) -> usize {
        self.code.functions[f.index()].first_block as usize
    }

    /// Blocks that some state has entered.
    pub fn blocks_covered(&self) -> u64 {
        self.covered_count
    }

    /// The same for runs from the program's own start only.
    pub fn blocks_really_covered(&self) -> u64 {
        self.apart.as_ref().map_or(self.covered_count, |a| a.count)
    }

    /// From now on a state runs that started unconstrained, or one that did not.
    pub(crate) fn tell_apart(&mut self, general: bool) {
        match &mut self.apart {
            Some(apart) => apart.real = !general,
            None if general => {
                let (covered, count) = (self.covered.clone(), self.covered_count);
                self.apart = Some(Box::new(Apart { covered, count, real: false }));
            }
            None => {}
        }
    }

    /// States made so far.
    pub fn states_made(&self) -> u64 {
        self.next_state
    }

    /// Frees terms that no given state and path condition uses, and that are not among `others`. Returns how many.
    pub fn collect<'a>(
        &mut self,
        states: impl Iterator<Item = &'a State>,
        others: &[Term],
        paths: &[&homing_solver::Path],
    ) -> usize {
        let mut roots: Vec<Term> = others.to_vec();
        for f in &self.code.functions {
            roots.extend(f.consts.iter().filter_map(|v| v.root()));
        }
        for e in &self.eithers {
            roots.push(e.guard);
            roots.extend(e.yes.root().into_iter().chain(e.no.root()));
        }
        let mut seen = FxHashSet::default();
        for st in states {
            st.roots(&mut |p| !seen.insert(p), &mut |t| roots.push(t));
        }
        roots.extend(paths.iter().flat_map(|p| p.roots()));
        roots.sort_unstable();
        roots.dedup();
        self.cx.terms.collect(&mut roots.into_iter())
    }

    /// A run has come to an assumption of the program, which can hold or not.
    pub(crate) fn note_assumption(&mut self, st: &State, holds: bool) {
        if matches!(st.run.kind, RunKind::Main | RunKind::Guessed) {
            *self.assumptions.entry((st.frame.func, self.loc(st))).or_insert(false) |= holds;
        }
    }

    /// Places of assumptions that ended every run that came there.
    pub fn never_held(&self) -> Vec<(FuncId, LocId)> {
        self.assumptions.iter().filter(|(_, held)| !**held).map(|(at, _)| *at).collect()
    }

    // ---- small helpers shared by the instruction groups ----

    /// The source location of the instruction at hand.
    pub(crate) fn loc(&self, st: &State) -> LocId {
        loc_at(self.program, &st.frame, st.frame.inst)
    }

    /// The call stack, innermost first.
    pub fn stack(&self, st: &State) -> Vec<(FuncId, LocId)> {
        let mut out = vec![(st.frame.func, self.loc(st))];
        for f in st.callers().take(64) {
            out.push((f.func, loc_at(self.program, f, f.inst.saturating_sub(1))));
        }
        out
    }

    pub(crate) fn finding(&self, st: &State, kind: homing_ir::ErrorKind, message: impl Into<Message>) -> Ended {
        let stack = self.stack(st);
        let (func, loc) = stack[0];
        let Message { text, by_caller } = message.into();
        Ended::Finding(Box::new(Finding { kind, message: text, func, loc, stack, by_caller, survivable: kind.is_survivable() }))
    }

    pub(crate) fn make_loss(&self, st: &State, kind: LossKind, detail: impl Into<String>) -> Loss {
        Loss { kind, detail: detail.into(), func: st.frame.func, loc: self.loc(st) }
    }

    pub(crate) fn lost<T>(&self, st: &State, kind: LossKind, detail: impl Into<String>) -> Res<T> {
        Err(Stop::End(Ended::Lost(Box::new(self.make_loss(st, kind, detail)))))
    }

    pub(crate) fn error<T>(&self, st: &State, kind: homing_ir::ErrorKind, message: impl Into<Message>) -> Res<T> {
        Err(Stop::End(self.finding(st, kind, message)))
    }

    /// Adds a condition that is known to be possible.
    pub(crate) fn constrain(&mut self, st: &mut State, cond: Term, witness: homing_solver::Witness) {
        let origin = st.origin_here();
        st.path.add(&mut self.cx, cond, witness, origin);
    }

    /// Goes on only where `ok` holds; where it may not, an error is split off.
    pub(crate) fn require(
        &mut self,
        st: &mut State,
        step: &mut Step,
        ok: Term,
        kind: homing_ir::ErrorKind,
        message: impl Into<Message>,
    ) -> Res<()> {
        if self.cx.terms.is_true(ok) {
            return Ok(());
        }
        let waiting = step.put_off.len();
        let split = self.split(st, step, ok, Stay::WhereTrue)?;
        if split.holds
            && let Some(bad) = step.put_off.get_mut(waiting)
        {
            let end = self.finding(bad, kind, message);
            bad.pending.iter_mut().for_each(|p| p.end = Some(Box::new(end.clone())));
            return Ok(());
        }
        match split.other {
            Some(bad) => {
                let end = self.finding(&bad, kind, message);
                step.successors.push(Successor::new(bad, Some(end)));
                Ok(())
            }
            None if split.holds => Ok(()),
            None => self.error(st, kind, message),
        }
    }

    /// Goes on only where `cond` holds, silently.
    pub(crate) fn assume(&mut self, st: &mut State, cond: Term) -> Res<()> {
        if self.cx.terms.is_true(cond) {
            return Ok(());
        }
        self.expose(st, cond);
        match st.path.may(&mut self.cx, cond) {
            May::Yes(w) => {
                self.constrain(st, cond, w);
                Ok(())
            }
            May::No => Err(Stop::End(Ended::Infeasible)),
            May::Unknown(why) => self.lost(st, LossKind::Solver, why_text(&why)),
        }
    }
}

/// The location of an instruction of the block that an activation is in.
pub(crate) fn loc_at(program: &Program, frame: &Frame, inst: u32) -> LocId {
    let f = program.func(frame.func);
    f.blocks.get(frame.block.index()).and_then(|b| b.locs.get(inst as usize)).copied().unwrap_or(LocId(0))
}

pub(crate) fn why_text(why: &Why) -> String {
    match why {
        Why::Conflicts => "limit of conflicts".to_string(),
        Why::Time => "limit of time".to_string(),
        Why::Resources => "limit of resources".to_string(),
        Why::Unsupported(s) => format!("unsupported: {s}"),
        Why::Failed(s) => format!("failed: {s}"),
        Why::Interrupted => "interrupted".to_string(),
    }
}

/// An object of the program and an offset, for error messages.
pub(crate) fn describe(st: &State, o: ObjRef) -> String {
    match st.memory.get(o) {
        Some(obj) => {
            let what = match obj.info.kind {
                ObjectKind::Global(_) => "global",
                ObjectKind::Stack => "local",
                ObjectKind::Heap => "heap block",
                ObjectKind::Function(_) => "function",
                ObjectKind::Environment => "environment object",
                ObjectKind::Given => "object",
                ObjectKind::Cells => "value",
            };
            if obj.info.kind == ObjectKind::Heap && !obj.info.name.is_empty() {
                format!("a block of {} bytes from {}", obj.size(), obj.info.name)
            } else if obj.info.name.is_empty() {
                format!("a {what} of {} bytes", obj.size())
            } else {
                format!("{what} `{}` of {} bytes", obj.info.name, obj.size())
            }
        }
        None => "an object that is gone".to_string(),
    }
}
