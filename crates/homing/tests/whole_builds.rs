//! Builds through `homing cc`: what comes out runs as always, and its bitcode can be taken out and searched.

mod common;

use std::path::Path;
use std::process::Command;

const HOMING: &str = env!("CARGO_BIN_EXE_homing");

/// Runs a shell script in the folder; its output, and whether it went well.
fn shell(folder: &Path, script: &str) -> (bool, String) {
    let script = script.replace("homing ", &format!("{HOMING} "));
    let out = Command::new("sh").args(["-ec", &script]).current_dir(folder).env("HOMING", HOMING).output().expect("sh runs");
    (out.status.success(), String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned())
}

/// The same for a script that has to go well.
fn good(folder: &Path, script: &str) -> String {
    let (well, text) = shell(folder, script);
    assert!(well, "{script}\n{text}");
    text
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    files.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
}

const MAIN: &str = "#include <stdio.h>\n#include <math.h>\nint twice(int);\nint main(int argc, char **argv) {\n  printf(\"%d %.0f\\n\", twice(argc), sqrt(16));\n  return 0;\n}\n";
const TWICE: &str = "int twice(int x) {\n  return x * FACTOR;\n}\n";
const UNUSED: &str = "int unused(int x) {\n  return x;\n}\n";

#[test]
fn make_with_an_archive_and_two_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let makefile = "CFLAGS = -O2 -g -Wall -DFACTOR=2 -MMD\nall: prog\nprog: main.o libx.a\n\t$(CC) -o $@ main.o -L. -lx -lm\n\
                    libx.a: twice.o unused.o\n\tar rcs $@ $^\n";
    write(at, &[("main.c", MAIN), ("twice.c", TWICE), ("unused.c", UNUSED), ("Makefile", makefile)]);
    good(at, "make -s -j2 CC='homing cc'");
    assert_eq!(good(at, "./prog a b"), "6 4\n");
    assert!(at.join("main.d").exists(), "the user's dependency files are made as always");
    good(at, "mkdir elsewhere && mv prog elsewhere/");
    // Only the archive's member that the linker took is in there.
    let listed = good(at, "homing extract --list elsewhere/prog");
    let mut names: Vec<&str> = listed.lines().filter_map(|l| l.rsplit('/').next()).collect();
    names.sort();
    assert_eq!(names, ["main.c", "twice.c"]);
    assert!(good(at, "homing extract --list libx.a").contains("unused.c"));
    good(at, "homing extract elsewhere/prog -o prog.bc");
    let ran = common::homing_in(at, &["reach", "prog.bc", "--target", "twice.c:2", "--json"]);
    assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("\"by\": \"native\""), "replayed natively, with -lm:\n{}", ran.stdout);
    // The whole archive and the object: the same program from its parts, nothing twice.
    good(at, "homing extract main.o libx.a main.o -o parts.bc && test -s parts.bc");
    // A relocatable link and a stripped program keep it.
    good(at, "ld -r main.o twice.o -o both.o && homing cc both.o -lm -o prog2 && strip prog2 && ./prog2");
    assert_eq!(good(at, "homing extract --list prog2").lines().count(), 2);
}

/// An optimised object does not refer to an inline function's definition elsewhere; its bitcode does.
#[test]
fn definitions_that_only_bitcode_needs() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let header = "inline int small(int x) {\n  return x + 1;\n}\n";
    let main = "#include \"s.h\"\nint main(int argc, char **argv) {\n  return small(argc) == 2 ? 0 : 1;\n}\n";
    write(at, &[("s.h", header), ("s.c", "#include \"s.h\"\nextern int small(int);\n"), ("m.c", main)]);
    good(
        at,
        "homing cc -O2 -c s.c m.c && ar rcs libs.a s.o && homing cc m.o libs.a -o one && homing cc m.o -L. -ls -o two && ./one",
    );
    assert_eq!(good(at, "homing extract --list one").lines().count(), 1);
    for program in ["one", "two"] {
        good(at, &format!("homing extract {program}"));
        let ran = common::homing_in(at, &["reach", &format!("{program}.bc"), "--target", "s.h:2"]);
        assert_eq!(ran.code, 10, "{}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn one_step_gcc_links_and_response_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, &[("main.c", MAIN), ("twice.c", TWICE), ("args", "-DFACTOR=5 main.c\n'twice.c' -lm")]);
    good(at, "homing cc @args -o prog && ./prog | grep -q '^5 4$' && homing extract prog");
    assert!(at.join("prog.bc").exists());
    let gcc = "HOMING_CC='gcc -DFACTOR=3' homing cc -fgcse-las -c main.c twice.c -DFACTOR=3 && HOMING_CC=gcc homing cc main.o twice.o -lm -o g";
    good(at, &format!("{gcc} && ./g | grep -q '^3 4$'"));
    assert_eq!(good(at, "homing extract --list g").lines().count(), 2);
    good(
        at,
        "ln -s \"$HOMING\" homing-cc && ln -s \"$HOMING\" homing-c++ && ./homing-cc @args -o p2 && homing extract --list p2",
    );
    write(at, &[("x.cc", "#include <string>\nint main() { std::string s = \"ab\"; return s.size() == 2 ? 0 : 1; }\n")]);
    good(at, "./homing-c++ x.cc -o x && ./x && homing extract x -o x.bc");
    good(at, "homing c++ -c x.cc -o y.o && homing c++ y.o -o y && ./y && homing extract y -o y.bc");
}

#[test]
fn questions_and_texts_go_to_the_compiler() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, &[("twice.c", TWICE), ("bad.c", "int f( {\n"), ("a.s", ".globl g\ng: ret\n")]);
    let same = [
        "--version",
        "-dumpmachine",
        "-print-prog-name=ld",
        "-DFACTOR=2 -E twice.c",
        "-DFACTOR=2 -S -o - twice.c",
        "-M twice.c",
        "-c bad.c",
        "",
        "-c gone.c",
    ];
    for args in same {
        assert_eq!(shell(at, &format!("homing cc {args}")), shell(at, &format!("clang-22 {args}")), "{args}");
    }
    good(at, "echo 'int h;' | homing cc -x c -c - -o h.o && homing cc -c a.s");
    let told = shell(at, "homing extract h.o a.o");
    assert!(
        !told.0 && told.1.contains("standard input") && told.1.contains("assembler") && told.1.contains("no bitcode inside"),
        "{}",
        told.1
    );
    good(at, "homing cc -DFACTOR=1 -c twice.c -o /dev/null");
    // A test of a configure script is made as fast as the compiler can.
    good(
        at,
        "echo 'int main(void) { return 0; }' > conftest.c && homing cc conftest.c -o conftest && ./conftest && homing cc -c conftest.c",
    );
    assert!(!shell(at, "homing extract conftest.o").0 && !shell(at, "homing extract conftest").0);
}

