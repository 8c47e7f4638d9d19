//! The estimate of what variables cost, on small functions that can be counted by hand.

use homing_graph::costs::{CostOptions, Costs, Memory, Variable};
use homing_ir::{BlockId, FuncId, Program, Reg, parse};

fn costs(text: &str, kappa: Option<u32>) -> (Program, Costs) {
    let p = parse(text).unwrap_or_else(|e| panic!("{e:?}"));
    let c = Costs::new(&p, CostOptions { kappa, ..CostOptions::default() });
    (p, c)
}

fn register(c: &Costs, f: u32, b: u32, r: u32) -> f32 {
    c.at(FuncId(f), BlockId(b), Variable::Register(Reg(r)))
}

/// One branch on a sum of two values; one of them is looked at again on one of the sides.
#[test]
fn a_branch_costs_what_it_depends_on() {
    let (_, c) = costs(
        "define f0 \"f\"(v0: i32, v1: i32) {
block0:
  v2: i32 = add v0, v1
  v3: i1 = slt v2, 5:i32
  branch v3, block1, block2
block1:
  v4: i1 = slt v0, 1:i32
  branch v4, block2, block2
block2:
  return
}
",
        None,
    );
    assert_eq!((register(&c, 0, 0, 1), register(&c, 0, 0, 0)), (1.0, 1.5));
    assert_eq!((register(&c, 0, 1, 0), register(&c, 0, 1, 1), register(&c, 0, 2, 0)), (1.0, 0.0, 0.0));
    assert_eq!(c.total(FuncId(0), BlockId(0)), 1.5);
}

/// A value that goes round a loop and into memory, and comes back from there.
#[test]
fn loops_memory_and_calls_are_counted() {
    let text = "define f0 \"test\"(v0: i32) -> i32 {
block0:
  v1: i1 = slt v0, 9:i32
  branch v1, block1, block1
block1:
  return v0
}
define f1 \"main\"(v0: i32, v1: i32) {
block0:
  v2: ptr = alloca 4:i64 align 4 \"x\"
  store v2, v1 align 4
  jump block1(v0)
block1(v3: i32):
  v4: i1 = slt v3, 100:i32
  branch v4, block2, block3
block2:
  v5: i32 = add v3, 1:i32
  jump block1(v5)
block3:
  v6: i32 = load v2 align 4
  v7: i32 = call f0(v6)
  return
}
";
    let (_, c) = costs(text, None);
    // Each round asks once, and half of the paths go round again.
    let round = register(&c, 1, 1, 3);
    assert!((round - 2.0).abs() < 0.1, "{round}");
    let local = c.at(FuncId(1), BlockId(3), Variable::Memory(Memory::Behind(Reg(2))));
    assert!((local - 1.0).abs() < 0.1, "{local}");
    // Behind the store it is what the local costs, if the loop ends.
    assert!(register(&c, 1, 0, 1) > 0.5);
    let (_, once) = costs(text, Some(1));
    assert!(register(&once, 1, 1, 3) < round);
}

/// Nothing costs more than the cap, however often a loop asks.
#[test]
fn no_value_costs_more_than_the_cap() {
    let (_, c) = costs(
        "define f0 \"f\"(v0: i32, v1: i32) {
block0:
  jump block1
block1:
  v2: i1 = slt v0, 5:i32
  branch v2, block1, block1
}
",
        None,
    );
    let most = CostOptions::default().cap;
    assert_eq!(register(&c, 0, 1, 0), most);
    assert_eq!(register(&c, 0, 1, 1), 0.0);
}
