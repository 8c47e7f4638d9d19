//! Values of any kind: every operation and every error, concrete and symbolic.

#[path = "support/dynamic.rs"]
mod support;

use homing_exec::{ExecOptions, SymbolicIndex};
use support::*;

fn fork() -> ExecOptions {
    ExecOptions { symbolic_index: SymbolicIndex::Fork, ..ExecOptions::default() }
}

/// The outputs and the end of a straight program without inputs.
fn run(width: Option<u32>, insts: &[&str]) -> (Vec<String>, String) {
    let s = concrete(&straight(width, insts));
    (s.outputs, s.end)
}

#[test]
fn arithmetic_is_unbounded_and_truncates() {
    for (op, a, b, want) in [
        ("add", "2", "3", "5"),
        ("add", "9223372036854775807", "1", "9223372036854775808"),
        ("sub", "-9223372036854775808", "1", "-9223372036854775809"),
        ("mul", "9223372036854775807", "9223372036854775807", "85070591730234615847396907784232501249"),
        (
            "mul",
            "170141183460469231731687303715884105728",
            "170141183460469231731687303715884105728",
            "28948022309329048855892746252171976963317496166410141009864396001978282409984",
        ),
        ("sub", "9223372036854775808", "9223372036854775807", "1"),
        ("div", "7", "2", "3"),
        ("div", "-7", "2", "-3"),
        ("div", "7", "-2", "-3"),
        ("div", "-7", "-2", "3"),
        ("div", "-9223372036854775808", "-1", "9223372036854775808"),
        ("div", "-100000000000000000000", "3", "-33333333333333333333"),
        ("div", "100000000000000000000", "-100000000000000000000", "-1"),
        ("div", "5", "-100000000000000000000", "0"),
    ] {
        let inst = format!("v0: dyn = dyn.{op} {a}:dyn, {b}:dyn");
        assert_eq!(run(None, &[&inst, "dyn.output v0"]), (vec![want.to_string()], "returned 0".into()), "{op} {a} {b}");
    }
}

#[test]
fn machine_integers_wrap() {
    for (w, op, a, b, want) in [
        (32, "add", "2147483647", "1", "-2147483648"),
        (32, "mul", "65536", "65536", "0"),
        (32, "div", "-2147483648", "-1", "-2147483648"),
        (32, "sub", "0", "4294967297", "-1"),
        (8, "add", "127", "127", "-2"),
        (64, "add", "9223372036854775807", "1", "-9223372036854775808"),
        (64, "div", "-9223372036854775808", "-1", "-9223372036854775808"),
        (8, "add", "100000000000000000001", "0", "1"),
    ] {
        let inst = format!("v0: dyn = dyn.{op} {a}:dyn, {b}:dyn");
        let constant: i128 = "100000000000000000001".parse::<i128>().unwrap();
        let want = if a.len() > 20 { i128::from(constant as i8).to_string() } else { want.to_string() };
        assert_eq!(run(Some(w), &[&inst, "dyn.output v0"]), (vec![want], "returned 0".into()), "{w}: {op} {a} {b}");
    }
}

