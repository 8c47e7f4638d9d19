//! The user's files and what they are.

use std::path::{Path, PathBuf};

use homing_host::{Failure, io_message};

/// The user's files, told apart by what has to be done with them.
#[derive(Clone, Debug, Default)]
pub struct Files {
    all: Vec<PathBuf>,
}

/// What a file is, by its name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// C.
    Source,
    /// C++.
    CppSource,
    /// Bitcode, or its text form.
    Bitcode,
    /// Of bitcode files.
    Archive,
    /// A program in microc.
    Microc,
}

/// Tells by its name what a file is.
pub fn kind(path: &Path) -> Option<Kind> {
    match path.extension()?.to_str()? {
        "c" | "i" => Some(Kind::Source),
        "cc" | "cpp" | "cxx" | "C" => Some(Kind::CppSource),
        "bc" | "ll" => Some(Kind::Bitcode),
        "a" => Some(Kind::Archive),
        "uc" | "mc" | "microc" => Some(Kind::Microc),
        _ => None,
    }
}

impl Files {
    /// Checks that the files are there and of a kind that is understood.
    pub fn check(files: &[String]) -> Result<Files, Failure> {
        let mut all: Vec<PathBuf> = Vec::new();
        for f in files {
            let path = PathBuf::from(f);
            if kind(&path).is_none() {
                return Err(Failure::input(format!("{f}: not a .c, .bc, .ll, .a or .uc file")));
            }
            match std::fs::metadata(&path) {
                Ok(m) if m.is_dir() => return Err(Failure::input(format!("{f}: is a folder, not a file"))),
                Ok(_) => {}
                Err(e) => return Err(Failure::input(format!("{f}: {}", io_message(&e)))),
            }
            if !all.contains(&path) {
                all.push(path);
            }
        }
        Ok(Files { all })
    }

    /// These files, as they are.
    pub fn of(all: Vec<PathBuf>) -> Files {
        Files { all }
    }

    /// All of them, in order.
    pub fn all(&self) -> &[PathBuf] {
        &self.all
    }

    /// Are all of them source files?
    pub fn only_sources(&self) -> bool {
        self.all.iter().all(|p| kind(p) != Some(Kind::Bitcode))
    }

    /// Are all of them bitcode?
    pub fn only_bitcode(&self) -> bool {
        self.all.iter().all(|p| kind(p) == Some(Kind::Bitcode))
    }

    /// Is any of them in microc?
    pub fn any_microc(&self) -> bool {
        self.all.iter().any(|p| kind(p) == Some(Kind::Microc))
    }

    /// Is any of them in C++?
    pub fn any_cpp(&self) -> bool {
        self.all.iter().any(|p| kind(p) == Some(Kind::CppSource))
    }
}
