//! Runs a child process and tells what it used.

use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
    pub wall: f64,
    /// Largest resident size in bytes, of the process or of one of its children.
    pub peak: u64,
    pub stdout: String,
    pub stderr: String,
}

/// Lets the command use at most that many CPU seconds, rounded up; then a signal ends it.
pub fn limit_cpu(command: &mut Command, seconds: f64) {
    let soft = seconds.ceil().max(1.0) as libc::rlim_t;
    let limit = libc::rlimit { rlim_cur: soft, rlim_max: soft + 1 };
    // SAFETY: between fork and exec only one system call is made, which reads a value that the closure owns.
    unsafe {
        command.pre_exec(move || match libc::setrlimit(libc::RLIMIT_CPU, &limit) {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        });
    }
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
    command.stdout(File::create(&out)?).stderr(File::create(&err)?).process_group(0);
    let started = Instant::now();
    let child = command.spawn()?;
    let pid = child.id() as libc::pid_t;
    let mut killed = false;
    let (status, usage) = loop {
        if let Some(ended) = wait(pid)? {
            break ended;
        }
        if !killed && started.elapsed() > limit {
            // SAFETY: a signal to the process group that was made for this child.
            unsafe { libc::kill(-pid, libc::SIGKILL) };
            killed = true;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    let text = |p: &Path| std::fs::read(p).map(|b| String::from_utf8_lossy(&b).into_owned());
    Ok(Finished {
        code: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
        killed,
        out_of_cpu: libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGXCPU,
        cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
        wall: started.elapsed().as_secs_f64(),
        peak: usage.ru_maxrss as u64 * 1024,
        stdout: text(&out)?,
        stderr: text(&err)?,
    })
}

/// The child's status and usage once it has ended.
fn wait(pid: libc::pid_t) -> io::Result<Option<(libc::c_int, libc::rusage)>> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: both pointers are to live, writable values; a zeroed rusage is valid.
    let (got, usage) = unsafe { (libc::wait4(pid, &mut status, libc::WNOHANG, usage.as_mut_ptr()), usage.assume_init()) };
    match got {
        0 => Ok(None),
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(Some((status, usage))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Finished {
        let folder = crate::scratch(&format!("test-process-{}", script.len())).unwrap();
        let mut c = Command::new("sh");
        c.args(["-c", script]);
        run(c, limit, &folder).unwrap()
    }

    #[test]
    fn output_and_code() {
        let f = shell("echo out; echo err >&2; exit 7", Duration::from_secs(20));
        assert_eq!((f.code, f.killed, f.stdout.as_str(), f.stderr.as_str()), (Some(7), false, "out\n", "err\n"));
        assert!(f.peak > 0);
    }

    #[test]
    fn cpu_seconds_are_limited() {
        let folder = crate::scratch("test-process-cpu").unwrap();
        let mut c = Command::new("sh");
        c.args(["-c", "while true; do :; done"]);
        limit_cpu(&mut c, 0.5);
        let f = run(c, Duration::from_secs(60), &folder).unwrap();
        assert!(f.out_of_cpu && !f.killed && f.code.is_none() && f.cpu > 0.5 && f.cpu < 3.0, "{f:?}");
    }

    #[test]
    fn grandchildren_die_with_the_child() {
        let f = shell("sleep 30 & sleep 30", Duration::from_millis(50));
        assert!(f.killed && f.code.is_none() && f.wall < 20.0, "{f:?}");
    }
}
