//! Running compiled C in the interpreter, for the tests and the soak.

use std::path::PathBuf;

use homing_front_llvm::{LowerOptions, load};
use homing_interp::{Options, Outcome, Run, run};
use homing_ir::{InputValue, Program};

/// Loads, links, lowers and verifies bitcode.
pub fn lower(bitcode: &[PathBuf]) -> Result<Program, String> {
    let module = load(bitcode).map_err(|e| e.to_string())?;
    let program =
        module.lower(&LowerOptions { roots: Some(vec!["main".to_string()]), with_library: true }).map_err(|e| e.to_string())?;
    homing_ir::verify(&program).map_err(|faults| format!("the lowered program is malformed:\n{}", faults.join("\n")))?;
    Ok(program)
}

/// The program after the passes that the engine runs by default.
#[allow(dead_code)] // not every test binary looks at it
pub fn promoted(program: &Program) -> Result<Program, String> {
    let mut program = program.clone();
    homing_ir::promote(&mut program, &homing_ir::PromoteOptions::default());
    homing_ir::verify(&program).map_err(|faults| format!("the promoted program is malformed:\n{}", faults.join("\n")))?;
    Ok(program)
}

/// Runs `main`.
pub fn run_main(program: &Program, inputs: &[InputValue], options: &Options) -> Result<Run, String> {
    let main = program.find("main").ok_or("no main")?;
    Ok(run(program, main, inputs, options))
}

/// The exit code of a run that ended by itself, as the system shows it.
#[allow(dead_code)] // not every test binary compares exit codes
pub fn exit_code(outcome: &Outcome) -> Option<i32> {
    match outcome {
        Outcome::Returned(code) | Outcome::Exited(code) => Some(code & 0xff),
        _ => None,
    }
}
