//! The file of verdicts that `--resume` names.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::time::Duration;

use homing_driver::Compiled;
use homing_host::{Failure, io_message};
use homing_triage::{About, Outcome, Remembered, remembered, remembered_line};
use serde::Serialize;

use super::Task;
use crate::compare::fingerprint;

/// Verdicts of earlier runs, and the file that new ones are added to; both are empty without `--resume`.
pub struct Verdicts {
    known: Vec<Remembered>,
    file: Option<(String, File)>,
}

impl Verdicts {
    /// Reads the file, or begins it.
    pub fn open(task: &Task<'_>, program: &Compiled) -> Result<Verdicts, Failure> {
        let Some(path) = task.resume else { return Ok(Verdicts { known: Vec::new(), file: None }) };
        let name = path.display().to_string();
        let bad = |e: std::io::Error| Failure::input(format!("--resume {name}: {}", io_message(&e)));
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(bad)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(bad)?;
        let about = about(task, program)?;
        let known = remembered(&text, &about).map_err(|why| Failure::input(format!("--resume {name}: {why}")))?;
        // A line that was not written to its end is written again.
        let whole = text.rfind('\n').map_or(0, |i| i + 1) as u64;
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0)).map(drop)).map_err(bad)?;
        let mut verdicts = Verdicts { known, file: Some((name, file)) };
        if whole == 0 {
            verdicts.known.clear();
            verdicts.write(&about)?;
        }
        Ok(verdicts)
    }

    /// What was found out about a question, if there was as much time for it.
    pub fn known(&self, question: &str, time: Duration) -> Option<Outcome> {
        let holds = |e: &&Remembered| e.question == question && e.holds(time.as_secs_f64());
        self.known.iter().rev().find(holds).map(|e| e.outcome.clone())
    }

    /// Remembers a verdict.
    pub fn add(&mut self, question: &str, time: Duration, outcome: &Outcome) -> Result<(), Failure> {
        self.write(&Remembered { question: question.into(), seconds: time.as_secs_f64(), outcome: outcome.clone() })
    }

    fn write<T: Serialize>(&mut self, value: &T) -> Result<(), Failure> {
        let Some((name, file)) = &mut self.file else { return Ok(()) };
        let line = remembered_line(value).map_err(Failure::internal)?;
        let done = file.write_all(line.as_bytes()).and_then(|()| file.flush());
        done.map_err(|e| Failure::input(format!("--resume {name}: {}", io_message(&e))))
    }
}

fn about(task: &Task<'_>, program: &Compiled) -> Result<About, Failure> {
    let mut bytes = Vec::new();
    for file in program.bitcode() {
        let one = std::fs::read(file).map_err(|e| Failure::input(format!("{}: {}", file.display(), io_message(&e))))?;
        bytes.extend(fingerprint(&one).bytes());
    }
    let mut flags = task.look.environment.flags();
    flags.extend(task.look.replay.map(|r| format!("{r:?}")));
    flags.push(format!("--seed={}", task.look.seed));
    Ok(About { homing: env!("CARGO_PKG_VERSION").into(), program: fingerprint(&bytes), flags })
}
