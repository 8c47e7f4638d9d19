//! Circuits for products that do not fit, against exact products.

mod common;

use common::*;
use homing_solver::{Blaster, Solver, Z3};
use homing_term::{Model, Term, Terms};

/// All products of a width: the circuit says what the numbers say.
#[test]
fn circuits_at_small_widths() {
    for w in 1..=4u32 {
        for signed in [false, true] {
            let mut terms = Terms::raw();
            let mut blaster = Blaster::new(limits());
            let (x, y) = (named(&mut terms, w, 0), named(&mut terms, w, 1));
            let over = if signed { terms.smul_over(x, y) } else { terms.umul_over(x, y) };
            let fits = terms.not(over);
            for (a, b) in (0..1u64 << w).flat_map(|a| (0..1u64 << w).map(move |b| (a, b))) {
                let expected = over_of(w, signed, a, b);
                let pins = [(x, a), (y, b)].map(|(t, v)| {
                    let v = terms.bits(w, v);
                    terms.eq(t, v)
                });
                let (right, wrong) = if expected { (over, fits) } else { (fits, over) };
                assert!(blaster.check(&mut terms, &[pins[0], pins[1], right]).is_sat(), "{a} * {b} in {w}, signed: {signed}");
                assert!(blaster.check(&mut terms, &[pins[0], pins[1], wrong]).is_unsat(), "{a} * {b} in {w}, signed: {signed}");
            }
        }
    }
}

fn over_of(w: u32, signed: bool, a: u64, b: u64) -> bool {
    let value = |v: u64| if signed && v >> (w - 1) == 1 { v as i128 - (1 << w) } else { v as i128 };
    let product = value(a) * value(b);
    let (least, limit) = if signed { (-(1i128 << (w - 1)), 1i128 << (w - 1)) } else { (0, 1 << w) };
    product < least || product >= limit
}

/// Evaluation near the limit, where products just fit or just do not.
#[test]
fn evaluation_at_full_width() {
    let mut rng = Rng::new(11);
    let mut terms = Terms::raw();
    for w in [8, 31, 32, 63, 64] {
        let (x, y) = (named(&mut terms, w, 0), named(&mut terms, w, 1));
        let pair = [terms.umul_over(x, y), terms.smul_over(x, y)];
        let vars = [x, y].map(|t| terms.as_var(t).expect("a variable"));
        for _ in 0..2000 {
            // Products near the limit are what matters.
            let mask = u64::MAX >> (64 - w);
            let a = rng.value() & mask >> rng.below(u64::from(w));
            let b = if a == 0 || rng.chance(3) {
                rng.value() & mask
            } else {
                (mask / a).wrapping_add(rng.below(3)).wrapping_sub(1) & mask
            };
            let b = if rng.chance(3) { b.wrapping_neg() & mask } else { b };
            let m: Model = vars.into_iter().zip([a, b]).collect();
            for (over, signed) in pair.into_iter().zip([false, true]) {
                assert_eq!(terms.eval64(over, &m) == 1, over_of_wide(w, signed, a, b), "{a} * {b} in {w}, signed: {signed}");
            }
        }
    }
}

fn over_of_wide(w: u32, signed: bool, a: u64, b: u64) -> bool {
    if !signed {
        return (u128::from(a) * u128::from(b)) >> w != 0;
    }
    let value = |v: u64| i128::from((v << (64 - w)) as i64 >> (64 - w));
    let product = value(a) * value(b);
    product < -(1i128 << (w - 1)) || product >= 1i128 << (w - 1)
}

/// What programs ask with a division is decided without one, in few gates.
#[test]
fn questions_about_the_size_of_a_picture() {
    for signed in [false, true] {
        let mut terms = Terms::new();
        let mut blaster = Blaster::new(limits());
        let (x, y) = (named(&mut terms, 64, 0), named(&mut terms, 64, 1));
        let product = terms.mul(x, y);
        let back = if signed { terms.sdiv(product, x) } else { terms.udiv(product, x) };
        let zero = terms.bits(64, 0);
        let asked = [terms.ne(x, zero), terms.ne(back, y)];
        let limit = |terms: &mut Terms, t: Term, bits: u32| {
            let k = terms.bits(64, 1 << bits);
            terms.ult(t, k)
        };
        let (narrow, wide) = ([x, y].map(|t| limit(&mut terms, t, 31)), limit(&mut terms, y, 34));
        assert!(blaster.check(&mut terms, &[narrow[0], narrow[1], asked[0], asked[1]]).is_unsat());
        assert!(blaster.check(&mut terms, &[narrow[0], wide, asked[0], asked[1]]).is_sat());
        assert!(blaster.effort() < 20_000_000, "signed: {signed}: {}", blaster.effort());
    }
}

/// Z3 reads both predicates as evaluation does.
#[test]
fn z3_agrees_on_every_pair() {
    for (w, signed) in (1..=3u32).flat_map(|w| [(w, false), (w, true)]) {
        let mut terms = Terms::raw();
        let mut z3 = Z3::new(limits());
        let (x, y) = (named(&mut terms, w, 0), named(&mut terms, w, 1));
        let over = if signed { terms.smul_over(x, y) } else { terms.umul_over(x, y) };
        for (a, b) in (0..1u64 << w).flat_map(|a| (0..1u64 << w).map(move |b| (a, b))) {
            let mut right = if over_of(w, signed, a, b) { over } else { terms.not(over) };
            for (t, v) in [(x, a), (y, b)] {
                let v = terms.bits(w, v);
                let pin = terms.eq(t, v);
                let not = terms.not(pin);
                right = terms.or(not, right);
            }
            let never = terms.not(right);
            assert!(z3.check(&mut terms, &[never]).is_unsat(), "{a} * {b} in {w}, signed: {signed}");
        }
    }
}
