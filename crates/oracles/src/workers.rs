//! Splits seeds over threads.

/// Threads that tests use.
pub const WORKERS: u64 = 2;

/// Gives each worker every second of the numbers `0..count`; the results in order of the numbers. A worker makes what it needs (folders,
/// compiled stubs) once.
pub fn share<T: Send>(count: u64, work: impl Fn(&mut dyn FnMut() -> Option<u64>) -> Vec<(u64, T)> + Sync) -> Vec<(u64, T)> {
    let mut all: Vec<(u64, T)> = std::thread::scope(|s| {
        let workers: Vec<_> = (0..WORKERS)
            .map(|w| {
                let work = &work;
                s.spawn(move || {
                    let mut numbers = (0..count).filter(move |n| n % WORKERS == w);
                    work(&mut || numbers.next())
                })
            })
            .collect();
        workers.into_iter().flat_map(|w| w.join().expect("a worker does not panic")).collect()
    });
    all.sort_by_key(|r| r.0);
    all
}
