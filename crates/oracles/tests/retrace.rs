//! A path is its choices: from the same start, the record of a state leads to that state again, in a store of terms that knows nothing of the others.

use std::path::Path;

use homing_exec::{Ended, ExecOptions, Executor, LossKind, Record, State};
use homing_explore::{Config, context_for};
use homing_ir::{FuncId, Program};
use homing_oracles::coverage::Subject;
use homing_oracles::digest::digest;
use homing_oracles::generate::{Shape, generate};
use homing_oracles::program::headers;
use homing_oracles::suite::{Case, Compiled, directives};
use homing_oracles::workers::share;
use homing_testkit::TempDir;

/// Steps of the walk through a program, and of its states how many are gone to again.
const STEPS: usize = 60;
const EVERY: usize = 7;

#[derive(Default)]
struct Tally {
    states: usize,
    forked: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.states += other.states;
        self.forked += other.forked;
        self.wrong.extend(other.wrong);
    }
}

fn executor<'p>(program: &'p Program, options: &ExecOptions) -> Executor<'p> {
    let config = Config { solver_work: 20_000_000, ..Config::default() };
    Executor::new(program, context_for(&config), options.clone(), 0)
}

/// Walks through a program, a bit of each kind of state at a time, and goes to some of the states again.
fn walk(name: &str, program: &Program, entry: FuncId, options: &ExecOptions, seed: u64) -> Tally {
    let mut exec = executor(program, options);
    let mut work = vec![(exec.start(entry), false)];
    let (mut tally, mut n) = (Tally::default(), seed as usize);
    for i in 0..STEPS {
        if work.is_empty() {
            break;
        }
        let (state, mut given_up) = work.swap_remove((seed as usize + i * 5) % work.len());
        let step = exec.run(state, 20 + (seed + i as u64 * 37) % 400);
        // A solver that gives up may do so elsewhere in another run.
        given_up |= step.losses.iter().any(|l| l.kind == LossKind::Solver);
        for s in step.successors {
            n += 1;
            if n % EVERY == 0 && !given_up && !matches!(s.end, Some(Ended::Lost(_))) {
                tally.states += 1;
                tally.forked += usize::from(s.state.choices.len() > 8);
                if let Err(why) = again(program, entry, options, &mut exec, &s.state, s.end.as_ref()) {
                    tally.wrong.push(format!("{name}: {why}"));
                }
            }
            work.extend(s.end.is_none().then_some((s.state, given_up)));
        }
    }
    tally
}

/// The same state by its record, by way of text.
fn again(
    program: &Program,
    entry: FuncId,
    options: &ExecOptions,
    exec: &mut Executor<'_>,
    state: &State,
    end: Option<&Ended>,
) -> Result<(), String> {
    let record: Record = exec.record(state).to_string().parse()?;
    let mut other = executor(program, options);
    let start = other.start(entry);
    let found = other.retrace(start, &record).map_err(|e| format!("{e}\n{record}"))?;
    let kind = |e: Option<&Ended>| e.map(std::mem::discriminant);
    if kind(found.end.as_ref()) != kind(end) {
        return Err(format!("it ended as {:?} instead of {end:?}", found.end));
    }
    let (here, there) = (digest(exec, state), digest(&mut other, &found.state));
    let differs = here.iter().zip(&there).find(|(a, b)| a != b);
    match differs {
        Some((a, b)) => Err(format!("after {} steps:\n{a}\n{b}", state.steps)),
        None if here.len() != there.len() => Err(format!("{} and {} lines", here.len(), there.len())),
        None => Ok(()),
    }
}

fn judge(sum: &Tally, least: usize) {
    assert!(sum.wrong.is_empty(), "{} of {} states:\n{}", sum.wrong.len(), sum.states, sum.wrong.join("\n"));
    assert!(sum.states > least && sum.forked * 4 > sum.states / 4, "{} states, {} with forks", sum.states, sum.forked);
}

#[test]
fn states_of_random_c() {
    let dir = TempDir::new("retrace");
    let mut sum = Tally::default();
    for n in 0..30u64 {
        let source = generate(700 + n, Shape { bytes: 1 + n as usize % 2, errors: n % 2 == 0, floats: n % 5 == 0 });
        let subject = Subject::new(&dir, source).expect("a program");
        let code = subject.code().expect("targets");
        let program = if n % 3 == 0 { code.pinned() } else { code.program() };
        sum.add(walk(&format!("program {n}"), program, code.entry(), &ExecOptions::default(), n));
    }
    judge(&sum, 100);
}

#[test]
fn states_of_random_microc() {
    let mut sum = Tally::default();
    for seed in 0..120 {
        let (program, main, options) = homing_oracles::microc::program(seed).expect("a program");
        sum.add(walk(&format!("microc {seed}"), &program, main, &options, seed));
    }
    judge(&sum, 200);
}

#[test]
fn states_of_the_suite() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let (all, _) = directives(&root);
    let files = share(all.len() as u64, |next| {
        let dir = TempDir::new("retrace-suite");
        let include = headers(&dir);
        let mut out = Vec::new();
        while let Some(n) = next() {
            let Some(d) = all[n as usize].first() else { continue };
            // To compare states is to read all their bytes, and these have gigabytes.
            if d.file.to_string_lossy().contains("klee/large_") {
                continue;
            }
            let case = Case::new(&dir, &include, d, &mut Compiled::default()).expect("a program of the suite");
            let (program, entry, options) = case.program(n % 2 == 0);
            out.push((n, walk(&d.file.display().to_string(), program, entry, options, n)));
        }
        out
    });
    let mut sum = Tally::default();
    files.into_iter().for_each(|(_, t)| sum.add(t));
    judge(&sum, 400);
}
