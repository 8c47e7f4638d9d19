//! The executor: what is shared by all states of a run, and starting the first state.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use homing_ir::{BlockId, FuncId, InputKind, LocId, Program, TargetId, Type};
use homing_memory::{Memory, ObjRef, Object, ObjectInfo, ObjectKind, Val};
use homing_solver::{Context, May, Path, Why};
use homing_term::{Term, VarKey};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::choice::Stay;
use crate::code::{self, Code};
use crate::end::{Ended, Res, Stop};
use crate::follow::{Along, Course, Followed};
use crate::guess::{self, Guess};
use crate::inputs::InputLog;
use crate::outcome::Message;
use crate::record::{Choices, Record};
use crate::state::{Frame, Outputs};
use crate::trail::Trail;
use crate::{ExecOptions, Finding, Loss, LossKind, RunId, RunKind, State, StateId, TestCase};

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
    /// Once a state runs that started in the middle: what the others have entered.
    pub(crate) apart: Option<Box<Apart>>,
    /// Report the blocks entered in [`Step::blocks`].
    pub(crate) record_blocks: bool,
    /// Set from outside when the run is to end: states come back soon, as they are.
    pub(crate) stop: Option<Arc<AtomicBool>>,
    /// Stop a state that comes to one of these blocks.
    pub(crate) stop_at: Vec<(FuncId, BlockId)>,
    /// By number of the block: states pause there. Empty if they do nowhere.
    pub(crate) pauses: Vec<bool>,
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
    /// By global, once somebody starts in the middle: nobody can write it.
    pub(crate) unwritten: Option<Rc<[bool]>>,
    /// The same in a program with a library and a kernel around it: the program itself writes it, and nobody else knows it.
    pub(crate) own_data: Option<Rc<[bool]>>,
    /// For states made now.
    guess: Option<Rc<Guess>>,
    /// Constants of the program, once somebody guesses.
    words: Option<Rc<[u64]>>,
    /// Assumptions that runs from the program's own start came to: whether one of them could go on.
    assumptions: std::collections::BTreeMap<(FuncId, LocId), bool>,
    pub(crate) spare_regs: Vec<Vec<Val>>,
    /// Data of objects of `Dyn` values, by how many they hold.
    pub(crate) cells_infos: Vec<Option<Rc<ObjectInfo>>>,
    /// Blocks entered in the run at hand, moved into its [`Step`].
    pub(crate) blocks: Vec<(FuncId, BlockId)>,
    pub(crate) fixed: crate::fixed::Fixed,
    /// Losses of the run at hand that were noticed where its [`Step`] is not at hand.
    pub(crate) losses: Vec<Loss>,
    pub(crate) assumed: crate::kernel::Assumed,
    /// The record that is gone along, while one is.
    pub(crate) script: Option<Rc<Record>>,
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
        Executor {
            program,
            cx,
            options,
            open: vec![true; targets],
            covered: vec![false; code.blocks],
            covered_count: 0,
            apart: None,
            code,
            record_blocks: false,
            stop: None,
            stop_at: Vec::new(),
            pauses: Vec::new(),
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
            spare_regs: Vec::new(),
            cells_infos: Vec::new(),
            blocks: Vec::new(),
            fixed: crate::fixed::Fixed::default(),
            losses: Vec::new(),
            assumed: crate::kernel::Assumed::default(),
            script: None,
        }
    }

    /// The state before the first instruction of `entry`: globals initialised, arguments as `main` gets them without any (`argc` 1,
    /// `argv` {"program", null}, an empty environment), other parameters symbolic. Constructors run first.
    pub fn start(&mut self, entry: FuncId) -> Box<State> {
        let mut st = self.bare_state(entry);
        let args = self.entry_args(&mut st, entry);
        st.frame = self.new_frame(&mut st, entry, &args);
        let constructors: Vec<FuncId> =
            self.program.constructors.iter().copied().filter(|f| !self.program.func(*f).is_declaration()).collect();
        for &c in constructors.iter().rev() {
            let given = self.constructor_args(&mut st, c, entry, &args);
            let mut frame = self.new_frame(&mut st, c, &given);
            frame.by_engine = true;
            st.push_frame(frame);
        }
        st
    }

    /// Constructors get what `main` gets, as far as they have parameters.
    fn constructor_args(&mut self, st: &mut State, f: FuncId, entry: FuncId, of_entry: &[Val]) -> Vec<Val> {
        let wanted = self.program.func(f).param_types.len();
        let same = self.program.func(entry).name == "main";
        let word = u64::from(self.program.ptr_bits / 8);
        let arg = |e: &mut Self, st: &mut State, i: usize| match (of_entry.get(i), i) {
            (Some(v), _) if same => *v,
            (_, 0) => Val::int(1),
            (_, 1) => e.argv_object(st),
            (_, 2) => e.environment_object(st, "envp", word),
            _ => {
                let w = e.program.width(e.program.func(f).param_types[i]);
                let name = e.text("missing argument");
                e.fresh(st, w, name, InputKind::Uninitialised, "")
            }
        };
        (0..wanted).map(|i| arg(self, st, i)).collect()
    }

    /// The same with inputs that are guessed (run `number`) instead of symbolic: what it finds is real, what it does not find says nothing.
    pub fn start_guessing(&mut self, entry: FuncId, number: u64) -> Box<State> {
        let words = self.words.get_or_insert_with(|| guess::words(self.program)).clone();
        self.guess = Some(Rc::new(Guess::new(number, words)));
        let mut st = self.start(entry);
        self.guess = None;
        st.run = RunId::new(RunKind::Guessed, entry);
        st
    }

    /// A state with globals and no proper frame yet.
    pub(crate) fn bare_state(&mut self, entry: FuncId) -> Box<State> {
        let id = self.new_id();
        let memory = self.initial_memory();
        let frame = Frame {
            id: 0,
            func: entry,
            block: BlockId(0),
            inst: 0,
            depth: 0,
            regs: Vec::new(),
            allocas: SmallVec::new(),
            varargs: None,
            by_engine: false,
        };
        Box::new(State {
            id,
            run: RunId::new(RunKind::Main, entry),
            frame,
            callers: None,
            memory,
            path: Path::new(),
            inputs: InputLog::guessing(self.guess.clone()),
            trail: Trail::default(),
            choices: Choices::default(),
            steps: 0,
            depth: 0,
            outputs: Outputs::default(),
            console: Default::default(),
            at_exit: Rc::new(Vec::new()),
            exiting: None,
            errno: None,
            klee: None,
            exposed: Rc::new(Vec::new()),
            undefined: Rc::new(Vec::new()),
            next_frame: 1,
            jumps: Rc::new(Vec::new()),
            implied: crate::state::Implied::default(),
            handled: 0,
            told: 0,
            lazy: None,
            snapshot: None,
        })
    }

    fn initial_memory(&mut self) -> Memory {
        let mut memory = Memory::new();
        for (i, f) in self.program.functions.iter().enumerate() {
            let info = ObjectInfo {
                size: 0,
                size_term: None,
                align: 16,
                kind: ObjectKind::Function(FuncId(i as u32)),
                name: Rc::from(f.name.as_str()),
                loc: f.loc,
                func: None,
                read_only: true,
            };
            memory.add(Object::new(info, Val::ZERO));
        }
        for (i, g) in self.program.globals.iter().enumerate() {
            let info = ObjectInfo {
                size: g.size,
                size_term: None,
                align: g.align.max(1),
                kind: ObjectKind::Global(homing_ir::GlobalId(i as u32)),
                name: Rc::from(g.name.as_str()),
                loc: g.loc,
                func: None,
                read_only: g.constant,
            };
            let mut object = Object::new(info, if g.external { Val::UNDEF } else { Val::ZERO });
            let mut no_split = |_: homing_memory::Part| Val::ZERO;
            object.write_bytes(0, &g.bytes, &mut no_split);
            let len = u64::from(self.program.ptr_bits / 8);
            for (off, c) in &g.relocs {
                let v = code::value(c, self.code.globals_base, self.program, &mut self.cx.terms);
                object.write(*off, len, v, &mut no_split);
            }
            memory.add(object);
        }
        memory
    }

    /// Arguments for the entry function.
    fn entry_args(&mut self, st: &mut State, entry: FuncId) -> Vec<Val> {
        let f = self.program.func(entry);
        let is_main = f.name == "main" && f.param_types.len() <= 3;
        let types = f.param_types.clone();
        types
            .iter()
            .enumerate()
            .map(|(i, t)| match (is_main && *t != Type::Dyn, i) {
                (true, 0) => Val::int(1),
                (true, 1) => self.argv_object(st),
                (true, 2) => self.environment_object(st, "envp", u64::from(self.program.ptr_bits / 8)),
                _ => self.symbolic_argument(st, *t, i),
            })
            .collect()
    }

    fn argv_object(&mut self, st: &mut State) -> Val {
        let mut no_split = |_: homing_memory::Part| Val::ZERO;
        let text = self.environment_object(st, "argv[0]", 8);
        let (o, _) = text.as_ptr().expect("a fresh object");
        st.memory.get_mut(o).expect("alive").write_bytes(0, b"program\0", &mut no_split);
        let word = u64::from(self.program.ptr_bits / 8);
        let argv = self.environment_object(st, "argv", 2 * word);
        let (a, _) = argv.as_ptr().expect("a fresh object");
        st.memory.get_mut(a).expect("alive").write(0, word, text, &mut no_split);
        argv
    }

    /// A zeroed object made by the engine.
    pub(crate) fn environment_object(&mut self, st: &mut State, name: &str, size: u64) -> Val {
        let info = ObjectInfo {
            size,
            size_term: None,
            align: 16,
            kind: ObjectKind::Environment,
            name: Rc::from(name),
            loc: LocId(0),
            func: None,
            read_only: false,
        };
        Val::ptr(st.memory.add(Object::new(info, Val::ZERO)), 0)
    }

    /// A parameter of an entry other than `main`: symbolic; a pointer is null or unknown, a `Dyn` value a number.
    fn symbolic_argument(&mut self, st: &mut State, t: Type, i: usize) -> Val {
        if t == Type::Dyn {
            return self.input_number(st, &format!("arg{i}"), "argument");
        }
        let w = self.program.width(t);
        let name: Rc<str> = Rc::from(format!("arg{i}"));
        self.fresh(st, w, name, InputKind::Object, "")
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

    /// From now on a state runs that started in the middle, or one that did not.
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

    /// The path's inputs, and its outputs where they are `Dyn` values, under its own model.
    pub fn test_case(&mut self, st: &State) -> TestCase {
        let model = self.likely_model(st);
        let outputs = st.outputs.list();
        let outputs = if self.code.dynamic { outputs.into_iter().map(|v| self.number_text(v, &model)).collect() } else { vec![] };
        let given = st.lazy.clone().filter(|_| !st.run.is_unconstrained()).map(|lazy| Box::new(self.given(st, &lazy, &model)));
        let of_caller = |i: usize| given.is_some() && st.lazy.as_ref().is_some_and(|l| l.input(i as u32).is_some());
        let all = st.inputs.values(&mut self.cx.terms, &model).into_iter().enumerate();
        let inputs = all.filter(|(i, _)| !of_caller(*i)).map(|(_, v)| v).collect();
        let addresses = self.chosen_by_addresses(st);
        let large_blocks = st.klee.as_ref().map_or(0, |k| k.large);
        let route = (!st.run.is_unconstrained() && st.lazy.is_none() && !st.inputs.is_guessing()).then(|| st.route());
        let unwritten = self.is_unwritten(st, st.path.roots());
        TestCase { inputs, outputs, given, addresses, large_blocks, route, unwritten }
    }

    /// Does one of the terms depend on memory that was never written?
    fn is_unwritten(&mut self, st: &State, mut terms: impl Iterator<Item = Term>) -> bool {
        let unwritten = |cx: &Context, v| match cx.terms.var_info(v).key {
            VarKey::Input { input, .. } => st.inputs.kind(input) == Some(InputKind::Uninitialised),
            _ => false,
        };
        st.inputs.has(InputKind::Uninitialised)
            && terms.any(|t| self.cx.terms.support(t).to_vec().into_iter().any(|v| unwritten(&self.cx, v)))
    }

    /// The same of a value.
    pub fn rests_on_unwritten(&mut self, st: &State, v: Val) -> bool {
        self.is_unwritten(st, v.root().into_iter())
    }

    /// Values of the path's outputs under its own model.
    pub fn outputs(&mut self, st: &State) -> Vec<u64> {
        st.outputs.list().into_iter().map(|v| self.number(st, v)).collect()
    }

    /// A value under the path's own model, as far as it is a number.
    pub fn number(&mut self, st: &State, v: Val) -> u64 {
        match v.as_int() {
            Some(v) => v,
            None => {
                let t = self.term_of(v, 64);
                st.path.eval64(&mut self.cx, t)
            }
        }
    }

    /// The program works on numbers of any size (`Dyn` values).
    pub fn has_numbers(&self) -> bool {
        self.code.dynamic
    }

    /// A number (a `Dyn` value) under a model, in decimal.
    pub fn number_text(&mut self, v: Val, model: &homing_term::Model) -> String {
        self.decimal(v, model)
    }

    /// Frees terms that no given state uses. Returns how many.
    pub fn collect<'a>(&mut self, states: impl Iterator<Item = &'a State>) -> usize {
        let mut roots: Vec<Term> = Vec::new();
        for f in &self.code.functions {
            roots.extend(f.consts.iter().filter_map(|v| v.root()));
        }
        let mut seen = FxHashSet::default();
        for st in states {
            st.roots(&mut |p| !seen.insert(p), &mut |t| roots.push(t));
        }
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
        loc_at(self.program, &st.frame)
    }

    /// The call stack, innermost first.
    pub fn stack(&self, st: &State) -> Vec<(FuncId, LocId)> {
        let mut out = vec![(st.frame.func, self.loc(st))];
        for f in st.callers().take(64) {
            let mut at = f.clone();
            at.inst = at.inst.saturating_sub(1);
            out.push((f.func, loc_at(self.program, &at)));
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
        let split = self.split(st, step, ok, Stay::WhereTrue)?;
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

pub(crate) fn loc_at(program: &Program, frame: &Frame) -> LocId {
    let f = program.func(frame.func);
    f.blocks.get(frame.block.index()).and_then(|b| b.locs.get(frame.inst as usize)).copied().unwrap_or(LocId(0))
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
