//! One test for each point of the language's meaning, as `docs/microc.md` states it.

mod common;

use common::{body, fails, outputs, parse, returns, run, run_ast};
use homing_microc_run::{End, ErrorKind, Machine, Options};
use num_bigint::BigInt;

#[test]
fn numbers_are_unbounded() {
    let text = "f(n) { var r; if (n == 0) { r = 1; } else { r = n * f(n - 1); } return r; } main() { return f(100); }";
    let expected = (1..=100).fold(BigInt::from(1), |f, i| f * BigInt::from(i));
    assert_eq!(run(text, &[]).end, End::Finished(expected));
    returns(text.replace("f(100)", "f(30) / f(29)").as_str(), &[], 30);
    returns("main() { return 9223372036854775807 + 1 - 9223372036854775807; }", &[], 1);
    returns("main() { return -9223372036854775808 - 1 + 9223372036854775808; }", &[], -1);
    let smallest = "main() { return -9223372036854775808 / -1; }";
    assert_eq!(run(smallest, &[]).end, End::Finished(BigInt::from(1) << 63));
    returns("main() { return 100000000000000000000 - 99999999999999999999; }", &[], 1);
}

#[test]
fn big_numbers_take_part_in_everything() {
    let big = "100000000000000000000";
    outputs(
        &body(
            "x",
            &format!("x = {big}; output x > 1; output 1 > x; output x == x; output x != {big}; output !x; output x && 1;"),
        ),
        &[],
        &[1, 0, 1, 0, 0, 1],
    );
    outputs(&body("x", &format!("x = 0 - {big}; output x < 0; if (x) output 7; while (x) x = 0; output x;")), &[], &[1, 7, 0]);
    fails(&body("a", &format!("a = [1]; output @a[{big}];")), &[], ErrorKind::OutOfBounds);
}

#[test]
fn division_truncates_towards_zero() {
    let text =
        body("", "output 7 / 2; output -7 / 2; output 7 / -2; output -7 / -2; output 1 / 2; output -1 / 2;").replace("var ;", "");
    outputs(&text, &[], &[3, -3, -3, 3, 0, 0]);
    let text = body("a, b", "a = input; b = input; output a / b; output a - a / b * b;");
    for a in -9..=9i64 {
        for b in (-4..=4i64).filter(|&b| b != 0) {
            outputs(&text, &[a, b], &[a / b, a % b]);
        }
    }
    let big = body(
        "a",
        "a = -100000000000000000001; output a / 100000000000000000000; output a / -100000000000000000000; output a - a / 3 * 3;",
    );
    outputs(&big, &[], &[-1, 1, -2]);
}

#[test]
fn wrap_around_numbers() {
    let end = |text: &str, width: u32, inputs: &[i64], args: &[i64]| {
        run_ast(&parse(text), Options { int_width: Some(width), ..Options::default() }, inputs, args).end
    };
    let finished = |n: i64| End::Finished(BigInt::from(n));
    assert_eq!(end("main() { return 2147483647 + 1; }", 32, &[], &[]), finished(-2147483648));
    assert_eq!(end("main() { return -2147483648 - 1; }", 32, &[], &[]), finished(2147483647));
    assert_eq!(end("main() { return 65536 * 65536; }", 32, &[], &[]), finished(0));
    assert_eq!(end("main() { return -2147483648 / -1; }", 32, &[], &[]), finished(-2147483648));
    assert_eq!(end("main() { var x; x = -2147483648; return -x; }", 32, &[], &[]), finished(-2147483648));
    assert_eq!(end("main() { return 4294967297; }", 32, &[], &[]), finished(1), "a literal");
    assert_eq!(end("main() { return input; }", 8, &[200], &[]), finished(-56), "an input");
    assert_eq!(end("main(x) { return x; }", 8, &[], &[-129]), finished(127), "an argument");
    assert_eq!(end("main() { return 9223372036854775807 + 1; }", 64, &[], &[]), finished(i64::MIN));
    assert_eq!(end("main() { return 9223372036854775807 * 3; }", 64, &[], &[]), finished(i64::MAX.wrapping_mul(3)));
    assert_eq!(end("main() { return -9223372036854775808 / -1; }", 64, &[], &[]), finished(i64::MIN));
    let wide = end("main() { return 9223372036854775807 + 1; }", 65, &[], &[]);
    assert_eq!(wide, End::Finished(BigInt::from(1) << 63));
    assert_eq!(end("main() { return 9223372036854775807 * 4; }", 65, &[], &[]), finished(-4));
    assert_eq!(end("main() { return 1 / 256; }", 8, &[], &[]), {
        let error = run_ast(&parse("main() { return 1 / 256; }"), Options { int_width: Some(8), ..Options::default() }, &[], &[]);
        let End::Error(e) = &error.end else { panic!("256 is 0 in 8 bits") };
        assert_eq!(e.kind, ErrorKind::DivisionByZero);
        error.end
    });
}

