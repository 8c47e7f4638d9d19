//! Concrete values of terms.

use num_bigint::BigInt;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Little-endian 64-bit words of a bit vector, unused top bits zero.
pub type Words = SmallVec<[u64; 2]>;

/// The value of a term of any sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A bit vector: exactly `ceil(w / 64)` words, bits above `w` zero.
    Bits { w: u32, words: Words },
    /// An unbounded integer.
    Int(BigInt),
    /// A total map.
    Array(Rc<ArrayValue>),
}

/// A total map: `entries` where they differ from `default`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    /// Width of indices.
    pub index: u32,
    /// Width of elements.
    pub elem: u32,
    /// The element everywhere else.
    pub default: Words,
    /// Exceptions; no entry equals `default`, so equal maps are equal values
    /// unless the entries cover every index.
    pub entries: BTreeMap<Words, Words>,
}

impl ArrayValue {
    /// The map that is `default` everywhere.
    pub fn new(index: u32, elem: u32, default: Words) -> ArrayValue {
        ArrayValue { index, elem, default, entries: BTreeMap::new() }
    }

    /// The element at `i`.
    pub fn get(&self, i: &Words) -> &Words {
        self.entries.get(i).unwrap_or(&self.default)
    }

    /// Replaces the element at `i`.
    pub fn set(&mut self, i: Words, v: Words) {
        if v == self.default {
            self.entries.remove(&i);
        } else {
            self.entries.insert(i, v);
        }
    }

    /// Equality as maps, which differs from structural equality only when the
    /// entries cover all indices and the default no longer matters.
    pub fn same_map(&self, other: &ArrayValue) -> bool {
        if self.default == other.default {
            return self.entries == other.entries;
        }
        let mut covered = 0u128;
        for k in self.entries.keys().chain(other.entries.keys().filter(|k| !self.entries.contains_key(*k))) {
            covered += 1;
            if self.get(k) != other.get(k) {
                return false;
            }
        }
        self.index < 127 && covered == 1u128 << self.index
    }
}

impl Value {
    /// A bit vector of at most 64 bits; `v` is masked.
    pub fn bits(w: u32, v: u64) -> Value {
        debug_assert!((1..=64).contains(&w));
        Value::Bits { w, words: SmallVec::from_slice(&[crate::wide::mask64(w) & v]) }
    }

    /// The value as a word, for bit vectors whose value fits one.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Value::Bits { words, .. } if words[1..].iter().all(|&x| x == 0) => Some(words[0]),
            _ => None,
        }
    }

    /// The words of a bit vector.
    pub fn words(&self) -> Option<&Words> {
        match self {
            Value::Bits { words, .. } => Some(words),
            _ => None,
        }
    }
}
