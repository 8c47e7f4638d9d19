//! The store: interning, evaluation, support, substitution, collection, text.

mod common;

use common::*;
use homing_term::{ArrayValue, BigInt, Model, Op, Sort, Term, Terms, Value, VarId, VarKey};
use std::rc::Rc;

fn x(s: &mut Terms, w: u32, name: &str) -> Term {
    s.var(w, named(name))
}

#[test]
fn equal_structure_is_one_term() {
    let mut s = Terms::new();
    let (a, b) = (x(&mut s, 32, "a"), x(&mut s, 32, "b"));
    assert_eq!(s.add(a, b), s.add(b, a));
    assert_ne!(s.sub(a, b), s.sub(b, a));
    assert_eq!(x(&mut s, 32, "a"), a);
    assert_ne!(x(&mut s, 8, "a"), a);
    let (v, w) = (s.bits_wide(100, &[1, 2]), s.bits_wide(100, &[1, 2, 3]));
    assert_eq!(v, w);
    assert_eq!(s.as_wide(v), Some(vec![1, 2]));
    assert_eq!(s.as_const(v), None);
    assert_eq!(s.bits(8, 0x1ff), s.bits(8, 0xff));
    assert!(matches!(s.op(v), Op::Const));
}

#[test]
fn a_term_takes_four_bytes_and_a_node_sixteen() {
    assert_eq!(std::mem::size_of::<Option<Term>>(), 4);
    let mut s = Terms::new();
    let mut t = x(&mut s, 64, "a");
    let b = x(&mut s, 64, "b");
    for _ in 0..1 << 20 {
        t = s.mul(t, b);
    }
    // Node, table entry at the lowest load, spare room of the vector.
    assert!(s.bytes() < (1 << 20) * (2 * 16 + 4 * 8) + (1 << 20), "{}", s.bytes());
}

#[test]
fn variables_have_keys_and_sorts() {
    let mut s = Terms::new();
    let key = VarKey::Input { input: 1, offset: 7 };
    let t = s.var(8, key.clone());
    let v = s.as_var(t).expect("a variable");
    assert_eq!(s.var_info(v).key, key);
    assert_eq!(s.var_info(v).sort, Sort::Bits(8));
    assert_eq!(s.var_info(v).term, t);
    let a = s.array_var(32, 8, named("a"));
    assert_eq!(s.sort(a), Sort::Array { index: 32, elem: 8 });
    assert_eq!(format!("{v} {t}"), "x0 t3");
}

#[test]
fn evaluation_reads_missing_variables_as_zero() {
    let mut s = Terms::new();
    let (a, b) = (x(&mut s, 8, "a"), x(&mut s, 8, "b"));
    let t = s.sub(a, b);
    let mut m = Model::new();
    m.set64(s.as_var(b).expect("a variable"), 3);
    assert_eq!(s.eval64(t, &m), 0xfd);
    assert_eq!(s.eval64(t, &Model::new()), 0);
}

/// A million levels of one operation on top of each other.
fn deep(s: &mut Terms, v: &[Term; 3], f: impl Fn(&mut Terms, Term, Term, usize) -> Term) -> Term {
    (0..1_000_000).fold(v[0], |t, i| f(s, t, v[i % 3], i))
}

