//! Times path conditions on four workloads of symbolic execution.

use homing_solver::path::{Context, May, Origin, Path};
use homing_solver::{SolverConfig, stack};
use homing_term::{Term, Terms, VarKey};
use std::time::Instant;

fn main() {
    for glued in [false, true] {
        report("loop to a symbolic bound", glued, |cx| loop_bound(cx, glued));
        report("bubble sort of 6", glued, |cx| bubble(cx, 6, glued));
    }
    report("tokenizer, 10 bytes", true, |cx| tokenizer(cx, 10));
    report("48 bytes, checksums", true, checksums);
    report("24 addresses apart", false, addresses);
}

/// Best of five runs, each with a fresh context.
fn report(name: &str, glued: bool, work: impl Fn(&mut Context) -> usize) {
    let run = || {
        let mut cx = Context::new(Terms::new(), stack(&SolverConfig::default()));
        let start = Instant::now();
        let paths = work(&mut cx);
        (start.elapsed(), paths, cx)
    };
    let best = (0..5).map(|_| run()).min_by_key(|r| r.0);
    let (took, paths, cx) = best.expect("five runs");
    let s = &cx.stats;
    let inputs = if glued { "bytes" } else { "words" };
    println!(
        "{name} ({inputs}): {:.2} ms, {paths} paths, {} decides; sides: constant {} domain {} model {} recent {} repair {} cache {} \
         solver {} ({} sat, {} unsat, {} unknown, {:.2} ms); {} terms",
        took.as_secs_f64() * 1e3,
        s.decides,
        s.by_constant,
        s.by_domain,
        s.by_model,
        s.by_recent_model,
        s.by_repair,
        s.by_cache,
        s.solver_calls,
        s.sat,
        s.unsat,
        s.unknown,
        s.solver_ns as f64 / 1e6,
        cx.terms.len(),
    );
}

fn byte(cx: &mut Context, offset: u32) -> Term {
    cx.terms.var(8, VarKey::Input { input: 0, offset })
}

/// A 32-bit input: one variable, or four bytes in little-endian order.
fn word(cx: &mut Context, n: u32, glued: bool) -> Term {
    if !glued {
        return cx.terms.var(32, VarKey::Input { input: 1, offset: 4 * n });
    }
    let mut t = byte(cx, 4 * n);
    for i in 1..4 {
        let b = byte(cx, 4 * n + i);
        t = cx.terms.concat(b, t);
    }
    t
}

/// Branches on `cond`: the sides that are possible, with their paths.
fn branch(cx: &mut Context, path: Path, cond: Term) -> [Option<Path>; 2] {
    let d = path.decide(cx, cond);
    let origin = Origin::default();
    match (d.yes, d.no) {
        (May::Yes(yes), May::Yes(no)) => {
            let not = cx.terms.not(cond);
            let mut other = path.clone();
            other.add(cx, not, no, origin);
            let mut path = path;
            path.add(cx, cond, yes, origin);
            [Some(path), Some(other)]
        }
        (May::Yes(_), May::No) => [Some(path), None],
        (May::No, May::Yes(_)) => [None, Some(path)],
        other => panic!("undecided: {other:?}"),
    }
}

/// `while (i < x) i++`, for 1000 iterations; every exit is a path.
fn loop_bound(cx: &mut Context, glued: bool) -> usize {
    let x = word(cx, 0, glued);
    let mut path = Path::new();
    let mut exits = Vec::new();
    for i in 0..1000 {
        let i = cx.terms.bits(32, i);
        let cond = cx.terms.slt(i, x);
        let [inside, out] = branch(cx, path, cond);
        exits.extend(out);
        path = inside.expect("the bound can be larger");
    }
    exits.len() + 1
}

