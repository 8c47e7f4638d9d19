//! LLVM trusts bitcode: a damaged file can make it crash or give up inside. While it reads one, those ends are caught and
//! reported as what they are, bad input, instead of a crash of the tool.

use std::ffi::{CStr, c_char, c_int};
use std::path::Path;
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

/// What is being read, for the message; a leaked string, or null.
static READING: AtomicPtr<String> = AtomicPtr::new(std::ptr::null_mut());

const SIGNALS: [c_int; 6] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT, libc::SIGTRAP];

/// Catches LLVM's crashes until dropped.
pub(crate) struct Guard {
    before: Vec<(c_int, libc::sigaction)>,
}

impl Guard {
    pub fn new(path: &Path) -> Guard {
        static ONCE: Once = Once::new();
        // SAFETY: installs a handler of the right type.
        ONCE.call_once(|| unsafe { llvm_sys::error_handling::LLVMInstallFatalErrorHandler(Some(fatal)) });
        let mut before = Vec::new();
        if HOOK.get().is_some() {
            let text = format!("{}: damaged: LLVM crashed while reading it", path.display());
            // Leaked on purpose: a handler may be reading the one before.
            READING.store(Box::into_raw(Box::new(text)), Ordering::SeqCst);
            for signal in SIGNALS {
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
        }
        Guard { before }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        for (signal, old) in &self.before {
            // SAFETY: restores what was there.
            unsafe { libc::sigaction(*signal, old, std::ptr::null_mut()) };
        }
    }
}

extern "C" fn crashed(_: c_int) {
    // SAFETY: the pointer is null or a leaked string.
    let text = unsafe { READING.load(Ordering::SeqCst).as_ref() }.map_or("LLVM crashed", String::as_str);
    end(text);
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
