//! The command line: every flag is declared here, once.

pub mod build;
pub mod environment;
pub mod lazy;
pub mod microc;
pub mod run;
pub mod triage;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use homing_driver::{CompileOptions, Database, Options, split_line};

pub use build::{CompilerArgs, ExtractArgs};
pub use environment::EnvironmentArgs;
pub use lazy::{GlobalsArg, LazyArgs};
pub use run::{Check, IndexArg, ReplayBy, RunArgs, Switch, UndefinedArg, parse_memory, parse_time};
pub use triage::{FailOn, LookArgs, PatchArgs, ReproduceArgs, TriageArgs};

/// Headings of options that only one of the languages has.
const IN_C: &str = "Programs in C";
const IN_MICROC: &str = "Programs in microc";

const EXAMPLES: &str = "\
Examples:
  homing reach parse.c:120
      Is there an input that gets to line 120?
  homing reach src/*.c --target src/parse.c:120 --target 'handle_error()' -- -Iinclude -DX=1
      Two targets in a program of several files; clang's flags after --
  homing reach --compdb build/compile_commands.json src/parse.c:120
      A program of many files, compiled as its build does it; see also `homing cc --help`
  homing reach prog.bc --target any
      klee_reach(), reach_error() or a failed assertion, in a bitcode file
  homing check prog.c
      Errors of every kind instead of a line
  homing replay homing-last/test000001.ktest prog.c
      Run the program natively with the inputs that were found
  homing reach wc.c:80 --sym-args 0 2 3 --sym-stdin 8
      A program with up to two arguments of up to three bytes and standard input of up to eight
  homing reach sort.bc --target sort.c:480 -- -c --sym-arg 4 --sym-files 1 8 A
      The same as KLEE's programs take it: behind -- (with C files: behind a second --) the program's arguments
  homing reach lib.c:88 --entry parse --lazy --harness call_parse.c
      A function of a library, called with anything; what it is called with is printed as C, and written as a program
  homing reach prog.uc:12
      The same for a microc program (.uc, .mc, .microc); see `homing microc --help`

Exit codes:
   0  unreachable: every path was explored and nothing was lost (check: no error)
  10  reached: an input was found and replayed (check: an error was found)
   5  unknown: a limit or a loss stands in the way; the report says which. UNREACHABLE WITHIN BOUNDS: only loop-bound:N or
      --max-depth does, and no run within it gets there
   1  wrong usage      2  bad input (files, compiler, target), or standard output cannot be written
   6  a defect of Homing
   With several targets: 10 if any is reached, else 5 if any is unknown, else 0.";

/// Give Homing a line of a program. It answers with an input that drives a real run through that line, or with a
/// proof that none exists, or says exactly why it cannot tell.
#[derive(Parser, Debug)]
#[command(name = "homing", version, after_help = EXAMPLES, max_term_width = 110, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Find an input that reaches the targets, or prove that there is none
    #[command(after_help = EXAMPLES)]
    Reach(ReachArgs),
    /// Look for errors: memory, arithmetic, assertions
    Check(CheckArgs),
    /// Give a verdict to each warning of another tool: confirmed, reachable, refuted or unknown
    #[command(after_help = triage::EXAMPLES)]
    Triage(TriageArgs),
    /// Look at each line that a patch changes: can it be reached?
    #[command(after_help = triage::OF_PATCHES)]
    Patch(PatchArgs),
    /// Find an input for the stack trace of a crash
    #[command(after_help = triage::OF_TRACES)]
    Reproduce(ReproduceArgs),
    /// Run a program once inside the engine, with real arguments, files and output
    Run(OnceArgs),
    /// Run a program with a test case, natively and in the interpreter
    Replay(ReplayArgs),
    /// List the search strategies and the techniques
    Strategies,
    /// Write the distance of every instruction to the targets (KLEE-Reach's .dist format)
    Dist(DistArgs),
    /// Estimate what each variable costs once it depends on the input: when states are worth joining
    Costs(CostsArgs),
    /// List the loops with their summaries: what many rounds come to in one step, or why that cannot be said
    Loops(LoopsArgs),
    /// Write down what every run to a line satisfies, and ask whether it can be satisfied
    Necessary(NecessaryArgs),
    /// Draw the program with its distances to the targets
    Graph(GraphArgs),
    /// Run search strategies with many seeds and compare them
    Compare(CompareArgs),
    /// Run, draw, export, generate and measure programs in microc
    #[command(after_help = microc::EXAMPLES)]
    Microc(microc::MicrocArgs),
    /// Stand in for a C compiler: CC="homing cc" ./configure && make
    #[command(after_help = build::EXAMPLES)]
    Cc(CompilerArgs),
    /// Stand in for a C++ compiler: CXX="homing c++"
    #[command(name = "c++", after_help = build::EXAMPLES)]
    Cxx(CompilerArgs),
    /// Take the bitcode out of what was built with `homing cc`
    #[command(after_help = build::EXAMPLES)]
    Extract(ExtractArgs),
}

#[derive(Args, Debug)]
pub struct ReachArgs {
    /// Program: .c, .bc, .ll or .a files, or a .uc file; FILE:LINE names a target line in it
    #[arg(required_unless_present = "compdb", value_name = "FILE[:LINE]")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub targets: TargetArgs,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub lazy: LazyArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Program: .c, .bc, .ll or .a files, or a .uc file
    #[arg(required_unless_present = "compdb", value_name = "FILE")]
    pub files: Vec<String>,
    /// Look for all errors, one for each kind and place (as is done for C anyway)
    #[arg(long)]
    pub all_errors: bool,
    /// Stop at the first error (as is done for microc anyway)
    #[arg(long, conflicts_with = "all_errors")]
    pub first_error: bool,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub lazy: LazyArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args, Debug)]
pub struct OnceArgs {
    /// Program: .c, .bc, .ll or .a files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Time for the run: seconds, or 500ms, 10s, 5m, 1h
    #[arg(long, value_parser = parse_time, value_name = "TIME")]
    pub time: Option<Duration>,
    /// Tell instructions and times on standard error
    #[arg(long)]
    pub stats: bool,
}

#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// Test case: a .ktest file, or the .json that Homing wrote beside it; for microc the .json or .txt; or a .trail
    pub test: PathBuf,
    /// The file is a .trail: go the same path again in the engine and tell where it leads (name the same targets and flags)
    #[arg(long)]
    pub trail: bool,
    /// Program: .c, .bc, .ll or .a files, or a .uc file; FILE:LINE names a target line in it
    #[arg(required_unless_present = "compdb", value_name = "FILE[:LINE]")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub targets: TargetArgs,
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Checks to switch on
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CHECK,...")]
    pub check: Vec<Check>,
    /// One JSON document on standard output instead of text
    #[arg(long)]
    pub json: bool,
}

impl ReplayArgs {
    pub fn is_trail(&self) -> bool {
        self.trail || self.test.extension().is_some_and(|e| e == "trail")
    }
}

#[derive(Args, Debug)]
pub struct DistArgs {
    /// Program: .c, .bc, .ll or .a files, or a .uc file; FILE:LINE names a target line in it
    #[arg(required_unless_present = "compdb", value_name = "FILE[:LINE]")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub targets: TargetArgs,
    /// File for the distances; the module's text goes beside it, as .ll [default: the program's name, .dist]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub program: ProgramArgs,
}

#[derive(Args, Debug)]
pub struct LoopsArgs {
    /// Program: .c, .bc, .ll or .a files, or a .uc file; FILE:LINE wants the loops around that line
    #[arg(required_unless_present = "compdb", value_name = "FILE[:LINE]")]
    pub files: Vec<String>,
    /// One JSON document on standard output instead of text
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub program: ProgramArgs,
}

#[derive(Args, Debug)]
pub struct NecessaryArgs {
    /// Program: .c, .bc, .ll or .a files, or a .uc file; FILE:LINE names a target line in it
    #[arg(required_unless_present = "compdb", value_name = "FILE[:LINE]")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub targets: TargetArgs,
    /// Write the condition of the first target as SMT-LIB 2, with its quantifiers
    #[arg(long, value_name = "FILE")]
    pub smt: Option<PathBuf>,
    /// Rounds of each loop that are spelt out where quantifiers have to go
    #[arg(long, value_name = "N", default_value_t = 25)]
    pub unfold: u32,
    /// One JSON document on standard output instead of text
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub program: ProgramArgs,
}

#[derive(Args, Debug)]
pub struct CostsArgs {
    /// Program: .c, .bc, .ll or .a files, or a .uc file
    #[arg(required_unless_present = "compdb", value_name = "FILE")]
    pub files: Vec<String>,
    /// How costs are counted in loops: until nothing changes, up to a cap, or so many rounds
    #[arg(long, value_enum, default_value = "lattice", value_name = "ESTIMATE")]
    pub merge: Estimate,
    /// Rounds of loops that `recursive` counts
    #[arg(long, value_name = "N")]
    pub kappa: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub program: ProgramArgs,
}

/// Ways to estimate costs.
#[derive(clap::ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Estimate {
    Lattice,
    Recursive,
}

#[derive(Args, Debug)]
pub struct GraphArgs {
    /// Program: .c, .bc, .ll or .a files, or a .uc file; FILE:LINE names a target line in it
    #[arg(required_unless_present = "compdb", value_name = "FILE[:LINE]")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub targets: TargetArgs,
    /// Form of the picture [default: by the name of the output, else dot]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<PictureFormat>,
    /// One function [default: the first with a target, else the entry]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["icfg", "callgraph"])]
    pub function: Option<String>,
    /// All functions that the entry can call, with calls between them
    #[arg(long, conflicts_with = "callgraph")]
    pub icfg: bool,
    /// Functions and calls only
    #[arg(long)]
    pub callgraph: bool,
    /// File for the picture [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub program: ProgramArgs,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    Dot,
    Svg,
}

#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Program: .c, .bc, .ll or .a files, or a .uc file; FILE:LINE names a target line in it
    #[arg(required_unless_present = "compdb", value_name = "FILE[:LINE]")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub targets: TargetArgs,
    /// Strategies: all, or names with commas; a combination (with a colon) ends at a semicolon; may be repeated
    #[arg(long, default_value = "all", value_name = "NAMES")]
    pub strategies: Vec<String>,
    /// Each strategy runs with the seeds 1 to N
    #[arg(long, default_value_t = 41, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    pub seeds: u64,
    /// CPU time of each run: seconds, or 500ms, 10s, 5m, 1h
    #[arg(long, default_value = "60", value_parser = parse_time, value_name = "TIME")]
    pub time: Duration,
    /// Runs at the same time
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), value_name = "N")]
    pub jobs: u16,
    /// A further flag for each `homing reach`, such as --run-flag=--undefined=havoc (may be repeated)
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    pub run_flag: Vec<String>,
    /// Go on with this file of finished runs, or start it [default: a new homing-compare-N.jsonl]
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Every run as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Statistics and runs as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Tables and plots as one page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub program: ProgramArgs,
}

#[derive(Args, Debug)]
pub struct TargetArgs {
    /// What to reach: FILE:LINE, FILE:LINE:COLUMN, FILE:LINE#PART (parts of a line as `if (c) return x;`), 'FUNCTION()', any, error,
    /// error:KIND, error:KIND@FILE:LINE (may be repeated)
    #[arg(long = "target", short = 't', value_name = "TARGET")]
    pub target: Vec<String>,
}

#[derive(Args, Clone, Debug)]
pub struct ProgramArgs {
    /// Function to start in
    #[arg(long, default_value = "main", value_name = "FUNCTION", help_heading = IN_C)]
    pub entry: String,
    /// Compile for 32 bits (ILP32)
    #[arg(long = "32", help_heading = IN_C)]
    pub bits32: bool,
    /// The compiler [default: clang-22, else clang]
    #[arg(long, value_name = "PATH", help_heading = IN_C)]
    pub clang: Option<PathBuf>,
    /// Compilation database (compile_commands.json): compile from it the files that are named and those that they need
    #[arg(long, value_name = "FILE", help_heading = IN_C)]
    pub compdb: Option<PathBuf>,
    /// The file with `main`, where the compilation database has several
    #[arg(long, value_name = "FILE", requires = "compdb", help_heading = IN_C)]
    pub main: Option<PathBuf>,
    /// How found inputs are replayed [default: native]
    #[arg(long, value_enum, value_name = "HOW", help_heading = IN_C)]
    pub replay: Option<ReplayBy>,
    /// Keep locals in memory: no promotion to registers
    #[arg(long)]
    pub no_passes: bool,
    /// Make the model wrong in its Nth comparison or sum, for tests of what happens then
    #[arg(long, value_name = "N", hide = true)]
    pub wrong_model: Option<usize>,
    /// Numbers wrap around at N bits [default: they are unbounded]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=64), help_heading = IN_MICROC)]
    pub int_width: Option<u32>,
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// Flags for clang; behind a second -- (behind the first, if all files are bitcode) the program's arguments, with
    /// --sym-arg and the like among them
    #[arg(last = true, value_name = "CFLAGS [-- ARGS]")]
    pub cflags: Vec<String>,
}

impl ProgramArgs {
    /// How the program is made and started.
    pub fn options(&self) -> Options {
        let compile = CompileOptions { clang: self.clang.clone(), bits32: self.bits32, flags: self.cflags.clone() };
        Options {
            entry: self.entry.clone(),
            compile,
            database: self.compdb.clone().map(|path| Database { path, main: self.main.clone() }),
            libc: self.environment.libc,
            libc_archive: std::env::var_os("HOMING_LIBC").map(PathBuf::from),
            environment: self.environment.spec.clone(),
            link_args: self.environment.link_args.clone(),
            promote: !self.no_passes,
            int_width: self.int_width,
            wrong_model: self.wrong_model,
            ..Options::default()
        }
    }
}

impl Cli {
    /// Puts what stands behind `--` where it belongs, which takes a look at the files. To be called once, after parsing.
    pub fn settle(&mut self) -> Result<(), String> {
        let (files, program, no_line) = match &mut self.command {
            Command::Reach(a) => (&a.files, &mut a.program, None),
            Command::Check(a) => (&a.files, &mut a.program, Some("homing check")),
            Command::Run(a) => (&a.files, &mut a.program, Some("homing run")),
            Command::Replay(a) => (&a.files, &mut a.program, None),
            Command::Dist(a) => (&a.files, &mut a.program, None),
            Command::Costs(a) => (&a.files, &mut a.program, Some("homing costs")),
            Command::Loops(a) => (&a.files, &mut a.program, None),
            Command::Necessary(a) => (&a.files, &mut a.program, None),
            Command::Graph(a) => (&a.files, &mut a.program, None),
            Command::Compare(a) => (&a.files, &mut a.program, None),
            Command::Triage(a) => return a.settle(),
            Command::Patch(a) => return a.look.settle(),
            Command::Reproduce(a) => return a.look.settle(),
            _ => return Ok(()),
        };
        for f in files {
            line_fits(f)?;
            if let (Some(command), (file, Some(_))) = (no_line, split_line(f)) {
                return Err(format!("{f}: `{command}` takes no line: name {file} alone, or use `homing reach {f}`"));
            }
        }
        let bitcode = |f: &String| {
            use homing_compile::{Kind, kind};
            matches!(kind(std::path::Path::new(&split_line(f).0)), Some(Kind::Bitcode | Kind::Archive))
        };
        if program.compdb.is_none() && files.iter().all(bitcode) {
            let words = std::mem::take(&mut program.cflags);
            return program.environment.trailing(&words);
        }
        let words = match program.cflags.iter().position(|w| w == "--") {
            Some(at) => program.cflags.split_off(at).split_off(1),
            None => Vec::new(),
        };
        program.bits32 = homing_compile::data_model(&mut program.cflags, program.bits32)?;
        program.environment.trailing(&words)
    }
}

/// Says what is wrong with `file.c:TEXT`, where the text is not a line.
fn line_fits(arg: &str) -> Result<(), String> {
    let program = |name: &str| homing_compile::kind(std::path::Path::new(name)).is_some();
    let Some((file, line)) = arg.rsplit_once(':').filter(|_| !program(arg) && !std::path::Path::new(arg).exists()) else {
        return Ok(());
    };
    // Behind a line there may be a column.
    let before = file.rsplit_once(':').filter(|(name, first)| program(name) && homing_ir::line_number(first).is_some());
    if (program(file) || before.is_some()) && split_line(arg).1.is_none() {
        let what = if before.is_some() { "column" } else { "line" };
        return Err(format!("{arg}: `{line}` is not a {what}; {what}s are numbers, counted from 1"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declarations_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn times() {
        assert_eq!(parse_time("10"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(parse_time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_time("0"), Ok(Duration::ZERO));
        for bad in ["", "s", "-1", "1x", "1e999", "9999999999999999999999h", "1.2.3"] {
            assert!(parse_time(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn amounts_of_memory() {
        assert_eq!(parse_memory("2G"), Ok(2 << 30));
        assert_eq!(parse_memory("512KiB"), Ok(512 << 10));
        assert_eq!(parse_memory("1.5g"), Ok(3 << 29));
        for bad in ["", "G", "-1", "0", "1X", "99999999999999999999T"] {
            assert!(parse_memory(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn what_is_not_a_line_is_told() {
        for good in ["a.c", "a.c:1", "a.c:4294967295", "dir:-1/a.c", "folder", "c:d.c:7", "crate:x", "a.c:7:3", "a.c:7#2"] {
            assert_eq!(line_fits(good), Ok(()), "{good}");
        }
        for bad in [
            "a.c:-1",
            "a.c:0",
            "a.c:+7",
            "a.c:99999999999",
            "a.c:",
            "a.c:7x",
            "a.uc:1e2",
            "a.bc: 7",
            "a.c:7:",
            "a.c:7:0",
            "a.c:7#0",
            "a.c:7#",
        ] {
            assert!(line_fits(bad).is_err(), "{bad}");
            assert_eq!(split_line(bad).1, None, "{bad}");
        }
    }
}
