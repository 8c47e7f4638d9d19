//! Every layer fires where it should and changes no verdict.

mod common;

use common::*;
use homing_solver::layer::*;
use homing_solver::{Answer, Blaster, Core, Solver, SolverConfig, Why, Z3, stack};
use homing_term::{FloatKind, Model, Term, Terms};
use std::cell::RefCell;
use std::rc::Rc;

fn blaster() -> Box<dyn Solver> {
    Box::new(Blaster::new(limits()))
}

fn counter(solver: &dyn Solver, name: &str, what: &str) -> u64 {
    let mut all = Vec::new();
    solver.counters(&mut all);
    all.iter().filter(|c| c.solver == name && c.what == what).map(|c| c.value).sum()
}

/// Queries as a run makes them: growing conjunctions, parts, repetitions.
fn queries(terms: &mut Terms, seed: u64, count: usize) -> Vec<Vec<Term>> {
    let mut rng = Rng::new(seed);
    let shape = Shape { depth: 2, hard_width: 4, vars: 6 };
    let mut out: Vec<Vec<Term>> = Vec::new();
    let mut path: Vec<Term> = Vec::new();
    for i in 0..count {
        if !out.is_empty() && rng.chance(5) {
            let mut again = out[rng.below(i as u64) as usize].clone();
            if rng.chance(2) {
                again.reverse();
            }
            again.pop();
            out.push(again);
            continue;
        }
        path.push(random_term(terms, &mut rng, 1, shape));
        if path.len() > 6 {
            let keep = rng.below(6) as usize;
            path.truncate(keep);
        }
        out.push(path.clone());
    }
    out
}

/// Runs the same queries through two solvers; the answers must be the same and the models right.
fn same_verdicts(mut plain: Box<dyn Solver>, mut layered: Box<dyn Solver>, seed: u64) -> Box<dyn Solver> {
    let mut terms = Terms::new();
    let all = queries(&mut terms, seed, 300);
    let mut counts = [0, 0];
    for asserts in all {
        let a = plain.check(&mut terms, &asserts);
        let b = layered.check(&mut terms, &asserts);
        assert_eq!(format!("{a:?}"), format!("{b:?}"), "{}", terms.smtlib(&asserts));
        counts[a.is_sat() as usize] += 1;
        if let Answer::Sat(model) = b {
            for &t in &asserts {
                assert_eq!(terms.eval64(t, &model), 1, "{}", terms.smtlib(&asserts));
                assert!(terms.support(t).iter().all(|&v| model.get64(v).is_some()));
            }
        }
    }
    assert!(counts[0] > 10 && counts[1] > 10, "one-sided: {counts:?}");
    layered
}

#[test]
fn slicing() {
    let layered = same_verdicts(blaster(), Box::new(Slice::new(blaster())), 1);
    assert!(counter(&*layered, "slice", "split") > 20);
}

#[test]
fn caching() {
    let layered = same_verdicts(blaster(), Box::new(Cache::new(blaster())), 2);
    assert!(counter(&*layered, "cache", "exact") > 5);
    assert!(counter(&*layered, "cache", "sat_superset") > 5);
    assert!(counter(&*layered, "cache", "unsat_subset") > 5);
}

#[test]
fn slicing_over_caching() {
    // A cached model may speak of variables of other parts.
    let layered = same_verdicts(blaster(), Box::new(Slice::new(Box::new(Cache::new(blaster())))), 3);
    assert!(counter(&*layered, "cache", "sat_superset") > 0);
    assert!(counter(&*layered, "slice", "split") > 0);
}

#[test]
fn the_cache_forgets_when_terms_are_collected() {
    let mut terms = Terms::new();
    let mut cache = Cache::new(blaster());
    let x = named(&mut terms, 8, 0);
    let five = terms.bits(8, 5);
    let same = terms.eq(x, five);
    assert!(cache.check(&mut terms, &[same]).is_sat());
    assert!(cache.check(&mut terms, &[same]).is_sat());
    assert_eq!(counter(&cache, "cache", "exact"), 1);
    terms.collect(&mut [same].into_iter());
    assert!(cache.check(&mut terms, &[same]).is_sat());
    assert_eq!(counter(&cache, "cache", "exact"), 1);
}

#[test]
fn timing_and_logging() {
    let log: Rc<RefCell<Vec<String>>> = Rc::default();
    let sink = log.clone();
    let sink = move |l: &Logged<'_>| sink.borrow_mut().push(format!("{} {:?} {}", l.number, l.answer, l.script));
    let logged = QueryLog::new(Box::new(Timing::new(blaster())), Box::new(sink));
    let layered = same_verdicts(blaster(), Box::new(logged), 4);
    assert_eq!(counter(&*layered, "timing", "queries"), 300);
    assert!(counter(&*layered, "timing", "total_ns") > 0);
    let log = log.borrow();
    assert_eq!(log.len(), 300);
    assert!(log.iter().all(|l| l.contains("(check-sat)")));
}

#[test]
fn cross_checking() {
    let layered = same_verdicts(blaster(), Box::new(CrossCheck::new(blaster(), Box::new(Z3::new(limits())))), 5);
    assert_eq!(counter(&*layered, "cross-check", "compared"), 300);
    assert_eq!(counter(&*layered, "cross-check", "disagreements"), 0);
}