#[test]
fn deep_terms_need_no_stack() {
    type Step = fn(&mut Terms, Term, Term, usize) -> Term;
    let steps: [(&str, Step); 9] = [
        ("add", |s, t, x, _| s.add(t, x)),
        ("sub", |s, t, x, _| s.sub(x, t)),
        ("mul", |s, t, x, _| s.mul(t, x)),
        ("mixed", |s, t, x, _| {
            let p = s.mul(t, x);
            s.xor(p, x)
        }),
        ("or", |s, t, x, i| {
            let k = s.bits(32, i as u64);
            let y = s.mul(x, k);
            s.or(t, y)
        }),
        ("ite, then", |s, t, x, i| {
            let k = s.bits(32, i as u64);
            let c = s.ult(x, k);
            s.ite(c, t, k)
        }),
        ("ite, else", |s, t, x, i| {
            let k = s.bits(32, i as u64);
            let c = s.ult(x, k);
            s.ite(c, k, t)
        }),
        ("extensions", |s, t, x, _| {
            let a = s.sext(t, 40);
            let b = s.zext(x, 40);
            let p = s.mul(a, b);
            s.extract(p, 3, 32)
        }),
        ("division", |s, t, x, _| s.udiv(x, t)),
    ];
    for (name, step) in steps {
        let mut s = Terms::new();
        let v = ["a", "b", "c"].map(|n| x(&mut s, 32, n));
        let t = deep(&mut s, &v, step);
        let m: Model = (0..3).map(|i| (VarId(i), u64::from(i) + 3)).collect();
        let value = s.eval64(t, &m);
        assert!(!s.support(t).is_empty(), "{name}");
        let k = s.bits(32, value);
        let holds = s.eq(t, k);
        assert_eq!(s.eval64(holds, &m), 1, "{name}");
        let less = s.ult(t, k);
        let low = s.extract(less, 0, 1);
        let narrow = s.extract(t, 0, 8);
        assert_eq!(s.eval64(low, &m), 0, "{name}");
        assert_eq!(s.eval64(narrow, &m), value & 255, "{name}");
        assert!(s.display(t).to_string().len() < 100_000, "{name}");
        let constants = [k, s.bits(32, 9), s.bits(32, 11)];
        let _ = s.substitute(t, &|v| (v.0 > 0).then_some(constants[v.0 as usize]));
        s.collect(&mut [t].into_iter());
        assert_eq!(s.eval64(t, &m), value, "{name}");
    }
}

#[test]
fn scripts_of_deep_terms_need_no_stack() {
    let mut s = Terms::new();
    let v = ["a", "b", "c"].map(|n| x(&mut s, 32, n));
    let t = deep(&mut s, &v, |s, t, x, _| s.mul(t, x));
    let c = s.eq(t, v[1]);
    assert!(s.smtlib(&[c]).len() > 1_000_000);
}

#[test]
fn wide_terms_evaluate() {
    let mut s = Terms::new();
    let a = x(&mut s, 64, "a");
    let mut t = a;
    while s.width(t) < 4096 {
        t = s.concat(t, t);
    }
    let one = s.bits_wide(4096, &[1]);
    let t = s.add(t, one);
    let t = s.mul(t, t);
    let low = s.extract(t, 0, 64);
    let mut m = Model::new();
    m.set64(VarId(0), 6);
    assert_eq!(s.eval64(low, &m), 49);
    let Value::Bits { w, words } = s.eval(t, &m) else {
        panic!("not a bit vector");
    };
    assert_eq!((w, words.len(), words[0], words[1]), (4096, 64, 49, 84));
}

/// Long concatenations neither overflow the stack nor lose bits.
#[test]
fn long_concatenations_are_taken_apart() {
    let mut s = Terms::new();
    let bits: Vec<Term> = (0..20_000).map(|i| x(&mut s, 1, &format!("b{i}"))).collect();
    let right = bits[1..].iter().fold(bits[0], |acc, &b| s.concat(b, acc));
    let left = bits[1..].iter().fold(bits[0], |acc, &b| s.concat(acc, b));
    for i in [0, 1, 7000, 19_998, 19_999] {
        assert_eq!(s.extract(right, i, 1), bits[i as usize]);
        assert_eq!(s.extract(left, i, 1), bits[19_999 - i as usize]);
    }
    let part = s.extract(right, 100, 19_000);
    assert_eq!(s.extract(part, 5, 1), bits[105]);
    let mut m = Model::new();
    m.set64(s.as_var(bits[163]).expect("a variable"), 1);
    assert_eq!(s.eval(part, &m).words().map(|w| w[0]), Some(1 << 63));
    let seven = s.extract(right, 160, 7);
    assert_eq!(s.eval64(seven, &m), 8);
    assert_eq!(s.substitute(right, &|_| None), right);
}