#[test]
fn every_error_is_found_where_it_is() {
    let array = "v0: dyn = dyn.array 1:dyn, 2:dyn";
    let record = "v0: dyn = dyn.record[\"a\"] 1:dyn";
    let cell = "v0: dyn = dyn.alloc undef";
    for (insts, want) in [
        (vec![array, "v1: dyn = dyn.add v0, 1:dyn"], "type at 2"),
        (vec![array, "v1: dyn = dyn.add 1:dyn, v0"], "type at 2"),
        (vec!["v0: dyn = dyn.add null, undef"], "type at 1"),
        (vec!["v0: dyn = dyn.add undef, null"], "uninitialised at 1"),
        (vec!["v0: dyn = dyn.mul f1, 1:dyn"], "type at 1"),
        (vec!["v0: dyn = dyn.div 1:dyn, 0:dyn"], "division-by-zero at 1"),
        (vec!["v0: dyn = dyn.div null, 0:dyn"], "type at 1"),
        (vec!["v0: i1 = dyn.lt null, null"], "type at 1"),
        (vec!["v0: i1 = dyn.eq null, 0:dyn"], "type at 1"),
        (vec!["v0: i1 = dyn.ne undef, 0:dyn"], "uninitialised at 1"),
        (vec![array, "v1: i1 = dyn.eq v0, v0"], "type at 2"),
        (vec![array, "v1: i1 = dyn.truth v0"], "type at 2"),
        (vec!["v0: i1 = dyn.truth null"], "type at 1"),
        (vec!["v0: i1 = dyn.truth undef"], "uninitialised at 1"),
        (vec!["v0: dyn = dyn.init undef"], "uninitialised at 1"),
        (vec!["v0: dyn = dyn.copy undef"], "uninitialised at 1"),
        (vec!["v0: dyn = dyn.number undef"], "uninitialised at 1"),
        (vec!["v0: dyn = dyn.number f1"], "type at 1"),
        (vec!["dyn.output null"], "type at 1"),
        (vec!["dyn.output undef"], "uninitialised at 1"),
        (vec!["v0: dyn = dyn.deref null"], "null at 1"),
        (vec!["v0: dyn = dyn.deref 1:dyn"], "type at 1"),
        (vec!["v0: dyn = dyn.deref undef"], "uninitialised at 1"),
        (vec!["dyn.setderef null, 1:dyn"], "null at 1"),
        (vec![array, "dyn.setderef v0, 1:dyn"], "type at 2"),
        (vec![cell, "v1: dyn = dyn.deref v0", "v2: dyn = dyn.init v1"], "uninitialised at 3"),
        (vec![array, "v1: dyn = dyn.index v0, 2:dyn"], "out-of-bounds at 2"),
        (vec![array, "v1: dyn = dyn.index v0, -1:dyn"], "out-of-bounds at 2"),
        (vec![array, "v1: dyn = dyn.index v0, 2147483649:dyn"], "out-of-bounds at 2"),
        (vec![array, "v1: dyn = dyn.index v0, null"], "type at 2"),
        (vec!["v0: dyn = dyn.index null, undef"], "type at 1"),
        (vec![array, "dyn.setindex v0, 2:dyn, 1:dyn"], "out-of-bounds at 2"),
        (vec!["v0: dyn = dyn.array", "dyn.setindex v0, 0:dyn, 1:dyn"], "out-of-bounds at 2"),
        (vec![record, "v1: dyn = dyn.field[\"b\"] v0"], "type at 2"),
        (vec![record, "dyn.setfield[\"b\"] v0, 1:dyn"], "type at 2"),
        (vec![array, "v1: dyn = dyn.field[\"b\"] v0"], "type at 2"),
        (vec!["v0: dyn = dyn.field[\"b\"] null"], "type at 1"),
        (vec!["v0: dyn = dyn.field[\"b\"] undef"], "uninitialised at 1"),
        (vec![record, "v1: dyn = dyn.record[\"x\"] v0"], "type at 2"),
        (vec![record, "dyn.setfield[\"a\"] v0, v0"], "type at 2"),
        (vec!["v0: dyn = dyn.checkcall[1] 5:dyn"], "bad-call at 1"),
        (vec!["v0: dyn = dyn.checkcall[2] f1"], "bad-call at 1"),
        (vec!["v0: dyn = dyn.checkcall[1] undef"], "uninitialised at 1"),
        (vec!["v0: dyn = dyn.checkcall[1] null"], "bad-call at 1"),
        (vec!["v0: dyn = call *3:dyn()"], "bad-call at 1"),
        (vec![array, "v1: dyn = call *v0()"], "bad-call at 2"),
    ] {
        assert_eq!(run(None, &insts).1, want, "{insts:?}");
        assert_eq!(run(Some(32), &insts).1, want, "{insts:?}");
    }
    let insts = [array, "v1: dyn = dyn.index v0, 18446744073709551616:dyn"];
    assert_eq!((run(None, &insts).1.as_str(), run(Some(32), &insts).1.as_str()), ("out-of-bounds at 2", "returned 0"));
}

