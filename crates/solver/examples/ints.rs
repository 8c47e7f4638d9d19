//! Times path conditions over unbounded integers: the conditions of a recursive-descent parser, loops, sorting, and
//! arithmetic. With `z3` as argument every question goes to Z3, which is what there was before integers had domains.

use homing_solver::path::{Context, May, Origin, Path};
use homing_solver::{Limits, SolverConfig, Z3, stack};
use homing_term::{Term, Terms, VarKey};

fn main() {
    let plain = std::env::args().any(|a| a == "z3");
    let size = if plain { 6 } else { 10 };
    report("parser", plain, |cx| parser(cx, size));
    report("loop to an input", plain, |cx| loop_bound(cx, if plain { 200 } else { 1000 }));
    report("bubble sort", plain, |cx| bubble(cx, if plain { 4 } else { 6 }));
    report("sums and differences", plain, |cx| sums(cx, if plain { 5 } else { 8 }));
    report("products and quotients", plain, products);
}

fn report(name: &str, plain: bool, work: impl Fn(&mut Context) -> usize) {
    let solver = if plain { Box::new(Z3::new(Limits::default())) as _ } else { stack(&SolverConfig::default()) };
    let mut cx = Context::new(Terms::new(), solver);
    if plain {
        (cx.use_domains, cx.use_models, cx.use_cache) = (false, false, false);
    }
    let start = cpu_ns();
    let paths = work(&mut cx);
    let took = cpu_ns() - start;
    let s = &cx.stats;
    println!(
        "{name}: {:.1} ms of CPU, {paths} paths, {} decides; sides: constant {} domain {} model {} recent {} repair {} cache {} \
         solver {} ({} sat, {} unsat, {} unknown, effort {}); {} terms",
        took as f64 / 1e6,
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
        s.effort,
        cx.terms.len(),
    );
    let mut counters = Vec::new();
    cx.solver.counters(&mut counters);
    let text: Vec<String> =
        counters.iter().filter(|c| c.value > 0).map(|c| format!("{}.{} {}", c.solver, c.what, c.value)).collect();
    println!("    {}", text.join(", "));
}

/// Time on a processor so far, as Linux counts it for the main thread.
fn cpu_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|t| t.parse().ok()).unwrap_or(0)
}

