//! Programs in microc through the real binary: every command, what it prints, and what it leaves behind.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{Ran, homing_in};
use serde_json::Value;

const FACTORIAL: &str = "\
factorial(n) {
  var r;
  if (n == 0) {
    r = 1;
  } else {
    r = n * factorial(n - 1);
  }
  return r;
}
main() {
  var a;
  a = factorial(input);
  output a;
  return 1 / (a - 2);
}
";

/// Two errors, and a line that needs three numbers that fit together.
const TWO: &str = "\
main(n, m) {
  var x, a, p;
  x = input;
  a = [10, 20, 30];
  p = null;
  if (x > 5 && n == m * 3 && m > 100) {
    output n;
    p = &x;
  }
  x = a[x];
  return *p;
}
";

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("f.uc"), FACTORIAL).unwrap();
    fs::write(dir.path().join("two.mc"), TWO).unwrap();
    dir
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[track_caller]
fn ran(dir: &Path, args: &[&str], code: i32) -> Ran {
    let ran = homing_in(dir, args);
    assert_eq!(ran.code, code, "homing {args:?}\n{}{}", ran.stdout, ran.stderr);
    ran
}

/// Runs with that standard input.
fn typed(dir: &Path, args: &[&str], input: &str) -> Ran {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_homing"));
    command.args(args).current_dir(dir).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    Ran { code: out.status.code().unwrap_or(-1), stdout: text(&out.stdout), stderr: text(&out.stderr) }
}

#[test]
fn run_prints_outputs_and_how_it_ended() {
    let dir = folder();
    let d = dir.path();
    let good = ran(d, &["microc", "run", "f.uc", "--input", "20", "--time"], 0);
    assert_eq!(good.stdout, "2432902008176640000\n");
    assert!(good.stderr.starts_with("returned 0\n") && good.stderr.contains(" s\n"), "{}", good.stderr);
    let bad = ran(d, &["microc", "run", "f.uc", "--input", "2"], 10);
    assert_eq!(bad.stdout, "2\n");
    assert!(bad.stderr.starts_with("f.uc:14:12: error: division-by-zero"), "{}", bad.stderr);
    assert!(bad.stderr.contains("\n 14 |   return 1 / (a - 2);\n"), "{}", bad.stderr);
    let few = ran(d, &["microc", "run", "f.uc", "--input", ""], 2);
    assert!(few.stderr.contains("f.uc:12:17") && few.stderr.contains("no inputs left"), "{}", few.stderr);
    let deep = ran(d, &["microc", "run", "f.uc", "--input", "-1"], 5);
    assert!(deep.stderr.contains("--max-depth"), "{}", deep.stderr);
    ran(d, &["microc", "run", "f.uc", "--input", "-1", "--max-steps", "100"], 5);
    // Machine integers.
    let narrow = ran(d, &["microc", "run", "f.uc", "--input", "20", "--int-width", "32"], 0);
    assert_eq!(narrow.stdout, "-2102132736\n");
    let text = "say(n) { var r; r = n; output n; return r; }\nmain() { var x; x = say(72); x = say(228); output 10; return say(128512); }";
    fs::write(d.join("a.microc"), text).unwrap();
    assert_eq!(ran(d, &["microc", "run", "a.microc", "--ascii"], 0).stdout, "Hä\n😀");
}

