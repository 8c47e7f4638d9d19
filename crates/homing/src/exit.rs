//! The exit codes of runs that have no verdict.

use homing_host::{Failure, FailureKind};

/// Wrong usage of the command line.
pub const USAGE: i32 = 1;
/// Files, compiler, target or output folder are not right.
pub const INPUT: i32 = 2;
/// A defect of Homing.
pub const INTERNAL: i32 = 6;

/// The code that a failure ends with.
pub fn code(failure: &Failure) -> i32 {
    match failure.kind() {
        FailureKind::Usage => USAGE,
        FailureKind::Input => INPUT,
        FailureKind::Internal => INTERNAL,
    }
}

/// Damaged bitcode can crash LLVM: then the run ends with a message of ours.
pub fn on_fatal_error() {
    homing_front_llvm::on_fatal_error(|why| tell!("homing: {why}"), INPUT);
}
