//! What holds for every strategy.

mod support;

use std::time::Instant;

use support::{Crowd, draw, plain};

fn program() -> homing_ir::Program {
    draw(&[&["-> 6", "mark 1", "2 -> 1", "2 -> 2 5", "2 call1 -> 3", "2 -> 4 8", "-> 5 7", "1", "3 -> 5 7"], &["2"]])
}

fn all() -> Vec<String> {
    let mut names: Vec<String> = plain().into_iter().map(String::from).collect();
    names.extend(
        [
            "interleave:2*sdse,klee",
            "round-robin:dfs,sage",
            "batch:100*random",
            "ties-random:sdse",
            "patient:(ties-oldest:astar2)",
        ]
        .map(String::from),
    );
    names.extend(homing_directed::BACKWARDS.map(String::from));
    names
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let p = program();
    for name in all() {
        let run = |seed: u64| {
            let mut crowd = Crowd::new(&p, &name, seed);
            (0..3000).map(|_| crowd.step(30, 20)).collect::<Vec<u64>>()
        };
        assert_eq!(run(5), run(5), "{name}");
    }
    // Enough for the first turn of those parts of `auto` that leave something to chance.
    let picks = |name: &str, seed: u64| {
        let mut crowd = Crowd::new(&p, name, seed);
        (0..600).map(|_| crowd.step(40, 0)).collect::<Vec<u64>>()
    };
    for name in ["random", "random-path", "coverage", "klee", "sage", "auto"] {
        assert_ne!(picks(name, 1), picks(name, 2), "{name}: seeds make no difference");
    }
}

#[test]
fn every_state_is_run_and_nothing_is_left() {
    let p = program();
    for name in all() {
        let mut crowd = Crowd::new(&p, &name, 3);
        // A tree that grows, then one that shrinks.
        (0..500).for_each(|_| assert!(crowd.alive == 0 || crowd.step(40, 5) != 0));
        let mut steps = 0;
        while crowd.step(5, 50) != 0 {
            steps += 1;
            assert!(steps < 100_000, "{name}: {} left", crowd.alive);
        }
        assert_eq!(crowd.alive, 0, "{name}");
        assert!(crowd.states[1..].iter().all(|(steps, _)| *steps > 0), "{name}");
    }
}

#[test]
fn a_hundred_thousand_states_are_no_burden() {
    let p = program();
    for name in all() {
        let mut crowd = Crowd::new(&p, &name, 3);
        while crowd.alive < 100_000 {
            crowd.step(100, 0);
        }
        let before = Instant::now();
        (0..100_000).for_each(|_| assert_ne!(crowd.step(10, 10), 0));
        let took = before.elapsed().as_secs_f64();
        println!("{name:32} {took:.3} s for 100,000 choices among 100,000 states");
        // Far above what is measured, for slow machines with other work; a choice that looks at all states takes minutes.
        assert!(took < 20.0, "{name}: {took} s");
    }
}
