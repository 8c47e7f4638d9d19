//! Whom a state belongs to.

use homing_ir::FuncId;

/// The run that a state is part of: how and where it started. The same for all states of a run, and no two runs have the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId {
    pub kind: RunKind,
    /// The function that it started at.
    pub at: FuncId,
}

/// How a run starts, which decides what its findings are worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RunKind {
    /// Where the program starts, or the function that was asked for: explores everything, and what it finds and misses counts.
    Main,
    /// At the same place, beside the main run: what it finds counts, what it leaves out does not.
    Beside,
    /// An unconstrained start: at some function, with everything symbolic. What it finds is no verdict by itself.
    Unconstrained,
    /// Where the program starts, with inputs that are guessed: what it finds counts, what it does not find says nothing.
    Guessed,
}

impl RunId {
    pub fn new(kind: RunKind, at: FuncId) -> RunId {
        RunId { kind, at }
    }

    /// Its start stands for states that the program may never be in.
    pub fn is_unconstrained(self) -> bool {
        self.kind == RunKind::Unconstrained
    }
}
