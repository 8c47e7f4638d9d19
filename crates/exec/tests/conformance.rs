//! Every path that the executor explores, given its own inputs, runs the same way in the concrete interpreter; and for programs with few
//! inputs, the set of behaviours found is exactly the set that brute force finds.

mod support;

use std::collections::BTreeSet;

use homing_exec::ExecOptions;
use homing_interp::{Options, Outcome};
use homing_ir::{InputKind, InputValue, Program};
use support::{End, compile, explore, explore_by_blocks, promoted};

fn concrete(p: &Program, inputs: &[InputValue]) -> (Vec<u64>, End) {
    let run = homing_interp::run(p, p.find("main").unwrap(), inputs, &Options::default());
    let end = match run.outcome {
        Outcome::Returned(_) | Outcome::Exited(_) => End::Returned,
        Outcome::Error { kind, .. } => End::Error(kind.to_string()),
        Outcome::AssumeFailed => End::Other,
        other => End::Lost(format!("{other:?}")),
    };
    (run.outputs, end)
}

/// Explores with and without promotion; each path must conform. Returns the behaviours (outputs, end).
fn conforms(name: &str, source: &str) -> BTreeSet<String> {
    let raw = compile(source, &[]);
    let mut sets = Vec::new();
    for p in [promoted(&raw), raw.clone()] {
        let paths = explore(&p, ExecOptions::default(), 3000);
        assert!(!paths.is_empty());
        let mut set = BTreeSet::new();
        for path in &paths {
            let (outputs, end) = concrete(&raw, &path.inputs);
            assert_eq!((&path.outputs, &path.end), (&outputs, &end), "{name}: inputs {:?}", path.inputs);
            set.insert(format!("{outputs:?} {end:?}"));
        }
        sets.push(set);
    }
    assert_eq!(sets[0], sets[1], "{name}: promotion changes nothing");
    let paths = explore_by_blocks(&promoted(&raw), ExecOptions::default(), 3000);
    let set: BTreeSet<String> = paths.iter().map(|p| format!("{:?} {:?}", p.outputs, p.end)).collect();
    assert_eq!(set, sets[0], "{name}: what a state keeps while it waits is all that it needs");
    with_numbers(name, &raw, &sets[0]);
    sets.remove(0)
}

/// Where addresses are numbers, a path does one of the things that it may do.
fn with_numbers(name: &str, raw: &Program, may: &BTreeSet<String>) {
    let options = ExecOptions { fixed_addresses: true, ..ExecOptions::default() };
    let paths = explore(&promoted(raw), options, 3000);
    assert!(!paths.is_empty());
    for path in &paths {
        let does = format!("{:?} {:?}", path.outputs, path.end);
        assert!(may.contains(&does), "{name} with numbers as addresses: inputs {:?}, {does}", path.inputs);
    }
}

/// All behaviours over every value of one symbolic byte object of `n` bytes named `x`.
fn brute(source: &str, n: usize) -> BTreeSet<String> {
    let p = compile(source, &[]);
    let mut set = BTreeSet::new();
    for v in 0..1u64 << (8 * n) {
        let bytes = v.to_le_bytes()[..n].to_vec();
        let input = InputValue { name: "x".into(), kind: InputKind::Object, bytes, type_name: String::new() };
        let (outputs, end) = concrete(&p, &[input]);
        if end != End::Other {
            set.insert(format!("{outputs:?} {end:?}"));
        }
    }
    set
}

/// The symbolic outcome set covers what brute force sees, where outputs are the same for a whole path.
fn same_ends(name: &str, source: &str, n: usize) {
    let found: BTreeSet<String> = conforms(name, source).iter().map(|s| s.split(']').nth(1).unwrap().to_string()).collect();
    let all: BTreeSet<String> = brute(source, n).iter().map(|s| s.split(']').nth(1).unwrap().to_string()).collect();
    assert_eq!(found, all, "{name}");
}

fn program(body: &str) -> String {
    format!(
        "#include <klee/klee.h>\n#include <homing.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <setjmp.h>\n#include <stdarg.h>\n{body}"
    )
}

macro_rules! conform {
    ($($name:ident($bytes:expr): $body:expr;)*) => {
        $(#[test] fn $name() {
            let source = program($body);
            if $bytes == 0 { conforms(stringify!($name), &source); } else { same_ends(stringify!($name), &source, $bytes); }
        })*
    };
}

