//! Random sequences of decisions: every setting of the layers gives the same answers as a plain solver asked about
//! the whole conjunction, and every witness satisfies all constraints.

use homing_random::Random;
use homing_solver::path::{Context, May, Origin, Path};
use homing_solver::{Answer, Solver, SolverConfig, stack};
use homing_term::{Model, Term, Terms, VarKey};

/// What the random conditions are made of.
struct World {
    /// Pools of terms of equal width to choose operands from.
    pools: Vec<(u32, Vec<Term>)>,
}

impl World {
    fn new(terms: &mut Terms, flavour: u64) -> World {
        let var = |terms: &mut Terms, w: u32, name: &str| terms.var(w, VarKey::Named(name.into()));
        let bytes: Vec<Term> = (0..6).map(|i| var(terms, 8, &format!("b{i}"))).collect();
        let wide: Vec<Term> = (0..3).map(|i| var(terms, 32, &format!("w{i}"))).collect();
        let low = terms.concat(bytes[1], bytes[0]);
        let high = terms.concat(bytes[3], bytes[2]);
        let glued = terms.concat(high, low);
        let flag = var(terms, 1, "flag");
        let pools = match flavour % 4 {
            0 => vec![(8, bytes)],
            1 => vec![(32, wide)],
            2 => vec![(32, vec![wide[0], glued]), (8, bytes[4..].to_vec()), (1, vec![flag])],
            _ => vec![(8, bytes), (32, vec![wide[0], wide[1], glued]), (16, vec![low, high])],
        };
        World { pools }
    }

    fn value(&self, terms: &mut Terms, r: &mut Random, width: u32, depth: u64) -> Term {
        let small = [0, 1, 2, 5, 10, 100, 127, 128, 200, 255, u64::MAX, 1 << 31, (1 << 31) - 1];
        let of_width: Vec<&Vec<Term>> = self.pools.iter().filter(|p| p.0 == width).map(|p| &p.1).collect();
        match r.below(if depth == 0 { 4 } else { 16 }) {
            0 => {
                let v = if r.below(3) == 0 { r.word() } else { small[r.below(small.len() as u64) as usize] };
                terms.bits(width, v)
            }
            1..=5 if !of_width.is_empty() => of_width[0][r.below(of_width[0].len() as u64) as usize],
            6 => {
                let (a, b) = (self.value(terms, r, width, depth - 1), self.value(terms, r, width, depth - 1));
                terms.add(a, b)
            }
            7 => {
                let (a, b) = (self.value(terms, r, width, depth - 1), self.value(terms, r, width, depth - 1));
                terms.sub(a, b)
            }
            8 => {
                let a = self.value(terms, r, width, depth - 1);
                let c = r.below(7);
                let c = terms.bits(width, c);
                match r.below(6) {
                    0 => terms.mul(a, c),
                    1 => terms.udiv(a, c),
                    2 => terms.urem(a, c),
                    3 => terms.shl(a, c),
                    4 => terms.lshr(a, c),
                    _ => terms.srem(a, c),
                }
            }
            9 => {
                let (a, b) = (self.value(terms, r, width, depth - 1), self.value(terms, r, width, depth - 1));
                match r.below(3) {
                    0 => terms.and(a, b),
                    1 => terms.or(a, b),
                    _ => terms.xor(a, b),
                }
            }
            10 => {
                let c = self.cond(terms, r, depth - 1);
                let (a, b) = (self.value(terms, r, width, depth - 1), self.value(terms, r, width, depth - 1));
                terms.ite(c, a, b)
            }
            11 => {
                let a = self.value(terms, r, width, depth - 1);
                if r.below(2) == 0 { terms.not(a) } else { terms.neg(a) }
            }
            _ => {
                // Through another width.
                let (w, _) = self.pools[r.below(self.pools.len() as u64) as usize];
                let a = self.value(terms, r, w, depth.saturating_sub(1));
                match (w < width, w > width) {
                    (true, _) if r.below(2) == 0 => terms.zext(a, width),
                    (true, _) => terms.sext(a, width),
                    (_, true) => terms.extract(a, r.below(u64::from(w - width) + 1) as u32, width),
                    _ => a,
                }
            }
        }
    }

