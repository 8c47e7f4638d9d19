//! From C text to programs in both forms that are compared everywhere: as lowered, and with locals in registers.

use std::path::{Path, PathBuf};

use homing_front_llvm::{LowerOptions, load};
use homing_ir::{Program, PromoteOptions};
use homing_testkit::TempDir;

/// Writes the headers that programs include; the flag that makes clang find them.
pub fn headers(dir: &TempDir) -> String {
    let root = dir.path().join("include");
    for (name, text) in homing_front_llvm::include_dir_files() {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the header can be written");
    }
    format!("-I{}", root.display())
}

/// Loads, links, lowers and verifies what `main` can reach.
pub fn lower(bitcode: &[PathBuf]) -> Result<Program, String> {
    lower_from(bitcode, Some("main"))
}

/// The same from another root, or everything.
pub fn lower_from(bitcode: &[PathBuf], root: Option<&str>) -> Result<Program, String> {
    let module = load(bitcode).map_err(|e| e.to_string())?;
    let roots = root.map(|r| vec![r.to_string()]);
    let program = module.lower(&LowerOptions { roots, with_library: true }).map_err(|e| e.to_string())?;
    homing_ir::verify(&program).map_err(|faults| format!("the lowered program is malformed:\n{}", faults.join("\n")))?;
    Ok(program)
}

/// The program after the passes that the engine runs by default.
pub fn promoted(program: &Program) -> Result<Program, String> {
    let mut program = program.clone();
    homing_ir::promote(&mut program, &PromoteOptions::default());
    homing_ir::verify(&program).map_err(|faults| format!("the promoted program is malformed:\n{}", faults.join("\n")))?;
    Ok(program)
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
