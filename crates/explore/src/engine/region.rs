//! Regions: states that have parted are run to a place that all of them come to, and joined there, before the search goes on with what is left.
//!
//! To the search a region is one long step of the state that parted. It costs no more than its budget: then its states are the search's.

use homing_exec::{Base, Goal, State, StateId, Successor};
use homing_ir::{BlockId, FuncId};
use homing_solver::Path;

use super::Engine;
use crate::technique::{Closed, Parted};
use crate::{Event, Hooks};

/// Work that a region may cost, with all that is inside of it.
const BUDGET: u64 = 400_000;

/// Instructions at a time.
const STRIDE: u64 = 20_000;

/// States that have come to the goal with which a new one is compared.
const PARTNERS: usize = 8;

/// Regions inside of each other.
const DEEP: usize = 256;

/// As the table holds it.
type Owned = Box<State>;

/// All regions that are open, the innermost last.
#[derive(Default)]
pub(crate) struct Regions {
    open: Vec<Region>,
    root: Option<Root>,
    /// The state of a region that runs.
    at_work: Option<StateId>,
}

struct Region {
    goal: Goal,
    /// The activation that the goal belongs to.
    frame: u64,
    /// The path condition that all its states have had.
    base: Path,
    /// Where they parted, and which technique asked for it.
    at: Parted,
    technique: usize,
    /// Cost at which it ends.
    until: u64,
    running: Vec<StateId>,
    arrived: Vec<StateId>,
    joined: u64,
    /// States that came to the goal.
    came: u64,
}

/// The state that the search has run, and what it is to be told.
struct Root {
    id: StateId,
    work: u64,
    fresh: u32,
    blocks: Vec<(FuncId, BlockId)>,
}

/// What a step brought besides states.
pub(super) struct Ran<'a> {
    pub id: StateId,
    pub work: u64,
    pub fresh: u32,
    pub blocks: &'a [(FuncId, BlockId)],
}

impl Regions {
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Path conditions that are needed later.
    pub fn bases(&self) -> impl Iterator<Item = &Path> {
        self.open.iter().map(|r| &r.base)
    }

    /// Is the search not to know of the state yet?
    pub fn contains(&self, id: StateId) -> bool {
        self.at_work == Some(id)
            || self.root.as_ref().is_some_and(|r| r.id == id)
            || self.open.iter().any(|r| r.running.contains(&id) || r.arrived.contains(&id))
    }
}

