//! What a run leaves behind and prints: folder, test cases, JSON, text; and that a test case can be replayed.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::homing_in;
use homing_testkit::wait::until;
use serde_json::Value;

const PROGRAM: &str = "\
#include <klee/klee.h>
struct point { int x, y; };
int main(void) {
  struct point p;
  char name[4];
  klee_make_symbolic(&p, sizeof p, \"p\");
  klee_make_symbolic(name, sizeof name, \"name\");
  int n = 0;
  for (int i = 0; i < 3; i++)
    n += i;
  if (p.x == 70 && p.y == -2 && name[0] == 'o' && name[1] == 'k' && name[2] == 0)
    return n;
  if (name[3] == 9)
    return 10 / (p.x - 5);
  return 0;
}
";

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("prog.c"), PROGRAM).unwrap();
    dir
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_folder_has_everything() {
    let dir = folder();
    let ran = homing_in(dir.path(), &["reach", "prog.c:12"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    let out = dir.path().join("homing-out-0");
    let mut names: Vec<String> = fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let expected = [
        "info.json",
        "losses.json",
        "report.json",
        "report.txt",
        "stats.json",
        "test000001.json",
        "test000001.ktest",
        "test000001.trail",
    ];
    assert_eq!(names, expected);
    assert_eq!(fs::read_link(dir.path().join("homing-last")).unwrap(), Path::new("homing-out-0"));
    assert_eq!(fs::read_to_string(out.join("report.txt")).unwrap(), ran.stdout);
    let test = json(&out.join("test000001.json"));
    assert_eq!(test["inputs"][0]["name"], "p");
    assert_eq!(test["inputs"][0]["bytes"], "46000000feffffff");
    assert_eq!(test["inputs"][1]["name"], "name");
    // The next run gets the next number, and homing-last follows.
    assert_eq!(homing_in(dir.path(), &["reach", "prog.c:12"]).code, 10);
    assert_eq!(fs::read_link(dir.path().join("homing-last")).unwrap(), Path::new("homing-out-1"));
}

#[test]
fn the_ktest_has_the_documented_bytes() {
    let dir = folder();
    assert_eq!(homing_in(dir.path(), &["reach", "prog.c:12", "--out", "o"]).code, 10);
    let bytes = fs::read(dir.path().join("o/test000001.ktest")).unwrap();
    assert!(bytes.starts_with(b"KTEST\0\0\0\x03"));
    let tail = b"\0\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\x01p\0\0\0\x08\x46\0\0\0\xfe\xff\xff\xff\0\0\0\x04name\0\0\0\x04ok\0";
    assert!(bytes.windows(tail.len()).any(|w| w == tail), "{bytes:x?}");
}

#[test]
fn the_text_shows_line_inputs_and_path() {
    let dir = folder();
    let ran = homing_in(dir.path(), &["reach", "prog.c:12"]);
    for s in ["prog.c:12: REACHED", "replayed natively", ">    12 |     return n;", "ok", "n += i;  (3 times)", "CPU seconds"] {
        assert!(ran.stdout.contains(s), "no {s:?} in\n{}", ran.stdout);
    }
    assert_eq!(ran.stderr, "", "quiet when standard error is no terminal");
}

#[test]
fn the_json_is_one_document() {
    let dir = folder();
    let ran = homing_in(dir.path(), &["reach", "prog.c:12", "prog.c:14", "-t", "error:division-by-zero", "--json"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    let j: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(j["verdict"], "REACHED");
    assert_eq!(j["exit_code"], 10);
    assert_eq!(j["targets"].as_array().unwrap().len(), 3);
    assert_eq!(j["targets"][0]["places"][0]["line"], 12);
    assert_eq!(j["targets"][2]["error"]["kind"], "division-by-zero");
    assert_eq!(j["targets"][2]["replay"]["by"], "native");
    let path = j["targets"][0]["test"]["path"].as_array().unwrap();
    assert_eq!(path.last().unwrap()["line"], 12);
    assert!(j["statistics"]["cpu_seconds"]["compile"].as_f64().unwrap() > 0.0);
    assert_eq!(json(&dir.path().join("homing-last/report.json")), j);
}

#[test]
fn a_test_case_replays() {
    let dir = folder();
    assert_eq!(homing_in(dir.path(), &["reach", "prog.c:12", "--out", "o"]).code, 10);
    let ran = homing_in(dir.path(), &["replay", "o/test000001.ktest", "prog.c:12"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("reached, natively and in the interpreter"), "{}", ran.stdout);
    let ran = homing_in(dir.path(), &["replay", "o/test000001.json", "prog.c:14", "--json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let j: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&j["targets"][0]["native"], &j["targets"][0]["interpreter"]), (&Value::Bool(false), &Value::Bool(false)));
    // Alone, without the .json beside it.
    fs::copy(dir.path().join("o/test000001.ktest"), dir.path().join("alone.ktest")).unwrap();
    assert_eq!(homing_in(dir.path(), &["replay", "alone.ktest", "prog.c:12"]).code, 10);
    // A test case of another program.
    fs::write(
        dir.path().join("other.c"),
        "extern long __VERIFIER_nondet_long(void);\nint main(void) {\n  return __VERIFIER_nondet_long() == 4;\n}\n",
    )
    .unwrap();
    let ran = homing_in(dir.path(), &["replay", "alone.ktest", "other.c"]);
    assert!(ran.stdout.contains("input") && ran.code == 2, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn archives_give_the_members_that_are_needed() {
    let dir = folder();
    let run = |program: &str, args: &[&str]| {
        assert!(Command::new(program).args(args).current_dir(dir.path()).status().unwrap().success(), "{program} {args:?}");
    };
    let units = [
        (
            "main",
            "int f(int);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  return f(__VERIFIER_nondet_int());\n}\n",
        ),
        ("f", "int g(int);\nint f(int x) {\n  if (g(x) == 12)\n    return 1;\n  return 0;\n}\n"),
        ("g", "int g(int x) {\n  return x + 5;\n}\n"),
        // Nobody needs this one, so it does not matter that it defines one of these again.
        ("unused", "int g(int x) {\n  return x;\n}\nint unused(void) {\n  return 1;\n}\n"),
    ];
    for (name, text) in units {
        fs::write(dir.path().join(format!("{name}.c")), text).unwrap();
        run("clang-22", &["-g", "-O0", "-c", "-emit-llvm", &format!("{name}.c"), "-o", &format!("{name}.o")]);
    }
    run("llvm-ar-22", &["rc", "some.a", "f.o", "g.o", "unused.o"]);
    run("llvm-ar-22", &["rc", "whole.a", "main.o", "f.o", "g.o"]);
    run("clang-22", &["-c", "g.c", "-o", "native.o"]);
    run("llvm-ar-22", &["rc", "native.a", "native.o"]);
    let check = |args: &[&str], code: i32, says: &str| {
        let ran = homing_in(dir.path(), args);
        assert!(ran.code == code && (ran.stdout + &ran.stderr).contains(says), "{args:?}: {}\n{}", ran.code, ran.stderr);
    };
    check(&["reach", "main.c", "some.a", "-t", "f.c:4"], 10, "replayed natively");
    check(&["reach", "some.a", "main.c", "-t", "f.c:5"], 10, "replayed natively");
    check(&["reach", "whole.a", "-t", "f.c:4"], 10, "replayed natively");
    check(&["reach", "main.c", "some.a", "-t", "unused()"], 2, "no function `unused`");
    check(&["check", "some.a"], 2, "defines main");
    check(&["reach", "some.a", "--entry", "f", "--lazy", "-t", "f.c:4"], 10, "REACHED");
    check(&["check", "native.a"], 2, "no member is bitcode");
    fs::write(dir.path().join("text.a"), "text").unwrap();
    check(&["check", "text.a"], 2, "not an archive");
    check(&["check", "absent.a"], 2, "no such file");
}

#[test]
fn old_c_comes_with_a_note() {
    let dir = folder();
    fs::write(dir.path().join("old.c"), "int *p;\nmain() {\n  char *q = \"a\";\n  p = q;\n  p = 3;\n  return 0;\n}\n").unwrap();
    let ran = homing_in(dir.path(), &["reach", "old.c:6"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    for says in ["old.c: old C", "-Wint-conversion (once)", "-Wimplicit-int (once)", "-Wincompatible-pointer-types (once)"] {
        assert!(ran.stdout.contains(says), "{says}: {}", ran.stdout);
    }
    // Who asks for the strictness gets it; and what is as it should be needs no note.
    let ran = homing_in(dir.path(), &["reach", "old.c:6", "--", "-Werror=int-conversion"]);
    assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
    assert!(!homing_in(dir.path(), &["reach", "prog.c:12"]).stdout.contains("old C"));
}

#[test]
fn all_tests_are_one_per_path() {
    let dir = folder();
    let ran = homing_in(dir.path(), &["reach", "prog.c", "-t", "unreached()", "--all-tests", "--out", "o"]);
    assert_eq!(ran.code, 2, "there is no such function: {}", ran.stderr);
    fs::write(
        dir.path().join("paths.c"),
        "#include <klee/klee.h>\nint main(void) {\n  switch (klee_range(0, 3, \"n\")) {\n  case 0: return 1;\n  case 1: return 2;\n  }\n  return 0;\n}\n",
    )
    .unwrap();
    let ran = homing_in(dir.path(), &["check", "paths.c", "--all-tests", "--out", "all"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let mut values: Vec<String> = (1..=3)
        .map(|n| json(&dir.path().join(format!("all/test{n:06}.json")))["inputs"][0]["value"].as_str().unwrap().to_string())
        .collect();
    values.sort();
    assert_eq!(values, ["0", "1", "2"]);
    assert!(!dir.path().join("all/test000004.ktest").exists());
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let dir = folder();
    let counts = || {
        let ran = homing_in(dir.path(), &["check", "prog.c", "--json", "--seed", "7"]);
        let mut j: Value = serde_json::from_str(&ran.stdout).unwrap();
        let s = j["statistics"].as_object_mut().unwrap();
        for clock in ["cpu_seconds", "wall_seconds", "peak_memory"] {
            s.remove(clock);
        }
        j.as_object_mut().unwrap().remove("folder");
        for list in ["targets", "errors"] {
            for t in j[list].as_array_mut().unwrap() {
                t.as_object_mut().unwrap().remove("after_seconds");
            }
        }
        j
    };
    assert_eq!(counts(), counts());
}

#[test]
fn an_interrupt_gives_a_report() {
    // A terminal that is closed is no reason to lose what was found.
    let signals = ["-INT", "-HUP", "-TERM"];
    std::thread::scope(|s| signals.map(|signal| s.spawn(move || interrupted_by(signal))).map(|t| t.join().unwrap()));
}

fn interrupted_by(signal: &str) {
    let dir = folder();
    fs::write(
        dir.path().join("long.c"),
        "extern unsigned char __VERIFIER_nondet_uchar(void);\nstatic unsigned n;\nint main(void) {\n  while (__VERIFIER_nondet_uchar())\n    n += __VERIFIER_nondet_uchar() > 3 ? 2 : 4;\n  if (n & 1)\n    return 1;\n  return 0;\n}\n",
    )
    .unwrap();
    // Signals that the caller ignores (`nohup`, a job in the background) stay ignored, as they should; here they count. The limit of time is for the case
    // that they do not.
    let child = Command::new("env")
        .args(["--default-signal=INT,HUP,TERM", env!("CARGO_BIN_EXE_homing"), "reach", "long.c:5", "long.c:7", "--json"])
        .args(["--max-states", "1000", "--time", "300", "--out", "out"])
        .current_dir(dir.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    // Once the first target is reached the search goes on for the second, which it can neither reach nor leave.
    let (limit, out) = (Duration::from_secs(120), dir.path().join("out"));
    assert!(until(dir.path(), limit, || out.is_dir()) && until(&out, limit, || out.join("test000001.ktest").exists()));
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    let out = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(10), "{text}{}", String::from_utf8_lossy(&out.stderr));
    let j: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(j["ended"], "interrupted");
    assert_eq!((&j["targets"][0]["verdict"], &j["targets"][1]["verdict"]), (&"REACHED".into(), &"UNKNOWN".into()));
}

#[test]
fn bitcode_and_text_form_are_programs_too() {
    let dir = folder();
    fs::write(dir.path().join("v.c"), "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  if (__VERIFIER_nondet_int() == 5)\n    return 1;\n  return 0;\n}\n").unwrap();
    for (out, flags) in [("v.bc", &["-c", "-emit-llvm"][..]), ("v.ll", &["-S", "-emit-llvm"])] {
        let made = Command::new("clang-22").args(["-g", "-O0", "v.c", "-o", out]).args(flags).current_dir(dir.path()).status();
        assert!(made.unwrap().success());
        let ran = homing_in(dir.path(), &["reach", out, "--target", "v.c:4"]);
        assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("replayed natively"), "{}", ran.stdout);
    }
}

#[test]
fn an_assumption_that_never_holds_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let program = "#include <klee/klee.h>\nint main(void) {\n  int x = klee_range(0, 9, \"x\");\n  if (x < 4)\n    klee_assume(x != 2);\n  else\n    klee_assume(x < 3);\n  return x == 8;\n}\n";
    fs::write(dir.path().join("prog.c"), program).unwrap();
    let ran = homing_in(dir.path(), &["check", "prog.c"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("prog.c:7 in main cannot hold"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("prog.c:5"), "{}", ran.stdout);
}

/// The path of a test case is written beside it, and leads to the same place again.
#[test]
fn a_trail_leads_there_again() {
    let dir = tempfile::tempdir().unwrap();
    let text = "#include <homing.h>\nint main(void) {\n  int t[4] = {1, 7, homing_any_int(), 3};\n  unsigned n = homing_any_uint();\n  \
                if (n > 10 && t[n & 3] == 9)\n    if (n > 1000)\n      return 3;\n  return 0;\n}\n";
    std::fs::write(dir.path().join("p.c"), text).unwrap();
    let ran = homing_in(dir.path(), &["reach", "p.c:7", "--out", "o"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    let ran = homing_in(dir.path(), &["replay", "--trail", "o/test000001.trail", "p.c:7", "--json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["stack"][0]["line"], 7, "{json}");
    assert_eq!(json["inputs"].as_array().unwrap().len(), 2, "{json}");
    // Another target is another program; and a file may be damaged.
    let ran = homing_in(dir.path(), &["replay", "--trail", "o/test000001.trail", "p.c:8"]);
    assert!(ran.code == 2 && ran.stderr.contains("does not fit"), "{}", ran.stderr);
    let trail = std::fs::read_to_string(dir.path().join("o/test000001.trail")).unwrap();
    std::fs::write(dir.path().join("cut.trail"), &trail[..trail.len() - 8]).unwrap();
    let ran = homing_in(dir.path(), &["replay", "cut.trail", "p.c:7"]);
    assert!(ran.code == 2 && ran.stderr.contains("not a trail"), "{}", ran.stderr);
}

/// A text whose sum is one number of many: by trying.
const SUMMED: &str = "\
#include <klee/klee.h>
int main(void) {
  unsigned char data[12];
  unsigned size;
  klee_make_symbolic(data, sizeof data, \"data\");
  klee_make_symbolic(&size, sizeof size, \"size\");
  if (size != 8)
    return 0;
  unsigned long long h = 0x243f6a8885a308d3ull;
  for (unsigned i = 0; i < size; i++) {
    h ^= data[i];
    h *= 0x9e3779b97f4a7c15ull;
    h ^= h >> 29;
    h *= h | 1;
    h ^= h >> 31;
  }
  if (h == 0x7e7fe119cd35f84bull)
    return 1;
  return 0;
}
";

#[test]
fn a_seed_leads_to_what_nobody_finds() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("sum.c"), SUMMED).unwrap();
    fs::write(dir.path().join("seed"), "homing!!").unwrap();
    let words = ["reach", "sum.c:18", "--no-fuzz", "--solver-limit", "1", "--max-instructions", "20000"];
    let alone = homing_in(dir.path(), &words);
    assert_eq!(alone.code, 5, "{}{}", alone.stdout, alone.stderr);
    let seeded = homing_in(dir.path(), &[&words[..], &["--seed-input", "seed"]].concat());
    assert_eq!(seeded.code, 10, "{}{}", seeded.stdout, seeded.stderr);
    // Its test case is one, too.
    let again = homing_in(dir.path(), &[&words[..], &["--seed-input", "homing-out-1/test000001.ktest"]].concat());
    assert_eq!(again.code, 10, "{}{}", again.stdout, again.stderr);
}

#[test]
fn the_corpus_of_fuzzing_is_one_to_begin_with() {
    let dir = tempfile::tempdir().unwrap();
    let text = PROGRAM.replace("p.x == 70 && p.y == -2 && ", "");
    fs::write(dir.path().join("prog.c"), text).unwrap();
    let fuzzed = homing_in(dir.path(), &["reach", "prog.c:12", "--search", "fuzz", "--corpus"]);
    assert_eq!(fuzzed.code, 10, "{}{}", fuzzed.stdout, fuzzed.stderr);
    let corpus = dir.path().join("homing-out-0/corpus");
    let first = fs::read(corpus.join("000001.ktest")).expect("an input that was kept");
    assert!(first.starts_with(b"KTEST"));
    assert!(fs::read_dir(&corpus).unwrap().all(|e| e.unwrap().path().extension().is_some_and(|e| e == "ktest")));
    let again = homing_in(dir.path(), &["reach", "prog.c:12", "--search", "dfs", "--seed-input", "homing-out-0/corpus"]);
    assert_eq!(again.code, 10, "{}{}", again.stdout, again.stderr);
    // By the inputs alone: the search has not begun.
    let report = json(&dir.path().join("homing-out-1/report.json"));
    assert_eq!(report["statistics"]["forks"], 0, "{}", again.stdout);
}
