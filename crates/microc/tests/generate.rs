//! Generated programs: always in order, the same for the same seed, and of the kind that was asked for.

use homing_microc::generate::{ClampedInputs, GenerateOptions, generate};
use homing_microc::{parse, print};
use homing_microc_run::{End, ErrorKind, Machine, Options};
use num_bigint::BigInt;

fn options(seed: u64) -> GenerateOptions {
    let mut o = GenerateOptions { seed, ..GenerateOptions::default() };
    // Some of everything.
    o.larger = seed % 2 == 1;
    o.error_guaranteed = seed % 3 == 1;
    o.generate_divisions = seed % 5 != 1;
    o.max_block_depth = 1 + (seed % 4) as u32;
    o.for_loop_gen_prob = (seed % 6) as f64 / 10.0;
    o.loop_gen_prob = (seed % 7) as f64 / 14.0;
    o.clamped_inputs = (seed % 4 == 2).then_some(ClampedInputs { count: 2, bound: 3 });
    o
}

/// How a run with made-up inputs ends.
fn run(text: &str, salt: i64) -> End {
    let ast = parse("t.uc", text).unwrap();
    let machine = Machine::new(&ast, Options { step_limit: Some(200_000), ..Options::default() }).unwrap();
    let mut inputs = (0..).map(|i: i64| BigInt::from((i * 7 + salt * 3) % 23 - 8));
    machine.run(&mut inputs, &[]).unwrap().end
}

#[test]
fn programs_are_in_order_and_print_back() {
    for seed in 0..1500 {
        let text = generate(&options(seed)).unwrap();
        let ast = parse("t.uc", &text).unwrap_or_else(|e| panic!("seed {seed}\n{text}\n{}", e[0]));
        assert_eq!(print(&ast), text, "seed {seed}");
        assert_eq!(generate(&options(seed)).unwrap(), text, "seed {seed}");
    }
    assert_ne!(generate(&options(3)).unwrap(), generate(&options(5)).unwrap());
}

#[test]
fn only_the_errors_that_are_meant_to_be_possible() {
    let possible = [ErrorKind::DivisionByZero, ErrorKind::Null, ErrorKind::OutOfBounds];
    let mut seen = [0; 3];
    for seed in 0..600 {
        let text = generate(&options(seed)).unwrap();
        if let End::Error(e) = run(&text, seed as i64) {
            let at = possible.iter().position(|k| *k == e.kind);
            seen[at.unwrap_or_else(|| panic!("seed {seed}: {} at {}\n{text}", e.message, e.pos))] += 1;
        }
    }
    assert!(seen.iter().all(|n| *n > 10), "{seen:?}");
}

#[test]
fn guards_hold_and_loops_end() {
    let mut finished = 0;
    for seed in 0..250 {
        let o = GenerateOptions {
            seed,
            larger: true,
            unguarded_prob: 0.0,
            max_top_lvl_stmts_count: 25,
            ..GenerateOptions::default()
        };
        let text = generate(&o).unwrap();
        for salt in 0..2 {
            match run(&text, salt) {
                End::Finished(_) => finished += 1,
                // Cost is only estimated where function values are passed around.
                End::StepLimit { .. } => {}
                other => panic!("seed {seed}, {other:?}\n{text}"),
            }
        }
    }
    assert!(finished >= 495, "{finished}");
}

#[test]
fn careless_programs_mostly_do_not_fail() {
    let mut failed = 0;
    for seed in 0..400 {
        let text = generate(&GenerateOptions { seed, larger: true, ..GenerateOptions::default() }).unwrap();
        failed += usize::from(matches!(run(&text, 1), End::Error(_)));
    }
    assert!((10..200).contains(&failed), "{failed}");
}

#[test]
fn parameters_do_what_they_say() {
    let count = |o: &GenerateOptions, what: &str| {
        (0..50).filter(|&seed| generate(&GenerateOptions { seed, ..o.clone() }).unwrap().contains(what)).count()
    };
    let base = GenerateOptions::default();
    let none = GenerateOptions { for_loop_gen_prob: 0.0, loop_gen_prob: 0.0, generate_divisions: false, ..base.clone() };
    assert_eq!(count(&none, "while"), 0);
    assert_eq!(count(&none, " / "), 0);
    assert_eq!(count(&GenerateOptions { for_loop_gen_prob: 1.0, loop_gen_prob: 0.0, ..base.clone() }, "while"), 50);
    let flat = GenerateOptions { max_block_depth: 1, ..base.clone() };
    assert_eq!(count(&flat, "while") + count(&flat, "if ("), 0);
    let broken = GenerateOptions { error_guaranteed: true, generate_divisions: false, ..none.clone() };
    for seed in 0..100 {
        let text = generate(&GenerateOptions { seed, ..broken.clone() }).unwrap();
        assert!(text.contains("= 1 / 0;") || text.contains("= *null;") || text.contains("= [1, 2][2];"), "{text}");
    }
    let few = GenerateOptions { clamped_inputs: Some(ClampedInputs { count: 2, bound: 3 }), ..base.clone() };
    for seed in 0..100 {
        for larger in [false, true] {
            assert_eq!(generate(&GenerateOptions { seed, larger, ..few.clone() }).unwrap().matches("input").count(), 2);
        }
    }
    for wrong in [
        GenerateOptions { for_loop_gen_prob: 0.6, loop_gen_prob: 0.6, ..base.clone() },
        GenerateOptions { loop_gen_prob: -0.1, ..base.clone() },
        GenerateOptions { for_loop_gen_prob: f64::NAN, ..base.clone() },
        GenerateOptions { max_block_depth: 0, ..base.clone() },
    ] {
        assert!(generate(&wrong).is_err());
    }
}

#[test]
fn deep_settings_stay_within_bounds() {
    for seed in 0..2 {
        for larger in [false, true] {
            let o = GenerateOptions {
                seed,
                larger,
                max_block_depth: 60,
                max_top_lvl_stmts_count: 50,
                loop_gen_prob: 0.4,
                ..GenerateOptions::default()
            };
            let text = generate(&o).unwrap();
            assert!(text.len() < 40_000_000, "{}", text.len());
            assert_eq!(print(&parse("t.uc", &text).unwrap_or_else(|e| panic!("{}", e[0]))), text);
        }
    }
}
