//! The reason of an unsatisfiable answer is one, through every layer.

mod common;

use common::*;
use homing_solver::layer::Cache;
use homing_solver::sat::Checked;
use homing_solver::{Answer, Blaster, Solver, SolverConfig, Z3, minimised, stack};
use homing_term::{Term, Terms};

/// Some random conjunctions, with parts that have no variable in common and asserts that follow from nothing else.
fn conjunction(terms: &mut Terms, rng: &mut Rng) -> Vec<Term> {
    let shape = Shape { depth: 2, hard_width: 4, vars: 5 };
    (0..2 + rng.below(9)).map(|_| random_term(terms, rng, 1, shape)).collect()
}

/// Asks; an unsatisfiable answer's core must be part of the query and unsatisfiable for another solver.
fn core_of(solver: &mut dyn Solver, other: &mut Z3, terms: &mut Terms, asserts: &[Term]) -> Option<Vec<Term>> {
    let Answer::Unsat(core) = solver.check(terms, asserts) else { return None };
    let core = core.terms(asserts).to_vec();
    assert!(core.iter().all(|t| asserts.contains(t)), "a core of other terms: {}", terms.smtlib(asserts));
    let again = other.check(terms, &core);
    assert!(again.is_unsat(), "a core that can hold ({again:?}):\n{}\nof\n{}", terms.smtlib(&core), terms.smtlib(asserts));
    Some(core)
}

#[test]
fn cores_of_all_stacks_are_unsatisfiable_by_themselves() {
    for setting in 0..8 {
        let config = SolverConfig {
            limits: limits(),
            cache: setting & 1 != 0,
            slicing: setting & 2 != 0,
            cross_check: setting & 4 != 0,
            ..SolverConfig::default()
        };
        let mut solver = stack(&config);
        let mut other = Z3::new(limits());
        let mut terms = Terms::new();
        let mut rng = Rng::new(90 + setting);
        let (mut found, mut smaller) = (0, 0);
        let mut last = conjunction(&mut terms, &mut rng);
        for _ in 0..150 {
            // Half of the questions are the last one with something new or without something.
            match rng.below(4) {
                0 => last.truncate(last.len().div_ceil(2)),
                1 => last.extend(conjunction(&mut terms, &mut rng)),
                _ => last = conjunction(&mut terms, &mut rng),
            }
            if let Some(core) = core_of(&mut *solver, &mut other, &mut terms, &last) {
                found += 1;
                smaller += (core.len() < last.len()) as u32;
            }
        }
        assert!(found > 20 && smaller * 2 > found, "setting {setting}: {found} cores, {smaller} of them smaller");
    }
}

#[test]
fn a_minimised_core_needs_all_it_has() {
    let mut terms = Terms::new();
    let mut rng = Rng::new(7);
    let mut solver = Blaster::<Checked>::on(limits());
    let mut other = Z3::new(limits());
    let (mut found, mut one) = (0, 0);
    for _ in 0..500 {
        let asserts = conjunction(&mut terms, &mut rng);
        let Some(core) = core_of(&mut solver, &mut other, &mut terms, &asserts) else { continue };
        let least = minimised(&mut solver, &mut terms, &core, core.len());
        assert!(least.iter().all(|t| core.contains(t)));
        assert!(other.check(&mut terms, &least).is_unsat());
        for without in 0..least.len() {
            let mut fewer = least.clone();
            fewer.remove(without);
            assert!(solver.check(&mut terms, &fewer).is_sat(), "{} is not needed", terms.smtlib(&[least[without]]));
        }
        found += 1;
        one += (least.len() > 1) as u32;
        // Without questions, nothing is taken away.
        assert_eq!(minimised(&mut solver, &mut terms, &core, 0), core);
    }
    assert!(found > 30 && one > 10, "{found} cores, {one} of several asserts");
}

#[test]
fn a_remembered_core_refutes_what_contains_it() {
    let mut terms = Terms::new();
    let x = named(&mut terms, 8, 0);
    let three = terms.bits(8, 3);
    let nine = terms.bits(8, 9);
    let small = terms.ult(x, three);
    let large = terms.ult(nine, x);
    let others: Vec<Term> = (1..5).map(|i| named(&mut terms, 1, i)).collect();
    let mut cache = Cache::new(Box::new(Blaster::new(limits())));
    let first = [small, others[0], others[1], large];
    assert!(cache.check(&mut terms, &first).is_unsat());
    // None of the asserts beside the core is the same.
    let Answer::Unsat(core) = cache.check(&mut terms, &[others[2], large, others[3], small]) else { panic!("satisfiable") };
    let mut core = core.terms(&first).to_vec();
    core.sort_unstable();
    let mut both = vec![small, large];
    both.sort_unstable();
    assert_eq!(core, both);
    let mut counters = Vec::new();
    cache.counters(&mut counters);
    assert!(counters.iter().any(|c| c.what == "unsat_subset" && c.value == 1));
}
