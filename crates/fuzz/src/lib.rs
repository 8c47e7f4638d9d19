//! What a fuzzing child is told and what it tells: the program's inputs by mutation, guided by what they come to. The child itself is C
//! ([`RUNTIME`]); it is built and run elsewhere, and nothing that it says is believed before a replay.

#![warn(missing_docs)]

mod corpus;
mod order;
mod surroundings;
mod told;
mod words;

pub use corpus::Corpus;
pub use order::{Order, TARGETS};
pub use surroundings::{Piece, Surroundings};
pub use told::{Summary, Told};
pub use words::words;

/// The inputs of a run: the bytes of each thing that the program asked for, in order.
pub type Input = Vec<Vec<u8>>;

/// The child's loop, as C. The text of the replay's runtime follows it, with `HOMING_FUZZ` defined.
pub const RUNTIME: &str = concat!(
    include_str!("../runtime/program.c"),
    include_str!("../runtime/surroundings.c"),
    include_str!("../runtime/run.c"),
    include_str!("../runtime/mutate.c"),
    include_str!("../runtime/loop.c")
);

/// Bytes that one input may have.
pub const INPUT: usize = 1 << 16;

/// Blocks that a program may have.
pub const BLOCKS: usize = 1 << 18;
