//! One program, natively and inside Homing, with the same arguments and input: is the output the same?

use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use homing_host::{measure, process};

use crate::table::Table;

/// Where the model has the files that are copied in.
const MODEL_FOLDER: &str = "/home/user";
/// The environment of both runs.
const ENVIRONMENT: [(&str, &str); 3] = [("LC_ALL", "C"), ("PATH", "/usr/bin:/bin"), ("TZ", "UTC0")];

/// A program that exists in both forms.
#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    pub native: PathBuf,
    pub bitcode: PathBuf,
}

/// One call of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub args: Vec<String>,
    /// A file of the folder.
    pub stdin: Option<String>,
    /// Whether error messages are to be the same; those that libc words itself need not be.
    pub stderr: bool,
}

/// How the two runs went.
#[derive(Clone, Debug)]
pub struct Compared {
    pub program: String,
    pub call: String,
    /// What is not the same.
    pub difference: Option<String>,
    pub native_cpu: f64,
    pub homing_cpu: f64,
}

/// What the runs are done with.
pub struct Setting<'a> {
    pub homing: &'a Path,
    /// Copied for every run: what a program writes is nobody else's input.
    pub files: &'a Path,
    /// For everything temporary.
    pub folder: &'a Path,
    pub limit: Duration,
}

struct Output {
    code: Option<i32>,
    killed: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    cpu: f64,
}

impl Setting<'_> {
    /// Compares all calls, some at a time; in the order of the calls.
    pub fn compare_all(&self, calls: &[(Program, Call)], jobs: usize) -> Result<Vec<Compared>, String> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        std::thread::scope(|s| {
            for _ in 0..jobs.max(1) {
                s.spawn(|| {
                    while let Some((i, (program, call))) =
                        Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, calls.get(i)?)))
                    {
                        let compared = self.compare(program, call, &self.folder.join(i.to_string()));
                        done.lock().unwrap_or_else(|p| p.into_inner()).push((i, compared));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(|p| p.into_inner());
        done.sort_by_key(|(i, _)| *i);
        done.into_iter().map(|(_, c)| c.map_err(|e| format!("a run could not be made: {e}"))).collect()
    }

    fn compare(&self, program: &Program, call: &Call, folder: &Path) -> io::Result<Compared> {
        let (native_folder, homing_folder, work) = (folder.join("native"), folder.join("homing"), folder.join("files"));
        for f in [&native_folder, &homing_folder] {
            std::fs::create_dir_all(f)?;
        }
        copy(self.files, &work)?;
        let stdin = call.stdin.as_ref().map(|f| self.files.join(f));
        let mut native = Command::new(&program.native);
        native.arg0(&program.name).args(&call.args).current_dir(&work).env_clear().envs(ENVIRONMENT);
        let native = self.run(native, stdin.as_deref(), &native_folder)?;
        let mut inside = Command::new(self.homing);
        inside.arg("run").arg(&program.bitcode).arg("--fs-from").arg(self.files).current_dir(&homing_folder);
        inside.args(ENVIRONMENT.map(|(n, v)| format!("--env={n}={v}")));
        if let Some(file) = &stdin {
            inside.arg("--stdin").arg(file);
        }
        inside.arg("--").args(&call.args);
        let inside = self.run(inside, None, &homing_folder)?;
        let difference = difference(&native, &inside, &work, call.stderr);
        if difference.is_none() {
            std::fs::remove_dir_all(folder)?;
        }
        let mut words = vec![program.name.as_str()];
        words.extend(call.args.iter().map(String::as_str));
        let input = call.stdin.as_ref().map_or(String::new(), |f| format!(" < {f}"));
        let call = shlex::try_join(words).unwrap_or_default() + &input;
        Ok(Compared { program: program.name.clone(), call, difference, native_cpu: native.cpu, homing_cpu: inside.cpu })
    }

    fn run(&self, command: Command, stdin: Option<&Path>, folder: &Path) -> io::Result<Output> {
        let finished = measure::run_fed(command, stdin, self.limit, folder)?;
        let (stdout, stderr) = (std::fs::read(folder.join("stdout"))?, std::fs::read(folder.join("stderr"))?);
        Ok(Output { code: finished.code, killed: finished.killed, stdout, stderr, cpu: finished.cpu })
    }
}

/// What is not the same in the two runs. The model has its own name for the folder.
fn difference(native: &Output, inside: &Output, folder: &Path, stderr: bool) -> Option<String> {
    if native.killed || inside.killed {
        return Some(format!("no end in time ({})", if native.killed { "native" } else { "inside" }));
    }
    let folder = folder.display().to_string();
    let renamed = |bytes: &[u8]| replace(bytes, folder.as_bytes(), MODEL_FOLDER.as_bytes());
    let first = |what: &str, a: &[u8], b: &[u8]| {
        let at = a.iter().zip(b).position(|(x, y)| x != y).unwrap_or(a.len().min(b.len()));
        let piece = |s: &[u8]| {
            let from = at.saturating_sub(8).min(s.len());
            String::from_utf8_lossy(&s[from..s.len().min(at + 40)]).escape_debug().to_string()
        };
        format!("{what} from byte {at}: native {:?}, inside {:?}", piece(a), piece(b))
    };
    let said = String::from_utf8_lossy(&inside.stderr).lines().last().unwrap_or("").to_string();
    if native.code != inside.code {
        return Some(format!("exit status: native {:?}, inside {:?} ({said})", native.code, inside.code));
    }
    let (a, b) = (renamed(&native.stdout), &inside.stdout);
    if a != *b {
        return Some(first("standard output", &a, b));
    }
    let (a, b) = (renamed(&native.stderr), &inside.stderr);
    if stderr && a != *b {
        return Some(first("standard error", &a, b));
    }
    None
}

fn replace(bytes: &[u8], what: &[u8], by: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(first) = rest.first() {
        match rest.strip_prefix(what) {
            Some(after) if !what.is_empty() => {
                out.extend_from_slice(by);
                rest = after;
            }
            _ => {
                out.push(*first);
                rest = &rest[1..];
            }
        }
    }
    out
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let status = process::status(Command::new("cp").arg("-a").arg(from).arg(to))?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("cp -a {} failed", from.display()))) }
}

