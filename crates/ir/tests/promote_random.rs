//! Random programs do the same before and after the pass, under every switch.

use homing_ir::{BinOp, CastOp, CmpOp, Const, Function, Home, Inst, Opnd, OpndKind, Program, PromoteOptions, Terminator};
use homing_ir::{parse, promote, verify};
use homing_random::Random;
use std::collections::HashMap;
use std::fmt::Write;

/// A function over a few locals: some 32 bits, one truth value, one that holds a pointer or bits.
fn program(seed: u64) -> String {
    let mut r = Random::new(seed);
    let (locals, blocks) = (1 + r.below(4usize), 2 + r.below(8usize));
    let mut out = String::from("declare f0 \"out\"(i32)\ndefine f1 \"f\"(v0: i32, v1: i32, v2: i1) -> i32 {\n");
    for i in 0..locals {
        writeln!(out, "var \"x{i}\" \"int\" slot v{}", 10 + i).unwrap();
    }
    let mut next = 30;
    for b in 0..blocks {
        // Only values of the entry and of the block itself are used, so that every use is dominated.
        let mut ints: Vec<String> = ["v0", "v1", "3:i32", "0:i32"].map(String::from).to_vec();
        let mut bits: Vec<String> = ["v2", "1:i1", "0:i1"].map(String::from).to_vec();
        if b == 0 {
            out.push_str("block0:\n");
            for i in 0..locals {
                writeln!(out, "  v{}: ptr = alloca 4:i64 align 4 \"x{i}\"", 10 + i).unwrap();
            }
            out.push_str("  v20: ptr = alloca 1:i64 align 1 \"b\"\n  v21: ptr = alloca 8:i64 align 8 \"p\"\n");
        } else {
            writeln!(out, "block{b}(v{}: i32):", 100 + b).unwrap();
            ints.push(format!("v{}", 100 + b));
        }
        for _ in 0..r.below(7) {
            next += usize::from(next == 99) * 100;
            next += 1;
            let (local, a, c) = (10 + r.below(locals), r.pick(&ints).to_string(), r.pick(&ints).to_string());
            match r.below(13) {
                0..3 => writeln!(out, "  store v{local}, {a} align 4").unwrap(),
                3..6 => {
                    writeln!(out, "  v{next}: i32 = load v{local} align 4").unwrap();
                    ints.push(format!("v{next}"));
                }
                6 => {
                    let op = ["add", "sub nsw", "xor", "udiv", "shl"][r.below(5)];
                    writeln!(out, "  v{next}: i32 = {op} {a}, {c}").unwrap();
                    ints.push(format!("v{next}"));
                }
                7 => {
                    writeln!(out, "  v{next}: i32 = copy {a}").unwrap();
                    ints.push(format!("v{next}"));
                }
                8 => {
                    let op = ["ult", "eq", "ne"][r.below(3)];
                    writeln!(out, "  v{next}: i1 = {op} {a}, {c}").unwrap();
                    bits.push(format!("v{next}"));
                }
                9 => {
                    let x = r.pick(&bits).to_string();
                    writeln!(out, "  v{next}: i32 = zext {x}").unwrap();
                    ints.push(format!("v{next}"));
                    next += 1;
                    let op = ["ne", "eq"][r.below(2)];
                    writeln!(out, "  v{next}: i1 = {op} v{}, 0:i32", next - 1).unwrap();
                    bits.push(format!("v{next}"));
                }
                10 => {
                    let x = r.pick(&bits).to_string();
                    writeln!(out, "  v{next}: i1 = xor {x}, 1:i1").unwrap();
                    bits.push(format!("v{next}"));
                }
                11 => match r.below(4) {
                    0 => writeln!(out, "  store v20, {} align 1", r.pick(&bits)).unwrap(),
                    1 => {
                        writeln!(out, "  v{next}: i1 = load v20 align 1").unwrap();
                        bits.push(format!("v{next}"));
                    }
                    2 => {
                        writeln!(out, "  v{next}: i64 = zext {a}\n  store v21, v{next} align 8").unwrap();
                    }
                    _ => {
                        let ty = ["ptr", "i64"][r.below(2)];
                        writeln!(out, "  v{next}: {ty} = load v21 align 8").unwrap();
                    }
                },
                _ => writeln!(out, "  {}", [format!("mark target{b}"), format!("call f0({a})")][r.below(2)]).unwrap(),
            }
        }
        let edge = |r: &mut Random| format!("block{}({})", 1 + r.below(blocks - 1), r.pick(&ints));
        let (x, on) = (r.pick(&bits).to_string(), r.below(2));
        match r.below(7) {
            0 | 1 => writeln!(out, "  jump {}", edge(&mut r)).unwrap(),
            2..5 => writeln!(out, "  branch {x}, {}, {}", edge(&mut r), edge(&mut r)).unwrap(),
            5 => {
                let (e, f, g) = (edge(&mut r), edge(&mut r), edge(&mut r));
                writeln!(out, "  switch v{on}, 0 => {e}, 3 => {f}, else => {g}").unwrap();
            }
            _ => writeln!(out, "  return {}", r.pick(&ints)).unwrap(),
        }
    }
    out + "}\n"
}

