//! Search from the target backwards along the call chain, through the real binary.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Ran, homing_in};
use serde_json::Value;

fn bench(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench").join(name);
    path.canonicalize().unwrap().display().to_string()
}

fn search(folder: &Path, program: &str, search: &str, limit: &str) -> Ran {
    let args = ["reach", program, "--target", "any", "--search", search, "--max-instructions", limit, "--time", "60", "--json"];
    homing_in(folder, &[&args[..], &["--", "-DCOUNT"]].concat())
}

fn statistic(ran: &Ran, name: &str) -> u64 {
    let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {}", ran.stdout));
    report["statistics"][name].as_u64().unwrap_or_else(|| panic!("no {name} in {}", ran.stdout))
}

/// Figure 4 of Directed Symbolic Execution with loops that count: the shortest distance runs into the first endless loop and stays there;
/// backwards, the way through the function is known before it is called.
#[test]
fn backwards_where_the_shortest_distance_is_stuck() {
    let dir = tempfile::tempdir().unwrap();
    let file = bench("calls.c");
    assert_eq!(search(dir.path(), &file, "sdse", "2000000").code, 5);
    for name in ["ccbse:sdse", "ccbse:sdse-intra", "mix-ccbse:sdse", "auto"] {
        let ran = search(dir.path(), &file, name, "2000000");
        assert_eq!(ran.code, 10, "{name}: {}", ran.stderr);
    }
    let ran = search(dir.path(), &file, "ccbse:sdse", "20000");
    assert_eq!(ran.code, 10, "{}", ran.stderr);
    // Half of the branches on followed trails are those of the loop over bits, which the state decides.
    let (all, decided) = (statistic(&ran, "branches_followed"), statistic(&ran, "branches_decided"));
    assert!(statistic(&ran, "follows") >= 10 && decided * 3 > all && decided < all, "{all} {decided}");
    assert_eq!(statistic(&ran, "follow_calls"), 0);
}

/// Figure 6: one call deeper, behind a guard.
#[test]
fn mixed_with_a_search_from_the_entry() {
    let dir = tempfile::tempdir().unwrap();
    let file = bench("nested.c");
    assert_eq!(search(dir.path(), &file, "sdse", "2000000").code, 5);
    for name in ["ccbse:sdse", "mix-ccbse:klee", "mix-ccbse:sdse", "auto"] {
        let ran = search(dir.path(), &file, name, "20000000");
        assert_eq!(ran.code, 10, "{name}: {}", ran.stderr);
    }
}

/// What one of its parts finds at once costs `auto` a few times as much, not thousands: the target in the entry's own function, and in one
/// that is three calls away on a short path.
#[test]
fn what_is_easy_from_either_side_is_near() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["options.c", "endless.c"] {
        let ran = search(dir.path(), &bench(name), "auto", "2000000");
        assert_eq!(ran.code, 10, "{name}: {}", ran.stderr);
        assert!(statistic(&ran, "instructions") < 1000, "{name}: {}", statistic(&ran, "instructions"));
    }
    let text = r#"
#include <klee/klee.h>
static int total, calls;
static int weigh(int v, int limit) {
  calls++;
  if (v * 3 + calls == 47 && total > limit)
    return 1; // <here>
  return 0;
}
static int visit(int v) {
  total += v > 4;
  return weigh(v, 3);
}
int main(void) {
  unsigned char b[8];
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 8; i++)
    if (visit(b[i]))
      return i;
  return -1;
}
"#;
    let (code, instructions) = verdict(dir.path(), "weigh.c", text, "auto");
    assert_eq!(code, 10);
    assert!(instructions < 2000, "{instructions}");
}

