//! The flags of `homing microc`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::{IndexArg, parse_time};

pub const EXAMPLES: &str = "\
Examples:
  homing microc run prog.uc --input \"3 -4 5\"
      Run a program; without --input and --input-file its inputs come from standard input
  homing check prog.uc
      Is there an input that makes it fail? (--all-errors: all ways to fail)
  homing reach prog.uc:12
      Is there an input that gets to line 12?
  homing microc cfg prog.uc --format svg -o prog.svg
      Control flow graphs, one statement per node
  homing microc generate -o set/ --count 50 --seed 7 --forLoopGenProb 0.5
  homing microc bench set/ --search dfs,bfs,klee --time 30
      Fifty random programs, and a table of what three strategies make of them";

#[derive(Args, Debug)]
pub struct MicrocArgs {
    #[command(subcommand)]
    pub command: MicrocCommand,
}

#[derive(Subcommand, Debug)]
pub enum MicrocCommand {
    /// Run a program with given inputs
    #[command(after_help = RUN)]
    Run(RunArgs),
    /// Write the syntax tree as JSON
    Export(ExportArgs),
    /// Write or draw the control flow graphs
    Cfg(CfgArgs),
    /// Write random programs
    Generate(GenerateArgs),
    /// Explore sets of programs with several search strategies and tabulate paths, time and errors
    #[command(after_help = BENCH)]
    Bench(BenchArgs),
}

const RUN: &str = "\
Numbers that the program puts out go to standard output, one per line; what main
returns goes to standard error.

Exit codes:
   0  main returned        10  the program failed; the message says where and why
   5  a limit was met       2  bad input: the program, the file, or too few or wrong inputs";

const BENCH: &str = "\
Every file or folder named is one set of programs. The table has a row for each
set and strategy: paths explored (without those that end in an error), time,
programs that met the limit of time, and errors found. As in `homing check`, a
run ends at the first error, which is confirmed by the interpreter.

Example:
  homing microc generate -o small --count 50 --maxBlockDepth 3
  homing microc bench small --time 10 --csv small.csv
  homing microc bench small --search bfs --merge none,lattice,aggressive
  homing microc bench --thesis --count 10 --time 1 --html thesis.html";

#[derive(Args, Debug)]
pub struct RunArgs {
    /// Program: a .uc, .mc or .microc file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Inputs: numbers with blanks between them [default: standard input]
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    pub input: Option<String>,
    /// File with the inputs; a line that begins with # is a remark
    #[arg(long, value_name = "FILE", conflicts_with = "input")]
    pub input_file: Option<PathBuf>,
    /// Arguments of main: numbers with blanks between them
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    pub args: Vec<String>,
    /// Tell the time that the run took, on standard error
    #[arg(long)]
    pub time: bool,
    /// Put numbers out as characters (of Unicode, so also of ASCII), without line ends
    #[arg(long)]
    pub ascii: bool,
    /// Numbers wrap around at N bits [default: they are unbounded]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub int_width: Option<u32>,
    /// Statements that the run may execute
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Calls that may be active at the same time
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_depth: usize,
    /// Memory for the program's values: bytes, or 500M, 2G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = super::parse_memory)]
    pub memory: u64,
}

#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Program: a .uc, .mc or .microc file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Blanks for each level; 0 puts everything on one line
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=16))]
    pub indent: u8,
    /// File for the result [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct CfgArgs {
    /// Program: a .uc, .mc or .microc file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Split nested expressions into assignments of temporaries first
    #[arg(long)]
    pub norm: bool,
    /// Form of the result [default: by the name of the output, else text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<CfgFormat>,
    /// File for the result [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum CfgFormat {
    Text,
    Dot,
    Svg,
}