#[test]
fn arrays_and_records_alias_until_copied() {
    let insts = [
        "v0: dyn = dyn.array 1:dyn, 2:dyn",
        "v1: dyn = dyn.array v0, 5:dyn",
        "v2: dyn = dyn.copy v1",
        "v3: dyn = dyn.index v1, 0:dyn",
        "dyn.setindex v3, 1:dyn, 77:dyn",
        "v4: dyn = dyn.index v0, 1:dyn",
        "dyn.output v4",
        "v5: dyn = dyn.index v2, 0:dyn",
        "v6: dyn = dyn.index v5, 1:dyn",
        "dyn.output v6",
        "v7: dyn = dyn.record[\"x\", \"y\"] v0, 3:dyn",
        "v8: dyn = dyn.copy v7",
        "dyn.setfield[\"y\"] v7, 4:dyn",
        "v9: dyn = dyn.field[\"y\"] v7",
        "dyn.output v9",
        "v10: dyn = dyn.field[\"y\"] v8",
        "dyn.output v10",
        "v11: dyn = dyn.field[\"x\"] v8",
        "dyn.setindex v11, 1:dyn, 6:dyn",
        "v12: dyn = dyn.index v0, 1:dyn",
        "dyn.output v12",
    ];
    let (outputs, end) = run(None, &insts);
    assert_eq!((outputs.join(" ").as_str(), end.as_str()), ("77 2 4 3 77", "returned 0"));
}

#[test]
fn pointers_functions_and_null_have_identity() {
    let insts = [
        "v0: dyn = dyn.alloc 5:dyn",
        "v1: dyn = dyn.alloc 5:dyn",
        "v2: i1 = dyn.eq v0, v1",
        "v3: dyn = dyn.frombool v2",
        "dyn.output v3",
        "v4: i1 = dyn.eq v0, v0",
        "v5: dyn = dyn.frombool v4",
        "dyn.output v5",
        "v6: i1 = dyn.ne null, null",
        "v7: dyn = dyn.frombool v6",
        "dyn.output v7",
        "v8: i1 = dyn.eq f1, f1",
        "v9: dyn = dyn.frombool v8",
        "dyn.output v9",
        "v10: i1 = dyn.eq f1, null",
        "v11: dyn = dyn.frombool v10",
        "dyn.output v11",
        "v12: i1 = dyn.ne f0, f1",
        "v13: dyn = dyn.frombool v12",
        "dyn.output v13",
        "dyn.setderef v0, v1",
        "v14: dyn = dyn.deref v0",
        "v15: dyn = dyn.deref v14",
        "dyn.output v15",
        "v16: dyn = dyn.checkcall[1] f1",
        "v17: dyn = call *v16(9:dyn)",
        "dyn.output v17",
    ];
    let (outputs, end) = run(None, &insts);
    assert_eq!((outputs.join(" ").as_str(), end.as_str()), ("0 1 0 1 0 1 5 9", "returned 0"));
}

