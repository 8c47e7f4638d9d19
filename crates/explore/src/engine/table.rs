//! The table of states: who comes in, who stays, who goes.

use homing_exec::{Loss, LossKind, RunKind, State, StateId};
use homing_ir::{BlockId, FuncId};

use super::{Engine, Living};
use crate::Event;
use crate::technique::Decision;
use crate::tree::NodeId;

impl Engine<'_> {
    /// What the techniques and limits say about a state that wants to stay.
    pub(super) fn admissible(&mut self, state: &mut State, node: NodeId) -> bool {
        let limits = &self.config.limits;
        let cut = if limits.max_depth.is_some_and(|m| state.depth > m) {
            Some((LossKind::Depth, "--max-depth"))
        } else if limits.max_states.is_some_and(|m| self.states.len() >= m) {
            Some((LossKind::Dropped, "--max-states"))
        } else {
            None
        };
        if let Some((kind, detail)) = cut {
            let (func, loc) = self.exec.stack(state)[0];
            self.count_in(state.run, Loss { kind, detail: detail.to_string(), func, loc });
            self.close(node, true);
            return false;
        }
        for i in 0..self.techniques.len() {
            match self.techniques[i].before(state) {
                Decision::Continue => {}
                Decision::Prune(_) => {
                    self.stats.pruned += 1;
                    if state.run.kind == RunKind::Main {
                        self.samples.cut(state);
                    }
                    self.close(node, false);
                    return false;
                }
                Decision::Replace(states) => {
                    let nodes = self.tree.fork(node, states.len());
                    for (s, n) in states.into_iter().zip(nodes) {
                        self.admit(s, n, Some(state.id));
                    }
                    return false;
                }
            }
        }
        true
    }

    /// The state that ran stays. False if it does not.
    pub(super) fn keep(
        &mut self,
        mut state: Box<State>,
        node: NodeId,
        work: u64,
        fresh: u32,
        blocks: &[(FuncId, BlockId)],
    ) -> bool {
        if !self.admissible(&mut state, node) {
            return false;
        }
        self.tell(Event::Ran { state: &state, work, fresh, blocks });
        self.enter(state, node);
        true
    }

    /// A new state.
    pub(crate) fn admit(&mut self, mut state: Box<State>, node: NodeId, parent: Option<StateId>) {
        if !self.admissible(&mut state, node) {
            return;
        }
        let (state, node) = self.join(state, node);
        self.tell(Event::Added { state: &state, parent });
        self.enter(state, node);
    }

    pub(super) fn enter(&mut self, state: Box<State>, node: NodeId) {
        if let Some(index) = &mut self.index {
            index.put(&state);
        }
        self.runs.enters(&state);
        self.states.insert(state.id, Living { state, node });
        self.stats.max_states = self.stats.max_states.max(self.states.len());
    }

    /// Offers the states at the same place to the techniques that join. Both give way to the new one.
    pub(super) fn join(&mut self, mut state: Box<State>, mut node: NodeId) -> (Box<State>, NodeId) {
        let Some(index) = &self.index else { return (state, node) };
        for other in index.partners(&state) {
            let Some(partner) = self.states.get(&other) else { continue };
            let joined = self.techniques.iter_mut().find_map(|t| t.merge(&partner.state, &state));
            if let Some(joined) = joined {
                node = self.tree.join(partner.node, node);
                state = joined;
                self.forget(other);
                self.tell(Event::Removed { state: other, work: 0 });
            }
        }
        (state, node)
    }

    /// Takes a state out of the tables.
    pub(super) fn forget(&mut self, id: StateId) -> Option<Living> {
        if let Some(index) = &mut self.index {
            index.remove(id);
        }
        let living = self.states.remove(&id)?;
        self.runs.leaves(&living.state);
        Some(living)
    }

    pub(super) fn remove(&mut self, id: StateId, work: u64, lost: bool) {
        if let Some(l) = self.forget(id) {
            self.tell(Event::Removed { state: id, work });
            self.close(l.node, lost);
        }
    }

    pub(super) fn close(&mut self, node: NodeId, lost: bool) {
        let techniques = &mut self.techniques;
        self.tree.end(node, lost, |n, c| techniques.iter_mut().for_each(|t| t.closed(n, c)));
    }
}
