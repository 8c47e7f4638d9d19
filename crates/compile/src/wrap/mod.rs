//! Whole builds. `homing cc` and `homing c++` stand in for the compiler and leave bitcode in the objects they make;
//! `homing extract` takes it out again.

mod archives;
pub mod args;
pub mod bitcode;
mod extract;
mod flags;
mod record;
mod stand_in;

pub use extract::Extracted;
pub use stand_in::StandIn;

/// Which compiler is stood in for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// `homing cc`.
    C,
    /// `homing c++`.
    Cpp,
}

impl Tool {
    /// The environment variable that names the real compiler.
    pub fn variable(self) -> &'static str {
        match self {
            Tool::C => "HOMING_CC",
            Tool::Cpp => "HOMING_CXX",
        }
    }
}
