//! Runs that start unconstrained, at a function with everything symbolic: starting them, following trails, and the one thing that they
//! prove.
//!
//! Whoever comes to a target in a function has entered that function before and has not left it since. If a run from that entry, with every
//! parameter and every writable global symbolic, explores everything, loses nothing and never passes the target, then nobody passes it.

use std::collections::BTreeMap;

use homing_exec::{Along, Course, Finding, Loss, LossKind, RunId, RunKind, State, StateId, own_main};
use homing_graph::{CallGraph, Called};
use homing_ir::{BlockId, Builtin, FuncId, Function, Origin, Place, Program, TargetId, Type, builtin};

use crate::engine::{Engine, is_place};
use crate::{Event, Hooks, Short, Start, SubRun, Verdict};

/// States kept at the entries of functions; of more, the oldest go.
const MAX_PARKED: usize = 4096;

/// So many in a row are looked at; then ever fewer, so that a function that is called all the time costs next to nothing.
const MANY_ARRIVALS: u32 = 4000;

/// The alternatives that one trail may have (over the objects that a pointer can mean) are gone as long as they cost no more than so many times
/// the first.
const WAYS: u64 = 64;

/// Instructions at a time while following.
const STRIDE: u64 = 1_000_000;

/// What unconstrained starts take.
pub(crate) struct Starts {
    /// By the function started at: states called into it since one of them found its way to a target.
    arrivals: BTreeMap<FuncId, u32>,
    /// Copies of states that stand at the entry of such a function.
    pub parked: BTreeMap<StateId, Box<State>>,
    /// By target: the functions that it has places in.
    functions: Vec<Vec<FuncId>>,
    /// By function, once somebody asked: does a run that starts there stand for every real one?
    faithful: BTreeMap<FuncId, bool>,
    calls: Option<CallGraph>,
    /// Once somebody started unconstrained in a program with a library and a kernel around it: a state at the entry of `main`, if one
    /// comes there.
    booted: Option<Option<Box<State>>>,
}

impl Starts {
    /// `places`: those of each target.
    pub fn new(program: &Program, places: &[Vec<Place>]) -> Starts {
        let functions = places.iter().map(|list| {
            let mut all: Vec<FuncId> = list.iter().map(|p| p.func).filter(|f| f.index() < program.functions.len()).collect();
            all.sort_unstable();
            all.dedup();
            all
        });
        Starts {
            arrivals: BTreeMap::new(),
            parked: BTreeMap::new(),
            functions: functions.collect(),
            faithful: BTreeMap::new(),
            calls: None,
            booted: None,
        }
    }

    /// States that are kept beside those in the table.
    pub fn kept(&self) -> impl Iterator<Item = &State> {
        let booted = self.booted.iter().flatten();
        self.parked.values().chain(booted).map(|state| &**state)
    }

    /// Does a run from this function's entry, with parameters and globals symbolic, stand for every real one? Not where the executor or
    /// a model keeps something else from before: variadic arguments, jump buffers, whatever is behind models that are not listed here.
    fn is_faithful(&mut self, program: &Program, f: FuncId) -> bool {
        if let Some(known) = self.faithful.get(&f) {
            return *known;
        }
        let calls = self.calls.get_or_insert_with(|| CallGraph::new(program));
        let func = program.func(f);
        let answer = !func.varargs && !func.param_types.contains(&Type::Dyn) && only_plain_models(program, calls, f);
        self.faithful.insert(f, answer);
        answer
    }
}

/// Does everything that the function may call, as far as it has no body, behave the same whatever happened before?
fn only_plain_models(program: &Program, calls: &CallGraph, from: FuncId) -> bool {
    let plain = |f: &Function| !f.is_declaration() || builtin(&f.name).is_some_and(is_plain);
    all_called(program, calls, from, &plain)
}

/// Does this hold for the function and for everything that it may call?
fn all_called(program: &Program, calls: &CallGraph, from: FuncId, holds: &dyn Fn(&Function) -> bool) -> bool {
    let mut seen = vec![false; program.functions.len()];
    let mut todo = vec![from];
    while let Some(f) = todo.pop() {
        if std::mem::replace(&mut seen[f.index()], true) {
            continue;
        }
        if !holds(program.func(f)) {
            return false;
        }
        for site in &calls.sites[f.index()] {
            match site.to {
                Called::One(g) => todo.push(g),
                // Whatever the signature, it may go there.
                Called::Class(_) => {
                    let all = (0..program.functions.len() as u32).map(FuncId);
                    todo.extend(all.filter(|g| calls.address_taken[g.index()]));
                }
            }
        }
    }
    true
}

