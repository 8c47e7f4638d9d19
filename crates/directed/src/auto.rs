//! `auto`: what measures best overall.

use homing_explore::{Dfs, Interleave, Strategy};

use crate::astar::AStar;
use crate::guess::Guess;
use crate::sdse::Sdse;
use crate::spec::klee;
use crate::{Ranked, Ties};

/// Equal shares of the work for the shortest distance, for A*, for random paths with coverage, and for depth first. Each is best where
/// others are stuck, and none costs more than its share: SDSE where the way to the target is open, A* where the nearest states
/// are stuck, KLEE's where the target is far from what distances say, depth first where any long path will do.
///
/// The first two are patient: a path that does not come nearer must not take their whole share for ever.
///
/// Directed Symbolic Execution, 3.2, suggests to combine the strengths of SDSE and KLEE in turns; the other two were added by measuring.
pub fn auto(seed: u64) -> Box<dyn Strategy> {
    Box::new(Interleave::new(vec![
        Box::new(Ranked::new(Sdse, Ties::Newest, true, seed)),
        Box::new(Ranked::new(AStar, Ties::Newest, true, seed)),
        klee(seed),
        Box::new(Dfs::default()),
        Box::new(Guess::new(seed)),
    ]))
}
