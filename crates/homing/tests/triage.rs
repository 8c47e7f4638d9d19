//! `homing triage`: warnings from reports to verdicts, on programs whose errors are known.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Ran, homing_in};
use serde_json::{Value, json};

/// Line 4: null for k > 100 only. Line 9: never zero. Line 10: zero. Line 15: nobody comes there. Line 20: leaks. Line 26: freed before.
const PROGRAM: &str = "\
#include <stdlib.h>
#include <homing.h>
struct n { int a, b; };
static int deep(struct n *p) { return p->b; }
int use(struct n *p, int k) {
  if (k > 100)
    p = 0;
  if (k == 50) {
    int safe = 10 / (k - 49);
    return safe / (k - 50);
  }
  if (k > 7 && k < 5) {
    int x = 0;
    int *q = 0;
    x = *q;
    return x;
  }
  if (k == 3) {
    char *m;
    m = malloc(8);
    return m == 0;
  }
  if (k == 4) {
    char *f = malloc(1);
    free(f);
    return *f;
  }
  return deep(p);
}
int main(void) {
  struct n x = {1, 2};
  return use(&x, homing_any_int());
}
";

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    dir
}

fn warning(rule: &str, message: &str, line: u32) -> Value {
    json!({ "ruleId": rule, "level": "warning", "message": { "text": message }, "guid": format!("00000000-0000-4000-8000-0000000000{line:02}"),
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": "p.c" }, "region": { "startLine": line } } }] })
}

fn report(folder: &Path, name: &str, results: &[Value]) {
    let document = json!({ "version": "2.1.0", "runs": [{ "tool": { "driver": { "name": "clang" } }, "results": results }] });
    fs::write(folder.join(name), document.to_string()).unwrap();
}

fn run(folder: &Path, args: &[&str]) -> Ran {
    homing_in(folder, &[&["triage"], args].concat())
}

fn verdicts(ran: &Ran) -> Vec<String> {
    let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {} {}", ran.stdout, ran.stderr));
    let word = |r: &Value| r["verdict"].as_str().unwrap_or("left out").to_string();
    json["results"].as_array().unwrap().iter().map(word).collect()
}

#[test]
fn each_warning_gets_its_verdict() {
    let dir = folder();
    let results = [
        warning("core.NullDereference", "null pointer", 4),
        warning("core.DivideZero", "Division by zero", 9),
        warning("core.DivideZero", "Division by zero", 10),
        warning("core.NullDereference", "null pointer", 15),
        warning("unix.Malloc", "Potential leak of memory pointed to by 'm'", 21),
        warning("unix.Malloc", "Use of memory after it is freed", 26),
        warning("deadcode.DeadStores", "Value stored is never read", 13),
        warning("core.DivideZero", "Division by zero", 28),
        warning("core.DivideZero", "Division by zero", 400),
    ];
    report(dir.path(), "r.sarif", &results);
    let ran = run(dir.path(), &["r.sarif", "p.c", "--json", "--sarif", "out.sarif", "--html", "out.html", "--time-per", "30"]);
    let want = ["confirmed", "refuted", "confirmed", "refuted", "confirmed", "confirmed", "refuted", "refuted", "unknown"];
    assert_eq!((verdicts(&ran), ran.code), (want.map(String::from).to_vec(), 10), "{} {}", ran.stdout, ran.stderr);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["counts"], json!({ "confirmed": 4, "reachable": 0, "unknown": 1, "refuted": 4, "left_out": 0 }));
    assert!(json["results"][8]["why"].as_str().unwrap().contains("has no code, or has moved"));
    // The input that is named leads there.
    let first = &json["results"][0];
    let test = format!("{}/{}", first["folder"].as_str().unwrap(), first["test"]["file"].as_str().unwrap());
    let again = homing_in(dir.path(), &["replay", &test, "p.c", "--target", "error:null@p.c:4"]);
    assert_eq!(again.code, 10, "{} {}", again.stdout, again.stderr);
    let page = fs::read_to_string(dir.path().join("out.html")).unwrap();
    assert_eq!(page.matches("<details class=\"finding").count(), 9);
    fs::write(dir.path().join("style.txt"), "p.c:13: unused variable\n").unwrap();
    let style = run(dir.path(), &["style.txt", "p.c", "--errors-only"]);
    assert!(style.code == 0 && style.stdout.ends_with("0 refuted; 1 left out\n"), "{}", style.stdout);
    assert!(
        page.contains("static int deep(struct n *p) { return p-&gt;b; }") && page.contains(&format!("homing replay {test} p.c"))
    );
    let written: Value = serde_json::from_str(&fs::read_to_string(dir.path().join("out.sarif")).unwrap()).unwrap();
    let written = &written["runs"][0]["results"];
    assert_eq!(written[0]["guid"], results[0]["guid"]);
    assert_eq!((&written[0]["kind"], &written[1]["kind"], &written[8]["kind"]), (&json!("fail"), &json!("pass"), &json!("open")));
    assert!(written[1]["suppressions"][0]["justification"].as_str().unwrap().contains("no run has that error there"));
    let lines = written[0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let last = &lines.last().unwrap()["location"]["physicalLocation"];
    assert_eq!((&last["artifactLocation"]["uri"], &last["region"]["startLine"]), (&json!("p.c"), &json!(4)));
}

#[test]
fn libraries_are_started_in_functions() {
    let dir = tempfile::tempdir().unwrap();
    // One constant apart: the second can fail.
    let text = "static int part(int n) { return 100 / (n - 5); }\nint safe(int n) { return n > 5 ? part(n) : 0; }\n\
        static int side(int n) { return 100 / (n - 5); }\nint risky(int n) { return n > 4 ? side(n) : 0; }\n";
    fs::write(dir.path().join("lib.c"), text).unwrap();
    fs::write(dir.path().join("r.txt"), "lib.c:1: division by zero\nnoise\nsrc/lib.c:3:9: warning: division by zero [x]\n")
        .unwrap();
    let ran = run(dir.path(), &["r.txt", "lib.c", "--json"]);
    assert_eq!(
        (verdicts(&ran), ran.code),
        (vec!["refuted".to_string(), "confirmed".into()], 10),
        "{} {}",
        ran.stdout,
        ran.stderr
    );
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&json["results"][0]["start"]["entry"], &json["results"][1]["start"]["entry"]), (&json!("safe"), &json!("risky")));
    assert_eq!(json["results"][1]["test"]["assumed"]["lines"][0], "int n = 5;");
    // With that start there is no way around.
    let other = run(dir.path(), &["r.txt", "lib.c", "--json", "--entry", "part"]);
    assert_eq!(verdicts(&other)[0], "confirmed", "{} {}", other.stdout, other.stderr);
    let main = run(dir.path(), &["r.txt", "lib.c", "--json", "--entry", "main", "--fail-on", "unknown"]);
    assert_eq!((verdicts(&main)[0].as_str(), main.code), ("unknown", 10));
}

