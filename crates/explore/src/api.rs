//! The public face: what a run is asked, what it answers, and what it asks its caller.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use homing_exec::{ExecOptions, Finding, Loss, StateId, TestCase};
use homing_ir::{FuncId, GlobalId, LocId, Target, TargetId};
use homing_solver::Starter;
use homing_solver::layer::Sink;

use crate::{Distances, Merging, Sample, Sampled, SeedInput, Techniques};

/// Everything that steers a run. Same program, config and seed: the same run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Name of the search strategy, for whoever makes it (`homing_directed::make_strategy`).
    pub search: String,
    pub seed: u64,
    pub limits: RunLimits,
    pub exec: ExecOptions,
    /// Report every error found, not only those that are targets (`homing check`).
    pub all_errors: bool,
    /// Call `Hooks::path_ended` for every finished path, with a test case.
    pub all_tests: bool,
    pub techniques: Techniques,
    /// When states are joined, if techniques may do that.
    pub merging: Merging,
    /// One in so many states that were closed by what was learned from others is explored all the same, and what is met below it is counted; 0: none.
    pub audit_closed: u64,
    /// Second opinion by Z3 on every answer of the solver, and on every answer about a whole path condition (tests).
    pub cross_check: bool,
    /// Domains, models and remembered answers may decide branches; else the solver is asked about each (tests).
    pub path_layers: bool,
    /// Call `Hooks::picked` at every choice, with that many states of the worklist.
    pub worklist: Option<usize>,
    /// Work allowed per solver query, about 10 ns a unit: the same on every machine, however busy.
    pub solver_work: u64,
    /// Starts the processes that Z3 runs in; without it Z3 runs in this one, where it can take long to see that the run is to end.
    pub solver_process: Option<Starter>,
    /// Once set (from a signal handler, say), solver queries end at the next opportunity; the run itself asks `Hooks::interrupted`.
    pub stop: Option<Arc<AtomicBool>>,
    /// The process ends after this run: memory of the states that are left is not given back one by one.
    pub last_run: bool,
    /// The user's distances, for every strategy that is guided by distance. They order states; what is dropped is decided without them.
    pub distances: Option<Arc<Distances>>,
    pub start: Start,
    /// Paths that are run for real before anything is said to be unreachable.
    pub proof_samples: usize,
    /// The program may be run natively with inputs made by mutation.
    pub may_fuzz: bool,
    /// Gets the questions that were hard, as they are asked.
    pub hard_questions: Option<Sink>,
    /// What the run begins with, and mutation too.
    pub seed_inputs: Vec<SeedInput>,
    /// The caller is told every input that mutation keeps ([`Hooks::kept`]).
    pub tells_kept: bool,
}

/// Where a run begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Where the program does: globals have their initial values.
    #[default]
    Program,
    /// In a function that somebody outside of the program calls. What it finds is there under the assumptions that its test case names
    /// ([`TestCase::given`]).
    Function(Globals),
}

/// What globals are when somebody outside of the program calls a function; each list in order, constants in none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Globals {
    /// They may have any value.
    pub any: Vec<GlobalId>,
    /// They are taken to have their initial values: an assumption.
    pub kept: Vec<GlobalId>,
    /// Nobody can ever have changed them.
    pub unwritten: Vec<GlobalId>,
    /// Others may change them while the function runs; that they do not is an assumption. They are in one of the other lists, too.
    pub shared: Vec<GlobalId>,
    /// Where a program with a C library around it begins: what the library has prepared by the time `main` is called is there, and that nobody
    /// has changed it since is an assumption.
    pub around: Option<FuncId>,
    /// The function that the run begins with in place of the entry, which it calls with what it is given.
    pub first: Option<FuncId>,
    /// Parameters, by number, that are a pointer to an array and its length.
    pub pairs: Vec<(u32, u32)>,
    /// Names that may or may not have a definition (weak references); that they have none is an assumption.
    pub absent: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            search: "auto".to_string(),
            seed: 1,
            limits: RunLimits::default(),
            exec: ExecOptions::default(),
            all_errors: false,
            all_tests: false,
            techniques: Techniques::default(),
            merging: Merging::DEFAULT,
            audit_closed: 0,
            cross_check: false,
            path_layers: true,
            worklist: None,
            solver_work: 2_000_000_000,
            solver_process: None,
            stop: None,
            last_run: false,
            distances: None,
            start: Start::Program,
            proof_samples: 0,
            may_fuzz: true,
            hard_questions: None,
            seed_inputs: Vec::new(),
            tells_kept: false,
        }
    }
}

