//! From what a build made to one bitcode file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use homing_front_llvm::Module;
use homing_host::Failure;
use homing_host::io_message;
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

use super::archives::Archives;
use super::record::{Kind, Record, SECTION, decode};

/// What was found in the files of a build.
#[derive(Default)]
pub struct Extracted {
    /// Bitcode without what is there twice.
    units: Vec<Record>,
    seen: BTreeSet<Vec<u8>>,
    /// Arguments of the links, each once.
    link: Vec<String>,
    /// Objects and sources without bitcode, with the reason.
    missing: BTreeMap<String, String>,
}

impl Extracted {
    /// Looks into programs, shared libraries, archives and objects.
    pub fn read(files: &[PathBuf]) -> Result<Extracted, Failure> {
        let mut found = Extracted::default();
        for path in files {
            let bytes = std::fs::read(path).map_err(|e| Failure::input(format!("{}: {}", path.display(), io_message(&e))))?;
            found.file(path, &bytes).map_err(|why| Failure::input(format!("{}: {why}", path.display())))?;
        }
        Ok(found)
    }

    /// Is there no bitcode at all?
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The sources that there is bitcode of.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|u| u.name.as_str())
    }

    /// Objects and sources that there is none of, with the reason.
    pub fn missing(&self) -> impl Iterator<Item = (&str, &str)> {
        self.missing.iter().map(|(what, why)| (what.as_str(), why.as_str()))
    }

    /// The units as one module. The compiler's optimisation may have done without functions that bitcode, which is not
    /// optimised, still calls: the archives of the link are looked into for them, as a linker would have done.
    pub fn link(&mut self) -> Result<Module, Failure> {
        let mut archives = Archives::open(&self.link);
        loop {
            let module = self.load()?;
            let taken = archives.take(&module.symbols().undefined);
            if taken.is_empty() {
                return Ok(module);
            }
            let before = self.units.len();
            for (title, object) in taken {
                self.object(&title, &object).map_err(|why| Failure::input(format!("{title}: {why}")))?;
            }
            if self.units.len() == before {
                return Ok(module);
            }
        }
    }

    /// Writes what was linked to a file, whole or not at all.
    pub fn write(&self, mut module: Module, out: &Path) -> Result<(), Failure> {
        module.add_link_arguments(&self.link);
        let folder = out.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let cannot = |e: &dyn std::fmt::Display| Failure::input(format!("cannot write {}: {e}", out.display()));
        let file = tempfile::Builder::new().prefix(".homing-").tempfile_in(folder).map_err(|e| cannot(&io_message(&e)))?;
        module.write_bitcode(file.path()).map_err(|e| cannot(&e))?;
        // Temporary files are for their owner only; this one is as any other.
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o644);
        std::fs::set_permissions(file.path(), mode).map_err(|e| cannot(&e))?;
        file.persist(out).map_err(|e| cannot(&e.error))?;
        Ok(())
    }

    fn load(&self) -> Result<Module, Failure> {
        let temporary = |e: std::io::Error| Failure::input(format!("cannot use the temporary folder: {e}"));
        let work = tempfile::Builder::new().prefix("homing-").tempdir().map_err(temporary)?;
        let mut paths = Vec::new();
        for (i, unit) in self.units.iter().enumerate() {
            let path = work.path().join(format!("unit{i}.bc"));
            std::fs::write(&path, &unit.data).map_err(temporary)?;
            paths.push(path);
        }
        homing_front_llvm::load(&paths).map_err(|e| {
            let named = paths.iter().zip(&self.units).rev();
            Failure::input(named.fold(e.to_string(), |m, (p, u)| m.replace(&p.display().to_string(), &u.name)))
        })
    }

    /// An archive, a program, a shared library or an object.
    fn file(&mut self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        let Ok(archive) = ArchiveFile::parse(bytes) else { return self.object(&path.display().to_string(), bytes) };
        for member in archive.members() {
            let member = member.map_err(|e| e.to_string())?;
            let name = String::from_utf8_lossy(member.name()).into_owned();
            let title = format!("{}({name})", path.display());
            if member.is_thin() {
                let outside = path.parent().unwrap_or(Path::new("")).join(&name);
                let inside = std::fs::read(&outside).map_err(|e| format!("{}: {}", outside.display(), io_message(&e)))?;
                self.object(&title, &inside)?;
            } else {
                self.object(&title, member.data(bytes).map_err(|e| e.to_string())?)?;
            }
        }
        Ok(())
    }

    fn object(&mut self, title: &str, bytes: &[u8]) -> Result<(), String> {
        let file = object::File::parse(bytes).map_err(|_| "not an object, an archive or a program".to_string())?;
        let mut records = Vec::new();
        for section in file.sections().filter(|s| s.name() == Ok(SECTION)) {
            let data = section.uncompressed_data().map_err(|e| e.to_string())?;
            records.extend(decode(&data).map_err(|why| format!("section {SECTION}: {why}"))?);
        }
        self.others(title, &file, &records);
        for r in records {
            match r.kind {
                Kind::Missing => {
                    self.missing.insert(r.name, String::from_utf8_lossy(&r.data).into_owned());
                }
                Kind::Link => {
                    for a in r.arguments() {
                        if !self.link.contains(&a) {
                            self.link.push(a);
                        }
                    }
                }
                Kind::Bitcode => {
                    if self.seen.insert(r.data.clone()) {
                        self.units.push(r);
                    }
                }
            }
        }
        Ok(())
    }

    /// Sources that the symbol table tells of and no record does: they were compiled by somebody else.
    fn others(&mut self, title: &str, file: &object::File<'_>, records: &[Record]) {
        let base = |name: &str| Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known: BTreeSet<String> = records.iter().filter(|r| r.kind != Kind::Link).map(|r| base(&r.name)).collect();
        // The compiler's own start-up code is in every program.
        let own = |n: &str| n.is_empty() || n == "crtstuff.c" || n.ends_with(".s") || n.ends_with(".S") || n.ends_with(".o");
        let sources = file.symbols().filter(|s| s.kind() == SymbolKind::File).filter_map(|s| s.name().ok());
        for name in sources.map(base).filter(|n| !own(n) && !known.contains(n)) {
            self.missing.insert(format!("{name} in {title}"), "it was not compiled by `homing cc`".into());
        }
        if file.kind() == object::ObjectKind::Relocatable && records.is_empty() {
            self.missing.insert(title.to_string(), "it was not compiled by `homing cc`".into());
        }
    }
}
