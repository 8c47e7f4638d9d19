//! Programs through the engine, each of its paths run again by the concrete interpreter.

mod common;

use common::explored;

#[track_caller]
fn paths(text: &str, expected: &[&str]) {
    let ast = homing_microc::parse("t.uc", text).unwrap_or_else(|e| panic!("{}", e[0]));
    let found = explored(&ast, None, 20_000);
    assert!(found.wrong.is_empty(), "{}\n{text}", found.wrong.join("\n"));
    assert_eq!(found.ends, expected, "{text}");
}

#[test]
fn errors_are_found_where_the_interpreter_finds_them() {
    paths("main() { var z; z = input; return 3 / z; }", &["division-by-zero at 1:37", "returned"]);
    paths("main() { var a; return a; }", &["uninitialised at 1:24"]);
    paths("main() { var a, b; if (input) a = 1; b = a + a; return b; }", &["returned", "uninitialised at 1:42"]);
    paths("main() { var a; a = [1, 2]; return a[input]; }", &["out-of-bounds at 1:36", "returned"]);
    paths("main() { var p; p = null; if (input > 5) p = alloc 3; return *p; }", &["null at 1:62", "returned"]);
    paths("main() { var p, x; p = &x; if (input == 2) x = 1; return *p; }", &["returned", "uninitialised at 1:58"]);
    paths("main() { var f; f = 3; return f(1); }", &["bad-call at 1:31"]);
    paths("g(x) { return x; } main() { var f; f = g; return f(1, 2); }", &["bad-call at 1:50"]);
    paths("main() { var f; f = {a: main}; return f.a + 1; }", &["type at 1:43"]);
    paths("main() { return [1]; }", &["type at 1:10"]);
    paths("main() { if (null && 1) output 2; return 1; }", &["type at 1:19"]);
    paths("main() { if (!null) output 2; return 1; }", &["type at 1:14"]);
    paths("main() { while (null) output 2; return 1; }", &["type at 1:17"]);
    paths("main() { output null; return 1; }", &["type at 1:10"]);
    paths("main() { var r; r = {a: 1}; r.b = 1; return 1; }", &["type at 1:29"]);
}

#[test]
fn arrays_and_records_are_values() {
    let text = "f(a) { a[0] = 9; return a; }
main() {
  var a, b, c, r, p, q;
  a = [1, [2, 3]]; b = a; b[1][0] = 7; c = f(a); p = &a; r = {x: a, y: p}; r.x[0] = 5; q = alloc a;
  (*q)[0] = 6; (*p)[1][1] = 8;
  if (a[0] != 1 || a[1][0] != 2 || a[1][1] != 8 || b[1][0] != 7 || b[1][1] != 3 || c[0] != 9) output 1 / 0;
  if (r.x[0] != 5 || r.x[1][1] != 3 || (*q)[0] != 6 || *r.y == a[0] - 1 + 0 * input) output 1 / 0;
  return 0;
}";
    // `*r.y == ..` compares an array with a number.
    paths(text, &["type at 7:61"]);
}

#[test]
fn functions_are_values() {
    paths(
        "id(x) { return x; } twice(f, x) { return f(f(x)); } inc(x) { return x + 1; }
main(n) { var t; t = {f: twice, g: [inc, id]}; if (t.f(t.g[0], n) == 12) return_ = 1; else return_ = 0; return return_; }"
            .replace("return_", "r")
            .replace("var t;", "var t, r;")
            .as_str(),
        &["returned", "returned"],
    );
    paths(
        "fac(n) { var r; if (n == 0) r = 1; else r = n * fac(n - 1); return r; } main() { return 1 / (fac(20) - 2432902008176640000); }",
        &["division-by-zero at 1:91"],
    );
}

#[test]
fn operators_short_circuit() {
    let text = "main() { var x, y; x = input; y = x != 0 && 10 / x > 2; y = y + (x == 0 || 10 / x < 3); return 1 / y; }";
    paths(text, &["returned", "returned", "returned"]);
    paths("main() { var x; x = !(input > 3); return 1 / x; }", &["division-by-zero at 1:44", "returned"]);
    paths("main() { var x; x = !!input; return 1 / x; }", &["division-by-zero at 1:39", "returned"]);
    paths(
        "main() { var x; x = !!(input && input); return 1 / x; }",
        &["division-by-zero at 1:50", "division-by-zero at 1:50", "returned"],
    );
}

#[test]
fn narrow_numbers_wrap() {
    let ast = homing_microc::parse("t.uc", "main() { var x; x = input; if (x + 1 < x) output 1 / 0; return 0; }").unwrap();
    let found = explored(&ast, Some(8), 20_000);
    assert!(found.wrong.is_empty(), "{:?}", found.wrong);
    assert_eq!(found.ends, ["division-by-zero at 1:52", "returned"]);
    let found = explored(&ast, None, 20_000);
    assert!(found.wrong.is_empty(), "{:?}", found.wrong);
    assert_eq!(found.ends, ["returned"]);
}
