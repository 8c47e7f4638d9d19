//! The table of states: who comes in, who stays, who goes.

use homing_exec::{Loss, LossKind, RunKind, State, StateId};
use homing_ir::{BlockId, FuncId};

use super::Engine;
use crate::Event;
use crate::technique::{At, Decision, Seen};

/// Cost up to which the main run may begin again: about a second.
const ANEW: u64 = 200_000_000;

/// Why a state was closed by what was learned from others.
const SUBSUMED: &str = "subsume: nothing can be met from there";

impl Engine<'_> {
    /// What the limits and techniques say about a state that wants to stay. `paused`: it has just come to a point where states pause.
    pub(super) fn is_admitted(&mut self, state: &mut State, parent: Option<StateId>, paused: bool) -> bool {
        let limits = &self.config.limits;
        let cut = if limits.max_depth.is_some_and(|m| state.depth > m) {
            Some((LossKind::Depth, "--max-depth"))
        } else if limits.max_states.is_some_and(|m| self.states.len() >= m) {
            Some((LossKind::Dropped, "--max-states"))
        } else {
            None
        };
        if let Some((kind, detail)) = cut {
            self.lose(state, kind, detail.to_string());
            return false;
        }
        let at = paused.then_some(At { func: state.frame.func, block: state.frame.block });
        for i in 0..self.techniques.len() {
            let technique = &mut self.techniques[i];
            if let Decision::Drop(why) = technique.look(&Seen { state, parent, at }) {
                let (name, complete) = (technique.name(), technique.guarantee().complete);
                *self.stats.pruned_by.entry(format!("{name}: {why}")).or_insert(0) += 1;
                if !complete {
                    self.lose(state, LossKind::Technique, format!("{name}: {why}"));
                } else if state.run.kind == RunKind::Main {
                    self.samples.cut(state);
                }
                return false;
            }
        }
        if self.is_subsumed(state, paused) {
            self.count_subsumed(state);
            return false;
        }
        true
    }

    /// A state was closed by what was learned from others.
    pub(super) fn count_subsumed(&mut self, state: &mut State) {
        *self.stats.pruned_by.entry(SUBSUMED.to_string()).or_insert(0) += 1;
        self.samples.cut(state);
    }

    fn lose(&mut self, state: &State, kind: LossKind, detail: String) {
        let (func, loc) = self.exec.stack(state)[0];
        self.count_in(state.run, Loss { kind, detail, func, loc });
    }

    /// The state that ran stays. False if it does not.
    pub(super) fn keep(
        &mut self,
        mut state: Box<State>,
        paused: bool,
        work: u64,
        fresh: u32,
        blocks: &[(FuncId, BlockId)],
    ) -> bool {
        if !self.is_admitted(&mut state, None, paused) {
            return false;
        }
        self.tell(Event::Ran { state: &state, work, fresh, blocks });
        self.enter(state);
        true
    }

    /// A new state.
    pub(crate) fn admit(&mut self, mut state: Box<State>, parent: Option<StateId>, paused: bool) {
        if self.is_admitted(&mut state, parent, paused) {
            self.tell(Event::Added { state: &state, parent });
            self.enter(state);
        } else {
            self.is_gone(state.id);
        }
    }

    pub(super) fn enter(&mut self, state: Box<State>) {
        self.runs.enters(&state);
        self.states.insert(state.id, state);
        self.stats.max_states = self.stats.max_states.max(self.states.len());
    }

    /// Takes a state out of the table, to run it or for good.
    pub(super) fn forget(&mut self, id: StateId) -> Option<Box<State>> {
        let state = self.states.remove(&id)?;
        self.runs.leaves(&state);
        Some(state)
    }

    /// A state that was in the table is gone for good; `work` was spent in its last run.
    pub(super) fn vanished(&mut self, id: StateId, work: u64) {
        self.is_gone(id);
        // The search knows nothing of states inside of a region, and of the one that it is for only when it is done.
        if !self.regions.contains(id) {
            self.tell(Event::Removed { state: id, work });
        }
    }

    fn is_gone(&mut self, id: StateId) {
        self.techniques.iter_mut().for_each(|t| t.gone(id));
        self.subsumption.iter_mut().for_each(|s| s.gone(id));
    }

    /// Does a technique want the main run to begin again, and has it cost little enough so far?
    pub(super) fn is_to_start_anew(&mut self) -> bool {
        self.may_join && self.cost() < ANEW && self.techniques.iter_mut().any(|t| t.starts_anew())
    }

    /// Begins the main run again: its first state stands for all that wait. What was found and lost so far stays; its paths come again.
    pub(super) fn start_anew(&mut self) {
        let is_main = |s: &State| s.run.kind == RunKind::Main;
        let mut ids: Vec<StateId> = self.states.values().filter(|s| is_main(s)).map(|s| s.id).collect();
        ids.sort_unstable();
        let first = self.first_state(self.runs.entry());
        self.admit(first, None, false);
        ids.into_iter().for_each(|id| self.remove(id));
        // What sleeps is of the main run too.
        self.asleep.take().iter().for_each(|s| self.runs.leaves(s));
        let main = self.runs.main_mut();
        (main.paths, main.ended, main.error_paths) = (0, 0, 0);
        self.stats.paths_at_most = false;
        self.stats.started_anew += 1;
    }

    pub(super) fn remove(&mut self, id: StateId) {
        if self.forget(id).is_some() {
            self.vanished(id, 0);
        }
    }
}
