//! The compiler's stand-in: the real compiler does what it is asked for, then bitcode is put beside the machine code.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use homing_host::process::{finish, pass_through};
use homing_host::{absolute, find_program, io_message};

use super::args::{Action, Language, LinkItem, Parsed, Source, expand, parse};
use super::record::{Kind, Record, SECTION, has_records};
use super::{Tool, bitcode::Unit};
use crate::compiler::Compiler;

/// What a shell says when a program cannot be run.
const NOT_RUN: i32 = 127;

/// A compiler's stand-in.
pub struct StandIn<'a> {
    /// The compiler that is stood in for.
    pub tool: Tool,
    /// The compiler that makes the normal objects, with arguments of its own; without it the first usual one that is there.
    pub real: Option<String>,
    /// A source without bitcode is an error.
    pub strict: bool,
    /// Tells the user something.
    pub tell: &'a dyn Fn(&str),
}

impl StandIn<'_> {
    /// Runs the real compiler with these arguments and leaves bitcode in what it makes; the exit code is the compiler's.
    pub fn run(&self, arguments: &[OsString]) -> i32 {
        let real = match self.real_compiler() {
            Ok(words) => words,
            Err(why) => return self.not_run(&why),
        };
        let parsed = parse(self.tool, &expand(arguments));
        if parsed.action == Action::Other || is_configure_check(&parsed) {
            let mut c = command(&real);
            let e = c.args(arguments).exec();
            return self.not_run(&format!("cannot run {}: {}", real[0], io_message(&e)));
        }
        let made = match parsed.action {
            Action::Object => self.object(&real, arguments, &parsed),
            _ => self.link(&real, arguments, &parsed),
        };
        made.unwrap_or_else(|why| self.not_run(&why))
    }

    fn not_run(&self, why: &str) -> i32 {
        (self.tell)(why);
        NOT_RUN
    }

    fn real_compiler(&self) -> Result<Vec<String>, String> {
        let variable = self.tool.variable();
        let usual = match self.tool {
            Tool::C => &["clang-22", "clang"],
            Tool::Cpp => &["clang++-22", "clang++"],
        };
        if let Some(named) = self.real.as_ref().filter(|n| !n.trim().is_empty()) {
            let words = shlex::split(named).filter(|w| !w.is_empty());
            return words.ok_or_else(|| format!("{variable}: quotes do not match: {named}"));
        }
        find_program(usual)
            .map(|p| vec![p.to_string()])
            .ok_or_else(|| format!("no compiler found (tried {}); name one with {variable}", usual.join(" and ")))
    }
    /// `-c`: the objects first, then each gets its records.
    fn object(&self, real: &[String], arguments: &[OsString], p: &Parsed) -> Result<i32, String> {
        let code = real_run(command(real).args(arguments), &real[0])?;
        if code != 0 {
            return Ok(code);
        }
        for source in &p.sources {
            let out = p
                .output
                .clone()
                .unwrap_or_else(|| PathBuf::from(source.path.file_name().unwrap_or_default()).with_extension("o"));
            // Compilers are asked to write to /dev/null by those who only want messages.
            if !out.metadata().is_ok_and(|m| m.is_file()) {
                continue;
            }
            let done = if p.lto {
                Err("an object for link-time optimisation cannot hold it; leave out -flto".into())
            } else {
                let (record, problem) = record(source, p);
                embed(&record, &out).and(problem.map_or(Ok(()), Err))
            };
            if let Err(why) = done
                && let Some(code) = self.complain(source, &why)
            {
                let _ = std::fs::remove_file(&out);
                return Ok(code);
            }
        }
        Ok(0)
    }

    /// A link, maybe with compiling: one more input brings the records.
    fn link(&self, real: &[String], arguments: &[OsString], p: &Parsed) -> Result<i32, String> {
        let mut bytes = Vec::new();
        for source in &p.sources {
            let (record, problem) = record(source, p);
            record.encode(&mut bytes);
            if let Some(why) = problem
                && let Some(code) = self.complain(source, &why)
            {
                return Ok(code);
            }
        }
        let out = absolute(p.output.as_deref().unwrap_or(Path::new("a.out")));
        Record::link(out.display().to_string(), &link_arguments(self.tool, p)).encode(&mut bytes);
        let folder = tempfile::Builder::new()
            .prefix("homing-cc-")
            .tempdir()
            .map_err(|e| format!("cannot make a temporary folder: {e}"))?;
        let (data, text) = (folder.path().join("records"), folder.path().join("records.s"));
        let quoted = data.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
        let assembler =
            format!("\t.section {SECTION},\"\",@progbits\n\t.incbin \"{quoted}\"\n\t.section .note.GNU-stack,\"\",@progbits\n");
        let written = std::fs::write(&data, bytes).and_then(|()| std::fs::write(&text, assembler));
        written.map_err(|e| format!("cannot write to {}: {}", folder.path().display(), io_message(&e)))?;
        // In front of everything: there no -x of the user's tells what it is.
        real_run(command(real).arg(&text).args(arguments), &real[0])
    }

    /// Tells that a source has no bitcode; with `strict` that is an error, with its exit code.
    fn complain(&self, source: &Source, why: &str) -> Option<i32> {
        let severity = if self.strict { "error" } else { "warning" };
        (self.tell)(&format!("{severity}: no bitcode for {}: {why}", source.path.display()));
        self.strict.then_some(1)
    }
}

