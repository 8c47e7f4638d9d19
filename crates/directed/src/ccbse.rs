//! `ccbse:S` and `mix-ccbse:S`: from the target backwards along the call chain (Directed Symbolic Execution, 2.3 and 2.4).
//!
//! Runs start at the entry of the functions with targets, everything symbolic. A path from such an entry to a target is kept as a trail with
//! its function, and the function's callers are started in their turn. A state that is called into a function with trails follows them: where
//! one can be gone to its end, the state's own run has a path to the target too. Only a path from the program's entry is a verdict, and that
//! is the engine's to say.
//!
//! It only orders: states from the program's entry wait as long as there is something to do behind them, and no longer.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use homing_exec::{State, StateId, own_main};
use homing_explore::{Action, Event, Middle, Strategy, View};
use homing_graph::{CallGraph, Reach};
use homing_ir::{FuncId, Inst, Origin, Program, TargetId};
use rustc_hash::FxHashMap;

/// Trails kept for a function; more would cost every caller more than they are worth.
const MAX_TRAILS: usize = 256;

/// Arrivals remembered for a function, for trails that are found later.
const MAX_ARRIVALS: usize = 256;

/// Following may cost so much more than the rest before the rest comes first.
const AHEAD: u64 = 20_000;

/// Makes the strategy for the states of one run, given which one it is.
pub type Make = Box<dyn Fn(u64) -> Box<dyn Strategy>>;

/// A search from the program's entry beside the one backwards.
pub struct Forward {
    pub strategy: Box<dyn Strategy>,
    /// Its distances are to functions with trails too, not only to targets.
    pub towards_trails: bool,
    /// How the work is shared.
    pub shares: Shares,
}

/// How the work is shared between the search from the entry and the one backwards.
pub enum Shares {
    /// Half and half.
    Equal,
    /// By what is to be expected of going backwards: see [`Heat`].
    Heat,
}

/// Where going backwards promises something it gets most of the work, for a while: that is where a long trail is known, which saves
/// whoever calls the function the search through it. Before that it gets most of the first work, and when it has had its time, a
/// fifth.
#[derive(Default)]
struct Heat {
    /// A trail of [`LONG`] or more is known since then (in backward work).
    since: Option<u64>,
}

/// Branches of a trail that is worth while.
const LONG: usize = 8;
/// Backward work to find one with most of the work.
const COLD: u64 = 150_000;
/// Backward work with most of it, from then on.
const HOT: u64 = 3_000_000;

/// The search from the entry waits until it may do so much at once.
const GRAIN: u64 = 1_000;

impl Heat {
    /// Parts for the search from the entry, and for the one backwards.
    fn shares(&self, backward_work: u64) -> (u64, u64) {
        match self.since {
            None if backward_work < COLD => (1, 5),
            Some(since) if backward_work < since + HOT => (1, 12),
            _ => (4, 1),
        }
    }

    fn is_hot(&self, backward_work: u64) -> bool {
        self.shares(backward_work).0 == 1
    }
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
    /// Work of each in the present division of shares.
    turn_work: (u64, u64),
    shares: (u64, u64),
    /// Nothing is to be gained backwards.
    forward_only: bool,
    heat: Heat,
    map: Option<Map>,
    runs: BTreeMap<FuncId, Run>,
    /// Of every state: whose it is.
    whose: FxHashMap<StateId, Whose>,
    /// Functions to be started.
    to_start: VecDeque<FuncId>,
    /// States that have trails to follow: those of starts nearest to the entry first, then in order.
    pending: BTreeSet<(u32, u64, StateId)>,
    arrivals: FxHashMap<StateId, Arrival>,
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
    /// The program's own `main`, where a library and a kernel are around it.
    main: Option<FuncId>,
    /// By function: calls on the shortest chain from the entry, if there is one.
    depth: Vec<Option<u32>>,
    callers: Vec<Vec<FuncId>>,
}

/// Who of the program calls each function: what is around the program (a library's sorting, exit handlers) is looked through, and `main` is
/// what a run from the entry comes to by itself.
fn program_callers(program: &Program, map: &Map, all: &[BTreeSet<FuncId>]) -> Vec<Vec<FuncId>> {
    let own = |f: FuncId| program.func(f).origin == Origin::Program || f == map.entry;
    let callers_of = |f: usize| {
        let mut found: BTreeSet<FuncId> = BTreeSet::new();
        let mut seen: BTreeSet<FuncId> = BTreeSet::new();
        let mut todo: Vec<FuncId> = all[f].iter().copied().collect();
        while let Some(c) = todo.pop() {
            if own(c) {
                found.insert(map.start_of(c));
            } else if seen.insert(c) {
                todo.extend(&all[c.index()]);
            }
        }
        found.into_iter().collect()
    };
    (0..all.len()).map(callers_of).collect()
}

/// States that started at one function.
struct Run {
    strategy: Box<dyn Strategy>,
    living: usize,
    /// It may be worked on. Only the program's entry has to wait.
    released: bool,
    trails: BTreeMap<Rc<[bool]>, TargetId>,
    arrivals: VecDeque<StateId>,
}

