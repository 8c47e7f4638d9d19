//! Whole runs: the programs of `tests/snapshots` say in their first line how they are run; what is printed and what `report.json` holds is
//! compared with the files beside. Times, sizes and counts of work are left out, as are folders.
//! `UPDATE_EXPECT=1 cargo test -p homing --test snapshots` accepts the present output; read the difference.

mod common;

use common::homing_in;
use homing_testkit::expect::{compare, without_numbers};
use std::fs;
use std::path::Path;

#[test]
fn reports_of_runs_are_as_the_files_say() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let wrong: Vec<String> = common::programs(&sources).iter().flat_map(|p| run(p)).filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn run(source: &Path) -> [Result<(), String>; 2] {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (base, name) = (folder.path().canonicalize().expect("the folder"), source.file_name().expect("a name").to_string_lossy());
    let text = fs::read_to_string(source).expect("a readable file");
    fs::write(base.join(&*name), &text).expect("writable");
    let line = text.lines().next().and_then(|l| l.strip_prefix("// homing ")).expect("how it is run").replace("FILE", &name);
    let ran = homing_in(&base, &[line.split_whitespace().collect(), vec!["--out", "out"]].concat());
    assert_eq!(ran.stderr, "", "{name}");
    let json = fs::read_to_string(base.join("out/report.json")).unwrap_or_else(|e| panic!("{name}: {e}\n{}", ran.stdout));
    // `a.c` and `a.uc` have reports of their own.
    let beside = |kind: &str| source.with_file_name(format!("{name}.{kind}"));
    let printed = format!("{}exit code {}\n", told(&ran.stdout), ran.code);
    [compare(&beside("txt"), &printed), compare(&beside("json"), &data(&json, &base))]
}

/// The report for people without what differs from run to run.
fn told(text: &str) -> String {
    let line = |l: &str| match l.split_once(' ') {
        Some(("CPU", _)) => without_numbers(l),
        Some(("Native", _)) => "Native runs: ...".into(),
        _ if l.contains(" instructions, ") => without_numbers(l),
        _ => l.to_string(),
    };
    text.lines().map(|l| line(l) + "\n").collect()
}

/// The same of the report for programs.
fn data(json: &str, base: &Path) -> String {
    let mut out = String::new();
    let mut counts = false;
    for line in json.replace(&format!("{}/", base.display()), "").lines() {
        let (key, value) = line.split_once(": ").unwrap_or((line, ""));
        let name = key.trim().trim_matches('"');
        counts = counts && line != "  }," || name == "statistics";
        let comma = if line.ends_with(',') { "," } else { "" };
        match name {
            "homing" | "isolation" => out.push_str(&format!("{key}: \"...\"{comma}\n")),
            "after_seconds" => out.push_str(&format!("{key}: #{comma}\n")),
            _ if counts && value.starts_with(|c: char| c.is_ascii_digit()) => out.push_str(&format!("{key}: #{comma}\n")),
            _ => out.push_str(&format!("{line}\n")),
        }
    }
    out
}
