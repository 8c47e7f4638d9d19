//! Flags of `homing triage`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use homing_triage::Entry;

use super::{EnvironmentArgs, IN_C, ProgramArgs, ReplayBy, parse_memory, parse_time};

pub const EXAMPLES: &str = "\
Examples:
  clang-22 --analyze --analyzer-output sarif -o a.sarif a.c; homing triage a.sarif
      Each warning of clang's analyzer in a.c: confirmed by a run, reachable, refuted by a proof, or unknown
  homing triage report.sarif --compdb build/compile_commands.json --sarif verdicts.sarif
      A project; the report once more, with the verdicts in it
  cppcheck --xml --enable=warning src 2> report.xml; homing triage report.xml src/*.c -- -Iinclude
      Cppcheck's warnings
  make 2>&1 | homing triage - src/*.c
      Lines FILE:LINE: message
  homing triage report.sarif tool.c --sym-args 0 2 4 --sym-stdin 16 --since origin/main
      A whole program with arguments and standard input; only warnings on lines that differ from a commit

Verdicts:
  confirmed  the very error was seen in a run with an input that was found
  reachable  a run comes to the line; the error was not seen
  unknown    why, and what would help, is told
  refuted    proved: the error cannot be, or the line cannot be reached

Exit codes:
   0  nothing that --fail-on asks for
  10  there is what --fail-on asks for: confirmed (the default); reachable: or reachable; unknown: or unknown
   1  wrong usage      2  bad input; also if one of several reports could not be read      6  a defect of Homing";

pub const OF_PATCHES: &str = "\
Examples:
  homing patch --git HEAD~1..HEAD src/*.c -- -Iinclude
      Each line that the last commit changed: reached, with an input; unreachable, proved; or unknown
  git diff | homing patch --diff - --compdb build/compile_commands.json --json

Exit codes: as `homing reach` with several targets: 10 if any line is reached, else 5 if any is unknown, else 0";

pub const OF_TRACES: &str = "\
Examples:
  homing reproduce crash.txt src/*.c --sym-args 0 2 4 --sym-stdin 16 -- -Iinclude
      An input with which the program crashes in the innermost frame of its own, with the same calls

Exit codes: 10 if the crash was reproduced, 5 if not, 0 if it is proved that no run comes to the line";

#[derive(Args, Debug)]
pub struct TriageArgs {
    /// Reports (SARIF 2.1.0, Cppcheck's XML, lines FILE:LINE: message; - is standard input) and the program's files (.c, .bc, .ll, .a);
    /// without these, the source files that the reports name
    #[arg(required = true, value_name = "REPORT|FILE")]
    pub files: Vec<String>,
    /// Write the reports as one SARIF file with the verdicts
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// The weakest verdict that gives exit code 10
    #[arg(long, value_enum, default_value = "confirmed", value_name = "VERDICT")]
    pub fail_on: FailOn,
    /// Take verdicts from this file, and add those that are new
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Only warnings on lines that differ from this commit (asks git)
    #[arg(long, value_name = "REV")]
    pub since: Option<String>,
    /// Leave out warnings that are about no error that can be looked for: style, dead code, resources other than memory
    #[arg(long)]
    pub errors_only: bool,
    #[command(flatten)]
    pub look: LookArgs,
}

#[derive(Args, Debug)]
pub struct PatchArgs {
    /// The program's files as they are with the patch (.c, .bc, .ll, .a); without any, the source files that the patch changes
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// The patch: a unified diff; - is standard input
    #[arg(long, value_name = "FILE", required_unless_present = "git", conflicts_with = "git")]
    pub diff: Option<String>,
    /// The patch: what git has between two commits (A..B), or between one and the files here (A)
    #[arg(long, value_name = "A..B")]
    pub git: Option<String>,
    #[command(flatten)]
    pub look: LookArgs,
}

#[derive(Args, Debug)]
pub struct ReproduceArgs {
    /// The trace: what gdb, AddressSanitizer or the like print, or lines FILE:LINE, innermost call first; - is standard input
    pub trace: String,
    /// The program's files (.c, .bc, .ll, .a); without any, the source files that the trace names
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub look: LookArgs,
}

/// How lines of a program are looked at, one by one.
#[derive(Args, Debug)]
pub struct LookArgs {
    /// CPU time for each: seconds, or 500ms, 10s, 5m, 1h; those that start alike share a run first, with a quarter of the sum. By the clock it
    /// may be ten times as much
    #[arg(long, value_parser = parse_time, default_value = "20", value_name = "TIME")]
    pub time_per: Duration,
    /// Where runs start: main; lazy (the nearest function that somebody outside can call, with any arguments and globals); a function, the same
    /// way; auto: main where calls lead from there to the line, else lazy
    #[arg(long, default_value = "auto", value_name = "auto|main|lazy|FUNCTION")]
    pub entry: String,
    /// Write the verdicts as a page for a browser: inputs, paths over the source
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// One JSON document on standard output instead of text
    #[arg(long)]
    pub json: bool,
    /// Folder for test cases [default: homing-out-N, with the link homing-last]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Memory for the whole process: bytes, or 500M, 2G [default: three quarters of what is free]
    #[arg(long, value_parser = parse_memory, value_name = "SIZE")]
    pub memory: Option<u64>,
    /// Same program, options and seed: the same runs
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Compile for 32 bits (ILP32)
    #[arg(long = "32", help_heading = IN_C)]
    pub bits32: bool,
    /// The compiler [default: clang-22, else clang]
    #[arg(long, value_name = "PATH", help_heading = IN_C)]
    pub clang: Option<PathBuf>,
    /// Compilation database (compile_commands.json): compile from it the files that are asked about and those that they need
    #[arg(long, value_name = "FILE", help_heading = IN_C)]
    pub compdb: Option<PathBuf>,
    /// The file with `main`, where the compilation database has several
    #[arg(long, value_name = "FILE", requires = "compdb", help_heading = IN_C)]
    pub main: Option<PathBuf>,
    /// How found inputs are replayed [default: native]
    #[arg(long, value_enum, value_name = "HOW", help_heading = IN_C)]
    pub replay: Option<ReplayBy>,
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// Flags for clang; behind a second -- the program's arguments, with --sym-arg and the like among them
    #[arg(last = true, value_name = "CFLAGS [-- ARGS]")]
    pub cflags: Vec<String>,
}

/// From which verdict on the exit code says so.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Confirmed,
    Reachable,
    Unknown,
    Never,
}

impl TriageArgs {
    /// Reports and program files.
    pub fn split(&self) -> (Vec<&str>, Vec<String>) {
        let of_program = |f: &&String| homing_compile::kind(Path::new(f.as_str())).is_some();
        let (files, reports): (Vec<&String>, Vec<&String>) = self.files.iter().partition(of_program);
        (reports.into_iter().map(String::as_str).collect(), files.into_iter().cloned().collect())
    }

    /// Puts what stands behind `--` where it belongs.
    pub fn settle(&mut self) -> Result<(), String> {
        if self.split().0.is_empty() {
            return Err("no report is named: a .sarif, .xml or text file, or - for standard input".into());
        }
        self.look.settle()
    }
}

impl LookArgs {
    /// How starts are chosen.
    pub fn starts(&self) -> Entry {
        match self.entry.as_str() {
            "auto" => Entry::Auto,
            "main" => Entry::Main,
            "lazy" => Entry::Lazy,
            name => Entry::Function(name.into()),
        }
    }

    /// The flags of the program as other commands have them.
    pub fn program(&self) -> ProgramArgs {
        ProgramArgs {
            entry: "main".into(),
            bits32: self.bits32,
            clang: self.clang.clone(),
            compdb: self.compdb.clone(),
            main: self.main.clone(),
            replay: self.replay,
            no_passes: false,
            wrong_model: None,
            int_width: None,
            environment: self.environment.clone(),
            cflags: self.cflags.clone(),
        }
    }

    /// Puts what stands behind `--` where it belongs.
    pub fn settle(&mut self) -> Result<(), String> {
        let words = match self.cflags.iter().position(|w| w == "--") {
            Some(at) => self.cflags.split_off(at).split_off(1),
            None => Vec::new(),
        };
        self.bits32 = homing_compile::data_model(&mut self.cflags, self.bits32)?;
        self.environment.trailing(&words)
    }
}
