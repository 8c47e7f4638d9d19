//! What each strategy chooses on small drawn graphs.

mod support;

use support::{Sim, draw};

const MAIN: u32 = 0;

/// A ladder: from block b it is b steps down to the target in block 0.
fn ladder() -> homing_ir::Program {
    // Block 0 is the entry and must not be jumped to: it leads to the top.
    draw(&[&["-> 6", "mark 1", "2 -> 1", "2 -> 2", "2 -> 3", "2 -> 4", "-> 5 7", "1"]])
}

#[test]
fn sdse_takes_the_nearest_and_what_cannot_get_there_last() {
    let p = ladder();
    let mut s = Sim::new(&p, "sdse", 1);
    for (id, block) in [(1, 4), (2, 7), (3, 2), (4, 5), (5, 3)] {
        s.add(id, 0, 10, &[(MAIN, block)]);
    }
    assert_eq!(s.describe()[0], (3, "3".to_string()));
    assert_eq!(s.describe()[4], (2, "infinite".to_string()));
    assert_eq!(s.drain(), [3, 5, 1, 4, 2]);
}

#[test]
fn sdse_counts_returns_over_the_own_stack() {
    // Who called f1 from block 1 of main comes back in front of the target, from block 2 far away from it.
    let p = draw(&[&["-> 1 2", "call1 -> 3", "call1 20 -> 3", "mark 1"], &["1"]]);
    let mut s = Sim::new(&p, "sdse", 1);
    s.add(1, 0, 10, &[(1, 0), (MAIN, 0)]);
    s.add(2, 0, 10, &[(1, 0), (MAIN, 2)]);
    s.add(3, 0, 10, &[(1, 0)]);
    s.add(4, 0, 10, &[(1, 0), (MAIN, 1)]);
    // 4 and 2 wait at the ends of their blocks: both are one instruction away after the return; the newest goes first.
    assert_eq!(s.drain(), [4, 2, 1, 3]);
}

#[test]
fn sdse_intra_knows_the_function_of_the_target_only() {
    let p = draw(&[&["call1 -> 1", "1"], &["5 -> 1", "mark 1"]]);
    let mut s = Sim::new(&p, "sdse-intra", 1);
    s.add(1, 0, 10, &[(MAIN, 0)]);
    s.add(2, 0, 10, &[(1, 0)]);
    assert_eq!(s.describe()[1], (1, "infinite".to_string()));
    assert_eq!(s.drain(), [2, 1]);
    let mut s = Sim::new(&p, "sdse", 1);
    s.add(1, 0, 10, &[(MAIN, 0)]);
    assert_ne!(s.describe()[0].1, "infinite");
}

#[test]
fn astar_adds_the_way_so_far() {
    let p = ladder();
    let mut s = Sim::new(&p, "astar", 1);
    // Distances 3, 6, 9: sums 53, 16, 29.
    s.add(1, 0, 50, &[(MAIN, 2)]);
    s.add(2, 0, 10, &[(MAIN, 3)]);
    s.add(3, 0, 20, &[(MAIN, 4)]);
    assert_eq!(s.describe().into_iter().map(|d| d.1).collect::<Vec<_>>(), ["16", "29", "53"]);
    assert_eq!(s.drain(), [2, 3, 1]);
}

#[test]
fn astar2_makes_loops_expensive_after_as_many_rounds_as_the_way_to_them() {
    let p = draw(&[&["-> 1", "1 -> 1 2", "1 -> 1 3", "mark 1"]]);
    let mut s = Sim::new(&p, "astar2", 1);
    s.add(1, 0, 0, &[(MAIN, 0)]);
    // In block 1 for the first time at depth 11, and a program starts at depth 50; then 59 times more: no more often than its depth.
    s.entered(1, 11, 5, 0, &[(MAIN, 1)], &[(MAIN, 1)]);
    let first = s.describe()[0].1.clone();
    let depth = 61;
    s.entered(1, 130, 120, 0, &[(MAIN, 1)], &[(MAIN, 1); 59]);
    assert_eq!(s.describe()[0].1, first, "free as long as the rounds are not more than the depth");
    // 150 times in all: 61 * log10(150 - 60) / 10.
    s.entered(1, 330, 200, 0, &[(MAIN, 1)], &[(MAIN, 1); 90]);
    let distance: f64 = first.parse::<f64>().unwrap() / 1000.0;
    let want = distance + f64::from(depth) * (150.0 - (f64::from(depth) - 1.0)).log10() / 10.0;
    let got: f64 = s.describe()[0].1.parse::<f64>().unwrap() / 1000.0;
    assert!((got - want).abs() < 0.01, "{got} instead of {want}");
}

