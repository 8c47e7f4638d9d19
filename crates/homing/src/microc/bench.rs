//! `homing microc bench`: sets of programs against configurations of the search.

mod figures;
mod page;
mod table;
mod thesis;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use homing_compile::Kind;
use homing_driver::{Lowered, lower_microc, read_microc};
use homing_exec::{ExecOptions, StateId, SymbolicIndex};
use homing_explore::{Candidate, Config, Confirmation, CpuLimit, Ended, Hooks, Merging, Progress, RunLimits};
use homing_host::Failure;
use homing_host::clock;
use homing_host::io_message;
use homing_ir::TargetSpec;
use homing_microc::Ast;
use homing_replay::{MicrocReplayer, Replay};
use serde::Serialize;

use crate::cli::IndexArg;
use crate::cli::microc::BenchArgs;
use crate::interrupt::Interrupt;
use crate::progress::ProgressLine;

/// A way to search.
#[derive(Clone, Debug)]
struct Configuration {
    name: String,
    search: String,
    index: SymbolicIndex,
    merging: Merging,
}

/// What one program and one configuration gave.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub set: String,
    pub program: String,
    pub configuration: String,
    /// Paths explored, without those that end in an error.
    pub paths: u64,
    pub milliseconds: u64,
    /// `exhausted`, `decided` (an error was found), `time`, `memory`, `interrupted`.
    pub ended: String,
    pub errors: usize,
    /// Kind and place of each error.
    pub found: Vec<String>,
    pub blocks_covered: u64,
    pub blocks: u64,
    pub solver_calls: u64,
    /// Losses: what stands in the way of saying that there are no further errors.
    pub losses: u64,
}

/// Runs every program with every configuration; the exit code: 0 when all are done, 5 when not.
pub fn bench(args: &BenchArgs) -> Result<i32, Failure> {
    if args.thesis {
        return thesis::thesis(args, &Interrupt::listen());
    }
    let configurations = configurations(args)?;
    let mut sets = Vec::new();
    for set in &args.sets {
        let programs = programs(set)?;
        if programs.is_empty() {
            return Err(Failure::input(format!("{}: has no .uc, .mc or .microc file", set.display())));
        }
        sets.push((set.display().to_string(), programs));
    }
    let interrupt = Interrupt::listen();
    let mut runs = Vec::new();
    let all: usize = sets.iter().map(|s| s.1.len()).sum::<usize>() * configurations.len();
    'all: for (set, programs) in &sets {
        for path in programs {
            let ast = read_microc(path)?;
            for c in &configurations {
                if interrupt.asked() {
                    break 'all;
                }
                runs.push(one(args, set, &ast, c, &interrupt)?);
            }
        }
    }
    let sums = table::sums(&runs);
    crate::output::print(&table::text(args, &sums, &runs));
    if let Some(path) = &args.csv {
        crate::distances::write(path, &table::csv(&runs))?;
    }
    if let Some(path) = &args.json {
        crate::distances::write(path, &table::json(args, &sums, &runs)?)?;
    }
    Ok(if runs.len() == all && !interrupt.asked() { 0 } else { 5 })
}

fn configurations(args: &BenchArgs) -> Result<Vec<Configuration>, Failure> {
    let mut out = Vec::new();
    for search in crate::compare::strategies(&args.search, "--search")? {
        for index in &args.symbolic_index {
            let (index, suffix) = match index {
                IndexArg::Merge => (SymbolicIndex::Merge, ""),
                IndexArg::Fork => (SymbolicIndex::Fork, " fork"),
            };
            for merge in &args.merge {
                let merging = merge.parse::<Merging>().map_err(Failure::usage)?.with(args.merge_limit, args.kappa);
                let merge = if args.merge.len() > 1 { format!(" {merge}") } else { String::new() };
                out.push(Configuration { name: format!("{search}{suffix}{merge}"), search: search.clone(), index, merging });
            }
        }
    }
    Ok(out)
}

/// The programs of a set, by name.
fn programs(set: &Path) -> Result<Vec<PathBuf>, Failure> {
    let bad = |e: std::io::Error| Failure::input(format!("{}: {}", set.display(), io_message(&e)));
    if !std::fs::metadata(set).map_err(bad)?.is_dir() {
        return Ok(vec![set.to_path_buf()]);
    }
    let mut out = Vec::new();
    for entry in std::fs::read_dir(set).map_err(bad)? {
        let path = entry.map_err(bad)?.path();
        if homing_compile::kind(&path) == Some(Kind::Microc) && path.is_file() {
            out.push(path);
        }
    }
    out.sort();
    Ok(out)
}

