//! Ctrl-C, SIGTERM and SIGHUP: the first asks the run to end with a report, the second quits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// Set once the user has asked the run to end.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Starts to listen.
    pub fn listen() -> Interrupt {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // Whoever starts a program with `nohup` wants it to outlive the terminal.
            if signal == SIGHUP && is_ignored(signal) {
                continue;
            }
            // The order matters: the first signal finds the flag unset and only sets it, the next one quits.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, flag.clone());
            let _ = signal_hook::flag::register(signal, flag.clone());
        }
        Interrupt(flag)
    }

    /// The flag itself, for work that cannot ask.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    /// Has the user asked?
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Was the program started with this signal ignored?
fn is_ignored(signal: libc::c_int) -> bool {
    let mut now = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: sigaction fills the struct it is given, and it is read only when the call says that it did.
    unsafe { libc::sigaction(signal, std::ptr::null(), now.as_mut_ptr()) == 0 && now.assume_init().sa_sigaction == libc::SIG_IGN }
}
