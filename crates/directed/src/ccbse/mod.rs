//! `ccbse:S` and `mix-ccbse:S`: from the target backwards along the call chain (Directed Symbolic Execution, 2.3 and 2.4).
//!
//! Runs start at the entry of the functions with targets, everything symbolic. A path from such an entry to a target is kept as a trail with
//! its function, and the function's callers are started in their turn. A state that is called into a function with trails follows them: where
//! one can be gone to its end, the state's own run has a path to the target too. Only a path from the program's entry is a verdict, and that
//! is the engine's to say.
//!
//! It only orders: states from the program's entry wait as long as there is something to do behind them, and no longer. As an arm of a
//! portfolio ([`Forward::Elsewhere`]) it leaves these states to the other arms and has a run from the entry of its own, which waits for the first trail.

mod arrivals;
mod map;
mod near;
mod pick;
mod shares;

use std::collections::{BTreeMap, VecDeque};

use homing_exec::{RunKind, State, StateId};
use homing_explore::{Action, Event, Strategy, SubRun, View};
use homing_ir::{FuncId, TargetId};
use rustc_hash::FxHashMap;

use arrivals::{Arrivals, Trail, Trails};
use map::{Map, functions_with_targets};
use near::Near;
pub use shares::Forward;
use shares::Work;

use crate::portfolio::LONG;

/// Trails kept for a function; more would cost every caller more than they are worth.
const MAX_TRAILS: usize = 256;

/// Makes the strategy for the states of one run, given which one it is.
pub type Make = Box<dyn Fn(u64) -> Box<dyn Strategy>>;

/// Call-chain-backward search; with a forward search beside it, the mix.
pub struct Ccbse {
    make: Make,
    forward: Forward,
    work: Work,
    /// Whose turn the work at hand belongs to.
    now: Turn,
    map: Option<Map>,
    runs: BTreeMap<FuncId, Run>,
    /// Work on starts that were not the nearest.
    aside: u64,
    /// Of every state: whose it is.
    whose: FxHashMap<StateId, Whose>,
    /// Functions to be started.
    to_start: VecDeque<FuncId>,
    arrivals: Arrivals,
    /// Functions with trails.
    near: Near,
    /// Of these: whose trails are long.
    near_long: Near,
    changed: bool,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Turn {
    Forward,
    /// Follows a trail or begins a run.
    Backward,
    /// The run that started there; `aside` if another one is nearer to the entry.
    Run {
        at: FuncId,
        aside: bool,
    },
}

/// States that started at one function.
struct Run {
    strategy: Box<dyn Strategy>,
    living: usize,
    work: u64,
    /// It may be worked on. Only the program's entry has to wait.
    released: bool,
    trails: Trails,
}

/// Whose a state is.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Whose {
    Forward,
    Run(FuncId),
}

impl Ccbse {
    /// `make` gives the strategy that picks among the states of one start.
    pub fn new(make: Make, forward: Forward) -> Ccbse {
        Ccbse {
            make,
            forward,
            work: Work::default(),
            now: Turn::Backward,
            map: None,
            runs: BTreeMap::new(),
            aside: 0,
            whose: FxHashMap::default(),
            to_start: VecDeque::new(),
            arrivals: Arrivals::default(),
            near: Near::default(),
            near_long: Near::default(),
            changed: false,
        }
    }

    /// At the first state: where to begin.
    fn begin(&mut self, entry: FuncId, view: &View<'_>) {
        let map = Map::new(view.program, entry);
        self.run(entry);
        let beside = self.forward.is_beside();
        for f in functions_with_targets(view.program).into_iter().map(|f| map.start_of(f)) {
            // Where the entry has a target itself, a search beside this one has it before it anyway.
            if !(beside && f == entry) {
                self.want(f, &map);
            }
        }
        if self.is_arm() && !self.to_start.is_empty() {
            self.want(entry, &map);
        }
        self.map = Some(map);
    }

    fn run(&mut self, f: FuncId) -> &mut Run {
        let make = &self.make;
        self.runs.entry(f).or_insert_with(|| Run {
            strategy: make(u64::from(f.0)),
            living: 0,
            work: 0,
            released: false,
            trails: Trails::new(),
        })
    }

