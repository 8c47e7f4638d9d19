//! `spread`: shortest distance, with a price on being where many have been.

use std::hash::{Hash, Hasher};

use homing_exec::{State, StateId};
use homing_explore::{Rng, Short, View};
use rustc_hash::{FxHashMap, FxHasher};

use crate::ranked::Metric;

/// The distance to the nearest target, times a price that grows with the number of states of the same kind: the first two of a kind pay the distance
/// alone, the next ones the more the more there were. So the nearest states go first, but not for ever: of a thousand that differ in
/// nothing that can be seen from here, a few are tried before others get their turn.
///
/// States are of the same kind if they stand at the same place, at the same depth of calls, after about as many forks, and if the last trail
/// that was followed from them (in `ccbse`) fell short in the same way: a path that would get farther along it, or whose numbers came
/// nearer to what it asks for, is the first of its kind again.
///
/// Kinds that would pay the same draw lots, once: they do not take turns, which would be breadth first.
///
/// Where a run starts unconstrained, everything is symbolic and the nearest path is rarely a wrong one: there the place alone makes the kind,
/// and only crowds pay.
pub struct Spread {
    /// What the lots are drawn with.
    seed: u64,
    crowds: FxHashMap<Kind, u32>,
    spots: FxHashMap<StateId, Spot>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Kind {
    /// Number of the block, and the instruction.
    place: (usize, u32),
    frames: u32,
    /// Of the number of forks.
    half_doublings: u32,
    short: Short,
}

/// Where a state was when it was looked at last.
#[derive(Copy, Clone, Default)]
struct Spot {
    kind: Kind,
    distance: u64,
    general: bool,
    /// Instructions executed.
    steps: u64,
}

/// Numbers that are farther apart than this count as equally far.
const FAR: u64 = 16;

/// A price of one in the numbers used here.
const ONE: u64 = 16;

/// Lots among kinds that pay the same.
const LOTS: u64 = 64;

/// The first states of a kind pay nothing: two of them.
const FREE: u64 = ONE * 5 / 4;

impl Spread {
    pub fn new(seed: u64) -> Spread {
        Spread { seed, crowds: FxHashMap::default(), spots: FxHashMap::default() }
    }

    /// The metric of a state at this spot; one more of its kind if it has come there just now.
    fn price(&mut self, spot: Spot, came: bool) -> u64 {
        let n = self.crowds.entry(spot.kind).or_default();
        *n += u32::from(came);
        let n = (*n).max(1);
        let price = match spot.general {
            false => ONE + log2(n).saturating_sub(FREE),
            // Nothing up to 15, then a step with every fourfold.
            true => ONE * u64::from(n.ilog2() / 2).max(1),
        };
        spot.distance.saturating_mul(price * LOTS).saturating_add(self.lot(spot.kind))
    }

    /// The lot of a kind, always the same.
    fn lot(&self, kind: Kind) -> u64 {
        let mut hasher = FxHasher::default();
        (self.seed, kind.place, kind.frames, kind.half_doublings).hash(&mut hasher);
        Rng::new(hasher.finish()).next_u64() % LOTS
    }
}

/// How often 1 has to be doubled to get to `n`, times two: 1, 2, 3, 4, 6, 8, 12, 16, ... are where the next one begins.
fn half_doublings(n: u32) -> u32 {
    let whole = n.ilog2();
    2 * whole + u32::from(whole > 0 && n >= 3 << (whole - 1))
}

/// The logarithm in units of 1 / [`ONE`], linear between powers of two.
fn log2(n: u32) -> u64 {
    let whole = n.ilog2();
    ONE * u64::from(whole) + ((u64::from(n) * ONE) >> whole) % ONE
}

impl Metric for Spread {
    fn of(&mut self, state: &State, view: &View<'_>) -> u64 {
        let Some(distance) = view.distance(state) else { return u64::MAX };
        let f = &state.frame;
        let place = ((view.first_block)(f.func) + f.block.index(), f.inst);
        let old = self.spots.get(&state.id).copied();
        let short = old.map(|s| s.kind.short).unwrap_or_default();
        let kind = match state.run.is_unconstrained() {
            true => Kind { place, ..Kind::default() },
            false => Kind { place, frames: f.depth, half_doublings: half_doublings(state.depth + 1), short },
        };
        let spot = Spot { kind, distance: distance.into(), general: state.run.is_unconstrained(), steps: state.steps };
        self.spots.insert(state.id, spot);
        // What is near may have changed meanwhile; that is no reason to count it twice.
        let came = old.is_none_or(|o| o.kind != kind || o.steps != state.steps);
        self.price(spot, came)
    }

