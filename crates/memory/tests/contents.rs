//! Contents against a byte-by-byte model, and sharing between clones.

use std::rc::Rc;

use homing_ir::LocId;
use homing_memory::{Memory, ObjRef, Object, ObjectInfo, ObjectKind, PAGE, Piece, Val};
use homing_term::Term;

fn info(size: u64) -> ObjectInfo {
    ObjectInfo {
        size,
        size_term: None,
        align: 8,
        kind: ObjectKind::Heap,
        name: Rc::from("x"),
        loc: LocId(0),
        func: None,
        read_only: false,
    }
}

/// What one byte is: concrete, byte `k` of a term, uninitialised, or input.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Byte {
    Int(u8),
    Of(u32, u32),
    Undef,
    Input(u32),
}

/// Parts of parts are remembered as (term number * 1000 + first byte).
fn split(p: homing_memory::Part) -> Val {
    let homing_memory::ValKind::Term(t) = p.val.kind() else { panic!("only terms are cut here") };
    Val::term(Term::from_raw(t.raw() + p.from))
}

fn expand(o: &Object) -> Vec<Byte> {
    let mut out = Vec::new();
    for p in o.pieces(0, o.size()) {
        for k in 0..p.len() {
            out.push(match p {
                Piece::Int { v, .. } => Byte::Int((v >> (8 * k)) as u8),
                Piece::Undef { .. } => Byte::Undef,
                Piece::Input { offset, .. } => Byte::Input(offset + k),
                Piece::Part(q) => {
                    let homing_memory::ValKind::Term(t) = q.val.kind() else { panic!() };
                    Byte::Of(t.raw() / 1000, t.raw() % 1000 + q.from + k)
                }
            });
        }
    }
    out
}

#[test]
fn random_writes_equal_a_byte_model() {
    let mut random = homing_random::Random::new(1);
    let mut next = |n: u64| random.below(n);
    for round in 0..200 {
        let size = [24, 100, PAGE as u64 + 17, 3 * PAGE as u64][round % 4];
        let fill = [Val::UNDEF, Val::input(0, 0), Val::ZERO][round % 3];
        let mut o = Object::new(info(size), fill);
        let mut model: Vec<Byte> = (0..size).map(|i| [Byte::Undef, Byte::Input(i as u32), Byte::Int(0)][round % 3]).collect();
        for step in 0..60u32 {
            let len = [1, 2, 4, 8, 16][next(5) as usize];
            let near = if next(2) == 0 { next(size - len + 1) } else { (PAGE as u64).saturating_sub(next(12)).min(size - len) };
            match next(4) {
                0 | 1 if len <= 8 => {
                    let v = next(u64::MAX);
                    if !o.write_fast(near, len as usize, v) {
                        o.write(near, len, Val::int(v), &mut split);
                    }
                    (0..len).for_each(|k| model[(near + k) as usize] = Byte::Int((v >> (8 * k)) as u8));
                }
                2 => {
                    o.fill(near, len, step as u8, &mut split);
                    (0..len).for_each(|k| model[(near + k) as usize] = Byte::Int(step as u8));
                }
                _ => {
                    o.write(near, len, Val::term(Term::from_raw((step + 1) * 1000)), &mut split);
                    (0..len).for_each(|k| model[(near + k) as usize] = Byte::Of(step + 1, k as u32));
                }
            }
            assert_eq!(expand(&o), model, "round {round} step {step}");
        }
    }
}

#[test]
fn clones_do_not_see_each_others_writes() {
    let mut a = Memory::new();
    let refs: Vec<_> = (0..100).map(|i| a.add(Object::new(info(i + 1), Val::ZERO))).collect();
    let mut b = a.clone();
    assert!(a.get_mut(refs[50]).unwrap().write_fast(3, 1, 7));
    assert!(b.get_mut(refs[50]).unwrap().write_fast(3, 1, 9));
    b.kill(refs[10]);
    let c = b.clone();
    assert_eq!(a.get(refs[50]).unwrap().read_fast(3, 1), Some(Val::int(7)));
    assert_eq!(c.get(refs[50]).unwrap().read_fast(3, 1), Some(Val::int(9)));
    assert!(a.get(refs[10]).is_some() && c.get(refs[10]).is_none());
    let again = b.add(Object::new(info(4), Val::ZERO));
    assert_eq!(again.slot, refs[10].slot);
    assert!(b.get(refs[10]).is_none() && b.get(again).is_some());
}

#[test]
fn cells_hold_what_was_stored_last() {
    let mut random = homing_random::Random::new(1);
    let mut random = |n: u64| random.below(n);
    // More than one page, the last one not full.
    let n = 300;
    for fill in [Val::ZERO, Val::UNDEF] {
        let mut object = Object::new(info(n * 8), fill);
        let mut want = vec![fill; n as usize];
        let mut older: Vec<(Object, Vec<Val>)> = Vec::new();
        for round in 0..20_000 {
            let at = random(n);
            let v = match random(5) {
                0 => Val::UNDEF,
                1 => Val::term(Term::from_raw(random(1000) as u32 + 1)),
                2 => Val::ptr(ObjRef { slot: random(50) as u32, generation: random(3) as u32 }, random(5)),
                _ => Val::int(random(u64::MAX)),
            };
            object.set_cell(at * 8, v);
            want[at as usize] = v;
            assert_eq!(object.cell(at * 8), v);
            if round % 5_000 == 0 {
                older.push((object.clone(), want.clone()));
            }
        }
        older.push((object, want));
        // A copy is not changed by what is stored later.
        for (object, want) in &older {
            let have: Vec<Val> = (0..n).map(|i| object.cell(i * 8)).collect();
            assert_eq!(&have, want);
        }
    }
}

