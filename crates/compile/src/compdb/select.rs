//! Which files of a compilation database make up a program: like a linker, from the entry along undefined names. Files are
//! compiled only when their text mentions a name that is looked for.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use homing_front_llvm::{Symbols, symbols};
use homing_host::Failure;

use super::database::Entry;
use crate::compiler::Compiler;
use crate::wrap::bitcode::Unit;

/// The files of a database, as far as they are known by now.
pub struct Units<'a> {
    entries: &'a [Entry],
    compiler: &'a Compiler,
    work: &'a Path,
    /// What each file that was compiled has; why it could not be.
    made: BTreeMap<usize, Result<Symbols, String>>,
    words: BTreeMap<usize, BTreeSet<String>>,
    notes: Vec<String>,
}

impl<'a> Units<'a> {
    pub fn new(entries: &'a [Entry], compiler: &'a Compiler, work: &'a Path) -> Units<'a> {
        Units { entries, compiler, work, made: BTreeMap::new(), words: BTreeMap::new(), notes: Vec::new() }
    }

    /// The bitcode of a file that was compiled.
    pub fn path(&self, i: usize) -> PathBuf {
        let stem = self.entries[i].file.file_stem().unwrap_or_default().to_string_lossy();
        self.work.join(format!("file{i}")).join(format!("{stem}.bc"))
    }

    /// What the user should know about the choice.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The file with the function to start in: the one the user names, else one of the roots, else the only one there is.
    pub fn entry(&mut self, name: &str, named: Option<usize>, roots: &BTreeSet<usize>) -> Result<usize, Failure> {
        let first: Vec<usize> = named.into_iter().chain(roots.iter().copied()).collect();
        self.compile(&first);
        for i in &first {
            self.must(*i)?;
        }
        if let Some(i) = named {
            let told = || Failure::input(format!("{}: has no function {name}", self.entries[i].file.display()));
            return if self.defines(i, name) { Ok(i) } else { Err(told()) };
        }
        let mut with: Vec<usize> = first.into_iter().filter(|i| self.defines(*i, name)).collect();
        if with.is_empty() {
            let candidates = self.mentioning(&BTreeSet::from([name.to_string()]));
            self.compile(&candidates);
            with = candidates.into_iter().filter(|i| self.defines(*i, name)).collect();
        }
        match with[..] {
            [i] => Ok(i),
            [] => Err(Failure::input(format!("no file of the compilation database has a function {name}"))),
            _ => {
                let list: Vec<String> = with.iter().map(|i| self.entries[*i].file.display().to_string()).collect();
                Err(Failure::input(format!(
                    "several files have a function {name}; choose one with --main FILE:\n  {}",
                    list.join("\n  ")
                )))
            }
        }
    }

    /// Compiles these; whether they could be, `close` says.
    pub fn must_have(&mut self, roots: &BTreeSet<usize>) {
        self.compile(&roots.iter().copied().collect::<Vec<_>>());
    }

    /// The roots and all that they need, directly or not. Other files with the entry's name belong to other programs.
    pub fn close(&mut self, entry: &str, roots: &BTreeSet<usize>) -> Result<BTreeSet<usize>, Failure> {
        let mut chosen = BTreeSet::new();
        let mut have: BTreeSet<String> = BTreeSet::new();
        let mut sought: BTreeSet<String> = BTreeSet::new();
        let mut next = roots.clone();
        loop {
            for i in std::mem::take(&mut next) {
                have.extend(self.must(i)?.defined.iter().cloned());
                chosen.insert(i);
            }
            let needed = chosen.iter().filter_map(|i| self.made.get(i)?.as_ref().ok()).flat_map(|s| &s.undefined);
            let wanted: BTreeSet<String> = needed.filter(|n| !have.contains(*n) && !sought.contains(*n)).cloned().collect();
            if wanted.is_empty() {
                break;
            }
            let candidates = self.mentioning(&wanted);
            self.compile(&candidates);
            for name in &wanted {
                let with: Vec<usize> =
                    (0..self.entries.len()).filter(|i| self.defines(*i, name) && !self.defines(*i, entry)).collect();
                let Some(i) = with.first().filter(|_| !with.iter().any(|i| next.contains(i))) else { continue };
                if with.len() > 1 {
                    let (taken, others) =
                        (self.file(*i), with.iter().skip(1).map(|i| self.file(*i)).collect::<Vec<_>>().join(", "));
                    self.notes.push(format!("{name} is taken from {taken}; there is one in {others}, too"));
                }
                next.insert(*i);
            }
            sought.extend(wanted);
        }
        for i in chosen.iter().filter(|i| self.entries[**i].several) {
            self.notes.push(format!("{} is compiled in several ways; the first is taken", self.file(*i)));
        }
        for (i, why) in self.made.iter().filter_map(|(i, m)| Some((i, m.as_ref().err()?))) {
            self.notes.push(format!("{} is left out: {why}", self.file(*i)));
        }
        Ok(chosen)
    }

    fn file(&self, i: usize) -> String {
        self.entries[i].file.display().to_string()
    }

    fn defines(&self, i: usize, name: &str) -> bool {
        self.made.get(&i).and_then(|m| m.as_ref().ok()).is_some_and(|s| s.defined.iter().any(|n| n == name))
    }

    /// A file that the program cannot do without.
    fn must(&self, i: usize) -> Result<&Symbols, Failure> {
        match self.made.get(&i) {
            Some(Ok(s)) => Ok(s),
            Some(Err(why)) => Err(Failure::input(format!("{} could not be compiled: {why}", self.file(i)))),
            None => Err(Failure::internal("a file was chosen before it was compiled")),
        }
    }

    /// Files, not compiled yet or compiled, whose text has one of these words, or includes other texts than headers.
    fn mentioning(&mut self, names: &BTreeSet<String>) -> Vec<usize> {
        for (i, e) in self.entries.iter().enumerate() {
            self.words.entry(i).or_insert_with(|| words(&std::fs::read(&e.file).unwrap_or_default()));
        }
        let has = |w: &BTreeSet<String>| w.contains(INCLUDES) || names.iter().any(|n| w.contains(n.as_str()) || mangled(n, w));
        self.words.iter().filter(|(_, w)| has(w)).map(|(i, _)| *i).collect()
    }

    /// Compiles those that are not yet, on all cores.
    fn compile(&mut self, which: &[usize]) {
        let which: Vec<usize> = which.iter().copied().filter(|i| !self.made.contains_key(i)).collect();
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        let workers = std::thread::available_parallelism().map_or(1, |n| n.get()).min(which.len());
        let this = &*self;
        std::thread::scope(|s| {
            for _ in 0..workers {
                s.spawn(|| {
                    while let Some(&i) = which.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = this.one(i);
                        done.lock().unwrap_or_else(|p| p.into_inner()).push((i, result));
                    }
                });
            }
        });
        for (i, result) in done.into_inner().unwrap_or_else(|p| p.into_inner()) {
            let read = result.and_then(|()| symbols(self.path(i)).map_err(|e| e.to_string()));
            self.made.insert(i, read);
        }
    }

