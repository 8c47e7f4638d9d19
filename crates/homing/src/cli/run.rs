//! Flags of a search: limits, what is looked for, what is written.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use homing_explore::{Merging, Techniques};

use super::{IN_C, IN_MICROC};

#[derive(Args, Debug)]
pub struct RunArgs {
    /// Time for the search by the clock, replays included; compiling and loading come on top: seconds, or 500ms, 10s, 5m, 1h
    #[arg(long, value_parser = parse_time, value_name = "TIME", help_heading = "Limits")]
    pub time: Option<Duration>,
    /// CPU time for the search, solvers and fuzzing included; compilers and native replays do not count
    #[arg(long, value_parser = parse_time, value_name = "TIME", help_heading = "Limits")]
    pub cpu_time: Option<Duration>,
    /// Memory for the whole process: bytes, or 500M, 2G [default: three quarters of what is free]
    #[arg(long, value_parser = parse_memory, value_name = "SIZE", help_heading = "Limits")]
    pub memory: Option<u64>,
    /// States alive at a time; more are dropped as counted losses
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<usize>,
    /// Forks along one path
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u32>,
    /// Instructions of the whole run
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_instructions: Option<u64>,
    /// Work that the solver may spend on one question, in steps of about 10 ms on a quiet machine; counted, not timed
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    pub solver_limit: u64,

    /// Search strategy (see `homing strategies`)
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub search: Option<String>,
    /// Same program, options and seed: the same run
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Search")]
    pub seed: u64,
    /// Show the first N states of the worklist with their priorities at each choice, on standard error
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "10", help_heading = "Search")]
    pub print_worklist: Option<usize>,
    /// Distances by line of the module's text (see `homing dist`), used instead of computed ones; they only order
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    pub dist: Option<PathBuf>,
    /// Techniques that drop or join states, with commas between them: auto, none, prune, merge, induction, summaries, subsume, necessary, loop-bound:N (see `homing strategies`)
    #[arg(long, value_name = "LIST", default_value = "auto", help_heading = "Search")]
    pub techniques: Techniques,
    /// Loops that follow a pattern go many rounds in one step: on or off, whatever --techniques says
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, help_heading = "Search")]
    pub summaries: Option<Switch>,
    /// States are closed where what was learned from finished paths says that nothing can be met: on or off, whatever --techniques says
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, help_heading = "Search")]
    pub subsume: Option<Switch>,
    /// Tell what was proved of loops that are gone round without end: what holds whenever their head is passed
    #[arg(long, help_heading = "Search")]
    pub invariants: bool,
    /// Tell what was learned from finished paths and closed others (with --subsume on): where, and under which condition
    #[arg(long, help_heading = "Search")]
    pub explain: bool,
    /// Explore one in N closed states all the same; what is met below one is a defect of Homing
    #[arg(long, value_name = "N", hide = true, default_value_t = 0)]
    pub audit_closed: u64,
    /// What every run to a target satisfies is asked beside the search: on or off, whatever --techniques says
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, help_heading = "Search")]
    pub necessary: Option<Switch>,
    /// When states that come to the same place become one: none, aggressive (always), lattice or recursive (where an estimate of what it costs is
    /// within the limit), dynamic (also at the heads of loops, where states wait for each other), auto [default: auto; none with --all-tests, which wants a test for each path]
    #[arg(long, value_name = "WHEN", hide_default_value = true, help_heading = "Search")]
    pub merge: Option<Merging>,
    /// What joining two states may cost, in questions for the solver, by the estimate
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub merge_limit: Option<f32>,
    /// How often the estimate of `--merge recursive` goes round loops
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub kappa: Option<u32>,
    /// Paths that are run natively, and compared with the model, before UNREACHABLE or NO ERROR is said; 0: none
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = "Search")]
    pub proof_samples: usize,
    /// Do not run the program natively with mutated inputs
    #[arg(long, help_heading = "Search")]
    pub no_fuzz: bool,
    /// Inputs to begin with, for the search and for fuzzing: a file, or all files of a folder; `.ktest`, or bytes for standard input, a file
    /// or the largest object
    #[arg(long, value_name = "FILE|DIR", help_heading = "Search")]
    pub seed_input: Vec<PathBuf>,
    /// Prove of each joined state that it is what it was joined from, and count its paths exactly (slow)
    #[arg(long, hide_short_help = true, help_heading = "Search")]
    pub prove_joins: bool,
    /// Write the questions that were hard into this folder, as SMT-LIB, with what they cost here
    #[arg(long, value_name = "DIR", hide_short_help = true, help_heading = "Output")]
    pub questions: Option<PathBuf>,
    /// Ask Z3 for a second opinion on every answer of the solver (slow)
    #[arg(long, hide_short_help = true, help_heading = "Search")]
    pub cross_check: bool,

    /// Functions without a body: end the path, or assume that they return anything
    #[arg(long, value_enum, default_value_t = UndefinedArg::Stop, value_name = "HOW", help_heading = IN_C)]
    pub undefined: UndefinedArg,
    /// Checks to switch on
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CHECK,...", help_heading = IN_C)]
    pub check: Vec<Check>,
    /// malloc and the like may return null
    #[arg(long, help_heading = IN_C)]
    pub fail_allocations: bool,
    /// An array index that depends on the input: one merged value where elements are numbers, or a state for each [default: merge]
    #[arg(long, value_enum, value_name = "HOW", help_heading = IN_MICROC)]
    pub symbolic_index: Option<IndexArg>,

    /// Folder for test cases and statistics [default: homing-out-N, with the link homing-last]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// One JSON document on standard output instead of text
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write the report as a page for a browser: verdicts, inputs, paths over the source
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,
    /// Write every input that fuzzing keeps as a test case, in the folder `corpus`
    #[arg(long, help_heading = "Output")]
    pub corpus: bool,
    /// Write a test case for every finished path
    #[arg(long, help_heading = "Output")]
    pub all_tests: bool,
    /// Folder for coverage.txt (paths without an error), time.txt (milliseconds) and error.txt (number of errors)
    #[arg(long, visible_alias = "output", value_name = "DIR", help_heading = "Output")]
    pub stats_dir: Option<PathBuf>,
}

