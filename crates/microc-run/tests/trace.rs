//! What a traced run tells. That it agrees with the plain evaluator on random programs is tested there.

mod common;

use common::parse_unchecked;
use homing_microc::Pos;
use homing_microc_run::{End, Event, Machine, Options, Trace, TraceOptions};
use num_bigint::BigInt;

fn trace(text: &str, inputs: &[i64]) -> (End, Trace) {
    let machine = Machine::new(&parse_unchecked(text), Options::default()).unwrap();
    let mut inputs = inputs.iter().map(|&i| BigInt::from(i));
    let (outcome, trace) = machine.run_traced(&mut inputs, &[], TraceOptions { events: 1000 }).unwrap();
    (outcome.end, trace)
}

fn lines(text: &str, inputs: &[i64]) -> Vec<u32> {
    let trace = trace(text, inputs).1;
    (1..=text.lines().count() as u32).filter(|&l| trace.reaches_line(l)).collect()
}

#[test]
fn lines_reached() {
    let text = "f(n) {\n  return n;\n}\nmain() {\n  var x;\n  x = input;\n  if (x > 0) {\n    x = f(x);\n  } else {\n    output x;\n  }\n  return 0;\n}";
    assert_eq!(lines(text, &[1]), [1, 2, 4, 6, 7, 8, 12]);
    assert_eq!(lines(text, &[0]), [4, 6, 7, 10, 12]);
    assert_eq!(lines(text, &[]), [4, 6]);
}

#[test]
fn what_comes_after_an_error_is_not_reached() {
    let text = "main() {\n  var x, y;\n  y = [1,\n    x,\n    2];\n  return 0;\n}";
    assert_eq!(lines(text, &[]), [1, 3, 4]);
    let text = "main() {\n  return 1\n    /\n    0\n    +\n    2;\n}";
    assert_eq!(lines(text, &[]), [1, 2, 3, 4]);
    let text = "main() {\n  var p;\n  p\n    = null\n    + input;\n  return 0;\n}";
    assert_eq!(lines(text, &[1]), [1, 3, 4, 5]);
}

#[test]
fn the_right_side_of_a_short_circuit() {
    let text = "main() {\n  var x;\n  x = input;\n  if (x\n    &&\n    1\n    ||\n    2) x = 0;\n  return 0;\n}";
    assert_eq!(lines(text, &[1]), [1, 3, 4, 5, 6, 7, 8, 9], "the body stands on line 8");
    let text = "main() {\n  var x;\n  x = input;\n  x = x\n    &&\n    1\n    &&\n    2;\n  return 0;\n}";
    assert_eq!(lines(text, &[0]), [1, 3, 4, 5, 7, 9]);
    assert_eq!(lines(text, &[1]), [1, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn statements_and_decisions_in_order() {
    let text = "main() {\n  var i;\n  i = 0;\n  while (i < 1) {\n    if (i) output 1;\n    i = i + 1;\n  }\n  return i;\n}";
    let (end, trace) = trace(text, &[]);
    assert_eq!(end, End::Finished(BigInt::from(1)));
    let statement = |line, column| Event::Statement(Pos { line, column });
    let branch = |line, column, taken| Event::Branch { pos: Pos { line, column }, taken };
    assert_eq!(
        trace.events,
        [
            statement(3, 3),
            statement(4, 3),
            branch(4, 12, true),
            statement(5, 5),
            branch(5, 9, false),
            statement(6, 5),
            statement(4, 3),
            branch(4, 12, false),
            statement(8, 3),
        ]
    );
    assert_eq!(trace.events_left_out, 0);
}

#[test]
fn events_are_bounded() {
    let machine =
        Machine::new(&parse_unchecked("main() { var i; i = 0; while (i < 100) i = i + 1; return 0; }"), Options::default())
            .unwrap();
    let (_, trace) = machine.run_traced(&mut std::iter::empty(), &[], TraceOptions { events: 10 }).unwrap();
    assert_eq!(trace.events.len(), 10);
    // 1 + 101 tests with a decision each + 100 + 1 in all.
    assert_eq!(trace.events_left_out, 304 - 10);
    let (_, trace) = machine.run_traced(&mut std::iter::empty(), &[], TraceOptions::default()).unwrap();
    assert!(trace.events.is_empty());
    assert!(!trace.visited.is_empty());
}
