//! The kernel model call by call, compiled natively, with inputs from a table instead of symbolic ones.

mod common;

use std::process::Command;

use homing_posix::{Arg, Environment, FileSpec, Limits, Node, Stdin, Text};

fn environment() -> Environment {
    let file = |path: &str, mode, node| FileSpec { path: path.into(), mode, node };
    Environment {
        program: b"prog".to_vec(),
        args: vec![
            Arg::Text(Text::Concrete(b"-x".to_vec())),
            Arg::Some { min: 1, max: 3, len: 2 },
            Arg::Text(Text::Symbolic { max: 4 }),
        ],
        env: vec![(b"HOME".to_vec(), Text::Concrete(b"/home/user".to_vec())), (b"SYM".to_vec(), Text::Symbolic { max: 2 })],
        stdin: Stdin::Symbolic { max: 300 },
        files: vec![
            file("A", 0o640, Node::Symbolic { name: "A".into(), max: 5 }),
            file("sub/dir/text", 0o644, Node::File(b"given".to_vec())),
            file("link", 0o777, Node::Link(b"sub/dir/text".to_vec())),
            file("loop1", 0o777, Node::Link(b"loop2".to_vec())),
            file("loop2", 0o777, Node::Link(b"loop1".to_vec())),
            file("secret", 0, Node::File(b"x".to_vec())),
            file("/etc/conf", 0o400, Node::File(b"x".to_vec())),
            file("twice", 0o600, Node::File(b"first".to_vec())),
            file("./twice", 0o640, Node::File(b"second".to_vec())),
            file("sub", 0o711, Node::Dir),
            file("sub/dir/other", 0o600, Node::File(b"".to_vec())),
            file("/dev/shm/y", 0o600, Node::File(b"".to_vec())),
        ],
        cwd: b"/home/user".to_vec(),
        max_fail: 0,
        libc: false,
        limits: Limits { bytes: 1_000_000, open_files: 20 },
    }
}

/// Runs these tests of `calls.c`, each with the exit status it must end with.
fn run(environment: &Environment, tests: &[(&str, i32)]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = common::build(folder.path(), "calls", Some(environment));
    for &(name, status) in tests {
        let output = Command::new(&program).arg(name).output().expect("the program runs");
        assert_eq!(
            output.status.code(),
            Some(status),
            "{name}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn calls_do_what_linux_does() {
    let plain = [
        "arguments",
        "symbolic_files",
        "symbolic_file_at_its_end",
        "standard_input",
        "output",
        "given_files",
        "descriptors_as_files",
        "symbolic_names",
        "limits_of_space",
        "limit_of_descriptors",
        "signals",
        "pipes",
        "waiting_for_ever",
        "memory",
        "identity",
        "clocks",
        "unknown_calls",
        "removed_directories",
        "vectors_and_unnamed_files",
        "halves",
    ];
    let mut tests: Vec<(&str, i32)> = plain.iter().map(|&name| (name, 0)).collect();
    tests.extend([("signal_that_kills", 128 + 15), ("broken_pipe", 128 + 13), ("ends", 42)]);
    run(&environment(), &tests);
}

#[test]
fn an_input_without_an_end() {
    run(&Environment { stdin: Stdin::Unbounded, ..environment() }, &[("stream", 0)]);
}

#[test]
fn calls_fail_when_they_are_told_to() {
    run(&Environment { max_fail: 2, ..environment() }, &[("faults", 0)]);
}
