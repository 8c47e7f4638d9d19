//! Running a program that may do anything: with limits, in a folder of its own, and gone at the end.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use homing_host::Share;
use homing_host::process::{Child, Ended};
use homing_posix::Invocation;

use crate::isolate::{Entry, Isolation, bwrap_flags};
use crate::layout;

/// How the run of a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal(i32),
    Timeout,
    /// It was ended because all that was looked for had happened.
    Enough,
}

/// What the program told through the runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A place of the target with this number.
    Hit(u32),
    /// An assumption did not hold.
    Assume,
    /// It asked for more inputs than the test case has.
    Inputs(String),
    /// It asked for an input of another size.
    Size(String),
    /// An assertion of the runtime's failed.
    Assert,
    /// It reported an error itself (`reach_error` and the like).
    Reported,
    /// It called something that has no meaning in a native run.
    Unsupported(String),
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Ran {
    pub(crate) events: Vec<Event>,
    pub(crate) end: End,
    /// The beginnings of what it wrote.
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The file, in the folder of a run, that the program's runtime writes to.
pub(crate) const EVENTS: &str = "events";

/// Limits of one run.
#[derive(Clone, Debug)]
pub struct ChildLimits {
    pub time: Duration,
    /// Address space; none for sanitizers, which reserve terabytes.
    pub memory: Option<u64>,
    /// Open files.
    pub files: u64,
    /// It is ended soon after this is set.
    pub stop: Option<Cutoff>,
}

/// A flag that ends a native run, and how long it may go on when that is set.
#[derive(Clone, Debug)]
pub struct Cutoff {
    pub flag: Arc<AtomicBool>,
    pub grace: Duration,
}

/// What is run, and how.
pub struct Start<'a> {
    pub program: &'a Path,
    /// The test case's file, for what the program asks for itself.
    pub test: &'a Path,
    /// Arguments, environment, standard input and files; without it there are none. With the model's working folder.
    pub invocation: Option<(&'a Invocation, &'a [u8])>,
    /// Standard input is a stream, not a file.
    pub stream: bool,
    /// Variables for the sanitizers, which the program does not see.
    pub env: &'a [(&'a str, &'a str)],
    pub limits: ChildLimits,
    pub isolation: &'a Isolation,
    /// Its CPU time counts as the run's own.
    pub counted: bool,
}

/// Largest file that a program may write, and processes that it may have.
const FILE_SIZE: u64 = 64 << 20;
const PROCESSES: u64 = 64;