#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// File for the program; with --count the folder for them [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Same seed and options: the same program
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// That many programs, with the seeds from --seed on
    #[arg(long, value_name = "N", requires = "output", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: Option<u32>,
    /// How likely a statement is a loop that counts one variable up to another
    #[arg(long = "forLoopGenProb", alias = "for-loop-gen-prob", value_name = "P", default_value_t = 0.10)]
    pub for_loop_gen_prob: f64,
    /// How likely a statement is a loop with any condition and body
    #[arg(long = "loopGenProb", alias = "loop-gen-prob", value_name = "P", default_value_t = 0.15)]
    pub loop_gen_prob: f64,
    /// How deep blocks are nested, that of the function included
    #[arg(long = "maxBlockDepth", alias = "max-block-depth", value_name = "N", default_value_t = 3)]
    pub max_block_depth: u32,
    /// Most statements of a function's own block
    #[arg(long = "maxTopLvlStmtsCount", alias = "max-top-lvl-stmts-count", value_name = "N", default_value_t = 10)]
    pub max_top_lvl_stmts_count: u32,
    /// Most statements of a nested block
    #[arg(long = "maxStmtsWithinABlock", alias = "max-stmts-within-a-block", value_name = "N", default_value_t = 5)]
    pub max_stmts_within_a_block: u32,
    /// Put a statement that fails at a random place, where it need not be reached
    #[arg(long = "errorGuaranteed", alias = "error-guaranteed", value_name = "BOOL", num_args = 0..=1, default_value_t = false, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub error_guaranteed: bool,
    /// Whether there are divisions
    #[arg(long = "generateDivisions", alias = "generate-divisions", value_name = "BOOL", num_args = 0..=1, default_value_t = true, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub generate_divisions: bool,
    /// Larger programs: several functions, records, pointers, function values, bounded loops, and much that could fail but mostly is guarded
    #[arg(long)]
    pub larger: bool,
    /// In larger programs: how likely something that can fail is left without its guard
    #[arg(long = "unguardedProb", alias = "unguarded-prob", value_name = "P", default_value_t = 0.03)]
    pub unguarded_prob: f64,
    /// Read all inputs at the beginning: COUNT of them, each moved into -BOUND..BOUND (so that all can be tried)
    #[arg(long = "clampedInputs", alias = "clamped-inputs", value_name = "COUNT:BOUND")]
    pub clamped_inputs: Option<String>,
}

#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Sets of programs: folders with .uc, .mc and .microc files, or single files
    #[arg(required_unless_present = "thesis", value_name = "DIR")]
    pub sets: Vec<PathBuf>,
    /// Search strategies with commas; a combination (with a colon) ends at a semicolon; may be repeated
    #[arg(long, default_value = "bfs,dfs,random,random-path,coverage,klee", value_name = "NAMES")]
    pub search: Vec<String>,
    /// When states are joined, with commas (see `homing check --help`)
    #[arg(long, value_delimiter = ',', default_value = "auto", value_name = "WHEN,...")]
    pub merge: Vec<String>,
    /// What a joined value may cost
    #[arg(long, value_name = "N")]
    pub merge_limit: Option<f32>,
    /// How often the estimate of `recursive` goes round loops
    #[arg(long, value_name = "N")]
    pub kappa: Option<u32>,
    /// Instead of given programs: the experiments on search and merge strategies of the thesis (Tables 6.2 to 6.15), with its figures beside ours
    #[arg(long, conflicts_with_all = ["sets", "search", "merge", "merge_limit", "kappa", "symbolic_index", "all_errors", "runs", "json"])]
    pub thesis: bool,
    /// With --thesis: programs in each set
    #[arg(long, default_value_t = 50, value_name = "N", requires = "thesis")]
    pub count: u32,
    /// With --thesis: tables and plots as one page
    #[arg(long, value_name = "FILE", requires = "thesis")]
    pub html: Option<PathBuf>,
    /// Treatments of array indices that depend on the input
    #[arg(long, value_enum, value_delimiter = ',', default_value = "merge", value_name = "HOW,...")]
    pub symbolic_index: Vec<IndexArg>,
    /// Time of each run: seconds, or 500ms, 10s, 5m, 1h
    #[arg(long, default_value = "30", value_parser = parse_time, value_name = "TIME")]
    pub time: Duration,
    /// Count CPU time instead, in limits and in tables: other work on the machine changes nothing
    #[arg(long)]
    pub cpu: bool,
    /// Seed of the strategies
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Numbers wrap around at N bits [default: they are unbounded]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=64))]
    pub int_width: Option<u32>,
    /// Go on after an error and count all, one for each kind and place
    #[arg(long)]
    pub all_errors: bool,
    /// Every run as a row of the text, not only the sums
    #[arg(long)]
    pub runs: bool,
    /// Every run as CSV; with --thesis every figure
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Sums and runs as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}
