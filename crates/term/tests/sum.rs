//! Sums do not depend on the order of their operands, and stay cheap when long.

mod common;

use common::*;
use homing_term::{Op, Term, Terms, VarKey};

fn variables(s: &mut Terms, w: u32, n: u32) -> Vec<Term> {
    (0..n).map(|offset| s.var(w, VarKey::Input { input: 0, offset })).collect()
}

fn shuffle(rng: &mut Rng, xs: &mut [(Term, bool)]) {
    for i in (1..xs.len()).rev() {
        xs.swap(i, rng.below(i + 1));
    }
}

fn total(s: &mut Terms, xs: &[(Term, bool)]) -> Term {
    let zero = s.bits_wide(s.width(xs[0].0), &[]);
    xs.iter().fold(zero, |t, &(x, add)| if add { s.add(t, x) } else { s.sub(t, x) })
}

/// Operands of many forms over a few variables. None that have no bits in common: their sum is a concatenation, which
/// is not taken apart again.
fn operands(s: &mut Terms, rng: &mut Rng, n: usize) -> Vec<(Term, bool)> {
    let (bytes, words) = (variables(s, 8, 4), variables(s, 32, 6));
    (0..n)
        .map(|_| {
            let (b, x) = (bytes[rng.below(4)], words[rng.below(6)]);
            let k = s.bits(32, rng.word(5));
            let t = match rng.below(9) {
                0 => s.sext(b, 32),
                1 => s.zext(b, 32),
                2 => s.mul(x, k),
                3 => {
                    let k = s.bits(32, rng.word(2));
                    s.shl(x, k)
                }
                4 => k,
                5 => {
                    let y = s.sext(b, 32);
                    s.mul(y, k)
                }
                6 => s.mul(x, words[2]),
                7 => s.neg(x),
                _ => x,
            };
            (t, rng.below(3) > 0)
        })
        .collect()
}

#[test]
fn order_does_not_matter() {
    let mut rng = Rng::new(3);
    for round in 0..400 {
        let mut s = Terms::new();
        let n = 2 + round % 12;
        let mut xs = operands(&mut s, &mut rng, n);
        let first = total(&mut s, &xs);
        for _ in 0..4 {
            shuffle(&mut rng, &mut xs);
            let (left, right) = xs.split_at(rng.below(n - 1) + 1);
            let again = total(&mut s, &xs);
            let (p, q) = (total(&mut s, left), total(&mut s, right));
            let halves = s.add(p, q);
            assert_eq!(first, again, "{} is not {}", s.display(first), s.display(again));
            assert_eq!(first, halves, "{} is not {}", s.display(first), s.display(halves));
        }
    }
}

#[test]
fn differences_vanish() {
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let mut s = Terms::new();
        let mut xs = operands(&mut s, &mut rng, 9);
        let a = total(&mut s, &xs);
        shuffle(&mut rng, &mut xs);
        let b = total(&mut s, &xs[1..]);
        let (x, add) = xs[0];
        let difference = s.sub(a, b);
        let expected = if add { x } else { s.neg(x) };
        assert_eq!(difference, expected);
        let same = s.eq(a, b);
        let zero = s.bits(32, 0);
        let alone = s.eq(x, zero);
        assert_eq!(same, alone, "{} is not {}", s.display(same), s.display(alone));
    }
}

#[test]
fn wide_sums_have_the_same_order() {
    let mut s = Terms::new();
    let xs: Vec<_> = variables(&mut s, 64, 5).into_iter().map(|x| (s.zext(x, 100), true)).collect();
    let forward = total(&mut s, &xs);
    let backward: Vec<_> = xs.iter().rev().copied().collect();
    assert_eq!(forward, total(&mut s, &backward));
    let none = total(&mut s, &backward.iter().map(|x| (x.0, false)).collect::<Vec<_>>());
    assert!(s.add(forward, none) == s.bits_wide(100, &[]));
}

/// A chain far longer than the window costs a bounded number of nodes per
/// addition, in whatever order the operands come.
#[test]
fn long_sums_stay_cheap() {
    let n = 20_000;
    let mut s = Terms::new();
    let xs = variables(&mut s, 32, n);
    let before = s.len();
    let up = xs.iter().fold(xs[0], |t, &x| s.add(t, x));
    assert!(s.len() - before <= n as usize + 8);
    let down = xs.iter().rev().fold(up, |t, &x| s.add(t, x));
    assert!(s.len() - before <= 36 * n as usize);
    let m = (0..n).map(|v| (homing_term::VarId(v), 1)).collect();
    assert_eq!(s.eval64(up, &m), n as u64 + 1);
    assert_eq!(s.eval64(down, &m), 2 * n as u64 + 1);
    assert_eq!(s.op(up), Op::Add);
}
