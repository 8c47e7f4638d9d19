//! What is measured: parsers and the lines in them.

use std::path::{Path, PathBuf};

/// A parser with its harness.
pub struct Subject {
    pub name: String,
    /// Brings the input where there is no fuzzer: calls the harness with symbolic bytes.
    pub driver: PathBuf,
    /// Defines `LLVMFuzzerTestOneInput`, and what that needs.
    pub files: Vec<PathBuf>,
    /// For the compiler.
    pub flags: Vec<String>,
    /// Bytes of input.
    pub max: usize,
    pub marks: Vec<Mark>,
}

/// A line.
pub struct Mark {
    pub name: String,
    pub file: PathBuf,
    pub line: u32,
    /// Nothing comes there.
    pub dead: bool,
}

impl Mark {
    pub fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }
}

/// The folder of our own.
pub fn folder() -> PathBuf {
    crate::root().join("bench/parsers")
}

/// The parsers in `bench/parsers`: lines are marked by comments, `// <name>` or `// <name dead>`.
pub fn own(max: usize) -> Result<Vec<Subject>, String> {
    let folder = folder();
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c") && f.file_stem().is_some_and(|s| s != "driver"));
    files.sort();
    let subject = |file: PathBuf| {
        let marks = marks(&file)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Subject { name, driver: driver(), files: vec![file], flags: flags(max), max, marks })
    };
    files.into_iter().map(subject).collect()
}

pub fn driver() -> PathBuf {
    folder().join("driver.c")
}

pub fn flags(max: usize) -> Vec<String> {
    vec!["-w".into(), format!("-DMAX={max}")]
}

fn marks(file: &Path) -> Result<Vec<Mark>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mark = |(i, line): (usize, &str)| {
        let (_, name) = line.trim_end().strip_suffix('>')?.rsplit_once("// <")?;
        let (name, dead) = name.strip_suffix(" dead").map_or((name, false), |n| (n, true));
        Some(Mark { name: name.into(), file: file.to_path_buf(), line: i as u32 + 1, dead })
    };
    Ok(text.lines().enumerate().filter_map(mark).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parser_has_ten_lines_and_dead_ones_among_them() {
        let all = own(48).unwrap();
        assert_eq!(all.len(), 9);
        for s in all {
            assert!(s.marks.len() >= 10 && s.marks.iter().any(|m| m.dead), "{}", s.name);
            let mut names: Vec<&str> = s.marks.iter().map(|m| m.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), s.marks.len(), "{}", s.name);
        }
    }
}