#[test]
fn a_source_without_bitcode_does_not_stop_the_build() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let nested = "int main(void) {\n  int one(void) { return 1; }\n  return one() - 1;\n}\n";
    write(at, &[("nested.c", nested), ("twice.c", TWICE)]);
    let told = good(
        at,
        "export HOMING_CC=gcc; homing cc -c nested.c && homing cc -DFACTOR=2 -c twice.c && homing cc nested.o twice.o -o prog && ./prog",
    );
    assert!(told.contains("warning: no bitcode for nested.c") && told.lines().count() == 1, "{told}");
    let told = good(at, "homing extract prog");
    assert!(told.contains("no bitcode for") && told.contains("nested.c") && !told.contains("twice.c"), "{told}");
    let (well, told) = shell(at, "rm nested.o; HOMING_CC_STRICT=1 HOMING_CC=gcc homing cc -c nested.c");
    assert!(!well && told.contains("error: no bitcode") && !at.join("nested.o").exists(), "{told}");
    // An object of another compiler is named.
    let told = good(at, "gcc -c nested.c && homing cc -DFACTOR=2 twice.c nested.o -o prog && homing extract prog");
    assert!(told.contains("nested.c in prog"), "{told}");
    // Nothing is written when something is wrong.
    let (well, told) = shell(
        at,
        "homing cc -DFACTOR=3 -c twice.c -o other.o; homing cc -DFACTOR=2 -c twice.c; homing extract twice.o other.o -o out.bc",
    );
    assert!(!well && told.contains("twice") && !at.join("out.bc").exists(), "{told}");
    assert!(!shell(at, "homing extract twice.c").0);
    assert!(!shell(at, "HOMING_CC=no-such-compiler homing cc -c twice.c").0);
}

#[test]
fn programs_from_a_compilation_database() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::create_dir_all(at.join("src")).unwrap();
    std::fs::create_dir_all(at.join("build/sub")).unwrap();
    let one =
        "#include \"lib.h\"\nextern int __VERIFIER_nondet_int(void);\nint main(void) { return deep(__VERIFIER_nondet_int()); }\n";
    let lib = "#include \"lib.h\"\nint deep(int x) {\n  if (x == LIMIT)\n    return deeper(x);\n  return 0;\n}\n";
    let more = "#include \"lib.h\"\nint deeper(int x) {\n  return x ^ 5;\n}\n";
    write(&at.join("src"), &[("one.c", one), ("two.c", "int main(void) { return 0; }\n"), ("lib.c", lib), ("more.c", more)]);
    write(&at.join("src"), &[("lib.h", "int deep(int);\nint deeper(int);\n"), ("broken.c", "int deeper( { deep\n")]);
    let entry = |file: &str| {
        format!(
            "{{\"directory\": \"sub\", \"file\": \"../../src/{file}\", \"command\": \"gcc -DLIMIT=77 -O2 -c ../../src/{file}\"}}"
        )
    };
    let all: Vec<String> = ["one.c", "two.c", "lib.c", "broken.c", "more.c"].iter().map(|f| entry(f)).collect();
    write(&at.join("build"), &[("compile_commands.json", &format!("[{}]", all.join(", ")))]);
    let run = |args: &[&str]| {
        let mut all = vec!["--compdb", "build/compile_commands.json"];
        all.extend(args);
        let mut command = vec!["reach"];
        command.extend(all);
        common::homing_in(at, &command)
    };
    let ran = run(&["src/more.c:3"]);
    assert!(ran.code == 2 && ran.stderr.contains("--main FILE") && ran.stderr.contains("two.c"), "{}", ran.stderr);
    let ran = run(&["src/more.c:3", "--main", "src/one.c"]);
    assert!(ran.code == 10 && ran.stderr.contains("broken.c is left out"), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("replayed natively"), "{}", ran.stdout);
    let ran = run(&["--target", "lib.c:4", "--main", "one.c", "--json"]);
    assert!(ran.code == 10 && ran.stdout.contains("77"), "{}{}", ran.stdout, ran.stderr);
    let ran = run(&["src/more.c:3", "--main", "two.c"]);
    assert_eq!(ran.code, 0, "the other program does not call it: {}{}", ran.stdout, ran.stderr);
    assert!(run(&["src/gone.c:1"]).code == 2 && run(&["src/lib.c:3", "--main", "lib.c"]).code == 2);
}
