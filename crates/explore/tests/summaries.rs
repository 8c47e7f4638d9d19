//! Loops in one step against the same loops gone round: numbers of 3 and 4 bits, all inputs. Of each program the paths with leaps are collected; every
//! input must be on exactly one of them, with the result that a run of the program gives; where a run does not end it is on none.

use std::fmt::Write;

use homing_exec::{Ended, Executor, State};
use homing_explore::{Config, Rng, context_for, walk_in_leaps};
use homing_ir::{BlockId, Program, Reg};
use homing_memory::{Val, ValKind};
use homing_term::{Model, Sort, VarKey};

#[derive(Default, Debug)]
struct Tally {
    programs: usize,
    /// With a loop that was left in one step, and explored to the end.
    leapt: usize,
    complete: usize,
    runs: usize,
    circles: u64,
}

fn executor(p: &Program) -> Executor<'_> {
    Executor::new(p, context_for(&Config::default()), Default::default(), 0)
}

fn start(exec: &mut Executor<'_>) -> Box<State> {
    let main = exec.program().find("main").expect("it is there");
    let mut start = exec.general(main, BlockId(0));
    // Its parameters are numbers: nothing comes from nowhere.
    start.lazy = None;
    start
}

/// What a run gives; none if it does not end.
fn run(exec: &mut Executor<'_>, inputs: &[u64]) -> Option<u64> {
    let mut state = start(exec);
    for (r, v) in inputs.iter().enumerate() {
        state.frame.regs.set(Reg(r as u32), Val::int(*v));
    }
    let step = exec.run(state, 40_000);
    let [one]: [homing_exec::Successor; 1] = step.successors.try_into().unwrap_or_else(|_| panic!("a concrete run"));
    match one.end {
        Some(Ended::Returned(Some(v))) => v.as_int(),
        None | Some(Ended::Diverges) => None,
        Some(other) => panic!("{other:?}"),
    }
}