#[test]
fn widths_below_two_are_refused() {
    let ast = parse("main() { return 0; }");
    for width in [0, 1] {
        assert!(Machine::new(&ast, Options { int_width: Some(width), ..Options::default() }).is_err());
    }
}

#[test]
fn comparisons_give_zero_or_one() {
    let text = body(
        "a, b",
        "a = input; b = input; output a < b; output a <= b; output a > b; output a >= b; output a == b; output a != b;",
    );
    outputs(&text, &[1, 2], &[1, 1, 0, 0, 0, 1]);
    outputs(&text, &[2, 2], &[0, 1, 0, 1, 1, 0]);
    outputs(&text, &[3, 2], &[0, 0, 1, 1, 0, 1]);
    // The same with literals on either side, as values and as conditions.
    outputs(
        &body(
            "a",
            "a = input; output 2 < a; output a < 2; output 2 == a; if (2 < a) output 10; if (a <= 2) output 11; if (2 >= a) output 12;",
        ),
        &[3],
        &[1, 0, 0, 10],
    );
    outputs(
        &body(
            "a",
            "a = input; output 2 < a; output a < 2; output 2 == a; if (2 < a) output 10; if (a <= 2) output 11; if (2 >= a) output 12;",
        ),
        &[2],
        &[0, 0, 1, 11, 12],
    );
}

#[test]
fn and_and_or_short_circuit() {
    outputs(
        &body("z", "z = 0; output 0 && 1 / z; output 1 || 1 / z; output 5 && -3; output 0 || 0; output 0 || 9;"),
        &[],
        &[0, 1, 1, 0, 1],
    );
    fails(&body("z", "z = 0; output 1 && 1 @/ z;"), &[], ErrorKind::DivisionByZero);
    fails(&body("z", "z = 0; output 0 || 1 @/ z;"), &[], ErrorKind::DivisionByZero);
    outputs(
        &body("z", "z = 0; if (z && 1 / z) output 1; else output 2; if ((!z) || 1 / z) output 3; while (z && 1 / z) output 4;"),
        &[],
        &[2, 3],
    );
    // A call on the right happens only if needed.
    let calls = "say(n) { output n; return n; } main() { output say(0) && say(1); output say(2) || say(3); return 0; }";
    outputs(calls, &[], &[0, 0, 2, 1]);
}

#[test]
fn and_and_or_have_one_level_from_left_to_right() {
    // (1 || 1) && 0, not 1 || (1 && 0).
    outputs(&body("x", "x = 0; output 1 || 1 && x; output 1 || (1 && x); output x && 0 || 1;"), &[], &[0, 1, 1]);
}

#[test]
fn not_takes_everything_to_its_right() {
    outputs(&body("x", "x = 2; output !x == 0; output (!x) == 0; output !x - 2; output !(x - 2) + 1;"), &[], &[1, 1, 1, 0]);
    outputs(&body("x", "x = 0; output !x && x; output (!x) && x; if (!x == 1) output 7;"), &[], &[1, 0, 7]);
}