/// Whose a state is.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Whose {
    Forward,
    Run(FuncId),
}

/// A state at the entry of a function with trails, or of one that may get some.
struct Arrival {
    /// Place in the order of those that wait.
    key: (u32, u64, StateId),
    /// Trails to be followed, by their bits; the last is next.
    trails: BTreeMap<Rc<[bool]>, TargetId>,
    /// Beginnings of trails that this state cannot go.
    barred: Vec<Rc<[bool]>>,
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
            turn_work: (0, 0),
            shares: (1, 1),
            forward_only: false,
            heat: Heat::default(),
            map: None,
            runs: BTreeMap::new(),
            whose: FxHashMap::default(),
            to_start: VecDeque::new(),
            pending: BTreeSet::new(),
            arrivals: FxHashMap::default(),
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
        // In programs with a library and a kernel around them a search from the entry mostly comes first (docs/benchmarks.md): going backwards is
        // for whoever asks for it by name.
        self.forward_only = self.by_heat() && map.main.is_some();
        self.run(entry);
        let beside = self.forward.is_some();
        for f in functions_with_targets(view.program).into_iter().map(|f| map.start_of(f)) {
            // Where the entry has a target itself, a search beside this one has it before it anyway.
            if !(beside && f == entry) {
                self.want(f, &map);
            }
        }
        self.map = Some(map);
    }

    fn run(&mut self, f: FuncId) -> &mut Run {
        let make = &self.make;
        self.runs.entry(f).or_insert_with(|| Run {
            strategy: make(u64::from(f.0)),
            living: 0,
            released: false,
            trails: BTreeMap::new(),
            arrivals: VecDeque::new(),
        })
    }

    /// States of this function shall be run.
    fn want(&mut self, f: FuncId, map: &Map) {
        if map.depth[f.index()].is_none() {
            return;
        }
        let beside = self.forward.is_some();
        let run = self.run(f);
        if !std::mem::replace(&mut run.released, true) {
            // Without a search beside this one the program's own run is there already.
            if f != map.entry || beside {
                self.to_start.push_back(f);
            }
        }
    }

    /// A path from this state's start to a target: a trail for its function.
    fn keep_trail(&mut self, state: &State, target: TargetId) {
        let f = state.origin;
        let trail: Rc<[bool]> = state.trail.bits_from(0).into();
        let run = self.run(f);
        if run.trails.len() >= MAX_TRAILS || run.trails.insert(trail.clone(), target).is_some() {
            return;
        }
        let waiting: Vec<StateId> = run.arrivals.iter().copied().collect();
        let long = trail.len() >= LONG;
        if long && self.heat.since.is_none() {
            self.heat.since = Some(self.backward_work);
        }
        waiting.into_iter().for_each(|s| self.follow_later(s, &trail, target));
        if !self.goals.contains(&f) {
            self.goals.push(f);
            (self.near, self.changed) = (None, true);
            if let Some(map) = self.map.take() {
                let callers = map.callers[f.index()].iter();
                let takes = self.takes_entry(long);
                callers.filter(|c| **c != map.entry || takes).for_each(|c| self.want(*c, &map));
                self.map = Some(map);
            }
        }
    }

    /// Shall states from the program's entry be picked here too, now that they have such a trail to follow?
    fn takes_entry(&self, long: bool) -> bool {
        !self.by_heat() || long
    }

    fn by_heat(&self) -> bool {
        matches!(self.forward, Some(Forward { shares: Shares::Heat, .. }))
    }

    /// Is much expected of going backwards just now?
    pub fn is_hot(&self) -> bool {
        let busy = !self.to_start.is_empty() || !self.pending.is_empty() || self.runs.values().any(|r| r.living > 0);
        self.by_heat() && busy && self.heat.is_hot(self.backward_work)
    }

    /// A state that has arrived shall follow this trail, unless it is known not to be able to.
    fn follow_later(&mut self, state: StateId, trail: &Rc<[bool]>, target: TargetId) {
        if let Some(arrival) = self.arrivals.get_mut(&state)
            && !arrival.barred.iter().any(|b| trail.starts_with(b))
        {
            arrival.trails.insert(trail.clone(), target);
            self.pending.insert(arrival.key);
        }
    }

    fn arrived(&mut self, state: &State) {
        let (at, origin) = (state.frame.func, state.origin);
        let Some(run) = self.runs.get_mut(&at) else { return };
        let gone = if run.arrivals.len() >= MAX_ARRIVALS { run.arrivals.pop_front() } else { None };
        run.arrivals.push_back(state.id);
        let trails = run.trails.clone();
        if let Some(old) = gone.and_then(|s| self.arrivals.remove(&s)) {
            self.pending.remove(&old.key);
        }
        self.clock += 1;
        let depth = self.map.as_ref().and_then(|m| m.depth[origin.index()]).unwrap_or(u32::MAX);
        // What another search brings here comes after what this one looked for.
        let foreign = self.whose(state) == Whose::Forward;
        let key = (depth.saturating_mul(2).saturating_add(u32::from(foreign)), self.clock, state.id);
        if !trails.is_empty() {
            self.pending.insert(key);
        }
        self.arrivals.insert(state.id, Arrival { key, trails, barred: Vec::new() });
    }

    /// The last trail of a state was followed; in vain, and so would be each that begins with so many of its bits.
    fn followed(&mut self, state: StateId, bits: Option<usize>) {
        let Some(arrival) = self.arrivals.get_mut(&state) else { return };
        if let Some((trail, _)) = arrival.trails.pop_last()
            && let Some(bits) = bits
        {
            let barred: Rc<[bool]> = trail[..bits.min(trail.len())].into();
            arrival.trails.retain(|t, _| !t.starts_with(&barred));
            arrival.barred.push(barred);
        }
        if arrival.trails.is_empty() {
            self.pending.remove(&arrival.key);
        }
    }

    fn decided(&mut self, target: TargetId) {
        self.runs.values_mut().for_each(|r| r.trails.retain(|_, t| *t != target));
        for arrival in self.arrivals.values_mut() {
            arrival.trails.retain(|_, t| *t != target);
            if arrival.trails.is_empty() {
                self.pending.remove(&arrival.key);
            }
        }
    }

    fn middle(&mut self, event: &Middle<'_>) {
        match event {
            Middle::Arrived { state } => self.arrived(state),
            Middle::Passed { state, target } => self.keep_trail(state, *target),
            Middle::Followed { state, work, bits } => {
                self.follow_work += work;
                self.followed(*state, *bits);
            }
            Middle::Decided { target } => self.decided(*target),
        }
    }

    fn count(&mut self, work: u64) {
        if self.forward_turn {
            self.forward_work += work;
            self.turn_work.0 += work;
        } else {
            self.backward_work += work;
            self.turn_work.1 += work;
        }
    }

    /// Tells the strategy whose state the event is about.
    fn pass_on(&mut self, event: &Event<'_>, whose: Whose, view: &View<'_>) {
        let Ccbse { runs, forward, near, goals, .. } = self;
        let reach = near.as_ref().unwrap_or(view.reach);
        let nearer = View { reach, goals, ..*view };
        match (whose, forward) {
            (Whose::Forward, Some(forward)) => {
                forward.strategy.observe(event, if forward.towards_trails { &nearer } else { view });
            }
            (Whose::Run(f), _) => {
                if let Some(run) = runs.get_mut(&f) {
                    run.strategy.observe(event, &nearer);
                }
            }
            (Whose::Forward, None) => {}
        }
    }

    fn living(&mut self, whose: Whose, change: isize) {
        if let Whose::Run(f) = whose {
            let run = self.run(f);
            run.living = run.living.saturating_add_signed(change);
        }
    }

    /// Who picks among states like this one.
    fn whose(&self, state: &State) -> Whose {
        if self.forward.is_some() && !state.general && !state.extra { Whose::Forward } else { Whose::Run(state.origin) }
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
        let ready = self.runs.iter().filter(|(_, r)| r.released && r.living > 0);
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
        let &(.., state) = self.pending.first()?;
        let (trail, _) = self.arrivals.get(&state)?.trails.last_key_value()?;
        Some(Action::Follow { state, trail: trail.to_vec() })
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
    fn is_forward(&mut self) -> bool {
        let Some(forward) = &self.forward else { return false };
        if self.forward_only {
            return true;
        }
        let shares = match forward.shares {
            Shares::Equal => (1, 1),
            Shares::Heat => self.heat.shares(self.backward_work),
        };
        // What was done under other shares is settled.
        if shares != self.shares {
            (self.shares, self.turn_work) = (shares, (0, 0));
        }
        (self.turn_work.0 + GRAIN) * shares.1 <= self.turn_work.1 * shares.0
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
                let whose = self.whose(state);
                self.whose.insert(state.id, whose);
                self.living(whose, 1);
                self.pass_on(event, whose, view);
            }
            Event::Ran { state, .. } => self.pass_on(event, self.whose(state), view),
            Event::Removed { state, .. } => {
                if let Some(whose) = self.whose.remove(state) {
                    self.living(whose, -1);
                    self.pass_on(event, whose, view);
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
        let mut map = Map { entry, main: own_main(program, entry), depth, callers: Vec::new() };
        map.callers = match map.main {
            Some(_) => program_callers(program, &map, &callers),
            None => callers.into_iter().map(|c| c.into_iter().collect()).collect(),
        };
        map
    }

    /// The function to start at for this one.
    fn start_of(&self, f: FuncId) -> FuncId {
        if self.main == Some(f) { self.entry } else { f }
    }
}

/// In order.
fn functions_with_targets(p: &Program) -> Vec<FuncId> {
    let marked = |f: &FuncId| p.func(*f).blocks.iter().any(|b| b.insts.iter().any(|i| matches!(i, Inst::Mark { .. })));
    (0..p.functions.len() as u32).map(FuncId).filter(marked).collect()
}
