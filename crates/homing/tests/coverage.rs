//! The strongest oracle against a wrong UNREACHABLE: every line that a native run covers must not be called unreachable.
//!
//! Each program of the suite is compiled with coverage and run on random inputs; every line that was executed becomes a target.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use homing_testkit::execute;
use serde_json::Value;

/// Random runs of each program.
const RUNS: u32 = 12;

/// Programs whose native runs differ from the analysis by design, that need flags, or where the coverage tool errs (it counts the line
/// behind a call that never returns).
const LEFT_OUT: &[&str] = &[
    "two_files",
    "is_replay",
    "is_symbolic",
    "klee/questions",
    "klee/size_of_input",
    "klee/ends",
    "klee/false_assumption",
    "macro.c",
    "old_c",
    "library/compared_memory",
    "library/overlapping_copies",
    "library/printed_arguments",
    "infinite_loop",
    "control/entry",
    "whole_line_dead",
    "programs/posix/",
];

#[test]
fn covered_lines_are_not_unreachable() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").canonicalize().unwrap();
    let mut files = common::c_files(&root);
    files.retain(|f| !LEFT_OUT.iter().any(|l| f.to_string_lossy().contains(l)));
    let found = common::parallel(&files, |file| {
        let lines = covered(file).unwrap_or_default();
        let bad = unreachable(file, &lines);
        (lines.len(), bad.into_iter().map(|l| format!("{}:{l}", file.display())).collect::<Vec<_>>())
    });
    let lines_checked: usize = found.iter().map(|(n, _)| n).sum();
    let wrong: Vec<&String> = found.iter().flat_map(|(_, bad)| bad).collect();
    assert!(lines_checked > 300, "only {lines_checked} lines were covered: the oracle does not work");
    assert!(wrong.is_empty(), "executed natively, but UNREACHABLE for Homing: {wrong:?}");
}

/// The lines that random native runs execute; `None` if the program cannot be linked (functions without a body).
fn covered(file: &Path) -> Option<BTreeSet<u32>> {
    let dir = tempfile::tempdir().unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compile = |args: &[&str], source: &Path, out: &str| {
        let mut c = Command::new("clang-22");
        c.args(["-O0", "-w", "-c", "-isystem"]).arg(here.join("../front-llvm/include")).args(args);
        c.arg(source).args(["-o", out]).current_dir(dir.path()).status().unwrap().success()
    };
    assert!(compile(&["-g", "--coverage"], file, "prog.o"), "{} does not compile", file.display());
    assert!(compile(&["-DHOMING_RANDOM"], &here.join("../replay/runtime/replay.c"), "runtime.o"));
    let linked = Command::new("clang-22")
        .args(["--coverage", "prog.o", "runtime.o", "-lm", "-o", "prog"])
        .current_dir(dir.path())
        .stderr(Stdio::null())
        .status();
    if !linked.unwrap().success() {
        return None;
    }
    for seed in 1..=RUNS {
        let mut program = Command::new(dir.path().join("prog"));
        program.env("HOMING_SEED", seed.to_string()).current_dir(dir.path());
        if execute(program, std::time::Duration::from_secs(1)).is_none() {
            // It tells nothing of what it covered, and others will do the same.
            break;
        }
    }
    Some(executed_lines(dir.path(), file))
}

/// What `llvm-cov gcov` says was executed.
fn executed_lines(dir: &Path, file: &Path) -> BTreeSet<u32> {
    let made = Command::new("llvm-cov-22").args(["gcov", "prog.gcda"]).current_dir(dir).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let report = PathBuf::from(format!("{}.gcov", file.file_name().unwrap().to_string_lossy()));
    let text = fs::read_to_string(dir.join(report)).unwrap_or_default();
    let mut lines = BTreeSet::new();
    for l in text.lines() {
        let mut parts = l.splitn(3, ':').map(str::trim);
        if let (Some(count), Some(line)) = (parts.next(), parts.next())
            && count.trim_end_matches('*').parse::<u64>().is_ok_and(|n| n > 0)
            && let Ok(line) = line.parse()
        {
            lines.insert(line);
        }
    }
    lines
}

/// The lines among those that Homing calls unreachable. Lines without code of their own (as Homing sees it) are left out.
fn unreachable(file: &Path, lines: &BTreeSet<u32>) -> Vec<u32> {
    let mut lines: Vec<u32> = lines.iter().copied().collect();
    loop {
        if lines.is_empty() {
            return Vec::new();
        }
        let mut args: Vec<String> = ["reach", "--json", "--time", "5", "--replay", "interpreter"].map(String::from).to_vec();
        if file.to_string_lossy().contains("fail_alloc") {
            args.push("--fail-allocations".into());
        }
        args.push(file.display().to_string());
        for l in &lines {
            args.extend(["--target".into(), format!("{}:{l}", file.display())]);
        }
        let ran = common::homing(&args);
        if ran.code == 2 {
            let before = lines.len();
            lines.retain(|l| !ran.stderr.contains(&format!("line {l} of")));
            assert!(lines.len() < before, "{}", ran.stderr);
            continue;
        }
        let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", ran.stdout, ran.stderr));
        let targets = json["targets"].as_array().unwrap();
        assert_eq!(targets.len(), lines.len());
        return lines.iter().zip(targets).filter(|(_, t)| t["verdict"] == "UNREACHABLE").map(|(l, _)| *l).collect();
    }
}
