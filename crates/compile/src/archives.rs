//! Archives (`.a`) among a program's files: of their members in bitcode those that the program needs, as a linker takes them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use homing_host::Failure;
use homing_host::io_message;
use object::read::archive::ArchiveFile;

use crate::compiler::{CompileOptions, Compiler};
use crate::files::{Files, Kind, kind};

/// A member of an archive, written to a file of its own.
struct Member {
    path: PathBuf,
    undefined: Vec<String>,
}

/// The files with each archive replaced by its members that are needed: by the entry, the other files, or members that are. The order of archives
/// does not matter.
pub fn expand(files: Vec<String>, entry: &str, options: &CompileOptions, work: &Path) -> Result<Vec<String>, Failure> {
    let is_archive = |f: &String| kind(Path::new(f)) == Some(Kind::Archive);
    let (archives, mut files): (Vec<String>, Vec<String>) = files.into_iter().partition(is_archive);
    if archives.is_empty() {
        return Ok(files);
    }
    let (mut members, mut by_name) = (Vec::new(), BTreeMap::new());
    for (i, archive) in archives.iter().enumerate() {
        for path in bitcode_members(Path::new(archive), &work.join(format!("archive{i}")))? {
            let names = homing_front_llvm::symbols(path.clone()).map_err(Failure::input)?;
            for name in names.defined {
                by_name.entry(name).or_insert(members.len());
            }
            members.push(Member { path, undefined: names.undefined });
        }
    }
    let (defined, mut wanted) = names_of(&files, options, work)?;
    wanted.insert(entry.to_string());
    let mut taken = BTreeSet::new();
    while let Some(name) = wanted.pop_first() {
        if let Some(i) = by_name.get(&name).filter(|_| !defined.contains(&name))
            && taken.insert(*i)
        {
            wanted.extend(members[*i].undefined.iter().cloned());
        }
    }
    files.extend(taken.into_iter().map(|i| members[i].path.display().to_string()));
    if files.is_empty() {
        return Err(Failure::input(format!(
            "{}: nothing in it defines {}; name another function with --entry",
            archives.join(", "),
            entry
        )));
    }
    Ok(files)
}

/// What the files define and what they want.
fn names_of(files: &[String], options: &CompileOptions, work: &Path) -> Result<(BTreeSet<String>, BTreeSet<String>), Failure> {
    let (mut defined, mut wanted) = (BTreeSet::new(), BTreeSet::new());
    let files = Files::check(files)?;
    if files.any_microc() {
        return Err(Failure::input("a microc program is one file; it cannot be put together with others"));
    }
    let folder = work.join("names");
    std::fs::create_dir_all(&folder).map_err(|e| Failure::input(format!("cannot write to the temporary folder: {e}")))?;
    let bitcode = match Compiler::for_files(options, &files, work)? {
        Some(c) => c.bitcode(&files, &folder)?.0,
        None => files.all().to_vec(),
    };
    for path in bitcode {
        let names = homing_front_llvm::symbols(path).map_err(Failure::input)?;
        defined.extend(names.defined);
        wanted.extend(names.undefined);
    }
    Ok((defined, wanted))
}

/// Writes the members in bitcode to a folder, each with a name that tells where it is from.
fn bitcode_members(path: &Path, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let bad = |why: &dyn std::fmt::Display| Failure::input(format!("{}: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|e| bad(&io_message(&e)))?;
    let archive = ArchiveFile::parse(&*bytes).map_err(|_| bad(&"not an archive"))?;
    let shown = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut made: Vec<PathBuf> = Vec::new();
    for member in archive.members() {
        let member = member.map_err(|e| bad(&format!("damaged: {e}")))?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let data = if member.is_thin() {
            let outside = path.parent().unwrap_or(Path::new("")).join(&name);
            std::fs::read(&outside).map_err(|e| bad(&format!("its member {name}: {}", io_message(&e))))?
        } else {
            member.data(&*bytes).map_err(|e| bad(&format!("damaged: {e}")))?.to_vec()
        };
        if !homing_front_llvm::is_bitcode(&data) {
            continue;
        }
        let title = format!("{shown}({})", name.replace('/', "_"));
        let out = folder.join(format!("{}", made.len())).join(title).with_added_extension("bc");
        let written = out.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&out, data));
        written.map_err(|e| Failure::input(format!("cannot write to the temporary folder: {e}")))?;
        made.push(out);
    }
    if made.is_empty() {
        return Err(bad(&"no member is bitcode; what was built with `homing cc` is taken out by `homing extract`"));
    }
    Ok(made)
}
