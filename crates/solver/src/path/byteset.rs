//! The exact set of values a variable of at most eight bits may have.

/// A set of values below 256.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ByteSet([u64; 4]);

impl ByteSet {
    pub(super) const EMPTY: ByteSet = ByteSet([0; 4]);

    /// All values of `width` bits (at most 8).
    #[cfg(test)]
    pub(super) fn full(width: u32) -> ByteSet {
        debug_assert!(width <= 8);
        match width {
            8 => ByteSet([u64::MAX; 4]),
            7 => ByteSet([u64::MAX, u64::MAX, 0, 0]),
            w => ByteSet([u64::MAX >> (64 - (1u32 << w)), 0, 0, 0]),
        }
    }

    pub(super) fn insert(&mut self, value: u64) {
        self.0[(value >> 6) as usize & 3] |= 1 << (value & 63);
    }

    pub(super) fn insert_range(&mut self, lo: u64, hi: u64) {
        for word in (lo >> 6)..=(hi >> 6) {
            let from = lo.max(word << 6) & 63;
            let to = hi.min((word << 6) | 63) & 63;
            self.0[word as usize & 3] |= (u64::MAX >> (63 - (to - from))) << from;
        }
    }

    pub(super) fn contains(&self, value: u64) -> bool {
        value < 256 && self.0[(value >> 6) as usize] >> (value & 63) & 1 == 1
    }

    pub(super) fn and(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(super) fn minus(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub(super) fn is_subset(&self, other: &ByteSet) -> bool {
        self.minus(other).is_empty()
    }

    pub(super) fn min(&self) -> Option<u64> {
        self.iter().next()
    }

    pub(super) fn max(&self) -> Option<u64> {
        (0..4).rev().find(|&i| self.0[i] != 0).map(|i| (i as u64) * 64 + 63 - u64::from(self.0[i].leading_zeros()))
    }

    /// The values in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> + use<> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < 4 && words[at] == 0 {
                at += 1;
            }
            let word = words.get_mut(at)?;
            let bit = word.trailing_zeros();
            *word &= *word - 1;
            Some(at as u64 * 64 + u64::from(bit))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_bounds() {
        for (lo, hi) in [(0, 255), (0, 0), (255, 255), (63, 64), (10, 200), (64, 127), (5, 9)] {
            let mut s = ByteSet::EMPTY;
            s.insert_range(lo, hi);
            assert_eq!(s.iter().collect::<Vec<_>>(), (lo..=hi).collect::<Vec<_>>());
            assert_eq!((s.min(), s.max()), (Some(lo), Some(hi)));
            let rest = ByteSet::full(8).minus(&s);
            assert!((0..256).all(|v| rest.contains(v) != s.contains(v)));
            assert!(rest.and(&s).is_empty() && s.is_subset(&ByteSet::full(8)));
        }
        for w in 1..=8 {
            assert_eq!(ByteSet::full(w).max(), Some((1 << w) - 1));
            assert_eq!(ByteSet::full(w).iter().count(), 1 << w);
        }
    }
}
