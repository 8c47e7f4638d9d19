//! Programs whose branches do different things to memory, inputs and control before they come together again: what joining states can get
//! wrong. Each is asked with every way to join them.

use std::sync::LazyLock;

use homing_explore::Rng;

use super::grammar::{Grammar, Source};
use super::native::Native;
use super::probes::{conditions, search};
use super::subject::{Byte, Given, Subject};

static JOINS: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(include_str!("../../truth/joins.rules")));

/// Ways to join states; a program is asked with each of them, under seeds that follow each other.
const MERGES: [&str; 6] = ["none", "auto", "lattice", "recursive", "aggressive", "dynamic"];

const INCLUDES: &str = "#include <setjmp.h>\n#include <stdarg.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// What statements use. `x` and `y` are asked for where they are used first, unless the program begins with that.
const DECLARATIONS: &str = "
typedef struct S { int a; unsigned char b[4]; struct S *n; int *p; } S;
static int g0, g1, armed, *gp;
static unsigned char gb[4], *h0, *h1;
static S s0, s1, *list;
static jmp_buf env;
#ifdef NATIVE
static unsigned char ask(int i) { return in[i]; }
#define FIRST(i) (void)0
#else
static unsigned char asked[2];
static unsigned char ask(int i) { if (!asked[i]) { asked[i] = 1; in[i] = homing_any_uchar(); } return in[i]; }
#define FIRST(i) ask(i)
#endif
#define x ask(0)
#define y ask(1)
static int inc(int v) { return v + 1; }
static int twice(int v) { return v * 2; }
static int negative(int v) { return -v; }
static int length(S *l) { int n = 0; for (; l && n < 6; l = l->n) n++; return n; }
static int some(int n, ...) {
  va_list l;
  int v = 0;
  va_start(l, n);
  for (int i = 0; i <= n && i < 3; i++) v = va_arg(l, int);
  va_end(l);
  return v;
}
static void jump(int k) { if (armed) longjmp(env, k); }
static void reset(void) {
  g0 = 1; g1 = 2; armed = 0; gp = 0; h0 = h1 = 0; list = 0;
  memset(gb, 3, sizeof gb); memset(&s0, 0, sizeof s0); memset(&s1, 0, sizeof s1);
  s0.a = 5; s1.a = 6; s0.n = &s1; s1.p = &g1;
}
";

/// What is looked at in the end, as numbers.
const PROBES: [&str; 6] = [
    "v0 + 3 * v1",
    "v2 ^ g0",
    "g1 + (p ? *p : 77) * 2 - (q ? *q : 5)",
    "gb[0] + gb[1] * 3 + gb[2] * 5 + gb[3] * 7 + arr[0] + arr[3]",
    "s->a + s0.a * 3 + s1.b[1] + s0.b[2] * 5 + (s->p ? *s->p : 9) + f(3)",
    "(h0 ? h0[0] + h0[3] * 3 : -1) + (h1 ? h1[1] * 5 : -2) + length(list) * 100 + (list ? list->a : 0)",
];

/// Two of six ways for each program.
pub fn subject(seed: u64, native: &Native) -> Result<Subject, String> {
    let (program, merge) = (seed / MERGES.len() as u64, MERGES[(seed % MERGES.len() as u64) as usize]);
    let mut rng = Rng::new(program.wrapping_mul(31).wrapping_add(7));
    let jumps = rng.below(4) == 0;
    let frame = Frame::new(&mut rng, jumps);
    let cflags = |level: usize| ["-fwrapv".to_string(), "-fno-strict-aliasing".into(), format!("-O{level}")];
    // Locals that are changed before a jump would otherwise have to be volatile everywhere.
    let level = if jumps { 0 } else { [0, 0, 0, 1, 2][rng.below(5)] };
    let mut first = frame.subject(&vec![Vec::new(); PROBES.len()]);
    first.cflags = cflags(level).into();
    let truth = native.truth(&first, false)?;
    let mut s = frame.subject(&conditions(&mut rng, &truth, PROBES.len()));
    s.cflags = first.cflags;
    s.flags = search(&mut rng);
    s.flags.retain(|f| !f.starts_with("--merge") && !f.starts_with("--techniques"));
    // Inputs are compared with native runs here anyway.
    s.flags.extend(["--merge".into(), merge.to_string(), "--replay".into(), "interpreter".into()]);
    if merge != "none" && rng.below(2) == 0 {
        s.flags.push("--prove-joins".into());
    }
    Ok(s)
}

/// Everything but the conditions.
struct Frame {
    helper: String,
    body: String,
    /// Inputs are asked for first.
    asks: bool,
    jumps: bool,
}

impl Frame {
    fn new(rng: &mut Rng, jumps: bool) -> Frame {
        let asks = rng.below(3) == 0;
        let mut s = Source { rng, undefined: false, fresh: 0, depth: 3 };
        // The helper must not call itself.
        let some = |s: &mut Source, rule: &str| loop {
            let text = JOINS.expand(rule, s);
            if !text.contains("helper0") {
                return text;
            }
        };
        let helper = format!("{}\n{}\n{}", some(&mut s, "early"), some(&mut s, "early"), some(&mut s, "many"));
        s.depth = 4;
        let mut body = String::new();
        for _ in 0..3 + s.rng.below(6) {
            let rule = match s.rng.below(8) {
                0 if jumps => "point",
                1 => "early",
                _ => "stm",
            };
            body += &(JOINS.expand(rule, &mut s) + "\n");
        }
        Frame { helper, body, asks, jumps }
    }

    fn subject(&self, conditions: &[Vec<String>]) -> Subject {
        let volatile = if self.jumps { "volatile " } else { "" };
        let locals = format!(
            "{volatile}int v0 = a, v1 = 3, v2 = 4; int arr[4] = {{1, 2, 3, 4}}; int *{volatile}q = 0; int (*{volatile}f)(int) = inc;"
        );
        let mut body = format!(
            "{DECLARATIONS}static void ends(int v0, int v1, int v2, int *p, int *q, int *arr, S *s, int (*f)(int)) {{\nlong long v;\n"
        );
        for (k, (probe, list)) in PROBES.iter().zip(conditions).enumerate() {
            body += &format!("v = {probe}; NOTE({k}, v);\n");
            list.iter().for_each(|c| body += &format!("if ({c}) HIT;\n"));
        }
        body += "}\n";
        let parameters = format!("(int a, int *{volatile}p, S *{volatile}s)");
        let (helper, statements) = (&self.helper, &self.body);
        body += &format!("static int helper0{parameters} {{\n{locals}\n{helper}\nreturn v0 + v1 - v2;\n}}\n");
        body += &format!(
            "static int body{parameters} {{\n{locals}\n{statements}\nends(v0, v1, v2, p, q, arr, s, f);\nreturn v0;\n}}\n"
        );
        let asks = if self.asks { "FIRST(0); FIRST(1);" } else { "" };
        body += &format!("int main(void) {{\nreset();\n{asks}\nif (body(8, 0, &s0) == -12345) HIT;\nreturn 0;\n}}\n");
        Subject::new(INCLUDES, &body, &[Byte::Any, Byte::Any], Given::Here, false)
    }
}
