//! `homing patch`: lines that a patch changes, each with whether it can be reached.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use homing_host::{Failure, absolute, clock, process};
use homing_triage::{Changed, Row, Spot, Verdict, Warning};
use serde_json::{Value, json};

use super::Task;
use super::reports::{contents, git};
use super::tell::{Said, one};
use crate::cli::PatchArgs;
use crate::interrupt::Interrupt;

/// Runs `homing patch`; the exit code.
pub fn patch(args: &PatchArgs) -> Result<i32, Failure> {
    let begun = Instant::now();
    let interrupt = Interrupt::listen();
    let (diff, top) = read(args)?;
    let changed = Changed::of_diff(&diff).map_err(Failure::input)?;
    let lines = lines(&changed, &top);
    let task = Task { command: "patch", look: &args.look, files: args.files.clone(), resume: None };
    let mut results = task.look_at(&lines.iter().collect::<Vec<_>>(), &interrupt)?;
    // Declarations, comments, braces: most lines of a patch are of that kind.
    for said in &mut results {
        if said.outcome().is_some_and(|o| o.why.contains("has no code")) {
            *said = Said::LeftOut;
        }
    }
    tell(args, &lines, &results, begun)
}

/// The diff, and the folder that its names are in.
fn read(args: &PatchArgs) -> Result<(String, String), Failure> {
    let here = || std::env::current_dir().unwrap_or_default().display().to_string();
    let top = || {
        let done =
            process::output(Command::new("git").args(["rev-parse", "--show-toplevel"])).ok().filter(|o| o.status.success());
        done.map_or_else(here, |o| String::from_utf8_lossy(&o.stdout).trim().to_string())
    };
    if let Some(range) = &args.git {
        let arguments =
            ["-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff", "-U0", "--end-of-options", range, "--"];
        return Ok((git(&arguments, "--git", range)?, top()));
    }
    let name = args.diff.as_deref().unwrap_or("-");
    let bytes = contents(name).map_err(|why| Failure::input(format!("--diff {name}: {why}")))?;
    Ok((String::from_utf8_lossy(&bytes).into_owned(), top()))
}

/// Names of files that code may be in.
const CODE: [&str; 11] = ["c", "h", "i", "cc", "cpp", "cxx", "C", "hh", "hpp", "hxx", "inc"];

/// Each changed line as something that is said of it.
fn lines(changed: &Changed, top: &str) -> Vec<Warning> {
    let mut out = Vec::new();
    for (name, ranges) in changed.files() {
        let path = Path::new(top).join(name);
        if !path.extension().and_then(|x| x.to_str()).is_some_and(|x| CODE.contains(&x)) {
            continue;
        }
        let path = absolute(&path).display().to_string();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let source: Vec<&str> = text.lines().collect();
        for line in ranges.iter().cloned().flatten() {
            let spot = Spot { file: path.clone(), line, end_line: line, ..Spot::default() };
            let message = source.get(line as usize - 1).map_or("", |l| l.trim()).to_string();
            out.push(Warning { tool: "patch".into(), message, level: "note".into(), spot: Some(spot), ..Warning::default() });
        }
    }
    out
}

/// The verdict in the words of `homing reach`.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Confirmed | Verdict::Reachable => "reached",
        Verdict::Unknown => "unknown",
        Verdict::Refuted => "unreachable",
    }
}

fn tell(args: &PatchArgs, lines: &[Warning], results: &[Said], begun: Instant) -> Result<i32, Failure> {
    let told = || lines.iter().zip(results).filter_map(|(w, s)| Some((w, s, s.outcome()?)));
    let count = |wanted: &str| told().filter(|(.., o)| word(o.verdict) == wanted).count();
    let (reached, unknown, unreachable) = (count("reached"), count("unknown"), count("unreachable"));
    let code = match (reached, unknown) {
        (1.., _) => 10,
        (0, 1..) => 5,
        (0, 0) => 0,
    };
    let seconds = (clock::common_cpu() + clock::children_cpu(), begun.elapsed().as_secs_f64());
    if args.look.json {
        let results: Vec<Value> = told()
            .map(|(w, s, o)| {
                let mut value = one("patch", w, s);
                value["verdict"] = word(o.verdict).into();
                value
            })
            .collect();
        let document = json!({
            "homing": env!("CARGO_PKG_VERSION"),
            "command": "patch",
            "exit_code": code,
            "counts": { "reached": reached, "unknown": unknown, "unreachable": unreachable, "without_code": lines.len() - results.len() },
            "results": results,
            "cpu_seconds": seconds.0,
            "wall_seconds": seconds.1,
        });
        let text = serde_json::to_string_pretty(&document).map_err(Failure::internal)?;
        crate::output::print(&format!("{text}\n"));
    } else {
        let mut text = String::new();
        for (w, _, o) in told() {
            text.push_str(&format!("{:11}  {}: {}\n", word(o.verdict), near(w), w.message));
            let lazy = o.start.as_ref().filter(|s| s.lazy && o.test.is_some());
            if let Some(start) = lazy {
                text.push_str(&format!("             from {}, called with any arguments and globals\n", start.entry));
            }
            if let Some(file) = o.test.as_ref().and_then(|t| t.file.as_ref()) {
                text.push_str(&format!("             input: {}/{file}\n", o.folder.as_deref().unwrap_or(".")));
            } else {
                text.push_str(&format!("             {}\n", o.why));
            }
        }
        let all = reached + unknown + unreachable;
        let lines = if all == 1 { "line" } else { "lines" };
        text.push_str(&format!(
            "{all} changed {lines} with code: {reached} reached, {unreachable} unreachable, {unknown} unknown\n"
        ));
        crate::output::print(&text);
    }
    if let Some(file) = &args.look.html {
        let rows: Vec<Row<'_>> = told().map(|(warning, _, outcome)| Row { warning, outcome }).collect();
        crate::html::of_triage(file, "homing patch", &rows, &args.files, seconds)?;
    }
    Ok(code)
}

/// `FILE:LINE` as the user sees it from here.
fn near(w: &Warning) -> String {
    let here = format!("{}/", std::env::current_dir().unwrap_or_default().display());
    let place = w.place();
    place.strip_prefix(&here).map_or_else(|| place.clone(), String::from)
}
