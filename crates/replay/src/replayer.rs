//! Test cases of programs in C and bitcode, natively and in the interpreter.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use homing_compile::{Compiler, Files};
use homing_exec::{ExecOptions, Finding, TestCase};
use homing_explore::{Candidate, Confirmation, Fuzzed, Sample, Sampled};
use homing_front_llvm::Module;
use homing_host::clock;
use homing_interp::{Options, Outcome, Run};
use homing_ir::{ErrorKind, FuncId, InputKind, InputValue, LocId, Origin, Program, Target, TargetSpec};
use homing_posix::{Environment, Stdin};
use homing_report::{Line, Place, Stop};

use crate::build::Builder;
use crate::child::{ChildLimits, Cutoff, End, Event, Ran, Start};
use crate::fuzz::{Fuzzing, Slice};
use crate::isolate::Isolation;
use crate::{Replay, invocation, proof, sanitize};

/// Replays test cases, natively and in the interpreter. The native programs are built once, when first needed.
pub struct Replayer<'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) settings: Settings<'a>,
    pub(crate) built: Builds,
    /// CPU seconds spent.
    seconds: f64,
    /// Set once the run that asks is to end.
    stop: Option<Arc<AtomicBool>>,
}

/// The program whose test cases are run.
pub struct Subject<'a> {
    /// What native programs are built from.
    pub module: &'a mut Module,
    /// With targets pinned and locals in memory.
    pub pinned: &'a Program,
    /// With locals in registers, if the engine ran it that way.
    pub promoted: &'a Program,
    /// The program that positions of findings belong to.
    pub found_in: &'a Program,
    /// Where it starts.
    pub entry: FuncId,
    /// Those that are pinned.
    pub targets: &'a [Target],
    /// What the program finds around itself; without one it has no arguments and no files.
    pub environment: Option<&'a Environment>,
    /// What the module was made from.
    pub files: &'a Files,
    /// Without one, nothing is run natively.
    pub compiler: Option<&'a Compiler>,
}

/// How test cases are run.
#[derive(Clone)]
pub struct Settings<'a> {
    /// The user's, for the linker.
    pub link_args: &'a [String],
    /// Folder for programs and runs.
    pub work: &'a Path,
    /// Nothing is run natively.
    pub interpreter_only: bool,
    /// Checks as in the search; `max_steps` and `trace` are set for each run.
    pub interpreter: Options,
    /// For one native run.
    pub native_time: Duration,
}

/// The native programs, or why there are none.
#[derive(Default)]
pub(crate) struct Builds {
    instrumented: Option<Result<PathBuf, String>>,
    sanitized: Option<Result<PathBuf, String>>,
    pub(crate) marked: Option<Result<proof::Marked, String>>,
    pub(crate) fuzzing: Option<Result<Fuzzing, String>>,
}

/// What a native run says about something that it did not show.
enum Said {
    /// It came to its end with everything that the engine chose: the model is wrong.
    Otherwise,
    /// It came to its end, but what it had besides the inputs was not what the engine chose.
    Doubtful(&'static str),
    /// It could not be given what the engine chose, or did not come to its end.
    Nothing,
}

/// So long a native run may go on when the run that asked for it is to end: most are over much sooner, and what they show counts.
pub(crate) const GRACE: Duration = Duration::from_millis(500);

/// Address space of a replayed program.
pub(crate) const NATIVE_MEMORY: u64 = 4 << 30;

impl Replay for Replayer<'_> {
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation {
        let before = clock::own_cpu() + clock::children_cpu();
        let answer = match (c.finding, c.target) {
            (Some(f), Some(t)) if t.spec == TargetSpec::Any => self.confirm_any(t, f, c),
            (Some(f), _) => self.confirm_error(f, c),
            (None, Some(t)) => self.confirm_target(t, c),
            (None, None) => Confirmation::Refuted { why: "there is nothing to confirm".into() },
        };
        self.seconds += clock::own_cpu() + clock::children_cpu() - before;
        answer
    }

    fn sample(&mut self, s: &Sample<'_>) -> Sampled {
        let before = clock::own_cpu() + clock::children_cpu();
        let answer = self.compare(s);
        self.seconds += clock::own_cpu() + clock::children_cpu() - before;
        answer
    }

