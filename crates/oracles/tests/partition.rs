//! Random programs with symbolic globals: the paths divide the inputs, and each gives the outputs of native runs.

use std::time::Duration;

use homing_oracles::csmith::{Lab, Verdict};
use homing_oracles::walk::Budget;
use homing_oracles::workers::share;
use homing_testkit::TempDir;

const PROGRAMS: u64 = 40;
const BUDGET: Budget = Budget { paths: 200, instructions: 1_500_000, time: Duration::from_secs(4) };

#[test]
fn every_input_has_exactly_one_path_and_its_outputs_are_right() {
    let results = share(PROGRAMS, |next| {
        let dir = TempDir::new("partition");
        let lab = Lab::new(&dir);
        std::iter::from_fn(|| next().map(|n| (n, lab.partition(n + 1, &BUDGET, 8, n % 4 < 2)))).collect()
    });
    let wrong: Vec<_> = results.iter().filter(|r| matches!(r.1, Verdict::Different(_))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let paths: Vec<u64> = results.iter().filter_map(|r| if let Verdict::Same(n) = r.1 { Some(n) } else { None }).collect();
    let several = paths.iter().filter(|n| **n > 1).count();
    assert!(several >= 6, "only {several} of {} programs have several paths", paths.len());
}
