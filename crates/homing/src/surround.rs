//! What a program is run in: a C library, and the model of the kernel below it.

use std::path::PathBuf;

use homing_front_llvm::{Archive, Module, Surroundings};
use homing_posix::Environment;

use crate::cli::environment::LibcArg as Libc;
use crate::fail::Failure;

/// The function that a program in an environment starts with: it prepares everything and calls `main`.
pub const START: &str = "__homing_start";

/// The program with what is around it.
pub enum Surrounded {
    /// Functions of the engine and of the small library are enough.
    Alone,
    /// Linked with functions that need no kernel.
    Pure(Module),
    /// Linked with a C library and the model of the kernel; it starts at [`START`].
    Whole(Module),
}

impl Surrounded {
    /// The module to be run, if it is another than the program's own.
    pub fn module(&self) -> Option<&Module> {
        match self {
            Surrounded::Alone => None,
            Surrounded::Pure(m) | Surrounded::Whole(m) => Some(m),
        }
    }
}

/// Links what the program needs, with this environment; `asked` says whether the user wants it whether needed or not.
pub fn surround(module: &Module, libc: Libc, environment: &Environment, asked: bool, entry: &str) -> Result<Surrounded, Failure> {
    let asked = asked || libc == Libc::Musl;
    if libc == Libc::Builtin && !asked || (module.ptr_bits() != 64 && !asked) {
        return Ok(Surrounded::Alone);
    }
    let path = archive_path();
    if !path.exists() {
        if !asked {
            return Ok(Surrounded::Alone);
        }
        return Err(Failure::input(format!(
            "arguments, files and streams need the C library for analysed programs, which is not there ({}); build it with tools/libc, or set HOMING_LIBC",
            path.display()
        )));
    }
    let archive = Archive::open(&path).map_err(Failure::input)?;
    if !asked {
        if module.wants(&archive).map_err(Failure::input)?.is_empty() {
            return Ok(Surrounded::Alone);
        }
        if let Some(pure) = module.with_pure(&archive).map_err(Failure::input)? {
            return Ok(Surrounded::Pure(pure));
        }
        if entry != "main" {
            return Ok(Surrounded::Alone);
        }
    }
    if module.ptr_bits() != 64 {
        return Err(Failure::input("arguments, files and streams are modelled for 64-bit programs only"));
    }
    if entry != "main" {
        return Err(Failure::input(format!("--entry {entry}: a program with arguments, files or streams starts at main")));
    }
    let config = environment.encode();
    let data = [("__homing_config", &config[..])];
    let around = Surroundings { archive: &archive, kernel: homing_posix::KERNEL, data: &data };
    module.surrounded(&around).map(Surrounded::Whole).map_err(Failure::input)
}

/// Where `tools/libc` leaves the library.
fn archive_path() -> PathBuf {
    if let Some(path) = std::env::var_os("HOMING_LIBC") {
        return path.into();
    }
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| std::env::var_os("HOME").map(|h| PathBuf::from(h).join(".cache")));
    cache.unwrap_or_default().join("homing/libc-1.a")
}