#[test]
fn operators_bind_as_the_grammar_says() {
    outputs(
        &body(
            "x",
            "x = 2; output 1 + 2 * 3; output 8 - 3 - 2; output 16 / 4 / 2; output 1 + 1 == x; output 1 < 2 == 1; output x * x < 5 && 1;",
        ),
        &[],
        &[7, 3, 2, 1, 1, 1],
    );
}

#[test]
fn conditions_are_numbers() {
    outputs(&body("x", "x = -1; if (x) output 1; if (x + 1) output 2; else output 3;"), &[], &[1, 3]);
    fails(&body("p", "p = null; if (@p) output 1;"), &[], ErrorKind::Type);
    fails(&body("p", "p = [1]; while (@p) output 1;"), &[], ErrorKind::Type);
    fails(&body("p", "p = main; output 1 @&& p;"), &[], ErrorKind::Type);
    fails(&body("p", "p = main; output p @|| 1;"), &[], ErrorKind::Type);
    fails(&body("p", "p = main; if (p @&& 1) output 1;"), &[], ErrorKind::Type);
    fails(&body("p", "p = main; if (1 @&& p) output 1;"), &[], ErrorKind::Type);
    fails(&body("p", "p = {a: 1}; output @!p;"), &[], ErrorKind::Type);
    fails(&body("p", "p = {a: 1}; if (@!p) output 1;"), &[], ErrorKind::Type);
    fails(&body("p", "p = null; if (!(0 @|| p)) output 1;"), &[], ErrorKind::Type);
}

#[test]
fn arithmetic_wants_numbers() {
    for op in ["+", "-", "*", "/", "<", "<=", ">", ">="] {
        for (left, right) in [("p", "1"), ("1", "p"), ("p", "x"), ("x", "p"), ("p", "p")] {
            fails(&body("p, x", &format!("p = null; x = 1; output {left} @{op} {right};")), &[], ErrorKind::Type);
            fails(&body("p, x", &format!("p = null; x = 1; if ({left} @{op} {right}) output 1;")), &[], ErrorKind::Type);
        }
    }
    fails(&body("p", "p = &p; output @-p;"), &[], ErrorKind::Type);
    fails(&body("p", "p = 0; output null @/ p;"), &[], ErrorKind::Type);
}

#[test]
fn equality_compares_numbers_or_identities() {
    let text = "id(x) { return x; } main() { var p, q, x, y; x = 1; y = 1; p = &x; q = &y;
        output p == q; output p == &x; output p != q; output *p == *q; output p == null; output null == null;
        output main == main; output main == id; output id != main; output p == main; output alloc 1 == alloc 1;
        if (p == null) output 9; if (p != null) output 10; return 0; }";
    // `alloc` takes all of `1 == alloc 1` to its right, which compares a number with a pointer.
    let (before, after) = text.split_once("output alloc 1 == alloc 1;").unwrap();
    outputs(
        &format!("{before} p = alloc 1; q = alloc 1; output p == q; p = &x; {after}"),
        &[],
        &[0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 0, 10],
    );
    for (left, right) in [("1", "null"), ("p", "1"), ("a", "a"), ("a", "1"), ("r", "r"), ("r", "null"), ("main", "1"), ("a", "p")]
    {
        for op in ["==", "!="] {
            fails(
                &body("p, a, r", &format!("p = null; a = [1]; r = {{f: 1}}; output {left} @{op} {right};")),
                &[],
                ErrorKind::Type,
            );
        }
    }
}

#[test]
fn division_by_zero_is_an_error_at_the_operator() {
    fails("main() {\n  var x;\n  x = 0;\n  return 1\n    @/ x;\n}", &[], ErrorKind::DivisionByZero);
    fails("main() { return 1 @/ 0; }", &[], ErrorKind::DivisionByZero);
    fails("main() { return 100000000000000000000 @/ (1 - 1); }", &[], ErrorKind::DivisionByZero);
}

