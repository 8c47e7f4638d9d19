//! What C does not reach: programs in the text form of the IR.

use homing_interp::{Options, Outcome, Run, run};
use homing_ir::{FuncId, InputKind, InputValue, parse, verify};

fn run_text(text: &str, inputs: &[InputValue]) -> Run {
    let p = parse(text).unwrap_or_else(|e| panic!("{e:?}"));
    verify(&p).unwrap_or_else(|e| panic!("{e:?}"));
    run(&p, FuncId(0), inputs, &Options::default())
}

/// Runs the body of a `main` that gives values to `f1`, the output function.
fn outputs(body: &str) -> Vec<u64> {
    let text = format!(
        "program ptr 64\ndefine f0 \"main\"() -> i32 {{\nblock0:\n{body}  return 0:i32\n}}\ndeclare f1 \"homing_output\"(i64)\n"
    );
    let run = run_text(&text, &[]);
    assert_eq!(run.outcome, Outcome::Returned(0), "{body}");
    run.outputs
}

#[test]
fn block_parameters_are_assigned_at_once() {
    let text = "program ptr 64
define f0 \"main\"() -> i32 {
block0:
  jump block1(1:i32, 2:i32, 3:i32, 0:i32)
block1(v0: i32, v1: i32, v2: i32, v3: i32):
  v4: i32 = add v3, 1:i32
  v5: i1 = ult v4, 5:i32
  branch v5, block1(v1, v2, v0, v4), block2
block2:
  v6: i32 = mul v0, 100:i32
  v7: i32 = mul v1, 10:i32
  v8: i32 = add v6, v7
  v9: i32 = add v8, v2
  return v9
}
";
    assert_eq!(run_text(text, &[]).outcome, Outcome::Returned(231));
}

#[test]
fn dynamic_values_are_not_run() {
    let text = "program ptr 64
define f0 \"main\"() -> dyn {
block0:
  v0: dyn = dyn.add 1:dyn, 2:dyn
  return v0
}
";
    let run = run_text(text, &[]);
    assert!(matches!(&run.outcome, Outcome::Unsupported(why) if why.contains("microc")), "{:?}", run.outcome);
}

#[test]
fn values_above_128_bits() {
    let text = "program ptr 64
define f0 \"main\"() -> i32 {
block0:
  v0: i200 = sext -3:i32
  v1: ptr = alloca 25:i64 align 8 \"wide\"
  store v1, v0 align 8
  v2: i200 = load v1 align 8
  v3: i200 = call f1(v2, 0x5:i200)
  jump block1(v3, v2)
block1(v4: i200, v5: i200):
  v6: i64 = extract v4, 136
  call f2(v6)
  v7: i64 = trunc v4
  call f2(v7)
  v8: i1 = slt v4, v5
  v9: i64 = zext v8
  call f2(v9)
  v10: i201 = concat v8, v5
  v11: i1 = extract v10, 200
  v12: i200 = select v11, v5, v4
  v13: i64 = trunc v12
  call f2(v13)
  v14: i8 = load v1 align 1
  v15: i32 = zext v14
  return v15
}
define f1 \"product\"(v0: i200, v1: i200) -> i200 {
block0:
  v2: i200 = mul v0, v1
  v3: i200 = sdiv v2, 0x2:i200
  return v3
}
declare f2 \"homing_output\"(i64)
";
    let run = run_text(text, &[]);
    assert_eq!(run.outcome, Outcome::Returned(0xfd));
    assert_eq!(run.outputs, [u64::MAX, -7i64 as u64, 1, -3i64 as u64]);
}

#[test]
fn rare_float_formats() {
    let body = "  v0: i128 = sitof.f128 3:i64
  v1: i128 = sitof.f128 7:i64
  v2: i128 = fdiv.f128 v0, v1
  v3: i64 = trunc v2
  call f1(v3)
  v4: i64 = extract v2, 64
  call f1(v4)
  v5: i128 = fmul.f128 v2, v1
  v6: i64 = ftosi.f128 v5
  call f1(v6)
  v7: i16 = sitof.f16 2049:i64
  v8: i64 = zext v7
  call f1(v8)
";
    // 3/7 = 1.1011011...b * 2^-2 in 113 bits; 2049 is a tie in half precision and goes to 2048.
    assert_eq!(outputs(body), [0xb6db6db6db6db6db, 0x3ffdb6db6db6db6d, 3, 0x6800]);
}

#[test]
fn unchosen_values_come_from_inputs() {
    let text = "program ptr 64
define f0 \"main\"() -> i32 {
block0:
  v0: i12 = undef
  v1: i32 = zext v0
  return v1
}
";
    let given =
        InputValue { name: "x".into(), kind: InputKind::Uninitialised, bytes: vec![0x34, 0xf2], type_name: String::new() };
    assert_eq!(run_text(text, &[]).outcome, Outcome::Returned(0));
    assert_eq!(run_text(text, std::slice::from_ref(&given)).outcome, Outcome::Returned(0x234));
    let half = |byte| InputValue { bytes: vec![byte], ..given.clone() };
    assert_eq!(
        run_text(text, &[half(0x34), half(0xf2)]).outcome,
        Outcome::Returned(0x234),
        "how bytes are grouped does not matter"
    );
    assert_eq!(run_text(text, &[half(1)]).outcome, Outcome::Returned(1), "what is missing is zero");
}

#[test]
fn stack_objects_end_at_a_restore() {
    let body = |access: &str| {
        format!(
            "program ptr 64
define f0 \"main\"() -> i32 {{
block0:
  v0: ptr = alloca 4:i64 align 4 \"kept\"
  v1: ptr = stacksave
  v2: ptr = alloca 4:i64 align 4 \"gone\"
  stackrestore v1
  store {access}, 1:i32 align 4
  return 0:i32
}}
"
        )
    };
    assert_eq!(run_text(&body("v0"), &[]).outcome, Outcome::Returned(0));
    let gone = run_text(&body("v2"), &[]).outcome;
    assert!(matches!(gone, Outcome::Error { kind: homing_ir::ErrorKind::UseAfterReturn, .. }), "{gone:?}");
}
