//! What a program is run in: a C library, and the model of the kernel below it.

use std::path::PathBuf;

use homing_front_llvm::{Archive, LowerOptions, Module, Surroundings};
use homing_host::Failure;
use homing_posix::Environment;

use crate::request::Options;

/// The function that a program in an environment starts with: it prepares everything and calls `main`.
pub const START: &str = "__homing_start";

/// The program with what is around it.
pub enum Surrounded {
    /// Functions of the engine and of the small library are enough.
    Alone,
    /// Linked with functions that need no kernel.
    Pure(Module),
    /// Linked with a C library and the model of the kernel; it starts at [`START`], which comes to `main`.
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

/// Which C library a program is run with.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Libc {
    /// musl where an environment is asked for or the program needs it, else the built-in functions.
    #[default]
    Auto,
    /// musl, with files and system calls.
    Musl,
    /// The small set of functions that Homing brings itself.
    Builtin,
}

/// What a program is to be surrounded with.
pub struct Wanted<'a> {
    pub libc: Libc,
    /// The C library as bitcode.
    pub archive: PathBuf,
    pub environment: &'a Environment,
    /// The user wants arguments, files or streams.
    pub asked: bool,
    pub entry: &'a str,
    /// Somebody calls the entry after the library has been prepared, as if in `main`.
    pub lazy: bool,
}

/// Links what the program needs.
pub fn surround(module: &Module, wanted: &Wanted<'_>) -> Result<Surrounded, Failure> {
    let Wanted { libc, environment, entry, lazy, .. } = *wanted;
    let asked = wanted.asked || libc == Libc::Musl;
    if !asked && (libc == Libc::Builtin || module.ptr_bits() != 64) {
        return Ok(Surrounded::Alone);
    }
    let path = &wanted.archive;
    if !path.exists() {
        if !asked {
            return Ok(Surrounded::Alone);
        }
        return Err(Failure::input(format!(
            "arguments, files and streams need the C library for analysed programs, which is not there ({}); build it with tools/libc, or set HOMING_LIBC",
            path.display()
        )));
    }
    let archive = Archive::open(path).map_err(Failure::input)?;
    if !asked {
        let functions = module.wants(&archive).map_err(Failure::input)?;
        if functions.is_empty() {
            return Ok(Surrounded::Alone);
        }
        let of_kernel = functions.iter().any(|f| homing_posix::FUNCTIONS.contains(&f.as_str()));
        if !of_kernel && let Some(pure) = module.with_pure(&archive).map_err(Failure::input)? {
            return Ok(Surrounded::Pure(pure));
        }
        if entry != "main" && !(lazy && calls_one_of(module, entry, &functions)) {
            return Ok(Surrounded::Alone);
        }
    }
    if module.ptr_bits() != 64 {
        return Err(Failure::input("arguments, files and streams are modelled for 64-bit programs only"));
    }
    if entry != "main" && !lazy {
        return Err(Failure::input(format!(
            "--entry {entry}: a program with a C library around it starts at main; with --lazy, {entry} is called as somebody else would"
        )));
    }
    let config = environment.encode();
    let data = [("__homing_config", &config[..])];
    let around = Surroundings { archive: &archive, kernel: homing_posix::KERNEL, data: &data, main: lazy };
    module.surrounded(&around).map(Surrounded::Whole).map_err(Failure::input)
}

/// Can a run that starts at the function come to one of these, which the program does not define?
fn calls_one_of(module: &Module, entry: &str, functions: &[String]) -> bool {
    let options = LowerOptions { roots: Some(vec![entry.to_string()]), with_library: true };
    // Where it cannot be lowered, whoever does it next says why.
    let lowered = module.lower(&options).map(|p| p.functions).unwrap_or_default();
    lowered.iter().any(|f| f.is_declaration() && functions.contains(&f.name))
}

/// The C library as bitcode: where the user says, or where `tools/libc` leaves it.
pub fn archive(options: &Options) -> PathBuf {
    options.libc_archive.clone().unwrap_or_else(|| homing_host::cache_folder().join("homing/libc-1.a"))
}
