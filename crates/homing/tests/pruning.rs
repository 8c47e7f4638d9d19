//! Dropping states that cannot reach a target: what it proves, how fast, and that nothing reachable is dropped.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Ran, homing_in};
use serde_json::Value;

fn reach(folder: &Path, args: &[&str]) -> Value {
    let mut all = vec!["reach", "--json", "--time", "60", "--replay", "interpreter"];
    all.extend(args);
    let Ran { stdout, stderr, code, .. } = homing_in(folder, &all);
    serde_json::from_str(&stdout).unwrap_or_else(|e| panic!("{e}, exit code {code}: {stdout}{stderr}"))
}

fn cpu_seconds(json: &Value) -> f64 {
    let parts = json["statistics"]["cpu_seconds"].as_object().expect("CPU seconds");
    parts.iter().filter(|(name, _)| *name != "compile").filter_map(|(_, v)| v.as_f64()).sum()
}

/// Endless loops of three kinds (with forks, growing memory, and in a recursion), and a target behind a call that nobody makes.
const ENDLESS: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *list;
static void grow(int v) {
  for (;;) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->value = klee_int("value");
    if (n->value > v)
      v = n->value;
    list = n;
  }
}
static int descend(int v) { return klee_int("deeper") == v ? 1 : descend(v + 1) + 1; }
static int (*const table[])(int) = {descend};
int hidden(int v) {
  if (v > 3)
    return 1; /* target */
  return 2;
}
int main(void) {
  int v = klee_int("v");
  if (v == 1)
    grow(v);
  if (v > 1)
    return table[0](v);
  while (klee_int("more"))
    v ^= klee_int("bits");
  return v;
}
"#;

#[test]
fn a_target_behind_a_call_that_nobody_makes_is_refuted_in_less_than_a_second() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("endless.c"), ENDLESS).unwrap();
    let line = ENDLESS.lines().position(|l| l.contains("target")).unwrap() + 1;
    for search in ["auto", "dfs", "bfs", "sdse", "sdse-intra", "astar", "astar2", "random-path", "coverage", "klee", "sage"] {
        let out = format!("out-{search}");
        let json = reach(dir.path(), &[&format!("endless.c:{line}"), "--search", search, "--out", &out]);
        assert_eq!(json["verdict"], "UNREACHABLE", "{search}: {json}");
        let instructions = json["statistics"]["instructions"].as_u64().unwrap();
        assert!(instructions < 100, "{search}: {instructions} instructions");
        // It takes some 20 ms; the rest is for slow machines and builds without optimisation.
        assert!(cpu_seconds(&json) < 1.0, "{search}: {}", json["statistics"]["cpu_seconds"]);
    }
    let target = format!("endless.c:{line}");
    let json = reach(dir.path(), &[&target, "--techniques", "none", "--max-instructions", "20000"]);
    assert_eq!(json["verdict"], "UNKNOWN", "without dropping there is no end");
}

const EXCEPTIONS: &str = r#"
extern "C" int klee_int(const char *name);
extern "C" void elsewhere(int);
struct Guard {
  int *p;
  ~Guard() { *p = 5; }
};
static int divide(int a, int b) {
  if (b == 0)
    throw 1;
  return a / b;
}
static int refuse(int v) { throw v; }
static void call(int v) {
  elsewhere(v);
  __builtin_trap();
}
int main() {
  int v = klee_int("v"), w = 0;
  try {
    Guard g{&w};
    v = divide(10, v);
  } catch (int e) {
    return e + w; // caught
  }
  try {
    if (v == 3)
      refuse(v);
    if (v == 4)
      call(v);
  } catch (int) {
    return 6; // refused
  } catch (...) {
    return 7; // foreign
  }
  if (w == 5 && v == 2)
    return 8; // plain
  if (w != 5)
    return 9; // never
  return 0;
}
"#;

/// Exceptions are not run: a path that throws is lost. What only a handler leads to is then unknown, and never said to be unreachable.
#[test]
fn handlers_of_exceptions_are_never_said_to_be_unreachable() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("t.cpp"), EXCEPTIONS).unwrap();
    let clang = ["clang++-22", "clang++"].into_iter().find(|c| Command::new(c).arg("--version").output().is_ok());
    let done = Command::new(clang.expect("clang++"))
        .args(["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "t.cpp", "-o", "t.bc"])
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let line = |mark: &str| format!("t.cpp:{}", EXCEPTIONS.lines().position(|l| l.ends_with(&format!("// {mark}"))).unwrap() + 1);
    let mut n = 0;
    for options in [&[][..], &["--no-passes"], &["--techniques", "none"], &["--undefined", "havoc"]] {
        // A run that throws leaves by no way that is followed, so the last one is not decided either.
        let expected =
            [("caught", "UNKNOWN"), ("refused", "UNKNOWN"), ("foreign", "UNKNOWN"), ("plain", "REACHED"), ("never", "UNKNOWN")];
        for (mark, wanted) in expected {
            n += 1;
            let (target, out) = (line(mark), format!("out{n}"));
            let mut args = vec!["t.bc", "--target", &target, "--out", &out];
            args.extend(options);
            let json = reach(dir.path(), &args);
            assert_eq!(json["verdict"], wanted, "{mark} {options:?}: {}", json["targets"]);
        }
    }
}

/// A file of distances knows all targets at once; what is decided drops out by what the engine knows.
#[test]
fn distances_of_the_user_hold_for_several_targets() {
    let dir = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/search/two_targets.c").canonicalize().unwrap();
    let text = fs::read_to_string(&source).unwrap();
    let at = |mark: &str| {
        let line = text.lines().position(|l| l.ends_with(&format!("// <{mark}>"))).unwrap() + 1;
        format!("{}:{line}", source.display())
    };
    let (near, far, none) = (at("near"), at("far"), at("none"));
    let file = source.display().to_string();
    let ran = homing_in(dir.path(), &["dist", &file, "--target", &near, "--target", &far, "-o", "p.dist"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for search in ["sdse", "astar", "astar2", "auto"] {
        let out = format!("out-{search}");
        let json = reach(
            dir.path(),
            &[
                &file, "--target", &near, "--target", &far, "--target", &none, "--dist", "p.dist", "--search", search, "--out",
                &out,
            ],
        );
        let verdicts: Vec<&str> = json["targets"].as_array().unwrap().iter().filter_map(|t| t["verdict"].as_str()).collect();
        assert_eq!(verdicts, ["REACHED", "REACHED", "UNREACHABLE"], "{search}");
    }
}
