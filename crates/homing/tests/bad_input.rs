//! Bad input: each has a clear message and the right exit code.

mod common;

use common::{Ran, homing_in};
use std::fs;
use std::path::Path;

const GOOD: &str =
    "#include <klee/klee.h>\nint main(void) {\n  int x = klee_int(\"x\");\n\n  if (x == 3)\n    return 1;\n  return 0;\n}\n";

/// A folder with a good program in it.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("good.c"), GOOD).unwrap();
    dir
}

/// Runs in a fresh folder and checks exit code and message.
fn check(args: &[&str], code: i32, says: &[&str]) {
    let dir = folder();
    check_in(dir.path(), args, code, says);
}

fn check_in(dir: &Path, args: &[&str], code: i32, says: &[&str]) -> Ran {
    let ran = homing_in(dir, args);
    assert_eq!(ran.code, code, "homing {args:?}\n{}{}", ran.stdout, ran.stderr);
    for s in says {
        assert!(ran.stderr.contains(s), "homing {args:?} does not say {s:?} but:\n{}{}", ran.stdout, ran.stderr);
    }
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    ran
}

#[test]
fn usage() {
    check(&[], 1, &["Usage"]);
    check(&["walk"], 1, &["walk"]);
    check(&["reach"], 1, &["FILE"]);
    check(&["reach", "good.c"], 1, &["no target"]);
    check(&["reach", "good.c:6", "--time", "soon"], 1, &["soon", "not a time"]);
    check(&["reach", "good.c:6", "--memory", "much"], 1, &["much"]);
    check(&["reach", "good.c:6", "--search", "luck"], 1, &["luck", "dfs"]);
    check(&["reach", "good.c", "--target", "error:sadness"], 1, &["sadness", "null"]);
    check(&["reach", "good.c", "--target", "nonsense"], 1, &["nonsense", "FILE:LINE"]);
    check(&["reach", "good.c:6", "--check", "vibes"], 1, &["vibes"]);
}

#[test]
fn help_and_version_are_no_errors() {
    let dir = folder();
    for args in [&["--help"][..], &["--version"], &["reach", "--help"], &["strategies"]] {
        let ran = homing_in(dir.path(), args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
        assert!(!ran.stdout.is_empty());
    }
    let help = homing_in(dir.path(), &["--help"]).stdout;
    assert!(help.contains("Exit codes") && help.contains("Examples"), "{help}");
}

#[test]
fn files() {
    check(&["reach", "absent.c:3"], 2, &["absent.c", "no such file"]);
    check(&["reach", "absent.bc", "--target", "any"], 2, &["absent.bc", "no such file"]);
    check(&["reach", "."], 1, &["no target"]);
    check(&["check", "."], 2, &["not a .c"]);
    check(&["check", "good.py"], 2, &["good.py", "not a .c"]);
}

#[test]
fn bitcode() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("text.bc"), "this is no bitcode\n").unwrap();
    check_in(dir.path(), &["check", "text.bc"], 2, &["text.bc"]);
    fs::write(at("empty.bc"), "").unwrap();
    check_in(dir.path(), &["check", "empty.bc"], 2, &["empty.bc"]);
    fs::write(at("bad.ll"), "define i32 @main( { ret }\n").unwrap();
    check_in(dir.path(), &["check", "bad.ll"], 2, &["bad.ll"]);
    let made = std::process::Command::new("clang-22")
        .args(["-c", "-emit-llvm", "-O0", "-o", "whole.bc", "-x", "c", "-"])
        .current_dir(dir.path())
        .stdin(std::process::Stdio::piped())
        .spawn()
        .and_then(|mut c| {
            use std::io::Write;
            c.stdin.take().unwrap().write_all(b"int main(void) { return 0; }\n")?;
            c.wait()
        });
    assert!(made.unwrap().success());
    check_in(dir.path(), &["check", "whole.bc"], 0, &[]);
    let bytes = fs::read(at("whole.bc")).unwrap();
    for n in [3, 4, 40, bytes.len() / 3, bytes.len() / 2, bytes.len() - 4] {
        fs::write(at("cut.bc"), &bytes[..n]).unwrap();
        check_in(dir.path(), &["check", "cut.bc"], 2, &["cut.bc"]);
    }
    // Damage inside: any clean answer, but no crash.
    for i in (8..bytes.len()).step_by(bytes.len() / 60 + 1) {
        let mut damaged = bytes.clone();
        damaged[i] ^= 0x55;
        fs::write(at("damaged.bc"), &damaged).unwrap();
        let ran = homing_in(dir.path(), &["check", "damaged.bc", "--time", "2", "--replay", "interpreter"]);
        assert!([0, 2, 5, 10].contains(&ran.code), "byte {i}: exit code {}\n{}", ran.code, ran.stderr);
    }
}

