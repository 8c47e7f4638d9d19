//! Instructions, frames, calls and choices: what runs a state.

pub(crate) mod arith;
pub(crate) mod call;
pub(crate) mod callback;
pub(crate) mod choice;
pub(crate) mod code;
pub(crate) mod diverge;
pub(crate) mod dynamic;
pub(crate) mod excess;
pub(crate) mod float;
pub(crate) mod follow;
pub(crate) mod hot;
pub(crate) mod putoff;
pub(crate) mod rest;
pub(crate) mod retrace;
pub(crate) mod run;
pub(crate) mod select;
pub(crate) mod terminators;
pub(crate) mod undefined;