#[test]
fn support_is_sorted_and_survives_collection() {
    let mut s = Terms::new();
    let v: Vec<Term> = (0..5).map(|i| x(&mut s, 8, &format!("v{i}"))).collect();
    let p = s.mul(v[3], v[1]);
    let q = s.mul(p, v[4]);
    assert_eq!(&*s.support(q), &[VarId(1), VarId(3), VarId(4)]);
    assert_eq!(&*s.support(p), &[VarId(1), VarId(3)]);
    s.collect(&mut [p].into_iter());
    assert_eq!(&*s.support(p), &[VarId(1), VarId(3)]);
    // The name of `q` is free and taken by another term, with its own support.
    let r = s.mul(v[0], v[2]);
    assert_eq!(r, q);
    assert_eq!(&*s.support(r), &[VarId(0), VarId(2)]);
}

#[test]
fn collection_frees_what_no_root_reaches() {
    let mut s = Terms::new();
    let (a, b) = (x(&mut s, 32, "a"), x(&mut s, 32, "b"));
    let k = s.bits_wide(100, &[7, 7]);
    let i = s.int(12345);
    let keep = s.mul(a, b);
    let keep_wide = s.zext(keep, 100);
    let keep_wide = s.mul(keep_wide, k);
    let before = s.len();
    let mut t = keep;
    for n in 0..1000 {
        let c = s.bits(32, 1000 + 2 * n + 1);
        t = s.xor(t, c);
        t = s.mul(t, b);
        s.bits_wide(200, &[n, n, n, n]);
    }
    assert_eq!(s.generation(), 0);
    let grown = s.len();
    let freed = s.collect(&mut [keep_wide].into_iter());
    assert_eq!(s.generation(), 1);
    assert_eq!(s.len(), grown - freed);
    assert!(s.len() <= before, "{} > {before}", s.len());
    // Live terms keep their names and meaning, dead constants come back right.
    assert_eq!(s.mul(a, b), keep);
    assert_eq!(s.as_wide(k), Some(vec![7, 7]));
    let again = s.bits_wide(200, &[1, 2, 3, 4]);
    assert_eq!(s.as_wide(again), Some(vec![1, 2, 3, 4]));
    let j = s.int(12345);
    assert_eq!(s.as_int(j), Some(&BigInt::from(12345)));
    let _ = i; // freed: its name may be anything now
    let mut m = Model::new();
    m.set64(VarId(0), 3);
    m.set64(VarId(1), 2);
    assert_eq!(s.eval64(keep, &m), 6);
    assert_eq!(s.eval(keep_wide, &m).words().map(|w| w[0]), Some(42));
}

/// Building, collecting and building again gives equal terms equal names still.
#[test]
fn collection_at_random() {
    let mut rng = Rng::new(11);
    let mut s = Terms::new();
    let mut live: Vec<Term> = (0..4).map(|i| x(&mut s, 16, &format!("v{i}"))).collect();
    let m: Model = (0..4).map(|i| (VarId(i), rng.next() & 0xffff)).collect();
    let mut values: Vec<u64> = live.iter().map(|&t| s.eval64(t, &m)).collect();
    for _ in 0..200 {
        for _ in 0..50 {
            let (a, b) = (live[rng.below(live.len())], live[rng.below(live.len())]);
            let op = ["add", "mul", "xor", "udiv", "and"][rng.below(5)];
            let t = apply2(&mut s, op, a, b);
            assert_eq!(apply2(&mut s, op, a, b), t);
            live.push(t);
            values.push(s.eval64(t, &m));
        }
        while live.len() > 30 {
            let i = 4 + rng.below(live.len() - 4);
            live.swap_remove(i);
            values.swap_remove(i);
        }
        s.collect(&mut live.iter().copied());
        for (&t, &v) in live.iter().zip(&values) {
            assert_eq!(s.eval64(t, &m), v);
        }
    }
}

