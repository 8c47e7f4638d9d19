//! Crates in Rust: cargo makes the module, the search and the native replay are those of C.

use std::path::PathBuf;
use std::process::{Command, Output};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn homing(arguments: &[&str]) -> Output {
    let out = tempfile::tempdir().expect("a temporary folder");
    Command::new(env!("CARGO_BIN_EXE_homing"))
        .args(arguments)
        .arg("--out")
        .arg(out.path().join("out"))
        .current_dir(root())
        .output()
        .expect("homing runs")
}

#[test]
fn a_line_is_reached_and_a_panic_is_found() {
    let line = std::fs::read_to_string(root().join("examples/rust-amount/src/lib.rs")).unwrap();
    let line = line.lines().position(|l| l.contains("a special offer")).unwrap() + 1;
    let target = format!("src/lib.rs:{line}");
    let reached = homing(&["reach", "examples/rust-amount", "--entry", "harness", "--target", &target]);
    let said = String::from_utf8_lossy(&reached.stdout);
    assert_eq!(reached.status.code(), Some(10), "{said}{}", String::from_utf8_lossy(&reached.stderr));
    assert!(said.contains("replayed natively") && said.contains("amount::amount"), "{said}");

    let found = homing(&["check", "examples/rust-amount", "--entry", "average"]);
    let said = String::from_utf8_lossy(&found.stdout);
    assert_eq!(found.status.code(), Some(10), "{said}{}", String::from_utf8_lossy(&found.stderr));
    assert!(said.contains("panics") && said.contains("panic_const_div_by_zero") && said.contains("replayed natively"), "{said}");
}

#[test]
fn a_crate_that_does_not_compile_is_told_with_cargos_words() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(folder.path().join("Cargo.toml"), "[package]\nname = \"broken\"\nversion = \"0.1.0\"\n[workspace]\n").unwrap();
    std::fs::write(folder.path().join("src/lib.rs"), "fn x() -> u32 { \"text\" }\n").unwrap();
    let said = homing(&["reach", &folder.path().display().to_string(), "--target", "src/lib.rs:1"]);
    assert_eq!(said.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&said.stderr).contains("mismatched types"));
}
