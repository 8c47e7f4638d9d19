//! Programs with arguments, files and standard input: what is written about them, and that it can be run again. Verdicts are in
//! `tests/programs/posix`.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Ran, has_libc, homing, homing_in};
use serde_json::Value;

fn program(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/posix").join(name);
    path.canonicalize().unwrap().display().to_string()
}

/// The line that carries the mark.
fn line(name: &str, mark: &str) -> String {
    let text = fs::read_to_string(program(name)).unwrap();
    let at = text.lines().position(|l| l.ends_with(&format!("// <{mark}>"))).expect("the mark is there");
    format!("{name}:{}", at + 1)
}

fn run(dir: &Path, args: &str) -> Ran {
    homing_in(dir, &args.split(' ').collect::<Vec<_>>())
}

fn json(path: PathBuf) -> Value {
    serde_json::from_str(&fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))).unwrap()
}

fn compile(dir: &Path, name: &str, flags: &[&str], out: &str) {
    let mut c = Command::new("clang-22");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../front-llvm/include");
    c.args(["-g", "-O0", "-w", "-isystem"]).arg(include).args(flags).arg(program(name)).args(["-o", out]).current_dir(dir);
    assert!(c.status().unwrap().success());
}

#[test]
fn a_test_case_holds_everything_and_runs_again() {
    if !has_libc() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let hit = line("table.c", "hit");
    let found = run(dir.path(), &format!("reach {} --target {hit} --arg A --sym-files 1 10 --out out", program("table.c")));
    assert_eq!(found.code, 10, "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("replayed natively"), "{}", found.stdout);
    assert!(found.stdout.contains("    table A\n    file A: \"TBL\\x02"), "{}", found.stdout);
    assert!(found.stdout.contains("Native runs: "), "{}", found.stdout);

    let test = json(dir.path().join("out/test000001.json"));
    assert_eq!(test["invocation"]["argv"][1]["text"], "A");
    assert_eq!(test["invocation"]["files"][0]["path"]["text"], "A");
    assert_eq!(test["invocation"]["files"][0]["contents"]["bytes"].as_str().unwrap().len(), 20);
    assert_eq!(test["environment"], serde_json::json!(["--arg=A", "--sym-files", "1", "10"]));
    let report = json(dir.path().join("out/report.json"));
    assert_eq!(report["targets"][0]["test"]["invocation"], test["invocation"]);

    for file in ["out/test000001.json", "out/test000001.ktest"] {
        let again = run(dir.path(), &format!("replay {file} {} --target {hit} --json", program("table.c")));
        let told: Value = serde_json::from_str(&again.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", again.stdout, again.stderr));
        assert_eq!((&told["targets"][0]["native"], &told["targets"][0]["interpreter"]), (&true.into(), &true.into()), "{told}");
        assert_eq!(told["native"], "it ended with exit code 4", "{told}");
        assert_eq!(again.code, 10);
    }
    // The .ktest by itself: the flags are in its arguments.
    fs::copy(dir.path().join("out/test000001.ktest"), dir.path().join("alone.ktest")).unwrap();
    let again = run(dir.path(), &format!("replay alone.ktest {} --target {hit}", program("table.c")));
    assert_eq!(again.code, 10, "{}{}", again.stdout, again.stderr);
    assert!(again.stdout.contains("reached, natively and in the interpreter"), "{}", again.stdout);

    // The user's own binary.
    compile(dir.path(), "table.c", &[], "table");
    let script = Command::new(dir.path().join("out/test000001.sh")).arg("./table").current_dir(dir.path()).output().unwrap();
    assert_eq!(script.status.code(), Some(4), "{}", String::from_utf8_lossy(&script.stderr));
    assert_eq!(String::from_utf8_lossy(&script.stderr), "exit status 4\n");
}

#[test]
fn known_input_and_files_come_from_the_machine() {
    if !has_libc() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("files/sub")).unwrap();
    fs::write(dir.path().join("files/sub/t"), b"TBL\x02\x0a\x00\x32\x14\x00\x19").unwrap();
    let hit = line("table.c", "hit");
    let found = run(dir.path(), &format!("reach {} --target {hit} --arg sub/t --fs-from files --out out", program("table.c")));
    assert_eq!(found.code, 10, "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("replayed natively") && found.stdout.contains("folder sub"), "{}", found.stdout);
    // The folder may be gone: the test case has what was in it.
    fs::remove_dir_all(dir.path().join("files")).unwrap();
    let again = run(dir.path(), &format!("replay out/test000001.json {} --target {hit}", program("table.c")));
    assert!(again.stdout.contains("reached, natively and in the interpreter"), "{}{}", again.stdout, again.stderr);

    fs::write(dir.path().join("in"), "40\n1\n1\n").unwrap();
    let hit = line("numbers_in.c", "hit");
    let found = run(dir.path(), &format!("reach {} --target {hit} --stdin in --json", program("numbers_in.c")));
    let report: Value = serde_json::from_str(&found.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", found.stdout, found.stderr));
    assert_eq!(report["targets"][0]["replay"]["by"], "native", "{report:#}");
    assert_eq!(report["targets"][0]["test"]["invocation"]["stdin"]["text"], "40\\n1\\n1\\n");
}

#[test]
fn bitcode_takes_arguments_as_klee_does() {
    if !has_libc() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    compile(dir.path(), "quote_null.c", &["-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c"], "quote.bc");
    let found = run(dir.path(), "check quote.bc --out out -- -v --sym-arg 2");
    assert_eq!(found.code, 10, "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("replayed natively") && found.stdout.contains("    quote -v -Z\n"), "{}", found.stdout);
    let source = program("quote_null.c");
    let found = run(dir.path(), &format!("check {source} --out two -- -DX=1 -- -v -sym-arg 2"));
    assert!(found.stdout.contains("    quote_null -v -Z\n"), "{}{}", found.stdout, found.stderr);
}

#[test]
fn a_failing_system_call_is_replayed_by_the_interpreter() {
    if !has_libc() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let missing = line("table.c", "missing");
    let found =
        run(dir.path(), &format!("reach {} --target {missing} --arg A --sym-files 1 4 --max-fail 1 --json", program("table.c")));
    let report: Value = serde_json::from_str(&found.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", found.stdout, found.stderr));
    assert_eq!(report["verdict"], "REACHED");
    assert_eq!(report["targets"][0]["replay"]["by"], "interpreter", "{report:#}");
    assert!(report["targets"][0]["replay"]["why"].as_str().unwrap().contains("system call fails"), "{report:#}");
    assert_eq!(report["targets"][0]["test"]["invocation"]["failed"], true);
}

#[test]
fn errors_in_the_library_are_told_with_the_users_line() {
    if !has_libc() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let found = run(dir.path(), &format!("check {} --sym-arg 5 --sym-stdin 8", program("library_errors.c")));
    assert_eq!(found.code, 10, "{}{}", found.stdout, found.stderr);
    for (line, inside) in
        [(9, "inside strcpy"), (11, "inside sprintf"), (14, "in main"), (18, "inside strlen"), (20, "inside read")]
    {
        let told = found
            .stdout
            .lines()
            .any(|l| l.starts_with("ERROR") && l.contains(&format!(".c:{line} in main")) && l.contains(inside));
        assert!(told, "line {line}, {inside}:\n{}", found.stdout);
    }
    assert_eq!(found.stdout.matches("  replayed natively").count(), 6, "{}", found.stdout);
    assert!(found.stdout.contains("6 errors found"), "{}", found.stdout);
}

#[test]
fn wrong_flags_are_told() {
    let table = program("table.c");
    for (args, code, text) in [
        ("--sym-args 2 1 3", 1, "least"),
        ("--sym-arg x", 1, "x"),
        ("--stdin /nonexistent/file", 2, "--stdin /nonexistent/file: no such file"),
        ("--fs-from /nonexistent/dir", 2, "--fs-from /nonexistent/dir: no such file"),
        ("--sym-arg 1 --32", 1, "--32"),
        ("--sym-arg 1 --entry main2", 1, "--entry"),
        ("--env A=1 --env A=2", 1, "twice"),
        ("--sym-arg 1 --libc builtin", 1, "--libc builtin"),
        ("--sym-arg 1 -- -DX -- --sym-args 1", 1, "missing"),
    ] {
        let all: Vec<&str> = ["check", &table].into_iter().chain(args.split(' ')).collect();
        let ran = homing(&all);
        assert_eq!(ran.code, code, "{args}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(text), "{args}: {}", ran.stderr);
    }
}

/// Lines of the program with a case, by number.
fn cases(text: &str) -> Vec<(usize, usize)> {
    let number = |l: &str| l.trim_start().strip_prefix("case ")?.split(':').next()?.parse().ok();
    text.lines().enumerate().filter_map(|(i, l)| Some((i + 1, number(l)?))).collect()
}

#[test]
fn whatever_differs_between_machines_and_runs_is_lost() {
    if !has_libc() {
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/environment/asks.c").canonicalize().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let fixed = text.lines().position(|l| l.contains("/* fixed */")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let ran = run(dir.path(), &format!("check {} --json --time 240", file.display()));
    let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}", ran.stderr));
    assert_eq!(report["ended"], "exhausted", "{}", ran.stderr);
    assert_eq!(report["errors"], serde_json::json!([]));
    let losses = report["losses"].as_array().unwrap();
    for (line, number) in cases(&text) {
        let lost: Vec<&Value> = losses.iter().filter(|l| l["line"] == line).map(|l| &l["detail"]).collect();
        assert_eq!(lost.is_empty(), line > fixed, "case {number}: {lost:?}");
    }
}
