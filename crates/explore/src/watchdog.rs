//! Ends solver queries when the time of the run is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A thread that sets a flag after a time, unless the watchdog is dropped before.
pub(crate) struct Watchdog {
    /// Dropped to wake the thread.
    alive: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    pub fn start(after: Option<Duration>, stop: Arc<AtomicBool>) -> Watchdog {
        let Some(after) = after else { return Watchdog { alive: None, thread: None } };
        let (alive, ended) = channel::<()>();
        let thread = std::thread::spawn(move || {
            if let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(after) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        Watchdog { alive: Some(alive), thread: Some(thread) }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.alive = None;
        if let Some(t) = self.thread.take() {
            let _ = t.join();
        }
    }
}
