//! What can be wrong with a target, in the user's words.

use std::fmt;

/// Why a target was not found. `Display` is the message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetError {
    /// Not in any form of a target.
    Spec { text: String, why: String },
    /// No file of the program matches; `known` are the files that have code.
    NoSuchFile { file: String, known: Vec<String> },
    /// Several files match.
    Ambiguous { file: String, line: u32, paths: Vec<String> },
    /// The line has no code; `next` is the next one that has, `before` the last, `behind` the same if control never comes behind it.
    NoCode { file: String, line: u32, next: Option<u32>, before: Option<u32>, behind: Option<u32> },
    /// The line has not so many parts.
    NoPart { file: String, line: u32, number: u32, parts: Vec<u32> },
    /// No function of that name; `similar` are near ones.
    NoSuchFunction { name: String, similar: Vec<String> },
    /// The function has no body, and nothing calls it.
    NeverCalled { name: String },
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Spec { text, why } => write!(f, "target `{text}`: {why}"),
            TargetError::NoSuchFile { file, known } if known.is_empty() => {
                write!(f, "target file `{file}`: the program has no line numbers; compile it with -g")
            }
            TargetError::NoSuchFile { file, known } => {
                write!(f, "target file `{file}` is not part of the program; its files are")?;
                list(f, known)
            }
            TargetError::Ambiguous { file, line, paths } => {
                write!(f, "target `{file}:{line}` fits several files; name one of")?;
                let full: Vec<_> = paths.iter().map(|p| format!("{p}:{line}")).collect();
                list(f, &full)
            }
            TargetError::NoCode { file, line, behind: Some(behind), .. } => {
                write!(f, "line {line} of {file} has no code: it stands behind {file}:{behind}, where every run ends")
            }
            TargetError::NoCode { file, line, next: Some(next), .. } => {
                write!(f, "line {line} of {file} has no code; the next line that has is {file}:{next}")
            }
            TargetError::NoCode { file, line, next: None, .. } => {
                write!(f, "line {line} of {file} has no code, nor has any line after it")
            }
            TargetError::NoPart { file, line, number, parts } => {
                let columns: Vec<String> = parts.iter().map(u32::to_string).collect();
                let (n, s) = (parts.len(), if parts.len() == 1 { "" } else { "s" });
                write!(f, "line {line} of {file} has no part {number}: it has {n} part{s}, at column{s} {}", columns.join(", "))
            }
            TargetError::NoSuchFunction { name, similar } if similar.is_empty() => {
                write!(f, "there is no function `{name}` in the program")
            }
            TargetError::NoSuchFunction { name, similar } => {
                write!(f, "there is no function `{name}` in the program; similar names are")?;
                list(f, similar)
            }
            TargetError::NeverCalled { name } => {
                write!(f, "function `{name}` has no body in the program, and nothing calls it by name")
            }
        }
    }
}

impl std::error::Error for TargetError {}

/// A short list on the line, a long one below it; very long ones are cut.
fn list(f: &mut fmt::Formatter<'_>, items: &[String]) -> fmt::Result {
    const MOST: usize = 20;
    if items.len() <= 3 {
        return write!(f, " {}", items.join(", "));
    }
    for item in items.iter().take(MOST) {
        write!(f, "\n  {item}")?;
    }
    if items.len() > MOST { write!(f, "\n  and {} more", items.len() - MOST) } else { Ok(()) }
}
