//! Components, loops, post-dominators and liveness against their definitions, on random graphs.

use homing_graph::{Components, Dominators, Graph, Liveness, Loops, NONE, PostDominators};
use homing_ir::{Opnd, Reg, parse};
use homing_random::Random;

fn random_graph(seed: u64) -> Graph {
    let mut r = Random::new(seed);
    let n = 1 + r.below(10u32);
    let edges: Vec<_> = (0..r.below(2 * n + 2)).map(|_| (r.below(n), r.below(n))).collect();
    Graph::new(n as usize, &edges)
}

/// What can be reached from `from` (itself included) without entering `without`.
fn reachable(g: &Graph, from: u32, without: u32) -> Vec<bool> {
    let mut seen = vec![false; g.len()];
    let mut work = vec![from];
    while let Some(v) = work.pop() {
        if v != without && !std::mem::replace(&mut seen[v as usize], true) {
            work.extend(g.succs(v));
        }
    }
    seen
}

#[test]
fn components_are_mutual_reachability_in_order() {
    for seed in 0..2000 {
        let g = random_graph(seed);
        let c = Components::new(&g);
        let from: Vec<_> = (0..g.len() as u32).map(|v| reachable(&g, v, NONE)).collect();
        for (a, from_a) in from.iter().enumerate() {
            for (b, from_b) in from.iter().enumerate() {
                assert_eq!(c.of[a] == c.of[b], from_a[b] && from_b[a], "seed {seed}");
            }
            assert!(g.succs(a as u32).iter().all(|s| c.of[*s as usize] <= c.of[a]), "seed {seed}");
            assert!(c.nodes[c.of[a] as usize].contains(&(a as u32)));
            let cyclic = g.succs(a as u32).iter().any(|s| from[*s as usize][a]);
            assert_eq!(c.is_cyclic(&g, a as u32), cyclic, "seed {seed}");
        }
    }
}

#[test]
fn post_dominators_are_on_every_way_to_an_end() {
    for seed in 0..2000 {
        let g = random_graph(seed);
        let d = PostDominators::new(&g);
        let ends = |seen: &[bool]| (0..g.len()).any(|v| seen[v] && g.succs(v as u32).is_empty());
        for b in 0..g.len() as u32 {
            assert_eq!(d.ends(b), ends(&reachable(&g, b, NONE)), "seed {seed}");
            for a in 0..g.len() as u32 {
                let want = d.ends(b) && (a == b || !ends(&reachable(&g, b, a)));
                assert_eq!(d.post_dominates(a, b), want, "seed {seed}: {a} of {b}");
            }
            if let Some(i) = d.immediate(b) {
                let strict = (0..g.len() as u32).filter(|a| *a != b && d.post_dominates(*a, b));
                assert!(i != b && d.post_dominates(i, b) && strict.into_iter().all(|a| d.post_dominates(a, i)));
            }
        }
    }
}

#[test]
fn loops_are_as_defined() {
    let mut nested = 0;
    for seed in 0..3000 {
        let g = random_graph(seed);
        let d = Dominators::new(&g, 0);
        let loops = Loops::new(&g, &d);
        let all = 0..g.len() as u32;
        let back = |h: u32, v: u32| d.dominates(h, v) && g.succs(v).contains(&h);
        let headers: Vec<u32> = all.clone().filter(|h| all.clone().any(|v| back(*h, v))).collect();
        let mut have: Vec<u32> = loops.list.iter().map(|l| l.header).collect();
        have.sort_unstable();
        assert_eq!(have, headers, "seed {seed}");
        for (i, l) in loops.list.iter().enumerate() {
            for b in all.clone() {
                // In the loop: dominated by the header, and a back edge can be reached without passing the header.
                let ways = reachable(&g, b, if b == l.header { NONE } else { l.header });
                let inside =
                    b == l.header || d.dominates(l.header, b) && all.clone().any(|v| ways[v as usize] && back(l.header, v));
                assert_eq!(loops.contains(i as u32, b), inside, "seed {seed}, loop {} block {b}", l.header);
            }
            let around = loops.list.iter().enumerate();
            let depth = around.filter(|(k, _)| loops.contains(*k as u32, l.header)).count() as u32;
            assert_eq!(l.depth, depth, "seed {seed}");
            assert!(l.parent.is_none_or(|p| (p as usize) < i && loops.list[p as usize].depth + 1 == l.depth));
            nested += u32::from(l.depth > 1);
        }
        for b in all {
            let count = (0..loops.list.len() as u32).filter(|l| loops.contains(*l, b)).count() as u32;
            assert_eq!(loops.depth(b), count);
        }
    }
    assert!(nested > 100);
}

/// A register is live where a way leads to a read of it that passes no write.
#[test]
fn liveness_is_as_defined() {
    for seed in 0..400 {
        let mut r = Random::new(seed);
        r.below(3);
        let blocks = 1 + r.below(6);
        let mut text = String::from("define f0 \"f\"(v0: i32, v1: i1) {\n");
        for b in 0..blocks {
            let params = if b == 0 { String::new() } else { format!("(v{}: i32)", 10 + b) };
            text += &format!("block{b}{params}:\n");
            let reg = |r: &mut Random| match r.below(3) {
                0 => "v0".to_string(),
                1 => format!("v{}", 20 + r.below(blocks)),
                _ if blocks > 1 => format!("v{}", 11 + r.below(blocks - 1)),
                _ => "v0".into(),
            };
            let (a, c) = (reg(&mut r), reg(&mut r));
            if r.below(2) == 0 {
                text += &format!("  v{}: i32 = add {a}, {c}\n", 20 + b);
            }
            let mut edge = || format!("block{}({})", 1 + r.below(blocks.max(2) - 1), reg(&mut r));
            text += &match (blocks, edge(), edge()) {
                (1, ..) => "  return\n".into(),
                (_, e, f) if b % 3 != 2 => format!("  branch v1, {e}, {f}\n"),
                _ => "  return\n".into(),
            };
        }
        // Not every use is dominated here: liveness does not need that.
        let p = parse(&(text.clone() + "}\n")).unwrap();
        let f = &p.functions[0];
        let live = Liveness::new(f);
        for b in 0..f.blocks.len() as u32 {
            for reg in 0..f.regs.len() as u32 {
                let want = is_live(f, b, Reg(reg), &mut vec![false; f.blocks.len()]);
                assert_eq!(live.at_start(b, Reg(reg)), want, "seed {seed}: v{reg} at block{b}\n{text}");
                let mut behind = false;
                f.blocks[b as usize].term.each_edge(|e| behind |= live.at_start(e.to.0, Reg(reg)));
                assert_eq!(live.at_end(b, Reg(reg)), behind);
                assert_eq!(live.list_at_start(b).contains(&Reg(reg)), want);
            }
        }
    }
}

fn is_live(f: &homing_ir::Function, b: u32, r: Reg, seen: &mut Vec<bool>) -> bool {
    let block = &f.blocks[b as usize];
    if block.params.contains(&r) || std::mem::replace(&mut seen[b as usize], true) {
        return false;
    }
    let (mut read, mut written) = (false, false);
    for i in &block.insts {
        i.uses(|o| read |= !written && o == Opnd::reg(r));
        i.defs(|d| written |= d == r);
    }
    block.term.uses(|o| read |= !written && o == Opnd::reg(r));
    read || !written && block.term.edges().iter().any(|e| is_live(f, e.to.0, r, seen))
}
