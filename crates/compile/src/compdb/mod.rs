//! Programs from a compilation database (`compile_commands.json`): what of it a search needs is compiled as the build does it.

mod database;
mod select;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use database::{Entry, read};
use homing_host::Failure;
use homing_host::absolute;
use homing_ir::TargetSpec;
use select::Units;

use crate::compiler::Compiler;

/// A compilation database, and which program of it is wanted.
#[derive(Clone, Debug)]
pub struct Database {
    /// The file.
    pub path: PathBuf,
    /// The source file with the entry, where several have one.
    pub main: Option<PathBuf>,
}

/// The program as bitcode files, the one with its entry first.
pub struct Built {
    /// The files.
    pub bitcode: Vec<PathBuf>,
    /// The targets, with files of the database named by their whole path.
    pub targets: Vec<TargetSpec>,
    /// What the user should know about the choice of files.
    pub notes: Vec<String>,
}

impl Database {
    /// Compiles the files that are named (alone or in targets), the one with the entry, and whatever these leave undefined and others
    /// of the database define. Without an entry there is none to look for: the program is a library.
    pub fn build(
        &self,
        entry: Option<&str>,
        files: &[String],
        targets: Vec<TargetSpec>,
        compiler: &Compiler,
        work: &Path,
    ) -> Result<Built, Failure> {
        let entries = read(&self.path)?;
        let (mut roots, targets) = self.roots(&entries, files, targets)?;
        let main = match &self.main {
            Some(file) => {
                let file = file.display().to_string();
                Some(find(&entries, &file)?.ok_or_else(|| self.unknown(&file))?)
            }
            None => None,
        };
        let mut units = Units::new(&entries, compiler, work);
        let first = entry.map(|entry| units.entry(entry, main, &roots)).transpose()?;
        roots.extend(first);
        if first.is_none() {
            units.must_have(&roots);
        }
        // What a library needs is in no file that is a program by itself.
        let chosen = units.close(entry.unwrap_or("main"), &roots)?;
        let others = chosen.iter().copied().filter(|i| Some(*i) != first);
        let bitcode: Vec<PathBuf> = first.into_iter().chain(others).map(|i| units.path(i)).collect();
        if bitcode.is_empty() {
            return Err(Failure::input(format!("no file of {} is named", self.path.display())));
        }
        Ok(Built { bitcode, targets, notes: units.notes().to_vec() })
    }

    fn unknown(&self, file: &str) -> Failure {
        Failure::input(format!("{file}: not in {}", self.path.display()))
    }

    /// The files that are needed in any case, and the targets with whole paths.
    fn roots(
        &self,
        entries: &[Entry],
        files: &[String],
        targets: Vec<TargetSpec>,
    ) -> Result<(BTreeSet<usize>, Vec<TargetSpec>), Failure> {
        let mut roots = BTreeSet::new();
        let in_targets = |file: &String| targets.iter().any(|t| t.file() == Some(file));
        for file in files {
            match find(entries, file)? {
                Some(i) => drop(roots.insert(i)),
                // A line may be in a header.
                None if in_targets(file) => {}
                None => return Err(self.unknown(file)),
            }
        }
        let mut named = Vec::new();
        for mut target in targets {
            if let Some(file) = target.file_mut()
                && let Some(i) = find(entries, file)?
            {
                roots.insert(i);
                *file = entries[i].file.display().to_string();
            }
            named.push(target);
        }
        Ok((roots, named))
    }
}

/// The entry for a file as the user names it: by its path, else by the end of its path.
fn find(entries: &[Entry], file: &str) -> Result<Option<usize>, Failure> {
    let whole = absolute(Path::new(file));
    if let Some(i) = entries.iter().position(|e| e.file == whole) {
        return Ok(Some(i));
    }
    let fits: Vec<usize> = (0..entries.len()).filter(|i| entries[*i].file.ends_with(file)).collect();
    match fits[..] {
        [] => Ok(None),
        [i] => Ok(Some(i)),
        _ => {
            let list: Vec<String> = fits.iter().map(|i| entries[*i].file.display().to_string()).collect();
            Err(Failure::input(format!("{file} fits several files: {}", list.join(", "))))
        }
    }
}
