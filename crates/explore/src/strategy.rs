//! What a search strategy sees and says.

use homing_exec::{State, StateId};
use homing_graph::Reach;
use homing_ir::{BlockId, FuncId, Program, TargetId};
use homing_random::Random;

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
    /// What it calls near has changed since the last call (not the targets: the engine knows of these): it wants to hear of every state again.
    fn wants_retelling(&mut self) -> bool {
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
    /// Begin a run at a function's entry with everything symbolic; once for each function. From then on states that are called into it are
    /// told of ([`SubRun::Arrived`]). At the program's own entry: a second run from there, beside the one that explores everything.
    Start { at: FuncId },
    /// Run a state for about that many instructions, or to its next fork.
    Forward { state: StateId, steps: u64 },
    /// Go on with the run of that number whose inputs are guessed, for about that many instructions; another number begins anew.
    Guess { run: u64, steps: u64 },
    /// Run the program natively with mutated inputs, until about so many blocks were executed.
    Fuzz { seed: u64, budget: u64 },
    /// Go on with the state that an input of fuzzing belongs to, for about that many instructions or to its next fork: the nearest such input to its end, then another one.
    Retrace { steps: u64 },
    /// Go a recorded trail from a copy of a state (one that was told of as arrived, or a living one). What is off the trail is not looked at.
    Follow { state: StateId, trail: Vec<bool> },
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
    /// Functions whose entry counts as a target in `reach` too; none but for what works backwards.
    pub goals: &'a [FuncId],
    /// Distances that the user gave, to be used instead of computed ones; see [`View::distance`].
    pub given: Option<&'a Distances>,
    /// [`Action::Guess`] may be asked for.
    pub can_guess: bool,
    /// [`Action::Fuzz`] may be asked for, as far as is known: nobody has tried in vain.
    pub can_fuzz: bool,
    /// [`Action::Retrace`] has something to do.
    pub can_retrace: bool,
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
    /// The program was fuzzed. `work` is what it cost (see [`View::cost`]), `kept` how many inputs came to something new, `fresh` how many
    /// blocks no native run had entered.
    Fuzzed { work: u64, kept: u32, fresh: u32 },
    /// Something that only matters to who starts sub-runs.
    SubRun(SubRun<'a>),
}

/// What happened to states of sub-runs that started unconstrained, and where they meet others.
pub enum SubRun<'a> {
    /// A state was called into a function that a run has started at ([`Action::Start`]). This is a copy, kept under its own number for
    /// following trails; the state itself, `of`, goes on.
    Arrived { state: &'a State, of: StateId },
    /// A state that started unconstrained passed a target that is open.
    Passed { state: &'a State, target: TargetId },
    /// A trail was followed from that copy; in vain if it fell short of its end.
    Followed { state: StateId, work: u64, short: Option<Short> },
    /// A trail was followed from a copy of this living state and fell short. Not the engine tells this but who had it followed.
    FellShort { state: StateId, short: Short },
    /// A target is decided.
    Decided { target: TargetId },
}

/// How a trail fell short of its end.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Short {
    /// Every trail that begins with as many bits of it is in vain too.
    pub bits: usize,
    /// How far the two sides of the comparison that was in the way were apart, if that is known; else 0.
    pub apart: u64,
}

impl SubRun<'_> {
    /// One line for logs.
    pub fn describe(&self) -> String {
        match self {
            SubRun::Arrived { state, .. } => format!("state {} arrived in function {}", state.id.0, state.frame.func.0),
            SubRun::Passed { state, target } => format!("state {} passed target {}", state.id.0, target.0),
            SubRun::Followed { state, work, .. } => format!("followed from state {}, work {work}", state.0),
            SubRun::FellShort { state, short } => format!("state {} would fall short after {} bits", state.0, short.bits),
            SubRun::Decided { target } => format!("target {} decided", target.0),
        }
    }
}

impl Event<'_> {
    /// The work that it tells of, if any was done.
    pub fn work(&self) -> Option<u64> {
        match self {
            Event::Ran { work, .. } | Event::Removed { work, .. } | Event::Guessed { work, .. } | Event::Fuzzed { work, .. } => {
                Some(*work)
            }
            Event::SubRun(SubRun::Followed { work, .. }) => Some(*work),
            Event::Added { .. } | Event::SubRun(_) => None,
        }
    }
}

/// The random numbers of strategies: the same for the same `--seed`.
#[derive(Clone, Debug)]
pub struct Rng(Random);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d))
    }
    pub fn next_u64(&mut self) -> u64 {
        self.0.word()
    }
    /// A number below `n`; `n` is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }
}