#[test]
fn symbolic_operations_agree_with_every_concrete_run() {
    for width in [None, Some(32), Some(4)] {
        for op in ["add", "sub", "mul", "div"] {
            let inst = format!("v2: dyn = dyn.{op} v0, v1");
            let insts = ["v0: dyn = dyn.input", "v1: dyn = dyn.input", &inst, "dyn.output v2"];
            let p = straight(width, &insts);
            let ends = check_all(&p, ExecOptions::default(), &vectors(2, -8, 7));
            assert_eq!(ends.iter().any(|s| s.end == "division-by-zero at 3"), op == "div");
        }
        for op in ["eq", "ne", "lt", "le", "gt", "ge"] {
            let inst = format!("v2: i1 = dyn.{op} v0, v1");
            let insts = ["v0: dyn = dyn.input", "v1: dyn = dyn.input", &inst, "v3: dyn = dyn.frombool v2", "dyn.output v3"];
            check_all(&straight(width, &insts), ExecOptions::default(), &vectors(2, -8, 7));
        }
        let insts = ["v0: dyn = dyn.input", "v1: i1 = dyn.truth v0", "v2: dyn = dyn.frombool v1", "dyn.output v2"];
        check_all(&straight(width, &insts), ExecOptions::default(), &vectors(1, -8, 7));
    }
}

#[test]
fn a_symbolic_index_reads_and_writes_the_right_element() {
    let insts = [
        "v0: dyn = dyn.input",
        "v1: dyn = dyn.input",
        "v2: dyn = dyn.array 10:dyn, v1, 30:dyn, 30:dyn",
        "v3: dyn = dyn.index v2, v0",
        "dyn.output v3",
        "dyn.setindex v2, v1, 99:dyn",
        "v4: dyn = dyn.index v2, v0",
        "dyn.output v4",
        "v5: dyn = dyn.index v2, 3:dyn",
        "dyn.output v5",
    ];
    for options in [ExecOptions::default(), fork()] {
        for width in [None, Some(3), Some(16)] {
            let p = straight(width, &insts);
            let ends = check_all(&p, options.clone(), &vectors(2, -4, 3));
            let kinds: std::collections::BTreeSet<&str> = ends.iter().map(|s| s.end.as_str()).collect();
            assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["out-of-bounds at 4", "out-of-bounds at 6", "returned 0"]);
        }
    }
    let p = straight(None, &insts);
    let count = |o| explore(&mut executor(&p, o), 1000).len();
    assert_eq!((count(ExecOptions::default()), count(fork())), (3, 1 + 4 + 4 * 4));
}

#[test]
fn elements_that_are_no_numbers_fork() {
    let insts = [
        "v0: dyn = dyn.input",
        "v1: dyn = dyn.array 7:dyn",
        "v2: dyn = dyn.array 10:dyn, v1, 30:dyn, null, null, f1, undef",
        "v3: dyn = dyn.index v2, v0",
        "v4: dyn = dyn.number v3",
        "dyn.output v4",
        "dyn.setindex v2, v0, v1",
        "dyn.setindex v2, 0:dyn, 5:dyn",
        "v5: dyn = dyn.index v2, v0",
        "v6: dyn = dyn.init v5",
    ];
    for options in [ExecOptions::default(), fork()] {
        let ends = check_all(&straight(None, &insts), options, &vectors(1, -2, 9));
        let kinds: std::collections::BTreeSet<&str> = ends.iter().map(|s| s.end.as_str()).collect();
        assert_eq!(
            kinds.into_iter().collect::<Vec<_>>(),
            ["out-of-bounds at 4", "returned 0", "type at 5", "uninitialised at 5"]
        );
    }
}

#[test]
fn indices_above_the_largest_number_do_not_exist() {
    let many: Vec<String> = (0..20).map(|i| format!("{i}:dyn")).collect();
    let array = format!("v1: dyn = dyn.array {}", many.join(", "));
    let insts = ["v0: dyn = dyn.input", &array, "v2: dyn = dyn.index v1, v0", "dyn.output v2"];
    for options in [ExecOptions::default(), fork()] {
        check_all(&straight(Some(4), &insts), options, &vectors(1, -8, 7));
    }
}