/// Asks for the same things as a search of the command line, without a folder.
struct BenchHooks<'a> {
    replayer: MicrocReplayer<'a>,
    interrupt: &'a Interrupt,
    progress: ProgressLine,
}

impl Hooks for BenchHooks<'_> {
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation {
        self.replayer.confirm(c)
    }
    fn progress(&mut self, p: &Progress) {
        self.progress.draw(p);
    }
    fn memory_used(&mut self) -> Option<u64> {
        clock::resident_memory()
    }
    fn interrupted(&mut self) -> bool {
        self.interrupt.asked()
    }
    fn picked(&mut self, _: StateId, _: &[(StateId, String)]) {}
}

/// Time by the clock, or of the CPU.
struct Watch {
    started: Instant,
    cpu: Option<f64>,
}

impl Watch {
    fn start(cpu: bool) -> Watch {
        Watch { started: Instant::now(), cpu: cpu.then(clock::common_cpu) }
    }

    fn elapsed(&self) -> Duration {
        self.cpu.map_or_else(|| self.started.elapsed(), |then| Duration::from_secs_f64((clock::common_cpu() - then).max(0.0)))
    }
}

fn limits(args: &BenchArgs) -> RunLimits {
    let limits = RunLimits { memory: clock::default_memory(), ..RunLimits::default() };
    if args.cpu {
        return RunLimits { cpu: Some(CpuLimit { limit: args.time, clock: clock::common_cpu }), ..limits };
    }
    RunLimits { time: Some(args.time), ..limits }
}

fn one(args: &BenchArgs, set: &str, ast: &Ast, c: &Configuration, interrupt: &Interrupt) -> Result<Run, Failure> {
    let watch = Watch::start(args.cpu);
    let lowered = Lowered::of_program(lower_microc(ast, args.int_width)?, "main", &[TargetSpec::Error(None)])?;
    let code = lowered.pin().runnable(true)?;
    let program = code.program();
    let solvers = crate::solver::Solvers::default();
    let config = Config {
        solver_process: Some(solvers.starter(None)),
        search: c.search.clone(),
        seed: args.seed,
        limits: limits(args),
        exec: ExecOptions { symbolic_index: c.index, ..ExecOptions::default() },
        all_errors: args.all_errors,
        merging: c.merging,
        stop: Some(interrupt.flag()),
        ..Config::default()
    };
    let strategy = homing_directed::make_strategy(&c.search, args.seed).map_err(Failure::usage)?;
    let replayer = MicrocReplayer::new(ast, args.int_width, program, &[]);
    let mut hooks = BenchHooks { replayer, interrupt, progress: ProgressLine::new() };
    let outcome = homing_explore::explore_with(program, code.entry(), code.targets(), &config, strategy, &mut hooks);
    hooks.progress.clear();
    let mut found: Vec<String> = outcome.errors.iter().map(|e| told(program, &e.finding)).collect();
    if !args.all_errors {
        found = outcome.targets.iter().filter_map(|t| reached(program, &t.verdict)).collect();
    }
    Ok(Run {
        set: set.to_string(),
        program: name(ast),
        configuration: c.name.clone(),
        paths: outcome.stats.paths - outcome.stats.error_paths,
        milliseconds: watch.elapsed().as_millis() as u64,
        ended: ended(outcome.ended).into(),
        errors: found.len(),
        found,
        blocks_covered: outcome.stats.blocks_covered,
        blocks: outcome.stats.blocks_total,
        solver_calls: outcome.stats.solver_calls,
        losses: outcome.losses.iter().map(|l| l.1).sum(),
    })
}

fn name(ast: &Ast) -> String {
    Path::new(&ast.file).file_name().map_or_else(|| ast.file.clone(), |n| n.to_string_lossy().into_owned())
}

fn told(p: &homing_ir::Program, f: &homing_exec::Finding) -> String {
    let at = p.loc(f.loc);
    format!("{} at {}:{}", f.kind, at.line, at.column)
}

fn reached(p: &homing_ir::Program, v: &homing_explore::Verdict) -> Option<String> {
    match v {
        homing_explore::Verdict::Reached { finding, .. } => finding.as_ref().map(|f| told(p, f)),
        _ => None,
    }
}

fn ended(e: Ended) -> &'static str {
    match e {
        Ended::Exhausted => "exhausted",
        Ended::Decided => "decided",
        Ended::Time | Ended::CpuTime => "time",
        Ended::Memory => "memory",
        Ended::Instructions => "instructions",
        Ended::Interrupted => "interrupted",
    }
}
