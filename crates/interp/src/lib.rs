//! A concrete interpreter of the IR: the oracle for the symbolic executor and the replayer of test cases.
//!
//! It is deliberately independent of everything symbolic: it knows only `homing-ir`, keeps its own memory and does
//! its own arithmetic. One run takes a program, an entry function and a list of inputs; the same three give the
//! same run, step for step.
//!
//! What a reader should know before comparing it with another engine:
//! - Pointers are an object and an address. An access is checked against the object that the pointer was made from,
//!   so running from one object into the next is found. A pointer without an object (made from an integer) is
//!   resolved by its address when it is used.
//! - Addresses come from one counter, are aligned to at least 16, have gaps between objects and are never reused.
//! - Reading memory that was never written gives the next input of kind `Uninitialised`, else zeros, and the memory
//!   then holds that value. `Inst::Undef` does the same for a register.
//! - A global without a definition behaves as unwritten memory too, but its inputs are of kind `Havoc`.
//! - A call with missing arguments, more arguments or others of another width (old-style declarations) is adapted: cut,
//!   zero-extended, or a value nobody chose.

mod arguments;
mod builtins;
mod calls;
mod code;
mod exits;
mod fcast;
mod floats;
mod inputs;
mod ints;
mod klee;
mod machine;
mod memory;
mod mops;
mod nat;
mod scalar;
mod softfloat;
mod stop;
mod varargs;
mod x87;

use homing_ir::{ErrorKind, FuncId, Function, InputValue, LocId, Program, TargetId};

/// Runs `entry` on the given inputs, after the program's constructors and before its exit handlers.
pub fn run(p: &Program, entry: FuncId, inputs: &[InputValue], options: &Options) -> Run {
    machine::run(p, entry, inputs, options)
}

/// What to check and when to give up. `Default` checks what is always an error and no option.
#[derive(Clone, Debug)]
pub struct Options {
    /// Instructions and terminators to execute at most.
    pub max_steps: u64,
    /// Nested calls at most.
    pub max_depth: u32,
    /// Bytes of live memory objects at most.
    pub max_memory: u64,
    /// Collect `Run::trace`.
    pub trace: bool,
    /// The trace has each column of a line, not only each line.
    pub trace_columns: bool,
    /// Signed overflow (`nsw`) is an error; else it wraps.
    pub check_overflow: bool,
    /// A shift by the width or more is an error; else it gives 0 (or the sign).
    pub check_shift: bool,
    /// A float that does not fit the integer that it is converted to is an error; else it gives what the machine gives.
    pub check_conversion: bool,
    /// Reading memory that was never written is an error; else see the crate's documentation.
    pub check_uninitialised: bool,
    /// Heap memory that nothing live points to at the end is an error; its place is that of the allocation.
    pub check_leaks: bool,
    /// Heap memory that is not freed at the end is an error, even if something points to it.
    pub leaks_at_exit: bool,
    /// A report of a sanitizer that the program was compiled with is an error; else the run goes on where the sanitizer would let it.
    pub reports_end: bool,
    /// Functions without a body and without a model do nothing but return the next input of kind `Havoc`; else
    /// calling one is unsupported unless that input is there.
    pub havoc_undefined: bool,
    /// Which allocations return null, by their number: 0 is the run's first call of the malloc family.
    pub fail_allocations: Vec<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_steps: 1 << 32,
            max_depth: 100_000,
            // A block of a gibibyte and something beside it.
            max_memory: (1 << 30) + (1 << 26),
            trace: false,
            trace_columns: false,
            check_overflow: false,
            check_shift: false,
            check_conversion: false,
            check_uninitialised: false,
            check_leaks: false,
            leaks_at_exit: false,
            reports_end: true,
            havoc_undefined: false,
            fail_allocations: Vec::new(),
        }
    }
}

/// What happened in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub outcome: Outcome,
    /// Values given to `homing_output`, in order.
    pub outputs: Vec<u64>,
    /// Targets passed, in order of first passing.
    pub marks: Vec<TargetId>,
    /// Source lines in order, consecutive equal lines once; at most `TRACE_CAP`. Only with `Options::trace`.
    pub trace: Vec<(FuncId, LocId)>,
    /// The beginning of what was written to the standard output, where a model of the kernel says so.
    pub stdout: Vec<u8>,
    /// Instructions and terminators executed.
    pub steps: u64,
    /// How many of the inputs were taken.
    pub inputs_used: usize,
}

/// A trace holds at most this many lines; what comes later is not recorded.
pub const TRACE_CAP: usize = 1 << 20;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entry function returned (0 if it has no result).
    Returned(i32),
    /// `exit(code)` and the like.
    Exited(i32),
    /// The program is wrong. `stack` is innermost first and starts with (`func`, `loc`); for a leak it is only that.
    Error { kind: ErrorKind, message: String, func: FuncId, loc: LocId, stack: Vec<(FuncId, LocId)> },
    /// `klee_assume(0)` and the like: this is no run of the program.
    AssumeFailed,
    /// The program asked for an input that the list does not have next.
    OutOfInputs(String),
    /// Something that this interpreter cannot run; not an error of the program.
    Unsupported(String),
    /// A limit of `Options` was met.
    Limit(&'static str),
}

/// What an entry function is called with. Every engine that starts a program uses this description.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EntryArg {
    /// An integer of the parameter's width (`argc` = 1).
    Number(u64),
    /// A pointer to a writable, null-terminated array of pointers to writable strings
    /// (`argv` = {"program", NULL}, `envp` = {NULL}). The array is one object, each string another.
    Strings(&'static [&'static str]),
    /// The next input: an object named `arg` and the parameter's number from 0, as many bytes as the parameter has.
    Input,
}

/// The arguments of an entry function. `main` gets argc, argv and envp as far as it has parameters; any other
/// function (and a `main` with more than three) takes one input for each of its parameters.
pub fn entry_args(f: &Function) -> Vec<EntryArg> {
    let all = [EntryArg::Number(1), EntryArg::Strings(&["program"]), EntryArg::Strings(&[])];
    match all.get(..f.params.len()) {
        Some(args) if f.name == "main" => args.to_vec(),
        _ => vec![EntryArg::Input; f.params.len()],
    }
}