#[test]
fn run_reads_inputs_from_everywhere() {
    let dir = folder();
    let d = dir.path();
    fs::write(d.join("sum.uc"), "main(n) { var s; s = 0; while (n > 0) { s = s + input; n = n - 1; } output s; return s; }")
        .unwrap();
    fn of<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["microc", "run", "sum.uc", "--args", "3"], more].concat()
    }
    assert_eq!(ran(d, &of(&["--input", "3 -4 5"]), 0).stdout, "4\n");
    assert_eq!(ran(d, &of(&["--input=-3\n-4,-5"]), 0).stdout, "-12\n");
    fs::write(d.join("in.txt"), "# three numbers\n1\n2 3 4\n").unwrap();
    assert_eq!(ran(d, &of(&["--input-file", "in.txt"]), 0).stdout, "6\n");
    assert_eq!(typed(d, &of(&[]), "7 8\n# no\n\n9").stdout, "24\n");
    let bad = typed(d, &of(&[]), "7 eight 9");
    assert!(bad.code == 2 && bad.stderr.contains("`eight`"), "{} {}", bad.code, bad.stderr);
    assert!(ran(d, &of(&["--input", "1 x"]), 2).stderr.contains("`x`"));
    assert!(ran(d, &["microc", "run", "sum.uc", "--input", "1"], 1).stderr.contains("--args"));
    assert!(ran(d, &of(&["--input-file", "none.txt"]), 2).stderr.contains("none.txt: no such file"));
    assert!(ran(d, &["microc", "run", "sum.uc", "--args", "-2", "--input", ""], 0).stdout == "0\n");
}

