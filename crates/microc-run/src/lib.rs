//! Runs microc programs: the meaning of the language, independent of the symbolic engine.
//!
//! A [`Machine`] compiles the tree of a program into instructions over registers and executes them without recursion
//! of its own: calls, copies and the collection of garbage use explicit stacks, so no program exhausts the stack of
//! the host. Every run ends as one of the cases of [`End`]; limits are outcomes, not failures.
//!
//! Deliberately absent: no files, no printing, no clock; no use of the engine's crates, as this is what they are
//! compared with.

mod code;
mod compile;
mod exec;
mod heap;
mod inputs;
mod machine;
mod number;
mod trace;
mod value;

pub use inputs::{read_number, read_numbers};
pub use machine::{BuildError, CallSite, End, ErrorKind, Machine, Options, Outcome, RunError, WrongArguments};
pub use trace::{Event, Trace, TraceOptions};
