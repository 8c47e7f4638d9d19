//! Measures statements per second on a few small programs: `cargo run --release -p homing-microc-run --example microc_speed`.

use homing_microc_run::{End, Machine, Options, TraceOptions};
use std::time::SystemTime;

const PROGRAMS: &[(&str, &str)] = &[
    ("sum", "main() { var i, s, n; i = 0; s = 0; n = 20000000; while (i < n) { s = s + i; i = i + 1; } return s; }"),
    (
        "branches",
        "main() { var i, a, b; i = 0; a = 0; b = 0;
           while (i < 10000000) { if (i - i / 2 * 2 == 0 && a < 1000) a = a + 3; else b = b - 1; i = i + 1; } return a + b; }",
    ),
    ("calls", "fib(n) { var r; if (n < 2) r = n; else r = fib(n - 1) + fib(n - 2); return r; } main() { return fib(32); }"),
    (
        "array",
        "main() { var a, i, j, t; a = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]; j = 0;
           while (j < 1000000) { i = 0; while (i < 9) { if (a[i] > a[i + 1]) { t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; } i = i + 1; }
             a[j - j / 10 * 10] = j; j = j + 1; } return a[0]; }",
    ),
    (
        "pointers",
        "main() { var p, x, i; x = 0; p = &x; i = 0; while (i < 10000000) { *p = *p + i; i = i + 1; } return x; }",
    ),
    (
        "list",
        "main() { var l, i, s; i = 0; s = 0;
           while (i < 2000000) { l = alloc {head: i, tail: null}; s = s + (*l).head; i = i + 1; } return s; }",
    ),
    (
        "record",
        "main() { var r, i; r = {n: 0, m: 1}; i = 0; while (i < 10000000) { r.n = r.n + r.m; i = i + 1; } return r.n; }",
    ),
    ("big", "main() { var i, f; i = 1; f = 1; while (i < 5000) { f = f * i; i = i + 1; } return f; }"),
];

/// Seconds that this process has computed, so that a busy machine does not spoil the figures; where the system does not
/// tell, seconds of the clock.
fn seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.map_or_else(|| SystemTime::UNIX_EPOCH.elapsed().map_or(0.0, |t| t.as_secs_f64()), |n| n / 1e9)
}

fn main() {
    for (name, text) in PROGRAMS {
        let ast = homing_microc::parse("speed.uc", text).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        for width in [None, Some(32)] {
            let machine = Machine::new(&ast, Options { int_width: width, ..Options::default() }).expect("a checked program");
            let start = seconds();
            let outcome = machine.run(&mut std::iter::empty(), &[]).expect("no arguments");
            let time = seconds() - start;
            let End::Finished(result) = &outcome.end else { panic!("{name}: {:?}", outcome.end) };
            let rate = outcome.statements as f64 / time.max(1e-3) / 1e6;
            let width = width.map_or("unbounded".to_string(), |w| format!("{w} bits"));
            println!(
                "{name:10} {width:10} {:>10} statements {time:7.3} s {rate:8.1} M/s  ({} bits)",
                outcome.statements,
                result.bits()
            );
        }
    }
    traced();
}

fn traced() {
    let ast = homing_microc::parse("speed.uc", PROGRAMS[0].1).expect("checked above");
    let machine = Machine::new(&ast, Options::default()).expect("a checked program");
    let start = seconds();
    let (outcome, _) = machine.run_traced(&mut std::iter::empty(), &[], TraceOptions::default()).expect("no arguments");
    let time = seconds() - start;
    println!(
        "{:10} {:10} {:>10} statements {time:7.3} s {:8.1} M/s",
        "sum",
        "traced",
        outcome.statements,
        outcome.statements as f64 / time / 1e6
    );
}