#[test]
fn check_stops_at_the_first_error_or_goes_on() {
    let dir = folder();
    let d = dir.path();
    let one = ran(d, &["check", "two.mc"], 10);
    assert!(one.stdout.contains("1 error found") && one.stdout.contains("replayed by the microc interpreter"), "{}", one.stdout);
    let all: Value = serde_json::from_str(&ran(d, &["check", "two.mc", "--all-errors", "--json"], 10).stdout).unwrap();
    let mut kinds: Vec<&str> = all["errors"].as_array().unwrap().iter().map(|e| e["kind"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["null", "out-of-bounds"]);
    assert_eq!(all["ended"], "exhausted");
    // 1/0 can be avoided: everything is explored and nothing found.
    fs::write(d.join("good.uc"), "main() { var x; x = input; if (x != 0) x = 10 / x; return x; }").unwrap();
    let good = ran(d, &["check", "good.uc", "--stats-dir", "st"], 0);
    assert!(good.stdout.starts_with("NO ERROR"), "{}", good.stdout);
    let number = |name: &str| fs::read_to_string(d.join("st").join(name)).unwrap().trim().parse::<u64>().unwrap();
    assert_eq!((number("coverage.txt"), number("error.txt")), (2, 0));
    assert!(number("time.txt") < 60_000);
    // The failing path is not counted.
    fs::write(d.join("bad.uc"), "main() { return 1 / 0; }").unwrap();
    ran(d, &["check", "bad.uc", "--output", "st"], 10);
    assert_eq!((number("coverage.txt"), number("error.txt")), (0, 1));
}

#[test]
fn a_test_case_can_be_run_and_replayed() {
    let dir = folder();
    let d = dir.path();
    ran(d, &["reach", "two.mc:7", "--out", "out"], 10);
    let mut names: Vec<String> =
        fs::read_dir(d.join("out")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(
        names,
        [
            "info.json",
            "losses.json",
            "report.json",
            "report.txt",
            "stats.json",
            "test000001.json",
            "test000001.trail",
            "test000001.txt"
        ]
    );
    let report = json(&d.join("out/report.json"));
    assert_eq!(report["targets"][0]["replay"]["by"], "microc interpreter");
    assert_eq!(report["targets"][0]["test"]["inputs"][1]["name"], "m");
    assert_eq!(json(&d.join("out/test000001.json"))["inputs"][0]["name"], "n");
    let values: Vec<i64> = report["targets"][0]["test"]["inputs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| i["value"].as_str().unwrap().parse().unwrap())
        .collect();
    assert!(values[0] == 3 * values[1] && values[1] > 100 && values[2] > 5, "{values:?}");
    // The remark in the file is the call that runs it.
    let text = fs::read_to_string(d.join("out/test000001.txt")).unwrap();
    assert_eq!(
        text.lines().next().unwrap(),
        format!("# homing microc run two.mc --args \"{} {}\" --input-file out/test000001.txt", values[0], values[1])
    );
    let args = format!("{} {}", values[0], values[1]);
    let run = ran(d, &["microc", "run", "two.mc", "--args", &args, "--input-file", "out/test000001.txt"], 10);
    assert_eq!(run.stdout, format!("{}\n", values[0]));
    for test in ["out/test000001.txt", "out/test000001.json"] {
        let again = ran(d, &["replay", test, "two.mc:7"], 10);
        assert!(again.stdout.contains("two.mc:7: reached in the interpreter"), "{}", again.stdout);
        assert!(ran(d, &["replay", test, "two.mc:11"], 0).stdout.contains("not reached"));
        let error: Value = serde_json::from_str(&ran(d, &["replay", test, "two.mc", "--json"], 10).stdout).unwrap();
        assert_eq!((&error["error"]["kind"], &error["error"]["line"]), (&"out-of-bounds".into(), &10.into()));
    }
}

#[test]
fn targets_of_every_kind() {
    let dir = folder();
    let d = dir.path();
    fs::write(
        d.join("t.uc"),
        "dead(x) {\n  return x;\n}\nf(x) {\n  return x + 1;\n}\nmain() {\n  var x;\n  x = input;\n  if (x * x == 2)\n    output 1;\n  if (x > 10)\n    x = f(x);\n  return 7 / (x -\n    input);\n}\n",
    )
    .unwrap();
    let verdict = |target: &str, code: i32| ran(d, &["reach", "t.uc", "--target", target, "--time", "20"], code);
    verdict("t.uc:11", 0);
    verdict("t.uc:13", 10);
    verdict("t.uc:15", 10);
    verdict("f()", 10);
    verdict("dead()", 0);
    verdict("t.uc:2", 0);
    verdict("t.uc:1", 0);
    verdict("error", 10);
    verdict("error:division-by-zero", 10);
    verdict("error:null", 0);
    assert!(verdict("t.uc:8", 2).stderr.contains("9"), "the next line with code is named");
    assert!(verdict("g()", 2).stderr.contains("g"));
    assert!(verdict("any", 1).stderr.contains("microc"));
    // A wrong product is found with machine integers only.
    assert!(ran(d, &["reach", "t.uc:11", "--int-width", "6", "--time", "20"], 0).stdout.contains("UNREACHABLE"));
    fs::write(d.join("w.uc"), "main() {\n  var x;\n  x = input;\n  if (x * x == 17)\n    output x;\n  return 0;\n}\n").unwrap();
    ran(d, &["reach", "w.uc:5", "--time", "20"], 0);
    ran(d, &["reach", "w.uc:5", "--time", "20", "--int-width", "16"], 10);
}

#[test]
fn every_strategy_searches_microc() {
    let dir = folder();
    let d = dir.path();
    let list = homing_in(d, &["strategies"]).stdout;
    let names =
        list.lines().take_while(|l| !l.is_empty()).filter_map(|l| l.split_whitespace().next()).filter(|n| !n.contains(':'));
    let mut count = 0;
    for name in names.chain(["interleave:dfs,2*random", "batch:10*random-path", "ties-random:sdse"]) {
        // What is not native is not fuzzed but guessed.
        let guesses = ["guess", "fuzz", "concolic"].contains(&name);
        let args = ["reach", "two.mc:7", "two.mc:11", "--search", name, "--time", if guesses { "1" } else { "60" }];
        let got = homing_in(d, &args);
        assert_eq!(got.code, 10, "{name}: {}{}", got.stdout, got.stderr);
        // Guessing does not solve equations.
        let wanted = if guesses { 1 } else { 2 };
        assert_eq!(got.stdout.matches("REACHED").count(), wanted, "{name}: {}", got.stdout);
        count += 1;
    }
    assert!(count > 12, "{list}");
}

#[test]
fn both_treatments_of_an_index_agree() {
    let dir = folder();
    let d = dir.path();
    fs::write(d.join("i.uc"), "main() {\n  var a;\n  a = [3, 5, 7, 9];\n  if (a[input] == 7)\n    output 1;\n  return 0;\n}\n")
        .unwrap();
    let paths = |how: &str| {
        let got = ran(d, &["check", "i.uc", "--all-errors", "--json", "--symbolic-index", how], 10);
        let json: Value = serde_json::from_str(&got.stdout).unwrap();
        assert_eq!(json["errors"].as_array().unwrap().len(), 1);
        json["statistics"]["paths"].as_u64().unwrap() - json["statistics"]["error_paths"].as_u64().unwrap()
    };
    assert_eq!((paths("merge"), paths("fork")), (2, 4));
}

#[test]
fn export_is_json_with_the_indent_asked_for() {
    let dir = folder();
    let d = dir.path();
    let two = ran(d, &["microc", "export", "f.uc", "--indent", "2"], 0).stdout;
    assert!(two.contains("\n  \"") && serde_json::from_str::<Value>(&two).is_ok(), "{two}");
    ran(d, &["microc", "export", "f.uc", "--indent", "0", "-o", "f.json"], 0);
    let flat = fs::read_to_string(d.join("f.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&flat).unwrap(), serde_json::from_str::<Value>(&two).unwrap());
    assert!(flat.lines().count() == 1 && flat.ends_with('\n'));
}

#[test]
fn control_flow_in_three_forms() {
    let dir = folder();
    let d = dir.path();
    let text = ran(d, &["microc", "cfg", "f.uc"], 0).stdout;
    assert!(text.contains("factorial\n") && text.contains("if (n == 0)") && text.contains("yes "), "{text}");
    let norm = ran(d, &["microc", "cfg", "f.uc", "--norm"], 0).stdout;
    assert!(norm.lines().count() > text.lines().count() && norm.contains("_t0 = n - 1;"), "{norm}");
    assert!(ran(d, &["microc", "cfg", "f.uc", "--format", "dot"], 0).stdout.starts_with("digraph"));
    ran(d, &["microc", "cfg", "f.uc", "-o", "f.svg"], 0);
    let svg = fs::read_to_string(d.join("f.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("main()") && svg.contains("n == 0") && !svg.contains("never"), "{svg}");
}

#[test]
fn generated_programs_are_the_same_for_the_same_seed() {
    let dir = folder();
    let d = dir.path();
    let generate = |more: &[&str]| ran(d, &[&["microc", "generate", "--seed", "7"], more].concat(), 0).stdout;
    assert_eq!(generate(&[]), generate(&[]));
    assert_ne!(generate(&[]), generate(&["--larger"]));
    let plain = generate(&["--generateDivisions", "false", "--maxTopLvlStmtsCount", "30", "--forLoopGenProb", "0.4"]);
    assert!(!plain.contains('/') && plain.contains("while"), "{plain}");
    ran(d, &["microc", "generate", "-o", "p.uc", "--seed", "7", "--errorGuaranteed"], 0);
    assert_eq!(fs::read_to_string(d.join("p.uc")).unwrap(), generate(&["--errorGuaranteed", "true"]));
    ran(d, &["microc", "generate", "-o", "set", "--count", "3", "--seed", "7"], 0);
    assert_eq!(fs::read_to_string(d.join("set/seed000007.uc")).unwrap(), generate(&[]));
    assert_eq!(fs::read_dir(d.join("set")).unwrap().count(), 3);
    for bad in [&["--loopGenProb", "1.5"][..], &["--maxBlockDepth", "0"], &["--clampedInputs", "x"], &["--count", "3"]] {
        ran(d, &[&["microc", "generate"], bad].concat(), 1);
    }
}

#[test]
fn a_bench_counts_paths_time_and_errors() {
    let dir = folder();
    let d = dir.path();
    fs::create_dir(d.join("set")).unwrap();
    fs::write(d.join("set/a.uc"), "main() { var x; x = input; if (x > 3) output 1; return 0; }").unwrap();
    fs::write(d.join("set/b.uc"), "main() { var x; x = input; if (x > 3) x = 1 / (x - 7); return 0; }").unwrap();
    fs::write(d.join("set/c.uc"), "main() { var x; x = input; while (x > 0) x = x + input; return 0; }").unwrap();
    let args =
        ["microc", "bench", "set", "--search", "dfs,bfs", "--time", "500ms", "--csv", "r.csv", "--json", "r.json", "--runs"];
    let table = ran(d, &args, 0).stdout;
    assert!(table.contains("time-outs") && table.contains("division-by-zero at 1:"), "{table}");
    let sums = json(&d.join("r.json"))["sums"].clone();
    assert_eq!(sums.as_array().unwrap().len(), 2);
    for s in sums.as_array().unwrap() {
        assert_eq!(
            (&s["programs"], &s["errors"], &s["time_outs"], &s["complete"]),
            (&3.into(), &1.into(), &1.into(), &1.into()),
            "{s}"
        );
        assert!(s["paths"].as_u64().unwrap() >= 2);
    }
    let csv = fs::read_to_string(d.join("r.csv")).unwrap();
    assert_eq!(csv.lines().count(), 7);
    assert!(ran(d, &["microc", "bench", "nowhere"], 2).stderr.contains("nowhere"));
    ran(d, &["microc", "bench", "set", "--search", "luck"], 1);
}

#[test]
fn the_other_commands_take_microc_too() {
    let dir = folder();
    let d = dir.path();
    assert!(ran(d, &["graph", "two.mc:8"], 0).stdout.starts_with("digraph"));
    assert!(ran(d, &["graph", "f.uc:4", "--callgraph", "--format", "svg"], 0).stdout.contains("factorial()"));
    ran(d, &["dist", "two.mc:8", "-o", "two.dist"], 0);
    let dist = fs::read_to_string(d.join("two.dist")).unwrap();
    assert!(dist.contains("8:0\n") && !dist.contains("\n11:"), "{dist}");
    ran(d, &["reach", "two.mc:8", "--dist", "two.dist", "--search", "sdse"], 10);
    fs::write(d.join("far.dist"), "99:1\n").unwrap();
    assert!(ran(d, &["reach", "two.mc:8", "--dist", "far.dist"], 2).stderr.contains("line 99"));
    let compared = ran(d, &["compare", "two.mc:8", "--strategies", "dfs,bfs", "--seeds", "2", "--time", "20"], 0).stdout;
    assert!(compared.contains("dfs") && compared.contains("bfs"), "{compared}");
}

#[test]
fn flags_that_mean_nothing_are_refused() {
    let dir = folder();
    let d = dir.path();
    for flags in [
        &["--32"][..],
        &["--clang", "clang"],
        &["--replay", "native"],
        &["--entry", "factorial"],
        &["--check", "overflow"],
        &["--fail-allocations"],
        &["--undefined", "havoc"],
        &["--", "-DX"],
        &["--int-width", "1"],
        &["--int-width", "65"],
    ] {
        let got = ran(d, &[&["check", "f.uc"], flags].concat(), 1);
        assert!(got.stderr.contains(flags.last().unwrap()) || got.stderr.contains(flags[0]), "{flags:?}: {}", got.stderr);
    }
    fs::write(d.join("a.c"), "int main(void) { return 0; }\n").unwrap();
    ran(d, &["check", "a.c", "--int-width", "32"], 1);
    ran(d, &["check", "a.c", "--symbolic-index", "fork"], 1);
    assert!(ran(d, &["check", "a.c", "f.uc"], 2).stderr.contains("one file"));
    assert!(ran(d, &["check", "f.uc", "two.mc"], 2).stderr.contains("one file"));
    ran(d, &["check", "f.uc", "--all-errors", "--first-error"], 1);
}

/// The count is that of the same program in C, where it was found by counting runs.
#[test]
fn the_tokenizer_has_as_many_paths_as_in_c() {
    let dir = folder();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/tokens.uc").display().to_string();
    let ran = ran(dir.path(), &["check", &program, "--json", "--search", "dfs", "--merge", "none"], 0);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&report["ended"], &report["statistics"]["paths"]), (&"exhausted".into(), &23_140.into()));
    assert_eq!(report["losses"].as_array().unwrap().len(), 0);
}
