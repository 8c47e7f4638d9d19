//! Each C program of `tests/programs` does the same natively and, lowered, in the interpreter: plain and optimised, for 64
//! and 32 bits.

mod common;

use common::{compile, data, interpret, lower, native, unsupported};
use tempfile::TempDir;

fn check(name: &str) {
    let folder = TempDir::new().expect("a temporary folder");
    let source = data().join("programs").join(format!("{name}.c"));
    // Without SSE a 32-bit native run would compute doubles with the precision of long doubles.
    for machine in ["-m64 -msse2", "-m32 -msse2"] {
        let machine: Vec<&str> = machine.split(' ').collect();
        for level in ["-O0", "-O2"] {
            let expected = native(&source, &[&[level], &machine[..]].concat(), folder.path());
            let bc = compile(&source, &folder.path().join("program.bc"), &[&[level], &machine[..]].concat());
            let program = lower(&bc, true);
            let flags = format!("{name} {level} {machine:?}");
            assert_eq!(unsupported(&program), Vec::<String>::new(), "{flags}");
            let found = interpret(&program);
            for (i, (e, f)) in expected.1.iter().zip(&found.1).enumerate() {
                assert_eq!(e, f, "{flags}: output {i}");
            }
            assert_eq!(expected, found, "{flags}");
        }
    }
}

macro_rules! programs {
    ($($name:ident)*) => { $( #[test] fn $name() { check(stringify!($name)); } )* };
}

programs! { aggregates arithmetic assembly atomics bitint control convert floats longdouble strings varargs vectors wide }

/// A program that no test runs would be forgotten.
#[test]
fn every_program_has_a_test() {
    let tests = include_str!("programs.rs");
    for entry in std::fs::read_dir(data().join("programs")).expect("the folder").flatten() {
        let name = entry.file_name().into_string().expect("UTF-8 name");
        if let Some(stem) = name.strip_suffix(".c") {
            assert!(tests.contains(&format!(" {stem} ")), "{name} has no test");
        }
    }
}
