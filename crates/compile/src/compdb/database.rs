//! The entries of a compilation database.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use homing_host::Failure;
use homing_host::absolute;
use homing_host::io_message;
use serde::Deserialize;

use crate::wrap::Tool;
use crate::wrap::args::{Language, expand, parse};

/// How one file is compiled. Of a file that is compiled in several ways there is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// From the root.
    pub file: PathBuf,
    /// Where the compiler is run, from the root.
    pub directory: PathBuf,
    /// As `-x` names it.
    pub language: &'static str,
    pub flags: Vec<OsString>,
    /// There are other ways, with other flags.
    pub several: bool,
}

#[derive(Deserialize)]
struct Raw {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Reads a database. Files that have no bitcode (assembler) are left out.
pub fn read(path: &Path) -> Result<Vec<Entry>, Failure> {
    let bad = |why: String| Failure::input(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| bad(io_message(&e)))?;
    let raw: Vec<Raw> = serde_json::from_str(&text).map_err(|e| bad(format!("not a compilation database: {e}")))?;
    let here = absolute(path.parent().unwrap_or(Path::new("")));
    let mut entries: Vec<Entry> = Vec::new();
    for r in raw {
        let file = r.file.display().to_string();
        let Some(entry) = entry(r, &here).map_err(|why| bad(format!("the entry of {file}: {why}")))? else { continue };
        match entries.iter_mut().find(|e| e.file == entry.file) {
            Some(first) => first.several |= first.flags != entry.flags,
            None => entries.push(entry),
        }
    }
    if entries.is_empty() { Err(bad("no C or C++ file in it".into())) } else { Ok(entries) }
}

fn entry(r: Raw, here: &Path) -> Result<Option<Entry>, String> {
    let words = match (r.arguments, r.command) {
        (Some(words), _) => words,
        (None, Some(line)) => shlex::split(&line).ok_or("quotes do not match")?,
        (None, None) => return Err("it has neither `command` nor `arguments`".into()),
    };
    let directory = below(here, &r.directory);
    let file = below(&directory, &r.file);
    let (tool, rest) = compiler(&words).ok_or("no compiler in it")?;
    let arguments: Vec<OsString> = rest
        .iter()
        .map(|w| match w.strip_prefix('@') {
            Some(response) => format!("@{}", below(&directory, Path::new(response)).display()).into(),
            None => w.into(),
        })
        .collect();
    let parsed = parse(tool, &expand(&arguments));
    let source = parsed.sources.iter().find(|s| below(&directory, &s.path) == file).or(parsed.sources.first());
    match source.map(|s| &s.language) {
        Some(Language::Bitcode(language)) => Ok(Some(Entry { file, directory, language, flags: parsed.compile, several: false })),
        _ => Ok(None),
    }
}

/// Which compiler a command line is for, and its arguments; programs that only start compilers are passed over.
fn compiler(words: &[String]) -> Option<(Tool, &[String])> {
    let name = |w: &String| Path::new(w).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (first, mut rest) = words.split_first()?;
    let mut own = name(first);
    if matches!(own.as_str(), "ccache" | "sccache" | "distcc" | "icecc" | "homing") {
        let (second, after) = rest.split_first()?;
        (own, rest) = (name(second), after);
    }
    Some((if own.contains("++") { Tool::Cpp } else { Tool::C }, rest))
}

/// A path as it is meant in a folder, with `.` and `..` worked out by name.
fn below(folder: &Path, path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Vec<Entry>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db.json");
        std::fs::write(&path, text).unwrap();
        read(&path).map_err(|f| f.to_string())
    }

    #[test]
    fn both_forms_of_entries() {
        let text = r#"[
            {"directory": "/b", "file": "../s/x.c", "command": "ccache gcc -DA='\"q r\"' -I inc -O2 -c ../s/x.c -o x.o"},
            {"directory": "/b/./c", "file": "y.cc", "arguments": ["/usr/bin/g++", "-std=c++17", "-c", "y.cc"], "output": "y.o"},
            {"directory": "/b", "file": "z.S", "arguments": ["gcc", "-c", "z.S"]},
            {"directory": "/b", "file": "/s/x.c", "arguments": ["gcc", "-DOTHER", "-c", "/s/x.c"]}]"#;
        let all = parsed(text).unwrap();
        assert_eq!(all.len(), 2);
        assert_eq!((all[0].file.as_path(), all[0].language, all[0].several), (Path::new("/s/x.c"), "c", true));
        assert_eq!(all[0].flags, ["-DA=\"q r\"", "-I", "inc"].map(OsString::from));
        assert_eq!((all[1].file.as_path(), all[1].language), (Path::new("/b/c/y.cc"), "c++"));
        assert_eq!(all[1].directory, Path::new("/b/c"));
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert!(parsed("{}").is_err_and(|e| e.contains("not a compilation database")));
        assert!(parsed("[]").is_err_and(|e| e.contains("no C or C++ file")));
        assert!(parsed(r#"[{"directory": "/", "file": "a.c"}]"#).is_err_and(|e| e.contains("a.c") && e.contains("neither")));
        assert!(parsed(r#"[{"directory": "/", "file": "a.c", "command": "gcc 'a.c"}]"#).is_err_and(|e| e.contains("quotes")));
    }
}
