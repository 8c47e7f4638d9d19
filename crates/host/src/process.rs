//! Child processes: everything that is started is started here.

use std::io::{self, Read};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child as Inner, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::failure::io_message;

/// Runs a command to its end; what it said.
pub fn output(c: &mut Command) -> io::Result<Output> {
    c.output()
}

/// Runs a command to its end, with our own input and output unless it has others; how it ended.
pub fn status(c: &mut Command) -> io::Result<ExitStatus> {
    c.status()
}

/// Runs a command for at most `limit`, then ends it with all that it started; `None` if that was needed.
pub fn within(c: &mut Command, limit: Duration) -> io::Result<Option<Ended>> {
    let mut child = Child::start(c)?;
    let ended = child.wait_for(limit)?;
    if ended.is_none() {
        child.kill_group();
        child.wait()?;
    }
    Ok(ended)
}

/// Runs a tool; its own message is the user's when it fails. Else what it said on standard error.
pub fn finish(c: &mut Command, what: &str) -> Result<String, String> {
    let done = output(c).map_err(|e| format!("{what}: {}", io_message(&e)))?;
    let said = String::from_utf8_lossy(&done.stderr);
    if done.status.success() {
        return Ok(said.into_owned());
    }
    let said =
        if said.trim().is_empty() { format!("it ended with {} and no message", done.status) } else { said.trim_end().into() };
    Err(format!("{what}:\n{said}"))
}

/// The same for a tool that nobody waits for any more once the flag is set.
pub fn finish_unless(c: &mut Command, what: &str, stop: Option<&AtomicBool>) -> Result<String, String> {
    let failed = |e: io::Error| format!("{what}: {}", io_message(&e));
    c.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = Child::start(c).map_err(failed)?;
    let (_, said) = child.drain(1 << 20);
    let status = loop {
        if let Some(ended) = child.poll().map_err(failed)? {
            break ended.status;
        }
        if stop.is_some_and(|s| s.load(Ordering::Relaxed)) {
            child.kill_group();
            child.wait().map_err(failed)?;
            return Err(format!("{what}: the run ended first"));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let said = said.finish();
    if status.success() { Ok(said) } else { Err(format!("{what}:\n{}", said.trim_end())) }
}

/// Runs a command that has our own input and output; its exit code as a shell tells it.
pub fn pass_through(c: &mut Command) -> io::Result<i32> {
    let status = c.status()?;
    Ok(status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)))
}

/// Lets the command use at most that many CPU seconds, rounded up; then a signal ends it.
pub fn limit_cpu(c: &mut Command, seconds: f64) {
    let soft = seconds.ceil().max(1.0) as libc::rlim_t;
    let limit = libc::rlimit { rlim_cur: soft, rlim_max: soft + 1 };
    // SAFETY: between fork and exec only one system call is made, which reads a value that the closure owns.
    unsafe {
        c.pre_exec(move || match libc::setrlimit(libc::RLIMIT_CPU, &limit) {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        });
    }
}

/// Lets the command have at most that many bytes of data; what it wants beyond that it does not get.
pub fn limit_data(c: &mut Command, bytes: u64) {
    let limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
    // SAFETY: between fork and exec only one system call is made, which reads a value that the closure owns.
    unsafe {
        c.pre_exec(move || match libc::setrlimit(libc::RLIMIT_DATA, &limit) {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        });
    }
}

/// The process is killed when the thread that starts it ends: nothing stays behind when we are killed ourselves.
pub fn dies_with_us(c: &mut Command) {
    // SAFETY: between fork and exec only one system call is made, which touches no memory.
    unsafe {
        c.pre_exec(|| match libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        });
    }
}

/// A process that runs beside us, in a group of its own.
#[derive(Debug)]
pub struct Child {
    inner: Inner,
    started: Instant,
}

/// How a process ended and what it used.
#[derive(Copy, Clone, Debug)]
pub struct Ended {
    /// Exit code or signal.
    pub status: ExitStatus,
    /// User and system seconds of the process and of the children it waited for.
    pub cpu: f64,
    /// Seconds since it was started.
    pub wall: f64,
    /// Largest resident size in bytes, of the process or of one of its children.
    pub peak: u64,
}

impl Child {
    /// Starts a command in a group of its own: signals from the terminal are not for it, and all that it starts can be ended with it.
    pub fn start(c: &mut Command) -> io::Result<Child> {
        Child::start_as_leader(c.process_group(0))
    }

    /// The same for a command that makes its group itself, before it becomes the program.
    pub fn start_as_leader(c: &mut Command) -> io::Result<Child> {
        Ok(Child { inner: c.spawn()?, started: Instant::now() })
    }

