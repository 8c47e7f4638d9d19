//! From the user's files to bitcode, with the user's clang.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use homing_host::process::{finish, output};
use homing_host::{Failure, find_program, is_program};

use crate::files::{Files, Kind, kind};

/// Old C that today's compilers refuse by default: programs of other times are analysed too.
pub const LENIENT: [&str; 6] = [
    "-Wno-error=int-conversion",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
];

/// Takes the flags that choose a data model out of a compiler's flags; whether it is the one of 32 bits. What is built for another
/// machine than this one could not be run here.
pub fn data_model(flags: &mut Vec<String>, asked: bool) -> Result<bool, String> {
    let mut bits32 = asked;
    let mut kept = Vec::new();
    let mut rest = std::mem::take(flags).into_iter();
    while let Some(flag) = rest.next() {
        let triple = match flag.as_str() {
            "-m32" => {
                bits32 = true;
                continue;
            }
            "-m64" if asked => return Err("-m64: the program is to be compiled for 32 bits (--32)".into()),
            "-m64" => {
                bits32 = false;
                continue;
            }
            "-mdaz-ftz" => {
                return Err(format!("{flag}: the processor's way with numbers near zero is not modelled; leave it away"));
            }
            "-m16" | "-mx32" => return Err(format!("{flag}: programs are compiled for 64 bits, or with --32 for 32 bits")),
            "-target" | "--target" => Some(rest.next().unwrap_or_default()),
            _ => flag.strip_prefix("--target=").or(flag.strip_prefix("-target=")).map(str::to_string),
        };
        match triple {
            None => kept.push(flag),
            Some(t) if t.starts_with("x86_64") && t.contains("linux") && !t.contains("x32") => {}
            Some(t) => return Err(format!("target {t}: the program is also run, on this machine; for 32 bits there is --32")),
        }
    }
    *flags = kept;
    Ok(bits32)
}

/// How the user wants sources to be compiled.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// The compiler; without it the first usual one that is there.
    pub clang: Option<PathBuf>,
    /// For 32 bits.
    pub bits32: bool,
    /// Further flags.
    pub flags: Vec<String>,
}

/// The compiler and how it is to be called for this run.
#[derive(Clone, Debug)]
pub struct Compiler {
    path: PathBuf,
    bits32: bool,
    flags: Vec<String>,
    /// Folder with `klee/klee.h` and `homing.h`.
    include: PathBuf,
}

impl Compiler {
    /// The compiler that the user wants, with our headers in the folder.
    pub fn new(options: &CompileOptions, work: &Path) -> Result<Compiler, Failure> {
        let path = Compiler::find(options.clang.as_deref())?;
        let include = write_headers(work).map_err(|e| Failure::input(format!("cannot write to the temporary folder: {e}")))?;
        Ok(Compiler { path, bits32: options.bits32, flags: options.flags.clone(), include })
    }

    /// The same for these files. Bitcode needs no compiler; only its native replay does, and that says why it cannot.
    pub fn for_files(options: &CompileOptions, files: &Files, work: &Path) -> Result<Option<Compiler>, Failure> {
        if files.only_bitcode() && options.clang.is_none() && Compiler::find(None).is_err() {
            return Ok(None);
        }
        Compiler::new(options, work).map(Some)
    }

