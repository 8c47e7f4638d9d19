//! `auto`: what measures best overall.

use homing_explore::{Dfs, Interleave, Strategy};

use crate::sdse::Sdse;
use crate::{Coverage, RandomPath, Ranked, Ties};

/// Shares of the work for the shortest distance, for random paths, for coverage and for depth first. Each part is best where
/// others are stuck (Directed Symbolic Execution, 3.2, suggests to combine the strengths of SDSE and KLEE in turns), and none costs
/// more than its share.
pub fn auto(seed: u64) -> Box<dyn Strategy> {
    Box::new(Interleave::with_shares(vec![
        (1, Box::new(Ranked::new(Sdse, Ties::Newest, seed))),
        (1, Box::new(RandomPath::new(seed ^ 0x7261))),
        (1, Box::new(Coverage::new(seed ^ 0x636f))),
        (1, Box::new(Dfs::default())),
    ]))
}
