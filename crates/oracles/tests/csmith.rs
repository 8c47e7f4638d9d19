//! Random programs without undefined behaviour: the executor gives the native run's checksum.

use homing_oracles::csmith::{Verdict, concrete, workshops};
use homing_oracles::workers::share;
use homing_testkit::TempDir;

const PROGRAMS: u64 = 40;
/// Instructions of one program; longer ones are skipped.
const LIMIT: u64 = 3_000_000;

#[test]
fn the_executor_computes_what_native_runs_compute() {
    let results = share(PROGRAMS, |next| {
        let dir = TempDir::new("exec-csmith");
        let shops = workshops(&dir);
        // Other seeds than the interpreter's test has; four profiles, by pairs of numbers.
        std::iter::from_fn(|| next().map(|n| (n, concrete(&shops, 5000 + n / 2 + n % 2 * 101, LIMIT)))).collect()
    });
    let wrong: Vec<_> = results.iter().filter(|r| matches!(r.1, Verdict::Different(_))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let same: Vec<u64> = results.iter().filter_map(|r| if let Verdict::Same(steps) = r.1 { Some(steps) } else { None }).collect();
    assert!(same.len() >= 30, "only {} programs were compared", same.len());
    assert!(same.iter().sum::<u64>() > 1_000_000, "the programs do next to nothing");
}
