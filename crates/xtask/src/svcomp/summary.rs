//! The answers as text.

use std::collections::BTreeMap;

use super::Answer;
use super::judge::Judgement;
use super::manifest::Property;
use crate::table::{Table, megabytes};

/// One program on one line.
pub fn line(a: &Answer) -> String {
    let klee = if a.task.klee.is_empty() { "–".to_string() } else { format!("{} {}", a.task.klee, a.task.klee_cpu) };
    let detail = [&a.reason, &a.errors].into_iter().filter(|s| !s.is_empty()).cloned().collect::<Vec<_>>().join("; ");
    format!(
        "{:7} {:11} {:6.2} s  KLEE {:15} {}  {}",
        a.judgement.name(),
        a.verdict,
        a.cpu,
        klee,
        a.task.path,
        detail.chars().take(160).collect::<String>()
    )
}

/// All of them for other programs to read.
pub fn tsv(answers: &[Answer]) -> String {
    let mut text = "path\texpected\tjudgement\tverdict\tcpu_s\twall_s\tmb\tinstructions\tpaths\tqueries\tklee\tklee_cpu_s\treplay\terrors\treason\tlosses\n"
        .to_string();
    for a in answers {
        let cells = [
            a.task.path.clone(),
            (!a.task.unsafe_).to_string(),
            a.judgement.name().into(),
            a.verdict.clone(),
            format!("{:.2}", a.cpu),
            format!("{:.2}", a.wall),
            megabytes(a.peak),
            a.instructions.to_string(),
            a.paths.to_string(),
            a.queries.to_string(),
            a.task.klee.clone(),
            a.task.klee_cpu.clone(),
            a.replay.clone(),
            a.errors.clone(),
            a.reason.clone(),
            a.losses.join("; "),
        ];
        text += &cells.map(|c| c.replace(['\t', '\n'], " ")).join("\t");
        text.push('\n');
    }
    text
}

/// Totals, the table of memory errors, and what stands in the way, most frequent first.
pub fn text(answers: &[Answer]) -> String {
    let mut text = totals(answers);
    let memory: Vec<&Answer> = answers.iter().filter(|a| a.task.property != Property::Unreach).collect();
    if !memory.is_empty() {
        text += "\nMemory safety (* the expected description names the function):\n\n";
        text += &memory_table(&memory);
    }
    text += &counted("Reasons for UNKNOWN and FAILED", answers.iter().filter(|a| !a.reason.is_empty()).map(|a| a.reason.clone()));
    text +=
        &counted("Losses, by programs that have them", answers.iter().flat_map(|a| a.losses.iter().map(|l| without_counts(l))));
    text += &counted("Replays", answers.iter().filter(|a| !a.replay.is_empty()).map(|a| a.replay.clone()));
    text
}

/// Does an answer belong to a group?
type Picks = fn(&Answer) -> bool;

fn totals(answers: &[Answer]) -> String {
    let mut table = Table::new(&["programs", "all", "ok", "late", "unknown", "failed", "WRONG", "KLEE ok", "CPU s"]);
    let groups: [(&str, Picks); 4] = [
        ("unsafe", |a| a.task.property == Property::Unreach && a.task.unsafe_),
        ("safe", |a| a.task.property == Property::Unreach && !a.task.unsafe_),
        ("memory errors", |a| a.task.property != Property::Unreach && a.task.unsafe_),
        ("memory safe", |a| a.task.property != Property::Unreach && !a.task.unsafe_),
    ];
    for (name, of) in groups {
        let group: Vec<&Answer> = answers.iter().filter(|a| of(a)).collect();
        if group.is_empty() {
            continue;
        }
        let count = |j: Judgement| group.iter().filter(|a| a.judgement == j).count().to_string();
        let klee = group.iter().filter(|a| a.task.klee == if a.task.unsafe_ { "reached" } else { "complete" }).count();
        table.row(vec![
            name.into(),
            group.len().to_string(),
            count(Judgement::Right),
            count(Judgement::Late),
            count(Judgement::Unknown),
            count(Judgement::Failed),
            count(Judgement::Wrong),
            klee.to_string(),
            format!("{:.1}", group.iter().map(|a| a.cpu).sum::<f64>()),
        ]);
    }
    table.markdown()
}

fn memory_table(answers: &[&Answer]) -> String {
    let mut table = Table::new(&["program", "expected", "", "found", "CPU s", "KLEE"]);
    for a in answers {
        let found = if a.errors.is_empty() { a.verdict.clone() } else { a.errors.clone() };
        let found =
            if a.reason.is_empty() { found } else { format!("{found} ({})", a.reason.chars().take(80).collect::<String>()) };
        table.row(vec![
            a.task.path.clone(),
            a.task.target.clone(),
            a.judgement.name().into(),
            found,
            format!("{:.2}", a.cpu),
            a.task.klee.clone(),
        ]);
    }
    table.markdown()
}

fn counted(title: &str, items: impl Iterator<Item = String>) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for item in items {
        *counts.entry(without_numbers(&item)).or_default() += 1;
    }
    let mut list: Vec<(String, usize)> = counts.into_iter().collect();
    list.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let lines: String =
        list.iter().take(30).map(|(what, n)| format!("{n:5}  {}\n", what.chars().take(200).collect::<String>())).collect();
    if lines.is_empty() { String::new() } else { format!("\n{title}:\n{lines}") }
}

/// Numbers become `#`, so that reasons which differ only in them are counted together.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            c => out.push(c),
        }
    }
    out
}

/// `kind: detail (3x)` without the count, so that equal losses of different programs are counted together.
fn without_counts(loss: &str) -> String {
    loss.rsplit_once(" (").map_or(loss, |(l, _)| l).to_string()
}
