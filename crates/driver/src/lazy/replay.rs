//! Confirming what a run that started in a function found: its harness is built and run, natively and in the interpreter.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use homing_compile::{Compiler, Files};
use homing_exec::TestCase;
use homing_explore::{Candidate, Confirmation, Sample, Sampled};
use homing_front_llvm::Module;
use homing_host::clock;
use homing_ir::{Target, TargetSpec};
use homing_posix::Environment;
use homing_replay::{Replay, Replayer, Settings, Subject};
use homing_report::{Line, Stop};

use super::Caller;
use crate::code::{Lowered, Runnable};
use crate::request::Options;
use crate::surround::{START, Surrounded, Wanted, archive, surround};

/// Replays test cases that say what a caller gives.
pub struct CallerReplayer<'a> {
    caller: &'a Caller<'a>,
    targets: &'a [Target],
    options: &'a Options,
    settings: Settings<'a>,
    /// What was confirmed, for showing its path.
    confirmed: Vec<(TestCase, RefCell<Ready>)>,
    seconds: f64,
    isolation: Option<String>,
    /// Paths of proofs that were run.
    sampled: usize,
    /// Set once the search is to end.
    stop: Option<Arc<AtomicBool>>,
}

/// Paths that are run for a proof.
const SAMPLES: usize = 2;

/// A harness that can be run.
struct Ready {
    module: Module,
    files: Files,
    compiler: Compiler,
    code: Runnable,
    /// Where it needs a C library.
    environment: Option<Environment>,
}

impl Replay for CallerReplayer<'_> {
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation {
        let before = clock::own_cpu() + clock::children_cpu();
        let mut ready = match self.ready(c.test) {
            Ok(ready) => ready,
            Err(why) => return Confirmation::Unconfirmed { why: format!("the harness cannot be built: {why}") },
        };
        let mut replayer = self.replayer(&mut ready);
        // The targets have their numbers in the same order.
        let answer = replayer.confirm(c);
        let isolation = replayer.isolation();
        self.isolation = self.isolation.take().or(isolation);
        if !matches!(answer, Confirmation::Refuted { .. } | Confirmation::Unconfirmed { .. }) {
            self.confirmed.push((c.test.clone(), RefCell::new(ready)));
        }
        self.seconds += clock::own_cpu() + clock::children_cpu() - before;
        answer
    }

    fn sample(&mut self, s: &Sample<'_>) -> Sampled {
        // Every path has a program of its own, which takes its time to build.
        if self.sampled >= SAMPLES {
            return Sampled::NotRun { why: "its caller would have to be built first".into() };
        }
        self.sampled += 1;
        let before = clock::own_cpu() + clock::children_cpu();
        let answer = match self.ready(s.test) {
            Ok(mut ready) => self.replayer(&mut ready).sample(s),
            Err(why) => Sampled::NotRun { why: format!("the harness cannot be built: {why}") },
        };
        self.seconds += clock::own_cpu() + clock::children_cpu() - before;
        answer
    }

    fn trace(&self, test: &TestCase, stop: Stop<'_>) -> Vec<Line> {
        let Some((_, ready)) = self.confirmed.iter().find(|(t, _)| t == test) else { return Vec::new() };
        let harness = self.caller.path().display().to_string();
        let lines = self.replayer(&mut ready.borrow_mut()).trace(test, stop);
        lines.into_iter().filter(|(_, file, _)| *file != harness).collect()
    }

    fn begins(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Some(stop.clone());
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }

    fn isolation(&self) -> Option<String> {
        self.isolation.clone()
    }
}

impl<'a> CallerReplayer<'a> {
    /// `targets` are those of the search.
    pub fn new(
        caller: &'a Caller<'a>,
        targets: &'a [Target],
        options: &'a Options,
        settings: Settings<'a>,
    ) -> CallerReplayer<'a> {
        let (confirmed, seconds, isolation, sampled) = (Vec::new(), 0.0, None, 0);
        CallerReplayer { caller, targets, options, settings, confirmed, seconds, isolation, sampled, stop: None }
    }

    fn ready(&self, test: &TestCase) -> Result<Ready, String> {
        let (files, compiler) = self.caller.files(test)?;
        let module = self.caller.load(&files, &compiler)?;
        let specs: Vec<TargetSpec> = self.targets.iter().map(|t| t.spec.clone()).collect();
        let environment = Environment { libc: true, ..Environment::default() };
        let (libc, archive) = (self.options.libc, archive(self.options));
        let wanted = Wanted { libc, archive, environment: &environment, asked: false, entry: "main", lazy: false };
        let surrounded = surround(&module, &wanted).map_err(|e| e.to_string())?;
        let environment = matches!(surrounded, Surrounded::Whole(_)).then_some(environment);
        let start = if environment.is_some() { START } else { "main" };
        let lowered = Lowered::of(surrounded.module().unwrap_or(&module), start, &specs, false);
        let code = lowered.and_then(|l| l.pin().runnable(self.options.promote)).map_err(|e| e.to_string())?;
        Ok(Ready { module, files, compiler, code, environment })
    }

    fn replayer<'r>(&'r self, ready: &'r mut Ready) -> Replayer<'r> {
        let subject = Subject {
            module: &mut ready.module,
            pinned: ready.code.pinned(),
            promoted: ready.code.program(),
            found_in: self.caller.program(),
            entry: ready.code.entry(),
            targets: ready.code.targets(),
            environment: ready.environment.as_ref(),
            files: &ready.files,
            compiler: Some(&ready.compiler),
        };
        let mut replayer = Replayer::new(subject, self.settings.clone());
        if let Some(stop) = &self.stop {
            replayer.begins(stop);
        }
        replayer
    }
}
