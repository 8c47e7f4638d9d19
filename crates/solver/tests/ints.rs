//! Unbounded integers: path conditions against brute force and against Z3, one behaviour at a time.

mod common;

use common::{Rng, limits};
use homing_solver::path::{Audit, Context, Decision, May, Origin, Path, Witness};
use homing_solver::{Answer, Limits, Solver, SolverConfig, Z3, stack};
use homing_term::{BigInt, Model, Sort, Term, Terms, Value, VarId, VarKey};
use std::time::Duration;

fn context() -> Context {
    Context::new(Terms::new(), stack(&SolverConfig::default()))
}

fn var(cx: &mut Context, name: &str) -> Term {
    cx.terms.int_var(VarKey::Named(name.into()))
}

fn num(cx: &mut Context, v: i128) -> Term {
    cx.terms.int(v)
}

fn yes(may: May) -> Witness {
    match may {
        May::Yes(witness) => witness,
        other => panic!("expected yes, got {other:?}"),
    }
}

fn assume(cx: &mut Context, path: &mut Path, cond: Term) {
    let witness = yes(path.may(cx, cond));
    path.add(cx, cond, witness, Origin::default());
}

fn both(d: &Decision) -> bool {
    d.yes.is_yes() && d.no.is_yes()
}

fn surely(d: &Decision) -> bool {
    d.yes.is_yes() && d.no.is_no()
}

#[test]
fn comparisons_with_constants_need_no_solver() {
    let mut cx = context();
    let x = var(&mut cx, "x");
    let mut path = Path::new();
    for k in 0..100 {
        let c = num(&mut cx, 3 * k - 150);
        let hit = cx.terms.eq(x, c);
        let d = path.decide(&mut cx, hit);
        assert!(both(&d));
        let miss = cx.terms.not(hit);
        path.add(&mut cx, miss, yes(d.no), Origin::default());
        assert!(path.may(&mut cx, hit).is_no());
    }
    let (two, seven, ten) = (num(&mut cx, 2), num(&mut cx, 7), num(&mut cx, 10));
    let twice = cx.terms.imul(x, two);
    let sum = cx.terms.iadd(twice, seven);
    let small = cx.terms.ile(sum, ten);
    assume(&mut cx, &mut path, small);
    // x <= 1, and 0 is left out.
    let zero = num(&mut cx, 0);
    let positive = cx.terms.ilt(zero, x);
    let d = path.decide(&mut cx, positive);
    assert!(both(&d));
    path.add(&mut cx, positive, yes(d.yes), Origin::default());
    let model = path.model(&mut cx);
    assert_eq!(model.get_int64(VarId(0)), Some(1));
    assert_eq!((cx.stats.solver_calls, cx.stats.effort), (0, 0));
}

#[test]
fn quotients_need_no_solver() {
    let mut cx = context();
    let x = var(&mut cx, "x");
    let (three, minus_two, zero) = (num(&mut cx, 3), num(&mut cx, -2), num(&mut cx, 0));
    let q = cx.terms.idiv(x, three);
    for (k, lo, hi) in [(minus_two, -8, -6), (zero, -2, 2), (three, 9, 11)] {
        let mut path = Path::new();
        let cond = cx.terms.eq(q, k);
        assume(&mut cx, &mut path, cond);
        for (bound, inside) in [(lo - 1, false), (lo, true), (hi, true), (hi + 1, false)] {
            let bound = num(&mut cx, bound);
            let there = cx.terms.eq(x, bound);
            assert_eq!(path.may(&mut cx, there).is_yes(), inside);
        }
    }
    assert_eq!(cx.stats.solver_calls, 0);
}