    /// Its standard input, if that is a pipe; once.
    pub fn stdin(&mut self) -> Option<ChildStdin> {
        self.inner.stdin.take()
    }

    /// Its standard output, if that is a pipe; once.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.inner.stdout.take()
    }

    /// Starts to read what it writes to its standard output and standard error, as far as those are pipes; once. At most `kept` bytes of
    /// each stay.
    pub fn drain(&mut self, kept: usize) -> (Drain, Drain) {
        (Drain::start(self.inner.stdout.take(), kept), Drain::start(self.inner.stderr.take(), kept))
    }

    /// How it ended, once it has. Afterwards it must not be asked again.
    pub fn poll(&mut self) -> io::Result<Option<Ended>> {
        self.wait_with(libc::WNOHANG)
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> io::Result<Ended> {
        loop {
            match self.wait_with(0) {
                Ok(Some(ended)) => return Ok(ended),
                Err(e) if e.kind() != io::ErrorKind::Interrupted => return Err(e),
                _ => {}
            }
        }
    }

    /// Waits for its end, but no longer than `limit`; `None` if it still runs. It is ended where it cannot be waited for like that.
    pub fn wait_for(&mut self, limit: Duration) -> io::Result<Option<Ended>> {
        // SAFETY: a system call without pointers. The process is our child and has not been waited for, so its number is still its own.
        let raw = unsafe { libc::syscall(libc::SYS_pidfd_open, self.id(), 0) };
        if raw < 0 {
            let why = io::Error::last_os_error();
            self.kill_group();
            return Err(why);
        }
        // SAFETY: the call has just made the descriptor, and nobody else has it.
        let over = unsafe { OwnedFd::from_raw_fd(raw as libc::c_int) };
        match readable(&over, Instant::now() + limit) {
            true => self.wait().map(Some),
            false => self.poll(),
        }
    }

    /// Ends the process alone.
    pub fn kill(&self) {
        self.signal(libc::SIGKILL);
    }

    /// Asks the process to end, as Ctrl-C does.
    pub fn interrupt(&self) {
        self.signal(libc::SIGINT);
    }

    /// Ends the process and all that it started.
    pub fn kill_group(&self) {
        // SAFETY: a plain system call; the group is the child's own and may be gone already.
        unsafe { libc::kill(-self.id(), libc::SIGKILL) };
    }

    /// CPU seconds so far, without those of its children.
    pub fn cpu(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.id())).ok()?;
        // The name of the program, in parentheses, may hold anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut next = || fields.next()?.parse::<u64>().ok();
        let ticks = next()? + next()?;
        // SAFETY: a plain question.
        let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
        Some(ticks as f64 / per_second.max(1) as f64)
    }

    /// The same, exactly.
    pub fn cpu_time(&self) -> Option<Duration> {
        let mut clock = 0;
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: both calls write into the values that they are given and nothing else.
        let known = unsafe { libc::clock_getcpuclockid(self.id(), &mut clock) == 0 && libc::clock_gettime(clock, &mut now) == 0 };
        known.then(|| Duration::new(now.tv_sec as u64, now.tv_nsec as u32))
    }

    /// Since it was started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn id(&self) -> libc::pid_t {
        self.inner.id() as libc::pid_t
    }

    fn signal(&self, signal: libc::c_int) {
        // SAFETY: the process is our child and has not been waited for, so its number is still its own.
        unsafe { libc::kill(self.id(), signal) };
    }

    fn wait_with(&self, flags: libc::c_int) -> io::Result<Option<Ended>> {
        let mut status = 0;
        let mut usage = MaybeUninit::<libc::rusage>::zeroed();
        // SAFETY: both pointers are to live, writable values; a zeroed rusage is valid.
        let (got, usage) = unsafe { (libc::wait4(self.id(), &mut status, flags, usage.as_mut_ptr()), usage.assume_init()) };
        let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
        match got {
            0 => Ok(None),
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(Some(Ended {
                status: ExitStatus::from_raw(status),
                cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
                wall: self.started.elapsed().as_secs_f64(),
                peak: usage.ru_maxrss as u64 * 1024,
            })),
        }
    }
}

/// Sleeps until there is something to read; false if there is still nothing at `end`.
pub fn readable(from: &impl AsRawFd, end: Instant) -> bool {
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let mut one = libc::pollfd { fd: from.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one entry, a local variable. The descriptor is open as long as `from` is borrowed.
        match unsafe { libc::poll(&mut one, 1, left.as_millis().min(1 << 30) as libc::c_int + 1) } {
            0 if Instant::now() >= end => return false,
            1.. => return true,
            _ => {}
        }
    }
}

