//! `homing triage`: warnings of other tools, each with a verdict; and what goes the same way: lines of patches, traces of crashes.

mod patch;
mod program;
mod reports;
mod tell;
mod trace;
mod verdicts;

use std::path::{Path, PathBuf};
use std::time::Instant;

use homing_driver::{Compiled, Options, Origin, Search};
use homing_explore::{Config, CpuLimit, RunLimits};
use homing_host::{Failure, FailureKind, clock};
use homing_report::Report;
use homing_triage::{Outcome, Run, Session, Survey, Warning, ask};

use crate::cli::{LookArgs, ReplayBy, TriageArgs};
use crate::folder::{Around, Folder, Form};
use crate::interrupt::Interrupt;
use crate::solver::Solvers;
use crate::watcher::Terminal;
pub use patch::patch;
use reports::Reports;
use tell::Said;
pub use trace::reproduce;
use verdicts::Verdicts;

/// A run may take so many times as long by the clock as it may use of the processor.
const PATIENCE: u32 = 10;

/// What is looked at.
pub struct Task<'a> {
    command: &'static str,
    look: &'a LookArgs,
    /// The program's files, as far as they are named.
    files: Vec<String>,
    /// The file of verdicts.
    resume: Option<&'a Path>,
}

/// Runs `homing triage`; the exit code.
pub fn triage(args: &TriageArgs) -> Result<i32, Failure> {
    let begun = Instant::now();
    let interrupt = Interrupt::listen();
    let (names, files) = args.split();
    let mut reports = Reports::read(&names)?;
    if let Some(revision) = &args.since {
        reports.leave_out_unchanged(revision)?;
    }
    if args.errors_only {
        reports.leave_out_others();
    }
    let task = Task { command: "triage", look: &args.look, files, resume: args.resume.as_deref() };
    let results = task.look_at(&reports.warnings(), &interrupt)?;
    tell::tell(args, &reports, &results, begun)
}

impl Task<'_> {
    /// What is said of each warning in the end.
    fn look_at(&self, warnings: &[&Warning], interrupt: &Interrupt) -> Result<Vec<Said>, Failure> {
        if !warnings.iter().any(|w| w.problem.is_none() && w.left_out.is_none()) {
            return Ok(warnings.iter().map(|w| Said::of_warning(w)).collect());
        }
        crate::exit::on_fatal_error();
        let program = program::compile(self, warnings)?;
        let survey = Survey::new(&program.survey()?);
        let (of_warnings, questions) = ask(warnings, &survey, &self.look.starts());
        let session = self.decide(Session::new(questions, self.look.time_per), &program, warnings, interrupt)?;
        let said = warnings.iter().zip(&of_warnings).map(|(w, question)| match question {
            Ok(question) => session.outcome(*question).map_or_else(|| Said::of_warning(w), |o| Said::Told(Box::new(o.clone()))),
            Err(why) if w.left_out.is_none() => Said::Told(Box::new(Outcome::unasked(why.clone()))),
            Err(_) => Said::of_warning(w),
        });
        Ok(said.collect())
    }

    /// Makes runs until every question has its verdict.
    fn decide(
        &self,
        mut session: Session,
        program: &Compiled,
        warnings: &[&Warning],
        interrupt: &Interrupt,
    ) -> Result<Session, Failure> {
        let time = self.look.time_per;
        let mut verdicts = Verdicts::open(self, program)?;
        let all = session.questions().iter().map(|q| q.warnings.len()).sum();
        let mut shown = Shown { warnings, done: 0, all };
        for i in 0..session.questions().len() {
            if let Some(outcome) = verdicts.known(&session.questions()[i].key, time) {
                session.settle(i, outcome);
                shown.one(&session, i);
            }
        }
        let mut runner = Runner { task: self, program, interrupt, out: None, runs: 0 };
        while let Some(run) = session.next_run().filter(|_| !interrupt.asked()) {
            let done = runner.run(&run);
            let interrupted = done.as_ref().is_ok_and(|d| d.0.ended == "interrupted");
            let decided = match done {
                Ok((report, folder)) => session.take(&run, Ok(&report), Some(&folder)),
                Err(failure) if failure.kind() == FailureKind::Internal => return Err(failure),
                Err(failure) => session.take(&run, Err(failure.to_string()), None),
            };
            for i in decided {
                shown.one(&session, i);
                if !interrupted && let Some(outcome) = session.outcome(i) {
                    verdicts.add(&session.questions()[i].key, time, outcome)?;
                }
            }
            if interrupted {
                break;
            }
        }
        session.stop("the run was interrupted");
        Ok(session)
    }
}

