//! How long the passes take on a program of the size of a large library. Not part of the usual run:
//! `cargo test --release -p homing-ir --test speed -- --ignored --nocapture`.

use homing_ir::{PromoteOptions, parse, promote, verify};
use std::fmt::Write;
use std::time::Instant;

/// `count` functions as an unoptimising compiler makes them, about 280 instructions each with `size` of 20.
fn program(count: usize, size: usize) -> String {
    let mut out = String::new();
    for i in 0..count {
        writeln!(out, "define f{i} \"f{i}\"(v0: i32, v1: i32) -> i32 {{\nblock0:").unwrap();
        for s in 0..10 {
            writeln!(out, "  v{}: ptr = alloca 4:i64 align 4 \"x{s}\"", 2 + s).unwrap();
        }
        for s in 0..10 {
            writeln!(out, "  store v{}, v{} align 4", 2 + s, s % 2).unwrap();
        }
        out.push_str("  jump block1\n");
        let mut v = 20;
        for k in 0..size {
            let (head, x, y) = (1 + 3 * k, 2 + k % 10, 2 + (k * 7 + 3) % 10);
            writeln!(out, "block{head}:\n  v{v}: i32 = load v{x} align 4\n  v{}: i32 = load v{y} align 4", v + 1).unwrap();
            writeln!(out, "  v{}: i1 = slt v{v}, v{}\n  v{}: i32 = zext v{}", v + 2, v + 1, v + 3, v + 2).unwrap();
            writeln!(out, "  v{}: i1 = ne v{}, 0:i32\n  branch v{}, block{}, block{}", v + 4, v + 3, v + 4, head + 1, head + 2)
                .unwrap();
            writeln!(out, "block{}:\n  v{}: i32 = load v{x} align 4", head + 1, v + 5).unwrap();
            writeln!(out, "  v{}: i32 = add nsw v{}, 1:i32\n  store v{x}, v{} align 4", v + 6, v + 5, v + 6).unwrap();
            writeln!(out, "  v{}: i32 = call f{}(v{}, 3:i32)\n  jump block{head}", v + 7, (i * 7 + k) % count, v + 6).unwrap();
            writeln!(out, "block{}:\n  jump block{}", head + 2, head + 3).unwrap();
            v += 8;
        }
        writeln!(out, "block{}:\n  v{v}: i32 = load v2 align 4\n  return v{v}\n}}", 1 + 3 * size).unwrap();
    }
    out
}

fn measure(name: &str, count: usize, size: usize) {
    let text = program(count, size);
    let time = Instant::now();
    let mut p = parse(&text).unwrap();
    let parsed = time.elapsed();
    let time = Instant::now();
    assert_eq!(verify(&p), Ok(()));
    let verified = time.elapsed();
    let time = Instant::now();
    let stats = promote(&mut p, &PromoteOptions::default());
    let promoted = time.elapsed();
    assert_eq!(verify(&p), Ok(()));
    println!("{name}: {} instructions: parse {parsed:?}, verify {verified:?}, promote {promoted:?}, {stats:?}", stats.before);
}

#[test]
#[ignore = "a measurement"]
fn large_programs() {
    measure("many functions", 1000, 20);
    measure("few large functions", 10, 2000);
    measure("one huge function", 1, 20000);
}
