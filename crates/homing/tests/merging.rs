//! Joined states: work that grows with the number of decisions instead of the number of paths, and the estimate behind it.

mod common;

use std::fs;
use std::path::Path;

use common::homing_in;
use serde_json::Value;

const PROGRAM: &str = "\
#include <klee/klee.h>
int main(void) {
  unsigned char b[N];
  klee_make_symbolic(b, sizeof b, \"b\");
  int sum = 0;
  for (int i = 0; i < N; i++)
    if (b[i] > 100)
      sum += 2;
  if (sum == 2 * N + 1)
    return 1;
  return 0;
}
";

fn json(dir: &Path, args: &[&str]) -> Value {
    let ran = homing_in(dir, args);
    serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}\n{}{}", ran.stdout, ran.stderr))
}

#[test]
fn work_grows_with_decisions_not_with_paths() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let mut last = None;
    for n in [10u32, 20, 40] {
        let flag = format!("-DN={n}");
        let found = json(dir.path(), &["reach", "p.c:10", "--json", "--merge", "lattice", "--", &flag]);
        let s = &found["statistics"];
        assert_eq!(found["targets"][0]["verdict"], "UNREACHABLE", "{n}");
        // The first decision makes two states, which become one; from then on both sides are computed at once.
        let count = |name: &str| s[name].as_u64().unwrap();
        assert_eq!((count("joins"), count("selects"), count("forks")), (1, u64::from(n) - 1, 1));
        assert_eq!((count("states"), count("paths"), s["paths_at_most"].as_bool()), (1, 1 << n, Some(false)));
        let instructions = s["instructions"].as_u64().unwrap();
        if let Some(before) = last.replace(instructions) {
            assert!(instructions < before * 5 / 2, "{n} decisions: {instructions} instructions, before {before}");
        }
    }
}

#[test]
fn what_is_found_is_the_same_however_states_are_joined() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let run = |merge: &str| {
        let found = json(dir.path(), &["check", "p.c", "--json", "--merge", merge, "--prove-joins", "--", "-DN=8"]);
        (found["targets"][0]["verdict"].clone(), found["statistics"]["paths"].as_u64())
    };
    let want = run("none");
    assert_eq!(want.1, Some(256));
    for merge in ["auto", "dynamic", "lattice", "recursive", "aggressive"] {
        assert_eq!(run(merge), want, "{merge}");
    }
    let ran = homing_in(dir.path(), &["check", "p.c", "--merge", "sometimes"]);
    assert!(ran.code != 0 && ran.stderr.contains("expected none, aggressive, lattice"), "{}", ran.stderr);
}

const THREE: &str = "\
#include <klee/klee.h>
int main(void) {
  int x = klee_range(0, 9, \"x\"), v = 0;
  ARMS
  if (v == 100 + 10 * x + K)
    return 1;
  return 0;
}
";

#[test]
fn three_ways_in_every_order_become_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let arms = ["if (x < 3) v = 10 * x + 99;", "if (x > 6) v = 10 * x + 98;", "if (x >= 3 && x <= 6) v = 10 * x + 97;"];
    for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let text = format!("{} else {} else {}", arms[a], arms[b], arms[c]);
        fs::write(dir.path().join("p.c"), THREE.replace("ARMS", &text)).unwrap();
        for merge in ["none", "lattice", "dynamic", "aggressive"] {
            for (k, want) in [("-DK=0", "UNREACHABLE"), ("-DK=-2", "REACHED")] {
                let args = ["reach", "p.c:6", "--json", "--merge", merge, "--prove-joins", "--replay", "interpreter", "--", k];
                let found = json(dir.path(), &args);
                assert_eq!(found["targets"][0]["verdict"], want, "{text} {merge} {k}");
                let s = &found["statistics"];
                assert!(merge != "aggressive" || s["joins"].as_u64() > Some(1), "{text} {merge}: {s}");
            }
        }
    }
}

#[test]
fn states_and_paths_are_told() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let told = homing_in(dir.path(), &["reach", "p.c:10", "--merge", "dynamic", "--", "-DN=30"]);
    assert!(told.stdout.contains(" 1 state, 1,073,741,824 paths"), "{}", told.stdout);
}

/// Each round is three ways and a branch on what they have written: without joining 3^18 paths.
#[test]
fn by_default_the_run_begins_again_where_joining_pays() {
    let dir = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/merging/blind/vending.c");
    fs::copy(&source, dir.path().join("p.c")).unwrap();
    let text = fs::read_to_string(&source).unwrap();
    let target = format!("p.c:{}", text.lines().position(|l| l.ends_with("// <target>")).unwrap() + 1);
    let found = json(dir.path(), &["reach", &target, "--json"]);
    let s = &found["statistics"];
    assert_eq!((&found["targets"][0]["verdict"], s["started_anew"].as_u64()), (&"UNREACHABLE".into(), Some(1)), "{s}");
    // States that had become many before the first was joined would each go the rest of the way: 3,642 forks, never decided.
    assert!(s["forks"].as_u64() < Some(1_000), "{s}");
    // The paths of both beginnings are not counted together.
    let whole = json(dir.path(), &["reach", &target, "--json", "--merge", "lattice"]);
    assert_eq!(s["states"], whole["statistics"]["states"], "{s}");
}

#[test]
fn what_decides_the_next_branch_keeps_states_apart() {
    let dir = tempfile::tempdir().unwrap();
    let program = "\
#include <klee/klee.h>
int main(void) {
  int place = 0;
  while (place != 3)
    if (klee_int(\"digit\") != place)
      place = 0;
    else if (klee_int(\"turned\") > 0)
      place++;
  return 1;
}
";
    fs::write(dir.path().join("p.c"), program).unwrap();
    let found = json(dir.path(), &["reach", "p.c:9", "--json", "--merge", "lattice"]);
    let s = &found["statistics"];
    assert_eq!(found["targets"][0]["verdict"], "REACHED");
    // The arms meet in a block that only jumps to the loop's head, where the place decides.
    assert!(s["join_refusals"]["it would cost more than it saves"].as_u64() > Some(0), "{s}");
}

#[test]
fn tests_for_all_paths_have_a_state_for_each() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let found = json(dir.path(), &["check", "p.c", "--json", "--all-tests", "--", "-DN=9"]);
    assert_eq!((found["statistics"]["paths"].as_u64(), found["statistics"]["joins"].as_u64()), (Some(512), Some(0)));
}

#[test]
fn costs_are_told_by_place_and_name() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let found = json(dir.path(), &["costs", "p.c", "--json", "--", "-DN=4"]);
    let places = found["places"].as_array().unwrap();
    // In the loop, the number of rounds costs more than the sum, which is looked at once.
    let at = |line: u64| places.iter().filter(move |p| p["line"] == line).map(|p| &p["variables"]);
    let inside: Vec<(f64, f64)> = at(6).filter_map(|v| Some((v["i"].as_f64()?, v["sum"].as_f64()?))).collect();
    assert!(!inside.is_empty() && inside.iter().all(|(i, sum)| i > sum && *sum <= 1.0), "{places:?}");
    let text = homing_in(dir.path(), &["costs", "p.c", "--merge", "recursive", "--kappa", "1", "--", "-DN=4"]);
    assert!(text.stdout.contains("main (") && text.stdout.contains("estimate `recursive`"), "{}", text.stdout);
    let line = homing_in(dir.path(), &["costs", "p.c:3"]);
    assert!(line.code != 0 && line.stderr.contains("takes no line"), "{}", line.stderr);
}
