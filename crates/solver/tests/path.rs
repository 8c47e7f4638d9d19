//! Path conditions, one behaviour at a time.

use homing_solver::path::{Context, Decision, May, Origin, Path, Values, Witness};
use homing_solver::{Answer, Solver, SolverConfig, Why, stack};
use homing_term::{Term, Terms, VarKey};
use std::cell::RefCell;
use std::rc::Rc;

/// Records how many assertions each query had; optionally gives up.
struct Probe {
    inner: Box<dyn Solver>,
    sizes: Rc<RefCell<Vec<usize>>>,
    gives_up: bool,
}

impl Solver for Probe {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        self.sizes.borrow_mut().push(asserts.len());
        if self.gives_up { Answer::Unknown(Why::Conflicts) } else { self.inner.check(terms, asserts) }
    }

    fn name(&self) -> &str {
        "probe"
    }
}

fn context() -> Context {
    Context::new(Terms::new(), stack(&SolverConfig::default()))
}

fn probed(gives_up: bool) -> (Context, Rc<RefCell<Vec<usize>>>) {
    let sizes = Rc::new(RefCell::new(Vec::new()));
    let probe = Probe { inner: stack(&SolverConfig::default()), sizes: sizes.clone(), gives_up };
    (Context::new(Terms::new(), Box::new(probe)), sizes)
}

fn var(cx: &mut Context, w: u32, name: &str) -> Term {
    cx.terms.var(w, VarKey::Named(name.into()))
}

fn word(cx: &mut Context, name: &str) -> Term {
    let bytes: Vec<Term> = (0..4).map(|i| var(cx, 8, &format!("{name}{i}"))).collect();
    bytes[1..].iter().fold(bytes[0], |low, &high| cx.terms.concat(high, low))
}

fn num(cx: &mut Context, w: u32, v: u64) -> Term {
    cx.terms.bits(w, v)
}

fn yes(may: May) -> Witness {
    match may {
        May::Yes(witness) => witness,
        other => panic!("expected yes, got {other:?}"),
    }
}

/// Adds a condition that must be possible.
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
fn constants_need_nothing() {
    let mut cx = context();
    let mut path = Path::new();
    let (t, f) = (cx.terms.tru(), cx.terms.fls());
    assert!(surely(&path.decide(&mut cx, t)));
    let d = path.decide(&mut cx, f);
    assert!(d.yes.is_no() && d.no.is_yes());
    assume(&mut cx, &mut path, t);
    assert_eq!((path.len(), path.is_empty()), (0, true));
    assert_eq!(cx.stats.by_constant, 5);
}

#[test]
fn clones_go_different_ways() {
    let mut cx = context();
    for make in [|cx: &mut Context| var(cx, 32, "x"), |cx: &mut Context| word(cx, "y")] {
        let x = make(&mut cx);
        let (ten, five) = (num(&mut cx, 32, 10), num(&mut cx, 32, 5));
        let small = cx.terms.ult(x, ten);
        let tiny = cx.terms.ult(x, five);
        let not_tiny = cx.terms.not(tiny);
        let mut base = Path::new();
        assume(&mut cx, &mut base, small);
        let d = base.decide(&mut cx, tiny);
        let (mut left, mut right) = (base.clone(), base.clone());
        left.add(&mut cx, tiny, yes(d.yes), Origin::default());
        right.add(&mut cx, not_tiny, yes(d.no), Origin::default());
        assert_eq!(left.range(&mut cx, x), (0, 4));
        assert_eq!(right.range(&mut cx, x), (5, 9));
        assert_eq!(base.range(&mut cx, x), (0, 9));
        assert_eq!(left.values(&mut cx, x, 20), Values::Complete(vec![0, 1, 2, 3, 4]));
        assert_eq!(right.values(&mut cx, x, 20), Values::Complete(vec![5, 6, 7, 8, 9]));
        assert!(matches!(base.values(&mut cx, x, 9), Values::More(v) if v.len() == 9));
        assert_eq!((right.min(&mut cx, x), right.max(&mut cx, x)), (Ok(5), Ok(9)));
        assert!(left.eval64(&mut cx, x) < 5 && (5..10).contains(&right.eval64(&mut cx, x)));
    }
    assert_eq!(cx.stats.solver_calls, 0);
}

