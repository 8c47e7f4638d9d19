//! What a program finds around itself: from flags and files to the model's description of it.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use homing_host::Failure;
use homing_host::io_message;
use homing_posix::{Arg, Environment, FileSpec, Limits, Node, Stdin, Text};
use homing_report::Invocation;

use crate::request::Options;
use crate::surround::Libc;

/// The working folder of the model. Nothing outside of it comes from the user.
const FOLDER: &str = "/home/user";
/// Bytes of all files that are copied in.
const MAX_BYTES: u64 = 64 << 20;
/// Files and folders that are copied in.
const MAX_ENTRIES: usize = 10_000;

/// What the user wants around the program. `Default` is nothing: the program runs without an environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvironmentSpec {
    /// Arguments in order.
    pub args: Vec<ArgSpec>,
    /// Standard input; without it there is none.
    pub stdin: Option<StdinSpec>,
    /// How many symbolic files, and bytes of each.
    pub files: Option<(u32, u32)>,
    /// Environment variables.
    pub env: Vec<(String, EnvSpec)>,
    /// Folder whose files are copied into the working folder.
    pub fs_from: Option<PathBuf>,
    /// System calls that may fail.
    pub max_fail: u32,
    /// A test case that was found with the same: it has the contents of files that need not be there any more.
    pub recorded: Option<Box<Invocation>>,
}

impl EnvironmentSpec {
    /// Is there anything that only a program with an environment can have?
    pub fn is_requested(&self) -> bool {
        *self != EnvironmentSpec::default()
    }
}

/// One or several arguments of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgSpec {
    /// This one.
    Text(String),
    /// One of up to so many bytes.
    Symbolic(u32),
    /// Any number of them between two.
    Some {
        /// The least number.
        min: u32,
        /// The largest.
        max: u32,
        /// Bytes of each, at most.
        len: u32,
    },
}

/// Where standard input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StdinSpec {
    /// From a file.
    File(PathBuf),
    /// Up to that many bytes, or without an end.
    Symbolic(Option<u32>),
}

/// The value of an environment variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvSpec {
    /// This one.
    Text(String),
    /// One of up to so many bytes.
    Symbolic(u32),
}

/// The environment that is asked for; `program` is what the program is to believe to be called.
pub fn environment(args: &EnvironmentSpec, program: &str) -> Result<Environment, Failure> {
    let recorded = args.recorded.as_deref();
    let mut files = match (&args.fs_from, recorded) {
        (_, Some(r)) => from_record(args, r)?,
        (Some(dir), None) => tree(dir)?,
        (None, None) => Vec::new(),
    };
    // An empty folder is one that is known to be empty.
    if files.is_empty() && args.fs_from.is_some() {
        files.push(FileSpec { path: Environment::default().cwd, mode: 0o755, node: Node::Dir });
    }
    add_symbolic_files(args, &mut files)?;
    let name = recorded.and_then(|r| r.argv.first()?.get()).unwrap_or_else(|| program.as_bytes().to_vec());
    let text = |what: &str, t: &str| match t.contains('\0') {
        true => Err(Failure::usage(format!("{what} has a zero byte in it"))),
        false => Ok(Text::Concrete(t.as_bytes().to_vec())),
    };
    let arg = |a: &ArgSpec| {
        Ok(match a {
            ArgSpec::Text(t) => Arg::Text(text("--arg", t)?),
            ArgSpec::Symbolic(max) => Arg::Text(Text::Symbolic { max: *max }),
            ArgSpec::Some { min, max, len } => Arg::Some { min: *min, max: *max, len: *len },
        })
    };
    let variable = |(name, value): &(String, EnvSpec)| {
        let value = match value {
            EnvSpec::Text(t) => text("--env", t)?,
            EnvSpec::Symbolic(max) => Text::Symbolic { max: *max },
        };
        Ok((name.as_bytes().to_vec(), value))
    };
    let twice = args.env.iter().enumerate().find(|(i, (n, _))| args.env[..*i].iter().any(|(m, _)| m == n));
    if let Some((_, (name, _))) = twice {
        return Err(Failure::usage(format!("the environment variable {name} is given twice")));
    }
    Ok(Environment {
        program: name,
        args: args.args.iter().map(arg).collect::<Result<_, Failure>>()?,
        env: args.env.iter().map(variable).collect::<Result<_, Failure>>()?,
        stdin: stdin(args)?,
        files,
        cwd: FOLDER.into(),
        max_fail: args.max_fail,
        libc: true,
        limits: Limits::default(),
    })
}

