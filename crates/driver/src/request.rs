//! What is asked for.

use std::path::PathBuf;

use homing_compile::{CompileOptions, Database};
use homing_ir::{TargetError, TargetSpec};

use crate::environment::EnvironmentSpec;
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
    /// The run starts in the entry as if somebody outside of the program called it: with any arguments.
    pub lazy: bool,
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
            lazy: false,
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
    /// These files; a `FILE:LINE` among them is a file and a target in it.
    pub fn new<S: AsRef<str>>(files: impl IntoIterator<Item = S>) -> Request {
        let mut request = Request { files: Vec::new(), targets: Vec::new(), options: Options::default() };
        for f in files {
            let (file, line) = split_line(f.as_ref());
            request.targets.extend(line.map(|line| TargetSpec::Line { file: file.clone(), line }));
            request.files.push(file);
        }
        request
    }

    /// Adds a target: `FILE:LINE`, `FUNCTION()`, `any`, `error` or `error:KIND`.
    pub fn add_target(&mut self, text: &str) -> Result<(), TargetError> {
        self.targets.push(text.parse()?);
        Ok(())
    }
}

/// `file.c:12` given as a file: the file and the line. A file that really has that name is not split.
pub fn split_line(arg: &str) -> (String, Option<u32>) {
    if let Some((file, line)) = arg.rsplit_once(':')
        && let Some(line) = homing_ir::line_number(line)
        && !file.is_empty()
        && !std::path::Path::new(arg).exists()
    {
        return (file.to_string(), Some(line));
    }
    (arg.to_string(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_after_the_last_colon_is_a_line() {
        assert_eq!(split_line("a.c:12"), ("a.c".into(), Some(12)));
        assert_eq!(split_line("a.c"), ("a.c".into(), None));
        assert_eq!(split_line("dir:3/a.c"), ("dir:3/a.c".into(), None));
        assert_eq!(split_line("c:d.c:7"), ("c:d.c".into(), Some(7)));
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