    fn cond(&self, terms: &mut Terms, r: &mut Random, depth: u64) -> Term {
        if depth > 0 && r.below(4) == 0 {
            let (a, b) = (self.cond(terms, r, depth - 1), self.cond(terms, r, depth - 1));
            return match r.below(4) {
                0 => terms.and(a, b),
                1 => terms.or(a, b),
                2 => terms.xor(a, b),
                _ => terms.not(a),
            };
        }
        let (w, _) = self.pools[r.below(self.pools.len() as u64) as usize];
        let (a, mut b) = (self.value(terms, r, w, depth), self.value(terms, r, w, depth));
        if r.below(2) == 0 {
            let c = r.word() >> r.below(50);
            b = terms.bits(w, c);
        }
        match r.below(8) {
            0 => terms.eq(a, b),
            1 => terms.ne(a, b),
            2 => terms.ult(a, b),
            3 => terms.ule(a, b),
            4 => terms.slt(a, b),
            5 => terms.sle(a, b),
            6 => terms.ugt(a, b),
            _ => terms.sge(a, b),
        }
    }
}

#[derive(PartialEq, Debug, Clone, Copy)]
enum Kind {
    Yes,
    No,
    Unknown,
}

fn kind(may: &May) -> Kind {
    match may {
        May::Yes(_) => Kind::Yes,
        May::No => Kind::No,
        May::Unknown(_) => Kind::Unknown,
    }
}

fn origin(n: u32) -> Origin {
    Origin { inst: n, ..Origin::default() }
}

/// Every constraint holds under the model that the path carries.
fn check_model(cx: &mut Context, path: &Path) {
    let model: Model = path.model(cx);
    for (c, _) in path.constraints().collect::<Vec<_>>() {
        assert_eq!(cx.terms.eval64(c, &model), 1, "{} fails under the carried model", cx.terms.display(c));
        assert_eq!(path.eval64(cx, c), 1);
    }
}

fn plain(cx: &mut Context, reference: &mut dyn Solver, path: &Path, cond: Term) -> Kind {
    let mut asserts: Vec<Term> = path.constraints().map(|c| c.0).collect();
    asserts.push(cond);
    match reference.check(&mut cx.terms, &asserts) {
        Answer::Sat(_) => Kind::Yes,
        Answer::Unsat(_) => Kind::No,
        Answer::Unknown(why) => panic!("the reference gave up: {why}"),
    }
}

/// Runs one random sequence with forks; returns the kinds of all answers.
fn run(seed: u64, layers: u32, reference: bool) -> Vec<Kind> {
    let mut cx = Context::new(Terms::new(), stack(&SolverConfig::default()));
    cx.use_domains = layers & 1 != 0;
    cx.use_models = layers & 2 != 0;
    cx.use_cache = layers & 4 != 0;
    let mut against = stack(&SolverConfig { cache: false, slicing: false, ..SolverConfig::default() });
    let mut r = Random::new(seed);
    let world = World::new(&mut cx.terms, seed);
    let mut live = vec![Path::new()];
    let mut kinds = Vec::new();
    for step in 0..24 {
        let at = r.below(live.len() as u64) as usize;
        let mut path = live.swap_remove(at);
        let depth = r.below(4);
        let cond = world.cond(&mut cx.terms, &mut r, depth);
        let not = cx.terms.not(cond);
        let d = path.decide(&mut cx, cond);
        kinds.extend([kind(&d.yes), kind(&d.no)]);
        assert_ne!((kind(&d.yes), kind(&d.no)), (Kind::No, Kind::No), "a path condition cannot exclude both");
        assert_eq!(kind(&path.may(&mut cx, cond)), kind(&d.yes));
        if reference {
            let text = cx.terms.display(cond).to_string();
            assert_eq!(kind(&d.yes), plain(&mut cx, &mut *against, &path, cond), "seed {seed} step {step}: {text}");
            assert_eq!(kind(&d.no), plain(&mut cx, &mut *against, &path, not), "seed {seed} step {step}: not {text}");
        }
        let (before, model_before) = (path.len(), path.model(&mut cx));
        if let May::Yes(witness) = d.no {
            let mut other = path.clone();
            other.add(&mut cx, not, witness, origin(step));
            check_model(&mut cx, &other);
            live.push(other);
        }
        assert_eq!((path.len(), path.model(&mut cx)), (before, model_before), "a clone changed its sibling");
        if let May::Yes(witness) = d.yes {
            path.add(&mut cx, cond, witness, origin(step));
            check_model(&mut cx, &path);
            live.push(path);
        }
        live.truncate(6);
        if r.below(10) == 0 {
            let mut roots: Vec<Term> = live.iter().flat_map(|p| p.roots()).collect();
            roots.extend(world.pools.iter().flat_map(|p| p.1.iter().copied()));
            cx.terms.collect(&mut roots.into_iter());
        }
    }
    let s = &cx.stats;
    let answered = s.by_constant + s.by_domain + s.by_model + s.by_recent_model + s.by_repair + s.by_cache + s.solver_calls;
    assert_eq!(answered, 24 * 3, "every side is counted once: {s:?}");
    kinds
}

