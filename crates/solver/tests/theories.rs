//! Integers and arrays in Z3, limits of both back ends, and what they refuse.

mod common;

use common::*;
use homing_solver::{Answer, Blaster, Limits, Solver, SolverConfig, Why, Z3, stack};
use homing_term::{BigInt, FloatKind, Model, Term, Terms, Value, VarKey};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn key(name: &str) -> VarKey {
    VarKey::Named(name.into())
}

fn sat(terms: &mut Terms, solver: &mut dyn Solver, asserts: &[Term]) -> Model {
    match solver.check(terms, asserts) {
        Answer::Sat(model) => {
            for &t in asserts {
                assert_eq!(terms.eval64(t, &model), 1, "{}", terms.display(t));
            }
            model
        }
        other => panic!("{other:?} instead of Sat"),
    }
}

#[test]
fn integer_division_truncates() {
    for (a, b) in [(7i128, 2i128), (-7, 2), (7, -2), (-7, -2), (5, 0), (-5, 0), (0, 3), (6, 3), (-6, 3), (-6, -3)] {
        let mut terms = Terms::raw();
        let mut z3 = Z3::new(limits());
        let (x, y) = (terms.int_var(key("x")), terms.int_var(key("y")));
        let (a_term, b_term) = (terms.int(a), terms.int(b));
        let (q, r) = (terms.idiv(x, y), terms.irem(x, y));
        let expected = if b == 0 { (0, a) } else { (a / b, a % b) };
        let (eq, er) = (terms.int(expected.0), terms.int(expected.1));
        let pins = [terms.eq(x, a_term), terms.eq(y, b_term)];
        for claim in [terms.eq(q, eq), terms.eq(r, er)] {
            let wrong = terms.not(claim);
            assert!(z3.check(&mut terms, &[pins[0], pins[1], wrong]).is_unsat(), "{a} / {b}");
            sat(&mut terms, &mut z3, &[pins[0], pins[1], claim]);
        }
    }
}

#[test]
fn large_integers_have_models() {
    let mut terms = Terms::new();
    let mut z3 = Z3::new(limits());
    let x = terms.int_var(key("x"));
    let big = terms.int(-(1 << 100));
    let below = terms.ilt(x, big);
    let model = sat(&mut terms, &mut z3, &[below]);
    let v = terms.as_var(x).unwrap();
    let Some(Value::Int(value)) = model.get(v) else { panic!("an integer") };
    let limit: BigInt = BigInt::from(-1) << 100u32;
    assert!(value < limit);
}

#[test]
fn integers_and_bits_meet() {
    let mut terms = Terms::new();
    let mut z3 = Z3::new(limits());
    let b = terms.var(8, key("b"));
    let signed = terms.bits2int(b, true);
    let minus_three = terms.int(-3);
    let same = terms.eq(signed, minus_three);
    let model = sat(&mut terms, &mut z3, &[same]);
    assert_eq!(model.get64(terms.as_var(b).unwrap()), Some(253));
    let i = terms.int_var(key("i"));
    let low = terms.int2bits(i, 8);
    let c = terms.bits(8, 0x2a);
    let hit = terms.eq(low, c);
    let thousand = terms.int(1000);
    let large = terms.ilt(thousand, i);
    sat(&mut terms, &mut z3, &[hit, large]);
}