#[test]
fn targets() {
    check(&["reach", "good.c:4"], 2, &["line 4", "5"]);
    check(&["reach", "good.c:400"], 2, &["400"]);
    check(&["reach", "good.c", "--target", "other.c:3"], 2, &["other.c"]);
    check(&["reach", "good.c", "--target", "mian()"], 2, &["mian", "main"]);
    check(&["reach", "good.c:6", "--entry", "start"], 2, &["start"]);
}

#[test]
fn a_file_name_that_fits_several_files() {
    let dir = folder();
    for (sub, function) in [("a", "main"), ("b", "other")] {
        fs::create_dir(dir.path().join(sub)).unwrap();
        fs::write(dir.path().join(sub).join("same.c"), format!("int {function}(void) {{\n  return 1;\n}}\n")).unwrap();
    }
    let both = ["a/same.c", "b/same.c"];
    check_in(dir.path(), &["reach", both[0], both[1], "-t", "same.c:2"], 2, &["several", both[0], both[1]]);
    check_in(dir.path(), &["reach", both[0], both[1], "-t", "a/same.c:2"], 10, &[]);
    check_in(dir.path(), &["reach", both[0], both[1], "-t", "b/same.c:2"], 0, &[]);
    check_in(&dir.path().join("a"), &["reach", "same.c", "../b/same.c:2"], 0, &[]);
}

#[test]
fn no_main() {
    let dir = folder();
    fs::write(dir.path().join("lib.c"), "int f(int x) {\n  return x;\n}\n").unwrap();
    check_in(dir.path(), &["reach", "lib.c:2"], 2, &["main", "--entry"]);
}

#[test]
fn two_mains() {
    let dir = folder();
    fs::write(dir.path().join("again.c"), GOOD).unwrap();
    check_in(dir.path(), &["check", "good.c", "again.c"], 2, &["again.c", "main"]);
}

#[test]
fn the_compiler() {
    check(&["reach", "good.c:6", "--clang", "/nonexistent/clang"], 2, &["/nonexistent/clang", "no such file"]);
    check(&["reach", "good.c:6", "--clang", "no-such-clang"], 2, &["no-such-clang", "PATH"]);
    check(&["reach", "good.c:6", "--clang", "/etc/passwd"], 2, &["/etc/passwd", "not a program"]);
    check(&["reach", "good.c:6", "--clang", "/bin/false"], 2, &["/bin/false", "no message"]);
    let dir = folder();
    fs::write(dir.path().join("wrong.c"), "int main(void) {\n  return undeclared;\n}\n").unwrap();
    check_in(dir.path(), &["reach", "wrong.c:2"], 2, &["wrong.c", "undeclared"]);
    check(&["reach", "good.c:6", "--", "-Wno-such", "-fno-such-flag"], 2, &["no-such-flag"]);
}

#[test]
fn the_output_folder() {
    let dir = folder();
    fs::write(dir.path().join("file"), "").unwrap();
    check_in(dir.path(), &["reach", "good.c:6", "--out", "file/inside"], 2, &["--out file/inside"]);
    check_in(dir.path(), &["reach", "good.c:6", "--out", "file"], 2, &["--out file"]);
    check_in(dir.path(), &["reach", "good.c:6", "--out", "/proc/homing"], 2, &["--out /proc/homing"]);
    fs::create_dir(dir.path().join("full")).unwrap();
    fs::write(dir.path().join("full/precious"), "").unwrap();
    check_in(dir.path(), &["reach", "good.c:6", "--out", "full"], 2, &["not empty"]);
    let ran = check_in(dir.path(), &["reach", "good.c:6", "--out", "new/deep"], 10, &[]);
    assert!(ran.stdout.contains("REACHED"), "{}", ran.stdout);
    assert!(dir.path().join("new/deep/test000001.ktest").exists());
}

#[test]
fn no_time_is_unknown() {
    let dir = folder();
    let ran = homing_in(dir.path(), &["reach", "good.c:6", "--time", "0"]);
    assert_eq!(ran.code, 5, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("UNKNOWN") && ran.stdout.contains("time"), "{}", ran.stdout);
}

#[test]
fn test_files() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    check_in(dir.path(), &["replay", "absent.ktest", "good.c"], 2, &["absent.ktest", "no such file"]);
    fs::write(at("bad.ktest"), "nothing").unwrap();
    check_in(dir.path(), &["replay", "bad.ktest", "good.c"], 2, &["bad.ktest", "KTEST"]);
    fs::write(at("cut.ktest"), b"KTEST\0\0\0\x03\0\0").unwrap();
    check_in(dir.path(), &["replay", "cut.ktest", "good.c"], 2, &["truncated"]);
    fs::write(at("bad.json"), "[]").unwrap();
    check_in(dir.path(), &["replay", "bad.json", "good.c"], 2, &["bad.json"]);
}
