//! `homing necessary` on C: loops that step over their target, and their twins one constant apart, whose model leads there.

mod common;

use std::fs;
use std::path::Path;

use common::homing_in;
use serde_json::Value;

const HEAD: &str = "int __VERIFIER_nondet_int(void);
void klee_make_symbolic(void *, unsigned long, const char *);
";

fn condition(dir: &Path, name: &str, body: &str, more: &[&str]) -> Value {
    let text = format!("{HEAD}{body}");
    let line = text.lines().position(|l| l.contains("TARGET")).unwrap() + 1;
    fs::write(dir.join(name), &text).unwrap();
    let place = format!("{name}:{line}");
    let mut args = vec!["necessary", &place, "--json"];
    args.extend(more);
    let ran = homing_in(dir, &args);
    let all: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{name}: {e}\n{}{}", ran.stdout, ran.stderr));
    all["targets"][0].clone()
}

/// Programs, the constant in each that makes it safe, and the one beside it that does not.
const PAIRS: [(&str, &str, &str, &str); 7] = [
    (
        "one.c",
        "int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0;\n  while (i < n) i += 4;\n  if (i == K)\n    return 1; // TARGET\n  return 0;\n}\n",
        "15",
        "16",
    ),
    (
        "two.c",
        "int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0, j = 0;\n  while (i < n) i += 4;\n  while (i != j + K) j += 2;\n  return 1; // TARGET\n}\n",
        "7",
        "6",
    ),
    (
        // What wraps around comes by where it seems not to.
        "wraps.c",
        "int main(void) {\n  unsigned i = 1;\n  while (__VERIFIER_nondet_int()) i += 10;\n  if (i == K)\n    return 1; // TARGET\n  return 0;\n}\n",
        "4",
        "5",
    ),
    (
        "find.c",
        "int main(void) {\n  int a[6], found = -1;\n  klee_make_symbolic(a, sizeof a, \"a\");\n  for (int i = 0; i < 6; i++)\n    if (a[i] == 77) { found = i; break; }\n  if (found == K)\n    return 1; // TARGET\n  return 0;\n}\n",
        "6",
        "5",
    ),
    (
        "count.c",
        "int main(void) {\n  int a[8], up = 0, down = 0;\n  klee_make_symbolic(a, sizeof a, \"a\");\n  for (int i = 0; i < 8; i++)\n    if (a[i] > 0) up++; else down++;\n  if (up + down == K && up == 3)\n    return 1; // TARGET\n  return 0;\n}\n",
        "9",
        "8",
    ),
    (
        "filled.c",
        "int main(void) {\n  int a[10], k = __VERIFIER_nondet_int();\n  for (int i = 0; i < 10; i++) a[i] = 3 * i;\n  if (k < 0 || k > 9) return 0;\n  if (a[k] == K)\n    return 1; // TARGET\n  return 0;\n}\n",
        "13",
        "12",
    ),
    (
        "called.c",
        "static int step(int x) { return x + 6; }\nint main(void) {\n  int n = __VERIFIER_nondet_int(), i = 2;\n  if (n > 1000) return 0;\n  while (i < n) i = step(i);\n  if (i == K)\n    return 1; // TARGET\n  return 0;\n}\n",
        "21",
        "20",
    ),
];

#[test]
fn safe_programs_are_proved_and_their_twins_are_not() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text, safe, unsafe_) in PAIRS {
        let proved = condition(dir.path(), name, &text.replace('K', safe), &[]);
        assert_eq!(proved["unreachable"], true, "{name} {safe}: {proved:#}");
        let open = condition(dir.path(), name, &text.replace('K', unsafe_), &[]);
        assert_eq!(
            (&open["unreachable"], &open["satisfiable"]),
            (&Value::Bool(false), &"yes".into()),
            "{name} {unsafe_}: {open:#}"
        );
    }
}

#[test]
fn an_error_that_a_run_survives_may_lead_anywhere() {
    let dir = tempfile::tempdir().unwrap();
    let body = "int main(void) {\n  int a[4], i = __VERIFIER_nondet_int(), x = 1;\n  a[i] = 5;\n  if (x == 2)\n    return 1; // TARGET\n  return 0;\n}\n";
    let c = condition(dir.path(), "wild.c", body, &[]);
    assert_eq!((&c["satisfiable"], &c["unreachable"]), (&"no".into(), &Value::Bool(false)), "{c:#}");
    let body = body.replace("  a[i]", "  if (i < 0 || i > 3) return 0;\n  a[i]");
    assert_eq!(condition(dir.path(), "tame.c", &body, &[])["unreachable"], true);
}

#[test]
fn the_condition_is_readable_and_smt_lib() {
    let dir = tempfile::tempdir().unwrap();
    let (name, text, _, k) = PAIRS[3];
    let c = condition(dir.path(), name, &text.replace('K', k), &["--smt", "c.smt2", "--unfold", "8"]);
    let shown = c["condition"].as_str().unwrap();
    assert!(shown.contains("times(line 6)") && shown.contains("in each round"), "{shown}");
    let smt = fs::read_to_string(dir.path().join("c.smt2")).unwrap();
    assert!(smt.starts_with("(set-logic ALL)\n") && smt.contains("(forall ") && smt.ends_with("(check-sat)\n"), "{smt}");
}

#[test]
fn what_is_not_understood_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let body = "int f(int n) {\n  if (n < 1)\n    return 0; // TARGET\n  return f(n - 1);\n}\nint main(void) { return f(__VERIFIER_nondet_int()); }\n";
    let c = condition(dir.path(), "rec.c", body, &[]);
    assert_eq!(c["gives_up"], "the target is behind a call that is not unfolded", "{c:#}");
}

/// Verdict and work of a search that asks at once what every run to the target satisfies, or never does.
fn searched(dir: &Path, name: &str, body: &str, switch: &[&str]) -> Value {
    let text = format!("{HEAD}{body}");
    let line = text.lines().position(|l| l.contains("TARGET")).unwrap() + 1;
    fs::write(dir.join(name), &text).unwrap();
    let place = format!("{name}:{line}");
    let mut args = vec!["reach", &place, "--json", "--cpu-time", "1"];
    args.extend(switch);
    let ran = homing_in(dir, &args);
    serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{name}: {e}\n{}{}", ran.stdout, ran.stderr))
}

#[test]
fn a_search_takes_proofs_and_guesses_from_it() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text, safe, unsafe_) in PAIRS.into_iter().take(4) {
        let on = ["--search", "bfs", "--techniques", "prune,necessary:0"];
        let found = searched(dir.path(), name, &text.replace('K', safe), &on);
        assert_eq!(found["targets"][0]["verdict"], "UNREACHABLE", "{name} {safe}: {found:#}");
        let told = found["notes"].to_string();
        assert!(told.contains("has no solution"), "{name} {safe}: {told}");
        let found = searched(dir.path(), name, &text.replace('K', unsafe_), &on);
        assert_ne!(found["targets"][0]["verdict"], "UNREACHABLE", "{name} {unsafe_}: {found:#}");
    }
    // The model is an input: one run, where the search would have to go 4,000 rounds.
    let text = PAIRS[0].1.replace("K", "16000");
    let found = searched(dir.path(), "far.c", &text, &["--necessary", "on", "--techniques", "prune,necessary:0"]);
    assert_eq!(found["targets"][0]["verdict"], "REACHED", "{found:#}");
    let found =
        searched(dir.path(), "off.c", &PAIRS[0].1.replace('K', "15"), &["--techniques", "necessary:0", "--necessary", "off"]);
    assert!(!found["notes"].to_string().contains("has no solution"), "{found:#}");
}