#[test]
fn garbage_is_looked_for_when_objects_have_doubled() {
    let mut m = Memory::new();
    let mut all = Vec::new();
    while !m.is_crowded() {
        all.push(m.add(Object::new(info(8), Val::ZERO)));
    }
    assert!(all.len() > 100);
    m.made_room();
    assert!(!m.is_crowded());
    let first = all.len();
    while !m.is_crowded() {
        all.push(m.add(Object::new(info(8), Val::ZERO)));
    }
    assert_eq!(all.len(), 2 * first);
    all.drain(10..).for_each(|o| m.kill(o));
    m.made_room();
    let slots = m.slots();
    (0..first).for_each(|_| _ = m.add(Object::new(info(8), Val::ZERO)));
    assert_eq!(m.slots(), slots, "slots of dead objects are used again");
}

#[test]
fn very_large_objects_have_pages_only_where_they_were_written() {
    let size = 5u64 << 32;
    let mut o = Object::new(info(size), Val::ZERO);
    let mut none = |_: homing_memory::Part| -> Val { panic!("nothing is cut") };
    let untouched = o.bytes_owned();
    assert_eq!(read(&o, size - 8, 8), 0);
    o.write(size - 8, 8, Val::int(0x0102_0304_0506_0708), &mut none);
    o.write(size / 2, 1, Val::int(9), &mut none);
    assert_eq!(read(&o, size - 8, 8), 0x0102_0304_0506_0708);
    assert_eq!(read(&o, size / 2, 1), 9);
    assert_eq!(read(&o, size / 2 + 1, 1), 0);
    assert!(o.bytes_owned() < untouched + 10_000);
    o.fill(0, size, 7, &mut none);
    assert_eq!(read(&o, size - 2, 2), 0x0707);
    assert!(o.bytes_owned() < untouched + 10_000);
}

/// A number of at most eight bytes that lies in one piece.
fn read(o: &Object, at: u64, len: u64) -> u64 {
    match o.pieces(at, len)[..] {
        [Piece::Int { v, .. }] => v,
        ref other => panic!("{other:?}"),
    }
}

/// Some writes of numbers and terms, the same for the same numbers.
fn scribble(o: &mut Object, random: &mut homing_random::Random, writes: u32) {
    for _ in 0..writes {
        let len = [1u64, 2, 4, 8][random.below(4usize)];
        let at = random.below(o.size() - len + 1);
        match random.below(3u32) {
            0 => o.write(at, len, Val::term(Term::from_raw((1 + random.below(20u32)) * 1000)), &mut split),
            1 => o.write(at, len, Val::int(random.below(3u64)), &mut split),
            _ => o.write(at, len, Val::UNDEF, &mut split),
        }
    }
}

#[test]
fn joined_memories_differ_only_where_it_is_told() {
    let mut random = homing_random::Random::new(3);
    let (mut told, mut refused) = (0, 0);
    for _ in 0..300 {
        let mut base = Memory::new();
        let refs: Vec<ObjRef> = (0..40).map(|i| base.add(Object::new(info(8 + i * 60), Val::ZERO))).collect();
        refs.iter().for_each(|r| scribble(base.get_mut(*r).unwrap(), &mut random, 3));
        let (mut a, mut b) = (base.clone(), base.clone());
        for m in [&mut a, &mut b] {
            for _ in 0..random.below(4u32) {
                let writes = random.below(4u32);
                scribble(m.get_mut(refs[random.below(40usize)]).unwrap(), &mut random, writes);
            }
        }
        // One of them has made, and ended, objects of its own.
        let own = (0..random.below(40u32)).map(|_| b.add(Object::new(info(5), Val::ZERO))).collect::<Vec<_>>();
        own.iter().filter(|o| o.slot % 3 == 0).for_each(|o| b.kill(*o));
        let before = a.clone();
        let found = match a.join(&b) {
            Ok(found) => found,
            Err(why) => {
                assert_eq!(why, homing_memory::Unlike::Overlap);
                refused += 1;
                continue;
            }
        };
        told += found.ranges.len();
        assert_eq!(found.one_sided, own.iter().any(|o| o.slot % 3 != 0));
        for r in &refs {
            let (x, y) = (expand(before.get(*r).unwrap()), expand(b.get(*r).unwrap()));
            assert_eq!(expand(a.get(*r).unwrap()), x);
            let covered =
                |i: u64| found.ranges.iter().any(|f| f.object == *r && (f.offset..f.offset + u64::from(f.len)).contains(&i));
            for (i, (p, q)) in x.iter().zip(&y).enumerate() {
                assert!(p == q || covered(i as u64), "byte {i} differs, and nobody tells");
            }
        }
        for o in own {
            assert_eq!(a.find(o).is_some(), b.find(o).is_some());
        }
        // Numbers of new objects are not those of old ones.
        let new = a.add(Object::new(info(3), Val::ZERO));
        assert!(b.find(new).is_none() && before.find(new).is_none());
    }
    assert!(told > 300 && refused < 150, "{told} ranges, {refused} refused");
    // What one of them has freed, the other cannot have.
    let mut a = Memory::new();
    let o = a.add(Object::new(info(8), Val::ZERO));
    let mut b = a.clone();
    b.kill(o);
    assert_eq!(a.clone().join(&b), Err(homing_memory::Unlike::Freed));
    assert_eq!(b.join(&a), Err(homing_memory::Unlike::Freed));
}
