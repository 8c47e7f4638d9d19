//! Programs that use the C library and files, built through `homing cc`: run natively and by `homing run`, they do the same.
//! `cargo xtask coreutils` and `cargo xtask programs` do this for many more.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const HOMING: &str = env!("CARGO_BIN_EXE_homing");

/// Builds a program of `tests/real` and takes its bitcode out; both beside each other in the folder.
fn build(name: &str, folder: &Path) -> (PathBuf, PathBuf) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real").join(format!("{name}.c"));
    let (native, bitcode) = (folder.join(name), folder.join(format!("{name}.bc")));
    let mut cc = Command::new(HOMING);
    cc.args(["cc", "-O2"]).arg(&source).arg("-lm").arg("-o").arg(&native).env("HOMING_CC_STRICT", "1");
    let mut extract = Command::new(HOMING);
    extract.arg("extract").arg(&native).arg("-o").arg(&bitcode);
    for mut c in [cc, extract] {
        let done = c.output().expect("homing runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    (native, bitcode)
}

/// The same call twice, in a folder with the file `given` in it.
fn compare(name: &str, calls: &[(&[&str], &str)]) {
    let folder = tempfile::tempdir().unwrap();
    let (native, bitcode) = build(name, folder.path());
    for (number, (args, stdin)) in calls.iter().enumerate() {
        let files = folder.path().join(format!("files{number}"));
        let input = folder.path().join("stdin");
        std::fs::create_dir(&files).unwrap();
        std::fs::write(files.join("given"), "one two Two three two\nONE\n").unwrap();
        std::fs::write(&input, stdin).unwrap();
        let mut inside = Command::new(HOMING);
        inside.arg("run").arg(&bitcode).arg("--fs-from").arg(&files).arg("--stdin").arg(&input).arg("--").args(*args);
        let inside = inside.output().expect("homing runs");
        let said = String::from_utf8_lossy(&inside.stderr);
        if said.contains("tools/libc") {
            // The set-up could not fetch it: that has to be told, and nothing may be made up.
            assert!(inside.status.code() == Some(2) && inside.stdout.is_empty(), "{said}");
            return;
        }
        let mut c = Command::new(&native);
        std::os::unix::process::CommandExt::arg0(&mut c, name);
        c.args(*args).current_dir(&files).env_clear().stdin(std::fs::File::open(&input).unwrap());
        let outside = c.output().expect("the program runs");
        let told = |o: &Output| {
            (o.status.code(), String::from_utf8_lossy(&o.stdout).into_owned(), String::from_utf8_lossy(&o.stderr).into_owned())
        };
        assert_eq!(told(&inside), told(&outside), "{name} {args:?}");
    }
}

#[test]
fn options_streams_and_sorting() {
    let text = "the cat and the dog\nand THE bird\n";
    compare(
        "count",
        &[(&[], text), (&["-i", "-n2"], text), (&["given", "gone"], ""), (&["-n", "0x1", "-i", "given", "given"], "")],
    );
}

#[test]
fn conversions() {
    let lines = "1 , 0x10 word\n-5,7 x\nnothing\n3 , 010\n";
    compare("table", &[(&["42", "-0x1F", "1e3x"], lines), (&["99999999999999999999", "-1.5e-7", "", "inf"], "")]);
}

#[test]
fn files_and_folders() {
    compare("files", &[(&[], "")]);
}