#[test]
fn numbers_beyond_64_bits() {
    let mut cx = context();
    let (x, y) = (var(&mut cx, "x"), var(&mut cx, "y"));
    let huge = cx.terms.int_big(BigInt::from(1) << 100);
    let (above, below) = (cx.terms.ile(huge, x), cx.terms.ilt(x, huge));
    let mut path = Path::new();
    let d = path.decide(&mut cx, above);
    assert!(both(&d));
    path.add(&mut cx, above, yes(d.yes), Origin::default());
    assert!(path.may(&mut cx, below).is_no());
    let seven = num(&mut cx, 7);
    let small = cx.terms.ile(x, seven);
    assert!(path.may(&mut cx, small).is_no());
    assert!(path.model(&mut cx).get_int(VarId(0)).is_some_and(|v| v >= BigInt::from(1) << 100));
    // The least and greatest 64-bit numbers, and their neighbours.
    for edge in [i128::from(i64::MIN), i128::from(i64::MAX)] {
        for k in [edge - 1, edge, edge + 1] {
            let k = num(&mut cx, k);
            for cond in [cx.terms.eq(y, k), cx.terms.ile(y, k), cx.terms.ile(k, y)] {
                let mut path = Path::new();
                let d = path.decide(&mut cx, cond);
                assert!(both(&d), "{}", cx.terms.display(cond));
                path.add(&mut cx, cond, yes(d.yes), Origin::default());
                assert!(surely(&path.decide(&mut cx, cond)));
                let there = cx.terms.eq(y, k);
                assert!(path.may(&mut cx, there).is_yes());
            }
        }
    }
    let square = cx.terms.imul(x, x);
    let wanted = cx.terms.int_big(BigInt::from(1) << 200);
    let root = cx.terms.eq(square, wanted);
    assert!(path.may(&mut cx, root).is_yes());
}

/// Random conditions over a few integers. Constants are small, so that their solutions mostly are.
struct Maker {
    rng: Rng,
    vars: u64,
    linear: bool,
    /// Constants about the ends of 64-bit numbers too.
    large: bool,
}

impl Maker {
    fn constant(&mut self, s: &mut Terms) -> Term {
        let near = self.rng.below(13) as i128 - 6;
        if !self.large || self.rng.chance(2) {
            return s.int(near);
        }
        let edges = [i64::MIN.into(), i64::MAX.into(), 1 << 62, -(1 << 62), 1 << 70, i128::from(u64::MAX), 1 << 31];
        s.int(edges[self.rng.below(edges.len() as u64) as usize] + near)
    }

    fn int(&mut self, s: &mut Terms, depth: u32) -> Term {
        if depth == 0 || self.rng.chance(5) {
            if self.rng.chance(3) {
                return self.constant(s);
            }
            let i = self.rng.below(self.vars);
            return s.int_var(VarKey::Named(format!("i{i}").as_str().into()));
        }
        let (a, b) = (self.int(s, depth - 1), self.int(s, depth - 1));
        let k = s.int(self.rng.below(9) as i128 - 4);
        match self.rng.below(if self.linear { 7 } else { 12 }) {
            0 | 1 => s.iadd(a, b),
            2 | 3 => s.isub(a, b),
            4 => s.imul(a, k),
            5 => s.ineg(a),
            6 => {
                let c = self.cond(s, depth - 1);
                s.ite(c, a, b)
            }
            7 => s.imul(a, b),
            8 => s.idiv(a, k),
            9 => s.idiv(a, b),
            10 => {
                let bits = s.int2bits(a, 1 + self.rng.below(6) as u32);
                s.bits2int(bits, self.rng.chance(2))
            }
            _ => s.irem(a, b),
        }
    }

    fn cond(&mut self, s: &mut Terms, depth: u32) -> Term {
        if depth > 0 && self.rng.chance(4) {
            let (a, b) = (self.cond(s, depth - 1), self.cond(s, depth - 1));
            return if self.rng.chance(2) { s.and(a, b) } else { s.or(a, b) };
        }
        let (a, b) = (self.int(s, depth), self.int(s, depth.min(1)));
        match self.rng.below(4) {
            0 => s.eq(a, b),
            1 => s.ne(a, b),
            2 => s.ile(a, b),
            _ => s.ilt(a, b),
        }
    }
}

