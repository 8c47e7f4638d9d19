//! Inputs are taken in order and must fit; targets passed and lines executed are recorded.

#[path = "support/mod.rs"]
mod support;

use homing_interp::{Options, Outcome};
use homing_ir::{InputKind, InputValue, Inst, Program, TargetId};
use homing_testkit::{TempDir, bitcode};
use support::{lower, run_main};

fn program(name: &str, text: &str) -> Program {
    let dir = TempDir::new("inputs");
    let source = dir.write(name, text);
    lower(&[bitcode(&source, &[])]).expect("the program is lowered")
}

fn value(kind: InputKind, name: &str, bytes: &[u8]) -> InputValue {
    InputValue { name: name.into(), kind, bytes: bytes.to_vec(), type_name: String::new() }
}

fn inputs() -> Vec<InputValue> {
    use InputKind::*;
    vec![
        value(Object, "s", &[1, 1, 0, 0, 7]),
        value(Object, "i", &[0xff; 4]),
        value(Object, "r", &[9, 0, 0, 0]),
        value(Object, "choose", &[3, 0, 0, 0, 0, 0, 0, 0]),
        value(Nondet, "__VERIFIER_nondet_int", &[5, 0, 0, 0]),
        value(Nondet, "b", &[1]),
        value(Nondet, "d", &2.5f64.to_le_bytes()),
        value(Nondet, "c", &[200]),
        value(Nondet, "p", &[0; 8]),
        value(Object, "memory", &[1, 2, 3]),
        value(Uninitialised, "u", &[0x11]),
        value(Uninitialised, "u", &[0x22, 0x33]),
        value(Havoc, "unknown_function", &[8, 0, 0, 0]),
    ]
}

#[test]
fn every_kind_in_order() {
    let p = program("inputs.c", include_str!("inputs.c"));
    let options = Options { fail_allocations: vec![1], ..Options::default() };
    let run = run_main(&p, &inputs(), &options).expect("main is there");
    let minus = u64::MAX;
    assert_eq!(run.outcome, Outcome::Returned(0));
    assert_eq!(run.outputs, [0x101, 7, minus, 9, 3, 5, 1, 5, 200, 1, 6, 0x33220911, 0x33, 9, 8, 2]);
    assert_eq!(run.inputs_used, inputs().len());
}

#[test]
fn what_does_not_fit_is_named() {
    let p = program("inputs.c", include_str!("inputs.c"));
    let outcome_with = |change: &dyn Fn(&mut Vec<InputValue>)| {
        let mut list = inputs();
        change(&mut list);
        run_main(&p, &list, &Options::default()).expect("main is there").outcome
    };
    assert_eq!(outcome_with(&|l| l[2].bytes[0] = 10), Outcome::AssumeFailed);
    assert_eq!(outcome_with(&|l| l[3].bytes[0] = 4), Outcome::AssumeFailed);
    assert_eq!(outcome_with(&|l| l[5].bytes[0] = 2), Outcome::AssumeFailed);
    for (n, word) in [(0, "`s`"), (1, "`i`"), (4, "__VERIFIER_nondet_int")] {
        let short = outcome_with(&|l| l[n].bytes.push(0));
        assert!(matches!(&short, Outcome::OutOfInputs(s) if s.contains(word)), "{short:?}");
        let gone = outcome_with(&|l| l.truncate(n));
        assert!(matches!(&gone, Outcome::OutOfInputs(s) if s.contains("no more inputs")), "{gone:?}");
    }
    let undefined = outcome_with(&|l| l.truncate(12));
    assert!(matches!(&undefined, Outcome::Unsupported(s) if s.contains("unknown_function")), "{undefined:?}");
    // Without inputs of their kind, unwritten bytes are zero.
    let zeros = outcome_with(&|l| {
        l.drain(10..12);
    });
    assert_eq!(zeros, Outcome::Returned(0));
}

const LINES: &str = "int f(int x) {\n    if (x > 2)\n        x = 1;\n    return x;\n}\nint main(void) {\n    int a = f(1);\n    return a + f(5);\n}\n";

#[test]
fn marks_and_lines() {
    let mut p = program("lines.c", LINES);
    let f = p.find("f").expect("f is there");
    let entry = &mut p.functions[f.index()].blocks[0];
    entry.insts.insert(0, Inst::Mark { target: TargetId(3) });
    entry.locs.insert(0, entry.locs[0]);
    let main = p.find("main").expect("main is there");
    let entry = &mut p.functions[main.index()].blocks[0];
    entry.insts.insert(0, Inst::Mark { target: TargetId(1) });
    entry.locs.insert(0, entry.locs[0]);
    let run = run_main(&p, &[], &Options { trace: true, ..Options::default() }).expect("main is there");
    assert_eq!(run.outcome, Outcome::Returned(2));
    assert_eq!(run.marks, [TargetId(1), TargetId(3)]);
    let lines: Vec<u32> = run.trace.iter().map(|(_, loc)| p.loc(*loc).line).filter(|l| ![1, 6].contains(l)).collect();
    assert_eq!(lines, [7, 2, 4, 7, 8, 2, 3, 4, 8]);
    let again = run_main(&p, &[], &Options::default()).expect("main is there");
    assert!(again.trace.is_empty());
    assert_eq!(again.steps, run.steps);
}

#[test]
fn another_entry_takes_its_parameters_from_inputs() {
    let dir = TempDir::new("entry");
    let source =
        dir.write("entry.c", "long f(char a, long b) { return a * 100 + b; }\nint main(void) { return (int)f(1, 2); }\n");
    let p = lower(&[bitcode(&source, &[])]).expect("the program is lowered");
    let list = [value(InputKind::Object, "arg0", &[3]), value(InputKind::Object, "arg1", &[9, 0, 0, 0, 0, 0, 0, 0])];
    let f = p.find("f").expect("f is there");
    assert_eq!(homing_interp::run(&p, f, &list, &Options::default()).outcome, Outcome::Returned(309));
    assert!(matches!(homing_interp::run(&p, f, &list[..1], &Options::default()).outcome, Outcome::OutOfInputs(_)));
}
