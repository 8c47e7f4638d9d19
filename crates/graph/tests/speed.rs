//! How long reachability takes on a program of the size of a large library. Not part of the usual run:
//! `cargo test --release -p homing-graph --test speed -- --ignored --nocapture`.

use homing_graph::{CallGraph, Liveness, Reach};
use homing_ir::{BlockId, FuncId, Place, TargetId, parse};
use std::fmt::Write;
use std::time::Instant;

/// `count` functions with loops, recursive calls and calls through pointers, `size` times 14 instructions each.
fn program(count: usize, size: usize) -> String {
    let mut out = String::new();
    for i in 0..count {
        let taken = if i % 4 == 0 { " taken" } else { "" };
        writeln!(out, "define f{i} \"f{i}\"(v0: ptr, v1: i1){taken} {{\nblock0:\n  jump block1").unwrap();
        for k in 0..size {
            let head = 1 + 3 * k;
            writeln!(out, "block{head}:").unwrap();
            (0..5).for_each(|n| writeln!(out, "  v{}: i32 = undef", 2 + 10 * k + n).unwrap());
            writeln!(out, "  branch v1, block{}, block{}\nblock{}:", head + 1, head + 2, head + 1).unwrap();
            (5..8).for_each(|n| writeln!(out, "  v{}: i32 = undef", 2 + 10 * k + n).unwrap());
            match k % 5 {
                0 => writeln!(out, "  call *v0(v0, v1)").unwrap(),
                _ => writeln!(out, "  call f{}(v0, v1)", (i * 13 + k * 7 + 1) % count).unwrap(),
            }
            writeln!(out, "  jump block{head}\nblock{}:\n  v{}: i32 = undef\n  jump block{}", head + 2, 10 + 10 * k, head + 3)
                .unwrap();
        }
        writeln!(out, "block{}:\n  return\n}}", 1 + 3 * size).unwrap();
    }
    out
}

#[test]
#[ignore = "a measurement"]
fn large_program() {
    let p = parse(&program(1000, 20)).unwrap();
    let place = |f: u32| vec![Place { func: FuncId(f), block: BlockId(30), inst: 0 }];
    let time = Instant::now();
    let mut reach = Reach::new(&p, &[place(5), place(900)]);
    let built = time.elapsed();
    let time = Instant::now();
    assert!(reach.down(FuncId(1), BlockId(0), 0));
    let solved = time.elapsed();
    let time = Instant::now();
    reach.close(TargetId(0));
    assert!(reach.distance(FuncId(3), BlockId(0)).is_some());
    let again = time.elapsed();
    let time = Instant::now();
    let mut sum = 0u64;
    for i in 0..1_000_000u32 {
        let frame = |n: u32| (FuncId((i + n) % 1000), BlockId(i % 60), 1);
        sum += u64::from(reach.stack_distance([frame(0), frame(1), frame(2)]).unwrap_or(0));
    }
    let asked = time.elapsed();
    let time = Instant::now();
    CallGraph::new(&p);
    let calls = time.elapsed();
    let time = Instant::now();
    p.functions.iter().for_each(|f| drop(Liveness::new(f)));
    let live = time.elapsed();
    println!(
        "{} instructions: build {built:?}, solve {solved:?}, again {again:?}, 1M distances {asked:?} ({sum}), calls {calls:?}, liveness {live:?}",
        p.instruction_count()
    );
}
