//! `homing reach` and `homing check`.

use std::time::{Duration, Instant};

use homing_exec::{ExecOptions, LazyOptions, SymbolicIndex, TestCase, Undefined};
use homing_explore::{Config, RunLimits};
use homing_host::Failure;
use homing_host::clock;
use homing_interp::Options;
use homing_ir::{ErrorKind, TargetSpec};
use homing_replay::{MicrocReplayer, Replay, Replayer, Settings, Subject};
use homing_report::{Assumed, ErrorReport, Line, Report, Stop, TargetReport, Tests};

use crate::cli::{Check, CheckArgs, IndexArg, LazyArgs, ProgramArgs, ReachArgs, ReplayBy, RunArgs, UndefinedArg};
use crate::folder::{self, Around, Folder, Form};
use crate::hooks::RunHooks;
use crate::interrupt::Interrupt;
use crate::lazy::{Caller, CallerReplayer};
use crate::prepare::{Prepared, Request, Source, prepare};
use crate::progress::ProgressLine;

/// Runs `homing reach`; the exit code.
pub fn reach(args: &ReachArgs) -> Result<i32, Failure> {
    let named = args.files.iter().any(|f| crate::cli::split_line(f).1.is_some());
    if args.targets.target.is_empty() && !named {
        return Err(Failure::usage(
            "no target: write FILE:LINE, or --target with FILE:LINE, 'FUNCTION()', any or error:KIND (or use `homing check`)",
        ));
    }
    let program = compiled_for(&args.program, &args.run);
    let request = Request { lazy: args.lazy.lazy, ..Request::new(&args.files, &args.targets.target, &program) };
    run(&Asked { command: "reach", request, lazy: &args.lazy, all_errors: |_| false }, &args.run)
}

/// Runs `homing check`; the exit code.
pub fn check(args: &CheckArgs) -> Result<i32, Failure> {
    let program = compiled_for(&args.program, &args.run);
    let request = Request {
        default_target: Some(TargetSpec::Error(None)),
        lazy: args.lazy.lazy,
        ..Request::new(&args.files, &[], &program)
    };
    // In C errors hide each other less than in microc, whose exploration the literature ends at the first.
    let all_errors = |microc: bool| if microc { args.all_errors } else { !args.first_error };
    run(&Asked { command: "check", request, lazy: &args.lazy, all_errors }, &args.run)
}

/// The program, compiled so that it reports what the engine does not look for: it checks accesses against whole objects, and where
/// arrays in a record end only the compiler knows.
fn compiled_for(program: &ProgramArgs, run: &RunArgs) -> ProgramArgs {
    let mut program = program.clone();
    if run.check.contains(&Check::Members) {
        program.cflags.push("-fsanitize=bounds".into());
    }
    program
}

/// What a search is about.
struct Asked<'a, F> {
    command: &'static str,
    request: Request<'a>,
    lazy: &'a LazyArgs,
    /// Whether to go on after an error; asked with whether the program is in microc.
    all_errors: F,
}

fn run<F: Fn(bool) -> bool>(asked: &Asked<'_, F>, args: &RunArgs) -> Result<i32, Failure> {
    let Asked { command, request, .. } = asked;
    let start = Instant::now();
    let interrupt = Interrupt::listen();
    check_search(args)?;
    if asked.lazy.lazy && args.search.as_deref() == Some("guess") {
        return Err(Failure::usage("--search guess: a caller cannot be guessed; leave --lazy or --search away"));
    }
    let mut prepared = prepare(request)?;
    let microc = prepared.native().is_none();
    if microc {
        crate::microc::search_fits(args)?;
    } else if args.symbolic_index.is_some() {
        return Err(Failure::usage("--symbolic-index: for microc programs only"));
    }
    let all_errors = (asked.all_errors)(microc);
    let folder = Folder::create(args.out.as_deref(), std::env::args().collect(), form(request, &prepared))?;
    let distances = args.dist.as_ref().map(|file| crate::distances::load(file, &prepared, request.program)).transpose()?;
    let start_in = if asked.lazy.lazy { crate::lazy::start(asked.lazy, &prepared) } else { homing_explore::Start::Program };
    let config = config(command, &prepared, args);
    let config = Config {
        exec: ExecOptions { lazy: lazy_options(asked.lazy), ..config.exec },
        start: start_in,
        stop: Some(interrupt.flag()),
        distances: distances.map(std::sync::Arc::new),
        last_run: true,
        all_errors,
        ..config
    };
    let (mut report, folder) = search(&mut prepared, request.program, &config, folder, interrupt, start)?;
    if *command == "check" && !all_errors {
        // The search ended at the first error, which was its target.
        report.errors = report.targets.iter().filter_map(error_reached).collect();
    }
    folder.name_inputs(&mut report);
    let report = Report {
        homing: env!("CARGO_PKG_VERSION").into(),
        command: (*command).into(),
        files: request.files.to_vec(),
        entry: request.program.entry.clone(),
        ..report
    };
    let text = homing_report::text(&near(&report), &mut |path| std::fs::read_to_string(path).ok());
    folder.report(&report, &text)?;
    if let Some(dir) = &args.stats_dir {
        folder::statistics(dir, &report)?;
    }
    if args.json {
        let json = serde_json::to_string_pretty(&report).map_err(Failure::internal)?;
        crate::output::print(&format!("{json}\n"));
    } else {
        crate::output::print(&text);
    }
    // What was found is told first: the file may be impossible to write.
    if let Some(file) = &asked.lazy.harness {
        folder.harness(&report, file)?;
    }
    Ok(report.exit_code)
}

