//! `cargo xtask svcomp`: verdicts on SV-COMP programs against the expected ones.

mod judge;
pub mod manifest;
mod summary;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::ValueEnum;

use crate::engine::{self, Run};
use judge::{Judgement, judge, places};
use manifest::{Property, Task};

/// Programs of that age convert between pointers and integers in ways that clang now refuses.
pub const CFLAGS: [&str; 6] = [
    "-std=gnu11",
    "-w",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-implicit-int",
    "-Wno-implicit-function-declaration",
];

#[derive(clap::Args)]
pub struct Args {
    /// Folder with MANIFEST.tsv [default: ../shared/corpus/svcomp]
    #[arg(long)]
    dir: Option<PathBuf>,
    /// CPU seconds for each program; an answer that took more does not count
    #[arg(long, default_value_t = 15.0, value_name = "SECONDS")]
    time: f64,
    /// Seconds after which a search is ended, for machines that have other work too [default: as --time]
    #[arg(long, value_name = "SECONDS")]
    wall: Option<f64>,
    /// Only programs with this in their path
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Only programs whose answer in the last whole run (target/svcomp.tsv) was right, or was not
    #[arg(long, value_enum)]
    last: Option<Last>,
    /// Programs at a time
    #[arg(short, default_value_t = 2, value_name = "N")]
    jobs: usize,
    /// Search strategy
    #[arg(long, value_name = "NAME")]
    search: Option<String>,
    /// Only programs of this property
    #[arg(long, value_enum)]
    set: Option<Set>,
    /// Flag to hand on to homing (may be repeated)
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    flag: Vec<String>,
    /// A built `homing` to measure [default: build the release binary]
    #[arg(long, value_name = "PATH")]
    homing: Option<PathBuf>,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Set {
    Unreach,
    Memsafety,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Last {
    Right,
    Open,
}

/// One program's answer.
pub struct Answer {
    pub task: Task,
    pub judgement: Judgement,
    pub verdict: String,
    /// Why there is no verdict.
    pub reason: String,
    /// Every loss, with how often.
    pub losses: Vec<String>,
    /// Errors found, for memory safety.
    pub errors: String,
    /// `native` or `interpreter: why not`.
    pub replay: String,
    /// CPU seconds of homing, without clang and the replay.
    pub cpu: f64,
    pub wall: f64,
    pub peak: u64,
    pub instructions: u64,
    pub paths: u64,
    pub queries: u64,
}

/// Runs the programs asked for. `Ok(false)`: an answer is wrong.
pub fn run(args: &Args) -> Result<bool, String> {
    let folder = args.dir.clone().unwrap_or_else(|| crate::root().join("../shared/corpus/svcomp"));
    let folder = folder.canonicalize().map_err(|e| format!("{}: {e}", folder.display()))?;
    let tasks = choose(manifest::read(&folder)?, args)?;
    let homing = engine::binary(args.homing.as_deref())?;
    let scratch = crate::scratch("svcomp")?;
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::new());
    std::thread::scope(|s| {
        for _ in 0..args.jobs.max(1) {
            s.spawn(|| {
                while let Some((i, task)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, tasks.get(i)?))) {
                    let answer = one(args, &homing, &folder, &scratch.join(i.to_string()), task);
                    if let Ok(a) = &answer {
                        println!("{}", summary::line(a));
                    }
                    answers.lock().unwrap_or_else(|p| p.into_inner()).push((i, answer));
                }
            });
        }
    });
    let mut answers = answers.into_inner().unwrap_or_else(|p| p.into_inner());
    answers.sort_by_key(|(i, _)| *i);
    let answers = answers.into_iter().map(|(_, a)| a).collect::<Result<Vec<Answer>, String>>()?;
    let whole = args.only.is_none() && args.set.is_none() && args.last.is_none();
    let results = crate::target().join(if whole { "svcomp.tsv" } else { "svcomp-part.tsv" });
    std::fs::write(&results, summary::tsv(&answers)).map_err(|e| format!("{}: {e}", results.display()))?;
    println!("\n{}", summary::text(&answers));
    println!("all answers: {}", results.display());
    Ok(answers.iter().all(|a| a.judgement != Judgement::Wrong))
}