/// Limits that end a run (or drop states) and are told in the report.
#[derive(Clone, Debug, Default)]
pub struct RunLimits {
    /// By the clock.
    pub time: Option<Duration>,
    pub cpu: Option<CpuLimit>,
    /// Bytes of the whole process.
    pub memory: Option<u64>,
    pub max_states: Option<usize>,
    /// Forks along one path.
    pub max_depth: Option<u32>,
    pub max_instructions: Option<u64>,
}

/// A limit of CPU time, counted from the start of the run.
#[derive(Copy, Clone, Debug)]
pub struct CpuLimit {
    pub limit: Duration,
    /// CPU seconds that the process has used so far.
    pub clock: fn() -> f64,
}

/// What a run asks of its caller. All methods have harmless defaults but `confirm`.
pub trait Hooks {
    /// A path reached a target or an error with these inputs: replay it.
    fn confirm(&mut self, candidate: &Candidate<'_>) -> Confirmation;
    /// Called a few times a second.
    fn progress(&mut self, _progress: &Progress) {}
    /// Bytes the process uses now, if the caller can tell (needed for a limit of memory).
    fn memory_used(&mut self) -> Option<u64> {
        None
    }
    /// CPU seconds this process has used, if the caller can tell; else the statistics are in seconds of the clock.
    fn cpu_seconds(&mut self) -> Option<f64> {
        None
    }
    /// The run begins. The flag is set once it is to end, by whatever limit or wish: what a caller does for it then should end soon.
    fn begins(&mut self, _stop: &Arc<AtomicBool>) {}
    /// Asked between steps: end the run now?
    fn interrupted(&mut self) -> bool {
        false
    }
    /// A state is about to run (only with `Config::worklist`): which, and the worklist with the strategy's priorities.
    fn picked(&mut self, _state: StateId, _worklist: &[(StateId, String)]) {}
    /// A path ended (only with `Config::all_tests`).
    fn path_ended(&mut self, _test: &TestCase, _how: &PathEnd) {}
    /// Before proofs are said (only with `Config::proof_samples`): does the program do what the model says of this path?
    fn sample(&mut self, _sample: &Sample<'_>) -> Sampled {
        Sampled::NotRun { why: "nobody ran it".into() }
    }
    /// An input that came to something new when the program was run natively, as it was run here (only with `Config::tells_kept`).
    fn kept(&mut self, _test: &TestCase) {}
    /// Runs the program natively with many inputs, made by mutation; `Err` says why that cannot be done.
    fn fuzz(&mut self, _fuzzing: &Fuzzing<'_>) -> Result<Fuzzed, String> {
        Err("nobody runs it".into())
    }
}

/// What is to be fuzzed.
pub struct Fuzzing<'a> {
    /// All that is left to chance.
    pub seed: u64,
    /// Blocks of the program that may be executed.
    pub budget: u64,
    /// For that long, at most.
    pub time: Option<Duration>,
    /// The targets that are looked for.
    pub open: &'a [TargetId],
    /// Inputs to begin with, besides those that were found before: the bytes of everything that the program asks for, in order.
    pub seeds: &'a [Vec<Vec<u8>>],
}

/// What came out of it. Nothing of it is believed before it was replayed.
#[derive(Clone, Debug, Default)]
pub struct Fuzzed {
    /// Inputs that are said to pass a target.
    pub found: Vec<Vec<Vec<u8>>>,
    /// Inputs that are said to end in an error.
    pub crashes: Vec<Vec<Vec<u8>>>,
    /// Inputs that are said to come to something new.
    pub fresh_inputs: Vec<Vec<Vec<u8>>>,
    /// Of these, as they came, those from which a target can be reached: how near they are said to come, and the input.
    pub near: Vec<(u32, Vec<Vec<u8>>)>,
    /// Runs of the program.
    pub runs: u64,
    /// Blocks executed, with something for each run.
    pub spent: u64,
    /// Inputs that came to something new.
    pub kept: u32,
    /// Blocks that no input had come to.
    pub fresh: u32,
    /// Each run has a process of its own: in one process runs of the same input were not alike.
    pub apart: bool,
}

