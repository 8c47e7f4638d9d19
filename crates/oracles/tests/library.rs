//! The engine's fast ways through library functions give what the functions themselves give, errors included.

use std::path::PathBuf;
use std::time::Duration;

use homing_exec::ExecOptions;
use homing_front_llvm::{Archive, LowerOptions, Module};
use homing_interp::{Options, Outcome};
use homing_ir::{InputKind, InputValue, Program};
use homing_oracles::partition::{Partition, Said};
use homing_oracles::program;
use homing_oracles::walk::{Budget, Walk, executor, walk};
use homing_testkit::TempDir;

const BUDGET: Budget = Budget { paths: 5_000, instructions: 20_000_000, time: Duration::from_secs(30) };
/// What each byte of the input may be: ends, letters that the programs look for, one with its top bit set.
const BYTES: [u8; 4] = [0, b'a', b'b', 0xe9];

const HEAD: &str = "
    #include <string.h>
    #include <klee/klee.h>
    void homing_output(unsigned long);
    static unsigned long at(const char *base, const void *p) { return p ? (unsigned long)((const char *)p - base) + 1 : 0; }
    static unsigned long sign(int x) { return x < 0 ? 1 : x > 0 ? 2 : 0; }
    char in[4];
    int main(void) {
        klee_make_symbolic(in, 3, \"in\");
";

/// The body may use `in`: three symbolic bytes and a terminator. With the functions of the small library, and with musl's where it is there.
fn compiled(body: &str) -> Vec<Program> {
    let dir = TempDir::new("library");
    let include = program::headers(&dir);
    let c = dir.write("p.c", &format!("{HEAD}{body}\nreturn 0; }}"));
    let module = homing_front_llvm::load(&[program::bitcode(&c, &[&include, "-fno-builtin"])]).unwrap_or_else(|e| panic!("{e}"));
    let archive = musl().map(|a| Archive::open(&a).unwrap_or_else(|e| panic!("{e}")));
    let linked = archive.map(|a| module.with_pure(&a).unwrap_or_else(|e| panic!("{e}")).expect("no system call is needed"));
    let options = LowerOptions { roots: Some(vec!["main".into()]), with_library: true };
    let lower =
        |m: &Module| program::promoted(&m.lower(&options).unwrap_or_else(|e| panic!("{e}"))).unwrap_or_else(|e| panic!("{e}"));
    std::iter::once(&module).chain(&linked).map(lower).collect()
}

/// Where the set-up leaves the C library.
fn musl() -> Option<PathBuf> {
    let usual = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache/homing/libc-1.a"));
    let path = std::env::var_os("HOMING_LIBC").map(PathBuf::from).or_else(usual)?;
    path.exists().then_some(path)
}

/// Both libraries agree with their fast ways; how many paths there are with and without these, for the small one.
fn agree(body: &str) -> [usize; 2] {
    let programs = compiled(body);
    // How musl walks a string may depend on addresses, which the partition cannot judge.
    for musl in &programs[1..] {
        if let Err(why) = agree_in(musl, body) {
            assert_eq!(why, "an address decides", "{body}");
        }
    }
    agree_in(&programs[0], body).unwrap_or_else(|e| panic!("{body}: {e}"))
}

/// Every input, run by the interpreter, against the paths found with and without fast ways. Returns how many paths each has.
fn agree_in(p: &Program, body: &str) -> Result<[usize; 2], String> {
    let entry = p.find("main").expect("a main function");
    let mut counts = [0; 2];
    for (i, fast_calls) in [true, false].into_iter().enumerate() {
        let mut exec = executor(p, ExecOptions { fast_calls, ..ExecOptions::default() }, false);
        let paths = match walk(&mut exec, entry, &BUDGET) {
            Walk::Complete(paths) => paths,
            Walk::Partial(why) => panic!("{body}: {why}"),
        };
        let partition = Partition::new(&mut exec, paths)?;
        for n in 0..BYTES.len().pow(3) {
            let bytes = [n % 4, n / 4 % 4, n / 16].map(|i| BYTES[i]);
            let input =
                InputValue { name: "in".into(), kind: InputKind::Object, bytes: bytes.to_vec(), type_name: String::new() };
            let run = homing_interp::run(p, entry, &[input], &Options::default());
            let expected = match run.outcome {
                Outcome::Returned(_) => Said::Outputs(run.outputs),
                Outcome::Error { kind, .. } => Said::Error(kind.to_string(), run.outputs),
                other => panic!("{body}: {other:?}"),
            };
            assert_eq!(partition.at(&mut exec, &[&bytes]), expected, "{body} with {bytes:?}, fast ways: {fast_calls}");
        }
        counts[i] = partition.len();
    }
    Ok(counts)
}

#[test]
fn of_symbolic_strings() {
    for body in [
        "homing_output(strlen(in));",
        "homing_output(strnlen(in, 2));",
        "homing_output(sign(strcmp(in, \"ab\")));",
        "homing_output(sign(strcmp(\"ab\", in)));",
        "homing_output(strcmp(in, \"\") == 0);",
        "homing_output(sign(strncmp(in, \"abab\", 2)));",
        "homing_output(sign(strncmp(in, \"ba\", 4)));",
        "homing_output(sign(memcmp(in, \"aab\", 3)));",
        "homing_output(sign(memcmp(in, in + 1, 2)));",
        "homing_output(at(in, strchr(in, 'b')));",
        "homing_output(at(in, strrchr(in, 'a')));",
        "homing_output(at(in, strchr(in, 0)));",
        "homing_output(at(in, memchr(in, 0xe9, 3)));",
        "char to[4]; strcpy(to, in); homing_output(sign(strcmp(to, \"aa\")));",
        "if (strcmp(in, \"aba\") == 0) homing_output(1); else if (strncmp(in, \"ab\", 2) == 0) homing_output(2);",
    ] {
        agree(body);
    }
}

#[test]
fn of_concrete_strings() {
    for body in [
        "char s[8] = \"abcabc\"; homing_output(strlen(s)); homing_output(strnlen(s, 3)); homing_output(strnlen(s, 99));",
        "char s[8] = \"abcabc\"; homing_output(at(s, strchr(s, 'c'))); homing_output(at(s, strrchr(s, 'c'))); homing_output(at(s, strchr(s, 'z')));",
        "homing_output(at(\"x\", memchr(\"abc\", 'b', 0))); char s[4] = \"ab\"; homing_output(at(s, memchr(s, 'b', 100) ? s : 0));",
        "char s[9] = \"aaab\"; homing_output(sign(strcmp(s, \"aaac\"))); homing_output(sign(memcmp(s, \"aaab\\0\", 6)));",
        "char s[9], t[9] = \"copy\"; homing_output(at(s, strcpy(s, t))); homing_output(strlen(s)); homing_output(sign(strncmp(s, \"cop\", 3)));",
        "homing_output(sign(strncmp(\"a\", \"b\", 0))); homing_output(sign(memcmp(in, \"x\", 0)));",
    ] {
        agree(body);
    }
}

#[test]
fn no_error_is_hidden() {
    for body in [
        "char s[3] = {'a', 'b', 'c'}; homing_output(strlen(s));",
        "char s[2]; strcpy(s, in); homing_output(1);",
        "char s[2] = \"a\"; homing_output(sign(memcmp(s, in, 3)));",
        "char s[2] = {'a', 'b'}; homing_output(sign(strcmp(s, in)));",
        "homing_output(strlen(in[0] == 'a' ? (char *)0 : in));",
        "homing_output(at(in, memchr(in, 'x', 9)));",
        "char *p = in[1] ? in : in + 3; p[0] = 'x'; homing_output(at(in, strrchr(in + 4, 'a')));",
    ] {
        agree(body);
    }
}

#[test]
fn comparing_with_a_known_text_makes_fewer_paths() {
    let [fast, slow] = agree("if (strcmp(in, \"abb\") == 0) homing_output(1);");
    assert_eq!((fast, slow), (2, 7));
}
