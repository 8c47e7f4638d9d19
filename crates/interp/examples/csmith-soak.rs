//! A longer comparison with native runs: `cargo run --release -p homing-interp --example csmith-soak -- 1000 [FIRST]`
//! goes through that many random programs, prints what differs, and fails if anything does.

#[path = "../tests/support/mod.rs"]
mod support;

#[path = "../tests/support/random.rs"]
mod random;

use homing_testkit::TempDir;
use random::{Verdict, check, workshops};

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().expect("arguments are numbers"));
    let count = args.next().unwrap_or(1000);
    let first = args.next().unwrap_or(1);
    let dir = TempDir::new("soak");
    let workshops = workshops(&dir);
    let (mut same, mut skipped, mut different) = (0u64, 0u64, 0u64);
    let mut steps = 0u64;
    for n in first..first + count {
        match check(&workshops, n) {
            Verdict::Same { steps: s } => {
                same += 1;
                steps += s;
            }
            Verdict::Skipped => skipped += 1,
            Verdict::Different(how) => {
                different += 1;
                println!("program {n}: {how}");
            }
        }
        if (n - first + 1) % 50 == 0 {
            println!("{} programs: {same} same, {skipped} skipped, {different} different", n - first + 1);
        }
    }
    println!("{same} same, {skipped} skipped, {different} different; {steps} steps");
    assert_eq!(different, 0, "programs differ");
}