impl Start<'_> {
    /// Runs the program. `folder` is emptied; a folder in it becomes the working folder. The run is ended when `until` has
    /// seen enough.
    pub fn run(&self, folder: &Path, until: &dyn Fn(&[Event]) -> bool) -> io::Result<Ran> {
        layout::remove(folder);
        let inside = folder.join("cwd");
        fs::create_dir_all(&inside)?;
        let events = folder.join(EVENTS);
        let mut c = self.command(folder, &inside)?;
        // Pipes, as in the model; what comes out is read to the end, however much it is.
        c.current_dir(&inside).stdout(Stdio::piped()).stderr(Stdio::piped());
        c.env_clear().env("HOMING_KTEST", self.test).env("HOMING_EVENTS", &events).envs(self.env.iter().copied());
        self.surround(&mut c, folder, &inside)?;
        self.restrict(&mut c, folder, &inside)?;
        let mut child = Child::start_as_leader(&mut c)?;
        // The command keeps copies of what it was given: pipes would not end.
        drop(c);
        let (stdout, stderr) = child.drain(KEPT);
        if let (Some(to), Some((invocation, _))) = (child.stdin(), self.invocation) {
            feed(to, invocation.stdin.clone());
        }
        let end = wait(&mut child, &self.limits, self.counted, &|| until(&read_events(&events)))?;
        let end = match (self.isolation, end) {
            // As a shell does, bwrap makes a number of a signal.
            (Isolation::Bwrap(_), End::Exit(code @ 129..=192)) => End::Signal(code - 128),
            (_, end) => end,
        };
        Ok(Ran { events: read_events(&events), end, stdout: stdout.finish(), stderr: stderr.finish() })
    }

    /// The program, or `bwrap` with the program.
    fn command(&self, folder: &Path, inside: &Path) -> io::Result<Command> {
        let argv = self.invocation.map(|(i, _)| &i.argv[..]).unwrap_or_default();
        let name = argv.first().map_or(OsStr::new("program"), |a| OsStr::from_bytes(a));
        let mut c = match self.isolation {
            Isolation::Bwrap(path) => {
                let mut c = Command::new(path);
                c.args(bwrap_flags(folder, inside, self.invocation.is_some())).arg(self.program);
                c
            }
            _ => {
                let mut c = Command::new(self.program);
                c.arg0(name);
                c
            }
        };
        c.args(argv.iter().skip(1).map(|a| OsStr::from_bytes(a)));
        Ok(c)
    }

    /// Files, standard input, environment.
    fn surround(&self, c: &mut Command, folder: &Path, inside: &Path) -> io::Result<()> {
        let Some((invocation, cwd)) = self.invocation else {
            c.stdin(Stdio::null());
            return Ok(());
        };
        layout::lay_out(inside, cwd, invocation)?;
        let (stdin, environ) = (folder.join("stdin"), folder.join("environ"));
        if self.stream {
            c.stdin(Stdio::piped());
        } else {
            fs::write(&stdin, &invocation.stdin)?;
            c.stdin(File::open(&stdin)?);
        }
        let variables: Vec<u8> = invocation.env.iter().flat_map(|(n, v)| [&n[..], b"=", v, b"\0"].concat()).collect();
        fs::write(&environ, variables)?;
        c.env("HOMING_ENVIRON", &environ).env("HOMING_FILES", self.limits.files.to_string());
        Ok(())
    }

    /// Everything that is done to the child before it becomes the program.
    fn restrict(&self, c: &mut Command, folder: &Path, inside: &Path) -> io::Result<()> {
        let limits = &self.limits;
        let (seconds, memory, files) = (limits.time.as_secs() + 1, limits.memory, limits.files);
        let (entry, processes) = match self.isolation {
            Isolation::Namespaces { pid } => (Some(Entry::new(folder, inside, self.invocation.is_some(), *pid)?), PROCESSES),
            _ => (None, everybodys_processes() + PROCESSES),
        };
        let set = move |what, value: u64| {
            let limit = libc::rlimit { rlim_cur: value as libc::rlim_t, rlim_max: value as libc::rlim_t };
            // SAFETY: the struct outlives the call. A limit that cannot be set is not worth failing for.
            unsafe { libc::setrlimit(what, &limit) };
        };
        // SAFETY: only system calls that are allowed between fork and exec, on memory that was prepared before.
        unsafe {
            c.pre_exec(move || {
                // A session of its own: no terminal to read from, and one group to end.
                libc::setsid();
                libc::umask(0o022);
                // What our own caller ignores (`nohup`, a job in the background) is nothing to the program.
                (1..=LAST_SIGNAL).for_each(|s| {
                    libc::signal(s, libc::SIG_DFL);
                });
                if let Some(entry) = &entry {
                    entry.enter()?;
                }
                libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
                set(libc::RLIMIT_CPU, seconds);
                set(libc::RLIMIT_CORE, 0);
                set(libc::RLIMIT_FSIZE, FILE_SIZE);
                // One more for the file of events.
                set(libc::RLIMIT_NOFILE, files + 1);
                set(libc::RLIMIT_NPROC, processes);
                if let Some(bytes) = memory {
                    set(libc::RLIMIT_AS, bytes);
                }
                Ok(())
            });
        }
        Ok(())
    }
}

/// Waits for the end, or makes it.
fn wait(child: &mut Child, limits: &ChildLimits, counted: bool, enough: &dyn Fn() -> bool) -> io::Result<End> {
    let mut pause = Duration::from_micros(200);
    let (mut share, mut stopped) = (Share::default(), None);
    let end = loop {
        let ended = child.poll()?;
        if counted && let Some(used) = ended.map_or_else(|| child.cpu_time(), |e| Duration::try_from_secs_f64(e.cpu).ok()) {
            share.has_used(used);
        }
        if let Some(Ended { status, .. }) = ended {
            break match (status.code(), status.signal()) {
                (Some(c), _) => End::Exit(c),
                (_, Some(s)) => End::Signal(s),
                _ => End::Exit(-1),
            };
        }
        if let Some(stop) = limits.stop.as_ref().filter(|s| s.flag.load(Ordering::Relaxed)) {
            stopped.get_or_insert(child.elapsed() + stop.grace);
        }
        let late = child.elapsed() >= stopped.unwrap_or(limits.time).min(limits.time);
        if late || (pause >= Duration::from_millis(5) && enough()) {
            child.kill_group();
            let ended = child.wait()?;
            if counted {
                share.has_used(Duration::try_from_secs_f64(ended.cpu).unwrap_or_default());
            }
            break if late { End::Timeout } else { End::Enough };
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    };
    child.kill_group();
    Ok(end)
}

/// Signals of real time included.
const LAST_SIGNAL: i32 = 64;

/// Bytes that are kept of what a program writes.
const KEPT: usize = 1 << 20;

/// Writes to a program's standard input; one that does not read it is no error.
fn feed(mut to: std::process::ChildStdin, bytes: Vec<u8>) {
    std::thread::spawn(move || to.write_all(&bytes));
}

/// How many processes and threads there are: the limit counts all of a user's.
fn everybodys_processes() -> u64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let total = text.split(' ').nth(3).and_then(|t| t.split_once('/')?.1.parse().ok());
    total.unwrap_or(4096)
}

