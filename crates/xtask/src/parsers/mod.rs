//! `cargo xtask parsers`: parsers, some in `bench/parsers`, the public ones fetched as source packages, with lines to be reached: Homing with and without
//! fuzzing, and libFuzzer with the same harness and as many CPU seconds.

mod libfuzzer;
mod public;
mod suite;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::engine::{self, Run};
use crate::table::Table;
use suite::{Mark, Subject};

#[derive(clap::Args)]
pub struct Args {
    /// CPU seconds that each tool gets for a parser, with all its lines
    #[arg(long, default_value_t = 30.0, value_name = "SECONDS")]
    cpu: f64,
    /// Parsers whose names contain one of these, with commas between them
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    only: Vec<String>,
    /// The public ones too, which are fetched
    #[arg(long)]
    public: bool,
    /// Only what stands here of: homing, plain (Homing without fuzzing), libfuzzer
    #[arg(long, value_name = "TOOLS", value_delimiter = ',', default_values_t = ["homing", "plain", "libfuzzer"].map(String::from))]
    tools: Vec<String>,
    /// Bytes of input
    #[arg(long, default_value_t = 48, value_name = "N")]
    max: usize,
    /// Write the table to this file too, tab separated
    #[arg(long, value_name = "FILE")]
    tsv: Option<PathBuf>,
    /// A built `homing` to use [default: build the release binary]
    #[arg(long, value_name = "PATH")]
    homing: Option<PathBuf>,
}

const HEADING: [&str; 9] =
    ["parser", "tool", "lines", "reached", "unreachable", "unknown", "CPU s", "runs", "only libFuzzer reached"];

/// What one tool said of a parser's lines.
struct Told {
    reached: BTreeSet<String>,
    proved: BTreeSet<String>,
    cpu: f64,
    runs: u64,
    /// It did not come to an answer.
    failed: Option<String>,
}

