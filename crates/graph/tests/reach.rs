//! Reachability and distances against brute force: random programs are run over every stack up to a depth.

mod marks;

use homing_graph::{CallGraph, Called, Components, Frame, Reach};
use homing_ir::{BlockId, Builtin, Callee, FuncId, Inst, Place, Program, TargetId, Terminator, builtin, parse, verify};
use homing_random::Random;
use marks::marks;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::fmt::Write;

const DECLARED: &str = r#"declare f0 "exit"(i32)
declare f1 "longjmp"(ptr)
declare f2 "setjmp"(ptr) -> i32
declare f3 "abort"()
declare f4 "somewhere_else"()
declare f5 "atexit"(ptr) -> i32
declare f6 "klee_is_symbolic"(ptr) -> i32
"#;

/// What a random program may contain.
#[derive(Clone, Copy)]
struct Shape {
    recursion: bool,
    jumps: bool,
    outside: bool,
    pointers: bool,
}

fn program(seed: u64, shape: Shape) -> String {
    let mut r = Random::new(seed);
    let functions = 2 + r.below(4usize);
    let mut out = String::from(DECLARED);
    for f in 0..functions {
        let taken = if shape.pointers && r.below(3) == 0 { " taken" } else { "" };
        writeln!(out, "define f{} \"f{f}\"(v0: ptr, v1: i1){taken} {{", 7 + f).unwrap();
        let (blocks, mut reg) = (1 + r.below(4), 2);
        for b in 0..blocks {
            writeln!(out, "block{b}:").unwrap();
            for _ in 0..r.below(4) {
                reg += 1;
                let callee = if shape.recursion { r.below(functions) } else { f + 1 + r.below(functions) };
                match r.below(22) {
                    0..6 if callee < functions => writeln!(out, "  call f{}(v0, v1)", 7 + callee).unwrap(),
                    6 | 7 if shape.pointers => writeln!(out, "  call *v0(v0, v1)").unwrap(),
                    8 => writeln!(out, "  mark target{}", r.below(2)).unwrap(),
                    9 if r.below(2) == 0 => writeln!(out, "  call f0(0:i32)").unwrap(),
                    10 if shape.jumps => writeln!(out, "  call f1(v0)").unwrap(),
                    11 | 12 if shape.jumps => writeln!(out, "  v{reg}: i32 = call f2(v0)").unwrap(),
                    13 if r.below(3) == 0 => writeln!(out, "  call f3()").unwrap(),
                    14 if shape.outside => writeln!(out, "  call f4()").unwrap(),
                    15 if shape.pointers => writeln!(out, "  v{reg}: i32 = call f5(v0)").unwrap(),
                    16 => writeln!(out, "  v{reg}: i32 = call f6(v0)").unwrap(),
                    _ => writeln!(out, "  v{reg}: i8 = undef").unwrap(),
                }
            }
            let (to, other) = (r.below(blocks), r.below(blocks));
            match r.below(8) {
                0 | 1 => writeln!(out, "  jump block{to}").unwrap(),
                2..5 => writeln!(out, "  branch v1, block{to}, block{other}").unwrap(),
                5 => writeln!(out, "  unreachable").unwrap(),
                _ => writeln!(out, "  return").unwrap(),
            }
        }
        out.push_str("}\n");
    }
    out
}

type Stack = Vec<Frame>;

/// Runs a program without values: every way a branch, a pointer or a jump can go.
struct Machine<'a> {
    p: &'a Program,
    taken: Vec<FuncId>,
    handlers: bool,
    landings: Vec<Frame>,
    depth: usize,
}

