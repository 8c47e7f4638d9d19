//! `sdse-intra`: shortest distance within the target's function.

use homing_exec::State;
use homing_explore::View;
use homing_ir::{Callee, FuncId, Inst, Program};

use crate::ranked::Metric;

/// The distance to a target in the function that the state is in; infinite in other functions (Directed Symbolic Execution, 3:
/// IntraSDSE). It only orders: states elsewhere come last.
#[derive(Default)]
pub struct SdseIntra {
    /// By function: has it a target, or a call of a goal? Filled at the first state.
    with_target: Vec<bool>,
    /// How many goals there were then.
    goals: usize,
}

impl Metric for SdseIntra {
    fn of(&mut self, state: &State, view: &View<'_>) -> u64 {
        if self.with_target.is_empty() || self.goals != view.goals.len() {
            self.goals = view.goals.len();
            self.with_target = functions_with_targets(view.program, view.goals);
        }
        let f = &state.frame;
        if !self.with_target.get(f.func.index()).is_some_and(|t| *t) {
            return u64::MAX;
        }
        // Without leaving the function: calls are crossed, and counted. The static distance also goes down into calls, which is nearer
        // only where a callee has a target of its own.
        view.distance_at(f.func, f.block, f.inst).map_or(u64::MAX, u64::from)
    }
}

fn functions_with_targets(p: &Program, goals: &[FuncId]) -> Vec<bool> {
    let leads = |i: &Inst| match i {
        Inst::Mark { .. } => true,
        // Through a pointer it may go to any goal.
        Inst::Call(c) if !goals.is_empty() => matches!(c.callee, Callee::Indirect(_)) || is_goal(c.callee, goals),
        _ => false,
    };
    p.functions.iter().map(|f| f.blocks.iter().any(|b| b.insts.iter().any(leads))).collect()
}

fn is_goal(callee: Callee, goals: &[FuncId]) -> bool {
    matches!(callee, Callee::Direct(f) if goals.contains(&f))
}
