//! Limits are outcomes of their own, and nothing exhausts the stack or the memory of the host.

mod common;

use common::{body, parse, run, run_ast, unmark};
use homing_microc_run::{End, ErrorKind, Machine, Options, Outcome, RunError};
use num_bigint::BigInt;

fn limited(text: &str, options: Options) -> Outcome {
    run_ast(&parse(text), options, &[], &[])
}

fn memory(bytes: usize) -> Options {
    Options { memory_limit: bytes, ..Options::default() }
}

#[test]
fn the_step_limit_counts_statements() {
    let (text, pos) = unmark("main() { var i; i = 0; while (i < 3) { @i = i + 1; } output i; return 0; }");
    let options = |steps| Options { step_limit: Some(steps), ..Options::default() };
    let all = limited(&text, Options::default()).statements;
    assert_eq!(limited(&text, options(all)).end, End::Finished(BigInt::from(0)));
    assert!(matches!(limited(&text, options(all - 1)).end, End::StepLimit { .. }));
    let outcome = limited(&text, options(4));
    assert_eq!((outcome.end, outcome.statements), (End::StepLimit { pos }, 4));
    assert!(matches!(limited("main() { while (1) {} return 0; }", options(1000)).end, End::StepLimit { .. }));
    assert!(matches!(limited("main() { return main(); }", options(1000)).end, End::StepLimit { .. }));
    assert!(matches!(limited(&text, options(0)).end, End::StepLimit { .. }));
}

#[test]
fn work_on_huge_numbers_and_arrays_counts_as_steps() {
    let options = Options { step_limit: Some(1_000_000), ..Options::default() };
    let outcome = limited("main() { var x; x = 3; while (1) x = x * x; return 0; }", options.clone());
    assert!(matches!(outcome.end, End::StepLimit { .. }), "{:?}", outcome.end);
    assert!(outcome.statements < 100);
    let outcome = limited("main() { var a; a = [1, 2]; while (1) a = [a, a]; return 0; }", options);
    assert!(matches!(outcome.end, End::StepLimit { .. }), "{:?}", outcome.end);
}

#[test]
fn deep_recursion_ends_at_the_depth_limit() {
    let (text, pos) = unmark("f(n) { return @f(n + 1); } main() { return f(0); }");
    let outcome = run(&text, &[]);
    assert_eq!(outcome.end, End::DepthLimit { pos });
    assert_eq!(outcome.statements, 10_000);
    let text = "f(n) { var r; if (n == 1) r = 1; else r = f(n - 1) + 1; return r; } main() { return f(DEPTH); }";
    let outcome = |depth: usize, limit: usize| {
        let options = Options { depth_limit: limit, ..Options::default() };
        limited(&text.replace("DEPTH", &depth.to_string()), options).end
    };
    assert_eq!(outcome(9_999, 10_000), End::Finished(BigInt::from(9_999)));
    assert!(matches!(outcome(10_000, 10_000), End::DepthLimit { .. }));
    assert_eq!(outcome(1_000_000, 2_000_000), End::Finished(BigInt::from(1_000_000)));
    assert!(matches!(outcome(1, 0), End::DepthLimit { .. }));
    assert!(matches!(outcome(1, 1), End::DepthLimit { .. }));
}

#[test]
fn an_error_in_the_depth_lists_part_of_the_stack() {
    let outcome = run("f(n) { var r; if (n == 0) r = 1 / n; else r = f(n - 1); return r; } main() { return f(5000); }", &[]);
    let End::Error(e) = outcome.end else { panic!("{:?}", outcome.end) };
    assert_eq!((e.kind, e.depth, e.stack.len()), (ErrorKind::DivisionByZero, 5002, RunError::STACK));
}

#[test]
fn memory_runs_out() {
    for text in [
        body("l", "l = null; while (1) l = alloc {next: l};"),
        body("a", "a = [1]; while (1) a = [a, a];"),
        body("x", "x = 3; while (1) x = x * x;"),
        body("x", "while (1) output 1;").replace("var x;", ""),
        "f(a) { return f([a]); } main() { return f([]); }".to_string(),
        "f() { var a, b, c, d, e; return f(); } main() { return f(); }".to_string(),
    ] {
        let options = Options { depth_limit: usize::MAX, ..memory(1 << 21) };
        let outcome = limited(&text, options);
        assert!(matches!(outcome.end, End::MemoryLimit { .. }), "{text}: {:?}", outcome.end);
    }
}

#[test]
fn garbage_does_not_count() {
    let loops = [
        "l = alloc {next: null}; (*l).next = l;",
        "l = [i, i, i]; l = [l, l];",
        "l = 100000000000000000000 + i; l = l * l;",
        "l = {a: [1, 2], b: i}; l = l.a;",
        "l = f(i); l = *l;",
    ];
    for inner in loops {
        let text =
            format!("f(n) {{ return &n; }} main() {{ var i, l; i = 0; while (i < 100000) {{ {inner} i = i + 1; }} return 0; }}");
        let outcome = limited(&text, memory(1 << 16));
        assert_eq!(outcome.end, End::Finished(BigInt::from(0)), "{text}");
    }
}

/// Collections happen all the time, and what is alive stays as it was.
#[test]
fn collections_keep_what_is_alive() {
    let text = "
        push(l, n) { return alloc {head: n, tail: l, pair: [n, n * 100000000000000000000]}; }
        build(n) { var r; if (n == 0) r = null; else r = push(build(n - 1), n); return r; }
        sum(l) { var s; s = 0; while (l != null) { s = s + (*l).head + (*l).pair[1]; l = (*l).tail; } return s; }
        main() { var l, i, s, waste; l = build(50); i = 0; s = 0;
          while (i < 300) { waste = [build(10), build(10)]; s = s + sum(l); i = i + 1; }
          return s; }";
    let free = limited(text, Options::default());
    let tight = limited(text, memory(1 << 16));
    let one = BigInt::from(1275) + BigInt::from(1275) * BigInt::from(10).pow(20);
    assert_eq!(free.end, End::Finished(one * 300));
    assert_eq!(free, tight);
}