    fn one(&self, i: usize) -> Result<(), String> {
        let e = &self.entries[i];
        let mut extra: Vec<OsString> = vec!["-isystem".into(), self.compiler.include().into()];
        extra.extend(self.compiler.bits32().then(|| "-m32".into()));
        extra.extend(self.compiler.flags().iter().map(OsString::from));
        let (directory, source, language, flags) = (&e.directory, &e.file, e.language, &e.flags);
        let bitcode = Unit { clang: self.compiler.path(), directory, source, language, flags, extra: &extra }.compile()?;
        let out = self.path(i);
        let folder = out.parent().unwrap_or(self.work);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&out, bitcode))
            .map_err(|e| format!("{}: {e}", out.display()))
    }
}

/// Stands in the words of a file that includes something else than a header: its own text does not tell what it defines.
const INCLUDES: &str = "#include";

/// A name of C++ is made of the words of its declaration, with their lengths in front.
fn mangled(name: &str, words: &BTreeSet<String>) -> bool {
    name.starts_with("_Z") && words.iter().any(|w| w.len() > 1 && name.contains(&format!("{}{w}", w.len())))
}

/// The identifiers in a text.
fn words(text: &[u8]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for word in text.split(|b| !b.is_ascii_alphanumeric() && *b != b'_').filter(|w| !w.is_empty() && !w[0].is_ascii_digit()) {
        // No identifier has other bytes.
        out.insert(String::from_utf8_lossy(word).into_owned());
    }
    let lines = text.split(|b| *b == b'\n').map(|l| String::from_utf8_lossy(l.trim_ascii()).into_owned());
    let header = |l: &str| [".h\"", ".h>", ".hpp\"", ".hh\"", ".hpp>"].iter().any(|e| l.contains(e));
    if lines.into_iter().any(|l| l.starts_with('#') && l.contains("include") && l.contains('"') && !header(&l)) {
        out.insert(INCLUDES.into());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_and_included_texts() {
        let w = words(b"#include <stdio.h>\n#include \"a.h\"\nint f1(void) { return 12ab + g_2; }");
        assert!(w.contains("f1") && w.contains("g_2") && !w.contains("12ab") && !w.contains(INCLUDES));
        assert!(words(b" # include \"impl.c\"\n").contains(INCLUDES));
        assert!(mangled("_ZN3foo3barEi", &words(b"int foo::bar(int)")) && !mangled("_Z1fv", &words(b"g")));
    }
}
