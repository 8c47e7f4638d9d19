//! Random programs: the machine and a plain evaluator of the tree agree on everything that a run shows.

mod common;

use common::generate::Generator;
use common::tree::{Evaluator, Limits, Stop};
use homing_microc::Ast;
use homing_microc::generate::{GenerateOptions, generate};
use homing_microc_run::{End, Machine, Options, Outcome, TraceOptions};
use homing_random::Random;
use num_bigint::BigInt;
use std::collections::BTreeMap;

const STEPS: u64 = 3000;
const DEPTH: usize = 60;

/// Runs both ways and compares; says how the run ended.
fn compare(ast: &Ast, text: &str, width: Option<u32>, inputs: &[BigInt], seed: u64) -> Option<String> {
    let limits = Limits { steps: STEPS, depth: DEPTH, bits: 4000 };
    let mut tree = Evaluator::new(ast, width, limits, inputs.to_vec());
    let expected = tree.main(&[]);
    if expected == Err(Stop::GiveUp) {
        return None;
    }
    // The machine charges large copies as steps, so where the limit strikes is not the same.
    let steps = if matches!(expected, Err(Stop::Steps(_))) { STEPS } else { 10 * STEPS };
    let options = Options { int_width: width, step_limit: Some(steps), depth_limit: DEPTH, ..Options::default() };
    let machine = Machine::new(ast, options.clone()).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
    let outcome = machine.run(&mut inputs.iter().cloned(), &[]).unwrap();
    let (traced, trace) = machine.run_traced(&mut inputs.iter().cloned(), &[], TraceOptions { events: usize::MAX }).unwrap();
    assert_eq!(outcome, traced, "seed {seed}, with and without trace\n{text}");
    tight_memory(ast, text, &options, inputs, &outcome, seed);
    if matches!((&expected, &outcome.end), (Err(Stop::Steps(_)), End::StepLimit { .. })) {
        assert!(outcome.statements <= STEPS);
        return Some("Steps".to_string());
    }
    let end = match &outcome.end {
        End::Finished(n) => Ok(n.clone()),
        End::Error(e) => Err(Stop::Error(e.kind, e.pos)),
        End::NeedInput { pos } => Err(Stop::NeedInput(*pos)),
        End::StepLimit { pos } => Err(Stop::Steps(*pos)),
        End::DepthLimit { pos } => Err(Stop::Depth(*pos)),
        End::MemoryLimit { pos } => panic!("seed {seed}: memory at {pos}\n{text}"),
    };
    assert_eq!(end, expected, "seed {seed}, width {width:?}, inputs {inputs:?}\n{:?}\n{text}", outcome.end);
    assert_eq!(outcome.outputs, tree.outputs, "seed {seed}\n{text}");
    assert_eq!(outcome.inputs_used, tree.inputs_used, "seed {seed}\n{text}");
    assert_eq!(outcome.statements, tree.statements, "seed {seed}\n{text}");
    assert_eq!(trace.visited, tree.visited, "seed {seed}\n{text}");
    assert_eq!(trace.events, tree.events, "seed {seed}\n{text}");
    Some(match expected {
        Ok(_) => "finished".to_string(),
        Err(Stop::Error(kind, _)) => kind.to_string(),
        Err(stop) => format!("{stop:?}").split('(').next().unwrap_or_default().to_string(),
    })
}

/// With little memory garbage is collected again and again; the run is the same or says that memory ran out.
fn tight_memory(ast: &Ast, text: &str, options: &Options, inputs: &[BigInt], free: &Outcome, seed: u64) {
    for limit in [1500, 2200, 4000, 8000, 16_000] {
        let machine = Machine::new(ast, Options { memory_limit: limit, ..options.clone() }).unwrap();
        let outcome = machine.run(&mut inputs.iter().cloned(), &[]).unwrap();
        if matches!(outcome.end, End::MemoryLimit { .. }) {
            continue;
        }
        assert_eq!(outcome, *free, "seed {seed}, with {limit} bytes\n{text}");
    }
}

fn inputs(rng: &mut Random) -> Vec<BigInt> {
    let count = if rng.one_in(3) { rng.below(10) } else { 200 };
    (0..count).map(|_| BigInt::from(rng.below(9) as i64 - 4) * if rng.one_in(20) { 1i64 << 40 } else { 1 }).collect()
}

fn soak(from: u64, to: u64) -> BTreeMap<String, u64> {
    let mut ends = BTreeMap::new();
    for seed in from..to {
        let text = Generator::new(seed).program();
        let ast = common::parse_unchecked(&text);
        let mut rng = Random::new(seed + 77);
        for width in [None, Some(32), Some(2 + rng.below(90) as u32)] {
            let inputs = inputs(&mut rng);
            if let Some(end) = compare(&ast, &text, width, &inputs, seed) {
                *ends.entry(end).or_insert(0) += 1;
            }
        }
    }
    ends
}

#[test]
fn the_machine_agrees_with_a_plain_evaluator() {
    let ends = soak(0, 1200);
    // The programs must be worth something: every way to end occurs often.
    for end in ["finished", "division-by-zero", "null", "out-of-bounds", "uninitialised", "type", "bad-call", "NeedInput"] {
        let count = ends.get(end).copied().unwrap_or(0);
        assert!(count > 20, "{end} only {count} times: {ends:?}");
    }
    assert!(ends["finished"] > 500, "{ends:?}");
}

#[test]
#[ignore = "takes minutes"]
fn the_machine_agrees_with_a_plain_evaluator_for_long() {
    soak(100_000, 110_000);
}

/// The generator that users have makes programs of another kind: mostly right, larger, some with loops that do not end.
#[test]
fn the_machine_agrees_on_generated_programs() {
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..600 {
        let larger = seed % 2 == 0;
        let unguarded_prob = if seed % 3 == 0 { 0.2 } else { 0.03 };
        let text = generate(&GenerateOptions { seed, larger, unguarded_prob, ..GenerateOptions::default() }).unwrap();
        let ast = common::parse(&text);
        let mut rng = Random::new(seed);
        for width in [None, Some(32)] {
            let inputs = inputs(&mut rng);
            if let Some(end) = compare(&ast, &text, width, &inputs, seed) {
                *ends.entry(end).or_insert(0) += 1;
            }
        }
    }
    assert!(ends["finished"] > 100, "{ends:?}");
    assert!(ends["division-by-zero"] > 20, "{ends:?}");
}
