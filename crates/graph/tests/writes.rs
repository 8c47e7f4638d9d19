//! Write sets of functions and loops, on small programs that can be read.

use homing_graph::{Dominators, Graph, Loops, Root, Write, WriteSet, Writes};
use homing_ir::{FuncId, GlobalId, Program, Reg, parse};

fn program(text: &str) -> Program {
    parse(text).unwrap_or_else(|e| panic!("{e:?}"))
}

fn of_loop(p: &Program, f: u32) -> WriteSet {
    let g = Graph::of(p.func(FuncId(f)));
    let loops = Loops::new(&g, &Dominators::new(&g, 0));
    assert_eq!(loops.list.len(), 1);
    Writes::new(p).of_loop(p, FuncId(f), &loops, 0)
}

fn writes(set: &WriteSet) -> Vec<Write> {
    set.writes.iter().copied().collect()
}

const PROGRAM: &str = "global g0 \"g\" size 16 align 8
define f0 \"put\"(v0: ptr, v1: i32) {
block0:
  v2: ptr = gep v0, 0:i64, 1, 4
  store v2, v1 align 4
  return
}
define f1 \"main\"(v0: ptr, v1: i32) {
block0:
  v2: ptr = alloca 8:i64 align 4 \"x\"
  v3: ptr = alloca 8:i64 align 4 \"y\"
  jump block1(0:i32, v1, v3)
block1(v4: i32, v5: i32, v6: ptr):
  v7: i1 = slt v4, 100:i32
  branch v7, block2, block3
block2:
  v8: i32 = add v4, 1:i32
  call f0(v2, v8)
  store g0+8, v8 align 4
  store v6, v8 align 4
  v9: ptr = gep v6, 1:i64, 4, 0
  jump block1(v8, v5, v9)
block3:
  store v0, v1 align 4
  return
}
";

#[test]
fn a_loop_writes_what_its_callees_and_moving_pointers_write_and_nothing_else() {
    let p = program(PROGRAM);
    let set = of_loop(&p, 1);
    let at = |root, range| Write { root, range };
    assert_eq!(
        writes(&set),
        [
            at(Root::Global(GlobalId(0)), Some((8, 4))),
            at(Root::Behind(Reg(2)), Some((4, 4))),
            // The pointer moves: anywhere in the object.
            at(Root::Behind(Reg(3)), None),
        ]
    );
    assert_eq!(set.changed, [Reg(4), Reg(6)], "the parameter that comes back as it is does not change");
    assert!(!set.frees && !set.is_unknown());
    let all = Writes::new(&p);
    assert_eq!(writes(all.of_function(FuncId(0))), [at(Root::Behind(Reg(0)), Some((4, 4)))]);
    // Locals are gone when it returns.
    assert_eq!(
        writes(all.of_function(FuncId(1))),
        [at(Root::Global(GlobalId(0)), Some((8, 4))), at(Root::Behind(Reg(0)), Some((0, 4)))]
    );
}

#[test]
fn what_a_pointer_from_memory_leads_to_and_what_nobody_knows_is_everything() {
    let body = |inst: &str| {
        format!(
            "declare f0 \"mystery\"(ptr)
declare f1 \"free\"(ptr)
declare f2 \"klee_make_symbolic\"(ptr, i64, ptr)
define f3 \"main\"(v0: ptr, v1: i32) {{
block0:
  jump block1(v1)
block1(v2: i32):
  v3: ptr = load v0 align 8
  {inst}
  v4: i32 = sub v2, 1:i32
  v5: i1 = eq v4, 0:i32
  branch v5, block2, block1(v4)
block2:
  return
}}
"
        )
    };
    let set = |inst: &str| of_loop(&program(&body(inst)), 3);
    assert!(set("store v3, v2 align 4").is_unknown());
    assert!(set("call f0(v0)").is_unknown());
    let freed = set("call f1(v0)");
    assert!(freed.frees && freed.writes.is_empty());
    let made = set("call f2(v0, 4:i64, v0)");
    assert_eq!(writes(&made), [Write { root: Root::Behind(Reg(0)), range: None }]);
}