/// Trails lead through a table of functions by state and kind of message: whether an element can be the one that the trail names is a question about the
/// index. Asked about addresses, of which nothing is known but that they lie apart, one such question took minutes.
#[test]
fn a_trail_through_a_table_of_functions() {
    let dir = tempfile::tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/search/blind/renewal.c");
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().position(|l| l.ends_with("// <reused>")).unwrap() + 1;
    let target = format!("{}:{line}", file.display());
    for seed in ["1", "2", "3"] {
        let limits = ["--max-instructions", "100000", "--time", "10"];
        let ran = homing_in(dir.path(), &[&["reach", &target, "--seed", seed, "--json"], &limits[..]].concat());
        assert_eq!(ran.code, 10, "{seed}: {}", ran.stderr);
    }
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn verdict(folder: &Path, name: &str, text: &str, search: &str) -> (i32, u64) {
    let path = write(folder, name, text);
    let line = text.lines().position(|l| l.ends_with("// <here>")).unwrap() + 1;
    let target = format!("{}:{line}", path.display());
    let ran =
        homing_in(folder, &["reach", &target, "--search", search, "--max-instructions", "300000", "--time", "60", "--json"]);
    (ran.code, statistic(&ran, "instructions"))
}

const ENDLESS: &str = "int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, \"n\");
  for (unsigned i = 0;; i++)
    if (n == (int)i)
      f(n);
}
";

/// A function that no argument leads through to the target needs no callers, even where they never end.
#[test]
fn what_no_argument_reaches_is_unreachable() {
    let dir = tempfile::tempdir().unwrap();
    let f =
        "#include <klee/klee.h>\nint g;\nstatic void f(int n) {\n  if (n > 3 && g + n == 5 && n < 4)\n    g = 1; // <here>\n}\n";
    let text = format!("{f}{ENDLESS}");
    let (code, instructions) = verdict(dir.path(), "none.c", &text, "ccbse:sdse");
    assert_eq!(code, 0);
    assert!(instructions < 1000, "{instructions}");
    assert_eq!(verdict(dir.path(), "none.c", &text, "sdse").0, 5);
    // What was entered there is not what the program has entered: of that there is only the start of `main`.
    let target = format!("{}:5", dir.path().join("none.c").display());
    let ran = homing_in(dir.path(), &["reach", &target, "--search", "ccbse:sdse", "--time", "60", "--json"]);
    assert_eq!(statistic(&ran, "blocks_covered"), 1);
}

/// What a pointer leads to, and what else a run brings along, is not everything there can be: nothing is proved then.
#[test]
fn nothing_is_proved_where_something_is_assumed() {
    let dir = tempfile::tempdir().unwrap();
    let start = "#include <klee/klee.h>\n#include <setjmp.h>\n#include <stdarg.h>\n#include <stdlib.h>\n#include <errno.h>\n";
    let cases = [
        // The two pointers may be one.
        (
            "alias.c",
            "static int f(int *p, int *q) {\n  *p = 1;\n  *q = 2;\n  if (*p == 2)\n    return 1; // <here>\n  return 0;\n}\nint main(void) {\n  int x;\n  return f(&x, &x);\n}\n",
        ),
        // Longer than what is made for it.
        (
            "long.c",
            "static int f(const char *s) {\n  int n = 0;\n  while (s[n] == 'a')\n    n++;\n  if (n == 9)\n    return 1; // <here>\n  return 0;\n}\nint main(void) { return f(\"aaaaaaaaa\"); }\n",
        ),
        // A global through a pointer.
        (
            "global.c",
            "static int g;\nstatic int f(int *p) {\n  g = 1;\n  *p = 2;\n  if (g == 2)\n    return 1; // <here>\n  return 0;\n}\nint main(void) { return f(&g); }\n",
        ),
        (
            "freed.c",
            "static int f(char *p) {\n  if (!p)\n    return 0;\n  free(p);\n  return 1; // <here>\n}\nint main(void) { return f(malloc(3)); }\n",
        ),
        (
            "variadic.c",
            "static int f(int n, ...) {\n  va_list l;\n  va_start(l, n);\n  int x = va_arg(l, int);\n  va_end(l);\n  if (x == 7)\n    return 1; // <here>\n  return 0;\n}\nint main(void) { return f(1, 7); }\n",
        ),
        (
            "errno.c",
            "static int f(int n) {\n  if (errno == 3 + n)\n    return 1; // <here>\n  return 0;\n}\nint main(void) {\n  errno = 4;\n  return f(1);\n}\n",
        ),
        // Never written but by who was called before.
        (
            "table.c",
            "static int table[2] = {1, 2};\nstatic int f(int i) {\n  if (table[i & 1] == 3)\n    return 1; // <here>\n  return 0;\n}\nstatic void set(int *p) { *p = 3; }\nint main(void) {\n  set(&table[1]);\n  return f(1);\n}\n",
        ),
        (
            "pointer.c",
            "static int a(int x) { return x == 5; }\nstatic int f(int (*g)(int)) {\n  if (g(5))\n    return 1; // <here>\n  return 0;\n}\nint main(void) { return f(a); }\n",
        ),
    ];
    for (name, text) in cases {
        for search in ["ccbse:dfs", "mix-ccbse:random-path", "auto"] {
            assert_eq!(verdict(dir.path(), name, &format!("{start}{text}"), search).0, 10, "{name} {search}");
        }
    }
}

