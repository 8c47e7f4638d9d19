//! Conditions of microc programs: programs with loops and their twins one constant apart, and random programs whose runs must satisfy what is said of
//! all of them.

use std::collections::BTreeSet;

use homing_ir::{FuncId, Program, PromoteOptions, TargetId, TargetSpec};
use homing_microc::generate::{ClampedInputs, GenerateOptions, generate};
use homing_microc::parse;
use homing_microc_run::{Machine, TraceOptions};
use homing_necessary::{Condition, Ends, Found, Given, Options, build};
use homing_solver::{Limits, SolverConfig, stack};
use homing_term::Terms;
use num_bigint::BigInt;

/// The program with a target on a line, and its entry; none if there is no code on it.
fn program(text: &str, line: u32) -> Option<(Program, FuncId)> {
    let ast = parse("t.uc", text).unwrap_or_else(|e| panic!("{}\n{text}", e[0]));
    let mut p = homing_front_microc::lower(&ast, None);
    let spec = TargetSpec::Line { file: "t.uc".into(), line };
    let targets = homing_ir::resolve(&p, &[spec]).ok()?;
    homing_ir::pin(&mut p, &targets);
    homing_ir::promote(&mut p, &PromoteOptions::default());
    homing_ir::join_assumptions(&mut p);
    let main = p.find("main")?;
    Some((p, main))
}

fn ask(c: &Condition, options: &Options) -> Found {
    let config = SolverConfig { limits: Limits::of_work(20_000_000), ..SolverConfig::default() };
    c.ask(Ends::TargetOrError, options, &mut Terms::new(), &mut *stack(&config))
}

/// The line with the word.
fn marked(text: &str) -> u32 {
    text.lines().position(|l| l.contains("TARGET")).map_or(0, |n| n as u32 + 1)
}

fn condition(text: &str) -> Condition {
    let (p, main) = program(text, marked(text)).expect("a line with code");
    build(&p, main, TargetId(0), &Options::default()).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// Does a run with these inputs pass the line?
fn passes(text: &str, line: u32, inputs: &[i64]) -> bool {
    let ast = parse("t.uc", text).unwrap_or_else(|e| panic!("{}\n{text}", e[0]));
    let machine = Machine::new(&ast, homing_microc_run::Options { step_limit: Some(100_000), ..Default::default() });
    let machine = machine.unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut given = inputs.iter().map(|v| BigInt::from(*v)).chain(std::iter::repeat(BigInt::from(0)));
    let args = vec![BigInt::from(0); machine.main_params()];
    let (_, trace) = machine.run_traced(&mut given, &args, TraceOptions::default()).expect("as many arguments as wanted");
    trace.reaches_line(line)
}

/// The target is proved unreachable.
fn proved(text: &str) {
    let c = condition(text);
    let found = ask(&c, &Options::default());
    assert!(matches!(found, Found::No), "{found:?}\n{text}\n{}", c.text());
}

/// A model of the condition leads to the target.
fn reached(text: &str) {
    let c = condition(text);
    let found = ask(&c, &Options::default());
    let Found::Yes(given) = &found else { panic!("{found:?}\n{text}\n{}", c.text()) };
    let inputs: Vec<i64> = given
        .iter()
        .map(|g| match g {
            Given::Number { value, .. } => *value as i64,
            Given::Bytes(_) => 0,
        })
        .collect();
    assert!(passes(text, marked(text), &inputs), "{inputs:?}\n{text}\n{}", c.text());
}

fn one_loop(limit: u32) -> String {
    format!(
        "main() {{
  var n, i;
  n = input;
  i = 0;
  while (n > i) i = i + 4;
  if (i == {limit})
    output 1; // TARGET
  return 0;
}}"
    )
}

#[test]
fn one_loop_steps_over_its_target() {
    proved(&one_loop(15));
    reached(&one_loop(16));
}

fn two_loops(apart: u32) -> String {
    format!(
        "main() {{
  var n, i, j;
  n = input;
  i = 0;
  while (n > i) i = i + 4;
  j = 0;
  while (i != j + {apart}) j = j + 2;
  output 1; // TARGET
  return 0;
}}"
    )
}

#[test]
fn two_loops_never_meet() {
    proved(&two_loops(7));
    reached(&two_loops(6));
}

#[test]
fn a_flag_that_some_round_set() {
    let text = |value: &str, k: u32| {
        format!(
            "main() {{
  var n, i, flag;
  n = input;
  i = 0;
  flag = 0;
  while (n > i) {{
    if (i == {k}) flag = {value};
    i = i + 3;
  }}
  if (flag == 5)
    output 1; // TARGET
  return 0;
}}"
        )
    };
    reached(&text("5", 9));
    proved(&text("6", 9));
    proved(&text("5", 10));
}

