//! Integers: terms built through the rules mean what the same terms built raw mean, sums and their comparisons have one
//! form, numbers of any size.

mod common;

use common::*;
use homing_term::{BigInt, Model, Op, Term, Terms, Value, VarId};

const BINARY: &[&str] = &["iadd", "isub", "imul", "idiv", "irem", "iadd", "isub"];
const COMPARE: &[&str] = &["eq", "ne", "ile", "ilt"];

/// Terms built twice, in a store with rules and in one without.
struct Pair {
    smart: Terms,
    raw: Terms,
    ints: Vec<(Term, Term)>,
    bits: Vec<(Term, Term)>,
    rng: Rng,
}

impl Pair {
    fn new(seed: u64) -> Pair {
        let (mut smart, mut raw) = (Terms::new(), Terms::raw());
        let mut ints = Vec::new();
        for n in ["i", "j", "k"] {
            ints.push((smart.int_var(named(n)), raw.int_var(named(n))));
        }
        let bits = vec![(smart.var(1, named("p")), raw.var(1, named("p")))];
        Pair { smart, raw, ints, bits, rng: Rng::new(seed) }
    }

    fn number(&mut self) -> BigInt {
        let n = self.rng.next();
        match self.rng.below(8) {
            0 => BigInt::from(n) * BigInt::from(n) * BigInt::from(n) - BigInt::from(u128::MAX),
            1 => BigInt::from(n as i64),
            2 => BigInt::from(i64::MIN),
            3 => BigInt::from(i128::MIN),
            _ => BigInt::from((n % 13) as i64 - 6),
        }
    }

    fn operand(&mut self) -> (Term, Term) {
        if self.rng.below(3) == 0 {
            let v = self.number();
            return (self.smart.int_big(v.clone()), self.raw.int_big(v));
        }
        let n = self.ints.len();
        let i = if self.rng.below(2) == 0 { n - 1 - self.rng.below(n.min(4)) } else { self.rng.below(n) };
        self.ints[i]
    }

    fn step(&mut self) {
        let (a, b) = (self.operand(), self.operand());
        let c = self.bits[self.rng.below(self.bits.len())];
        let (op, cmp) = (BINARY[self.rng.below(BINARY.len())], COMPARE[self.rng.below(COMPARE.len())]);
        let w = 1 + self.rng.below(90) as u32;
        let kind = self.rng.below(12);
        let signed = self.rng.below(2) == 0;
        let make = |s: &mut Terms, a: Term, b: Term, c: Term| match kind {
            0..6 => apply2(s, op, a, b),
            6..8 => apply2(s, cmp, a, b),
            8 => s.ineg(a),
            9 => {
                let t = s.int2bits(a, w);
                s.bits2int(t, signed)
            }
            10 => s.and(a, b),
            _ => s.ite(c, a, b),
        };
        let (x, y) = if kind == 10 {
            let d = self.bits[self.rng.below(self.bits.len())];
            (make(&mut self.smart, c.0, d.0, c.0), make(&mut self.raw, c.1, d.1, c.1))
        } else {
            (make(&mut self.smart, a.0, b.0, c.0), make(&mut self.raw, a.1, b.1, c.1))
        };
        if matches!(kind, 6 | 7 | 10) {
            self.bits.push((x, y));
        } else {
            self.ints.push((x, y));
        }
    }

    fn check(&mut self) {
        let mut m = Model::new();
        for v in 0..3 {
            let x = self.number();
            m.set(VarId(v), Value::Int(x));
        }
        m.set64(VarId(3), self.rng.below(2) as u64);
        for &(smart, raw) in self.ints.iter().chain(&self.bits) {
            let (x, y) = (self.smart.eval(smart, &m), self.raw.eval(raw, &m));
            assert_eq!(x, y, "{}\n is not\n{}\n under {m:?}", self.smart.display(smart), self.raw.display(raw));
        }
    }
}

#[test]
fn rules_keep_the_meaning() {
    for seed in 0..6000 {
        let mut p = Pair::new(seed);
        for _ in 0..20 {
            p.step();
        }
        for _ in 0..6 {
            p.check();
        }
    }
}

fn total(s: &mut Terms, xs: &[(Term, i64)]) -> Term {
    let zero = s.int(0);
    xs.iter().fold(zero, |t, &(x, by)| {
        let by = s.int(by.into());
        let x = s.imul(x, by);
        s.iadd(t, x)
    })
}

