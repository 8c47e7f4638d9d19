//! Every rule of the program form: a program that breaks it is refused with that complaint.

use homing_ir::{Const, Loc, LocId, Opnd, Program, Reg, Type, parse, verify};

fn complaint(text: &str) -> String {
    match verify(&parse(text).unwrap()) {
        Ok(()) => "fine".into(),
        Err(list) => list.join("\n"),
    }
}

/// Puts lines into a function with an integer, a pointer and a truth value, and a callee.
fn body(lines: &str) -> String {
    complaint(&format!(
        "define f0 \"f\"(v0: i32, v1: ptr, v2: i1) {{\nblock0:\n  {lines}\n}}\n\
         define f1 \"callee\"(v0: i32) -> i32 {{\nblock0:\n  return v0\n}}\n\
         define f2 \"many\"(v0: i32, ...) {{\nblock0:\n  return\n}}\n\
         declare f3 \"unknown\"(ptr)\n"
    ))
}

#[test]
fn instructions_have_fitting_types() {
    for (line, want) in [
        ("v3: i32 = add v0, 1:i32", "fine"),
        ("v3: i32 = add v0, 1:i8", "expected Bits(32)"),
        ("v3: i8 = add v0, v0", "v0 is Bits(32), expected Bits(8)"),
        ("v3: ptr = add v1, v1", "Add on Ptr"),
        ("v3: dyn = add 1:dyn, 2:dyn", "Add on Dyn"),
        ("v3: i1 = eq 1:dyn, 2:dyn", "a dynamic value where none can be"),
        ("v3: dyn = select v2, 1:dyn, 2:dyn", "a dynamic value where none can be"),
        ("v3: dyn = undef", "a dynamic value where none can be"),
        ("v3: dyn = copy undef", "fine"),
        ("v3: dyn = copy f1", "fine"),
        ("v3: dyn = copy v0", "expected Dyn"),
        ("v3: dyn = dyn.add 1:dyn, 2:dyn", "fine"),
        ("v3: dyn = dyn.add 1:dyn, v0", "v0 is Bits(32), expected Dyn"),
        ("v3: dyn = dyn.add 1:dyn", "dyn.add with 1 operands"),
        ("v3: i1 = dyn.add 1:dyn, 1:dyn", "v3 is Bits(1), expected Dyn"),
        ("v3: i1 = dyn.lt 1:dyn, null", "fine"),
        ("v3: dyn = dyn.lt 1:dyn, null", "v3 is Dyn, expected Bits(1)"),
        ("v3: dyn = dyn.frombool v2", "fine"),
        ("v3: dyn = dyn.frombool 1:dyn", "expected Bits(1)"),
        ("v3: dyn = dyn.setderef null, null", "dyn.setderef has no result for v3"),
        ("dyn.setindex null, null, null", "fine"),
        ("dyn.setindex null, null", "dyn.setindex with 2 operands"),
        ("v3: dyn = dyn.array", "fine"),
        ("v3: dyn = dyn.record[1, 2] null, 1:dyn", "fine"),
        ("v3: dyn = dyn.record[1, 1] null, 1:dyn", "given twice"),
        ("v3: dyn = dyn.record[1] null, 1:dyn", "dyn.record with 2 operands"),
        ("v3: dyn = call *null()", "fine"),
        ("v3: i1 = eq v1, 0:i64", "fine"),
        ("v3: i1 = eq 0:i64, v1", "fine"),
        ("v3: i1 = eq v1, 0:i32", "expected Ptr"),
        ("v3: i1 = eq v0, f1", "is Ptr, expected Bits(32)"),
        ("v3: i8 = eq v0, v0", "v3 is Bits(8), expected Bits(1)"),
        ("v3: i8 = zext v0", "ZExt from 32 to 8"),
        ("v3: i64 = trunc v0", "Trunc from 32 to 64"),
        ("v3: i64 = zext v1", "v1 is Ptr, expected bits"),
        ("v3: i64 = ptrtoint v1", "fine"),
        ("v3: i64 = ptrtoint v0", "v0 is Bits(32), expected Ptr"),
        ("v3: i64 = inttoptr v0", "v3 is Bits(64), expected Ptr"),
        ("v3: i12 = byteswap 3:i12", "byte swap of 12 bits"),
        ("v3: i8 = extract v0, 24", "fine"),
        ("v3: i8 = extract v0, 25", "bits 25.. (8 of them) of a value of 32 bits"),
        ("v3: i40 = concat v0, 1:i8", "fine"),
        ("v3: i41 = concat v0, 1:i8", "32 + 8 bits do not make 41"),
        ("v3: ptr = select v2, v1, 0:i64", "fine"),
        ("v3: ptr = select v0, v1, v1", "v0 is Bits(32), expected Bits(1)"),
        ("v3: i32, v4: i8 = sadd.overflow v0, v0", "v4 is Bits(8), expected Bits(1)"),
        ("v3: i32 = fadd.f64 v0, v0", "expected Bits(64)"),
        ("v3: i16 = fcast.f32.f16 v0", "fine"),
        ("v3: i1 = fcmp.f32.l v0, v0", "fine"),
        ("v3: i32 = gep v1, v0, 1, 0", "v3 is Bits(32), expected Ptr"),
        ("v3: dyn = load v1 align 8", "fine"),
        ("v3: i32 = load v0 align 4", "v0 is Bits(32), expected Ptr"),
        ("store v1, v2 align 1", "fine"),
        ("memset v1, v0, v0", "v0 is Bits(32), expected Bits(8)"),
        ("v3: i32 = call f1(v0)", "fine"),
        ("v3: i32 = call f1()", "0 arguments for 1 parameters of callee"),
        ("v3: i32 = call f1(v0, v0)", "2 arguments for 1 parameters of callee"),
        ("v3: i32 = call f1(v1)", "v1 is Ptr, expected Bits(32)"),
        ("call f1(v0)", "0 result registers for 1 results of callee"),
        ("v3: i8 = call f1(v0)", "v3 is Bits(8), expected Bits(32)"),
        ("call f2(v0 | v0, v1)", "fine"),
        ("call f3()", "fine"),
        ("call f9()", "f9 does not exist"),
        ("call *v0()", "v0 is Bits(32), expected Ptr"),
        ("call *f1()", "fine"),
        ("v3: ptr = copy g0", "g0 does not exist"),
    ] {
        let have = body(&format!("{line}\n  return"));
        assert!(have.contains(want), "{line}: {have}");
    }
}

