//! A panic of ours, forced anywhere in executor, memory, term store or solver, in whichever run, never becomes a wrong proof.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use homing_oracles::coverage::{Setting, Subject, check, config};
use homing_oracles::generate::{Shape, generate};
use homing_term::fault;
use homing_testkit::TempDir;

/// Runs with a forced panic, over so many programs.
const RUNS: u64 = 1000;
const PROGRAMS: u64 = 40;

/// The run that explores everything alone, with others beside it that start unconstrained, and with guessed inputs.
const SEARCHES: [&str; 5] = ["dfs", "auto", "ccbse:dfs", "mix-ccbse:sdse", "interleave:dfs,guess"];

/// A number from a seed; any will do.
fn mixed(seed: u64) -> u64 {
    let x = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ x >> 29
}

#[test]
fn a_panic_anywhere_is_no_proof() {
    std::panic::set_hook(Box::new(|_| {}));
    let dir = TempDir::new("faults");
    let (mut caught, mut died, mut reached, mut left) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for n in 0..PROGRAMS {
        let source = generate(9000 + n, Shape { bytes: 1 + n as usize % 2, errors: n % 3 == 0, floats: false });
        let subject = Subject::new(&dir, source).expect("a program");
        for k in 0..RUNS / PROGRAMS {
            let seed = mixed(n * 1000 + k);
            let search = SEARCHES[(seed >> 8) as usize % SEARCHES.len()];
            let mut config = config(search, seed % 97, Duration::from_secs(20));
            config.limits.max_instructions = Some(100_000);
            let setting = Setting { promote: seed & 1 == 0, config };
            // A few points to many: programs of this size come to some thousands.
            fault::arm(1 + (seed >> 16) % (1 << (3 + seed % 11)));
            let outcome = catch_unwind(AssertUnwindSafe(|| check(&subject, &setting)));
            let not_met = fault::arm(0) > 0;
            match outcome {
                Err(_) => died += 1,
                Ok(Err(why)) => wrong.push(format!("program {n}, run {k}, {search}: {why}")),
                Ok(Ok(tally)) => {
                    left += u64::from(not_met);
                    caught += u64::from(!not_met);
                    reached += tally.reached;
                    if !not_met && tally.unreachable > 0 {
                        wrong.push(format!("program {n}, run {k}, {search}: a proof in spite of a panic"));
                    }
                }
            }
        }
    }
    let _ = std::panic::take_hook();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(caught > RUNS / 4 && reached > 0, "{caught} caught, {died} ended, {left} without a panic, {reached} lines reached");
}
