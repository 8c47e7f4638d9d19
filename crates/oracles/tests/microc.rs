//! A thousand random microc programs; the soak has more.

use std::time::Duration;

use homing_oracles::microc::{Budget, Modes, Tally, check, text};

#[test]
fn what_the_engine_says_is_what_runs_do() {
    let budget = Budget { instructions: 800, time: Duration::from_secs(2), solver_work: 1_000_000 };
    let mut all = Tally::default();
    let (mut whole, mut brute) = (0, 0);
    for seed in 0..1_000 {
        let t = check(seed, &budget, Modes::One).unwrap_or_else(|e| panic!("{e}\n{}", text(seed)));
        all.paths += t.paths;
        all.reached += t.reached;
        all.unreachable += t.unreachable;
        all.joins += t.joins;
        all.counted += t.counted;
        whole += usize::from(t.whole);
        brute += usize::from(t.brute);
    }
    println!("{all:?}, {whole} whole, {brute} by brute force");
    assert!(all.paths > 4_000 && all.reached > 10_000 && all.unreachable > 500, "{all:?}");
    assert!(whole > 400 && brute > 300, "{whole} {brute}");
    assert!(all.counted > 50, "{} programs with joins", all.counted);
}
