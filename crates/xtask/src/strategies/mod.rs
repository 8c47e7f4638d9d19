//! `cargo xtask strategies`: what each search strategy reaches, at which cost.

pub mod programs;
mod record;
mod tables;

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::engine;
use programs::Subject;
use record::{Measured, Record};

/// Seconds of the clock for each CPU second: other work on the machine must not end a run.
const PATIENCE: f64 = 20.0;

#[derive(clap::Args)]
pub struct Args {
    /// Which programs
    #[arg(value_enum)]
    set: Set,
    /// Strategies with commas; may be repeated, a combination (with a colon) stands alone
    /// [default: auto,sdse,astar,astar2,klee,dfs,bfs,random-path; for chains and blind every forward strategy and its backward ones]
    #[arg(long, value_name = "NAMES")]
    strategies: Vec<String>,
    /// Seeds 1 to N for strategies that leave something to chance; the others run once
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// CPU seconds for each run [default: 10 for loops, 2 for chains and blind, 15 for corpus]
    #[arg(long, value_name = "SECONDS")]
    time: Option<u32>,
    /// Only programs with this in their path
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Memory for each run, as homing's --memory has it
    #[arg(long, default_value = "3G", value_name = "SIZE")]
    memory: String,
    /// Folder with MANIFEST.tsv, for corpus [default: ../shared/corpus/svcomp]
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Measure everything anew instead of going on with the runs in target/strategies-SET.tsv
    #[arg(long)]
    fresh: bool,
    /// A built `homing` to measure [default: build the release binary]
    #[arg(long, value_name = "PATH")]
    homing: Option<PathBuf>,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Set {
    /// tests/programs/search/loops: the shortest static path is infeasible
    Loops,
    /// tests/programs/search/chains: the target is deep in a chain of calls
    Chains,
    /// tests/programs/search/blind: the same, by somebody who did not know the strategies
    Blind,
    /// The unsafe programs of unreach-call in a folder of SV-COMP programs
    Corpus,
}

/// Runs every strategy on every program. `Ok(false)`: a program was said to be unreachable that is not.
pub fn run(args: &Args) -> Result<bool, String> {
    let homing = engine::binary(args.homing.as_deref())?;
    let (name, seeds, time) = match args.set {
        Set::Loops => ("loops", args.seeds.unwrap_or(11), args.time.unwrap_or(10)),
        Set::Chains => ("chains", args.seeds.unwrap_or(11), args.time.unwrap_or(2)),
        Set::Blind => ("blind", args.seeds.unwrap_or(11), args.time.unwrap_or(2)),
        Set::Corpus => ("corpus", args.seeds.unwrap_or(1), args.time.unwrap_or(15)),
    };
    let strategies = match (args.strategies.is_empty(), args.set) {
        (false, _) => names(&args.strategies),
        (true, Set::Chains | Set::Blind) => forward_and_backward(),
        (true, _) => names(&["auto,sdse,astar,astar2,klee,dfs,bfs,random-path".into()]),
    };
    let scratch = crate::scratch(&format!("strategies-{name}"))?;
    let mut subjects = match args.set {
        Set::Loops => programs::own(&crate::root().join("tests/programs/search/loops"))?,
        Set::Chains => programs::own(&crate::root().join("tests/programs/search/chains"))?,
        Set::Blind => programs::own(&crate::root().join("tests/programs/search/blind"))?,
        Set::Corpus => {
            programs::corpus(&args.dir.clone().unwrap_or_else(|| crate::root().join("../shared/corpus/svcomp")), false)?
        }
    };
    subjects.retain(|s| args.only.as_ref().is_none_or(|o| s.name.contains(o.as_str())));
    if subjects.is_empty() {
        return Err("no program is chosen".into());
    }
    let mut record = Record::open(&crate::target().join(format!("strategies-{name}.tsv")), args.fresh)?;
    for (i, subject) in subjects.iter().enumerate() {
        let folder = scratch.join(i.to_string());
        let mut bitcode = None;
        for strategy in &strategies {
            let seeds = if by_chance(strategy) { seeds } else { 1 };
            for seed in 1..=seeds {
                // Where more than half cannot be decided any more, the rest changes no median.
                if record.has(&subject.name, strategy, seed, time) || record.undecided(&subject.name, strategy, time) * 2 > seeds
                {
                    continue;
                }
                let file = match &bitcode {
                    Some(file) => file,
                    None => bitcode.insert(subject.compile(&folder)?),
                };
                let measured = measure(&homing, subject, file, strategy, seed, time, &args.memory, &folder)?;
                eprintln!("{}", measured.line());
                record.add(measured)?;
            }
        }
    }
    let wanted: Vec<&str> = subjects.iter().map(|s| s.name.as_str()).collect();
    let runs = record.of(&wanted, &strategies, time);
    println!(
        "{}",
        match args.set {
            Set::Loops => tables::loops(&runs, &wanted, &strategies, time),
            Set::Chains | Set::Blind => tables::chains(&runs, &wanted, &strategies, time),
            Set::Corpus => tables::corpus(&runs, &wanted, &strategies, time),
        }
    );
    Ok(runs.iter().all(|m| m.verdict != "UNREACHABLE"))
}

#[expect(clippy::too_many_arguments, reason = "each says another thing about the run, and there is one caller")]
fn measure(
    homing: &Path,
    subject: &Subject,
    bitcode: &Path,
    strategy: &str,
    seed: u64,
    time: u32,
    memory: &str,
    folder: &Path,
) -> Result<Measured, String> {
    let mut line: Vec<String> = vec!["reach".into(), bitcode.display().to_string(), "--target".into(), subject.target.clone()];
    line.extend(["--replay", "interpreter", "--memory", memory, "--search", strategy, "--seed"].map(String::from));
    line.push(seed.to_string());
    let cpu = f64::from(time);
    // Every run wants an empty folder for what it finds; that of the last one is of no use.
    let _ = std::fs::remove_dir_all(folder.join("out"));
    let run = engine::run_within(homing, &line, cpu * PATIENCE, Some(cpu), folder)?;
    let s = run.report.as_ref().map(|r| &r.statistics);
    // A run that was ended at its limit tells nothing; one that failed before that is told as what it is.
    let verdict = if run.finished.out_of_cpu { "TIME" } else { run.verdict() };
    if verdict == "FAILED" {
        eprintln!("{} {strategy}: {}", subject.name, run.reason());
    }
    Ok(Measured {
        program: subject.name.clone(),
        strategy: strategy.into(),
        seed,
        time,
        verdict: verdict.into(),
        work: s.map_or(0, |s| 50 * s.solver_calls + s.instructions),
        paths: s.map_or(0, |s| s.paths),
        cpu: run.finished.cpu,
    })
}

/// The forward strategies that backward ones are measured against.
const FORWARD: [&str; 12] =
    ["sdse", "sdse-intra", "spread", "astar", "astar2", "dfs", "bfs", "random", "random-path", "coverage", "klee", "sage"];

/// All that are compared on chains of calls: forward, backward, both ways, and what shall never be far behind.
fn forward_and_backward() -> Vec<String> {
    let forward = FORWARD.iter().map(|s| s.to_string());
    let backward = FORWARD.iter().map(|s| format!("ccbse:{s}"));
    let mixes = FORWARD.iter().map(|s| format!("mix-ccbse:{s}"));
    let both = ["sdse", "klee"].iter().map(|s| format!("mix-ccbse:{s},sdse"));
    forward.chain(backward).chain(mixes).chain(both).chain(["auto".to_string()]).collect()
}

/// Names with commas; a part with a colon is one name.
fn names(parts: &[String]) -> Vec<String> {
    let split = |p: &String| match p.contains(':') {
        true => vec![p.trim().to_string()],
        false => p.split(',').map(|n| n.trim().to_string()).filter(|n| !n.is_empty()).collect(),
    };
    let mut out: Vec<String> = Vec::new();
    for name in parts.iter().flat_map(split) {
        if !out.contains(&name) {
            out.push(name);
        }
    }
    out
}

/// Does the seed make a difference?
fn by_chance(strategy: &str) -> bool {
    // A mix that does not say otherwise goes backwards by random paths.
    if strategy.strip_prefix("mix-ccbse:").is_some_and(|s| !s.contains(',')) {
        return true;
    }
    ["auto", "random", "spread", "coverage", "fresh", "klee", "sage"].iter().any(|n| strategy.contains(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_strategies() {
        let parts = ["dfs, bfs", "dfs", "interleave:dfs,klee"].map(String::from);
        assert_eq!(names(&parts), ["dfs", "bfs", "interleave:dfs,klee"]);
    }

    #[test]
    fn seeds_matter_where_there_is_chance() {
        assert!(by_chance("random-path") && by_chance("ties-random:sdse") && by_chance("interleave:dfs,klee"));
        assert!(by_chance("mix-ccbse:sdse") && by_chance("ccbse:spread") && !by_chance("mix-ccbse:sdse,sdse"));
        assert!(!by_chance("patient:sdse") && !by_chance("astar2") && !by_chance("dfs"));
    }
}