/// Something found that needs to be replayed before it may be said.
pub struct Candidate<'a> {
    /// The target that was passed, if it is one.
    pub target: Option<&'a Target>,
    /// The error that ends the path, if it is one.
    pub finding: Option<&'a Finding>,
    pub test: &'a TestCase,
    /// Instructions executed on the path, for the replay's own limit.
    pub steps: u64,
}

/// What the replay said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// A native run went through the line (or showed the error).
    Native,
    /// Only the interpreter could replay it, and why not a native run.
    Interpreter { why: String },
    /// The interpreter that defines the language ran it: there is nothing nearer to the truth.
    Reference { by: &'static str },
    /// A run of the program contradicts the model: what was found is not reported, and nothing else is proved any more.
    Refuted { why: String },
    /// Nobody could replay it, which says nothing about the model.
    Unconfirmed { why: String },
}

/// A real run did something else than the model says it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// What the model says, as what it does: "passes a.c:7".
    pub model: String,
    /// What the run did: "in a native run it ended with exit code 1".
    pub run: String,
    pub func: FuncId,
    pub loc: LocId,
    pub test: TestCase,
}

/// How a finished path ended.
#[derive(Clone, Debug)]
pub enum PathEnd {
    Returned,
    Exited,
    Finding(Finding),
    Lost(Loss),
}

/// The state of a run, for a progress line.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub elapsed: Duration,
    pub states: usize,
    pub instructions: u64,
    pub queries: u64,
    pub targets_left: usize,
    pub paths: u64,
}

/// The answer for one target.
#[derive(Clone, Debug)]
pub enum Verdict {
    Reached {
        test: TestCase,
        confirmation: Confirmation,
        finding: Option<Finding>,
        steps: u64,
        after: Duration,
    },
    Unreachable,
    /// Each reason is a sentence; advice says what to change.
    Unknown {
        reasons: Vec<String>,
        advice: Vec<String>,
        states_left: usize,
        nearest: Option<u32>,
        /// Nothing stands in the way but bounds that were asked for: no run within them gets there. One phrase for each.
        within: Vec<String>,
    },
}

/// A target with its verdict.
#[derive(Clone, Debug)]
pub struct TargetOutcome {
    pub target: TargetId,
    pub verdict: Verdict,
}

/// An error found and replayed (`Config::all_errors`), one per kind and place.
#[derive(Clone, Debug)]
pub struct FoundError {
    pub finding: Finding,
    pub test: TestCase,
    pub confirmation: Confirmation,
    pub steps: u64,
    /// Since the start of the search.
    pub after: Duration,
}

/// Why the run ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything was explored.
    Exhausted,
    /// Every target is decided.
    Decided,
    Time,
    CpuTime,
    Memory,
    Instructions,
    Interrupted,
}

/// Everything a run tells.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub targets: Vec<TargetOutcome>,
    pub errors: Vec<FoundError>,
    /// Each with how often it happened; sorted, most frequent first.
    pub losses: Vec<(Loss, u64)>,
    /// Where runs contradicted the model: the first few of them. Each is counted among the losses, too.
    pub contradictions: Vec<Contradiction>,
    /// How the proofs were compared with runs; none if nothing was to be proved.
    pub proof: Option<ProofCheck>,
    pub ended: Ended,
    pub states_left: usize,
    /// Places of assumptions that no run that came there could fulfil.
    pub never_held: Vec<(FuncId, homing_ir::LocId)>,
    /// Where questions were hard, the dearest place first.
    pub hard: Vec<homing_exec::HardPlace>,
    /// What targets were proved unreachable by.
    pub invariants: Vec<crate::Invariant>,
    /// What was learned from finished paths and closed others, those first that closed most.
    pub annotations: Vec<crate::Annotation>,
    /// Loops that were to be gone round in one step.
    pub loops: Vec<crate::LoopUse>,
    /// What came of attempts at proofs by induction that were none.
    pub no_induction: Vec<String>,
    /// What was proved by a condition that every run to a target satisfies, and how.
    pub necessary: Vec<String>,
    pub stats: RunStats,
}

