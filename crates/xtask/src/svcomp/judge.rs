//! Is an answer right?

use super::manifest::{Memory, Property, Task};
use crate::engine::{Found, Run};

/// How an answer compares with what is expected.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Decided, as expected.
    Right,
    /// Decided, as expected, but after the time that the program gets.
    Late,
    /// Not decided.
    Unknown,
    /// No report at all: killed, crashed, or the input was refused.
    Failed,
    /// The opposite of what is expected.
    Wrong,
}

impl Judgement {
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Right => "ok",
            Judgement::Late => "late",
            Judgement::Unknown => "unknown",
            Judgement::Failed => "FAILED",
            Judgement::Wrong => "WRONG",
        }
    }
}

/// Compares a run with what is expected of its program.
pub fn judge(task: &Task, run: &Run) -> Judgement {
    let Some(report) = &run.report else { return Judgement::Failed };
    match task.property {
        Property::Unreach => decided(report.verdict == "REACHED", report.verdict == "UNREACHABLE", task.unsafe_),
        Property::Memory(expected) => memory(expected, &report.errors, report.verdict == "UNREACHABLE"),
    }
}

fn decided(reached: bool, unreachable: bool, unsafe_: bool) -> Judgement {
    match (reached, unreachable) {
        (true, _) if unsafe_ => Judgement::Right,
        (true, _) => Judgement::Wrong,
        (_, true) if unsafe_ => Judgement::Wrong,
        (_, true) => Judgement::Right,
        _ => Judgement::Unknown,
    }
}

/// Errors of other kinds than memory's are outside this property. Nothing of memory's found in a run that found another
/// error is no claim either way.
fn memory(expected: Option<Memory>, errors: &[Found], clean: bool) -> Judgement {
    let kinds: Vec<Memory> = errors.iter().filter_map(|e| Memory::of(&e.kind)).collect();
    match expected {
        Some(m) if kinds.contains(&m) => Judgement::Right,
        _ if !kinds.is_empty() => Judgement::Wrong,
        _ => decided(false, clean, expected.is_some()),
    }
}

/// Where the errors are, `kind function:line`, each with `*` if the expected description names that function.
pub fn places(task: &Task, errors: &[Found]) -> String {
    let mut shown: Vec<String> = Vec::new();
    for e in errors {
        let text = format!("{} {}:{}{}", e.kind, e.function, e.line, if task.names(&e.function) { "*" } else { "" });
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(kind: &str, line: u32) -> Found {
        Found { kind: kind.into(), function: "f".into(), line }
    }

    #[test]
    fn verdicts() {
        assert_eq!(decided(true, false, true), Judgement::Right);
        assert_eq!(decided(true, false, false), Judgement::Wrong);
        assert_eq!(decided(false, true, true), Judgement::Wrong);
        assert_eq!(decided(false, true, false), Judgement::Right);
        assert_eq!(decided(false, false, false), Judgement::Unknown);
    }

    #[test]
    fn memory_errors() {
        let leak = [found("leak", 3)];
        assert_eq!(memory(Some(Memory::Track), &leak, false), Judgement::Right);
        assert_eq!(memory(Some(Memory::Free), &leak, false), Judgement::Wrong);
        assert_eq!(memory(None, &leak, false), Judgement::Wrong);
        assert_eq!(memory(None, &[], true), Judgement::Right);
        assert_eq!(memory(Some(Memory::Deref), &[], true), Judgement::Wrong);
        assert_eq!(memory(Some(Memory::Deref), &[found("abort", 1)], false), Judgement::Unknown);
    }
}