fn is_plain(model: Builtin) -> bool {
    use Builtin::*;
    matches!(
        model,
        MakeSymbolic
            | NamedInt
            | Range
            | Choose
            | Nondet(_)
            | NondetMemory
            | Assume
            | Assert
            | AssertFail
            | ReachError
            | Reach
            | SilentExit
            | ReportError
            | KleeAbort
            | Abort
            | Exit
            | AtExit
            | Malloc
            | Free
            | Realloc
            | Calloc
            | AlignedAlloc
            | PosixMemalign
            | Output
            | Loss
            | Measure
            | Readable
            | NotNull
            | SameObject
            | Apart
            | ResultUsed
            | Nothing
            | PreferCex
            | GetValue
    )
}

impl Engine<'_> {
    /// The state that the whole run begins with.
    pub(crate) fn first_state(&mut self, entry: FuncId) -> Box<State> {
        let Start::Function(globals) = &self.config.start else { return self.exec.start(entry) };
        let (any, first, pairs) = (globals.any.clone(), globals.first, globals.pairs.clone());
        self.boot();
        let mut state = match &mut self.starts.booted {
            Some(Some(booted)) => self.exec.start_given_after(booted, entry, first, &any),
            _ => self.exec.start_given(entry, first, &any),
        };
        self.exec.pair(&mut state, &pairs);
        state
    }

    /// Runs what is around the program, if there is such, up to its `main`. Is there?
    fn boot(&mut self) -> bool {
        let entry = match &self.config.start {
            Start::Program => Some(self.runs.entry()),
            Start::Function(globals) => globals.around,
        };
        let program = self.exec.program();
        let Some((entry, main)) = entry.and_then(|e| own_main(program, e).map(|main| (e, main))) else { return false };
        if self.starts.booted.is_none() {
            let booted = self.shielded(None, |exec| exec.boot(entry, main)).unwrap_or_default();
            self.starts.booted = Some(booted);
        }
        true
    }

    /// What is taken for granted when a run starts in a function: counted, since another caller may do otherwise.
    pub(crate) fn count_assumptions(&mut self) {
        let entry = self.runs.entry();
        let Start::Function(globals) = &self.config.start else { return };
        let program = self.exec.program();
        // Who else runs before is not known: what the program's own code shows is not enough.
        self.exec.only_unwritten(&globals.unwritten);
        let at = |detail: String| Loss { kind: LossKind::Assumed, detail, func: entry, loc: program.func(entry).loc };
        for g in &globals.kept {
            self.count(at(format!("`{}` has its initial value", program.global(*g).name)));
        }
        for g in &globals.shared {
            self.count(at(format!("nobody else changes `{}` meanwhile", program.global(*g).name)));
        }
        for name in &globals.absent {
            self.count(at(format!("nobody defines `{name}`, which is weak")));
        }
        if globals.around.is_some() {
            self.count(at("the C library is as `main` finds it".into()));
        } else if !program.constructors.is_empty() {
            self.count(at("constructors have not run".into()));
        }
    }

    /// Begins a run at a function's entry.
    pub(crate) fn start_at(&mut self, at: FuncId) {
        let program = self.exec.program();
        let is_entry = self.runs.entry() == at;
        let run = RunId::new(if is_entry { RunKind::Beside } else { RunKind::Unconstrained }, at);
        if at.index() >= program.functions.len() || program.func(at).is_declaration() || !self.runs.begin(run) {
            return;
        }
        let state = if is_entry {
            let mut second = self.first_state(at);
            second.run = run;
            second
        } else {
            self.exec.watch(at, 1);
            self.starts.arrivals.insert(at, 0);
            self.general_state(run)
        };
        self.admit(state, None, false);
        self.settle(at);
    }

    /// A state with everything symbolic; with a library and a kernel around the program, these are as `main` finds them. A run that starts in
    /// a function (`--lazy`) has them for what needs them, and what does not come to them stands for itself.
    fn general_state(&mut self, run: RunId) -> Box<State> {
        let at = run.at;
        let program = self.exec.program();
        if matches!(self.config.start, Start::Function(_)) {
            let calls = self.starts.calls.get_or_insert_with(|| CallGraph::new(program));
            if all_called(program, calls, at, &|f| f.origin == Origin::Program) {
                return self.exec.general(at, BlockId(0));
            }
        }
        if self.boot() {
            let detail = "calls before have changed what is around the program".into();
            self.count_in(run, Loss { kind: LossKind::Assumed, detail, func: at, loc: program.func(at).loc });
        }
        match &mut self.starts.booted {
            Some(Some(booted)) => self.exec.general_after(booted, at),
            _ => self.exec.general(at, BlockId(0)),
        }
    }

    /// A state has just been called into a watched function: a copy of it is kept and told of.
    pub(crate) fn arrival(&mut self, state: &mut State) {
        let at = state.frame.func;
        if let Some(arrivals) = self.starts.arrivals.get_mut(&at) {
            *arrivals += 1;
            self.exec.watch(at, 1 + arrivals.saturating_sub(MANY_ARRIVALS));
        }
        let copy = state.copy(self.exec.new_id());
        if self.starts.parked.len() >= MAX_PARKED {
            self.starts.parked.pop_first();
        }
        self.tell(Event::SubRun(SubRun::Arrived { state: &copy, of: state.id }));
        self.starts.parked.insert(copy.id, copy);
    }

    /// Goes a trail from a copy of a state. A target that is passed on it is dealt with as always; everything else is forgotten.
    pub(crate) fn follow(&mut self, id: StateId, trail: Vec<bool>, hooks: &mut dyn Hooks) {
        let (calls, instructions) = (self.exec.context().stats.solver_calls, self.exec.instructions());
        let number = self.exec.new_id();
        let source = self.starts.parked.get_mut(&id).or_else(|| self.states.get_mut(&id));
        let (mut reached, mut along) = (false, Along::default());
        if let Some(copy) = source.map(|s| s.copy(number)) {
            self.stats.follows += 1;
            (reached, along) = self.go_along(copy, trail, hooks);
        }
        let calls = self.exec.context().stats.solver_calls - calls;
        self.stats.follow_calls += calls;
        self.newly_covered();
        let work = 50 * calls + (self.exec.instructions() - instructions);
        let short = Short { bits: along.bits, apart: along.apart.unwrap_or(0) };
        self.tell(Event::SubRun(SubRun::Followed { state: id, work, short: (!reached).then_some(short) }));
    }

    /// Did it lead to a target? And how far did it go?
    fn go_along(&mut self, first: Box<State>, trail: Vec<bool>, hooks: &mut dyn Hooks) -> (bool, Along) {
        let (unconstrained, at) = (first.run.is_unconstrained(), first.frame.func);
        let (course, before) = (Course::new(&first, trail), self.cost());
        let mut step = self.shielded(None, |exec| exec.follow(first, &course, u64::MAX)).unwrap_or_default();
        let until = self.cost() + (WAYS * (self.cost() - before)).max(STRIDE);
        let (mut todo, mut along) = (Vec::new(), Along::default());
        loop {
            along = along.and(step.along);
            self.new_calls.append(&mut step.calls);
            if let Some(first) = step.successors.first()
                && !step.marks.is_empty()
            {
                let open = |e: &Engine<'_>| e.open.iter().filter(|o| o.verdict.is_none()).count();
                let before = open(self);
                for t in step.marks.iter() {
                    self.passed(*t, &first.state, None, hooks);
                }
                if let Some(arrivals) = self.starts.arrivals.get_mut(&at) {
                    *arrivals = 0;
                }
                // Other ways along the same trail say nothing new; unless this one was not confirmed.
                if unconstrained || open(self) < before {
                    return (true, along);
                }
            }
            // What has come to the trail's end without the target, or to an end, is no use.
            let going = step.successors.into_iter().skip(usize::from(step.along.over)).filter(|s| s.end.is_none());
            todo.extend(going.map(|s| s.state));
            let Some(next) = todo.pop().filter(|_| self.cost() < until) else { return (false, along) };
            step = self.shielded(None, |exec| exec.follow(next, &course, STRIDE)).unwrap_or_default();
        }
    }

    /// A state that started unconstrained passed a target.
    pub(crate) fn passed_unconstrained(&mut self, target: TargetId, state: &State, finding: Option<&Finding>) {
        let i = target.index();
        if finding.is_some() || self.open[i].verdict.is_some() {
            return;
        }
        self.runs.passed(state.run, target);
        self.tell(Event::SubRun(SubRun::Passed { state, target }));
    }

    /// The run that started there may have come to its end: what does that prove?
    pub(crate) fn settle(&mut self, origin: FuncId) {
        let program = self.exec.program();
        for i in 0..self.targets.len() {
            let target = TargetId(i as u32);
            let functions = &self.starts.functions[i];
            let proven = !self.poisoned
                && self.open[i].verdict.is_none()
                && self.open[i].refuted.is_empty()
                && functions.contains(&origin)
                && !functions.contains(&self.runs.entry())
                && is_place(program, &self.targets[i])
                && functions.iter().all(|f| self.runs.refutes(*f, target));
            if proven && self.starts.functions[i].clone().into_iter().all(|f| self.starts.is_faithful(program, f)) {
                self.decide(target, Verdict::Unreachable);
            }
        }
    }
}