#[test]
fn test_cases_hold_decimal_numbers_of_any_size() {
    let insts = [
        "v0: dyn = dyn.input",
        "v1: dyn = dyn.mul v0, 3:dyn",
        "v2: dyn = dyn.sub v1, 300000000000000000000000000000000003:dyn",
        "v3: dyn = dyn.div 1:dyn, v2",
    ];
    let p = straight(None, &insts);
    let mut exec = executor(&p, ExecOptions::default());
    let all = explore(&mut exec, 2);
    let found =
        all.iter().find(|e| seen(&mut exec, e, &homing_term::Model::new()).end == "division-by-zero at 4").expect("an error");
    let test = exec.test_case(&found.state);
    assert_eq!(test.inputs[0].number(), Some("100000000000000000000000000000000001"));
    assert_eq!(test.inputs[0].kind, homing_ir::InputKind::Number);
}

#[test]
fn parameters_of_main_are_inputs() {
    let p = program(
        "program ptr 64 final\ndefine f0 \"main\"(v0: dyn, v1: dyn) -> dyn {\nblock0:\n  v2: dyn = dyn.input\n  v3: dyn = dyn.add v0, v1\n  v4: dyn = dyn.add v3, v2\n  dyn.output v4\n  return v4\n}\n",
    );
    let mut exec = executor(&p, ExecOptions::default());
    let all = explore(&mut exec, 1);
    let test = exec.test_case(&all[0].state);
    let names: Vec<_> = test.inputs.iter().map(|i| (i.name.as_str(), i.type_name.as_str())).collect();
    assert_eq!(names, [("arg0", "argument"), ("arg1", "argument"), ("input", "")]);
    let m = model(&mut exec, &[1, 10, 100]);
    assert_eq!(seen(&mut exec, &all[0], &m).outputs, ["111"]);
}

#[test]
fn locals_in_memory_and_promoted_do_the_same() {
    let text = "program ptr 64 final
file0 \"t.uc\" in \"\"
loc1 file0:1:1
loc2 file0:2:1
define f0 \"main\"() -> dyn {
block0:
  v0: ptr = alloca 8:i64 align 8 \"x\"
  v1: ptr = alloca 8:i64 align 8 \"g\"
  v2: dyn = dyn.input
  v3: i1 = dyn.lt v2, 10:dyn
  store v1, f0 align 8
  branch v3, block1, block2
block1:
  store v0, v2 align 8
  jump block2
block2:
  v4: dyn = load v0 align 8
  v5: dyn = dyn.init v4 !loc1
  v6: dyn = dyn.add v5, 1:dyn
  dyn.output v6
  v7: dyn = load v1 align 8
  v8: dyn = dyn.checkcall[0] v7 !loc2
  v9: i1 = dyn.eq v8, f0
  v10: dyn = dyn.frombool v9
  return v10
}
";
    let raw = program(text);
    for keep_uninitialised in [false, true] {
        let mut promoted = raw.clone();
        let options = homing_ir::PromoteOptions { keep_uninitialised, ..Default::default() };
        let stats = homing_ir::promote(&mut promoted, &options);
        homing_ir::verify(&promoted).unwrap_or_else(|e| panic!("{e:#?}\n{promoted}"));
        assert_eq!(stats.promoted, 2);
        assert!(!promoted.to_string().contains("load"));
        let a = check_all(&raw, ExecOptions::default(), &vectors(1, 7, 13));
        let b = check_all(&promoted, ExecOptions::default(), &vectors(1, 7, 13));
        assert_eq!(a, b);
        assert!(a.iter().any(|s| s.end == "uninitialised at 1") && a.iter().any(|s| s.end == "returned 1"));
    }
}

