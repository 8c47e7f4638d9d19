//! Names that a bitcode file defines and leaves undefined.

use std::path::PathBuf;

use crate::archive::{defined, undefined};
use crate::{LoadError, Module, load};

/// The names of one bitcode file, as a linker sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    pub defined: Vec<String>,
    /// Without weak references.
    pub undefined: Vec<String>,
}

/// Reads a file for its names alone.
pub fn symbols(path: PathBuf) -> Result<Symbols, LoadError> {
    Ok(load(&[path])?.symbols())
}

impl Module {
    /// The module's names.
    pub fn symbols(&self) -> Symbols {
        Symbols { defined: defined(self.raw()).into_iter().map(|v| v.name()).collect(), undefined: undefined(self.raw()) }
    }
}
