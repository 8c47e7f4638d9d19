//! Prints what constructing and evaluating terms costs.

use homing_term::{Model, Term, Terms, VarId, VarKey};
use std::hint::black_box;

fn main() {
    let n = 1 << 20;
    let mut s = Terms::new();
    let v = variables(&mut s);
    let start = cpu_ns();
    for _ in 0..64 {
        let mut small = Terms::new();
        let v = variables(&mut small);
        black_box(grow(&mut small, &v, n / 64));
    }
    report("new node in a small store", start, n);
    let start = cpu_ns();
    let pool = grow(&mut s, &v, n);
    report("new node in a large store", start, n);

    let start = cpu_ns();
    for i in 0..n {
        let a = v[i % 16];
        let b = v[(i / 16) % 16];
        black_box(s.mul(a, b));
    }
    report("node that exists", start, n);

    let start = cpu_ns();
    for i in 0..n {
        let k = s.bits(32, (i % 64) as u64);
        let c = s.ult(v[i % 16], k);
        let z = s.zext(c, 32);
        let zero = s.bits(32, 0);
        black_box(s.ne(z, zero));
    }
    report("four nodes of a branch condition", start, n);

    let m: Model = (0..16).map(|i| (VarId(i), i as u64 * 0x0123_4567 + 1)).collect();
    let root = pool[pool.len() - 1];
    s.eval64(root, &m);
    let start = cpu_ns();
    black_box(s.eval64(root, &m));
    report("eval64 of a node in a large term", start, s.len());

    let k = s.bits(32, 77);
    let mut t = v[0];
    for &x in &v[1..] {
        let p = s.mul(t, x);
        t = s.xor(p, k);
    }
    let c = s.ult(t, k);
    let start = cpu_ns();
    for _ in 0..n / 8 {
        black_box(s.eval64(black_box(c), &m));
    }
    report("eval64 of a term of 48 nodes", start, n / 8);

    let start = cpu_ns();
    let freed = s.collect(&mut [c].into_iter());
    report("collect, per node freed", start, freed);
}

fn variables(s: &mut Terms) -> Vec<Term> {
    (0..16).map(|offset| s.var(32, VarKey::Input { input: 0, offset })).collect()
}

/// Many new nodes, each on top of recent ones.
fn grow(s: &mut Terms, v: &[Term], n: usize) -> Vec<Term> {
    let mut pool = v.to_vec();
    for i in 0..n {
        let a = pool[pool.len() - 1];
        let b = pool[pool.len() - 1 - (i * 7919) % pool.len().min(500)];
        let t = match i % 4 {
            0 => s.add(a, b),
            1 => s.xor(a, b),
            2 => s.mul(a, b),
            _ => s.and(a, b),
        };
        pool.push(t);
    }
    pool
}

/// CPU time of this process: other processes do not count (Linux only).
fn cpu_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux");
    let first = text.split_whitespace().next().expect("a number");
    first.parse().expect("a number")
}

fn report(what: &str, start: u64, n: usize) {
    println!("{what}: {:.1} ns", (cpu_ns() - start) as f64 / n as f64);
}
