//! Random programs: every path that the engine explores runs the same way in the concrete interpreter, and what can be tried exhaustively shows exactly
//! the errors that the engine finds.

mod common;

use std::collections::BTreeSet;
use std::ops::Range;

use common::{ends_of, explored};
use homing_explore::Ended;
use homing_microc::generate::{ClampedInputs, GenerateOptions, generate};
use homing_microc::{Ast, parse};
use homing_microc_run::{Machine, Options};
use num_bigint::BigInt;

fn program(o: &GenerateOptions) -> (String, Ast) {
    let text = generate(o).unwrap();
    let ast = parse("t.uc", &text).unwrap_or_else(|e| panic!("{}", e[0]));
    (text, ast)
}

#[test]
fn paths_run_as_the_engine_says() {
    assert!(paths_agree(0..60) > 500);
}

#[test]
fn trying_all_inputs_finds_the_same_errors() {
    assert!(all_inputs_agree(0..150) > 100);
}

/// Some hours; `cargo test --release -p homing-front-microc --test random -- --ignored`.
#[test]
#[ignore = "a soak"]
fn many_more_programs() {
    for start in (1000..100_000).step_by(200) {
        let (paths, whole) = (paths_agree(start..start + 60), all_inputs_agree(start..start + 140));
        println!("from seed {start}: {paths} paths, {whole} programs explored completely");
    }
}

/// Explores a part of each program; how many paths ended.
fn paths_agree(seeds: Range<u64>) -> usize {
    let mut paths = 0;
    for seed in seeds {
        let o = GenerateOptions {
            seed,
            larger: seed % 2 == 1,
            generate_divisions: seed % 3 != 0,
            unguarded_prob: 0.05,
            ..GenerateOptions::default()
        };
        let width = [None, None, Some(8), Some(32)][(seed % 4) as usize];
        let (text, ast) = program(&o);
        let found = explored(&ast, width, 1_500);
        assert!(found.wrong.is_empty(), "seed {seed}, width {width:?}: {}\n{text}", found.wrong.join("\n"));
        paths += found.ends.len();
    }
    paths
}

/// Explores programs with two small inputs completely; how many it could.
fn all_inputs_agree(seeds: Range<u64>) -> usize {
    let mut whole = 0;
    for seed in seeds {
        let clamped = ClampedInputs { count: 2, bound: 2 };
        let o = GenerateOptions {
            seed,
            larger: seed % 2 == 1,
            max_top_lvl_stmts_count: 5,
            loop_gen_prob: if seed % 2 == 1 { 0.15 } else { 0.0 },
            for_loop_gen_prob: if seed % 2 == 1 { 0.1 } else { 0.0 },
            unguarded_prob: 0.2,
            clamped_inputs: Some(clamped),
            ..GenerateOptions::default()
        };
        let (text, ast) = program(&o);
        let found = explored(&ast, None, 200_000);
        assert!(found.wrong.is_empty(), "seed {seed}: {}\n{text}", found.wrong.join("\n"));
        if found.ended != Ended::Exhausted || found.losses > 0 {
            continue;
        }
        whole += 1;
        let machine = Machine::new(&ast, Options::default()).unwrap();
        let mut real = BTreeSet::new();
        for a in -2..=2 {
            for b in -2..=2 {
                let inputs = [a, b].map(BigInt::from);
                real.insert(ends_of(&machine, &inputs, 0).0);
            }
        }
        let said: BTreeSet<String> = found.ends.iter().cloned().collect();
        assert_eq!(said, real, "seed {seed}\n{text}");
    }
    whole
}
