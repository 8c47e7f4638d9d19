//! Z3 in another process: what it does there can be ended, and the memory it takes there is limited.
//!
//! Z3 looks at its limits and at interrupts only in some places; preprocessing, blasting of floats and big numbers can take minutes
//! between two of them. So a caller who has a process to offer ([`Starter`]) gets its answers from there: questions and answers are
//! bytes ([`homing_term::wire`]), the process is kept from question to question, and one that does not answer in time is killed.
//! Without one, Z3 runs where it is asked.

use crate::layer::variables;
use crate::z3::Z3;
use crate::{Answer, Core, Counter, Limits, Solver, Why};
use homing_term::wire::{self, Export, Garbled, Import, get8, get64, put32};
use homing_term::{Term, Terms};
use std::fmt;
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Another process that answers questions with [`serve`].
pub trait Remote {
    /// Sends a question and waits for its answer. Every few milliseconds `give_up` is asked, with the CPU time that the other side has
    /// used for this question; if it says so, and after every error, the other side is of no use any more. The answer comes with the CPU
    /// time that it took.
    fn exchange(&mut self, question: &[u8], give_up: &mut dyn FnMut(Duration) -> bool) -> Result<(Vec<u8>, Duration), String>;
}

type Start = dyn Fn() -> Result<Box<dyn Remote>, String> + Send + Sync;

/// Starts processes that answer questions.
#[derive(Clone)]
pub struct Starter(Arc<Start>);

impl Starter {
    /// From what starts one.
    pub fn new(start: impl Fn() -> Result<Box<dyn Remote>, String> + Send + Sync + 'static) -> Starter {
        Starter(Arc::new(start))
    }
}

impl fmt::Debug for Starter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Starter")
    }
}

/// Z3, in a process of its own if there is a starter.
pub fn z3(limits: &Limits, stop: Option<Arc<AtomicBool>>, starter: Option<&Starter>) -> Box<dyn Solver> {
    match starter {
        None => Box::new(Z3::new(limits.clone()).with_stop(stop)),
        Some(starter) => Box::new(Far::new(limits.clone(), stop, starter.clone())),
    }
}

/// The near end.
struct Far {
    starter: Starter,
    remote: Option<Box<dyn Remote>>,
    export: Export,
    limits: Limits,
    stop: Option<Arc<AtomicBool>>,
    effort: u64,
    queries: u64,
    killed: u64,
    /// CPU time of the other processes.
    cpu: Duration,
}

/// A question whose process takes this many times the CPU time that its work is worth, and [`GRACE`], is given up: Z3 does not count what
/// it does there.
const PATIENCE: u32 = 4;
const GRACE: Duration = Duration::from_secs(2);
/// Nanoseconds of a unit of work.
const UNIT: u64 = 10;

/// The counter of the CPU time that processes of a solver have used.
pub const ELSEWHERE: &str = "elsewhere_ns";

const SAT: u8 = 0;
const UNSAT: u8 = 1;
const UNKNOWN: u8 = 2;

impl Far {
    fn new(limits: Limits, stop: Option<Arc<AtomicBool>>, starter: Starter) -> Far {
        Far {
            starter,
            remote: None,
            export: Export::default(),
            limits,
            stop,
            effort: 0,
            queries: 0,
            killed: 0,
            cpu: Duration::ZERO,
        }
    }

    fn decide(&mut self, terms: &Terms, asserts: &[Term]) -> Result<Answer, Why> {
        let stop = self.stop.clone();
        let stopped = || stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed));
        if stopped() {
            return Err(Why::Interrupted);
        }
        let mut remote = match self.remote.take() {
            Some(remote) => remote,
            None => {
                self.export.forget();
                (self.starter.0)().map_err(|why| Why::Failed(format!("no process for Z3: {why}")))?
            }
        };
        let mut question = Vec::new();
        question.extend(self.limits.work.to_le_bytes());
        self.export.write(terms, asserts, &mut question);
        let begun = Instant::now();
        let (time, patience) = (self.limits.time, patience(self.limits.work));
        let (mut ended, mut last) = (None, Duration::ZERO);
        let reply = remote.exchange(&question, &mut |cpu| {
            last = cpu;
            ended = match () {
                () if stopped() => Some(Why::Interrupted),
                () if time.is_some_and(|t| begun.elapsed() >= t) => Some(Why::Time),
                () if patience.is_some_and(|p| cpu >= p) => Some(Why::Time),
                () => None,
            };
            ended.is_some()
        });
        let reply = match (reply, ended) {
            (Ok((reply, cpu)), _) => {
                self.cpu += cpu;
                reply
            }
            (Err(_), Some(why)) => {
                self.cpu += last;
                self.killed += 1;
                self.effort = self.effort.saturating_add(self.limits.work);
                return Err(why);
            }
            (Err(how), None) => return Err(Why::Failed(format!("Z3's process: {how}"))),
        };
        let (answer, effort) =
            read_reply(&mut &reply[..]).map_err(|Garbled| Why::Failed("Z3's process: a garbled answer".into()))?;
        self.effort += effort;
        self.remote = Some(remote);
        Ok(answer)
    }
}

