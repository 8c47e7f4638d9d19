//! Is there a program that is decided without joining states, and not with it, or at a higher price?

use std::path::Path;

use clap::ValueEnum;

use super::{Args, PATIENCE, Set};
use crate::engine::{self, Run};
use crate::strategies::programs;
use crate::{bench, table};

/// CPU seconds of all decided programs together may grow by that much.
const MOST: f64 = 1.1;

/// How much longer than without joining a run may take before it is lost.
const LONGER: f64 = 3.0;

/// A program with the command line that `homing` gets.
struct Subject {
    set: Set,
    name: String,
    line: Vec<String>,
}

/// A program that was decided without joining.
struct Pair {
    set: Set,
    none: f64,
    joined: f64,
    lost: bool,
}

/// Runs everything; a row for each program, tab separated, and whether nothing is lost.
pub fn run(args: &Args, homing: &Path) -> Result<(String, bool), String> {
    let scratch = crate::scratch("merging")?;
    let mut text =
        ["set", "program", "`none`", "CPU s", "instructions", "forks", "joined", "CPU s", "instructions", "forks", "joins"]
            .join("\t")
            + "\n";
    let mut pairs = Vec::new();
    for (i, s) in subjects(args, &scratch)?.iter().enumerate() {
        let folder = scratch.join(i.to_string());
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let none = one(homing, s, "none", args.time, &folder.join("none"))?;
        let decided = is_decided(&none);
        let joined = if decided { Some(one(homing, s, &args.merge, args.time * LONGER, &folder.join("joined"))?) } else { None };
        let mut cells = vec![name_of(s.set), s.name.clone()];
        cells.extend(told(Some(&none), false));
        cells.extend(told(joined.as_ref(), true));
        let row = cells.join("\t");
        eprintln!("{row}");
        text += &(row + "\n");
        if let Some(joined) = joined {
            let lost = joined.verdict() != none.verdict();
            pairs.push(Pair { set: s.set, none: none.own_cpu(), joined: joined.own_cpu(), lost });
        }
    }
    let (sums, good) = sums(&pairs);
    println!("{sums}");
    Ok((text, good))
}

/// The sets that are wanted, compiled.
fn subjects(args: &Args, scratch: &Path) -> Result<Vec<Subject>, String> {
    let mut out = Vec::new();
    for set in Set::value_variants().iter().filter(|s| args.set.is_empty() || args.set.contains(s)) {
        let folder = scratch.join(name_of(*set));
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let own = |name: &str| programs::own(&crate::root().join("tests/programs/search").join(name));
        let list = match set {
            Set::Bench => {
                out.extend(bench::tasks(None, &folder)?.into_iter().map(|(name, line)| Subject { set: *set, name, line }));
                continue;
            }
            Set::Chains => own("chains")?,
            Set::Loops => own("loops")?,
            Set::Blind => own("blind")?,
            Set::Corpus => {
                let dir = args.dir.clone().unwrap_or_else(|| crate::root().join("../shared/corpus/svcomp"));
                programs::corpus(&dir, true)?
            }
        };
        for (i, s) in list.into_iter().enumerate().filter(|(_, s)| args.only.as_ref().is_none_or(|o| s.name.contains(o.as_str())))
        {
            let file = s.compile(&folder.join(i.to_string()))?;
            let line = ["reach", &file.display().to_string(), "--target", &s.target, "--replay", "interpreter"].map(String::from);
            out.push(Subject { set: *set, name: s.name, line: line.into() });
        }
    }
    out.retain(|s| args.only.as_ref().is_none_or(|o| s.name.contains(o.as_str())));
    if out.is_empty() { Err("no program is chosen".into()) } else { Ok(out) }
}

fn one(homing: &Path, s: &Subject, merge: &str, cpu: f64, folder: &Path) -> Result<Run, String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut line = s.line.clone();
    line.extend(["--merge", merge, "--cpu-time", &format!("{cpu}s")].map(String::from));
    engine::run(homing, &line, cpu * PATIENCE, folder)
}

fn is_decided(run: &Run) -> bool {
    ["REACHED", "UNREACHABLE"].contains(&run.verdict())
}

fn name_of(set: Set) -> String {
    format!("{set:?}").to_lowercase()
}

/// The cells of a run.
fn told(run: Option<&Run>, joins: bool) -> Vec<String> {
    let Some(run) = run else { return vec!["–".into(); 5] };
    let s = run.report.as_ref().map(|r| &r.statistics);
    let count = |f: fn(&engine::Statistics) -> u64| s.map_or("–".into(), |s| f(s).to_string());
    let mut cells =
        vec![run.verdict().to_string(), format!("{:.2}", run.own_cpu()), count(|s| s.instructions), count(|s| s.forks)];
    if joins {
        cells.push(count(|s| s.joins));
    }
    cells
}

/// By set: programs decided, lost, and CPU seconds; whether nothing is worse.
fn sums(pairs: &[Pair]) -> (String, bool) {
    let mut out = table::Table::new(&["set", "decided without", "lost", "CPU s without", "CPU s", "ratio"]);
    let mut row = |name: &str, list: Vec<&Pair>| {
        let (none, joined): (f64, f64) = (list.iter().map(|p| p.none).sum(), list.iter().map(|p| p.joined).sum());
        let (lost, ratio) = (list.iter().filter(|p| p.lost).count(), joined / none.max(0.001));
        let cells = [
            name.into(),
            list.len().to_string(),
            lost.to_string(),
            format!("{none:.2}"),
            format!("{joined:.2}"),
            format!("{ratio:.2}"),
        ];
        out.row(cells.into());
        lost == 0 && ratio <= MOST
    };
    for set in Set::value_variants() {
        let list: Vec<&Pair> = pairs.iter().filter(|p| p.set == *set).collect();
        if !list.is_empty() {
            row(&name_of(*set), list);
        }
    }
    let good = row("all", pairs.iter().collect());
    (out.markdown(), good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_program_and_a_higher_price_are_worse() {
        let pair = |none, joined, lost| Pair { set: Set::Bench, none, joined, lost };
        assert!(sums(&[pair(1.0, 1.0, false), pair(1.0, 1.1, false)]).1);
        assert!(!sums(&[pair(1.0, 0.1, true)]).1);
        assert!(!sums(&[pair(1.0, 1.2, false)]).1);
    }
}
