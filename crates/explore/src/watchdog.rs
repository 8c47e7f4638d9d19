//! Ends solver queries when the time of the run is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::RunLimits;

/// A thread that sets a flag after a time, unless the watchdog is dropped before.
pub(crate) struct Watchdog {
    /// Dropped to wake the thread.
    alive: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// How often the caller's flag is looked at.
const LOOK: Duration = Duration::from_millis(50);

impl Watchdog {
    /// Sets `stop` once the time (of the clock, or of the processor) is over or the caller's own flag is set.
    pub fn start(limits: &RunLimits, user: Option<Arc<AtomicBool>>, stop: Arc<AtomicBool>) -> Watchdog {
        if limits.time.is_none() && limits.cpu.is_none() && user.is_none() {
            return Watchdog { alive: None, thread: None };
        }
        let (alive, ended) = channel::<()>();
        let end = limits.time.map(|t| Instant::now() + t);
        let cpu = limits.cpu.map(|cpu| (cpu.clock, (cpu.clock)() + cpu.limit.as_secs_f64()));
        let thread = std::thread::spawn(move || {
            loop {
                let left = end.map_or(LOOK, |e| e.saturating_duration_since(Instant::now()).min(LOOK));
                if !matches!(ended.recv_timeout(left), Err(RecvTimeoutError::Timeout)) {
                    return;
                }
                let asked = user.as_ref().is_some_and(|u| u.load(Ordering::Relaxed));
                let spent = cpu.is_some_and(|(clock, end)| clock() >= end);
                if asked || spent || end.is_some_and(|e| Instant::now() >= e) {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
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
