//! Instrumented bitcode, run natively, reports what the run passes.

mod common;

use common::{bitcode, clang};
use homing_front_llvm::{Hit, HitSpec, include_dir_files, load};
use homing_ir::TargetSpec;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const PROGRAM: &str = "\
void reach_error(void);
int twice(int x) {
  return x * 2;
}
int main(int argc, char **argv) {
  int i = 0;
  for (; i < argc; i++)
    twice(i);
  if (argc == 2)
    reach_error();
  switch (argc) {
    case 3: i = 7; break;
    default: i = argc > 4 ? twice(1)
      : twice(2);
  }
  return 0;
}
";

fn hits() -> Vec<Hit> {
    let line = |id, line| Hit { id, what: HitSpec::Line { file: "program.c".into(), line, column: None } };
    let mut all: Vec<Hit> = (1..=17).map(|n| line(n, n)).collect();
    all.push(Hit { id: 100, what: HitSpec::Function("twice".into()) });
    all.push(Hit { id: 101, what: HitSpec::Any });
    all.push(Hit { id: 102, what: HitSpec::Function("reach_error".into()) });
    all.push(Hit { id: 103, what: HitSpec::Line { file: "ogram.c".into(), line: 6, column: None } });
    all
}

fn build(folder: &Path, bc: &Path) {
    let runtime = folder.join("hit.c");
    let text = "#include <stdio.h>\nvoid homing_hit(int id) { printf(\"%d\\n\", id); }\nvoid reach_error(void) {}\n";
    std::fs::write(&runtime, text).expect("writable");
    clang(&["-w", "-o", folder.join("run").to_str().expect("UTF-8 path")], &[bc, &runtime]);
}

fn run(folder: &Path, arguments: &[&str]) -> Vec<u32> {
    let out = Command::new(folder.join("run")).args(arguments).output().expect("it runs");
    assert_eq!(out.status.code(), Some(0));
    let mut all: Vec<u32> =
        String::from_utf8(out.stdout).expect("numbers").lines().map(|l| l.parse().expect("a number")).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn a_native_run_reports_its_lines() {
    let folder = TempDir::new().expect("a temporary folder");
    for level in ["-O0", "-O1"] {
        let mut module = load(&[bitcode(&folder, PROGRAM, &[level])]).unwrap_or_else(|e| panic!("{e}"));
        let text = |module: &homing_front_llvm::Module| {
            let path = folder.path().join("whole.ll");
            module.write_text(&path).unwrap_or_else(|e| panic!("{e}"));
            std::fs::read_to_string(path).expect("text")
        };
        let before = text(&module);
        let out = folder.path().join("hits.bc");
        module.write_instrumented(&hits(), &out).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(before, text(&module), "the module is as before");
        load(std::slice::from_ref(&out)).unwrap_or_else(|e| panic!("{e}"));
        build(folder.path(), &out);
        if level == "-O0" {
            assert_eq!(run(folder.path(), &[]), [3, 6, 7, 8, 9, 11, 13, 14, 15, 16, 100]);
            assert_eq!(run(folder.path(), &["x", "y"]), [3, 6, 7, 8, 9, 11, 12, 16, 100]);
        }
        let with_error = run(folder.path(), &["x"]);
        assert!([10, 101, 102].iter().all(|id| with_error.contains(id)), "{with_error:?}");
    }
}

/// Every place that the engine takes for a target exists in the instrumented program, and the other way round.
#[test]
fn lines_are_those_of_targets() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut module = load(&[bitcode(&folder, PROGRAM, &["-O0"])]).unwrap_or_else(|e| panic!("{e}"));
    let program = module.lower(&Default::default()).expect("lowers");
    for hit in hits() {
        let spec = match hit.what.clone() {
            HitSpec::Line { file, line, column: None } => TargetSpec::Line { file, line },
            HitSpec::Line { file, line, column: Some(n) } => TargetSpec::Part { file, line, part: homing_ir::Part::Column(n) },
            HitSpec::Function(name) => TargetSpec::Function(name),
            HitSpec::Any => TargetSpec::Any,
        };
        let places = homing_ir::resolve(&program, std::slice::from_ref(&spec)).map_or(0, |t| t[0].places.len());
        let out = folder.path().join("one.bc");
        module.write_instrumented(&[hit], &out).unwrap_or_else(|e| panic!("{e}"));
        let text = folder.path().join("one.ll");
        load(&[out]).unwrap_or_else(|e| panic!("{e}")).write_text(&text).unwrap_or_else(|e| panic!("{e}"));
        let text = std::fs::read_to_string(text).expect("text");
        assert_eq!(text.matches("call void @homing_hit").count(), places, "{spec}");
    }
}

#[test]
fn unwritable_output() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut module = load(&[bitcode(&folder, PROGRAM, &["-O0"])]).unwrap_or_else(|e| panic!("{e}"));
    let nowhere = folder.path().join("no/such/folder.bc");
    assert!(module.write_instrumented(&[], &nowhere).is_err());
    assert!(module.write_text(&nowhere).is_err());
}

/// The headers compile alone and beside the system's, as C of all ages and as C++, for both machines.
#[test]
fn headers_compile() {
    let folder = TempDir::new().expect("a temporary folder");
    std::fs::create_dir_all(folder.path().join("klee")).expect("a folder");
    for (path, text) in include_dir_files() {
        std::fs::write(folder.path().join(path), text).expect("writable");
    }
    let c = folder.path().join("h.c");
    let text = "#include <klee/klee.h>\n#include \"homing.h\"\n#include <assert.h>\nint main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\");
        klee_assume(x > 3); klee_assert(x != 5); homing_assume(homing_any_int() > homing_range(1, 5, \"r\")); homing_assert(x); homing_symbolic(&x, sizeof x, \"y\");
        klee_warning(\"w\"); klee_print_expr(\"x\", x); if (klee_is_symbolic(x)) klee_reach(); homing_output(homing_any_ulonglong()); assert(x); return klee_int(\"z\"); }";
    std::fs::write(&c, text).expect("writable");
    let include = format!("-I{}", folder.path().display());
    for flags in
        ["-x c -std=c89 -m64", "-x c -std=c99 -m32", "-x c -std=c2x -m64", "-x c++ -std=c++98 -m64", "-x c++ -std=c++20 -m64"]
    {
        let mut all: Vec<&str> = flags.split(' ').collect();
        all.extend(["-Wall", "-Werror", "-fsyntax-only", &include]);
        clang(&all, &[&c]);
    }
}
