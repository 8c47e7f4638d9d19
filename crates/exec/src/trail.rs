//! The trail: every multi-way transfer a path took, concrete ones too, packed in bits and shared between forks.

use std::rc::Rc;

/// An append-only bit string. What a bit means follows from the program point: a branch takes one (1 = then), a switch 16
/// (edge number), an indirect call 32 (function number). Forking shares the prefix.
#[derive(Debug, Default)]
pub struct Trail {
    prefix: Option<Rc<Chunk>>,
    /// Full words behind the prefix.
    words: Vec<u64>,
    /// The bits behind those.
    last: u64,
    len: u64,
}

/// Full words.
#[derive(Debug)]
struct Chunk {
    prefix: Option<Rc<Chunk>>,
    words: Box<[u64]>,
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
        self.last |= u64::from(b) << (self.len % 64);
        self.len += 1;
        if self.len.is_multiple_of(64) {
            self.words.push(self.last);
            self.last = 0;
        }
    }

    /// Appends the low `n` bits of `v`, lowest first.
    pub fn push(&mut self, v: u64, n: u32) {
        (0..n).for_each(|i| self.push_bit(v >> i & 1 == 1));
    }

    /// A second trail with the same past; both share its full words from now on.
    pub fn fork(&mut self) -> Trail {
        if !self.words.is_empty() {
            let words = std::mem::take(&mut self.words).into_boxed_slice();
            self.prefix = Some(Rc::new(Chunk { prefix: self.prefix.take(), words }));
        }
        Trail { prefix: self.prefix.clone(), words: Vec::new(), last: self.last, len: self.len }
    }

    /// All bits from `from` on, in order.
    pub fn bits_from(&self, from: u64) -> Vec<bool> {
        let last = [self.last];
        let mut parts: Vec<&[u64]> = vec![&last, &self.words];
        let mut at = &self.prefix;
        while let Some(c) = at {
            parts.push(&c.words);
            at = &c.prefix;
        }
        let from = from.min(self.len);
        let mut out = Vec::with_capacity((self.len - from) as usize);
        let mut pos = 0;
        for words in parts.into_iter().rev() {
            let end = self.len.min(pos + words.len() as u64 * 64);
            for i in from.max(pos)..end {
                let at = i - pos;
                out.push(words[at as usize / 64] >> (at % 64) & 1 == 1);
            }
            pos = end;
        }
        out
    }

    pub fn bytes_owned(&self) -> usize {
        self.words.capacity() * 8
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
        for from in [0, 1, 63, 64, 65, 777, 999, 1000, 2000] {
            assert_eq!(a.bits_from(from), want[(from as usize).min(1000)..]);
        }
        assert_eq!(a.len(), 1000);
    }

    #[test]
    fn a_long_chain_of_forks_is_dropped_without_recursion() {
        let mut a = Trail::default();
        for _ in 0..300_000 {
            a.push(1, 64);
            drop(a.fork());
        }
    }
}
