//! What is asked for.

use std::path::PathBuf;

use homing_compile::{CompileOptions, Database};
use homing_harness::Preconditions;
use homing_ir::{TargetError, TargetSpec};

use crate::environment::EnvironmentSpec;
use crate::lazy::Pairs;
use crate::surround::Libc;

/// A program and targets in it.
#[derive(Clone, Debug)]
pub struct Request {
    /// Files, or folders of crates in Rust.
    pub files: Vec<String>,
    /// What is looked for.
    pub targets: Vec<TargetSpec>,
    /// How the program is made and started.
    pub options: Options,
}

/// How a program is made and started. `Default` is what the command line does without flags.
#[derive(Clone, Debug)]
pub struct Options {
    /// Function to start in.
    pub entry: String,
    /// The files need not have the entry: where a run starts is decided later ([`crate::Compiled::again`]).
    pub any_entry: bool,
    /// Targets that are not there are reported beside the verdicts on the others, if there are others; else one is an error.
    pub some_targets: bool,
    /// The run starts in the entry as if somebody outside of the program called it: with any arguments.
    pub lazy: bool,
    /// What such callers keep to.
    pub preconditions: Preconditions,
    /// Which of its parameters are an array and its length.
    pub pairs: Pairs,
    /// How sources are compiled.
    pub compile: CompileOptions,
    /// Where the files and those that they need are compiled from, if that is not all.
    pub database: Option<Database>,
    /// The C library that the program is run with.
    pub libc: Libc,
    /// That library as bitcode, if it is not where `tools/libc` leaves it.
    pub libc_archive: Option<PathBuf>,
    /// Arguments, files and streams of the program.
    pub environment: EnvironmentSpec,
    /// The program is run with all of its environment, asked for or not.
    pub always_whole: bool,
    /// For the linker, where the program is built natively.
    pub link_args: Vec<String>,
    /// Locals that can be are kept in registers.
    pub promote: bool,
    /// Numbers of a microc program wrap around at so many bits.
    pub int_width: Option<u32>,
    /// Makes the model wrong in its Nth comparison or sum, for tests of what happens then.
    pub wrong_model: Option<usize>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            entry: "main".into(),
            any_entry: false,
            some_targets: false,
            lazy: false,
            preconditions: Preconditions::default(),
            pairs: Pairs::default(),
            compile: CompileOptions::default(),
            database: None,
            libc: Libc::default(),
            libc_archive: None,
            environment: EnvironmentSpec::default(),
            always_whole: false,
            link_args: Vec::new(),
            promote: true,
            int_width: None,
            wrong_model: None,
        }
    }
}

impl Request {
    /// These files; a `FILE:LINE` among them (or `FILE:LINE:COLUMN`, `FILE:LINE#PART`) is a file and a target in it.
    pub fn new<S: AsRef<str>>(files: impl IntoIterator<Item = S>) -> Request {
        let mut request = Request { files: Vec::new(), targets: Vec::new(), options: Options::default() };
        for f in files {
            let (file, target) = split_line(f.as_ref());
            request.targets.extend(target);
            request.files.push(file);
        }
        request
    }

    /// Adds a target: `FILE:LINE`, `FILE:LINE:COLUMN`, `FILE:LINE#PART`, `FUNCTION()`, `any`, `error`, `error:KIND` or `error:KIND@FILE:LINE`.
    pub fn add_target(&mut self, text: &str) -> Result<(), TargetError> {
        self.targets.push(text.parse()?);
        Ok(())
    }
}

/// `file.c:12` (or `file.c:12:3`, `file.c:12#2`) given as a file: the file and the target. A file that really has that name is not split.
pub fn split_line(arg: &str) -> (String, Option<TargetSpec>) {
    if !std::path::Path::new(arg).exists()
        && let Ok(spec @ (TargetSpec::Line { .. } | TargetSpec::Part { .. })) = arg.parse::<TargetSpec>()
        && let Some(file) = spec.file().cloned()
    {
        return (file, Some(spec));
    }
    (arg.to_string(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_after_the_last_colon_is_a_line() {
        let line = |file: &str, line| (file.to_string(), Some(TargetSpec::Line { file: file.into(), line }));
        let part = |file: &str, line, part| (file.to_string(), Some(TargetSpec::Part { file: file.into(), line, part }));
        assert_eq!(split_line("a.c:12"), line("a.c", 12));
        assert_eq!(split_line("a.c"), ("a.c".into(), None));
        assert_eq!(split_line("dir:3/a.c"), ("dir:3/a.c".into(), None));
        assert_eq!(split_line("c:d.c:7"), line("c:d.c", 7));
        assert_eq!(split_line("a.c:12:3"), part("a.c", 12, homing_ir::Part::Column(3)));
        assert_eq!(split_line("a.c:12#2"), part("a.c", 12, homing_ir::Part::Number(2)));
    }

    #[test]
    fn lines_among_the_files_are_targets() {
        let mut r = Request::new(["a.c:12", "b.c"]);
        r.add_target("f()").unwrap();
        assert_eq!(r.files, ["a.c", "b.c"]);
        assert_eq!(r.targets, [TargetSpec::Line { file: "a.c".into(), line: 12 }, TargetSpec::Function("f".into())]);
        assert!(r.add_target("x y").is_err());
    }
}