#[test]
fn reports_name_the_sources_themselves_and_come_from_pipes() {
    let dir = folder();
    let xml = r#"<results version="2"><errors><error id="zerodiv" severity="error" msg="Division by zero."><location file="p.c" line="10"/></error></errors></results>"#;
    fs::write(dir.path().join("r.xml"), xml).unwrap();
    let ran = run(dir.path(), &["r.xml", "--fail-on", "never"]);
    assert!(
        ran.code == 0 && ran.stdout.contains("confirmed  p.c:10: Division by zero. [zerodiv]"),
        "{} {}",
        ran.stdout,
        ran.stderr
    );
    assert!(ran.stdout.ends_with("1 warning: 1 confirmed, 0 reachable, 0 unknown, 0 refuted\n"), "{}", ran.stdout);
    assert!(ran.stderr.contains("[1/1] confirmed"), "{}", ran.stderr);
    let piped = Command::new("sh")
        .args(["-c", "echo 'p.c:9: divide by zero' | $0 triage - p.c", env!("CARGO_BIN_EXE_homing")])
        .current_dir(dir.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&piped.stdout).into_owned();
    // Nobody knows what the tool behind the pipe means by it: that there is no such error in the line does not refute it.
    assert!(piped.status.code() == Some(0) && text.starts_with("reachable  p.c:9: divide by zero"), "{text}");
}

