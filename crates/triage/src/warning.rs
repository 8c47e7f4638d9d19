//! A warning of another tool, whatever form its report has.

use homing_ir::ErrorKind;
use serde_json::Value;

/// A place in a source file, as a report names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// A path; absolute or not.
    pub file: String,
    pub line: u32,
    /// 0: not known.
    pub column: u32,
    /// The last line of what is meant; never before `line`.
    pub end_line: u32,
    /// What the tool says of it.
    pub says: String,
}

/// One warning.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Warning {
    /// Name of the tool.
    pub tool: String,
    /// Name of its rule; empty if there is none.
    pub rule: String,
    pub message: String,
    /// `error`, `warning` or `note`.
    pub level: String,
    pub spot: Option<Spot>,
    /// The way to it that the tool describes.
    pub steps: Vec<Spot>,
    /// The errors that it can be about; none: it is about the line alone.
    pub kinds: Vec<ErrorKind>,
    /// Why nothing can be asked about it.
    pub problem: Option<String>,
    /// Why nothing is to be asked about it.
    pub left_out: Option<String>,
    /// In a SARIF document: the number of its run, and its number in there.
    pub origin: Option<(usize, usize)>,
}

impl Warning {
    /// `FILE:LINE`, as far as it is known.
    pub fn place(&self) -> String {
        match &self.spot {
            Some(s) if s.line > 0 => format!("{}:{}", s.file, s.line),
            Some(s) => s.file.clone(),
            None => "no place".into(),
        }
    }
}

/// A report that was read.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The report's name.
    pub name: String,
    /// The whole of a SARIF document.
    pub document: Option<Value>,
    pub warnings: Vec<Warning>,
    /// What the user should know about the report.
    pub notes: Vec<String>,
}
