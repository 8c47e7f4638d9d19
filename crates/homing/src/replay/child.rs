//! Running a program that may do anything: with limits, in a folder of its own, and gone at the end.

use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How the run of a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal(i32),
    Timeout,
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
    pub events: Vec<Event>,
    pub end: End,
    pub stderr: String,
}

/// Limits of one run.
#[derive(Clone, Debug)]
pub struct ChildLimits {
    pub time: Duration,
    /// Address space; none for sanitizers, which reserve terabytes.
    pub memory: Option<u64>,
}

/// Runs `program` with the test case. `folder` is emptied and becomes its working folder.
pub fn run(
    program: &Path,
    test: &Path,
    folder: &Path,
    limits: &ChildLimits,
    env: &[(&str, &str)],
    until: &dyn Fn(&[Event]) -> bool,
) -> std::io::Result<Ran> {
    let _ = fs::remove_dir_all(folder);
    let inside = folder.join("cwd");
    fs::create_dir_all(&inside)?;
    let events = folder.join("events");
    let stderr = folder.join("stderr");
    let mut c = Command::new(program);
    c.current_dir(&inside).stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&stderr)?);
    // As the engine has it: no arguments, no environment.
    c.arg0("program")
        .env_clear()
        .env("HOMING_KTEST", test)
        .env("HOMING_EVENTS", &events)
        .envs(env.iter().copied())
        .process_group(0);
    restrict(&mut c, limits);
    let mut child = c.spawn()?;
    let group = child.id() as i32;
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    let end = loop {
        if let Some(status) = child.try_wait()? {
            break match (status.code(), status.signal()) {
                (Some(c), _) => End::Exit(c),
                (_, Some(s)) => End::Signal(s),
                _ => End::Exit(-1),
            };
        }
        let late = start.elapsed() >= limits.time;
        if late || (pause >= Duration::from_millis(5) && until(&read_events(&events))) {
            kill_group(group);
            child.wait()?;
            break End::Timeout;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    };
    kill_group(group);
    Ok(Ran { events: read_events(&events), end, stderr: lossy(&stderr) })
}

fn kill_group(group: i32) {
    // SAFETY: a plain system call; the group is the child's own and may be gone already.
    unsafe {
        libc::kill(-group, libc::SIGKILL);
    }
}

fn restrict(c: &mut Command, limits: &ChildLimits) {
    let seconds = limits.time.as_secs() + 1;
    let memory = limits.memory;
    let set = move |what, value: u64| {
        let limit = libc::rlimit { rlim_cur: value as libc::rlim_t, rlim_max: value as libc::rlim_t };
        // SAFETY: the struct outlives the call. A limit that cannot be set is not worth failing for.
        unsafe { libc::setrlimit(what, &limit) };
    };
    // SAFETY: only system calls that are allowed between fork and exec.
    unsafe {
        c.pre_exec(move || {
            set(libc::RLIMIT_CPU, seconds);
            set(libc::RLIMIT_CORE, 0);
            set(libc::RLIMIT_FSIZE, 64 << 20);
            if let Some(bytes) = memory {
                set(libc::RLIMIT_AS, bytes);
            }
            Ok(())
        });
    }
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
        }
    }

    /// It came to its own end with all its inputs: what it did not pass, it does not pass.
    pub fn complete(&self) -> bool {
        let stopped = |e: &Event| matches!(e, Event::Unsupported(_));
        matches!(self.end, End::Exit(_)) && !self.told().contains("not defined") && !self.events.iter().any(stopped)
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
        _ => format!("signal {s}"),
    }
}
