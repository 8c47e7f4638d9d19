//! Loops in one step: a state at the head of a loop that follows a pattern goes as many rounds at once as the pattern holds for.
//!
//! What comes out is the state that has gone these rounds, at the head of the loop again, and whatever the pattern does not hold for, which goes
//! on as it would have. So nothing is lost, the way out of the loop is gone as it is, and an error or a target in the body ends
//! the pattern and is met by going there.

mod algebra;
mod body;
mod bounds;
mod certificate;
mod identity;
mod listing;
mod summary;
mod walk;

use std::collections::BTreeMap;
use std::rc::Rc;

use homing_exec::{FAR, RunKind, State, StateId, Successor};
use homing_ir::{BlockId, FuncId, LocId, Program};
use homing_solver::{Limits, SolverConfig};
use rustc_hash::FxHashMap;

pub use listing::{ListedLoop, ListedRow, list_loops};
pub use walk::{Walked, walk_in_leaps};

use self::algebra::Binomials;
use self::certificate::Checker;
use self::summary::{Knowledge, Leapt, NO_ROUNDS, Summarizer};
use crate::engine::Engine;

/// How often a loop that has been left in one step is looked at when a state first comes to it.
const EAGER: u64 = 32;

/// How often one state tries one loop.
const TRIES: u32 = 5;

/// How often a loop is looked at in vain before it is left alone; that a state has no rounds to go is a smaller part of that.
const PATIENCE: u32 = 12;
const NOT_NOW: u32 = 1;
const NEVER: u32 = 4;

/// What may be spent in vain, and the part of what the search has cost that may be, too.
const VAIN: u64 = 300_000;
const SHARE: u64 = 16;

/// What one look at a loop may cost, beside a part of what the search has cost.
const LOOK: u64 = 500_000;

/// What the check of one summary may cost, at first and at most.
const CHECK: u64 = 60_000_000;
const FIRST_CHECK: u64 = 4_000_000;

/// Rounds of a loop that a state has begun.
#[derive(Copy, Clone, Debug)]
struct Seen {
    frame: u64,
    head: BlockId,
    count: u32,
    /// Forks when it was last there.
    depth: u32,
    /// It has gone rounds in one step since, of a loop inside.
    leapt: bool,
    /// Instructions when it first was there.
    steps: u64,
    /// The visit at which it may try again.
    next: u32,
    tried: u32,
}

/// What the engine keeps about loops.
pub(crate) struct Summaries {
    know: Knowledge,
    /// By state.
    seen: FxHashMap<StateId, Rc<Vec<Seen>>>,
    /// By loop: how often it was looked at in vain, in parts.
    vain: FxHashMap<(FuncId, BlockId), u32>,
    /// What looking at loops has cost that came to nothing.
    spent: u64,
    /// States pause at heads for the sake of others, too.
    shared: bool,
    pub leaps: u64,
    /// What became of loops that were looked at.
    used: BTreeMap<(FuncId, BlockId), Used>,
}

/// How often states went rounds of a loop in one step, and why one did not, the last time that this was so.
#[derive(Clone, Debug, Default)]
struct Used {
    looks: u64,
    leaps: u64,
    why: Option<&'static str>,
}

/// A loop that was looked at, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopUse {
    pub func: FuncId,
    /// Of the first instruction of its head.
    pub loc: LocId,
    /// How often states went rounds of it in one step.
    pub leaps: u64,
    /// Why one did not, the last time that this was so.
    pub why: Option<&'static str>,
}

impl Summaries {
    pub fn new(config: SolverConfig, shared: bool) -> Summaries {
        let limits = Limits { work: CHECK.min(config.limits.work), conflicts: CHECK / 1000, ..config.limits };
        Summaries {
            know: Knowledge {
                names: Binomials::default(),
                shapes: FxHashMap::default(),
                checker: Checker::new(SolverConfig { limits, ..config }),
                budget: u64::MAX,
            },
            seen: FxHashMap::default(),
            vain: FxHashMap::default(),
            spent: 0,
            shared,
            leaps: 0,
            used: BTreeMap::new(),
        }
    }

    /// Terms that nobody uses are about to be freed.
    pub fn forget(&mut self) {
        self.know.names.forget();
        self.know.checker.forget();
    }

    /// The loops that were looked at.
    pub fn told(&self, program: &Program) -> Vec<LoopUse> {
        let of = |((func, head), used): (&(FuncId, BlockId), &Used)| {
            let loc = place_of(program, *func, *head);
            LoopUse { func: *func, loc, leaps: used.leaps, why: used.why }
        };
        self.used.iter().map(of).collect()
    }

    /// What the checks have cost.
    pub fn effort(&self) -> u64 {
        self.know.checker.effort
    }

    /// Was a loop looked at in vain too often?
    fn is_vain(&self, at: (FuncId, BlockId)) -> bool {
        self.vain.get(&at).is_some_and(|n| *n >= PATIENCE)
    }

