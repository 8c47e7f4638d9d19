//! From C text to programs in both forms that are compared everywhere: as lowered, and with locals in registers.

use std::path::{Path, PathBuf};

use homing_driver::Lowered;
use homing_front_llvm::load;
use homing_ir::Program;
use homing_testkit::TempDir;

/// Writes the headers that programs include; the flag that makes clang find them.
pub fn headers(dir: &TempDir) -> String {
    format!("-I{}", homing_compile::write_headers(dir.path()).expect("headers can be written").display())
}

/// Loads, links, lowers and verifies what `main` can reach.
pub fn lower(bitcode: &[PathBuf]) -> Result<Program, String> {
    lower_more(bitcode, false)
}

/// The same for what `main` can reach, or everything.
pub fn lower_more(bitcode: &[PathBuf], everything: bool) -> Result<Program, String> {
    let module = load(bitcode).map_err(|e| e.to_string())?;
    let lowered = Lowered::of(&module, "main", &[], everything).map_err(|e| e.to_string())?;
    Ok(lowered.into_program())
}

/// The program after the passes that the engine runs by default.
pub fn promoted(program: &Program) -> Result<Program, String> {
    homing_driver::promoted(program).map_err(|e| e.to_string())
}

/// Compiles one C text and lowers it; panics where that fails, since the text is the test's own.
pub fn compile(source: &str) -> Program {
    let dir = TempDir::new("oracle");
    let include = headers(&dir);
    let c = dir.write("p.c", source);
    lower(&[bitcode(&c, &[&include])]).unwrap_or_else(|e| panic!("{e}"))
}

/// Bitcode of one C file, beside it.
pub fn bitcode(source: &Path, flags: &[&str]) -> PathBuf {
    homing_testkit::bitcode(source, flags)
}
