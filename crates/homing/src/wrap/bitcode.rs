//! The second compile: a source file to bitcode.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use super::flags;
use crate::compile::{Compiler, LENIENT, io_message};

/// What every bitcode for the engine is made with: nothing optimised, names and lines kept.
const FLAGS: [&str; 9] =
    ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-w", "-emit-llvm", "-c", "-U_FORTIFY_SOURCE"];

/// Compiles one source with the user's flags. The flags may be for another compiler: those that clang does not know are then
/// left out. `Err` is the first error.
pub fn compile(source: &Path, language: &str, user: &[OsString]) -> Result<Vec<u8>, String> {
    let clang = Compiler::find(None).map_err(|f| f.message)?;
    let refused = match attempt(&clang, source, language, user) {
        Ok(bitcode) => return Ok(bitcode),
        Err(why) => why,
    };
    let fewer = flags::essential(user);
    if fewer.len() == user.len() {
        return Err(refused);
    }
    attempt(&clang, source, language, &fewer).map_err(|_| refused)
}

fn attempt(clang: &Path, source: &Path, language: &str, user: &[OsString]) -> Result<Vec<u8>, String> {
    let mut c = Command::new(clang);
    c.args(LENIENT).args(user).args(FLAGS).args(["-o", "-", "-x", language]).arg(source).stdin(Stdio::null());
    let done = c.output().map_err(|e| format!("{}: {}", clang.display(), io_message(&e)))?;
    if done.status.success() && done.stdout.starts_with(b"BC") {
        return Ok(done.stdout);
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let line = said.lines().find(|l| l.contains("error:")).or_else(|| said.lines().next());
    Err(line.map_or_else(|| format!("{} ended with {}", clang.display(), done.status), str::to_string))
}
