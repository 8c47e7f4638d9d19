//! What is said about a warning in the end.

use homing_report::{ErrorReport, Replay, Test};
use serde::{Deserialize, Serialize};

use crate::question::Start;

/// The four answers, in the order in which they are told.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The very error was seen in a run.
    Confirmed,
    /// A run comes to the line; the error was not seen.
    Reachable,
    /// It could not be decided.
    Unknown,
    /// There is no such error, proved.
    Refuted,
}

impl Verdict {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::Reachable => "reachable",
            Verdict::Unknown => "unknown",
            Verdict::Refuted => "refuted",
        }
    }
}

/// A verdict with all that belongs to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub verdict: Verdict,
    /// Why, in a sentence.
    pub why: String,
    /// What would help.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
    /// Where the runs started; none where there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// How the input was confirmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
    /// The input that leads there, with its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    /// The error that was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
    /// The folder that the input is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
}

impl Outcome {
    /// Nothing could be asked.
    pub fn unasked(why: String) -> Outcome {
        Outcome { verdict: Verdict::Unknown, why, help: vec![], start: None, replay: None, test: None, error: None, folder: None }
    }
}
