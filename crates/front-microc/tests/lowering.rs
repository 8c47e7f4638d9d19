//! What the lowered code looks like.

use homing_ir::{PromoteOptions, TargetSpec, pin, promote, resolve, verify};
use homing_testkit::expect::expect_each;
use std::path::Path;

fn lower(text: &str) -> homing_ir::Program {
    let ast = homing_microc::parse("t.uc", text).unwrap_or_else(|e| panic!("{}", e[0]));
    let p = homing_front_microc::lower(&ast, None);
    verify(&p).unwrap_or_else(|e| panic!("{}\n{p}", e.join("\n")));
    p
}

/// The code of the functions after clean-up, without locations.
fn code(text: &str) -> String {
    let mut p = lower(text);
    promote(&mut p, &PromoteOptions::default());
    verify(&p).unwrap_or_else(|e| panic!("{}\n{p}", e.join("\n")));
    let text = p.to_string();
    let lines = text.lines().filter(|l| !l.starts_with("loc") && !l.starts_with("file") && !l.starts_with("program"));
    lines.map(|l| l.split(" !loc").next().unwrap_or(l).to_string() + "\n").collect()
}

/// Each program of `tests/lowering`: as it is lowered, and behind a line `----` the code after clean-up.
#[test]
fn programs_are_lowered_as_the_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering");
    expect_each(&folder, "uc", "ir", |path| {
        let text = std::fs::read_to_string(path).expect("a readable file");
        format!("{}----\n{}", lower(&text), code(&text))
    });
}

#[test]
fn lines_can_be_targets() {
    let mut p = lower("main()\n{\n var x;\n x =\n  input;\n if (x)\n  output 1;\n else\n  output 2;\n return\n  x;\n}\n");
    let has_code: Vec<u32> = (1..13)
        .filter(|line| {
            let spec = TargetSpec::Line { file: "t.uc".into(), line: *line };
            resolve(&p, &[spec]).is_ok_and(|t| !t[0].places.is_empty())
        })
        .collect();
    assert_eq!(has_code, [1, 4, 5, 6, 7, 9, 10, 11]);
    let long = lower("f(a) { return 0; }\nmain() {\n var x; x = [\n1,\nnull,\n&x,\nf(\nf),\n-\n(5)]; return 0; }");
    let spec = |line| TargetSpec::Line { file: "t.uc".into(), line };
    (3..=10).for_each(|line| assert!(resolve(&long, &[spec(line)]).is_ok(), "{line}"));
    let targets = resolve(&p, &[TargetSpec::Line { file: "t.uc".into(), line: 10 }]).unwrap();
    pin(&mut p, &targets);
    promote(&mut p, &PromoteOptions::default());
    // Before the value is computed, and where the function returns.
    assert_eq!(homing_ir::places(&p, &targets)[0].len(), 2);
}

#[test]
fn deep_programs_are_lowered() {
    let n = 990;
    for text in [
        format!("main() {{ return 1{}; }}", " + input".repeat(n)),
        format!("main() {{ return {}1{}; }}", "input - (".repeat(n), ")".repeat(n)),
        format!("main() {{ return {}input; }}", "!".repeat(n)),
        format!("main() {{ return {}input{}; }}", "1 && (".repeat(n), ")".repeat(n)),
        format!("main() {{ return input{}; }}", " || input".repeat(n)),
        format!("main() {{ if (input{}) output 1; return 0; }}", " || input".repeat(n - 5)),
        format!("main() {{ {}{} return 0; }}", "{".repeat(n), "}".repeat(n)),
        format!("main() {{ {} output 1; return 0; }}", "if (input) {} else ".repeat(n)),
        format!("main() {{ {} output 1; return 0; }}", "while (input) ".repeat(n)),
        format!("main() {{ return {}1{}; }}", "[".repeat(n), "]".repeat(n)),
        format!("f(x) {{ return x; }} main() {{ return {}1{}; }}", "f(".repeat(n), ")".repeat(n)),
    ] {
        assert!(code(&text).contains("define"));
    }
}

#[test]
fn variables_that_are_only_numbers_are_not_copied() {
    let text = code("f(n) { return n; } main() { var a, b, c; a = input; b = a; c = f(b); a = c; return a; }");
    assert!(!text.contains("dyn.copy") && !text.contains("dyn.init"), "{text}");
    // An array is copied where two variables would share it, but not out of variables that are gone.
    let text = code("f(n) { return n; } main() { var a, b; a = f([1]); b = a; return b[0]; }");
    assert_eq!(text.matches("dyn.copy").count(), 1, "{text}");
    let text =
        code("f(p) { return *p; } g() { var x, p; x = [1]; p = &x; return x; } main() { return f(alloc [1])[0] + g()[0]; }");
    assert_eq!(text.matches("dyn.copy").count(), 2, "{text}");
    // Unknown callers.
    assert!(code("f(n) { var m; m = n; return 0; } main() { var g; g = f; return g(1); }").contains("dyn.copy"));
}

#[test]
fn reads_are_checked_where_needed() {
    let checks = |text: &str| code(text).matches("dyn.init").count();
    assert_eq!(checks("main() { var a; if (input) a = 1; return a + a; }"), 1);
    assert_eq!(checks("main() { var a; if (input) a = 1; else a = 2; return a; }"), 0);
    assert_eq!(checks("main() { var a; while (input) a = 1; return a + 1; }"), 1);
    assert_eq!(checks("main() { var a, p; a = 1; p = &a; return *p; }"), 0);
    assert_eq!(checks("main() { var a, p; p = &a; a = 1; return *p + 1; }"), 1);
    assert_eq!(checks("main() { var a; return (input && a) + a; }"), 2);
}
