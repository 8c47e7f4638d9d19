//! Random programs: the interpreter gives the native run's checksum.

#[path = "support/mod.rs"]
mod support;

#[path = "support/random.rs"]
mod random;

use homing_testkit::TempDir;
use random::{Verdict, check, workshops};

/// Programs that must have been compared, and seeds that may be tried for that.
const WANTED: u64 = 100;
const TRIES: u64 = 160;
/// The machine's work is split by seeds; each worker must do its share.
const WORKERS: u64 = 2;

#[test]
fn checksums_equal_native_runs() {
    let workers: Vec<_> = (0..WORKERS).map(|w| std::thread::spawn(move || share(w))).collect();
    let failures: Vec<String> = workers.into_iter().flat_map(|w| w.join().expect("a worker does not panic")).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn share(worker: u64) -> Vec<String> {
    let dir = TempDir::new("csmith");
    let workshops = workshops(&dir);
    let (mut same, mut steps, mut failures) = (0, 0, Vec::new());
    for n in (1..=TRIES).filter(|n| (n / 4) % WORKERS == worker) {
        match check(&workshops, n) {
            Verdict::Same { steps: s } => {
                same += 1;
                steps += s;
            }
            Verdict::Skipped => {}
            Verdict::Different(how) => failures.push(format!("program {n}: {how}")),
        }
        if same >= WANTED / WORKERS {
            break;
        }
    }
    if steps < 10_000 * same {
        failures.push(format!("worker {worker}: the programs do next to nothing, {steps} steps in {same} of them"));
    }
    if failures.is_empty() && same < WANTED / WORKERS {
        failures.push(format!("worker {worker}: only {same} programs ended in time"));
    }
    failures
}
