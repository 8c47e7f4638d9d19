//! Regions: states that have parted are run to a place that all of them come to, and joined there, before the search goes on with what is left.
//!
//! To the search a region is one long step of the state that parted. It costs no more than its budget: then its states are the search's.

use std::rc::Rc;

use homing_exec::{Base, Goal, Meets, Refusal, State, StateId, Step, Successor};
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

/// What a join gives back of it, and how much a region that goes on joining may cost in all.
const REFUND: u64 = 4_000;
const MOST: u64 = 64 * BUDGET;

/// States that came to a loop's head and were like none that waits there: after so many, they do not wait any more.
const MISSED: u32 = 256;

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
    /// Cost at which it ends; joins put that off, but not for ever.
    until: u64,
    most: u64,
    running: Vec<StateId>,
    arrived: Vec<StateId>,
    joined: u64,
    /// States that came to the goal.
    came: u64,
    /// Where states on their way there can meet, and how often they did not, of late.
    meets: Option<Rc<[bool]>>,
    missed: u32,
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

impl Region {
    /// Are there states that others may meet on their way?
    fn waits(&self) -> bool {
        self.meets.is_some() && self.missed < MISSED && !self.running.is_empty()
    }

    /// Is a state at a place where others may be?
    fn may_meet(&self, state: &State) -> bool {
        let heads = self.meets.as_ref().filter(|_| state.frame.id == self.frame && state.frame.inst == 0);
        heads.is_some_and(|m| m[state.frame.block.index()])
    }
}

