//! `homing compare`: strategies against each other, with many seeds each.
//!
//! Every run is a `homing reach` of its own process, on the same bitcode. Finished runs go to a file at once, so that a comparison can be
//! interrupted and resumed.

mod child;
mod html;
mod results;
mod stats;
mod table;

pub use results::fingerprint;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use child::{Child, Job};
use homing_driver::{Origin, Prepared};
use homing_host::Failure;
use homing_host::clock;
use results::{Header, Outcome, Results, Run};
use stats::Summary;

use crate::cli::CompareArgs;
use crate::distances::write;
use crate::interrupt::Interrupt;
use crate::program::{prepare, request};

/// Everything that the outputs are made from.
pub struct Comparison<'a> {
    pub header: &'a Header,
    pub files: String,
    pub seeds: u64,
    /// In the order asked for.
    pub summaries: Vec<Summary>,
    pub runs: Vec<&'a Run>,
}

/// Runs `homing compare`; the exit code: 0 when every run is done, 5 when some are not.
pub fn compare(args: &CompareArgs) -> Result<i32, Failure> {
    let strategies = strategies(&args.strategies, "--strategies")?;
    if args.time.is_zero() {
        return Err(Failure::usage("--time 0: a run needs some time"));
    }
    let interrupt = Interrupt::listen();
    let request = request(&args.files, &args.targets.target, &args.program)?;
    let prepared = prepare(&request, &args.program)?;
    if prepared.targets().is_empty() {
        return Err(Failure::usage("no target: write FILE:LINE, or --target with FILE:LINE, 'FUNCTION()', any or error:KIND"));
    }
    let program = match prepared.origin() {
        Origin::C(native) => {
            let program = prepared.work().join("program.bc");
            native.module().write_bitcode(&program).map_err(Failure::input)?;
            program
        }
        Origin::Microc(m) => m.file().to_path_buf(),
    };
    let mut results = Results::open(args.resume.as_deref(), header(args, &prepared, &program)?)?;
    let jobs = jobs(args, &strategies, &results, &prepared, &program);
    let complete = run_all(&jobs, args, &mut results, &interrupt)?;

    let wanted = |r: &&Run| r.seed <= args.seeds && strategies.contains(&r.strategy);
    let runs: Vec<&Run> = results.runs.iter().filter(wanted).collect();
    let summaries = strategies.iter().map(|s| Summary::new(s, &runs)).collect();
    let comparison = Comparison { header: &results.header, files: args.files.join(" "), seeds: args.seeds, summaries, runs };
    outputs(args, &comparison)?;
    crate::output::print(&table::text(&comparison));
    crate::output::print(&format!("Runs are in {}\n", results.path.display()));
    if let Some(why) = disagreement(&comparison.runs) {
        return Err(Failure::internal(why));
    }
    if !complete {
        tell!("homing: not all runs are done; go on with --resume {}", results.path.display());
    }
    let failed = comparison.runs.iter().find(|r| r.outcome == Outcome::Failed);
    if let Some(r) = failed {
        tell!("homing: {} with seed {} failed: {}", r.strategy, r.seed, r.why);
    }
    Ok(if complete && failed.is_none() { 0 } else { 5 })
}

/// `all`, names with commas; a combination ends at a semicolon or takes the rest.
pub fn strategies(asked: &[String], flag: &str) -> Result<Vec<String>, Failure> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        if !out.iter().any(|n| n == name) {
            out.push(name.to_string());
        }
    };
    for part in asked.iter().flat_map(|p| p.split(';')) {
        // What comes before the word with the first colon does not belong to that combination.
        let (names, combination) = match part.find(':') {
            Some(colon) => part.split_at(part[..colon].rfind(',').map_or(0, |comma| comma + 1)),
            None => (part, ""),
        };
        for name in names.split(',').chain([combination]).map(str::trim).filter(|n| !n.is_empty()) {
            if name == "all" {
                let single = homing_directed::strategies().iter().map(|(n, _)| *n).filter(|n| !n.contains(':'));
                single.for_each(&mut add);
                homing_directed::BACKWARDS.iter().copied().for_each(&mut add);
            } else {
                add(name);
            }
        }
    }
    for name in &out {
        homing_directed::make_strategy(name, 1).map_err(|why| Failure::usage(format!("{flag} {name}: {why}")))?;
    }
    if out.is_empty() { Err(Failure::usage(format!("{flag}: none is named"))) } else { Ok(out) }
}

fn header(args: &CompareArgs, prepared: &Prepared, program: &std::path::Path) -> Result<Header, Failure> {
    let bytes = std::fs::read(program).map_err(|e| Failure::input(format!("{}: {e}", program.display())))?;
    Ok(Header {
        homing: env!("CARGO_PKG_VERSION").into(),
        program: results::fingerprint(&bytes),
        targets: prepared.targets().iter().map(|t| t.label.clone()).collect(),
        entry: args.program.entry.clone(),
        passes: !args.program.no_passes,
        flags: args
            .program
            .int_width
            .iter()
            .map(|w| format!("--int-width={w}"))
            .chain(args.program.environment.flags())
            .chain(args.run_flag.clone())
            .collect(),
        time: args.time.as_secs_f64(),
    })
}

