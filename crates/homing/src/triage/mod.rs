//! `homing triage`: warnings of other tools, each with a verdict.

mod program;
mod reports;
mod tell;
mod verdicts;

use std::path::PathBuf;
use std::time::Instant;

use homing_driver::{Compiled, Options, Origin, Search};
use homing_explore::{Config, RunLimits};
use homing_host::{Failure, clock};
use homing_report::Report;
use homing_triage::{Outcome, Run, Session, Survey, Warning, ask};

use crate::cli::{ReplayBy, TriageArgs};
use crate::folder::{Around, Folder, Form};
use crate::interrupt::Interrupt;
use crate::solver::Solvers;
use crate::watcher::Terminal;
use reports::Reports;
use tell::Said;
use verdicts::Verdicts;

/// Runs `homing triage`; the exit code.
pub fn triage(args: &TriageArgs) -> Result<i32, Failure> {
    let begun = Instant::now();
    let interrupt = Interrupt::listen();
    let mut reports = Reports::read(&args.split().0)?;
    if let Some(revision) = &args.since {
        reports.leave_out_unchanged(revision)?;
    }
    if args.errors_only {
        reports.leave_out_others();
    }
    let mut results = Vec::new();
    let warnings = reports.warnings();
    if warnings.iter().any(|w| w.problem.is_none() && w.left_out.is_none()) {
        crate::exit::on_fatal_error();
        let program = program::compile(args, &warnings)?;
        results = decide(args, &program, &warnings, &interrupt)?;
    } else {
        results.extend(warnings.iter().map(|w| Said::of_warning(w)));
    }
    tell::tell(args, &reports, &results, begun)
}

/// The verdict on each warning; none on those that are left out.
fn decide(args: &TriageArgs, program: &Compiled, warnings: &[&Warning], interrupt: &Interrupt) -> Result<Vec<Said>, Failure> {
    let survey = Survey::new(&program.survey()?);
    let (of_warnings, questions) = ask(warnings, &survey, &args.starts());
    let mut results: Vec<Said> = warnings
        .iter()
        .zip(&of_warnings)
        .map(|(w, q)| match q {
            Err(why) if w.left_out.is_none() => Said::Told(Outcome::unasked(why.clone())),
            _ => Said::of_warning(w),
        })
        .collect();
    let mut verdicts = Verdicts::open(args, program)?;
    let mut session = Session::new(questions, args.time_per);
    let mut shown = Shown { warnings, done: 0, all: of_warnings.iter().filter(|q| q.is_ok()).count() };
    for i in 0..session.questions().len() {
        if let Some(outcome) = verdicts.known(&session.questions()[i].key, args.time_per) {
            session.settle(i, outcome);
            shown.one(&session, i);
        }
    }
    let mut runner = Runner { args, program, interrupt, out: None, runs: 0 };
    while let Some(run) = session.next_run() {
        if interrupt.asked() {
            break;
        }
        let done = runner.run(&run);
        let interrupted = done.as_ref().is_ok_and(|d| d.0.ended == "interrupted");
        let decided = match done {
            Ok((report, folder)) => session.take(&run, Ok(&report), Some(&folder)),
            Err(failure) if failure.kind() == homing_host::FailureKind::Internal => return Err(failure),
            Err(failure) => session.take(&run, Err(failure.to_string()), None),
        };
        for i in decided {
            shown.one(&session, i);
            if !interrupted && let Some(outcome) = session.outcome(i) {
                verdicts.add(&session.questions()[i].key, args.time_per, outcome)?;
            }
        }
        if interrupted {
            break;
        }
    }
    session.stop("the run was interrupted");
    for (i, question) in of_warnings.iter().enumerate() {
        if let Ok(question) = question
            && let Some(outcome) = session.outcome(*question)
        {
            results[i] = Said::Told(outcome.clone());
        }
    }
    Ok(results)
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
    args: &'a TriageArgs,
    program: &'a Compiled,
    interrupt: &'a Interrupt,
    out: Option<PathBuf>,
    runs: usize,
}

impl Runner<'_> {
    /// A run; its report, and the folder with its test cases.
    fn run(&mut self, run: &Run) -> Result<(Report, String), Failure> {
        let flags = self.args.program();
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
            seed: self.args.seed,
            stop: Some(self.interrupt.flag()),
            solver_process: Some(solvers.starter(self.args.memory)),
            limits: RunLimits {
                time: Some(run.time),
                memory: self.args.memory.or_else(clock::default_memory),
                ..RunLimits::default()
            },
            ..Search::default().config
        };
        let search = Search { config, interpreter_only: self.args.replay == Some(ReplayBy::Interpreter), ..Search::default() };
        let mut terminal = Terminal::new(folder, self.interrupt.clone());
        let mut report = prepared.search(&search, &mut terminal)?;
        let folder = terminal.finish()?;
        folder.name_inputs(&mut report);
        report = Report {
            homing: env!("CARGO_PKG_VERSION").into(),
            command: "triage".into(),
            files: self.args.files.clone(),
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
            None => crate::folder::make(self.args.out.as_deref())?,
        };
        self.out = Some(out.clone());
        self.runs += 1;
        Folder::create(Some(&out.join(format!("run{:03}", self.runs))), std::env::args().collect(), form)
    }
}