#[test]
fn broken_reports_stop_nobody_else() {
    let dir = folder();
    report(dir.path(), "good.sarif", &[json!(3), json!({ "message": {} }), warning("core.DivideZero", "Division by zero", 9)]);
    fs::write(dir.path().join("bad.sarif"), "{ \"version\": ").unwrap();
    let old = "{ \"version\": \"1.0.0\", \"runs\": [] }";
    fs::write(dir.path().join("old.sarif"), old).unwrap();
    let ran = run(dir.path(), &["bad.sarif", "old.sarif", "none.sarif", "good.sarif", "p.c", "--json"]);
    assert_eq!((verdicts(&ran), ran.code), (["unknown", "unknown", "refuted"].map(String::from).to_vec(), 2), "{}", ran.stderr);
    for why in ["bad.sarif: it is no JSON", "old.sarif: it is SARIF 1.0.0", "none.sarif: "] {
        assert!(ran.stderr.contains(why), "{why}: {}", ran.stderr);
    }
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["results"][0]["why"], "it is no object");
    assert_eq!(json["unreadable"].as_array().unwrap().len(), 3);
    let none = run(dir.path(), &["bad.sarif", "p.c"]);
    assert!(none.code == 2 && none.stderr.contains("no JSON"), "{}", none.stderr);
    assert_eq!(run(dir.path(), &["p.c"]).code, 1, "a report is wanted");
    report(
        dir.path(),
        "away.sarif",
        &[json!({ "message": { "text": "m" }, "locations": [{ "physicalLocation": {
        "artifactLocation": { "uri": "file:///nowhere/x.c" }, "region": { "startLine": 1 } } }] })],
    );
    let away = run(dir.path(), &["away.sarif"]);
    assert!(away.code == 2 && away.stderr.contains("none of the source files"), "{}", away.stderr);
    let away = run(dir.path(), &["away.sarif", "p.c", "--json"]);
    assert_eq!(verdicts(&away), ["unknown"]);
    report(dir.path(), "empty.sarif", &[]);
    let empty = run(dir.path(), &["empty.sarif", "p.c"]);
    assert_eq!((empty.code, empty.stdout.as_str()), (0, "0 warnings: 0 confirmed, 0 reachable, 0 unknown, 0 refuted\n"));
}

#[test]
fn verdicts_are_kept_for_the_next_run() {
    let dir = folder();
    report(
        dir.path(),
        "r.sarif",
        &[warning("core.DivideZero", "Division by zero", 9), warning("core.DivideZero", "Division by zero", 10)],
    );
    let with = |more: &[&str]| run(dir.path(), &[&["r.sarif", "p.c", "--json", "--resume", "kept.jsonl"], more].concat());
    let first = with(&["--out", "one"]);
    assert_eq!(verdicts(&first), ["refuted", "confirmed"]);
    let lines = || fs::read_to_string(dir.path().join("kept.jsonl")).unwrap();
    assert_eq!(lines().lines().count(), 3);
    // A line that was not written to its end is no verdict.
    let text = lines();
    fs::write(dir.path().join("kept.jsonl"), &text[..text.len() - 20]).unwrap();
    let second = with(&["--out", "two"]);
    assert_eq!(verdicts(&second), ["refuted", "confirmed"]);
    assert_eq!(lines().lines().count(), 3);
    let third = with(&["--out", "three"]);
    assert_eq!(verdicts(&third), ["refuted", "confirmed"]);
    assert!(!dir.path().join("three").exists(), "nothing was run");
    // The program has changed: nothing holds any more.
    fs::write(dir.path().join("p.c"), PROGRAM.replace("k - 49", "k - 50")).unwrap();
    let changed = with(&[]);
    assert!(changed.code == 2 && changed.stderr.contains("another program"), "{}", changed.stderr);
}

