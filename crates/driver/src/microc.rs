//! Programs in microc.

use std::path::{Path, PathBuf};

use homing_compile::{Kind, kind};
use homing_host::{Failure, absolute, clock, io_message};
use homing_ir::{Program, TargetSpec};
use homing_microc::Ast;

use crate::code::{Lowered, well_formed};
use crate::prepared::{Origin, Prepared};
use crate::request::Options;
use crate::sources::MicrocSources;
use crate::surround::Libc;

/// A program that was read and checked.
pub struct MicrocSource {
    ast: Ast,
    file: PathBuf,
    width: Option<u32>,
}

impl MicrocSource {
    /// Its syntax tree.
    pub fn ast(&self) -> &Ast {
        &self.ast
    }

    /// Where it is, from the root.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Bits that numbers wrap around at, if they do.
    pub fn width(&self) -> Option<u32> {
        self.width
    }
}

impl MicrocSources {
    /// Reads, checks and lowers the program, and does the rest up to the search.
    pub fn prepare(self) -> Result<Prepared, Failure> {
        let MicrocSources { files, plan } = self;
        let begun = clock::own_cpu();
        let (source, program) = load(&plan.options, files.all(), &plan.targets)?;
        let lowered = Lowered::some_of_program(program, "main", &plan.targets)?;
        Prepared::new(Origin::Microc(Box::new(source)), lowered, plan, begun)
    }
}

/// Reads a program and lowers it.
fn load(options: &Options, files: &[PathBuf], specs: &[TargetSpec]) -> Result<(MicrocSource, Program), Failure> {
    let [file] = files else {
        let other = files.iter().find(|f| kind(f) != Some(Kind::Microc)).unwrap_or(&files[0]);
        let why = format!("{}: a microc program is one file; it cannot be put together with others", other.display());
        return Err(Failure::input(why));
    };
    fits(options)?;
    if specs.contains(&TargetSpec::Any) {
        let why = "--target any: a microc program has no assertions or markers; name a line, 'FUNCTION()', error or error:KIND";
        return Err(Failure::usage(why));
    }
    if specs.iter().any(|s| matches!(s, TargetSpec::Part { .. })) {
        return Err(Failure::usage("a target in a microc program is a whole line, without a column or part"));
    }
    let mut ast = read_microc(file)?;
    let file = absolute(file);
    ast.file = file.display().to_string();
    let program = lower_microc(&ast, options.int_width)?;
    Ok((MicrocSource { ast, file, width: options.int_width }, program))
}

/// The program as the engine wants it. `width`: bits that numbers wrap around at, if they do.
pub fn lower_microc(ast: &Ast, width: Option<u32>) -> Result<Program, Failure> {
    well_formed(homing_front_microc::lower(ast, width))
}

/// Reads and checks a program; all that is wrong with it is told at once.
pub fn read_microc(path: &Path) -> Result<Ast, Failure> {
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

/// Whatever is about compilers and machines means nothing here: better told than passed over.
fn fits(options: &Options) -> Result<(), Failure> {
    let no = |flag: &str, why: &str| Err(Failure::usage(format!("{flag}: {why}")));
    if options.compile.bits32 {
        return no("--32", "a microc program has no data model; --int-width N makes its numbers wrap around");
    }
    if options.database.is_some() {
        return no("--compdb", "a microc program is not compiled");
    }
    if options.libc != Libc::Auto {
        return no("--libc", "a microc program has no C library");
    }
    if !options.link_args.is_empty() {
        return no("--link-arg", "a microc program is not linked");
    }
    if options.compile.clang.is_some() {
        return no("--clang", "a microc program is not compiled");
    }
    if let Some(flag) = options.compile.flags.first() {
        return no(flag, "a microc program is not compiled, there is nobody to give this flag to");
    }
    if options.environment.is_requested() {
        return no("arguments, files and standard input", "a microc program has none");
    }
    if options.entry != "main" {
        return no("--entry", "a microc program starts in `main`");
    }
    Ok(())
}