#[test]
fn arrays_have_models() {
    let mut terms = Terms::new();
    let mut z3 = Z3::new(limits());
    let a = terms.array_var(8, 16, key("a"));
    let b = terms.array_var(8, 16, key("b"));
    let (i, j) = (terms.var(8, key("i")), terms.var(8, key("j")));
    let (ai, aj) = (terms.select(a, i), terms.select(a, j));
    let five = terms.bits(16, 5);
    let stored = terms.store(a, i, five);
    let mut asserts = vec![terms.ne(ai, aj), terms.eq(b, stored)];
    let bi = terms.select(b, i);
    sat(&mut terms, &mut z3, &asserts);
    let wrong = terms.ne(bi, five);
    asserts.push(wrong);
    assert!(z3.check(&mut terms, &asserts).is_unsat());
    // Reading at equal places gives equal elements.
    let asserts = [terms.ne(ai, aj), terms.eq(i, j)];
    assert!(z3.check(&mut terms, &asserts).is_unsat());
    // A constant array with one exception.
    let seven = terms.bits(16, 7);
    let plain = terms.array_const(8, seven);
    let changed = terms.store(plain, j, five);
    let read = terms.select(changed, i);
    let asserts = [terms.eq(read, five), terms.ne(i, j)];
    assert!(z3.check(&mut terms, &asserts).is_unsat());
}

/// Factors of a product of two primes near 2^31 and 2^32.
fn hard(terms: &mut Terms) -> Vec<Term> {
    let (x, y) = (terms.var(64, key("x")), terms.var(64, key("y")));
    let product = terms.mul(x, y);
    let n = terms.bits(64, 2147483647 * 4294967291);
    let one = terms.bits(64, 1);
    let limit = terms.bits(64, 1 << 32);
    vec![terms.eq(product, n), terms.ult(one, x), terms.ult(x, limit), terms.ult(one, y), terms.ult(y, limit)]
}

#[test]
fn the_blaster_keeps_its_counted_limits() {
    let run = |conflicts, work| {
        let mut terms = Terms::new();
        let asserts = hard(&mut terms);
        let mut blaster = Blaster::new(Limits { conflicts, work, time: None });
        let answer = blaster.check(&mut terms, &asserts);
        let mut counters = Vec::new();
        blaster.counters(&mut counters);
        (format!("{answer:?}"), counters)
    };
    for (conflicts, work, why) in [(300, u64::MAX, Why::Conflicts), (u64::MAX, 2_000_000, Why::Resources)] {
        let (answer, counters) = run(conflicts, work);
        assert_eq!(answer, format!("{:?}", Answer::Unknown(why)));
        assert_eq!(run(conflicts, work), (answer, counters), "the same query ends at the same place");
    }
}

