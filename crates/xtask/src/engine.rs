//! The `homing` program: building it, running it, and the parts of its JSON report that are measured here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::Deserialize;

use homing_host::measure::{self, Finished};
use homing_host::process;

/// Seconds that `homing` gets beyond its own limit of time before it is killed: loading, and a replay under way.
const GRACE: f64 = 20.0;

/// Builds the release binary and tells where it is; `given` is used as it is.
pub fn binary(given: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(path) = given {
        return path.canonicalize().map_err(|e| format!("{}: {e}", path.display()));
    }
    let mut build = Command::new(cargo());
    build.current_dir(crate::root()).args(["build", "--release", "--quiet", "-p", "homing"]);
    let status = process::status(&mut build).map_err(|e| format!("cannot run cargo: {e}"))?;
    if !status.success() {
        return Err("homing does not build".into());
    }
    Ok(crate::target().join("release/homing"))
}

/// The cargo that runs us.
pub fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

/// Runs `homing` with `--json` and a limit of `seconds` for its search; everything temporary goes to `folder`.
pub fn run(homing: &Path, args: &[String], seconds: f64, folder: &Path) -> Result<Run, String> {
    run_within(homing, args, seconds, None, folder)
}

/// The same with a limit of CPU seconds for the whole process; a run that it ends has no report.
pub fn run_within(homing: &Path, args: &[String], seconds: f64, cpu: Option<f64>, folder: &Path) -> Result<Run, String> {
    let mut command = Command::new(homing);
    let split = args.iter().position(|a| a == "--").unwrap_or(args.len());
    command.args(&args[..split]).args(["--json", "--time", &format!("{seconds}s"), "--out"]).arg(folder.join("out"));
    command.args(&args[split..]).current_dir(folder);
    if let Some(cpu) = cpu {
        process::limit_cpu(&mut command, cpu);
    }
    let limit = Duration::from_secs_f64(seconds + GRACE);
    let finished = measure::run(command, limit, folder).map_err(|e| format!("{}: {e}", homing.display()))?;
    let report = serde_json::from_str(&finished.stdout).ok();
    Ok(Run { finished, report })
}

/// One run of `homing`.
pub struct Run {
    pub finished: Finished,
    /// Absent if it ended without a verdict.
    pub report: Option<Report>,
}

impl Run {
    /// `REACHED`, `UNREACHABLE`, `UNKNOWN`, or how it failed.
    pub fn verdict(&self) -> &str {
        match (&self.report, self.finished.killed) {
            (Some(r), _) => &r.verdict,
            (None, true) => "KILLED",
            (None, false) => "FAILED",
        }
    }

    /// Why there is no verdict: the first reason of the report, or of the failure.
    pub fn reason(&self) -> String {
        let Some(report) = &self.report else {
            let line = self.finished.stderr.lines().find(|l| !l.trim().is_empty()).unwrap_or("no message");
            return match self.finished.code {
                Some(code) => format!("exit code {code}: {line}"),
                None if self.finished.killed => "killed at the time limit".into(),
                None => format!("ended by a signal: {line}"),
            };
        };
        if report.verdict != "UNKNOWN" {
            return String::new();
        }
        let reasons = report.targets.iter().flat_map(|t| t.reasons.iter());
        reasons.into_iter().next().cloned().unwrap_or_else(|| format!("no reason given; ended by {}", report.ended))
    }

    /// CPU seconds of `homing` itself: without clang and the replay.
    pub fn own_cpu(&self) -> f64 {
        let apart = self.report.as_ref().map_or(0.0, |r| r.statistics.cpu_seconds.compile + r.statistics.cpu_seconds.replay);
        (self.finished.cpu - apart).max(0.0)
    }
}

/// The fields of the report that are read here (the whole of it is documented in `docs/json.md`).
#[derive(Debug, Deserialize)]
pub struct Report {
    pub verdict: String,
    #[serde(default)]
    pub ended: String,
    #[serde(default)]
    pub targets: Vec<Target>,
    #[serde(default)]
    pub errors: Vec<Found>,
    #[serde(default)]
    pub losses: Vec<Loss>,
    pub statistics: Statistics,
}

#[derive(Debug, Deserialize)]
pub struct Target {
    #[serde(default)]
    pub target: String,
    pub verdict: String,
    #[serde(default)]
    pub reasons: Vec<String>,
    pub replay: Option<Replay>,
}

#[derive(Debug, Deserialize)]
pub struct Replay {
    pub by: String,
    pub why: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Found {
    pub kind: String,
    pub function: String,
    pub line: u32,
}

#[derive(Debug, Deserialize)]
pub struct Loss {
    pub kind: String,
    pub detail: String,
    pub count: u64,
}

#[derive(Debug, Deserialize)]
pub struct Statistics {
    pub instructions: u64,
    pub paths: u64,
    #[serde(default)]
    pub states: u64,
    #[serde(default)]
    pub paths_at_most: bool,
    #[serde(default)]
    pub joins: u64,
    pub forks: u64,
    pub max_states: u64,
    pub decides: u64,
    pub solver_calls: u64,
    pub terms: u64,
    pub peak_memory: u64,
    pub cpu_seconds: CpuSeconds,
    pub fuzzing: Option<Fuzzing>,
}

#[derive(Debug, Deserialize)]
pub struct Fuzzing {
    pub runs: u64,
}

#[derive(Debug, Deserialize)]
pub struct CpuSeconds {
    pub compile: f64,
    pub load: f64,
    pub execute: f64,
    pub solve: f64,
    pub replay: f64,
}
