//! The normaliser: its shape, its names, and that it changes nothing.

use homing_microc::generate::{GenerateOptions, generate};
use homing_microc::{Ast, ExprId, ExprKind, StmtKind, normalise, parse, print};
use homing_microc_run::{End, Machine, Options};
use num_bigint::BigInt;

fn normalised(text: &str) -> String {
    print(&normalise(&parse("t.uc", text).unwrap_or_else(|e| panic!("{text}\n{}", e[0]))).unwrap())
}

/// The statements of a function `main` with these variables, normalised.
fn body(vars: &str, text: &str) -> Vec<String> {
    let all = normalised(&format!("g(x) {{ return x; }} main() {{ var {vars}; {text} return 0; }}"));
    let main = all.split("main()").nth(1).unwrap_or_default();
    main.lines().map(str::trim).filter(|l| !l.starts_with("var ") && *l != "{" && *l != "return 0;").map(str::to_string).collect()
}

#[test]
fn the_example_of_the_thesis() {
    let text = "x = [{field: &i}]; i = 0; y = alloc 1; z = [1, 2]; *x[0].field = *y + z[i + 1];";
    let lines = body("x, y, z, i", text);
    let end = lines.iter().position(|l| l == "z = [1, 2];").unwrap();
    assert_eq!(lines[end + 1..], ["_t1 = *y;", "_t2 = i + 1;", "_t3 = z[_t2];", "*x[0].field = _t1 + _t3;", "}"]);
}

#[test]
fn loops_compute_their_guard_again() {
    assert_eq!(
        body("i", "i = 0; while (i * 2 < 9) i = i + 1;"),
        ["i = 0;", "_t0 = i * 2;", "while (_t0 < 9) {", "i = i + 1;", "_t0 = i * 2;", "}", "}"]
    );
    assert_eq!(body("i", "i = 0; while (i < 9) i = i + 1;"), ["i = 0;", "while (i < 9)", "i = i + 1;", "}"]);
}

#[test]
fn right_sides_are_evaluated_only_where_they_were() {
    assert_eq!(
        body("i, a", "i = input; a = [1]; if (i >= 0 && a[i] == 1) output 1;"),
        [
            "i = input;",
            "a = [1];",
            "_t0 = i >= 0;",
            "if (_t0) {",
            "_t1 = a[i];",
            "_t2 = _t1 == 1;",
            "}",
            "if (_t0 && _t2)",
            "output 1;",
            "}"
        ]
    );
    assert_eq!(
        body("i", "i = input || g(2);"),
        ["_t0 = input;", "if (_t0) {} else {", "_t1 = g(2);", "}", "i = _t0 || _t1;", "}"]
    );
}

#[test]
fn nothing_overtakes_what_it_could_change() {
    // An input, a variable that may not be written yet, a variable that the call may write.
    assert_eq!(body("i", "i = input - (input + 1);"), ["_t0 = input;", "_t1 = input + 1;", "i = _t0 - _t1;", "}"]);
    assert_eq!(body("i, j", "j = i + g(1) * 2;"), ["_t0 = i;", "_t1 = g(1);", "_t2 = _t1 * 2;", "j = _t0 + _t2;", "}"]);
    assert_eq!(body("i, j", "i = 1; j = i + g(&i);"), ["i = 1;", "_t0 = i;", "_t1 = g(&i);", "j = _t0 + _t1;", "}"]);
    assert_eq!(body("i, j", "i = 1; j = i + g(2);"), ["i = 1;", "_t0 = g(2);", "j = i + _t0;", "}"]);
}

#[test]
fn calls_stand_alone() {
    assert_eq!(body("i", "i = g(g(1)); output g(i);"), ["_t0 = g(1);", "i = g(_t0);", "_t1 = g(i);", "output _t1;", "}"]);
}

#[test]
fn temporaries_clash_with_no_name() {
    let text = normalised("main() { var _t0, __t7; _t0 = 1; __t7 = _t0 + 2 * _t0; return __t7; }");
    assert!(text.contains("___t0 = 2 * _t0;"), "{text}");
    assert!(normalised("_t1() { return 1 + 2 * 3; } main() { return 0; }").contains("__t0 = 2 * 3;"));
    assert!(normalised("main() { return {_t0: 1 + 2 * 3}._t0; }").contains("__t0 = 2 * 3;"));
}

