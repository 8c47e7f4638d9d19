//! `cargo xtask bench`: speed and memory against limits.

mod module;
mod programs;
mod states;

use std::path::{Path, PathBuf};
use std::process::Command;

use homing_host::process;
use serde_json::{Value, json};

use crate::engine::{self, Run};
use crate::table::{Table, grouped, megabytes};
use crate::versions::{self, Task};
pub use programs::Ask;
use programs::{PROGRAMS, Program};

/// Seconds that one run may take.
const TIME: f64 = 60.0;

#[derive(clap::Args)]
pub struct Args {
    /// Only what has this in its name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Runs of each program; the fastest counts
    #[arg(long, default_value_t = 3, value_name = "N")]
    runs: usize,
    /// Folder of the programs [default: ../shared/bench where it exists, else bench]
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Use the project's own programs even where ../shared/bench exists
    #[arg(long, conflicts_with = "dir")]
    own: bool,
    /// Search strategy for all programs instead of the one listed for each
    #[arg(long, value_name = "NAME")]
    search: Option<String>,
    /// Write the figures to this file too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// A built `homing` to measure [default: build the release binary]
    #[arg(long, value_name = "PATH")]
    homing: Option<PathBuf>,
}

/// Runs everything that is asked for. `Ok(false)`: a limit is broken or a verdict is wrong.
pub fn run(args: &Args) -> Result<bool, String> {
    let homing = engine::binary(args.homing.as_deref())?;
    let folder = crate::scratch("bench")?;
    let shared = shared(args);
    let dir = match (&args.dir, shared) {
        (Some(dir), _) => dir.clone(),
        (None, true) => crate::root().join("../shared/bench"),
        (None, false) => crate::root().join("bench"),
    };
    println!("programs of {}, fastest of {} runs, load {}\n", dir.display(), args.runs, load_average());
    let bench = Bench { homing, folder, dir, shared, runs: args.runs.max(1), search: args.search.clone() };
    let wanted = |name: &str| args.only.as_ref().is_none_or(|o| name.contains(o.as_str()));
    let mut rows = Vec::new();
    for p in PROGRAMS.iter().filter(|p| wanted(bench.name(p))) {
        eprintln!("{} ...", bench.name(p));
        rows.push(bench.program(p)?);
    }
    let mut good = rows.iter().all(|r| r.trouble.is_empty());
    if !rows.is_empty() {
        println!("{}", table(&rows));
    }
    let mut figures: Vec<Value> = rows.iter().map(Row::json).collect();
    for extra in [("forks", states::run as fn(&Bench) -> Result<Extra, String>), ("sqlite3", module::run)] {
        if wanted(extra.0) {
            eprintln!("{} ...", extra.0);
            let e = extra.1(&bench).unwrap_or_else(|text| Extra { figures: json!({ "failed": text }), text, good: false });
            println!("{}: {}", extra.0, e.text);
            good &= e.good;
            figures.push(e.figures);
        }
    }
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(&figures).map_err(|e| e.to_string())?;
        std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    println!("{}", if good { "all limits kept" } else { "NOT all limits kept" });
    Ok(good)
}

/// Are the shared folder's programs measured?
fn shared(args: &Args) -> bool {
    match &args.dir {
        Some(dir) => complete(dir),
        None => !args.own && complete(&crate::root().join("../shared/bench")),
    }
}

/// The programs of the table and `forks`, compiled into `folder`, each with the command line that `homing` gets.
pub fn tasks(dir: Option<&Path>, folder: &Path) -> Result<Vec<Task>, String> {
    let there = crate::root().join("../shared/bench");
    let dir = dir.map_or_else(|| if complete(&there) { there } else { crate::root().join("bench") }, Path::to_path_buf);
    let shared = complete(&dir);
    let mut all = Vec::new();
    for p in PROGRAMS {
        let name = if shared { p.shared } else { p.own };
        all.push(versions::task(name, &dir.join(name), p.flags, p.ask, p.search, folder)?);
    }
    all.push(versions::task("forks.c", &crate::root().join("bench/forks.c"), &[], Ask::Everything, Some("bfs"), folder)?);
    Ok(all)
}

/// Does the folder hold all programs whose figures for KLEE are known?
fn complete(dir: &Path) -> bool {
    PROGRAMS.iter().all(|p| dir.join(p.shared).is_file())
}

/// A measurement that is not a row of the table.
pub struct Extra {
    text: String,
    good: bool,
    figures: Value,
}

/// What is the same for all measurements.
pub struct Bench {
    homing: PathBuf,
    folder: PathBuf,
    dir: PathBuf,
    shared: bool,
    runs: usize,
    search: Option<String>,
}

