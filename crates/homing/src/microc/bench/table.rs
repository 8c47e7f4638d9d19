//! The results of a bench as text, CSV and JSON.

use std::fmt::Write;

use homing_host::Failure;
use serde::Serialize;

use super::Run;
use crate::cli::microc::BenchArgs;

/// What the programs of a set gave together, with one configuration.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Sum {
    pub set: String,
    pub configuration: String,
    pub programs: usize,
    /// Paths explored, without those that end in an error.
    pub paths: u64,
    pub milliseconds: u64,
    pub time_outs: usize,
    /// Errors found; without `--all-errors` at most one in each program.
    pub errors: usize,
    /// Programs of which everything was explored, with nothing lost.
    pub complete: usize,
    pub blocks_covered: u64,
    pub blocks: u64,
}

/// The sums, in the order of the runs.
pub fn sums(runs: &[Run]) -> Vec<Sum> {
    let mut out: Vec<Sum> = Vec::new();
    for r in runs {
        let at = out.iter().position(|s| s.set == r.set && s.configuration == r.configuration).unwrap_or_else(|| {
            out.push(Sum { set: r.set.clone(), configuration: r.configuration.clone(), ..Sum::default() });
            out.len() - 1
        });
        let s = &mut out[at];
        s.programs += 1;
        s.paths += r.paths;
        s.milliseconds += r.milliseconds;
        s.time_outs += usize::from(r.ended == "time");
        s.errors += r.errors;
        s.complete += usize::from(r.ended == "exhausted" && r.losses == 0);
        s.blocks_covered += r.blocks_covered;
        s.blocks += r.blocks;
    }
    out
}

/// The tables for people.
pub fn text(args: &BenchArgs, sums: &[Sum], runs: &[Run]) -> String {
    let mut out = String::new();
    if args.runs {
        let rows: Vec<Vec<String>> = runs.iter().map(run_row).collect();
        out.push_str(&table(&["set", "program", "search", "paths", "ms", "ended", "errors", "blocks", "found"], &rows));
        out.push('\n');
    }
    let row = |s: &Sum| {
        vec![
            s.set.clone(),
            s.configuration.clone(),
            s.programs.to_string(),
            s.paths.to_string(),
            s.milliseconds.to_string(),
            s.time_outs.to_string(),
            s.errors.to_string(),
            s.complete.to_string(),
            percent(s.blocks_covered, s.blocks),
        ]
    };
    let head = ["set", "search", "programs", "paths", "time (ms)", "time-outs", "errors", "complete", "blocks"];
    out.push_str(&table(&head, &sums.iter().map(row).collect::<Vec<_>>()));
    let seconds = args.time.as_secs_f64();
    let width = args.int_width.map_or("unbounded numbers".to_string(), |w| format!("numbers of {w} bits"));
    let stop = if args.all_errors { "all errors" } else { "up to the first error" };
    let _ = writeln!(
        out,
        "\nAt most {seconds} s for each run, seed {}, {width}, {stop}. Paths are those without an error.",
        args.seed
    );
    out
}

fn run_row(r: &Run) -> Vec<String> {
    vec![
        r.set.clone(),
        r.program.clone(),
        r.configuration.clone(),
        r.paths.to_string(),
        r.milliseconds.to_string(),
        r.ended.clone(),
        r.errors.to_string(),
        percent(r.blocks_covered, r.blocks),
        r.found.join("; "),
    ]
}

fn percent(part: u64, whole: u64) -> String {
    (part * 100).checked_div(whole).map_or("–".into(), |percent| format!("{percent}%"))
}

/// Columns as wide as they need to be; those of numbers to the right.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let number = |s: &str| s == "–" || s.trim_end_matches('%').bytes().all(|b| b.is_ascii_digit()) && !s.is_empty();
    let widths: Vec<usize> = (0..head.len())
        .map(|i| rows.iter().map(|r| r[i].chars().count()).chain([head[i].chars().count()]).max().unwrap_or(0))
        .collect();
    let right: Vec<bool> = (0..head.len()).map(|i| !rows.is_empty() && rows.iter().all(|r| number(&r[i]))).collect();
    let mut out = String::new();
    let mut line = |cells: Vec<&str>| {
        let padded: Vec<String> = cells
            .iter()
            .enumerate()
            .map(|(i, c)| if right[i] { format!("{c:>w$}", w = widths[i]) } else { format!("{c:<w$}", w = widths[i]) })
            .collect();
        let _ = writeln!(out, "{}", padded.join("  ").trim_end());
    };
    line(head.to_vec());
    rows.iter().for_each(|r| line(r.iter().map(String::as_str).collect()));
    out
}

/// Every run, one per line.
pub fn csv(runs: &[Run]) -> String {
    let mut out =
        String::from("set,program,search,paths,milliseconds,ended,errors,blocks_covered,blocks,solver_calls,losses,found\n");
    for r in runs {
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{}",
            quoted(&r.set),
            quoted(&r.program),
            quoted(&r.configuration),
            r.paths,
            r.milliseconds,
            r.ended,
            r.errors,
            r.blocks_covered,
            r.blocks,
            r.solver_calls,
            r.losses,
            quoted(&r.found.join("; "))
        );
    }
    out
}

fn quoted(s: &str) -> String {
    if s.contains([',', '"', '\n']) { format!("\"{}\"", s.replace('"', "\"\"")) } else { s.to_string() }
}

/// Sums and runs.
pub fn json(args: &BenchArgs, sums: &[Sum], runs: &[Run]) -> Result<String, Failure> {
    let value = serde_json::json!({
        "homing": env!("CARGO_PKG_VERSION"),
        "seconds": args.time.as_secs_f64(),
        "seed": args.seed,
        "int_width": args.int_width,
        "all_errors": args.all_errors,
        "sums": sums,
        "runs": runs,
    });
    serde_json::to_string_pretty(&value).map(|t| t + "\n").map_err(Failure::internal)
}
