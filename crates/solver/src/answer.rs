//! What a solver is asked and what it may answer.

use crate::Core;
use homing_term::{Model, Term, Terms};
use std::fmt;
use std::time::Duration;

/// Decides conjunctions of width-1 terms. Back ends and layers alike: a layer is a solver that owns another.
///
/// An implementation never panics on account of the query; whatever goes wrong inside is
/// `Unknown(Why::Failed(..))`. One solver serves one store of terms: it remembers terms by name. The same sequence of queries gives the same sequence of answers.
pub trait Solver {
    /// Is the conjunction of `asserts` (terms of sort `Bits(1)`) satisfiable? The empty conjunction is.
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer;

    /// A short fixed name for logs and statistics.
    fn name(&self) -> &str;

    /// The work done in all queries so far, by this solver and all it owns. A pure function of the queries: the same
    /// ones cost the same in every run. One unit is about 10 ns on a machine of 2020, what executing one simple
    /// instruction costs; an answer that needed no search may cost nothing.
    fn effort(&self) -> u64 {
        0
    }

    /// What each of the next queries may cost in one back end, in units of [`Solver::effort`], until it is set anew.
    fn set_work(&mut self, _work: u64) {}

    /// Who gave the last answer: the name of a back end, or of the layer that needed none.
    fn answered_by(&self) -> &str {
        self.name()
    }

    /// Appends the counters of this solver and of all it owns, outermost first.
    fn counters(&self, _out: &mut Vec<Counter>) {}
}

/// One line of statistics: which solver, what was counted, how often (or how long, in nanoseconds, if the
/// name ends in `_ns`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// `Solver::name` of the solver that counts.
    pub solver: String,
    /// What is counted.
    pub what: &'static str,
    /// The count.
    pub value: u64,
}

impl Counter {
    /// A counter of the solver named `solver`.
    pub fn new(solver: &str, what: &'static str, value: u64) -> Counter {
        Counter { solver: solver.to_string(), what, value }
    }
}

/// The outcome of a query.
#[derive(Clone)]
pub enum Answer {
    /// Satisfiable. The model has a value for every variable that occurs in the asserts (and may have others).
    Sat(Model),
    /// Proved unsatisfiable, with the reason. A layer that cannot say which asserts it is says that it is all.
    Unsat(Core),
    /// Not decided. Never to be read as either of the others.
    Unknown(Why),
}

impl Answer {
    /// Is this `Sat`?
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    /// Is this `Unsat`?
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Sat(_) => f.write_str("Sat"),
            Answer::Unsat(_) => f.write_str("Unsat"),
            Answer::Unknown(why) => write!(f, "Unknown({why})"),
        }
    }
}

/// Why a query was not decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The SAT solver used up its conflicts.
    Conflicts,
    /// The time guard struck.
    Time,
    /// The work that one query may cost is used up, or a circuit would have become too large.
    Resources,
    /// No back end handles this; the text names what.
    Unsupported(String),
    /// A back end misbehaved (error, wrong model, two back ends that disagree); the text says how.
    Failed(String),
    /// The run is being stopped from outside.
    Interrupted,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Conflicts => f.write_str("the SAT solver ran out of conflicts"),
            Why::Time => f.write_str("the solver ran out of time"),
            Why::Resources => f.write_str("the solver ran out of resources"),
            Why::Unsupported(what) => write!(f, "the solver does not support {what}"),
            Why::Failed(how) => write!(f, "the solver failed: {how}"),
            Why::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// How much one query may cost. The first two are counted, so that the same query ends in the same way on every machine and under any
/// load; time is for callers whose user wants an end by the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Conflicts of the SAT solver under the blaster.
    pub conflicts: u64,
    /// Work of one query in one back end, in the unit of [`Solver::effort`]; `u64::MAX` means no limit.
    pub work: u64,
    /// Wall-clock guard; `None` means none.
    pub time: Option<Duration>,
}

/// The least that a conflict of a hard question costs, in units of work.
const CONFLICT: u64 = 1000;

impl Limits {
    /// Queries of at most this work, and conflicts that are worth it.
    pub fn of_work(work: u64) -> Limits {
        Limits { conflicts: work / CONFLICT, work, time: None }
    }

    /// The same guard of time with another amount of work.
    pub(crate) fn set_work(&mut self, work: u64) {
        *self = Limits { time: self.time, ..Limits::of_work(work) };
    }
}

impl Why {
    /// More work might help.
    pub fn is_budget(&self) -> bool {
        matches!(self, Why::Conflicts | Why::Time | Why::Resources)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { conflicts: 200_000, work: 2_000_000_000, time: None }
    }
}
