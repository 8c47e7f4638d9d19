//! From the user's files to bitcode, with the user's clang.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::fail::Failure;

/// Old C that today's compilers refuse by default: programs of other times are analysed too.
pub const LENIENT: [&str; 4] = [
    "-Wno-error=int-conversion",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=incompatible-function-pointer-types",
];

/// The compiler and how it is to be called for this run.
#[derive(Clone, Debug)]
pub struct Compiler {
    pub path: PathBuf,
    pub bits32: bool,
    pub flags: Vec<String>,
    /// Folder with `klee/klee.h` and `homing.h`.
    pub include: PathBuf,
}

/// The user's files, told apart by what has to be done with them.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub all: Vec<PathBuf>,
}

/// What a file is, by its name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Source,
    CppSource,
    Bitcode,
    Microc,
}

/// Tells by its name what a file is.
pub fn kind(path: &Path) -> Option<Kind> {
    match path.extension()?.to_str()? {
        "c" | "i" => Some(Kind::Source),
        "cc" | "cpp" | "cxx" | "C" => Some(Kind::CppSource),
        "bc" | "ll" => Some(Kind::Bitcode),
        "uc" | "mc" | "microc" => Some(Kind::Microc),
        _ => None,
    }
}

impl Inputs {
    /// Checks that the files are there and of a kind that is understood.
    pub fn check(files: &[String]) -> Result<Inputs, Failure> {
        let mut all: Vec<PathBuf> = Vec::new();
        for f in files {
            let path = PathBuf::from(f);
            if kind(&path).is_none() {
                return Err(Failure::input(format!("{f}: not a .c, .bc, .ll or .uc file")));
            }
            match std::fs::metadata(&path) {
                Ok(m) if m.is_dir() => return Err(Failure::input(format!("{f}: is a folder, not a file"))),
                Ok(_) => {}
                Err(e) => return Err(Failure::input(format!("{f}: {}", io_message(&e)))),
            }
            if !all.contains(&path) {
                all.push(path);
            }
        }
        Ok(Inputs { all })
    }

    /// Are all of them source files?
    pub fn only_sources(&self) -> bool {
        self.all.iter().all(|p| kind(p) != Some(Kind::Bitcode))
    }

    /// Is any of them in microc?
    pub fn any_microc(&self) -> bool {
        self.all.iter().any(|p| kind(p) == Some(Kind::Microc))
    }

    /// Is any of them in C++?
    pub fn any_cpp(&self) -> bool {
        self.all.iter().any(|p| kind(p) == Some(Kind::CppSource))
    }
}

impl Compiler {
    /// The compiler the user named, else the first usual one that is there. It is not started: that would cost as much as
    /// compiling a small program, and a compiler that does not work says so soon enough.
    pub fn find(named: Option<&Path>) -> Result<PathBuf, Failure> {
        if let Some(path) = named {
            return match is_program(path) {
                Ok(()) => Ok(path.to_path_buf()),
                Err(why) => Err(Failure::input(format!("--clang {}: {why}", path.display()))),
            };
        }
        let usual = ["clang-22", "clang"];
        usual.iter().map(PathBuf::from).find(|p| is_program(p).is_ok()).ok_or_else(|| {
            Failure::input(format!(
                "no clang found (tried {}); run ./setup, install clang-22, or name one with --clang PATH",
                usual.join(" and ")
            ))
        })
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
        let said = Command::new(&self.path).arg(format!("--print-prog-name={name}")).output().ok()?;
        let path = String::from_utf8(said.stdout).ok()?.trim().to_string();
        path.starts_with('/').then_some(path)
    }

    /// Compiles every source file to bitcode in `folder`; bitcode files are passed through.
    pub fn bitcode(&self, inputs: &Inputs, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        let outputs: Vec<PathBuf> = inputs
            .all
            .iter()
            .enumerate()
            .map(|(i, p)| if kind(p) == Some(Kind::Bitcode) { p.clone() } else { folder.join(format!("unit{i}.bc")) })
            .collect();
        let jobs: Vec<usize> = (0..outputs.len()).filter(|i| outputs[*i] != inputs.all[*i]).collect();
        let next = AtomicUsize::new(0);
        let failures = Mutex::new(Vec::new());
        let workers = std::thread::available_parallelism().map_or(1, |n| n.get()).min(jobs.len());
        std::thread::scope(|s| {
            for _ in 0..workers {
                s.spawn(|| {
                    while let Some(&i) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if let Err(e) = self.one(&inputs.all[i], &outputs[i]) {
                            failures.lock().unwrap_or_else(|p| p.into_inner()).push((i, e));
                        }
                    }
                });
            }
        });
        let mut failures = failures.into_inner().unwrap_or_else(|p| p.into_inner());
        failures.sort_by_key(|(i, _)| *i);
        if failures.is_empty() {
            return Ok(outputs);
        }
        let messages: Vec<String> = failures.into_iter().map(|(_, e)| e).collect();
        Err(Failure::input(messages.join("\n")))
    }

    /// Compiles one file.
    pub fn one(&self, source: &Path, out: &Path) -> Result<(), String> {
        let mut c = self.command();
        c.args(["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-emit-llvm", "-c", "-isystem"]);
        c.arg(&self.include).args(LENIENT).args(&self.flags);
        if self.flags.iter().any(|f| f.starts_with("-fsanitize-trap")) {
            // One trap for several places would have no line.
            c.arg("-fno-sanitize-merge");
        }
        c.arg(source).arg("-o").arg(out);
        finish(&mut c, &format!("{} could not compile {}", self.path.display(), source.display()))
    }
}

/// Runs a compiler call; its own message is the user's when it fails.
pub fn finish(c: &mut Command, what: &str) -> Result<(), String> {
    let done = c.output().map_err(|e| format!("{what}: {}", io_message(&e)))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let said =
        if said.trim().is_empty() { format!("it ended with {} and no message", done.status) } else { said.trim_end().into() };
    Err(format!("{what}:\n{said}"))
}

/// Is it a file that can be run: by its path, or in one of the folders of PATH?
pub fn is_program(name: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let runs = |path: &Path| match std::fs::metadata(path) {
        Ok(m) if m.is_file() && m.permissions().mode() & 0o111 != 0 => Ok(()),
        Ok(_) => Err("not a program".to_string()),
        Err(e) => Err(io_message(&e)),
    };
    if name.components().count() > 1 {
        return runs(name);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).any(|f| runs(&f.join(name)).is_ok());
    if found { Ok(()) } else { Err("no such program in PATH".into()) }
}

/// An I/O error in a user's words.
pub fn io_message(e: &std::io::Error) -> String {
    match e.kind() {
        std::io::ErrorKind::NotFound => "no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => e.to_string(),
    }
}
