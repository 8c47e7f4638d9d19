//! What others ask of the executor and tell it. Its fields are its own: what a step learned comes back in [`Step`](crate::Step).

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use homing_ir::{BlockId, FuncId, Program, TargetId};
use homing_solver::Context;

use crate::executor::Meets;
use crate::follow::Followed;
use crate::quiet::Pauses;
use crate::{ExecOptions, Executor, Goal};

/// Settings.
impl Executor<'_> {
    /// States come back soon, as they are, once the flag is set.
    pub fn stop_on(&mut self, flag: Arc<AtomicBool>) {
        self.stop = Some(flag);
    }

    /// Whether steps tell the blocks they entered.
    pub fn record_blocks(&mut self, on: bool) {
        self.record_blocks = on;
    }

    /// A state that comes to one of these blocks ends there.
    pub fn stop_at(&mut self, blocks: Vec<(FuncId, BlockId)>) {
        self.stop_at = blocks;
    }

    /// A state that comes to one of these blocks comes back there.
    pub fn pause_at(&mut self, blocks: &[(FuncId, BlockId)]) {
        self.pauses = if blocks.is_empty() { Vec::new() } else { vec![Pauses::Never; self.covered.len()] };
        for (f, b) in blocks {
            let at = self.first_block(*f) + b.index();
            self.pauses[at] = Pauses::Always;
        }
    }

    /// Nobody wants states to come back at that block any more.
    pub fn pass_by(&mut self, f: FuncId, b: BlockId) {
        let at = self.first_block(f) + b.index();
        if let Some(pauses) = self.pauses.get_mut(at) {
            *pauses = Pauses::Never;
        }
    }

    /// States come back at that place, and behind it.
    pub fn set_goal(&mut self, goal: Option<Goal>, meets: Option<Meets>) {
        self.goal = goal;
        self.meets = meets;
    }

    /// [`Step::base`] is kept from now on.
    pub fn keep_base(&mut self, keep: bool) {
        self.keep_base = keep;
    }

    /// The target needs no attention any more.
    pub fn close(&mut self, target: TargetId) {
        self.open[target.index()] = false;
    }

    /// A state that has been called into the function comes back at its entry, after so many calls; 0 for never.
    pub fn watch(&mut self, f: FuncId, after: u32) {
        self.watched.resize(self.program.functions.len(), 0);
        self.watched[f.index()] = after;
    }
}

/// Questions.
impl<'p> Executor<'p> {
    pub fn program(&self) -> &'p Program {
        self.program
    }

    pub fn options(&self) -> &ExecOptions {
        &self.options
    }

    /// Terms and solver.
    pub fn context(&self) -> &Context {
        &self.cx
    }

    /// Terms and solver, for questions about states.
    pub fn context_mut(&mut self) -> &mut Context {
        &mut self.cx
    }

    /// Instructions of all states so far.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Forks of all states so far.
    pub fn forks(&self) -> u64 {
        self.forks
    }

    /// Blocks of the program.
    pub fn blocks(&self) -> usize {
        self.covered.len()
    }

    /// By number of the block (see [`Executor::first_block`]): has some state entered it?
    pub fn covered(&self) -> &[bool] {
        &self.covered
    }

    /// Is any function watched?
    pub fn is_watching(&self) -> bool {
        !self.watched.is_empty()
    }

    /// What following trails took, in all.
    pub fn followed(&self) -> Followed {
        self.followed
    }
}