#[test]
fn values_that_nothing_names_are_given_back() {
    // A list of 50 cells is kept, 300,000 arrays of arrays are not; at the end the list is walked.
    let text = "program ptr 64 final
define f0 \"main\"() -> dyn {
block0:
  jump block1(0:dyn, null)
block1(v0: dyn, v1: dyn):
  v2: dyn = dyn.record[\"value\", \"next\"] v0, v1
  v3: dyn = dyn.alloc v2
  v4: dyn = dyn.add v0, 1:dyn
  v5: i1 = dyn.lt v4, 50:dyn
  branch v5, block1(v4, v3), block2(0:dyn)
block2(v6: dyn):
  v7: dyn = dyn.array v6, 1:dyn
  v8: dyn = dyn.array v7, v7
  v9: dyn = dyn.copy v8
  v10: dyn = dyn.index v9, 1:dyn
  v11: dyn = dyn.index v10, 0:dyn
  v12: i1 = dyn.ne v11, v6
  branch v12, block5, block3
block3:
  v13: dyn = dyn.add v6, 1:dyn
  v14: i1 = dyn.lt v13, 60000:dyn
  branch v14, block2(v13), block4(v3)
block4(v15: dyn):
  v16: dyn = dyn.deref v15
  v17: dyn = dyn.field[\"value\"] v16
  dyn.output v17
  v18: dyn = dyn.field[\"next\"] v16
  v19: i1 = dyn.eq v18, null
  branch v19, block5, block4(v18)
block5:
  return 0:dyn
}
";
    let p = program(text);
    let mut exec = executor(&p, ExecOptions::default());
    let all = explore(&mut exec, 1);
    let want: Vec<String> = (0..50).rev().map(|i| i.to_string()).collect();
    assert_eq!(seen(&mut exec, &all[0], &homing_term::Model::new()).outputs, want);
    assert!(all[0].state.memory.slots() < 10_000, "{} slots", all[0].state.memory.slots());
}

#[test]
fn deep_values_are_copied_without_recursion() {
    // Each round puts the array into a new one: 30,000 deep at the end, and copied there.
    let text = "program ptr 64 final
define f0 \"main\"() -> dyn {
block0:
  v0: dyn = dyn.array 7:dyn
  jump block1(0:dyn, v0)
block1(v1: dyn, v2: dyn):
  v3: dyn = dyn.array v2
  v4: dyn = dyn.add v1, 1:dyn
  v5: i1 = dyn.lt v4, 30000:dyn
  branch v5, block1(v4, v3), block2
block2:
  v6: dyn = dyn.copy v3
  jump block3(v6, 0:dyn)
block3(v7: dyn, v8: dyn):
  v9: dyn = dyn.index v7, 0:dyn
  v10: dyn = dyn.add v8, 1:dyn
  v11: i1 = dyn.lt v10, 30001:dyn
  branch v11, block3(v9, v10), block4
block4:
  dyn.output v9
  return 0:dyn
}
";
    assert_eq!(concrete(&program(text)).outputs, ["7"]);
}

#[test]
fn a_loop_over_terms_is_no_standstill_after_a_collection() {
    // Nothing but a symbolic number changes in the loop, and no constraint is added.
    let text = "program ptr 64 final
define f0 \"main\"() -> dyn {
block0:
  v0: dyn = dyn.input
  v1: i1 = dyn.lt v0, 0:dyn
  branch v1, block4, block1
block1:
  v2: i1 = dyn.gt v0, 10:dyn
  branch v2, block4, block2(v0)
block2(v3: dyn):
  v4: dyn = dyn.add v3, 1:dyn
  v5: i1 = dyn.lt v4, 20000:dyn
  branch v5, block2(v4), block3
block3:
  dyn.output v4
  return 1:dyn
block4:
  return 0:dyn
}
";
    let p = program(text);
    let mut exec = executor(&p, ExecOptions::default());
    let start = exec.start(p.find("main").unwrap());
    let mut work = vec![start];
    let mut outputs = 0;
    while let Some(state) = work.pop() {
        let step = exec.run(state, 997);
        for s in step.successors {
            match s.end {
                None => work.push(s.state),
                Some(homing_exec::Ended::Returned(_)) => outputs += s.state.outputs.len(),
                Some(other) => panic!("{other:?}"),
            }
        }
        exec.collect(work.iter().map(|s| &**s), &[], &[]);
    }
    // 11 different inputs leave the loop after different numbers of rounds.
    assert_eq!(outputs, 11);
}

