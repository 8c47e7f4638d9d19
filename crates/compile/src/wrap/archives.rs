//! The archives that a program was linked with, and what their members define.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};

/// Members by the names that they define; of several the first, as for a linker.
#[derive(Default)]
pub struct Archives {
    members: Vec<(String, Vec<u8>)>,
    names: BTreeMap<String, usize>,
    taken: BTreeSet<usize>,
}

impl Archives {
    /// Reads those archives of a link that are still there.
    pub fn open(link: &[String]) -> Archives {
        let folders: Vec<&Path> = link.iter().filter_map(|a| a.strip_prefix("-L")).map(Path::new).collect();
        let mut all = Archives::default();
        for a in link {
            let path = match a.strip_prefix("-l") {
                Some(name) => folders.iter().map(|f| f.join(format!("lib{name}.a"))).find(|p| p.is_file()),
                None => Some(PathBuf::from(a)).filter(|p| p.extension().is_some_and(|e| e == "a")),
            };
            let Some(path) = path else { continue };
            // One that is gone, or is none, has nothing to offer.
            if let Ok(bytes) = std::fs::read(&path) {
                all.add(&path, &bytes);
            }
        }
        all
    }

    fn add(&mut self, path: &Path, bytes: &[u8]) {
        let Ok(archive) = ArchiveFile::parse(bytes) else { return };
        for member in archive.members().filter_map(Result::ok).filter(|m| !m.is_thin()) {
            let Ok(data) = member.data(bytes) else { continue };
            let Ok(object) = object::File::parse(data) else { continue };
            let number = self.members.len();
            for symbol in object.symbols().filter(|s| s.is_global() && s.is_definition()) {
                if let Ok(name) = symbol.name() {
                    self.names.entry(name.to_string()).or_insert(number);
                }
            }
            self.members.push((format!("{}({})", path.display(), String::from_utf8_lossy(member.name())), data.to_vec()));
        }
    }

    /// Members that define one of these names and were not taken before, with what to call them.
    pub fn take(&mut self, names: &[String]) -> Vec<(String, Vec<u8>)> {
        let wanted: BTreeSet<usize> = names.iter().filter_map(|n| self.names.get(n).copied()).collect();
        let new: Vec<usize> = wanted.into_iter().filter(|i| self.taken.insert(*i)).collect();
        new.into_iter().map(|i| self.members[i].clone()).collect()
    }
}
