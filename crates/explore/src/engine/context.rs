//! What a run is made from: terms and solvers, what one question may cost, what may come to the targets.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use homing_graph::Reach;
use homing_ir::{Place, Program, Target};
use homing_solver::layer::QueryLog;
use homing_solver::path::Audit;
use homing_solver::{Context, Limits, SolverConfig, stack, z3};
use homing_term::Terms;

use crate::{Config, Start};

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

/// What can come to the targets.
pub(super) fn reach_of(program: &Program, config: &Config, places: &[Vec<Place>]) -> Rc<RefCell<Reach>> {
    let reach = match config.start {
        Start::Program => Reach::new(program, places),
        Start::Function(_) => Reach::with_callers(program, places),
    };
    Rc::new(RefCell::new(reach))
}

/// Is something to be learned from finished paths? Who wants a test for each of them wants them all.
pub(super) fn subsumes(config: &Config) -> bool {
    config.techniques.subsume() && !config.all_tests && config.start == Start::Program
}

/// The work after which it is asked what every run to a target satisfies.
pub(super) fn necessary_after(config: &Config, targets: &[Target], places_only: bool) -> Option<u64> {
    config.techniques.necessary().filter(|_| places_only && !targets.is_empty() && !config.all_tests)
}