/// What does not go together with an environment.
pub fn fits(options: &Options) -> Result<(), Failure> {
    if !options.environment.is_requested() {
        return Ok(());
    }
    if options.libc == Libc::Builtin {
        return Err(Failure::usage("--libc builtin: arguments, files and standard input need musl"));
    }
    if options.compile.bits32 {
        return Err(Failure::usage("--32: programs with arguments, files and standard input are modelled for 64 bits only"));
    }
    if options.entry != "main" {
        return Err(Failure::usage("--entry: arguments, files and standard input are those of a program that starts in main"));
    }
    Ok(())
}

/// What a program calls itself: its first file's name without folders and ending.
pub fn program_name(files: &[PathBuf]) -> String {
    let stem = files.first().and_then(|f| f.file_stem()).map(|s| s.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| "program".into())
}

fn stdin(args: &EnvironmentSpec) -> Result<Stdin, Failure> {
    Ok(match (&args.stdin, &args.recorded) {
        (None, _) => Stdin::Empty,
        (Some(StdinSpec::Symbolic(Some(max))), _) => Stdin::Symbolic { max: *max },
        (Some(StdinSpec::Symbolic(None)), _) => Stdin::Unbounded,
        (Some(StdinSpec::File(_)), Some(r)) => Stdin::Concrete(r.stdin.get().ok_or_else(damaged)?),
        (Some(StdinSpec::File(file)), None) => {
            let bad = |why: String| Failure::input(format!("--stdin {}: {why}", file.display()));
            let size = fs::metadata(file).map_err(|e| bad(io_message(&e)))?.len();
            if size > MAX_BYTES {
                return Err(bad(format!("its {size} bytes are more than {MAX_BYTES}")));
            }
            Stdin::Concrete(fs::read(file).map_err(|e| bad(io_message(&e)))?)
        }
    })
}

fn add_symbolic_files(args: &EnvironmentSpec, files: &mut Vec<FileSpec>) -> Result<(), Failure> {
    let (count, max) = args.files.unwrap_or((0, 0));
    for letter in (b'A'..=b'Z').take(count as usize) {
        let name = char::from(letter).to_string();
        let path = inside(name.as_bytes());
        if files.iter().any(|f| f.path == path) {
            return Err(Failure::usage(format!("the symbolic file {name} is in the folder of --fs-from, too")));
        }
        files.push(FileSpec { path, mode: 0o644, node: Node::Symbolic { name, max } });
    }
    Ok(())
}

fn inside(relative: &[u8]) -> Vec<u8> {
    [FOLDER.as_bytes(), b"/", relative].concat()
}

/// Copies a folder, in the order of names.
fn tree(dir: &Path) -> Result<Vec<FileSpec>, Failure> {
    let mut out = Vec::new();
    let mut bytes = 0;
    let meta = fs::metadata(dir).map_err(|e| Failure::input(format!("--fs-from {}: {}", dir.display(), io_message(&e))))?;
    if !meta.is_dir() {
        return Err(Failure::input(format!("--fs-from {}: is not a folder", dir.display())));
    }
    walk(dir, Path::new(""), &mut out, &mut bytes)?;
    Ok(out)
}

