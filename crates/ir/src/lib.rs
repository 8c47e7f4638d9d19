//! The one program form that every front end lowers to and every engine part runs.
//!
//! SSA with block parameters instead of phi nodes. Values are bit vectors, pointers and, for languages with
//! dynamic types, values of any kind; aggregates and vectors are split into their scalars by the front end, so nothing behind it
//! knows them. Floats are bit vectors with float operations. Every instruction carries a source location.

mod assume;
mod builtin;
mod ctype;
mod cxx;
mod dynamic;
mod errors;
pub mod flow;
mod ids;
mod input;
mod inst;
mod listing;
mod ops;
mod program;
mod promote;
mod source;
mod target;
mod text;
mod ubsan;
mod verify;

pub use assume::join_assumptions;
pub use builtin::*;
pub use ctype::*;
pub use cxx::*;
pub use dynamic::*;
pub use errors::*;
pub use ids::*;
pub use input::*;
pub use inst::*;
pub use listing::*;
pub use ops::*;
pub use program::*;
pub use promote::*;
pub use source::*;
pub use target::*;
pub use text::{ParseError, parse};
pub use ubsan::*;
pub use verify::verify;
