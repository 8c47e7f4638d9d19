//! Random small C programs over a few input bytes, each statement on a line of its own. Compiled with `-DNATIVE` a program runs itself on
//! many inputs and reports, for each, the lines it went through and a checksum of its outputs; compiled without, it is what the engine explores. Line numbers
//! are the same in both.

mod expr;
mod stmt;

use std::fmt::Write;

use homing_explore::Rng;

/// What a program may contain.
#[derive(Copy, Clone, Debug)]
pub struct Shape {
    /// Input bytes, 1 to 3.
    pub bytes: usize,
    /// Accesses and divisions may go wrong. Such programs are compared with the interpreter, not with native runs.
    pub errors: bool,
    /// Some arithmetic in `float`.
    pub floats: bool,
}

/// A generated program.
#[derive(Clone, Debug)]
pub struct Source {
    pub text: String,
    pub shape: Shape,
    /// Lines that tell when they are executed, ascending.
    pub lines: Vec<u32>,
}

/// The program of a seed.
pub fn generate(seed: u64, shape: Shape) -> Source {
    let mut g = Gen::new(seed, shape);
    g.program();
    Source { text: g.out, shape, lines: g.lines }
}

/// The checksum of a run that breaks an assumption.
pub const NO_RUN: u64 = 1;

/// The checksum of outputs, as native runs compute it.
pub fn checksum(outputs: &[u64]) -> u64 {
    outputs.iter().fold(0xcbf2_9ce4_8422_2325, |sum, v| (sum ^ v).wrapping_mul(0x100_0000_01b3))
}

/// Lines that a native run can report on.
pub const MAX_LINES: usize = 1024;

const HEAD: &str = r#"
#include <string.h>
#include <stdlib.h>
#ifdef NATIVE
#include <setjmp.h>
#include <stdio.h>
static unsigned char covered[1024];
static jmp_buf done;
static unsigned long long sum;
static void homing_output(unsigned long long v) { sum = (sum ^ v) * 1099511628211ULL; }
static void klee_assume(unsigned long c) { if (!c) { sum = 1; longjmp(done, 1); } }
#define klee_make_symbolic(p, n, s) (void)0
#define exit(c) (homing_output(777), longjmp(done, 1))
#define HIT covered[__LINE__] = 1
#define STATIC(T, name, ...) static T name __VA_ARGS__; static const T name##_first __VA_ARGS__
#else
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
void homing_output(unsigned long long);
#define exit(c) (homing_output(777), exit(c))
#define HIT (void)0
#define STATIC(T, name, ...) static T name __VA_ARGS__
#endif
typedef unsigned char u8;
typedef signed char s8;
typedef unsigned short u16;
typedef short s16;
typedef unsigned int u32;
typedef int s32;
typedef unsigned long u64;
typedef long s64;
typedef u8 bytes8[8];
typedef s32 words4[4];
struct S { u8 c; s16 h; s32 w; u32 f : 3; s32 g : 5; u8 b[4]; struct S *n; };
union U { u32 w; u8 b[4]; s16 h[2]; };
typedef struct S S;
typedef union U U;
typedef s32 (*function)(s32, s32);
"#;

/// Runs the program on every input of one or two bytes, and on a sample of larger ones. A record is the covered lines and the checksum.
const DRIVER: &str = r#"
#ifdef NATIVE
int main(void) {
    unsigned long count = 1ul << (8 * INPUTS), step = 1;
    if (INPUTS > 2) { count = 40000; step = 104729; }
    for (unsigned long k = 0; k < count; k++) {
        unsigned long v = k * step;
        for (int i = 0; i < INPUTS; i++) in[i] = v >> (8 * i);
        memset(covered, 0, sizeof covered);
        sum = 14695981039346656037ULL;
        reset();
        if (!setjmp(done)) program();
        unsigned char bits[128] = {0};
        for (int i = 0; i < 1024; i++) bits[i / 8] |= covered[i] << (i % 8);
        unsigned char value[8];
        memcpy(value, &v, 8);
        fwrite(value, 1, 8, stdout);
        fwrite(&sum, 1, 8, stdout);
        fwrite(bits, 1, 128, stdout);
    }
    return 0;
}
#else
int main(void) {
    klee_make_symbolic(in, INPUTS, "in");
    program();
    return 0;
}
#endif
"#;

/// The types of scalar variables.
const TYPES: [&str; 8] = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"];

/// A function under construction.
#[derive(Default)]
struct Function {
    /// Its number; it may call those with smaller ones.
    number: usize,
    /// Scalar variables that can be read and assigned.
    scalars: Vec<String>,
    /// Scalars of type `s32`, which pointers may point to.
    words: Vec<String>,
    /// Counters of the loops around the statement at hand: read, never assigned, or a loop might not end.
    counters: Vec<String>,
    /// Whether the locals are declared already.
    ready: bool,
    /// Whether `break` and `continue` would leave or go on with a loop.
    breakable: bool,
    /// Loops around the statement at hand.
    loops: usize,
    /// Blocks around it.
    depth: usize,
    /// Statements that may still be written.
    left: usize,
}

struct Gen {
    rng: Rng,
    shape: Shape,
    out: String,
    /// Lines written so far.
    line: u32,
    lines: Vec<u32>,
    f: Function,
    globals: Vec<String>,
}

