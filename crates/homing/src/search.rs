//! `homing reach` and `homing check`.

use std::time::Instant;

use homing_driver::{Origin, Preconditions, Prepared, Search, split_line};
use homing_exec::{ExecOptions, LazyOptions, SymbolicIndex, Undefined};
use homing_explore::{Config, CpuLimit, Merging, RunLimits, Techniques};
use homing_host::{Failure, clock};
use homing_ir::TargetSpec;
use homing_report::{ErrorReport, Report, TargetReport};

use crate::cli::{
    Check, CheckArgs, GlobalsArg, IndexArg, LazyArgs, ProgramArgs, ReachArgs, ReplayBy, RunArgs, Switch, UndefinedArg,
};
use crate::folder::{self, Around, Folder, Form};
use crate::interrupt::Interrupt;
use crate::program::{prepare, request};
use crate::solver::Solvers;
use crate::watcher::Terminal;

/// Runs `homing reach`; the exit code.
pub fn reach(args: &ReachArgs) -> Result<i32, Failure> {
    let named = args.files.iter().any(|f| split_line(f).1.is_some());
    if args.targets.target.is_empty() && !named {
        return Err(Failure::usage(
            "no target: write FILE:LINE, or --target with FILE:LINE, 'FUNCTION()', any or error:KIND (or use `homing check`)",
        ));
    }
    let program = compiled_for(&args.program, &args.run);
    let targets = &args.targets.target;
    run(
        &Asked { command: "reach", files: &args.files, targets, program: &program, lazy: &args.lazy, all_errors: |_| false },
        &args.run,
    )
}

/// Runs `homing check`; the exit code.
pub fn check(args: &CheckArgs) -> Result<i32, Failure> {
    let program = compiled_for(&args.program, &args.run);
    // In C errors hide each other less than in microc, whose exploration the literature ends at the first.
    let all_errors = |microc: bool| if microc { args.all_errors } else { !args.first_error };
    run(&Asked { command: "check", files: &args.files, targets: &[], program: &program, lazy: &args.lazy, all_errors }, &args.run)
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
    files: &'a [String],
    targets: &'a [String],
    program: &'a ProgramArgs,
    lazy: &'a LazyArgs,
    /// Whether to go on after an error; asked with whether the program is in microc.
    all_errors: F,
}

fn run<F: Fn(bool) -> bool>(asked: &Asked<'_, F>, args: &RunArgs) -> Result<i32, Failure> {
    let start = Instant::now();
    let interrupt = Interrupt::listen();
    check_search(args)?;
    if let Some(name @ ("guess" | "fuzz" | "concolic")) = args.search.as_deref().filter(|_| asked.lazy.lazy) {
        return Err(Failure::usage(format!("--search {name}: a caller cannot be guessed; leave --lazy or --search away")));
    }
    let mut prepared = prepared(asked, args)?;
    let microc = prepared.native().is_none();
    if microc {
        crate::microc::search_fits(args)?;
    } else if args.symbolic_index.is_some() {
        return Err(Failure::usage("--symbolic-index: for microc programs only"));
    }
    if (microc || asked.lazy.lazy) && (args.corpus || !args.seed_input.is_empty()) {
        return Err(Failure::usage("--seed-input and --corpus: for whole programs in C and bitcode only"));
    }
    let all_errors = (asked.all_errors)(microc);
    let folder = Folder::create(args.out.as_deref(), std::env::args().collect(), form(asked, &prepared))?;
    let distances = args.dist.as_ref().map(|file| crate::distances::load(file, &prepared)).transpose()?;
    let solvers = Solvers::default();
    let config = Config {
        stop: Some(interrupt.flag()),
        solver_process: Some(solvers.starter(args.memory)),
        distances: distances.map(std::sync::Arc::new),
        last_run: true,
        all_errors,
        hard_questions: args.questions.as_deref().map(crate::questions::writer).transpose()?,
        seed_inputs: crate::seeds::read(&args.seed_input)?,
        ..config(asked.command, asked.lazy, args)
    };
    let search = Search {
        config,
        interpreter_only: asked.program.replay == Some(ReplayBy::Interpreter),
        initial_globals: asked.lazy.lazy_globals == GlobalsArg::Initial,
    };
    let mut terminal = Terminal::new(folder, interrupt);
    let mut report = prepared.search(&search, &mut terminal)?;
    drop(solvers);
    let folder = terminal.finish()?;
    if asked.command == "check" && !all_errors {
        // The search ended at the first error, which was its target.
        report.errors = report.targets.iter().filter_map(error_reached).collect();
    }
    folder.name_inputs(&mut report);
    let mut report = Report {
        homing: env!("CARGO_PKG_VERSION").into(),
        command: asked.command.into(),
        files: asked.files.to_vec(),
        entry: asked.program.entry.clone(),
        folder: Some(folder.shown.clone()),
        ..report
    };
    report.statistics.wall_seconds = start.elapsed().as_secs_f64();
    crate::explain::add(&mut report, args);
    tell(&report, &folder, args)?;
    // What was found is told first: the file may be impossible to write.
    if let Some(file) = &asked.lazy.harness {
        folder.harness(&report, file)?;
    }
    Ok(report.exit_code)
}

