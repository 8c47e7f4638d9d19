//! How the work is shared: between the search from the entry and the one backwards, and between the starts of the latter.

use homing_explore::Strategy;

/// Who searches from the program's entry.
pub enum Forward {
    /// Nobody else: its states wait until something is known of what they call.
    Own,
    /// This strategy, with half of the work.
    Mixed(Box<dyn Strategy>),
    /// Other arms of a portfolio.
    Elsewhere,
}

impl Forward {
    /// The run that explores everything is somebody else's.
    pub fn is_beside(&self) -> bool {
        !matches!(self, Forward::Own)
    }
}

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
    /// From the entry.
    forward: u64,
}

impl Work {
    pub fn count(&mut self, forward: bool, work: u64) {
        if forward {
            self.forward += work;
        } else {
            self.backward += work;
        }
    }

    pub fn followed(&mut self, work: u64) {
        self.following += work;
    }

    /// May trails be followed before anything else? They get half of the work.
    pub fn may_follow(&self) -> bool {
        self.following <= self.backward - self.following + AHEAD
    }

    /// Is it the turn of the search from the entry? It gets half of the work.
    pub fn is_forward(&self) -> bool {
        self.forward + GRAIN <= self.backward
    }
}