impl Bench {
    fn name(&self, p: &Program) -> &'static str {
        if self.shared { p.shared } else { p.own }
    }

    fn program(&self, p: &Program) -> Result<Row, String> {
        let name = self.name(p);
        let bitcode = self.folder.join(name).with_extension("bc");
        compile(&self.dir.join(name), &bitcode, p.flags)?;
        let search = self.search.as_deref().or(p.search);
        let args = arguments(&bitcode, p.ask, search);
        let run = self.best(&args)?;
        let expected = match p.ask {
            Ask::Reach(_) => "REACHED",
            Ask::Everything => "UNREACHABLE",
        };
        let mut trouble = Vec::new();
        if run.verdict() != expected {
            trouble.push(format!("NOT {expected}: {}", run.reason()));
        }
        if let (Some(paths), Some(r)) = (p.paths, &run.report) {
            let paths = if self.shared { paths.0 } else { paths.1 };
            if r.statistics.paths != paths {
                trouble.push(format!("{} paths instead of {paths}", r.statistics.paths));
            }
        }
        if p.limit.is_some_and(|l| run.finished.cpu > l) {
            trouble.push("TOO SLOW".into());
        }
        let klee = self.shared.then_some(p.klee);
        Ok(Row { name: name.into(), search: search.unwrap_or("default").into(), klee, limit: p.limit, run, trouble })
    }

    /// The run with the fewest CPU seconds. A run without a verdict is not repeated.
    fn best(&self, args: &[String]) -> Result<Run, String> {
        let mut best: Option<Run> = None;
        for i in 0..self.runs {
            let folder = self.folder.join(format!("run{i}"));
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
            let run = engine::run(&self.homing, args, TIME, &folder)?;
            let decided = run.report.as_ref().is_some_and(|r| r.verdict != "UNKNOWN");
            if best.as_ref().is_none_or(|b| run.finished.cpu < b.finished.cpu) {
                best = Some(run);
            }
            if !decided {
                break;
            }
        }
        best.ok_or_else(|| "no run".into())
    }
}

/// The interpreter replays, so that no clang runs and the whole process can be measured from outside.
pub fn arguments(bitcode: &Path, ask: Ask, search: Option<&str>) -> Vec<String> {
    let mut args: Vec<String> = match ask {
        Ask::Everything => vec!["check".into(), bitcode.display().to_string()],
        Ask::Reach(t) => vec!["reach".into(), bitcode.display().to_string(), "--target".into(), t.into()],
    };
    args.extend(["--replay", "interpreter"].map(String::from));
    args.extend(search.into_iter().flat_map(|s| ["--search".to_string(), s.to_string()]));
    args
}

/// C to bitcode as a user's debug build has it, with locals in memory.
pub fn compile(source: &Path, bitcode: &Path, flags: &[&str]) -> Result<(), String> {
    let include = crate::root().join("crates/front-llvm/include");
    let clang = ["clang-22", "clang"];
    let clang = clang.iter().find(|c| process::output(Command::new(c).arg("--version")).is_ok_and(|o| o.status.success()));
    let clang = clang.ok_or("no clang found")?;
    let mut compile = Command::new(clang);
    compile
        .args(["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-w", "-emit-llvm", "-c"])
        .arg("-I")
        .arg(include)
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(bitcode);
    let output = process::output(&mut compile).map_err(|e| format!("cannot run {clang}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{clang} cannot compile {}:\n{}", source.display(), String::from_utf8_lossy(&output.stderr)))
}

/// A measured program.
struct Row {
    name: String,
    search: String,
    klee: Option<f64>,
    limit: Option<f64>,
    run: Run,
    /// Everything that is not as it has to be.
    trouble: Vec<String>,
}

impl Row {
    fn json(&self) -> Value {
        let s = self.run.report.as_ref().map(|r| &r.statistics);
        json!({
            "program": self.name,
            "search": self.search,
            "verdict": self.run.verdict(),
            "instructions": s.map(|s| s.instructions),
            "paths": s.map(|s| s.paths),
            "decides": s.map(|s| s.decides),
            "solver_calls": s.map(|s| s.solver_calls),
            "terms": s.map(|s| s.terms),
            "load": s.map(|s| s.cpu_seconds.load),
            "execute": s.map(|s| s.cpu_seconds.execute),
            "solve": s.map(|s| s.cpu_seconds.solve),
            "replay": s.map(|s| s.cpu_seconds.replay),
            "cpu": self.run.finished.cpu,
            "wall": self.run.finished.wall,
            "peak_memory": self.run.finished.peak,
            "klee": self.klee,
            "limit": self.limit,
            "trouble": self.trouble,
        })
    }
}

fn table(rows: &[Row]) -> String {
    let mut t = Table::new(&[
        "program",
        "search",
        "verdict",
        "instructions",
        "paths",
        "decisions",
        "queries",
        "terms",
        "load s",
        "execute s",
        "solve s",
        "CPU s",
        "MB",
        "KLEE s",
        "faster",
        "limit s",
        "",
    ]);
    for r in rows {
        let s = r.run.report.as_ref().map(|r| &r.statistics);
        let count = |f: fn(&engine::Statistics) -> u64| s.map_or("–".into(), |s| grouped(f(s)));
        let seconds = |f: fn(&engine::CpuSeconds) -> f64| s.map_or("–".into(), |s| format!("{:.2}", f(&s.cpu_seconds)));
        t.row(vec![
            r.name.clone(),
            r.search.clone(),
            r.run.verdict().into(),
            count(|s| s.instructions),
            count(|s| s.paths),
            count(|s| s.decides),
            count(|s| s.solver_calls),
            count(|s| s.terms),
            seconds(|c| c.load),
            seconds(|c| c.execute),
            seconds(|c| c.solve),
            format!("{:.2}", r.run.finished.cpu),
            megabytes(r.run.finished.peak),
            r.klee.map_or("–".into(), |k| format!("{k:.2}")),
            r.klee.map_or("–".into(), |k| format!("{:.1} x", k / r.run.finished.cpu.max(0.001))),
            r.limit.map_or("–".into(), |l| format!("{l:.1}")),
            if r.trouble.is_empty() { "ok".into() } else { r.trouble.join("; ") },
        ]);
    }
    t.markdown()
}

fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}
