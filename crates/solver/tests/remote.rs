//! Z3 at the other end of a pipe: same answers, and none from an end that hangs, dies or talks nonsense.

mod common;

use common::limits;
use homing_random::Random;
use homing_solver::{Answer, Limits, Remote, Solver, Starter, Why, Z3, serve, z3};
use homing_term::{FloatKind, Term, Terms, VarKey};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

fn key(name: &str) -> VarKey {
    VarKey::Named(name.into())
}

/// The other end is a thread of this process.
struct Near(UnixStream);

impl Remote for Near {
    fn exchange(&mut self, question: &[u8], _: &mut dyn FnMut(Duration) -> bool) -> Result<(Vec<u8>, Duration), String> {
        let mut ask = || -> std::io::Result<Vec<u8>> {
            self.0.write_all(&(question.len() as u32).to_le_bytes())?;
            self.0.write_all(question)?;
            let mut length = [0; 4];
            self.0.read_exact(&mut length)?;
            let mut answer = vec![0; u32::from_le_bytes(length) as usize];
            self.0.read_exact(&mut answer)?;
            Ok(answer)
        };
        ask().map(|answer| (answer, Duration::ZERO)).map_err(|e| e.to_string())
    }
}

fn threads() -> Starter {
    Starter::new(|| {
        let (near, mut far) = UnixStream::pair().map_err(|e| e.to_string())?;
        std::thread::spawn(move || {
            let mut to = far.try_clone()?;
            serve(&mut far, &mut to)
        });
        Ok(Box::new(Near(near)))
    })
}

/// Questions over all sorts.
fn question(terms: &mut Terms, random: &mut Random) -> Vec<Term> {
    let (a, b) = (terms.var(32, key("a")), terms.var(32, key("b")));
    let (i, j) = (terms.int_var(key("i")), terms.int_var(key("j")));
    let array = terms.array_var(8, 8, key("array"));
    let n = random.below(1u64 << 20);
    let mut asserts = Vec::new();
    let bound = terms.bits(32, n);
    let three = terms.bits(32, 3);
    let product = terms.mul(b, three);
    asserts.push(terms.eq(product, bound));
    let (x, y) = (terms.extract(a, 0, 16), terms.extract(b, 16, 16));
    let sum = terms.fadd(FloatKind::F16, x, y);
    let close = terms.f2f(FloatKind::F16, FloatKind::F64, sum);
    let half = terms.bits(64, (n as f64 / 2.0).to_bits());
    asserts.push(terms.flt(FloatKind::F64, close, half));
    let wide = terms.concat(close, close);
    let wide = terms.concat(wide, a);
    let odd = terms.extract(wide, 32, 1);
    asserts.push(terms.eq(odd, terms.truth(n.is_multiple_of(2))));
    let big = terms.int((1i128 << 70) + i128::from(n));
    let sum = terms.iadd(i, j);
    asserts.push(terms.ilt(big, sum));
    let low = terms.extract(a, 0, 8);
    let stored = terms.store(array, low, low);
    let index = terms.bits(8, n % 256);
    let read = terms.select(stored, index);
    asserts.push(terms.eq(read, index));
    let kept = random.below(31) + 1;
    asserts.into_iter().enumerate().filter(|(k, _)| kept >> k & 1 == 1).map(|(_, t)| t).collect()
}

#[test]
fn far_and_near_agree() {
    let mut random = Random::new(7);
    let mut terms = Terms::new();
    let mut far = z3(&limits(), None, Some(&threads()));
    let mut near = Z3::new(limits());
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..40 {
        if round == 20 {
            // Names of terms begin anew.
            terms.collect(&mut std::iter::empty());
        }
        let asserts = question(&mut terms, &mut random);
        match (far.check(&mut terms, &asserts), near.check(&mut terms, &asserts)) {
            (Answer::Sat(model), Answer::Sat(_)) => {
                sat += 1;
                asserts.iter().for_each(|&t| assert_eq!(terms.eval64(t, &model), 1));
            }
            (Answer::Unsat(_), Answer::Unsat(_)) => unsat += 1,
            (a, b) => panic!("{a:?} far, {b:?} near"),
        }
        let never = terms.fls();
        assert!(far.check(&mut terms, &[never]).is_unsat());
    }
    assert!(sat > 10, "{sat} satisfiable, {unsat} not");
    assert!(far.effort() > 0);
}

/// Another end, and how it behaves.
struct Bad(&'static str);

impl Remote for Bad {
    fn exchange(&mut self, _: &[u8], give_up: &mut dyn FnMut(Duration) -> bool) -> Result<(Vec<u8>, Duration), String> {
        match self.0 {
            "dies" => Err("it ended".into()),
            "babbles" => Ok((vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 9], Duration::ZERO)),
            _ => {
                for ms in 0.. {
                    if give_up(Duration::from_millis(ms)) {
                        break;
                    }
                }
                Err("given up".into())
            }
        }
    }
}

#[test]
fn bad_ends_give_no_answer_and_are_replaced() {
    let mut terms = Terms::new();
    let x = terms.var(1, key("x"));
    for (how, limits, expected) in [
        ("dies", limits(), Why::Failed("Z3's process: it ended".into())),
        ("babbles", limits(), Why::Failed("Z3's process: a garbled answer".into())),
        ("hangs", Limits { time: Some(Duration::from_millis(20)), ..limits() }, Why::Time),
        ("hangs", Limits { work: 1_000, ..limits() }, Why::Time),
    ] {
        let started = Arc::new(AtomicU32::new(0));
        let count = started.clone();
        let starter = Starter::new(move || {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(Box::new(Bad(how)))
        });
        let mut solver = z3(&limits, None, Some(&starter));
        for round in 1..3 {
            let answer = solver.check(&mut terms, &[x]);
            assert!(matches!(&answer, Answer::Unknown(why) if *why == expected), "{how}: {answer:?}");
            assert_eq!(started.load(Ordering::Relaxed), round);
        }
    }
}

#[test]
fn a_run_that_ends_waits_for_nobody() {
    let mut terms = Terms::new();
    let x = terms.var(1, key("x"));
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let starter = Starter::new(move || {
        flag.store(true, Ordering::Relaxed);
        Ok(Box::new(Bad("hangs")))
    });
    let mut solver = z3(&Limits { work: u64::MAX, ..limits() }, Some(stop), Some(&starter));
    for _ in 0..2 {
        assert!(matches!(solver.check(&mut terms, &[x]), Answer::Unknown(Why::Interrupted)));
    }
}