impl Machine<'_> {
    fn new(p: &Program, depth: usize) -> Machine<'_> {
        let mut m = Machine { p, taken: vec![], handlers: false, landings: vec![], depth };
        for (i, f) in p.functions.iter().enumerate() {
            if f.address_taken {
                m.taken.push(FuncId(i as u32));
            }
            for (b, block) in f.blocks.iter().enumerate() {
                for (k, inst) in block.insts.iter().enumerate() {
                    match called(p, inst) {
                        Some(Builtin::AtExit) => m.handlers = true,
                        Some(Builtin::SetJmp) => m.landings.push((FuncId(i as u32), BlockId(b as u32), k as u32 + 1)),
                        _ => {}
                    }
                }
            }
        }
        m
    }

    /// What can come next, and what it costs.
    fn steps(&self, stack: &Stack, out: &mut Vec<(u32, Stack)>) {
        let Some(&(f, b, i)) = stack.last() else {
            // The program has ended: handlers, once (they end by themselves and nothing new comes after).
            return;
        };
        let block = self.p.func(f).block(b);
        let going_on = |at: Frame| {
            let mut s = stack.clone();
            s.pop();
            s.push(at);
            s
        };
        let Some(inst) = block.insts.get(i as usize) else {
            match &block.term {
                Terminator::Return(_) => {
                    let mut s = stack.clone();
                    s.pop();
                    if s.is_empty() { self.end(1, out) } else { out.push((1, s)) }
                }
                t => t.edges().iter().for_each(|e| out.push((1, going_on((f, e.to, 0))))),
            }
            return;
        };
        let next = going_on((f, b, i + 1));
        let mut enter = |g: FuncId| {
            if self.p.func(g).is_declaration() || next.len() >= self.depth {
                return;
            }
            let mut s = next.clone();
            s.push((g, BlockId(0), 0));
            out.push((1, s));
        };
        let Inst::Call(c) = inst else {
            out.push((u32::from(!matches!(inst, Inst::Mark { .. })), next));
            return;
        };
        match c.callee {
            Callee::Indirect(_) => {
                self.taken.iter().for_each(|g| enter(*g));
                if self.taken.is_empty() {
                    // No function of the program: code that nobody knows, and nothing else has an address.
                    out.push((1, next));
                }
            }
            Callee::Direct(g) if !self.p.func(g).is_declaration() => enter(g),
            Callee::Direct(_) => match called(self.p, inst) {
                None => {
                    self.taken.iter().for_each(|g| enter(*g));
                    out.push((1, next));
                }
                Some(Builtin::Exit) => self.end(1, out),
                Some(Builtin::Abort) => {}
                Some(Builtin::LongJmp) => {
                    for k in 0..stack.len() {
                        for at in self.landings.iter().filter(|at| at.0 == stack[k].0) {
                            let mut s = stack[..k].to_vec();
                            s.push(*at);
                            out.push((1, s));
                        }
                    }
                }
                Some(_) => out.push((1, next)),
            },
        }
    }

    fn end(&self, cost: u32, out: &mut Vec<(u32, Stack)>) {
        if self.handlers {
            out.extend(self.taken.iter().map(|g| (cost, vec![(*g, BlockId(0), 0)])));
        }
    }
}

fn called(p: &Program, inst: &Inst) -> Option<Builtin> {
    let Inst::Call(c) = inst else { return None };
    match c.callee {
        Callee::Direct(f) if p.func(f).is_declaration() => builtin(&p.func(f).name),
        _ => None,
    }
}

/// Every configuration that a run from the first defined function can come to.
struct Explored {
    stacks: Vec<Stack>,
    edges: Vec<Vec<(u32, usize)>>,
    complete: bool,
}

fn explore(m: &Machine<'_>, most: usize) -> Explored {
    let start: Stack = vec![(FuncId(7), BlockId(0), 0)];
    let mut index: HashMap<Stack, usize> = HashMap::from([(start.clone(), 0)]);
    let mut e = Explored { stacks: vec![start], edges: vec![], complete: true };
    let mut out = Vec::new();
    while e.edges.len() < e.stacks.len() {
        out.clear();
        m.steps(&e.stacks[e.edges.len()].clone(), &mut out);
        let mut list = Vec::new();
        for (cost, s) in out.drain(..) {
            let next = e.stacks.len();
            let known = index.get(&s).copied();
            if known.is_none() && next >= most {
                e.complete = false;
                continue;
            }
            let to = *index.entry(s.clone()).or_insert(next);
            if to == next {
                e.stacks.push(s);
            }
            list.push((cost, to));
        }
        e.edges.push(list);
    }
    e
}

/// The least cost from each configuration to one that stands at a place.
fn distances(e: &Explored, places: &BTreeSet<Frame>) -> Vec<Option<u32>> {
    let mut back: Vec<Vec<(u32, usize)>> = vec![vec![]; e.stacks.len()];
    for (i, list) in e.edges.iter().enumerate() {
        list.iter().for_each(|(cost, to)| back[*to].push((*cost, i)));
    }
    let mut best = vec![None; e.stacks.len()];
    let at_place = |s: &Stack| s.last().is_some_and(|f| places.contains(f));
    let mut heap: BinaryHeap<_> =
        (0..e.stacks.len()).filter(|i| at_place(&e.stacks[*i])).map(|i| (std::cmp::Reverse(0), i)).collect();
    while let Some((std::cmp::Reverse(cost), i)) = heap.pop() {
        if best[i].is_none() {
            best[i] = Some(cost);
            heap.extend(back[i].iter().map(|(c, from)| (std::cmp::Reverse(cost + c), *from)));
        }
    }
    best
}

