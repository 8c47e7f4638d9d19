//! Techniques: what may be done with states besides running them.
//!
//! A technique says at which points of the program states are to pause, sees every state that comes there and every state that wants to wait,
//! and may drop it. What it claims to keep is part of every verdict: where one that may miss something has dropped a state, that is a
//! loss. Techniques are asked in a fixed order, that of [`techniques`]; the first that drops a state has it.

mod loop_bound;
mod merge;
mod points;
mod prune;

use std::cell::RefCell;
use std::rc::Rc;

use homing_exec::{Diamond, Judge, State, StateId};
use homing_graph::Reach;
use homing_ir::{BlockId, FuncId, Program};

pub use merge::Merging;
pub use points::{At, Points};

use loop_bound::LoopBound;
use merge::Merge;
use prune::Prune;

/// Looks at states and may drop them. What it thinks of them is its own, by their numbers.
pub trait Technique {
    /// The name by which it is switched on.
    fn name(&self) -> &'static str;
    /// What stays true with this technique on.
    fn guarantee(&self) -> Guarantee;
    /// Where states are to pause.
    fn pauses(&self) -> Points {
        Points::default()
    }
    /// A new state, or one that has run, before it may be chosen.
    fn look(&mut self, seen: &Seen<'_>) -> Decision;
    /// A state that it let go on is gone.
    fn gone(&mut self, _state: StateId) {}
    /// Does it join states, with so many of them and so many forks so far?
    fn joins_states(&mut self, _states: usize, _forks: u64) -> bool {
        false
    }
    /// States have just parted: are they to be run to a block of the same activation (or to its end) and joined there?
    fn region(&mut self, _at: &Parted) -> Option<Option<BlockId>> {
        None
    }
    /// By block of a function: states that come there at different times may meet, and wait for each other.
    fn meets(&mut self, _func: FuncId) -> Option<Rc<[bool]>> {
        None
    }
    /// Decides about joining, of a technique that does.
    fn judge(&mut self) -> Option<&mut dyn Judge> {
        None
    }
    /// What became of states that parted. Gives back what both sides of the branch there are, if they are to be computed at once from now on.
    fn closed(&mut self, _at: &Parted, _closed: &Closed) -> Option<Diamond> {
        None
    }
    /// Is the main run to start anew, since what it has become is many states that would have been few had they been joined from the beginning?
    /// Asked between regions; said once at most.
    fn starts_anew(&mut self) -> bool {
        false
    }

    /// A state that was joined at that place has become slow, and was parted again.
    fn parted_again(&mut self, _at: (FuncId, BlockId)) {}
}

/// Where states have parted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Parted {
    pub func: FuncId,
    pub block: BlockId,
    /// The activation, and how deep it is.
    pub frame: u64,
    pub depth: u32,
}

/// What became of states that parted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// How many were joined with another one.
    pub joined: u64,
    /// How many came to the goal.
    pub came: u64,
    /// It took too long: some had not come there yet.
    pub exhausted: bool,
}

/// A state as a technique sees it.
pub struct Seen<'a> {
    pub state: &'a State,
    /// The state that it was forked off; none for one that has run itself, and for the first of a run.
    pub parent: Option<StateId>,
    /// The point that it has just come to, if it is one of those at which somebody wants states to pause.
    pub at: Option<At>,
}

/// What a technique keeps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Guarantee {
    /// Misses no reachable target: what it drops could not have come to one.
    pub complete: bool,
    /// Reports none falsely. (What is reported is replayed all the same.)
    pub precise: bool,
}

/// What becomes of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Continue,
    /// It is dropped; the reason is counted.
    Drop(String),
}

/// What a technique is made from.
pub(crate) struct Ground<'a> {
    pub program: &'a Program,
    pub reach: Rc<RefCell<Reach>>,
    /// Every target is a place in the program, and errors are not looked for.
    pub places_only: bool,
    /// When states are joined, if they can be.
    pub merging: Merging,
}

