//! The loop itself, and what happens to each successor.

mod asleep;
mod context;
mod finish;
mod found;
mod fuzz;
mod guess;
mod limits;
mod lines;
mod region;
mod retrace;
mod shield;
mod table;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use homing_exec::{Ended as PathEnded, Executor, Finding, Loss, LossKind, RunId, RunKind, State, StateId, Step, Successor};
use homing_graph::Reach;
use homing_ir::{BlockId, Builtin, ErrorKind, FuncId, LocId, Program, Target, TargetId, TargetSpec, builtin};
use homing_solver::SolverConfig;
use rustc_hash::FxHashMap;

use self::asleep::{Asleep, first_budget};
pub use self::context::context_for;
use self::context::{context, necessary_after, reach_of, solver_config, solver_limits, subsumes};
use self::fuzz::Fuzzer;
use self::guess::Guesser;
use self::lines::ErrorLines;
use self::region::{Ran, Regions};
use self::retrace::Retracer;
use crate::View;
use crate::induction::Induction;
use crate::necessity::Necessity;
use crate::runs::Runs;
use crate::sample::Samples;
use crate::search::Dfs;
use crate::subsume::Subsumption;
use crate::summaries::Summaries;
use crate::technique::{Ground, Points, Technique};
use crate::unconstrained::Starts;
use crate::watchdog::Watchdog;
use crate::{
    Action, Config, Contradiction, Ended, Event, FoundError, Hooks, Merging, Outcome, PathEnd, ProofCheck, RunStats, Start,
    Strategy, Verdict,
};

/// Explores a program from `entry` until every target is decided, everything is explored, or a limit is met. The strategy is the one given; the
/// registry that knows it by `config.search` is in the crate `homing-directed`.
pub fn explore_with(
    program: &Program,
    entry: FuncId,
    targets: &[Target],
    config: &Config,
    strategy: Box<dyn Strategy>,
    hooks: &mut dyn Hooks,
) -> Outcome {
    let mut engine = Engine::new(program, entry, targets, config, strategy);
    let outcome = engine.run(hooks);
    if config.last_run {
        std::mem::forget(engine);
    }
    outcome
}

/// Instructions at a time for a state that is the only one.
const ALONE: u64 = 20_000;

/// Instructions that are executed in the time of a fork.
pub(crate) const FORK_COST: u64 = 1_000;

/// Effort of a solver in one step after which a joined state is parted again: some tenths of a second.
const SLOW: u64 = 20_000_000;

/// Leaks that are kept while other errors are looked for, and for how much longer these are looked for: about a second.
const LEAKS: usize = 8;
const PATIENCE: u64 = 50_000_000;

/// What is known of a target so far.
pub(crate) struct Open {
    pub verdict: Option<Verdict>,
    pub refuted: Vec<String>,
}

pub(crate) struct Engine<'a> {
    pub config: &'a Config,
    pub targets: &'a [Target],
    pub exec: Executor<'a>,
    pub strategy: Box<dyn Strategy>,
    /// What chooses instead while memory is short.
    deep: Option<Dfs>,
    techniques: Vec<Box<dyn Technique + 'a>>,
    /// Whether they may join states, and what is under way.
    may_join: bool,
    pub(crate) regions: Regions,
    /// For saying how near the states that are left have come.
    pub reach: Rc<RefCell<Reach>>,
    error_lines: ErrorLines,
    pub states: FxHashMap<StateId, Box<State>>,
    /// States of which nobody knows yet whether there are any.
    pub(crate) asleep: Asleep,
    pub runs: Runs,
    /// What starting elsewhere than at the entry takes.
    pub starts: Starts,
    guesser: Guesser,
    /// Proofs about loops, made beside the search.
    pub(crate) induction: Induction,
    /// What every run to a target satisfies, asked beside the search.
    pub(crate) necessity: Necessity,
    /// Loops in one step, if that is wanted.
    pub(crate) summaries: Option<Summaries>,
    /// What was learned from finished paths, if that is to close others.
    pub(crate) subsumption: Option<Subsumption>,
    /// How they were compared with runs.
    pub(crate) proof: Option<ProofCheck>,
    /// Set when the run is to end.
    stop: Arc<AtomicBool>,
    fuzzer: Fuzzer,
    retracer: Retracer,
    pub open: Vec<Open>,
    errors: Vec<FoundError>,
    contradictions: Vec<Contradiction>,
    /// A panic was caught: nothing is proved from then on.
    pub(crate) poisoned: bool,
    /// Paths to check proofs with.
    pub samples: Samples,
    /// Leaks that were found while the first error is looked for, and when to be content with one: a fault may be a moment away.
    leaks: Vec<(Box<State>, Finding)>,
    leaks_until: u64,
    /// How often an error of that kind and place did not replay.
    failed: FxHashMap<(ErrorKind, FuncId, LocId), u32>,
    pub stats: RunStats,
    started: Instant,
    cpu_started: f64,
    replaying: Duration,
    last_progress: Instant,
    last_covered: u64,
    /// Indirect calls that distances do not know of yet.
    pub(crate) new_calls: Vec<((FuncId, BlockId, u32), FuncId)>,
    /// Instructions after which distances may learn of indirect calls again.
    next_calls: u64,
    next_collection: usize,
    steps_since_look: u32,
    /// Instructions after which limits are looked at again.
    next_look: u64,
    /// States at which memory is looked at again, whatever the clock says.
    next_measure: usize,
    _watchdog: Watchdog,
}

