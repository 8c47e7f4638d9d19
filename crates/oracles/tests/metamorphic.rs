//! The suite's programs under every strategy, and with parts switched off: no setting may change a verdict.

use std::path::Path;
use std::time::Duration;

use homing_explore::{Config, RunLimits};
use homing_oracles::program::headers;
use homing_oracles::settings::{Setting, every, settings, switches};
use homing_oracles::suite::{Answer, Case, Compiled, Directive, directives};
use homing_oracles::workers::share;
use homing_testkit::TempDir;

/// Instructions that depth first search may need for a program that is run under all settings; the few longer ones are left to the suite
/// itself, which runs each under three.
const SHORT: u64 = 10_000;
/// Instructions that any setting gets. No clock decides: the same runs are undecided everywhere.
const LIMIT: u64 = 4 * SHORT;
/// Instructions that the default gets: it also guesses, which is cheap but counts.
const WITH_GUESSES: u64 = 40 * SHORT;
/// Forks along one path: endless programs get there when nothing is pruned, and long paths are slow.
const DEPTH: u32 = 300;
/// What is enough for every question in these programs; the clock is only a guard against endless tests.
const WORK: u64 = 20_000_000;

#[test]
fn no_setting_changes_a_verdict() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let (all, left_out) = directives(&root);
    let count = all.iter().map(Vec::len).sum::<usize>();
    // Those with an environment, a C library or a search of their own are left to the suite itself.
    assert!(count > 150 && left_out * 3 < count, "{count} directives, and {left_out} that are not understood");
    let settings = limited();
    let files = share(all.len() as u64, |next| {
        let dir = TempDir::new("suite");
        let include = headers(&dir);
        let mut out = Vec::new();
        while let Some(n) = next() {
            let mut compiled = Compiled::default();
            out.extend(all[n as usize].iter().map(|d| (n, one(&dir, &include, d, &mut compiled, &settings))));
        }
        out
    });
    let mut sum = Tally::default();
    files.into_iter().for_each(|(_, t)| sum.add(t));
    assert!(sum.wrong.is_empty(), "{} wrong verdicts:\n{:#?}", sum.wrong.len(), sum.wrong);
    assert!(sum.long * 5 < count, "{} of {count} directives are too long", sum.long);
    let undecided = sum.undecided.len();
    assert!(undecided * 50 < sum.runs, "{undecided} of {} runs are undecided:\n{:#?}", sum.runs, sum.undecided);
    println!("{} runs of {} directives, {undecided} undecided, {} directives too long", sum.runs, count - sum.long, sum.long);
}

/// What became of a directive, or of all of them.
#[derive(Default)]
struct Tally {
    runs: usize,
    long: usize,
    undecided: Vec<String>,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.runs += other.runs;
        self.long += other.long;
        self.undecided.extend(other.undecided);
        self.wrong.extend(other.wrong);
    }
}

/// A directive under all settings, if depth first search decides it soon.
fn one(dir: &TempDir, include: &str, d: &Directive, compiled: &mut Compiled, settings: &[Setting]) -> Tally {
    let said = |what: &str, how: &str| format!("{}: {} [{how}]: {what}", d.file.display(), d.text);
    let mut tally = Tally::default();
    let case = match Case::new(dir, include, d, compiled) {
        Ok(case) => case,
        Err(e) => return Tally { wrong: vec![said(&e, "compiling")], ..tally },
    };
    let short = Config { search: "dfs".into(), limits: limits(SHORT), solver_work: WORK, ..Config::default() };
    match case.run(true, &short) {
        Answer::Right => {}
        Answer::Unknown(_) => return Tally { long: 1, ..tally },
        Answer::Wrong(why) => tally.wrong.push(said(&why, "dfs")),
    }
    // A share of the settings for each directive: in turns, all of them meet every kind of program.
    let turn = d.text.len();
    let combined = switches() - 4;
    let taken = |i: usize| (i + turn).is_multiple_of(if i < combined { every() } else { 2 });
    for (_, s) in settings.iter().enumerate().filter(|(i, _)| taken(*i)) {
        tally.runs += 1;
        match case.run(s.promote, &s.config) {
            Answer::Right => {}
            // Guessing alone proves nothing; it may only not be wrong.
            Answer::Unknown(_) if ["guess", "fuzz", "concolic"].contains(&s.name.as_str()) => {}
            Answer::Unknown(why) => tally.undecided.push(said(&why, &s.name)),
            Answer::Wrong(why) => tally.wrong.push(said(&why, &s.name)),
        }
    }
    tally
}

/// Every strategy, and every switch but the second opinions (they have their own test).
fn limited() -> Vec<Setting> {
    let mut all = settings(false);
    assert!(all.len() >= switches() + 12, "strategies are missing");
    all.retain(|s| !s.config.cross_check);
    for s in &mut all {
        s.config.limits = limits(if s.config.search == "auto" { WITH_GUESSES } else { LIMIT });
        s.config.solver_work = WORK;
    }
    all
}

fn limits(instructions: u64) -> RunLimits {
    let time = Some(Duration::from_secs(60));
    RunLimits { max_instructions: Some(instructions), max_depth: Some(DEPTH), time, ..RunLimits::default() }
}
