//! C programs, one per feature: the interpreter gives the outputs and the exit code of the native run.
//!
//! Modes: `64` and `32` are unoptimised code for those pointer widths, `O2` is optimised. A program says with
//! `// modes: ...` in its first line which it is run in; all by default.

#[path = "support/mod.rs"]
mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use homing_interp::Options;
use homing_ir::Program;
use homing_testkit::{OUTPUT_STUB, TempDir, bitcode, execute, native};
use support::{exit_code, lower, promoted, run_main};

fn flags(mode: &str) -> &'static [&'static str] {
    match mode {
        "64" => &[],
        // Without SSE, native code would compute in the wider x87 format.
        "32" => &["-m32", "-msse2", "-mfpmath=sse"],
        "O2" => &["-O2"],
        other => panic!("no such mode: {other}"),
    }
}

/// Runs one program both ways and says how they differ.
fn compare(source: &Path, mode: &str) -> Result<(), String> {
    let dir = TempDir::new("c-programs");
    let text = std::fs::read_to_string(source).map_err(|e| e.to_string())?;
    let name = source.file_name().and_then(|n| n.to_str()).ok_or("a file name")?;
    let copy = dir.write(name, &text);
    let stub = dir.write("output_stub.c", OUTPUT_STUB);
    let program = dir.path().join("program");
    native(&[&copy, &stub], &program, flags(mode));
    let ran = execute(Command::new(&program), Duration::from_secs(10)).ok_or("the native run does not end")?;
    let expected: Vec<u64> = ran.stdout.lines().filter_map(|l| l.parse().ok()).collect();
    assert!(!expected.is_empty(), "{name} has no outputs");
    let own = [bitcode(&copy, flags(mode))];
    let lowered = std::panic::catch_unwind(|| lower(&own)).map_err(|_| "lowering panics")??;
    compare_run(&lowered, &expected, ran.code).map_err(|e| format!("as lowered: {e}"))?;
    compare_run(&promoted(&lowered)?, &expected, ran.code).map_err(|e| format!("promoted: {e}"))
}

fn compare_run(program: &Program, expected: &[u64], code: Option<i32>) -> Result<(), String> {
    let run = run_main(program, &[], &Options::default())?;
    if run.outputs != expected {
        let at = expected.iter().zip(&run.outputs).take_while(|(a, b)| a == b).count();
        let (want, got) = (expected.get(at), run.outputs.get(at));
        return Err(format!("output {at} of {}: native {want:x?}, interpreter {got:x?}; {:?}", expected.len(), run.outcome));
    }
    if exit_code(&run.outcome) != code {
        return Err(format!("exit: native {code:?}, interpreter {:?}", run.outcome));
    }
    Ok(())
}

#[test]
fn c_programs_run_as_natively() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c_programs");
    let mut sources: Vec<_> =
        std::fs::read_dir(folder).expect("the folder is there").map(|e| e.expect("an entry").path()).collect();
    sources.sort();
    assert!(sources.len() >= 15);
    let mut failures = Vec::new();
    for source in &sources {
        let text = std::fs::read_to_string(source).expect("a readable program");
        let modes = text.lines().next().and_then(|l| l.strip_prefix("// modes:")).unwrap_or("64 32 O2");
        for mode in modes.split_whitespace() {
            if let Err(how) = compare(source, mode) {
                failures.push(format!("{} ({mode}): {how}", source.file_name().expect("a name").display()));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
