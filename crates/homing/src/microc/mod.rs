//! Programs in microc: reading them, the commands of `homing microc`, and replays of what the engine finds.

mod bench;
mod export;
mod generate;
mod run;

use std::path::{Path, PathBuf};

use homing_compile::Kind;
use homing_host::{Failure, io_message};
use homing_ir::{Program, TargetSpec};
use homing_microc::Ast;

use crate::cli::environment::LibcArg;
use crate::cli::microc::{MicrocArgs, MicrocCommand};
use crate::cli::{ProgramArgs, ReplayBy, RunArgs, UndefinedArg};

/// A program that was read and checked.
pub struct Source {
    pub ast: Ast,
    /// Where it is, from the root.
    pub file: PathBuf,
    pub width: Option<u32>,
}

/// Runs `homing microc`; the exit code.
pub fn command(args: &MicrocArgs) -> Result<i32, Failure> {
    match &args.command {
        MicrocCommand::Run(args) => run::run(args),
        MicrocCommand::Export(args) => export::export(args),
        MicrocCommand::Cfg(args) => export::cfg(args),
        MicrocCommand::Generate(args) => generate::generate(args),
        MicrocCommand::Bench(args) => bench::bench(args),
    }
}

/// Reads a program and lowers it.
pub fn load(args: &ProgramArgs, files: &[PathBuf], specs: &[TargetSpec]) -> Result<(Source, Program), Failure> {
    let [file] = files else {
        let other = files.iter().find(|f| homing_compile::kind(f) != Some(Kind::Microc)).unwrap_or(&files[0]);
        let why = format!("{}: a microc program is one file; it cannot be put together with others", other.display());
        return Err(Failure::input(why));
    };
    fits(args)?;
    if specs.contains(&TargetSpec::Any) {
        let why = "--target any: a microc program has no assertions or markers; name a line, 'FUNCTION()', error or error:KIND";
        return Err(Failure::usage(why));
    }
    let mut ast = read(file)?;
    let file = homing_host::absolute(file);
    ast.file = file.display().to_string();
    let program = lower(&ast, args.int_width)?;
    Ok((Source { ast, file, width: args.int_width }, program))
}

/// The program as the engine wants it.
pub fn lower(ast: &Ast, width: Option<u32>) -> Result<Program, Failure> {
    let program = homing_front_microc::lower(ast, width);
    match homing_ir::verify(&program) {
        Ok(()) => Ok(program),
        Err(e) => Err(Failure::internal(format!("the lowered program is not well formed: {}", e.join("; ")))),
    }
}

/// Reads and checks a program; all that is wrong with it is told at once.
pub fn read(path: &Path) -> Result<Ast, Failure> {
    let shown = path.display().to_string();
    if std::fs::metadata(path).is_ok_and(|m| m.is_dir()) {
        return Err(Failure::input(format!("{shown}: is a folder, not a file")));
    }
    let bytes = std::fs::read(path).map_err(|e| Failure::input(format!("{shown}: {}", io_message(&e))))?;
    let text = String::from_utf8(bytes).map_err(|e| {
        let line = e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
        Failure::input(format!("{shown}:{line}: this is not text in UTF-8"))
    })?;
    homing_microc::parse(&shown, &text).map_err(|errors| {
        let list: Vec<String> = errors.iter().map(|e| e.to_string()).collect();
        let count = if list.len() == 1 { "an error".into() } else { format!("{} errors", list.len()) };
        Failure::input(format!("{shown} has {count}\n{}", list.join("\n")))
    })
}

/// Flags about compilers and machines mean nothing here: better told than passed over.
pub fn fits(args: &ProgramArgs) -> Result<(), Failure> {
    let no = |flag: &str, why: &str| Err(Failure::usage(format!("{flag}: {why}")));
    if args.bits32 {
        return no("--32", "a microc program has no data model; --int-width N makes its numbers wrap around");
    }
    if args.compdb.is_some() {
        return no("--compdb", "a microc program is not compiled");
    }
    if args.environment.libc != LibcArg::Auto {
        return no("--libc", "a microc program has no C library");
    }
    if !args.environment.link_args.is_empty() {
        return no("--link-arg", "a microc program is not linked");
    }
    if args.clang.is_some() {
        return no("--clang", "a microc program is not compiled");
    }
    if let Some(flag) = args.cflags.first() {
        return no(flag, "a microc program is not compiled, there is nobody to give this flag to");
    }
    if args.replay == Some(ReplayBy::Native) {
        return no("--replay native", "a microc program is replayed by the microc interpreter");
    }
    if args.environment.requested() {
        return no("arguments, files and standard input", "a microc program has none");
    }
    if args.entry != "main" {
        return no("--entry", "a microc program starts in `main`");
    }
    Ok(())
}

/// The same for flags of a search.
pub fn search_fits(args: &RunArgs) -> Result<(), Failure> {
    let no = |flag: &str, why: &str| Err(Failure::usage(format!("{flag}: {why}")));
    if !args.check.is_empty() {
        return no("--check", "every error of a microc program is always looked for");
    }
    if args.fail_allocations {
        return no("--fail-allocations", "`alloc` of a microc program never fails");
    }
    if args.undefined == UndefinedArg::Havoc {
        return no("--undefined", "every function of a microc program has a body");
    }
    Ok(())
}
