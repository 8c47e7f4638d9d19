//! Symbolic execution of the IR: states, and running one of them.

mod outcome;

pub use outcome::*;