    fn fuzz(&mut self, slice: &Slice<'_>) -> Result<Fuzzed, String> {
        let before = clock::own_cpu() + clock::children_cpu();
        let fuzzed = self.fuzz_slice(slice);
        self.seconds += clock::own_cpu() + clock::children_cpu() - before;
        fuzzed
    }

    fn begins(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Some(stop.clone());
    }

    fn trace(&self, test: &TestCase, stop: Stop<'_>) -> Vec<Line> {
        let mut trace = self.interpret(test, 10_000_000, true).trace;
        if let Stop::At(places) = stop {
            let p = self.subject.pinned;
            let passes = |f: FuncId, l: LocId| {
                let line = p.loc(l).line;
                places.iter().any(|q| q.line == line && q.function == p.func(f).name)
            };
            if let Some(end) = trace.iter().position(|(f, l)| passes(*f, *l)) {
                trace.truncate(end + 1);
            }
        }
        homing_report::lines(self.subject.pinned, &trace)
    }

    fn columns(&self, test: &TestCase, places: &[Place]) -> Vec<u32> {
        let p = self.subject.pinned;
        let settings = Options { trace_columns: true, ..self.settings.interpreter.clone() };
        let trace = self.interpret_with(test, Options { max_steps: 10_000_000, trace: true, ..settings }).trace;
        let here = |f: FuncId, l: LocId| places.iter().any(|q| q.line == p.loc(l).line && q.function == p.func(f).name);
        trace.into_iter().filter(|(f, l)| here(*f, *l)).map(|(_, l)| p.loc(l).column).collect()
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn isolation(&self) -> Option<String> {
        let ran = matches!(self.built.instrumented, Some(Ok(_)))
            || matches!(self.built.marked, Some(Ok(_)))
            || matches!(self.built.fuzzing, Some(Ok(_)));
        ran.then(|| Isolation::here().told())
    }
}

impl<'a> Replayer<'a> {
    /// Nothing is built before it is needed.
    pub fn new(subject: Subject<'a>, settings: Settings<'a>) -> Replayer<'a> {
        Replayer { subject, settings, built: Builds::default(), seconds: 0.0, stop: None }
    }

    /// For native runs.
    pub(crate) fn stop(&self, grace: Duration) -> Option<Cutoff> {
        self.stop.clone().map(|flag| Cutoff { flag, grace })
    }

