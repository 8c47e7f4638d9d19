//! The machine as others see it: what to run, under which limits, and what came out.

use crate::code::Code;
use crate::compile::compile;
use crate::exec::{Io, Run};
use crate::trace::{Trace, TraceOptions};
use homing_microc::{Ast, Pos};
use num_bigint::BigInt;

/// A program ready to run, any number of times. Runs do not influence each other.
pub struct Machine {
    code: Code,
    traced: Code,
    options: Options,
}

/// Limits of a run and the meaning of numbers. The default has unbounded numbers.
#[derive(Clone, Debug)]
pub struct Options {
    /// Numbers wrap around to two's complement of so many bits (at least 2); none: unbounded.
    pub int_width: Option<u32>,
    /// How many steps a run may take. A statement is a step; operations on big numbers and copies of large arrays
    /// are charged more, so that a limit of steps also bounds the time.
    pub step_limit: Option<u64>,
    /// How many calls may be active at the same time, `main` included.
    pub depth_limit: usize,
    /// How many bytes values, frames and outputs may take together (an estimate).
    pub memory_limit: usize,
    /// Rounds of a loop that do the same, add fixed amounts to numbers, are left out where that changes nothing of the outcome. They count as
    /// statements, but not against the step limit, and are no events of a trace.
    pub leave_out_rounds: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { int_width: None, step_limit: None, depth_limit: 10_000, memory_limit: 1 << 30, leave_out_rounds: false }
    }
}

/// What a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The numbers of all `output` statements, unless they were streamed.
    pub outputs: Vec<BigInt>,
    /// How many inputs were read.
    pub inputs_used: usize,
    /// How many statements began: assignments, outputs, returns, and each test of an `if` or `while`.
    pub statements: u64,
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// `main` returned this.
    Finished(BigInt),
    /// The program is wrong.
    Error(RunError),
    /// An `input` found no number left.
    NeedInput {
        /// The `input`.
        pos: Pos,
    },
    /// The step limit was used up.
    StepLimit {
        /// What would have come next.
        pos: Pos,
    },
    /// The limit of nested calls was reached.
    DepthLimit {
        /// The call that was one too many.
        pos: Pos,
    },
    /// The memory limit was reached.
    MemoryLimit {
        /// What asked for more.
        pos: Pos,
    },
}

/// A run-time error of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// What went wrong.
    pub kind: ErrorKind,
    /// Where.
    pub pos: Pos,
    /// One sentence for the user.
    pub message: String,
    /// The active calls, the innermost first; at most [`RunError::STACK`] of them.
    pub stack: Vec<CallSite>,
    /// How many calls were active, `main` included.
    pub depth: usize,
}

impl RunError {
    /// The longest stack that an error lists.
    pub const STACK: usize = 100;
}

/// An active call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The function that runs.
    pub function: String,
    /// Where it stands: the error, or the call of the next inner function.
    pub pos: Pos,
}

/// The kinds of run-time errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// The right operand of `/` is zero.
    DivisionByZero,
    /// `*` on the null pointer.
    Null,
    /// An index below zero or not below the length.
    OutOfBounds,
    /// A variable or cell is read that was never written.
    Uninitialised,
    /// A value of another type is wanted.
    Type,
    /// A call of what is no function, or with a wrong number of arguments.
    BadCall,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [ErrorKind; 6] = [
        ErrorKind::DivisionByZero,
        ErrorKind::Null,
        ErrorKind::OutOfBounds,
        ErrorKind::Uninitialised,
        ErrorKind::Type,
        ErrorKind::BadCall,
    ];

    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::DivisionByZero => "division-by-zero",
            ErrorKind::Null => "null",
            ErrorKind::OutOfBounds => "out-of-bounds",
            ErrorKind::Uninitialised => "uninitialised",
            ErrorKind::Type => "type",
            ErrorKind::BadCall => "bad-call",
        }
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: {}", self.pos, self.kind, self.message)
    }
}

/// Why a program cannot run at all. Programs that passed the static checks never meet the first four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// There is no function `main`.
    NoMain,
    /// A name that is neither a variable nor a function, or no variable where one is wanted.
    UnknownName {
        /// The name.
        name: String,
        /// Where it stands.
        pos: Pos,
    },
    /// The left side of an assignment is no place.
    NoPlace {
        /// Where it stands.
        pos: Pos,
    },
    /// Statements and expressions are nested deeper than the parser allows.
    TooDeep,
    /// Numbers of so few bits are not supported.
    Width(u32),
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::NoMain => write!(f, "the program has no function `main`"),
            BuildError::UnknownName { name, pos } => write!(f, "{pos}: `{name}` is not declared"),
            BuildError::NoPlace { pos } => write!(f, "{pos}: this cannot be assigned to"),
            BuildError::TooDeep => write!(f, "the program is nested too deep"),
            BuildError::Width(bits) => write!(f, "numbers of {bits} bits are not supported, at least 2 are needed"),
        }
    }
}

impl std::error::Error for BuildError {}

/// `main` has another number of parameters than arguments were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongArguments {
    /// How many it has.
    pub wanted: usize,
    /// How many were given.
    pub given: usize,
}

impl std::fmt::Display for WrongArguments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`main` has {} parameters, but {} arguments were given", self.wanted, self.given)
    }
}

impl std::error::Error for WrongArguments {}

impl Machine {
    /// Prepares a program.
    pub fn new(ast: &Ast, options: Options) -> Result<Machine, BuildError> {
        if let Some(bits @ 0..=1) = options.int_width {
            return Err(BuildError::Width(bits));
        }
        let code = compile(ast, options.int_width, false)?;
        let traced = compile(ast, options.int_width, true)?;
        Ok(Machine { code, traced, options })
    }

    /// How many arguments `main` wants.
    pub fn main_params(&self) -> usize {
        self.code.functions[self.code.main as usize].params as usize
    }

    /// Runs the program from the start. Inputs are taken one by one, when the program asks for them.
    pub fn run(&self, inputs: &mut dyn Iterator<Item = BigInt>, args: &[BigInt]) -> Result<Outcome, WrongArguments> {
        self.start(&self.code, Io { inputs, sink: None, trace: None }, args)
    }

    /// The same, but each output goes to `sink` as soon as it is made; the outcome has none.
    pub fn run_streaming(
        &self,
        inputs: &mut dyn Iterator<Item = BigInt>,
        args: &[BigInt],
        sink: &mut dyn FnMut(BigInt),
    ) -> Result<Outcome, WrongArguments> {
        self.start(&self.code, Io { inputs, sink: Some(sink), trace: None }, args)
    }

    /// The same, and tells what the run came by.
    pub fn run_traced(
        &self,
        inputs: &mut dyn Iterator<Item = BigInt>,
        args: &[BigInt],
        options: TraceOptions,
    ) -> Result<(Outcome, Trace), WrongArguments> {
        let mut recorder = crate::trace::Recorder::new(self.traced.instrs.len(), options);
        let outcome = self.start(&self.traced, Io { inputs, sink: None, trace: Some(&mut recorder) }, args)?;
        Ok((outcome, recorder.finish(&self.traced.pos)))
    }

    fn start<'a>(&self, code: &'a Code, io: Io<'a>, args: &[BigInt]) -> Result<Outcome, WrongArguments> {
        let (wanted, given) = (self.main_params(), args.len());
        if wanted != given {
            return Err(WrongArguments { wanted, given });
        }
        Ok(Run::new(code, &self.options, io).outcome(args))
    }
}
