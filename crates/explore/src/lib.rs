//! The engine loop: which state runs next, what becomes of its successors, and what a run may claim in the end.
//!
//! Strategies choose, techniques look at successors, the executor runs; the engine owns states and the execution tree and is the only one
//! that says a verdict.

mod api;
mod distances;
mod engine;
mod induction;
mod necessity;
mod runs;
mod sample;
mod search;
mod seed;
mod strategy;
mod subsume;
mod summaries;
mod technique;
mod unconstrained;
mod verdict;
mod watchdog;

pub use api::*;
pub use distances::{Distances, Given};
pub use engine::{context_for, explore_with};
pub use induction::{Invariant, written};
pub use sample::{Sample, SampleEnd, Sampled};
pub use search::{Bfs, Dfs, Doze, Fresh, Interleave, Pool, QUANTUM, Random};
pub use seed::SeedInput;
pub use strategy::{Action, Event, Rng, Short, Strategy, SubRun, View, Where};
pub use subsume::{Annotation, Stats as SubsumeStats};
pub use summaries::{ListedLoop, ListedRow, LoopUse, Walked, list_loops, walk_in_leaps};
pub use technique::{At, Closed, Decision, Guarantee, Merging, Parted, Points, Seen, Technique, Techniques, techniques};
