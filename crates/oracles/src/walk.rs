//! Every path of a program through the executor alone, without strategies or pruning.

use std::time::{Duration, Instant};

use homing_exec::{Ended, ExecOptions, Executor, State};
use homing_ir::{FuncId, Program};
use homing_solver::path::Audit;
use homing_solver::{Context, Limits, SolverConfig, Z3, stack};
use homing_term::Terms;

/// What may be spent on one program before it is given up.
#[derive(Copy, Clone, Debug)]
pub struct Budget {
    pub paths: usize,
    pub instructions: u64,
    pub time: Duration,
}

/// A path that came to its end.
pub struct Path {
    pub state: Box<State>,
    pub end: Ended,
}

/// What a walk gave.
pub enum Walk {
    /// All paths.
    Complete(Vec<Path>),
    /// Over the budget, or something was lost: the paths are not all.
    Partial(String),
}

/// An executor with the second opinion switched on for whole path conditions (`audit`) or for single queries.
pub fn executor(program: &Program, options: ExecOptions, audit: bool) -> Executor<'_> {
    let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
    let solver = stack(&SolverConfig { limits: limits.clone(), ..SolverConfig::default() });
    let mut cx = Context::new(Terms::new(), solver);
    if audit {
        cx.audit = Some(Audit::new(Box::new(Z3::new(limits))));
    }
    Executor::new(program, cx, options, 0)
}

/// All paths from the start of `entry`, depth first.
pub fn walk(exec: &mut Executor<'_>, entry: FuncId, budget: &Budget) -> Walk {
    let start = exec.start(entry);
    walk_from(exec, start, budget)
}

/// All paths from a state, depth first.
pub fn walk_from(exec: &mut Executor<'_>, start: Box<State>, budget: &Budget) -> Walk {
    let began = Instant::now();
    let mut work = vec![start];
    let mut paths = Vec::new();
    while let Some(state) = work.pop() {
        let step = exec.run(state, 100_000);
        if let Some(loss) = step.losses.first() {
            return Walk::Partial(format!("{loss:?}"));
        }
        for s in step.successors {
            match s.end {
                None => work.push(s.state),
                Some(Ended::Lost(loss)) => return Walk::Partial(format!("{loss:?}")),
                Some(end) => paths.push(Path { state: s.state, end }),
            }
        }
        if paths.len() + work.len() > budget.paths {
            return Walk::Partial("paths".into());
        }
        if exec.instructions() > budget.instructions {
            return Walk::Partial("instructions".into());
        }
        if began.elapsed() > budget.time {
            return Walk::Partial("time".into());
        }
    }
    Walk::Complete(paths)
}
