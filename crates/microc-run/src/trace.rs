//! What a run came by.

use homing_microc::Pos;
use std::collections::BTreeSet;

/// The places that a run visited.
///
/// A statement is visited when it begins, an `if` or `while` at each test. An expression is visited when it is
/// evaluated; an operator, index, field access or call when it is applied, which is after its parts have got their
/// values and before it can fail itself. `&&` and `||` are visited once their left side has a value. A function's
/// name is visited when the function is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Every position visited.
    pub visited: BTreeSet<Pos>,
    /// Statements and decisions in order, as far as [`TraceOptions::events`] allows.
    pub events: Vec<Event>,
    /// How many events were left out for that reason.
    pub events_left_out: u64,
}

impl Trace {
    /// Whether something on the line was visited.
    pub fn reaches_line(&self, line: u32) -> bool {
        let start = Pos { line, column: 0 };
        self.visited.range(start..).next().is_some_and(|p| p.line == line)
    }
}

/// What a traced run keeps.
#[derive(Clone, Copy, Debug, Default)]
pub struct TraceOptions {
    /// How many events are kept at most; none by default, as only the set of positions is of bounded size.
    pub events: usize,
}

/// A step of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A statement begins.
    Statement(Pos),
    /// The condition of an `if` or `while` has come out.
    Branch {
        /// The condition.
        pos: Pos,
        /// Whether it was true.
        taken: bool,
    },
}

/// Collects a trace while the machine runs.
pub(crate) struct Recorder {
    seen: Vec<bool>,
    options: TraceOptions,
    events: Vec<Event>,
    left_out: u64,
}

impl Recorder {
    pub(crate) fn new(instrs: usize, options: TraceOptions) -> Recorder {
        Recorder { seen: vec![false; instrs], options, events: Vec::new(), left_out: 0 }
    }

    pub(crate) fn visit(&mut self, pc: usize, pos: Pos, statement: bool) {
        self.seen[pc] = true;
        if statement {
            self.event(Event::Statement(pos));
        }
    }

    pub(crate) fn branch(&mut self, pos: Pos, taken: bool) {
        self.event(Event::Branch { pos, taken });
    }

    fn event(&mut self, event: Event) {
        if self.events.len() < self.options.events {
            self.events.push(event);
        } else {
            self.left_out += 1;
        }
    }

    pub(crate) fn finish(self, pos: &[Pos]) -> Trace {
        let visited = self.seen.iter().zip(pos).filter(|(seen, _)| **seen).map(|(_, pos)| *pos).collect();
        Trace { visited, events: self.events, events_left_out: self.left_out }
    }
}
