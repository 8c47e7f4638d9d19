//! Everything before the search: compile, load, lower, find the targets.

use std::path::{Path, PathBuf};

use homing_compile::{CompileOptions, Compiler, Database, Files};
use homing_front_llvm::{LoadError, LowerOptions, Module};
use homing_host::clock;
use homing_host::{Failure, absolute};
use homing_ir::{FuncId, Program, Target, TargetSpec};
use tempfile::TempDir;

use crate::cli::{ProgramArgs, split_line};
use crate::surround::{self, Surrounded, Wanted, surround};

/// A program that is ready to be searched and replayed.
pub struct Prepared {
    pub source: Source,
    /// With the targets pinned, locals still in memory: what the interpreter replays.
    pub pinned: Program,
    /// What the engine runs: locals in registers, unless that was switched off.
    pub program: Program,
    pub entry: FuncId,
    /// What the program finds around itself, if it is run with a C library and files.
    pub environment: Option<homing_posix::Environment>,
    pub targets: Vec<Target>,
    /// Source positions of each target.
    pub places: Vec<Vec<homing_report::Place>>,
    /// Folder for everything temporary; removed at the end.
    pub work: TempDir,
    pub compile_seconds: f64,
    pub load_seconds: f64,
}

/// What the program was made from, as replays need it.
pub enum Source {
    C(Box<Native>),
    Microc(Box<crate::microc::Source>),
}

/// A program in C or bitcode.
pub struct Native {
    /// The program itself: what is built for a native run.
    pub module: Module,
    /// The same with a C library and whatever else it runs in here.
    pub surrounded: Surrounded,
    pub inputs: Files,
    /// Absent only where no compiler is needed and none was found.
    pub compiler: Option<Compiler>,
}

impl Native {
    /// The module that is run in the engine.
    pub fn whole(&self) -> &Module {
        self.surrounded.module().unwrap_or(&self.module)
    }
}

impl Prepared {
    /// The program's module; a command that needs one says what it cannot do without.
    pub fn native(&self) -> Option<&Native> {
        match &self.source {
            Source::C(native) => Some(native),
            Source::Microc(_) => None,
        }
    }
}

/// Files and targets as the command line has them.
pub struct Request<'a> {
    pub files: &'a [String],
    pub targets: &'a [String],
    /// Used when the command line names no target.
    pub default_target: Option<TargetSpec>,
    pub program: &'a ProgramArgs,
    /// The whole environment is needed, asked for by flags or not.
    pub always_whole: bool,
    /// The run starts in the entry, as if somebody outside of the program called it.
    pub lazy: bool,
}

