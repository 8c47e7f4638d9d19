//! Terms: the formulas that symbolic execution is about.
//!
//! A [`Term`] is a 4-byte name for a node in a hash-consed store ([`Terms`]):
//! equal names mean equal structure. Terms are built by the store's methods,
//! which simplify while building by named rewrite rules ([`Rule`]).
//! Booleans are `Bits(1)`; floats are operations on `Bits`.
//!
//! Deliberately absent: no global store, no solver, no simplification pass
//! that walks a whole term (every constructor looks at a bounded number of
//! nodes).

mod build;
mod collect;
mod display;
mod eval;
pub mod fault;
pub mod float;
mod fold;
mod model;
mod node;
mod rules;
mod smtlib;
mod store;
mod substitute;
mod support;
mod value;
pub mod wide;
pub mod wire;

pub use build::Linear;
pub use float::{FloatKind, Round};
pub use model::Model;
pub use node::{ArgList, Op, Sort, Term, VarId};
pub use num_bigint::BigInt;
pub use rules::Rule;
pub use store::{Terms, VarInfo, VarKey};
pub use value::{ArrayValue, Value, Words};
