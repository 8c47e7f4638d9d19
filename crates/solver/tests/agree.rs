//! Blaster and Z3 on random terms: they agree with each other, and models and constants agree with evaluation.

mod common;

use common::*;
use homing_solver::{Answer, Blaster, Solver, Z3};
use homing_term::{Term, Terms};

fn holds(terms: &mut Terms, asserts: &[Term], answer: &Answer) -> bool {
    let Answer::Sat(model) = answer else { return true };
    for &t in asserts {
        let support = terms.support(t);
        if support.iter().any(|&v| model.get64(v).is_none()) {
            return false;
        }
    }
    asserts.iter().all(|&t| terms.eval64(t, model) == 1)
}

/// One query of `count` random asserts, decided by both; returns whether it is satisfiable.
fn compare(terms: &mut Terms, asserts: &[Term], blaster: &mut Blaster, z3: &mut Z3) -> bool {
    let a = blaster.check(terms, asserts);
    let b = z3.check(terms, asserts);
    let script = terms.smtlib(asserts);
    assert!(holds(terms, asserts, &a), "wrong model of the blaster for\n{script}");
    assert!(holds(terms, asserts, &b), "wrong model of Z3 for\n{script}");
    match (&a, &b) {
        (Answer::Sat(_), Answer::Sat(_)) => true,
        (Answer::Unsat(_), Answer::Unsat(_)) => false,
        _ => panic!("blaster: {a:?}, Z3: {b:?} for\n{script}"),
    }
}

#[test]
fn random_small_terms() {
    let mut counts = [0u32; 2];
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut terms = if seed % 2 == 0 { Terms::raw() } else { Terms::new() };
        let mut blaster = Blaster::new(limits()).with_reset(500, 1);
        let mut z3 = Z3::new(limits());
        let shape = Shape { depth: 1 + seed as u32 % 4, hard_width: 6, vars: 2 };
        for _ in 0..20 {
            let n = 1 + rng.below(5);
            let asserts: Vec<Term> = (0..n).map(|_| random_term(&mut terms, &mut rng, 1, shape)).collect();
            counts[compare(&mut terms, &asserts, &mut blaster, &mut z3) as usize] += 1;
        }
    }
    assert!(counts[0] > 100 && counts[1] > 300, "one-sided: {counts:?}");
}

#[test]
fn random_growing_conjunctions() {
    // As a path condition does: each query extends the last one, sometimes falling back.
    let mut rng = Rng::new(77);
    let mut terms = Terms::new();
    let mut blaster = Blaster::new(limits()).with_reset(500, 1);
    let mut z3 = Z3::new(limits());
    let shape = Shape { depth: 2, hard_width: 5, vars: 4 };
    let mut asserts: Vec<Term> = Vec::new();
    for _ in 0..400 {
        asserts.push(random_term(&mut terms, &mut rng, 1, shape));
        if !compare(&mut terms, &asserts, &mut blaster, &mut z3) {
            let keep = rng.below(asserts.len() as u64);
            asserts.truncate(keep as usize);
        }
    }
}

/// With all variables fixed, a term equals its value and nothing else.
fn check_pinned(terms: &mut Terms, rng: &mut Rng, t: Term, solver: &mut dyn Solver) {
    let model = random_model(terms, rng, t);
    let mut asserts = pinned(terms, &model);
    let homing_term::Value::Bits { w, words } = terms.eval(t, &model) else { panic!("bits expected") };
    let value = terms.bits_wide(w, &words);
    let same = terms.eq(t, value);
    asserts.push(same);
    let answer = solver.check(terms, &asserts);
    let script = terms.smtlib(&asserts);
    assert!(answer.is_sat(), "{}: {answer:?} where evaluation says equal:\n{script}", solver.name());
    let last = asserts.len() - 1;
    asserts[last] = terms.not(same);
    let answer = solver.check(terms, &asserts);
    assert!(answer.is_unsat(), "{}: {answer:?} where evaluation says equal:\n{script}", solver.name());
}

#[test]
fn values_of_terms_of_any_width() {
    let mut rng = Rng::new(5);
    for width in (1..=70).chain([127, 128, 129, 200]) {
        let mut terms = Terms::raw();
        let mut blaster = Blaster::new(limits());
        let mut z3 = Z3::new(limits());
        let hard_width = if width <= 24 { 64 } else { 0 };
        for _ in 0..4 {
            let t = random_term(&mut terms, &mut rng, width, Shape { depth: 3, hard_width, vars: 3 });
            check_pinned(&mut terms, &mut rng, t, &mut blaster);
            if width % 8 == 0 {
                check_pinned(&mut terms, &mut rng, t, &mut z3);
            }
        }
    }
}

#[test]
fn every_operation_on_every_small_value() {
    for width in 1..=3u32 {
        let mut terms = Terms::raw();
        let mut blaster = Blaster::new(limits());
        let (a, b) = (named(&mut terms, width, 0), named(&mut terms, width, 1));
        let all = operations(&mut terms, a, b);
        for x in 0..1 << width {
            for y in 0..1 << width {
                let model = [(terms.as_var(a).unwrap(), x), (terms.as_var(b).unwrap(), y)].into_iter().collect();
                for &t in &all {
                    let mut asserts = pinned(&mut terms, &model);
                    let w = terms.width(t);
                    let value = terms.eval64(t, &model);
                    let value = terms.bits(w, value);
                    let same = terms.eq(t, value);
                    let differ = terms.not(same);
                    asserts.push(differ);
                    assert!(blaster.check(&mut terms, &asserts).is_unsat(), "{} {x} {y}", terms.display(t));
                    asserts.pop();
                    asserts.push(same);
                    assert!(blaster.check(&mut terms, &asserts).is_sat(), "{} {x} {y}", terms.display(t));
                }
            }
        }
    }
}

