//! The trail: every multi-way transfer a path took, concrete ones too, packed in bits and shared between forks.

use std::rc::Rc;

/// An append-only bit string. What a bit means follows from the program point: a branch takes one (1 = then), a switch 16
/// (edge number), an indirect call 32 (function number). Forking shares the prefix.
#[derive(Debug, Default)]
pub struct Trail {
    prefix: Option<Rc<Chunk>>,
    words: Vec<u64>,
    acc: u64,
    /// Bits in `acc`.
    bits: u32,
    len: u64,
}

#[derive(Debug)]
struct Chunk {
    prefix: Option<Rc<Chunk>>,
    words: Vec<u64>,
    /// Bits of the last word, if it is not full.
    tail: (u64, u32),
}

impl Trail {
    /// Bits so far.
    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn push_bit(&mut self, b: bool) {
        self.acc |= u64::from(b) << self.bits;
        self.bits += 1;
        self.len += 1;
        if self.bits == 64 {
            self.words.push(self.acc);
            self.acc = 0;
            self.bits = 0;
        }
    }

    /// Appends the low `n` bits of `v`, lowest first.
    pub fn push(&mut self, v: u64, n: u32) {
        (0..n).for_each(|i| self.push_bit(v >> i & 1 == 1));
    }

    /// A second trail with the same past; both share it from now on.
    pub fn fork(&mut self) -> Trail {
        if !self.words.is_empty() || self.bits > 0 {
            let chunk = Chunk { prefix: self.prefix.take(), words: std::mem::take(&mut self.words), tail: (self.acc, self.bits) };
            self.prefix = Some(Rc::new(chunk));
            self.acc = 0;
            self.bits = 0;
        }
        Trail { prefix: self.prefix.clone(), words: Vec::new(), acc: 0, bits: 0, len: self.len }
    }

    /// All bits from `from` on, in order.
    pub fn bits_from(&self, from: u64) -> Vec<bool> {
        let mut parts: Vec<(&[u64], u64, u32)> = vec![(&self.words, self.acc, self.bits)];
        let mut at = &self.prefix;
        while let Some(c) = at {
            parts.push((&c.words, c.tail.0, c.tail.1));
            at = &c.prefix;
        }
        let mut out = Vec::with_capacity((self.len - from.min(self.len)) as usize);
        let mut pos = 0;
        for (words, acc, bits) in parts.into_iter().rev() {
            let count = words.len() as u64 * 64 + u64::from(bits);
            if pos + count > from {
                for i in from.saturating_sub(pos)..count {
                    let w = words.get(i as usize / 64).copied().unwrap_or(acc);
                    out.push(w >> (i % 64) & 1 == 1);
                }
            }
            pos += count;
        }
        out
    }

    pub fn bytes_owned(&self) -> usize {
        self.words.capacity() * 8 + 64
    }
}

impl Drop for Chunk {
    /// Long chains are taken apart in a loop: recursion would exhaust the stack.
    fn drop(&mut self) {
        let mut next = self.prefix.take();
        while let Some(c) = next {
            match Rc::try_unwrap(c) {
                Ok(mut c) => next = c.prefix.take(),
                Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forks_share_the_past_and_differ_after() {
        let mut a = Trail::default();
        let mut want = Vec::new();
        for i in 0..1000u64 {
            a.push_bit(i % 3 == 0);
            want.push(i % 3 == 0);
            if i % 7 == 0 {
                let mut b = a.fork();
                b.push(5, 3);
                let mut w = want.clone();
                w.extend([true, false, true]);
                assert_eq!(b.bits_from(0), w);
            }
        }
        assert_eq!(a.bits_from(0), want);
        assert_eq!(a.bits_from(777), want[777..]);
        assert_eq!(a.len(), 1000);
    }

    #[test]
    fn a_long_chain_of_forks_is_dropped_without_recursion() {
        let mut a = Trail::default();
        for _ in 0..300_000 {
            a.push_bit(true);
            drop(a.fork());
        }
    }
}
