//! Measurements: a child process is run to its end, and what it used is told.

use std::fs::File;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::process::Child;

/// How a child ended and what it used.
#[derive(Debug)]
pub struct Finished {
    /// Exit code; `None` if a signal ended it.
    pub code: Option<i32>,
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
pub fn run_fed(mut command: Command, stdin: Option<&Path>, limit: Duration, folder: &Path) -> io::Result<Finished> {
    let (out, err) = (folder.join("stdout"), folder.join("stderr"));
    match stdin {
        Some(file) => command.stdin(File::open(file)?),
        None => command.stdin(Stdio::null()),
    };
    command.stdout(File::create(&out)?).stderr(File::create(&err)?);
    let mut child = Child::start(&mut command)?;
    let mut killed = false;
    let ended = loop {
        if let Some(ended) = child.poll()? {
            break ended;
        }
        if !killed && child.elapsed() > limit {
            child.kill_group();
            killed = true;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = |p: &Path| std::fs::read(p).map(|b| String::from_utf8_lossy(&b).into_owned());
    Ok(Finished {
        code: ended.status.code(),
        killed,
        out_of_cpu: ended.status.signal() == Some(libc::SIGXCPU),
        cpu: ended.cpu,
        wall: ended.wall,
        peak: ended.peak,
        stdout: text(&out)?,
        stderr: text(&err)?,
    })
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
    fn grandchildren_die_with_the_child() {
        let f = shell("sleep 30 & sleep 30", Duration::from_millis(50));
        assert!(f.killed && f.code.is_none() && f.wall < 20.0, "{f:?}");
    }
}