/// The runs that are still to be done: all strategies with one seed before the next seed, so that an early end leaves a fair picture.
fn jobs(
    args: &CompareArgs,
    strategies: &[String],
    results: &Results,
    prepared: &Prepared,
    program: &std::path::Path,
) -> Vec<Job> {
    let mut common: Vec<String> = vec!["reach".into(), program.display().to_string(), "--json".into()];
    for t in prepared.targets() {
        common.extend(["--target".into(), t.spec.to_string()]);
    }
    // Native replays cost a call of the compiler in every run and tell nothing about strategies.
    common.extend(["--replay", "interpreter", "--entry"].map(String::from));
    common.push(args.program.entry.clone());
    if let Some(width) = args.program.int_width {
        common.extend(["--int-width".into(), width.to_string()]);
    }
    if args.program.no_passes {
        common.push("--no-passes".into());
    }
    common.extend(args.program.environment.flags());
    if let Some(memory) = clock::machine_memory() {
        common.extend(["--memory".into(), (memory / 4 * 3 / u64::from(args.jobs)).to_string()]);
    }
    common.extend(args.run_flag.iter().cloned());
    let all = (1..=args.seeds).flat_map(|seed| strategies.iter().map(move |s| (s, seed)));
    let left = all.filter(|(s, seed)| !results.has(s, *seed));
    let job = |(s, seed): (&String, u64)| {
        let mut flags = common.clone();
        flags.extend(["--search".into(), s.clone(), "--seed".into(), seed.to_string()]);
        Job { strategy: s.clone(), seed, flags, time: args.time }
    };
    left.map(job).collect()
}

/// Runs what is to be run; false if the user did not want to wait.
fn run_all(jobs: &[Job], args: &CompareArgs, results: &mut Results, interrupt: &Interrupt) -> Result<bool, Failure> {
    let folder = tempfile::tempdir().map_err(|e| Failure::input(format!("cannot make a temporary folder: {e}")))?;
    let mut progress = Progress::new(jobs.len());
    let mut waiting = jobs.iter().enumerate();
    let mut running: Vec<Child> = Vec::new();
    loop {
        while running.len() < usize::from(args.jobs)
            && let Some((i, job)) = waiting.next()
        {
            running.push(Child::start(job, folder.path().join(format!("run{i}")))?);
        }
        if running.is_empty() {
            progress.clear();
            return Ok(true);
        }
        if interrupt.asked() {
            running.iter_mut().for_each(Child::kill);
            progress.clear();
            return Ok(false);
        }
        let mut still = Vec::new();
        for mut child in running {
            match child.poll() {
                Some(run) => {
                    progress.done(&run);
                    results.add(run)?;
                }
                None => still.push(child),
            }
        }
        running = still;
        progress.draw(&running);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// How it goes, on standard error: a line that changes on a terminal, a line now and then elsewhere.
struct Progress {
    all: usize,
    done: usize,
    time_outs: usize,
    started: Instant,
    drawn: Instant,
    terminal: bool,
}

impl Progress {
    fn new(all: usize) -> Progress {
        let now = Instant::now();
        Progress { all, done: 0, time_outs: 0, started: now, drawn: now, terminal: std::io::stderr().is_terminal() }
    }

    fn done(&mut self, run: &Run) {
        self.done += 1;
        self.time_outs += usize::from(run.outcome == Outcome::TimeOut);
    }

    fn draw(&mut self, running: &[Child]) {
        let pause = if self.terminal { Duration::from_millis(200) } else { Duration::from_secs(30) };
        if self.drawn.elapsed() < pause {
            return;
        }
        self.drawn = Instant::now();
        let mut line = format!("{} of {} runs, {} time-outs", self.done, self.all, self.time_outs);
        if self.done > 0 {
            let left = self.started.elapsed().as_secs_f64() / self.done as f64 * (self.all - self.done) as f64;
            line.push_str(&format!(", about {} left", duration(left)));
        }
        let now: Vec<String> = running.iter().map(|c| format!("{} {}", c.job.strategy, c.job.seed)).collect();
        line.push_str(&format!("; {}", now.join(", ")));
        let mut err = std::io::stderr();
        let _ = if self.terminal { write!(err, "\r\x1b[K{line}") } else { writeln!(err, "{line}") };
        let _ = err.flush();
    }

    fn clear(&self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

fn outputs(args: &CompareArgs, c: &Comparison<'_>) -> Result<(), Failure> {
    let files: [(&Option<PathBuf>, &dyn Fn() -> String); 3] =
        [(&args.csv, &|| table::csv(c)), (&args.json, &|| table::json(c)), (&args.html, &|| html::page(c))];
    for (path, text) in files {
        if let Some(path) = path {
            write(path, &text())?;
        }
    }
    Ok(())
}

/// A run that reached everything and one that proved it unreachable cannot both be right.
fn disagreement(runs: &[&Run]) -> Option<String> {
    let reached = runs.iter().find(|r| r.outcome == Outcome::Reached)?;
    let not = runs.iter().find(|r| r.outcome == Outcome::Unreachable)?;
    let name = |r: &Run| format!("{} with seed {}", r.strategy, r.seed);
    Some(format!("{} reached a target that {} proved unreachable", name(reached), name(not)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_strategies() {
        let of = |list: &[&str]| strategies(&list.iter().map(|s| s.to_string()).collect::<Vec<_>>(), "--strategies");
        assert_eq!(of(&["dfs,bfs", "dfs"]).unwrap(), ["dfs", "bfs"]);
        assert_eq!(of(&["sdse", "interleave:sdse,2*bfs"]).unwrap(), ["sdse", "interleave:sdse,2*bfs"]);
        assert_eq!(of(&["dfs, mix-ccbse:klee,sdse; ccbse:dfs;bfs"]).unwrap(), ["dfs", "mix-ccbse:klee,sdse", "ccbse:dfs", "bfs"]);
        let all = of(&["all"]).unwrap();
        assert!(all.len() > 8 && all.iter().all(|n| !n.contains(':') || n.contains("ccbse:")));
        assert!(of(&["nonsense"]).is_err() && of(&[","]).is_err());
    }
}