/// The program, with an error of any kind as the target where none is named.
fn prepared<F>(asked: &Asked<'_, F>, args: &RunArgs) -> Result<Prepared, Failure> {
    let mut request = request(asked.files, asked.targets, asked.program)?;
    // A register has no time before it was written.
    request.options.promote &= !exec_options(asked.command, args).check_uninitialised;
    request.options.lazy = asked.lazy.lazy;
    let (expressions, functions) = (asked.lazy.assume.clone(), asked.lazy.assume_function.clone());
    request.options.preconditions = Preconditions { expressions, functions };
    request.options.pairs = asked.lazy.lazy_pairs.clone();
    request.options.some_targets = true;
    if asked.command == "check" && request.targets.is_empty() {
        request.targets.push(TargetSpec::Error(None));
    }
    prepare(&request, asked.program)
}

/// Writes and prints a report.
fn tell(report: &Report, folder: &Folder, args: &RunArgs) -> Result<(), Failure> {
    let text = homing_report::text(&near(report), &mut |path| std::fs::read_to_string(path).ok());
    folder.report(report, &text)?;
    if let Some(dir) = &args.stats_dir {
        folder::statistics(dir, report)?;
    }
    if let Some(file) = &args.html {
        crate::html::of_report(file, &near(report), &folder.shown)?;
    }
    if args.json {
        let json = serde_json::to_string_pretty(report).map_err(Failure::internal)?;
        crate::output::print(&format!("{json}\n"));
    } else {
        crate::output::print(&text);
    }
    Ok(())
}

/// The error that a target is, complete with how it was found.
fn error_reached(t: &TargetReport) -> Option<ErrorReport> {
    Some(ErrorReport { replay: t.replay.clone(), test: t.test.clone(), ..t.error.clone()? })
}

/// How test cases of this program are written.
fn form<F>(asked: &Asked<'_, F>, prepared: &Prepared) -> Form {
    let file = || split_line(&asked.files[0]).0;
    match prepared.origin() {
        Origin::C(native) => Form::KTest(native.environment().map(|environment| {
            let flags = &asked.program.environment;
            let words = std::iter::once(file()).chain(flags.words()).collect();
            Box::new(Around { environment: environment.clone(), flags: flags.flags(), words })
        })),
        Origin::Microc(m) => Form::Numbers {
            program: file(),
            params: m.ast().main().map_or(Vec::new(), |f| f.params.iter().map(|p| m.ast().name(p.name).to_string()).collect()),
            width: m.width(),
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

fn check_search(args: &RunArgs) -> Result<(), Failure> {
    let Some(name) = &args.search else { return Ok(()) };
    match homing_directed::make_strategy(name, args.seed) {
        Ok(_) => Ok(()),
        Err(why) => Err(Failure::usage(format!("--search {name}: {why}"))),
    }
}

fn config(command: &str, lazy: &LazyArgs, args: &RunArgs) -> Config {
    let default = Config::default();
    Config {
        search: args.search.clone().unwrap_or(default.search),
        seed: args.seed,
        limits: RunLimits {
            time: args.time,
            cpu: args.cpu_time.map(|limit| CpuLimit { limit, clock: clock::common_cpu }),
            memory: args.memory.or_else(clock::default_memory),
            max_states: args.max_states,
            max_depth: args.max_depth,
            max_instructions: args.max_instructions,
        },
        exec: ExecOptions { lazy: lazy_options(lazy), ..exec_options(command, args) },
        all_tests: args.all_tests,
        techniques: techniques(args),
        audit_closed: args.audit_closed,
        merging: args.merge.unwrap_or(Merging::DEFAULT).with(args.merge_limit, args.kappa),
        cross_check: args.cross_check,
        worklist: args.print_worklist,
        proof_samples: args.proof_samples,
        may_fuzz: !args.no_fuzz,
        tells_kept: args.corpus,
        solver_work: args.solver_limit.saturating_mul(1_000_000),
        ..default
    }
}

/// Those of the list, and those that have a switch of their own.
fn techniques(args: &RunArgs) -> Techniques {
    let mut all = args.techniques.clone();
    if let Some(switch) = args.summaries {
        all = all.with_summaries(switch == Switch::On);
    }
    if let Some(switch) = args.subsume {
        all = all.with_subsumption(switch == Switch::On);
    }
    match args.necessary {
        Some(switch) => all.with_necessary(switch == Switch::On),
        None => all,
    }
}

/// The checks asked for, by flag or by `homing check`.
fn exec_options(command: &str, args: &RunArgs) -> ExecOptions {
    let on = |c: Check| args.check.contains(&c) || args.check.contains(&Check::All);
    let leaks = on(Check::Leaks) || on(Check::LeaksAtExit);
    ExecOptions {
        check_overflow: on(Check::Overflow),
        check_shift: on(Check::Shift),
        check_conversion: on(Check::Conversion),
        check_uninitialised: on(Check::Uninit),
        check_leaks: leaks || command == "check",
        leaks_at_exit: on(Check::LeaksAtExit),
        prove_joins: args.prove_joins,
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
