//! Runs that start in a function: what is found is compiled as the harness says, by a plain compiler, and run.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Ran, homing_in};
use serde_json::Value;

/// A target of a test program, written behind the line: `// @mark function flags... => verdict`.
struct Wanted {
    file: PathBuf,
    line: usize,
    function: String,
    flags: Vec<String>,
    verdict: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lazy").canonicalize().unwrap()
}

fn wanted(name: &str) -> Vec<Wanted> {
    let file = folder().join(name);
    let text = std::fs::read_to_string(&file).unwrap();
    let mut all = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let Some((_, mark)) = line.split_once("// @") else { continue };
        let (what, verdict) = mark.split_once("=>").unwrap_or((mark, "REACHED"));
        let mut words = what.split_whitespace().skip(1).map(str::to_string);
        let function = words.next().expect("a function");
        all.push(Wanted { file: file.clone(), line: i + 1, function, flags: words.collect(), verdict: verdict.trim().into() });
    }
    assert!(!all.is_empty());
    all
}

fn clang() -> &'static str {
    if Command::new("clang-22").arg("--version").output().is_ok() { "clang-22" } else { "clang" }
}

fn reach(dir: &Path, w: &Wanted, file: &Path) -> Ran {
    let target = format!("{}:{}", w.file.display(), w.line);
    let file = file.display().to_string();
    let mut args = vec!["reach", &file, "--target", &target, "--entry", &w.function, "--lazy", "--harness", "harness.c"];
    args.extend(w.flags.iter().map(String::as_str));
    args.extend(["--time", "60", "--json"]);
    homing_in(dir, &args)
}

/// Builds a harness as its first lines say and runs it; a target ends it with status 77.
fn runs_into_it(dir: &Path) {
    let text = || std::fs::read_to_string(dir.join("harness.c")).unwrap();
    let command = text().lines().find_map(|l| Some(l.split_once("Build it with: ")?.1.to_string())).unwrap();
    let command = command.replace("test000001.c", "harness.c");
    let built = Command::new("sh").arg("-c").arg(format!("{command} -w -o harness")).current_dir(dir).output().unwrap();
    assert!(built.status.success(), "{}\n{}", String::from_utf8_lossy(&built.stderr), text());
    let status = Command::new(dir.join("harness")).status().unwrap();
    assert_eq!(status.code(), Some(77), "{}", text());
}

fn all_of(name: &str) {
    for w in wanted(name) {
        let dir = tempfile::tempdir().unwrap();
        let ran = reach(dir.path(), &w, &w.file);
        let at = format!("{}:{} from {}", name, w.line, w.function);
        let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{at}: {e}: {}", ran.stderr));
        let target = &report["targets"][0];
        assert_eq!(target["verdict"], w.verdict.as_str(), "{at}: {target:#}");
        if w.verdict == "REACHED" {
            assert_eq!(target["replay"]["by"], "native", "{at}: {target:#}");
            let lines = target["test"]["assumed"]["lines"].as_array().unwrap_or_else(|| panic!("{at}: {target:#}"));
            assert!(lines.last().unwrap().as_str().unwrap().starts_with(&format!("{}(", w.function)), "{at}");
            runs_into_it(dir.path());
        }
    }
}

#[test]
fn strings() {
    all_of("strings.c");
}

#[test]
fn lists() {
    all_of("lists.c");
}

#[test]
fn trees() {
    all_of("trees.c");
}

#[test]
fn values() {
    all_of("values.c");
}

#[test]
fn preconditions() {
    all_of("preconditions.c");
}

#[test]
fn lengths() {
    all_of("lengths.c");
}

#[test]
fn globals() {
    all_of("globals.c");
}

#[test]
fn callbacks() {
    all_of("callbacks.c");
}

#[test]
fn odd_things() {
    all_of("odd.c");
}

#[test]
fn what_was_done_before() {
    if common::has_libc() {
        ["before.c", "handlers.c", "environment.c", "weak.c"].into_iter().for_each(all_of);
    }
}

