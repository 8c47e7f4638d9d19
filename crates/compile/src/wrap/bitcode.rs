//! The second compile: a source file to bitcode.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use homing_host::{io_message, process};

use super::flags;
use crate::compiler::LENIENT;

/// What every bitcode for the engine is made with: nothing optimised, names and lines kept.
const FLAGS: [&str; 9] =
    ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-w", "-emit-llvm", "-c", "-U_FORTIFY_SOURCE"];

/// A source file and how it is compiled.
pub struct Unit<'a> {
    pub clang: &'a Path,
    /// Where the compiler is run: relative paths among the flags start there.
    pub directory: &'a Path,
    pub source: &'a Path,
    /// As `-x` names it.
    pub language: &'a str,
    /// From the user's build. They may be for another compiler.
    pub flags: &'a [OsString],
    /// Our own, which are always taken.
    pub extra: &'a [OsString],
}

impl Unit<'_> {
    /// The bitcode. If clang refuses, once more without the flags that only some compilers know. `Err` is the first error.
    pub fn compile(&self) -> Result<Vec<u8>, String> {
        let refused = match self.attempt(self.flags) {
            Ok(bitcode) => return Ok(bitcode),
            Err(why) => why,
        };
        let fewer = flags::essential(self.flags);
        if fewer.len() == self.flags.len() {
            return Err(refused);
        }
        self.attempt(&fewer).map_err(|_| refused)
    }

    fn attempt(&self, user: &[OsString]) -> Result<Vec<u8>, String> {
        let mut c = Command::new(self.clang);
        c.args(LENIENT).args(user).args(FLAGS).args(self.extra).args(["-o", "-", "-x", self.language]).arg(self.source);
        let done = process::output(c.stdin(Stdio::null()).current_dir(self.directory));
        let done = done.map_err(|e| format!("{} in {}: {}", self.clang.display(), self.directory.display(), io_message(&e)))?;
        if done.status.success() && done.stdout.starts_with(b"BC") {
            return Ok(done.stdout);
        }
        let said = String::from_utf8_lossy(&done.stderr);
        let line = said.lines().find(|l| l.contains("error:")).or_else(|| said.lines().next());
        Err(line.map_or_else(|| format!("{} ended with {}", self.clang.display(), done.status), str::to_string))
    }
}
