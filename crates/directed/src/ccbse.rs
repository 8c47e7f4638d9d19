//! `ccbse:S` and `mix-ccbse:S`: from the target backwards along the call chain (Directed Symbolic Execution, 2.3 and 2.4).
//!
//! Runs start at the entry of the functions with targets, everything symbolic. A path from such an entry to a target is kept as a trail with
//! its function, and the function's callers are started in their turn. A state that is called into a function with trails follows them: where
//! one can be gone to its end, the state's own run has a path to the target too. Only a path from the program's entry is a verdict, and that
//! is the engine's to say.
//!
//! It only orders: states from the program's entry wait as long as there is something to do behind them, and no longer.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use homing_exec::{State, StateId};
use homing_explore::{Action, Event, Middle, Strategy, View};
use homing_graph::{CallGraph, Reach};
use homing_ir::{FuncId, Inst, Program, TargetId};
use rustc_hash::FxHashMap;

/// Trails kept for a function; more would cost every caller more than they are worth.
const MAX_TRAILS: usize = 256;

/// Arrivals remembered for a function, for trails that are found later.
const MAX_ARRIVALS: usize = 256;

/// Following may cost so much more than the rest before the rest comes first.
const AHEAD: u64 = 20_000;

/// Makes the strategy for the states of one run, given which one it is.
pub type Make = Box<dyn Fn(u64) -> Box<dyn Strategy>>;

/// How the work is shared with a search from the program's entry.
pub struct Forward {
    pub strategy: Box<dyn Strategy>,
    /// Parts of the work for it, and for going backwards.
    pub shares: (u64, u64),
    /// Work before anything is done backwards.
    pub first: u64,
    /// Its distances are to functions with trails too, not only to targets.
    pub towards_trails: bool,
}

/// Call-chain-backward search; with a forward search beside it, the mix.
pub struct Ccbse {
    make: Make,
    forward: Option<Forward>,
    forward_work: u64,
    backward_work: u64,
    /// Of `backward_work`: following.
    follow_work: u64,
    /// Whose turn the work at hand belongs to.
    forward_turn: bool,
    map: Option<Map>,
    runs: BTreeMap<FuncId, Run>,
    /// Of every state: the function it started at.
    origin: FxHashMap<StateId, FuncId>,
    /// Functions to be started.
    to_start: VecDeque<FuncId>,
    /// Trails to be followed: those that end nearest to the entry first, then in order.
    pending: BTreeMap<(u32, u64), Pending>,
    clock: u64,
    goals: Vec<FuncId>,
    near: Option<Reach>,
    /// Version of the distances that `near` was made from.
    near_version: u64,
    changed: bool,
}

/// What does not change: who calls whom.
struct Map {
    entry: FuncId,
    /// By function: calls on the shortest chain from the entry, if there is one.
    depth: Vec<Option<u32>>,
    callers: Vec<Vec<FuncId>>,
}

/// States that started at one function.
struct Run {
    strategy: Box<dyn Strategy>,
    living: usize,
    /// It may be worked on. Only the program's entry has to wait.
    released: bool,
    trails: Vec<(TargetId, Vec<bool>)>,
    known: BTreeSet<Vec<bool>>,
    arrivals: VecDeque<(StateId, FuncId)>,
}

struct Pending {
    state: StateId,
    target: TargetId,
    trail: Vec<bool>,
}

impl Ccbse {
    /// `make` gives the strategy that picks among the states of one start.
    pub fn new(make: Make, forward: Option<Forward>) -> Ccbse {
        Ccbse {
            make,
            forward,
            forward_work: 0,
            backward_work: 0,
            follow_work: 0,
            forward_turn: false,
            map: None,
            runs: BTreeMap::new(),
            origin: FxHashMap::default(),
            to_start: VecDeque::new(),
            pending: BTreeMap::new(),
            clock: 0,
            goals: Vec::new(),
            near: None,
            near_version: 0,
            changed: false,
        }
    }

    /// At the first state: where to begin.
    fn begin(&mut self, entry: FuncId, view: &View<'_>) {
        let map = Map::new(view.program, entry);
        self.run(entry);
        for f in functions_with_targets(view.program) {
            self.want(f, &map);
        }
        self.map = Some(map);
    }

    fn run(&mut self, f: FuncId) -> &mut Run {
        let make = &self.make;
        self.runs.entry(f).or_insert_with(|| Run {
            strategy: make(u64::from(f.0)),
            living: 0,
            released: false,
            trails: Vec::new(),
            known: BTreeSet::new(),
            arrivals: VecDeque::new(),
        })
    }

