//! Verdicts of the real program against the truth, in masses: generated programs, all inputs of which are run natively. A wrong verdict is
//! REACHED for what no run passes, UNREACHABLE for what some run passes, and no error where a sanitizer sees one.

mod ask;
mod checks;
mod grammar;
mod joins;
mod lazy;
mod native;
mod probes;
mod random;
mod signals;
mod subject;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use homing_explore::Rng;

pub use ask::Engine;
use ask::Said;
use native::{Native, Truth, write};
use subject::Subject;

/// What programs are about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Control flow, arithmetic, memory; also with undefined behaviour.
    Random,
    /// The functions of the C library.
    Library,
    /// What the system tells a program.
    Environment,
    Signals,
    /// Functions by themselves, with callers made for them.
    Lazy,
    /// Errors of memory and arithmetic, against sanitizers.
    Checks,
    /// Branches that do different things to memory, with every way to join states behind them.
    Joins,
}

impl Family {
    /// Every family with its name.
    pub const ALL: [(&'static str, Family); 7] = [
        ("random", Family::Random),
        ("library", Family::Library),
        ("environment", Family::Environment),
        ("signals", Family::Signals),
        ("lazy", Family::Lazy),
        ("checks", Family::Checks),
        ("joins", Family::Joins),
    ];
}

/// What a comparison counts.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub programs: usize,
    pub targets: usize,
    pub reached: usize,
    pub unreachable: usize,
    pub unknown: usize,
    /// Targets that an optimiser deleted.
    pub gone: usize,
    /// Unknown although some native run passes it.
    pub missed: usize,
    pub wrong: Vec<String>,
    /// Runs without a report.
    pub failed: Vec<String>,
    /// Programs that cannot be compiled or run natively: a mistake in the generator.
    pub unusable: Vec<String>,
    /// Why targets are unknown: how many, and the first such program.
    pub reasons: BTreeMap<String, (usize, u64)>,
}

/// What to compare.
#[derive(Clone, Debug)]
pub struct Plan {
    pub family: Family,
    pub targets: usize,
    pub seed: u64,
    pub engine: Engine,
    /// For everything temporary.
    pub folder: PathBuf,
    /// Where programs with wrong verdicts stay.
    pub keep: PathBuf,
}

/// Makes programs and compares, until there were enough targets. `told` hears of each program.
pub fn compare(plan: &Plan, mut told: impl FnMut(u64, &Summary)) -> Result<Summary, String> {
    let folder = plan.folder.canonicalize().map_err(|e| format!("{}: {e}", plan.folder.display()))?;
    let native = Native::new(&folder)?;
    let mut sum = Summary::default();
    let mut seed = plan.seed;
    while sum.targets < plan.targets {
        one(plan, seed, &native, &folder, &mut sum);
        told(seed, &sum);
        seed += 1;
        if sum.unusable.len() > 20 && sum.unusable.len() > sum.programs {
            return Err(format!("most programs are unusable: {}", sum.unusable[0]));
        }
    }
    Ok(sum)
}

/// The program of a seed.
fn subject(family: Family, seed: u64, native: &Native) -> Result<Subject, String> {
    let mut rng = Rng::new(seed.wrapping_mul(31).wrapping_add(family as u64));
    match family {
        Family::Random if seed.is_multiple_of(3) => random::subject(seed, &mut rng),
        Family::Random => probes::random(&mut rng, native),
        Family::Library => probes::library(&mut rng, native),
        Family::Environment => probes::environment(&mut rng, native),
        Family::Signals => Ok(signals::subject(&mut rng)),
        Family::Lazy => Ok(lazy::subject(&mut rng)),
        Family::Checks => Ok(checks::subject(&mut rng)),
        Family::Joins => joins::subject(seed, native),
    }
}

fn one(plan: &Plan, seed: u64, native: &Native, folder: &Path, sum: &mut Summary) {
    let made = subject(plan.family, seed, native);
    let truth = made.and_then(|s| Ok((native.truth(&s, plan.family == Family::Checks)?, s)));
    let (truth, s) = match truth {
        Ok(both) => both,
        Err(why) => {
            let _ = keep(plan, seed, folder, None, &why);
            return sum.unusable.push(format!("{seed}: {why}"));
        }
    };
    sum.programs += 1;
    let result = match plan.family {
        Family::Checks => errors(plan, seed, &s, &truth, folder, sum),
        _ => targets(plan, seed, &s, &truth, folder, sum),
    };
    let (wrong, command) = match result {
        Ok(result) => result,
        Err(why) => {
            let _ = keep(plan, seed, folder, Some(&s), &why);
            return sum.failed.push(format!("{seed}: {why}"));
        }
    };
    if !wrong.is_empty() {
        let notes = format!("{command}\n{}\n", wrong.join("\n"));
        let place = keep(plan, seed, folder, Some(&s), &notes).unwrap_or_else(|e| e);
        sum.wrong.extend(wrong.iter().map(|w| format!("{place}: {w}")));
    }
}

