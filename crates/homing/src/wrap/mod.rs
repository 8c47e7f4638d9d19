//! Whole builds. `homing cc` and `homing c++` stand in for the compiler and leave bitcode in the objects they make;
//! `homing extract` takes it out again.

mod archives;
pub mod args;
pub mod bitcode;
mod driver;
mod extract;
mod flags;
mod record;

pub use extract::extract;

use std::ffi::OsString;
use std::path::Path;

/// Which compiler is stood in for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    C,
    Cpp,
}

/// If this process was started as a compiler (`homing cc`, `homing c++`, or by a link named `homing-cc`, `homing-c++`), does
/// what the compiler would do and tells its exit code. The arguments belong to the compiler: nobody else may parse them.
pub fn intercept() -> Option<i32> {
    let mut all: Vec<OsString> = std::env::args_os().collect();
    let own = all.first().map(|p| Path::new(p).file_name().unwrap_or_default().to_owned()).unwrap_or_default();
    let (tool, skip) = match own.to_str() {
        Some("homing-cc") => (Tool::C, 1),
        Some("homing-c++" | "homing-cxx") => (Tool::Cpp, 1),
        _ => match all.get(1).and_then(|a| a.to_str()) {
            Some("cc") => (Tool::C, 2),
            Some("c++" | "cxx") => (Tool::Cpp, 2),
            _ => return None,
        },
    };
    let arguments = all.split_off(skip.min(all.len()));
    Some(driver::run(tool, &arguments))
}
