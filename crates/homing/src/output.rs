//! Standard output and standard error: what cannot be written is told where that is possible, and gives an exit code.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit;

/// Was standard output closed when the program was started? Rust opens /dev/null in its place before `main`, so it takes a look
/// that comes before that.
static CLOSED: AtomicBool = AtomicBool::new(false);

#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

extern "C" fn look() {
    // SAFETY: asks for the flags of a descriptor, which changes nothing.
    let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
    CLOSED.store(flags < 0, Ordering::Relaxed);
}

/// Why standard output could not be written, the first time that happened.
static FAILED: Mutex<Option<String>> = Mutex::new(None);

/// Prints to standard output.
pub fn print(text: &str) {
    write(text.as_bytes());
}

/// Writes to standard output; false when that is not possible any more.
pub fn write(bytes: &[u8]) -> bool {
    let mut out = std::io::stdout().lock();
    written(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Takes note of how an attempt to write to standard output ended; false when it failed. A reader that went away is no error.
pub fn written(result: std::io::Result<()>) -> bool {
    let why = match result {
        Ok(()) if !CLOSED.load(Ordering::Relaxed) => return true,
        Ok(()) => "it is closed".to_string(),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => return false,
        Err(e) => homing_host::io_message(&e),
    };
    FAILED.lock().unwrap_or_else(|p| p.into_inner()).get_or_insert(why);
    false
}

/// The exit code to end with: that of the work, unless its result could not be written.
pub fn exit_code(code: i32) -> i32 {
    match FAILED.lock().unwrap_or_else(|p| p.into_inner()).take() {
        Some(why) => {
            tell!("homing: cannot write to standard output: {why}");
            exit::INPUT
        }
        None => code,
    }
}

/// Writes a line to standard error. Where that cannot be written there is nobody left to tell, which is no reason to fail.
pub fn complain(text: Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