#[test]
fn layers_agree_with_the_plain_solver() {
    for seed in 0..250 {
        run(seed, 7, true);
    }
}

#[test]
fn no_setting_of_the_layers_changes_an_answer() {
    for seed in 1000..1080 {
        let all = run(seed, 7, false);
        for layers in 0..7 {
            assert_eq!(all, run(seed, layers, false), "seed {seed}, layers {layers:03b}");
        }
    }
}

/// The same with many more seeds: `cargo test -p homing-solver --test path_metamorphic -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn soak() {
    for seed in 10_000..13_000 {
        run(seed, 7, true);
        run(seed, 1 + (seed % 6) as u32, true);
    }
}

/// Bounds, extremes and values agree with what the plain solver says of them.
#[test]
fn ranges_and_values_are_right() {
    for seed in 0..60 {
        let mut cx = Context::new(Terms::new(), stack(&SolverConfig::default()));
        let mut against = stack(&SolverConfig::default());
        let mut r = Random::new(seed + 1000);
        let world = World::new(&mut cx.terms, seed);
        let mut path = Path::new();
        for step in 0..8 {
            let cond = world.cond(&mut cx.terms, &mut r, 2);
            if let May::Yes(w) = path.may(&mut cx, cond) {
                path.add(&mut cx, cond, w, origin(step));
            }
            let width = world.pools[0].0;
            let t = world.value(&mut cx.terms, &mut r, width, 2);
            let (lo, hi) = path.range(&mut cx, t);
            let (least, greatest) = (path.min(&mut cx, t).unwrap(), path.max(&mut cx, t).unwrap());
            assert!(lo <= least && least <= greatest && greatest <= hi);
            let bounds = [(least, true), (greatest, false)];
            for (value, below) in bounds {
                let c = cx.terms.bits(width, value);
                let beyond = if below { cx.terms.ult(t, c) } else { cx.terms.ugt(t, c) };
                assert_eq!(plain(&mut cx, &mut *against, &path, beyond), Kind::No, "seed {seed}");
                let reached = cx.terms.eq(t, c);
                assert_eq!(plain(&mut cx, &mut *against, &path, reached), Kind::Yes, "seed {seed}");
            }
            check_values(&mut cx, &mut *against, &path, t, width);
        }
    }
}

fn check_values(cx: &mut Context, against: &mut dyn Solver, path: &Path, t: Term, width: u32) {
    use homing_solver::path::Values;
    let (values, complete) = match path.values(cx, t, 5) {
        Values::Complete(v) => (v, true),
        Values::More(v) => (v, false),
        Values::Unknown(why) => panic!("{why}"),
    };
    assert!(values.is_sorted() && !values.is_empty() && values.len() <= 5 && (complete || values.len() == 5));
    let mut other = cx.terms.tru();
    for &v in &values {
        let c = cx.terms.bits(width, v);
        let (eq, ne) = (cx.terms.eq(t, c), cx.terms.ne(t, c));
        assert_eq!(plain(cx, against, path, eq), Kind::Yes);
        other = cx.terms.and(other, ne);
    }
    assert_eq!(plain(cx, against, path, other), if complete { Kind::No } else { Kind::Yes });
}
