//! The files of a program, and the targets in them.

use std::path::{Path, PathBuf};

use homing_compile::{Compiler, Files, Kind, kind};
use homing_host::{Failure, absolute, clock};
use homing_ir::TargetSpec;
use tempfile::TempDir;

use crate::lazy;
use crate::linked::Compiled;
use crate::prepared::Prepared;
use crate::request::{Options, Request};

/// The files of a program, by what it is written in. Archives, crates in Rust and compilation databases are bitcode by now.
pub enum Sources {
    /// C, C++ and bitcode.
    C(CSources),
    /// microc.
    Microc(MicrocSources),
}

/// Files in C, C++ and bitcode.
pub struct CSources {
    files: Files,
    plan: Plan,
}

/// A file in microc.
pub struct MicrocSources {
    pub(crate) files: Files,
    pub(crate) plan: Plan,
}

/// What goes along with a program on its way.
pub(crate) struct Plan {
    pub options: Options,
    pub targets: Vec<TargetSpec>,
    /// The targets as the user names them.
    pub labels: Vec<String>,
    /// What the user should know about the choice of files.
    pub notes: Vec<String>,
    /// Folder for everything temporary; removed at the end.
    pub work: TempDir,
    /// CPU seconds of compilers.
    pub compile_seconds: f64,
}

impl Sources {
    /// Finds the files of a program. Crates in Rust and files of a compilation database are compiled for that.
    pub fn collect(request: &Request) -> Result<Sources, Failure> {
        let Request { files, targets, options } = request;
        let labels: Vec<String> = targets.iter().map(|s| s.to_string()).collect();
        let work = work_folder()?;
        let before = clock::children_cpu();
        let (mut files, mut targets, mut notes) = (files.clone(), targets.clone(), Vec::new());
        if let Some(database) = &options.database {
            let compiler = Compiler::new(&options.compile, work.path())?;
            let entry = (!options.any_entry).then_some(options.entry.as_str());
            let built = database.build(entry, &files, targets, &compiler, work.path())?;
            files = built.bitcode.iter().map(|p| p.display().to_string()).collect();
            (targets, notes) = (built.targets, built.notes);
        }
        homing_compile::crates(&mut files, &mut targets)?;
        files = homing_compile::expand(files, &options.entry, &options.compile, work.path())?;
        let files = Files::check(&files)?;
        let targets = targets.into_iter().map(|t| name_file(t, &files)).collect::<Result<Vec<_>, _>>()?;
        if options.lazy {
            lazy::fits(options, &files)?;
        }
        let compile_seconds = clock::children_cpu() - before;
        let plan = Plan { options: options.clone(), targets, labels, notes, work, compile_seconds };
        Ok(if files.any_microc() { Sources::Microc(MicrocSources { files, plan }) } else { Sources::C(CSources { files, plan }) })
    }

    /// What the user should know about the choice of files.
    pub fn notes(&self) -> &[String] {
        match self {
            Sources::C(s) => &s.plan.notes,
            Sources::Microc(s) => &s.plan.notes,
        }
    }

    /// Does everything up to the search.
    pub fn prepare(self) -> Result<Prepared, Failure> {
        match self {
            Sources::C(sources) => sources.compile()?.load()?.link()?.prepare(),
            Sources::Microc(sources) => sources.prepare(),
        }
    }
}

impl CSources {
    /// Compiles what is not bitcode yet.
    pub fn compile(self) -> Result<Compiled, Failure> {
        let CSources { files, mut plan } = self;
        if plan.options.int_width.is_some() {
            return Err(Failure::usage("--int-width: only numbers of microc programs can be given a width"));
        }
        let before = clock::children_cpu();
        let compiler = Compiler::for_files(&plan.options.compile, &files, plan.work.path())?;
        let (bitcode, notes) = match &compiler {
            Some(c) => c.bitcode(&files, plan.work.path())?,
            None => (files.all().to_vec(), Vec::new()),
        };
        plan.compile_seconds += clock::children_cpu() - before;
        Ok(Compiled { files, bitcode, compiler, notes, plan })
    }
}

/// A folder for everything temporary.
pub(crate) fn work_folder() -> Result<TempDir, Failure> {
    let made = tempfile::Builder::new().prefix("homing-").tempdir();
    made.map_err(|e| Failure::input(format!("cannot make a temporary folder: {e}")))
}

/// A target's file that is one of the program's files is named by its whole path, so that it cannot mean another one. If it
/// fits the ends of several and is none of them, the user has to say which.
fn name_file(spec: TargetSpec, files: &Files) -> Result<TargetSpec, Failure> {
    let Some(file) = spec.file().cloned() else { return Ok(spec) };
    let named = |file: String| {
        let mut spec = spec.clone();
        spec.file_mut().into_iter().for_each(|f| f.clone_from(&file));
        spec
    };
    let wanted = absolute(Path::new(&file));
    let sources = files.all().iter().filter(|p| kind(p) != Some(Kind::Bitcode));
    let fits: Vec<PathBuf> = sources.map(|p| absolute(p)).filter(|p| *p == wanted || p.ends_with(&file)).collect();
    if fits.contains(&wanted) {
        return Ok(named(wanted.display().to_string()));
    }
    if fits.len() > 1 {
        let list: Vec<String> = fits.iter().map(|p| p.display().to_string()).collect();
        return Err(Failure::input(format!("target {spec} fits several files: {}", list.join(", "))));
    }
    Ok(spec)
}