fn lossy(path: &Path) -> String {
    fs::read(path).map(|b| String::from_utf8_lossy(&b[..b.len().min(1 << 20)]).into_owned()).unwrap_or_default()
}

fn read_events(path: &Path) -> Vec<Event> {
    lossy(path).lines().filter_map(parse_event).collect()
}

fn parse_event(line: &str) -> Option<Event> {
    let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
    Some(match what {
        "hit" => Event::Hit(rest.parse().ok()?),
        "assume" => Event::Assume,
        "inputs" => Event::Inputs(rest.into()),
        "size" => Event::Size(rest.into()),
        "assert" => Event::Assert,
        "reported" => Event::Reported,
        "unsupported" => Event::Unsupported(rest.into()),
        _ => return None,
    })
}

impl Ran {
    /// Was a place of that target passed?
    pub fn hit(&self, id: u32) -> bool {
        self.events.contains(&Event::Hit(id))
    }

    /// The beginning of what it wrote to its standard output.
    pub fn stdout(&self) -> &str {
        &self.stdout
    }

    /// The beginning of what it wrote to its standard error.
    pub fn stderr(&self) -> &str {
        &self.stderr
    }

    /// How it ended, in a phrase that begins with "it".
    pub fn told(&self) -> String {
        for e in &self.events {
            match e {
                Event::Assume => return "it broke an assumption".into(),
                Event::Inputs(n) => return format!("it asked for more inputs than there are ({n})"),
                Event::Size(n) => return format!("it asked for an input of another size ({n})"),
                Event::Unsupported(n) => return format!("it called {n}, which has no meaning in a native run"),
                _ => {}
            }
        }
        match self.end {
            End::Exit(127) if self.stderr.contains("symbol lookup error") => "it called a function that is not defined".into(),
            End::Exit(c) => format!("it ended with exit code {c}"),
            End::Signal(s) => format!("it ended with {}", signal_name(s)),
            End::Timeout => "it ran out of time".into(),
            End::Enough => "it was ended while it went on, after it had passed every target".into(),
        }
    }

    /// It came to its own end with all its inputs: what it did not pass, it does not pass.
    pub(crate) fn complete(&self) -> bool {
        let stopped = |e: &Event| matches!(e, Event::Unsupported(_));
        let own = match self.end {
            End::Exit(_) => true,
            // These are the limits of the run, not the program's doing.
            End::Signal(s) => !matches!(s, libc::SIGXCPU | libc::SIGKILL | libc::SIGXFSZ),
            End::Timeout | End::Enough => false,
        };
        own && !self.told().contains("not defined") && !self.events.iter().any(stopped)
    }
}

