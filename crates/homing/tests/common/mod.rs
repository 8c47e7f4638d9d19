//! Running the real binary from tests.

#![allow(dead_code)] // each test file uses a part

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run of the binary gave.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `homing` in a folder of its own, so that output folders do not collide.
pub fn homing<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Ran {
    let folder = tempfile::tempdir().expect("a temporary folder");
    homing_in(folder.path(), args)
}

/// Runs `homing` in that folder.
pub fn homing_in<S: AsRef<std::ffi::OsStr>>(folder: &Path, args: &[S]) -> Ran {
    let out = Command::new(env!("CARGO_BIN_EXE_homing")).args(args).current_dir(folder).output().expect("homing runs");
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    Ran { code: out.status.code().unwrap_or(-1), stdout: text(&out.stdout), stderr: text(&out.stderr) }
}

/// Applies `f` to each item, on all cores; results in the order of the items.
pub fn parallel<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|s| {
        for _ in 0..workers {
            s.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(i) else { break };
                    let r = f(item);
                    results.lock().unwrap().push((i, r));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, r)| r).collect()
}

/// Is the C library there that programs with an environment are run against? The set-up goes on without it where its source cannot be had; then
/// what needs it cannot be tested, and this says so.
#[allow(dead_code)]
pub fn has_libc() -> bool {
    let home = || std::env::var_os("HOME").map(|h| PathBuf::from(h).join(".cache"));
    let cache = || std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home);
    let path = std::env::var_os("HOMING_LIBC").map(PathBuf::from).or_else(|| Some(cache()?.join("homing/libc-1.a")));
    let there = path.is_some_and(|p| p.exists());
    if !there {
        eprintln!("not tested: the C library for analysed programs is not there (tools/libc builds it)");
    }
    there
}

/// All programs in C below a folder, sorted.
pub fn c_files(root: &Path) -> Vec<PathBuf> {
    let mut all = programs(root);
    all.retain(|f| f.extension().is_some_and(|x| x == "c"));
    all
}

/// All programs in C and microc below a folder, sorted.
pub fn programs(root: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut entries: Vec<PathBuf> = std::fs::read_dir(root).expect("a folder").map(|e| e.unwrap().path()).collect();
    entries.sort();
    for e in entries {
        if e.is_dir() {
            out.extend(programs(&e));
        } else if e.extension().is_some_and(|x| x == "c" || x == "uc") {
            out.push(e);
        }
    }
    out
}