/// All assignments of the variables from a small range.
fn cube(vars: u64, from: i64, to: i64) -> Vec<Model> {
    let n = (to - from + 1) as u64;
    (0..n.pow(vars as u32))
        .map(|mut code| {
            let mut m = Model::new();
            for v in 0..vars as u32 {
                m.set_int64(VarId(v), from + (code % n) as i64);
                code /= n;
            }
            m
        })
        .collect()
}

/// Random walks through conditions with all variables confined to a small range: every answer against brute force.
fn against_brute_force(seeds: std::ops::Range<u64>, linear: bool, adjust: impl Fn(&mut Context, u64)) -> u64 {
    let mut calls = 0;
    for seed in seeds {
        let mut cx = context();
        adjust(&mut cx, seed);
        let vars = 1 + seed % 3;
        let mut maker = Maker { rng: Rng::new(seed + 1), vars, linear, large: seed % 5 == 1 };
        let (lo, hi) = (num(&mut cx, -4), num(&mut cx, 4));
        let mut path = Path::new();
        let all: Vec<Term> = (0..vars).map(|v| var(&mut cx, &format!("i{v}"))).collect();
        for x in all {
            for cond in [cx.terms.ile(lo, x), cx.terms.ile(x, hi)] {
                assume(&mut cx, &mut path, cond);
            }
        }
        let mut left = cube(vars, -4, 4);
        for _ in 0..8 {
            let cond = maker.cond(&mut cx.terms, 2);
            let d = path.decide(&mut cx, cond);
            let (mut on, mut off) = (Vec::new(), Vec::new());
            for m in left {
                let side = if cx.terms.eval64(cond, &m) == 1 { &mut on } else { &mut off };
                side.push(m);
            }
            let text = format!("seed {seed}: {} is {d:?}", cx.terms.display(cond));
            let unknown = |may: &May| matches!(may, May::Unknown(_));
            if maker.large && (unknown(&d.yes) || unknown(&d.no)) {
                break;
            }
            assert_eq!((d.yes.is_yes(), d.yes.is_no()), (!on.is_empty(), on.is_empty()), "{text}");
            assert_eq!((d.no.is_yes(), d.no.is_no()), (!off.is_empty(), off.is_empty()), "{text}");
            let take = if on.is_empty() || !off.is_empty() && maker.rng.chance(2) { off.is_empty() } else { true };
            let (side, witness, rest) = if take { (cond, d.yes, on) } else { (cx.terms.not(cond), d.no, off) };
            path.add(&mut cx, side, yes(witness), Origin::default());
            left = rest;
            let m = path.model(&mut cx);
            for (c, _) in path.constraints().collect::<Vec<_>>() {
                assert_eq!(cx.terms.eval64(c, &m), 1, "{text}");
            }
        }
        calls += cx.stats.solver_calls;
    }
    calls
}

#[test]
fn linear_conditions_agree_with_brute_force() {
    against_brute_force(0..400, true, |_, _| {});
}

#[test]
fn all_conditions_agree_with_brute_force() {
    against_brute_force(1000..1300, false, |_, _| {});
}

#[test]
fn layers_can_be_left_out() {
    against_brute_force(2000..2080, false, |cx, seed| {
        cx.use_domains = seed & 1 != 0;
        cx.use_models = seed & 2 != 0;
        cx.use_cache = seed & 4 != 0;
    });
}

/// Many more of the walks above and below.
#[test]
#[ignore = "takes minutes"]
fn soak() {
    against_brute_force(10_000..25_000, true, |_, _| {});
    against_brute_force(30_000..36_000, false, |_, _| {});
    unbounded_walks(1000..3000);
}

/// Without bounds on the variables Z3 judges.
#[test]
fn unbounded_walks_agree_with_z3() {
    unbounded_walks(0..120);
}