fn signal_name(s: i32) -> String {
    match s {
        libc::SIGSEGV => "a segmentation fault".into(),
        libc::SIGABRT => "abort".into(),
        libc::SIGFPE => "an arithmetic fault".into(),
        libc::SIGILL => "an illegal instruction".into(),
        libc::SIGBUS => "a bus error".into(),
        libc::SIGXCPU | libc::SIGKILL => "the limit of CPU time".into(),
        libc::SIGXFSZ => "the limit of file size".into(),
        libc::SIGTRAP => "a trap".into(),
        libc::SIGPIPE => "a broken pipe".into(),
        libc::SIGSYS => "a bad system call".into(),
        _ => format!("signal {s}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell's script as the program.
    fn sh_with(isolation: &Isolation, script: &str, stdin: &[u8], seconds: u64) -> Ran {
        sh_until(isolation, script, stdin, seconds, None)
    }

    fn sh_until(isolation: &Isolation, script: &str, stdin: &[u8], seconds: u64, stop: Option<Cutoff>) -> Ran {
        let dir = tempfile::tempdir().unwrap();
        let invocation = Invocation {
            argv: [&b"sh"[..], b"-c", script.as_bytes()].map(<[u8]>::to_vec).to_vec(),
            env: Vec::new(),
            stdin: stdin.to_vec(),
            files: vec![(b"A".to_vec(), 0o644, homing_posix::Node::File(b"contents".to_vec()))],
            failed: false,
        };
        let start = Start {
            program: Path::new("/bin/sh"),
            test: Path::new("/dev/null"),
            invocation: Some((&invocation, b"/cwd")),
            stream: stdin.len() > 10,
            env: &[],
            limits: ChildLimits { time: Duration::from_secs(seconds), memory: Some(1 << 30), files: 64, stop },
            isolation,
            counted: false,
        };
        start.run(&dir.path().join("run"), &|_| false).expect("it runs")
    }

    fn sh(script: &str, stdin: &[u8], seconds: u64) -> Ran {
        sh_with(Isolation::here(), script, stdin, seconds)
    }

    #[test]
    fn ends_are_told_as_they_are() {
        let mut kinds = vec![Isolation::here().clone(), Isolation::Limits { why: "a test".into() }];
        kinds.extend(crate::isolate::bwrap().map(Isolation::Bwrap));
        for i in &kinds {
            assert_eq!(sh_with(i, "exit 7", b"", 9).end, End::Exit(7), "{i:?}");
            assert_eq!(sh_with(i, "exit 255", b"", 9).end, End::Exit(255), "{i:?}");
            assert_eq!(sh_with(i, "kill -ABRT $$", b"", 9).end, End::Signal(libc::SIGABRT), "{i:?}");
            assert_eq!(sh_with(i, "kill -SEGV $$", b"", 9).told(), "it ended with a segmentation fault", "{i:?}");
            assert_eq!(sh_with(i, "while :; do :; done", b"", 1).end, End::Timeout, "{i:?}");
            assert_eq!(sh_with(i, "/bin/cat A -", b"\xc3\xa4\n", 9).stdout, "contents\u{e4}\n", "{i:?}");
        }
    }

    #[test]
    fn input_and_files_are_there() {
        let ran = sh("/bin/cat A; /bin/cat; echo err >&2; umask", b"\x01in\n", 9);
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.end), ("contents\x01in\n0022\n", "err\n", End::Exit(0)));
        let ran = sh("/bin/cat; [ -p /dev/stdin ]", b"longer than ten bytes", 9);
        assert_eq!((ran.stdout.as_str(), ran.end), ("longer than ten bytes", End::Exit(0)));
    }

    #[test]
    fn nothing_is_left_of_a_run() {
        // What it started would hold the pipe for a minute.
        let start = std::time::Instant::now();
        let ran = sh("(/bin/sleep 60 & /bin/sleep 60) & echo done", b"", 9);
        assert_eq!((ran.stdout.as_str(), ran.end), ("done\n", End::Exit(0)));
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn limits_hold() {
        let ran = sh("/usr/bin/head -c 100000000 /dev/zero > big; ls -s big > /dev/null; [ $? = 0 ] && exit 3", b"", 20);
        assert_eq!(ran.end, End::Exit(3), "{}", ran.stderr);
        let ran = sh("exec /usr/bin/head -c 100000000 /dev/zero > big", b"", 20);
        assert_eq!(ran.told(), "it ended with the limit of file size");
        // However much is printed, the beginning is kept and nobody waits for a reader.
        let ran = sh("/usr/bin/head -c 30000000 /dev/zero", b"", 20);
        assert_eq!((ran.stdout.len(), ran.end), (KEPT, End::Exit(0)));
        let ran = sh("ulimit -n; ulimit -c", b"", 9);
        assert_eq!(ran.stdout, "65\n0\n");
    }

    #[test]
    fn whoever_waits_can_say_that_it_is_enough() {
        let grace = Duration::from_secs(20);
        let stop = |grace| Some(Cutoff { flag: Arc::new(AtomicBool::new(true)), grace });
        let start = std::time::Instant::now();
        let ran = sh_until(Isolation::here(), "/bin/sleep 60", b"", 100, stop(Duration::ZERO));
        assert_eq!(ran.end, End::Timeout);
        assert!(start.elapsed() < grace, "{:?}", start.elapsed());
        assert_eq!(sh_until(Isolation::here(), "exit 3", b"", 100, stop(grace)).end, End::Exit(3));
    }

    #[test]
    fn a_program_in_namespaces_is_alone() {
        if !matches!(Isolation::here(), Isolation::Namespaces { pid: true }) {
            return;
        }
        let ran = sh("/usr/bin/id -u; echo $$; /usr/bin/touch /var/homing-is-outside && exit 1; /usr/bin/touch inside", b"", 9);
        assert_eq!((ran.stdout.as_str(), ran.end), ("1000\n2\n", End::Exit(0)));
        assert!(ran.stderr.contains("Read-only file system"), "{}", ran.stderr);
    }

    #[test]
    fn temporary_files_are_its_own() {
        let mut kinds = vec![Isolation::here().clone()];
        kinds.extend(crate::isolate::bwrap().map(Isolation::Bwrap));
        for i in kinds.iter().filter(|i| !matches!(i, Isolation::Limits { .. })) {
            let ran =
                sh_with(i, "echo mine > /tmp/homing-is-inside && /bin/cat /tmp/homing-is-inside && pwd && /bin/cat A", b"", 9);
            assert!(
                ran.stdout.starts_with("mine\n") && ran.stdout.ends_with("/cwd\ncontents"),
                "{i:?}: {} {}",
                ran.stdout,
                ran.stderr
            );
            assert!(!Path::new("/tmp/homing-is-inside").exists(), "{i:?}");
        }
    }
}
