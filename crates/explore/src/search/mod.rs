//! The undirected strategies. Those that look at targets or at coverage are in the crate `homing-directed`, with the registry of all.

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

/// Instructions before the choice is made anew, where a strategy looks at states in turn. A state that forks comes back earlier; this
/// only bounds what one that spins in a loop without forks takes from the others.
pub const QUANTUM: u64 = 300;
