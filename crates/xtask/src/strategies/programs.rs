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

/// Our own: the target is the line marked `// <hit>`.
pub fn loops(folder: &Path) -> Result<Vec<Subject>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    files.into_iter().map(|source| marked(&source)).collect()
}

fn marked(source: &Path) -> Result<Subject, String> {
    let text = std::fs::read_to_string(source).map_err(|e| format!("{}: {e}", source.display()))?;
    let line = text.lines().position(|l| l.trim_end().ends_with("// <hit>"));
    let line = line.ok_or_else(|| format!("{}: no line is marked <hit>", source.display()))? + 1;
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Subject { name, target: format!("{}:{line}", source.display()), source: source.into(), flags: Vec::new() })
}

/// Programs whose error function can be called.
pub fn corpus(folder: &Path) -> Result<Vec<Subject>, String> {
    let mut tasks = manifest::read(folder)?;
    tasks.retain(|t| t.unsafe_ && t.property == Property::Unreach);
    let mut flags = vec!["-m32"];
    flags.extend(svcomp::CFLAGS);
    let subject =
        |t: manifest::Task| Subject { source: folder.join(&t.path), name: t.path, target: "any".into(), flags: flags.clone() };
    Ok(tasks.into_iter().map(subject).collect())
}
