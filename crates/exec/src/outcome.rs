//! What running a state can end in, and what was lost on the way.

use homing_ir::{ErrorKind, FuncId, InputValue, LocId, Origin, Program};

use crate::Given;

/// An error of the analysed program, with the inputs that cause it.
#[derive(Clone, Debug)]
pub struct Finding {
    pub kind: ErrorKind,
    pub message: String,
    pub func: FuncId,
    pub loc: LocId,
    /// Call stack, innermost first (its first entry is `func`, `loc`).
    pub stack: Vec<(FuncId, LocId)>,
    /// It is there only if the caller of the function that the run starts in gives what was assumed.
    pub by_caller: bool,
    /// A real run may go on after it, with whatever behaviour.
    pub survivable: bool,
}

impl Finding {
    /// Where the program itself is when the error happens: of one inside the library the place of its call.
    pub fn site(&self, program: &Program) -> (FuncId, LocId) {
        let own = |(f, _): &&(FuncId, LocId)| program.functions.get(f.index()).is_some_and(|f| f.origin == Origin::Program);
        let innermost = (self.func, self.loc);
        // The place of a leak is its allocation, and the stack is that of the end.
        if self.kind == ErrorKind::Leak {
            return innermost;
        }
        self.stack.iter().find(own).copied().unwrap_or(innermost)
    }
}

/// What an error's message says.
pub(crate) struct Message {
    pub text: String,
    pub by_caller: bool,
}

impl Message {
    /// Of an error that depends on what the caller gives.
    pub fn by_caller(text: impl Into<String>) -> Message {
        Message { text: text.into(), by_caller: true }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message { text, by_caller: false }
    }
}

impl From<&String> for Message {
    fn from(text: &String) -> Message {
        Message::from(text.clone())
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Message {
        Message::from(text.to_string())
    }
}

/// Why precision or completeness was lost. Every loss is counted; UNREACHABLE is said only without any.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LossKind {
    /// An instruction we cannot run.
    Unsupported,
    /// A function without body and model was called.
    UndefinedFunction,
    /// A function without body was assumed to return anything and to change nothing (`--undefined havoc`).
    HavocCall,
    /// The solver gave no answer.
    Solver,
    /// A value was made concrete.
    Concretised,
    /// A pointer that cannot be resolved.
    UnresolvedPointer,
    /// A pointer that the caller gives was taken to lead to an object of its own.
    Assumed,
    /// An object too large to be handled with a symbolic size or offset.
    TooLarge,
    /// Contents of an external global are not known.
    ExternalGlobal,
    /// The model of the environment is less than the real thing (a system call that it does not have, a limit of its own).
    Environment,
    /// A path depends on the result of an operation that has none (a shift by the width or more, and the like).
    Undefined,
    /// Path cut at the depth limit.
    Depth,
    /// State dropped at the limit of states or of memory.
    Dropped,
    /// State dropped by a technique that may miss something.
    Technique,
    /// The state's stack grew over the limit.
    StackOverflow,
    /// An allocation larger than the program may have.
    AllocationLimit,
    /// A path ended in an error that a real run may survive; what it does then is not explored.
    AfterError,
    /// An input that should show something did not when it was replayed.
    Refuted,
    /// A defect of ours, caught at the border of one path.
    Internal,
}

/// One loss, as counted in the report.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loss {
    pub kind: LossKind,
    pub detail: String,
    pub func: FuncId,
    pub loc: LocId,
}

/// The inputs of one path with values, ready to be replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestCase {
    pub inputs: Vec<InputValue>,
    /// What the run puts out, in decimal, where the program works on `Dyn` values; else empty.
    pub outputs: Vec<String>,
    /// What the caller gives, of a run that starts in a function.
    pub given: Option<Box<Given>>,
    /// The path was chosen by the numbers that addresses are: a run whose objects lie elsewhere may take another.
    pub addresses: bool,
    /// The path was chosen by what was in memory that nobody had written: a run that finds something else there may take another.
    pub unwritten: bool,
    /// Bytes in very large blocks, for which a native run needs room.
    pub large_blocks: u64,
    /// The path, of a run from the program's own start whose inputs are not guessed.
    pub route: Option<crate::Route>,
}

impl LossKind {
    /// What it means, in one phrase for reports.
    pub fn describe(self) -> &'static str {
        match self {
            LossKind::Unsupported => "unsupported instruction",
            LossKind::UndefinedFunction => "call of a function without body",
            LossKind::HavocCall => "function without body assumed to return anything",
            LossKind::Solver => "solver gave no answer",
            LossKind::Concretised => "value made concrete",
            LossKind::UnresolvedPointer => "pointer that could not be resolved",
            LossKind::Assumed => "assumption about what the caller gives",
            LossKind::TooLarge => "object too large for a symbolic offset or size",
            LossKind::ExternalGlobal => "external global with unknown contents",
            LossKind::Environment => "the model of the environment is less than the real one",
            LossKind::Undefined => "value of an undefined operation",
            LossKind::Depth => "path cut at the depth limit",
            LossKind::Dropped => "state dropped at a limit",
            LossKind::Technique => "state dropped by a technique that may miss something",
            LossKind::StackOverflow => "call stack over the limit",
            LossKind::AllocationLimit => "allocation over the limit",
            LossKind::AfterError => "what follows an error of the program is undefined and not explored",
            LossKind::Refuted => "replay that did not confirm",
            LossKind::Internal => "internal error on one path",
        }
    }
}