    /// States of this function shall be run.
    fn want(&mut self, f: FuncId, map: &Map) {
        if map.depth[f.index()].is_none() {
            return;
        }
        let run = self.run(f);
        if !std::mem::replace(&mut run.released, true) && f != map.entry {
            self.to_start.push_back(f);
        }
    }

    /// A path from this state's start to a target: a trail for its function.
    fn keep_trail(&mut self, state: &State, target: TargetId) {
        let (f, trail) = (state.origin, state.trail.bits_from(0));
        let run = self.run(f);
        if run.trails.len() >= MAX_TRAILS || !run.known.insert(trail.clone()) {
            return;
        }
        run.trails.push((target, trail.clone()));
        let arrivals: Vec<(StateId, FuncId)> = run.arrivals.iter().copied().collect();
        for (state, origin) in arrivals {
            self.follow_later(state, origin, target, trail.clone());
        }
        if !self.goals.contains(&f) {
            self.goals.push(f);
            (self.near, self.changed) = (None, true);
            if let Some(map) = self.map.take() {
                map.callers[f.index()].iter().for_each(|c| self.want(*c, &map));
                self.map = Some(map);
            }
        }
    }

    /// A state that started at `origin` stands at the start of the trail's function.
    fn follow_later(&mut self, state: StateId, origin: FuncId, target: TargetId, trail: Vec<bool>) {
        self.clock += 1;
        let depth = self.map.as_ref().and_then(|m| m.depth[origin.index()]).unwrap_or(u32::MAX);
        self.pending.insert((depth, self.clock), Pending { state, target, trail });
    }

    fn arrived(&mut self, state: &State) {
        let (at, origin) = (state.frame.func, state.origin);
        let Some(run) = self.runs.get_mut(&at) else { return };
        if run.arrivals.len() >= MAX_ARRIVALS {
            run.arrivals.pop_front();
        }
        run.arrivals.push_back((state.id, origin));
        for (target, trail) in run.trails.clone() {
            self.follow_later(state.id, origin, target, trail);
        }
    }

    fn decided(&mut self, target: TargetId) {
        self.runs.values_mut().for_each(|r| r.trails.retain(|t| t.0 != target));
        self.pending.retain(|_, p| p.target != target);
    }

    fn middle(&mut self, event: &Middle<'_>) {
        match event {
            Middle::Arrived { state } => self.arrived(state),
            Middle::Passed { state, target } => self.keep_trail(state, *target),
            Middle::Followed { work, .. } => self.follow_work += work,
            Middle::Decided { target } => self.decided(*target),
        }
    }

    fn count(&mut self, work: u64) {
        if self.forward_turn {
            self.forward_work += work;
        } else {
            self.backward_work += work;
        }
    }

    /// Tells the strategies whose states the event is about.
    fn pass_on(&mut self, event: &Event<'_>, f: FuncId, view: &View<'_>) {
        let Ccbse { runs, forward, near, goals, map, .. } = self;
        let reach = near.as_ref().unwrap_or(view.reach);
        let nearer = View { reach, goals, ..*view };
        match forward {
            Some(forward) if map.as_ref().is_some_and(|m| m.entry == f) => {
                forward.strategy.observe(event, if forward.towards_trails { &nearer } else { view });
            }
            _ => {
                if let Some(run) = runs.get_mut(&f) {
                    run.strategy.observe(event, &nearer);
                }
            }
        }
    }

    /// Distances to targets and to functions with trails.
    fn refresh(&mut self, view: &View<'_>) {
        if self.goals.is_empty() || self.near.is_some() && self.near_version == view.reach.version() {
            return;
        }
        self.near = Some(view.reach.with_goals(&self.goals));
        self.near_version = view.reach.version();
    }

    /// What is next going backwards; nothing if there is nothing to be done but from the entry.
    fn backwards(&mut self, view: &View<'_>) -> Option<Action> {
        if let Some(at) = self.to_start.pop_front() {
            return Some(Action::Start { at });
        }
        if self.follow_work <= (self.backward_work - self.follow_work) + AHEAD
            && let Some(action) = self.follow()
        {
            return Some(action);
        }
        let map = self.map.as_ref()?;
        let takes_entry = self.forward.is_none();
        let ready = self.runs.iter().filter(|(f, r)| r.released && r.living > 0 && (takes_entry || **f != map.entry));
        let nearest = ready.min_by_key(|(f, _)| (map.depth[f.index()], **f)).map(|(f, _)| *f);
        let Some(f) = nearest else { return self.follow() };
        let Ccbse { runs, near, goals, .. } = self;
        let nearer = View { reach: near.as_ref().unwrap_or(view.reach), goals, ..*view };
        match runs.get_mut(&f).map(|r| r.strategy.next(&nearer)) {
            None | Some(Action::Done) => None,
            action => action,
        }
    }

