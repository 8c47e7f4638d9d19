//! `homing patch` and `homing reproduce`: lines of a patch, and traces of crashes.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Ran, homing_in};
use serde_json::Value;

const OLD: &str = "\
#include <homing.h>
int level(int k) {
  if (k > 100)
    return 3;
  if (k > 10 && k < 5)
    return 7;
  return 0;
}
int main(void) {
  return level(homing_any_int());
}
";

fn new() -> String {
    OLD.replace("k > 100", "k > 120")
        .replace("return 7;", "return 8; /* a\n              comment */")
        .replace("return 0;", "return 1;")
}

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("p.c"), new()).unwrap();
    let diff = "--- a/p.c\n+++ b/p.c\n@@ -3 +3 @@\n-  if (k > 100)\n+  if (k > 120)\n@@ -6,2 +6,3 @@\n-    return 7;\n-  return 0;\n\
        +    return 8; /* a\n+              comment */\n+  return 1;\n--- /dev/null\n+++ b/notes.txt\n@@ -0,0 +1 @@\n+words\n";
    fs::write(dir.path().join("x.diff"), diff).unwrap();
    dir
}

fn verdicts(ran: &Ran) -> Vec<String> {
    let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {} {}", ran.stdout, ran.stderr));
    let of = |r: &Value| format!("{} {}", r["line"], r["verdict"].as_str().unwrap_or("-"));
    json["results"].as_array().unwrap().iter().map(of).collect()
}

fn git(folder: &Path, args: &[&str]) {
    let config = ["-c", "user.name=n", "-c", "user.email=e@x", "-c", "init.defaultBranch=main"];
    let done = Command::new("git").args(config).args(args).current_dir(folder).output().expect("git");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn each_changed_line_with_code() {
    let dir = folder();
    let ran = homing_in(dir.path(), &["patch", "--diff", "x.diff", "p.c", "--json"]);
    assert_eq!(
        (verdicts(&ran), ran.code),
        (["3 reached", "6 unreachable", "8 reached"].map(String::from).to_vec(), 10),
        "{}",
        ran.stderr
    );
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["counts"], serde_json::json!({ "reached": 2, "unreachable": 1, "unknown": 0, "without_code": 1 }));
    let text = homing_in(dir.path(), &["patch", "--diff", "x.diff"]);
    assert!(text.stdout.contains("reached      p.c:3: if (k > 120)\n             input: homing-out-"), "{}", text.stdout);
    assert!(text.stdout.ends_with("3 changed lines with code: 2 reached, 1 unreachable, 0 unknown\n"), "{}", text.stdout);
    for (diff, why) in [("@@ odd\n", "diff"), ("--- a\n+++ b\n@@ -1 +1 @@\n*\n", "diff")] {
        fs::write(dir.path().join("bad.diff"), diff).unwrap();
        let bad = homing_in(dir.path(), &["patch", "--diff", "bad.diff", "p.c"]);
        assert!(bad.code == 2 && bad.stderr.contains(why), "{} {}", bad.code, bad.stderr);
    }
    assert_eq!(homing_in(dir.path(), &["patch", "--diff", "none.diff", "p.c"]).code, 2);
    assert_eq!(homing_in(dir.path(), &["patch", "p.c"]).code, 1, "a patch is wanted");
    fs::write(dir.path().join("empty.diff"), "").unwrap();
    let empty = homing_in(dir.path(), &["patch", "--diff", "empty.diff", "p.c"]);
    assert_eq!((empty.code, empty.stdout.as_str()), (0, "0 changed lines with code: 0 reached, 0 unreachable, 0 unknown\n"));
}

#[test]
fn patches_from_git() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir(dir.path().join("src")).unwrap();
    let source = dir.path().join("src/p.c");
    fs::write(&source, OLD).unwrap();
    git(dir.path(), &["init", "-q"]);
    git(dir.path(), &["add", "src"]);
    git(dir.path(), &["commit", "-q", "-m", "old"]);
    fs::write(&source, new()).unwrap();
    let here = homing_in(&dir.path().join("src"), &["patch", "--git", "HEAD", "p.c", "--json"]);
    assert_eq!(verdicts(&here), ["3 reached", "6 unreachable", "8 reached"], "{}", here.stderr);
    git(dir.path(), &["commit", "-q", "-a", "-m", "new"]);
    let both = homing_in(dir.path(), &["patch", "--git", "HEAD~1..HEAD", "--json"]);
    assert_eq!(verdicts(&both), ["3 reached", "6 unreachable", "8 reached"], "{}", both.stderr);
    let none = homing_in(dir.path(), &["patch", "--git", "nobody..HEAD", "src/p.c"]);
    assert!(none.code == 2 && none.stderr.contains("--git nobody..HEAD"), "{}", none.stderr);
}

const CRASHES: &str = "\
#include <homing.h>
struct n { int a, b; };
static int deep(struct n *p) {
  return p->b;
}
static int use(struct n *p, int k) {
  if (k == 77)
    p = 0;
  return deep(p);
}
int main(void) {
  struct n x = {1, 2};
  int k = homing_any_int();
  if (k == 5)
    return deep(&x);
  return use(&x, k);
}
";

#[test]
fn a_crash_is_reproduced_with_its_calls() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("p.c"), CRASHES).unwrap();
    let trace = "Program received signal SIGSEGV, Segmentation fault.\n#0  0x05 in deep (p=0x0) at p.c:4\n#1  0x06 in use (k=77) at /b/p.c:9\n#2  0x07 in main () at p.c:16\n";
    fs::write(dir.path().join("t.txt"), trace).unwrap();
    let ran = homing_in(dir.path(), &["reproduce", "t.txt", "p.c"]);
    assert_eq!(ran.code, 10, "{} {}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout.matches("the same call").count(), 3, "{}", ran.stdout);
    // One constant apart nobody can crash there: the line is reached, the error is not.
    fs::write(dir.path().join("p.c"), CRASHES.replace("p = 0;", "p += 0;")).unwrap();
    let twin = homing_in(dir.path(), &["reproduce", "t.txt", "p.c", "--json"]);
    let json: Value = serde_json::from_str(&twin.stdout).unwrap();
    assert_eq!((twin.code, &json["verdict"]), (5, &Value::from("reachable")), "{}", twin.stdout);
    assert!(json["frames"].as_array().unwrap().iter().all(|f| f["met"] == false));
    fs::write(dir.path().join("odd.txt"), "no frames\n").unwrap();
    let odd = homing_in(dir.path(), &["reproduce", "odd.txt", "p.c"]);
    assert!(odd.code == 2 && odd.stderr.contains("no frame"), "{}", odd.stderr);
    fs::write(dir.path().join("away.txt"), "#0 0x1 in f /usr/lib/x.c:4\n").unwrap();
    let away = homing_in(dir.path(), &["reproduce", "away.txt", "p.c"]);
    assert!(away.code == 2 && away.stderr.contains("none of its frames"), "{}", away.stderr);
}
