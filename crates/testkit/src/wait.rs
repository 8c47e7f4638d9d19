//! Waiting for something to happen: asleep until it does, and never longer than a limit.

use std::ffi::CString;
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

use homing_host::process::readable;

/// Waits until `done` says so, asking again whenever something in the folder is made, written or renamed; false after `limit`.
pub fn until(folder: &Path, limit: Duration, mut done: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + limit;
    // SAFETY: a system call without pointers.
    let raw = unsafe { libc::inotify_init1(libc::IN_CLOEXEC) };
    assert!(raw >= 0, "a descriptor for changes: {}", std::io::Error::last_os_error());
    // SAFETY: the call has just made the descriptor, and nobody else has it.
    let mut changes = File::from(unsafe { OwnedFd::from_raw_fd(raw) });
    let path = CString::new(folder.as_os_str().as_bytes()).expect("a path without NUL");
    let what = libc::IN_CREATE | libc::IN_MODIFY | libc::IN_CLOSE_WRITE | libc::IN_MOVED_TO;
    // SAFETY: a live descriptor and a string that ends with NUL, which the kernel only reads.
    let watch = unsafe { libc::inotify_add_watch(changes.as_raw_fd(), path.as_ptr(), what) };
    assert!(watch >= 0, "{} cannot be watched: {}", folder.display(), std::io::Error::last_os_error());
    // What happens between the question and the sleep is kept for the sleep to end.
    while !done() {
        if !readable(&changes, end) {
            return false;
        }
        let _ = changes.read(&mut [0; 4096]).expect("the changes");
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_a_folder_wake_who_waits() {
        let folder = &crate::TempDir::new("wait");
        assert!(!until(folder.path(), Duration::from_millis(10), || false));
        let file = folder.path().join("a");
        let (asked, first) = std::sync::mpsc::channel();
        std::thread::scope(|s| {
            s.spawn(move || {
                first.recv().expect("somebody waits");
                folder.write("a", "text");
            });
            let done = || {
                let _ = asked.send(());
                std::fs::read_to_string(&file).is_ok_and(|t| t == "text")
            };
            assert!(until(folder.path(), Duration::from_secs(60), done));
        });
    }
}