#[test]
fn only_lines_that_were_changed() {
    let dir = folder();
    let git = |args: &[&str]| {
        let config = ["-c", "user.name=n", "-c", "user.email=e@x", "-c", "init.defaultBranch=main"];
        let done = Command::new("git").args(config).args(args).current_dir(dir.path()).output().expect("git");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    git(&["init", "-q"]);
    git(&["add", "p.c"]);
    git(&["commit", "-q", "-m", "first"]);
    fs::write(dir.path().join("p.c"), PROGRAM.replace("k - 49", "k - 48")).unwrap();
    report(
        dir.path(),
        "r.sarif",
        &[warning("core.DivideZero", "Division by zero", 9), warning("core.DivideZero", "Division by zero", 10)],
    );
    let ran = run(dir.path(), &["r.sarif", "p.c", "--json", "--since", "HEAD"]);
    assert_eq!((verdicts(&ran), ran.code), (vec!["refuted".to_string(), "left out".into()], 0), "{}", ran.stderr);
    let odd = run(dir.path(), &["r.sarif", "p.c", "--since", "--nonsense"]);
    assert!(odd.code != 0 && odd.code != 10, "{}", odd.stderr);
    let none = run(dir.path(), &["r.sarif", "p.c", "--since", "nobody"]);
    assert!(none.code == 2 && none.stderr.contains("--since nobody"), "{}", none.stderr);
}

/// What follows an error that a run may survive is not explored; that is a loss for an error at a line only where control could come there.
#[test]
fn errors_elsewhere_are_no_loss_for_a_line_that_they_do_not_lead_to() {
    let dir = tempfile::tempdir().unwrap();
    let program = |after: &str, loops: &str| {
        format!(
            "#include <stdlib.h>\n#include <string.h>\n#include <homing.h>\n\
            static int used(void) {{ char *f = malloc(1); free(f); int r = *f; {after} return r; }}\n\
            static int part(int d) {{\nreturn 10 / d;\n}}\n\
            int main(void) {{\n  {loops} {{\n    int k = homing_any_int() & 7;\n    if (k == 4) {{ int r = used(); {after} }}\n    \
            part(k + 1);\n    strlen(k ? \"a\" : \"b\");\n  }}\n  return 0;\n}}\n"
        )
    };
    let ask = |text: &str, target: &str| {
        fs::write(dir.path().join("q.c"), text).unwrap();
        homing_in(dir.path(), &["reach", "q.c", "--target", target, "--time", "20"])
    };
    let once = "";
    // In line 6 it is divided, line 13 hands text to the library.
    for target in ["error:division-by-zero@q.c:6", "error@q.c:6", "error:null@q.c:13", "error:out-of-bounds@q.c:13"] {
        let away = ask(&program("exit(1);", once), target);
        assert_eq!(away.code, 0, "{target}: {}", away.stdout);
        let on = ask(&program("", once), target);
        assert_eq!(on.code, 5, "{target}, behind the error: {}", on.stdout);
        let round = ask(&program("exit(1);", "for (int i = 0; i < 2; i++)"), target);
        assert_eq!(round.code, 0, "{target}, in a loop that the error leaves: {}", round.stdout);
        let back = ask(&program("", "for (int i = 0; i < 2; i++)"), target);
        assert_eq!(back.code, 5, "{target}, once more round the loop: {}", back.stdout);
    }
    // A leak is told where the memory came from, wherever the run is by then.
    let leak = ask(&program("exit(1);", once), "error:leak@q.c:4");
    assert_eq!(leak.code, 5, "{}", leak.stdout);
    // One constant apart it divides by zero.
    let twin = ask(&program("exit(1);", once).replace("k + 1", "k - 1"), "error:division-by-zero@q.c:6");
    assert_eq!(twin.code, 10, "{}", twin.stdout);
}
