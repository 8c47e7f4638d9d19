//! Every answer about a path condition, from whatever layer, stands before Z3 on the whole conjunction.

use std::time::Duration;

use homing_exec::ExecOptions;
use homing_oracles::program::{compile, promoted};
use homing_oracles::walk::{Budget, Walk, executor, walk};

/// Explores under audit. How many conjunctions Z3 was asked about.
fn audited(body: &str) -> u64 {
    let source = format!("#include <klee/klee.h>\n#include <homing.h>\n#include <string.h>\n#include <stdlib.h>\n{body}");
    let raw = compile(&source);
    let mut asked = 0;
    for p in [promoted(&raw).expect("promotion"), raw] {
        let mut exec = executor(&p, ExecOptions { check_overflow: true, check_shift: true, ..ExecOptions::default() }, true);
        let budget = Budget { paths: 600, instructions: 200_000, time: Duration::from_secs(20) };
        if let Walk::Partial(why) = walk(&mut exec, p.find("main").expect("main"), &budget) {
            assert!(["paths", "instructions", "time"].contains(&why.as_str()), "{why}");
        }
        let audit = exec.context().audit.as_ref().expect("switched on");
        assert!(audit.wrong.is_empty(), "{}", audit.wrong[0]);
        assert!(audit.undecided * 10 <= audit.asked, "{} of {} were not decided", audit.undecided, audit.asked);
        asked += audit.asked;
    }
    asked
}

macro_rules! audits {
    ($($name:ident($least:expr): $body:expr;)*) => {
        $(#[test] fn $name() {
            let asked = audited($body);
            assert!(asked >= $least, "only {asked} questions");
        })*
    };
}

audits! {
    sorting_compares_values(40): "int main() { int a[4]; klee_make_symbolic(a, sizeof a, \"a\");
        for (int i = 0; i < 4; i++) for (int j = 0; j + 1 < 4 - i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
        for (int i = 0; i < 3; i++) klee_assert(a[i] <= a[i + 1]); return 0; }";
    unsigned_orders_and_equalities(20): "int main() { unsigned a, b, c, d; klee_make_symbolic(&a, 4, \"a\"); klee_make_symbolic(&b, 4, \"b\");
        klee_make_symbolic(&c, 4, \"c\"); klee_make_symbolic(&d, 4, \"d\"); int n = 0;
        if (a < b) n++; if (b <= c) n++; if (c < a) n++; if (a == d) n++; if (d < c) n++; if (d != b) n++; if (b > a + 1) n++;
        homing_output(n); return n == 7 ? 1 : 0; }";
    bytes_of_a_parser(60): "int main() { char s[6]; klee_make_symbolic(s, 6, \"s\"); s[5] = 0; int n = 0, i = 0;
        while (s[i] == ' ') i++; if (s[i] == '-') i++; for (; s[i] >= '0' && s[i] <= '9'; i++) n = n * 10 + (s[i] - '0');
        if (s[i] && !strchr(\",;\", s[i])) return 1; if (n == 42) homing_output(1); if (n > 999) homing_output(2); return 0; }";
    bits_masks_and_shifts(30): "int main() { unsigned x; unsigned char k; klee_make_symbolic(&x, 4, \"x\"); klee_make_symbolic(&k, 1, \"k\");
        if (x & 0xff00) { if ((x >> 8 & 0xff) == 0) abort(); } if ((x & 3) == 3 && !(x & 1)) abort(); if (k < 32 && (1u << k) == 0) abort();
        if ((x | 8) == 7) abort(); if ((x ^ 5) == 5 && x) abort(); if (x % 8 != (x & 7)) abort(); if (x / 16 > 0x0fffffff) abort(); return 0; }";
    signs_and_widths(30): "int main() { signed char a; short b; int c; klee_make_symbolic(&a, 1, \"a\"); klee_make_symbolic(&b, 2, \"b\"); klee_make_symbolic(&c, 4, \"c\");
        if (a > 127 || a < -128) abort(); if ((int)a + b > 40000) abort(); if (b < a && a < 0 && b > 0) abort(); long w = c; if (w != (long)(int)w) abort();
        unsigned u = a; if (a >= 0 && u > 127) abort(); if (c > 10 && c < 20) { if (c * 2 >= 39) abort(); if (c * c < 121) abort(); } return 0; }";
    tables_and_offsets(20): "static const unsigned char t[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
        int main() { unsigned char i, j; klee_make_symbolic(&i, 1, \"i\"); klee_make_symbolic(&j, 1, \"j\"); int a[8] = {0};
        a[i & 7] = t[j & 15]; if (a[3] == 7 && (i & 7) != 3) abort(); if (a[0] > 9) abort(); if (t[i & 15] == 0) abort();
        if (a[1] == 9 && a[2] == 9) abort(); return 0; }";
    quotients(10): "int main() { int x; unsigned char d; klee_make_symbolic(&x, 4, \"x\"); klee_make_symbolic(&d, 1, \"d\"); if (x < 0 || x > 100000 || d == 0) return 0;
        if (x / d > x) abort(); if (x % d >= d) abort(); if (x / 10 * 10 > x) abort(); if (x % 10 > 9) abort(); return 0; }";
}
