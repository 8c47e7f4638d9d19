//! What is told in the end: a table or JSON, and the SARIF file.

use std::path::Path;
use std::time::Instant;

use homing_host::{Failure, clock, io_message};
use homing_triage::{Outcome, Row, Verdict, Warning};
use serde_json::{Value, json};

use super::reports::Reports;
use crate::cli::{FailOn, TriageArgs};
use crate::exit::INPUT;

/// What is known of a warning.
#[derive(Clone, Debug)]
pub enum Said {
    Told(Box<Outcome>),
    /// It was not to be looked at.
    LeftOut,
}

impl Said {
    /// Of a warning that nothing can, or is to, be asked about.
    pub fn of_warning(w: &Warning) -> Said {
        match (&w.left_out, &w.problem) {
            (Some(_), _) => Said::LeftOut,
            (None, Some(why)) => Said::Told(Box::new(Outcome::unasked(why.clone()))),
            (None, None) => Said::Told(Box::new(Outcome::unasked("nothing was asked about it".into()))),
        }
    }

    /// What was found out.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Said::Told(outcome) => Some(outcome),
            Said::LeftOut => None,
        }
    }
}

/// Prints and writes everything; the exit code.
pub fn tell(args: &TriageArgs, reports: &Reports, results: &[Said], begun: Instant) -> Result<i32, Failure> {
    let warnings = reports.warnings();
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (warning, result) in warnings.iter().zip(results) {
        rows.extend(result.outcome().map(|outcome| Row { warning, outcome }));
    }
    let code = exit_code(args, reports, &rows);
    let (cpu, wall) = (clock::common_cpu() + clock::children_cpu(), begun.elapsed().as_secs_f64());
    if args.look.json {
        let json = document(reports, results, code, (cpu, wall));
        let text = serde_json::to_string_pretty(&json).map_err(Failure::internal)?;
        crate::output::print(&format!("{text}\n"));
    } else {
        let left_out = results.len() - rows.len();
        crate::output::print(&homing_triage::table(&mut rows, left_out));
    }
    if let Some(file) = &args.sarif {
        write(file, reports, results)?;
    }
    if let Some(file) = &args.look.html {
        let title = format!("homing triage {}", args.split().0.join(" "));
        crate::html::of_triage(file, &title, &rows, &args.split().1, (cpu, wall))?;
    }
    Ok(code)
}

fn exit_code(args: &TriageArgs, reports: &Reports, rows: &[Row<'_>]) -> i32 {
    let worst = match args.fail_on {
        FailOn::Confirmed => Some(Verdict::Confirmed),
        FailOn::Reachable => Some(Verdict::Reachable),
        FailOn::Unknown => Some(Verdict::Unknown),
        FailOn::Never => None,
    };
    match worst {
        Some(worst) if rows.iter().any(|r| r.outcome.verdict <= worst) => 10,
        _ if !reports.unreadable.is_empty() => INPUT,
        _ => 0,
    }
}

fn write(file: &Path, reports: &Reports, results: &[Said]) -> Result<(), Failure> {
    let mut rest = results;
    let mut outcomes = Vec::new();
    for listing in &reports.listings {
        let (own, others) = rest.split_at(listing.warnings.len().min(rest.len()));
        outcomes.push(own.iter().map(Said::outcome).collect());
        rest = others;
    }
    let here = std::env::current_dir().unwrap_or_default().display().to_string();
    let written = homing_triage::sarif(&reports.listings, &outcomes, &here);
    written.notes.iter().for_each(|n| tell!("homing: {n}"));
    let text = serde_json::to_string_pretty(&written.document).map_err(Failure::internal)?;
    let bad = |e: std::io::Error| Failure::input(format!("--sarif {}: {}", file.display(), io_message(&e)));
    std::fs::write(file, text + "\n").map_err(bad)
}

fn document(reports: &Reports, results: &[Said], code: i32, (cpu, wall): (f64, f64)) -> Value {
    let mut counts = serde_json::Map::new();
    for verdict in [Verdict::Confirmed, Verdict::Reachable, Verdict::Unknown, Verdict::Refuted] {
        let count = results.iter().filter_map(Said::outcome).filter(|o| o.verdict == verdict).count();
        counts.insert(verdict.name().into(), count.into());
    }
    counts.insert("left_out".into(), results.iter().filter(|r| r.outcome().is_none()).count().into());
    let names = reports.listings.iter().flat_map(|l| l.warnings.iter().map(|_| l.name.as_str()));
    let told: Vec<Value> = names.zip(reports.warnings()).zip(results).map(|((name, w), r)| one(name, w, r)).collect();
    let unreadable: Vec<Value> = reports.unreadable.iter().map(|(n, why)| json!({ "report": n, "why": why })).collect();
    json!({
        "homing": env!("CARGO_PKG_VERSION"),
        "command": "triage",
        "exit_code": code,
        "counts": counts,
        "results": told,
        "unreadable": unreadable,
        "cpu_seconds": cpu,
        "wall_seconds": wall,
    })
}

/// A warning and what is said of it.
pub fn one(report: &str, w: &Warning, result: &Said) -> Value {
    let kinds: Vec<&str> = w.kinds.iter().map(|k| k.name()).collect();
    let mut value = json!({
        "report": report,
        "tool": w.tool,
        "rule": w.rule,
        "level": w.level,
        "message": w.message,
        "file": w.spot.as_ref().map(|s| s.file.clone()),
        "line": w.spot.as_ref().map(|s| s.line).filter(|l| *l > 0),
        "kinds": kinds,
    });
    match result {
        Said::LeftOut => value["left_out"] = w.left_out.clone().into(),
        Said::Told(outcome) => {
            if let (Value::Object(value), Ok(Value::Object(told))) = (&mut value, serde_json::to_value(outcome)) {
                value.extend(told);
            }
        }
    }
    value
}