/// Compares verdicts on lines; what is wrong, and the command.
fn targets(
    plan: &Plan,
    seed: u64,
    s: &Subject,
    truth: &Truth,
    folder: &Path,
    sum: &mut Summary,
) -> Result<(Vec<String>, String), String> {
    let answer = plan.engine.reach(s, folder)?;
    let mut wrong = Vec::new();
    for (k, said) in answer.said.iter().enumerate() {
        let (line, by) = (s.lines[k], truth.hit.get(&k));
        sum.targets += usize::from(*said != Said::Gone);
        match said {
            Said::Reached => sum.reached += 1,
            Said::Unreachable => sum.unreachable += 1,
            Said::Gone => sum.gone += 1,
            Said::Unknown(reason) => {
                sum.unknown += 1;
                sum.missed += usize::from(by.is_some());
                sum.reasons.entry(short(reason)).or_insert((0, seed)).0 += 1;
            }
        }
        match (said, by) {
            (Said::Unreachable, Some(by)) => {
                wrong.push(format!("p.c:{line} is UNREACHABLE, but a native run passes it (input {by}): {}", s.shown(line)));
            }
            (Said::Reached, None) if s.total && truth.late == 0 => {
                wrong.push(format!("p.c:{line} is REACHED, but no native run passes it: {}", s.shown(line)));
            }
            _ => {}
        }
    }
    Ok((wrong, answer.command))
}

/// Compares errors, place by place.
fn errors(
    plan: &Plan,
    seed: u64,
    s: &Subject,
    truth: &Truth,
    folder: &Path,
    sum: &mut Summary,
) -> Result<(Vec<String>, String), String> {
    let answer = plan.engine.check(s, folder)?;
    let said = &answer.said;
    let mut wrong = Vec::new();
    for (i, line) in s.places.iter().enumerate() {
        let (by, found) = (truth.errors.get(&(i + 1)), said.found.iter().find(|f| f.0 == *line));
        sum.targets += 1;
        match (found, said.complete) {
            (Some(_), _) => sum.reached += 1,
            (None, true) => sum.unreachable += 1,
            (None, false) => {
                sum.unknown += 1;
                sum.missed += usize::from(by.is_some());
                sum.reasons.entry(short(&said.reason)).or_insert((0, seed)).0 += 1;
            }
        }
        match (found, by) {
            (None, Some(by)) if said.complete => {
                wrong.push(format!("p.c:{line} has no error, but a sanitizer objects (input {by}): {}", s.line(*line)))
            }
            (Some((_, kind, true)), None) => wrong.push(format!(
                "p.c:{line} has an error ({kind}), confirmed natively, but no sanitizer objects: {}",
                s.line(*line)
            )),
            _ => {}
        }
    }
    Ok((wrong, answer.command))
}

/// A reason without what differs from program to program.
fn short(reason: &str) -> String {
    let text: String = reason.chars().filter(|c| !c.is_ascii_digit()).collect();
    let text = text.split("/p.c").next().unwrap_or(&text);
    text.chars().take(90).collect()
}

/// Copies a program with its notes to where they stay.
fn keep(plan: &Plan, seed: u64, folder: &Path, s: Option<&Subject>, notes: &str) -> Result<String, String> {
    let name = Family::ALL.iter().find(|(_, f)| *f == plan.family).map_or("", |(n, _)| n);
    let place = plan.keep.join(format!("{name}-{seed}"));
    std::fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    match s {
        Some(s) => write(&place.join("p.c"), &s.text)?,
        None => drop(std::fs::copy(folder.join("p.c"), place.join("p.c"))),
    }
    if let Some(caller) = s.and_then(|s| s.caller.as_ref()) {
        write(&place.join("caller.c"), caller)?;
    }
    write(&place.join("notes.txt"), notes)?;
    Ok(place.display().to_string())
}
