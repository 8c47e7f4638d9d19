//! Sets of bit-vector values as unions of intervals.

use smallvec::{SmallVec, smallvec};

/// All ones at `width` (at most 64).
pub(super) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// A set of unsigned values of one width (1 to 64): ascending, disjoint, non-adjacent closed intervals.
///
/// Closed under complement, union, intersection, rotation and reflection, which is what comparisons with constants
/// under extensions and additions need; so such sets are exact where a single interval would have to overshoot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Intervals {
    width: u32,
    items: SmallVec<[(u64, u64); 2]>,
}

impl Intervals {
    pub(super) fn empty(width: u32) -> Intervals {
        Intervals { width, items: smallvec![] }
    }

    pub(super) fn full(width: u32) -> Intervals {
        Intervals::range(width, 0, mask(width))
    }

    /// The values from `lo` to `hi`, both included; empty if `lo > hi`.
    pub(super) fn range(width: u32, lo: u64, hi: u64) -> Intervals {
        let mut set = Intervals::empty(width);
        if lo <= hi {
            set.items.push((lo, hi));
        }
        set
    }

    pub(super) fn point(width: u32, value: u64) -> Intervals {
        Intervals::range(width, value, value)
    }

    /// The values from `lo` to `hi` in signed order; empty if `lo` is above `hi` in that order.
    pub(super) fn signed_range(width: u32, lo: u64, hi: u64) -> Intervals {
        let flip = 1u64 << (width - 1);
        Intervals::range(width, lo ^ flip, hi ^ flip).add(flip)
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }

    pub(super) fn items(&self) -> &[(u64, u64)] {
        &self.items
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    #[cfg(test)]
    pub(super) fn is_full(&self) -> bool {
        self.items.len() == 1 && self.items[0] == (0, mask(self.width))
    }

    pub(super) fn min(&self) -> Option<u64> {
        self.items.first().map(|i| i.0)
    }

    pub(super) fn max(&self) -> Option<u64> {
        self.items.last().map(|i| i.1)
    }

    /// The least and greatest value in signed order.
    pub(super) fn signed_bounds(&self) -> Option<(u64, u64)> {
        let flip = 1u64 << (self.width - 1);
        // The negative half comes first in signed order: the first item reaching it holds the least value.
        let least = match self.items.iter().find(|i| i.1 >= flip) {
            Some(i) => i.0.max(flip),
            None => self.min()?,
        };
        let greatest = match self.items.iter().rev().find(|i| i.0 < flip) {
            Some(i) => i.1.min(flip - 1),
            None => self.max()?,
        };
        Some((least, greatest))
    }

    pub(super) fn contains(&self, value: u64) -> bool {
        let after = self.items.partition_point(|i| i.0 <= value);
        after > 0 && value <= self.items[after - 1].1
    }

    pub(super) fn complement(&self) -> Intervals {
        let mut out = Intervals::empty(self.width);
        let mut next = Some(0);
        for &(lo, hi) in &self.items {
            if let Some(from) = next
                && from < lo
            {
                out.items.push((from, lo - 1));
            }
            next = (hi < mask(self.width)).then(|| hi + 1);
        }
        if let Some(from) = next {
            out.items.push((from, mask(self.width)));
        }
        out
    }

    pub(super) fn and(&self, other: &Intervals) -> Intervals {
        debug_assert_eq!(self.width, other.width);
        let mut out = Intervals::empty(self.width);
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.items.get(i), other.items.get(j)) {
            let (lo, hi) = (a.0.max(b.0), a.1.min(b.1));
            if lo <= hi {
                out.items.push((lo, hi));
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        out
    }

    pub(super) fn or(&self, other: &Intervals) -> Intervals {
        Intervals::from_items(self.width, self.items.iter().chain(&other.items).copied())
    }

    pub(super) fn is_subset(&self, other: &Intervals) -> bool {
        self.items.iter().all(|i| {
            let after = other.items.partition_point(|o| o.0 <= i.0);
            after > 0 && i.1 <= other.items[after - 1].1
        })
    }

    /// `{ v + c mod 2^width | v in self }`.
    pub(super) fn add(&self, c: u64) -> Intervals {
        let m = mask(self.width);
        let pieces = self.items.iter().flat_map(|&(lo, hi)| {
            let (a, b) = (lo.wrapping_add(c) & m, hi.wrapping_add(c) & m);
            let pieces: SmallVec<[(u64, u64); 2]> = if a <= b { smallvec![(a, b)] } else { smallvec![(0, b), (a, m)] };
            pieces
        });
        Intervals::from_items(self.width, pieces)
    }

    /// `{ c - v mod 2^width | v in self }`.
    pub(super) fn subtracted_from(&self, c: u64) -> Intervals {
        // c - v = (all ones - v) + (c + 1)
        let m = mask(self.width);
        let mirrored = Intervals::from_items(self.width, self.items.iter().map(|&(lo, hi)| (m - hi, m - lo)));
        mirrored.add(c.wrapping_add(1) & m)
    }

    /// `{ v | zext(v) in self }` for `v` of `width` bits.
    pub(super) fn before_zext(&self, width: u32) -> Intervals {
        let low = self.and(&Intervals::range(self.width, 0, mask(width)));
        Intervals { width, items: low.items }
    }

    /// `{ v | sext(v) in self }` for `v` of `width` bits.
    pub(super) fn before_sext(&self, width: u32) -> Intervals {
        let half = 1u64 << (width - 1);
        // Adding half the small range makes the image of sext the contiguous range [0, 2^width).
        let moved = self.add(half).and(&Intervals::range(self.width, 0, mask(width)));
        Intervals { width, items: moved.items }.add(half)
    }

    /// `{ v | the top bits of v are in self }` for `v` of `width` bits.
    pub(super) fn before_top_bits(&self, width: u32) -> Intervals {
        let down = width - self.width;
        let items = self.items.iter().map(|&(lo, hi)| (lo << down, (hi << down) | mask_or_zero(down)));
        Intervals::from_items(width, items)
    }

    /// `{ v | concat(v, low) in self }` for a constant `low` of `low_width` bits.
    pub(super) fn before_concat_low(&self, low: u64, low_width: u32) -> Intervals {
        let items = self.items.iter().filter_map(|&(lo, hi)| {
            let first = (lo >> low_width) + u64::from(lo & mask(low_width) > low);
            let beyond = (hi >> low_width) + u64::from(hi & mask(low_width) >= low);
            (first < beyond).then(|| (first, beyond - 1))
        });
        Intervals::from_items(self.width - low_width, items)
    }

    /// `{ v | concat(high, v) in self }` for a constant `high`, `v` of `width` bits.
    pub(super) fn before_concat_high(&self, high: u64, width: u32) -> Intervals {
        let base = high << width;
        let window = self.and(&Intervals::range(self.width, base, base | mask(width)));
        Intervals { width, items: window.items.iter().map(|&(lo, hi)| (lo - base, hi - base)).collect() }
    }

    /// How many values the set has, saturating.
    #[cfg(test)]
    pub(super) fn count(&self) -> u64 {
        self.items.iter().fold(0u64, |n, &(lo, hi)| n.saturating_add((hi - lo).saturating_add(1)))
    }

    /// The values in ascending order.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.items.iter().flat_map(|&(lo, hi)| lo..=hi)
    }

    pub(super) fn from_items(width: u32, items: impl Iterator<Item = (u64, u64)>) -> Intervals {
        let mut sorted: SmallVec<[(u64, u64); 4]> = items.collect();
        sorted.sort_unstable();
        let mut out = Intervals::empty(width);
        for (lo, hi) in sorted {
            match out.items.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => out.items.push((lo, hi)),
            }
        }
        out
    }
}