impl<'a> Request<'a> {
    /// What the command line names, without more.
    pub fn new(files: &'a [String], targets: &'a [String], program: &'a ProgramArgs) -> Request<'a> {
        Request { files, targets, default_target: None, program, always_whole: false, lazy: false }
    }
}

/// Does everything up to the search.
pub fn prepare(request: &Request<'_>) -> Result<Prepared, Failure> {
    let (mut files, mut specs) = split(request)?;
    let labels: Vec<String> = specs.iter().map(|s| s.to_string()).collect();
    let work = tempfile::Builder::new()
        .prefix("homing-")
        .tempdir()
        .map_err(|e| Failure::input(format!("cannot make a temporary folder: {e}")))?;
    let before = clock::children_cpu();
    if let Some(database) = &request.program.compdb {
        (files, specs) = from_database(database, request.program, &files, specs, work.path())?;
    }
    homing_compile::crates(&mut files, &mut specs)?;
    crate::exit::on_fatal_error();
    let options = compile_options(request.program);
    files = homing_compile::expand(files, &request.program.entry, &options, work.path())?;
    let inputs = Files::check(&files)?;
    let specs = specs.into_iter().map(|s| name_file(s, &inputs)).collect::<Result<Vec<_>, _>>()?;
    if request.lazy {
        crate::lazy::fits(request.program, &inputs)?;
    }
    if inputs.any_microc() {
        return microc(request, &inputs, &specs, labels, work);
    }
    if request.program.int_width.is_some() {
        return Err(Failure::usage("--int-width: only numbers of microc programs can be given a width"));
    }
    let compiler = Compiler::for_files(&options, &inputs, work.path())?;
    let (bitcode, notes) = match &compiler {
        Some(c) => c.bitcode(&inputs, work.path())?,
        None => (inputs.all().to_vec(), Vec::new()),
    };
    let compile_seconds = clock::children_cpu() - before;

    let before = clock::own_cpu();
    let module = homing_front_llvm::load(&bitcode).map_err(|e| Failure::input(by_source(e.to_string(), &bitcode, &inputs)))?;
    module.bind_weak(&homing_host::has);
    let compiler = data_model(&module, request.program, compiler)?;
    crate::environment::fits(request.program)?;
    let around = &request.program.environment;
    let asked = around.requested() || request.always_whole;
    let environment = crate::environment::environment(around, &crate::environment::program_name(inputs.all()))?;
    let wanted =
        Wanted { libc: around.libc, environment: &environment, asked, entry: &request.program.entry, lazy: request.lazy };
    let surrounded = surround(&module, &wanted)?;
    let whole = matches!(surrounded, Surrounded::Whole(_)) && !request.lazy;
    let start = if whole { surround::START } else { &request.program.entry };
    let lowered = lower(surrounded.module().unwrap_or(&module), start, &specs, request.lazy);
    let (mut pinned, entry, targets) = lowered.map_err(|f| vanished(f, request.program))?;
    pinned.notes.extend(notes);
    let mut prepared = Prepared {
        source: Source::C(Box::new(Native { module, surrounded, inputs, compiler })),
        program: Program::default(),
        pinned,
        entry,
        environment: whole.then_some(environment),
        targets,
        places: Vec::new(),
        work,
        compile_seconds,
        load_seconds: 0.0,
    };
    finish(&mut prepared, labels, request.program)?;
    if request.lazy {
        crate::lazy::entry_fits(&prepared)?;
    }
    prepared.load_seconds = clock::own_cpu() - before;
    Ok(prepared)
}

/// A program in bitcode says itself for how many bits it is; whatever is built from it has to be for as many.
fn data_model(module: &Module, args: &ProgramArgs, compiler: Option<Compiler>) -> Result<Option<Compiler>, Failure> {
    let bits32 = module.ptr_bits() == 32;
    if args.bits32 && !bits32 {
        return Err(Failure::input("--32: the bitcode of the program is for 64 bits"));
    }
    Ok(compiler.map(|c| c.for_bits32(bits32)))
}

/// Where an optimiser was asked for, a line without code may have had some.
fn vanished(failure: Failure, args: &ProgramArgs) -> Failure {
    let optimises = |f: &&String| f.starts_with("-O") && f.as_str() != "-O0";
    if let Some(flag) = args.cflags.iter().rfind(|f| f.starts_with("-O")).filter(optimises)
        && (failure.message().contains("has no code") || failure.message().contains("there is no function"))
    {
        let why = "the optimiser may have removed what was there, or moved it to another line";
        return failure.with_line(&format!("This is so at {flag}: {why}. Without {flag} every line with code is a target."));
    }
    failure
}

/// The bitcode files of a program in a compilation database, and its targets.
fn from_database(
    database: &Path,
    args: &ProgramArgs,
    files: &[String],
    specs: Vec<TargetSpec>,
    work: &Path,
) -> Result<(Vec<String>, Vec<TargetSpec>), Failure> {
    let compiler = Compiler::new(&compile_options(args), work)?;
    let database = Database { path: database.to_path_buf(), main: args.main.clone() };
    let built = database.build(&args.entry, files, specs, &compiler, work)?;
    built.notes.iter().for_each(|n| tell!("homing: {n}"));
    Ok((built.bitcode.iter().map(|p| p.display().to_string()).collect(), built.targets))
}

/// The same for a microc program.
fn microc(
    request: &Request<'_>,
    inputs: &Files,
    specs: &[TargetSpec],
    labels: Vec<String>,
    work: TempDir,
) -> Result<Prepared, Failure> {
    let before = clock::own_cpu();
    let (source, pinned) = crate::microc::load(request.program, inputs.all(), specs)?;
    let entry = entry(&pinned, "main")?;
    let targets = homing_ir::resolve(&pinned, specs).map_err(Failure::input)?;
    let mut prepared = Prepared {
        source: Source::Microc(Box::new(source)),
        program: Program::default(),
        pinned,
        entry,
        environment: None,
        targets,
        places: Vec::new(),
        work,
        compile_seconds: 0.0,
        load_seconds: 0.0,
    };
    finish(&mut prepared, labels, request.program)?;
    prepared.load_seconds = clock::own_cpu() - before;
    Ok(prepared)
}

/// Pins the targets and makes the form that is run.
fn finish(prepared: &mut Prepared, labels: Vec<String>, args: &ProgramArgs) -> Result<(), Failure> {
    let Prepared { pinned, targets, .. } = prepared;
    targets.iter_mut().zip(labels).for_each(|(t, label)| t.label = label);
    prepared.places = targets.iter().map(|t| homing_report::places(pinned, t)).collect();
    homing_ir::pin(pinned, targets);
    note_absent(pinned, targets);
    if let Some(number) = args.wrong_model {
        crate::wrong::make_wrong(pinned, number)?;
    }
    prepared.program = runnable(pinned, args.no_passes)?;
    Ok(())
}

fn note_absent(pinned: &mut Program, targets: &[Target]) {
    if targets.iter().zip(homing_ir::places(pinned, targets)).any(|(t, at)| t.spec == TargetSpec::Any && at.is_empty()) {
        pinned
            .notes
            .push("the target `any` is nowhere in the program: it has no klee_reach(), reach_error() or assertion".into());
    }
}

/// The form that is run: locals in registers, unless that is switched off.
pub fn runnable(pinned: &Program, no_passes: bool) -> Result<Program, Failure> {
    let mut program = pinned.clone();
    if !no_passes {
        homing_ir::promote(&mut program, &homing_ir::PromoteOptions::default());
        homing_ir::verify(&program).map_err(|e| Failure::internal(format!("promotion broke the program: {}", e.join("; "))))?;
    }
    Ok(program)
}

/// Lowers what the entry can reach. A target that is not in there may be in a function that nothing calls: then, and
/// only then, everything is lowered, so that the answer is UNREACHABLE instead of "no such line"; unless everything is wanted anyway.
pub fn lower(
    module: &Module,
    entry_name: &str,
    specs: &[TargetSpec],
    everything: bool,
) -> Result<(Program, FuncId, Vec<Target>), Failure> {
    let lowered = |roots: Option<Vec<String>>| {
        let p = module.lower(&LowerOptions { roots, with_library: true }).map_err(|e| match e {
            LoadError::NoSuchFunction { name } => {
                Failure::input(format!("the program has no function {name}; name another with --entry FUNCTION"))
            }
            e => Failure::input(e),
        })?;
        match homing_ir::verify(&p) {
            Ok(()) => Ok(p),
            Err(e) => Err(Failure::internal(format!("the lowered program is not well formed: {}", e.join("; ")))),
        }
    };
    if !everything {
        let p = lowered(Some(vec![entry_name.to_string()]))?;
        let f = entry(&p, entry_name)?;
        if let Ok(targets) = homing_ir::resolve(&p, specs) {
            return Ok((p, f, targets));
        }
    }
    let p = lowered(None)?;
    let f = entry(&p, entry_name)?;
    let targets = homing_ir::resolve(&p, specs).map_err(Failure::input)?;
    Ok((p, f, targets))
}

/// Takes `file.c:12` apart and adds the targets given by flags.
fn split(request: &Request<'_>) -> Result<(Vec<String>, Vec<TargetSpec>), Failure> {
    let mut files = Vec::new();
    let mut specs = Vec::new();
    for f in request.files {
        let (file, line) = split_line(f);
        if let Some(line) = line {
            specs.push(TargetSpec::Line { file: file.clone(), line });
        }
        files.push(file);
    }
    for t in request.targets {
        specs.push(t.parse::<TargetSpec>().map_err(|e| Failure::usage(format!("--target {t}: {e}")))?);
    }
    if specs.is_empty() {
        specs.extend(request.default_target.clone());
    }
    Ok((files, specs))
}

/// A target's file that is one of the program's files is named by its whole path, so that it cannot mean another one. If it
/// fits the ends of several and is none of them, the user has to say which.
fn name_file(spec: TargetSpec, inputs: &Files) -> Result<TargetSpec, Failure> {
    let TargetSpec::Line { file, line } = spec else { return Ok(spec) };
    let wanted = absolute(Path::new(&file));
    let sources = inputs.all().iter().filter(|p| homing_compile::kind(p) != Some(homing_compile::Kind::Bitcode));
    let fits: Vec<PathBuf> = sources.map(|p| absolute(p)).filter(|p| *p == wanted || p.ends_with(&file)).collect();
    if fits.contains(&wanted) {
        return Ok(TargetSpec::Line { file: wanted.display().to_string(), line });
    }
    if fits.len() > 1 {
        let list: Vec<String> = fits.iter().map(|p| p.display().to_string()).collect();
        return Err(Failure::input(format!("target {file}:{line} fits several files: {}", list.join(", "))));
    }
    Ok(TargetSpec::Line { file, line })
}

/// How sources are compiled.
fn compile_options(args: &ProgramArgs) -> CompileOptions {
    CompileOptions { clang: args.clang.clone(), bits32: args.bits32, flags: args.cflags.clone() }
}

/// Names the user's files in a message about the bitcode made from them.
fn by_source(mut message: String, bitcode: &[PathBuf], inputs: &Files) -> String {
    for (made, source) in bitcode.iter().zip(inputs.all()) {
        message = message.replace(&made.display().to_string(), &source.display().to_string());
    }
    message
}

fn entry(p: &Program, name: &str) -> Result<FuncId, Failure> {
    match p.find(name) {
        Some(f) if !p.func(f).is_declaration() => Ok(f),
        Some(_) => Err(Failure::input(format!("--entry {name}: the function is declared but has no body"))),
        None => Err(Failure::input(format!("--entry {name}: no such function in the program"))),
    }
}
