//! Targets are found where the user means them, and the messages help when they are not.

use homing_ir::{Inst, Place, Program, TargetSpec, parse, pin, places, resolve, resolve_each, verify};

const PROGRAM: &str = r#"program ptr 64
file0 "parse.c" in "/w"
file1 "/w/sub/parse.c" in ""
file2 "../x/xparse.c" in "/w/y"
file3 "src/util.c" in "/w"
file4 "/usr/include/util.h" in "/w"
loc1 file0:3:7
loc2 file0:3:9
loc3 file0:4:1
loc4 file0:0:0
loc5 file1:9:1
loc6 file2:5:5
loc7 file3:7:1
loc8 file0:8:1
declare f0 "klee_reach"()
declare f1 "__assert_fail"(ptr)
define f2 "main"(v0: i32) -> i32 {
block0:
  v1: ptr = alloca 4:i64 align 4 "x"
  store v1, v0 align 4 !loc1
  v2: i32 = add v0, 1:i32 !loc4
  v3: i32 = add v0, 2:i32 !loc2
  v4: i32 = add v0, 3:i32 !loc3
  v5: i32 = add v0, 4:i32 !loc2
  jump block1 !loc3
block1:
  call f0()
  call f1(0:i64)
  return v0 !loc1
}
define f3 "reach_error"() {
block0:
  return !loc5
}
define f4 "handle_error"() {
block0:
  call f0() !loc6
  return !loc7
}
declare f5 "klee_assert"(i32)
define f6 "last"() {
block0:
  call f5(1:i32) !loc8
  return
}
declare f7 "unused"()
"#;

fn found(spec: &str) -> String {
    let p = parse(PROGRAM).unwrap();
    let spec: TargetSpec = match spec.parse() {
        Ok(s) => s,
        Err(e) => return format!("{e}"),
    };
    match resolve(&p, &[spec]) {
        Ok(t) => t[0].places.iter().map(|p| format!("{}.{}.{}", p.func, p.block, p.inst)).collect::<Vec<_>>().join(" "),
        Err(e) => e.to_string(),
    }
}

#[test]
fn lines() {
    // Two runs of line 3 in the first block: line 4 stands between, code without a line does not part them.
    assert_eq!(found("parse.c:3"), "f2.block0.1 f2.block0.5 f2.block1.2");
    assert_eq!(found("./parse.c:4"), "f2.block0.4 f2.block0.6");
    assert_eq!(found("/w/parse.c:8"), "f6.block0.0");
    assert_eq!(found("w/parse.c:8"), "f6.block0.0");
    assert_eq!(found("sub/parse.c:9"), "f3.block0.0");
    assert_eq!(found("xparse.c:5"), "f4.block0.0");
    assert_eq!(found("x/xparse.c:5"), "f4.block0.0");
    assert_eq!(found("util.c:7"), "f4.block0.1");
}

#[test]
fn parts_of_lines() {
    // Code of line 3 begins at column 7, twice, and at column 9.
    assert_eq!(found("parse.c:3#1"), "f2.block0.1 f2.block1.2");
    assert_eq!(found("parse.c:3#2"), "f2.block0.3 f2.block0.5");
    assert_eq!(found("parse.c:3:9"), "f2.block0.3 f2.block0.5");
    // The last that begins there or before, else the first.
    assert_eq!(found("parse.c:3:8"), found("parse.c:3:7"));
    assert_eq!(found("parse.c:3:1"), found("parse.c:3#1"));
    assert_eq!(found("parse.c:3:99"), found("parse.c:3#2"));
    assert_eq!(found("parse.c:3#3"), "line 3 of parse.c has no part 3: it has 2 parts, at columns 7, 9");
    assert_eq!(found("parse.c:4#2"), "line 4 of parse.c has no part 2: it has 1 part, at column 1");
    let p = parse(PROGRAM).unwrap();
    let targets =
        resolve(&p, &["parse.c:3".parse().unwrap(), "parse.c:4".parse().unwrap(), "parse.c:3#2".parse().unwrap()]).unwrap();
    assert_eq!((&targets[0].parts[..], &targets[1].parts[..]), (&[7, 9][..], &[1][..]));
    assert_eq!(targets[2].spec.to_string(), "parse.c:3:9");
    assert_eq!(targets[2].label, "parse.c:3#2");
}