    /// The compiler the user named, else the first usual one that is there. It is not started: that would cost as much as
    /// compiling a small program, and a compiler that does not work says so soon enough.
    pub(crate) fn find(named: Option<&Path>) -> Result<PathBuf, Failure> {
        if let Some(path) = named {
            return match is_program(path) {
                Ok(()) => Ok(path.to_path_buf()),
                Err(why) => Err(Failure::input(format!("--clang {}: {why}", path.display()))),
            };
        }
        let usual = ["clang-22", "clang"];
        find_program(&usual).map(PathBuf::from).ok_or_else(|| {
            Failure::input(format!(
                "no clang found (tried {}); run ./setup, install clang-22, or name one with --clang PATH",
                usual.join(" and ")
            ))
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The user's flags.
    pub fn flags(&self) -> &[String] {
        &self.flags
    }

    /// Does it compile for 32 bits?
    pub fn bits32(&self) -> bool {
        self.bits32
    }

    /// Our headers.
    pub fn include(&self) -> &Path {
        &self.include
    }

    /// The same compiler for that many bits.
    pub fn for_bits32(self, bits32: bool) -> Compiler {
        Compiler { bits32, ..self }
    }

    /// The same compiler with a further flag.
    pub fn with_flag(mut self, flag: String) -> Compiler {
        self.flags.push(flag);
        self
    }

    /// A call of the compiler with everything but files.
    pub fn command(&self) -> Command {
        let mut c = Command::new(&self.path);
        if self.bits32 {
            c.arg("-m32");
        }
        c.stdin(Stdio::null());
        c
    }

    /// The path of another tool of the same LLVM, if it is there.
    pub fn program(&self, name: &str) -> Option<String> {
        let said = output(Command::new(&self.path).arg(format!("--print-prog-name={name}"))).ok()?;
        let path = String::from_utf8(said.stdout).ok()?.trim().to_string();
        path.starts_with('/').then_some(path)
    }

    /// Compiles every source file to bitcode in `folder`; bitcode files are passed through. Also what is to be told about it.
    pub fn bitcode(&self, files: &Files, folder: &Path) -> Result<(Vec<PathBuf>, Vec<String>), Failure> {
        let outputs: Vec<PathBuf> = files
            .all()
            .iter()
            .enumerate()
            .map(|(i, p)| if kind(p) == Some(Kind::Bitcode) { p.clone() } else { folder.join(format!("unit{i}.bc")) })
            .collect();
        let jobs: Vec<usize> = (0..outputs.len()).filter(|i| outputs[*i] != files.all()[*i]).collect();
        let next = AtomicUsize::new(0);
        let (notes, failures) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
        let workers = std::thread::available_parallelism().map_or(1, |n| n.get()).min(jobs.len());
        std::thread::scope(|s| {
            for _ in 0..workers {
                s.spawn(|| {
                    while let Some(&i) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        match self.one(&files.all()[i], &outputs[i]) {
                            Ok(note) => push(&notes, i, note),
                            Err(e) => push(&failures, i, Some(e)),
                        }
                    }
                });
            }
        });
        let failures = in_order(failures);
        if failures.is_empty() { Ok((outputs, in_order(notes))) } else { Err(Failure::input(failures.join("\n"))) }
    }

    /// Compiles one file; what is to be told about it.
    pub fn one(&self, source: &Path, out: &Path) -> Result<Option<String>, String> {
        let mut c = self.command();
        c.args(["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-emit-llvm", "-c", "-isystem"]);
        c.arg(&self.include).args(LENIENT).args(&self.flags);
        if self.flags.iter().any(|f| f.starts_with("-fsanitize-trap")) {
            // One trap for several places would have no line.
            c.arg("-fno-sanitize-merge");
        }
        c.arg(source).arg("-o").arg(out);
        let said = finish(&mut c, &format!("{} could not compile {}", self.path.display(), source.display()))?;
        if !is_module(out) {
            return Err(self.made_nothing(source));
        }
        Ok(old_c(source, &said))
    }

    /// A compiler that ended well and left no bitcode: that is about its flags, not about the program.
    fn made_nothing(&self, source: &Path) -> String {
        let what = format!("{} ended without an error, but made no bitcode of {}", self.path.display(), source.display());
        if self.flags.is_empty() {
            return format!("{what}: is it clang?");
        }
        let flags = self.flags.join(" ");
        format!("{what}: a flag makes it do something else than compiling, or it is not clang; the flags are: {flags}")
    }
}

/// Writes `klee/klee.h` and `homing.h`, which programs include, below the folder; where they are.
pub fn write_headers(work: &Path) -> std::io::Result<PathBuf> {
    let folder = work.join("include");
    std::fs::create_dir_all(&folder)?;
    for (name, text) in homing_front_llvm::include_dir_files() {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(folder)
}

/// Is there bitcode in the file, or its text form?
fn is_module(path: &Path) -> bool {
    let Ok(bytes) = std::fs::read(path) else { return false };
    let text = || bytes.starts_with(b"; ModuleID") || bytes.starts_with(b"source_filename");
    homing_front_llvm::is_bitcode(&bytes) || text()
}

/// What a compiler said about things that it would have refused without [`LENIENT`], in short.
fn old_c(source: &Path, said: &str) -> Option<String> {
    let count = |flag: &&str| {
        let warning = format!("[{}]", flag.replacen("-Wno-error=", "-W", 1));
        (warning[1..warning.len() - 1].to_string(), said.matches(&warning).count())
    };
    let found: Vec<String> =
        LENIENT.iter().map(count).filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} ({n} times)")).collect();
    let found = found.join(", ").replace("(1 times)", "(once)");
    (!found.is_empty()).then(|| format!("{}: old C, which clang refuses unless it is told otherwise: {found}", source.display()))
}

fn push(list: &Mutex<Vec<(usize, String)>>, i: usize, text: Option<String>) {
    list.lock().unwrap_or_else(|p| p.into_inner()).extend(text.map(|t| (i, t)));
}

fn in_order(list: Mutex<Vec<(usize, String)>>) -> Vec<String> {
    let mut list = list.into_inner().unwrap_or_else(|p| p.into_inner());
    list.sort_by_key(|(i, _)| *i);
    list.into_iter().map(|(_, text)| text).collect()
}