/// Answers what it is told to.
struct Liar(Answer);

impl Solver for Liar {
    fn check(&mut self, _: &mut Terms, _: &[Term]) -> Answer {
        self.0.clone()
    }
    fn name(&self) -> &str {
        "liar"
    }
}

#[test]
fn a_disagreement_is_reported_and_recorded() {
    let mut terms = Terms::new();
    let x = named(&mut terms, 1, 0);
    let cross = CrossCheck::new(Box::new(Liar(Answer::Unsat(Core::all()))), blaster());
    let record = cross.record();
    let mut cross = cross;
    assert!(matches!(cross.check(&mut terms, &[x]), Answer::Unknown(Why::Failed(_))));
    assert_eq!(record.borrow().len(), 1);
    assert!(record.borrow()[0].contains("(assert"));
    let mut unsure = CrossCheck::new(blaster(), Box::new(Liar(Answer::Unknown(Why::Time))));
    assert!(unsure.check(&mut terms, &[x]).is_sat());
}

#[test]
fn a_wrong_model_is_caught() {
    let mut terms = Terms::new();
    let x = named(&mut terms, 1, 0);
    let mut validate = Validate::new(Box::new(Liar(Answer::Sat(Model::new()))));
    assert!(matches!(validate.check(&mut terms, &[x]), Answer::Unknown(Why::Failed(_))));
    let layered = same_verdicts(blaster(), Box::new(Validate::new(blaster())), 6);
    assert!(counter(&*layered, "validate", "validated") > 10);
    assert_eq!(counter(&*layered, "validate", "wrong"), 0);
}

#[test]
fn routing() {
    let route = Route::new(blaster(), Box::new(Z3::new(limits())));
    let layered = same_verdicts(blaster(), Box::new(route), 7);
    assert_eq!(counter(&*layered, "z3", "queries"), 0);
    let mut route = Route::new(blaster(), Box::new(Z3::new(limits())));
    let mut terms = Terms::new();
    let x = named(&mut terms, 32, 0);
    let y = named(&mut terms, 32, 1);
    let sum = terms.fadd(FloatKind::F32, x, y);
    let nan = terms.funordered(FloatKind::F32, sum, sum);
    assert!(route.check(&mut terms, &[nan]).is_sat());
    assert_eq!((counter(&route, "route", "lowered"), counter(&route, "z3", "queries")), (1, 0));
    // A square root has no circuit.
    let root = terms.fsqrt(FloatKind::F32, x);
    let nan = terms.funordered(FloatKind::F32, root, root);
    assert!(route.check(&mut terms, &[nan]).is_sat());
    assert_eq!((counter(&route, "route", "lowered"), counter(&route, "z3", "queries")), (1, 1));
    // What the blaster gives up on gets a second chance.
    let mut giving_up = Route::new(Box::new(Liar(Answer::Unknown(Why::Conflicts))), blaster());
    let bit = named(&mut terms, 1, 1);
    assert!(giving_up.check(&mut terms, &[bit]).is_sat());
    assert_eq!(counter(&giving_up, "route", "second_chances"), 1);
}

#[test]
fn all_stacks_agree() {
    for bits in 0..16 {
        let config = SolverConfig {
            limits: limits(),
            cross_check: bits == 15,
            cache: bits & 1 != 0,
            slicing: bits & 2 != 0,
            integers: bits & 8 != 0,
            validate: bits & 4 != 0,
            stop: None,
            starter: None,
        };
        let layered = same_verdicts(blaster(), stack(&config), 8 + bits / 8);
        assert_eq!(counter(&*layered, "timing", "unknown"), 0);
    }
}

/// Says the same to every question.
struct Stubborn(Answer);

impl Solver for Stubborn {
    fn check(&mut self, _terms: &mut Terms, _asserts: &[Term]) -> Answer {
        self.0.clone()
    }
    fn name(&self) -> &str {
        "stubborn"
    }
}

#[test]
fn an_audit_objects_to_what_the_domains_rule_out() {
    use homing_solver::path::{Audit, Context, May, Origin, Path};
    use homing_term::VarKey;
    let audited = |second: Answer| {
        let mut cx = Context::new(Terms::new(), stack(&SolverConfig::default()));
        cx.audit = Some(Audit::new(Box::new(Stubborn(second))));
        let x = cx.terms.var(8, VarKey::Named("x".into()));
        let ten = cx.terms.bits(8, 10);
        let (small, large) = (cx.terms.ult(x, ten), cx.terms.ugt(x, ten));
        let mut path = Path::new();
        let May::Yes(witness) = path.may(&mut cx, small) else { panic!("nothing speaks against x < 10") };
        path.add(&mut cx, small, witness, Origin::default());
        let answer = path.may(&mut cx, large);
        let range = path.range(&mut cx, x);
        (answer, range, cx.audit.unwrap().wrong.len())
    };
    let (answer, range, wrong) = audited(Answer::Unsat(Core::all()));
    assert!(answer.is_no() && range == (0, 9) && wrong == 0);
    let (answer, range, wrong) = audited(Answer::Sat(Model::new()));
    assert!(matches!(answer, May::Unknown(_)) && range == (0, 255) && wrong == 2);
}
