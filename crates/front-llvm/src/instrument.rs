//! Bitcode for native replay.

/// A place to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub id: u32,
    pub what: HitSpec,
}

/// What to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HitSpec {
    Line { file: String, line: u32 },
    Function(String),
    Any,
}