    /// The run is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed))
    }

    /// The program that is interpreted, which traces and outcomes speak of.
    pub fn program(&self) -> &'a Program {
        self.subject.pinned
    }

    /// A failed assertion or a reported error is what the target `any` means.
    fn confirm_any(&mut self, t: &Target, f: &Finding, c: &Candidate<'_>) -> Confirmation {
        match self.confirm_target(t, c) {
            Confirmation::Refuted { .. } => self.confirm_error(f, c),
            confirmed => confirmed,
        }
    }

    fn confirm_target(&mut self, t: &Target, c: &Candidate<'_>) -> Confirmation {
        let id = t.id.0;
        let any = t.spec == TargetSpec::Any;
        let shown = move |events: &[Event]| {
            events.contains(&Event::Hit(id)) || any && (events.contains(&Event::Assert) || events.contains(&Event::Reported))
        };
        let (why, said) = match self.native(c.test, &shown) {
            Err(why) => (why, Said::Nothing),
            Ok(ran) if shown(&ran.events) => return Confirmation::Native,
            Ok(ran) => (format!("in a native run {}", ran.told()), self.said(&ran, c.test)),
        };
        match said {
            Said::Otherwise => return Confirmation::Refuted { why: format!("{why} without passing the target") },
            Said::Doubtful(given) => {
                return Confirmation::Unconfirmed { why: format!("{why} without passing the target, but {given}") };
            }
            Said::Nothing => {}
        }
        let run = self.interpret(c.test, c.steps, false);
        if run.marks.contains(&t.id) || any && self.reported(&run.outcome) {
            return Confirmation::Interpreter { why };
        }
        self.not_shown(format!("{why}; in the interpreter {}", self.told(&run.outcome)), &run.outcome)
    }

    /// Where the program itself is in that stack of the interpreter's.
    fn own_line(&self, stack: &[(FuncId, LocId)]) -> Option<(String, u32)> {
        let own = |(f, _): &&(FuncId, LocId)| self.subject.pinned.func(*f).origin == Origin::Program;
        stack.iter().find(own).map(|(f, l)| line(self.subject.pinned, *f, *l))
    }

    fn site_line(&self, f: &Finding) -> Option<(String, u32)> {
        let own = |(f, _): &&(FuncId, LocId)| self.subject.found_in.func(*f).origin == Origin::Program;
        f.stack.iter().find(own).map(|(f, l)| line(self.subject.found_in, *f, *l))
    }

    /// What follows when nobody showed it: an interpreter that came to its end contradicts the engine.
    fn not_shown(&self, why: String, outcome: &Outcome) -> Confirmation {
        match outcome {
            Outcome::Unsupported(_) | Outcome::Limit(_) => Confirmation::Unconfirmed { why },
            _ => Confirmation::Refuted { why },
        }
    }

    fn reported(&self, outcome: &Outcome) -> bool {
        matches!(outcome, Outcome::Error { kind: ErrorKind::Assertion | ErrorKind::Reported, .. })
    }

    fn confirm_error(&mut self, f: &Finding, c: &Candidate<'_>) -> Confirmation {
        let run = self.interpret(c.test, c.steps, true);
        // A leak has no place of its own: one tells where the memory came from, the other where the run ended.
        let same = matches!(&run.outcome, Outcome::Error { kind, func, loc, stack, .. } if *kind == f.kind
            && (*kind == ErrorKind::Leak || line(self.subject.pinned, *func, *loc) == line(self.subject.found_in, f.func, f.loc)
                && self.own_line(stack) == self.site_line(f)));
        let unable = matches!(run.outcome, Outcome::Unsupported(_) | Outcome::Limit(_));
        if !same && !unable {
            let why = format!("in the interpreter {}", self.told(&run.outcome));
            return match c.test.addresses {
                true => Confirmation::Unconfirmed { why: format!("{why}, but its objects had other addresses") },
                false => Confirmation::Refuted { why },
            };
        }
        let told = self.told(&run.outcome);
        match self.native_error(f, c.test) {
            Ok(()) => Confirmation::Native,
            Err((why, Said::Otherwise)) => Confirmation::Refuted { why },
            Err((why, Said::Doubtful(given))) => Confirmation::Unconfirmed { why: format!("{why}, but {given}") },
            Err((why, Said::Nothing)) if same => match self.way_differs(c.test, &run) {
                None => Confirmation::Interpreter { why },
                Some(otherwise) => Confirmation::Refuted { why: format!("{why}: {otherwise}") },
            },
            Err((why, Said::Nothing)) => self.not_shown(format!("{why}; in the interpreter {told}"), &run.outcome),
        }
    }

    /// Does a native run show the error? `Err` says why not, and what that means.
    fn native_error(&mut self, f: &Finding, test: &TestCase) -> Result<(), (String, Said)> {
        let unable = |why| (why, Said::Nothing);
        let plain = self.native(test, &|_| false).map_err(unable)?;
        if sanitize::signal_fits(f.kind, &plain) || f.kind == ErrorKind::Assertion && plain.events.contains(&Event::Assert) {
            return Ok(());
        }
        // A program that was compiled with a sanitizer reports by itself.
        if sanitize::report_fits(f.kind, &self.places_of(f), &plain.stderr) {
            return Ok(());
        }
        if matches!(f.kind, ErrorKind::Assertion | ErrorKind::Abort | ErrorKind::Reported) {
            // Every run shows these by itself: one that ends without them does not have them.
            return Err((format!("in a native run {}", plain.told()), self.said(&plain, test)));
        }
        if f.kind == ErrorKind::Uninitialised {
            return Err(unable(format!("in a native run {}", plain.told())));
        }
        // A sanitizer may be blind to it: a stale copy of a pointer on the stack hides a leak.
        self.sanitizers_report(f, test, &plain).map_err(unable)
    }

    fn sanitizers_report(&mut self, f: &Finding, test: &TestCase, plain: &Ran) -> Result<(), String> {
        let program = self.sanitized()?;
        let mut env = sanitize::environment(f.kind).to_vec();
        let symbolizer = self.subject.compiler.and_then(|c| c.program("llvm-symbolizer"));
        env.extend(symbolizer.iter().map(|s| ("ASAN_SYMBOLIZER_PATH", s.as_str())));
        let (files, stop) = (self.open_files(), self.stop(GRACE));
        let limits = ChildLimits { time: self.settings.native_time * 3, memory: None, files, stop };
        let ran = self.launch(&program, test, limits, &env, &|_| false)?;
        if sanitize::report_fits(f.kind, &self.places_of(f), &ran.stderr) {
            return Ok(());
        }
        Err(format!("in a native run {} and the sanitizers do not report it", plain.told()))
    }

    /// The lines that a report about the error may name.
    fn places_of(&self, f: &Finding) -> Vec<sanitize::At> {
        let lines = f.stack.iter().map(|(func, loc)| line(self.subject.found_in, *func, *loc));
        lines.map(|(file, line)| (sanitize::file_name(&file), line)).collect()
    }

    /// What a native run means that did not show what the model says.
    fn said(&self, ran: &Ran, test: &TestCase) -> Said {
        if !ran.complete() {
            return Said::Nothing;
        }
        let (inputs, failing) = split_failures(&test.inputs);
        let has = |kind| inputs.iter().any(|i| i.kind == kind);
        if !failing.is_empty() || has(InputKind::Assumed) || has(InputKind::Number) {
            Said::Nothing
        } else if has(InputKind::Havoc) {
            // One that came to an orderly end had the function after all, and it does something that the model does not know.
            let orderly = matches!(ran.end, End::Exit(_));
            if orderly { Said::Doubtful("a function that the model does not know gave other results") } else { Said::Nothing }
        } else if has(InputKind::Undefined) {
            Said::Doubtful("an undefined operation gave another value")
        } else if test.unwritten {
            Said::Doubtful("it had other values in memory that was never written")
        } else if test.addresses {
            Said::Doubtful("its objects had other addresses")
        } else {
            Said::Otherwise
        }
    }

    /// Runs the instrumented program; it is ended early when `until` has seen enough.
    pub fn native(&mut self, test: &TestCase, until: &dyn Fn(&[Event]) -> bool) -> Result<Ran, String> {
        let program = self.instrumented()?;
        let limits = ChildLimits {
            time: self.settings.native_time,
            memory: Some(NATIVE_MEMORY.saturating_add(test.large_blocks)),
            files: self.open_files(),
            stop: self.stop(GRACE),
        };
        self.launch(&program, test, limits, &[], until)
    }

    pub(crate) fn launch(
        &self,
        program: &Path,
        test: &TestCase,
        limits: ChildLimits,
        env: &[(&str, &str)],
        until: &dyn Fn(&[Event]) -> bool,
    ) -> Result<Ran, String> {
        let (own, invocation) = match self.subject.environment {
            None => (test.clone(), None),
            Some(e) => {
                let mut own = test.clone();
                let mut parts = invocation::parts(e, &test.inputs).into_iter();
                own.inputs.retain(|_| !parts.next().unwrap_or(false));
                (own, Some(invocation::start(e, test)))
            }
        };
        if invocation.as_ref().is_some_and(|i| i.failed) {
            return Err("a system call fails on the way, which a native run cannot be told to do".into());
        }
        let file = self.settings.work.join("replay.ktest");
        std::fs::write(&file, invocation::ktest(&own, &[]).encode())
            .map_err(|e| format!("the test case cannot be written: {e}"))?;
        let cwd = self.subject.environment.map_or(&[][..], |e| &e.cwd);
        let invocation = invocation.as_ref().map(|i| (i, cwd));
        let stream = self.subject.environment.is_some_and(|e| e.stdin == Stdin::Unbounded);
        let isolation = Isolation::here();
        let start = Start { program, test: &file, invocation, stream, env, limits, isolation, counted: false };
        start.run(&self.settings.work.join("run"), until).map_err(|e| format!("the program cannot be run: {e}"))
    }

    /// As many files as the model lets a program open.
    pub(crate) fn open_files(&self) -> u64 {
        self.subject.environment.map_or(1024, |e| u64::from(e.limits.open_files))
    }

    pub(crate) fn builder(&self) -> Result<Builder<'a>, String> {
        if self.settings.interpreter_only {
            return Err("as asked for by --replay interpreter".into());
        }
        Ok(Builder {
            compiler: self.subject.compiler.ok_or("no clang was found to build a native program")?,
            folder: self.settings.work,
            program: self.subject.pinned,
            // The model's start-up code is not the native program's.
            entry: if self.subject.environment.is_some() { None } else { Some(self.subject.entry) },
            cpp: self.subject.files.any_cpp(),
            link_args: self.settings.link_args,
            stop: self.stop.clone(),
        })
    }

    fn instrumented(&mut self) -> Result<PathBuf, String> {
        if self.built.instrumented.is_none() {
            let built = self.builder().and_then(|b| b.instrumented(self.subject.module, self.subject.targets));
            self.built.instrumented = Some(built);
        }
        self.built.instrumented.clone().unwrap_or_else(|| Err("not built".into()))
    }

    fn sanitized(&mut self) -> Result<PathBuf, String> {
        if self.built.sanitized.is_none() {
            let built = self.builder().and_then(|b| b.sanitized(self.subject.module, self.subject.files));
            self.built.sanitized = Some(built);
        }
        self.built.sanitized.clone().unwrap_or_else(|| Err("not built".into()))
    }

    /// The interpreter's run. Values of uninitialised locals belong to the promoted form, where those locals are
    /// registers; everything else is replayed on the form nearest to the source.
    pub fn interpret(&self, test: &TestCase, steps: u64, trace: bool) -> Run {
        self.interpret_at_most(test, steps.saturating_mul(4).saturating_add(10_000_000), trace)
    }

    pub(crate) fn interpret_at_most(&self, test: &TestCase, max_steps: u64, trace: bool) -> Run {
        self.interpret_with(test, Options { max_steps, trace, ..self.settings.interpreter.clone() })
    }

    fn interpret_with(&self, test: &TestCase, options: Options) -> Run {
        let (inputs, fail_allocations) = split_failures(&test.inputs);
        let options = Options { fail_allocations, ..options };
        homing_interp::run(self.interpreted(test), self.subject.entry, &inputs, &options)
    }

    /// The form of the program that the interpreter runs with this test case.
    pub(crate) fn interpreted(&self, test: &TestCase) -> &'a Program {
        let promoted = test.inputs.iter().any(|i| matches!(i.kind, InputKind::Uninitialised | InputKind::Undefined));
        if promoted { self.subject.promoted } else { self.subject.pinned }
    }

    /// How an interpreter's run ended, in a phrase that begins with "it".
    pub fn told(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Returned(c) => format!("it returned {c}"),
            Outcome::Exited(c) => format!("it exited with {c}"),
            Outcome::Error { kind, func, loc, message, .. } => {
                format!(
                    "it ended with an error ({kind} at {}: {message})",
                    homing_report::place(&homing_report::place_of(self.subject.pinned, *func, *loc))
                )
            }
            Outcome::AssumeFailed => "it broke an assumption".into(),
            Outcome::OutOfInputs(what) => format!("it asked for other inputs: {what}"),
            Outcome::Unsupported(what) => format!("it could not run {what}"),
            Outcome::Limit(what) => format!("it ended at the limit of {what}"),
        }
    }
}