impl Engine<'_> {
    /// Opens a region for states that have just parted, if a technique wants that. Gives them back if none does.
    pub(super) fn open_region(&mut self, base: Option<Base>, states: Vec<Owned>) -> Result<(), Vec<Owned>> {
        let Some(Base { path: base, func, block, frame, depth }) = base else { return Err(states) };
        let at = Parted { func, block, frame, depth };
        if states.len() < 2 || self.regions.open.len() >= DEEP {
            return Err(states);
        }
        let wanted = self.techniques.iter_mut().enumerate().find_map(|(i, t)| Some((i, t.region(&at)?)));
        let Some((technique, block)) = wanted else { return Err(states) };
        let until = self.regions.open.last().map_or(self.cost() + BUDGET, |outer| outer.until);
        let goal = Goal { depth: at.depth, block };
        let (running, arrived) = (Vec::new(), Vec::new());
        self.regions.open.push(Region {
            goal,
            frame: at.frame,
            base,
            at,
            technique,
            until,
            running,
            arrived,
            joined: 0,
            came: 0,
        });
        for s in states {
            self.put_inside(s, false);
        }
        Ok(())
    }

    /// A state of the innermost region: it goes on, or has come to the goal.
    fn put_inside(&mut self, state: Box<State>, hopeless: bool) {
        let Some(region) = self.regions.open.last_mut() else { return };
        let id = state.id;
        if has_come(&state, &region.goal, region.frame) {
            region.came += 1;
            self.enter(state);
            if hopeless {
                self.regions.open.last_mut().expect("just looked at").arrived.push(id);
            } else {
                self.arrives(id);
            }
        } else {
            region.running.push(id);
            self.enter(state);
        }
    }

    /// A state has come to the goal of the innermost region: it is joined with one that has come before, if that pays.
    fn arrives(&mut self, id: StateId) {
        let Some(region) = self.regions.open.last() else { return };
        let (technique, base) = (region.technique, region.base.clone());
        let partners: Vec<StateId> = region.arrived.iter().rev().take(PARTNERS).copied().collect();
        for partner in partners {
            if !self.states.contains_key(&partner) || !self.states.contains_key(&id) {
                continue;
            }
            let (Some(mut a), Some(b)) = (self.states.remove(&partner), self.states.remove(&id)) else { return };
            let at = self.exec.stack(&a).first().copied();
            let mut techniques = std::mem::take(&mut self.techniques);
            let answer = self.shielded(at, |exec| Some(exec.join(&base, &mut a, &b, techniques[technique].judge()?)));
            self.techniques = techniques;
            match answer.flatten() {
                Some(Ok(())) => {
                    self.runs.leaves(&b);
                    a.id = partner.min(id);
                    let gone = partner.max(id);
                    self.techniques.iter_mut().for_each(|t| t.gone(gone));
                    self.stats.joins += 1;
                    if let Some(region) = self.regions.open.last_mut() {
                        region.joined += 1;
                        region.arrived.retain(|s| *s != partner);
                    }
                    let id = a.id;
                    self.states.insert(id, a);
                    return self.arrives(id);
                }
                Some(Err(refusal)) => {
                    *self.stats.join_refusals.entry(refusal.describe()).or_insert(0) += 1;
                    self.states.insert(partner, a);
                    self.states.insert(id, b);
                }
                // It panicked: nothing is proved any more.
                None => {
                    self.states.insert(partner, a);
                    self.states.insert(id, b);
                    break;
                }
            }
        }
        if let Some(region) = self.regions.open.last_mut() {
            region.arrived.push(id);
        }
    }

    /// Runs one state of the innermost region, or closes it.
    pub(super) fn run_region(&mut self, hooks: &mut dyn Hooks) {
        let now = self.cost();
        let left = self.instructions_left();
        let Some(region) = self.regions.open.last_mut() else { return };
        let next = if now < region.until { region.running.pop() } else { None };
        let Some(id) = next else { return self.close_region() };
        self.exec.set_goal(Some(region.goal));
        self.exec.keep_base(true);
        self.regions.at_work = Some(id);
        self.step(id, hooks, |exec, s| exec.run(s, STRIDE.min(left)));
        self.regions.at_work = None;
        self.exec.set_goal(None);
        self.exec.keep_base(false);
    }

    /// The innermost region is done: its states belong to the next one, or to the search.
    fn close_region(&mut self) {
        let Some(region) = self.regions.open.pop() else { return };
        let exhausted = !region.running.is_empty();
        let left: Vec<StateId> = region.arrived.into_iter().chain(region.running).collect();
        let closed = Closed { joined: region.joined, came: region.came, exhausted };
        self.techniques[region.technique].closed(&region.at, &closed);
        let states: Vec<Box<State>> = left.into_iter().filter_map(|id| self.forget(id)).collect();
        if !self.regions.is_empty() {
            // What could not be joined with its like is not tried again with others.
            let hopeless = closed.joined == 0 && closed.came > 1;
            states.into_iter().for_each(|s| self.put_inside(s, hopeless));
            return;
        }
        self.hand_over(states);
    }

    /// What became of a state that was run inside of a region, or that opens one. Gives back what is for the search to be told of.
    pub(super) fn through_region(
        &mut self,
        going: Vec<Successor>,
        ran: &Ran<'_>,
        base: Option<Base>,
    ) -> Result<(), Vec<Successor>> {
        let inside = !self.regions.is_empty();
        if !inside && (base.is_none() || going.len() < 2) {
            return Err(going);
        }
        let mut states = Vec::new();
        for Successor { mut state, paused, .. } in going {
            let parent = (state.id != ran.id).then_some(ran.id);
            if self.is_admitted(&mut state, parent, paused) {
                states.push(state);
            } else {
                self.techniques.iter_mut().for_each(|t| t.gone(state.id));
            }
        }
        match &mut self.regions.root {
            Some(root) => {
                root.work += ran.work;
                root.fresh += ran.fresh;
                root.blocks.extend_from_slice(ran.blocks);
            }
            None => {
                self.regions.root = Some(Root { id: ran.id, work: ran.work, fresh: ran.fresh, blocks: ran.blocks.to_vec() });
            }
        }
        if let Err(states) = self.open_region(base, states) {
            if inside {
                states.into_iter().for_each(|s| self.put_inside(s, false));
            } else {
                self.hand_over(states);
            }
        }
        Ok(())
    }

    /// What is left is the search's: the state that it ran first, so that strategies know it when the others come.
    fn hand_over(&mut self, mut states: Vec<Owned>) {
        let Some(root) = self.regions.root.take() else { return };
        let mut survived = false;
        states.sort_by_key(|s| s.id != root.id);
        for state in states {
            if state.id == root.id {
                survived = true;
                self.tell(Event::Ran { state: &state, work: root.work, fresh: root.fresh, blocks: &root.blocks });
            } else {
                self.tell(Event::Added { state: &state, parent: Some(root.id) });
            }
            self.enter(state);
        }
        if !survived {
            self.vanished(root.id, root.work);
        }
    }
}

/// Is the state at the goal, or beyond?
fn has_come(state: &State, goal: &Goal, frame: u64) -> bool {
    let here = state.frame.id == frame && state.frame.inst == 0 && Some(state.frame.block) == goal.block;
    state.frame.depth < goal.depth || here
}
