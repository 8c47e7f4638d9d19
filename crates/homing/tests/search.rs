//! Distances from files, pictures and comparisons, through the real binary.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Ran, homing_in};
use homing_testkit::wait::until;
use serde_json::Value;

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/search").join(name).canonicalize().unwrap()
}

/// The line with that mark, as a target.
fn marked(file: &Path, mark: &str) -> String {
    let text = fs::read_to_string(file).unwrap();
    let at = text.lines().position(|l| l.ends_with(&format!("// <{mark}>"))).unwrap();
    format!("{}:{}", file.display(), at + 1)
}

fn run(folder: &Path, args: &[&str]) -> Ran {
    homing_in(folder, args)
}

/// Distance by line.
fn read(path: &Path) -> Vec<(usize, u32)> {
    let pair = |l: &str| l.split_once(':').map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap())).unwrap();
    fs::read_to_string(path).unwrap().lines().map(pair).collect()
}

#[test]
fn distances_belong_to_the_lines_of_the_text() {
    let dir = tempfile::tempdir().unwrap();
    let ran = run(dir.path(), &["dist", &marked(&program("two_calls.c"), "same"), "-o", "two.dist"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = fs::read_to_string(dir.path().join("two.ll")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let distances = read(&dir.path().join("two.dist"));
    assert!(distances.is_sorted());
    let at = distances.iter().find(|(_, d)| *d == 0).unwrap().0;
    assert!(lines[at - 1].contains("call void @klee_reach()"), "{}", lines[at - 1]);
    // As in the manual: behind the second call a store, two loads, a comparison and the branch.
    let branch = (0..at - 1).rev().find(|i| lines[*i].starts_with("  br i1")).unwrap() + 1;
    let words = ["store", "load", "load", "icmp", "br"];
    for (i, word) in words.iter().enumerate() {
        let line = branch - 4 + i;
        assert!(lines[line - 1].contains(word), "{}", lines[line - 1]);
        assert!(distances.contains(&(line, 5 - i as u32)));
    }
    assert!(lines[branch - 6].contains("call i32 @clip"));
    // Nothing that is not an instruction has a distance.
    assert!(distances.iter().all(|(l, _)| lines[l - 1].starts_with("  ") && !lines[l - 1].starts_with("   ")));
}

/// The states that the strategy saw first, as `--print-worklist` shows them.
fn picks(folder: &Path, target: &str, dist: &str) -> (i32, String) {
    let ran = run(folder, &["reach", target, "--search", "sdse", "--dist", dist, "--print-worklist", "1", "--time", "30"]);
    (ran.code, ran.stderr)
}

#[test]
fn distances_of_the_user_order_and_never_drop() {
    let dir = tempfile::tempdir().unwrap();
    let file = program("two_calls.c");
    let (same, never) = (marked(&file, "same"), marked(&file, "never"));
    assert_eq!(run(dir.path(), &["dist", &same, "-o", "two.dist"]).code, 0);
    let (code, computed) = picks(dir.path(), &same, "two.dist");
    assert_eq!(code, 10, "{computed}");
    assert!(!computed.contains("infinite") || computed.find("infinite") > computed.find("state 2"), "{computed}");
    // All lines are infinitely far: the verdicts stay.
    fs::write(dir.path().join("none.dist"), "").unwrap();
    let (code, told) = picks(dir.path(), &same, "none.dist");
    assert_eq!(code, 10, "{told}");
    assert!(told.contains("infinite"), "{told}");
    assert_eq!(run(dir.path(), &["reach", &never, "--dist", "none.dist", "--time", "30"]).code, 0);
    // Wrong way round: the nearest are the farthest.
    let turned: String = read(&dir.path().join("two.dist")).iter().map(|(l, d)| format!("{l}:{}\n", 1000 - d)).collect();
    fs::write(dir.path().join("turned.dist"), turned).unwrap();
    let (code, told) = picks(dir.path(), &same, "turned.dist");
    assert_eq!(code, 10);
    assert!(told.contains("  9") && told != computed);
    let (code, again) = picks(dir.path(), &same, "turned.dist");
    assert_eq!((code, again), (10, told));
}

#[test]
fn wrong_files_of_distances_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let target = marked(&program("two_calls.c"), "same");
    for (text, part) in [("999999:1\n", "line 999999"), ("a:1\n", "not LINE:DISTANCE")] {
        fs::write(dir.path().join("bad.dist"), text).unwrap();
        let ran = run(dir.path(), &["reach", &target, "--dist", "bad.dist"]);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
    let ran = run(dir.path(), &["reach", &target, "--dist", "missing.dist"]);
    assert!(ran.code == 2 && ran.stderr.contains("no such file"));
    // The text must not go over the program itself.
    fs::write(dir.path().join("p.ll"), "define i32 @main() {\n  ret i32 0\n}\n").unwrap();
    let ran = run(dir.path(), &["dist", "p.ll", "--target", "main()", "-o", "p.dist"]);
    assert!(ran.code == 2 && ran.stderr.contains("overwritten"), "{}", ran.stderr);
    assert_eq!(run(dir.path(), &["dist", "p.ll", "--target", "error", "-o", "q.dist"]).code, 1);
}

/// A target behind a call that nobody makes, and an endless loop elsewhere: less than a CPU second, most of it the compiler's.
#[test]
fn what_cannot_reach_is_dropped_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let target = marked(&program("endless_elsewhere.c"), "hidden");
    let ran = run(dir.path(), &["reach", &target, "--json", "--time", "60"]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["verdict"], "UNREACHABLE");
    assert!(json["statistics"]["instructions"].as_u64().unwrap() < 1000, "{}", json["statistics"]);
    // Without dropping there is no end.
    let ran = run(dir.path(), &["reach", &target, "--techniques", "none", "--max-instructions", "20000"]);
    assert_eq!(ran.code, 5);
}

#[test]
fn pictures() {
    let dir = tempfile::tempdir().unwrap();
    let target = marked(&program("two_calls.c"), "same");
    let dot = run(dir.path(), &["graph", &target, "--icfg"]).stdout;
    assert!(dot.starts_with("digraph") && dot.contains("clip()") && dot.contains("#c00000"), "{dot}");
    assert_eq!(dot.matches("style=dashed").count(), 3, "main calls clip and differ, differ calls clip: {dot}");
    for flags in [&["--function", "clip"][..], &["--icfg"], &["--callgraph"], &[]] {
        let mut args = vec!["graph", &target, "-o", "out.svg"];
        args.extend(flags);
        let ran = run(dir.path(), &args);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let svg = fs::read_to_string(dir.path().join("out.svg")).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
    let ran = run(dir.path(), &["graph", &target, "--function", "nope"]);
    assert!(ran.code == 2 && ran.stderr.contains("no such function"));
}

#[test]
fn a_comparison_can_be_interrupted_and_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let target = marked(&program("two_calls.c"), "same");
    let base = ["compare", &target, "--time", "20", "-j", "2", "--resume", "runs.jsonl"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    // Two seeds, then four: the first two are not done again.
    let ran = run(dir.path(), &with(&["--strategies", "dfs,sdse", "--seeds", "2"]));
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let first = fs::read_to_string(dir.path().join("runs.jsonl")).unwrap();
    assert_eq!(first.lines().count(), 1 + 4);
    let outputs = ["--csv", "c.csv", "--json", "c.json", "--html", "c.html"];
    let ran = run(dir.path(), &with(&[&["--strategies", "dfs,sdse", "--seeds", "4"][..], &outputs].concat()));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let all = fs::read_to_string(dir.path().join("runs.jsonl")).unwrap();
    assert!(all.starts_with(&first) && all.lines().count() == 1 + 8);
    let json: Value = serde_json::from_str(&fs::read_to_string(dir.path().join("c.json")).unwrap()).unwrap();
    for s in json["strategies"].as_array().unwrap() {
        assert_eq!((&s["runs"], &s["reached"], &s["time_outs"]), (&4.into(), &4.into(), &0.into()));
        assert!(s["work"]["median"].as_f64().unwrap() > 0.0 && s["cpu_seconds"]["siqr"].as_f64().is_some());
    }
    // Strategies without chance do the same work with every seed.
    let dfs: Vec<&Value> =
        json["runs"].as_array().unwrap().iter().filter(|r| r["strategy"] == "dfs").map(|r| &r["work"]).collect();
    assert!(dfs.len() == 4 && dfs.iter().all(|w| *w == dfs[0]));
    assert_eq!(fs::read_to_string(dir.path().join("c.csv")).unwrap().lines().count(), 1 + 8);
    let page = fs::read_to_string(dir.path().join("c.html")).unwrap();
    assert_eq!(page.matches("<circle").count(), 2 * 8);
    assert!(!page.contains("src=") && !page.contains("href="));
    // Another time is another comparison.
    let ran = run(dir.path(), &["compare", &target, "--time", "21", "--resume", "runs.jsonl"]);
    assert!(ran.code == 2 && ran.stderr.contains("time is 20, not 21"), "{}", ran.stderr);
}

/// A run without an end is stopped after its CPU time; Ctrl-C leaves the finished runs.
#[test]
fn time_outs_and_interrupts() {
    let dir = tempfile::tempdir().unwrap();
    let target = marked(&program("endless_elsewhere.c"), "hidden");
    let flags =
        ["compare", &target, "--strategies", "dfs", "--time", "300ms", "--run-flag=--techniques=none", "--resume", "runs"];
    let ran = run(dir.path(), &[&flags[..], &["--seeds", "2"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = fs::read_to_string(dir.path().join("runs")).unwrap();
    assert_eq!(text.matches("\"time-out\"").count(), 2, "{text}");
    assert!(ran.stdout.contains('\u{221e}'), "{}", ran.stdout);
    let mut child = Command::new(env!("CARGO_BIN_EXE_homing"));
    child.args(flags).args(["--seeds", "1000"]).current_dir(dir.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().unwrap();
    let runs = || fs::read_to_string(dir.path().join("runs")).unwrap().lines().count();
    assert!(until(dir.path(), Duration::from_secs(60), || runs() > 3));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(5));
    assert!(runs() > 3 && fs::read_to_string(dir.path().join("runs")).unwrap().ends_with('\n'));
}

#[test]
fn fuzzing_with_the_same_seed_is_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let target = marked(&program("../fuzz/keywords.c"), "open");
    let fuzzing = |seed: &str| {
        let ran = run(dir.path(), &["reach", &target, "--search", "fuzz", "--seed", seed, "--time", "60", "--json"]);
        let json: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(json["verdict"], "REACHED", "{json}");
        json["statistics"]["fuzzing"].clone()
    };
    let first = fuzzing("1");
    assert!(first["runs"].as_u64() > Some(1000), "{first}");
    assert_eq!(first, fuzzing("1"));
    assert_ne!(first, fuzzing("2"));
}

#[test]
fn why_a_program_is_not_fuzzed_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let target = marked(&program("../fuzz/values.c"), "never");
    let ran = run(dir.path(), &["reach", &target, "--search", "fuzz", "--replay", "interpreter", "--time", "1"]);
    assert!(ran.stdout.contains("fuzzed in 0 native runs") && ran.stdout.contains("--replay interpreter"), "{}", ran.stdout);
}