#[test]
fn names_that_were_never_written() {
    fails("main() { var x; return @x; }", &[], ErrorKind::Uninitialised);
    fails("main() { var x; return @x + 1 / 0; }", &[], ErrorKind::Uninitialised);
    fails("main() { var x; return 1 @/ 0 + x; }", &[], ErrorKind::DivisionByZero);
    fails("main() { var x; x = @x + 1; return 0; }", &[], ErrorKind::Uninitialised);
    fails("main() { var x; if (input) x = 1; return @x; }", &[0], ErrorKind::Uninitialised);
    returns("main() { var x; if (input) x = 1; return x; }", &[1], 1);
    fails("main() { var x, i; i = input; while (i > 0) { x = i; i = i - 1; } return @x; }", &[0], ErrorKind::Uninitialised);
    returns("main() { var x, i; i = input; while (i > 0) { x = i; i = i - 1; } return x; }", &[3], 1);
    fails("main() { var x; x[0] = input; return 0; }".replace("x[0]", "@x[0]").as_str(), &[1], ErrorKind::Uninitialised);
    fails("f(a, b) { return b; } main() { var x; return f(1, @x); }", &[], ErrorKind::Uninitialised);
    // Each call has new variables.
    fails("f(n) { var x; if (n) x = 1; return @x; } main() { return f(1) + f(0); }", &[], ErrorKind::Uninitialised);
    fails(
        "f(n) { var x; if (n) x = 1; return @x; } main() { var y; y = f(1); y = f(0); return y; }",
        &[],
        ErrorKind::Uninitialised,
    );
    // Also those that live in cells.
    fails("f(n) { var x, p; p = &x; if (n) x = 1; return @x; } main() { return f(1) + f(0); }", &[], ErrorKind::Uninitialised);
}

#[test]
fn a_pointer_to_a_variable_that_was_never_written() {
    fails("main() { var x, p; p = &x; return @*p; }", &[], ErrorKind::Uninitialised);
    returns("main() { var x, p; p = &x; *p = 4; return x; }", &[], 4);
    fails("main() { var x, p; p = &x; (@*p)[0] = 1; return 0; }", &[], ErrorKind::Uninitialised);
}

#[test]
fn the_right_side_comes_first_then_the_target() {
    let say = "say(n) { output n; return n; }";
    outputs(&format!("{say} main() {{ var a; a = [0, 0, 0]; a[say(1)] = say(2); output a[1]; return 0; }}"), &[], &[2, 1, 2]);
    fails(&format!("{say} main() {{ var a; a = [0]; a[say(7)] = 1 @/ 0; return 0; }}"), &[], ErrorKind::DivisionByZero);
    // An error of the target comes after the value.
    let outcome = fails(&format!("{say} main() {{ var p; p = null; @*p = say(3); return 0; }}"), &[], ErrorKind::Null);
    assert_eq!(outcome.outputs, [BigInt::from(3)]);
    fails("main() { var p; @*p = input; return 0; }".replace("@*p", "*@p").as_str(), &[1], ErrorKind::Uninitialised);
}

#[test]
fn evaluation_goes_from_left_to_right() {
    let text = "f(a, b, c) { return a * 100 + b * 10 + c; } main() { var r; output f(input, input, input); output input - input;
        output [input, input][input]; r = {x: input, y: input}; output r.x; output r.y; return 0; }";
    outputs(text, &[1, 2, 3, 9, 4, 7, 8, 0, 5, 6], &[123, 5, 7, 5, 6]);
    // Operands are both evaluated before either is checked.
    let outcome = fails("main() { return null @+ input; }", &[1], ErrorKind::Type);
    assert_eq!(outcome.inputs_used, 1);
    fails("main() { return null + 1 @/ 0; }", &[], ErrorKind::DivisionByZero);
}