/// What running a sample of the explored paths said about the proofs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofCheck {
    /// Paths that could have been chosen.
    pub paths: u64,
    /// Runs that were compared with the model.
    pub runs: usize,
    /// Paths that were chosen and could not be compared: why, and how many.
    pub skipped: Vec<(String, usize)>,
}

impl ProofCheck {
    /// A path that could not be compared.
    pub fn not_run(&mut self, why: String) {
        match self.skipped.iter_mut().find(|(w, _)| *w == why) {
            Some((_, n)) => *n += 1,
            None => self.skipped.push((why, 1)),
        }
    }
}

/// What the runs cost, by how they started: instructions, and as many for each call of the solver as take the same time.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The one that explores everything.
    pub main: u64,
    /// Those beside it from the same start.
    pub beside: u64,
    /// Those that start at functions with everything symbolic.
    pub unconstrained: u64,
    /// Those with guessed inputs.
    pub guessed: u64,
}

/// What became of fuzzing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FuzzStats {
    /// Native runs.
    pub runs: u64,
    /// Inputs that came to something new.
    pub kept: u64,
    /// Of these, how many the search has gone after with symbolic inputs.
    pub retraced: u64,
    /// Blocks that were entered.
    pub blocks: u64,
    /// What it cost, in instructions of the engine that take the same time.
    pub work: u64,
    /// Each run had a process of its own: in one process runs of the same input were not alike.
    pub apart: bool,
    /// Why it could not be done, or not any longer.
    pub why_not: Option<String>,
}

/// Counts and CPU seconds of a run.
#[derive(Clone, Debug, Default)]
pub struct RunStats {
    pub instructions: u64,
    pub paths: u64,
    /// Paths that ended in an error of the program.
    pub error_paths: u64,
    /// States that came to their end: fewer than paths where some stood for several.
    pub ended: u64,
    /// There are no more paths than that, but perhaps fewer: counting those of joined states took too long.
    pub paths_at_most: bool,
    pub forks: u64,
    /// States that were joined with another one.
    pub joins: u64,
    /// Branches of which both sides were computed at once, and joined states that were parted again.
    pub selects: u64,
    pub parted_again: u64,
    /// How often the main run began again, to join states from the beginning.
    pub started_anew: u64,
    /// Questions that cost too much and were put off, and how often one of them was asked again.
    pub put_off: u64,
    pub asked_again: u64,
    /// Rows of rounds of loops that were gone in one step.
    pub leaps: u64,
    /// States that were closed by what was learned from others.
    pub subsumed: crate::SubsumeStats,
    /// How often states that came to the same place were not joined, by reason.
    pub join_refusals: BTreeMap<&'static str, u64>,
    /// States that techniques dropped, by technique and reason.
    pub pruned_by: BTreeMap<String, u64>,
    pub max_states: usize,
    /// Most inputs that a path from the program's own start has met; none: everything that it did was known.
    pub inputs: u64,
    /// Branch questions asked of the path condition, and what answered them.
    pub decides: u64,
    pub by_domain: u64,
    pub by_model: u64,
    pub by_cache: u64,
    pub solver_calls: u64,
    pub work: Work,
    /// Runs that started unconstrained, and trails that were followed from others.
    pub starts: u64,
    pub follows: u64,
    /// Branches met on followed trails; those that the state itself decided; calls of the solver while following.
    pub branches_followed: u64,
    pub branches_decided: u64,
    pub follow_calls: u64,
    /// If the program was fuzzed, or was to be.
    pub fuzzing: Option<FuzzStats>,
    pub terms: u64,
    /// Entered by runs from the program's own start.
    pub blocks_covered: u64,
    pub blocks_total: u64,
    pub execute_seconds: f64,
    pub solve_seconds: f64,
    pub replay_seconds: f64,
    pub peak_memory: u64,
    /// How often the search had to go deep because memory was short.
    pub went_deep: u64,
}
