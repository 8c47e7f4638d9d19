//! Rounds that are left out change nothing of a run: neither its end nor what it puts out, counts and comes by.

use std::fmt::Write;

use homing_microc_run::{End, Machine, Options, Outcome, Trace, TraceOptions};
use homing_random::Random;
use num_bigint::BigInt;

fn run(text: &str, width: Option<u32>, inputs: &[i64], leave_out_rounds: bool) -> (Outcome, Trace) {
    let ast = homing_microc::parse("rounds.uc", text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    // Without rounds that are left out the limit is never met; with them few statements are.
    let step_limit = Some(if leave_out_rounds { 2_500_000 } else { 40_000_000 });
    let machine =
        Machine::new(&ast, Options { int_width: width, step_limit, leave_out_rounds, ..Options::default() }).expect(text);
    let mut inputs = inputs.iter().map(|n| BigInt::from(*n));
    machine.run_traced(&mut inputs, &[], TraceOptions::default()).expect("main has no parameters")
}

/// A loop of a few hundred thousand rounds, whose branches depend on what it counts.
fn random(rng: &mut Random) -> String {
    let names = ["a", "b", "c", "i"];
    let mut number = |most: u64| rng.below(most);
    let mut out = String::from("main() {\n  var i, n, a, b, c, t;\n  i = 0;\n  n = input;\n  t = 0;\n");
    for v in ["a", "b", "c"] {
        let _ = writeln!(out, "  {v} = {};", signed(number(9) as i64 - 4));
    }
    let bound = 150_000 + number(200_000);
    let guards = ["i < n", "i != n", "n > i", "i <= n && a != 250000", "!(i >= n)"];
    let _ = writeln!(out, "  n = n + {bound};\n  while ({}) {{", guards[number(5) as usize]);
    for _ in 0..1 + number(3) {
        let (v, by) = (names[number(3) as usize], signed(number(7) as i64 - 3));
        let term = match number(5) {
            0 => "n".to_string(),
            1 => format!("(n - {by}) * 3"),
            2 => format!("t * {by}"),
            _ => by.clone(),
        };
        match number(6) {
            0 => _ = writeln!(out, "    t = {v} * 2;"),
            1 => _ = writeln!(out, "    {v} = {term};"),
            2 => {
                let (x, at) = (names[number(4) as usize], number(300_000));
                let cmp = ["<", ">", "==", "!=", "<=", ">="][number(6) as usize];
                let _ = writeln!(
                    out,
                    "    if ({x} {cmp} {at}) {{\n      {v} = {v} + {by};\n    }} else {{\n      {v} = {v} - {by};\n    }}"
                );
            }
            _ => _ = writeln!(out, "    {v} = {v} + {term};"),
        }
    }
    out.push_str("    i = i + 1;\n  }\n  output a;\n  output b;\n  output c;\n  output t;\n  return i;\n}\n");
    out
}

fn signed(n: i64) -> String {
    if n < 0 { format!("(0 - {})", -n) } else { n.to_string() }
}

#[test]
fn random_loops_come_to_the_same() {
    let mut fewer = 0;
    for seed in 0..60 {
        let mut rng = Random::new(seed);
        let text = random(&mut rng);
        let width = [None, None, Some(64), Some(32), Some(20)][rng.below(5) as usize];
        let inputs = [rng.below(1000) as i64 - 500];
        let (whole, all) = run(&text, width, &inputs, false);
        let (short, seen) = run(&text, width, &inputs, true);
        if let (End::StepLimit { .. }, _) | (_, End::StepLimit { .. }) = (&whole.end, &short.end) {
            continue;
        }
        fewer += u32::from(all.events_left_out > seen.events_left_out);
        assert_eq!(whole, short, "seed {seed}, width {width:?}\n{text}");
        assert_eq!(all.visited, seen.visited, "seed {seed}, width {width:?}\n{text}");
    }
    assert!(fewer >= 20, "rounds were left out in {fewer} runs only");
}

const SUM: &str = "main() {
  var i, n, s;
  n = input;
  i = 0;
  s = 5;
  while (i != n) {
    s = s + 3;
    i = i + 2;
  }
  return s;
}
";

#[test]
fn thousands_of_millions_of_rounds() {
    let (outcome, trace) = run(SUM, None, &[4_000_000_000], true);
    assert_eq!(outcome.end, End::Finished(BigInt::from(6_000_000_005i64)));
    assert_eq!(outcome.statements, 5 + 3 * 2_000_000_000);
    assert!(trace.reaches_line(10));
    // Jumped over, it never ends.
    let (outcome, _) = run(SUM, None, &[4_000_000_001], true);
    assert!(matches!(outcome.end, End::StepLimit { .. } | End::Finished(_)), "{outcome:?}");
    assert!(!matches!(outcome.end, End::Finished(_)), "{outcome:?}");
}

#[test]
fn numbers_wrap_where_they_do() {
    // 32 bits: 1,431,655,766 steps of 3 come to 2 modulo 2^32; the sum wraps on the way.
    let (outcome, _) = run(&SUM.replace("i + 2", "i + 3"), Some(32), &[2], true);
    let rounds = 1_431_655_766i64;
    let sum = (5 + 3 * rounds) as i32;
    assert_eq!(outcome.end, End::Finished(BigInt::from(sum)));
}

#[test]
fn what_is_more_than_numbers_is_gone_round() {
    for body in ["output i;", "p = &i;", "s = input;"] {
        let text = format!(
            "main() {{\n  var i, s, p;\n  i = 0;\n  while (i < 70000) {{\n    {body}\n    i = i + 1;\n  }}\n  return i;\n}}\n"
        );
        let inputs: Vec<i64> = (0..70_000).collect();
        let (whole, _) = run(&text, None, &inputs, false);
        let (short, _) = run(&text, None, &inputs, true);
        assert_eq!(whole, short, "{text}");
    }
}
