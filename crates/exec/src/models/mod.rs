//! Functions that the engine knows by name.

pub(crate) mod arguments;
pub(crate) mod console;
pub(crate) mod heap;
pub(crate) mod jumps;
pub(crate) mod kernel;
pub(crate) mod klee;
pub(crate) mod model;
