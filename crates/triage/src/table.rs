//! Verdicts for people.

use crate::outcome::{Outcome, Verdict};
use crate::warning::Warning;

/// A warning that was asked about, and what is said of it.
pub struct Row<'a> {
    pub warning: &'a Warning,
    pub outcome: &'a Outcome,
}

/// How many there are of each verdict, in the order of the verdicts.
pub fn counts(rows: &[Row<'_>]) -> [(Verdict, usize); 4] {
    [Verdict::Confirmed, Verdict::Reachable, Verdict::Unknown, Verdict::Refuted]
        .map(|v| (v, rows.iter().filter(|r| r.outcome.verdict == v).count()))
}

/// One line for one warning.
pub fn line(row: &Row<'_>) -> String {
    let Row { warning, outcome } = row;
    let rule = if warning.rule.is_empty() { String::new() } else { format!(" [{}]", warning.rule) };
    format!("{:9}  {}: {}{rule}", outcome.verdict.name(), warning.place(), one_line(&warning.message))
}

/// All of them, confirmed ones first, and the counts.
pub fn table(rows: &mut [Row<'_>], left_out: usize) -> String {
    rows.sort_by_key(|r| r.outcome.verdict);
    let mut out = String::new();
    for row in rows.iter() {
        out.push_str(&line(row));
        out.push_str(&format!("\n           {}\n", one_line(&row.outcome.why)));
        if let Some(file) = row.outcome.test.as_ref().and_then(|t| t.file.as_ref()) {
            let folder = row.outcome.folder.as_ref().map(|f| format!("{f}/")).unwrap_or_default();
            out.push_str(&format!("           input: {folder}{file}\n"));
        }
        if !row.outcome.help.is_empty() {
            out.push_str(&format!("           what would help: {}\n", one_line(&row.outcome.help.join("; "))));
        }
    }
    let counts: Vec<String> = counts(rows).iter().map(|(v, n)| format!("{n} {}", v.name())).collect();
    let left = if left_out == 0 { String::new() } else { format!("; {left_out} left out") };
    out.push_str(&format!("{} warning{}: {}{left}\n", rows.len(), if rows.len() == 1 { "" } else { "s" }, counts.join(", ")));
    out
}

/// Reports are not ours: what they say must not move the cursor.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