#[test]
fn a_call_changes_what_is_read_later_not_what_was_read_before() {
    let text = "f(p) { *p = 10; return 1; } main() { var x; x = 1; output x + f(&x); x = 1; output f(&x) + x; return 0; }";
    outputs(text, &[], &[2, 11]);
    // An argument is copied when it is evaluated.
    let text = "g(p) { (*p)[0] = 9; return 0; } f(a, n) { return a[0]; } main() { var a; a = [1]; return f(a, g(&a)); }";
    returns(text, &[], 1);
    // An indexed array is not copied: the element is read last.
    returns("g(p) { (*p)[0] = 9; return 0; } main() { var a; a = [1]; return a[g(&a)]; }", &[], 9);
    // But it is the array that the variable held at that time.
    returns("g(p) { *p = [9]; return 0; } main() { var a; a = [1]; return a[g(&a)]; }", &[], 1);
}

#[test]
fn arrays_are_values() {
    let text = "change(a) { a[0] = 9; return a; } main() { var a, b, c; a = [1, 2]; b = a; b[0] = 5; output a[0]; output b[0];
        c = change(a); output a[0]; output c[0]; c = [a, a]; c[0][1] = 7; output a[1]; output c[0][1]; output c[1][1]; return 0; }";
    outputs(text, &[], &[1, 5, 1, 9, 2, 7, 2]);
    // However deep.
    let text = "main() { var a, b; a = [[[[1], {x: [2]}]]]; b = a; b[0][0][0][0] = 5; b[0][0][1].x[0] = 6;
        output a[0][0][0][0]; output a[0][0][1].x[0]; output b[0][0][0][0]; output b[0][0][1].x[0]; return 0; }";
    outputs(text, &[], &[1, 2, 5, 6]);
    // Into itself, through alloc, out of a pointer, out of an element.
    let text = "main() { var a, p, b; a = [1, 2]; a[0] = a; output a[0][1]; a[0][1] = 5; output a[1]; p = alloc a; a[1] = 6; output (*p)[1];
        b = *p; (*p)[1] = 8; output b[1]; b = a[0]; b[0] = 3; output a[0][0]; return 0; }";
    outputs(text, &[], &[2, 2, 2, 2, 1]);
}

#[test]
fn returned_arrays_are_copied_when_something_still_holds_them() {
    let text = "get(p) { return *p; } main() { var a, b; a = [1]; b = get(&a); b[0] = 2; return a[0]; }";
    returns(text, &[], 1);
    let text = "f(q) { var a; a = [[1], 2]; *q = &a; return a; } main() { var p, b; b = f(&p); b[0][0] = 5; return (*p)[0][0]; }";
    returns(text, &[], 1);
    let text = "f(q) { var a; a = [[1], 2]; *q = &a; return a[0]; } main() { var p, b; b = f(&p); b[0] = 5; return (*p)[0][0]; }";
    returns(text, &[], 1);
    returns("f() { var a; a = [[3], 2]; return a[0]; } main() { var b; b = f(); return b[0]; }", &[], 3);
}

#[test]
fn records_are_values() {
    let text = "main() { var r, s, a; r = {x: 1, y: [1, 2]}; s = r; s.x = 2; s.y[0] = 9; output r.x; output r.y[0]; output s.x; output s.y[0];
        a = [r, r]; a[0].x = 7; output r.x; output a[0].x; output a[1].x; a[1] = s; s.x = 3; output a[1].x; return 0; }";
    outputs(text, &[], &[1, 1, 2, 9, 1, 7, 1, 2]);
    let text = "main() { var r; r = {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10}; r.j = r.i + r.a; return r.j * 10 + r.b; }";
    returns(text, &[], 102);
    // The same fields in another order.
    returns("f(r) { return r.x * 10 + r.y; } main() { return f({x: 1, y: 2}) * 100 + f({y: 4, x: 3}); }", &[], 1234);
    returns("main() { var r; r = {}; return 3; }", &[], 3);
}

