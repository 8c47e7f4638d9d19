//! Where instructions come from in the user's files.

use crate::FileId;

/// A source file as the compiler named it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// Path as in the debug information (absolute, or relative to `directory`).
    pub path: String,
    /// The compilation directory; empty if unknown.
    pub directory: String,
}

impl SourceFile {
    /// `directory/path`, or just `path` when that is absolute.
    pub fn full_path(&self) -> String {
        if self.path.starts_with('/') || self.directory.is_empty() {
            self.path.clone()
        } else {
            format!("{}/{}", self.directory, self.path)
        }
    }
}

/// A position in a source file. Line 0 means "no line" (compiler-made code).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loc {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}
