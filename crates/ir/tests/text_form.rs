//! The text form prints what it parsed, and the parser says what is wrong and where.

use homing_ir::{parse, verify};

/// One of everything.
const ALL: &str = r#"program ptr 64 width 32 final
file0 "a \"b\" c.c" in "/tmp/x\\y"
loc1 file0:3:7
loc2 file0:4:1
note "something\nlong"
constructor f0
global g0 "table" size 24 align 8 const bytes x00ff7a at 8 = g0+16 at 16 = f1 type "struct t" !loc1
global g1 "out" size 4 align 4 external
declare f0 "nothing"()
declare f1 "printf"(ptr, ...) -> i32 taken
define f2 "all"(v0: i32, v1: ptr byval 16, v2: i1, ...) -> i32, ptr taken !loc1 {
var "x" "int" slot v3
var "y" "int *" values block0 0 v1, block1 1 0:i64
block0:
  v3: ptr = alloca 4:i64 align 4 "x \"1\"" !loc1
  v4: i32 = undef
  v5: i32 = copy v0
  v6: i32 = add nsw nuw v4, v5 !loc2
  v7: i32 = sdiv v6, 7:i32
  v8: i32 = byteswap v7
  v9: i1 = ule v8, 4294967295:i32
  v10: i64 = zext v8
  v11: ptr = inttoptr v10
  v12: i8 = extract v8, 8
  v13: i40 = concat v8, v12
  v41: ptr = any v11, v9, "a pointer to nowhere"
  require v9, "out-of-bounds", "an index"
  v14: ptr = select v9, v11, 0:i64
  v15: i32, v16: i1 = smul.overflow v8, v7
  v17: i32 = fadd.f32 v8, v7
  v18: i32 = fneg.f32 v17
  v19: i64 = fma.f64 v10, v10, v10
  v20: i1 = fcmp.f64.leu v19, v19
  v21: i1 = fcmp.f64.none v19, v19
  v22: i80 = fcast.f64.f80 v19
  v23: i16 = ftosi.f80 v22
  v42: i16 = ftouisat.f80 v22
  v24: i128 = uitof.f128 v23
  v25: i128 = xor v24, 0x10000000000000002:i128
  v26: ptr = gep v1, v23, -4, 8
  v27: i1 = load v26 align 1
  store g0-4, v25 align 16
  memcopy v26, v1, 16:i64
  memcopy v26, v1, 16:i32 overlap
  memset v26, 0:i8, v10
  v28: i32 = call f1(g0+1 | v10, v1 byval 16 align 8) !loc2
  v29: i32 = call *v14(v10, 5:i8)
  call *f0(| 1:i8)
  vastart v1
  vaend v1
  vacopy v1, v26
  v30: ptr = stacksave
  stackrestore v30
  v31: dyn = dyn.array undef, null, f1, -12345678901234567890:dyn
  v32: dyn = dyn.record["x", "a b", 77] v31, 0:dyn, null !loc2
  v35: dyn = dyn.field["x"] v32
  dyn.setfield[77] v32, v35
  v36: dyn = dyn.input
  v37: i1 = dyn.ge v36, v35 !loc2
  v38: dyn = dyn.frombool v37
  dyn.setindex v31, v38, undef
  v39: dyn = dyn.checkcall[3] v38
  v40: dyn = call *v39(v38, f1, null)
  dyn.output v40
  mark target3
  unsupported "inline assembly"
  switch v28, 1 => block1(v6, v1), 4294967295 => block2, else => block3 !loc2
block1(v33: i32, v34: ptr):
  branch v9, block1(v33, v34), block1(v4, 0:i64)
block2:
  return v28, g1
block3:
  jump block4
block4:
  stop "indirect branch"
block5:
  unreachable
}
"#;

#[test]
fn prints_what_it_parsed() {
    let p = parse(ALL).unwrap();
    let text = p.to_string();
    for (have, want) in text.lines().zip(ALL.lines()) {
        assert_eq!(have, want);
    }
    assert_eq!(text, ALL);
    assert_eq!(parse(&text).unwrap().to_string(), ALL);
}

#[test]
fn the_program_with_everything_is_well_formed() {
    let mut text = ALL.replace("constructor f0\n", "");
    text = text.replace("bytes x00ff7a", "bytes x00");
    assert_eq!(verify(&parse(&text).unwrap()), Ok(()));
}

#[test]
fn errors_name_the_line() {
    let wrap = |line: &str| format!("define f0 \"f\"(v0: i32) {{\nblock0:\n  {line}\n  return\n}}\n");
    for (line, message) in [
        ("v1: i32 = addd v0, v0", "line 3: `addd` is no instruction with a result"),
        ("v1: i32 = add v0 v0", "line 3: found `v0`, expected `,`"),
        ("v1: i32 = add v0, 5", "line 3: found the end of the line, expected `:`"),
        ("v1: i32 = add v0, 256:i8", "line 3: 256 does not fit in 8 bits"),
        ("v1: i32 = add v0, 1:f8", "line 3: `f8` is no type; expected ptr, dyn or i with a width"),
        ("v1 = undef", "line 3: found `=`, expected `:`"),
        ("v1: i32 = fadd.f33 v0, v0", "line 3: `f33` is no float format"),
        ("store v0, v0", "line 3: found the end of the line, expected `align`"),
        ("unsupported \"x", "line 3: a text without closing quote"),
        ("mark target1 target2", "line 3: found `target2`, expected the end of the line"),
        ("return\n  mark target1", "line 4: an instruction outside of a block"),
        ("return\nblock2:", "line 4: found block2, expected block1"),
        ("v99999999: i32 = undef", "line 3: register number 99999999 is too large"),
    ] {
        let have = parse(&wrap(line)).err().map(|e| e.to_string());
        assert_eq!(have.as_deref(), Some(message), "{line}");
    }
    assert_eq!(parse("define f0 \"f\"() {\n").unwrap_err().to_string(), "line 1: the text ends inside a function");
    assert_eq!(parse("\n\nnonsense").unwrap_err().line, 3);
    assert_eq!(parse("define f0 \"f\"() {\nblock0:\n}").unwrap_err().to_string(), "line 3: the last block has no terminator");
}
