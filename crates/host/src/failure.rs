//! What ends a run before there is a verdict.

use std::fmt;

/// A message for the user, and whose fault it is.
#[derive(Clone, Debug)]
pub struct Failure {
    kind: FailureKind,
    message: String,
}

/// Whose fault a failure is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Wrong usage: what was asked for does not go together.
    Usage,
    /// Files, compiler, target or output folder are not right.
    Input,
    /// A defect of Homing.
    Internal,
}

impl Failure {
    /// What was asked for does not go together.
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure { kind: FailureKind::Usage, message: message.to_string() }
    }

    /// Something is wrong with what was given.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure { kind: FailureKind::Input, message: message.to_string() }
    }

    /// Something is wrong with Homing.
    pub fn internal(message: impl fmt::Display) -> Failure {
        let message = format!(
            "internal error: {message}\nThis is a defect of Homing, not of your program: please report it with the program and the command line."
        );
        Failure { kind: FailureKind::Internal, message }
    }

    /// Whose fault it is.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// What to tell the user.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same with a further line for the user.
    pub fn with_line(mut self, line: &str) -> Failure {
        self.message.push('\n');
        self.message.push_str(line);
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// An I/O error in a user's words.
pub fn io_message(e: &std::io::Error) -> String {
    match e.kind() {
        std::io::ErrorKind::NotFound => "no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => e.to_string(),
    }
}
