//! Paths, and programs that can be run.

use std::path::{Component, Path, PathBuf};

use crate::failure::io_message;

/// The path from the root, with `.` and `..` worked out by name alone, as debug information has it.
pub fn absolute(path: &Path) -> PathBuf {
    let mut out = std::env::current_dir().unwrap_or_default();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// Is it a file that can be run: by its path, or in one of the folders of PATH?
pub fn is_program(name: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let runs = |path: &Path| match std::fs::metadata(path) {
        Ok(m) if m.is_file() && m.permissions().mode() & 0o111 != 0 => Ok(()),
        Ok(_) => Err("not a program".to_string()),
        Err(e) => Err(io_message(&e)),
    };
    if name.components().count() > 1 {
        return runs(name);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).any(|f| runs(&f.join(name)).is_ok());
    if found { Ok(()) } else { Err("no such program in PATH".into()) }
}

/// The first of these programs that is there.
pub fn find_program<'a>(names: &[&'a str]) -> Option<&'a str> {
    names.iter().copied().find(|p| is_program(Path::new(p)).is_ok())
}

/// A program that an environment variable may name, as `CARGO` does.
pub fn chosen_program(variable: &str, usual: &str) -> PathBuf {
    std::env::var_os(variable).unwrap_or_else(|| usual.into()).into()
}

/// Where programs keep what they can make again.
pub fn cache_folder() -> PathBuf {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| std::env::var_os("HOME").map(|h| PathBuf::from(h).join(".cache")));
    cache.unwrap_or_default()
}

/// Where a program is among the folders of PATH.
pub fn in_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|f| f.join(name)).find(|p| p.is_file())
}