#[test]
fn a_fork_that_joins_parts_leaves_its_sibling_split() {
    let mut cx = context();
    let (a, b) = (var(&mut cx, 8, "a"), var(&mut cx, 8, "b"));
    let (ten, twenty) = (num(&mut cx, 8, 10), num(&mut cx, 8, 20));
    let mut path = Path::new();
    for t in [a, b] {
        let above = cx.terms.ugt(t, ten);
        assume(&mut cx, &mut path, above);
    }
    let alone = path.clone();
    let sum = cx.terms.add(a, b);
    let joined = cx.terms.eq(sum, twenty);
    assume(&mut cx, &mut path, joined);
    // 11 + 9 + 256: the sum has to wrap around, so neither can be small.
    let small = cx.terms.ult(a, twenty);
    assert!(path.may(&mut cx, small).is_no());
    assert!(both(&alone.decide(&mut cx, small)));
    assert_eq!(alone.len(), 2);
    assert_eq!(path.len(), 3);
}

#[test]
fn constraints_come_back_in_order_with_their_origins() {
    let mut cx = context();
    let x = var(&mut cx, 8, "x");
    let mut path = Path::new();
    let mut expected = Vec::new();
    for i in 0..50 {
        let bound = num(&mut cx, 8, 200 - i);
        let cond = cx.terms.ult(x, bound);
        let origin = Origin { func: 1, block: 2, inst: i as u32, trail: i };
        let witness = yes(path.may(&mut cx, cond));
        path.add(&mut cx, cond, witness, origin);
        expected.push((cond, origin));
    }
    assert_eq!(path.constraints().collect::<Vec<_>>(), expected);
    assert!(expected.iter().all(|e| path.roots().any(|r| r == e.0)));
}

#[test]
fn only_the_touched_part_reaches_the_solver() {
    let (mut cx, sizes) = probed(false);
    cx.use_domains = false;
    cx.use_models = false;
    let mut path = Path::new();
    for i in 0..20 {
        let (x, y) = (var(&mut cx, 8, &format!("x{i}")), var(&mut cx, 8, &format!("y{i}")));
        let cond = cx.terms.ult(x, y);
        assume(&mut cx, &mut path, cond);
    }
    sizes.borrow_mut().clear();
    let (x, y) = (var(&mut cx, 8, "x3"), var(&mut cx, 8, "y7"));
    let (cond, other) = (cx.terms.ult(x, y), cx.terms.ult(y, x));
    assume(&mut cx, &mut path, cond);
    assert!(path.may(&mut cx, other).is_no());
    assert_eq!(*sizes.borrow(), [3, 4]);
}

#[test]
fn what_later_constraints_imply_is_not_sent() {
    let (mut cx, sizes) = probed(false);
    let (x, y) = (var(&mut cx, 32, "x"), var(&mut cx, 32, "y"));
    let mut path = Path::new();
    for i in 0..100 {
        let i = num(&mut cx, 32, i);
        let cond = cx.terms.slt(i, x);
        assume(&mut cx, &mut path, cond);
    }
    assert_eq!(path.len(), 100);
    // x * y == 77 with x > 99: only the last bound and the product matter.
    let product = cx.terms.mul(x, y);
    let c = num(&mut cx, 32, 77);
    let cond = cx.terms.eq(product, c);
    cx.use_models = false;
    assert!(path.may(&mut cx, cond).is_yes());
    assert_eq!(*sizes.borrow(), [2]);
}

#[test]
fn an_answer_is_remembered() {
    let (mut cx, sizes) = probed(false);
    cx.use_models = false;
    let (x, y) = (var(&mut cx, 32, "x"), var(&mut cx, 32, "y"));
    let product = cx.terms.mul(x, y);
    let c = num(&mut cx, 32, 77);
    let cond = cx.terms.eq(product, c);
    let path = Path::new();
    for _ in 0..3 {
        assert!(both(&path.decide(&mut cx, cond)));
    }
    assert_eq!(sizes.borrow().len(), 2);
    assert_eq!(cx.stats.by_cache, 4);
    // Freed ids may come to mean other terms: nothing may be remembered by them.
    cx.terms.collect(&mut [x, y, cond].into_iter());
    assert!(both(&path.decide(&mut cx, cond)));
    assert_eq!(sizes.borrow().len(), 4);
}

#[test]
fn unknown_is_passed_on() {
    let (mut cx, _) = probed(true);
    let (x, y) = (var(&mut cx, 32, "x"), var(&mut cx, 32, "y"));
    let (xx, yy) = (cx.terms.mul(x, x), cx.terms.mul(y, y));
    let sum = cx.terms.add(xx, yy);
    let c = num(&mut cx, 32, 0x1234_5677);
    let cond = cx.terms.eq(sum, c);
    let mut path = Path::new();
    let d = path.decide(&mut cx, cond);
    assert!(matches!(d.yes, May::Unknown(Why::Conflicts)), "{d:?}");
    assert!(d.no.is_yes());
    assert!(matches!(path.values(&mut cx, cond, 4), Values::Unknown(Why::Conflicts)));
    assert_eq!(path.max(&mut cx, cond), Err(Why::Conflicts));
    // An unknown is not remembered as an answer.
    cx.solver = stack(&SolverConfig::default());
    let not = cx.terms.not(cond);
    path.add(&mut cx, not, yes(d.no), Origin::default());
    assert!(path.may(&mut cx, cond).is_no());
}

