//! How a run begins: where the program does, at a function with everything symbolic, at one that is called from outside, with guessed inputs.

pub(crate) mod alike;
pub(crate) mod around;
pub(crate) mod before;
pub(crate) mod given;
pub(crate) mod guess;
pub(crate) mod havoc;
pub(crate) mod program;
pub(crate) mod unconstrained;
pub(crate) mod unwritten;
