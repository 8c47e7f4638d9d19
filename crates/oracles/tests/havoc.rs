//! Whatever the rounds of a loop change in a concrete run is in the loop's write set: the state after a round is one of those that the state before
//! it becomes when everything in the set is made anything.

use homing_exec::{Content, Executor, Spot, State};
use homing_explore::{Config, context_for, written};
use homing_graph::{Dominators, Graph, Liveness, Loops, NONE, Writes};
use homing_ir::{BlockId, FuncId, Program, Reg};
use homing_oracles::program::{compile, promoted};

const HEAD: &str = "#include <homing.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
unsigned char in[8];
";

const ENTERED: &str = "entered in the middle";

/// Loops that write in all the ways there are.
const LOOPS: &[(&str, &str)] = &[
    (
        "through a pointer",
        "int a = 0, b = 0, *p = &a; for (int i = 0; i < in[0] % 9; i++) { if (in[i & 7] & 1) p = &b; *p += i; } return a - b;",
    ),
    ("at a moving pointer", "int a[12]; int *p = a; for (int i = 0; i < in[1] % 12; i++) *p++ = in[i & 7]; return p - a;"),
    ("in a function", "for (int i = 0; i < in[2] % 9; i++) deep(&g, i); return g;"),
    (
        "through a function pointer",
        "void (*f[2])(int *, int) = {deep, twice}; for (int i = 0; i < 7; i++) f[in[i] & 1](&g, i); return g;",
    ),
    ("by the library", "char a[16]; for (int i = 0; i < in[3] % 9; i++) memset(a + i, in[i & 7], 4); return a[0];"),
    (
        "by copying",
        "char a[16], b[16]; for (int i = 0; i < 8; i++) { memcpy(b, a, in[i] & 15); strcpy(a, \"abc\"); } return a[0];",
    ),
    (
        "by two pointers",
        "struct pair s = {0, 0}, *p = &s, *q = &s; for (int i = 0; i < in[4] % 9; i++) { p->a = i; q->b += p->a; } return s.b;",
    ),
    (
        "along a list",
        "struct node c = {0, 1}, b = {&c, 2}, a = {&b, 3}, *at = &a; while (at) { at->value += in[5]; at = at->next; } return c.value;",
    ),
    ("with a test at its end", "int n = 0; do { n += in[n & 7]; g++; } while (n < 900 && g < 50); return n;"),
    (
        ENTERED,
        "int n = in[6] % 5, m = 0; if (in[7] & 1) goto middle; while (n-- > 0) { m += 2; middle: m ^= n; g = m; } return m;",
    ),
    ("with a guard that writes", "int n = 0; while (bump(&n) < in[0] % 20) g += n; return g;"),
    (
        "in each other",
        "int t = 0; for (int i = 0; i < in[1] % 5; i++) { for (int j = 0; j < in[2] % 4; j++) t += g++; deep(&t, i); } return t;",
    ),
    (
        "to the heap",
        "int *p = malloc(16), n = 0; if (!p) return 0; for (int i = 0; i < 4; i++) { p[i & 3] = in[i]; n += p[0]; } free(p); return n;",
    ),
    (
        "that is made and freed",
        "int n = 0; for (int i = 0; i < in[3] % 7; i++) { int *p = malloc(4); if (!p) break; *p = i; n += *p; free(p); } return n;",
    ),
];

const HELPERS: &str = "
struct pair { int a, b; };
struct node { struct node *next; int value; };
int g;
static void twice(int *p, int v) { *p += 2 * v; }
static void deep(int *p, int v) { if (v & 1) twice(p, v); else g ^= v; }
static int bump(int *n) { return ++*n; }
";

struct Shape {
    loops: Loops,
    live: Liveness,
}

fn shapes(p: &Program) -> Vec<Option<Shape>> {
    let shape = |f: &homing_ir::Function| {
        let g = Graph::of(f);
        Shape { loops: Loops::new(&g, &Dominators::new(&g, 0)), live: Liveness::new(f) }
    };
    p.functions.iter().map(|f| (!f.is_declaration()).then(|| shape(f))).collect()
}

/// The number of the loop at whose head a state stands.
fn at_head(shapes: &[Option<Shape>], s: &State) -> Option<u32> {
    let loops = &shapes[s.frame.func.index()].as_ref()?.loops;
    Some(loops.of[s.frame.block.index()]).filter(|l| *l != NONE && loops.list[*l as usize].header == s.frame.block.0)
}

#[derive(Default)]
struct Tally {
    rounds: usize,
    unknown: usize,
    changed: usize,
}

