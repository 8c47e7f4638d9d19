//! Ends a query of Z3 that takes too long, or that nobody waits for any more.
//!
//! Z3's own time limit is not used: its timers are shared by all contexts of a process, and contexts of several threads
//! can end up waiting for each other's.

use crate::Why;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use z3_sys::{Z3_context, Z3_interrupt};

/// A thread that interrupts a context once a time is over or a flag is set. Waits asleep; made at the first query that can end so.
#[derive(Default)]
pub(super) struct Watch {
    /// Queries end when this is set.
    pub(super) stop: Option<Arc<AtomicBool>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    order: Mutex<Order>,
    changed: Condvar,
}

#[derive(Default)]
struct Order {
    /// The query that runs.
    pending: Option<Pending>,
    /// It was interrupted, for this reason.
    struck: Option<Why>,
    quit: bool,
}

struct Pending {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    context: Context,
}

impl Pending {
    /// Why it is to end now; else how long to wait before asking again.
    fn look(&self) -> Result<Option<Duration>, Why> {
        if self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Err(Why::Interrupted);
        }
        let left = self.deadline.map(|d| d.saturating_duration_since(Instant::now()));
        if left == Some(Duration::ZERO) {
            return Err(Why::Time);
        }
        Ok(left.into_iter().chain(self.stop.as_ref().map(|_| LOOK)).min())
    }
}

#[derive(Clone, Copy)]
struct Context(Z3_context);

// SAFETY: the other thread only passes it to `Z3_interrupt`, which is made to be called from other threads, and only
// while the query runs: `Watch::guarded` takes the order back before the context can go away.
unsafe impl Send for Context {}

/// An interrupt is repeated after this long: one that comes before Z3 has begun to search is not seen.
const AGAIN: Duration = Duration::from_millis(20);

/// How often the flag is looked at.
const LOOK: Duration = Duration::from_millis(20);

impl Watch {
    /// Runs a query on `ctx`; says why if it was interrupted.
    pub(super) fn guarded<T>(
        &mut self,
        ctx: Z3_context,
        time: Option<Duration>,
        query: impl FnOnce() -> T,
    ) -> Result<(T, Option<Why>), Why> {
        let deadline = time.and_then(|t| Instant::now().checked_add(t));
        if deadline.is_none() && self.stop.is_none() {
            return Ok((query(), None));
        }
        if self.thread.is_none() {
            let shared = self.shared.clone();
            let made = std::thread::Builder::new().name("z3-watch".into()).spawn(move || shared.keep_watch());
            self.thread = Some(made.map_err(|e| Why::Failed(format!("no thread to watch Z3's time: {e}")))?);
        }
        let mut order = self.shared.lock();
        let pending = Pending { deadline, stop: self.stop.clone(), context: Context(ctx) };
        (order.pending, order.struck) = (Some(pending), None);
        drop(order);
        self.shared.changed.notify_one();
        let result = query();
        let mut order = self.shared.lock();
        order.pending = None;
        Ok((result, order.struck.take()))
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep_watch(&self) {
        let mut order = self.lock();
        while !order.quit {
            let wait = match order.pending.as_ref().map(|p| (p.look(), p.context)) {
                None => None,
                Some((Ok(wait), _)) => wait,
                Some((Err(why), ctx)) => {
                    order.struck.get_or_insert(why);
                    // SAFETY: the query is running, see `Context`; the lock keeps it from being taken back meanwhile.
                    unsafe { Z3_interrupt(ctx.0) };
                    Some(AGAIN)
                }
            };
            order = match wait {
                None => self.changed.wait(order).unwrap_or_else(PoisonError::into_inner),
                Some(wait) => self.changed.wait_timeout(order, wait).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.lock().quit = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // A watch that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}
