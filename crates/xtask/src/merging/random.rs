//! Random microc programs, explored with every way to join states and without, and run with all inputs where these are few.

use std::time::Duration;

use homing_oracles::microc::{Budget, Modes, Tally, check, text};

/// What is not decided soon is left, by work and not by the clock.
const BUDGET: Budget = Budget { instructions: 800, time: Duration::from_secs(60), solver_work: 300_000 };

/// Compares; a row for each hundred programs, and whether nothing is wrong.
pub fn run(programs: u64, first: u64) -> (String, bool) {
    let mut out = [
        "programs",
        "paths",
        "reached",
        "unreachable",
        "unknown",
        "whole",
        "all inputs tried",
        "joins",
        "runs with joins, paths counted",
    ]
    .join("\t")
        + "\n";
    let (mut all, mut whole, mut brute, mut wrong) = (Tally::default(), 0, 0, 0);
    for seed in first..first + programs {
        match check(seed, &BUDGET, Modes::Every) {
            Ok(t) => {
                all.paths += t.paths;
                all.reached += t.reached;
                all.unreachable += t.unreachable;
                all.unknown += t.unknown;
                all.joins += t.joins;
                all.counted += t.counted;
                whole += usize::from(t.whole);
                brute += usize::from(t.brute);
            }
            Err(e) => {
                wrong += 1;
                println!("WRONG {e}\n{}", text(seed));
            }
        }
        let done = seed + 1 - first;
        if done.is_multiple_of(100) || done == programs {
            let cells = [all.paths, all.reached, all.unreachable, all.unknown, whole, brute].map(|n| n.to_string());
            let row = format!("{done}\t{}\t{}\t{}", cells.join("\t"), all.joins, all.counted);
            println!("{row}");
            out += &(row + "\n");
        }
    }
    println!("{wrong} wrong");
    (out, wrong == 0)
}