fn operations(terms: &mut Terms, a: Term, b: Term) -> Vec<Term> {
    type Binary = fn(&mut Terms, Term, Term) -> Term;
    let binary: [Binary; 18] = [
        Terms::add,
        Terms::sub,
        Terms::mul,
        Terms::udiv,
        Terms::urem,
        Terms::sdiv,
        Terms::srem,
        Terms::and,
        Terms::or,
        Terms::xor,
        Terms::shl,
        Terms::lshr,
        Terms::ashr,
        Terms::eq,
        Terms::ult,
        Terms::ule,
        Terms::slt,
        Terms::sle,
    ];
    let mut all: Vec<Term> = binary.iter().map(|f| f(terms, a, b)).collect();
    all.push(terms.neg(a));
    all.push(terms.not(a));
    all.push(terms.concat(a, b));
    let w = terms.width(a);
    all.push(terms.zext(a, w + 2));
    all.push(terms.sext(a, w + 2));
    let c = terms.eq(a, b);
    let neg = terms.neg(b);
    all.push(terms.ite(c, a, neg));
    all
}

#[test]
fn wide_products_and_quotients() {
    let mut rng = Rng::new(9);
    for width in [31, 32, 64, 65, 128] {
        let mut terms = Terms::raw();
        let mut blaster = Blaster::new(limits());
        for round in 0..2 {
            let shape = Shape { depth: 0, hard_width: 0, vars: 3 };
            let a = random_term(&mut terms, &mut rng, width, shape);
            let b = if round % 2 == 0 {
                random_const(&mut terms, &mut rng, width)
            } else {
                random_term(&mut terms, &mut rng, width, shape)
            };
            let all = [terms.mul(a, b), terms.udiv(a, b), terms.urem(a, b), terms.sdiv(a, b), terms.srem(a, b)];
            for t in all {
                check_pinned(&mut terms, &mut rng, t, &mut blaster);
            }
        }
    }
}

#[test]
fn division_by_zero_is_as_in_smt_lib() {
    let mut terms = Terms::raw();
    let mut blaster = Blaster::new(limits());
    let mut z3 = Z3::new(limits());
    let x = named(&mut terms, 16, 0);
    let y = named(&mut terms, 16, 1);
    let zero = terms.bits(16, 0);
    let ones = terms.bits(16, 0xffff);
    let by_zero = terms.eq(y, zero);
    let q = terms.udiv(x, y);
    let r = terms.urem(x, y);
    let s = terms.srem(x, y);
    let d = terms.sdiv(x, y);
    let negative = terms.slt(x, zero);
    let one = terms.bits(16, 1);
    let expected = terms.ite(negative, one, ones);
    let claims = [terms.eq(q, ones), terms.eq(r, x), terms.eq(s, x), terms.eq(d, expected)];
    for claim in claims {
        let wrong = terms.not(claim);
        assert!(blaster.check(&mut terms, &[by_zero, wrong]).is_unsat());
        assert!(z3.check(&mut terms, &[by_zero, wrong]).is_unsat());
    }
}

#[test]
fn collecting_terms_does_not_confuse_the_cache_of_circuits() {
    let mut terms = Terms::new();
    let mut blaster = Blaster::new(limits());
    let mut z3 = Z3::new(limits());
    let mut rng = Rng::new(3);
    let shape = Shape { depth: 3, hard_width: 5, vars: 3 };
    for _ in 0..30 {
        let asserts: Vec<Term> = (0..3).map(|_| random_term(&mut terms, &mut rng, 1, shape)).collect();
        compare(&mut terms, &asserts, &mut blaster, &mut z3);
        // Nothing survives, so all names are given anew.
        terms.collect(&mut std::iter::empty());
    }
}

#[test]
fn a_circuit_in_long_use_answers_like_a_new_one() {
    // Never reset, so that most gates are outside the cone of most queries.
    let mut terms = Terms::new();
    let mut old = Blaster::new(limits()).with_reset(usize::MAX, u64::MAX);
    let mut rng = Rng::new(21);
    let mut seen: Vec<Term> = Vec::new();
    let mut path: Vec<Term> = Vec::new();
    let mut counts = [0u32; 2];
    for i in 0..4000 {
        let shape = Shape { depth: 1 + i % 3, hard_width: 6, vars: 3 };
        let known = !seen.is_empty() && rng.chance(3);
        let t = if known { seen[rng.below(seen.len() as u64) as usize] } else { random_term(&mut terms, &mut rng, 1, shape) };
        seen.push(t);
        path.push(if rng.chance(4) { terms.not(t) } else { t });
        let a = old.check(&mut terms, &path);
        let b = Blaster::new(limits()).check(&mut terms, &path);
        let script = terms.smtlib(&path);
        assert_eq!(format!("{a:?}"), format!("{b:?}"), "query {i}:\n{script}");
        assert!(holds(&mut terms, &path, &a), "wrong model in query {i} for\n{script}");
        counts[a.is_sat() as usize] += 1;
        if !a.is_sat() || rng.chance(6) {
            let keep = rng.below(path.len() as u64) as usize;
            path.truncate(keep);
        }
    }
    assert!(counts[0] > 300 && counts[1] > 1000, "one-sided: {counts:?}");
}