#[test]
fn library() {
    if !common::has_libc() {
        return;
    }
    all_of("library.c");
}

/// The same from bitcode: the harness declares what it uses, with the layout that the program has.
#[test]
fn from_bitcode() {
    for (name, only) in [
        ("values.c", "members"),
        ("trees.c", "expression"),
        ("lists.c", "ring"),
        ("values.c", "by_value"),
        ("callbacks.c", "copy"),
        ("preconditions.c", "one_longer"),
        ("preconditions.c", "made"),
        ("lengths.c", "find"),
    ] {
        let w = wanted(name).into_iter().find(|w| w.function == only).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let bitcode = dir.path().join("program.bc");
        let made =
            Command::new(clang()).args(["-g", "-O0", "-emit-llvm", "-c", "-o"]).arg(&bitcode).arg(&w.file).status().unwrap();
        assert!(made.success());
        let ran = reach(dir.path(), &w, &bitcode);
        assert_eq!(ran.code, 10, "{name}: {}{}", ran.stdout, ran.stderr);
        runs_into_it(dir.path());
    }
}

fn check(text: &str, function: &str) -> Vec<(String, u64, bool)> {
    check_with(text, function, &[])
}

fn check_with(text: &str, function: &str, flags: &[&str]) -> Vec<(String, u64, bool)> {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("lib.c"), text).unwrap();
    let mut args = vec!["check", "lib.c", "--entry", function, "--lazy", "--time", "60", "--json"];
    args.extend(flags);
    let ran = homing_in(dir.path(), &args);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}", ran.stderr));
    let errors = report["errors"].as_array().unwrap().iter();
    errors
        .map(|e| {
            let of_caller = e["depends_on_caller"].as_bool().unwrap_or(false);
            (e["kind"].as_str().unwrap().to_string(), e["line"].as_u64().unwrap(), of_caller)
        })
        .collect()
}

/// A null pointer that the caller would have to give is told apart from one that the function makes itself; so is an array that is too short
/// because it was assumed to be.
#[test]
fn errors_that_depend_on_the_caller() {
    let text = "struct s { int n; int *data; };
int get(struct s *s, int i) {
  int *own = 0;
  if (i == 7)
    return *own;
  return s->data[i];
}
";
    let mut found = check(text, "get");
    assert_eq!(found.first(), Some(&("null".into(), 5, false)), "{found:?}");
    found.sort();
    found.dedup();
    let of_caller = [("null".to_string(), 6, true), ("out-of-bounds".to_string(), 6, true)];
    assert!(of_caller.iter().all(|e| found.contains(e)) && found.len() == 3, "{found:?}");
}

/// Where another argument says how long an array is, going past that is the function's own fault; and going up to it is none.
#[test]
fn lengths_make_errors_the_functions_own() {
    let text = |at: &str| {
        format!(
            "#include <stddef.h>\nint last(const char *buf, size_t len) {{\n  if (!buf || !len)\n    return 0;\n  return buf[{at}];\n}}\n"
        )
    };
    assert_eq!(check(&text("len"), "last"), [("out-of-bounds".into(), 5, false)]);
    assert_eq!(check(&text("len - 1"), "last"), []);
    // Nothing is known of the length: the array is as long as was assumed.
    let found = check_with(&text("len"), "last", &["--lazy-pairs", "none"]);
    assert_eq!(found, [("out-of-bounds".into(), 5, true)]);
}

/// What preconditions rule out is no error, and what they do not is one.
#[test]
fn preconditions_rule_errors_out() {
    let text = "int at(const int *p, int i) {
  static const int table[4] = {1, 2, 3, 4};
  return p ? table[i] : 0;
}
";
    assert_eq!(check_with(text, "at", &["--assume", "i >= 0 && i < 4"]), []);
    assert_eq!(check_with(text, "at", &["--assume", "i >= 0 && i <= 4"]), [("out-of-bounds".into(), 3, false)]);
}

