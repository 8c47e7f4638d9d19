//! The machine that Homing runs on. Whoever starts a process, looks for a program or reads a clock does it here, and what goes wrong
//! with the user's files, compilers and flags is a [`Failure`].

#![warn(missing_docs)]

pub mod clock;
mod failure;
mod library;
pub mod measure;
mod partner;
mod paths;
pub mod process;

pub use failure::{Failure, FailureKind, io_message};
pub use library::has;
pub use partner::{Partner, Share};
pub use paths::{absolute, cache_folder, chosen_program, find_program, in_path, is_program};