#[test]
fn records_do_not_nest() {
    fails("main() { var r, s; r = {x: 1}; s = @{y: 1, z: r}; return 0; }", &[], ErrorKind::Type);
    fails("main() { var r, s; r = {x: 1}; s = {y: 1}; @s.y = r; return 0; }", &[], ErrorKind::Type);
    returns("main() { var r, s; r = {x: 4}; s = {y: [r]}; return s.y[0].x; }", &[], 4);
    let outcome = fails("main() { var r; r = @{y: {z: 1}, z: input}; return 0; }", &[1], ErrorKind::Type);
    assert_eq!(outcome.inputs_used, 1);
}

#[test]
fn fields_that_are_not_there() {
    fails("main() { var r; r = {x: 1}; return @r.y; }", &[], ErrorKind::Type);
    fails("main() { var r; r = {x: 1}; @r.y = 2; return 0; }", &[], ErrorKind::Type);
    fails("main() { var r; r = [1]; return @r.y; }", &[], ErrorKind::Type);
    fails("main() { var r; r = 1; @r.y = 1; return 0; }", &[], ErrorKind::Type);
    fails("main() { var r; r = &r; return @r.y; }", &[], ErrorKind::Type);
}

#[test]
fn indices() {
    let text = "main() { var a; a = [1, 2, 3]; return @a[input]; }";
    for index in [-1, 3, 4, i64::MAX, i64::MIN] {
        fails(text, &[index], ErrorKind::OutOfBounds);
        fails("main() { var a; a = [1, 2, 3]; @a[input] = 1; return 0; }", &[index], ErrorKind::OutOfBounds);
    }
    for index in 0..3 {
        returns(&text.replace('@', ""), &[index], index + 1);
    }
    fails("main() { var a; a = []; return @a[0]; }", &[], ErrorKind::OutOfBounds);
    fails("main() { var a; a = 1; return @a[0]; }", &[], ErrorKind::Type);
    fails("main() { var a; a = null; @a[0] = 1; return 0; }", &[], ErrorKind::Type);
    fails("main() { var a; a = [1]; return @a[null]; }", &[], ErrorKind::Type);
    fails("main() { var a; a = [1]; @a[a] = 1; return 0; }", &[], ErrorKind::Type);
    fails("main() { var a; a = 1; return a[1 @/ 0]; }", &[], ErrorKind::DivisionByZero);
}

#[test]
fn pointers_reach_cells_that_outlive_frames() {
    let text = "counter() { var n; n = 0; return &n; } bump(p) { *p = *p + 1; return *p; }
        main() { var p, q; p = counter(); q = counter(); output bump(p); output bump(p); output bump(q); return 0; }";
    outputs(text, &[], &[1, 2, 1]);
    // A parameter has a cell as well.
    returns("f(n) { return &n; } main() { var p, q; p = f(3); q = f(4); return *p * 10 + *q; }", &[], 34);
    let text = "main() { var x, p, q; x = 1; p = &x; q = &p; **q = 5; output x; *q = alloc 7; output *p; output x; return 0; }";
    outputs(text, &[], &[5, 7, 5]);
    // Reading and writing a variable that also has pointers to it.
    outputs(&body("x, p", "p = &x; x = 1; *p = *p + x; output x; x = x * 10; output *p;"), &[], &[2, 20]);
}

#[test]
fn dereferences_that_fail() {
    fails("main() { return @*null; }", &[], ErrorKind::Null);
    fails("main() { var p; p = null; @*p = 1; return 0; }", &[], ErrorKind::Null);
    fails("main() { var p; p = 3; return @*p; }", &[], ErrorKind::Type);
    fails("main() { var p; p = [null]; @*p = 1; return 0; }", &[], ErrorKind::Type);
    fails("main() { var p; p = main; return @*p; }", &[], ErrorKind::Type);
    fails("main() { var p; p = alloc null; return @**p; }", &[], ErrorKind::Null);
}

