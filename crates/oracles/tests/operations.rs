//! Every instruction and intrinsic that the front end accepts, and the compiler's builtins, on corner and random operands: the engine with
//! symbolic and with known operands, the interpreter, and native runs at several levels of optimisation give the same.
//!
//! Cases are small functions that read three operands of 16 bytes and write a result of 32. One program holds many of them; natively, in the
//! interpreter and in the engine it runs all of them on all their operands at once. Results that the language leaves open (the bits of
//! a NaN, undefined operations) are kept out by the cases themselves.

#[path = "operations/builtins.rs"]
mod builtins;
#[path = "operations/compare.rs"]
mod compare;
#[path = "operations/instructions.rs"]
mod instructions;
#[path = "operations/intrinsics.rs"]
mod intrinsics;
#[path = "operations/sse.rs"]
mod sse;

use compare::Cases;
use std::collections::BTreeSet;

#[test]
fn instructions_agree() {
    let mut cases = Cases::default();
    instructions::integers(&mut cases);
    instructions::floats(&mut cases);
    instructions::vectors(&mut cases);
    instructions::memory(&mut cases);
    cases.compare_text("instructions");
}

#[test]
fn intrinsics_agree() {
    let mut cases = Cases::default();
    intrinsics::all(&mut cases);
    cases.compare_text("intrinsics");
}

#[test]
fn vector_instructions_of_x86_agree() {
    let mut cases = Cases::default();
    sse::all(&mut cases);
    cases.compare_text("sse");
}

/// The list of what is accepted comes from the front end: a new intrinsic has to be compared, or to be said to have nothing to compare.
#[test]
fn no_intrinsic_is_left_out() {
    let mut cases = Cases::default();
    intrinsics::all(&mut cases);
    sse::all(&mut cases);
    let compared: BTreeSet<String> = cases.intrinsics();
    let exempt: BTreeSet<String> = intrinsics::WITHOUT_RESULT.iter().chain(sse::WITHOUT_RESULT).map(|n| n.to_string()).collect();
    for name in homing_front_llvm::intrinsics() {
        let constrained = name.strip_prefix("experimental.constrained.").filter(|n| intrinsics::UNCONSTRAINED.contains(n));
        assert!(
            compared.contains(&name) || exempt.contains(&name) || constrained.is_some(),
            "llvm.{name} is accepted, but compared nowhere"
        );
        assert!(!(compared.contains(&name) && exempt.contains(&name)), "llvm.{name} is compared and said not to be");
    }
}

#[test]
fn builtins_agree() {
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        builtins::all().compare_c(level);
    }
}