#[test]
fn astar2_forks_count_apart() {
    let p = draw(&[&["-> 1", "1 -> 1 2", "1 -> 1 3", "mark 1"]]);
    let mut s = Sim::new(&p, "astar2", 1);
    s.add(1, 0, 0, &[(MAIN, 0)]);
    s.entered(1, 1000, 5, 0, &[(MAIN, 1)], &[(MAIN, 1); 900]);
    s.add(2, 1, 1000, &[(MAIN, 2)]);
    // The child has been in block 2 once, the parent goes on in block 1 and pays.
    let child = s.describe().into_iter().find(|d| d.0 == 2).unwrap().1;
    s.entered(1, 9000, 5, 0, &[(MAIN, 1)], &[(MAIN, 1); 9000]);
    assert_eq!(s.describe().into_iter().find(|d| d.0 == 2).unwrap().1, child);
    assert_eq!(s.pick(), 2);
}

#[test]
fn spread_takes_the_nearest_until_there_are_too_many_of_them() {
    let p = ladder();
    let mut s = Sim::new(&p, "spread", 1);
    // One state three times as far away, then many at the same place: the first of these go before it, the last ones do not.
    s.add(1, 0, 10, &[(MAIN, 4)]);
    (2..=31).for_each(|id| s.add(id, 0, 10, &[(MAIN, 2)]));
    let order = s.drain();
    let before = order.iter().position(|id| *id == 1).unwrap();
    assert_eq!(order[0..2], [3, 2], "the first two pay nothing");
    assert!((4..20).contains(&before), "{order:?}");
}

#[test]
fn spread_tells_states_apart_by_how_a_trail_fell_short() {
    let p = ladder();
    let mut s = Sim::new(&p, "spread", 1);
    (1..=10).for_each(|id| s.add(id, 0, 10, &[(MAIN, 2)]));
    assert_eq!(s.pick(), 2);
    // Where all others are alike, one that would get farther is the first of its kind, and so is one whose numbers come nearer.
    (1..=10).for_each(|id| s.fell_short(id, 4, 9));
    s.fell_short(7, 5, 0);
    assert_eq!(s.pick(), 7);
    s.remove(7, 10);
    s.fell_short(9, 4, 8);
    assert_eq!(s.pick(), 9);
    // What it forks is of the same kind, and pays for it.
    s.add(20, 9, 20, &[(MAIN, 2)]);
    s.add(21, 9, 20, &[(MAIN, 2)]);
    let price = |s: &Sim<'_>, id: u64| s.describe().into_iter().find(|d| d.0 == id).unwrap().1.parse::<u64>().unwrap();
    assert!(price(&s, 9) < price(&s, 21) && price(&s, 21) < price(&s, 10));
}

#[test]
fn spread_leaves_a_loop_without_patience() {
    let p = ladder();
    let runs = |search: &str| spin(&p, search)[2];
    assert_eq!((runs("sdse"), runs("spread") > 0), (0, true), "the second nearest state gets its turn");
}

