//! `homing cc` and `homing c++`, and `homing extract`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use homing_compile::{Extracted, StandIn, Tool};
use homing_host::Failure;

use crate::cli::ExtractArgs;

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
    let real = std::env::var(tool.variable()).ok();
    let strict = std::env::var_os("HOMING_CC_STRICT").is_some_and(|v| !v.is_empty() && v != "0");
    Some(StandIn { tool, real, strict, tell: &|what| tell!("homing: {what}") }.run(&arguments))
}

/// Runs `homing extract`.
pub fn extract(args: &ExtractArgs) -> Result<i32, Failure> {
    let told = |found: &Extracted| found.missing().for_each(|(what, why)| tell!("homing: no bitcode for {what}: {why}"));
    let mut found = Extracted::read(&args.files)?;
    if found.is_empty() {
        told(&found);
        let names: Vec<String> = args.files.iter().map(|f| f.display().to_string()).collect();
        return Err(Failure::input(format!("{}: no bitcode inside; was it built with `homing cc`?", names.join(", "))));
    }
    if args.list {
        told(&found);
        found.sources().for_each(|name| crate::output::print(&format!("{name}\n")));
        return Ok(0);
    }
    let first = args.files.first().map(PathBuf::as_path).unwrap_or(Path::new("program"));
    let out = args.output.clone().unwrap_or_else(|| PathBuf::from(first.file_name().unwrap_or_default()).with_extension("bc"));
    crate::exit::on_fatal_error();
    let module = found.link()?;
    told(&found);
    found.write(module, &out)?;
    Ok(0)
}
