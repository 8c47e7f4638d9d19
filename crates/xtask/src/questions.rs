//! `cargo xtask questions`: the questions that were hardest in runs on `bench/questions` and, if that is wanted, on parsers: what they cost
//! here, and what other solvers say of them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use homing_host::{find_program, measure, process};

use crate::engine;
use crate::table::Table;

#[derive(clap::Args)]
pub struct Args {
    /// CPU seconds of each run that questions are collected from
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    cpu: f64,
    /// CPU seconds that other solvers get for a question
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    limit: f64,
    /// So many, the hardest first
    #[arg(long, default_value_t = 20, value_name = "N")]
    most: usize,
    /// Programs of bench/questions whose names contain one of these, with commas between them
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    only: Vec<String>,
    /// Further programs to collect from, each with the line that is looked for: FILE:LINE
    #[arg(long, value_name = "TARGET")]
    also: Vec<String>,
    /// Write the table to this file too, tab separated
    #[arg(long, value_name = "FILE")]
    tsv: Option<PathBuf>,
    /// A built `homing` to use [default: build the release binary]
    #[arg(long, value_name = "PATH")]
    homing: Option<PathBuf>,
    /// An earlier build: the questions are those that were hardest for it, and the table says what the hardest one of the same program costs
    /// the present one
    #[arg(long, value_name = "PATH")]
    before: Option<PathBuf>,
}

/// A question that was asked.
struct Question {
    program: String,
    file: PathBuf,
    /// sat, unsat or unknown.
    answer: String,
    by: String,
    work: u64,
    seconds: f64,
    bytes: u64,
}

/// The other solvers, where they are there: programs that read a file.
const OTHERS: [&str; 2] = ["z3", "bitwuzla"];

/// Bitwuzla as its package for Python has it: without a program.
const PACKAGE: &str = "import sys, bitwuzla; bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options()).parse(sys.argv[1])";

/// Collects and compares; false if two solvers contradict each other.
pub fn run(args: &Args) -> Result<bool, String> {
    let homing = engine::binary(args.homing.as_deref())?;
    let folder = crate::scratch("questions")?;
    let (mut all, mut present) = (Vec::new(), Vec::new());
    for (program, targets) in programs(args)? {
        eprintln!("{program}");
        if let Some(before) = &args.before {
            all.extend(collect(before, &program, &targets, args.cpu, &folder.join("before"))?);
            present.extend(collect(&homing, &program, &targets, args.cpu, &folder)?);
        } else {
            all.extend(collect(&homing, &program, &targets, args.cpu, &folder)?);
        }
    }
    all.sort_by(|a, b| b.work.cmp(&a.work).then_with(|| a.file.cmp(&b.file)));
    all.truncate(args.most);
    let others: Vec<&str> = OTHERS.into_iter().filter(|n| is_there(n)).collect();
    let mut heading =
        vec!["program".to_string(), "KB".into(), "homing".into(), "by".into(), "work, millions".into(), "own CPU s".into()];
    if args.before.is_some() {
        heading.push("hardest of the program now".into());
    }
    heading.extend(others.iter().flat_map(|n| [n.to_string(), format!("{n} CPU s")]));
    let (mut rows, mut good) = (Vec::new(), true);
    for q in &all {
        let mut row = vec![q.program.clone(), (q.bytes / 1024).to_string(), q.answer.clone(), q.by.clone()];
        row.extend([format!("{:.0}", q.work as f64 / 1e6), format!("{:.2}", q.seconds)]);
        if args.before.is_some() {
            row.push(hardest(&present, &q.program));
        }
        let mut answers = vec![q.answer.clone()];
        for name in &others {
            let (answer, seconds) = ask(name, &q.file, args.limit, &folder)?;
            row.extend([answer.clone(), format!("{seconds:.2}")]);
            answers.push(answer);
        }
        if answers.iter().any(|a| a == "sat") && answers.iter().any(|a| a == "unsat") {
            eprintln!("{}: WRONG: {}", q.file.display(), answers.join(", "));
            good = false;
        }
        rows.push(row);
    }
    let mut table = Table::new(&heading.iter().map(String::as_str).collect::<Vec<_>>());
    rows.iter().for_each(|r| table.row(r.clone()));
    println!("{}", table.markdown());
    if let Some(file) = &args.tsv {
        let lines: Vec<String> = std::iter::once(heading.join("\t")).chain(rows.iter().map(|r| r.join("\t"))).collect();
        std::fs::write(file, lines.join("\n") + "\n").map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(good)
}

/// The hardest question of a program, where one is hard.
fn hardest(questions: &[Question], program: &str) -> String {
    match questions.iter().filter(|q| q.program == program).max_by_key(|q| q.work) {
        Some(q) => format!("{}, {:.0} M", q.answer, q.work as f64 / 1e6),
        None => "none is hard".into(),
    }
}

/// As a program, or in the package for Python.
fn is_there(name: &str) -> bool {
    let package = || process::works(Command::new("python3").args(["-c", "import bitwuzla"]));
    find_program(&[name]).is_some() || name == "bitwuzla" && package()
}

/// Files with the targets in them: every `return` of a number.
fn programs(args: &Args) -> Result<Vec<(String, Vec<String>)>, String> {
    let folder = crate::root().join("bench/questions");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.retain(|f| {
        args.only.is_empty() || args.only.iter().any(|o| f.file_stem().is_some_and(|s| s.to_string_lossy().contains(o.as_str())))
    });
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let file = file.display().to_string();
        let targets = returns(&text).into_iter().map(|line| format!("{file}:{line}")).collect();
        all.push((file, targets));
    }
    for target in &args.also {
        let (file, _) = target.rsplit_once(':').ok_or(format!("--also {target}: no line"))?;
        all.push((file.into(), vec![target.clone()]));
    }
    Ok(all)
}

