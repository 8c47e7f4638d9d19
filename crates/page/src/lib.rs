//! Verdicts as one page for a browser, which needs nothing else: no request leaves it, and without scripts it can still be read.

#![warn(missing_docs)]

mod finding;
mod look;
mod text;

use std::collections::BTreeMap;
use std::fmt::Write;

use homing_report::{ErrorReport, LossReport, Place, Report, Test, Verdict};

pub use finding::Finding;
use text::{escape, plural};

/// The contents of a source file, if it can be read.
pub type Sources<'a> = dyn FnMut(&str) -> Option<String> + 'a;

/// What a page shows.
#[derive(Default)]
pub struct Page<'a> {
    /// Its title and heading.
    pub title: String,
    /// Below the title: what was asked, and how long it took.
    pub about: Vec<String>,
    /// The verdicts, in order.
    pub findings: Vec<Finding<'a>>,
    /// What stands in the way of proofs.
    pub losses: &'a [LossReport],
    /// Remarks that change no verdict.
    pub notes: &'a [String],
    /// Numbers, by name.
    pub numbers: Vec<(String, String)>,
}

/// The page of a run of `homing reach` or `homing check`. `command` gives the command that runs a test case again.
pub fn of_report<'a>(report: &'a Report, command: &dyn Fn(&str) -> String) -> Page<'a> {
    let s = &report.statistics;
    let again = |test: Option<&Test>| test.and_then(|t| t.file.as_deref()).map(command);
    let targets = report.targets.iter().filter(|t| report.command != "check" || t.verdict != Verdict::Reached).map(|t| Finding {
        name: if report.command == "check" && t.target == "error" { "Errors".into() } else { t.target.clone() },
        verdict: if report.command == "check" && t.verdict == Verdict::Unreachable { "NO ERROR" } else { t.verdict.name() }
            .into(),
        class: match t.verdict {
            Verdict::Reached => "found",
            Verdict::Unreachable => "proved",
            Verdict::Unknown => "open",
        },
        told: t.reasons.iter().chain(&t.within).cloned().collect(),
        advice: &t.advice,
        error: t.error.as_ref(),
        places: &t.places,
        replay: t.replay.as_ref(),
        test: t.test.as_ref(),
        command: again(t.test.as_ref()),
    });
    let errors = report.errors.iter().map(|e| of_error(e, again(e.test.as_ref())));
    let number = |name: &str, n: u64| (name.to_string(), text::grouped(n));
    Page {
        title: format!("homing {}: {}", report.command, report.files.join(" ")),
        about: vec![format!("Starts in {}. Ended: {}. Homing {}.", report.entry, report.ended, report.homing)],
        findings: targets.chain(errors).collect(),
        losses: &report.losses,
        notes: &report.notes,
        numbers: vec![
            number("instructions", s.instructions),
            number("paths", s.paths),
            number("forks", s.forks),
            number("states left", report.states_left as u64),
            number("questions to the solver", s.solver_calls),
            number("blocks covered", s.blocks_covered),
            number("blocks", s.blocks_total),
            ("seconds".into(), format!("{:.2}", s.wall_seconds)),
        ],
    }
}

fn of_error(e: &ErrorReport, command: Option<String>) -> Finding<'_> {
    let caller = e.depends_on_caller.then(|| "It depends on what the caller gives.".to_string());
    Finding {
        name: format!("{} at {}:{}", e.kind, e.place.file, e.place.line),
        verdict: "ERROR".into(),
        class: "found",
        told: caller.into_iter().collect(),
        advice: &[],
        error: Some(e),
        places: &[],
        replay: e.replay.as_ref(),
        test: e.test.as_ref(),
        command,
    }
}

/// The page as text.
pub fn render(page: &Page<'_>, sources: &mut Sources<'_>) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n");
    let _ = write!(out, "<title>{}</title>\n<style>{}</style></head><body>\n", escape(&page.title), look::STYLE);
    out.push_str("<a class=\"skip\" href=\"#findings\">To the verdicts</a>\n<header>");
    let _ = writeln!(out, "<h1>{}</h1>", escape(&page.title));
    for line in &page.about {
        let _ = writeln!(out, "<p>{}</p>", escape(line));
    }
    out.push_str("<button type=\"button\" id=\"theme\" hidden>Dark or light</button></header>\n<main>\n");
    counts(&mut out, page);
    out.push_str("<section id=\"findings\" aria-label=\"Verdicts\">\n");
    let mut files = finding::Files::new(sources);
    for (i, f) in page.findings.iter().enumerate() {
        finding::render(&mut out, f, i, page.findings.len() == 1, &mut files);
    }
    if page.findings.is_empty() {
        out.push_str("<p>There is nothing to show.</p>\n");
    }
    out.push_str("</section>\n");
    losses(&mut out, page.losses);
    if !page.notes.is_empty() {
        let items: Vec<String> = page.notes.iter().map(|n| format!("<li>{}</li>", escape(n))).collect();
        let _ = writeln!(out, "<section><h2>Notes</h2><ul>{}</ul></section>", items.concat());
    }
    if !page.numbers.is_empty() {
        let rows: Vec<String> =
            page.numbers.iter().map(|(n, v)| format!("<tr><th scope=\"row\">{}<td>{}", escape(n), escape(v))).collect();
        let _ = writeln!(out, "<section><h2>Numbers</h2><table class=\"numbers\">{}</table></section>", rows.join("\n"));
    }
    let _ = write!(
        out,
        "</main>\n<p id=\"said\" role=\"status\" aria-live=\"polite\"></p>\n<script>{}</script></body></html>\n",
        look::SCRIPT
    );
    out
}

/// How many of each verdict; each is a switch that shows or hides them.
fn counts(out: &mut String, page: &Page<'_>) {
    let mut by: BTreeMap<(usize, &str), (usize, &str)> = BTreeMap::new();
    let rank = |class: &str| ["found", "near", "open", "proved"].iter().position(|c| *c == class).unwrap_or(9);
    for f in &page.findings {
        by.entry((rank(f.class), f.verdict.as_str())).or_insert((0, f.class)).0 += 1;
    }
    if by.is_empty() {
        return;
    }
    out.push_str("<fieldset class=\"counts\"><legend>Shown</legend>\n");
    for ((_, verdict), (n, class)) in by {
        let verdict = escape(verdict);
        let _ = writeln!(
            out,
            "<label class=\"{class}\"><input type=\"checkbox\" checked data-verdict=\"{verdict}\"> {n} {verdict}</label>"
        );
    }
    out.push_str("</fieldset>\n");
}

fn losses(out: &mut String, losses: &[LossReport]) {
    if losses.is_empty() {
        return;
    }
    out.push_str("<section><h2>Losses</h2><p>With one of these, nothing is proved to be unreachable.</p>\n");
    out.push_str("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Losses\"><table><tr><th scope=\"col\">times<th scope=\"col\">what<th scope=\"col\">detail<th scope=\"col\">where</tr>\n");
    for l in losses {
        let _ = writeln!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{}</tr>",
            text::grouped(l.count),
            escape(&l.what),
            escape(&l.detail),
            escape(&place(&l.place))
        );
    }
    let _ = writeln!(out, "</table></div><p>{}</p></section>", plural(losses.len(), "kind of loss", "kinds of losses"));
}

fn place(p: &Place) -> String {
    if p.line == 0 { String::new() } else { format!("{}:{} in {}", p.file, p.line, p.function) }
}