#[test]
fn terminators_and_edges_fit() {
    for (lines, want) in [
        ("branch v2, block0, block0", "fine"),
        ("branch v0, block0, block0", "expected Bits(1)"),
        ("jump block1", "block1 does not exist"),
        ("return v0", "1 results, expected 0"),
        ("jump block1(v0)\nblock1(v3: i32):\n  return", "fine"),
        ("jump block1\nblock1(v3: i32):\n  return", "0 values for 1 parameters of block1"),
        ("jump block1(v1)\nblock1(v3: i32):\n  return", "v1 is Ptr, expected Bits(32)"),
        ("switch v0, 1 => block0, 5 => block0, else => block0", "fine"),
        ("switch v0, 5 => block0, 1 => block0, else => block0", "not sorted and distinct"),
        ("switch v0, 4294967296 => block0, else => block0", "more than 32 bits"),
        ("switch 0x0:i128, else => block0", "switch on 128 bits"),
    ] {
        let have = body(lines);
        assert!(have.contains(want), "{lines}: {have}");
    }
    let entry = complaint("define f0 \"f\"() {\nblock0(v0: i32):\n  return\n}");
    assert!(entry.contains("the entry block has parameters"), "{entry}");
}

#[test]
fn registers_are_written_once_and_before_use() {
    for (lines, want) in [
        ("v3: i32 = copy v3\n  return", "v3 is used before it is written"),
        ("v3: i32 = copy v0\n  v3: i32 = copy v0\n  return", "v3 is written twice"),
        ("v0: i32 = copy 1:i32\n  return", "v0 is written twice"),
        ("v4: i32 = copy v3\n  return", "v3 is never written"),
        (
            "branch v2, block1, block2\nblock1:\n  v3: i32 = undef\n  jump block2\nblock2:\n  v4: i32 = copy v3\n  return",
            "v3 is used where its definition in block1 need not have run",
        ),
        ("v3: i32 = undef\n  jump block1\nblock1:\n  v4: i32 = copy v3\n  return", "fine"),
        ("jump block1(v3)\nblock1(v3: i32):\n  return", "v3 is used where its definition in block1 need not have run"),
        ("return\nblock1:\n  v3: i32 = copy v4\n  v4: i32 = undef\n  return", "fine"),
    ] {
        let have = body(lines);
        assert!(have.contains(want), "{lines}: {have}");
    }
}

