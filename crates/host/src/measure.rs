//! Measurements: a child process is run to its end, and what it used is told.

use std::fs::File;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::{Child, Ended};

/// How a child ended and what it used.
#[derive(Debug)]
pub struct Finished {
    /// Exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// It was asked to end when it had used its CPU time.
    pub asked: bool,
    /// It was still running at the time limit and was killed, with everything it had started.
    pub killed: bool,
    /// It met its limit of CPU seconds.
    pub out_of_cpu: bool,
    /// User and system seconds of the process and of the children it waited for.
    pub cpu: f64,
    /// Seconds since it was started.
    pub wall: f64,
    /// Largest resident size in bytes, of the process or of one of its children.
    pub peak: u64,
    /// What it wrote to its standard output.
    pub stdout: String,
    /// What it wrote to its standard error.
    pub stderr: String,
}

/// Runs `command` for at most `limit`. Its output goes through files in `folder`, so no pipe can fill up.
pub fn run(command: Command, limit: Duration, folder: &Path) -> io::Result<Finished> {
    run_fed(command, None, limit, folder)
}

/// The same with a file as standard input.
pub fn run_fed(command: Command, stdin: Option<&Path>, limit: Duration, folder: &Path) -> io::Result<Finished> {
    let mut running = Running::start(command, stdin, folder)?;
    let ended = match running.child.wait_for(limit)? {
        Some(ended) => ended,
        None => {
            running.kill();
            running.child.wait()?
        }
    };
    running.told(&ended)
}

/// A command that has used its CPU time is asked to end, as by Ctrl-C, and has that long to tell how far it came.
const GRACE: Duration = Duration::from_secs(20);

/// A measurement under way.
#[derive(Debug)]
pub struct Running {
    child: Child,
    out: PathBuf,
    err: PathBuf,
    /// When it was asked to end.
    asked: Option<Instant>,
    killed: bool,
}

impl Running {
    /// Starts `command`, whose output goes to files in `folder`; without a file as standard input it has none.
    pub fn start(mut command: Command, stdin: Option<&Path>, folder: &Path) -> io::Result<Running> {
        let (out, err) = (folder.join("stdout"), folder.join("stderr"));
        match stdin {
            Some(file) => command.stdin(File::open(file)?),
            None => command.stdin(Stdio::null()),
        };
        command.stdout(File::create(&out)?).stderr(File::create(&err)?);
        let child = Child::start(&mut command)?;
        Ok(Running { child, out, err, asked: None, killed: false })
    }

    /// What it used, if it has ended. Asks it to end when it has used `cpu`, and kills it if it does not.
    pub fn poll(&mut self, cpu: Duration) -> io::Result<Option<Finished>> {
        if let Some(ended) = self.child.poll()? {
            return self.told(&ended).map(Some);
        }
        match self.asked {
            None if self.child.cpu().is_some_and(|t| t >= cpu.as_secs_f64()) => {
                self.child.interrupt();
                self.asked = Some(Instant::now());
            }
            Some(at) if at.elapsed() > GRACE => self.kill(),
            _ => {}
        }
        Ok(None)
    }

    /// Ends it at once, with everything it has started; nothing is told of it.
    pub fn stop(&mut self) {
        self.kill();
        // Whoever stops a measurement does not ask how it ended.
        let _ = self.child.wait();
    }

    fn kill(&mut self) {
        self.child.kill_group();
        self.killed = true;
    }

    fn told(&self, ended: &Ended) -> io::Result<Finished> {
        let text = |p: &Path| std::fs::read(p).map(|b| String::from_utf8_lossy(&b).into_owned());
        Ok(Finished {
            code: ended.status.code(),
            signal: ended.status.signal(),
            asked: self.asked.is_some(),
            killed: self.killed,
            out_of_cpu: ended.status.signal() == Some(libc::SIGXCPU),
            cpu: ended.cpu,
            wall: ended.wall,
            peak: ended.peak,
            stdout: text(&self.out)?,
            stderr: text(&self.err)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Finished {
        let folder = tempfile::tempdir().unwrap();
        let mut c = Command::new("sh");
        c.args(["-c", script]);
        run(c, limit, folder.path()).unwrap()
    }

    #[test]
    fn output_and_code() {
        let f = shell("echo out; echo err >&2; exit 7", Duration::from_secs(20));
        assert_eq!((f.code, f.killed, f.stdout.as_str(), f.stderr.as_str()), (Some(7), false, "out\n", "err\n"));
        assert!(f.peak > 0);
    }

    #[test]
    fn cpu_seconds_are_limited() {
        let folder = tempfile::tempdir().unwrap();
        let mut c = Command::new("sh");
        c.args(["-c", "while true; do :; done"]);
        crate::process::limit_cpu(&mut c, 0.5);
        let f = run(c, Duration::from_secs(60), folder.path()).unwrap();
        assert!(f.out_of_cpu && !f.killed && f.code.is_none() && f.cpu > 0.5 && f.cpu < 3.0, "{f:?}");
    }

    #[test]
    fn who_has_used_its_cpu_time_may_tell_how_far_it_came() {
        let folder = tempfile::tempdir().unwrap();
        let mut c = Command::new("sh");
        c.args(["-c", "trap 'echo far; exit 3' INT; while true; do :; done"]);
        let mut running = Running::start(c, None, folder.path()).unwrap();
        let finished = loop {
            if let Some(finished) = running.poll(Duration::from_millis(50)).unwrap() {
                break finished;
            }
            std::thread::yield_now();
        };
        assert!(finished.asked && !finished.killed, "{finished:?}");
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(3), "far\n"));
    }

    #[test]
    fn grandchildren_die_with_the_child() {
        let f = shell("sleep 30 & sleep 30", Duration::from_millis(50));
        assert!(f.killed && f.code.is_none() && f.wall < 20.0, "{f:?}");
    }
}
