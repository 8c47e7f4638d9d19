//! The one generator of random numbers (SplitMix64): small, fast, and the same numbers for the same seed in every version. Runs and
//! reported seeds rest on that, so no constant here may change.

/// The distance between two states.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator. Seeds that differ in any bit give sequences that have nothing to do with each other.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that starts from that state.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; `n` is more than zero.
    pub fn below<N: Count>(&mut self, n: N) -> N {
        N::of((u128::from(self.word()) * u128::from(n.count())) >> 64)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of a list that is not empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Spreads the bits of a number: equal for equal ones, and else as if drawn.
pub fn mix(n: u64) -> u64 {
    Random::new(n).word()
}

/// What can be drawn from zero up to a limit. Only limits that are not negative make sense.
pub trait Count: Copy {
    /// As a word.
    fn count(self) -> u64;
    /// From a number below the limit.
    fn of(n: u128) -> Self;
}

macro_rules! counts {
    ($($t:ty),*) => {$(
        impl Count for $t {
            fn count(self) -> u64 {
                self as u64
            }
            fn of(n: u128) -> Self {
                n as $t
            }
        }
    )*};
}
counts!(u8, i32, u32, u64, usize);

#[cfg(test)]
mod tests {
    use super::*;

    /// The first words of the published generator for the seed 1234567.
    #[test]
    fn the_numbers_are_those_of_the_method() {
        let mut r = Random::new(1234567);
        let words: [u64; 3] = std::array::from_fn(|_| r.word());
        assert_eq!(words, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
        assert_eq!(mix(1234567), words[0]);
    }

    #[test]
    fn numbers_stay_below_and_come_to_every_value() {
        let mut r = Random::new(1);
        let mut seen = [0; 7];
        (0..700).for_each(|_| seen[r.below(7usize)] += 1);
        assert!(seen.iter().all(|n| (50..150).contains(n)), "{seen:?}");
        assert_eq!((r.below(1), r.below(1u64), *r.pick(&[5])), (0, 0, 5));
        assert!((0..100).filter(|_| r.one_in(4)).count() < 50);
    }
}