fn input(cx: &mut Context, n: u32) -> Term {
    cx.terms.int_var(VarKey::Input { input: 0, offset: n })
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

/// Where the parser is.
#[derive(Clone)]
struct Parse {
    path: Path,
    pos: u32,
    depth: u32,
    operator: bool,
    /// The number being read.
    number: Option<Term>,
}

/// The parser of expressions over `n` input numbers that stand for characters; all paths.
fn parser(cx: &mut Context, n: u32) -> usize {
    let mut work = vec![Parse { path: Path::new(), pos: 0, depth: 0, operator: false, number: None }];
    let mut paths = 0;
    while let Some(s) = work.pop() {
        if s.pos == n {
            paths += 1;
        } else if s.number.is_some() {
            paths += digits(cx, s, &mut work);
        } else {
            paths += token(cx, s, &mut work);
        }
    }
    paths
}

fn is(cx: &mut Context, path: Path, c: Term, letter: u8) -> [Option<Path>; 2] {
    let k = cx.terms.int(letter.into());
    let cond = cx.terms.eq(c, k);
    branch(cx, path, cond)
}

/// `'0' <= c && c <= '9'`: the path where it is, and those where it is not.
fn digit(cx: &mut Context, path: Path, c: Term) -> (Option<Path>, Vec<Path>) {
    let (zero, nine) = (cx.terms.int(48), cx.terms.int(57));
    let low = cx.terms.ile(zero, c);
    let [above, below] = branch(cx, path, low);
    let mut others: Vec<Path> = below.into_iter().collect();
    let Some(above) = above else { return (None, others) };
    let high = cx.terms.ile(c, nine);
    let [inside, beyond] = branch(cx, above, high);
    others.extend(beyond);
    (inside, others)
}

fn token(cx: &mut Context, s: Parse, work: &mut Vec<Parse>) -> usize {
    let c = input(cx, s.pos);
    let next = Parse { pos: s.pos + 1, ..s.clone() };
    let [end, rest] = is(cx, s.path, c, 0);
    let mut ended = usize::from(end.is_some());
    let Some(mut rest) = rest else { return ended };
    let letters: &[u8] = if s.operator { b"+*)" } else { b"(" };
    for &letter in letters {
        let [taken, other] = is(cx, rest, c, letter);
        if let Some(path) = taken {
            match letter {
                b'(' if s.depth == 2 => ended += 1,
                b')' if s.depth == 0 => ended += 1,
                b'(' => work.push(Parse { path, depth: s.depth + 1, ..next.clone() }),
                b')' => work.push(Parse { path, depth: s.depth - 1, ..next.clone() }),
                _ => work.push(Parse { path, operator: false, ..next.clone() }),
            }
        }
        let Some(other) = other else { return ended };
        rest = other;
    }
    if s.operator {
        return ended + 1;
    }
    let (first, others) = digit(cx, rest, c);
    if let Some(path) = first {
        let zero = cx.terms.int(48);
        let v = cx.terms.isub(c, zero);
        work.push(Parse { path, number: Some(v), operator: true, ..next });
    }
    ended + others.len()
}

fn digits(cx: &mut Context, s: Parse, work: &mut Vec<Parse>) -> usize {
    let c = input(cx, s.pos);
    let done = Parse { number: None, ..s.clone() };
    let (more, others) = digit(cx, s.path, c);
    work.extend(others.into_iter().map(|path| Parse { path, ..done.clone() }));
    let (Some(path), Some(v)) = (more, s.number) else { return 0 };
    let (ten, zero, limit) = (cx.terms.int(10), cx.terms.int(48), cx.terms.int(99));
    let (scaled, d) = (cx.terms.imul(v, ten), cx.terms.isub(c, zero));
    let v = cx.terms.iadd(scaled, d);
    let large = cx.terms.ilt(limit, v);
    let [over, within] = branch(cx, path, large);
    work.extend(within.map(|path| Parse { path, pos: s.pos + 1, number: Some(v), ..done }));
    usize::from(over.is_some())
}

/// `while (i < x) i = i + 1`; every exit is a path.
fn loop_bound(cx: &mut Context, rounds: i128) -> usize {
    let x = input(cx, 0);
    let mut path = Path::new();
    for i in 0..rounds {
        let i = cx.terms.int(i);
        let cond = cx.terms.ilt(i, x);
        let [inside, out] = branch(cx, path, cond);
        assert!(out.is_some());
        path = inside.expect("the input can be larger");
    }
    rounds as usize + 1
}

/// Bubble sort of `n` inputs, then the check that they are in order; all paths.
fn bubble(cx: &mut Context, n: usize) -> usize {
    let a: Vec<Term> = (0..n).map(|k| input(cx, k as u32)).collect();
    let mut work = vec![(Path::new(), a, 0, 0)];
    let mut paths = 0;
    while let Some((path, a, mut i, mut j)) = work.pop() {
        if j == n - 1 - i {
            (i, j) = (i + 1, 0);
        }
        if i == n - 1 {
            for k in 0..n - 1 {
                let ordered = cx.terms.ile(a[k], a[k + 1]);
                let d = path.decide(cx, ordered);
                assert!(d.yes.is_yes() && d.no.is_no(), "not sorted");
            }
            paths += 1;
            continue;
        }
        let cond = cx.terms.ilt(a[j + 1], a[j]);
        let [swap, keep] = branch(cx, path, cond);
        if let Some(path) = swap {
            let mut b = a.clone();
            b.swap(j, j + 1);
            work.push((path, b, i, j + 1));
        }
        work.extend(keep.map(|path| (path, a, i, j + 1)));
    }
    paths
}

/// Running sums of inputs against constants and each other.
fn sums(cx: &mut Context, n: u32) -> usize {
    let zero = cx.terms.int(0);
    let mut live = vec![(Path::new(), zero)];
    for k in 0..n {
        let (x, y) = (input(cx, 2 * k), input(cx, 2 * k + 1));
        let mut next = Vec::new();
        for (path, sum) in live {
            let three = cx.terms.int(3);
            let y3 = cx.terms.imul(y, three);
            let difference = cx.terms.isub(x, y3);
            let sum = cx.terms.iadd(sum, difference);
            let limit = cx.terms.int(100 - 7 * i128::from(k));
            for cond in [cx.terms.ilt(limit, sum), cx.terms.ilt(x, y)] {
                next.extend(branch(cx, path.clone(), cond).into_iter().flatten().map(|p| (p, sum)));
            }
        }
        next.truncate(200);
        live = next;
    }
    live.len()
}

/// Products of inputs, quotients of them, and equations.
fn products(cx: &mut Context) -> usize {
    let (x, y, z) = (input(cx, 0), input(cx, 1), input(cx, 2));
    let mut live = vec![Path::new()];
    let product = cx.terms.imul(x, y);
    let quotient = cx.terms.idiv(product, z);
    let seven = cx.terms.int(7);
    let by_seven = cx.terms.idiv(y, seven);
    let square = cx.terms.imul(z, z);
    let sum = cx.terms.iadd(square, by_seven);
    let (zero, ten, hundred) = (cx.terms.int(0), cx.terms.int(10), cx.terms.int(100));
    let conds = [
        cx.terms.ilt(zero, product),
        cx.terms.eq(by_seven, ten),
        cx.terms.ilt(quotient, ten),
        cx.terms.ilt(sum, hundred),
        cx.terms.ilt(x, z),
        cx.terms.eq(product, hundred),
    ];
    for cond in conds {
        live = live.into_iter().flat_map(|path| branch(cx, path, cond)).flatten().collect();
    }
    live.len()
}
