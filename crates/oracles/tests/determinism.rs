//! Same program, options and seed: the same run, event by event.

use homing_explore::{Config, RunLimits, Verdict, explore_with};
use homing_ir::Program;
use homing_oracles::coverage::{Replay, Subject};
use homing_oracles::generate::{Shape, generate};
use homing_oracles::record::Recorder;
use homing_testkit::TempDir;

/// The log of one run, with what it found at the end.
fn log(program: &Program, pinned: &Program, targets: &[homing_ir::Target], search: &str, seed: u64) -> Vec<String> {
    // No clock: the run ends by itself or after so many instructions.
    let limits = RunLimits { max_instructions: Some(150_000), ..RunLimits::default() };
    let config = Config { search: search.into(), seed, limits, ..Config::default() };
    let inner = homing_directed::make_strategy(search, seed).expect("a known strategy");
    let (recorder, log) = Recorder::new(inner);
    let mut hooks = Replay { pinned, refuted: Vec::new() };
    let main = program.find("main").expect("main");
    let outcome = explore_with(program, main, targets, &config, Box::new(recorder), &mut hooks);
    let mut log = log.take();
    for t in &outcome.targets {
        log.push(match &t.verdict {
            Verdict::Reached { test, steps, .. } => format!("{:?} by {:?} after {steps}", t.target, test.inputs),
            Verdict::Unreachable => format!("{:?} unreachable", t.target),
            Verdict::Unknown { reasons, .. } => format!("{:?} unknown {reasons:?}", t.target),
        });
    }
    let s = &outcome.stats;
    log.push(format!(
        "{} instructions, {} decides, {} solver calls, {} terms",
        s.instructions, s.decides, s.solver_calls, s.terms
    ));
    log
}

#[test]
fn the_same_seed_gives_the_same_events() {
    let dir = TempDir::new("determinism");
    let mut lines = 0;
    let strategies: Vec<&str> = homing_directed::strategies()
        .iter()
        .map(|s| s.0)
        .filter(|n| !n.contains(':'))
        .chain(homing_directed::BACKWARDS)
        .collect();
    for (n, search) in strategies.iter().cycle().take(2 * strategies.len()).enumerate() {
        let n = n as u64;
        let source = generate(500 + n, Shape { bytes: 1 + n as usize % 2, errors: true, floats: false });
        let s = Subject::new(&dir, source).expect("a program");
        let code = s.code().expect("targets");
        let (pinned, targets) = (code.pinned(), code.targets());
        let program = if n.is_multiple_of(2) { code.program() } else { pinned };
        let first = log(program, pinned, targets, search, n);
        // Another copy at other addresses, made while other memory is in use.
        let ballast: Vec<Vec<u8>> = (1..200).map(|k| vec![0; 37 * k]).collect();
        let (program, pinned) = (program.clone(), pinned.clone());
        let second = log(&program, &pinned, targets, search, n);
        drop(ballast);
        let at = first.iter().zip(&second).position(|(a, b)| a != b);
        assert!(at.is_none(), "{search}, program {n}: {:?} and {:?}", first[at.unwrap_or(0)], second[at.unwrap_or(0)]);
        assert_eq!(first.len(), second.len(), "{search}, program {n}");
        lines += first.len();
    }
    assert!(lines > 2000, "only {lines} events");
}

#[test]
fn another_seed_gives_another_order() {
    let dir = TempDir::new("seeds");
    let differs = (0..6).any(|n| {
        let s = Subject::new(&dir, generate(500 + n, Shape { bytes: 2, errors: true, floats: false })).expect("a program");
        let code = s.code().expect("targets");
        let log = |seed| log(code.pinned(), code.pinned(), code.targets(), "random", seed);
        log(1) != log(2)
    });
    assert!(differs, "the log does not see what a seed changes");
}