/// Whether parts of parts are left, other than on left sides.
fn is_simple(ast: &Ast, id: ExprId, call: bool) -> bool {
    let kind = &ast.expr(id).kind;
    let mut simple = call || !matches!(kind, ExprKind::Call { .. });
    kind.children(|c| {
        let part = &ast.expr(c).kind;
        part.children(|_| simple = false);
        simple = simple && !matches!(part, ExprKind::Call { .. });
    });
    simple
}

fn shape_is_right(ast: &Ast) -> bool {
    let mut open: Vec<_> = ast.functions.iter().flat_map(|f| f.body.clone()).collect();
    let mut right = ast.functions.iter().all(|f| is_simple(ast, f.result, false));
    while let Some(s) = open.pop() {
        right &= match &ast.stmt(s).kind {
            StmtKind::Output(e) => is_simple(ast, *e, false),
            StmtKind::Assign { value, .. } => is_simple(ast, *value, true),
            StmtKind::Block(list) => {
                open.extend(list);
                true
            }
            StmtKind::While { cond, body } => {
                open.push(*body);
                is_simple(ast, *cond, false)
            }
            StmtKind::If { cond, then, els } => {
                open.push(*then);
                open.extend(els);
                is_simple(ast, *cond, false)
            }
        };
    }
    right
}

/// Outputs, inputs read and end of a run.
fn run(ast: &Ast, salt: i64) -> (Vec<BigInt>, usize, String) {
    let machine = Machine::new(ast, Options { step_limit: Some(100_000), ..Options::default() }).unwrap();
    let mut inputs = (0..).map(|i: i64| BigInt::from((i * 7 + salt * 3) % 23 - 8));
    let out = machine.run(&mut inputs, &[]).unwrap();
    let end = match out.end {
        End::Finished(n) => format!("returned {n}"),
        End::Error(e) => format!("{} at {}", e.kind.name(), e.pos),
        other => format!("{other:?}"),
    };
    (out.outputs, out.inputs_used, end)
}

#[test]
fn random_programs_do_the_same() {
    let mut ends = std::collections::BTreeSet::new();
    for seed in 0..300 {
        let larger = seed % 2 == 0;
        let o =
            GenerateOptions { seed, larger, unguarded_prob: 0.1, error_guaranteed: seed % 5 == 0, ..GenerateOptions::default() };
        let ast = parse("t.uc", &generate(&o).unwrap()).unwrap();
        let norm = normalise(&ast).unwrap();
        assert!(shape_is_right(&norm), "seed {seed}\n{}", print(&norm));
        assert!(normalise(&norm).unwrap().same(&norm), "seed {seed}\n{}", print(&norm));
        for salt in 0..3 {
            let (before, after) = (run(&ast, salt), run(&norm, salt));
            if !before.2.contains("Limit") && !after.2.contains("Limit") {
                assert_eq!(before, after, "seed {seed}\n{}\n{}", print(&ast), print(&norm));
                ends.insert(before.2.split(' ').next().unwrap_or_default().to_string());
            }
        }
    }
    assert!(ends.len() >= 4, "{ends:?}");
}

#[test]
fn errors_stay_where_they_were() {
    for text in [
        "main() { var a; if (null && 1 + 2 * 3) output 1; return 0; }",
        "main() { var a; if (a && 1 + 2 * 3) output 1; return 0; }",
        "main() { var a, b; a = 1; if (a && (b || 1 / 0)) output 1; return 0; }",
        "main() { var a, b; b = a + 1 / 0; return 0; }",
        "main() { var a, b; a = [1, 2]; b = a[1 + 1] + c(); return 0; } c() { return 1 / 0; }",
        "main() { var a; a = {f: 1}; return a.f(1 / 0); }",
        "main() { var a; a = [1]; while (a[0] + a[1]) output 1; return 0; }",
        "main() { var a; a = 5; while (10 / a > 0) a = a - 1; return 0; }",
        "main() { return !(1 + null); }",
    ] {
        let ast = parse("t.uc", text).unwrap_or_else(|e| panic!("{text}\n{}", e[0]));
        let norm = normalise(&ast).unwrap();
        assert_eq!(run(&ast, 0), run(&norm, 0), "{}", print(&norm));
        assert!(run(&ast, 0).2.contains(" at "));
    }
}

#[test]
fn too_deep_results_are_refused() {
    let text = format!("main() {{ return {}1{}; }}", "1 && (".repeat(900), ")".repeat(900));
    assert!(normalise(&parse("t.uc", &text).unwrap()).is_err());
    let text = format!("main() {{ return {}1{}; }}", "1 + (".repeat(900), ")".repeat(900));
    assert!(normalise(&parse("t.uc", &text).unwrap()).is_ok());
}
