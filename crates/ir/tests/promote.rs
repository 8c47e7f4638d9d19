//! The pass on small programs: each file in `tests/promote` is a program, a line `----`, and the program afterwards.
//! A first line `# options: ...` switches things (`keep-uninitialised`, `no-cleanup`, `no-merge`, ...).
//! `UPDATE_EXPECT=1 cargo test -p homing-ir --test promote` accepts the present output; read the diff.

use homing_ir::{PromoteOptions, parse, promote, verify};
use homing_testkit::expect;
use std::path::Path;

fn options(text: &str) -> PromoteOptions {
    let mut o = PromoteOptions::default();
    let first = text.lines().next().unwrap_or("");
    for word in first.strip_prefix("# options:").unwrap_or("").split_whitespace() {
        match word {
            "keep-uninitialised" => o.keep_uninitialised = true,
            "no-promote" => o.promote = false,
            "no-cleanup" => o.cleanup = false,
            "no-copies" => o.copies = false,
            "no-truth" => o.truth = false,
            "no-checks" => o.checks = false,
            "no-params" => o.params = false,
            "no-unused" => o.unused = false,
            "no-thread" => o.thread = false,
            "no-merge" => o.merge = false,
            _ => panic!("unknown option {word}"),
        }
    }
    o
}

fn check(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let input = text.split_once("\n----\n").map_or(text.trim_end(), |t| t.0);
    let mut p = parse(input).map_err(|e| e.to_string())?;
    verify(&p).map_err(|e| format!("before: {}", e.join("\n")))?;
    promote(&mut p, &options(input));
    verify(&p).map_err(|e| format!("after: {}\n{p}", e.join("\n")))?;
    let have = p.to_string();
    let have = have.strip_prefix("program ptr 64\n").unwrap_or(&have);
    expect::compare(path, &format!("{input}\n----\n{have}"))
}

#[test]
fn examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/promote");
    let files = expect::files(&folder, "txt");
    assert!(files.len() > 10);
    let failures: Vec<String> = files.iter().filter_map(|f| check(f).err().map(|e| format!("{}: {e}", f.display()))).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
