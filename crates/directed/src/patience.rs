//! How long a path has not come nearer.

use homing_exec::State;

/// Instructions that a path may go on without coming nearer to a target than ever before, until others go first.
const PATIENCE: u64 = 1_000;

/// A path's progress: the nearest it has been, and when. Handed on to what it forks.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    best: u64,
    since: u64,
}

impl Progress {
    pub fn new(state: &State, left: u64) -> Progress {
        Progress { best: left, since: state.steps }
    }

    /// The path has moved on.
    pub fn moved(self, state: &State, left: u64) -> Progress {
        if left < self.best { Progress::new(state, left) } else { self }
    }

    /// 0 while the path makes progress; then one more each time that the instructions without progress double. States of a lower level
    /// go first: a path in an endless loop near the target does not starve the others, and it is not starved by them either, since
    /// every path that makes no progress rises in the same way, and there are finitely many paths of a given length.
    pub fn level(self, state: &State) -> u32 {
        match state.steps.saturating_sub(self.since) / PATIENCE {
            0 => 0,
            n => n.ilog2() + 1,
        }
    }
}
