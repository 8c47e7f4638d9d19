//! Dominators and orders against their definitions, on random graphs.

use homing_ir::flow::{Dominators, Graph, NONE};
use homing_random::Random;

fn random_graph(seed: u64) -> Graph {
    let mut r = Random::new(seed);
    let n = 1 + r.below(12u32);
    let edges: Vec<_> = (0..r.below(3 * n)).map(|_| (r.below(n), r.below(n))).collect();
    Graph::new(n as usize, &edges)
}

/// What can be reached from node 0 without passing through `without`.
fn reachable(g: &Graph, without: u32) -> Vec<bool> {
    let mut seen = vec![false; g.len()];
    let mut work = if without == 0 { vec![] } else { vec![0] };
    while let Some(v) = work.pop() {
        if v != without && !std::mem::replace(&mut seen[v as usize], true) {
            work.extend(g.succs(v));
        }
    }
    seen
}

#[test]
fn dominators_are_as_defined() {
    for seed in 0..5000 {
        let g = random_graph(seed);
        let d = Dominators::new(&g, 0);
        let all = reachable(&g, NONE);
        for a in 0..g.len() as u32 {
            assert_eq!(d.reachable(a), all[a as usize]);
            let rest = reachable(&g, a);
            for b in 0..g.len() as u32 {
                let want = all[b as usize] && (a == b || !rest[b as usize]) && all[a as usize];
                assert_eq!(d.dominates(a, b), want, "seed {seed}: {a} dominates {b}?\n{g:?}");
            }
        }
        for b in 0..g.len() as u32 {
            let strict: Vec<_> = (0..g.len() as u32).filter(|a| *a != b && d.dominates(*a, b)).collect();
            match d.idom[b as usize] {
                NONE => assert!(strict.is_empty()),
                i => assert!(strict.iter().all(|a| d.dominates(*a, i)) && strict.contains(&i)),
            }
        }
        let position = |v: u32| d.preorder.iter().position(|x| *x == v);
        assert!(d.preorder.iter().all(|v| d.idom[*v as usize] == NONE || position(d.idom[*v as usize]) < position(*v)));
        assert_eq!(d.preorder.len(), all.iter().filter(|x| **x).count());
    }
}

#[test]
fn frontiers_are_as_defined() {
    for seed in 0..2000 {
        let g = random_graph(seed);
        let d = Dominators::new(&g, 0);
        let frontiers = d.frontiers(&g);
        for a in 0..g.len() as u32 {
            let mut have = frontiers.of(a).to_vec();
            have.sort_unstable();
            let inside = |b: u32| d.dominates(a, b) && a != b;
            let want: Vec<u32> =
                (0..g.len() as u32).filter(|b| !inside(*b) && g.preds(*b).iter().any(|p| d.dominates(a, *p))).collect();
            assert_eq!(have, if d.reachable(a) { want } else { vec![] }, "seed {seed}, node {a}\n{g:?}");
        }
    }
}

#[test]
fn reverse_post_order_respects_paths_without_cycles() {
    for seed in 0..2000 {
        let g = random_graph(seed);
        let order = g.reverse_post_order(0);
        let d = Dominators::new(&g, 0);
        assert_eq!(order.len(), d.preorder.len());
        let position = |v: u32| order.iter().position(|x| *x == v);
        for (i, v) in order.iter().enumerate() {
            // An edge backwards must close a cycle.
            for s in g.succs(*v) {
                assert!(position(*s) > Some(i) || back_reaches(&g, *s, *v), "seed {seed}");
            }
        }
    }
}

fn back_reaches(g: &Graph, from: u32, to: u32) -> bool {
    let mut seen = vec![false; g.len()];
    let mut work = vec![from];
    while let Some(v) = work.pop() {
        if v == to {
            return true;
        }
        if !std::mem::replace(&mut seen[v as usize], true) {
            work.extend(g.succs(v));
        }
    }
    false
}