/// Lines that return a number.
fn returns(text: &str) -> Vec<usize> {
    let number = |line: &str| {
        let rest = line.trim_start().strip_prefix("return ")?;
        let digits = rest.split(';').next()?.trim_start_matches('-');
        (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(())
    };
    text.lines().enumerate().filter(|(_, l)| number(l).is_some()).map(|(i, _)| i + 1).collect()
}

fn collect(homing: &Path, program: &str, targets: &[String], cpu: f64, folder: &Path) -> Result<Vec<Question>, String> {
    let name = Path::new(program).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (inside, questions) = (folder.join(&name), folder.join(&name).join("questions"));
    std::fs::create_dir_all(&inside).map_err(|e| format!("{}: {e}", inside.display()))?;
    let mut words: Vec<String> = vec!["reach".into(), program.into()];
    words.extend(targets.iter().flat_map(|t| ["--target".to_string(), t.clone()]));
    words.extend([
        "--no-fuzz".into(),
        "--cpu-time".into(),
        format!("{cpu}s"),
        "--questions".into(),
        questions.display().to_string(),
    ]);
    let run = engine::run(homing, &words, cpu * 8.0 + 60.0, &inside)?;
    if run.report.is_none() {
        return Err(format!("{program}: {}: {}", run.verdict(), run.reason()));
    }
    let entries = std::fs::read_dir(&questions).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    files.sort();
    files.into_iter().map(|file| question(&name, file)).collect()
}

fn question(program: &str, file: PathBuf) -> Result<Question, String> {
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let told = text.lines().next().and_then(first_line).ok_or(format!("{}: what did it cost?", file.display()))?;
    let (answer, by, work, seconds) = told;
    Ok(Question { program: program.into(), bytes: text.len() as u64, file, answer, by, work, seconds })
}

/// `; homing: ANSWER by WHO, work N, seconds S`.
fn first_line(line: &str) -> Option<(String, String, u64, f64)> {
    let (answer, rest) = line.strip_prefix("; homing: ")?.split_once(" by ")?;
    let (by, rest) = rest.split_once(", work ")?;
    let (work, seconds) = rest.split_once(", seconds ")?;
    Some((answer.into(), by.into(), work.parse().ok()?, seconds.parse().ok()?))
}

/// What another solver says, and the CPU seconds that it took.
fn ask(name: &str, file: &Path, limit: f64, folder: &Path) -> Result<(String, f64), String> {
    let mut c = Command::new(if find_program(&[name]).is_some() { name } else { "python3" });
    if find_program(&[name]).is_none() {
        c.args(["-c", PACKAGE]);
    }
    c.arg(file);
    process::limit_cpu(&mut c, limit);
    let finished = measure::run(c, Duration::from_secs_f64(limit * 8.0 + 30.0), folder).map_err(|e| format!("{name}: {e}"))?;
    let said = finished.stdout.lines().find(|l| ["sat", "unsat", "unknown"].contains(&l.trim()));
    let answer = match said {
        Some(said) => said.trim().to_string(),
        None if finished.out_of_cpu || finished.killed => "no answer".into(),
        None => format!("failed: {}", finished.stdout.lines().next().unwrap_or_default()),
    };
    Ok((answer, finished.cpu))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_says_what_a_question_cost() {
        let told = first_line("; homing: unsat by blaster, work 21000000, seconds 0.210").unwrap();
        assert_eq!(told, ("unsat".to_string(), "blaster".to_string(), 21_000_000, 0.21));
        assert!(first_line("(set-logic ALL)").is_none());
    }

    #[test]
    fn lines_that_return_numbers_are_targets() {
        assert_eq!(returns("int f(void) {\n  if (x)\n    return -2; // never\n  return x;\n}\n  return 0;\n"), [3, 6]);
    }
}