fn unbounded_walks(seeds: std::ops::Range<u64>) {
    // What is not decided soon is as good as any other walk.
    let limits = Limits { time: Some(Duration::from_millis(500)), ..limits() };
    for seed in seeds {
        let config = SolverConfig { limits: limits.clone(), ..SolverConfig::default() };
        let mut cx = Context::new(Terms::new(), stack(&config));
        cx.audit = Some(Audit::new(Box::new(Z3::new(limits.clone()))));
        let vars = 1 + seed % 4;
        let mut maker = Maker { rng: Rng::new(seed + 1), vars, linear: seed % 3 != 0, large: seed % 4 == 1 };
        let mut path = Path::new();
        for _ in 0..8 {
            let cond = maker.cond(&mut cx.terms, 2);
            let d = path.decide(&mut cx, cond);
            let flip = maker.rng.chance(2);
            let negated = cx.terms.not(cond);
            let mut sides = [(cond, d.yes), (negated, d.no)];
            if flip {
                sides.reverse();
            }
            let [first, second] = sides;
            match (first, second) {
                ((c, May::Yes(w)), _) | (_, (c, May::Yes(w))) => path.add(&mut cx, c, w, Origin::default()),
                ((_, a), (_, b)) => assert!(!a.is_no() || !b.is_no(), "seed {seed}: neither side of {}", cx.terms.display(cond)),
            }
        }
        let audit = cx.audit.take().expect("it was set");
        assert!(audit.wrong.is_empty(), "seed {seed}: {}", audit.wrong.join("\n"));
    }
}

/// One walk under one setting of the layers: the answers as letters, and the effort.
fn walk(seed: u64, setting: u64) -> (String, u64) {
    let config = SolverConfig { integers: setting & 8 != 0, cache: setting & 1 != 0, ..SolverConfig::default() };
    let mut cx = Context::new(Terms::new(), stack(&config));
    (cx.use_domains, cx.use_models, cx.use_cache) = (setting & 1 != 0, setting & 2 != 0, setting & 4 != 0);
    let mut maker = Maker { rng: Rng::new(seed + 5), vars: 3, linear: true, large: false };
    let mut path = Path::new();
    let mut said = String::new();
    for _ in 0..7 {
        let cond = maker.cond(&mut cx.terms, 2);
        let first = maker.rng.chance(2);
        let d = path.decide(&mut cx, cond);
        let letter = |may: &May| match may {
            May::Yes(_) => 'y',
            May::No => 'n',
            May::Unknown(_) => '?',
        };
        said.extend([letter(&d.yes), letter(&d.no)]);
        let negated = cx.terms.not(cond);
        let (side, witness) = match (d.yes, d.no) {
            (May::Yes(w), no) if first || !no.is_yes() => (cond, w),
            (_, May::Yes(w)) => (negated, w),
            _ => break,
        };
        path.add(&mut cx, side, witness, Origin::default());
    }
    (said, cx.stats.effort)
}

#[test]
fn settings_change_no_answer() {
    let mut total = 0;
    for seed in 0..40 {
        let (reference, effort) = walk(seed, 15);
        assert_eq!(walk(seed, 15), (reference.clone(), effort), "the same walk costs the same");
        total += effort;
        for setting in [0, 1, 2, 6, 7, 8, 9, 14] {
            let (said, _) = walk(seed, setting);
            let same = said.chars().zip(reference.chars()).all(|(a, b)| a == b || a == '?' || b == '?');
            assert!(same, "seed {seed}: {said} under setting {setting}, {reference} under all");
        }
    }
    assert!(total > 0);
}