#[test]
fn ties_are_ordered_as_asked() {
    let p = ladder();
    let order = |search: &str, seed: u64| {
        let mut s = Sim::new(&p, search, seed);
        (1..=8).for_each(|id| s.add(id, 0, 10, &[(MAIN, 3)]));
        s.drain()
    };
    assert_eq!(order("ties-oldest:sdse", 1), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(order("ties-newest:sdse", 1), [8, 7, 6, 5, 4, 3, 2, 1]);
    let random = order("ties-random:sdse", 1);
    assert_eq!(random, order("ties-random:sdse", 1));
    assert!((2..9).any(|seed| order("ties-random:sdse", seed) != random));
}

#[test]
fn a_spinning_state_goes_behind_the_others_but_comes_again() {
    let p = ladder();
    for search in ["sdse", "astar", "astar2", "sdse-intra"] {
        let runs = spin(&p, &format!("patient:{search}"));
        assert!(runs[1..].iter().all(|n| *n > 10), "{search}: {runs:?}");
    }
}

#[test]
fn coming_nearer_is_progress_however_long_the_way_was() {
    let p = ladder();
    for search in ["sdse", "astar", "astar2"] {
        let mut s = Sim::new(&p, &format!("patient:{search}"), 1);
        s.add(1, 0, 10, &[(MAIN, 5)]);
        // Each block is nearer than the one before, 900 instructions apart.
        for (i, block) in [4, 3, 2].into_iter().enumerate() {
            s.ran(1, 910 + 900 * i as u64, 900, &[(MAIN, block)]);
            assert!(!s.describe()[0].1.contains("without progress"), "{search}: {:?}", s.describe());
        }
        s.ran(1, 4000, 1300, &[(MAIN, 2)]);
        assert!(s.describe()[0].1.contains("without progress"), "{search}: {:?}", s.describe());
    }
}

#[test]
fn without_patience_only_the_metric_counts() {
    let p = ladder();
    for search in ["sdse", "sdse-intra"] {
        assert_eq!(spin(&p, search), [0, 200, 0, 0], "{search}: the nearest runs for ever");
    }
    // Depth counts: the state that spins falls behind the other that can get there, but never behind the one that cannot.
    let runs = spin(&p, "astar");
    assert!(runs[1] > 50 && runs[2] > 50 && runs[3] == 0, "{runs:?}");
}

/// How often each of three states is chosen of 200 times: 1 is near the target, 2 far, 3 cannot get there; none ever moves.
fn spin(p: &homing_ir::Program, search: &str) -> [u32; 4] {
    let mut s = Sim::new(p, search, 1);
    let blocks = [0, 2, 5, 7];
    (1..4).for_each(|i| s.add(i, 0, 10, &[(MAIN, blocks[i as usize])]));
    let (mut steps, mut runs) = ([10; 4], [0; 4]);
    for _ in 0..200 {
        let (id, quantum) = s.pick_steps();
        let i = id as usize;
        steps[i] += quantum;
        runs[i] += 1;
        s.ran(id, steps[i], quantum, &[(MAIN, blocks[i])]);
    }
    runs
}

#[test]
fn dfs_stays_with_a_path() {
    let p = ladder();
    let mut s = Sim::new(&p, "dfs", 1);
    s.add(1, 0, 0, &[(MAIN, 0)]);
    s.ran(1, 10, 10, &[(MAIN, 1)]);
    s.add(2, 1, 10, &[(MAIN, 1)]);
    s.ran(1, 20, 10, &[(MAIN, 1)]);
    s.add(3, 1, 20, &[(MAIN, 1)]);
    assert_eq!(s.drain(), [1, 3, 2]);
}

#[test]
fn dfs_leaves_a_path_that_spins() {
    let p = ladder();
    let mut s = Sim::new(&p, "dfs", 1);
    s.add(1, 0, 0, &[(MAIN, 0)]);
    s.add(2, 1, 0, &[(MAIN, 0)]);
    let mut chosen = Vec::new();
    for _ in 0..40 {
        let (id, steps) = s.pick_steps();
        s.ran(id, steps, steps, &[(MAIN, 1)]);
        chosen.push(id);
    }
    assert!(chosen.contains(&1) && chosen.contains(&2), "{chosen:?}");
}

#[test]
fn bfs_takes_turns() {
    let p = ladder();
    let mut s = Sim::new(&p, "bfs", 1);
    (1..=3).for_each(|id| s.add(id, 0, 0, &[(MAIN, 0)]));
    assert_eq!((0..6).map(|_| s.pick()).collect::<Vec<_>>(), [1, 2, 3, 1, 2, 3]);
    assert_eq!(s.drain(), [1, 2, 3]);
}

#[test]
fn random_is_uniform() {
    let p = ladder();
    let mut s = Sim::new(&p, "random", 1);
    (1..=4).for_each(|id| s.add(id, 0, 0, &[(MAIN, 0)]));
    assert!(s.frequencies(4, 4000).into_iter().all(|n| (900..1100).contains(&n)));
}

/// A chain of forks: 1 forks 2, then 3, then 4.
fn chain(s: &mut Sim<'_>) {
    s.add(1, 0, 0, &[(MAIN, 0)]);
    for id in 2..=4 {
        s.ran(1, id * 10, 10, &[(MAIN, 1)]);
        s.add(id, 1, id * 10, &[(MAIN, 1)]);
    }
}

#[test]
fn random_path_weighs_by_forks() {
    let p = ladder();
    let mut s = Sim::new(&p, "random-path", 1);
    chain(&mut s);
    let n = s.frequencies(4, 8000);
    for (got, want) in n.iter().zip([1000, 4000, 2000, 1000]) {
        assert!(got.abs_diff(want) < want / 8, "{n:?}");
    }
    // Forks with one side left are no forks any more.
    s.remove(2, 10);
    s.remove(3, 10);
    let n = s.frequencies(4, 4000);
    assert!(n[0].abs_diff(2000) < 200 && n[3].abs_diff(2000) < 200, "{n:?}");
    s.remove(1, 10);
    assert_eq!(s.drain(), [4]);
    s.add(5, 0, 0, &[(MAIN, 0)]);
    assert_eq!(s.drain(), [5]);
}

#[test]
fn random_path_gives_all_sides_of_a_switch_the_same() {
    let p = ladder();
    let mut s = Sim::new(&p, "random-path", 1);
    s.add(1, 0, 0, &[(MAIN, 0)]);
    s.ran(1, 10, 10, &[(MAIN, 1)]);
    (2..=4).for_each(|id| s.add(id, 1, 10, &[(MAIN, 1)]));
    let n = s.frequencies(4, 4000);
    assert!(n.iter().all(|n| n.abs_diff(1000) < 120), "{n:?}");
    // Gone itself, what it forked stays beside each other.
    s.remove(1, 10);
    let n = s.frequencies(4, 3000);
    assert!(n[0] == 0 && n[1..].iter().all(|n| n.abs_diff(1000) < 120), "{n:?}");
}

#[test]
fn states_that_spin_take_a_falling_share() {
    let p = ladder();
    for search in ["random", "random-path", "coverage", "bfs", "klee"] {
        let mut s = Sim::new(&p, search, 1);
        (1..=4).for_each(|id| s.add(id, 0, 0, &[(MAIN, 0)]));
        let mut work = [0u64; 5];
        for _ in 0..2000 {
            let (id, quantum) = s.pick_steps();
            // State 1 spins, the others come back after 20 instructions.
            let w = if id == 1 { quantum } else { 20 };
            work[id as usize] += w;
            s.ran(id, work[id as usize], w, &[(MAIN, 0)]);
        }
        assert!(work[1] > 5000, "{search}: it is not starved: {work:?}");
        assert!(work[1] < 2 * work[2..].iter().sum::<u64>(), "{search}: it does not take everything: {work:?}");
    }
}

#[test]
fn coverage_prefers_what_is_near_new_code() {
    let p = ladder();
    let mut s = Sim::new(&p, "coverage", 1);
    // Only block 1 is new: distances 3, 6, 12 and, from block 7, none.
    s.covered = vec![true, false, true, true, true, true, true, true];
    s.add(1, 0, 0, &[(MAIN, 2)]);
    s.add(2, 0, 0, &[(MAIN, 3)]);
    s.add(3, 0, 0, &[(MAIN, 5)]);
    s.add(4, 0, 0, &[(MAIN, 7)]);
    let n = s.frequencies(4, 12_000);
    let parts = [1.0 / 4.0, 1.0 / 7.0, 1.0 / 13.0];
    for (got, part) in n.iter().zip(parts) {
        let want = part / parts.iter().sum::<f64>() * 12_000.0;
        assert!((f64::from(*got) - want).abs() < want / 8.0, "{n:?}");
    }
    // When everything is covered all are equal; states are not touched for that.
    s.covered[1] = true;
    s.entered(1, 10_000, 10_000, 1, &[(MAIN, 2)], &[]);
    s.entered(1, 10_000, 1, 1, &[(MAIN, 2)], &[]);
    let n = s.frequencies(4, 4000);
    assert!(n.iter().all(|n| n.abs_diff(1000) < 120), "{n:?}");
    let mut all = s.drain();
    all.sort_unstable();
    assert_eq!(all, [1, 2, 3, 4], "also what can get to nothing new");
}

#[test]
fn klee_takes_turns_between_random_paths_and_coverage() {
    let p = ladder();
    let mut s = Sim::new(&p, "klee", 1);
    s.covered = vec![true, false, true, true, true, true, true, true];
    // State 2 has half of the tree, but cannot get to anything new; 1 is near, but deep in the tree.
    s.add(1, 0, 0, &[(MAIN, 2)]);
    for id in 2..=6 {
        s.ran(1, id * 10, 10, &[(MAIN, 2)]);
        s.add(id, 1, id * 10, &[(MAIN, 7)]);
    }
    let n = s.frequencies(6, 4000);
    assert!(n[0].abs_diff(2060) < 200 && n[1].abs_diff(1000) < 120, "{n:?}");
}

#[test]
fn fresh_prefers_who_entered_new_blocks() {
    let p = ladder();
    let mut s = Sim::new(&p, "fresh", 1);
    (1..=20).for_each(|id| s.add(id, 0, 0, &[(MAIN, 0)]));
    s.entered(7, 10, 10, 1, &[(MAIN, 1)], &[]);
    s.entered(3, 10, 10, 2, &[(MAIN, 1)], &[]);
    assert_eq!((s.pick(), s.pick()), (3, 7));
}

#[test]
fn sage_runs_a_path_to_its_end_then_its_generation() {
    let p = ladder();
    let mut s = Sim::new(&p, "sage", 1);
    s.add(1, 0, 0, &[(MAIN, 0)]);
    let mut current = s.pick();
    assert_eq!(current, 1);
    // Three forks: one side goes on, the others are the first generation.
    let mut first = vec![1, 2, 3, 4];
    for id in 2..=4 {
        s.entered(current, 10 * id, 10, 1, &[(MAIN, 1)], &[]);
        s.add(id, current, 10 * id, &[(MAIN, 1)]);
        current = s.pick();
        assert!(current == id || first.contains(&current));
    }
    s.remove(current, 10);
    first.retain(|id| *id != current);
    // Each of the first generation runs to its end and leaves one child; the second covers most.
    let mut born = 10;
    let mut ran = Vec::new();
    let mut best = 0;
    for round in 0..3 {
        let id = s.pick();
        assert!(first.contains(&id), "{id} is not of the first generation {first:?}");
        born += 1;
        s.entered(id, 100, 10, if round == 1 { 9 } else { 0 }, &[(MAIN, 1)], &[]);
        s.add(born, id, 100, &[(MAIN, 1)]);
        let (goes_on, child) = if s.pick() == id { (id, born) } else { (born, id) };
        if round == 1 {
            best = child;
        }
        s.remove(goes_on, 10);
        first.retain(|f| *f != id);
        ran.push(child);
    }
    assert_eq!(s.pick(), best, "the generation of the path that covered most");
    let mut rest = s.drain();
    rest.sort_unstable();
    ran.sort_unstable();
    assert_eq!(rest, ran);
}

#[test]
fn interleaving_shares_work() {
    let p = ladder();
    let mut s = Sim::new(&p, "interleave:3*(ties-oldest:sdse),dfs", 1);
    // The nearest is 1, the top of the stack 2: shares show in who runs. A run of 1 costs more than one of 2.
    s.add(2, 0, 0, &[(MAIN, 5)]);
    s.add(1, 0, 0, &[(MAIN, 2)]);
    s.add(3, 0, 0, &[(MAIN, 5)]);
    let mut work = [0u64; 4];
    for _ in 0..40_000 {
        let id = s.pick();
        let w = if id == 1 { 70 } else { 30 };
        work[id as usize] += w;
        s.ran(id, 10, w, &[(MAIN, if id == 1 { 2 } else { 5 })]);
    }
    let ratio = work[1] as f64 / (work[2] + work[3]) as f64;
    assert!((2.7..3.3).contains(&ratio), "{work:?}");
}

#[test]
fn batches_stay_with_a_state() {
    let p = ladder();
    let mut s = Sim::new(&p, "batch:100*bfs", 1);
    (1..=3).for_each(|id| s.add(id, 0, 0, &[(MAIN, 0)]));
    let mut chosen = Vec::new();
    for _ in 0..6 {
        let (id, steps) = s.pick_steps();
        assert!(steps <= 100);
        s.ran(id, 10, 50, &[(MAIN, 0)]);
        chosen.push(id);
    }
    assert_eq!(chosen, [1, 1, 2, 2, 3, 3]);
    let id = s.pick();
    s.remove(id, 10);
    assert_ne!(s.pick(), id);
}

#[test]
fn distances_change_with_the_targets() {
    let p = ladder();
    let mut s = Sim::new(&p, "sdse", 1);
    s.add(1, 0, 10, &[(MAIN, 2)]);
    s.close_target();
    s.ran(1, 10, 0, &[(MAIN, 2)]);
    assert_eq!(s.describe(), [(1, "infinite".to_string())]);
    assert_eq!(s.pick(), 1);
}