impl<'a> Engine<'a> {
    fn new(
        program: &'a Program,
        entry: FuncId,
        targets: &'a [Target],
        config: &'a Config,
        strategy: Box<dyn Strategy>,
    ) -> Engine<'a> {
        let stop = Arc::new(AtomicBool::new(false));
        let watchdog = Watchdog::start(&config.limits, config.stop.clone(), stop.clone());
        let mut exec =
            Executor::new(program, context(config, solver_limits(config), stop.clone()), config.exec.clone(), targets.len());
        exec.stop_on(stop.clone());
        exec.record_blocks(strategy.wants_blocks());
        exec.put_off(first_budget(config));
        let places = homing_ir::places(program, targets);
        let reach = reach_of(program, config, &places);
        let places_only = !config.all_errors && targets.iter().all(|t| is_place(program, t));
        let techniques = config.techniques.make(&Ground { program, reach: reach.clone(), places_only, merging: config.merging });
        let pauses = techniques.iter().fold(Points::default(), |all, t| all.and(t.pauses()));
        exec.pause_at(&pauses.of(program));
        let may_leap = config.techniques.summaries() && !config.all_tests && config.start == Start::Program;
        if may_leap {
            exec.pause_seldom_at(&Points { loop_heads: true, ..Default::default() }.of(program));
        }
        // Who wants a test for each path wants a state for each, unless they say otherwise.
        let wanted = config.merging != Merging::DEFAULT || !config.all_tests;
        let may_join = wanted && config.start == Start::Program;
        let summaries = may_leap.then(|| Summaries::new(solver_config(config, stop.clone()), pauses != Points::default()));
        let subsumption = subsumes(config).then(|| {
            let alone = !may_leap && !techniques.iter().any(|t| t.name() != "subsume" && t.pauses() != Points::default());
            Subsumption::new(solver_config(config, stop.clone()), reach.clone(), places_only, config.audit_closed, alone)
        });
        let now = Instant::now();
        Engine {
            config,
            targets,
            exec,
            strategy,
            deep: None,
            may_join,
            regions: Regions::default(),
            techniques,
            error_lines: ErrorLines::new(program, targets, config.exec.check_leaks, config.start != Start::Program),
            reach,
            states: FxHashMap::default(),
            asleep: Asleep::default(),
            runs: Runs::new(entry, targets.len()),
            starts: Starts::new(program, &places),
            guesser: Guesser::default(),
            induction: Induction::new(induction_after(program, config, places_only).filter(|_| !targets.is_empty())),
            necessity: Necessity::new(necessary_after(config, targets, places_only)),
            summaries,
            subsumption,
            proof: None,
            stop,
            fuzzer: Fuzzer::default(),
            retracer: Retracer::default(),
            open: targets.iter().map(|_| Open { verdict: None, refuted: Vec::new() }).collect(),
            errors: Vec::new(),
            contradictions: Vec::new(),
            poisoned: false,
            samples: Samples::new(config.proof_samples, config.seed),
            leaks: Vec::new(),
            leaks_until: u64::MAX,
            failed: FxHashMap::default(),
            stats: RunStats::default(),
            started: now,
            cpu_started: config.limits.cpu.map_or(0.0, |cpu| (cpu.clock)()),
            replaying: Duration::ZERO,
            last_progress: now,
            last_covered: 0,
            new_calls: Vec::new(),
            next_calls: 0,
            next_collection: 2_000_000,
            steps_since_look: 0,
            next_look: 0,
            next_measure: limits::GROWTH,
            _watchdog: watchdog,
        }
    }

    fn run(&mut self, hooks: &mut dyn Hooks) -> Outcome {
        hooks.begins(&self.stop);
        let cpu = hooks.cpu_seconds();
        let entry = self.runs.entry();
        self.count_assumptions();
        for detail in self.exec.program().losses.clone() {
            self.count(Loss { kind: LossKind::Unsupported, detail, func: entry, loc: LocId(0) });
        }
        let first = self.first_state(entry);
        self.admit(first, None, false);
        self.plant(hooks);
        let mut ended = loop {
            if let Some(end) = self.look_around(hooks) {
                break end;
            }
            if self.cost() >= self.leaks_until {
                self.tell_leaks(hooks);
                continue;
            }
            if self.runs.main().living == 0 {
                break Ended::Exhausted;
            }
            if !self.regions.is_empty() {
                self.run_region(hooks);
                continue;
            }
            if self.is_to_start_anew() {
                self.start_anew();
                continue;
            }
            if self.wake(hooks) {
                continue;
            }
            if self.necessity_is_due() {
                self.ask_what_is_necessary(hooks);
                continue;
            }
            if self.induction_is_due() {
                self.induce(hooks);
                continue;
            }
            let worklist = self.config.worklist.map(|max| self.strategy.describe(max));
            let action = self.choose();
            if let (Some(list), Action::Forward { state, .. }) = (&worklist, &action) {
                hooks.picked(*state, list);
            }
            match action {
                Action::Forward { state, steps } => self.forward(state, steps, hooks),
                Action::Retrace { steps } => self.retrace(steps, hooks),
                Action::Guess { run, steps } if self.config.start == Start::Program => {
                    self.guess(run, steps.min(self.instructions_left()), hooks);
                }
                Action::Fuzz { seed, budget } => self.fuzz(seed, budget, hooks),
                Action::Start { at } => self.start_at(at),
                Action::Follow { state, trail } => self.follow(state, trail, hooks),
                Action::Done => break Ended::Exhausted,
                // Only whole programs are guessed.
                Action::Guess { .. } => break Ended::Exhausted,
            }
            if self.strategy.wants_retelling() {
                self.retell();
            }
        };
        self.tell_leaks(hooks);
        let proof = self.check_proof(&mut ended, hooks).or(self.proof.take());
        let used = cpu.zip(hooks.cpu_seconds()).map(|(before, after)| after - before);
        let all = used.unwrap_or_else(|| self.started.elapsed().as_secs_f64());
        Outcome { proof, ..self.finish(ended, all) }
    }

    /// Runs a state for so many instructions, or to its next fork.
    fn forward(&mut self, state: StateId, steps: u64, hooks: &mut dyn Hooks) {
        // Nobody else waits: no need to ask so often.
        let steps = if self.states.len() == 1 { steps.max(ALONE) } else { steps };
        let left = self.instructions_left();
        let joins = self.is_to_join(state);
        self.exec.keep_base(joins);
        self.step(state, hooks, |exec, s| exec.run(s, steps.min(left)));
        self.exec.keep_base(false);
    }

    /// Are states that part from this one to be joined again?
    fn is_to_join(&mut self, id: StateId) -> bool {
        let (states, forks) = (self.states.len(), self.exec.forks());
        let main = self.states.get(&id).is_some_and(|s| s.run.kind == RunKind::Main);
        self.may_join && main && self.techniques.iter_mut().any(|t| t.joins_states(states, forks))
    }

    /// An executor apart from that of the search, for proofs of these targets alone.
    pub(crate) fn second_executor(&self, decided: &[bool]) -> Executor<'a> {
        let context = context(self.config, solver_limits(self.config), self.stop.clone());
        let mut exec = Executor::new(self.exec.program(), context, self.config.exec.clone(), decided.len());
        exec.stop_on(self.stop.clone());
        decided.iter().enumerate().filter(|(_, d)| **d).for_each(|(i, _)| exec.close(TargetId(i as u32)));
        exec
    }

    /// What the solvers of the run are made from.
    pub(crate) fn solver_config(&self) -> SolverConfig {
        solver_config(self.config, self.stop.clone())
    }

    /// The main run loses something, or all do.
    pub fn count(&mut self, loss: Loss) {
        *self.runs.main_mut().losses.entry(loss).or_insert(0) += 1;
    }

    /// A run loses something.
    pub fn count_in(&mut self, run: RunId, loss: Loss) {
        *self.runs.of(run).losses.entry(loss).or_insert(0) += 1;
    }

    /// Runs one state and deals with what comes out.
    fn step(&mut self, id: StateId, hooks: &mut dyn Hooks, run: impl FnOnce(&mut Executor<'a>, Box<State>) -> Step) {
        let Some(mut state) = self.forget(id) else { return };
        self.subsumption.iter_mut().for_each(|s| s.runs(id));
        if self.is_subsumed_late(&mut state) {
            self.count_subsumed(&mut state);
            self.vanished(id, 0);
            return;
        }
        let (calls, instructions) = (self.exec.context().stats.solver_calls, self.exec.instructions());
        let effort = self.exec.context().stats.effort;
        let at = self.exec.stack(&state).first().copied();
        let owner = state.run;
        let Some(mut step) = self.shielded(at, |exec| run(exec, state)) else {
            self.vanished(id, 0);
            return;
        };
        if self.exec.context().stats.effort - effort > SLOW {
            self.part_again(&mut step);
        }
        let work = 50 * (self.exec.context().stats.solver_calls - calls) + (self.exec.instructions() - instructions);
        self.runs.of(owner).work += work;
        self.dispatch(id, owner, step, work, hooks);
        if owner.is_unconstrained() {
            self.settle(owner.at);
        }
    }

    fn dispatch(&mut self, id: StateId, owner: RunId, step: Step, work: u64, hooks: &mut dyn Hooks) {
        let Step { mut successors, put_off, losses, marks, blocks, mut calls, arrived, base, .. } = step;
        if owner.kind == RunKind::Main {
            let inputs = successors.iter().map(|s| s.state.inputs.len() as u64).max().unwrap_or(0);
            self.stats.inputs = self.stats.inputs.max(inputs);
        }
        self.new_calls.append(&mut calls);
        losses.into_iter().for_each(|l| self.count_in(owner, l));
        put_off.into_iter().for_each(|s| self.put_to_sleep(s));
        if let Some(first) = successors.first() {
            if !marks.is_empty() {
                self.subsumption.iter_mut().for_each(|s| s.met(id));
            }
            for t in marks.iter() {
                self.passed(*t, &first.state, None, hooks);
            }
        }
        // Whatever comes behind the only target adds nothing to a path that leads there.
        let only = || self.open.iter().filter(|o| o.verdict.is_none()).count() <= 1;
        if let Some(first) = successors.first_mut()
            && owner.kind != RunKind::Main
            && !marks.is_empty()
            && first.end.is_none()
            && only()
        {
            first.end = Some(PathEnded::Stopped);
        }
        if let Some(first) = successors.first_mut().filter(|s| arrived && s.end.is_none()) {
            self.arrival(&mut first.state);
        }
        let fresh = self.newly_covered();
        let mut survived = false;
        if successors.is_empty() {
            let run = self.runs.of(owner);
            (run.paths, run.ended) = (run.paths + 1, run.ended + 1);
        }
        // The state that ran is told of first, so that strategies know it when its children come.
        let (over, mut going): (Vec<_>, Vec<_>) = successors.into_iter().partition(|s| s.end.is_some());
        for Successor { state, end, .. } in over {
            self.ended(state, end.expect("it has one"), hooks);
        }
        if owner.kind == RunKind::Main {
            match self.through_region(going, &Ran { id, work, fresh, blocks: &blocks }, base) {
                Ok(()) => return,
                Err(back) => going = self.leap(back, id),
            }
        }
        going.sort_by_key(|s| s.state.id != id);
        for Successor { state, paused, .. } in going {
            if state.id == id {
                survived = self.keep(state, paused, work, fresh, &blocks);
            } else {
                self.admit(state, Some(id), paused);
            }
        }
        if !survived {
            self.vanished(id, work);
        }
    }

    pub fn newly_covered(&mut self) -> u32 {
        let now = self.exec.blocks_covered();
        let fresh = now - self.last_covered;
        self.last_covered = now;
        fresh as u32
    }

    pub fn tell(&mut self, event: Event<'_>) {
        let (exec, reach) = (&self.exec, self.reach.borrow());
        let first_block = |f| exec.first_block(f);
        let view = View {
            program: exec.program(),
            reach: &reach,
            covered: exec.covered(),
            first_block: &first_block,
            cost: self.cost(),
            goals: &[],
            given: self.config.distances.as_deref(),
            can_guess: matches!(self.config.start, Start::Program),
            can_fuzz: self.can_fuzz(),
            can_retrace: self.retracer.has_work(),
        };
        if let Some(deep) = &mut self.deep {
            deep.observe(&event, &view);
        }
        self.strategy.observe(&event, &view);
    }

    fn can_fuzz(&self) -> bool {
        self.config.may_fuzz && matches!(self.config.start, Start::Program) && self.fuzzer.is_possible()
    }

    /// See [`View::cost`].
    pub(crate) fn cost(&self) -> u64 {
        self.exec.instructions()
            + FORK_COST * self.exec.forks()
            + self.exec.context().stats.effort
            + self.guesser.cost
            + self.fuzzer.cost()
            + self.retracer.cost()
            + self.summaries.as_ref().map_or(0, Summaries::effort)
            + self.subsumption.as_ref().map_or(0, |s| s.asked)
    }

    fn choose(&mut self) -> Action {
        let (exec, reach) = (&self.exec, self.reach.borrow());
        let first_block = |f| exec.first_block(f);
        let view = View {
            program: exec.program(),
            reach: &reach,
            covered: exec.covered(),
            first_block: &first_block,
            cost: self.cost(),
            goals: &[],
            given: self.config.distances.as_deref(),
            can_guess: matches!(self.config.start, Start::Program),
            can_fuzz: self.can_fuzz(),
            can_retrace: self.retracer.has_work(),
        };
        match self.deep.as_mut().map(|deep| deep.next(&view)) {
            None | Some(Action::Done) => self.strategy.next(&view),
            Some(action) => action,
        }
    }

    /// Distances have changed: every state is told of again.
    pub fn retell(&mut self) {
        let mut ids: Vec<StateId> = self.states.keys().copied().collect();
        ids.sort_unstable();
        let living = std::mem::take(&mut self.states);
        for id in ids.iter().filter(|id| !self.regions.contains(**id)).copied().collect::<Vec<_>>().iter() {
            self.tell(Event::Ran { state: &living[id], work: 0, fresh: 0, blocks: &[] });
        }
        self.states = living;
    }

    /// A path came to its end.
    fn ended(&mut self, mut state: Box<State>, end: PathEnded, hooks: &mut dyn Hooks) {
        let owner = state.run;
        let is_main = owner.kind == RunKind::Main;
        if let PathEnded::Finding(finding) = &end
            && let Some(all) = &mut self.subsumption
        {
            all.ended(self.exec.program(), &state, finding);
        }
        let ways = self.exec.ways(&state);
        let paths = ways.number.min(u128::from(u64::MAX)) as u64;
        self.stats.paths_at_most |= is_main && ways.at_most;
        let run = self.runs.of(owner);
        run.paths = run.paths.saturating_add(paths);
        run.ended += 1;
        let how = match &end {
            PathEnded::Returned(_) => Some(PathEnd::Returned),
            PathEnded::Exited(_) => Some(PathEnd::Exited),
            PathEnded::Infeasible | PathEnded::Silent | PathEnded::Stopped | PathEnded::Diverges => None,
            PathEnded::Lost(loss) => {
                self.count_in(owner, (**loss).clone());
                Some(PathEnd::Lost((**loss).clone()))
            }
            PathEnded::Finding(finding) => {
                let run = self.runs.of(owner);
                run.error_paths = run.error_paths.saturating_add(paths);
                self.found(&state, finding, hooks);
                if self.can_wait(finding) && is_main && self.leaks.len() < LEAKS {
                    self.leaks_until = self.leaks_until.min(self.cost() * 2 + PATIENCE);
                    self.leaks.push((state.copy(state.id), (**finding).clone()));
                }
                self.count_after(&state, finding);
                self.config.all_tests.then(|| PathEnd::Finding((**finding).clone()))
            }
        };
        if self.config.all_tests
            && is_main
            && let Some(how) = how
        {
            let test = self.exec.test_case(&state);
            hooks.path_ended(&test, &how);
        }
        if is_main {
            self.samples.ended(state, end);
        }
    }
}

/// The work after which proofs by induction are tried. Of programs whose values are numbers, and of errors, only where finished paths are learned from.
fn induction_after(program: &Program, config: &Config, places_only: bool) -> Option<u64> {
    let after = config.techniques.induction();
    let after = match config.techniques.subsume() {
        true => Some(after.unwrap_or(u64::MAX).min(crate::induction::EARLY)),
        false => after.filter(|_| places_only && !program.errors_end),
    };
    after.filter(|_| !config.all_tests)
}

/// Whether passing a place in the program is the only way to reach this target.
pub(crate) fn is_place(program: &Program, t: &Target) -> bool {
    match t.spec {
        TargetSpec::Line { .. } | TargetSpec::Part { .. } | TargetSpec::Function(_) => true,
        TargetSpec::Any => !program
            .functions
            .iter()
            .any(|f| f.is_declaration() && matches!(builtin(&f.name), Some(Builtin::Assert | Builtin::ReportError))),
        TargetSpec::Error(_) | TargetSpec::ErrorAt { .. } => false,
    }
}
