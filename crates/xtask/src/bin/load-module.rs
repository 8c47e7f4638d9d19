//! Loads, lowers and verifies one bitcode file, all of it, and prints the CPU seconds of each step as JSON.
//! A program of its own so that what it uses can be measured from outside.

use std::path::PathBuf;
use std::process::ExitCode;

use homing_front_llvm::{LowerOptions, load};
use homing_host::clock::own_cpu;

fn main() -> ExitCode {
    let Some(file) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: load-module FILE.bc");
        return ExitCode::from(1);
    };
    match measure(file) {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("load-module: {message}");
            ExitCode::from(2)
        }
    }
}

fn measure(file: PathBuf) -> Result<serde_json::Value, String> {
    let start = own_cpu();
    let module = load(&[file]).map_err(|e| e.to_string())?;
    let loaded = own_cpu();
    let program = module.lower(&LowerOptions { roots: None, with_library: false }).map_err(|e| e.to_string())?;
    let lowered = own_cpu();
    homing_ir::verify(&program).map_err(|e| e.join("; "))?;
    let verified = own_cpu();
    Ok(serde_json::json!({
        "instructions": program.instruction_count(),
        "load": loaded - start,
        "lower": lowered - loaded,
        "verify": verified - lowered,
    }))
}