/// Literals that do not fit into an instruction are objects too, and no register holds them between two uses.
#[test]
fn collections_keep_literals() {
    let text = "
        big() { return 100000000000000000000; }
        main() { var i, s, l; i = 0; while (i < 20000) { s = big(); s = s / 100000000000; output s; l = [i]; l = [i, i, i, s, i, i, i, i]; i = i + 1; } return 0; }";
    let machine = Machine::new(&parse(text), memory(1 << 12)).unwrap();
    let mut right = 0;
    let outcome =
        machine.run_streaming(&mut std::iter::empty(), &[], &mut |n| right += usize::from(n == BigInt::from(1_000_000_000)));
    assert_eq!(outcome.unwrap().end, End::Finished(BigInt::from(0)));
    assert_eq!(right, 20_000);
}

#[test]
fn long_lists_and_deep_arrays_need_no_stack() {
    let text = body("l, i", "l = null; i = 0; while (i < 1000000) { l = alloc {next: l}; i = i + 1; } l = null;");
    assert_eq!(run(&text, &[]).end, End::Finished(BigInt::from(0)));
    let text = body(
        "a, b, i",
        "a = []; i = 0; while (i < 3000) { a = [a]; i = i + 1; } b = a; i = 0; while (i < 3000) { b = b[0]; i = i + 1; } b = [b];",
    );
    assert_eq!(run(&text, &[]).end, End::Finished(BigInt::from(0)));
}

#[test]
fn the_deepest_programs_run() {
    let depth = 990;
    let sum = format!("main() {{ return {}1{}; }}", "(1 + ".repeat(depth), ")".repeat(depth));
    let chain = format!("main() {{ return 1{}; }}", " + 1".repeat(depth));
    let not = format!("main() {{ return {}1; }}", "!".repeat(depth));
    let logic = format!("main() {{ var x; x = 1; if (1{}) {{ }} return 991; }}", " && x".repeat(depth));
    let nested = format!("main() {{ var x; x = 991; {} {} return x; }}", "if (x) {".repeat(depth / 2), "}".repeat(depth / 2));
    let array = format!("main() {{ var x; x = {}1{}; return 991; }}", "[".repeat(depth), "]".repeat(depth));
    let mixed =
        format!("main() {{ var x; x = [1, 1]; return 990 + {}1{}; }}", "x[(1 && ".repeat(depth / 2), ")]".repeat(depth / 2));
    for (text, expected) in [(sum, 991), (chain, 991), (not, 1), (logic, 991), (nested, 991), (array, 991), (mixed, 991)] {
        assert_eq!(run(&text, &[]).end, End::Finished(BigInt::from(expected)), "{}", &text[..60]);
    }
}

#[test]
fn many_variables_and_large_literals() {
    let vars: Vec<String> = (0..70_000).map(|i| format!("v{i}")).collect();
    let text = format!("main() {{ var {}; v69999 = 5; v0 = v69999 + 1; return v0; }}", vars.join(", "));
    assert_eq!(run(&text, &[]).end, End::Finished(BigInt::from(6)));
    let elements: Vec<String> = (0..70_000).map(|i| i.to_string()).collect();
    let text = format!("main() {{ var a; a = [{}]; return a[69999]; }}", elements.join(", "));
    assert_eq!(run(&text, &[]).end, End::Finished(BigInt::from(69_999)));
}

#[test]
fn outputs_can_be_streamed() {
    let machine =
        Machine::new(&parse(&body("i", "i = 0; while (i < 5) { output i * i; i = i + 1; }")), Options::default()).unwrap();
    let mut seen = Vec::new();
    let outcome = machine.run_streaming(&mut std::iter::empty(), &[], &mut |n| seen.push(n)).unwrap();
    assert_eq!(outcome.outputs, []);
    assert_eq!(seen, [0, 1, 4, 9, 16].map(BigInt::from));
}

#[test]
fn runs_of_a_machine_are_independent() {
    let machine = Machine::new(&parse("main() { var x, p; p = &x; if (input) x = 1; return x; }"), Options::default()).unwrap();
    let run = |input: i64| machine.run(&mut std::iter::once(BigInt::from(input)), &[]).unwrap();
    let first = run(1);
    assert!(matches!(run(0).end, End::Error(RunError { kind: ErrorKind::Uninitialised, .. })));
    assert_eq!(run(1), first);
}

#[test]
fn inputs_are_asked_for_only_when_needed() {
    let machine = Machine::new(&parse("main() { output 1; return input; }"), Options::default()).unwrap();
    let log = std::cell::RefCell::new(Vec::new());
    let mut inputs = std::iter::from_fn(|| {
        log.borrow_mut().push("asked".to_string());
        Some(BigInt::from(7))
    });
    machine.run_streaming(&mut inputs, &[], &mut |n| log.borrow_mut().push(n.to_string())).unwrap();
    assert_eq!(log.into_inner(), ["1", "asked"]);
}

/// A heap that is nearly full of living things must not be collected for every new object.
#[test]
fn memory_that_is_nearly_full_is_not_slow() {
    let text = body("l, i", "l = null; while (1) { l = alloc {next: l}; i = [1]; i = [2]; i = [3]; i = [4]; }");
    let outcome = limited(&text, memory(64 << 20));
    assert!(matches!(outcome.end, End::MemoryLimit { .. }));
    assert!(outcome.statements > 1_000_000);
}
