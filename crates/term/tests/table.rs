//! Tables that are affine over single bits, against the tables themselves.

mod common;

use common::*;
use homing_term::{Model, Terms, VarId};

/// The table of the reflected CRC with this polynomial.
fn crc(polynomial: u64) -> Vec<u64> {
    (0..256u64).map(|i| (0..8).fold(i, |r, _| r >> 1 ^ if r & 1 == 1 { polynomial } else { 0 })).collect()
}

/// Whether the table has an affine form; if it has, it is checked at every index.
fn is_affine(values: &[u64], w: u32) -> bool {
    let mut s = Terms::new();
    let k = values.len().ilog2();
    let x = s.var(k, named("x"));
    let Some(t) = s.affine_table(x, values, w) else { return false };
    for (i, &v) in values.iter().enumerate() {
        let mut m = Model::new();
        m.set64(VarId(0), i as u64);
        assert_eq!(s.eval64(t, &m), v, "entry {i} of {values:?}");
    }
    true
}

#[test]
fn tables_of_checksums_are_affine() {
    assert!(is_affine(&crc(0xedb8_8320), 32));
    assert!(is_affine(&crc(0xc96c_5795_d787_0f42), 64));
    assert!(is_affine(&crc(0xa001), 16));
}

#[test]
fn random_affine_tables() {
    let mut rng = Rng::new(3);
    for k in 1..=9 {
        for w in [1, 7, 8, 32, 64] {
            let basis: Vec<u64> = (0..k).map(|_| rng.word(w)).collect();
            let first = rng.word(w);
            let entry = |i: usize| (0..k).filter(|j| i >> j & 1 == 1).fold(first, |r, j| r ^ basis[j]);
            let values: Vec<u64> = (0..1usize << k).map(entry).collect();
            assert!(is_affine(&values, w));
        }
    }
}

/// One bit of one entry makes another table.
#[test]
fn one_wrong_bit_is_seen() {
    let right = crc(0xedb8_8320);
    for at in 0..256 {
        let mut values = right.clone();
        values[at] ^= 1 << (at % 32);
        assert!(!is_affine(&values, 32), "entry {at}");
    }
    assert!(!is_affine(&[0, 1, 2], 8) && !is_affine(&[0, 1, 2, 300], 8));
}
