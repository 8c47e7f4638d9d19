//! Every kind of error is found where it is and nowhere else; `errors.c` says which.

#[path = "support/mod.rs"]
mod support;

use std::path::Path;

use homing_interp::{Options, Outcome};
use homing_ir::{InputKind, InputValue, Program};
use homing_testkit::{TempDir, bitcode};
use support::{lower, run_main};

const SOURCE: &str = include_str!("errors.c");

fn options(words: &str) -> Options {
    let mut o = Options::default();
    for word in words.split_whitespace() {
        match word {
            "overflow" => o.check_overflow = true,
            "shift" => o.check_shift = true,
            "uninitialised" => o.check_uninitialised = true,
            "leaks" => o.check_leaks = true,
            "exit-leaks" => o.leaks_at_exit = true,
            other => panic!("no such option: {other}"),
        }
    }
    o
}

fn which(n: u32) -> Vec<InputValue> {
    vec![InputValue { name: "which".into(), kind: InputKind::Object, bytes: n.to_le_bytes().to_vec(), type_name: String::new() }]
}

fn program() -> Program {
    let dir = TempDir::new("errors");
    let source = dir.write("errors.c", SOURCE);
    assert!(Path::new(&source).exists());
    lower(&[bitcode(&source, &[])]).expect("errors.c is lowered")
}

#[test]
fn kinds_of_error() {
    let p = program();
    let cases: Vec<&str> = SOURCE.lines().filter_map(|l| l.strip_prefix("// case ")).collect();
    assert!(cases.len() > 50);
    let mut wrong = Vec::new();
    for (n, case) in (0..).zip(cases) {
        let (name, rest) = case.split_once(": ").expect("name: kind");
        let (kind, words) = rest.split_once(' ').unwrap_or((rest, ""));
        let run = run_main(&p, &which(n), &options(words)).expect("main is there");
        let (got, place) = match &run.outcome {
            Outcome::Returned(0) => ("none".to_string(), name.to_string()),
            Outcome::Error { kind, stack, .. } => {
                // Somewhere in the chain of calls is the function of the case.
                let found = stack.iter().any(|(f, _)| p.func(*f).name == name);
                (kind.to_string(), if found { name.to_string() } else { format!("{stack:?}") })
            }
            other => (format!("{other:?}"), name.to_string()),
        };
        if got != kind || place != name {
            wrong.push(format!("{name}: expected {kind}, got {got} in {place}: {:?}", run.outcome));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn an_assumption_that_fails_is_no_run() {
    let run = run_main(&program(), &which(1000), &Options::default()).expect("main is there");
    assert_eq!(run.outcome, Outcome::AssumeFailed);
    let run = run_main(&program(), &[], &Options::default()).expect("main is there");
    assert!(matches!(run.outcome, Outcome::OutOfInputs(_)), "{:?}", run.outcome);
}

#[test]
fn limits_end_a_run() {
    let p = program();
    let few = Options { max_steps: 5, ..Options::default() };
    assert_eq!(run_main(&p, &which(25), &few).expect("main is there").outcome, Outcome::Limit("steps"));
    let shallow = Options { max_depth: 1, ..Options::default() };
    assert_eq!(run_main(&p, &which(25), &shallow).expect("main is there").outcome, Outcome::Limit("depth"));
    let small = Options { max_memory: 100, ..Options::default() };
    assert_eq!(run_main(&p, &which(25), &small).expect("main is there").outcome, Outcome::Limit("memory"));
}
