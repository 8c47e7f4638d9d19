//! Asks the engine, as a process, about a program's targets.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use homing_host::measure::{self, Finished};
use homing_testkit::CLANG;
use serde_json::Value;

use super::native::write;
use super::subject::{Given, Subject};

/// What the engine says about one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Reached,
    Unreachable,
    /// With the first reason.
    Unknown(String),
    /// The compiler left no code for it.
    Gone,
}

/// What the engine says about errors.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    /// Lines with an error, its kind, and whether a native run confirms it.
    pub found: Vec<(u32, String, bool)>,
    /// Everything was explored and nothing lost.
    pub complete: bool,
    pub reason: String,
}

/// The engine's program and how long it may search.
#[derive(Clone, Debug)]
pub struct Engine {
    pub homing: PathBuf,
    pub seconds: f64,
}

/// One answer, with the command as one would type it.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    pub said: T,
    pub command: String,
}

impl Engine {
    /// A verdict for each target of the subject.
    pub fn reach(&self, s: &Subject, folder: &Path) -> Result<Answer<Vec<Said>>, String> {
        let c = folder.join("p.c");
        write(&c, &s.text)?;
        let mut said = vec![Said::Gone; s.lines.len()];
        let mut open = left(s, folder)?;
        loop {
            if open.is_empty() {
                return Ok(Answer { said, command: String::new() });
            }
            let mut words = vec!["reach".to_string(), "p.c".into()];
            words.extend(open.iter().flat_map(|k| ["-t".to_string(), format!("p.c:{}", s.lines[*k])]));
            let (out, command) = self.run(words, s, folder)?;
            if let Some(line) = gone(&out, &open, s) {
                open.retain(|k| s.lines[*k] != line);
                continue;
            }
            let report = parsed(&out, &command)?;
            let targets = report["targets"].as_array().ok_or("a report without targets")?;
            for (k, t) in open.iter().zip(targets) {
                if t["missing"].is_string() {
                    continue;
                }
                said[*k] = match t["verdict"].as_str() {
                    Some("REACHED") => Said::Reached,
                    Some("UNREACHABLE") => Said::Unreachable,
                    Some("UNKNOWN") => Said::Unknown(t["reasons"][0].as_str().unwrap_or("no reason").to_string()),
                    other => return Err(format!("a verdict {other:?} of {command}")),
                };
            }
            return Ok(Answer { said, command });
        }
    }

    /// The errors that the engine finds.
    pub fn check(&self, s: &Subject, folder: &Path) -> Result<Answer<Errors>, String> {
        write(&folder.join("p.c"), &s.text)?;
        let (out, command) = self.run(vec!["check".into(), "p.c".into()], s, folder)?;
        let report = parsed(&out, &command)?;
        let mut said = Errors::default();
        for e in report["errors"].as_array().into_iter().flatten() {
            let native = e["replay"]["by"].as_str() == Some("native");
            let own = std::iter::once(e).chain(e["stack"].as_array().into_iter().flatten());
            let here = own.filter(|p| p["file"].as_str().is_some_and(|f| f.ends_with("/p.c"))).find_map(|p| p["line"].as_u64());
            said.found.push((here.unwrap_or(0) as u32, e["kind"].as_str().unwrap_or("").to_string(), native));
        }
        let lost = report["losses"].as_array().is_none_or(|l| !l.is_empty());
        said.complete = !lost && report["states_left"].as_u64() == Some(0) && report["ended"].as_str() == Some("exhausted");
        said.complete |= report["verdict"].as_str() == Some("UNREACHABLE");
        said.reason = report["targets"][0]["reasons"][0].as_str().unwrap_or("").to_string();
        Ok(Answer { said, command })
    }

    fn run(&self, mut words: Vec<String>, s: &Subject, folder: &Path) -> Result<(Finished, String), String> {
        words.extend(s.flags.iter().cloned());
        match s.given {
            Given::Here | Given::Apart | Given::Caller => {}
            Given::Argument => words.extend(["--sym-arg".into(), inputs(s).to_string()]),
            Given::Stdin => words.extend(["--sym-stdin".into(), inputs(s).to_string()]),
        }
        words.extend(["--time".into(), format!("{}s", self.seconds)]);
        let tail = std::iter::once("--".to_string()).chain(std::iter::once("-w".to_string())).chain(s.cflags.iter().cloned());
        let shown: Vec<String> = words.iter().cloned().chain(tail.clone()).collect();
        let command = format!("homing {}", shown.join(" "));
        words.extend(["--json".into(), "--out".into(), "out".into()]);
        let _ = std::fs::remove_dir_all(folder.join("out"));
        let mut homing = Command::new(&self.homing);
        homing.args(words).args(tail).current_dir(folder);
        let limit = Duration::from_secs_f64(self.seconds + 90.0);
        let finished = measure::run(homing, limit, folder).map_err(|e| format!("{}: {e}", self.homing.display()))?;
        Ok((finished, command))
    }
}

/// The targets that the compiler leaves code for.
fn left(s: &Subject, folder: &Path) -> Result<Vec<usize>, String> {
    let all = 0..s.lines.len();
    if !s.cflags.iter().any(|f| f.starts_with("-O") && f != "-O0") {
        return Ok(all.collect());
    }
    let narrow = s.flags.iter().any(|f| f == "--32").then_some("-m32");
    let mut clang = Command::new(CLANG);
    clang.args(["-w", "-g", "-S", "-emit-llvm", "p.c", "-o", "-"]).args(narrow).args(&s.cflags).current_dir(folder);
    let out = homing_host::process::output(&mut clang).map_err(|e| format!("{CLANG}: {e}"))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let called: BTreeSet<usize> = text
        .lines()
        .filter(|l| l.contains("call "))
        .filter_map(|l| l.split_once("@hit_")?.1.split_once('(')?.0.parse().ok())
        .collect();
    Ok(all.filter(|k| called.contains(k)).collect())
}

/// The number of input bytes.
fn inputs(s: &Subject) -> usize {
    let at = s.text.find("native_bytes = ").map_or(0, |p| p + "native_bytes = ".len());
    s.text[at..].chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

/// The line of a target that has no code any more, if that is what stopped the engine.
fn gone(out: &Finished, open: &[usize], s: &Subject) -> Option<u32> {
    if out.code != Some(2) {
        return None;
    }
    let text = &out.stderr;
    let at = text.find("line ")? + "line ".len();
    let line: u32 = text[at..].chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()?;
    (text.contains("no code") && open.iter().any(|k| s.lines[*k] == line)).then_some(line)
}

fn parsed(out: &Finished, command: &str) -> Result<Value, String> {
    serde_json::from_str(&out.stdout).map_err(|_| {
        let said = out.stderr.lines().take(3).collect::<Vec<_>>().join("\n");
        format!("no report (exit code {:?}, signal {:?}): {said}\n{command}", out.code, out.signal)
    })
}