conform! {
    branches_on_two_bytes(2): "int main() { unsigned char x[2]; klee_make_symbolic(x, 2, \"x\"); int n = 0;
        if (x[0] > 'a') n += 1; if (x[1] == x[0]) n += 2; if ((signed char)x[1] < 0) n += 4; homing_output(n);
        if (n == 7) abort(); return 0; }";
    read_at_a_symbolic_offset(1): "static const unsigned char t[8] = {1, 2, 3, 5, 8, 13, 21, 34};
        int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); unsigned char v = t[x];
        homing_output(v); if (v == 13) abort(); return 0; }";
    write_at_a_symbolic_offset(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); int a[5] = {0};
        a[x] = 7; homing_output(a[0]); homing_output(a[4]); if (a[2] == 7 && a[3] == 0) abort(); return 0; }";
    unaligned_write(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); unsigned char b[12] = {0}; klee_assume(x < 9);
        unsigned v = 0x01020304; memcpy(b + x, &v, 4); unsigned w; memcpy(&w, b + 2, 4); homing_output(w);
        *(unsigned *)(b + x) = 0xa0b0c0d0; memcpy(&w, b + 3, 4); homing_output(w); if (w == 0xa0b0c0d0) abort(); return 0; }";
    pointers_into_two_objects(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); int a = 1, b = 2, *p = x > 100 ? &a : &b;
        *p += x; homing_output(a); homing_output(b); int *q = x == 3 ? 0 : p; homing_output(*q); return 0; }";
    table_of_functions(1): "static int f(int v) { return v + 1; } static int g(int v) { return v * 2; } static int h(int v) { abort(); }
        int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); int (*t[4])(int) = {f, g, h, 0}; homing_output(t[x & 3](5)); return 0; }";
    copy_of_symbolic_length(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); char a[8] = \"abcdefg\", b[8] = \"zzzzzzz\";
        memcpy(b, a, x); homing_output(b[0]); homing_output(b[6]); memset(b, 'q', x / 2); homing_output(b[3]); return 0; }";
    block_of_symbolic_size(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); char *p = malloc(x); p[3] = 'a'; p[x - 1] = 'b';
        homing_output(p[3]); free(p); return 0; }";
    heap_errors(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); char *p = malloc(4), *q = malloc(4); q[0] = 1;
        switch (x) { case 1: free(p); free(p); break; case 2: free(p + 1); break; case 3: free(q); return q[0]; case 4: { int l; free(&l); }
        case 5: p = realloc(p, 8); p[7] = 1; break; case 6: p[4] = 0; break; default: free(q); } return 0; }";
    division(1): "int main() { signed char x; klee_make_symbolic(&x, 1, \"x\"); homing_output((unsigned char)(100 / x)); homing_output((unsigned char)(-7 % x));
        homing_output(200u / (unsigned char)x); return 0; }";
    switch_over_a_byte(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); switch (x) { case 'a': case 'b': homing_output(1); break;
        case 'c': homing_output(2); case 200: homing_output(3); break; case 255: abort(); default: homing_output(4); } return 0; }";
    jumps(1): "static jmp_buf b; static void f(int v) { if (v > 200) longjmp(b, 0); if (v > 100) longjmp(b, v); }
        int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); volatile int n = 0; int r = setjmp(b); homing_output(r); homing_output(n);
        if (r == 0) { n = 5; f(x); homing_output(77); } else if (r == 150) abort(); return 0; }";
    variadic(1): "static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += i == 2 ? (int)va_arg(l, double) : va_arg(l, int); va_end(l); return s; }
        int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); homing_output(sum(4, x, 2, 3.7, 4)); if (sum(2, x, x) == 20) abort(); return 0; }";
    structures_by_value(1): "struct s { int a[8]; char c; }; static int f(struct s v, int i) { v.a[1] = 9; return v.a[i] + v.c; }
        int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); struct s v = {{1, 2, 3}, x}; homing_output(f(v, x & 1)); homing_output(v.a[1]); if (v.c == 4) abort(); return 0; }";
    library_strings(2): "int main() { char x[3]; klee_make_symbolic(x, 2, \"x\"); x[2] = 0; homing_output(strlen(x)); if (!strcmp(x, \"ok\")) abort(); if (strchr(x, 'z')) return 1; return 0; }";
    wide_arithmetic(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); unsigned __int128 v = (unsigned __int128)x << 70; v = v * 3 + x; homing_output(v >> 70); homing_output(v % 1000);
        if ((v >> 64) == 64 * 3 * 5) abort(); return 0; }";
    comparison_of_addresses(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); char a[10], *p = a + x; if (x > 9) return 0; int n = 0; for (char *q = a; q < p; q++) n++; homing_output(n);
        homing_output(p - a); if (p == a + 3) abort(); int b; homing_output((void *)&b == (void *)a); return 0; }";
    overlapping_copies(1): "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); char a[8] = \"abcdefg\"; if (x > 7) return 0; memmove(a + 1, a, x); homing_output(a[1]); homing_output(a[x]); return 0; }";
    stack_that_is_gone(1): "static int *f(int v) { int l = v; int *p = &l; return v > 5 ? p : (int *)0; } int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); int *p = f(x); if (x < 3) return 0; return *p; }";
    exit_handlers(1): "static void a(void) { homing_output(1); } static void b(void) { homing_output(2); } int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); atexit(a); if (x > 7) atexit(b); if (x > 100) exit(3); return 0; }";
    floats_concrete(0): "int main() { volatile double d = 0.1; volatile float f = 3.3f; long double l = 1.0L / 3; homing_output((unsigned long long)(d * 1e17)); homing_output((int)(f * 7)); homing_output((unsigned long long)(l * 1e18L)); homing_output(d < f); return 0; }";
    float_symbolic(1): "int main() { signed char x; klee_make_symbolic(&x, 1, \"x\"); float f = x; f = f * 0.5f + 1.25f; if (f == 3.75f) homing_output(1); if (f > 60.0f) abort(); return 0; }";
    tagged_pointers(1): "#include <stdint.h>\nint main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); static long cell = 5; uintptr_t p = (uintptr_t)&cell | (x & 3); homing_output(p & 7);
        long *q = (long *)(p & ~(uintptr_t)3); homing_output(*q); if ((p & 3) == 2) abort(); p ^= x & 3; homing_output(*(long *)p); return 0; }";
    copied_jump_buffer(1): "static jmp_buf b, c; int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); int r = setjmp(b); homing_output(r); if (r) return 0; memcpy(&c, &b, sizeof b); if (x > 7) longjmp(c, 3); return 0; }";
    uninitialised_local(0): "int main() { int v; if (v == 5) homing_output(1); else homing_output(2); int a[2]; a[0] = 1; if (a[1] > a[0]) homing_output(3); return 0; }";
}

