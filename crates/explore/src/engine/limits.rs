//! What is looked at between steps: limits, progress, memory, what distances can learn.

use std::time::{Duration, Instant};

use homing_exec::{Loss, LossKind, StateId};
use homing_ir::{FuncId, LocId};

use super::Engine;
use crate::search::Dfs;
use crate::summaries::Summaries;
use crate::{Ended, Hooks, Progress};

/// Limits are looked at at least that often, in instructions.
const LOOK: u64 = 500_000;

/// Memory is looked at whenever there are an eighth more states, and so many.
pub(super) const GROWTH: usize = 64;

/// The same for computing distances anew, for each block and state.
const CALLS_COST: u64 = 200;

impl Engine<'_> {
    /// Instructions that may still be executed; at least one.
    pub(super) fn instructions_left(&self) -> u64 {
        self.config.limits.max_instructions.map_or(u64::MAX, |m| m.saturating_sub(self.exec.instructions()).max(1))
    }

    /// Limits, progress, interruption. Cheap: the clock is read every few steps.
    pub(super) fn look_around(&mut self, hooks: &mut dyn Hooks) -> Option<Ended> {
        if !self.config.all_errors && !self.open.is_empty() && self.open.iter().all(|o| o.verdict.is_some()) {
            return Some(Ended::Decided);
        }
        if self.induction.done {
            return Some(Ended::Decided);
        }
        if self.config.limits.max_instructions.is_some_and(|m| self.exec.instructions() >= m) {
            return Some(Ended::Instructions);
        }
        if !self.new_calls.is_empty() && self.exec.instructions() >= self.next_calls {
            self.learn_calls();
        }
        self.steps_since_look += 1;
        // A step can be a million instructions long.
        let soon = self.exec.instructions() < self.next_look;
        if self.steps_since_look < 16 && soon && self.runs.main().paths > 0 && !self.exec.is_stopped() {
            return None;
        }
        self.steps_since_look = 0;
        self.next_look = self.exec.instructions() + LOOK;
        let now = Instant::now();
        if self.config.limits.time.is_some_and(|t| now - self.started >= t) {
            return Some(Ended::Time);
        }
        if self.config.limits.cpu.is_some_and(|cpu| (cpu.clock)() - self.cpu_started >= cpu.limit.as_secs_f64()) {
            return Some(Ended::CpuTime);
        }
        if hooks.interrupted() {
            return Some(Ended::Interrupted);
        }
        if now - self.last_progress >= Duration::from_millis(200) {
            self.last_progress = now;
            hooks.progress(&self.progress(now));
            self.limit_memory(hooks);
        } else if self.states.len() >= self.next_measure {
            self.limit_memory(hooks);
        }
        if self.exec.context().terms.len() > self.next_collection {
            self.collect();
        }
        None
    }

    /// Distances learn where indirect calls go; not more often than it takes to compute them anew.
    pub(super) fn learn_calls(&mut self) {
        let calls = std::mem::take(&mut self.new_calls);
        if self.reach.borrow_mut().seen(&calls) {
            self.retell();
        }
        let again = CALLS_COST * (self.exec.blocks() + self.states.len()) as u64;
        self.next_calls = self.exec.instructions() + again;
    }

    pub(super) fn progress(&self, now: Instant) -> Progress {
        Progress {
            elapsed: now - self.started,
            states: self.states.len() + self.asleep.len(),
            instructions: self.exec.instructions(),
            queries: self.exec.context().stats.solver_calls,
            targets_left: self.open.iter().filter(|o| o.verdict.is_none()).count(),
            paths: self.runs.main().paths,
        }
    }

    pub(super) fn collect(&mut self) {
        let mut ids: Vec<StateId> = self.states.keys().copied().collect();
        ids.sort_unstable();
        self.summaries.iter_mut().for_each(Summaries::forget);
        let states = &self.states;
        let learned = self.subsumption.as_ref().map_or(Vec::new(), |s| s.terms());
        self.exec.collect(
            ids.iter()
                .map(|i| &*states[i])
                .chain(self.asleep.states())
                .chain(self.guesser.kept())
                .chain(self.starts.kept())
                .chain(self.samples.states())
                .chain(self.leaks.iter().map(|(s, _)| &**s))
                .chain(self.subsumption.iter().flat_map(|s| s.states())),
            &learned,
            &self.regions.bases().collect::<Vec<_>>(),
        );
        self.next_collection = (self.exec.context().terms.len() * 2).max(2_000_000);
    }

    /// Near the limit the search goes deep: paths are gone to their ends, one after the other, so that there are hardly more states than before. It
    /// goes on as it was once there is room again. At the wall states go, the youngest first; each is a counted loss.
    pub(super) fn limit_memory(&mut self, hooks: &mut dyn Hooks) {
        self.next_measure = self.states.len() + self.states.len() / 8 + GROWTH;
        let (Some(limit), Some(used)) = (self.config.limits.memory, hooks.memory_used()) else { return };
        self.stats.peak_memory = self.stats.peak_memory.max(used);
        if used < limit / 8 * 5 {
            self.deep = None;
        }
        if used >= limit / 4 * 3 && self.deep.is_none() {
            self.starts.parked.clear();
            self.collect();
            self.go_deep();
        }
        if used >= limit / 20 * 19 {
            self.starts.parked.clear();
            self.collect();
            self.drop_youngest();
        }
    }

    /// From now on the deepest state runs.
    fn go_deep(&mut self) {
        self.stats.went_deep += 1;
        let mut ids: Vec<StateId> = self.states.keys().copied().filter(|id| !self.regions.contains(*id)).collect();
        ids.sort_unstable_by_key(|id| std::cmp::Reverse((self.states[id].depth, *id)));
        self.deep = Some(Dfs::of(ids.into_iter()));
    }

    fn drop_youngest(&mut self) {
        let mut ids: Vec<StateId> = self.states.keys().copied().collect();
        ids.sort_unstable();
        let keep = ids.len() * 3 / 4;
        for id in ids.split_off(keep.max(1).min(ids.len())) {
            let loss = self.loss_at(id, LossKind::Dropped, "limit of memory");
            let run = self.states[&id].run;
            self.count_in(run, loss);
            self.remove(id);
        }
    }

    pub(super) fn loss_at(&self, id: StateId, kind: LossKind, detail: &str) -> Loss {
        let stack = self.exec.stack(&self.states[&id]);
        let (func, loc) = stack.first().copied().unwrap_or((FuncId(0), LocId(0)));
        Loss { kind, detail: detail.to_string(), func, loc }
    }
}
