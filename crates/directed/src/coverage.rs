//! `coverage`: near what nobody has executed.

use homing_exec::{State, StateId};
use homing_explore::{Action, Doze, Event, Rng, Strategy, View};
use homing_graph::{Frame, Reach};
use homing_ir::{BlockId, FuncId, Place, TargetId};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

use crate::sums::Sums;

/// A random state, weighed by the inverse of its distance to the nearest instruction that nobody has executed, over its own
/// stack (closest-to-uncovered: Directed Symbolic Execution, 2.1; nested-loops thesis, 5.3.2.2).
///
/// States in the same place (with the same stack) have the same weight, so a change of coverage touches places, not states. Distances
/// may lag behind coverage, but by no more work than computing them anew costs.
pub struct Coverage {
    rng: Rng,
    /// Every block is a target of its own until it is covered. Made when first needed.
    uncovered: Option<Uncovered>,
    groups: Vec<Group>,
    free: Vec<u32>,
    by_place: FxHashMap<u64, u32>,
    sums: Sums,
    at: FxHashMap<StateId, (u32, u32)>,
    /// Blocks were covered since the distances were computed.
    stale: bool,
    /// Work since then.
    work: u64,
    doze: Doze,
}

/// States in one place.
#[derive(Default)]
struct Group {
    place: u64,
    /// Innermost activations of its states.
    frames: Vec<Frame>,
    weight: u64,
    members: Vec<StateId>,
}

/// Activations that are looked at: what is further out hardly changes the order.
const FRAMES: usize = 24;
/// The weight of distance 1; 100,000 states of it do not overflow a sum.
const UNIT: u64 = 1 << 40;

impl Coverage {
    pub fn new(seed: u64) -> Coverage {
        Coverage {
            rng: Rng::new(seed),
            uncovered: None,
            groups: Vec::new(),
            free: Vec::new(),
            by_place: FxHashMap::default(),
            sums: Sums::default(),
            at: FxHashMap::default(),
            stale: false,
            work: 0,
            doze: Doze::default(),
        }
    }

    fn enter(&mut self, state: &State, view: &View<'_>) {
        let place = place_of(state);
        let group = match self.by_place.get(&place) {
            Some(g) => *g,
            None => self.open(place, state, view),
        };
        let g = &mut self.groups[group as usize];
        self.at.insert(state.id, (group, g.members.len() as u32));
        g.members.push(state.id);
        self.sums.set(group as usize, g.weight * g.members.len() as u64);
    }

    fn open(&mut self, place: u64, state: &State, view: &View<'_>) -> u32 {
        let frames: Vec<Frame> = state.points().take(FRAMES).collect();
        let uncovered = self.uncovered.get_or_insert_with(|| Uncovered::new(view));
        let weight = uncovered.weight(&frames);
        let group = Group { place, frames, weight, members: Vec::new() };
        let number = match self.free.pop() {
            Some(i) => {
                self.groups[i as usize] = group;
                i
            }
            None => {
                self.groups.push(group);
                self.groups.len() as u32 - 1
            }
        };
        self.by_place.insert(place, number);
        number
    }

    fn leave(&mut self, state: StateId) {
        let Some((group, i)) = self.at.remove(&state) else { return };
        let g = &mut self.groups[group as usize];
        g.members.swap_remove(i as usize);
        if let Some(moved) = g.members.get(i as usize) {
            self.at.insert(*moved, (group, i));
        }
        self.sums.set(group as usize, g.weight * g.members.len() as u64);
        if g.members.is_empty() {
            self.by_place.remove(&g.place);
            self.free.push(group);
        }
    }

    fn refresh(&mut self, view: &View<'_>) {
        let Some(uncovered) = &mut self.uncovered else { return };
        // Computing costs some ten instructions' time for each block and place.
        if !self.stale || self.work < 10 * (view.covered.len() + self.groups.len()) as u64 {
            return;
        }
        uncovered.update(view);
        for (i, g) in self.groups.iter_mut().enumerate().filter(|(_, g)| !g.members.is_empty()) {
            g.weight = uncovered.weight(&g.frames);
            self.sums.set(i, g.weight * g.members.len() as u64);
        }
        self.stale = false;
        self.work = 0;
    }
}

/// Where a state is, and who waits for it.
fn place_of(state: &State) -> u64 {
    let mut h = FxHasher::default();
    state.points().take(FRAMES).for_each(|p| p.hash(&mut h));
    h.finish()
}

/// A random state by weight.
fn draw(sums: &Sums, groups: &[Group], rng: &mut Rng) -> Option<StateId> {
    let total = sums.total();
    if total == 0 {
        return None;
    }
    let at = ((u128::from(rng.next_u64()) * u128::from(total)) >> 64) as u64;
    let members = &groups[sums.find(at)].members;
    Some(members[rng.below(members.len())])
}

impl Strategy for Coverage {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        self.doze.observe(event);
        match event {
            Event::Guessed { .. } | Event::Fuzzed { .. } | Event::SubRun(_) => {}
            Event::Added { state, .. } => self.enter(state, view),
            Event::Ran { state, work, fresh, .. } => {
                self.work += work;
                self.stale |= *fresh > 0;
                self.leave(state.id);
                self.enter(state, view);
            }
            Event::Removed { state, work } => {
                self.work += work;
                // Its last run may have covered something.
                self.stale |= *work > 0;
                self.leave(*state);
            }
        }
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        self.refresh(view);
        let (sums, groups, rng) = (&self.sums, &self.groups, &mut self.rng);
        let chosen = self.doze.choose(|| draw(sums, groups, rng));
        chosen.map_or(Action::Done, |(state, steps)| Action::Forward { state, steps })
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let mut groups: Vec<&Group> = self.groups.iter().filter(|g| !g.members.is_empty()).collect();
        groups.sort_by_key(|g| std::cmp::Reverse(g.weight));
        let text = |g: &Group| format!("chance {:.6}", g.weight as f64 / self.sums.total() as f64);
        groups.iter().flat_map(|g| g.members.iter().map(|s| (*s, text(g)))).take(max).collect()
    }
}

/// Distances to blocks that nobody has entered.
struct Uncovered {
    reach: Reach,
    /// By block, as numbered in [`View::covered`]: still a target.
    open: Vec<bool>,
    left: usize,
}

impl Uncovered {
    fn new(view: &View<'_>) -> Uncovered {
        let mut places = Vec::with_capacity(view.covered.len());
        for (f, func) in view.program.functions.iter().enumerate() {
            let func_id = FuncId(f as u32);
            places.extend((0..func.blocks.len() as u32).map(|b| vec![Place { func: func_id, block: BlockId(b), inst: 0 }]));
        }
        let reach = Reach::new(view.program, &places);
        let mut new = Uncovered { reach, left: places.len(), open: vec![true; places.len()] };
        new.update(view);
        new
    }

    fn update(&mut self, view: &View<'_>) {
        for (i, open) in self.open.iter_mut().enumerate() {
            if *open && view.covered[i] {
                *open = false;
                self.left -= 1;
                self.reach.close(TargetId(i as u32));
            }
        }
    }

    /// Never zero: also states that cannot get to anything new are run.
    fn weight(&self, frames: &[Frame]) -> u64 {
        if self.left == 0 {
            return 1;
        }
        match self.reach.stack_distance(frames.iter().copied()) {
            Some(d) => UNIT / (1 + u64::from(d)),
            None => 1 << 10,
        }
    }
}
