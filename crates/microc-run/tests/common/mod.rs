//! Short ways to run programs and to state what comes out.
#![allow(dead_code)]

pub mod generate;
pub mod tree;

use homing_microc::{Ast, Pos};
use homing_microc_run::{End, ErrorKind, Machine, Options, Outcome};
use num_bigint::BigInt;

pub fn parse(text: &str) -> Ast {
    homing_microc::parse("test.uc", text).unwrap_or_else(|e| panic!("{text}\n{e:?}"))
}

/// The program without the static checks, for errors that they would find.
pub fn parse_unchecked(text: &str) -> Ast {
    homing_microc::parse_only("test.uc", text).unwrap_or_else(|e| panic!("{text}\n{e:?}"))
}

pub fn run_ast(ast: &Ast, options: Options, inputs: &[i64], args: &[i64]) -> Outcome {
    let machine = Machine::new(ast, options).expect("a program that can run");
    let args: Vec<BigInt> = args.iter().map(|&a| BigInt::from(a)).collect();
    machine.run(&mut inputs.iter().map(|&i| BigInt::from(i)), &args).expect("the right number of arguments")
}

pub fn run(text: &str, inputs: &[i64]) -> Outcome {
    run_ast(&parse_unchecked(text), Options::default(), inputs, &[])
}

/// A program that consists of `main` with the given variables and statements; it returns 0.
pub fn body(vars: &str, statements: &str) -> String {
    format!("main() {{ var {vars}; {statements} return 0; }}")
}

/// The program outputs these numbers and returns 0.
#[track_caller]
pub fn outputs(text: &str, inputs: &[i64], expected: &[i64]) {
    let outcome = run(text, inputs);
    assert_eq!(outcome.end, End::Finished(BigInt::from(0)), "{text}");
    assert_eq!(outcome.outputs, expected.iter().map(|&e| BigInt::from(e)).collect::<Vec<_>>(), "{text}");
}

/// The program returns this.
#[track_caller]
pub fn returns(text: &str, inputs: &[i64], expected: i64) {
    assert_eq!(run(text, inputs).end, End::Finished(BigInt::from(expected)), "{text}");
}

/// The program fails in this way where the text has `@` (which is taken out).
#[track_caller]
pub fn fails(marked: &str, inputs: &[i64], kind: ErrorKind) -> Outcome {
    let (text, pos) = unmark(marked);
    let outcome = run(&text, inputs);
    match &outcome.end {
        End::Error(e) => assert_eq!((e.kind, e.pos), (kind, pos), "{text}\n{e}"),
        other => panic!("{text}\n{other:?}"),
    }
    outcome
}

/// Takes the `@` out of a text and says where it was.
#[track_caller]
pub fn unmark(marked: &str) -> (String, Pos) {
    let (before, after) = marked.split_once('@').expect("a mark");
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() as u32 + 1;
    (format!("{before}{after}"), Pos { line, column })
}