/// The error that a target is, complete with how it was found.
fn error_reached(t: &TargetReport) -> Option<ErrorReport> {
    Some(ErrorReport { replay: t.replay.clone(), test: t.test.clone(), ..t.error.clone()? })
}

/// How test cases of this program are written.
fn form(request: &Request<'_>, prepared: &Prepared) -> Form {
    match &prepared.source {
        Source::C(_) => Form::KTest(prepared.environment.clone().map(|environment| {
            let asked = &request.program.environment;
            let words = std::iter::once(crate::cli::split_line(&request.files[0]).0).chain(asked.words()).collect();
            Box::new(Around { environment, flags: asked.flags(), words })
        })),
        Source::Microc(m) => Form::Numbers {
            program: crate::cli::split_line(&request.files[0]).0,
            params: m.ast.main().map_or(Vec::new(), |f| f.params.iter().map(|p| m.ast.name(p.name).to_string()).collect()),
            width: m.width,
        },
    }
}

/// The report with names of files as the user sees them from here.
fn near(report: &Report) -> Report {
    let mut near = report.clone();
    if let Ok(here) = std::env::current_dir() {
        near.relative_to(&here.display().to_string());
    }
    near
}

fn search(
    prepared: &mut Prepared,
    program: &ProgramArgs,
    config: &Config,
    folder: Folder,
    interrupt: Interrupt,
    start: Instant,
) -> Result<(Report, Folder), Failure> {
    let caller = prepared.native().filter(|_| config.start != homing_explore::Start::Program).map(|native| {
        // The harness is another module: of this one only what does not change is looked at.
        let work = prepared.work.path();
        Caller::new(&prepared.program, prepared.entry, native.inputs.clone(), native.compiler.as_ref(), work)
    });
    let settings = Settings {
        link_args: &program.environment.link_args,
        work: prepared.work.path(),
        interpreter_only: program.replay == Some(ReplayBy::Interpreter),
        interpreter: interpreter_options(&config.exec),
        native_time: Duration::from_secs(10),
    };
    let replayer: Box<dyn Replay + '_> = match &mut prepared.source {
        Source::C(_) if let Some(caller) = &caller => Box::new(CallerReplayer {
            caller,
            targets: &prepared.targets,
            libc: program.environment.libc,
            no_passes: program.no_passes,
            settings,
            confirmed: Vec::new(),
            seconds: 0.0,
            isolation: None,
            sampled: 0,
        }),
        Source::Microc(m) => Box::new(MicrocReplayer::new(&m.ast, m.width, &prepared.program, &prepared.targets)),
        Source::C(native) => {
            let subject = Subject {
                module: &mut native.module,
                pinned: &prepared.pinned,
                promoted: &prepared.program,
                found_in: &prepared.pinned,
                entry: prepared.entry,
                targets: &prepared.targets,
                environment: prepared.environment.as_ref(),
                files: &native.inputs,
                compiler: native.compiler.as_ref(),
            };
            Box::new(Replayer::new(subject, settings))
        }
    };
    let mut hooks = RunHooks {
        replayer,
        caller: caller.as_ref(),
        folder,
        progress: ProgressLine::new(),
        interrupt,
        program: &prepared.program,
        options: &config.exec,
        failure: None,
    };
    let strategy = homing_directed::make_strategy(&config.search, config.seed).map_err(Failure::usage)?;
    let outcome =
        homing_explore::explore_with(&prepared.program, prepared.entry, &prepared.targets, config, strategy, &mut hooks);
    hooks.progress.clear();
    for c in &outcome.contradictions {
        hooks.write(&c.test, &format!("a contradiction: the model {}, but {}", c.model, c.run));
    }
    let RunHooks { replayer, folder, failure, .. } = hooks;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let replay_seconds = replayer.seconds();
    let mut tests = Known { replayer: &*replayer, caller: caller.as_ref(), folder: &folder };
    let mut report = homing_report::build(&prepared.program, &prepared.targets, &prepared.places, &outcome, &mut tests);
    report.folder = Some(folder.shown.clone());
    report.isolation = replayer.isolation();
    let s = &mut report.statistics;
    s.cpu_seconds.compile = prepared.compile_seconds;
    s.cpu_seconds.load = prepared.load_seconds;
    s.cpu_seconds.replay = replay_seconds;
    s.peak_memory = s.peak_memory.max(clock::peak_memory());
    s.wall_seconds = start.elapsed().as_secs_f64();
    Ok((report, folder))
}

