//! What a search strategy sees and says.

use homing_exec::{State, StateId};
use homing_graph::Reach;
use homing_ir::{BlockId, FuncId, Program};

use crate::{Distances, Given};

/// Chooses what the engine does next. Its data is its own, keyed by state; it hears of everything through events.
pub trait Strategy {
    /// Something happened; called in the order of happening.
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>);
    /// What to do next. Only states that were added and not removed may be named.
    fn next(&mut self, view: &View<'_>) -> Action;
    /// It wants [`Event::Ran`] to carry the blocks entered.
    fn wants_blocks(&self) -> bool {
        false
    }
    /// The states waiting, with what speaks for each, the next ones first as far as there is an order; at most `max`. For debugging.
    fn describe(&self, _max: usize) -> Vec<(StateId, String)> {
        Vec::new()
    }
}

/// What the engine can be told to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Begin a run at a function's entry with everything symbolic.
    Start { at: FuncId },
    /// Run a state for about that many instructions, or to its next fork.
    Forward { state: StateId, steps: u64 },
    /// Go on with the run of that number whose inputs are guessed, for about that many instructions; another number begins anew.
    Guess { run: u64, steps: u64 },
    /// Replay a recorded trail from a state.
    Follow { state: StateId, trail: Vec<bool> },
    /// Execute backwards from a goal.
    Backward { goal: u64 },
    /// Connect a forward state with a goal of a backward run.
    Join { state: StateId, goal: u64 },
    /// Nothing left to do.
    Done,
}

/// Where a state is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Where {
    pub func: FuncId,
    pub block: BlockId,
    pub inst: u32,
}

/// What a strategy may look at besides the states themselves.
pub struct View<'a> {
    pub program: &'a Program,
    /// Reachability of and distances to the targets that are open now.
    pub reach: &'a Reach,
    /// Blocks entered by any state; see [`View::is_covered`].
    pub covered: &'a [bool],
    /// Number of each function's first block in `covered`.
    pub first_block: &'a dyn Fn(FuncId) -> usize,
    /// What the run has cost so far, in executed instructions: the solver's work and forks count as many as take the same time.
    pub cost: u64,
    /// Distances that the user gave, to be used instead of computed ones; see [`View::distance`].
    pub given: Option<&'a Distances>,
}

impl View<'_> {
    /// Some state has entered this block.
    pub fn is_covered(&self, func: FuncId, block: BlockId) -> bool {
        self.covered[(self.first_block)(func) + block.index()]
    }
    /// Instructions from a state to the nearest open target over its own stack, or the user's distance; none if it cannot get there.
    pub fn distance(&self, state: &State) -> Option<u32> {
        match self.given {
            Some(given) => given.of(state),
            None => self.reach.stack_distance(state.points()),
        }
    }
    /// The same from a point downwards, regardless of the stack.
    pub fn distance_at(&self, func: FuncId, block: BlockId, inst: u32) -> Option<u32> {
        match self.given.map(|g| g.at(func, block, inst)) {
            Some(Given::Finite(d)) => Some(d),
            Some(Given::Infinite | Given::Outside) => None,
            None => self.reach.distance_at(func, block, inst),
        }
    }
}

/// What happened.
pub enum Event<'a> {
    /// A state was born; its parent is the state that ran (none for the first).
    Added { state: &'a State, parent: Option<StateId> },
    /// A state ran and is still there (also told, with no work, for every state when a target is decided: distances have changed). `work` is 50 x solver calls + instructions; `fresh` blocks had never been entered before.
    Ran { state: &'a State, work: u64, fresh: u32, blocks: &'a [(FuncId, BlockId)] },
    /// A state is gone; `work` was spent in its last run.
    Removed { state: StateId, work: u64 },
    /// The run with guessed inputs went on; `over` if it has come to its end. `work` is what it cost (see [`View::cost`]), `guesses` how
    /// many inputs it has read so far.
    Guessed { work: u64, over: bool, fresh: u32, guesses: u64 },
}

/// A small reproducible generator of random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n`; `n` is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }
}
