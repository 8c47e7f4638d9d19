//! One run of a comparison, in its own process.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use homing_report::{Report, Verdict};

use super::results::{Outcome, Run};
use crate::fail::Failure;

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
    pid: libc::pid_t,
    started: Instant,
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
        command.process_group(0);
        // SAFETY: between fork and exec only one system call is made, which touches no memory.
        unsafe {
            command.pre_exec(|| match libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            });
        }
        let child = command.spawn().map_err(bad)?;
        Ok(Child { job, folder, pid: child.id() as libc::pid_t, started: Instant::now(), asked: None })
    }

    /// The run, if it has ended. Ends it when its time is over.
    pub fn poll(&mut self) -> Option<Run> {
        if let Some((status, cpu)) = self.wait(libc::WNOHANG) {
            let run = self.told(status, cpu);
            let _ = std::fs::remove_dir_all(&self.folder);
            return Some(run);
        }
        match self.asked {
            None if self.cpu().is_some_and(|t| t >= self.job.time.as_secs_f64()) => {
                self.signal(libc::SIGINT);
                self.asked = Some(Instant::now());
            }
            Some(at) if at.elapsed() > GRACE => self.signal(libc::SIGKILL),
            _ => {}
        }
        None
    }

    /// Ends the run at once; nothing is told of it.
    pub fn kill(&mut self) {
        self.signal(libc::SIGKILL);
        self.wait(0);
    }

    fn signal(&self, signal: libc::c_int) {
        // SAFETY: the process is our child and has not been waited for, so its number is still its own.
        unsafe { libc::kill(self.pid, signal) };
    }

    /// Status and CPU seconds of the process, once it has ended.
    fn wait(&self, flags: libc::c_int) -> Option<(libc::c_int, f64)> {
        let mut status = 0;
        let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
        // SAFETY: both places are ours, and all zeros is a valid `rusage`.
        let (ended, usage) = unsafe {
            let ended = libc::wait4(self.pid, &mut status, flags, usage.as_mut_ptr());
            (ended, usage.assume_init())
        };
        let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
        (ended == self.pid).then(|| (status, seconds(usage.ru_utime) + seconds(usage.ru_stime)))
    }

    /// CPU seconds so far.
    fn cpu(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid)).ok()?;
        // The name of the program, in parentheses, may hold anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut next = || fields.next()?.parse::<u64>().ok();
        let ticks = next()? + next()?;
        // SAFETY: a plain question.
        let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
        Some(ticks as f64 / per_second.max(1) as f64)
    }

    fn told(&self, status: libc::c_int, cpu: f64) -> Run {
        let mut run = Run {
            strategy: self.job.strategy.clone(),
            seed: self.job.seed,
            cpu_seconds: cpu,
            wall_seconds: self.started.elapsed().as_secs_f64(),
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
                run.why = format!("{} {}", how(status), said.lines().take(3).collect::<Vec<_>>().join(" ")).trim().into();
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

fn how(status: libc::c_int) -> String {
    if libc::WIFSIGNALED(status) {
        format!("ended by signal {}:", libc::WTERMSIG(status))
    } else {
        format!("exit code {}:", libc::WEXITSTATUS(status))
    }
}
