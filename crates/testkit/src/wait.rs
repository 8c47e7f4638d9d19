//! Waiting for something to happen: asleep until it does, and never longer than a limit.

use std::ffi::CString;
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

/// Waits for a child; `None` if it was still running after `limit` and was ended.
pub fn at_most(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    // SAFETY: a system call without pointers. The child is ours and nobody has waited for it, so the number is its own.
    let raw = unsafe { libc::syscall(libc::SYS_pidfd_open, child.id(), 0) };
    assert!(raw >= 0, "a descriptor of the child: {}", std::io::Error::last_os_error());
    // SAFETY: the call has just made the descriptor, and nobody else has it.
    let ended = unsafe { OwnedFd::from_raw_fd(raw as libc::c_int) };
    let in_time = readable(&ended, Instant::now() + limit);
    if !in_time {
        child.kill().expect("the child can be ended");
    }
    let status = child.wait().expect("the child can be waited for");
    in_time.then_some(status)
}

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

/// Sleeps until there is something to read; false if there is still nothing at `end`.
fn readable(from: &impl AsRawFd, end: Instant) -> bool {
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let mut one = libc::pollfd { fd: from.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one entry, a local variable. The descriptor is open as long as `from` is borrowed.
        match unsafe { libc::poll(&mut one, 1, left.as_millis().min(1 << 30) as libc::c_int + 1) } {
            0 if Instant::now() >= end => return false,
            1.. => return true,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn children_end_by_themselves_or_are_ended() {
        let mut quick = Command::new("true").spawn().expect("it runs");
        assert!(at_most(&mut quick, Duration::from_secs(60)).is_some_and(|s| s.success()));
        let mut endless = Command::new("sleep").arg("600").spawn().expect("it runs");
        assert_eq!(at_most(&mut endless, Duration::from_millis(10)), None);
    }

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
