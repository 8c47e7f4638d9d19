//! Graphs over programs: control flow, dominators, loops, liveness, calls, and which points can still reach a target.
//!
//! Everything here over-approximates what a run can do, never the other way round: a state that `Reach` gives up
//! cannot reach a target. Nothing here looks at values.

mod anywhere;
mod calls;
pub mod costs;
mod layout;
mod listed;
mod liveness;
mod loops;
mod postdom;
mod reach;
mod scc;
mod writes;

pub use anywhere::AnyCaller;
pub use calls::{CallGraph, CallSite, Called, compatible};
pub use homing_ir::flow::{Dominators, Frontiers, Graph, NONE};
pub use layout::{Gaps, Layout, layered};
pub use listed::line_distances;
pub use liveness::Liveness;
pub use loops::{Loop, Loops};
pub use postdom::PostDominators;
pub use reach::{Frame, Reach};
pub use scc::Components;
pub use writes::{Root, Write, WriteSet, Writes};
