//! Sets of values of a term: the currency between constraints and domains.

use super::abs::{Abs, signed};
use super::byteset::ByteSet;
use super::intervals::Intervals;
use std::rc::Rc;

/// More intervals than this are not kept: the domain stays coarser instead.
const MAX_INTERVALS: usize = 256;

/// A set of values of a term of at most 64 bits. Which form is used depends only on the width of the term, so two
/// sets for the same term always have the same form.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Set {
    /// Width at most 8: any set.
    Bytes { width: u32, set: ByteSet },
    /// Wider: a union of intervals.
    Ranges(Rc<Intervals>),
}

impl Set {
    pub(super) fn full(width: u32) -> Set {
        Set::from_intervals(Intervals::full(width))
    }

    pub(super) fn from_intervals(from: Intervals) -> Set {
        if from.width() > 8 {
            return Set::Ranges(Rc::new(from));
        }
        let mut set = ByteSet::EMPTY;
        for &(lo, hi) in from.items() {
            set.insert_range(lo, hi);
        }
        Set::Bytes { width: from.width(), set }
    }

    pub(super) fn and(&self, other: &Set) -> Set {
        match (self, other) {
            (Set::Bytes { width, set: a }, Set::Bytes { set: b, .. }) => Set::Bytes { width: *width, set: a.and(b) },
            (Set::Ranges(a), Set::Ranges(b)) => Set::Ranges(Rc::new(a.and(b))),
            _ => unreachable!("sets of terms of different width"),
        }
    }

    pub(super) fn minus(&self, other: &Set) -> Set {
        match (self, other) {
            (Set::Bytes { width, set: a }, Set::Bytes { set: b, .. }) => Set::Bytes { width: *width, set: a.minus(b) },
            (Set::Ranges(a), Set::Ranges(b)) => Set::Ranges(Rc::new(a.and(&b.complement()))),
            _ => unreachable!("sets of terms of different width"),
        }
    }

    pub(super) fn is_subset(&self, other: &Set) -> bool {
        match (self, other) {
            (Set::Bytes { set: a, .. }, Set::Bytes { set: b, .. }) => a.is_subset(b),
            (Set::Ranges(a), Set::Ranges(b)) => a.is_subset(b),
            _ => unreachable!("sets of terms of different width"),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Set::Bytes { set, .. } => set.is_empty(),
            Set::Ranges(set) => set.is_empty(),
        }
    }

    pub(super) fn contains(&self, value: u64) -> bool {
        match self {
            Set::Bytes { set, .. } => set.contains(value),
            Set::Ranges(set) => set.contains(value),
        }
    }

    pub(super) fn min(&self) -> Option<u64> {
        match self {
            Set::Bytes { set, .. } => set.min(),
            Set::Ranges(set) => set.min(),
        }
    }

    pub(super) fn max(&self) -> Option<u64> {
        match self {
            Set::Bytes { set, .. } => set.max(),
            Set::Ranges(set) => set.max(),
        }
    }

    /// The least value that is at least `from`.
    pub(super) fn next(&self, from: u64) -> Option<u64> {
        match self {
            Set::Bytes { set, .. } => set.iter().find(|&v| v >= from),
            Set::Ranges(set) => set.items().iter().find(|i| i.1 >= from).map(|i| i.0.max(from)),
        }
    }

    /// The greatest value that is at most `from`.
    pub(super) fn previous(&self, from: u64) -> Option<u64> {
        match self {
            Set::Bytes { set, .. } => set.iter().take_while(|&v| v <= from).last(),
            Set::Ranges(set) => set.items().iter().rev().find(|i| i.0 <= from).map(|i| i.1.min(from)),
        }
    }

    /// Too fragmented to be worth keeping.
    pub(super) fn is_unwieldy(&self) -> bool {
        matches!(self, Set::Ranges(set) if set.items().len() > MAX_INTERVALS)
    }

    /// The tightest abstract value around a non-empty set.
    pub(super) fn abs(&self) -> Option<Abs> {
        match self {
            Set::Bytes { width, set } => {
                let mut values = set.iter();
                let first = Abs::constant(*width, values.next()?);
                Some(values.fold(first, |a, v| a.join(&Abs::constant(*width, v))))
            }
            Set::Ranges(set) => {
                let w = set.width();
                let (slo, shi) = set.signed_bounds()?;
                let by_sign = Abs::signed(w, signed(w, slo), signed(w, shi));
                Some(Abs::unsigned(w, set.min()?, set.max()?).meet(&by_sign))
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Set::Bytes { .. } => 0,
            Set::Ranges(set) => size_of::<Intervals>() + 16 * set.items().len(),
        }
    }
}

/// What a path condition says of one term on its own.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    /// Every solution gives the term a value in this set.
    pub(super) set: Set,
    /// The set is no larger than what the term's own constraints allow (it may be smaller).
    pub(super) tight: bool,
}
