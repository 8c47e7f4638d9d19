//! What tests share: temporary folders, compiling C to bitcode and to native programs, running those with a limit of
//! time, random programs by Csmith, snapshots, waiting. Only for tests; panics with the tool's own words when a tool fails.

pub mod csmith;
pub mod expect;
pub mod wait;

use homing_host::measure::{self, Finished};
use homing_host::process;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The compiler that tests use.
pub const CLANG: &str = "clang-22";

/// A folder that is removed when dropped.
#[derive(Debug)]
pub struct TempDir(PathBuf);

static COUNTER: AtomicU32 = AtomicU32::new(0);

impl TempDir {
    /// A new empty folder; `tag` shows in its name.
    pub fn new(tag: &str) -> TempDir {
        let n = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("homing-{tag}-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap_or_else(|e| panic!("cannot make {}: {e}", path.display()));
        TempDir(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file into the folder and returns its path.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap_or_else(|e| panic!("cannot write {}: {e}", path.display()));
        path
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // A folder that stays behind harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Native side of `homing_output`: prints the value in decimal on a line of its own.
pub const OUTPUT_STUB: &str =
    "#include <stdio.h>\nvoid homing_output(unsigned long long v) { printf(\"%llu\\n\", v); fflush(stdout); }\n";

/// Compiles one C file to bitcode beside it (`x.c` gives `x.bc`), unoptimised and with debug information.
pub fn bitcode(source: &Path, flags: &[&str]) -> PathBuf {
    let out = source.with_extension("bc");
    let mut command = Command::new(CLANG);
    command.args(["-w", "-O0", "-g", "-emit-llvm", "-c"]).args(flags).arg(source).arg("-o").arg(&out);
    succeed(&mut command);
    out
}

/// Links C, bitcode or object files to a native program.
pub fn native(inputs: &[&Path], out: &Path, flags: &[&str]) {
    let mut command = Command::new(CLANG);
    command.arg("-w").args(flags).args(inputs).arg("-o").arg(out).arg("-lm");
    succeed(&mut command);
}

/// Compiles one file to an object file.
pub fn object(source: &Path, out: &Path, flags: &[&str]) {
    let mut command = Command::new(CLANG);
    command.args(["-w", "-c"]).args(flags).arg(source).arg("-o").arg(out);
    succeed(&mut command);
}

/// Runs a command and panics with its messages unless it succeeds.
pub fn succeed(command: &mut Command) {
    process::finish(command, "a tool of the tests fails").unwrap_or_else(|e| panic!("{command:?}: {e}"));
}

/// Runs a command; `None` if it was still running after `limit` and was ended.
pub fn execute(command: Command, limit: Duration) -> Option<Finished> {
    let folder = TempDir::new("execute");
    let ran = measure::run(command, limit, folder.path()).unwrap_or_else(|e| panic!("a program of the tests cannot be run: {e}"));
    (!ran.killed).then_some(ran)
}