    /// States of this function shall be run.
    fn want(&mut self, f: FuncId, map: &Map) {
        if map.depth[f.index()].is_none() {
            return;
        }
        let beside = self.forward.is_beside();
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
        let f = state.run.at;
        let trail: Trail = state.trail.bits_from(0).into();
        let run = self.run(f);
        if run.trails.len() >= MAX_TRAILS || run.trails.insert(trail.clone(), target).is_some() {
            return;
        }
        if trail.len() as u64 >= LONG {
            self.changed |= self.near_long.add(f);
        }
        self.arrivals.add_trail(f, &trail, target);
        if self.near.add(f) {
            self.changed = true;
            if let Some(map) = self.map.take() {
                map.callers[f.index()].iter().for_each(|c| self.want(*c, &map));
                self.map = Some(map);
            }
        }
    }

    /// One of several arms: it need not find everything by itself.
    fn is_arm(&self) -> bool {
        matches!(self.forward, Forward::Elsewhere)
    }

    fn arrived(&mut self, copy: &State, of: StateId) {
        let Some(run) = self.runs.get(&copy.frame.func) else { return };
        let depth = self.map.as_ref().and_then(|m| m.depth[copy.run.at.index()]).unwrap_or(u32::MAX);
        // Those of starts near the entry come first, and what another search brings here after what this one looked for.
        let foreign = u32::from(self.whose(copy) == Whose::Forward);
        self.arrivals.arrived(copy, of, &run.trails, depth.saturating_mul(2).saturating_add(foreign));
    }

    fn decided(&mut self, target: TargetId) {
        self.runs.values_mut().for_each(|r| r.trails.retain(|_, t| *t != target));
        self.arrivals.decided(target);
    }

    fn sub_run(&mut self, event: &SubRun<'_>, view: &View<'_>) {
        match event {
            SubRun::Arrived { state, of } => self.arrived(state, *of),
            SubRun::Passed { state, target } => self.keep_trail(state, *target),
            SubRun::Followed { state, work, short } => {
                self.work.followed(*work);
                let of = self.arrivals.followed(*state, short.map(|s| s.bits));
                if let (Some(state), Some(short)) = (of, *short)
                    && let Some(whose) = self.whose.get(&state)
                {
                    self.pass_on(&Event::SubRun(SubRun::FellShort { state, short }), *whose, view);
                }
            }
            SubRun::Decided { target } => self.decided(*target),
            SubRun::FellShort { .. } => {}
        }
    }

    fn count(&mut self, work: u64) {
        self.work.count(self.now == Turn::Forward, work);
        if let Turn::Run { at, aside } = self.now {
            self.run(at).work += work;
            self.aside += if aside { work } else { 0 };
        }
    }

    /// Was it done by what was chosen here?
    fn is_own(&self, event: &Event<'_>) -> bool {
        let others = |whose: Whose| whose == Whose::Forward && self.is_arm();
        match event {
            Event::Ran { state, .. } => !others(self.whose(state)),
            Event::Removed { state, .. } => !self.whose.get(state).is_some_and(|w| others(*w)),
            Event::Guessed { .. } | Event::Fuzzed { .. } => !others(Whose::Forward),
            Event::Added { .. } | Event::SubRun(_) => true,
        }
    }

