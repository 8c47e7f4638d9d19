//! The standard tower of layers.

use crate::layer::{Cache, CrossCheck, Route, Slice, Timing, Validate};
use crate::sat::Checked;
use crate::{Blaster, Integers, Limits, Solver, Starter, Wholes, z3};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Which layers the standard stack has. Every layer may be switched off without any verdict changing.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// How much one query may cost.
    pub limits: Limits,
    /// Check the SAT solver's proofs and ask Z3 for a second opinion on every answer (tests; slow).
    pub cross_check: bool,
    /// Remember answers and reuse them for equal, larger and smaller conjunctions.
    pub cache: bool,
    /// Split a conjunction into parts without common variables and decide them one by one.
    pub slicing: bool,
    /// Decide conjunctions about integers by bounds, elimination and bit vectors where that goes.
    pub integers: bool,
    /// Evaluate every assert under every model before it is handed out.
    pub validate: bool,
    /// Once this is set, the back ends answer `Interrupted` at the next opportunity.
    pub stop: Option<Arc<AtomicBool>>,
    /// Z3 runs in processes that this starts, where it can be ended; without one, in this process.
    pub starter: Option<Starter>,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            limits: Limits::default(),
            cross_check: false,
            cache: true,
            slicing: true,
            integers: true,
            validate: true,
            stop: None,
            starter: None,
        }
    }
}

/// The standard stack of layers over the standard back ends.
///
/// The second opinion is the outermost check: it sees queries as they were asked, so it also judges slicing and caching.
pub fn stack(config: &SolverConfig) -> Box<dyn Solver> {
    let blaster: Box<dyn Solver> = if config.cross_check {
        Box::new(Blaster::<Checked>::on(config.limits.clone()).with_stop(config.stop.clone()))
    } else {
        Box::new(Blaster::new(config.limits.clone()).with_stop(config.stop.clone()))
    };
    let mut general = z3(&config.limits, config.stop.clone(), config.starter.as_ref());
    if config.integers {
        general = Box::new(Integers::new(config.limits.clone(), config.stop.clone(), general));
    }
    let mut route = Route::new(blaster, general);
    if config.integers {
        route = route.with_wholes(Wholes::new(z3(&config.limits, config.stop.clone(), config.starter.as_ref())));
    }
    let mut solver: Box<dyn Solver> = Box::new(route);
    if config.cache {
        solver = Box::new(Cache::new(solver));
    }
    if config.slicing {
        solver = Box::new(Slice::new(solver));
    }
    if config.validate {
        solver = Box::new(Validate::new(solver));
    }
    if config.cross_check {
        let second = z3(&config.limits, config.stop.clone(), config.starter.as_ref());
        solver = Box::new(CrossCheck::new(solver, second));
    }
    Box::new(Timing::new(solver))
}