/// What the report asks about test cases.
struct Known<'a> {
    replayer: &'a dyn Replay,
    caller: Option<&'a Caller<'a>>,
    folder: &'a Folder,
}

impl Tests for Known<'_> {
    fn file(&mut self, test: &TestCase) -> Option<String> {
        self.folder.name_of(test)
    }

    fn trace(&mut self, test: &TestCase, stop: Stop<'_>) -> Vec<Line> {
        self.replayer.trace(test, stop)
    }

    fn assumptions(&mut self, test: &TestCase) -> Option<Assumed> {
        let lines = self.caller?.assumptions(test.given.as_ref()?).lines();
        Some(Assumed { lines, harness: self.folder.harness_of(test) })
    }

    fn invocation(&mut self, test: &TestCase) -> Option<(homing_report::Invocation, Vec<bool>)> {
        self.folder.invocation(test)
    }
}

fn check_search(args: &RunArgs) -> Result<(), Failure> {
    let Some(name) = &args.search else { return Ok(()) };
    match homing_directed::make_strategy(name, args.seed) {
        Ok(_) => Ok(()),
        Err(why) => Err(Failure::usage(format!("--search {name}: {why}"))),
    }
}

fn config(command: &str, prepared: &Prepared, args: &RunArgs) -> Config {
    let default = Config::default();
    Config {
        search: args.search.clone().unwrap_or(default.search),
        seed: args.seed,
        limits: RunLimits {
            time: args.time,
            memory: args.memory.or_else(|| clock::machine_memory().map(|m| m / 4 * 3)),
            max_states: args.max_states,
            max_depth: args.max_depth,
            max_instructions: args.max_instructions,
        },
        exec: exec_options(command, prepared, args),
        all_tests: args.all_tests,
        techniques: args.techniques.clone(),
        cross_check: args.cross_check,
        worklist: args.print_worklist,
        proof_samples: args.proof_samples,
        solver_work: args.solver_limit.saturating_mul(1_000_000),
        ..default
    }
}

/// The checks asked for: by flag, by `homing check`, or because a target is an error of that kind.
fn exec_options(command: &str, prepared: &Prepared, args: &RunArgs) -> ExecOptions {
    let on = |c: Check| args.check.contains(&c) || args.check.contains(&Check::All);
    let wanted = |k: ErrorKind| prepared.targets.iter().any(|t| t.spec == TargetSpec::Error(Some(k)));
    let leaks = on(Check::Leaks) || wanted(ErrorKind::Leak) || on(Check::LeaksAtExit);
    ExecOptions {
        check_overflow: on(Check::Overflow) || wanted(ErrorKind::SignedOverflow),
        check_shift: on(Check::Shift) || wanted(ErrorKind::Shift),
        check_conversion: on(Check::Conversion) || wanted(ErrorKind::Conversion),
        check_uninitialised: on(Check::Uninit) || wanted(ErrorKind::Uninitialised),
        check_leaks: leaks || command == "check",
        leaks_at_exit: on(Check::LeaksAtExit),
        reports_end: prepared.targets.iter().any(|t| matches!(t.spec, TargetSpec::Error(_))),
        fail_allocations: args.fail_allocations,
        undefined: match args.undefined {
            UndefinedArg::Stop => Undefined::Stop,
            UndefinedArg::Havoc => Undefined::Havoc,
        },
        symbolic_index: match args.symbolic_index {
            Some(IndexArg::Fork) => SymbolicIndex::Fork,
            _ => SymbolicIndex::Merge,
        },
        ..ExecOptions::default()
    }
}

/// How far lazy initialisation goes.
fn lazy_options(args: &LazyArgs) -> LazyOptions {
    LazyOptions { array: args.lazy_array, alias: args.lazy_alias, depth: args.lazy_depth, thorough: args.lazy }
}

/// The interpreter checks what the search checked.
fn interpreter_options(exec: &ExecOptions) -> Options {
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
