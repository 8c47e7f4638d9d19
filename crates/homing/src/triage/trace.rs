//! `homing reproduce`: an input for the trace of a crash.

use std::path::Path;
use std::time::Instant;

use homing_compile::{Kind, kind};
use homing_host::{Failure, clock};
use homing_triage::{Outcome, Row, Spot, Verdict};
use serde_json::{Value, json};

use super::Task;
use super::reports::contents;
use super::tell::{Said, one};
use crate::cli::ReproduceArgs;
use crate::interrupt::Interrupt;

/// Runs `homing reproduce`; the exit code.
pub fn reproduce(args: &ReproduceArgs) -> Result<i32, Failure> {
    let begun = Instant::now();
    let interrupt = Interrupt::listen();
    let bytes = contents(&args.trace).map_err(|why| Failure::input(format!("{}: {why}", args.trace)))?;
    let text = String::from_utf8_lossy(&bytes);
    let known = |file: &str| of_program(args, file);
    let mut listing = homing_triage::read_trace(&text, &known).map_err(|why| Failure::input(format!("{}: {why}", args.trace)))?;
    let warning = listing.warnings.remove(0);
    let task = Task { command: "reproduce", look: &args.look, files: args.files.clone(), resume: None };
    let said = task.look_at(&[&warning], &interrupt)?.remove(0);
    let outcome = said.outcome().cloned().unwrap_or_else(|| Outcome::unasked("nothing was asked".into()));
    let frames = frames(&outcome, &warning.steps);
    let code = match outcome.verdict {
        Verdict::Confirmed => 10,
        Verdict::Refuted => 0,
        Verdict::Reachable | Verdict::Unknown => 5,
    };
    let row = Row { warning: &warning, outcome: &outcome };
    let seconds = (clock::common_cpu() + clock::children_cpu(), begun.elapsed().as_secs_f64());
    if args.look.json {
        let mut document = one(&args.trace, &warning, &Said::Told(Box::new(outcome.clone())));
        let of_frame =
            |(spot, met): (&Spot, bool)| json!({ "function": spot.says, "file": spot.file, "line": spot.line, "met": met });
        document["frames"] = warning.steps.iter().zip(frames.iter().copied()).map(of_frame).collect::<Vec<Value>>().into();
        document["exit_code"] = code.into();
        let text = serde_json::to_string_pretty(&document).map_err(Failure::internal)?;
        crate::output::print(&format!("{text}\n"));
    } else {
        let mut text = homing_triage::table(&mut [row], 0);
        if let Some(end) = text.trim_end().rfind('\n') {
            text.truncate(end + 1);
        }
        for (spot, met) in warning.steps.iter().zip(&frames).filter(|_| outcome.error.is_some()) {
            let met = if *met { "the same call" } else { "not the same" };
            text.push_str(&format!("           {met:13}  {} {}:{}\n", spot.says, spot.file, spot.line));
        }
        crate::output::print(&text);
    }
    if let Some(file) = &args.look.html {
        let row = Row { warning: &warning, outcome: &outcome };
        crate::html::of_triage(file, &format!("homing reproduce {}", args.trace), &[row], &args.files, seconds)?;
    }
    Ok(code)
}

/// Is a frame in the program, as far as can be told before it is compiled? By the name of its file, among those that are named; else if it is here.
fn of_program(args: &ReproduceArgs, file: &str) -> bool {
    let name = Path::new(file).file_name();
    let source = |f: &&String| matches!(kind(Path::new(f.as_str())), Some(Kind::Source | Kind::CppSource));
    let mut sources = args.files.iter().filter(source).peekable();
    match sources.peek() {
        Some(_) => sources.any(|f| Path::new(f).file_name() == name) || Path::new(file).extension().is_some_and(|x| x == "h"),
        None => Path::new(file).is_file() || !args.files.is_empty() || args.look.compdb.is_some(),
    }
}

/// Which frames of the trace the found error has, in their order.
fn frames(outcome: &Outcome, wanted: &[Spot]) -> Vec<bool> {
    let Some(error) = &outcome.error else { return vec![false; wanted.len()] };
    let mut stack = std::iter::once(&error.place).chain(&error.stack).peekable();
    let same = |spot: &Spot, line: u32, file: &str| {
        spot.line == line && Path::new(file).file_name() == Path::new(&spot.file).file_name()
    };
    let mut met = Vec::new();
    for spot in wanted {
        let mut rest = stack.clone();
        let found = rest.by_ref().any(|p| same(spot, p.line, &p.file));
        if found {
            stack = rest;
        }
        met.push(found);
    }
    met
}