/// Reads what a program writes, so that it never waits, and keeps the beginning.
#[derive(Debug)]
pub struct Drain {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl Drain {
    fn start<R: Read + Send + 'static>(from: Option<R>, most: usize) -> Drain {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let reader = from.map(|mut from| {
            let kept = kept.clone();
            std::thread::spawn(move || {
                let mut piece = [0; 1 << 16];
                while let Ok(n @ 1..) = from.read(&mut piece) {
                    let mut kept = kept.lock().unwrap_or_else(|p| p.into_inner());
                    let room = most - kept.len();
                    kept.extend(&piece[..n.min(room)]);
                }
            })
        });
        Drain { kept, reader }
    }

    /// What was read. A process that got away may keep the pipe open: nobody waits for that.
    pub fn finish(self) -> String {
        let late = Instant::now() + Duration::from_millis(500);
        while self.reader.as_ref().is_some_and(|r| !r.is_finished()) && Instant::now() < late {
            std::thread::sleep(Duration::from_micros(200));
        }
        let kept = self.kept.lock().unwrap_or_else(|p| p.into_inner());
        String::from_utf8_lossy(&kept).into_owned()
    }
}

/// Is the tool there and does it work with these arguments?
pub fn works(c: &mut Command) -> bool {
    c.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut c = Command::new("sh");
        c.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        c
    }

    #[test]
    fn a_failing_tool_speaks_for_itself() {
        assert_eq!(finish(&mut shell("echo said >&2"), "it failed"), Ok("said\n".into()));
        assert_eq!(finish(&mut shell("echo why >&2; exit 1"), "it failed"), Err("it failed:\nwhy".into()));
        assert!(finish(&mut shell("exit 3"), "it failed").is_err_and(|e| e.contains("no message")));
    }

    #[test]
    fn a_child_tells_what_it_used() {
        let mut child = Child::start(&mut shell("echo out; echo err >&2; exit 7")).unwrap();
        let (out, err) = child.drain(100);
        let ended = child.wait().unwrap();
        assert_eq!((ended.status.code(), out.finish().as_str(), err.finish().as_str()), (Some(7), "out\n", "err\n"));
        assert!(ended.peak > 0);
    }

    #[test]
    fn a_group_ends_as_a_whole() {
        let mut child = Child::start(&mut shell("sleep 30 & sleep 30")).unwrap();
        let (out, _) = child.drain(100);
        child.kill_group();
        assert_eq!(child.wait().unwrap().status.signal(), Some(libc::SIGKILL));
        // The pipe is closed only when nobody is left.
        out.finish();
        assert!(child.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn children_end_by_themselves_or_are_ended() {
        assert!(within(&mut shell("exit 0"), Duration::from_secs(60)).unwrap().is_some_and(|e| e.status.success()));
        assert!(within(&mut shell("sleep 600"), Duration::from_millis(10)).unwrap().is_none());
    }

    #[test]
    fn data_is_limited() {
        let grow = "x=$(head -c 300000000 /dev/zero | tr '\\0' x); echo ${#x}";
        let ended = |limit: u64| {
            let mut c = shell(grow);
            limit_data(&mut c, limit);
            let mut child = Child::start(&mut c).unwrap();
            let (out, _) = child.drain(100);
            (child.wait().unwrap().status.success(), out.finish())
        };
        assert_eq!(ended(4 << 30), (true, "300000000\n".into()));
        assert_ne!(ended(100 << 20).1, "300000000\n");
    }

    #[test]
    fn a_tool_is_ended_when_nobody_waits() {
        let (go, stop) = (AtomicBool::new(false), AtomicBool::new(true));
        assert_eq!(finish_unless(&mut shell("echo said >&2"), "a tool", Some(&go)).unwrap(), "said\n");
        assert_eq!(finish_unless(&mut shell("echo bad >&2; exit 3"), "a tool", None).unwrap_err(), "a tool:\nbad");
        let start = Instant::now();
        let ended = finish_unless(&mut shell("sleep 60 & sleep 60"), "a tool", Some(&stop)).unwrap_err();
        assert!(ended.contains("ended first") && start.elapsed() < Duration::from_secs(20), "{ended}");
    }

    #[test]
    fn cpu_seconds_are_limited() {
        let mut c = shell("while true; do :; done");
        limit_cpu(&mut c, 0.5);
        dies_with_us(&mut c);
        let ended = Child::start(&mut c).unwrap().wait().unwrap();
        assert_eq!(ended.status.signal(), Some(libc::SIGXCPU));
        assert!(ended.cpu > 0.5 && ended.cpu < 3.0, "{ended:?}");
    }
}
