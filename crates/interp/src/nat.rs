//! Natural numbers of any size: little-endian words without leading zero words. Simple, not fast; used for bit
//! vectors wider than 128 bits and for float formats that the machine does not have.

use std::cmp::Ordering;

/// A natural number. Invariant: the last word is not zero (zero has no words).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Nat(Vec<u64>);

impl Nat {
    pub fn from_words(words: &[u64]) -> Nat {
        Nat(words.to_vec()).trim()
    }

    pub fn from_u128(v: u128) -> Nat {
        Nat(vec![v as u64, (v >> 64) as u64]).trim()
    }

    pub fn one() -> Nat {
        Nat(vec![1])
    }

    /// Exactly `n` words, zero-filled or cut.
    pub fn to_words(&self, n: usize) -> Vec<u64> {
        let mut words = self.0.clone();
        words.resize(n, 0);
        words
    }

    /// The low 128 bits.
    pub fn low128(&self) -> u128 {
        u128::from(self.word(0)) | u128::from(self.word(1)) << 64
    }

    fn word(&self, i: usize) -> u64 {
        self.0.get(i).copied().unwrap_or(0)
    }

    fn trim(mut self) -> Nat {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub fn bit(&self, i: u64) -> bool {
        self.word((i / 64) as usize) >> (i % 64) & 1 == 1
    }

    /// Position of the highest one bit, plus one.
    pub fn bit_len(&self) -> u64 {
        match self.0.last() {
            None => 0,
            Some(top) => self.0.len() as u64 * 64 - u64::from(top.leading_zeros()),
        }
    }

    pub fn cmp(&self, o: &Nat) -> Ordering {
        self.0.len().cmp(&o.0.len()).then_with(|| self.0.iter().rev().cmp(o.0.iter().rev()))
    }

    pub fn add(&self, o: &Nat) -> Nat {
        let n = self.0.len().max(o.0.len());
        let mut out = Vec::with_capacity(n + 1);
        let mut carry = false;
        for i in 0..n {
            let (s, c1) = self.word(i).overflowing_add(o.word(i));
            let (s, c2) = s.overflowing_add(u64::from(carry));
            out.push(s);
            carry = c1 || c2;
        }
        out.push(u64::from(carry));
        Nat(out).trim()
    }

    /// `self - o`; `o` must not be larger.
    pub fn sub(&self, o: &Nat) -> Nat {
        debug_assert!(self.cmp(o) != Ordering::Less);
        let mut out = Vec::with_capacity(self.0.len());
        let mut borrow = false;
        for i in 0..self.0.len() {
            let (s, b1) = self.0[i].overflowing_sub(o.word(i));
            let (s, b2) = s.overflowing_sub(u64::from(borrow));
            out.push(s);
            borrow = b1 || b2;
        }
        Nat(out).trim()
    }

    pub fn mul(&self, o: &Nat) -> Nat {
        let mut out = vec![0u64; self.0.len() + o.0.len()];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0u64;
            for (j, &b) in o.0.iter().enumerate() {
                let t = u128::from(a) * u128::from(b) + u128::from(out[i + j]) + u128::from(carry);
                out[i + j] = t as u64;
                carry = (t >> 64) as u64;
            }
            out[i + o.0.len()] = carry;
        }
        Nat(out).trim()
    }

    pub fn shl(&self, by: u64) -> Nat {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let mut out = vec![0u64; words];
        let mut carry = 0u64;
        for &w in &self.0 {
            out.push(w << bits | carry);
            carry = if bits == 0 { 0 } else { w >> (64 - bits) };
        }
        out.push(carry);
        Nat(out).trim()
    }

    pub fn shr(&self, by: u64) -> Nat {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let mut out = Vec::new();
        for i in words..self.0.len() {
            let high = if bits == 0 { 0 } else { self.word(i + 1) << (64 - bits) };
            out.push(self.0[i] >> bits | high);
        }
        Nat(out).trim()
    }

    /// The low `n` bits.
    pub fn low(&self, n: u64) -> Nat {
        let mut words = self.0.clone();
        words.truncate(n.div_ceil(64) as usize);
        if !n.is_multiple_of(64) && words.len() as u64 == n.div_ceil(64) {
            let last = words.len() - 1;
            words[last] &= (1 << (n % 64)) - 1;
        }
        Nat(words).trim()
    }

    /// Quotient and remainder; `o` must not be zero.
    pub fn divrem(&self, o: &Nat) -> (Nat, Nat) {
        let mut quotient = vec![0u64; self.0.len()];
        let mut rest = Nat::default();
        for i in (0..self.bit_len()).rev() {
            rest = rest.shl(1);
            if self.bit(i) {
                rest = rest.add(&Nat::one());
            }
            if rest.cmp(o) != Ordering::Less {
                rest = rest.sub(o);
                quotient[(i / 64) as usize] |= 1 << (i % 64);
            }
        }
        (Nat(quotient).trim(), rest)
    }

    /// Largest `r` with `r * r <= self`, and whether that is exact.
    pub fn isqrt(&self) -> (Nat, bool) {
        let mut root = Nat::default();
        for i in (0..self.bit_len().div_ceil(2)).rev() {
            let candidate = root.add(&Nat::one().shl(i));
            if candidate.mul(&candidate).cmp(self) != Ordering::Greater {
                root = candidate;
            }
        }
        let exact = root.mul(&root) == *self;
        (root, exact)
    }

    pub fn and(&self, o: &Nat) -> Nat {
        self.zip(o, |a, b| a & b)
    }

    pub fn or(&self, o: &Nat) -> Nat {
        self.zip(o, |a, b| a | b)
    }

    pub fn xor(&self, o: &Nat) -> Nat {
        self.zip(o, |a, b| a ^ b)
    }

    fn zip(&self, o: &Nat, f: impl Fn(u64, u64) -> u64) -> Nat {
        Nat((0..self.0.len().max(o.0.len())).map(|i| f(self.word(i), o.word(i))).collect()).trim()
    }

    /// Number of one bits.
    pub fn count_ones(&self) -> u64 {
        self.0.iter().map(|w| u64::from(w.count_ones())).sum()
    }
}
