//! The search: what it is asked, who watches it, and what it reports.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use homing_exec::{ExecOptions, Record, StateId, TestCase};
use homing_explore::{
    Candidate, Config, Confirmation, Fuzzed, Fuzzing, Globals, Hooks, PathEnd, Progress, RunLimits, Sample, Sampled, Start,
    explore_with,
};
use homing_host::{Failure, clock};
use homing_ir::{ErrorKind, Program, Target};
use homing_posix::Environment;
use homing_replay::{MicrocReplayer, Replay, Slice};
use homing_report::{Assumed, Line, Place, Report, Stop, Tests};

use crate::input;
use crate::lazy::{self, Caller, CallerReplayer};
use crate::near::Near;
use crate::prepared::{Origin, Prepared, Replaying, settings};

/// How to search.
#[derive(Clone, Debug)]
pub struct Search {
    /// Strategy, limits, checks. Checks that targets ask for are switched on in any case; where the run starts is set by the program.
    pub config: Config,
    /// Nothing of the program is run natively: what is found is confirmed by the interpreter alone.
    pub interpreter_only: bool,
    /// Of a run that starts in a function (`Options::lazy`): globals have their initial values, not any.
    pub initial_globals: bool,
}

/// Three quarters of the memory that is free, and some paths that are run for a proof.
impl Default for Search {
    fn default() -> Search {
        let memory = clock::default_memory();
        let limits = RunLimits { memory, ..RunLimits::default() };
        let config = Config { seed: 0, limits, proof_samples: 6, ..Config::default() };
        Search { config, interpreter_only: false, initial_globals: false }
    }
}

/// Somebody who wants to know how a search goes. Whatever is not implemented is not looked at.
pub trait Watcher {
    /// A test case that was confirmed, one of a contradiction, or (with `Config::all_tests`) of a path that ended.
    fn found(&mut self, _: &Found<'_>) {}

    /// An input that fuzzing keeps (only with `Config::tells_kept`).
    fn kept(&mut self, _: &TestCase) {}

    /// Called a few times a second.
    fn progress(&mut self, _: &Progress) {}

    /// Asked between steps: end the search now?
    fn interrupted(&mut self) -> bool {
        false
    }

    /// A state is about to run (only with `Config::worklist`): which, and the worklist with the strategy's priorities.
    fn picked(&mut self, _: StateId, _: &[(StateId, String)]) {}

    /// The search is over; the report is not made yet.
    fn ended(&mut self) {}

    /// The file that a test case was written to, for the report.
    fn file_of(&self, _: &TestCase) -> Option<String> {
        None
    }

    /// The file with the program that makes a test case's call.
    fn harness_of(&self, _: &TestCase) -> Option<String> {
        None
    }
}

/// Watches nothing.
pub struct Silent;

impl Watcher for Silent {}

/// A test case and what it shows.
pub struct Found<'a> {
    test: &'a TestCase,
    shows: &'a str,
    caller: Option<&'a Caller<'a>>,
    trail: Option<String>,
}

impl Found<'_> {
    /// The inputs.
    pub fn test(&self) -> &TestCase {
        self.test
    }

    /// What happens with them.
    pub fn shows(&self) -> &str {
        self.shows
    }

    /// The path in full, as `homing replay --trail` takes it.
    pub fn trail(&self) -> Option<&str> {
        self.trail.as_deref()
    }

    /// Where the run starts in a function: a C program that makes the call, to be written to a file of that name.
    pub fn harness(&self, name: &str) -> Option<String> {
        Some(self.caller?.text(self.test.given.as_ref()?, name, self.shows))
    }
}

/// Time for one native run of a found input.
const NATIVE_TIME: Duration = Duration::from_secs(10);

