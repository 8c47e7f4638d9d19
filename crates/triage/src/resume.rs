//! The file of verdicts that a later run need not find again: a line on the program, then one line for each question, all JSON.

use serde::{Deserialize, Serialize};

use crate::outcome::{Outcome, Verdict};

/// What verdicts are about. They are of use only where all of this is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    pub homing: String,
    /// Fingerprint of the program.
    pub program: String,
    /// What else the verdicts depend on: flags.
    pub flags: Vec<String>,
}

/// A verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub question: String,
    /// Seconds that there were for it.
    pub seconds: f64,
    pub outcome: Outcome,
}

impl Entry {
    /// Is it still worth something where there are so many seconds for each question? With more time an unknown may become known.
    pub fn holds(&self, seconds: f64) -> bool {
        !matches!(self.outcome.verdict, Verdict::Unknown | Verdict::Reachable) || seconds <= self.seconds
    }
}

/// Reads such a file. A last line that was not written to its end is passed over.
pub fn read(text: &str, about: &About) -> Result<Vec<Entry>, String> {
    let mut lines = text.lines();
    let Some(first) = lines.next() else { return Ok(Vec::new()) };
    let was: About = serde_json::from_str(first).map_err(|_| "it is no file of verdicts".to_string())?;
    if was != *about {
        let what = [
            (was.homing != about.homing, "another version of Homing"),
            (was.program != about.program, "another program, or it has changed"),
            (was.flags != about.flags, "other flags"),
        ];
        let what: Vec<&str> = what.iter().filter(|w| w.0).map(|w| w.1).collect();
        return Err(format!("its verdicts are about {}; name another file", what.join(", ")));
    }
    let mut entries = Vec::new();
    let rest: Vec<&str> = lines.collect();
    for (i, line) in rest.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(entry) => entries.push(entry),
            Err(_) if i + 1 == rest.len() && !text.ends_with('\n') => {}
            Err(e) => return Err(format!("line {} of it cannot be read: {e}", i + 2)),
        }
    }
    Ok(entries)
}

/// A line of the file.
pub fn line<T: Serialize>(value: &T) -> Result<String, String> {
    serde_json::to_string(value).map(|l| l + "\n").map_err(|e| e.to_string())
}
