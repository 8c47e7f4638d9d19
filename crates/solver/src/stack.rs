//! The standard tower of layers.

use crate::{Blaster, Limits, Solver};

/// Which layers the standard stack has. Every layer may be switched off without any verdict changing.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// How much one query may cost.
    pub limits: Limits,
    /// Ask Z3 for a second opinion on every answer (tests; slow).
    pub cross_check: bool,
    /// Remember answers and reuse them for equal, larger and smaller conjunctions.
    pub cache: bool,
    /// Split a conjunction into parts without common variables and decide them one by one.
    pub slicing: bool,
    /// Evaluate every assert under every model before it is handed out.
    pub validate: bool,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig { limits: Limits::default(), cross_check: false, cache: true, slicing: true, validate: true }
    }
}

/// The standard stack of layers over the standard back ends.
pub fn stack(config: &SolverConfig) -> Box<dyn Solver> {
    Box::new(Blaster::new(config.limits.clone()))
}