#[test]
fn switch_over_a_word_needs_no_solver() {
    let mut cx = context();
    for make in [|cx: &mut Context| var(cx, 32, "x"), |cx: &mut Context| word(cx, "y")] {
        let x = make(&mut cx);
        let mut rest = Path::new();
        for case in (0..50).map(|c| c * 7) {
            let c = num(&mut cx, 32, case);
            let hit = cx.terms.eq(x, c);
            let d = rest.decide(&mut cx, hit);
            assert!(both(&d));
            let mut taken = rest.clone();
            taken.add(&mut cx, hit, yes(d.yes), Origin::default());
            assert_eq!(taken.values(&mut cx, x, 1), Values::Complete(vec![case]));
            let miss = cx.terms.not(hit);
            rest.add(&mut cx, miss, yes(d.no), Origin::default());
            assert!(rest.may(&mut cx, hit).is_no());
        }
        let limit = num(&mut cx, 32, 5);
        let small = cx.terms.ult(x, limit);
        assume(&mut cx, &mut rest, small);
        assert_eq!(rest.values(&mut cx, x, 9), Values::Complete(vec![1, 2, 3, 4]));
    }
    assert_eq!(cx.stats.solver_calls, 0);
}

#[test]
fn orders_are_transitive_without_a_solver() {
    let mut cx = context();
    for make in [|cx: &mut Context, i: u32| var(cx, 32, &format!("x{i}")), |cx: &mut Context, i: u32| word(cx, &format!("w{i}_"))]
    {
        let xs: Vec<Term> = (0..8).map(|i| make(&mut cx, i)).collect();
        let mut path = Path::new();
        for pair in xs.windows(2) {
            let cond = cx.terms.slt(pair[0], pair[1]);
            assume(&mut cx, &mut path, cond);
        }
        let (forward, backward) = (cx.terms.slt(xs[0], xs[7]), cx.terms.sle(xs[7], xs[2]));
        assert!(surely(&path.decide(&mut cx, forward)));
        assert!(path.may(&mut cx, backward).is_no());
        if cx.terms.as_var(xs[0]).is_some() {
            let same = cx.terms.eq(xs[1], xs[6]);
            assert!(path.may(&mut cx, same).is_no());
        }
        assert_eq!(cx.stats.solver_calls, 0);
        // Signed order says nothing about unsigned order.
        let other_order = cx.terms.ult(xs[7], xs[0]);
        assert!(path.may(&mut cx, other_order).is_yes());
        cx.stats.solver_calls = 0;
    }
}

#[test]
fn bounds_pass_through_comparisons() {
    let mut cx = context();
    let (i, n) = (var(&mut cx, 32, "i"), var(&mut cx, 32, "n"));
    let (ten, zero) = (num(&mut cx, 32, 10), num(&mut cx, 32, 0));
    let mut path = Path::new();
    let bounded = cx.terms.sle(n, ten);
    let positive = cx.terms.sle(zero, i);
    let inside = cx.terms.slt(i, n);
    for cond in [bounded, positive, inside] {
        assume(&mut cx, &mut path, cond);
    }
    assert_eq!(path.range(&mut cx, i), (0, 9));
    assert_eq!(path.range(&mut cx, n), (1, 10));
    let four = num(&mut cx, 32, 4);
    let offset = cx.terms.mul(i, four);
    assert_eq!(path.range(&mut cx, offset), (0, 36));
    assert_eq!(path.max(&mut cx, offset), Ok(36));
}

#[test]
fn conjunctions_are_taken_apart() {
    let (mut cx, sizes) = probed(false);
    let mut path = Path::new();
    let mut all = cx.terms.tru();
    for i in 0..6 {
        let x = var(&mut cx, 8, &format!("x{i}"));
        let c = num(&mut cx, 8, 65 + i);
        let eq = cx.terms.eq(x, c);
        all = cx.terms.and(all, eq);
    }
    assume(&mut cx, &mut path, all);
    for i in 0..6 {
        let x = var(&mut cx, 8, &format!("x{i}"));
        assert_eq!(path.range(&mut cx, x), (65 + i, 65 + i));
        assert_eq!(path.eval64(&mut cx, x), 65 + i);
    }
    assert!(sizes.borrow().len() <= 1);
}