impl Prepared {
    /// Searches for inputs and proofs, replays what it finds, and reports. The report's folder, command and files are left to the caller.
    pub fn search(&mut self, search: &Search, watcher: &mut dyn Watcher) -> Result<Report, Failure> {
        let begun = Instant::now();
        let config = self.config(search)?;
        let strategy = homing_directed::make_strategy(&config.search, config.seed).map_err(Failure::usage)?;
        let (compile, load) = (self.compile_seconds(), self.load_seconds());
        let Prepared { origin, code, options, missing, work, .. } = self;
        let environment = match origin {
            Origin::C(native) => native.environment().cloned(),
            Origin::Microc(_) => None,
        };
        let caller = match origin {
            // The harness is another module: of this one only what does not change is looked at.
            Origin::C(native) if options.lazy => {
                let caller = Caller::new(code.program(), code.entry(), native.files().clone(), native.compiler(), work.path());
                Some(caller.keeping_to(options.preconditions.clone()))
            }
            _ => None,
        };
        let how = Replaying {
            interpreter_only: search.interpreter_only,
            interpreter: homing_replay::interpreter_options(&config.exec),
            native_time: NATIVE_TIME,
        };
        let settings = settings(options, work.path(), how);
        let replayer: Box<dyn Replay + '_> = match origin {
            Origin::C(_) if let Some(caller) = &caller => {
                Box::new(CallerReplayer::new(caller, code.targets(), options, settings))
            }
            Origin::C(native) => Box::new(native.replayer(code, settings)),
            Origin::Microc(m) => Box::new(MicrocReplayer::new(m.ast(), m.width(), code.program(), code.targets())),
        };
        let (program, caller) = (code.program(), caller.as_ref());
        let near = Near::new(code);
        let mut hooks = SearchHooks { replayer, caller, watcher, program, options: &config.exec, near };
        let outcome = explore_with(program, code.entry(), code.targets(), &config, strategy, &mut hooks);
        hooks.watcher.ended();
        for c in &outcome.contradictions {
            hooks.tell(&c.test, &format!("a contradiction: the model {}, but {}", c.model, c.run));
        }
        let SearchHooks { replayer, watcher, .. } = hooks;
        let replay = replayer.seconds();
        let mut tests = Known { replayer: &*replayer, caller, watcher, environment: environment.as_ref() };
        let mut report = homing_report::build(program, code.targets(), code.places(), &outcome, &mut tests);
        report.isolation = replayer.isolation();
        missing.iter().for_each(|(i, label, why)| report.add_missing(*i, label, why));
        report.preconditions = options.preconditions.lines();
        report.bounds = input::bounds(&options.environment);
        report.no_input = input::absent(&report, program, code.entry(), &options.environment);
        let s = &mut report.statistics;
        (s.cpu_seconds.compile, s.cpu_seconds.load, s.cpu_seconds.replay) = (compile, load, replay);
        s.peak_memory = s.peak_memory.max(clock::peak_memory());
        s.wall_seconds = begun.elapsed().as_secs_f64();
        Ok(report)
    }

    fn config(&self, search: &Search) -> Result<Config, Failure> {
        let mut config = search.config.clone();
        config.start = match &self.origin {
            Origin::C(native) if self.options.lazy => {
                let pairs = lazy::pairs(self.code.program(), self.code.entry(), &self.options.pairs)?;
                Start::Function(Globals { pairs, ..lazy::globals(native, &self.code, search.initial_globals) })
            }
            _ => Start::Program,
        };
        // How far objects that a caller gives are made is not cut short silently where the verdict is about callers.
        config.exec.lazy.thorough = self.options.lazy;
        config.exec = wanted_checks(config.exec, self.targets());
        Ok(config)
    }
}

/// The checks that targets ask for are on.
fn wanted_checks(exec: ExecOptions, targets: &[Target]) -> ExecOptions {
    let wanted = |k: ErrorKind| targets.iter().any(|t| t.spec.error() == Some(Some(k)));
    ExecOptions {
        check_overflow: exec.check_overflow || wanted(ErrorKind::SignedOverflow),
        check_shift: exec.check_shift || wanted(ErrorKind::Shift),
        check_conversion: exec.check_conversion || wanted(ErrorKind::Conversion),
        check_uninitialised: exec.check_uninitialised || wanted(ErrorKind::Uninitialised),
        check_leaks: exec.check_leaks || wanted(ErrorKind::Leak),
        reports_end: targets.iter().any(|t| t.spec.error().is_some()),
        ..exec
    }
}

