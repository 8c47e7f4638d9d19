//! Compiling small programs and running them both ways.
#![allow(dead_code)]

use homing_front_llvm::{LowerOptions, load};
use homing_interp::{Options, Outcome};
use homing_ir::Program;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The folder with this crate's test data.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Runs clang; its message is the panic's.
pub fn clang(arguments: &[&str], files: &[&Path]) {
    let out = Command::new("clang-22").args(arguments).args(files).output().expect("clang-22 runs");
    assert!(out.status.success(), "clang {arguments:?} {files:?}: {}", String::from_utf8_lossy(&out.stderr));
}

/// Compiles C text to bitcode as the tool does, with more flags.
pub fn bitcode(folder: &TempDir, text: &str, flags: &[&str]) -> PathBuf {
    let source = folder.path().join("program.c");
    std::fs::write(&source, text).expect("writable");
    compile(&source, &folder.path().join("program.bc"), flags)
}

/// Compiles a file to bitcode.
pub fn compile(source: &Path, out: &Path, flags: &[&str]) -> PathBuf {
    let mut all = vec!["-g", "-Xclang", "-disable-O0-optnone", "-w", "-emit-llvm", "-c"];
    all.extend(flags);
    all.extend(["-o", out.to_str().expect("UTF-8 path")]);
    clang(&all, &[source]);
    out.to_path_buf()
}

/// Loads, lowers and verifies.
pub fn lower(path: &Path, with_library: bool) -> Program {
    let module = load(&[path.to_path_buf()]).unwrap_or_else(|e| panic!("{e}"));
    let program = module.lower(&LowerOptions { roots: None, with_library }).unwrap_or_else(|e| panic!("{e}"));
    if let Err(errors) = homing_ir::verify(&program) {
        panic!("{}: {}", path.display(), errors.join("\n"));
    }
    program
}

/// Lowers C text.
pub fn lower_text(text: &str) -> Program {
    let folder = TempDir::new().expect("a temporary folder");
    lower(&bitcode(&folder, text, &["-O0"]), false)
}

/// The texts of everything unsupported in the program.
pub fn unsupported(p: &Program) -> Vec<String> {
    let mut all = Vec::new();
    for b in p.functions.iter().flat_map(|f| &f.blocks) {
        for i in &b.insts {
            if let homing_ir::Inst::Unsupported { what } = i {
                all.push(p.strings[*what as usize].clone());
            }
        }
    }
    all
}

/// Exit code and reported numbers of a run in the interpreter.
pub fn interpret(p: &Program) -> (i32, Vec<u64>) {
    let entry = p.find("main").expect("a main function");
    let run = homing_interp::run(p, entry, &[], &Options::default());
    match run.outcome {
        Outcome::Returned(code) | Outcome::Exited(code) => (code & 0xff, run.outputs),
        other => panic!("the interpreter stopped: {other:?} after {} outputs", run.outputs.len()),
    }
}

/// The same of a native run.
pub fn native(source: &Path, flags: &[&str], folder: &Path) -> (i32, Vec<u64>) {
    let program = folder.join("native");
    let mut all = flags.to_vec();
    all.extend(["-w", "-lm", "-o", program.to_str().expect("UTF-8 path")]);
    clang(&all, &[source, &data().join("runtime.c")]);
    let out = Command::new(&program).output().expect("the program runs");
    let text = String::from_utf8(out.stdout).expect("numbers");
    (out.status.code().expect("an exit code"), text.lines().map(|l| l.parse().expect("a number")).collect())
}
