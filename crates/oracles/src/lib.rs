//! Oracles against the worst defect, a wrong verdict. Each compares the engine with something that knows the answer in another way:
//! native runs, brute force, another solver, the engine itself with a part switched off. The tests run a small share of each; the example
//! `soak` runs as much as one likes. Not part of the product.

pub mod coverage;
pub mod csmith;
pub mod digest;
pub mod generate;
pub mod microc;
pub mod partition;
pub mod program;
pub mod record;
pub mod settings;
pub mod suite;
pub mod truth;
pub mod walk;
pub mod workers;