fn walk(root: &Path, below: &Path, out: &mut Vec<FileSpec>, bytes: &mut u64) -> Result<(), Failure> {
    let here = root.join(below);
    let bad = |path: &Path, why: String| Failure::input(format!("--fs-from: {}: {why}", path.display()));
    let entries = fs::read_dir(&here).and_then(|all| all.collect::<Result<Vec<_>, _>>());
    let mut entries = entries.map_err(|e| bad(&here, io_message(&e)))?;
    entries.sort_by_key(|e| e.file_name());
    for e in entries {
        if out.len() >= MAX_ENTRIES {
            return Err(bad(root, format!("there are more than {MAX_ENTRIES} files in it")));
        }
        let (path, relative) = (e.path(), below.join(e.file_name()));
        let meta = fs::symlink_metadata(&path).map_err(|e| bad(&path, io_message(&e)))?;
        let spec =
            |node| FileSpec { path: inside(relative.as_os_str().as_bytes()), mode: meta.permissions().mode() & 0o7777, node };
        if meta.is_dir() {
            out.push(spec(Node::Dir));
            walk(root, &relative, out, bytes)?;
        } else if meta.is_symlink() {
            let target = fs::read_link(&path).map_err(|e| bad(&path, io_message(&e)))?;
            out.push(spec(Node::Link(target.as_os_str().as_bytes().to_vec())));
        } else if meta.is_file() {
            *bytes += meta.len();
            if *bytes > MAX_BYTES {
                return Err(bad(root, format!("its files have more than {MAX_BYTES} bytes")));
            }
            out.push(spec(Node::File(fs::read(&path).map_err(|e| bad(&path, io_message(&e)))?)));
        } else {
            return Err(bad(&path, "is neither a file nor a folder nor a link".into()));
        }
    }
    Ok(())
}

/// The concrete files of a test case that was written earlier.
fn from_record(args: &EnvironmentSpec, recorded: &Invocation) -> Result<Vec<FileSpec>, Failure> {
    let count = args.files.map_or(0, |f| f.0) as usize;
    let symbolic: Vec<Vec<u8>> = (b'A'..=b'Z').take(count).map(|b| vec![b]).collect();
    let mut out = Vec::new();
    for f in &recorded.files {
        let path = f.path.get().ok_or_else(damaged)?;
        if symbolic.contains(&path) {
            continue;
        }
        let contents = f.contents.get().ok_or_else(damaged)?;
        let node = match &*f.kind {
            "folder" => Node::Dir,
            "link" => Node::Link(contents),
            "file" => Node::File(contents),
            _ => return Err(damaged()),
        };
        let mode = u32::from_str_radix(&f.mode, 8).map_err(|_| damaged())?;
        out.push(FileSpec { path: inside(&path), mode, node });
    }
    Ok(out)
}

fn damaged() -> Failure {
    Failure::input("the test case is damaged: what it says about arguments or files cannot be read")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_folder_are_copied_in_order() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("d")).unwrap();
        fs::write(dir.path().join("d/x"), "one").unwrap();
        fs::write(dir.path().join("c"), "two").unwrap();
        std::os::unix::fs::symlink("c", dir.path().join("z")).unwrap();
        let flags = EnvironmentSpec { fs_from: Some(dir.path().into()), files: Some((2, 8)), ..EnvironmentSpec::default() };
        let e = environment(&flags, "p").ok().unwrap();
        let paths: Vec<String> = e.files.iter().map(|f| String::from_utf8_lossy(&f.path).into_owned()).collect();
        assert_eq!(paths, ["c", "d", "d/x", "z", "A", "B"].map(|p| format!("{FOLDER}/{p}")));
        assert_eq!(e.files[2].node, Node::File(b"one".to_vec()));
        assert_eq!(e.files[3].node, Node::Link(b"c".to_vec()));
        fs::write(dir.path().join("A"), "").unwrap();
        assert!(environment(&flags, "p").is_err(), "a symbolic file and one of the folder have the same name");
    }

    #[test]
    fn files_that_are_not_there_are_told() {
        let stdin = EnvironmentSpec { stdin: Some(StdinSpec::File("/nonexistent/x".into())), ..EnvironmentSpec::default() };
        let folder = |path: &str| EnvironmentSpec { fs_from: Some(path.into()), ..EnvironmentSpec::default() };
        let variable = |text: &str| ("A".to_string(), EnvSpec::Text(text.into()));
        let twice = EnvironmentSpec { env: vec![variable("1"), variable("2")], ..EnvironmentSpec::default() };
        for spec in [stdin, folder("/nonexistent/x"), folder("/dev/null"), twice] {
            assert!(environment(&spec, "p").is_err(), "{spec:?}");
        }
    }
}