/// Errors that depend on the caller take one line each kind, behind the function's own; a proof under preconditions says so.
#[test]
fn reports_say_what_depends_on_callers() {
    let text = "struct s { int n, m; };
int get(struct s *s, int i) {
  int *own = 0;
  if (i == 7)
    return *own;
  if (i == 8)
    return s->n;
  return s->m;
}
int less(int a, int b) {
  if (a > b)
    return 1;
  return 0;
}
";
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("lib.c"), text).unwrap();
    let ran = homing_in(dir.path(), &["check", "lib.c", "--entry", "get", "--lazy"]);
    let (own, folded) = ran.stdout.split_once("Depending on the caller").unwrap_or_else(|| panic!("{}", ran.stdout));
    assert!(own.contains("ERROR null at lib.c:5 in get"), "{own}");
    assert!(folded.contains("2 places, the first at lib.c:"), "{folded}");
    let ran = homing_in(dir.path(), &["reach", "lib.c:12", "--entry", "less", "--lazy", "--assume", "a <= b"]);
    assert!(ran.stdout.contains("UNREACHABLE") && ran.stdout.contains("callers keep to: a <= b"), "{}", ran.stdout);
    let ran = homing_in(dir.path(), &["reach", "lib.c:12", "--entry", "less", "--lazy", "--assume", "a <= c"]);
    assert!(ran.code == 2 && ran.stderr.contains("--assume"), "{}", ran.stderr);
}

/// A function that has found out itself that the pointer is null is to blame.
#[test]
fn null_pointers_that_the_function_knows_of() {
    let text = "struct s { int n; };
int get(struct s *s) {
  if (!s)
    return s->n;
  return 1;
}
";
    assert_eq!(check(text, "get"), [("null".into(), 4, false)]);
}

/// What a function returns or hangs into what it was given is no leak; what it drops is one. What was given may be freed, but once.
#[test]
fn memory_of_the_caller() {
    let text = "#include <stdlib.h>
struct s { char *p; };
char *made(void) { return malloc(4); }
void kept(struct s *s) { if (s) s->p = malloc(4); }
void dropped(int n) { char *p = malloc(4); if (p) p[0] = n; }
void twice(struct s *s) { if (!s) return; free(s->p); if (s->p) free(s->p); }
";
    assert_eq!(check(text, "made"), []);
    assert_eq!(check(text, "kept"), []);
    assert_eq!(check(text, "dropped"), [("leak".into(), 5, false)]);
    let found = check(text, "twice");
    assert!(found.contains(&("double-free".into(), 6, false)), "{found:?}");
}

#[test]
fn what_cannot_be_asked() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write(
        "a.c",
        "#include <stdarg.h>\nint f(int n, ...) { return n; }\nint g(int n) {\n  return n;\n}\nint main(void) { return 0; }\n",
    );
    write("a.uc", "main() { return 0; }\n");
    write("a.cpp", "int g(int n) { return n; }\n");
    let cases: [(&[&str], i32, &str); 7] = [
        (&["reach", "a.c:4", "--lazy"], 1, "--entry"),
        (&["reach", "a.c:4", "--entry", "g", "--lazy-array", "4"], 1, "--lazy"),
        (&["reach", "a.c:4", "--entry", "g", "--lazy", "--search", "guess"], 1, "guess"),
        (&["reach", "a.c:2", "--entry", "f", "--lazy"], 2, "variable number"),
        (&["reach", "a.c:4", "--entry", "nobody", "--lazy"], 2, "nobody"),
        (&["reach", "a.cpp:1", "--entry", "g", "--lazy"], 1, "C++"),
        (&["reach", "a.c:4", "--entry", "g", "--lazy", "--sym-stdin", "4"], 1, "main"),
    ];
    for (args, code, says) in cases {
        let ran = homing_in(dir.path(), args);
        assert_eq!(ran.code, code, "{args:?}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
    }
}