/// All techniques with one line on each, in the order in which they are asked.
pub fn techniques() -> &'static [(&'static str, &'static str)] {
    &[
        ("prune", "drops states that cannot come to an open target any more; misses nothing"),
        ("merge", "joins states that come to the same place where that pays (see --merge); misses nothing"),
        ("induction", "proves targets behind loops unreachable by what every round keeps, beside the search; misses nothing"),
        ("summaries", "goes many rounds of a loop in one step where they follow a pattern; misses nothing"),
        ("subsume", "closes states from which, by what was learned from finished paths, nothing can be met; misses nothing"),
        ("necessary", "asks what every run to a target satisfies: no solution is a proof, another one is run; misses nothing"),
        ("loop-bound:N", "drops states that go round one loop of the program more than N times; a loss where it does"),
    ]
}

/// The name of the technique that bounds loops, without its number.
pub(crate) const LOOP_BOUND: &str = "loop-bound";

/// Names of techniques that can be used together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Techniques(Vec<Named>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Prune,
    Merge,
    /// After so much work.
    Induction(u64),
    Summaries,
    Subsume,
    /// After so much work.
    Necessary(u64),
    LoopBound(u32),
}

impl Default for Techniques {
    /// Those that lose nowhere.
    fn default() -> Techniques {
        Techniques(vec![Named::Prune, Named::Merge, Named::Induction(crate::induction::AFTER)])
    }
}

impl std::str::FromStr for Techniques {
    type Err = String;

    /// `auto`, `none`, or names with commas between them.
    fn from_str(text: &str) -> Result<Techniques, String> {
        if text == "none" {
            return Ok(Techniques::none());
        }
        let mut all = Vec::new();
        for word in text.split(',').map(str::trim) {
            match (word, word.split_once(':')) {
                ("auto", _) => {
                    let named = all.iter().any(|n| matches!(n, Named::Induction(_)));
                    all.extend(Techniques::default().0.into_iter().filter(|n| !named || !matches!(n, Named::Induction(_))));
                }
                ("prune", _) => all.push(Named::Prune),
                ("merge", _) => all.push(Named::Merge),
                ("induction", _) => induction_after(&mut all, crate::induction::AFTER),
                ("summaries", _) => all.push(Named::Summaries),
                ("subsume", _) => all.push(Named::Subsume),
                ("necessary", _) => all.push(Named::Necessary(crate::necessity::AFTER)),
                (_, Some(("necessary", n))) => {
                    let n = n.parse().map_err(|_| format!("`{word}`: expected an amount of work, as in necessary:1000000"))?;
                    all.push(Named::Necessary(n));
                }
                (_, Some(("induction", n))) => {
                    let n = n.parse().map_err(|_| format!("`{word}`: expected an amount of work, as in induction:1000000"))?;
                    induction_after(&mut all, n);
                }
                (_, Some(("loop-bound", n))) => {
                    let n = n.parse().map_err(|_| format!("`{word}`: expected a number of rounds, as in loop-bound:8"))?;
                    all.push(Named::LoopBound(n));
                }
                _ => {
                    let names: Vec<&str> = techniques().iter().map(|t| t.0).collect();
                    return Err(format!("there is no technique `{word}`; expected auto, none, or some of {}", names.join(", ")));
                }
            }
        }
        all.sort();
        all.dedup();
        Ok(Techniques(all))
    }
}

/// A number that is named counts, whatever the default is.
fn induction_after(all: &mut Vec<Named>, n: u64) {
    all.retain(|t| !matches!(t, Named::Induction(_)));
    all.push(Named::Induction(n));
}

impl Techniques {
    /// None at all.
    pub fn none() -> Techniques {
        Techniques(Vec::new())
    }

    /// Rounds of a loop that the techniques allow, if they bound them.
    pub(crate) fn loop_bound(&self) -> Option<u32> {
        self.0.iter().filter_map(|n| if let Named::LoopBound(n) = n { Some(*n) } else { None }).min()
    }

