//! Why execution stops: one closed list, turned into an `Outcome` in one place.

use homing_ir::{ErrorKind, FuncId, LocId};

use crate::Outcome;

/// The reason why the run cannot go on.
#[derive(Debug)]
pub enum Stop {
    /// The program is wrong at the current instruction.
    Error(ErrorKind, String),
    /// The same, at another place than the current instruction.
    ErrorAt(ErrorKind, String, (FuncId, LocId)),
    /// The same, at the innermost call that is of the program itself.
    ErrorOutside(ErrorKind, String),
    Assume,
    OutOfInputs(String),
    Unsupported(String),
    Limit(&'static str),
    /// The program ended by itself.
    Done(Outcome),
}

/// Result of anything that can end the run. Boxed so that the usual case stays one word.
pub type Step<T = ()> = Result<T, Box<Stop>>;

/// The program is wrong.
pub fn error<T>(kind: ErrorKind, message: impl Into<String>) -> Step<T> {
    Err(Box::new(Stop::Error(kind, message.into())))
}

/// We cannot run this.
pub fn unsupported<T>(what: impl Into<String>) -> Step<T> {
    Err(Box::new(Stop::Unsupported(what.into())))
}

/// A limit was met.
pub fn limit<T>(which: &'static str) -> Step<T> {
    Err(Box::new(Stop::Limit(which)))
}