#[test]
fn a_loop_that_changes_nothing_ends_the_path_without_loss() {
    let source = program(
        "int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); if (x == 3) while (1) ; if (x == 4) for (int i = 0; i < 100000; i++) ;
         int k = 0; if (x == 5) while (1) { k = !k; if (k == 2) abort(); } homing_output(1); return 0; }",
    );
    // Promoted: where `k` lives in memory it is written every round, and that is not seen to repeat itself.
    let p = promoted(&compile(&source, &[]));
    let ends: Vec<End> = explore(&p, ExecOptions::default(), 100).into_iter().map(|e| e.end).collect();
    let count = |end: &End| ends.iter().filter(|e| *e == end).count();
    assert_eq!((count(&End::Other), count(&End::Returned)), (2, 2), "{ends:?}");
}

#[test]
fn programs_for_32_bits_conform() {
    let source = program(
        "struct s { char c; long l; void *p; }; int main() { unsigned char x; klee_make_symbolic(&x, 1, \"x\"); homing_output(sizeof(struct s));
         struct s v = {x, x * 2, &v}; long *p = (long *)((char *)&v + 4); homing_output(*p); if (*p == 20) abort(); return 0; }",
    );
    let raw = compile(&source, &["-m32", "-ffreestanding"]);
    assert_eq!(raw.ptr_bits, 32);
    for path in explore(&promoted(&raw), ExecOptions::default(), 100) {
        let (outputs, end) = concrete(&raw, &path.inputs);
        assert_eq!((&path.outputs, &path.end), (&outputs, &end));
        assert_eq!(outputs[0], 12);
    }
}
