//! How the work is shared: between the search from the entry and the one backwards, and between the starts of the latter.

use homing_explore::Strategy;

/// A search from the program's entry beside the one backwards.
pub struct Forward {
    pub strategy: Box<dyn Strategy>,
    /// Its distances are to functions with trails too, not only to targets.
    pub towards_trails: bool,
    /// How the work is shared.
    pub shares: Shares,
}

/// How the work is shared between the search from the entry and the one backwards.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Shares {
    /// Half and half.
    Equal,
    /// By what is to be expected of going backwards: see [`Work::heat`]. Then states from the entry take part in it from the beginning,
    /// and starts that have not led anywhere share a third.
    Heat,
}

/// Branches of a trail that is worth while.
pub(super) const LONG: usize = 8;
/// Backward work to find one with most of the work.
pub(super) const COLD: u64 = 150_000;
/// Backward work with most of it, from then on.
const HOT: u64 = 3_000_000;

/// The search from the entry waits until it may do so much at once.
const GRAIN: u64 = 1_000;

/// Following may cost so much more than the rest before the rest comes first.
const AHEAD: u64 = 20_000;

/// What has been done, by whom.
#[derive(Default)]
pub(super) struct Work {
    backward: u64,
    /// Of `backward`: following.
    following: u64,
    /// Of each, from the entry and backwards, in the present division of shares.
    turn: (u64, u64),
    parts: (u64, u64),
    /// A trail of [`LONG`] or more is known since then (in backward work).
    long_since: Option<u64>,
}

impl Work {
    pub fn count(&mut self, forward: bool, work: u64) {
        if forward {
            self.turn.0 += work;
        } else {
            self.backward += work;
            self.turn.1 += work;
        }
    }

    pub fn followed(&mut self, work: u64) {
        self.following += work;
    }

    /// May trails be followed before anything else? They get half of the work.
    pub fn may_follow(&self) -> bool {
        self.following <= self.backward - self.following + AHEAD
    }

    pub fn long_trail(&mut self) {
        self.long_since.get_or_insert(self.backward);
    }

    /// Parts for the search from the entry, and for the one backwards. Where going backwards promises something it gets most of the work, for
    /// a while: that is where a long trail is known, which saves whoever calls the function the search through it. Before that it gets
    /// most of the first work, and when it has had its time, a fifth.
    fn heat(&self) -> (u64, u64) {
        match self.long_since {
            None if self.backward < COLD => (1, 12),
            Some(since) if self.backward < since + HOT => (1, 12),
            _ => (4, 1),
        }
    }

    pub fn has_long_trail(&self) -> bool {
        self.long_since.is_some()
    }

    pub fn is_hot(&self) -> bool {
        self.heat().0 == 1
    }

    /// Is it the turn of the search from the entry?
    pub fn is_forward(&mut self, shares: Shares) -> bool {
        let parts = match shares {
            Shares::Equal => (1, 1),
            Shares::Heat => self.heat(),
        };
        // What was done under other shares is settled.
        if parts != self.parts {
            (self.parts, self.turn) = (parts, (0, 0));
        }
        (self.turn.0 + GRAIN) * parts.1 <= self.turn.1 * parts.0
    }
}