/// Runs all parsers; false if a run failed or a verdict was wrong.
pub fn run(args: &Args) -> Result<bool, String> {
    let homing = engine::binary(args.homing.as_deref())?;
    let folder = crate::scratch("parsers")?;
    let mut subjects = suite::own(args.max)?;
    if args.public {
        subjects.extend(public::all(args.max)?);
    }
    subjects.retain(|s| args.only.is_empty() || args.only.iter().any(|o| s.name.contains(o.as_str())));
    let (mut rows, mut good) = (Vec::new(), true);
    for s in &subjects {
        let inside = folder.join(&s.name);
        std::fs::create_dir_all(&inside).map_err(|e| format!("{}: {e}", inside.display()))?;
        let mut all: Vec<(&str, Told)> = Vec::new();
        for tool in ["homing", "plain", "libfuzzer"].into_iter().filter(|t| args.tools.iter().any(|a| a == t)) {
            eprintln!("{} {tool}", s.name);
            let told = one(tool, &homing, s, args.cpu, &inside).unwrap_or_else(Told::failed);
            all.push((tool, told));
        }
        let fuzzer = all.iter().find(|(t, _)| *t == "libfuzzer").map(|(_, t)| t.reached.clone()).unwrap_or_default();
        for (tool, told) in &all {
            good &= check(s, tool, told);
            rows.push(row(s, tool, told, &fuzzer));
        }
    }
    rows.extend(sums(&rows));
    let mut table = Table::new(&HEADING);
    rows.iter().for_each(|r| table.row(r.clone()));
    println!("{}", table.markdown());
    if let Some(file) = &args.tsv {
        let lines: Vec<String> = std::iter::once(HEADING.join("\t")).chain(rows.iter().map(|r| r.join("\t"))).collect();
        std::fs::write(file, lines.join("\n") + "\n").map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(good)
}

fn one(tool: &str, homing: &Path, s: &Subject, cpu: f64, folder: &Path) -> Result<Told, String> {
    match tool {
        "libfuzzer" => libfuzzer::run(s, cpu, folder),
        "plain" => reach(homing, s, cpu, &["--no-fuzz"], folder),
        _ => reach(homing, s, cpu, &[], folder),
    }
}

/// All lines in one run of Homing.
fn reach(homing: &Path, s: &Subject, cpu: f64, flags: &[&str], folder: &Path) -> Result<Told, String> {
    let mut words = vec!["reach".to_string(), s.driver.display().to_string()];
    words.extend(s.files.iter().map(|f| f.display().to_string()));
    words.extend(s.marks.iter().flat_map(|m| ["--target".to_string(), m.place()]));
    words.extend(["--cpu-time".to_string(), format!("{cpu}s")]);
    words.extend(flags.iter().map(|f| f.to_string()));
    words.push("--".into());
    words.extend(s.flags.iter().cloned());
    let run = engine::run(homing, &words, cpu * 8.0 + 60.0, folder)?;
    let Some(report) = &run.report else { return Ok(failed(&run)) };
    let with = |verdict: &str| -> BTreeSet<String> {
        // By name: a line without code is in none of them.
        let said = |m: &&Mark| report.targets.iter().any(|t| t.target == m.place() && t.verdict == verdict);
        s.marks.iter().filter(said).map(|m| m.name.clone()).collect()
    };
    let runs = report.statistics.fuzzing.as_ref().map_or(0, |f| f.runs);
    Ok(Told { reached: with("REACHED"), proved: with("UNREACHABLE"), cpu: run.finished.cpu, runs, failed: None })
}

impl Told {
    /// Nothing; the other parsers are measured all the same.
    fn failed(why: String) -> Told {
        Told { reached: BTreeSet::new(), proved: BTreeSet::new(), cpu: 0.0, runs: 0, failed: Some(why) }
    }
}

fn failed(run: &Run) -> Told {
    Told { cpu: run.finished.cpu, ..Told::failed(format!("{}: {}", run.verdict(), run.reason())) }
}

/// Is anything said that is not so?
fn check(s: &Subject, tool: &str, told: &Told) -> bool {
    if let Some(why) = &told.failed {
        eprintln!("{} {tool}: {why}", s.name);
    }
    let wrong = |m: &&Mark| (m.dead && told.reached.contains(&m.name)) || (!m.dead && told.proved.contains(&m.name));
    s.marks.iter().filter(wrong).for_each(|m| eprintln!("{} {tool}: WRONG about {} ({})", s.name, m.name, m.place()));
    told.failed.is_none() && !s.marks.iter().any(|m| wrong(&m))
}

fn row(s: &Subject, tool: &str, told: &Told, fuzzer: &BTreeSet<String>) -> Vec<String> {
    let (reached, proved) = (told.reached.len(), told.proved.len());
    let lost: Vec<&str> = fuzzer.difference(&told.reached).map(String::as_str).collect();
    let numbers = [s.marks.len(), reached, proved, s.marks.len() - reached - proved];
    let mut cells = vec![s.name.clone(), tool.to_string()];
    cells.extend(numbers.iter().map(|n| n.to_string()));
    cells.extend([format!("{:.1}", told.cpu), told.runs.to_string(), lost.join(" ")]);
    cells
}

/// A row for each tool with the sums of its rows.
fn sums(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let tools: Vec<&String> = rows.iter().map(|r| &r[1]).fold(Vec::new(), |mut all, t| {
        if !all.contains(&t) {
            all.push(t);
        }
        all
    });
    let of = |tool: &String| {
        let own: Vec<&Vec<String>> = rows.iter().filter(|r| r[1] == *tool).collect();
        let sum = |c: usize| own.iter().map(|r| r[c].parse::<f64>().unwrap_or_default()).sum::<f64>();
        let lost = own.iter().map(|r| r[8].split_whitespace().count()).sum::<usize>();
        let mut cells = vec!["all".to_string(), tool.clone()];
        cells.extend((2..6).map(|c| format!("{:.0}", sum(c))));
        cells.extend([format!("{:.1}", sum(6)), format!("{:.0}", sum(7)), lost.to_string()]);
        cells
    };
    tools.into_iter().map(of).collect()
}