/// Chains of differences are decided by their orders, either way.
#[test]
fn differences_need_no_solver() {
    let mut cx = context();
    let n = 12;
    let xs: Vec<Term> = (0..n).map(|i| var(&mut cx, &format!("i{i}"))).collect();
    let mut path = Path::new();
    for p in xs.windows(2) {
        let three = num(&mut cx, 3);
        let step = cx.terms.iadd(p[0], three);
        let cond = cx.terms.ile(step, p[1]);
        let d = path.decide(&mut cx, cond);
        assert!(both(&d));
        path.add(&mut cx, cond, yes(d.yes), Origin::default());
    }
    let (first, last) = (xs[0], xs[n - 1]);
    let k = num(&mut cx, 3 * (n as i128 - 1));
    let end = cx.terms.iadd(first, k);
    let (far, equal) = (cx.terms.ile(end, last), cx.terms.eq(end, last));
    assert!(surely(&path.decide(&mut cx, far)));
    let d = path.decide(&mut cx, equal);
    assert!(both(&d));
    path.add(&mut cx, equal, yes(d.yes), Origin::default());
    let (a, b) = (xs[4], xs[7]);
    let nine = num(&mut cx, 9);
    let between = cx.terms.isub(b, a);
    let exact = cx.terms.eq(between, nine);
    assert!(surely(&path.decide(&mut cx, exact)));
    assert_eq!(cx.stats.solver_calls, 0);
}

#[test]
fn integers_and_bit_vectors_together() {
    let mut cx = context();
    let b = cx.terms.var(8, VarKey::Named("b".into()));
    let x = var(&mut cx, "x");
    let wide = cx.terms.bits2int(b, true);
    let (low, high) = (num(&mut cx, -5), num(&mut cx, 100));
    let mut path = Path::new();
    for cond in [cx.terms.ilt(wide, low), cx.terms.ile(x, wide)] {
        let d = path.decide(&mut cx, cond);
        assert!(both(&d));
        path.add(&mut cx, cond, yes(d.yes), Origin::default());
    }
    let above = cx.terms.ilt(high, x);
    assert!(path.may(&mut cx, above).is_no());
    let bits = cx.terms.int2bits(x, 16);
    let top = cx.terms.extract(bits, 15, 1);
    let d = path.decide(&mut cx, top);
    assert!(both(&d), "x may be -6 or -32769: {d:?}");
    assert_eq!(cx.terms.sort(wide), Sort::Int);
    let model = path.model(&mut cx);
    assert!(matches!(cx.terms.eval(wide, &model), Value::Int(v) if v < (-5).into()));
}

/// The stack of solvers on its own, without a path in front.
#[test]
fn the_stack_agrees_with_z3() {
    let mut z3 = Z3::new(limits());
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..250 {
        let mut terms = Terms::new();
        let mut solver = stack(&SolverConfig::default());
        let mut maker = Maker { rng: Rng::new(seed + 77), vars: 3, linear: seed % 2 == 0, large: seed % 5 == 1 };
        let asserts: Vec<Term> = (0..4).map(|_| maker.cond(&mut terms, 2)).collect();
        let (ours, theirs) = (solver.check(&mut terms, &asserts), z3.check(&mut terms, &asserts));
        match (&ours, &theirs) {
            (Answer::Sat(m), Answer::Sat(_)) => assert!(asserts.iter().all(|&t| terms.eval64(t, m) == 1)),
            (Answer::Unsat(_), Answer::Unsat(_)) | (_, Answer::Unknown(_)) => {}
            _ => panic!("seed {seed}: {ours:?}, Z3 {theirs:?}\n{}", terms.smtlib(&asserts)),
        }
        z3 = Z3::new(limits());
        let mut counters = Vec::new();
        solver.counters(&mut counters);
        counters.iter().filter(|c| c.solver == "integers").for_each(|c| *counts.entry(c.what).or_insert(0) += c.value);
    }
    // Every way to an answer is taken, and the general solver is the exception.
    assert!(["exact", "within", "by_bounds", "by_elimination", "passed_on"].iter().all(|w| counts[w] > 0), "{counts:?}");
    assert!(counts["passed_on"] < 50, "{counts:?}");
}