#[test]
fn substitution_rebuilds_through_the_rules() {
    let mut s = Terms::new();
    let (a, b) = (x(&mut s, 32, "a"), x(&mut s, 32, "b"));
    let t = s.mul(a, b);
    let t = s.add(t, a);
    let five = s.bits(32, 5);
    let map = |v: VarId| (v.0 == 0).then_some(five);
    let u = s.substitute(t, &map);
    let p = s.mul(b, five);
    assert_eq!(u, s.add(p, five));
    let both = |_| Some(five);
    let k = s.substitute(t, &both);
    assert_eq!(s.as_const(k), Some(30));
    // The replacement is not searched again.
    let swap = |v: VarId| Some(if v.0 == 0 { b } else { a });
    let w = s.substitute(t, &swap);
    let p = s.mul(a, b);
    assert_eq!(w, s.add(p, b));
}

#[test]
fn substitution_agrees_with_evaluation() {
    let mut rng = Rng::new(12);
    for _ in 0..300 {
        let mut s = Terms::new();
        let mut pool: Vec<Term> = (0..3).map(|i| x(&mut s, 8, &format!("v{i}"))).collect();
        for _ in 0..12 {
            let (a, b) = (pool[rng.below(pool.len())], pool[rng.below(pool.len())]);
            let op = ["add", "mul", "xor", "urem", "and", "lshr", "sub"][rng.below(7)];
            let t = apply2(&mut s, op, a, b);
            pool.push(t);
        }
        let t = pool[pool.len() - 1];
        let values: Vec<u64> = (0..3).map(|_| rng.word(8)).collect();
        let consts: Vec<Term> = values.iter().map(|&v| s.bits(8, v)).collect();
        let k = s.substitute(t, &|v| Some(consts[v.0 as usize]));
        let m: Model = (0..3).map(|i| (VarId(i), values[i as usize])).collect();
        assert_eq!(s.as_const(k), Some(s.eval64(t, &m)));
    }
}

#[test]
fn integers_evaluate() {
    let mut s = Terms::new();
    let (i, j) = (s.int_var(named("i")), s.int_var(named("j")));
    let mut m = Model::new();
    for (a, b) in [(7, 2), (-7, 2), (7, -2), (-7, -2), (5, 0)] {
        m.set(VarId(0), Value::Int(a.into()));
        m.set(VarId(1), Value::Int(b.into()));
        let (q, r) = (s.idiv(i, j), s.irem(i, j));
        let (want_q, want_r) = if b == 0 { (0, a) } else { (a / b, a % b) };
        assert_eq!(s.eval(q, &m), Value::Int(want_q.into()));
        assert_eq!(s.eval(r, &m), Value::Int(want_r.into()));
        let bits = s.int2bits(q, 8);
        assert_eq!(s.eval64(bits, &m), want_q as u64 & 0xff);
        let less = s.ilt(i, j);
        assert_eq!(s.eval64(less, &m), (a < b) as u64);
    }
}

