//! The files that a program finds when it is replayed, in a fresh folder.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use homing_posix::{Invocation, Node};

/// Makes the files of an invocation in `folder`, which stands for the model's working folder `cwd`.
pub fn lay_out(folder: &Path, cwd: &[u8], invocation: &Invocation) -> io::Result<()> {
    let mut modes: Vec<(PathBuf, u32)> = Vec::new();
    for (path, mode, node) in &invocation.files {
        let place = place(folder, cwd, path)?;
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        match node {
            Node::Dir => fs::create_dir_all(&place)?,
            Node::Link(target) => std::os::unix::fs::symlink(OsStr::from_bytes(target), &place)?,
            Node::File(bytes) => fs::write(&place, bytes)?,
            Node::Symbolic { .. } => fs::write(&place, b"")?,
        }
        if !matches!(node, Node::Link(_)) {
            modes.push((place, *mode));
        }
    }
    // Last, and what is inside before its folder: a folder may forbid what is still to be done in it.
    for (place, mode) in modes.iter().rev() {
        fs::set_permissions(place, fs::Permissions::from_mode(*mode))?;
    }
    Ok(())
}

/// Where a file of the model is made. It must be below the working folder: nothing else of the machine is touched.
fn place(folder: &Path, cwd: &[u8], path: &[u8]) -> io::Result<PathBuf> {
    let outside = || io::Error::other(format!("{} is not in the working folder", String::from_utf8_lossy(path)));
    let relative = match path.strip_prefix(cwd) {
        Some(rest) if rest.starts_with(b"/") => &rest[1..],
        _ if path.starts_with(b"/") => return Err(outside()),
        _ => path,
    };
    let relative = Path::new(OsStr::from_bytes(relative));
    let plain = relative.components().all(|c| matches!(c, Component::Normal(_)));
    if plain && relative.components().next().is_some() { Ok(folder.join(relative)) } else { Err(outside()) }
}

/// Removes what an earlier run left, whatever its permissions.
pub fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
        return;
    }
    open_up(folder);
    let _ = fs::remove_dir_all(folder);
}

fn open_up(folder: &Path) {
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for e in fs::read_dir(folder).into_iter().flatten().flatten() {
        if e.file_type().is_ok_and(|t| t.is_dir()) {
            open_up(&e.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_made_with_their_permissions() {
        let dir = tempfile::tempdir().unwrap();
        let file = |path: &str, mode, node| (path.as_bytes().to_vec(), mode, node);
        let files = vec![
            file("/cwd/d", 0o500, Node::Dir),
            file("/cwd/d/f", 0o640, Node::File(b"x\0y".to_vec())),
            file("/cwd/l", 0o777, Node::Link(b"d/f".to_vec())),
        ];
        let invocation = Invocation { argv: vec![], env: vec![], stdin: vec![], files, failed: false };
        let folder = dir.path().join("run");
        lay_out(&folder, b"/cwd", &invocation).unwrap();
        assert_eq!(fs::read(folder.join("l")).unwrap(), b"x\0y");
        let mode = |p: &str| fs::metadata(folder.join(p)).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode("d"), mode("d/f")), (0o500, 0o640));
        remove(&folder);
        assert!(!folder.exists());
    }

    #[test]
    fn nothing_is_made_outside() {
        for path in ["/etc/x", "/cwd/../x", "../x", "/cwd", "/cwdx/y", "", "/cwd/"] {
            assert!(place(Path::new("/tmp/run"), b"/cwd", path.as_bytes()).is_err(), "{path}");
        }
        assert_eq!(place(Path::new("/r"), b"/cwd", b"/cwd/a/b").unwrap(), Path::new("/r/a/b"));
    }
}
