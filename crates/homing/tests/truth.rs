//! Verdicts on generated programs, all inputs of which are run natively; `cargo xtask truth` does the same in masses.

mod common;

use std::path::Path;

use homing_oracles::truth::{Engine, Family, Plan, Summary, compare};

/// Compares on programs of a family, from that seed on: nothing is wrong, and there was something to compare.
fn compared(family: Family, seed: u64, targets: usize) -> Summary {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let engine = Engine { homing: Path::new(env!("CARGO_BIN_EXE_homing")).to_path_buf(), seconds: 10.0 };
    let keep = std::env::temp_dir().join("homing-truth-kept");
    let plan = Plan { family, targets, seed, engine, folder: folder.path().to_path_buf(), keep };
    let sum = compare(&plan, |_, _| {}).unwrap_or_else(|e| panic!("{family:?}: {e}"));
    let bad: Vec<&String> = sum.wrong.iter().chain(&sum.failed).chain(&sum.unusable).collect();
    assert!(bad.is_empty(), "{family:?}: {bad:#?}");
    assert!(sum.targets >= targets && sum.reached > 0, "{family:?}: {sum:?}");
    sum
}

#[test]
fn random_programs() {
    let sum = compared(Family::Random, 3, 150);
    assert!(sum.unreachable > 0, "{sum:?}");
}

#[test]
fn the_library() {
    if common::has_libc() {
        compared(Family::Library, 1, 60);
    }
}

#[test]
fn the_environment() {
    if common::has_libc() {
        compared(Family::Environment, 1, 40);
    }
}

#[test]
fn signals() {
    if common::has_libc() {
        compared(Family::Signals, 1, 40);
    }
}

#[test]
fn functions_by_themselves() {
    if common::has_libc() {
        compared(Family::Lazy, 1, 30);
    }
}

#[test]
fn errors() {
    compared(Family::Checks, 1, 12);
}