/// What is read before it is written, in memory and as `Undef`.
const NOBODY_CHOSE: u64 = 1;

/// The visible behaviour: marks, calls, results, and errors that instructions can make, up to a number of events.
fn run(p: &Program, f: &Function, inputs: &[u64]) -> Vec<String> {
    let mut regs: HashMap<u32, u64> = f.params.iter().zip(inputs).map(|(r, v)| (r.0, *v)).collect();
    let mut memory: HashMap<u64, u64> = HashMap::new();
    let mut events = Vec::new();
    let mut block = 0usize;
    for _ in 0..60 {
        let get = |o: Opnd, regs: &HashMap<u32, u64>| match o.kind() {
            OpndKind::Reg(r) => regs[&r.0],
            OpndKind::Const(c) => match f.consts[c.index()] {
                Const::Bits { v, .. } => v,
                _ => unreachable!(),
            },
        };
        for inst in &f.blocks[block].insts {
            let mut set = Vec::new();
            let mask = |r: homing_ir::Reg| u64::MAX >> (64 - p.width(f.regs[r.index()]));
            match inst {
                Inst::Undef { dst } => set.push((*dst, NOBODY_CHOSE)),
                Inst::Copy { dst, a } => set.push((*dst, get(*a, &regs))),
                Inst::Bin { op, nsw, dst, a, b, .. } => {
                    let (x, y) = (get(*a, &regs), get(*b, &regs));
                    let v = match op {
                        BinOp::Add => x.wrapping_add(y),
                        BinOp::Sub => x.wrapping_sub(y),
                        BinOp::Xor => x ^ y,
                        BinOp::Shl => x.checked_shl(y as u32).unwrap_or(0),
                        BinOp::UDiv => x.checked_div(y).unwrap_or(9),
                        _ => unreachable!(),
                    };
                    if *nsw && (x as i32).checked_sub(y as i32).is_none() || *op == BinOp::UDiv && y == 0 {
                        events.push("error".into());
                    }
                    if *op == BinOp::Shl && y >= 32 {
                        events.push("shift".into());
                    }
                    set.push((*dst, v & mask(*dst)));
                }
                Inst::Cmp { op, dst, a, b } => {
                    let (x, y) = (get(*a, &regs), get(*b, &regs));
                    let yes = match op {
                        CmpOp::Eq => x == y,
                        CmpOp::Ne => x != y,
                        _ => x < y,
                    };
                    set.push((*dst, u64::from(yes)));
                }
                Inst::Cast { op, dst, a } => {
                    assert!(matches!(op, CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr));
                    set.push((*dst, get(*a, &regs)));
                }
                Inst::Alloca { dst, .. } => set.push((*dst, u64::from(dst.0) << 40)),
                Inst::Load { dst, addr, .. } => {
                    set.push((*dst, memory.get(&get(*addr, &regs)).copied().unwrap_or(NOBODY_CHOSE)));
                }
                Inst::Store { addr, val, .. } => {
                    memory.insert(get(*addr, &regs), get(*val, &regs));
                }
                Inst::Call(c) => events.push(format!("out {}", get(c.args[0], &regs))),
                Inst::Mark { target } => events.push(target.to_string()),
                _ => unreachable!(),
            }
            regs.extend(set.iter().map(|(r, v)| (r.0, *v)));
        }
        let edge = match &f.blocks[block].term {
            Terminator::Jump(e) => e,
            Terminator::Branch { cond, then, els } => {
                if get(*cond, &regs) != 0 {
                    then
                } else {
                    els
                }
            }
            Terminator::Switch { on, cases, default } => {
                let v = get(*on, &regs);
                cases.iter().find(|(c, _)| *c == v).map_or(default, |(_, e)| e)
            }
            Terminator::Return(vals) => {
                events.push(format!("return {}", get(vals[0], &regs)));
                break;
            }
            _ => unreachable!(),
        };
        let values: Vec<u64> = edge.args.iter().map(|o| get(*o, &regs)).collect();
        block = edge.to.index();
        regs.extend(f.blocks[block].params.iter().map(|r| r.0).zip(values));
    }
    events
}

