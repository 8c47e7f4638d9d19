//! One run of a comparison, in its own process.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use homing_host::measure::{Finished, Running};
use homing_host::{Failure, process};
use homing_report::{Report, Verdict};

use super::results::{Outcome, Run};

/// A run to be done.
pub struct Job {
    pub strategy: String,
    pub seed: u64,
    pub flags: Vec<String>,
    /// CPU time that it may take.
    pub time: Duration,
}

/// A process that does a job.
pub struct Child<'a> {
    pub job: &'a Job,
    folder: PathBuf,
    running: Running,
}

impl<'a> Child<'a> {
    /// Starts a run; everything that it writes goes into the folder.
    pub fn start(job: &'a Job, folder: PathBuf) -> Result<Child<'a>, Failure> {
        let bad = |e: std::io::Error| Failure::input(format!("cannot start a run: {e}"));
        std::fs::create_dir_all(&folder).map_err(bad)?;
        let mut command = Command::new(std::env::current_exe().map_err(bad)?);
        command.args(&job.flags).arg("--out").arg(folder.join("out")).current_dir(&folder);
        // The user's Ctrl-C is for the comparison, which then ends its runs. When the comparison itself is killed, its runs must not
        // stay behind.
        process::dies_with_us(&mut command);
        let running = Running::start(command, None, &folder).map_err(bad)?;
        Ok(Child { job, folder, running })
    }

    /// The run, if it has ended. Ends it when its time is over.
    pub fn poll(&mut self) -> Option<Run> {
        let run = match self.running.poll(self.job.time) {
            Ok(None) => return None,
            Ok(Some(finished)) => self.told(&finished),
            Err(e) => Run { outcome: Outcome::Failed, why: format!("it cannot be watched: {e}"), ..self.named() },
        };
        let _ = std::fs::remove_dir_all(&self.folder);
        Some(run)
    }

    /// Ends the run at once; nothing is told of it.
    pub fn kill(&mut self) {
        self.running.stop();
    }

    fn named(&self) -> Run {
        Run { strategy: self.job.strategy.clone(), seed: self.job.seed, ..Run::default() }
    }

    fn told(&self, finished: &Finished) -> Run {
        let mut run = Run { cpu_seconds: finished.cpu, wall_seconds: finished.wall, ..self.named() };
        let report: Report = match serde_json::from_str(&finished.stdout) {
            Ok(report) => report,
            Err(_) if finished.asked => {
                run.outcome = Outcome::TimeOut;
                return run;
            }
            Err(_) => {
                let said = finished.stderr.lines().take(3).collect::<Vec<_>>().join(" ");
                run.outcome = Outcome::Failed;
                run.why = format!("{} {said}", how(finished)).trim().into();
                return run;
            }
        };
        run.instructions = report.statistics.instructions;
        run.solver_calls = report.statistics.solver_calls;
        run.paths = report.statistics.paths;
        run.work = 50 * run.solver_calls + run.instructions;
        let decided = !report.targets.is_empty() && report.targets.iter().all(|t| t.verdict != Verdict::Unknown);
        run.outcome = match report.ended.as_str() {
            _ if decided && report.targets.iter().any(|t| t.verdict == Verdict::Reached) => Outcome::Reached,
            _ if decided => Outcome::Unreachable,
            "time" => Outcome::TimeOut,
            "interrupted" if finished.asked => Outcome::TimeOut,
            "memory" => Outcome::OutOfMemory,
            _ => Outcome::Unknown,
        };
        if !decided {
            run.why = report.targets.iter().flat_map(|t| &t.reasons).next().cloned().unwrap_or_default();
        }
        run
    }
}

fn how(finished: &Finished) -> String {
    match finished.signal {
        Some(signal) => format!("ended by signal {signal}:"),
        None => format!("exit code {}:", finished.code.unwrap_or_default()),
    }
}