/// The interpreter checks what a search checks.
pub fn interpreter_options(exec: &ExecOptions) -> Options {
    Options {
        check_overflow: exec.check_overflow,
        check_shift: exec.check_shift,
        check_conversion: exec.check_conversion,
        check_uninitialised: exec.check_uninitialised,
        check_leaks: exec.check_leaks,
        leaks_at_exit: exec.leaks_at_exit,
        reports_end: exec.reports_end,
        ..Options::default()
    }
}

/// File and line of a position.
fn line(p: &Program, func: FuncId, loc: LocId) -> (String, u32) {
    let at = homing_report::place_of(p, func, loc);
    (at.file, at.line)
}

/// The engine logs whether each allocation fails as an input; the interpreter wants the numbers of those that do.
pub fn split_failures(inputs: &[InputValue]) -> (Vec<InputValue>, Vec<u64>) {
    let choice = |i: &InputValue| i.kind == InputKind::Havoc && i.name.ends_with(" fails");
    let choices = inputs.iter().filter(|i| choice(i)).enumerate();
    let failing = choices.filter(|(_, i)| i.bytes.iter().any(|b| *b != 0)).map(|(n, _)| n as u64).collect();
    (inputs.iter().filter(|i| !choice(i)).cloned().collect(), failing)
}
