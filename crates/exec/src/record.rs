//! The record of a path: its choices, in bits, shared between forks; and the form in which one is kept.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::rc::Rc;
use std::str::FromStr;

use homing_ir::Program;

use crate::ExecOptions;

/// An append-only row of bits. Copies share what is full.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    full: Option<Rc<Word>>,
    last: u64,
    len: u64,
}

#[derive(Debug)]
struct Word {
    bits: u64,
    before: Option<Rc<Word>>,
}

impl Choices {
    /// Bits so far.
    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends the low `n` bits of `v` (at most 64), lowest first.
    pub fn push(&mut self, v: u64, n: u32) {
        for i in 0..n {
            self.last |= (v >> i & 1) << (self.len % 64);
            self.len += 1;
            if self.len.is_multiple_of(64) {
                let bits = std::mem::take(&mut self.last);
                self.full = Some(Rc::new(Word { bits, before: self.full.take() }));
            }
        }
    }

    /// All bits, 64 in a word, lowest first.
    pub fn words(&self) -> Vec<u64> {
        let mut out = Vec::with_capacity(self.len as usize / 64 + 1);
        let mut at = &self.full;
        while let Some(w) = at {
            out.push(w.bits);
            at = &w.before;
        }
        out.reverse();
        if !self.len.is_multiple_of(64) {
            out.push(self.last);
        }
        out
    }
}

impl Drop for Word {
    /// Long rows are taken apart in a loop: recursion would exhaust the stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut w) = next.and_then(|w| Rc::try_unwrap(w).ok()) {
            next = w.before.take();
        }
    }
}

impl PartialEq for Choices {
    fn eq(&self, other: &Choices) -> bool {
        self.len == other.len && self.words() == other.words()
    }
}

impl Eq for Choices {}

/// How a path went: all that is needed to go it again from the start of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    pub choices: Choices,
    pub steps: u64,
}

/// What leads to a state again, from the same start of the same program: its choices, and how many instructions it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Of the program.
    pub fingerprint: u64,
    /// How it ran, see [`crate::ExecOptions::words`].
    pub options: Vec<String>,
    pub steps: u64,
    pub len: u64,
    pub words: Vec<u64>,
}

impl Record {
    pub fn new(program: &Program, options: &ExecOptions, route: &Route) -> Record {
        Record {
            fingerprint: fingerprint(program),
            options: options.words(),
            steps: route.steps,
            len: route.choices.len(),
            words: route.choices.words(),
        }
    }

    /// The bit at a place.
    pub fn bit(&self, at: u64) -> Option<bool> {
        (at < self.len).then(|| self.words[at as usize / 64] >> (at % 64) & 1 == 1)
    }

    /// `n` bits (at most 64) from a place on, as a number.
    pub fn number(&self, at: u64, n: u32) -> Option<u64> {
        (0..n).try_fold(0, |v, i| Some(v | u64::from(self.bit(at + u64::from(i))?) << i))
    }

    /// Does a path with these choices lead there?
    pub fn begins_with(&self, choices: &Choices) -> bool {
        let whole = choices.len() / 64;
        choices.len() <= self.len
            && choices.words().iter().enumerate().all(|(i, w)| {
                let mask = if (i as u64) < whole { u64::MAX } else { (1 << (choices.len() % 64)) - 1 };
                (self.words[i] ^ w) & mask == 0
            })
    }
}

const HEAD: &str = "homing-trail 1";

impl fmt::Display for Record {
    /// Five lines of text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\nprogram {:016x}\noptions {}\nsteps {}", self.fingerprint, self.options.join(" "), self.steps)?;
        write!(f, "choices {} ", self.len)?;
        self.words.iter().try_for_each(|w| write!(f, "{w:016x}"))?;
        writeln!(f)
    }
}

impl FromStr for Record {
    type Err = String;

    fn from_str(text: &str) -> Result<Record, String> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        if first != HEAD {
            return Err(format!("the first line is `{first}` instead of `{HEAD}`"));
        }
        let mut line = |name: &str| -> Result<&str, String> {
            let l = lines.next().unwrap_or_default();
            l.strip_prefix(name).and_then(|l| l.strip_prefix(' ')).ok_or(format!("a line `{name} ...` is missing"))
        };
        let number = |text: &str, radix: u32| u64::from_str_radix(text, radix).map_err(|_| format!("`{text}` is no number"));
        let fingerprint = number(line("program")?, 16)?;
        let options = line("options")?.split_whitespace().map(String::from).collect();
        let steps = number(line("steps")?, 10)?;
        let (len, bits) = line("choices")?.split_once(' ').ok_or("choices without a number of bits")?;
        let len = number(len, 10)?;
        if !bits.is_ascii() || bits.len() as u64 != len.div_ceil(64).saturating_mul(16) {
            return Err(format!("{len} choices in {} digits", bits.len()));
        }
        let words = (0..bits.len() / 16).map(|i| number(&bits[16 * i..16 * i + 16], 16)).collect::<Result<_, _>>()?;
        Ok(Record { fingerprint, options, steps, len, words })
    }
}

/// Tells programs apart: by the shape of every function.
fn fingerprint(p: &Program) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    p.ptr_bits.hash(&mut hash);
    for f in &p.functions {
        f.name.hash(&mut hash);
        f.regs.len().hash(&mut hash);
        for b in &f.blocks {
            b.insts.iter().for_each(|i| discriminant(i).hash(&mut hash));
            discriminant(&b.term).hash(&mut hash);
            b.locs.hash(&mut hash);
        }
    }
    for g in &p.globals {
        (&g.name, g.size).hash(&mut hash);
    }
    hash.0
}

struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(choices: &Choices) -> Record {
        let options = vec!["check-leaks".to_string()];
        Record { fingerprint: 0xabc, options, steps: 7, len: choices.len(), words: choices.words() }
    }

    #[test]
    fn bits_come_back_and_copies_part() {
        let mut a = Choices::default();
        let mut want = Vec::new();
        for i in 0..1000u64 {
            a.push(i % 3, 2);
            want.extend([(i % 3) & 1 == 1, (i % 3) >> 1 == 1]);
            if i % 100 == 63 {
                let mut b = a.clone();
                b.push(1, 1);
                a.push(0, 1);
                want.push(false);
                assert!(!record(&b).begins_with(&a) && !record(&a).begins_with(&b));
            }
        }
        let r = record(&a);
        assert_eq!((0..r.len).map(|i| r.bit(i).unwrap()).collect::<Vec<_>>(), want);
        assert_eq!(r.bit(r.len), None);
        assert_eq!(r.number(0, 4), Some(0b0100));
        let mut part = Choices::default();
        for bit in &want[..777] {
            assert!(r.begins_with(&part));
            part.push(u64::from(*bit), 1);
        }
        part.push(u64::from(!want[777]), 1);
        assert!(!r.begins_with(&part));
    }

    #[test]
    fn text_and_back() {
        let mut c = Choices::default();
        for n in [0, 1, 63, 1, 1, 64, 30] {
            c.push(0x5a5a_5a5a_5a5a_5a5a, n);
            let r = record(&c);
            assert_eq!(r.to_string().parse(), Ok(r));
        }
        for bad in
            ["", "homing-trail 2\n", "homing-trail 1\nprogram x\n", "homing-trail 1\nprogram 1\noptions \nsteps 1\nchoices 9 00"]
        {
            assert!(bad.parse::<Record>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_long_row_is_dropped_without_recursion() {
        let mut c = Choices::default();
        (0..20_000_000 / 64).for_each(|_| c.push(1, 64));
    }
}