#[test]
fn counts_of_two_ways() {
    let text = |sum: u32| {
        format!(
            "main() {{
  var n, m, i, a, b;
  n = input;
  m = input;
  i = 0;
  a = 0;
  b = 0;
  while (n > i) {{
    if (m > i) a = a + 2; else b = b + 2;
    i = i + 1;
  }}
  if (n > 0 && a + b == n + {sum} && n > {sum} - 1)
    output 1; // TARGET
  return 0;
}}"
        )
    };
    reached(&text(8));
    // Both grow by two each round: their sum is twice n.
    let never = text(8).replace("a + b == n + 8", "a + b == n + n + 1");
    proved(&never);
}

/// Programs are long, so what is asked of each is little.
const SEEDS: u64 = 80;

/// All numbers within the bound and one beyond.
const CLAMPED: ClampedInputs = ClampedInputs { count: 2, bound: 2 };

#[derive(Default, Debug)]
struct Tally {
    built: u32,
    given_up: u32,
    runs: u32,
    proved: u32,
    open: u32,
}

fn check(seed: u64, t: &mut Tally) {
    let options = GenerateOptions {
        seed,
        larger: seed % 2 == 1,
        loop_gen_prob: 0.15 + (seed % 3) as f64 / 10.0,
        for_loop_gen_prob: 0.10 + (seed % 5) as f64 / 10.0,
        max_top_lvl_stmts_count: 6,
        generate_divisions: !seed.is_multiple_of(3),
        unguarded_prob: 0.1,
        clamped_inputs: (seed % 4 != 3).then_some(CLAMPED),
        ..GenerateOptions::default()
    };
    let text = generate(&options).expect("the options make sense");
    let ast = parse("t.uc", &text).expect("a program");
    let machine =
        Machine::new(&ast, homing_microc_run::Options { step_limit: Some(3_000), ..Default::default() }).expect("a program");
    let mut visits: Vec<(Vec<i64>, BTreeSet<u32>)> = Vec::new();
    let bound = CLAMPED.bound as i64 + 1;
    for a in -bound..=bound {
        for b in -bound..=bound {
            let mut given = [a, b].into_iter().chain(std::iter::repeat(0)).map(BigInt::from);
            let args = vec![BigInt::from(0); machine.main_params()];
            let (_, trace) = machine.run_traced(&mut given, &args, TraceOptions::default()).expect("as many arguments as wanted");
            let lines = (1..=text.lines().count() as u32).filter(|l| trace.reaches_line(*l)).collect();
            visits.push((vec![a, b], lines));
        }
    }
    let lines = text.lines().count() as u32;
    // Some lines of each program, its last ones among them.
    let step = (lines / 6).max(1);
    for line in (1..=lines).rev().step_by(step as usize) {
        let Some((p, main)) = program(&text, line) else { continue };
        let Ok(c) = build(&p, main, TargetId(0), &Options::default()) else {
            t.given_up += 1;
            continue;
        };
        t.built += 1;
        let least = Options { rounds: 4, parts: 20_000, ..Options::default() };
        let found = ask(&c, &least);
        let here: Vec<&Vec<i64>> = visits.iter().filter(|v| v.1.contains(&line)).map(|v| &v.0).collect();
        match (&found, here.first()) {
            (Found::No, Some(inputs)) => panic!("seed {seed}, line {line} is passed with {inputs:?}\n{text}\n{}", c.text()),
            (Found::No, None) => t.proved += 1,
            (_, None) => t.open += 1,
            _ => {}
        }
        for inputs in here.iter().step_by((here.len() / 2).max(1)) {
            t.runs += 1;
            let given = Some(inputs.iter().map(|v| i128::from(*v)).collect());
            let with = Options { given, ..least.clone() };
            let Ok(c) = build(&p, main, TargetId(0), &with) else { continue };
            let found = ask(&c, &with);
            assert!(
                !matches!(found, Found::No),
                "seed {seed}, line {line}: the run of {inputs:?} contradicts\n{text}\n{}",
                c.text()
            );
        }
    }
}

#[test]
fn every_run_satisfies_the_condition_of_what_it_passes() {
    let all: u64 = std::env::var("NECESSARY_SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(SEEDS);
    let mut t = Tally::default();
    let first: u64 = std::env::var("NECESSARY_FIRST").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    for seed in first..first + all {
        check(seed, &mut t);
    }
    println!("{t:?}");
    assert!(t.runs > 200 && t.proved > 50 || all < SEEDS, "{t:?}");
}