/// What is done with an array index that depends on the input (microc).
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum IndexArg {
    Merge,
    Fork,
}

/// What confirms a found input.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReplayBy {
    /// A native run; the interpreter where that is not possible
    Native,
    /// The interpreter alone: nothing of the program is run natively
    Interpreter,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum UndefinedArg {
    Stop,
    Havoc,
}

/// Checks that are off unless asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Check {
    /// Signed integer overflow
    Overflow,
    /// Shifts by a negative amount or by the width or more
    Shift,
    /// Floats that do not fit the integer they are converted to
    Conversion,
    /// Reads of memory that was never written
    Uninit,
    /// Memory that nothing points to any more (always on in `homing check`)
    Leaks,
    /// Memory that is still reachable at exit
    LeaksAtExit,
    /// All of the above
    All,
    /// Indices outside of an array inside of a record (sources only)
    Members,
}

/// `10`, `1.5`, `500ms`, `10s`, `5m`, `1h`.
pub fn parse_time(s: &str) -> Result<Duration, String> {
    let bad = || format!("{s:?} is not a time; write seconds, or 500ms, 10s, 5m, 1h");
    let split = s.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(s.len());
    let number: f64 = s[..split].parse().map_err(|_| bad())?;
    let unit = match &s[split..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(bad()),
    };
    Duration::try_from_secs_f64(number * unit).map_err(|_| bad())
}

/// `1000000`, `500M`, `2G`, `512KiB`.
pub fn parse_memory(s: &str) -> Result<u64, String> {
    let bad = || format!("{s:?} is not an amount of memory; write bytes, or 500M, 2G");
    let split = s.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(s.len());
    let number: f64 = s[..split].parse().map_err(|_| bad())?;
    let unit: u64 = match s[split..].to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err(bad()),
    };
    let bytes = number * unit as f64;
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(bad()) }
}