    fn left(&self, state: &State, _metric: u64, view: &View<'_>) -> u64 {
        view.distance(state).map_or(u64::MAX, u64::from)
    }

    fn born(&mut self, state: &State, parent: Option<StateId>, _view: &View<'_>) {
        if let Some(spot) = parent.and_then(|p| self.spots.get(&p)) {
            self.spots.insert(state.id, *spot);
        }
    }

    fn fell_short(&mut self, state: StateId, short: Short) -> Option<u64> {
        let spot = self.spots.get_mut(&state)?;
        if spot.general {
            return None;
        }
        spot.kind.short = Short { apart: short.apart.min(FAR), ..short };
        let spot = *spot;
        Some(self.price(spot, true))
    }

    fn gone(&mut self, state: StateId) {
        self.spots.remove(&state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_grow_with_their_argument() {
        assert_eq!((log2(1), log2(2), log2(4), log2(1 << 20)), (0, ONE, 2 * ONE, 20 * ONE));
        assert!((1..5000).all(|n| log2(n) <= log2(n + 1)));
    }

    #[test]
    fn half_doublings_begin_at_powers_of_two_and_halfway() {
        let begins: Vec<u32> = (2..40).filter(|n| half_doublings(*n) != half_doublings(n - 1)).collect();
        assert_eq!(begins, [2, 3, 4, 6, 8, 12, 16, 24, 32]);
        assert!((3..5000).all(|n| half_doublings(n) - half_doublings(n - 1) <= 1));
    }

    #[test]
    fn kinds_that_pay_the_same_go_in_an_order_that_the_seed_makes() {
        let kinds = || (0..9).map(|frames| Spot { distance: 10, kind: Kind { frames, ..Kind::default() }, ..Spot::default() });
        let order = |seed: u64| {
            let mut spread = Spread::new(seed);
            let mut order: Vec<(u64, u32)> = kinds().map(|s| (spread.price(s, true), s.kind.frames)).collect();
            order.sort_unstable();
            order.into_iter().map(|(_, frames)| frames).collect::<Vec<_>>()
        };
        assert_eq!(order(1), order(1));
        assert!((2..6).any(|seed| order(seed) != order(1)));
    }

    #[test]
    fn the_first_of_a_kind_pay_the_distance_and_crowds_pay_more() {
        let mut spread = Spread::new(1);
        let near = Spot { distance: 10, ..Spot::default() };
        let far = Spot { distance: 15, kind: Kind { frames: 1, ..Kind::default() }, ..Spot::default() };
        let prices: Vec<u64> = (0..4).map(|_| spread.price(near, true)).collect();
        assert_eq!(prices[0] / LOTS, 10 * ONE);
        assert_eq!(prices[0], prices[1]);
        assert!(prices.is_sorted() && prices[3] > spread.price(far, true));
    }

    #[test]
    fn unconstrained_starts_are_free_for_a_few() {
        let mut spread = Spread::new(1);
        let spot = Spot { distance: 10, general: true, ..Spot::default() };
        let prices: Vec<u64> = (0..16).map(|_| spread.price(spot, true)).collect();
        assert!(prices[..15].iter().all(|p| p / LOTS == 10 * ONE) && prices[15] / LOTS == 20 * ONE);
    }
}
