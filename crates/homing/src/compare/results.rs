//! The file of finished runs: a line on what is compared, then one line for each run, all JSON.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use homing_host::Failure;
use homing_host::io_message;

/// What is compared. Runs belong together only if all of this is the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    pub homing: String,
    /// Fingerprint of the bitcode.
    pub program: String,
    pub targets: Vec<String>,
    pub entry: String,
    pub passes: bool,
    pub flags: Vec<String>,
    /// CPU seconds for each run.
    pub time: f64,
}

/// How a run ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Every target is decided, and one at least was reached.
    Reached,
    /// Every target was proved unreachable.
    Unreachable,
    TimeOut,
    OutOfMemory,
    /// It ended by itself and cannot tell.
    Unknown,
    /// It did not work at all; done again when resumed.
    #[default]
    Failed,
}

/// One finished run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    pub strategy: String,
    pub seed: u64,
    pub outcome: Outcome,
    /// 50 x solver calls + instructions.
    pub work: u64,
    /// Of the whole process.
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    pub instructions: u64,
    pub solver_calls: u64,
    pub paths: u64,
    /// What stands in the way of a decision.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

impl Outcome {
    /// As printed; the same word as in the file.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Reached => "reached",
            Outcome::Unreachable => "unreachable",
            Outcome::TimeOut => "time-out",
            Outcome::OutOfMemory => "out-of-memory",
            Outcome::Unknown => "unknown",
            Outcome::Failed => "failed",
        }
    }

    /// Did the run come to a decision?
    pub fn decided(self) -> bool {
        matches!(self, Outcome::Reached | Outcome::Unreachable)
    }
}

/// The file, open for adding runs.
pub struct Results {
    pub path: PathBuf,
    pub header: Header,
    pub runs: Vec<Run>,
    file: File,
}

impl Results {
    /// Opens the file to go on with (or starts it), or the next `homing-compare-N.jsonl`.
    pub fn open(resume: Option<&Path>, header: Header) -> Result<Results, Failure> {
        let Some(path) = resume else { return Results::fresh(header) };
        let bad = |why: String| Failure::input(format!("{}: {why}", path.display()));
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(|e| bad(io_message(&e)))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|e| bad(io_message(&e)))?;
        let mut results = Results { path: path.into(), header, runs: Vec::new(), file };
        // A line that was cut off when a comparison was ended by force is no run.
        let whole = text.rfind('\n').map_or(0, |i| i + 1);
        if whole == 0 {
            results.truncate(0)?;
            results.line(&results.header.clone())?;
            return Ok(results);
        }
        let mut lines = text[..whole].lines();
        let known: Header = serde_json::from_str(lines.next().unwrap_or_default())
            .map_err(|_| bad("is not a file of runs that `homing compare` wrote".into()))?;
        if let Some(what) = difference(&known, &results.header) {
            return Err(bad(format!("is another comparison: its {what}; leave --resume away, or name another file")));
        }
        for (number, line) in (2..).zip(lines) {
            let run: Run = serde_json::from_str(line).map_err(|e| bad(format!("line {number}: {e}")))?;
            results.put(run);
        }
        results.truncate(whole as u64)?;
        Ok(results)
    }

    fn fresh(header: Header) -> Result<Results, Failure> {
        for n in 0.. {
            let path = PathBuf::from(format!("homing-compare-{n}.jsonl"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let mut results = Results { path, header, runs: Vec::new(), file };
                    results.line(&results.header.clone())?;
                    return Ok(results);
                }
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(Failure::input(format!("{}: {}", path.display(), io_message(&e)))),
            }
        }
        Err(Failure::internal("no number is free"))
    }

    /// Is this run done?
    pub fn has(&self, strategy: &str, seed: u64) -> bool {
        self.runs.iter().any(|r| r.seed == seed && r.strategy == strategy && r.outcome != Outcome::Failed)
    }

    /// Adds a finished run and writes it down.
    pub fn add(&mut self, run: Run) -> Result<(), Failure> {
        self.line(&run)?;
        self.put(run);
        Ok(())
    }

    /// A run that was done again replaces the one that failed.
    fn put(&mut self, run: Run) {
        self.runs.retain(|r| r.seed != run.seed || r.strategy != run.strategy);
        self.runs.push(run);
    }

    fn truncate(&mut self, len: u64) -> Result<(), Failure> {
        let done = self.file.set_len(len).and_then(|()| self.file.seek(SeekFrom::End(0)));
        done.map(|_| ()).map_err(|e| self.bad(&e))
    }

    fn line(&mut self, what: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(what).map_err(Failure::internal)?;
        let done = self.file.write_all(format!("{text}\n").as_bytes()).and_then(|()| self.file.flush());
        done.map_err(|e| self.bad(&e))
    }

    fn bad(&self, e: &std::io::Error) -> Failure {
        Failure::input(format!("{}: {}", self.path.display(), io_message(e)))
    }
}

/// What is not the same.
fn difference(known: &Header, now: &Header) -> Option<String> {
    let differs = |what: &str, a: String, b: String| (a != b).then(|| format!("{what} is {a}, not {b}"));
    differs("version of Homing", known.homing.clone(), now.homing.clone())
        .or_else(|| differs("program", known.program.clone(), now.program.clone()))
        .or_else(|| differs("target", known.targets.join(", "), now.targets.join(", ")))
        .or_else(|| differs("entry", known.entry.clone(), now.entry.clone()))
        .or_else(|| differs("promotion of locals", known.passes.to_string(), now.passes.to_string()))
        .or_else(|| differs("list of flags", known.flags.join(" "), now.flags.join(" ")))
        .or_else(|| differs("time", known.time.to_string(), now.time.to_string()))
}

/// A short name for contents (FNV-1a).
pub fn fingerprint(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            homing: "1".into(),
            program: fingerprint(b"x"),
            targets: vec!["any".into()],
            entry: "main".into(),
            passes: true,
            flags: vec![],
            time: 1.0,
        }
    }

    fn run(seed: u64, outcome: Outcome) -> Run {
        Run { strategy: "dfs".into(), seed, outcome, ..Run::default() }
    }

    #[test]
    fn finished_runs_survive_and_torn_lines_do_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("runs");
        let mut r = Results::open(Some(&path), header()).unwrap();
        r.add(run(1, Outcome::Reached)).unwrap();
        r.add(run(2, Outcome::Failed)).unwrap();
        drop(r);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"strategy\":\"dfs\",\"se").unwrap();
        let mut r = Results::open(Some(&path), header()).unwrap();
        assert!(r.has("dfs", 1) && !r.has("dfs", 2) && !r.has("bfs", 1));
        r.add(run(2, Outcome::TimeOut)).unwrap();
        drop(r);
        let r = Results::open(Some(&path), header()).unwrap();
        assert!(r.has("dfs", 2));
        assert_eq!(r.runs.len(), 2);
    }

    #[test]
    fn another_comparison_is_not_resumed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("runs");
        drop(Results::open(Some(&path), header()).unwrap());
        let other = Header { time: 2.0, ..header() };
        assert!(Results::open(Some(&path), other).is_err_and(|e| e.message().contains("time is 1, not 2")));
        std::fs::write(&path, "hello\n").unwrap();
        assert!(Results::open(Some(&path), header()).is_err());
    }
}
