//! What a verdict is about: runs without input, bounds that the user gave, limits of time, parts of lines, targets that are not there.

mod common;

use std::path::Path;

use common::{Ran, has_libc, homing_in};
use serde_json::Value;

/// Runs `homing reach` on a program.
fn reach(text: &str, args: &[&str]) -> Ran {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.c"), text).unwrap();
    run(dir.path(), "reach", args)
}

fn run(dir: &Path, command: &str, args: &[&str]) -> Ran {
    let mut all = vec![command];
    all.extend(args);
    homing_in(dir, &all)
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}\n{}{}", ran.stdout, ran.stderr))
}

const CONSTANT: &str = "int main(int argc, char **argv) {\n  int x = 3;\n  if (x > 3)\n    return 1;\n  return 0;\n}\n";

#[test]
fn a_run_without_input_says_so_and_what_would_give_some() {
    let ran = reach(CONSTANT, &["p.c:4"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("p.c:4: UNREACHABLE\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("NOTHING WAS SYMBOLIC"), "{}", ran.stdout);
    assert!(ran.stdout.contains("try: --sym-args 0 2 8"), "{}", ran.stdout);
    let report = json(&reach(CONSTANT, &["p.c:4", "--json"]));
    assert!(report["no_input"]["advice"][0].as_str().unwrap().contains("--sym-args"), "{report}");
    assert_eq!(report["statistics"]["inputs"], 0);
}

#[test]
fn nothing_is_said_of_a_run_with_input_or_of_one_that_needs_none() {
    let symbolic = CONSTANT.replace("int x = 3;", "int x; homing_symbolic(&x, sizeof x, \"x\"); if (x > 3) return 0;");
    let symbolic = format!("void homing_symbolic(void *, unsigned long, const char *);\n{symbolic}");
    let ran = reach(&symbolic, &["p.c:5"]);
    assert!(ran.code == 0 && !ran.stdout.contains("NOTHING WAS SYMBOLIC"), "{}{}", ran.stdout, ran.stderr);
    // No call leads there: that is so for every input, and nothing was run.
    let never = "int never(int x) {\n  return x;\n}\nint main(void) { return 0; }\n";
    let ran = reach(never, &["p.c:2"]);
    assert!(ran.code == 0 && !ran.stdout.contains("NOTHING WAS SYMBOLIC"), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn what_the_program_reads_says_which_options_help() {
    if !has_libc() {
        return;
    }
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  int c = getchar();\n  FILE *f = fopen(getenv(\"X\") ? \"A\" : \"B\", \"r\");\n  if (c == 'x' && f)\n    return 1;\n  return 0;\n}\n";
    let ran = reach(text, &["p.c:7"]);
    for part in ["NOTHING WAS SYMBOLIC", "--sym-stdin 16, as the program reads (getchar)", "--sym-files 1 16", "--sym-env NAME=8"]
    {
        assert!(ran.code == 5 && ran.stdout.contains(part), "{part}: {}{}", ran.stdout, ran.stderr);
    }
    assert!(!ran.stdout.contains("--sym-args"), "{}", ran.stdout);
    // With what was advised.
    let ran = reach(text, &["p.c:7", "--sym-stdin", "2", "--sym-files", "1", "2", "--sym-env", "X=2"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    let without = text.replace("getenv(\"X\") ? \"A\" : \"B\"", "\"A\"").replace("c == 'x' && f", "c == 'x' && c == 'y'");
    let ran = reach(&without, &["p.c:7", "--sym-stdin", "2", "--sym-files", "1", "2"]);
    assert!(
        ran.code == 0 && ran.stdout.contains("for standard input of up to 2 bytes, 1 file of up to 2 bytes"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert!(!ran.stdout.contains("NOTHING WAS SYMBOLIC"), "{}", ran.stdout);
}

const ROUNDS: &str = "int homing_any_int(void);\nint main(void) {\n  int n = 0;\n  while (homing_any_int() != 0)\n    n++;\n  if (n == 5)\n    return 1;\n  return 0;\n}\n";

#[test]
fn a_bound_that_alone_stands_in_the_way_is_a_verdict_of_its_own() {
    let bounded = |n: u32, more: &[&str]| {
        let techniques = format!("auto,loop-bound:{n}");
        let mut args = vec!["p.c:7", "--merge", "none", "--techniques", &techniques];
        args.extend(more);
        reach(ROUNDS, &args)
    };
    let ran = bounded(4, &[]);
    assert_eq!(ran.code, 5, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("p.c:7: UNREACHABLE WITHIN BOUNDS"), "{}", ran.stdout);
    assert!(ran.stdout.contains("no run with at most 4 rounds of each loop gets there"), "{}", ran.stdout);
    assert!(ran.stdout.contains("proof checked against"), "{}", ran.stdout);
    let report = json(&bounded(4, &["--json"]));
    assert_eq!(report["verdict"], "UNKNOWN");
    assert_eq!(report["targets"][0]["within"][0], "at most 4 rounds of each loop");
    // One more round, and it is reached.
    assert_eq!(bounded(5, &[]).code, 10);
    // Another loss beside the bound: no such proof.
    let lost = ROUNDS.replace("int n = 0;", "int n = 0; extern void unknown(void); if (homing_any_int()) unknown();");
    let ran = reach(&lost, &["p.c:7", "--merge", "none", "--techniques", "auto,loop-bound:4"]);
    assert!(ran.code == 5 && ran.stdout.contains("p.c:7: UNKNOWN"), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("unknown"), "{}", ran.stdout);
    // Time is no bound of that kind.
    let ran = reach(ROUNDS, &["p.c:7", "--techniques", "none", "--max-depth", "3"]);
    assert!(ran.stdout.contains("no run with at most 3 forks on a path gets there"), "{}{}", ran.stdout, ran.stderr);
    let ran = reach(ROUNDS, &["p.c:7", "--max-instructions", "20"]);
    assert!(ran.code == 5 && ran.stdout.contains("p.c:7: UNKNOWN"), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn errors_within_bounds() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.c"), ROUNDS.replace("return 1;", "return 1 / (n - 5);")).unwrap();
    let bounded = |n: &str| run(dir.path(), "check", &["p.c", "--merge", "none", "--techniques", &format!("loop-bound:{n}")]);
    let ran = bounded("4");
    assert!(ran.code == 5 && ran.stdout.contains("NO ERROR WITHIN BOUNDS"), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(bounded("5").code, 10);
}

#[test]
fn cpu_time_ends_a_run() {
    let endless = "int homing_any_int(void);\nint main(void) {\n  unsigned n = 0;\n  for (;;) { n = n * 3 + 1; if (n == 77 && n == 78) return 1; }\n}\n";
    let begun = std::time::Instant::now();
    let ran =
        reach(&endless.replace("return 1;", "\n return 1;"), &["p.c:5", "--cpu-time", "300ms", "--techniques", "none", "--json"]);
    assert_eq!(ran.code, 5, "{}{}", ran.stdout, ran.stderr);
    let report = json(&ran);
    assert_eq!(report["ended"], "cpu-time");
    let reasons = report["targets"][0]["reasons"].to_string();
    assert!(reasons.contains("the limit of CPU time was met"), "{reasons}");
    let c = &report["statistics"]["cpu_seconds"];
    let spent = c["execute"].as_f64().unwrap() + c["solve"].as_f64().unwrap();
    assert!((0.25..5.0).contains(&spent), "{c} after {:?}", begun.elapsed());
}

const PARTS: &str = "int homing_any_int(void);\nint main(void) {\n  int c = homing_any_int(), x = homing_any_int();\n  if (c < 0) return 0;\n  if (c == -1) return x;\n  if (c == 7) return x;\n  return 1;\n}\n";

#[test]
fn parts_of_a_line_are_targets_of_their_own() {
    let targets = ["-t", "p.c:5", "-t", "p.c:5#2", "-t", "p.c:5:16", "-t", "p.c:6#2", "-t", "p.c:6:15"];
    let ran = reach(PARTS, &[&["p.c", "--json"], &targets[..]].concat());
    let report = json(&ran);
    let verdicts: Vec<&str> = report["targets"].as_array().unwrap().iter().map(|t| t["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["REACHED", "UNREACHABLE", "UNREACHABLE", "REACHED", "REACHED"], "{report}");
    assert_eq!(report["targets"][1]["target"], "p.c:5#2");
    assert!(report["targets"].as_array().unwrap().iter().all(|t| t["verdict"] != "REACHED" || t["replay"]["by"] == "native"));
    let parts = &report["targets"][0]["parts"];
    assert_eq!((&parts[0]["passed"], &parts[1]["passed"]), (&Value::Bool(true), &Value::Bool(false)), "{parts}");
    let ran = reach(PARTS, &["p.c:6#2"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    let ran = reach(PARTS, &["p.c:5"]);
    assert!(ran.stdout.contains("of its 2 parts #1 (column 7) passed; not passed yet: #2"), "{}", ran.stdout);
    assert!(ran.stdout.contains("p.c:5#2 asks for that part"), "{}", ran.stdout);
    let ran = reach(PARTS, &["p.c:5#3"]);
    assert!(ran.code == 2 && ran.stderr.contains("it has 2 parts"), "{}", ran.stderr);
}

#[test]
fn errors_at_a_line() {
    let text = "int homing_any_int(void);\nint main(void) {\n  int a = homing_any_int();\n  if (a == 3)\n    return 1 / (a - 3);\n  if (a > 5)\n    return 1 / (a - 5);\n  int *p = 0;\n  return *p;\n}\n";
    let targets = ["error:division-by-zero@p.c:5", "error:division-by-zero@p.c:7", "error:null@p.c:5", "error@p.c:9"];
    let targets: Vec<&str> = targets.iter().flat_map(|t| ["-t", *t]).collect();
    let ran = reach(text, &[&["p.c", "--json"], &targets[..]].concat());
    let report = json(&ran);
    let verdicts: Vec<&str> = report["targets"].as_array().unwrap().iter().map(|t| t["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["REACHED", "UNREACHABLE", "UNREACHABLE", "REACHED"], "{report}");
    assert_eq!(report["targets"][0]["error"]["line"], 5);
}

#[test]
fn a_target_without_code_leaves_the_others() {
    let text = "#include <assert.h>\nint f(int a, int b);\nint main(void) {\n  int x = f(1,\n            2);\n  if (x) {\n    assert(0);\n    x = 7;\n  }\n#if 0\n  x = 8;\n#endif\n  return x;\n}\nint f(int a, int b) {\n  return a - 1;\n}\n";
    let targets = ["-t", "p.c:5", "-t", "p.c:13", "-t", "p.c:8", "-t", "p.c:11", "-t", "p.c:7"];
    let ran = reach(text, &[&["p.c"], &targets[..]].concat());
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    for part in [
        "p.c:5: NOT IN THE PROGRAM\n",
        "it belongs to the statement at ",
        "p.c:13: REACHED\n",
        "p.c:8: NOT IN THE PROGRAM\n",
        "where every run ends",
        "by `#if 0` in line 10",
        "p.c:7: UNREACHABLE\n",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let ran = reach(text, &["p.c", "-t", "p.c:7", "-t", "p.c:11", "--json"]);
    let report = json(&ran);
    assert_eq!((ran.code, report["verdict"].as_str()), (5, Some("UNKNOWN")));
    assert!(report["targets"][1]["missing"].as_str().unwrap().contains("no code"), "{report}");
    assert_eq!(report["targets"][0]["verdict"], "UNREACHABLE");
    // Nothing else to look for: wrong input.
    let ran = reach(text, &["p.c:5"]);
    assert!(ran.code == 2 && ran.stderr.contains("belongs to the statement at"), "{}", ran.stderr);
}

#[test]
fn an_assumption_is_one_condition() {
    let text = "int homing_any_int(void);\nvoid homing_assume(int);\nint t[4];\nint main(void) {\n  int a = homing_any_int(), b = homing_any_int();\n  homing_assume(ASSUMED);\n  if (a + b == 25)\n    return 1;\n  return 0;\n}\n";
    let asked = |assumed: &str| json(&reach(&text.replace("ASSUMED", assumed), &["p.c:8", "--search", "dfs", "--json"]));
    let both = "a > 0 && b > 0 && a < 10 && b < ";
    let said = asked(&format!("{both}16"));
    assert_eq!((&said["verdict"], &said["statistics"]["forks"]), (&"UNREACHABLE".into(), &0.into()), "{said}");
    assert_eq!(asked(&format!("{both}17"))["verdict"], "REACHED");
    // What the right side reads is read only where the left one holds.
    let said = asked("a >= 0 && a < 4 && t[a] == 0 && b >= 0 && b < 22");
    assert_eq!((&said["verdict"], &said["statistics"]["forks"]), (&"UNREACHABLE".into(), &0.into()), "{said}");
    assert_eq!(asked("a >= 0 && a < 4 && t[a] == 0 && b >= 0 && b < 23")["verdict"], "REACHED");
    // Nothing is read: either side is one condition.
    let said = asked("((a > 3 && a < 6) || a == 9) && b == 15");
    assert_eq!((&said["verdict"], &said["statistics"]["forks"]), (&"UNREACHABLE".into(), &0.into()), "{said}");
    assert_eq!(asked("((a > 3 && a < 6) || a == 10) && b == 15")["verdict"], "REACHED");
}