impl Gen {
    fn new(seed: u64, shape: Shape) -> Gen {
        let rng = Rng::new(seed);
        Gen { rng, shape, out: String::new(), line: 0, lines: Vec::new(), f: Function::default(), globals: Vec::new() }
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n)
    }

    /// True once in `n` times.
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.rng.below(of.len())]
    }

    /// A line that is no statement of interest.
    fn raw(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
        self.line += 1 + text.matches('\n').count() as u32;
    }

    /// A line that tells when it is executed; `before` stands in front of that.
    fn told(&mut self, before: &str, text: &str) {
        let text = format!("{}{before}HIT; {text}", "  ".repeat(self.f.depth));
        self.raw(&text);
        self.lines.push(self.line);
    }

    fn program(&mut self) {
        self.raw(HEAD);
        let bytes = self.shape.bytes;
        self.raw(&format!("#define INPUTS {bytes}\nstatic u8 in[INPUTS];"));
        self.global_variables();
        let functions = 2 + self.below(2);
        for number in 0..functions {
            self.function(number);
            if number == 1 {
                self.raw("static const function functions[4] = {f0, f1, f1, f0};");
            }
        }
        self.f = Function { number: functions, left: 14, depth: 1, ..Function::default() };
        self.raw("static void program(void) {");
        let last = functions - 1;
        self.told("", &format!("g0 += f{last}(in[0], in[{}]);", bytes - 1));
        self.body();
        for i in 0..self.globals.len() {
            let g = self.globals[i].clone();
            self.raw(&format!("  homing_output((u64){g});"));
        }
        self.raw("  homing_output(s0.c + s1.w + s2.h + s0.f + s1.g + s2.b[1] + ga[0] + ga[7] + gw[2]);\n}");
        self.raw("#ifdef NATIVE\nstatic void reset(void) {");
        let all = ["fuel", "ga", "gw", "s0", "s1", "s2", "u0"].map(String::from);
        for g in all.iter().chain(&self.globals.clone()) {
            self.raw(&format!("  memcpy(&{g}, &{g}_first, sizeof {g});"));
        }
        self.raw("}\n#endif");
        self.raw(DRIVER);
        assert!((self.line as usize) < MAX_LINES, "a program of {} lines", self.line);
    }

    fn global_variables(&mut self) {
        self.raw("STATIC(s32, fuel, = 24);");
        for i in 0..3 {
            let (t, v) = (self.pick(&TYPES), self.constant());
            self.raw(&format!("STATIC({t}, g{i}, = {v});"));
            self.globals.push(format!("g{i}"));
        }
        let list = |g: &mut Gen, n: usize| (0..n).map(|_| g.below(256).to_string()).collect::<Vec<_>>().join(", ");
        let (a, w, t) = (list(self, 8), list(self, 4), list(self, 16));
        self.raw(&format!(
            "STATIC(bytes8, ga, = {{{a}}});\nSTATIC(words4, gw, = {{{w}}});\nstatic const u8 table[16] = {{{t}}};"
        ));
        let text: String = (0..4).map(|_| (b'a' + self.below(6) as u8) as char).collect();
        let text =
            format!("static const char text[5] = \"{text}\";\nSTATIC(U, u0, = {{{}}});\nstatic S s0, s1, s2;", self.below(70000));
        self.raw(&text);
        // A list: in a ring where nothing may go wrong, with an end otherwise.
        let last = if self.shape.errors { "0" } else { "&s0" };
        for (name, next) in [("s0", "&s1"), ("s1", "&s2"), ("s2", last)] {
            let (c, h, w, b) = (self.below(256), self.below(3000), self.below(9), self.below(200));
            self.raw(&format!("STATIC(S, {name}, = {{{c}, {h}, {w}, 5, -3, {{1, {b}, 3, 4}}, {next}}});"));
        }
    }

    fn function(&mut self, number: usize) {
        let left = 3 + self.below(6);
        self.f = Function { number, left, depth: 1, ..Function::default() };
        self.f.scalars = vec!["p".into(), "q".into()];
        self.f.words = vec!["p".into(), "q".into()];
        self.raw(&format!("static s32 f{number}(s32 p, s32 q) {{"));
        self.body();
        let e = self.expr(2);
        self.told("", &format!("return {e};"));
        self.raw("}");
    }

    /// Locals and statements.
    fn body(&mut self) {
        let start = self.expr(1);
        let text = format!("  s32 x = {start}, y = {};", self.below(300));
        self.raw(&text);
        let t = self.pick(&TYPES);
        let start = self.expr(1);
        let text =
            format!("  {t} z = {start};\n  u8 a[8] = {{1, {}, 3}};\n  s32 w[4] = {{0, {}}};", self.below(256), self.below(99));
        self.raw(&text);
        let pointer = if self.shape.errors && self.one_in(4) { "0" } else { "&x" };
        let text = format!(
            "  s32 *ip = {pointer};\n  S *sp = &s{};\n  char buf[4] = \"{}\";",
            self.below(3),
            self.pick(&["", "a", "bc", "abc"])
        );
        self.raw(&text);
        self.f.scalars.extend(["x", "y", "z"].map(String::from));
        self.f.words.extend(["x", "y"].map(String::from));
        self.f.ready = true;
        self.raw("again: ;");
        while self.f.left > 0 {
            self.statement();
        }
        self.raw("out: ;");
    }
}

impl Source {
    /// The text with line numbers, for messages.
    pub fn numbered(&self) -> String {
        let mut out = String::new();
        for (i, l) in self.text.lines().enumerate() {
            let _ = writeln!(out, "{:4} {l}", i + 1);
        }
        out
    }
}
