//! What ends a run before there is a verdict.

use std::fmt;

/// A message for the user and the exit code that goes with it.
#[derive(Debug)]
pub struct Failure {
    pub code: i32,
    pub message: String,
}

/// Wrong usage of the command line.
pub const USAGE: i32 = 1;
/// Files, compiler, target or output folder are not right.
pub const INPUT: i32 = 2;
/// A defect of Homing.
pub const INTERNAL: i32 = 6;

impl Failure {
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure { code: USAGE, message: message.to_string() }
    }
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure { code: INPUT, message: message.to_string() }
    }
    pub fn internal(message: impl fmt::Display) -> Failure {
        let message = format!(
            "internal error: {message}\nThis is a defect of Homing, not of your program: please report it with the program and the command line."
        );
        Failure { code: INTERNAL, message }
    }
}