/// Goes round by round through a concrete run.
fn rounds(exec: &mut Executor<'_>, p: &Program, number: u64, tally: &mut Tally) {
    let (shapes, writes) = (shapes(p), Writes::new(p));
    let heads = shapes.iter().enumerate().flat_map(|(f, s)| {
        let heads = s.iter().flat_map(|s| &s.loops.list).map(|l| BlockId(l.header));
        heads.map(move |b| (FuncId(f as u32), b)).collect::<Vec<_>>()
    });
    exec.pause_at(&heads.collect::<Vec<_>>());
    let mut before: Vec<(u64, BlockId, Box<State>)> = Vec::new();
    let mut state = Some(exec.start_guessing(p.find("main").unwrap(), number));
    for _ in 0..2000 {
        let Some(now) = state.take() else { return };
        let step = exec.run(now, 1_000_000);
        let Some(mut s) = step.successors.into_iter().find(|s| s.end.is_none()) else { return };
        if let Some(id) = at_head(&shapes, &s.state) {
            let (frame, head) = (s.state.frame.id, s.state.frame.block);
            // A loop that was left is entered anew.
            let loops = &shapes[s.state.frame.func.index()].as_ref().expect("it has a body").loops;
            let of = |b: BlockId| loops.of[b.index()];
            before.retain(|b| b.0 != frame || loops.contains(of(b.1), head.0));
            if let Some(at) = before.iter().position(|b| (b.0, b.1) == (frame, head)) {
                let (_, _, mut pre) = before.swap_remove(at);
                compare(exec, p, &shapes, &writes, &mut pre, &s.state, id, tally);
            }
            let number = exec.new_id();
            before.push((frame, head, s.state.copy(number)));
        }
        state = Some(s.state);
    }
}

#[allow(clippy::too_many_arguments)]
fn compare(
    exec: &mut Executor<'_>,
    p: &Program,
    shapes: &[Option<Shape>],
    writes: &Writes,
    pre: &mut State,
    post: &State,
    id: u32,
    tally: &mut Tally,
) {
    let (func, head) = (pre.frame.func, pre.frame.block);
    let shape = shapes[func.index()].as_ref().expect("it has a body");
    let params = &p.func(func).block(head).params;
    let live = |r: Reg| params.contains(&r) || shape.live.at_start(head.0, r);
    let set = writes.of_loop(p, func, &shape.loops, id);
    tally.rounds += 1;
    if set.is_unknown() {
        tally.unknown += 1;
        return;
    }
    let differences = exec.unlike(pre, post, &live);
    let Ok(differences) = differences else {
        assert!(set.frees || set.allocates, "only what is made or freed cannot be compared: {differences:?}");
        return;
    };
    let spots = written(pre, &set);
    for d in &differences {
        assert!(spots.iter().any(|s| s.covers(d)), "{d:?} is not among {spots:?} of {} {head:?}", p.func(func).name);
    }
    tally.changed += differences.len();
    // The state that stands for all of them can be made, and is the same in everything else.
    let contents: Vec<(Spot, Content)> = spots.iter().map(|s| (*s, Content::Anything)).collect();
    let (general, symbols) = exec.general_at(pre, &contents).expect("all of it can be anything");
    assert_eq!(symbols.len(), spots.len());
    for d in exec.unlike(pre, &general, &live).expect("nothing but the spots") {
        assert!(spots.iter().any(|s| s.meets(&d)), "{d:?}");
    }
}

#[test]
fn rounds_change_nothing_but_what_the_write_set_says() {
    for (name, body) in LOOPS {
        let text = format!("{HEAD}{HELPERS}int main(void) {{ klee_make_symbolic(in, sizeof in, \"in\"); {body} }}\n");
        let lowered = compile(&text);
        let mut tally = Tally::default();
        for p in [&promoted(&lowered).expect("it is in order"), &lowered] {
            let mut exec = Executor::new(p, context_for(&Config::default()), Default::default(), 0);
            (0..12).for_each(|n| rounds(&mut exec, p, n, &mut tally));
        }
        if *name == ENTERED {
            // A cycle with two entries is no natural loop: nothing is said of it.
            assert_eq!(tally.rounds, 0);
            continue;
        }
        assert!(tally.rounds > 10, "{name}: {} rounds", tally.rounds);
        assert!(tally.changed > 0 || tally.unknown == tally.rounds, "{name}: {} of {}", tally.changed, tally.rounds);
    }
}

/// Of loops that write where they can be told to write, most sets are known.
#[test]
fn most_sets_are_known() {
    let known =
        |n: usize| !matches!(LOOPS[n].0, ENTERED | "along a list" | "through a function pointer" | "that is made and freed");
    for (name, body) in (0..LOOPS.len()).filter(|n| known(*n)).map(|n| LOOPS[n]) {
        let text = format!("{HEAD}{HELPERS}int main(void) {{ klee_make_symbolic(in, sizeof in, \"in\"); {body} }}\n");
        let p = promoted(&compile(&text)).expect("it is in order");
        let mut exec = Executor::new(&p, context_for(&Config::default()), Default::default(), 0);
        let mut tally = Tally::default();
        (0..12).for_each(|n| rounds(&mut exec, &p, n, &mut tally));
        assert!(tally.unknown < tally.rounds, "{name}: nothing is known of {} rounds", tally.rounds);
    }
}
