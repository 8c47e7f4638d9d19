//! Strategies that look at targets, at coverage or at the shape of the execution tree, and the list of all strategies by name.
//!
//! A strategy orders states, it never drops one: a state that a metric calls infinitely far comes last, but it comes. Each keeps its own
//! data, keyed by state; choosing takes O(log n) or less for n states. Same events and seed: the same choices.

mod astar;
mod astar2;
mod auto;
mod batch;
mod ccbse;
mod concolic;
mod counts;
mod coverage;
mod fuzz;
mod guess;
mod patience;
mod portfolio;
mod random_path;
mod ranked;
mod sage;
mod sdse;
mod sdse_intra;
mod spec;
mod spread;
mod sums;

pub use auto::{ARMS, BLOCK, BLOCKS, CROWD, FIRST_RUNS, LATE, OPENING, SOON, TRAIL, WIDE};
pub use batch::Batch;
pub use coverage::Coverage;
pub use portfolio::{Arm, LEAD, LONG, Portfolio, TURN};
pub use random_path::RandomPath;
pub use ranked::{Metric, Ranked, Ties};
pub use sage::Sage;
pub use spec::{BACKWARDS, make_strategy, strategies};
