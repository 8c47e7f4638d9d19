//! Joined path conditions: they hold where one of the two does, and the guard tells which.

mod common;

use common::*;
use homing_solver::path::Joined;
use homing_solver::{Context, May, Origin, Path, SolverConfig, stack};
use homing_term::{Term, Terms};

/// A random way: decisions on random conditions, each side where it is possible.
fn go_on(cx: &mut Context, path: &mut Path, rng: &mut Rng, conditions: u64) {
    for _ in 0..conditions {
        let cond = condition(&mut cx.terms, rng);
        decide(cx, path, cond, rng.below(2) == 0);
    }
}

fn condition(terms: &mut Terms, rng: &mut Rng) -> Term {
    random_term(terms, rng, 1, Shape { depth: 2, hard_width: 4, vars: 4 })
}

fn decide(cx: &mut Context, path: &mut Path, cond: Term, side: bool) -> bool {
    let cond = if side { cond } else { cx.terms.not(cond) };
    match path.may(cx, cond) {
        May::Yes(witness) => {
            path.add(cx, cond, witness, Origin::default());
            true
        }
        _ => false,
    }
}

fn all(terms: &mut Terms, path: &Path) -> Term {
    let mut all = terms.tru();
    for (t, _) in path.constraints() {
        all = terms.and(all, t);
    }
    all
}

/// Nothing satisfies the path and the condition.
fn never(cx: &mut Context, path: &Path, cond: Term) -> bool {
    path.may(cx, cond).is_no()
}

#[test]
fn a_joined_path_is_one_or_the_other() {
    let mut rng = Rng::new(77);
    let mut cx = Context::new(Terms::new(), stack(&SolverConfig { limits: limits(), ..SolverConfig::default() }));
    let (mut joins, mut whole) = (0, 0);
    for _ in 0..400 {
        let mut base = Path::new();
        go_on(&mut cx, &mut base, &mut rng, 3);
        // Three ways that exclude each other.
        let (first, second) = (condition(&mut cx.terms, &mut rng), condition(&mut cx.terms, &mut rng));
        let mut ways = vec![base.clone(), base.clone(), base.clone()];
        let there = decide(&mut cx, &mut ways[0], first, true)
            && decide(&mut cx, &mut ways[1], first, false)
            && decide(&mut cx, &mut ways[1], second, true)
            && decide(&mut cx, &mut ways[2], first, false)
            && decide(&mut cx, &mut ways[2], second, false);
        if !there {
            continue;
        }
        for w in &mut ways {
            let more = rng.below(2);
            go_on(&mut cx, w, &mut rng, more);
        }
        // In any order.
        let at = rng.below(3) as usize;
        ways.rotate_left(at);
        let mut joined = ways[0].clone();
        for w in &ways[1..] {
            let Joined { path, first, whole: is_whole } =
                Path::join(&mut cx, &base, &joined, w, Origin::default()).expect("both were the base");
            let (old, new) = (all(&mut cx.terms, &joined), all(&mut cx.terms, w));
            let either = cx.terms.or(old, new);
            let not = cx.terms.not(either);
            assert!(never(&mut cx, &path, not), "it holds where neither of the two does");
            let now = all(&mut cx.terms, &path);
            let not = cx.terms.not(now);
            assert!(never(&mut cx, &joined, not) && never(&mut cx, w, not), "it does not hold where one of the two does");
            let not = cx.terms.not(first);
            assert!(never(&mut cx, &joined, not), "the guard does not hold on the first way");
            assert!(never(&mut cx, w, first), "the guard holds on the second way");
            joins += 1;
            whole += u32::from(is_whole);
            joined = path;
        }
        // It goes on as any path does.
        go_on(&mut cx, &mut joined, &mut rng, 2);
    }
    assert!(joins > 100 && whole > 10, "{joins} joins, {whole} of them whole");
    let (a, b) = (Path::new(), Path::new());
    let mut other = Path::new();
    let cond = condition(&mut cx.terms, &mut rng);
    if decide(&mut cx, &mut other, cond, true) {
        assert!(Path::join(&mut cx, &other, &a, &b, Origin::default()).is_err());
    }
}
