//! Questions about multiples and quotients by constants, read as questions about whole numbers.

mod common;

use common::*;
use homing_solver::layer::Route;
use homing_solver::{Answer, Blaster, Limits, Solver, SolverConfig, Wholes, Why, Z3, stack};
use homing_term::{Term, Terms};

/// A back end that never knows, so that only the reading can answer.
struct Nobody;

impl Solver for Nobody {
    fn check(&mut self, _: &mut Terms, _: &[Term]) -> Answer {
        Answer::Unknown(Why::Resources)
    }

    fn name(&self) -> &str {
        "nobody"
    }
}

fn reading() -> Route {
    Route::new(Box::new(Nobody), Box::new(Nobody)).with_wholes(Wholes::new(Box::new(Z3::new(limits()))))
}

/// Random questions with divisions and multiples: what the reading says is what the circuit says.
#[test]
fn agrees_with_circuits() {
    let mut rng = Rng::new(71);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..400u64 {
        let w = [3, 4, 5, 6][(round % 4) as usize];
        let mut terms = if round % 2 == 0 { Terms::new() } else { Terms::raw() };
        let (mut route, mut blaster) = (reading(), Blaster::new(limits()));
        let asserts: Vec<Term> = (0..1 + rng.below(3)).map(|_| question(&mut terms, &mut rng, w)).collect();
        let expected = blaster.check(&mut terms, &asserts);
        match route.check(&mut terms, &asserts) {
            Answer::Unsat(_) => {
                assert!(expected.is_unsat(), "round {round}: a solution is lost");
                unsat += 1;
            }
            Answer::Sat(model) => {
                assert!(asserts.iter().all(|&t| terms.eval64(t, &model) == 1), "round {round}: no solution");
                sat += 1;
            }
            Answer::Unknown(_) => {}
        }
    }
    assert!(sat > 100 && unsat > 20, "{sat} solutions, {unsat} contradictions");
}

/// A comparison of two terms of sums, multiples, quotients and remainders.
fn question(terms: &mut Terms, rng: &mut Rng, w: u32) -> Term {
    let (a, b) = (arithmetic(terms, rng, w, 3), arithmetic(terms, rng, w, 2));
    match rng.below(5) {
        0 => terms.eq(a, b),
        1 => terms.ult(a, b),
        2 => terms.ule(a, b),
        3 => terms.slt(a, b),
        _ => {
            let less = terms.sle(a, b);
            terms.not(less)
        }
    }
}

fn arithmetic(terms: &mut Terms, rng: &mut Rng, w: u32, depth: u32) -> Term {
    if depth == 0 {
        return match rng.below(4) {
            0 => random_const(terms, rng, w),
            i => named(terms, w, i),
        };
    }
    let (a, b) = (arithmetic(terms, rng, w, depth - 1), arithmetic(terms, rng, w, depth - 1));
    let c = terms.bits(w, 1 + rng.below((1 << w) - 1));
    match rng.below(13) {
        0 => terms.add(a, b),
        1 => terms.sub(a, b),
        2 => terms.mul(a, c),
        3 => terms.udiv(a, c),
        4 => terms.urem(a, c),
        5 => terms.sdiv(a, c),
        6 => terms.srem(a, c),
        7 => {
            let low = terms.extract(a, 0, w - 1);
            if rng.chance(2) { terms.zext(low, w) } else { terms.sext(low, w) }
        }
        8 => {
            let (high, low) = (terms.extract(a, 1, w - 1), terms.extract(b, 0, 1));
            terms.concat(high, low)
        }
        9 => {
            let less = terms.slt(a, b);
            terms.ite(less, b, c)
        }
        10 => terms.neg(a),
        11 => terms.not(a),
        _ => terms.and(a, b),
    }
}

/// The same question one constant apart is proved and has a solution, at 64 bits, where circuits take seconds.
#[test]
fn twins_at_full_width() {
    let mut terms = Terms::new();
    let (a, b) = (named(&mut terms, 64, 0), named(&mut terms, 64, 1));
    let sixty = terms.bits(64, 60);
    let (x, y) = (terms.urem(a, sixty), terms.urem(b, sixty));
    let (difference, below) = (terms.sub(a, b), terms.ult(b, a));
    let rest = terms.urem(difference, sixty);
    let two = terms.bits(64, 2);
    let (p, q) = (terms.eq(x, two), terms.eq(y, two));
    for (k, possible) in [(0, true), (1, false), (59, false)] {
        let k = terms.bits(64, k);
        let is = terms.eq(rest, k);
        let answer = reading().check(&mut terms, &[p, q, below, is]);
        assert!(if possible { answer.is_sat() } else { answer.is_unsat() }, "{answer:?}");
    }
}

