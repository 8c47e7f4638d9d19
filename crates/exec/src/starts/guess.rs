//! Concrete inputs by guessing: a run whose inputs are guessed never forks, so it gets far in little time.

use std::rc::Rc;

use homing_ir::{Const, Program};
use homing_random::mix;

/// Constants of the program that guesses are made from, at most.
const MAX_WORDS: usize = 4096;

/// Values for the inputs of one run; the same number guesses the same values.
#[derive(Clone, Debug)]
pub struct Guess {
    number: u64,
    manner: Manner,
    /// Constants that stand in the program: what inputs are likely to be compared with.
    words: Rc<[u64]>,
}

/// How the values of one run are drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Manner {
    Zero,
    /// Any bits.
    Wide,
    /// Numbers around zero.
    Small,
    /// Constants of the program and their neighbours.
    Words,
    /// The first few inputs from the program's constants or any bits, then zero.
    Prefix,
    /// Each value in another manner.
    Mixed,
}

impl Guess {
    /// The guesses of run `number`: all zeros in run 0, then the manners by turns.
    pub fn new(number: u64, words: Rc<[u64]>) -> Guess {
        let manner = match number {
            0 => Manner::Zero,
            n => [Manner::Prefix, Manner::Wide, Manner::Small, Manner::Words, Manner::Mixed][(n - 1) as usize % 5],
        };
        Guess { number, manner, words }
    }

    /// `len` bytes (at most 8) at `offset` of an input of `size` bytes. Larger inputs are taken as arrays, of characters if the type says so.
    pub(crate) fn bytes(&self, input: u32, size: u32, type_name: &str, offset: u32, len: u32) -> u64 {
        if type_name == "_Bool" {
            return self.element(input, 0) & 1;
        }
        let element = match size {
            0..=8 => 8,
            _ if type_name.contains("char") || type_name.contains("int8") => 1,
            _ => 4,
        };
        (0..len).fold(0, |value, i| {
            let at = offset + i;
            let byte = self.element(input, at / element) >> (at % element * 8) & 0xff;
            value | byte << (i * 8)
        })
    }

    fn element(&self, input: u32, index: u32) -> u64 {
        let draw = mix(self.number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ mix(u64::from(input) << 32 | u64::from(index)));
        match self.manner {
            Manner::Prefix if u64::from(input) + u64::from(index) >= 1 << (mix(self.number) % 8) => 0,
            Manner::Prefix => self.draw(if draw >> 63 == 0 { Manner::Wide } else { Manner::Words }, draw),
            Manner::Mixed => {
                let manner = [Manner::Zero, Manner::Wide, Manner::Small, Manner::Words][(draw >> 62) as usize];
                self.draw(manner, draw)
            }
            manner => self.draw(manner, draw),
        }
    }

    fn draw(&self, manner: Manner, draw: u64) -> u64 {
        match manner {
            Manner::Wide => draw,
            Manner::Words if !self.words.is_empty() => {
                let word = self.words[(draw >> 8) as usize % self.words.len()];
                word.wrapping_add([0, 0, 1, u64::MAX][(draw & 3) as usize])
            }
            Manner::Small | Manner::Words => [0, 1, 2, 3, 4, 10, u64::MAX, u64::MAX - 1][(draw & 7) as usize],
            Manner::Zero | Manner::Prefix | Manner::Mixed => 0,
        }
    }
}

/// The constants of a program, sorted, without repetitions.
pub(crate) fn words(program: &Program) -> Rc<[u64]> {
    let consts = program.functions.iter().flat_map(|f| &f.consts);
    let mut words: Vec<u64> = consts
        .filter_map(|c| match c {
            Const::Bits { v, .. } => Some(*v),
            Const::Int(text) => text.parse::<i64>().ok().map(|v| v as u64),
            _ => None,
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    words.truncate(MAX_WORDS);
    words.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_words_of_an_input_agree() {
        for number in 0..20 {
            let guess = Guess::new(number, vec![7, 1000].into());
            for (size, name) in [(4, "int"), (100, "char[100]"), (100, "int[25]")] {
                for offset in 0..size - 3 {
                    let word = guess.bytes(3, size, name, offset, 4);
                    let apart = (0..4).fold(0, |v, i| v | guess.bytes(3, size, name, offset + i, 1) << (i * 8));
                    assert_eq!(word, apart, "run {number}, {name} at {offset}");
                }
            }
        }
    }

    #[test]
    fn runs_differ_and_repeat() {
        let all = |n| (0..50).map(|i| Guess::new(n, vec![5].into()).bytes(i, 4, "int", 0, 4)).collect::<Vec<_>>();
        assert_eq!(all(0), vec![0; 50]);
        for n in 1..11 {
            assert_eq!(all(n), all(n));
            assert_ne!(all(n), all(n + 1));
        }
        assert!(all(4).iter().all(|v| [4, 5, 6].contains(v)), "constants of the program and their neighbours");
    }
}
