//! `cargo xtask versions`: several binaries of Homing on the same programs, in turns, so that what else the machine does meets all of them.

use std::path::{Path, PathBuf};

use crate::bench::{self, Ask};
use crate::engine::{self, Run};
use crate::svcomp;

/// Seconds that one run may take.
const TIME: f64 = 60.0;

#[derive(clap::Args)]
pub struct Args {
    /// A version and its binary; the first is what the others are compared with
    #[arg(long = "binary", value_name = "NAME=PATH", required = true)]
    binaries: Vec<String>,
    /// Runs of each program by each binary; the fewest CPU seconds count
    #[arg(long, default_value_t = 3, value_name = "N")]
    runs: usize,
    /// Folder of the bench programs [default: ../shared/bench where it exists, else bench]
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Folder of SV-COMP programs, of which those of openssl that are unsafe are run
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Only what has this in its name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Write the table to this file too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs everything by every binary. `Ok(false)`: a verdict differs.
pub fn run(args: &Args) -> Result<bool, String> {
    let binaries = args.binaries.iter().map(|b| binary(b)).collect::<Result<Vec<_>, String>>()?;
    let folder = crate::scratch("versions")?;
    let mut tasks = bench::tasks(args.dir.as_deref(), &folder)?;
    if let Some(corpus) = &args.corpus {
        let corpus = corpus.canonicalize().map_err(|e| format!("{}: {e}", corpus.display()))?;
        tasks.extend(svcomp::openssl(&corpus)?);
    }
    tasks.retain(|(name, _)| args.only.as_ref().is_none_or(|o| name.contains(o.as_str())));
    let mut text = heading(&binaries);
    let mut same = true;
    for (name, line) in &tasks {
        eprintln!("{name} ...");
        let runs = in_turns(&binaries, line, args.runs.max(1), &folder)?;
        same &= runs.iter().all(|r| r.verdict() == runs[0].verdict());
        text += &row(name, &runs);
    }
    print!("{text}");
    if let Some(path) = &args.out {
        std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(same)
}

/// A program's name and the command line that `homing` gets.
pub type Task = (String, Vec<String>);

/// What the bench table's programs and `forks` are asked, compiled into `folder`.
pub fn task(name: &str, source: &Path, flags: &[&str], ask: Ask, search: Option<&str>, folder: &Path) -> Result<Task, String> {
    let bitcode = folder.join(name).with_extension("bc");
    bench::compile(source, &bitcode, flags)?;
    Ok((name.into(), bench::arguments(&bitcode, ask, search)))
}

fn binary(given: &str) -> Result<(String, PathBuf), String> {
    let (name, path) = given.split_once('=').ok_or_else(|| format!("{given}: NAME=PATH is wanted"))?;
    Ok((name.into(), engine::binary(Some(Path::new(path)))?))
}

/// The best run of each binary, which take turns.
fn in_turns(binaries: &[(String, PathBuf)], line: &[String], runs: usize, folder: &Path) -> Result<Vec<Run>, String> {
    let mut best: Vec<Option<Run>> = binaries.iter().map(|_| None).collect();
    for _ in 0..runs {
        for ((_, path), best) in binaries.iter().zip(&mut best) {
            let scratch = folder.join("run");
            let _ = std::fs::remove_dir_all(&scratch);
            std::fs::create_dir_all(&scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
            let run = engine::run(path, line, TIME, &scratch)?;
            if best.as_ref().is_none_or(|b| run.own_cpu() < b.own_cpu()) {
                *best = Some(run);
            }
        }
    }
    Ok(best.into_iter().flatten().collect())
}

fn heading(binaries: &[(String, PathBuf)]) -> String {
    let mut cells = vec!["program".to_string()];
    for (name, _) in binaries {
        cells.extend(["verdict", "instructions", "forks", "decisions", "questions", "CPU s"].map(|c| format!("{name}: {c}")));
    }
    cells.join("\t") + "\n"
}

fn row(name: &str, runs: &[Run]) -> String {
    let mut cells = vec![name.to_string()];
    for r in runs {
        let s = r.report.as_ref().map(|r| &r.statistics);
        let count = |f: fn(&engine::Statistics) -> u64| s.map_or("–".into(), |s| f(s).to_string());
        cells.push(r.verdict().into());
        cells.extend([count(|s| s.instructions), count(|s| s.forks), count(|s| s.decides), count(|s| s.solver_calls)]);
        cells.push(format!("{:.3}", r.own_cpu()));
    }
    cells.join("\t") + "\n"
}