/// The CPU time after which a question of that work is not waited for any more.
fn patience(work: u64) -> Option<Duration> {
    (work != u64::MAX).then(|| Duration::from_nanos(work.saturating_mul(UNIT)).saturating_mul(PATIENCE) + GRACE)
}

impl Solver for Far {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        self.queries += 1;
        self.decide(terms, asserts).unwrap_or_else(Answer::Unknown)
    }

    fn name(&self) -> &str {
        "z3"
    }

    fn set_work(&mut self, work: u64) {
        self.limits.set_work(work);
    }

    fn effort(&self) -> u64 {
        self.effort
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        out.push(Counter::new("z3", "queries", self.queries));
        out.push(Counter::new("z3", "killed", self.killed));
        out.push(Counter::new("z3", ELSEWHERE, self.cpu.as_nanos() as u64));
    }
}

fn read_reply(bytes: &mut &[u8]) -> Result<(Answer, u64), Garbled> {
    let effort = get64(bytes)?;
    let answer = match get8(bytes)? {
        SAT => Answer::Sat(wire::read_model(bytes)?),
        UNSAT => Answer::Unsat(Core::all()),
        UNKNOWN => Answer::Unknown(read_why(bytes)?),
        _ => return Err(Garbled),
    };
    if bytes.is_empty() { Ok((answer, effort)) } else { Err(Garbled) }
}

fn read_why(bytes: &mut &[u8]) -> Result<Why, Garbled> {
    let kind = get8(bytes)?;
    let text = String::from_utf8_lossy(std::mem::take(bytes)).into_owned();
    Ok(match kind {
        0 => Why::Resources,
        1 => Why::Unsupported(text),
        2 => Why::Failed(text),
        _ => return Err(Garbled),
    })
}

fn write_why(why: &Why, out: &mut Vec<u8>) {
    let (kind, text) = match why {
        Why::Unsupported(text) => (1, text.as_str()),
        Why::Failed(text) => (2, text.as_str()),
        Why::Conflicts | Why::Resources | Why::Time | Why::Interrupted => (0, ""),
    };
    out.push(UNKNOWN);
    out.push(kind);
    out.extend(text.as_bytes());
}

/// The far end: answers questions until there are no more. Questions and answers come after their length, of four bytes.
pub fn serve(from: &mut dyn Read, to: &mut dyn Write) -> std::io::Result<()> {
    let mut far = FarEnd::new();
    while let Some(question) = read_message(from)? {
        let answer = far.answer(&question).map_err(|Garbled| std::io::Error::other("a garbled question"))?;
        write_message(to, &answer)?;
    }
    Ok(())
}

/// Reads one message; nothing at the end.
fn read_message(from: &mut dyn Read) -> std::io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let mut message = vec![0; u32::from_le_bytes(length) as usize];
    from.read_exact(&mut message)?;
    Ok(Some(message))
}

fn write_message(to: &mut dyn Write, message: &[u8]) -> std::io::Result<()> {
    let mut all = Vec::with_capacity(message.len() + 4);
    put32(&mut all, message.len() as u32);
    all.extend(message);
    to.write_all(&all)?;
    to.flush()
}

struct FarEnd {
    terms: Terms,
    import: Import,
    z3: Z3,
}

impl FarEnd {
    fn new() -> FarEnd {
        FarEnd { terms: Terms::raw(), import: Import::default(), z3: Z3::new(Limits::default()) }
    }

    fn answer(&mut self, mut question: &[u8]) -> Result<Vec<u8>, Garbled> {
        let work = get64(&mut question)?;
        if question.first() == Some(&1) {
            *self = FarEnd::new();
        }
        let asserts = self.import.read(&mut self.terms, &mut question)?;
        self.z3.set_limits(Limits { work, ..Limits::default() });
        let before = self.z3.effort();
        let answer = self.z3.check(&mut self.terms, &asserts);
        let mut out = (self.z3.effort() - before).to_le_bytes().to_vec();
        match answer {
            Answer::Unsat(_) => out.push(UNSAT),
            Answer::Unknown(why) => write_why(&why, &mut out),
            Answer::Sat(model) => {
                out.push(SAT);
                let vars = variables(&mut self.terms, &asserts);
                wire::write_model(&model, &vars, |v| self.import.name(v), &mut out)?;
            }
        }
        Ok(out)
    }
}