fn command(real: &[String]) -> Command {
    let mut c = Command::new(&real[0]);
    c.args(&real[1..]);
    c
}

fn real_run(c: &mut Command, name: &str) -> Result<i32, String> {
    pass_through(c).map_err(|e| format!("cannot run {name}: {}", io_message(&e)))
}

/// Programs that configuration scripts make to learn about the machine: hundreds, and nobody asks for their lines.
fn is_configure_check(p: &Parsed) -> bool {
    let conftest = |f: &Path| f.file_name().is_some_and(|n| n.to_string_lossy().starts_with("conftest"));
    let inside = |f: &Path| {
        let text = f.to_string_lossy();
        ["/CMakeFiles/CMakeTmp", "/CMakeFiles/CMakeScratch", "/CompilerIdC", "/meson-private/"].iter().any(|s| text.contains(s))
    };
    let here = std::env::current_dir().unwrap_or_default();
    inside(&here.join("x"))
        || p.sources.iter().any(|s| conftest(&s.path) || inside(&absolute(&s.path)))
        || p.output.as_deref().is_some_and(conftest)
}

/// The bitcode of a source, or a record that says why there is none; the second is a problem to tell the user.
fn record(source: &Source, p: &Parsed) -> (Record, Option<String>) {
    let name = absolute(&source.path).display().to_string();
    let missing = |why: &str| Record { kind: Kind::Missing, name: name.clone(), data: why.as_bytes().to_vec() };
    match source.language {
        Language::None(why) => (missing(why), None),
        Language::Bitcode(language) => match second(source, language, p) {
            Ok(data) => (Record { kind: Kind::Bitcode, name, data }, None),
            Err(why) => (missing(&why), Some(why)),
        },
    }
}

fn second(source: &Source, language: &str, p: &Parsed) -> Result<Vec<u8>, String> {
    let clang = Compiler::find(None).map_err(|f| f.to_string())?;
    let (directory, source, flags) = (Path::new("."), &source.path, &p.compile);
    Unit { clang: &clang, directory, source, language, flags, extra: &[] }.compile()
}

/// Puts a record into an object file.
fn embed(record: &Record, object: &Path) -> Result<(), String> {
    let mut bytes = Vec::new();
    record.encode(&mut bytes);
    let usual = ["llvm-objcopy-22", "objcopy", "llvm-objcopy"];
    let tool = find_program(&usual)
        .ok_or_else(|| format!("no program found that puts it into the object (tried {})", usual.join(", ")))?;
    let mut file = tempfile::NamedTempFile::new().map_err(|e| format!("cannot make a temporary file: {e}"))?;
    std::io::Write::write_all(&mut file, &bytes).map_err(|e| format!("cannot write a temporary file: {e}"))?;
    let mut section = OsString::from(format!("{SECTION}="));
    section.push(file.path());
    finish(Command::new(tool).arg("--add-section").arg(section).arg(object), &format!("{tool} failed")).map(drop)
}

/// What another link of the same program needs: libraries, their folders, and files that have no bitcode of their own.
fn link_arguments(tool: Tool, p: &Parsed) -> Vec<String> {
    let mut out = Vec::new();
    for item in &p.link {
        match item {
            LinkItem::Flag(f) => out.push(f.clone()),
            LinkItem::Folder(d) => out.push(format!("-L{}", absolute(d).display())),
            LinkItem::File(f) => {
                let object = f.extension().is_some_and(|e| e == "o");
                if !object || !std::fs::read(f).is_ok_and(|b| has_records(&b)) {
                    out.push(absolute(f).display().to_string());
                }
            }
        }
    }
    if tool == Tool::Cpp {
        out.push("-lstdc++".into());
    }
    out
}
