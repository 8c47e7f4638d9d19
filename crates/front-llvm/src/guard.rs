//! LLVM trusts bitcode: a damaged file can make it crash, give up inside, or go round for ever (its verifier does in debug information
//! that leads back to itself). While it reads one, those ends are caught and reported as what they are, bad input, instead of a
//! crash or a hang of the tool.

use std::ffi::{CStr, c_char, c_int};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Once, OnceLock};

/// Says what to do when LLVM cannot go on with a file: the hook gets a message, then the process ends with this exit code.
/// Without a hook the process crashes as usual. The hook may run in a signal handler: it should only write the message
/// out. Only the first call has an effect.
pub fn on_fatal_error(hook: fn(&str), exit_code: i32) {
    let _ = HOOK.set((hook, exit_code));
}

type Hook = fn(&str);

static HOOK: OnceLock<(Hook, i32)> = OnceLock::new();

/// What is being read, for the message; leaked, or null.
static READING: AtomicPtr<Messages> = AtomicPtr::new(std::ptr::null_mut());

struct Messages {
    crashed: String,
    slow: String,
}

/// CPU seconds that reading may take: far more than any file of that size needs, so that no file is refused on a slow machine.
fn limit(bytes: u64) -> u64 {
    10 + bytes / 50_000
}

const SIGNALS: [c_int; 6] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT, libc::SIGTRAP];

/// Catches LLVM's crashes until dropped.
pub(crate) struct Guard {
    before: Vec<(c_int, libc::sigaction)>,
    /// The timer of the guard around this one.
    timer: Option<libc::itimerval>,
}

impl Guard {
    /// `path` is named when something goes wrong; `also` are read under the same guard.
    pub fn new(path: &Path, also: &[PathBuf]) -> Guard {
        static ONCE: Once = Once::new();
        // SAFETY: installs a handler of the right type.
        ONCE.call_once(|| unsafe { llvm_sys::error_handling::LLVMInstallFatalErrorHandler(Some(fatal)) });
        let mut before = Vec::new();
        let mut timer = None;
        if HOOK.get().is_some() {
            let size = |p: &Path| std::fs::metadata(p).map_or(0, |m| m.len());
            let seconds = limit(size(path) + also.iter().map(|p| size(p)).sum::<u64>());
            let messages = Messages {
                crashed: format!("{}: damaged: LLVM crashed while reading it", path.display()),
                slow: format!("{}: damaged: LLVM was still at it after {seconds} CPU seconds", path.display()),
            };
            // Leaked on purpose: a handler may be reading the one before.
            READING.store(Box::into_raw(Box::new(messages)), Ordering::SeqCst);
            for signal in SIGNALS.into_iter().chain([libc::SIGVTALRM]) {
                // SAFETY: plain sigaction calls with initialised structures.
                unsafe {
                    let mut new: libc::sigaction = std::mem::zeroed();
                    new.sa_sigaction = crashed as extern "C" fn(c_int) as usize;
                    new.sa_flags = libc::SA_ONSTACK;
                    let mut old: libc::sigaction = std::mem::zeroed();
                    if libc::sigaction(signal, &new, &mut old) == 0 {
                        before.push((signal, old));
                    }
                }
            }
            timer = Some(set_timer(&libc::itimerval {
                it_interval: ZERO,
                it_value: libc::timeval { tv_sec: seconds as i64, tv_usec: 0 },
            }));
        }
        Guard { before, timer }
    }
}

const ZERO: libc::timeval = libc::timeval { tv_sec: 0, tv_usec: 0 };

/// Starts the timer of this process's CPU time; what it was set to.
fn set_timer(to: &libc::itimerval) -> libc::itimerval {
    let mut before = libc::itimerval { it_interval: ZERO, it_value: ZERO };
    // SAFETY: both pointers are to live structures.
    unsafe { libc::setitimer(libc::ITIMER_VIRTUAL, to, &mut before) };
    before
}

impl Drop for Guard {
    fn drop(&mut self) {
        // First of all: the handlers of a guard inside another one are the same.
        if let Some(timer) = &self.timer {
            set_timer(timer);
        }
        for (signal, old) in &self.before {
            // SAFETY: restores what was there.
            unsafe { libc::sigaction(*signal, old, std::ptr::null_mut()) };
        }
    }
}

extern "C" fn crashed(signal: c_int) {
    // SAFETY: the pointer is null or leaked.
    let messages = unsafe { READING.load(Ordering::SeqCst).as_ref() };
    end(messages.map_or("LLVM crashed", |m| if signal == libc::SIGVTALRM { &m.slow } else { &m.crashed }));
}

extern "C" fn fatal(reason: *const c_char) {
    if HOOK.get().is_some() {
        // SAFETY: LLVM passes a NUL-terminated string.
        end(&unsafe { CStr::from_ptr(reason) }.to_string_lossy());
    }
}

fn end(text: &str) {
    if let Some((hook, code)) = HOOK.get() {
        hook(text);
        // No destructors: whatever crashed may have left them nothing sound to work on.
        // SAFETY: ends the process.
        unsafe { libc::_exit(*code) };
    }
}
