//! Every half, against ranges and sets.

use super::*;
use homing_random::Random;
use homing_term::Round;

const K: FloatKind = FloatKind::F16;
const MODES: [Round; 5] = [Round::NearestEven, Round::TowardZero, Round::Up, Round::Down, Round::NearestAway];

fn has(a: &Abs, v: u64) -> bool {
    let s = signed(a.width, v);
    a.lo <= v && v <= a.hi && a.slo <= s && s <= a.shi && v & a.zeros == 0 && v & a.ones == a.ones
}

/// Abstract halves: around numbers near each other, of both signs, and anything.
fn samples(random: &mut Random, n: usize) -> Vec<Abs> {
    let mut out = vec![Abs::top(16), Abs::constant(16, 0), Abs::constant(16, 0x8000), Abs::constant(16, 0x7c00)];
    for i in 0..n {
        let mut a = Abs::constant(16, random.word() & 0xffff);
        for _ in 0..i % 4 {
            let other = if i % 3 == 0 { random.word() & 0xffff } else { (a.lo ^ (random.word() & 0x81ff)) & 0xfbff };
            a = a.join(&Abs::constant(16, other));
        }
        out.push(a);
    }
    out
}

fn members(a: &Abs, random: &mut Random, n: usize) -> Vec<u64> {
    let all: Vec<u64> = (0..1 << 16).filter(|&v| has(a, v)).collect();
    let ends = [all[0], all[all.len() - 1]];
    ends.into_iter().chain((0..n).map(|_| all[(random.word() % all.len() as u64) as usize])).collect()
}

#[test]
fn ranges_hold_every_number_and_no_nan() {
    let mut random = Random::new(3);
    let mut known = 0;
    for a in samples(&mut random, 300) {
        let range = Range::of(K, &a);
        known += u32::from(range.is_some());
        for v in (0..1u64 << 16).filter(|&v| has(&a, v)) {
            let Some(r) = range else { continue };
            assert!(!float::is_nan(K, v.into()), "{a:?} has a NaN");
            assert!(float::le(K, r.lo, v.into()) && float::le(K, v.into(), r.hi), "{a:?} {r:?} misses {v:#x}");
            assert!(has(&r.bits(), v), "{r:?} as {:?} misses {v:#x}", r.bits());
        }
    }
    assert!(known > 100, "only {known}");
}

#[test]
fn operations_are_sound() {
    let mut random = Random::new(4);
    type Binary = (Op, fn(FloatKind, u128, u128) -> u128);
    let ops: [Binary; 4] =
        [(Op::FAdd(K), float::add), (Op::FSub(K), float::sub), (Op::FMul(K), float::mul), (Op::FDiv(K), float::div)];
    let mut abstracts = Vec::new();
    for a in samples(&mut random, 60) {
        let values = members(&a, &mut random, 8);
        abstracts.extend(Range::of(K, &a).map(|r| (a, r, values)));
    }
    let mut known = 0;
    for (a, x, of_a) in &abstracts {
        for (b, y, of_b) in &abstracts {
            let values = (of_a, of_b);
            for (op, concrete) in ops {
                let Some(r) = Range::of_operation(op, x, y) else { continue };
                known += 1;
                for &v in values.0 {
                    for &w in values.1 {
                        let made = concrete(K, v.into(), w.into()) as u64;
                        assert!(has(&r.bits(), made), "{op:?} of {x:?} and {y:?} gives {r:?}, misses {v:#x} {w:#x}");
                    }
                }
            }
            let mut of = |_: FloatKind, i: usize| Some(if i == 0 { *x } else { *y });
            type Test = (Op, fn(FloatKind, u128, u128) -> bool);
            let tests: [Test; 4] = [
                (Op::FEq(K), float::eq),
                (Op::FLt(K), float::lt),
                (Op::FLe(K), float::le),
                (Op::FUnordered(K), float::unordered),
            ];
            for (op, concrete) in tests {
                let Some(answer) = compared(op, &mut of).and_then(|a| a.value()) else { continue };
                for &v in values.0 {
                    assert!(values.1.iter().all(|&w| concrete(K, v.into(), w.into()) == (answer == 1)), "{op:?} {a:?} {b:?}");
                }
            }
        }
    }
    assert!(known > 2000, "only {known}");
}

#[test]
fn conversions_and_roundings_are_sound() {
    let mut random = Random::new(5);
    for a in samples(&mut random, 150) {
        for v in members(&a, &mut random, 20) {
            for op in [Op::Si2F(K), Op::Ui2F(K)] {
                let made = if op == Op::Si2F(K) { float::si2f(K, v.into(), 16) } else { float::ui2f(K, v.into()) };
                assert!(from_integer(K, op, &a).is_none_or(|r| has(&r, made as u64)), "{op:?} {a:?} {v:#x}");
            }
            let Some(x) = Range::of(K, &a) else { continue };
            for w in [3, 8, 16, 32, 64] {
                let (s, u) = (float::f2si(K, v.into(), w), float::f2ui(K, v.into(), w));
                assert!(to_integer(&x, w, true).is_none_or(|r| has(&r, s as u64)), "{x:?} {w} {v:#x}");
                assert!(to_integer(&x, w, false).is_none_or(|r| has(&r, u as u64)), "{x:?} {w} {v:#x}");
            }
            for mode in MODES {
                let r = x.map(K, |x| float::round(K, x, mode));
                assert!(r.is_none_or(|r| has(&r.bits(), float::round(K, v.into(), mode) as u64)), "{mode:?} {x:?} {v:#x}");
            }
            for to in [FloatKind::F32, FloatKind::F64] {
                let r = x.map(to, |x| float::f2f(K, to, x)).expect("no NaN");
                assert!(has(&r.bits(), float::f2f(K, to, v.into()) as u64), "{to:?} {x:?} {v:#x}");
            }
        }
    }
}

#[test]
fn halves_that_are_cut_to_integers_of_a_set() {
    let mut random = Random::new(6);
    for round in 0..80 {
        let w = [3, 8, 12, 16, 17, 32, 64][round % 7];
        let mut set = Intervals::empty(w);
        for _ in 0..1 + round % 3 {
            let lo = if round % 2 == 0 { random.word() & 0xff } else { random.word() } & mask(w);
            set = set.or(&Intervals::range(w, lo, lo.saturating_add(random.word() & 0x3f).min(mask(w))));
        }
        if round % 5 == 0 {
            set = set.complement();
        }
        for is_signed in [false, true] {
            let before = before_cut(K, is_signed, &set);
            for v in 0..1u64 << 16 {
                let cut = if is_signed { float::f2si(K, v.into(), w) } else { float::f2ui(K, v.into(), w) };
                assert_eq!(before.contains(v), set.contains(cut as u64), "{w} {is_signed} {set:?} {v:#x}");
            }
        }
    }
}
