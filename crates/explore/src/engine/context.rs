//! Terms and solvers of a run, and what one question may cost.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use homing_solver::layer::QueryLog;
use homing_solver::path::Audit;
use homing_solver::{Context, Limits, SolverConfig, stack, z3};
use homing_term::Terms;

use crate::Config;

/// Terms and solvers for running a state without an engine, as a search with these settings has them.
pub fn context_for(config: &Config) -> Context {
    context(config, solver_limits(config), Arc::default())
}

/// What one question may cost is counted; by the clock only the run ends, through the flag that its watchdog sets.
pub(super) fn solver_limits(config: &Config) -> Limits {
    Limits::of_work(config.solver_work)
}

/// What solvers are made from that are asked beside the search.
pub(super) fn solver_config(config: &Config, stop: Arc<AtomicBool>) -> SolverConfig {
    let limits = solver_limits(config);
    SolverConfig { limits, cross_check: config.cross_check, stop: Some(stop), ..SolverConfig::default() }
}

/// Terms and solvers of a run.
pub(super) fn context(config: &Config, limits: Limits, stop: Arc<AtomicBool>) -> Context {
    let (stop, starter) = (Some(stop), config.solver_process.clone());
    let second = config.cross_check.then(|| Audit::new(z3(&limits, stop.clone(), starter.as_ref())));
    let solver = stack(&SolverConfig { limits, cross_check: config.cross_check, stop, starter, ..SolverConfig::default() });
    let solver = match &config.hard_questions {
        Some(sink) => Box::new(QueryLog::of_hard(solver, sink.clone())),
        None => solver,
    };
    let mut cx = Context::new(Terms::new(), solver).with_full_work(config.solver_work);
    cx.audit = second;
    (cx.use_domains, cx.use_models, cx.use_cache) = (config.path_layers, config.path_layers, config.path_layers);
    cx
}
