//! `cargo xtask functions`: runs that start in the functions of real libraries (`--lazy`). Of every function a few lines, spread over it, are targets.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use homing_compile::{CompileOptions, Compiler};
use homing_front_llvm::LowerOptions;
use homing_ir::Program;

use crate::engine;
use crate::programs;
use crate::table::Table;

#[derive(clap::Args)]
pub struct Args {
    /// Seconds for each function
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    time: f64,
    /// Lines of each function
    #[arg(long, default_value_t = 3, value_name = "N")]
    lines: usize,
    /// Files whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// A folder of C files that belong together [default: zlib, without its file functions]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// A built `homing` to use [default: build the release binary]
    #[arg(long, value_name = "PATH")]
    homing: Option<PathBuf>,
    /// A further flag for each run (may be repeated)
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    flag: Vec<String>,
}

/// A function and its targets.
struct Subject {
    name: String,
    lines: Vec<u32>,
}

#[derive(Default)]
struct Counts {
    functions: usize,
    targets: usize,
    reached: usize,
    native: usize,
    unreachable: usize,
    cpu: f64,
    failed: usize,
}

/// Runs all functions; false if any run failed.
pub fn run(args: &Args) -> Result<bool, String> {
    let homing = engine::binary(args.homing.as_deref())?;
    let dir = match &args.dir {
        Some(dir) => dir.canonicalize().map_err(|e| format!("{}: {e}", dir.display()))?,
        None => programs::zlib()?,
    };
    let folder = crate::scratch("functions")?;
    let files = sources(&dir)?;
    let bitcode: Vec<PathBuf> = (0..files.len()).map(|i| folder.join(format!("unit{i}.bc"))).collect();
    for (file, out) in files.iter().zip(&bitcode) {
        compile(&dir, file, out)?;
    }
    let mut table = Table::new(&["file", "functions", "lines", "reached", "natively", "unreachable", "CPU s"]);
    let mut all = Counts::default();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (i, file) in files.iter().enumerate() {
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if args.only.as_ref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let others: Vec<&PathBuf> = bitcode.iter().enumerate().filter(|(k, _)| *k != i).map(|(_, b)| b).collect();
        let mut counts = Counts::default();
        for subject in subjects(&bitcode[i], file, args.lines)? {
            eprintln!("{name} {}", subject.name);
            one(&homing, args, &dir, file, &others, &subject, &folder, &mut counts, &mut reasons)?;
        }
        table.row(row(&name, &counts));
        all = sum(all, &counts);
    }
    table.row(row("all", &all));
    println!("{}", table.markdown());
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    for (reason, n) in reasons.iter().take(12) {
        println!("{n} x {reason}");
    }
    Ok(all.failed == 0)
}

#[allow(clippy::too_many_arguments)]
fn one(
    homing: &Path,
    args: &Args,
    dir: &Path,
    file: &Path,
    others: &[&PathBuf],
    subject: &Subject,
    folder: &Path,
    counts: &mut Counts,
    reasons: &mut BTreeMap<String, usize>,
) -> Result<(), String> {
    let path = file.display().to_string();
    let mut words = vec!["reach".to_string(), path.clone()];
    words.extend(others.iter().map(|o| o.display().to_string()));
    words.extend(["--entry".into(), subject.name.clone(), "--lazy".into()]);
    words.extend(subject.lines.iter().flat_map(|l| ["--target".to_string(), format!("{path}:{l}")]));
    words.extend(args.flag.iter().cloned());
    words.extend(["--".into(), "-w".into(), format!("-I{}", dir.display()), "-DHAVE_UNISTD_H".into()]);
    let out = folder.join("out");
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    let run = engine::run(homing, &words, args.time, folder)?;
    counts.functions += 1;
    counts.targets += subject.lines.len();
    counts.cpu += run.finished.cpu;
    let Some(report) = &run.report else {
        counts.failed += 1;
        eprintln!("  {}", run.reason());
        return Ok(());
    };
    for t in &report.targets {
        match (&t.replay, t.reasons.first()) {
            (Some(replay), _) => {
                counts.reached += 1;
                counts.native += usize::from(replay.by == "native");
            }
            (None, None) => counts.unreachable += 1,
            (None, Some(reason)) => {
                let short = reason.split([':', '(', '`']).next().unwrap_or(reason);
                let short: String = short.chars().filter(|c| !c.is_ascii_digit()).collect();
                *reasons.entry(short.trim().to_string()).or_default() += 1;
            }
        }
    }
    Ok(())
}

fn row(name: &str, c: &Counts) -> Vec<String> {
    let numbers = [c.functions, c.targets, c.reached, c.native, c.unreachable];
    let mut cells = vec![name.to_string()];
    cells.extend(numbers.iter().map(|n| n.to_string()));
    cells.push(format!("{:.1}", c.cpu));
    cells
}

fn sum(a: Counts, b: &Counts) -> Counts {
    Counts {
        functions: a.functions + b.functions,
        targets: a.targets + b.targets,
        reached: a.reached + b.reached,
        native: a.native + b.native,
        unreachable: a.unreachable + b.unreachable,
        cpu: a.cpu + b.cpu,
        failed: a.failed + b.failed,
    }
}

/// The C files of a folder; zlib's functions on files need an environment.
fn sources(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|p| {
        p.extension().is_some_and(|e| e == "c") && !p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("gz"))
    });
    files.sort();
    Ok(files)
}

fn compile(dir: &Path, file: &Path, out: &Path) -> Result<(), String> {
    let flags = ["-w", "-DHAVE_UNISTD_H", "-I", &dir.display().to_string()].map(String::from).to_vec();
    let work = out.parent().unwrap_or(Path::new("."));
    let compiler = Compiler::new(&CompileOptions { flags, ..CompileOptions::default() }, work).map_err(|e| e.to_string())?;
    compiler.one(file, out).map(drop)
}

/// The functions that a file defines, each with lines spread over its code.
fn subjects(bitcode: &PathBuf, file: &Path, lines: usize) -> Result<Vec<Subject>, String> {
    let module = homing_front_llvm::load(std::slice::from_ref(bitcode)).map_err(|e| e.to_string())?;
    let p: Program = module.lower(&LowerOptions { roots: None, with_library: false }).map_err(|e| e.to_string())?;
    let in_file = |loc| {
        let at = p.loc(loc);
        p.files.get(at.file.index()).is_some_and(|f| at.line != 0 && Path::new(&f.full_path()) == file)
    };
    let mut all = Vec::new();
    for f in p.functions.iter().filter(|f| !f.is_declaration() && !f.varargs && f.name != "main" && in_file(f.loc)) {
        let mut own: Vec<u32> = f.blocks.iter().flat_map(|b| &b.locs).filter(|l| in_file(**l)).map(|l| p.loc(*l).line).collect();
        own.sort_unstable();
        own.dedup();
        let n = lines.min(own.len());
        let spread: Vec<u32> = (1..=n).map(|k| own[k * own.len() / n - 1]).collect();
        if !spread.is_empty() {
            all.push(Subject { name: f.name.clone(), lines: spread });
        }
    }
    Ok(all)
}