fn check(text: &str, w: u32, params: u32, tally: &mut Tally) {
    let p = homing_ir::parse(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    homing_ir::verify(&p).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let (mut exec, mut plain) = (executor(&p), executor(&p));
    let first = start(&mut exec);
    let walked = walk_in_leaps(&mut exec, first, 1_200);
    tally.programs += 1;
    tally.leapt += usize::from(walked.leaps > 0);
    tally.complete += usize::from(walked.complete);
    tally.circles += walked.circles;
    let bytes = w.div_ceil(8) * 8;
    for n in 0..1u64 << (w * params) {
        let inputs: Vec<u64> = (0..params).map(|i| n >> (w * i) & ((1 << w) - 1)).collect();
        let mut model = Model::new();
        for (r, v) in inputs.iter().enumerate() {
            let t = exec.context_mut().terms.var(bytes, VarKey::Input { input: r as u32, offset: 0 });
            model.set64(exec.context().terms.as_var(t).expect("a variable"), *v);
        }
        let real = run(&mut plain, &inputs);
        let mut found = Vec::new();
        for (state, end) in &walked.ends {
            let conds: Vec<_> = state.path.constraints().map(|c| c.0).collect();
            if !conds.iter().all(|c| exec.context_mut().terms.eval64(*c, &model) == 1) {
                continue;
            }
            match end {
                Ended::Returned(Some(v)) => found.push(match v.kind() {
                    ValKind::Int(v) => Some(v),
                    ValKind::Term(t) => Some(exec.context_mut().terms.eval64(t, &model)),
                    other => panic!("{other:?}"),
                }),
                Ended::Diverges => found.push(None),
                other => panic!("{other:?}"),
            }
        }
        assert!(found.len() <= 1, "{inputs:?} is on {} paths\n{text}", found.len());
        match found.first() {
            Some(v) => assert_eq!(*v, real, "{inputs:?}\n{text}"),
            None => assert!(real.is_none() || !walked.complete, "{inputs:?} is on no path, the result is {real:?}\n{text}"),
        }
        tally.runs += 1;
    }
}

/// Counters, sums and a result that is made of all of them.
fn program(w: u32, params: u32, blocks: &str) -> String {
    let params: Vec<String> = (0..params).map(|r| format!("v{r}: i{w}")).collect();
    format!("program ptr 64\ndefine f0 \"main\"({}) -> i16 {{\n{blocks}}}\n", params.join(", "))
}

/// `while (i REL bound) { s += i; i += step; k++; }`, or with its test at the end.
fn counting(w: u32, rel: &str, step: &str, at_end: bool) -> String {
    let t = format!("i{w}");
    let first = if at_end { "block2" } else { "block1" };
    let blocks = format!(
        "block0:
  jump {first}(v0, 0:{t}, 0:{t})
block1(v10: {t}, v11: {t}, v12: {t}):
  v13: i1 = {rel} v10, v1
  branch v13, block2(v10, v11, v12), block3(v10, v11, v12)
block2(v14: {t}, v15: {t}, v16: {t}):
  v17: {t} = add v16, v14
  v18: {t} = add v14, {step}
  v19: {t} = add v15, 1:{t}
  jump block1(v18, v19, v17)
block3(v20: {t}, v21: {t}, v22: {t}):
  v23: i16 = zext v20
  v24: i16 = zext v21
  v25: i16 = zext v22
  v26: i16 = mul v24, 16:i16
  v27: i16 = mul v25, 256:i16
  v28: i16 = add v23, v26
  v29: i16 = add v28, v27
  return v29
"
    );
    program(w, if step == "v2" { 3 } else { 2 }, &blocks)
}

/// More than the suite has time for.
fn many() -> bool {
    std::env::var("HOMING_SOAK").is_ok()
}

const RELATIONS: [&str; 9] = ["ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge", "ne"];

#[test]
fn counting_with_every_relation_and_step() {
    let mut tally = Tally::default();
    for rel in RELATIONS {
        for step in [-1i32, 1, 2] {
            check(&counting(3, rel, &format!("{step}:i3"), step == 2), 3, 2, &mut tally);
        }
        check(&counting(3, rel, "1:i3", true), 3, 2, &mut tally);
        if many() {
            for step in -8i32..8 {
                check(&counting(4, rel, &format!("{step}:i4"), step % 2 == 0), 4, 2, &mut tally);
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.complete * 2 > tally.programs && tally.leapt * 2 > tally.programs, "{tally:?}");
}

#[test]
fn counting_by_steps_that_are_inputs() {
    let mut tally = Tally::default();
    for rel in if many() { &RELATIONS[..] } else { &["ult", "sle", "sgt"] } {
        check(&counting(3, rel, "v2", false), 3, 3, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.leapt >= 2, "{tally:?}");
}

/// A loop of several paths whose conditions, steps and sums are a matter of chance.
fn random(rng: &mut Rng, w: u32) -> String {
    let t = format!("i{w}");
    let mut next = 20;
    let operand = |rng: &mut Rng, regs: [u32; 3]| match rng.below(6) {
        0 | 1 => format!("v{}", regs[0]),
        2 => format!("v{}", regs[1]),
        3 => format!("v{}", rng.below(2)),
        4 => format!("v{}", regs[2]),
        _ => format!("{}:{t}", rng.below(1 << w)),
    };
    let mut out = format!("block0:\n  jump block1(v0, v1, {}:{t})\n", rng.below(1 << w));
    let rel = RELATIONS[rng.below(9)];
    let other = operand(rng, [11, 1, 0]);
    let _ = writeln!(out, "block1(v10: {t}, v11: {t}, v12: {t}):\n  v13: i1 = {rel} v10, {other}\n  branch v13, block2, block5");
    let (rel, a, b) = (RELATIONS[rng.below(9)], operand(rng, [10, 11, 12]), operand(rng, [11, 1, 0]));
    let _ = writeln!(out, "block2:\n  v14: i1 = {rel} {a}, {b}\n  branch v14, block3, block4");
    for block in [3, 4] {
        let _ = writeln!(out, "block{block}:");
        let mut after = Vec::new();
        for r in [10, 11, 12] {
            let added = match (r, rng.below(8)) {
                (12, 0..=4) => operand(rng, [10, 11, 12]),
                (_, 0) => operand(rng, [10, 11, 12]),
                (_, 1) => format!("0:{t}"),
                (_, n) => format!("{}:{t}", [1, 1, 2, 3, (1 << w) - 1, (1 << w) - 2][n - 2]),
            };
            match rng.below(10) {
                0 => after.push(added),
                1 => after.push(format!("v{r}")),
                _ => {
                    let _ = writeln!(out, "  v{next}: {t} = add v{r}, {added}");
                    after.push(format!("v{next}"));
                    next += 1;
                }
            }
        }
        let _ = writeln!(out, "  jump block1({})", after.join(", "));
    }
    out.push_str(
        "block5:
  v15: i16 = zext v10
  v16: i16 = zext v11
  v17: i16 = zext v12
  v18: i16 = mul v16, 16:i16
  v19: i16 = mul v17, 256:i16
  v60: i16 = add v15, v18
  v61: i16 = add v60, v19
  return v61
",
    );
    program(w, 2, &out)
}

#[test]
fn random_loops() {
    let many = std::env::var("HOMING_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    let mut tally = Tally::default();
    for seed in 0..many {
        let mut rng = Rng::new(seed);
        let w = if seed % 4 == 0 { 4 } else { 3 };
        check(&random(&mut rng, w), w, 2, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.leapt as u64 * 4 > many && tally.complete as u64 * 4 > many, "{tally:?}");
}

/// Two and three loops inside of each other, whose sums grow with the square and the cube.
#[test]
fn nested_sums() {
    let w = 4;
    let t = format!("i{w}");
    let mut tally = Tally::default();
    for (bound, added) in [("v10", "1"), ("v1", "1"), ("v10", "3"), ("v10", "v20")] {
        let added = if added.starts_with('v') { added.to_string() } else { format!("{added}:{t}") };
        let blocks = format!(
            "block0:
  jump block1(0:{t}, 0:{t})
block1(v10: {t}, v11: {t}):
  v12: i1 = ult v10, v0
  branch v12, block2(0:{t}, v11), block5
block2(v20: {t}, v21: {t}):
  v22: i1 = ult v20, {bound}
  branch v22, block3, block4
block3:
  v23: {t} = add v20, 1:{t}
  v24: {t} = add v21, {added}
  jump block2(v23, v24)
block4:
  v25: {t} = add v10, 1:{t}
  jump block1(v25, v21)
block5:
  v13: i16 = zext v10
  v14: i16 = zext v11
  v15: i16 = mul v14, 16:i16
  v16: i16 = add v13, v15
  return v16
"
        );
        check(&program(w, 2, &blocks), w, 2, &mut tally);
    }
    println!("{tally:?}");
    assert_eq!((tally.leapt, tally.complete), (4, 4), "{tally:?}");
}

/// Where steps are inputs, numbers of rounds have more bits than a variable can have.
#[test]
fn any_number_of_many_bits() {
    let p = homing_ir::parse(&program(3, 1, "block0:\n  v1: i16 = zext v0\n  return v1\n")).expect("a program");
    let mut exec = executor(&p);
    for w in [1, 64, 65, 69, 128, 200] {
        let (a, b) = (exec.any_number(Sort::Bits(w)), exec.any_number(Sort::Bits(w)));
        let terms = &mut exec.context_mut().terms;
        assert_eq!((terms.width(a), terms.support(a).len()), (w, w.div_ceil(64) as usize));
        let same = terms.eq(a, b);
        assert!(terms.as_const(same).is_none(), "they are two numbers");
    }
}