impl Regions {
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// States of the innermost region were joined.
    fn pay_back(&mut self) {
        for r in &mut self.open {
            r.until = (r.until + REFUND).min(r.most);
        }
        if let Some(region) = self.open.last_mut() {
            region.joined += 1;
        }
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
        let goal = Goal { depth: at.depth, block };
        // Where others wait whom these may meet on the way to the same place, they go there together.
        if let Some(outer) = self.regions.open.last()
            && (outer.goal, outer.frame) == (goal, at.frame)
            && outer.waits()
        {
            states.into_iter().for_each(|s| self.put_inside(s, false));
            return Ok(());
        }
        let now = self.cost();
        let (until, most) = self.regions.open.last().map_or((now + BUDGET, now + MOST), |outer| (outer.until, outer.most));
        let meets = self.techniques[technique].meets(at.func);
        let (running, arrived) = (Vec::new(), Vec::new());
        self.regions.open.push(Region {
            goal,
            frame: at.frame,
            base,
            at,
            technique,
            until,
            most,
            running,
            arrived,
            joined: 0,
            came: 0,
            meets,
            missed: 0,
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
            let may_meet = region.waits() && region.may_meet(&state);
            self.enter(state);
            let met = if may_meet { self.meets(id) } else { None };
            if let Some(region) = self.regions.open.last_mut() {
                region.running.push(met.unwrap_or(id));
            }
        }
    }

    /// A state has come to a place on the way to the goal at which others may wait: it is joined with one of them, if that pays.
    fn meets(&mut self, id: StateId) -> Option<StateId> {
        let region = self.regions.open.last()?;
        let place = |s: &StateId| self.states.get(s).map(|s| (s.frame.id, s.frame.block, s.frame.inst));
        let here = place(&id);
        let partners: Vec<StateId> = region.running.iter().rev().filter(|s| place(s) == here).take(PARTNERS).copied().collect();
        if partners.is_empty() {
            return None;
        }
        let met = self.join_with(id, &partners);
        let region = self.regions.open.last_mut()?;
        match met {
            Some((partner, _)) => {
                region.missed = 0;
                region.running.retain(|s| *s != partner);
            }
            None => region.missed += 1,
        }
        Some(met?.1)
    }

    /// A state has come to the goal of the innermost region: it is joined with one that has come before, if that pays.
    fn arrives(&mut self, mut id: StateId) {
        loop {
            let Some(region) = self.regions.open.last() else { return };
            let partners: Vec<StateId> = region.arrived.iter().rev().take(PARTNERS).copied().collect();
            let joined = self.join_with(id, &partners);
            let Some(region) = self.regions.open.last_mut() else { return };
            match joined {
                Some((partner, one)) => {
                    region.arrived.retain(|s| *s != partner);
                    id = one;
                }
                None => return region.arrived.push(id),
            }
        }
    }

    /// Joins a state with the first of some others that allows it. Gives back which one, and who the two are now.
    fn join_with(&mut self, id: StateId, partners: &[StateId]) -> Option<(StateId, StateId)> {
        let region = self.regions.open.last()?;
        let (technique, base) = (region.technique, region.base.clone());
        for &partner in partners {
            if !self.states.contains_key(&partner) || !self.states.contains_key(&id) {
                continue;
            }
            let (mut a, b) = (self.states.remove(&partner)?, self.states.remove(&id)?);
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
                    self.regions.pay_back();
                    let id = a.id;
                    self.states.insert(id, a);
                    return Some((partner, id));
                }
                Some(Err(refusal)) => {
                    *self.stats.join_refusals.entry(refusal.describe()).or_insert(0) += 1;
                    self.states.insert(partner, a);
                    self.states.insert(id, b);
                    // The others are hardly smaller.
                    if refusal == Refusal::Large {
                        break;
                    }
                }
                // It panicked: nothing is proved any more.
                None => {
                    self.states.insert(partner, a);
                    self.states.insert(id, b);
                    break;
                }
            }
        }
        None
    }

    /// Runs one state of the innermost region, or closes it.
    pub(super) fn run_region(&mut self, hooks: &mut dyn Hooks) {
        let now = self.cost();
        let left = self.instructions_left();
        let Some(region) = self.regions.open.last_mut() else { return };
        // Who lags behind goes first, so that it comes to where the others are.
        let steps = |id: &StateId| self.states.get(id).map_or(0, |s| s.steps);
        let lags = region.running.iter().enumerate().min_by_key(|(i, id)| (steps(id), std::cmp::Reverse(*i))).map(|(i, _)| i);
        let Some(id) = lags.filter(|_| now < region.until).map(|i| region.running.remove(i)) else {
            return self.close_region();
        };
        let heads = region.meets.clone().filter(|_| region.waits());
        let meets = heads.map(|blocks| Meets { frame: region.frame, blocks });
        self.exec.set_goal(Some(region.goal), meets);
        self.exec.keep_base(true);
        self.regions.at_work = Some(id);
        self.step(id, hooks, |exec, s| exec.run(s, STRIDE.min(left)));
        self.regions.at_work = None;
        self.exec.set_goal(None, None);
        self.exec.keep_base(false);
    }

    /// The innermost region is done: its states belong to the next one, or to the search.
    fn close_region(&mut self) {
        let Some(region) = self.regions.open.pop() else { return };
        let exhausted = !region.running.is_empty();
        let left: Vec<StateId> = region.arrived.into_iter().chain(region.running).collect();
        let closed = Closed { joined: region.joined, came: region.came, exhausted };
        let diamond = self.techniques[region.technique].closed(&region.at, &closed);
        if diamond.is_some() {
            self.exec.select_at(region.at.func, region.at.block, diamond);
        }
        let states: Vec<Box<State>> = left.into_iter().filter_map(|id| self.forget(id)).collect();
        if !self.regions.is_empty() {
            // What could not be joined with its like is not tried again with others.
            let hopeless = closed.joined == 0 && closed.came > 1;
            states.into_iter().for_each(|s| self.put_inside(s, hopeless));
            return;
        }
        self.hand_over(states);
    }

    /// Questions about a joined state have taken long: it becomes two again, by what was joined last, and the place is remembered.
    pub(super) fn part_again(&mut self, step: &mut Step) {
        let mut others = Vec::new();
        for s in step.successors.iter_mut().filter(|s| s.end.is_none()) {
            let Some((_, (func, block))) = s.state.guards.newest() else { continue };
            let at = self.exec.stack(&s.state).first().copied();
            let parted = self.shielded(at, |exec| exec.part_again(&mut s.state));
            others.extend(parted.flatten().map(|state| Successor { state, end: None, paused: s.paused }));
            self.exec.select_at(func, block, None);
            self.techniques.iter_mut().for_each(|t| t.parted_again((func, block)));
            self.stats.parted_again += 1;
        }
        step.successors.append(&mut others);
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
