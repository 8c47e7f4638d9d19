//! What was learned from finished paths closes nothing that something could be met below: random microc programs, with as many inputs as there are
//! tried where that goes, and every closed state explored all the same.

use std::time::Duration;

use homing_oracles::microc::{Budget, Modes, Tally, check, text};

#[test]
fn nothing_is_met_below_what_was_closed() {
    let budget = Budget { instructions: 3_000, time: Duration::from_secs(2), solver_work: 1_000_000 };
    let programs = std::env::var("HOMING_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let mut all = Tally::default();
    for seed in 20_000..20_000 + programs {
        let t = check(seed, &budget, Modes::Subsumed).unwrap_or_else(|e| panic!("{e}\n{}", text(seed)));
        all.closed += t.closed;
        all.audited += t.audited;
        all.reached += t.reached;
        all.unreachable += t.unreachable;
    }
    println!("{all:?}");
    assert!(all.closed > 300 && all.audited > 100, "{all:?}");
}
