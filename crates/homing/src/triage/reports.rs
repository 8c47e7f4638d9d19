//! Reports from files, and which of their warnings are looked at.

use std::io::Read;
use std::path::Path;
use std::process::Command;

use homing_host::{Failure, absolute, io_message, process};
use homing_triage::{Changed, Listing, Warning};

/// The reports that could be read.
pub struct Reports {
    pub listings: Vec<Listing>,
    /// Those that could not: name, and why.
    pub unreadable: Vec<(String, String)>,
}

impl Reports {
    /// Reads them. One that cannot be read does not stop the others; if none can be, that is a failure.
    pub fn read(names: &[&str]) -> Result<Reports, Failure> {
        let mut reports = Reports { listings: Vec::new(), unreadable: Vec::new() };
        for name in names {
            match contents(name).and_then(|bytes| homing_triage::read(name, &bytes)) {
                Ok(listing) => {
                    listing.notes.iter().for_each(|n| tell!("homing: {name}: {n}"));
                    reports.listings.push(listing);
                }
                Err(why) => reports.unreadable.push((name.to_string(), why)),
            }
        }
        let told: Vec<String> = reports.unreadable.iter().map(|(name, why)| format!("{name}: {why}")).collect();
        if reports.listings.is_empty() {
            return Err(Failure::input(told.join("\nhoming: ")));
        }
        told.iter().for_each(|t| tell!("homing: {t}"));
        Ok(reports)
    }

    /// All warnings, in order.
    pub fn warnings(&self) -> Vec<&Warning> {
        self.listings.iter().flat_map(|l| &l.warnings).collect()
    }

    /// Leaves out warnings that are about no error.
    pub fn leave_out_others(&mut self) {
        for w in self.listings.iter_mut().flat_map(|l| &mut l.warnings).filter(|w| w.kinds.is_empty() && w.problem.is_none()) {
            w.left_out.get_or_insert_with(|| "it is about no error that can be looked for".into());
        }
    }

    /// Leaves out warnings on lines that are as they were at that commit.
    pub fn leave_out_unchanged(&mut self, revision: &str) -> Result<(), Failure> {
        let flag = "--since";
        let top = git(&["rev-parse", "--show-toplevel"], flag, revision)?.trim().to_string();
        let commit = format!("{revision}^{{commit}}");
        git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit], flag, revision)?;
        let diff =
            git(&["-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff", "-U0", revision, "--"], flag, revision)?;
        let changed = Changed::of_diff(&diff).map_err(|e| Failure::input(format!("--since {revision}: {e}")))?;
        for w in self.listings.iter_mut().flat_map(|l| &mut l.warnings) {
            let Some(spot) = &w.spot else { continue };
            // What another machine calls its files is below the same top here, as far as can be told.
            let path = absolute(Path::new(&spot.file)).display().to_string();
            if !changed.has(&top, &path, spot.line, spot.end_line) {
                w.left_out.get_or_insert(format!("its line is as it was at {revision}"));
            }
        }
        Ok(())
    }
}

/// The contents of a file, or of standard input.
pub fn contents(name: &str) -> Result<Vec<u8>, String> {
    if name == "-" {
        let mut bytes = Vec::new();
        return std::io::stdin().read_to_end(&mut bytes).map(|_| bytes).map_err(|e| io_message(&e));
    }
    std::fs::read(name).map_err(|e| io_message(&e))
}

/// What git says. `flag` is what the user asked for with `revision`.
pub fn git(arguments: &[&str], flag: &str, revision: &str) -> Result<String, Failure> {
    let failed = |why: String| Failure::input(format!("{flag} {revision}: {why}"));
    let out = process::output(Command::new("git").args(arguments)).map_err(|e| failed(format!("git: {}", io_message(&e))))?;
    if !out.status.success() {
        let why = String::from_utf8_lossy(&out.stderr).trim().to_string();
        return Err(failed(if why.is_empty() { "git knows no such commit".into() } else { why }));
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}