    /// A state has come to the head of a loop: is it to try now?
    fn is_due(&mut self, state: &State, loops: &homing_graph::Loops) -> bool {
        let (frame, head, depth) = (state.frame.id, state.frame.block, state.depth);
        let eager = self.used.get(&(state.frame.func, head)).is_some_and(|u| u.leaps > 0 && u.looks < EAGER);
        let mut seen = Rc::unwrap_or_clone(self.seen.remove(&state.id).unwrap_or_default());
        let number = |head: BlockId| loops.list.iter().position(|l| l.header == head.0).map(|l| l as u32);
        seen.retain(|s| s.frame < frame || s.frame == frame && number(s.head).is_some_and(|l| loops.contains(l, head.0)));
        let at = seen.iter().position(|s| (s.frame, s.head) == (frame, head)).unwrap_or_else(|| {
            seen.push(Seen { frame, head, count: 0, depth, leapt: false, steps: state.steps, next: 1, tried: 0 });
            seen.len() - 1
        });
        let s = &mut seen[at];
        s.count += 1;
        let forked = (std::mem::replace(&mut s.depth, depth) != depth) | std::mem::take(&mut s.leapt);
        let far = state.steps.saturating_sub(s.steps) >= FAR;
        let due = s.count > s.next && (forked || far) && s.tried < TRIES || eager && s.count == 1;
        if due {
            s.tried += 1;
            s.next = s.count + (4 << s.tried);
        }
        self.seen.insert(state.id, Rc::new(seen));
        due
    }
}

impl Engine<'_> {
    /// States that have just come to heads of loops go rounds in one step, where they can.
    pub(crate) fn leap(&mut self, going: Vec<Successor>, parent: StateId) -> Vec<Successor> {
        let Some(all) = &mut self.summaries else { return going };
        // Whoever was forked off has begun the same rounds.
        if let Some(rounds) = all.seen.get(&parent).cloned() {
            for s in going.iter().filter(|s| s.state.id != parent) {
                all.seen.entry(s.state.id).or_insert_with(|| rounds.clone());
            }
        }
        if !going.iter().any(|s| s.paused && s.state.run.kind == RunKind::Main) {
            return going;
        }
        let mut out = Vec::new();
        for s in going {
            if s.paused && s.state.run.kind == RunKind::Main {
                self.leap_one(s, &mut out);
            } else {
                out.push(s);
            }
        }
        self.tidy();
        out
    }

    fn leap_one(&mut self, s: Successor, out: &mut Vec<Successor>) {
        let Some(mut all) = self.summaries.take() else { return out.push(s) };
        let paused = |state| Successor { state, end: None, paused: true };
        let (func, head, id) = (s.state.frame.func, s.state.frame.block, s.state.id);
        let at = self.exec.stack(&s.state).first().copied();
        let before = self.cost() + all.effort();
        let may = all.spent <= VAIN + before / SHARE;
        let done = self.shielded(at, |exec| {
            let mut summarizer = Summarizer { exec, know: &mut all.know, depth: 0 };
            let shape = summarizer.shape(func);
            let Some(place) = summarizer.place(&s.state) else { return (vec![s], None) };
            if all.is_vain((func, head)) || !all.is_due(&s.state, &shape.loops) || !may {
                return (vec![s], None);
            }
            all.know.allow(exec, before);
            let leapt = Summarizer { exec, know: &mut all.know, depth: 0 }.accelerate(s.state, &place);
            let Leapt { states, leaps, circles, why } = leapt;
            (states.into_iter().map(paused).collect(), Some((leaps, circles, why)))
        });
        // A panic poisons everything, and the state is gone.
        let Some((states, what)) = done else {
            self.summaries = Some(all);
            return;
        };
        for loss in self.exec.take_losses() {
            self.count(loss);
        }
        if let Some((leaps, circles, why)) = what {
            all.leaps += u64::from(leaps + circles);
            all.spent += if leaps + circles == 0 { self.cost() + all.effort() - before } else { 0 };
            let run = self.runs.main_mut();
            run.paths = run.paths.saturating_add(u64::from(circles));
            run.ended += u64::from(circles);
            all.learns((func, head), u64::from(leaps + circles), why);
            if all.is_vain((func, head)) && !all.shared {
                self.exec.pass_by(func, head);
            }
            let mut seen = all.seen.get(&id).cloned();
            if leaps > 0 {
                seen.iter_mut().for_each(|s| Rc::make_mut(s).iter_mut().for_each(|s| s.leapt = true));
            }
            for s in &states {
                seen.iter().for_each(|seen| _ = all.seen.insert(s.state.id, seen.clone()));
            }
        }
        out.extend(states);
        self.summaries = Some(all);
    }

    /// Forgets states that are gone.
    fn tidy(&mut self) {
        if let Some(all) = &mut self.summaries
            && all.seen.len() > 4 * self.states.len() + 4096
        {
            let states = &self.states;
            all.seen.retain(|id, _| states.contains_key(id));
        }
    }
}

impl Summaries {
    fn learns(&mut self, at: (FuncId, BlockId), leaps: u64, why: Option<&'static str>) {
        let used = self.used.entry(at).or_default();
        used.looks += 1;
        used.leaps += leaps;
        used.why = why.or(used.why);
        match why {
            Some(why) => *self.vain.entry(at).or_insert(0) += if why == NO_ROUNDS { NOT_NOW } else { NEVER },
            None => _ = self.vain.remove(&at),
        }
    }
}

/// Where a block is in the source: its first instruction that is somewhere.
pub(crate) fn place_of(program: &Program, func: FuncId, block: BlockId) -> LocId {
    let locs = &program.func(func).block(block).locs;
    locs.iter().copied().find(|l| program.loc(*l).line > 0).unwrap_or(LocId(0))
}
