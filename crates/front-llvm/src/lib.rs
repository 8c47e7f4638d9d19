//! From LLVM modules (`.bc`, `.ll`) to the program form of `homing-ir`. The only crate that knows LLVM.
//!
//! `load` reads and links, `Module::lower` translates, `Module::write_instrumented` makes the bitcode for a native
//! replay. No LLVM pass is ever run: passes use undefined behaviour to delete what a user may ask for.

mod archive;
mod ctypes;
mod debug;
mod edges;
mod error;
mod fuzz;
mod guard;
mod headers;
mod instrument;
mod layout;
mod library;
mod link_arguments;
mod listing;
mod llvm;
mod load;
mod lower;
mod redirect;
mod sanitize;
mod symbols;

pub use archive::{Archive, Surroundings};
pub use error::LoadError;
pub use fuzz::BlockMark;
pub use guard::on_fatal_error;
pub use headers::include_dir_files;
pub use instrument::{Hit, HitSpec, LineMark};
pub use load::{Module, is_bitcode, load, load_with_caller};
pub use lower::{LowerOptions, Traced, intrinsics};
pub use symbols::{Symbols, symbols};