#[test]
fn terms_of_other_sorts_are_carried() {
    let mut cx = context();
    let i = cx.terms.int_var(VarKey::Named("i".into()));
    let a = cx.terms.array_var(32, 8, VarKey::Named("a".into()));
    let seven = cx.terms.int(7);
    let at = num(&mut cx, 32, 3);
    let elem = cx.terms.select(a, at);
    let five = num(&mut cx, 8, 5);
    let (big, set) = (cx.terms.ilt(seven, i), cx.terms.eq(elem, five));
    let mut path = Path::new();
    for cond in [big, set] {
        assume(&mut cx, &mut path, cond);
    }
    assert_eq!((path.eval64(&mut cx, big), path.eval64(&mut cx, elem)), (1, 5));
    let nine = cx.terms.int(9);
    let bigger = cx.terms.ilt(nine, i);
    assert!(both(&path.decide(&mut cx, bigger)));
    let seen = cx.terms.eq(elem, five);
    assert!(surely(&path.decide(&mut cx, seen)));
}

#[test]
fn thousands_of_variables_stay_cheap_to_fork() {
    let mut cx = context();
    let mut path = Path::new();
    for i in 0..3000 {
        let x = var(&mut cx, 8, &format!("x{i}"));
        let c = num(&mut cx, 8, i % 200);
        let cond = cx.terms.ult(c, x);
        assume(&mut cx, &mut path, cond);
    }
    let mut forks = Vec::new();
    for i in 0..3000 {
        let x = var(&mut cx, 8, &format!("x{i}"));
        let c = num(&mut cx, 8, 255);
        let cond = cx.terms.eq(x, c);
        let mut fork = path.clone();
        assume(&mut cx, &mut fork, cond);
        forks.push(fork);
    }
    assert!(forks.iter().all(|f| f.bytes() < 4000), "{}", forks[0].bytes());
    assert_eq!(cx.stats.solver_calls, 0);
    let all = cx.terms.len();
    assert!(all < 20_000);
}

/// Conditions hundreds of thousands of levels deep: none of the layers may go down them by recursion.
#[test]
fn deep_conditions_need_no_stack() {
    const DEPTH: u32 = 300_000;
    let mut cx = context();
    let x = cx.terms.var(32, VarKey::Fresh { tag: 0, n: 0 });
    let y = cx.terms.var(32, VarKey::Fresh { tag: 0, n: 1 });
    let (mut all, mut any, mut product) = (cx.terms.tru(), cx.terms.fls(), x);
    for n in 0..DEPTH {
        let k = cx.terms.bits(32, u64::from(n) + 1);
        let scaled = cx.terms.mul(y, k);
        let above = cx.terms.ule(x, scaled);
        all = cx.terms.and(all, above);
        let below = cx.terms.ult(scaled, x);
        any = cx.terms.or(any, below);
        product = cx.terms.mul(product, y);
    }
    let mut path = Path::new();
    let May::Yes(witness) = path.may(&mut cx, all) else { panic!("x = y = 0 satisfies all") };
    path.add(&mut cx, all, witness, Origin::default());
    let zero = cx.terms.bits(32, 0);
    let nothing = cx.terms.eq(product, zero);
    assert!(path.may(&mut cx, nothing).is_yes());
    assert_eq!(path.range(&mut cx, product), (0, u64::from(u32::MAX)));
    let no = cx.terms.not(any);
    let mut other = Path::new();
    let May::Yes(witness) = other.may(&mut cx, no) else { panic!("x = y = 0 satisfies it") };
    other.add(&mut cx, no, witness, Origin::default());
    assert_eq!(other.eval64(&mut cx, any), 0);
}

/// What holds for all values of the variables needs neither a model nor a solver.
#[test]
fn known_bits_of_long_sums_decide() {
    let mut cx = context();
    let mut y = cx.terms.bits(32, 1);
    let (zero, two) = (cx.terms.bits(32, 0), cx.terms.bits(32, 2));
    let path = Path::new();
    for n in 0..5000 {
        let x = cx.terms.var(32, VarKey::Fresh { tag: 0, n });
        let twice = cx.terms.mul(x, two);
        y = cx.terms.add(y, twice);
        let is_zero = cx.terms.eq(y, zero);
        let d = path.decide(&mut cx, is_zero);
        assert!(d.yes.is_no() && d.no.is_yes());
    }
    assert_eq!((cx.stats.by_constant, cx.stats.by_domain), (2, 9998));
}