#[test]
fn lists_and_cycles() {
    let text = "main() { var l, i, s; l = null; i = 0; while (i < 10) { l = alloc {head: i, tail: l}; i = i + 1; }
        s = 0; while (l != null) { s = s * 2 + (*l).head; l = (*l).tail; } return s; }";
    returns(text, &[], (0..10).rev().fold(0, |s, i| s * 2 + i));
    returns("main() { var p; p = alloc null; *p = p; return *p == p && **p == p; }", &[], 1);
}

#[test]
fn mixed_targets() {
    let text =
        "main() { var x, y; y = 3; x = [{field: &y}, 2]; *x[0].field = 8; output y; (*x[0].field) = 9; output y; return 0; }";
    outputs(text, &[], &[8, 9]);
    returns("main() { var a; a = [[[1, 2], [3, 4]]]; a[0][1][0] = 7; return a[0][1][0] * 10 + a[0][0][0]; }", &[], 71);
}

#[test]
fn functions_are_values() {
    let text = "twice(f, x) { return f(f(x)); } inc(x) { return x + 1; } main() { var f, r, a; f = inc; output f(1); output twice(inc, 5);
        r = {op: inc, n: 2}; output r.op(r.n); a = [inc, twice]; output a[0](9); output a[1](a[0], 0); f = twice; output f(inc, 1); return 0; }";
    outputs(text, &[], &[2, 7, 3, 10, 2, 3]);
    // A local hides a function of the same name; a pointer to a function variable works too.
    returns("f(x) { return x; } g(f) { return f(1); } h(x) { return x + 41; } main() { return g(h); }", &[], 42);
    returns("f(x) { return x; } main() { var g, p; g = f; p = &g; return (*p)(6); }", &[], 6);
    // main itself is a function.
    returns("main() { var f; f = main; return f == main; }", &[], 1);
}

#[test]
fn bad_calls() {
    fails("main() { var f; f = 1; return @f(1); }", &[], ErrorKind::BadCall);
    fails("main() { var f; f = null; return @f(); }", &[], ErrorKind::BadCall);
    fails("f(x) { return x; } main() { var g; g = f; return @g(); }", &[], ErrorKind::BadCall);
    fails("f(x) { return x; } main() { return @f(1, 2); }", &[], ErrorKind::BadCall);
    // The arguments come first.
    let outcome = fails("main() { var f; f = 1; return @f(input); }", &[4], ErrorKind::BadCall);
    assert_eq!(outcome.inputs_used, 1);
    fails("main() { var f; return @f(input); }", &[4], ErrorKind::Uninitialised);
}

#[test]
fn output_wants_a_number() {
    fails(&body("p", "p = null; @output p;"), &[], ErrorKind::Type);
    fails(&body("p", "p = [1]; @output p;"), &[], ErrorKind::Type);
    fails(&body("p", "@output main;"), &[], ErrorKind::Type);
}

#[test]
fn main_returns_a_number() {
    fails("main() { @return null; }", &[], ErrorKind::Type);
    fails("main() { var a; a = [1]; @return a; }", &[], ErrorKind::Type);
    fails("main() { @return main; }", &[], ErrorKind::Type);
    // Whoever calls it.
    let text = "main() { var r; if (input) { r = main(); } else { r = null; } @return r; }";
    let outcome = fails(text, &[1, 0], ErrorKind::Type);
    let End::Error(e) = outcome.end else { unreachable!() };
    assert_eq!(e.depth, 2);
    // Others may return anything.
    returns("f() { return null; } main() { return f() == null; }", &[], 1);
}

#[test]
fn main_may_have_parameters() {
    let ast = parse("main(a, b) { a = a * 10; return a + b; }");
    assert_eq!(run_ast(&ast, Options::default(), &[], &[4, 2]).end, End::Finished(BigInt::from(42)));
    let machine = Machine::new(&ast, Options::default()).unwrap();
    assert_eq!(machine.main_params(), 2);
    let error = machine.run(&mut std::iter::empty(), &[]).unwrap_err();
    assert_eq!((error.wanted, error.given), (2, 0));
    let big: BigInt = BigInt::from(1) << 100;
    let outcome = machine.run(&mut std::iter::empty(), &[big.clone(), big.clone()]).unwrap();
    assert_eq!(outcome.end, End::Finished(big * 11));
}

