//! `--html`: pages for a browser.

use std::path::Path;

use homing_host::{Failure, io_message};
use homing_page::{Finding, Page};
use homing_report::Report;
use homing_triage::{Row, Verdict, counts};

/// The page of `homing reach` and `homing check`.
pub fn of_report(file: &Path, report: &Report, folder: &str) -> Result<(), Failure> {
    let files = report.files.join(" ");
    write(file, &homing_page::of_report(report, &|test| format!("homing replay {folder}/{test} {files}")))
}

/// The page of `homing triage` and its like.
pub fn of_triage(file: &Path, title: &str, rows: &[Row<'_>], files: &[String], (cpu, wall): (f64, f64)) -> Result<(), Failure> {
    let said: Vec<String> = counts(rows).iter().map(|(v, n)| format!("{n} {}", v.name())).collect();
    let page = Page {
        title: title.into(),
        about: vec![format!("{} in all: {}. {cpu:.1} CPU seconds, {wall:.1} by the clock.", rows.len(), said.join(", "))],
        findings: rows.iter().map(|r| finding(r, files)).collect(),
        ..Page::default()
    };
    write(file, &page)
}

fn finding<'a>(row: &Row<'a>, files: &[String]) -> Finding<'a> {
    let Row { warning, outcome } = row;
    let rule = if warning.rule.is_empty() { String::new() } else { format!(" [{}]", warning.rule) };
    let test = outcome.test.as_ref();
    let folder = outcome.folder.as_deref().unwrap_or(".");
    let command = test.and_then(|t| t.file.as_ref()).map(|t| format!("homing replay {folder}/{t} {}", files.join(" ")));
    Finding {
        name: format!("{}: {}{rule}", warning.place(), warning.message),
        verdict: outcome.verdict.name().to_uppercase(),
        class: match outcome.verdict {
            Verdict::Confirmed => "found",
            Verdict::Reachable => "near",
            Verdict::Unknown => "open",
            Verdict::Refuted => "proved",
        },
        told: vec![outcome.why.clone()],
        advice: &outcome.help,
        error: outcome.error.as_ref(),
        places: &[],
        replay: outcome.replay.as_ref(),
        test,
        command,
    }
}

fn write(file: &Path, page: &Page<'_>) -> Result<(), Failure> {
    let text = homing_page::render(page, &mut |path| std::fs::read_to_string(path).ok());
    std::fs::write(file, text).map_err(|e| Failure::input(format!("--html {}: {}", file.display(), io_message(&e))))
}