fn choose(mut tasks: Vec<Task>, args: &Args) -> Result<Vec<Task>, String> {
    tasks.retain(|t| args.only.as_ref().is_none_or(|o| t.path.contains(o.as_str())));
    tasks.retain(|t| args.set.is_none_or(|s| (s == Set::Unreach) == (t.property == Property::Unreach)));
    if let Some(last) = args.last {
        let path = crate::target().join("svcomp.tsv");
        let text = std::fs::read_to_string(&path).map_err(|e| format!("--last: {}: {e}", path.display()))?;
        let right = |l: &&str| l.split('\t').nth(2) == Some("ok");
        let right: Vec<&str> = text.lines().filter(right).filter_map(|l| l.split('\t').next()).collect();
        tasks.retain(|t| right.contains(&t.path.as_str()) == (last == Last::Right));
    }
    if tasks.is_empty() { Err("no program is chosen".into()) } else { Ok(tasks) }
}

fn one(args: &Args, homing: &Path, corpus: &Path, scratch: &Path, task: &Task) -> Result<Answer, String> {
    std::fs::create_dir_all(scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
    let mut flags: Vec<String> = args.search.iter().flat_map(|s| ["--search".to_string(), s.clone()]).collect();
    flags.extend(args.flag.iter().cloned());
    let line = line(corpus, task, &flags);
    let run = engine::run(homing, &line, args.wall.unwrap_or(args.time), scratch)?;
    Ok(answer(task, &run, args.time))
}

/// The command line that `homing` gets.
fn line(corpus: &Path, task: &Task, flags: &[String]) -> Vec<String> {
    let file = corpus.join(&task.path).display().to_string();
    let mut line: Vec<String> = match task.property {
        Property::Unreach => vec!["reach".into(), file, "--target".into(), "any".into()],
        Property::Memory(_) => vec!["check".into(), file, "--check".into(), "leaks".into()],
    };
    line.push("--32".into());
    line.extend(flags.iter().cloned());
    line.push("--".into());
    line.extend(CFLAGS.iter().map(|f| f.to_string()));
    line
}

/// The unsafe programs of openssl, each with the command line that `homing` gets; replays are the interpreter's.
pub fn openssl(corpus: &Path) -> Result<Vec<(String, Vec<String>)>, String> {
    let mut tasks = manifest::read(corpus)?;
    tasks.retain(|t| t.path.starts_with("openssl/") && t.unsafe_);
    let flags = ["--replay", "interpreter"].map(String::from);
    let name = |t: &Task| t.path.rsplit('/').next().unwrap_or_default().to_string();
    Ok(tasks.iter().map(|t| (name(t), line(corpus, t, &flags))).collect())
}

fn answer(task: &Task, run: &Run, time: f64) -> Answer {
    let judgement = match judge(task, run) {
        Judgement::Right if run.own_cpu() > time => Judgement::Late,
        other => other,
    };
    let report = run.report.as_ref();
    let count = |f: fn(&engine::Statistics) -> u64| report.map_or(0, |r| f(&r.statistics));
    let replay = report.and_then(|r| r.targets.iter().find_map(|t| t.replay.as_ref()));
    Answer {
        task: task.clone(),
        judgement,
        verdict: run.verdict().into(),
        reason: run.reason(),
        losses: report
            .map_or(Vec::new(), |r| r.losses.iter().map(|l| format!("{}: {} ({}x)", l.kind, l.detail, l.count)).collect()),
        errors: report.map_or(String::new(), |r| places(task, &r.errors)),
        replay: replay.map_or(String::new(), |r| match &r.why {
            Some(why) => format!("{}: {why}", r.by),
            None => r.by.clone(),
        }),
        cpu: run.own_cpu(),
        wall: run.finished.wall,
        peak: report.map_or(run.finished.peak, |r| r.statistics.peak_memory),
        instructions: count(|s| s.instructions),
        paths: count(|s| s.paths),
        queries: count(|s| s.solver_calls),
    }
}
