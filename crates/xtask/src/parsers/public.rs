//! The public parsers: source packages that are fetched when they are measured. `bench/parsers/public.txt` says which, with the lines.
//!
//! Its lines, words apart by blanks:
//!
//!     package NAME VERSION ARCHIVE SHA256     begins a parser
//!     harness FILE                            in bench/parsers/public, defines LLVMFuzzerTestOneInput
//!     files FILE...                           of the package, compiled with it
//!     flags FLAG...                           `-I.` and the like are below the package's folder
//!     at FILE LINE...                         lines; `dead FILE LINE...`: nothing comes there

use std::path::{Path, PathBuf};
use std::process::Command;

use homing_host::process;

use super::suite::{self, Mark, Subject};

/// All of them, fetched.
pub fn all(max: usize) -> Result<Vec<Subject>, String> {
    let file = suite::folder().join("public.txt");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut all: Vec<Subject> = Vec::new();
    let mut folder = PathBuf::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (what, rest) = line.split_once(' ').ok_or(format!("public.txt: {line}"))?;
        if what == "package" {
            let (name, found) = fetch(rest)?;
            folder = found;
            let (driver, flags) = (suite::driver(), suite::flags(max));
            all.push(Subject { name, driver, files: Vec::new(), flags, max, marks: Vec::new() });
            continue;
        }
        let subject = all.last_mut().ok_or("public.txt does not begin with a package")?;
        add(subject, &folder, what, rest)?;
    }
    Ok(all)
}

fn add(s: &mut Subject, folder: &Path, what: &str, rest: &str) -> Result<(), String> {
    match what {
        "harness" => s.files.push(suite::folder().join("public").join(rest)),
        "files" => s.files.extend(rest.split_whitespace().map(|f| folder.join(f))),
        "flags" => {
            let own = suite::folder().join("public");
            s.flags.push(format!("-I{}", own.display()));
            let below = |f: &str| f.strip_prefix("-I").map_or(f.to_string(), |d| format!("-I{}", folder.join(d).display()));
            s.flags.extend(rest.split_whitespace().map(below));
        }
        "at" | "dead" => {
            let (file, lines) = rest.split_once(' ').ok_or(format!("public.txt: {what} {rest}"))?;
            for line in lines.split_whitespace() {
                let number = line.parse().map_err(|e| format!("public.txt: {line}: {e}"))?;
                let base = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
                s.marks.push(Mark {
                    name: format!("{base}:{line}"),
                    file: folder.join(file),
                    line: number,
                    dead: what == "dead",
                });
            }
        }
        _ => return Err(format!("public.txt: {what}?")),
    }
    Ok(())
}

/// The package's name and the folder with its sources.
fn fetch(words: &str) -> Result<(String, PathBuf), String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let [name, version, archive, checksum] = words[..] else { return Err(format!("public.txt: package {}", words.join(" "))) };
    let folder = crate::target().join("xtask-cache/parsers").join(name);
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let (file, sources) = (folder.join(archive), folder.join("sources"));
    let mut c = Command::new(crate::root().join("tools/source-package"));
    process::finish(c.args([name, version, archive, checksum]).arg(&file), "fetching a source package")?;
    if !sources.exists() {
        let fresh = folder.join("fresh");
        std::fs::create_dir_all(&fresh).map_err(|e| format!("{}: {e}", fresh.display()))?;
        let mut c = Command::new("tar");
        process::finish(c.arg("-xf").arg(&file).arg("--strip-components=1").arg("-C").arg(&fresh), "tar")?;
        std::fs::rename(&fresh, &sources).map_err(|e| format!("{}: {e}", sources.display()))?;
    }
    Ok((name.to_string(), sources))
}