/// What the engine asks while it searches.
struct SearchHooks<'a> {
    replayer: Box<dyn Replay + 'a>,
    /// Writes callers, where the run starts in a function.
    caller: Option<&'a Caller<'a>>,
    watcher: &'a mut dyn Watcher,
    program: &'a Program,
    options: &'a ExecOptions,
    near: Near<'a>,
}

impl SearchHooks<'_> {
    fn tell(&mut self, test: &TestCase, shows: &str) {
        let trail = test.route.as_ref().map(|route| Record::new(self.program, self.options, route).to_string());
        self.watcher.found(&Found { test, shows, caller: self.caller, trail });
    }
}

impl Hooks for SearchHooks<'_> {
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation {
        let answer = self.replayer.confirm(c);
        if matches!(answer, Confirmation::Refuted { .. } | Confirmation::Unconfirmed { .. }) {
            return answer;
        }
        let shows = match (c.target, c.finding) {
            (_, Some(f)) => format!("{}: {}", f.kind, f.message),
            (Some(t), None) => t.label.clone(),
            (None, None) => String::new(),
        };
        self.tell(c.test, &shows);
        answer
    }

    fn progress(&mut self, p: &Progress) {
        self.watcher.progress(p);
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        Some(clock::own_cpu())
    }

    fn memory_used(&mut self) -> Option<u64> {
        clock::resident_memory()
    }

    fn begins(&mut self, stop: &Arc<AtomicBool>) {
        self.replayer.begins(stop);
    }

    fn interrupted(&mut self) -> bool {
        self.watcher.interrupted()
    }

    fn picked(&mut self, state: StateId, worklist: &[(StateId, String)]) {
        self.watcher.picked(state, worklist);
    }

    fn sample(&mut self, sample: &Sample<'_>) -> Sampled {
        self.replayer.sample(sample)
    }

    fn fuzz(&mut self, fuzzing: &Fuzzing<'_>) -> Result<Fuzzed, String> {
        let open: Vec<u32> = fuzzing.open.iter().map(|t| t.0).collect();
        self.near.look_for(fuzzing.open);
        let distance = |function: &str, block: u32| self.near.distance(function, block);
        let Fuzzing { seed, budget, time, seeds, .. } = *fuzzing;
        self.replayer.fuzz(&Slice { seed, budget, time, open: &open, seeds, distance: &distance })
    }

    fn kept(&mut self, test: &TestCase) {
        self.watcher.kept(test);
    }

    fn path_ended(&mut self, test: &TestCase, how: &PathEnd) {
        let shows = match how {
            PathEnd::Returned => "a path that returns".to_string(),
            PathEnd::Exited => "a path that exits".to_string(),
            PathEnd::Finding(f) => format!("{}: {}", f.kind, f.message),
            PathEnd::Lost(l) => format!("a path that was lost: {}", l.kind.describe()),
        };
        self.tell(test, &shows);
    }
}

/// What the report asks about test cases.
struct Known<'a> {
    replayer: &'a dyn Replay,
    caller: Option<&'a Caller<'a>>,
    watcher: &'a dyn Watcher,
    environment: Option<&'a Environment>,
}

impl Tests for Known<'_> {
    fn file(&mut self, test: &TestCase) -> Option<String> {
        self.watcher.file_of(test)
    }

    fn trace(&mut self, test: &TestCase, stop: Stop<'_>) -> Vec<Line> {
        self.replayer.trace(test, stop)
    }

    fn columns(&mut self, test: &TestCase, places: &[Place]) -> Vec<u32> {
        self.replayer.columns(test, places)
    }

    fn assumptions(&mut self, test: &TestCase) -> Option<Assumed> {
        let lines = self.caller?.assumptions(test.given.as_ref()?).lines();
        Some(Assumed { lines, harness: self.watcher.harness_of(test) })
    }

    fn invocation(&mut self, test: &TestCase) -> Option<(homing_report::Invocation, Vec<bool>)> {
        let e = self.environment?;
        Some((homing_replay::describe(e, test), homing_replay::parts(e, &test.inputs)))
    }
}