fn switches() -> Vec<PromoteOptions> {
    let d = PromoteOptions::default;
    vec![
        d(),
        PromoteOptions { promote: false, ..d() },
        PromoteOptions { keep_uninitialised: true, ..d() },
        PromoteOptions { cleanup: false, ..d() },
        PromoteOptions { copies: false, ..d() },
        PromoteOptions { truth: false, ..d() },
        PromoteOptions { params: false, ..d() },
        PromoteOptions { unused: false, ..d() },
        PromoteOptions { thread: false, ..d() },
        PromoteOptions { merge: false, ..d() },
        PromoteOptions::nothing(),
    ]
}

#[test]
fn behaviour_stays() {
    let inputs: Vec<[u64; 3]> = [0, 3, 0xffff_ffff].iter().flat_map(|a| [[*a, 0, 0], [*a, 3, 1], [*a, 40, 1]]).collect();
    let mut promoted = 0;
    for seed in 0..1000 {
        let text = program(seed);
        let before = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(verify(&before), Ok(()), "{text}");
        for options in switches() {
            let mut after = before.clone();
            promoted += promote(&mut after, &options).promoted;
            assert_eq!(verify(&after), Ok(()), "seed {seed} {options:?}\n{text}\n{after}");
            for i in &inputs {
                let (a, b) = (run(&before, &before.functions[1], i), run(&after, &after.functions[1], i));
                // Blocks are joined, so the one may come further within the limit of blocks than the other.
                let n = if ends(&a) && ends(&b) { a.len().max(b.len()) } else { a.len().min(b.len()) };
                assert_eq!(a.get(..n), b.get(..n), "seed {seed} {options:?} inputs {i:?}\n{text}\n{after}");
            }
            check_values(&after, seed);
        }
    }
    assert!(promoted > 15_000, "{promoted}");
}

fn ends(events: &[String]) -> bool {
    events.last().is_some_and(|e| e.starts_with("return"))
}

/// Every value told for a variable stands in an existing place and is readable there.
fn check_values(p: &Program, seed: u64) {
    let f = &p.functions[1];
    for v in &f.vars {
        let Home::Values(list) = &v.home else { continue };
        for (block, at, o) in list {
            let b = &f.blocks[block.index()];
            assert!(*at as usize <= b.insts.len(), "seed {seed}\n{p}");
            if let Some(r) = o.as_reg() {
                let mut here = b.params.contains(&r);
                b.insts[..*at as usize].iter().for_each(|i| i.defs(|d| here |= d == r));
                let mut elsewhere = f.params.contains(&r);
                for (k, other) in f.blocks.iter().enumerate().filter(|(k, _)| *k != block.index()) {
                    elsewhere |= other.params.contains(&r) && k != block.index();
                    other.insts.iter().for_each(|i| i.defs(|d| elsewhere |= d == r));
                }
                assert!(here || elsewhere, "seed {seed}: {r} for {}\n{p}", v.name);
            }
        }
    }
}