    /// The work of the search after which proofs by induction are tried, if they are.
    pub(crate) fn induction(&self) -> Option<u64> {
        self.0.iter().find_map(|t| if let Named::Induction(after) = t { Some(*after) } else { None })
    }

    /// Are loops to be gone round in one step?
    pub(crate) fn summaries(&self) -> bool {
        self.0.contains(&Named::Summaries)
    }

    /// The work of the search after which necessary conditions are built, if they are.
    pub(crate) fn necessary(&self) -> Option<u64> {
        self.0.iter().filter_map(|t| if let Named::Necessary(after) = t { Some(*after) } else { None }).min()
    }

    /// With necessary conditions, or without.
    pub fn with_necessary(mut self, on: bool) -> Techniques {
        self.0.retain(|t| !matches!(t, Named::Necessary(_)));
        self.0.extend(on.then_some(Named::Necessary(crate::necessity::AFTER)));
        self.0.sort();
        self
    }

    /// With loops gone round in one step, or without.
    pub fn with_summaries(mut self, on: bool) -> Techniques {
        self.0.retain(|t| *t != Named::Summaries);
        self.0.extend(on.then_some(Named::Summaries));
        self.0.sort();
        self
    }

    /// Are states to be closed by what was learned from others?
    pub(crate) fn subsume(&self) -> bool {
        self.0.contains(&Named::Subsume)
    }

    /// With states closed by what was learned from others, or without.
    pub fn with_subsumption(mut self, on: bool) -> Techniques {
        self.0.retain(|t| *t != Named::Subsume);
        self.0.extend(on.then_some(Named::Subsume));
        self.0.sort();
        self
    }

    pub(crate) fn make<'a>(&self, ground: &Ground<'a>) -> Vec<Box<dyn Technique + 'a>> {
        let make = |named: &Named| -> Option<Box<dyn Technique + 'a>> {
            match named {
                Named::Prune => {
                    ground.places_only.then(|| Box::new(Prune { reach: ground.reach.clone() }) as Box<dyn Technique + 'a>)
                }
                Named::Merge => (ground.merging != Merging::None)
                    .then(|| Box::new(Merge::new(ground.program, ground.merging)) as Box<dyn Technique + 'a>),
                // They drop and join nothing: the engine asks for them.
                Named::Induction(_) | Named::Summaries | Named::Necessary(_) => None,
                Named::Subsume => Some(Box::new(AtMeetings)),
                Named::LoopBound(n) => Some(Box::new(LoopBound::new(ground.program, *n))),
            }
        };
        self.0.iter().filter_map(make).collect()
    }
}

/// Lets states pause where the engine asks what was learned from others (`crate::subsume`).
struct AtMeetings;

impl Technique for AtMeetings {
    fn name(&self) -> &'static str {
        "subsume"
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee { complete: true, precise: true }
    }

    fn pauses(&self) -> Points {
        Points { loop_heads: true, meetings: true, ..Default::default() }
    }

    fn look(&mut self, _seen: &Seen<'_>) -> Decision {
        Decision::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_order_and_put_in_theirs() {
        let read = |text: &str| text.parse::<Techniques>();
        assert_eq!(read("auto"), Ok(Techniques::default()));
        assert_eq!(read("none"), Ok(Techniques::none()));
        let auto = Techniques::default().0;
        assert_eq!(read("loop-bound:3,auto"), Ok(Techniques([&auto[..], &[Named::LoopBound(3)]].concat())));
        assert_eq!(read("merge, induction, prune, prune"), read("auto"));
        for n in [5, 500_000_000] {
            let own = Ok(Techniques(vec![Named::Prune, Named::Merge, Named::Induction(n)]));
            assert_eq!(read(&format!("auto,induction:{n}")), own);
            assert_eq!(read(&format!("induction:{n},auto")), own);
        }
        assert!(
            read("loop-bound")
                .unwrap_err()
                .contains("expected auto, none, or some of prune, merge, induction, summaries, subsume, necessary, loop-bound:N")
        );
        assert!(read("loop-bound:x").unwrap_err().contains("loop-bound:8"));
    }
}