/// A row for each program, then every difference, then the sums; whether all is the same.
pub fn report(all: &[Compared]) -> (String, bool) {
    let mut table = Table::new(&["program", "calls", "equal", "native CPU s", "inside CPU s"]);
    let mut names: Vec<&str> = Vec::new();
    for c in all {
        if !names.contains(&c.program.as_str()) {
            names.push(&c.program);
        }
    }
    for name in &names {
        let of: Vec<&Compared> = all.iter().filter(|c| c.program == *name).collect();
        let equal = of.iter().filter(|c| c.difference.is_none()).count();
        let sum = |f: fn(&Compared) -> f64| format!("{:.2}", of.iter().map(|c| f(c)).sum::<f64>());
        table.row(vec![name.to_string(), of.len().to_string(), equal.to_string(), sum(|c| c.native_cpu), sum(|c| c.homing_cpu)]);
    }
    let mut text = table.markdown();
    let different: Vec<&Compared> = all.iter().filter(|c| c.difference.is_some()).collect();
    for c in &different {
        text += &format!("\n{}\n    {}\n", c.call, c.difference.as_deref().unwrap_or_default());
    }
    let fully = names.iter().filter(|n| !different.iter().any(|c| c.program == **n)).count();
    text += &format!(
        "\n{} programs, {} of them the same in all calls; {} calls, {} the same\n",
        names.len(),
        fully,
        all.len(),
        all.len() - different.len()
    );
    (text, different.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(code: i32, stdout: &str, stderr: &str) -> Output {
        Output { code: Some(code), killed: false, stdout: stdout.into(), stderr: stderr.into(), cpu: 0.0 }
    }

    #[test]
    fn every_kind_of_difference_is_seen() {
        let at = Path::new("/tmp/x");
        let native = output(0, "in /tmp/x\n", "e");
        assert_eq!(difference(&native, &output(0, "in /home/user\n", "e"), at, true), None);
        assert!(difference(&native, &output(1, "in /home/user\n", "e"), at, true).is_some());
        assert!(difference(&native, &output(0, "in /home/user", "e"), at, true).is_some_and(|d| d.contains("byte 13")));
        assert!(difference(&native, &output(0, "in /home/user\n", "f"), at, true).is_some());
        assert!(difference(&native, &output(0, "in /home/user\n", "f"), at, false).is_none());
        assert!(difference(&native, &Output { killed: true, ..output(0, "", "") }, at, true).is_some());
    }
}
