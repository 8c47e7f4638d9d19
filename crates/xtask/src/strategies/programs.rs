//! The programs that strategies are measured on.

use std::path::{Path, PathBuf};

use crate::svcomp::manifest::{self, Property};
use crate::{bench, svcomp};

/// A program with a target that can be reached.
pub struct Subject {
    pub name: String,
    source: PathBuf,
    pub target: String,
    flags: Vec<&'static str>,
}

impl Subject {
    /// Compiles it into the folder.
    pub fn compile(&self, folder: &Path) -> Result<PathBuf, String> {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let bitcode = folder.join("program.bc");
        bench::compile(&self.source, &bitcode, &self.flags)?;
        Ok(bitcode)
    }
}

/// Our own: the target is the line with the mark that the program's directive names first (`// homing: reach @hit => ...`).
pub fn own(folder: &Path) -> Result<Vec<Subject>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    files.into_iter().map(|source| marked(&source)).collect()
}

fn marked(source: &Path) -> Result<Subject, String> {
    let text = std::fs::read_to_string(source).map_err(|e| format!("{}: {e}", source.display()))?;
    let line = target_line(&text).ok_or_else(|| format!("{}: no line is marked as its target", source.display()))?;
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Subject { name, target: format!("{}:{line}", source.display()), source: source.into(), flags: Vec::new() })
}

fn target_line(text: &str) -> Option<usize> {
    let directive = text.lines().find_map(|l| l.strip_prefix("// homing: reach "))?;
    let mark = directive.split_whitespace().find_map(|w| w.strip_prefix('@'))?;
    let end = format!("// <{mark}>");
    text.lines().position(|l| l.trim_end().ends_with(&end)).map(|i| i + 1)
}

/// Programs whose error function can be called, and with `safe` also those where it cannot.
pub fn corpus(folder: &Path, safe: bool) -> Result<Vec<Subject>, String> {
    let mut tasks = manifest::read(folder)?;
    tasks.retain(|t| (safe || t.unsafe_) && t.property == Property::Unreach);
    let mut flags = vec!["-m32"];
    flags.extend(svcomp::CFLAGS);
    let subject =
        |t: manifest::Task| Subject { source: folder.join(&t.path), name: t.path, target: "any".into(), flags: flags.clone() };
    Ok(tasks.into_iter().map(subject).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_what_the_directive_names() {
        let text = "// homing: reach ! @b => REACHED\nx(); // <a>\ny(); // <b>\n";
        assert_eq!(target_line(text), Some(3));
        assert_eq!(target_line("// homing: reach @c => REACHED\nx(); // <a>\n"), None);
        assert_eq!(target_line("x(); // <a>\n"), None);
    }
}
