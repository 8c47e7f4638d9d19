//! From a user's files to bitcode: C and C++ with the user's clang, archives, crates in Rust, compilation databases, and whole builds
//! in which `homing cc` stands in for the compiler.

#![warn(missing_docs)]

mod archives;
mod compdb;
mod compiler;
mod files;
mod rust;
mod wrap;

pub use archives::expand;
pub use compdb::{Built, Database};
pub use compiler::{CompileOptions, Compiler, LENIENT, data_model, write_headers};
pub use files::{Files, Kind, kind};
pub use rust::crates;
pub use wrap::{Extracted, StandIn, Tool};