#[test]
fn arrays_evaluate() {
    let mut s = Terms::new();
    let a = s.array_var(32, 8, named("a"));
    let (i, j) = (x(&mut s, 32, "i"), x(&mut s, 32, "j"));
    let (v, w) = (s.bits(8, 1), s.bits(8, 2));
    let one = s.store(a, i, v);
    let two = s.store(one, j, w);
    let read = s.select(two, i);
    let mut m = Model::new();
    m.set64(VarId(1), 5);
    assert_eq!(s.eval64(read, &m), 1);
    m.set64(VarId(2), 5);
    assert_eq!(s.eval64(read, &m), 2);
    let mut map = ArrayValue::new(32, 8, smallvec(9));
    map.set(smallvec(4), smallvec(77));
    m.set(VarId(0), Value::Array(Rc::new(map)));
    let four = s.bits(32, 4);
    let p = s.select(two, four);
    assert_eq!(s.eval64(p, &m), 77);
    let same = s.eq(one, two);
    assert_eq!(s.eval64(same, &m), 0);
    // A long chain of stores is read without building the maps.
    let mut chain = a;
    for n in 0..20_000 {
        let n = s.bits(32, n);
        let at = s.mul(i, n);
        chain = s.store(chain, at, v);
    }
    let far = s.select(chain, j);
    m.set64(VarId(2), 4);
    assert_eq!(s.eval64(far, &m), 77);
}

fn smallvec(x: u64) -> homing_term::Words {
    homing_term::Words::from_slice(&[x])
}

#[test]
fn models_merge() {
    let mut rng = Rng::new(13);
    for _ in 0..500 {
        let mut list = |n: usize| -> Vec<(VarId, u64)> { (0..n).map(|_| (VarId(rng.below(20) as u32), rng.next())).collect() };
        let (a, b) = (list(8), list(8));
        let mut m: Model = a.iter().copied().collect();
        m.merge(&b.iter().copied().collect());
        for v in (0..20).map(VarId) {
            let last = |l: &[(VarId, u64)]| l.iter().rev().find(|e| e.0 == v).map(|e| e.1);
            assert_eq!(m.get64(v), last(&b).or(last(&a)));
        }
        let keys: Vec<VarId> = m.iter64().map(|e| e.0).collect();
        assert!(keys.is_sorted());
        assert_eq!(m.len(), keys.len());
    }
}

#[test]
fn text_is_readable() {
    let mut s = Terms::new();
    let b = s.var(8, VarKey::Input { input: 0, offset: 3 });
    let seven = s.bits(8, 7);
    let t = s.mul(b, seven);
    let t = s.sext(t, 32);
    assert_eq!(s.display(t).to_string(), "(sext 32 (mul in0[3] 0x7:8))");
    let k = s.bits(32, 21);
    let e = s.ult(t, k);
    let script = s.smtlib(&[e]);
    assert!(script.contains("(declare-fun x0 () (_ BitVec 8)) ; in0[3]"), "{script}");
    assert!(script.ends_with("(check-sat)\n"));
}

/// Integers and arrays as text: Z3 agrees with evaluation at random points.
#[test]
fn smtlib_of_integers_and_arrays_agrees_with_evaluation() {
    let mut rng = Rng::new(14);
    let mut scripts = Vec::new();
    for _ in 0..60 {
        let mut s = Terms::raw();
        let (a, b) = (rng.below(21) as i128 - 10, rng.below(9) as i128 - 4);
        let (i, j) = (s.int(a), s.int(b));
        let op = ["iadd", "isub", "imul", "idiv", "irem"][rng.below(5)];
        let t = apply2(&mut s, op, i, j);
        let t = s.int2bits(t, 13);
        let t = s.bits2int(t, rng.below(2) == 0);
        let Value::Int(v) = s.eval(t, &Model::new()) else {
            panic!("not an Int");
        };
        let v = s.int_big(v);
        let differ = s.ne(t, v);
        scripts.push(s.smtlib(&[differ]));

        let seven = s.bits(8, 7);
        let mut array = s.array_const(4, seven);
        for _ in 0..5 {
            let (at, v) = (s.bits(4, rng.next()), s.bits(8, rng.next()));
            array = s.store(array, at, v);
        }
        let at = s.bits(4, rng.next());
        let t = s.select(array, at);
        let v = s.eval64(t, &Model::new());
        let v = s.bits(8, v);
        let differ = s.ne(t, v);
        scripts.push(s.smtlib(&[differ]));
    }
    assert!(z3(&scripts).iter().all(|a| a == "unsat"));
}

