//! The kernel model against the real kernel: the same random sequences of system calls in both.

mod common;

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use homing_posix::{Environment, FileSpec, Node};

const SEQUENCES: u32 = 300;

#[test]
fn random_sequences_of_calls_give_what_the_kernel_gives() {
    let build = tempfile::tempdir().expect("a temporary folder");
    let base = tempfile::tempdir().expect("a temporary folder");
    std::fs::set_permissions(base.path(), std::fs::Permissions::from_mode(0o755)).expect("own folder");
    let mut path = base.path().to_str().expect("a plain path").to_string();
    let mut files = Vec::new();
    for part in ["1", "2", "3", "4", "5", "w"] {
        path = format!("{path}/{part}");
        files.push(FileSpec { path: path.clone().into_bytes(), mode: 0o755, node: Node::Dir });
    }
    let environment = Environment { cwd: path.into_bytes(), files, ..Environment::default() };
    let program = common::build(build.path(), "differ", Some(&environment));
    let last = SEQUENCES.to_string();
    let output = Command::new(program).arg(base.path()).args(["1", &last]).output().expect("the program runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{out}{err}", output.status);
}