/// What was used as data is no function, whatever is done with it later.
#[test]
fn a_pointer_to_data_that_is_called() {
    let dir = tempfile::tempdir().unwrap();
    let text = "static int f(void *p, int n) {\n  if (*(char *)p == 7)\n    n += ((int (*)(void))p)();\n  for (int i = 0; i < 4; i++)\n    if ((n >> i & 1) == 0)\n      return 2;\n  return 1; // <here>\n}\nint main(void) {\n  char c = 1;\n  return f(&c, 15);\n}\n";
    assert_eq!(verdict(dir.path(), "called.c", text, "ccbse:bfs").0, 10);
}

/// Runs a whole program with the C library and the kernel around it.
fn whole(folder: &Path, name: &str, text: &str, search: &str, flags: &[&str]) -> Ran {
    let path = write(folder, name, text);
    let line = text.lines().position(|l| l.ends_with("// <here>")).unwrap() + 1;
    let target = format!("{}:{line}", path.display());
    let args = ["reach", &target, "--search", search, "--max-instructions", "400000", "--time", "60", "--json"];
    homing_in(folder, &[&args[..], flags].concat())
}

/// Streams and descriptors are as `main` finds them, and what is around the program is not started: a way through a function that prints and
/// reads is found and joined.
#[test]
fn in_the_middle_of_a_whole_program() {
    if !common::has_libc() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
        static int level;\n\
        static int deep(const char *s) {\n  if (printf(\"%d\\n\", level) != 2 || s[0] != 'a' || s[1] != '7')\n    return 0;\n  if (getchar() == 'x')\n    return 1; // <here>\n  return 2;\n}\n\
        static int by_number(const void *a, const void *b) {\n  return deep(*(char *const *)a) - deep(*(char *const *)b);\n}\n\
        int main(int argc, char **argv) {\n  level = argc;\n  qsort(argv + 1, argc - 1, sizeof *argv, by_number);\n  return 0;\n}\n";
    let flags = ["--sym-arg", "2", "--sym-arg", "2", "--sym-stdin", "2"];
    for search in ["ccbse:random-path", "ccbse:sdse", "mix-ccbse:random-path"] {
        let ran = whole(dir.path(), "sorted.c", text, search, &flags);
        assert_eq!(ran.code, 10, "{search}: {}", ran.stderr);
        if search.starts_with("ccbse") {
            // In `deep` and in `by_number`; not in `qsort` or `main`.
            assert_eq!(statistic(&ran, "starts"), 2, "{search}");
            assert!(statistic(&ran, "follows") > 0, "{search}");
        }
    }
}

/// What calls have changed around the program is left out of a start in the middle, so that nothing follows from finding nothing.
#[test]
fn nothing_is_proved_in_the_middle_of_a_whole_program() {
    if !common::has_libc() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let text = "#include <unistd.h>\n\
        static int f(int n) {\n  if (optind == n && n == 2)\n    return 1; // <here>\n  return 0;\n}\n\
        int main(int argc, char **argv) {\n  while (getopt(argc, argv, \"a\") != -1)\n    ;\n  return f(optind);\n}\n";
    for search in ["ccbse:dfs", "mix-ccbse:random-path", "auto"] {
        assert_eq!(whole(dir.path(), "parsed.c", text, search, &["--sym-arg", "2"]).code, 10, "{search}");
    }
}