/// Bubble sort of `n` symbolic words, then the check that they are in order; all paths.
fn bubble(cx: &mut Context, n: usize, glued: bool) -> usize {
    struct State {
        path: Path,
        a: Vec<Term>,
        i: usize,
        j: usize,
    }
    let a: Vec<Term> = (0..n).map(|k| word(cx, k as u32, glued)).collect();
    let mut work = vec![State { path: Path::new(), a, i: 0, j: 0 }];
    let mut paths = 0;
    while let Some(mut s) = work.pop() {
        if s.j == n - 1 - s.i {
            (s.i, s.j) = (s.i + 1, 0);
        }
        if s.i == n - 1 {
            for k in 0..n - 1 {
                let ordered = cx.terms.sle(s.a[k], s.a[k + 1]);
                let d = s.path.decide(cx, ordered);
                assert!(d.yes.is_yes() && d.no.is_no(), "not sorted");
            }
            paths += 1;
            continue;
        }
        let cond = cx.terms.sgt(s.a[s.j], s.a[s.j + 1]);
        let [swap, keep] = branch(cx, s.path, cond);
        if let Some(path) = swap {
            let mut a = s.a.clone();
            a.swap(s.j, s.j + 1);
            work.push(State { path, a, i: s.i, j: s.j + 1 });
        }
        if let Some(path) = keep {
            work.push(State { path, a: s.a, i: s.i, j: s.j + 1 });
        }
    }
    paths
}

/// Where the tokenizer is.
#[derive(Clone)]
struct Scan {
    path: Path,
    pos: usize,
    depth: u32,
    operand: bool,
    /// The number being read.
    number: Option<Term>,
}

/// An expression tokenizer over `n` symbolic characters; all paths.
fn tokenizer(cx: &mut Context, n: usize) -> usize {
    let input: Vec<Term> = (0..n).map(|i| byte(cx, i as u32)).collect();
    let start = Scan { path: Path::new(), pos: 0, depth: 0, operand: true, number: None };
    let mut work = vec![start];
    let mut paths = 0;
    while let Some(s) = work.pop() {
        if s.pos == n {
            paths += 1;
            continue;
        }
        let c = input[s.pos];
        if let Some(v) = s.number {
            paths += number(cx, s, c, v, &mut work);
        } else {
            paths += token(cx, s, c, &mut work);
        }
    }
    paths
}

/// One more digit of a number, or its end. Returns the number of paths that ended.
fn number(cx: &mut Context, s: Scan, c: Term, v: Term, work: &mut Vec<Scan>) -> usize {
    let done = Scan { number: None, operand: false, ..s.clone() };
    let Some((digit, others)) = digit(cx, s.path, c) else { return 0 };
    work.extend(others.into_iter().map(|path| Scan { path, ..done.clone() }));
    let Some(path) = digit else { return 0 };
    let ten = cx.terms.bits(32, 10);
    let scaled = cx.terms.mul(v, ten);
    let d = digit_value(cx, c);
    let v = cx.terms.add(scaled, d);
    let limit = cx.terms.bits(32, 99);
    let large = cx.terms.sgt(v, limit);
    let [over, within] = branch(cx, path, large);
    work.extend(within.map(|path| Scan { path, pos: s.pos + 1, number: Some(v), ..done.clone() }));
    over.map_or(0, |_| 1)
}

/// One token. Returns the number of paths that ended.
fn token(cx: &mut Context, s: Scan, c: Term, work: &mut Vec<Scan>) -> usize {
    let mut ended = 0;
    let [end, rest] = branch_char(cx, s.path.clone(), c, 0);
    ended += usize::from(end.is_some());
    let Some(mut rest) = rest else { return ended };
    let next = Scan { pos: s.pos + 1, ..s.clone() };
    let choices: &[u8] = if s.operand { b"(" } else { b"+*)" };
    for &choice in choices {
        let [taken, other] = branch_char(cx, rest, c, choice);
        if let Some(path) = taken {
            match choice {
                b'(' if s.depth == 2 => ended += 1,
                b')' if s.depth == 0 => ended += 1,
                b'(' => work.push(Scan { path, depth: s.depth + 1, ..next.clone() }),
                b')' => work.push(Scan { path, depth: s.depth - 1, ..next.clone() }),
                _ => work.push(Scan { path, operand: true, ..next.clone() }),
            }
        }
        let Some(other) = other else { return ended };
        rest = other;
    }
    if !s.operand {
        return ended + 1;
    }
    let Some((first, others)) = digit(cx, rest, c) else { return ended };
    if let Some(path) = first {
        let v = digit_value(cx, c);
        work.push(Scan { path, number: Some(v), ..next });
    }
    ended + others.len()
}