fn broken(change: impl Fn(&mut Program)) -> String {
    let mut p = parse(
        "global g0 \"g\" size 8 align 8\ndefine f0 \"f\"(v0: i32) -> i32 {\nblock0:\n  v1: i32 = add v0, 1:i32\n  return v1\n}",
    )
    .unwrap();
    assert_eq!(verify(&p), Ok(()));
    change(&mut p);
    verify(&p).err().map_or("fine".into(), |l| l.join("\n"))
}

#[test]
fn tables_are_consistent() {
    let check = |want: &str, change: &dyn Fn(&mut Program)| {
        let have = broken(change);
        assert!(have.contains(want), "{want}: {have}");
    };
    check("1 locations for 1 instructions", &|p| p.functions[0].blocks[0].locs.truncate(1));
    check("loc7 does not exist", &|p| p.functions[0].blocks[0].locs[0] = LocId(7));
    check("has more than 4 bits", &|p| p.functions[0].consts[0] = Const::Bits { w: 4, v: 16 });
    check("a small constant of 65 bits", &|p| p.functions[0].consts[0] = Const::Bits { w: 65, v: 0 });
    check("a wide constant of 128 bits in 1 words", &|p| {
        p.functions[0].consts[0] = Const::Wide { w: 128, words: vec![0] };
    });
    check("not a decimal integer", &|p| p.functions[0].consts[0] = Const::Int("1x".into()));
    check("v9 has no type", &|p| p.functions[0].params[0] = Reg(9));
    check("c5 does not exist", &|p| {
        p.functions[0].blocks[0].insts[0].uses_mut(|o| *o = Opnd::constant(homing_ir::ConstId(5)));
    });
    check("2 parameter types, but 1 by-value", &|p| p.functions[0].param_types.push(Type::Ptr));
    check("a register of no bits", &|p| p.functions[0].regs.push(Type::Bits(0)));
    check("9 initial bytes in a size of 8", &|p| p.globals[0].bytes = vec![0; 9]);
    check("outside of its 8 bytes", &|p| p.globals[0].relocs = vec![(1, Const::Bits { w: 64, v: 0 })]);
    check("pointers of 16 bits", &|p| p.ptr_bits = 16);
    check("loc1 is in file3", &|p| p.locs.push(Loc { file: homing_ir::FileId(3), line: 1, column: 1 }));
    check("constructor f4", &|p| p.constructors.push(homing_ir::FuncId(4)));
}

#[test]
fn complaints_name_the_place_and_are_limited() {
    let lines = "v3: i32 = add v1, v1\n  ".repeat(500);
    let have = body(&format!("{lines}return"));
    assert!(have.starts_with("f0 f, block0, instruction 1: v3 is written twice"), "{have}");
    assert_eq!(have.lines().count(), 100);
}
