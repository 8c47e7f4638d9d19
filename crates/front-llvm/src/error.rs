//! Why a program could not be loaded.

use std::fmt;
use std::path::{Path, PathBuf};

/// What is wrong with which file. `Display` is the user's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The file cannot be read.
    Read { path: PathBuf, message: String },
    /// The file is neither bitcode nor textual LLVM IR, or is damaged.
    Parse { path: PathBuf, message: String },
    /// The module breaks LLVM's own rules.
    Invalid { path: PathBuf, message: String },
    /// Two files do not fit together.
    Link { path: PathBuf, message: String },
    /// The file is fine but made for a machine that is not supported.
    Unsupported { path: PathBuf, message: String },
    /// The file is no archive of bitcode.
    Archive { path: PathBuf, message: String },
    /// A file cannot be written.
    Write { path: PathBuf, message: String },
    /// No file was given.
    NoFiles,
    /// A start function that the program does not have.
    NoSuchFunction { name: String },
}

impl LoadError {
    pub(crate) fn parse(path: &Path, message: impl Into<String>) -> LoadError {
        LoadError::Parse { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Read { path, message } => write!(f, "{}: cannot be read: {message}", path.display()),
            LoadError::Parse { path, message } => {
                write!(f, "{}: not LLVM bitcode or IR that LLVM 22 can read: {message}", path.display())
            }
            LoadError::Invalid { path, message } => write!(f, "{}: not a valid LLVM module: {message}", path.display()),
            LoadError::Link { path, message } => {
                write!(f, "{}: cannot be linked with the files before it: {message}", path.display())
            }
            LoadError::Archive { path, message } => write!(f, "{}: not an archive of bitcode: {message}", path.display()),
            LoadError::Unsupported { path, message } => write!(f, "{}: {message}", path.display()),
            LoadError::Write { path, message } => write!(f, "{}: cannot be written: {message}", path.display()),
            LoadError::NoFiles => write!(f, "no program was given"),
            LoadError::NoSuchFunction { name } => write!(f, "the program has no function `{name}`"),
        }
    }
}

impl std::error::Error for LoadError {}