    fn follow(&mut self) -> Option<Action> {
        let (_, Pending { state, trail, .. }) = self.pending.pop_first()?;
        Some(Action::Follow { state, trail })
    }

    /// From the program's entry.
    fn forwards(&mut self, view: &View<'_>) -> Action {
        let Ccbse { runs, forward, near, goals, map, .. } = self;
        let nearer = View { reach: near.as_ref().unwrap_or(view.reach), goals, ..*view };
        match (forward, map) {
            (Some(forward), _) => forward.strategy.next(if forward.towards_trails { &nearer } else { view }),
            (None, Some(map)) => runs.get_mut(&map.entry).map_or(Action::Done, |r| r.strategy.next(&nearer)),
            (None, None) => Action::Done,
        }
    }

    /// Is it the forward search's turn?
    fn is_forward(&self) -> bool {
        let Some(forward) = &self.forward else { return false };
        let (ahead, back) = forward.shares;
        let total = self.forward_work + self.backward_work;
        total < forward.first || self.forward_work * back <= self.backward_work * ahead + forward.first * back
    }
}

impl Strategy for Ccbse {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        if let Some(work) = event.work() {
            self.count(work);
        }
        self.refresh(view);
        match event {
            Event::Added { state, .. } => {
                if self.map.is_none() {
                    self.begin(state.origin, view);
                }
                self.origin.insert(state.id, state.origin);
                self.run(state.origin).living += 1;
                self.pass_on(event, state.origin, view);
            }
            Event::Ran { state, .. } => self.pass_on(event, state.origin, view),
            Event::Removed { state, .. } => {
                if let Some(f) = self.origin.remove(state) {
                    self.run(f).living -= 1;
                    self.pass_on(event, f, view);
                }
            }
            Event::Guessed { .. } => {
                if let Some(forward) = &mut self.forward {
                    forward.strategy.observe(event, view);
                }
            }
            Event::Middle(middle) => self.middle(middle),
        }
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        self.refresh(view);
        self.forward_turn = self.is_forward();
        if !self.forward_turn
            && let Some(action) = self.backwards(view)
        {
            return action;
        }
        self.forward_turn = true;
        self.forwards(view)
    }

    fn wants_retelling(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    fn wants_blocks(&self) -> bool {
        (self.make)(0).wants_blocks() || self.forward.as_ref().is_some_and(|f| f.strategy.wants_blocks())
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let runs = self.runs.iter().filter(|(_, r)| r.living > 0).flat_map(|(_, r)| r.strategy.describe(max));
        runs.take(max).collect()
    }
}

impl Map {
    fn new(program: &Program, entry: FuncId) -> Map {
        let calls = CallGraph::new(program);
        let n = program.functions.len();
        let mut depth = vec![None; n];
        let mut callers: Vec<BTreeSet<FuncId>> = vec![BTreeSet::new(); n];
        for (i, sites) in calls.sites.iter().enumerate() {
            for callee in sites.iter().flat_map(|s| calls.callees(&s.to)) {
                callers[callee.index()].insert(FuncId(i as u32));
            }
        }
        let mut queue = VecDeque::from([entry]);
        depth[entry.index()] = Some(0);
        // What runs before the entry, or after it, is called by nobody in the program.
        let others =
            program.constructors.iter().copied().chain((0..n as u32).map(FuncId).filter(|f| calls.address_taken[f.index()]));
        for f in others {
            if depth[f.index()].is_none() {
                depth[f.index()] = Some(n as u32);
            }
        }
        while let Some(f) = queue.pop_front() {
            let next = depth[f.index()].unwrap_or(0) + 1;
            for callee in calls.sites[f.index()].iter().flat_map(|s| calls.callees(&s.to)) {
                let d = &mut depth[callee.index()];
                if d.is_none_or(|d| d > next) {
                    *d = Some(next);
                    queue.push_back(*callee);
                }
            }
        }
        Map { entry, depth, callers: callers.into_iter().map(|c| c.into_iter().collect()).collect() }
    }
}

/// In order.
fn functions_with_targets(p: &Program) -> Vec<FuncId> {
    let marked = |f: &FuncId| p.func(*f).blocks.iter().any(|b| b.insts.iter().any(|i| matches!(i, Inst::Mark { .. })));
    (0..p.functions.len() as u32).map(FuncId).filter(marked).collect()
}
