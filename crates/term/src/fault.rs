//! Forced panics, for tests alone (feature `faults`): a defect of ours must never become a wrong proof. Without the feature nothing is here.

#[cfg(feature = "faults")]
thread_local! {
    static LEFT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// The `n`th point that this thread comes to panics; with 0 none does. Gives what was left of the last number.
#[cfg(feature = "faults")]
pub fn arm(n: u64) -> u64 {
    LEFT.replace(n)
}

/// A place where a panic may be forced.
#[inline(always)]
pub fn point() {
    #[cfg(feature = "faults")]
    LEFT.with(|left| match left.get() {
        0 => {}
        1 => {
            left.set(0);
            panic!("a forced panic");
        }
        n => left.set(n - 1),
    });
}
