//! One run of a comparison, in its own process.

use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

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

/// A run that was asked to end gets that long to tell how far it came.
const GRACE: Duration = Duration::from_secs(20);

/// A process that does a job.
pub struct Child<'a> {
    pub job: &'a Job,
    folder: PathBuf,
    process: process::Child,
    /// When it was asked to end.
    asked: Option<Instant>,
}

impl<'a> Child<'a> {
    /// Starts a run; everything that it writes goes into the folder.
    pub fn start(job: &'a Job, folder: PathBuf) -> Result<Child<'a>, Failure> {
        let bad = |e: std::io::Error| Failure::input(format!("cannot start a run: {e}"));
        std::fs::create_dir_all(&folder).map_err(bad)?;
        let file = |name: &str| File::create(folder.join(name)).map_err(bad);
        let mut command = Command::new(std::env::current_exe().map_err(bad)?);
        command.args(&job.flags).arg("--out").arg(folder.join("out")).current_dir(&folder);
        command.stdin(Stdio::null()).stdout(file("stdout")?).stderr(file("stderr")?);
        // A group of its own: the user's Ctrl-C is for the comparison, which then ends its runs. When the comparison itself is killed, its
        // runs must not stay behind.
        process::dies_with_us(&mut command);
        let process = process::Child::start(&mut command).map_err(bad)?;
        Ok(Child { job, folder, process, asked: None })
    }

    /// The run, if it has ended. Ends it when its time is over.
    pub fn poll(&mut self) -> Option<Run> {
        if let Ok(Some(ended)) = self.process.poll() {
            let run = self.told(&ended);
            let _ = std::fs::remove_dir_all(&self.folder);
            return Some(run);
        }
        match self.asked {
            None if self.process.cpu().is_some_and(|t| t >= self.job.time.as_secs_f64()) => {
                self.process.interrupt();
                self.asked = Some(Instant::now());
            }
            Some(at) if at.elapsed() > GRACE => self.process.kill(),
            _ => {}
        }
        None
    }

    /// Ends the run at once; nothing is told of it.
    pub fn kill(&mut self) {
        self.process.kill();
        let _ = self.process.wait();
    }

    fn told(&self, ended: &process::Ended) -> Run {
        let mut run = Run {
            strategy: self.job.strategy.clone(),
            seed: self.job.seed,
            cpu_seconds: ended.cpu,
            wall_seconds: ended.wall,
            ..Run::default()
        };
        let text = std::fs::read_to_string(self.folder.join("stdout")).unwrap_or_default();
        let report: Report = match serde_json::from_str(&text) {
            Ok(report) => report,
            Err(_) if self.asked.is_some() => {
                run.outcome = Outcome::TimeOut;
                return run;
            }
            Err(_) => {
                let said = std::fs::read_to_string(self.folder.join("stderr")).unwrap_or_default();
                run.outcome = Outcome::Failed;
                run.why = format!("{} {}", how(ended.status), said.lines().take(3).collect::<Vec<_>>().join(" ")).trim().into();
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
            "interrupted" if self.asked.is_some() => Outcome::TimeOut,
            "memory" => Outcome::OutOfMemory,
            _ => Outcome::Unknown,
        };
        if !decided {
            run.why = report.targets.iter().flat_map(|t| &t.reasons).next().cloned().unwrap_or_default();
        }
        run
    }
}

fn how(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("ended by signal {signal}:"),
        None => format!("exit code {}:", status.code().unwrap_or_default()),
    }
}
