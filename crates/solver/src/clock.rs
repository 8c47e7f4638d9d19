//! The CPU time of this thread: what a query costs, however busy the machine is.

/// Nanoseconds of CPU time that this thread has used.
pub fn thread_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes into `now` and nothing else.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut now) } != 0;
    if failed { 0 } else { now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64 }
}