#[test]
fn inputs_run_out() {
    let text = "main() {\n  var a;\n  a = input;\n  a = a + @input;\n  return a;\n}";
    let (text, pos) = common::unmark(text);
    let outcome = run(&text, &[1]);
    assert_eq!(outcome.end, End::NeedInput { pos });
    assert_eq!(outcome.inputs_used, 1);
    returns(&text, &[1, 2], 3);
    // Inputs that are not read stay.
    assert_eq!(run(&text, &[1, 2, 3, 4]).inputs_used, 2);
}

#[test]
fn outputs_come_before_the_error() {
    let outcome = fails(&body("x", "output 1; output 2; x = 1 @/ 0; output 3;"), &[], ErrorKind::DivisionByZero);
    assert_eq!(outcome.outputs, [BigInt::from(1), BigInt::from(2)]);
}

#[test]
fn an_error_tells_who_called() {
    let text = "f(n) {\n  var r;\n  if (n == 0) r = 1 @/ n;\n  else r = f(n - 1);\n  return r;\n}\nmain() {\n  return f(2);\n}";
    let outcome = fails(text, &[], ErrorKind::DivisionByZero);
    let End::Error(e) = outcome.end else { unreachable!() };
    let stack: Vec<String> = e.stack.iter().map(|s| format!("{} {}", s.function, s.pos)).collect();
    assert_eq!(stack, ["f 3:21", "f 4:12", "f 4:12", "main 8:10"]);
    assert_eq!(e.depth, 4);
    assert_eq!(e.to_string(), "3:21: division-by-zero: division by zero");
}

#[test]
fn types_of_variables_may_change() {
    outputs(
        &body("x", "x = 1; output x; x = [5]; output x[0]; x = {f: 6}; output x.f; x.f = [7]; output x.f[0]; x = &x;"),
        &[],
        &[1, 5, 6, 7],
    );
}

#[test]
fn statements_are_counted() {
    // 2 assignments, 4 tests, 3 * 1 in the body, the output, the return.
    let outcome = run("main() { var i; i = 0; { i = 0; } while (i < 3) { i = i + 1; } output i; return 0; }", &[]);
    assert_eq!(outcome.statements, 2 + 4 + 3 + 1 + 1);
    assert_eq!(run("main() { if (1) { } else { } return 0; }", &[]).statements, 2);
}

#[test]
fn listings_of_the_language_description() {
    returns("f(n) { var r; if (n == 0) { r = 1; } else { r = n * f(n - 1); } return r; } main() { return f(5); }", &[], 120);
    let errors = "main() {\n  var arr, res, a, ptr;\n  arr = [1, 0, 2, 2];\n  ptr = null;\n  res = LINE;\n  return 0;\n}";
    fails(&errors.replace("LINE", "1 @/ arr[1]"), &[], ErrorKind::DivisionByZero);
    fails(&errors.replace("LINE", "@a + a"), &[], ErrorKind::Uninitialised);
    fails(&errors.replace("LINE", "@arr[4]"), &[], ErrorKind::OutOfBounds);
    fails(&errors.replace("LINE", "@*ptr"), &[], ErrorKind::Null);
    let fac = "fac(n) { var f; if (n == 0) { f = 1; } else { f = n * fac(n - 1); } return f; }
        main() { var a, b; b = input; a = fac(b); output(a); return 1 @/ (a - 2); }";
    fails(fac, &[2], ErrorKind::DivisionByZero);
    returns(&fac.replace('@', ""), &[3], 0);
    let index = "main() { var arr, i, res; arr = [0, 1, 2]; i = input; res = 0; if (i < 3 && i >= 0) { arr[i] = -1; res = arr[i]; } return res; }";
    for (input, expected) in [(-1, 0), (0, -1), (2, -1), (3, 0)] {
        returns(index, &[input], expected);
    }
}