#[test]
fn errors_at_lines_have_its_locations() {
    let p = parse(PROGRAM).unwrap();
    let target = |text: &str| resolve(&p, &[text.parse().unwrap()]).map(|mut t| t.remove(0));
    let found = target("error:null@parse.c:3").unwrap();
    assert!(found.places.is_empty());
    assert_eq!(found.locs.iter().map(|l| l.0).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(target("error@parse.c:4").unwrap().locs.len(), 1);
    assert!(target("error:null@parse.c:5").unwrap_err().to_string().contains("no code"));
}

#[test]
fn what_is_not_there_leaves_the_others() {
    let p = parse(PROGRAM).unwrap();
    let specs: Vec<TargetSpec> = ["parse.c:5", "parse.c:4", "nowhere()", "main()"].iter().map(|s| s.parse().unwrap()).collect();
    let (targets, missing) = resolve_each(&p, &specs);
    assert_eq!(targets.iter().map(|t| (t.id.0, t.label.as_str())).collect::<Vec<_>>(), [(0, "parse.c:4"), (1, "main()")]);
    assert_eq!(missing.iter().map(|m| m.0).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(targets[0].places.len(), 2);
    assert_eq!(targets[1].places.len(), 1);
}

#[test]
fn a_line_behind_the_end_of_every_run_says_so() {
    let ends =
        PROGRAM.replace("  return v0 !loc1\n", "  unreachable !loc8\n").replace("  call f1(0:i64)\n", "  call f1(0:i64) !loc3\n");
    let p = parse(&ends.replace("call f5(1:i32) !loc8", "call f5(1:i32)")).unwrap();
    let why = |p: &Program| resolve(p, &["parse.c:9".parse().unwrap()]).unwrap_err().to_string();
    assert_eq!(why(&p), "line 9 of parse.c has no code: it stands behind parse.c:8, where every run ends");
    assert_eq!(why(&parse(PROGRAM).unwrap()), "line 9 of parse.c has no code, nor has any line after it");
}

#[test]
fn functions_and_any() {
    assert_eq!(found("main()"), "f2.block0.0");
    assert_eq!(found("klee_reach()"), "f2.block1.0 f4.block0.0");
    assert_eq!(found("any"), "f2.block1.0 f2.block1.1 f3.block0.0 f4.block0.0");
    assert_eq!(found("error"), "");
    assert_eq!(found("error:null"), "");
}

#[test]
fn messages() {
    for (spec, want) in [
        ("parse.c:5", "line 5 of parse.c has no code; the next line that has is parse.c:8"),
        ("parse.c:9", "line 9 of parse.c has no code, nor has any line after it"),
        ("util.h:9", "line 9 of util.h has no code, nor has any line after it"),
        (
            "other.c:5",
            "target file `other.c` is not part of the program; its files are\n  /w/parse.c\n  /w/src/util.c\n  /w/sub/parse.c\n  /w/x/xparse.c",
        ),
        ("arse.c:5", "target file `arse.c` is not part of the program"),
        ("mian()", "there is no function `mian` in the program; similar names are main"),
        ("error()", "similar names are reach_error, handle_error"),
        ("zzz()", "there is no function `zzz` in the program"),
        ("unused()", "function `unused` has no body in the program, and nothing calls it by name"),
        ("()", "target `()`: the function's name is missing"),
        ("parse.c", "target `parse.c`: expected FILE:LINE, FILE:LINE:COLUMN, FILE:LINE#PART, FUNCTION(), any"),
        ("parse.c:0", "lines are counted from 1"),
        ("parse.c:x", "`x` is not a line"),
        (":4", "the file is missing"),
        ("parse.c:3:0", "lines are counted from 1"),
        ("parse.c:3#0", "parts are counted from 1"),
        ("error:null@parse.c:3:1", "not at a part of one"),
        ("error:nil", "there is no kind of error `nil`; the kinds are null, out-of-bounds"),
    ] {
        assert!(found(spec).contains(want), "{spec}: {}", found(spec));
    }
}

#[test]
fn a_name_that_fits_several_files_lists_them() {
    let p = parse(&PROGRAM.replace("\"parse.c\" in \"/w\"", "\"a/parse.c\" in \"/w\"")).unwrap();
    let e = resolve(&p, &["parse.c:3".parse().unwrap()]).unwrap_err().to_string();
    assert_eq!(e, "target `parse.c:3` fits several files; name one of /w/a/parse.c:3, /w/sub/parse.c:3");
}

#[test]
fn specs_print_as_they_are_read() {
    for text in
        ["a/b.c:12", "a/b.c:12:3", "b.c:12#2", "f()", "any", "error", "error:use-after-free", "error@b.c:3", "error:null@a/b.c:3"]
    {
        assert_eq!(text.parse::<TargetSpec>().unwrap().to_string(), text);
    }
}

#[test]
fn a_program_without_lines_says_so() {
    let p = Program { ptr_bits: 64, ..Program::default() };
    let e = resolve(&p, &["a.c:3".parse().unwrap()]).unwrap_err().to_string();
    assert!(e.contains("compile it with -g"), "{e}");
}

#[test]
fn pinning_puts_marks_before_the_places() {
    let mut p = parse(PROGRAM).unwrap();
    let specs: Vec<TargetSpec> = ["parse.c:3", "main()", "any", "parse.c:4"].iter().map(|s| s.parse().unwrap()).collect();
    let targets = resolve(&p, &specs).unwrap();
    pin(&mut p, &targets);
    assert_eq!(verify(&p), Ok(()));
    let text = p.to_string();
    for want in [
        "block0:\n  mark target1\n  v1: ptr = alloca 4:i64 align 4 \"x\"\n  mark target0 !loc1\n  store v1, v0 align 4 !loc1\n",
        "  mark target3 !loc3\n  v4: i32 = add v0, 3:i32 !loc3\n  mark target0 !loc2\n",
        "  mark target3 !loc3\n  jump block1 !loc3\nblock1:\n  mark target2\n  call f0()\n  mark target2\n  call f1(0:i64)\n",
        "  mark target0 !loc1\n  return v0 !loc1\n",
    ] {
        assert!(text.contains(want), "{want}\nnot in\n{text}");
    }
    let now = places(&p, &targets);
    assert_eq!(now[0].len(), 3);
    for list in &now[..2] {
        assert!(list.iter().all(|Place { func, block, inst }| {
            matches!(p.func(*func).block(*block).insts[*inst as usize], Inst::Mark { .. })
        }));
    }
    // `any` also watches the calls that report by themselves, among them the assertion that no mark stands for.
    let watched: Vec<String> = now[2].iter().map(|p| format!("{}.{}.{}", p.func, p.block, p.inst)).collect();
    assert!(watched.contains(&"f6.block0.0".to_string()), "{watched:?}");
}
