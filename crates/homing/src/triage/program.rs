//! The program that warnings are about, compiled once.

use std::path::Path;

use homing_compile::{Kind, kind};
use homing_driver::{Compiled, Options, Request, Sources};
use homing_host::Failure;
use homing_triage::Warning;

use super::Task;

/// Compiles what the command line names, or else the files that the warnings are in.
pub fn compile(task: &Task<'_>, warnings: &[&Warning]) -> Result<Compiled, Failure> {
    let files = task.files.clone();
    if task.look.compdb.is_some() {
        return from_database(task, files, warnings);
    }
    if !files.is_empty() {
        return once(&request(task, files));
    }
    let named = sources(warnings);
    if named.is_empty() {
        return Err(Failure::input("none of the source files that are named is here; name the program's files, or --compdb"));
    }
    let failure = match once(&request(task, named.clone())) {
        Ok(program) => return Ok(program),
        Err(failure) => failure,
    };
    // The user did not choose them: what cannot be compiled is left out.
    let compiles = |f: &&String| match once(&request(task, vec![f.to_string()])) {
        Ok(_) => true,
        Err(why) => {
            tell!("homing: {f} is left out: {why}");
            false
        }
    };
    let good: Vec<String> = named.iter().filter(compiles).cloned().collect();
    if good.is_empty() || good.len() == named.len() { Err(failure) } else { once(&request(task, good)) }
}

/// The files that warnings are in, as far as they are here.
fn sources(warnings: &[&Warning]) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for file in warnings.iter().filter_map(|w| w.spot.as_ref()).map(|s| &s.file) {
        let source = matches!(kind(Path::new(file)), Some(Kind::Source | Kind::CppSource));
        if source && !files.contains(file) && Path::new(file).is_file() {
            files.push(file.clone());
        }
    }
    files
}

/// The files of a database that have warnings, with all that they need: of the program with the only `main` there is, else of a library.
fn from_database(task: &Task<'_>, mut files: Vec<String>, warnings: &[&Warning]) -> Result<Compiled, Failure> {
    if files.is_empty() {
        files = sources(warnings);
    }
    let with_main = request(task, files);
    let failure = match once(&with_main) {
        Ok(program) => return Ok(program),
        Err(failure) if task.look.main.is_some() => return Err(failure),
        Err(failure) => failure,
    };
    let mut library = with_main;
    library.options.any_entry = true;
    let program = once(&library).map_err(|_| failure.clone())?;
    tell!("homing: runs start in functions, not in main: {failure}");
    Ok(program)
}

fn request(task: &Task<'_>, files: Vec<String>) -> Request {
    Request { files, targets: Vec::new(), options: Options { some_targets: true, ..task.look.program().options() } }
}

fn once(request: &Request) -> Result<Compiled, Failure> {
    let sources = Sources::collect(request)?;
    sources.notes().iter().for_each(|n| tell!("homing: {n}"));
    match sources {
        Sources::C(sources) => sources.compile(),
        Sources::Microc(_) => Err(Failure::usage("for programs in C and bitcode only")),
    }
}

/// Arguments and streams are for runs from `main` alone.
pub fn of_functions(options: Options) -> Options {
    Options { environment: Default::default(), ..options }
}
