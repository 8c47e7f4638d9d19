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
    /// The bytes of everything that the program asks for, in order: nothing is guessed. What is not there is zero.
    given: Option<Rc<[Vec<u8>]>>,
}

/// What is known of an input whose bytes are wanted.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Wanted<'a> {
    /// Its number in the log.
    pub input: u32,
    /// Its number among those that the program asks for; none for what it does not.
    pub asked: Option<u32>,
    /// In bytes.
    pub size: u32,
    pub type_name: &'a str,
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
        Guess { number, manner, words, given: None }
    }

    /// No guess: these are the inputs.
    pub fn given(inputs: Rc<[Vec<u8>]>) -> Guess {
        Guess { number: 0, manner: Manner::Zero, words: Rc::from([]), given: Some(inputs) }
    }

    /// `len` bytes (at most 8) at `offset` of an input of `size` bytes. Larger inputs are taken as arrays, of characters if the type says so.
    pub(crate) fn bytes(&self, wanted: Wanted<'_>, offset: u32, len: u32) -> u64 {
        let Wanted { input, asked, size, type_name } = wanted;
        if let Some(given) = &self.given {
            let bytes = asked.and_then(|n| given.get(n as usize)).map_or(&[][..], |b| b);
            let byte = |i: u32| bytes.get((offset + i) as usize).map_or(0, |b| u64::from(*b) << (i * 8));
            let all = (0..len).map(byte).fold(0, |value, b| value | b);
            return if type_name == "_Bool" { all & 1 } else { all };
        }
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
            for (size, type_name) in [(4, "int"), (100, "char[100]"), (100, "int[25]")] {
                let name = type_name;
                let wanted = Wanted { input: 3, asked: Some(3), size, type_name };
                for offset in 0..size - 3 {
                    let word = guess.bytes(wanted, offset, 4);
                    let apart = (0..4).fold(0, |v, i| v | guess.bytes(wanted, offset + i, 1) << (i * 8));
                    assert_eq!(word, apart, "run {number}, {name} at {offset}");
                }
            }
        }
    }

    #[test]
    fn runs_differ_and_repeat() {
        let wanted = |input| Wanted { input, asked: None, size: 4, type_name: "int" };
        let all = |n| (0..50).map(|i| Guess::new(n, vec![5].into()).bytes(wanted(i), 0, 4)).collect::<Vec<_>>();
        assert_eq!(all(0), vec![0; 50]);
        for n in 1..11 {
            assert_eq!(all(n), all(n));
            assert_ne!(all(n), all(n + 1));
        }
        assert!(all(4).iter().all(|v| [4, 5, 6].contains(v)), "constants of the program and their neighbours");
    }

    #[test]
    fn given_bytes_go_to_what_is_asked_for() {
        let guess = Guess::given(vec![vec![1, 2, 3, 4], vec![5]].into());
        let wanted = |asked| Wanted { input: 9, asked, size: 4, type_name: "int" };
        assert_eq!(guess.bytes(wanted(Some(0)), 1, 2), 0x0302);
        assert_eq!(guess.bytes(wanted(Some(1)), 0, 4), 5);
        assert_eq!((guess.bytes(wanted(Some(2)), 0, 4), guess.bytes(wanted(None), 0, 4)), (0, 0));
    }
}