    /// Tells the strategy whose state the event is about.
    fn pass_on(&mut self, event: &Event<'_>, whose: Whose, view: &View<'_>) {
        let for_long = matches!(whose, Whose::Run(f) if self.goes_for_long(f));
        let Ccbse { runs, forward, near, near_long, .. } = self;
        match (whose, forward) {
            (Whose::Forward, Forward::Mixed(forward)) => forward.observe(event, &near.seen(view)),
            (Whose::Run(f), _) => {
                let near = if for_long { near_long } else { near };
                if let Some(run) = runs.get_mut(&f) {
                    run.strategy.observe(event, &near.seen(view));
                }
            }
            (Whose::Forward, _) => {}
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
        if self.forward.is_beside() && state.run.kind == RunKind::Main { Whose::Forward } else { Whose::Run(state.run.at) }
    }

    /// A call of a function with a short trail is no better than the target itself where everything else is known: what a search from the
    /// entry finds out by following it, it would find out by going on.
    fn goes_for_long(&self, start: FuncId) -> bool {
        self.is_arm() && self.map.as_ref().is_some_and(|m| m.entry == start)
    }

    fn refresh(&mut self, view: &View<'_>) {
        self.near.refresh(view);
        self.near_long.refresh(view);
    }

    /// What is next going backwards; nothing if there is nothing to be done but from the entry.
    fn backwards(&mut self, view: &View<'_>) -> Option<Action> {
        self.now = Turn::Backward;
        if let Some(at) = self.to_start.pop_front() {
            return Some(Action::Start { at });
        }
        if self.work.may_follow()
            && let Some(action) = self.follow()
        {
            return Some(action);
        }
        let Some((at, aside)) = self.pick() else { return self.follow() };
        self.now = Turn::Run { at, aside };
        let seen = if self.goes_for_long(at) { &self.near_long } else { &self.near }.seen(view);
        match self.runs.get_mut(&at).map(|r| r.strategy.next(&seen)) {
            None | Some(Action::Done) => None,
            action => action,
        }
    }

    fn follow(&mut self) -> Option<Action> {
        let (state, trail) = self.arrivals.next()?;
        Some(Action::Follow { state, trail: trail.to_vec() })
    }

    /// From the program's entry.
    fn forwards(&mut self, view: &View<'_>) -> Action {
        let seen = self.near.seen(view);
        match (&mut self.forward, &self.map) {
            (Forward::Mixed(forward), _) => forward.next(&seen),
            (Forward::Own, Some(map)) => self.runs.get_mut(&map.entry).map_or(Action::Done, |r| r.strategy.next(&seen)),
            _ => Action::Done,
        }
    }

    /// Is it the forward search's turn?
    fn is_forward(&self) -> bool {
        matches!(self.forward, Forward::Mixed(_)) && self.work.is_forward()
    }
}

impl Strategy for Ccbse {
    fn observe(&mut self, event: &Event<'_>, view: &View<'_>) {
        if let Some(work) = event.work().filter(|_| self.is_own(event)) {
            self.count(work);
        }
        self.refresh(view);
        match event {
            Event::Added { state, parent } => {
                if let Some(parent) = parent {
                    self.arrivals.inherit(state.id, *parent);
                }
                if self.map.is_none() {
                    self.begin(state.run.at, view);
                }
                let whose = self.whose(state);
                self.whose.insert(state.id, whose);
                self.living(whose, 1);
                self.pass_on(event, whose, view);
            }
            Event::Ran { state, .. } => self.pass_on(event, self.whose(state), view),
            Event::Removed { state, .. } => {
                self.arrivals.forget(*state);
                if let Some(whose) = self.whose.remove(state) {
                    self.living(whose, -1);
                    self.pass_on(event, whose, view);
                }
            }
            Event::Guessed { .. } | Event::Fuzzed { .. } => {
                if let Forward::Mixed(forward) = &mut self.forward {
                    forward.observe(event, view);
                }
            }
            Event::SubRun(event) => self.sub_run(event, view),
        }
    }

    fn next(&mut self, view: &View<'_>) -> Action {
        self.refresh(view);
        if !self.is_forward()
            && let Some(action) = self.backwards(view)
        {
            return action;
        }
        self.now = Turn::Forward;
        self.forwards(view)
    }

    fn wants_retelling(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    fn wants_blocks(&self) -> bool {
        (self.make)(0).wants_blocks() || matches!(&self.forward, Forward::Mixed(f) if f.wants_blocks())
    }

    fn describe(&self, max: usize) -> Vec<(StateId, String)> {
        let runs = self.runs.iter().filter(|(_, r)| r.living > 0).flat_map(|(_, r)| r.strategy.describe(max));
        runs.take(max).collect()
    }
}