/// What is told of decided questions while others are still open.
struct Shown<'a> {
    warnings: &'a [&'a Warning],
    done: usize,
    all: usize,
}

impl Shown<'_> {
    fn one(&mut self, session: &Session, question: usize) {
        let Some(outcome) = session.outcome(question) else { return };
        for warning in &session.questions()[question].warnings {
            self.done += 1;
            let row = homing_triage::Row { warning: self.warnings[*warning], outcome };
            tell!("[{}/{}] {}", self.done, self.all, homing_triage::line(&row));
        }
    }
}

/// Makes the runs.
struct Runner<'a> {
    task: &'a Task<'a>,
    program: &'a Compiled,
    interrupt: &'a Interrupt,
    out: Option<PathBuf>,
    runs: usize,
}

impl Runner<'_> {
    /// A run; its report, and the folder with its test cases.
    fn run(&mut self, run: &Run) -> Result<(Report, String), Failure> {
        let flags = self.task.look.program();
        let options = Options { entry: run.start.entry.clone(), lazy: run.start.lazy, some_targets: true, ..flags.options() };
        let options = if run.start.lazy { program::of_functions(options) } else { options };
        let mut prepared = self.program.again(run.targets.clone(), options)?.load()?.link()?.prepare()?;
        let form = match prepared.origin() {
            Origin::C(native) => Form::KTest(native.environment().map(|environment| {
                let name = native.files().all().first().map(|f| f.display().to_string()).unwrap_or_default();
                let words = std::iter::once(name).chain(flags.environment.words()).collect();
                Box::new(Around { environment: environment.clone(), flags: flags.environment.flags(), words })
            })),
            Origin::Microc(_) => return Err(Failure::usage("homing triage: for programs in C and bitcode only")),
        };
        let folder = self.folder(form)?;
        let shown = folder.shown.clone();
        let solvers = Solvers::default();
        let config = Config {
            seed: self.task.look.seed,
            stop: Some(self.interrupt.flag()),
            solver_process: Some(solvers.starter(self.task.look.memory)),
            limits: RunLimits {
                // A busy machine makes runs longer, not worse, within reason.
                time: Some(run.time * PATIENCE),
                cpu: Some(CpuLimit { limit: run.time, clock: clock::common_cpu }),
                memory: self.task.look.memory.or_else(clock::default_memory),
                ..RunLimits::default()
            },
            ..Search::default().config
        };
        let search =
            Search { config, interpreter_only: self.task.look.replay == Some(ReplayBy::Interpreter), ..Search::default() };
        let mut terminal = Terminal::new(folder, self.interrupt.clone());
        let mut report = prepared.search(&search, &mut terminal)?;
        let folder = terminal.finish()?;
        folder.name_inputs(&mut report);
        report = Report {
            homing: env!("CARGO_PKG_VERSION").into(),
            command: self.task.command.into(),
            files: self.task.files.clone(),
            entry: run.start.entry.clone(),
            folder: Some(shown.clone()),
            ..report
        };
        let text = homing_report::text(&report, &mut |path| std::fs::read_to_string(path).ok());
        folder.report(&report, &text)?;
        Ok((report, shown))
    }

    /// The folder of the next run, in that of all of them.
    fn folder(&mut self, form: Form) -> Result<Folder, Failure> {
        let out = match &self.out {
            Some(out) => out.clone(),
            None => crate::folder::make(self.task.look.out.as_deref())?,
        };
        self.out = Some(out.clone());
        self.runs += 1;
        Folder::create(Some(&out.join(format!("run{:03}", self.runs))), std::env::args().collect(), form)
    }
}
