//! The C library inside the engine against the machine's own: programs that make thousands of calls with arguments at random and at corners,
//! each printing what a call gave, wrote and left in `errno`, run natively and inside the engine. The output must be the same, line by line.
//! Functions of which that cannot be said count a loss when they are called (`tests/programs/posix/library_losses.c`) and are not here.
//!
//! `HOMING_HOST_CALLS=500 cargo test -p homing --test host` makes that many rounds instead of a few, with another seed for each program.

mod common;

use std::path::PathBuf;
use std::process::Command;

use common::{has_libc, homing_in, parallel};

const PROGRAMS: [&str; 10] = ["ctype", "getopt", "locale", "math", "regex", "stdio", "stdlib", "string", "time", "wchar"];

#[test]
fn the_same_calls_give_the_same_natively_and_inside() {
    if !has_libc() {
        return;
    }
    let rounds: u32 = std::env::var("HOMING_HOST_CALLS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let wrong: Vec<String> = parallel(&PROGRAMS, |name| compare(name, rounds)).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Where the two runs of a program differ first.
fn compare(name: &str, rounds: u32) -> Option<String> {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/host/{name}.c"));
    let seed = name.bytes().fold(rounds, |s, b| s.wrapping_mul(31).wrapping_add(b.into())) % 1000;
    let defines = [format!("-DSEED={seed}"), format!("-DCOUNT={rounds}")];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let built = folder.path().join("native");
    let clang = Command::new("clang-22").args(["-w", "-O0", "-o"]).arg(&built).args(&defines).arg(&source).arg("-lm").output();
    let clang = clang.expect("clang-22 runs");
    assert!(clang.status.success(), "{name}: {}", String::from_utf8_lossy(&clang.stderr));
    let home = folder.path().join("home");
    std::fs::create_dir(&home).expect("a folder can be made");
    let native = Command::new(&built).env_clear().current_dir(&home).output().expect("the program runs");
    let source = source.to_string_lossy().into_owned();
    let inside = homing_in(folder.path(), &["run", &source, "--", "-w", &defines[0], &defines[1]]);
    let native = String::from_utf8_lossy(&native.stdout).into_owned();
    assert!(native.lines().count() > 30, "{name} printed no more than {native:?}");
    if native == inside.stdout {
        return None;
    }
    let pairs = native.lines().zip(inside.stdout.lines().chain(std::iter::repeat("(nothing)")));
    let first = pairs.enumerate().find(|(_, (a, b))| a != b);
    let (line, (a, b)) = first.unwrap_or((0, ("(the same as far as it goes)", "")));
    Some(format!("{name}, line {}, seed {seed}:\n  native: {a}\n  inside: {b}\n  {}", line + 1, inside.stderr))
}