#[test]
fn order_does_not_matter() {
    let mut rng = Rng::new(5);
    for round in 0..300 {
        let mut s = Terms::new();
        let vars: Vec<Term> = (0..5).map(|i| s.int_var(named(&format!("i{i}")))).collect();
        let product = s.imul(vars[0], vars[1]);
        let n = 2 + round % 9;
        let mut xs: Vec<(Term, i64)> = (0..n)
            .map(|_| {
                let t = *[vars[rng.below(5)], product, s.int(rng.below(9) as i128)].get(rng.below(3)).expect("one of three");
                (t, rng.below(11) as i64 - 5)
            })
            .collect();
        let first = total(&mut s, &xs);
        for _ in 0..4 {
            for i in (1..xs.len()).rev() {
                xs.swap(i, rng.below(i + 1));
            }
            let again = total(&mut s, &xs);
            let (left, right) = xs.split_at(n / 2);
            let (p, q) = (total(&mut s, left), total(&mut s, right));
            let halves = s.iadd(p, q);
            assert_eq!(first, again);
            assert_eq!(first, halves);
            let nothing = s.isub(halves, again);
            assert_eq!(s.as_int64(nothing), Some(0));
        }
    }
}

/// Every way to write one comparison is the same term, and its negation the complement.
#[test]
fn comparisons_have_one_form() {
    let mut s = Terms::new();
    let t = Text { w: 8, consts: &[0, 0, 0] };
    let same = |s: &mut Terms, texts: &[&str]| {
        let built: Vec<Term> = texts.iter().map(|x| t.build(s, x)).collect();
        for (i, x) in built.iter().enumerate() {
            assert_eq!(*x, built[0], "{} is not {}", texts[i], texts[0]);
        }
        built[0]
    };
    let a = same(
        &mut s,
        &[
            "(ilt i j)",
            "(ile (iadd i #1) j)",
            "(not (ile j i))",
            "(ilt (imul i #3) (imul j #3))",
            "(ilt (isub i j) #0)",
            "(ile #1 (isub j i))",
            "(ilt (iadd i #7) (iadd #7 j))",
        ],
    );
    let b = same(&mut s, &["(ile j i)", "(not (ilt i j))", "(ile #0 (isub i j))"]);
    let (both, either) = (s.and(a, b), s.or(a, b));
    assert!(s.is_false(both) && s.is_true(either));
    same(&mut s, &["(eq i j)", "(eq (isub j i) #0)", "(eq (imul i #2) (iadd j j))", "(not (ne i j))"]);
    same(&mut s, &["(ile i #2)", "(ilt i #3)", "(ile (imul i #4) #11)", "(ilt #-3 (ineg i))", "(ile (idiv i #2) #1)"][..4]);
}

/// A chain far longer than the window costs a bounded number of nodes per addition.
#[test]
fn long_sums_stay_cheap() {
    let n = 5000;
    let mut s = Terms::new();
    let xs: Vec<Term> = (0..n).map(|i| s.int_var(named(&format!("i{i}")))).collect();
    let before = s.len();
    let up = xs.iter().fold(xs[0], |t, &x| s.iadd(t, x));
    assert!(s.len() - before <= 3 * n, "{} nodes", s.len() - before);
    let down = xs.iter().rev().fold(up, |t, &x| s.iadd(t, x));
    assert!(s.len() - before <= 120 * n);
    let mut m = Model::new();
    (0..n as u32).for_each(|v| m.set_int64(VarId(v), 1));
    assert_eq!(s.eval(up, &m), Value::Int((n + 1).into()));
    assert_eq!(s.eval(down, &m), Value::Int((2 * n + 1).into()));
    assert_eq!(s.op(up), Op::IAdd);
}

#[test]
fn models_hold_numbers_of_any_size() {
    let (a, b) = (VarId(3), VarId(7));
    let big: BigInt = BigInt::from(i64::MAX) + 1;
    let mut m = Model::new();
    m.set_int64(b, -5);
    m.set_int(a, big.clone());
    m.set64(VarId(5), 9);
    assert_eq!((m.get_int64(a), m.get_int(a)), (None, Some(big.clone())));
    assert_eq!((m.get_int64(b), m.get(b)), (Some(-5), Some(Value::Int((-5).into()))));
    assert!(m.is_about(&[a, VarId(5), b]) && !m.is_about(&[a, b]) && !m.is_about(&[a, VarId(6), b]));
    m.set_int(a, 1.into());
    m.set_int(b, big.clone());
    assert_eq!((m.get_int64(a), m.get_int64(b), m.len()), (Some(1), None, 3));
    let mut other = Model::new();
    other.set_int64(b, 4);
    other.set_int(a, big.clone());
    m.merge(&other);
    assert_eq!((m.get_int(a), m.get_int64(b), m.len()), (Some(big), Some(4), 3));
    let mut copy = Model::new();
    assert!(copy.copy_from(&m, a) && copy.copy_from(&m, b) && !copy.copy_from(&m, VarId(8)));
    m.remove(VarId(5));
    assert_eq!(copy, m);
}

#[test]
fn numbers_survive_collection() {
    let mut s = Terms::new();
    let (i, five) = (s.int_var(named("i")), s.int(5));
    let keep = s.ile(i, five);
    s.int(77);
    s.collect(&mut [keep].into_iter());
    let (a, b) = (s.int(77), s.int(5));
    assert_eq!((s.as_int64(a), s.as_int64(b), b), (Some(77), Some(5), five));
}