fn branch_char(cx: &mut Context, path: Path, c: Term, is: u8) -> [Option<Path>; 2] {
    let wide = cx.terms.sext(c, 32);
    let k = cx.terms.bits(32, u64::from(is));
    let cond = cx.terms.eq(wide, k);
    branch(cx, path, cond)
}

fn digit_value(cx: &mut Context, c: Term) -> Term {
    let wide = cx.terms.sext(c, 32);
    let zero = cx.terms.bits(32, u64::from(b'0'));
    cx.terms.sub(wide, zero)
}

/// `c >= '0' && c <= '9'` as two branches: the path where both hold, and those where one fails.
fn digit(cx: &mut Context, path: Path, c: Term) -> Option<(Option<Path>, Vec<Path>)> {
    let wide = cx.terms.sext(c, 32);
    let (zero, nine) = (cx.terms.bits(32, u64::from(b'0')), cx.terms.bits(32, u64::from(b'9')));
    let low = cx.terms.sge(wide, zero);
    let [above, below] = branch(cx, path, low);
    let mut others: Vec<Path> = below.into_iter().collect();
    let Some(above) = above else { return Some((None, others)) };
    let high = cx.terms.sle(wide, nine);
    let [inside, beyond] = branch(cx, above, high);
    others.extend(beyond);
    Some((inside, others))
}

/// 48 bytes under constraints that tie them together, then branches on single bytes and on sums.
fn checksums(cx: &mut Context) -> usize {
    let input: Vec<Term> = (0..48).map(|i| byte(cx, i)).collect();
    let mut path = Path::new();
    for block in input.chunks(8).chain([&input[4..12], &input[20..28], &input[12..20], &input[28..36], &input[36..44]]) {
        let mut sum = cx.terms.bits(16, 0);
        for &b in block {
            let wide = cx.terms.zext(b, 16);
            sum = cx.terms.add(sum, wide);
        }
        let (low, high) = (cx.terms.bits(16, 300), cx.terms.bits(16, 900));
        let (above, below) = (cx.terms.ult(low, sum), cx.terms.ult(sum, high));
        let inside = cx.terms.and(above, below);
        let [taken, _] = branch(cx, path, inside);
        path = taken.expect("sums in range exist");
    }
    let mut live = vec![path];
    for i in 0..24 {
        let (a, b) = (input[2 * i], input[2 * i + 1]);
        let mut next = Vec::new();
        for path in live {
            let k = cx.terms.bits(8, 64 + i as u64);
            let mixed = cx.terms.xor(a, b);
            let cond = cx.terms.ult(k, mixed);
            for side in branch(cx, path, cond).into_iter().flatten() {
                let letter = cx.terms.bits(8, u64::from(b'a'));
                let cond = cx.terms.ule(letter, a);
                next.extend(branch(cx, side, cond).into_iter().flatten());
            }
        }
        next.truncate(16);
        live = next;
    }
    live.len()
}

/// Objects whose addresses are in range, aligned and apart from each other.
fn addresses(cx: &mut Context) -> usize {
    let mut path = Path::new();
    let mut objects: Vec<(Term, Term)> = Vec::new();
    for slot in 0..24 {
        let a = cx.terms.var(64, VarKey::Addr { slot, generation: 0 });
        let bytes = u64::from(slot * 7 % 61 + 1);
        let size = cx.terms.bits(64, bytes);
        let (low, high) = (cx.terms.bits(64, 4096), cx.terms.bits(64, (1 << 47) - bytes));
        let end = cx.terms.add(a, size);
        let (bits, zero) = (cx.terms.extract(a, 0, 4), cx.terms.bits(4, 0));
        let mut facts = vec![cx.terms.ule(low, a), cx.terms.ule(a, high), cx.terms.eq(bits, zero)];
        for &(b, b_end) in &objects {
            let (before, after) = (cx.terms.ule(end, b), cx.terms.ule(b_end, a));
            facts.push(cx.terms.or(before, after));
        }
        for fact in facts {
            let May::Yes(witness) = path.may(cx, fact) else { panic!("no room for an object") };
            path.add(cx, fact, witness, Origin::default());
        }
        objects.push((a, end));
    }
    1
}