fn mask_or_zero(width: u32) -> u64 {
    if width == 0 { 0 } else { mask(width) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_sets(width: u32) -> Vec<Intervals> {
        let mut random = homing_random::Random::new(99);
        (0..60)
            .map(|n| {
                let mut set = Intervals::empty(width);
                for _ in 0..n % 4 {
                    let seed = random.word();
                    let (a, b) = ((seed >> 30) & mask(width), (seed >> 50) & mask(width));
                    set = set.or(&Intervals::range(width, a.min(b), a.max(b)));
                }
                set
            })
            .collect()
    }

    /// Checks `set` against the predicate for every value, and that it is in normal form.
    fn check(set: &Intervals, holds: impl Fn(u64) -> bool) {
        for v in 0..=mask(set.width()) {
            assert_eq!(set.contains(v), holds(v), "{v} in {set:?}");
        }
        assert!(set.items.windows(2).all(|p| p[0].1 + 1 < p[1].0), "{set:?}");
        assert_eq!(set.iter().count() as u64, set.count());
    }

    fn sext(v: u64, from: u32, to: u32) -> u64 {
        (((v << (64 - from)) as i64 >> (64 - from)) as u64) & mask(to)
    }

    #[test]
    fn set_operations_agree_with_membership() {
        let w = 6;
        let sets = some_sets(w);
        for a in &sets {
            check(&a.complement(), |v| !a.contains(v));
            for c in [0, 1, 17, 32, 63] {
                check(&a.add(c), |v| a.contains(v.wrapping_sub(c) & mask(w)));
                check(&a.subtracted_from(c), |v| a.contains(c.wrapping_sub(v) & mask(w)));
            }
            for b in &sets {
                check(&a.and(b), |v| a.contains(v) && b.contains(v));
                check(&a.or(b), |v| a.contains(v) || b.contains(v));
                assert_eq!(a.is_subset(b), (0..64).all(|v| !a.contains(v) || b.contains(v)));
            }
            let signed = |v: u64| sext(v, w, 64) as i64;
            let by_sign = |f: fn(&mut dyn Iterator<Item = i64>) -> Option<i64>| f(&mut a.iter().map(signed));
            let bounds = a.signed_bounds().map(|(l, h)| (signed(l), signed(h)));
            assert_eq!(bounds, by_sign(|i| i.min()).zip(by_sign(|i| i.max())));
        }
    }

    #[test]
    fn preimages_agree_with_membership() {
        let w = 6;
        for a in &some_sets(w) {
            for n in 1..=5 {
                check(&a.before_zext(n), |v| a.contains(v));
                check(&a.before_sext(n), |v| a.contains(sext(v, n, w)));
                for c in 0..=mask(n) {
                    check(&a.before_concat_low(c, n), |v| a.contains(v << n | c));
                    check(&a.before_concat_high(c, w - n), |v| a.contains(c << (w - n) | v));
                }
            }
            for wide in 6..10 {
                check(&a.before_top_bits(wide), |v| a.contains(v >> (wide - w)));
            }
        }
    }

    #[test]
    fn full_width_edges() {
        let all = Intervals::full(64);
        assert!(all.is_full() && all.complement().is_empty() && all.add(5).is_full());
        let negative = Intervals::signed_range(64, i64::MIN as u64, u64::MAX);
        assert_eq!(negative.items(), [(1 << 63, u64::MAX)]);
        assert_eq!(Intervals::point(64, u64::MAX).complement().items(), [(0, u64::MAX - 1)]);
        assert_eq!(Intervals::signed_range(64, u64::MAX, 1).items(), [(0, 1), (u64::MAX, u64::MAX)]);
    }
}