/// What programs compiled without optimisation do to conditions and bytes.
#[test]
fn common_patterns_become_simple() {
    let mut s = Terms::new();
    let text = |s: &mut Terms, t: &str| Text { w: 8, consts: &[0, 0, 0] }.build(s, t);
    let same = [
        // if (a < b), compiled as icmp, zext, icmp ne 0
        ("(ne (zext 32 (ult x y)) 0:32)", "(ult x y)"),
        ("(eq (zext 32 (eq x y)) 0:32)", "(ne x y)"),
        ("(xor (ult x y) 1:1)", "(ule y x)"),
        // isdigit on a char promoted to int
        ("(slt (sext 32 x) 58:32)", "(slt x 58)"),
        ("(sle (zext 32 x) 57:32)", "(ult x 58)"),
        ("(eq (sub (zext 32 x) 48:32) 5:32)", "(eq x 53)"),
        // bytes put together and taken apart
        ("(or (shl (zext 32 x) 8:32) (zext 32 y))", "(zext 32 (concat x y))"),
        (
            "(or (or (or (shl (zext 32 x) 24:32) (shl (zext 32 y) 16:32)) (shl (zext 32 z) 8:32)) (zext 32 u))",
            "(concat (concat x y) (concat z u))",
        ),
        ("(add (add (zext 32 x) (mul (zext 32 y) 256:32)) (shl (zext 32 z) 16:32))", "(zext 32 (concat z (concat y x)))"),
        ("(and (lshr (concat x (concat y (concat z u))) 8:32) 255:32)", "(zext 32 z)"),
        ("(trunc 8 (ashr (concat x (concat y (concat z u))) 16:32))", "y"),
        ("(eq (concat x y) 513:16)", "(and (eq x 2) (eq y 1))"),
        // arithmetic in int, stored as char
        ("(trunc 8 (add (sext 32 x) (sext 32 y)))", "(add x y)"),
        ("(trunc 8 (xor (zext 32 x) 32:32))", "(xor x 32)"),
        // c % 10 on an unsigned char
        ("(srem (zext 32 x) 10:32)", "(zext 32 (urem x 10))"),
        ("(ashr (shl x:32 24:32) 24:32)", "(sext 32 (trunc 8 x:32))"),
    ];
    for (a, b) in same {
        let (p, q) = (text(&mut s, a), text(&mut s, b));
        assert_eq!(p, q, "{a}\n gives {}\n not {}", s.display(p), s.display(q));
    }
}

/// `and` and `or` look at a second side only where the first does not decide; what they give is the same.
#[test]
fn conditions_are_evaluated_as_far_as_needed() {
    let mut t = Terms::new();
    let vars: Vec<Term> = ["a", "b", "c", "d"].iter().map(|n| x(&mut t, 1, n)).collect();
    let [a, b, c, d] = vars[..] else { unreachable!() };
    let (ab, cd) = (t.and(a, b), t.and(c, d));
    let both = t.or(ab, cd);
    let not = t.not(d);
    let (left, right) = (t.or(a, not), t.or(b, c));
    let all = t.and(left, right);
    for bits in 0..16u64 {
        let on = |i: u64| bits >> i & 1 == 1;
        let mut m = Model::new();
        vars.iter().enumerate().for_each(|(i, v)| m.set64(t.as_var(*v).expect("a variable"), bits >> i & 1));
        assert_eq!(t.eval64(both, &m) == 1, on(0) && on(1) || on(2) && on(3), "{bits:04b}");
        assert_eq!(t.eval64(all, &m) == 1, (on(0) || !on(3)) && (on(1) || on(2)), "{bits:04b}");
        let want = [on(0) && on(1) || on(2) && on(3), (on(0) || !on(3)) && (on(1) || on(2)), on(3)].iter().position(|h| !h);
        assert_eq!(t.first_false([both, all, d], &m), want, "{bits:04b}");
    }
}
