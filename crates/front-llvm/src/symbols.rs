//! Names that a bitcode file defines and leaves undefined.

use std::path::PathBuf;

use crate::archive::{defined, undefined};
use crate::{LoadError, load};

/// The names of one bitcode file, as a linker sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    pub defined: Vec<String>,
    /// Without weak references.
    pub undefined: Vec<String>,
}

/// Reads a file for its names alone.
pub fn symbols(path: PathBuf) -> Result<Symbols, LoadError> {
    let module = load(&[path])?;
    let raw = module.raw();
    Ok(Symbols { defined: defined(raw).into_iter().map(|v| v.name()).collect(), undefined: undefined(raw) })
}
