//! Crates in Rust: `cargo` makes one module of a library and everything below it, the standard library included.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use homing_ir::TargetSpec;

use homing_host::Failure;
use homing_host::{absolute, chosen_program, process};

/// Ending of the file that the compiler leaves when the whole program is in one module.
const WHOLE: &str = ".lto.after-restriction.bc";

/// The folder of a crate, if that is what the user named.
fn crate_folder(file: &str) -> Option<PathBuf> {
    let path = Path::new(file);
    if path.file_name() == Some(OsStr::new("Cargo.toml")) {
        return Some(path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_path_buf());
    }
    path.join("Cargo.toml").is_file().then(|| path.to_path_buf())
}

/// Replaces crates among the files by the bitcode made from them. Targets in a crate's files are named by their whole paths.
pub fn crates(files: &mut [String], specs: &mut [TargetSpec]) -> Result<(), Failure> {
    for file in files {
        let Some(folder) = crate_folder(file) else { continue };
        for spec in specs.iter_mut() {
            if let Some(file) = spec.file_mut() {
                let inside = absolute(&folder.join(&*file));
                if inside.is_file() {
                    *file = inside.display().to_string();
                }
            }
        }
        *file = build(&folder)?.display().to_string();
    }
    Ok(())
}

/// Compiles the crate's library with everything it uses into one module. No optimisation: lines and checks stay as written.
fn build(folder: &Path) -> Result<PathBuf, Failure> {
    let target = folder.join("target/homing");
    let mut cargo = Command::new(chosen_program("CARGO", "cargo"));
    cargo.args(["rustc", "--quiet", "--lib", "--crate-type", "staticlib", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    cargo.args(["--", "-C", "save-temps"]).stdin(Stdio::null()).stdout(Stdio::null());
    let settings = [
        ("LTO", "fat"),
        ("PANIC", "abort"),
        ("CODEGEN_UNITS", "1"),
        ("OPT_LEVEL", "0"),
        ("DEBUG", "2"),
        ("INCREMENTAL", "false"),
    ];
    cargo.env("CARGO_TARGET_DIR", &target).envs(settings.map(|(k, v)| (format!("CARGO_PROFILE_DEV_{k}"), v)));
    let done =
        process::output(&mut cargo).map_err(|e| Failure::input(format!("cannot run cargo for {}: {e}", folder.display())))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(Failure::input(format!("cargo could not build {}:\n{}", folder.display(), said.trim_end())));
    }
    newest(&target.join("debug/deps")).ok_or_else(|| {
        Failure::input(format!(
            "{}: the compiler left no module with the whole program (*{WHOLE}) in {}",
            folder.display(),
            target.display()
        ))
    })
}

fn newest(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let found = entries.filter(|e| e.file_name().to_string_lossy().ends_with(WHOLE));
    let age = |e: &std::fs::DirEntry| e.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    found.max_by_key(age).map(|e| e.path())
}
