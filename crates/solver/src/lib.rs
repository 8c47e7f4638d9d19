//! Decides whether conjunctions of terms are satisfiable.
//!
//! A [`Solver`] is either a back end ([`Blaster`], [`Z3`]) or a layer that owns another solver and answers, splits,
//! records or checks queries on the way through. [`stack`] builds the standard tower in one place. The [`path`] module
//! holds path conditions: what exec asks on top of a solver.

mod answer;
mod blast;
mod clock;
mod core;
mod floats;
mod ints;
pub mod layer;
mod remote;
pub mod sat;
mod stack;
mod wholes;
mod z3;

pub mod path;

pub use answer::{Answer, Counter, Limits, Solver, Why};
pub use blast::Blaster;
pub use core::{Core, minimised};
pub use floats::Lowering;
pub use ints::Integers;
pub use path::{Context, Decision, Hard, May, Origin, Path, Stats, Trie, Values, Witness};
pub use remote::{ELSEWHERE, Remote, Starter, serve, z3};
pub use stack::{SolverConfig, stack};
pub use wholes::Wholes;
pub use z3::Z3;