/// What is no question of arithmetic with constants is not read, and a small budget reads nothing.
#[test]
fn other_questions_are_left_alone() {
    let mut terms = Terms::new();
    let (a, b) = (named(&mut terms, 32, 0), named(&mut terms, 32, 1));
    let (product, k) = (terms.mul(a, b), terms.bits(32, 35));
    let is = terms.eq(product, k);
    assert!(matches!(reading().check(&mut terms, &[is]), Answer::Unknown(Why::Resources)));
    let (ten, seven) = (terms.bits(32, 10), terms.bits(32, 7));
    let rest = terms.urem(a, ten);
    let is = terms.eq(rest, seven);
    assert!(reading().check(&mut terms, &[is]).is_sat());
    let mut route = reading();
    route.set_work(1000);
    assert!(matches!(route.check(&mut terms, &[is]), Answer::Unknown(Why::Resources)));
}

/// With the whole stack: proved within the first budget of a question of a run, where a circuit alone gives up.
#[test]
fn hard_for_circuits() {
    let build = |terms: &mut Terms| {
        let (a, c) = (named(terms, 64, 0), terms.bits(64, 60));
        let (most, product) = (terms.bits(64, u64::MAX / 60), terms.mul(a, c));
        let (small, seven) = (terms.ule(a, most), terms.bits(64, 7));
        let rest = terms.urem(product, c);
        let zero = terms.bits(64, 0);
        let wrong = terms.ne(rest, zero);
        let bits = terms.ne(a, seven);
        vec![small, wrong, bits]
    };
    let limits = Limits::of_work(31_000_000);
    let mut terms = Terms::new();
    let asserts = build(&mut terms);
    assert!(stack(&SolverConfig { limits: limits.clone(), ..SolverConfig::default() }).check(&mut terms, &asserts).is_unsat());
    let mut terms = Terms::new();
    let asserts = build(&mut terms);
    assert!(matches!(Blaster::new(limits).check(&mut terms, &asserts), Answer::Unknown(_)));
}

/// A back end of bits that knows nothing when it is asked for the first time.
struct SecondTime(Blaster, bool);

impl Solver for SecondTime {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        if std::mem::replace(&mut self.1, true) { self.0.check(terms, asserts) } else { Answer::Unknown(Why::Resources) }
    }

    fn name(&self) -> &str {
        "second time"
    }
}

/// With bounds, signed and unsigned, some of them contradictory: in fewer bits the answers are the same.
#[test]
fn fewer_bits_agree() {
    let mut rng = Rng::new(72);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..300u64 {
        let w = [4, 6, 8][(round % 3) as usize];
        let mut terms = if round % 2 == 0 { Terms::new() } else { Terms::raw() };
        let mut asserts: Vec<Term> = (0..1 + rng.below(2)).map(|_| question(&mut terms, &mut rng, w)).collect();
        for i in 1..4 {
            let (x, zero, k) = (named(&mut terms, w, i), terms.bits(w, 0), random_const(&mut terms, &mut rng, w));
            let small = terms.bits(w, 1 + rng.below(6));
            match rng.below(5) {
                0 => asserts.push(terms.ult(x, small)),
                1 => asserts.extend([terms.sle(zero, x), terms.slt(x, small)]),
                2 => asserts.push(terms.ule(k, x)),
                3 => {
                    let (above, below) = (terms.slt(small, x), terms.sle(x, k));
                    let either = terms.or(above, below);
                    asserts.push(terms.not(either));
                }
                _ => {
                    let (product, y) = (terms.mul(x, x), named(&mut terms, w, 3));
                    asserts.extend([terms.ule(x, small), terms.eq(product, y)]);
                }
            }
        }
        let expected = Blaster::new(limits()).check(&mut terms, &asserts);
        let second = SecondTime(Blaster::new(limits()), false);
        let mut route = Route::new(Box::new(second), Box::new(Nobody)).with_wholes(Wholes::new(Box::new(Nobody)));
        match route.check(&mut terms, &asserts) {
            Answer::Unsat(_) => {
                assert!(expected.is_unsat(), "round {round}: a solution is lost");
                unsat += 1;
            }
            Answer::Sat(model) => {
                assert!(asserts.iter().all(|&t| terms.eval64(t, &model) == 1), "round {round}: no solution");
                assert!(expected.is_sat(), "round {round}");
                sat += 1;
            }
            Answer::Unknown(_) => {}
        }
    }
    assert!(sat > 50 && unsat > 50, "{sat} solutions, {unsat} contradictions");
}