#[test]
fn trails_lead_the_same_way_again() {
    let text = "program ptr 64 final
define f0 \"main\"() -> dyn {
block0:
  v0: dyn = dyn.input
  v1: dyn = dyn.array f1, f2, 5:dyn
  v2: dyn = dyn.index v1, v0
  v3: dyn = dyn.checkcall[1] v2
  v4: dyn = dyn.input
  v5: dyn = call *v3(v4)
  dyn.output v5
  v6: i1 = dyn.lt v5, 10:dyn
  branch v6, block1, block2
block1:
  v7: dyn = dyn.div 5:dyn, v4
  return v7
block2:
  return 2:dyn
}
define f1 \"one\"(v0: dyn) -> dyn {
block0:
  v1: dyn = dyn.add v0, 1:dyn
  return v1
}
define f2 \"two\"(v0: dyn) -> dyn {
block0:
  v1: i1 = dyn.eq v0, 7:dyn
  branch v1, block1, block2
block1:
  return 100:dyn
block2:
  return v0
}
";
    let p = program(text);
    let mut exec = executor(&p, ExecOptions::default());
    let paths = explore(&mut exec, 100);
    let trails: std::collections::BTreeSet<Vec<bool>> = paths.iter().map(|e| e.state.trail.bits_from(0)).collect();
    // Either function, its branch, and the branch behind; where an error ends the path the trail is that of its sibling.
    assert_eq!((paths.len(), trails.len()), (9, 6));
    let main = p.find("main").unwrap();
    for trail in trails {
        let start = exec.start(main);
        let course = homing_exec::Course::new(&start, trail.clone());
        let mut work = vec![(homing_exec::Successor { state: start, end: None, paused: false }, false)];
        let mut ends = 0;
        while let Some((s, over)) = work.pop() {
            match s.end {
                None if !over => {
                    let step = exec.follow(s.state, &course, u64::MAX);
                    let over = step.along.over;
                    work.extend(step.successors.into_iter().enumerate().map(|(i, s)| (s, over && i == 0)));
                }
                Some(homing_exec::Ended::Infeasible) => {}
                _ if s.state.trail.len() < trail.len() as u64 => {}
                _ => {
                    assert_eq!(s.state.trail.bits_from(0), trail);
                    ends += 1;
                }
            }
        }
        assert!(ends > 0, "{trail:?}");
    }
}

#[test]
fn division_truncates_for_numbers_of_any_size() {
    use homing_term::BigInt;
    let numbers = ["1", "-1", "7", "-7", "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890"];
    for a in numbers {
        for b in numbers {
            let want = (a.parse::<BigInt>().unwrap() / b.parse::<BigInt>().unwrap()).to_string();
            // Once on constants, once on an input that the path says is that constant, decided by the solver.
            let text = format!(
                "program ptr 64 final\ndefine f0 \"main\"() -> dyn {{\nblock0:\n  v0: dyn = dyn.div {a}:dyn, {b}:dyn\n  dyn.output v0\n  v1: dyn = dyn.input\n  v2: dyn = dyn.input\n  v3: i1 = dyn.eq v1, {a}:dyn\n  branch v3, block1, block3\nblock1:\n  v4: i1 = dyn.eq v2, {b}:dyn\n  branch v4, block2, block3\nblock2:\n  v5: dyn = dyn.div v1, v2\n  dyn.output v5\n  v6: i1 = dyn.eq v5, {want}:dyn\n  branch v6, block3, block4\nblock3:\n  return 0:dyn\nblock4:\n  return 1:dyn\n}}\n"
            );
            let p = program(&text);
            let mut exec = executor(&p, ExecOptions::default());
            let paths = explore(&mut exec, 3);
            assert_eq!(paths.len(), 3, "the quotient has one value");
            for e in &paths {
                let test = exec.test_case(&e.state);
                assert!(test.outputs.iter().all(|o| *o == want), "{a} / {b}: {:?}", test.outputs);
            }
        }
    }
}