fn frames(list: &[Vec<Place>]) -> BTreeSet<Frame> {
    list.iter().flatten().map(|p| (p.func, p.block, p.inst)).collect()
}

fn is_recursive(p: &Program) -> bool {
    let g = CallGraph::new(p).graph();
    let components = Components::new(&g);
    (0..p.functions.len() as u32).any(|f| components.is_cyclic(&g, f))
}

/// Checks one program with both targets open and then with one closed; returns how many states were dead, and
/// whether the comparison was exact.
fn check(seed: u64, shape: Shape) -> (usize, bool) {
    let text = program(seed, shape);
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&p), Ok(()), "{text}");
    let recursive = is_recursive(&p);
    let m = Machine::new(&p, if recursive { 4 } else { 8 });
    let e = explore(&m, 3000);
    let exact = e.complete && !recursive && !shape.jumps && !shape.outside;
    let places = marks(&p);
    let mut reach = Reach::new(&p, &places);
    let mut dead = 0;
    check_seen(&p, &places, &e, &text);
    for (round, open) in [&places[..], &places[1..]].into_iter().enumerate() {
        let want = distances(&e, &frames(open));
        for (stack, want) in e.stacks.iter().zip(&want) {
            let told = || format!("seed {seed}, round {round}, {stack:?}\n{text}");
            let inward = || stack.iter().rev().copied();
            let (alive, distance) = (reach.alive(inward()), reach.stack_distance(inward()));
            assert!(want.is_none() || alive, "dropped: {}", told());
            assert_eq!(alive, distance.is_some(), "{}", told());
            if exact && !reach.anywhere() {
                assert_eq!(distance, *want, "{}", told());
            }
            if !recursive
                && !shape.jumps
                && let Some(want) = want
            {
                assert!(distance.is_some_and(|d| d >= *want || shape.outside), "{distance:?} for {want}: {}", told());
            }
            check_frame(&reach, *stack.last().unwrap(), &told);
            dead += usize::from(!alive);
        }
        reach.close(TargetId(0));
    }
    reach.close(TargetId(1));
    assert!(e.stacks.iter().all(|s| !reach.alive(s.iter().rev().copied())));
    (dead, exact)
}

/// Whatever indirect calls were seen to do, the same states are alive.
fn check_seen(p: &Program, places: &[Vec<Place>], e: &Explored, text: &str) {
    let mut reach = Reach::new(p, places);
    let alive = |reach: &Reach| e.stacks.iter().map(|s| reach.alive(s.iter().rev().copied())).collect::<Vec<_>>();
    let before = alive(&reach);
    let calls = CallGraph::new(p);
    let taken: Vec<FuncId> = (0..p.functions.len() as u32).map(FuncId).filter(|f| calls.address_taken[f.index()]).collect();
    for (f, sites) in calls.sites.iter().enumerate() {
        for (n, s) in sites.iter().enumerate().filter(|(_, s)| matches!(s.to, Called::Class(_))) {
            let Some(to) = taken.get((f + n) % taken.len().max(1)) else { continue };
            assert!(reach.seen(&[((FuncId(f as u32), s.block, s.inst), *to)]), "{text}");
            assert_eq!(alive(&reach), before, "after a call in function {f}\n{text}");
        }
    }
}

/// The different questions about one point agree.
fn check_frame(reach: &Reach, (f, b, i): Frame, told: &dyn Fn() -> String) {
    assert_eq!(reach.down(f, b, i), reach.distance_at(f, b, i).is_some(), "{}", told());
    if i == 0 {
        assert_eq!(reach.distance(f, b), reach.distance_at(f, b, 0), "{}", told());
        if b == BlockId(0) {
            assert_eq!(reach.through(f), reach.to_return(f, b, 0), "{}", told());
        }
    }
}

#[test]
fn nothing_reachable_is_dropped_and_plain_programs_are_exact() {
    let shape = |recursion, jumps, outside, pointers| Shape { recursion, jumps, outside, pointers };
    let shapes = [
        shape(false, false, false, false),
        shape(false, false, false, true),
        shape(true, false, false, false),
        shape(true, false, false, true),
        shape(true, true, false, false),
        shape(true, true, false, true),
        shape(false, true, false, true),
        shape(true, true, true, true),
        shape(false, false, true, true),
    ];
    for (i, s) in shapes.into_iter().enumerate() {
        let (mut dead, mut exact) = (0, 0);
        for seed in 0..400 {
            let (d, e) = check(seed * 16 + i as u64, s);
            dead += d;
            exact += usize::from(e);
        }
        assert!(dead > 400, "shape {i}: {dead} dead states only");
        if i < 2 {
            assert!(exact > 200, "shape {i}: {exact} exact comparisons only");
        }
    }
}
