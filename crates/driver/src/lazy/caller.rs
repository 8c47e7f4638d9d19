//! The harness: a C program that stands for the caller.

use std::path::{Path, PathBuf};

use homing_exec::{Given, TestCase};
use homing_front_llvm::Module;
use homing_harness::{Around, Assumptions, Preconditions, RENAMED_MAIN};
use homing_host::absolute;
use homing_ir::{FuncId, Program};

use homing_compile::{Compiler, Files, Kind, kind};

/// Writes and compiles callers for the function that a run starts in.
pub struct Caller<'a> {
    program: &'a Program,
    entry: FuncId,
    inputs: Files,
    /// The file that defines the entry, if it is a source file.
    included: Option<PathBuf>,
    compiler: Option<Compiler>,
    work: &'a Path,
    /// What callers keep to.
    preconditions: Preconditions,
}

/// The source file that a harness includes to get at the function: the one that defines it, or the only one there is.
pub fn file_of(p: &Program, entry: FuncId, inputs: &Files) -> Option<PathBuf> {
    let sources: Vec<PathBuf> = inputs.all().iter().filter(|f| kind(f) == Some(Kind::Source)).map(|f| absolute(f)).collect();
    let at = p.loc(p.func(entry).loc);
    let defined_in = p.files.get(at.file.index()).map(|f| absolute(f.full_path().as_ref()));
    match &sources[..] {
        [only] if inputs.all().len() == 1 => Some(only.clone()),
        _ => sources.into_iter().find(|s| Some(s) == defined_in.as_ref()),
    }
}

impl<'a> Caller<'a> {
    pub fn new(program: &'a Program, entry: FuncId, inputs: Files, compiler: Option<&Compiler>, work: &'a Path) -> Caller<'a> {
        // Whoever has a `main` gives it up; the harness takes its own name back.
        let compiler = compiler.cloned().map(|c| c.with_flag(format!("-Dmain={RENAMED_MAIN}")));
        let included = file_of(program, entry, &inputs);
        Caller { program, entry, inputs, included, compiler, work, preconditions: Preconditions::default() }
    }

    /// The same for callers that keep to these.
    pub fn keeping_to(self, preconditions: Preconditions) -> Caller<'a> {
        Caller { preconditions, ..self }
    }

    /// The program that was searched.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The assumptions of a test case as C.
    pub fn assumptions(&self, given: &Given) -> Assumptions {
        homing_harness::assumptions(self.program, given)
    }

    /// The harness for a test case. `name`: of its file; `shows`: what happens in its run.
    pub fn text(&self, given: &Given, name: &str, shows: &str) -> String {
        let around = match &self.included {
            Some(file) => Around::Include(file.display().to_string()),
            None => Around::Link,
        };
        let entry = self.program.func(self.entry);
        let mut about = vec![format!("Calls {}(): {shows}.", entry.name), format!("Build it with: {}", self.command(name))];
        if self.included.is_none() && !entry.exported {
            about.push(format!("({} is static in the bitcode: it has to be made visible there first.)", entry.name));
        }
        homing_harness::program(self.program, given, &around, &about, &self.preconditions)
    }

    /// How a user compiles the harness.
    fn command(&self, name: &str) -> String {
        let others: Vec<PathBuf> = self.others().iter().map(|p| absolute(p)).collect();
        let flags: &[String] = self.compiler.as_ref().map_or(&[], |c| c.flags());
        // Where there is no other file nobody else has a `main`.
        let flags = flags.iter().filter(|f| !others.is_empty() || !f.starts_with("-Dmain="));
        let bits = self.compiler.as_ref().filter(|c| c.bits32()).map(|_| "-m32".to_string());
        let clang = self.compiler.as_ref().map_or("clang".into(), |c| c.path().display().to_string());
        let words = [clang, "-g".into()].into_iter().chain(bits).chain(flags.cloned());
        let files = std::iter::once(name.to_string()).chain(others.iter().map(|p| p.display().to_string()));
        let missing = ["-no-pie", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,lazy"].map(str::to_string);
        words
            .chain(missing.into_iter().filter(|_| self.is_incomplete()))
            .chain(files)
            .chain(["-lm".to_string()])
            .map(|w| quoted(&w))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Does the program speak of functions or data that are nowhere? The linker must be told to do without.
    fn is_incomplete(&self) -> bool {
        let p = self.program;
        let known = |name: &str| homing_ir::builtin(name).is_some();
        p.functions.iter().any(|f| f.is_declaration() && !known(&f.name)) || p.globals.iter().any(|g| g.external)
    }

    /// Files that are linked with the harness.
    fn others(&self) -> Vec<&PathBuf> {
        self.inputs.all().iter().filter(|f| self.included.as_ref() != Some(&absolute(f))).collect()
    }

    /// The files that a harness is built from, the harness first, and the compiler for them.
    pub fn files(&self, test: &TestCase) -> Result<(Files, Compiler), String> {
        let given = test.given.as_ref().ok_or("the test case does not say what the caller gives")?;
        let source = self.path();
        let text = self.text(given, "harness.c", "a candidate");
        std::fs::write(&source, text).map_err(|e| format!("the harness cannot be written: {e}"))?;
        let all = std::iter::once(source).chain(self.others().into_iter().cloned()).collect();
        Ok((Files::of(all), self.compiler.clone().ok_or("no clang was found to build the harness")?))
    }

    /// Compiles the harness and links it with the program.
    pub fn load(&self, files: &Files, compiler: &Compiler) -> Result<Module, String> {
        let (harness, others) = files.all().split_first().ok_or("there is no harness")?;
        let compiled = self.work.join("harness.bc");
        compiler.one(harness, &compiled)?;
        let mut program = Vec::new();
        for (i, file) in others.iter().enumerate() {
            let bitcode = self.work.join(format!("other{i}.bc"));
            match kind(file) {
                Some(Kind::Bitcode) => program.push(file.clone()),
                _ if bitcode.exists() => program.push(bitcode),
                _ => {
                    compiler.one(file, &bitcode)?;
                    program.push(bitcode);
                }
            }
        }
        let entry = &self.program.func(self.entry).name;
        homing_front_llvm::load_with_caller(&compiled, &program, entry, RENAMED_MAIN).map_err(|e| e.to_string())
    }

    /// Where the harness lies while it is tried.
    pub fn path(&self) -> PathBuf {
        self.work.join("harness.c")
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:".contains(c);
    if word.chars().all(plain) { word.to_string() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