#[test]
fn the_blaster_keeps_its_limit_of_time() {
    let mut terms = Terms::new();
    let asserts = hard(&mut terms);
    let time = Some(Duration::from_millis(50));
    let mut blaster = Blaster::new(Limits { conflicts: u64::MAX, work: u64::MAX, time });
    let start = Instant::now();
    let answer = blaster.check(&mut terms, &asserts);
    assert!(matches!(answer, Answer::Unknown(Why::Time)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn z3_keeps_its_limits() {
    let mut terms = Terms::new();
    let asserts = hard(&mut terms);
    let mut by_resources = Z3::new(Limits { conflicts: 0, work: 4_000_000, time: None });
    let answer = by_resources.check(&mut terms, &asserts);
    assert!(matches!(answer, Answer::Unknown(Why::Resources)), "{answer:?}");
    let mut by_time = Z3::new(Limits { conflicts: 0, work: u64::MAX, time: Some(Duration::from_millis(100)) });
    let answer = by_time.check(&mut terms, &asserts);
    assert!(matches!(answer, Answer::Unknown(Why::Time)), "{answer:?}");
}

/// Several contexts in several threads, each with queries that meet their limit of time.
#[test]
fn limits_of_time_hold_in_many_threads() {
    let threads: Vec<_> = (0..8)
        .map(|_| {
            std::thread::spawn(|| {
                let mut terms = Terms::new();
                let asserts = hard(&mut terms);
                let easy = terms.tru();
                let mut z3 = Z3::new(Limits { conflicts: 0, work: u64::MAX, time: Some(Duration::from_millis(30)) });
                for _ in 0..3 {
                    assert!(matches!(z3.check(&mut terms, &asserts), Answer::Unknown(Why::Time)));
                    // Nothing of the interrupt is left, though the time may be too short on a busy machine.
                    let after = z3.check(&mut terms, &[easy]);
                    assert!(matches!(after, Answer::Sat(_) | Answer::Unknown(Why::Time)), "{after:?}");
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|t| t.join().expect("no panic"));
}

/// A query under way ends soon after the flag is set, and later ones do not begin.
#[test]
fn z3_can_be_stopped_from_outside() {
    let mut terms = Terms::new();
    let asserts = hard(&mut terms);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let setter = std::thread::spawn(move || {
        // Another solver is given up at its limit of time: by then the one that is to be stopped is at work.
        let mut terms = Terms::new();
        let asserts = hard(&mut terms);
        let mut other = Z3::new(Limits { conflicts: 0, work: u64::MAX, time: Some(Duration::from_millis(200)) });
        assert!(matches!(other.check(&mut terms, &asserts), Answer::Unknown(Why::Time)));
        flag.store(true, Ordering::Relaxed);
    });
    for time in [None, Some(Duration::from_secs(600))] {
        let start = Instant::now();
        let mut z3 = Z3::new(Limits { conflicts: 0, work: u64::MAX, time }).with_stop(Some(stop.clone()));
        let answer = z3.check(&mut terms, &asserts);
        assert!(matches!(answer, Answer::Unknown(Why::Interrupted)), "{answer:?}");
        assert!(start.elapsed() < Duration::from_secs(60));
    }
    setter.join().expect("no panic");
}

#[test]
fn an_interrupted_stack_says_so() {
    let mut terms = Terms::new();
    let asserts = hard(&mut terms);
    let stop = Arc::new(AtomicBool::new(true));
    let mut solver = stack(&SolverConfig { stop: Some(stop), ..SolverConfig::default() });
    let answer = solver.check(&mut terms, &asserts);
    assert!(matches!(answer, Answer::Unknown(Why::Interrupted)), "{answer:?}");
}

#[test]
fn what_is_too_large_is_refused() {
    let mut terms = Terms::raw();
    let words = vec![u64::MAX; 256];
    let mut wide = terms.bits_wide(16384, &words);
    let x = terms.var(64, key("x"));
    let x = terms.zext(x, 16384);
    wide = terms.xor(wide, x);
    let square = terms.mul(wide, wide);
    let differ = terms.ne(square, wide);
    let mut blaster = Blaster::new(limits());
    assert!(matches!(blaster.check(&mut terms, &[differ]), Answer::Unknown(Why::Resources)));
    // And the blaster is as good as new.
    let small = terms.ne(x, wide);
    assert!(blaster.check(&mut terms, &[small]).is_sat());
}

#[test]
fn the_blaster_names_what_it_does_not_know() {
    let mut terms = Terms::raw();
    let x = terms.var(32, key("x"));
    let odd = terms.funordered(FloatKind::F32, x, x);
    let mut blaster = Blaster::new(limits());
    assert!(matches!(blaster.check(&mut terms, &[odd]), Answer::Unknown(Why::Unsupported(_))));
    let not_a_bit = blaster.check(&mut terms, &[x]);
    assert!(matches!(not_a_bit, Answer::Unknown(Why::Failed(_))));
    let mut z3 = Z3::new(limits());
    let not_a_bit = z3.check(&mut terms, &[x]);
    assert!(matches!(not_a_bit, Answer::Unknown(Why::Failed(_))));
}

#[test]
fn nothing_asserted_is_satisfiable() {
    let mut terms = Terms::new();
    let solvers: [Box<dyn Solver>; 3] =
        [Box::new(Blaster::new(limits())), Box::new(Z3::new(limits())), stack(&SolverConfig::default())];
    for mut solver in solvers {
        assert!(solver.check(&mut terms, &[]).is_sat());
        let (yes, no) = (terms.tru(), terms.fls());
        assert!(solver.check(&mut terms, &[yes]).is_sat());
        assert!(solver.check(&mut terms, &[yes, no]).is_unsat());
    }
}
