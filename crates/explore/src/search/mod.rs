//! The undirected strategies. Those that look at targets or at coverage are in the crate `homing-directed`, with the whole list.

mod bfs;
mod dfs;
mod doze;
mod fresh;
mod interleave;
mod pool;
mod random;

pub use bfs::Bfs;
pub use dfs::Dfs;
pub use doze::Doze;
pub use fresh::Fresh;
pub use interleave::Interleave;
pub use pool::Pool;
pub use random::Random;

use crate::Strategy;

/// Instructions before the choice is made anew, where a strategy looks at states in turn. A state that forks comes back earlier; this
/// only bounds what one that spins in a loop without forks takes from the others.
pub const QUANTUM: u64 = 300;

/// The strategies of this crate with one line on each.
pub fn strategies() -> &'static [(&'static str, &'static str)] {
    &[
        ("auto", "shares the work between dfs, fresh and random"),
        ("dfs", "depth first: runs a path to its end, then goes back to the latest fork"),
        ("bfs", "breadth first: every state in turn, the oldest first"),
        ("random", "any state, each with the same chance"),
        ("fresh", "states that have lately entered blocks nobody had entered, the most recent first, then any"),
    ]
}

/// The strategy of that name, or `None`.
pub fn make_strategy(name: &str, seed: u64) -> Option<Box<dyn Strategy>> {
    Some(match name {
        "auto" => Box::new(Interleave::new(vec![
            Box::new(Dfs::default()),
            Box::new(Fresh::new(seed)),
            Box::new(Random::new(seed ^ 0x1234)),
        ])),
        "dfs" => Box::new(Dfs::default()),
        "bfs" => Box::new(Bfs::default()),
        "random" => Box::new(Random::new(seed)),
        "fresh" => Box::new(Fresh::new(seed)),
        _ => return None,
    })
}
