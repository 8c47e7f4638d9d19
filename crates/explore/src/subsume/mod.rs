//! Subsumption: what was learned from finished paths closes others.
//!
//! The places that states come to are kept with the state that stood there. Once everything below such a place is explored, and another state comes to the
//! same place, it is asked *why* nothing was met below: the place is run once more from a state that holds symbols wherever the two differ, up to the next places
//! that have been left behind in the same way, and what is known there is brought back by putting in what the symbols have become. What comes out is an
//! *annotation*: a condition under which no target can be met from there, and no error where errors are looked for. A state that fulfils one is closed.
//!
//! An annotation says nothing of the state that it was learned from: it holds of every state at that place that fulfils it and is alike in everything else. So which
//! paths were explored, in which order, joined or not, only says what is worth asking; it is not what makes an annotation right.

mod formula;
mod learn;
mod table;
mod text;

use std::rc::Rc;

use homing_exec::{Finding, RunKind, State, StateId};
use homing_graph::Reach;
use homing_ir::{BlockId, FuncId, LocId, Program};
use homing_solver::SolverConfig;
use homing_term::Term;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::engine::Engine;

use self::learn::Learner;
use self::table::Table;

/// What learning may cost that closes nothing, and the part of what the search has cost that it may cost besides.
const VAIN: u64 = 3_000_000;
const SHARE: u64 = 12;

/// Visits of a place without a state that is closed, after which states do not pause there any more; and for how many one counts of a state that has not
/// forked since the last one.
const QUIET: u32 = 2_048;
const IDLE: u32 = 16;

/// Annotations that are told of, and characters of each.
const TOLD: usize = 40;
const LONG: usize = 160;

/// One activation of a stack of calls: function, block, next instruction.
type Point = (FuncId, BlockId, u32);
/// Where a state stands, innermost first.
type Place = Rc<[Point]>;

/// What closed states, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    pub func: FuncId,
    /// Of the first instruction of the place that is somewhere.
    pub loc: LocId,
    /// In words of the program, as far as it has some.
    pub condition: String,
    /// States that it closed.
    pub closed: u64,
}

/// What the engine keeps about finished paths.
pub(crate) struct Subsumption {
    table: Table,
    config: SolverConfig,
    reach: Rc<RefCell<Reach>>,
    /// Every target is a place in the program, and errors are not looked for.
    places_only: bool,
    /// What solvers of its own have cost.
    pub asked: u64,
    /// What learning has cost that led to nothing.
    vain: u64,
    /// By place: visits since a state was closed there, those that could not be learned from for several.
    quiet: FxHashMap<(FuncId, BlockId), u32>,
    /// Nobody else wants states to pause.
    alone: bool,
    /// One in so many closed states is explored all the same; 0: none.
    audit: u64,
    pub stats: Stats,
    used: BTreeMap<(FuncId, BlockId, String), u64>,
}

/// What came of it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States that were closed, and places from which something was learned.
    pub closed: u64,
    pub learned: u64,
    /// Closed states that were explored all the same, and what was met below them that no annotation allows.
    pub audited: u64,
    pub wrong: u64,
}

impl Subsumption {
    pub fn new(config: SolverConfig, reach: Rc<RefCell<Reach>>, places_only: bool, audit: u64, alone: bool) -> Subsumption {
        let config = SolverConfig { cross_check: false, ..config };
        Subsumption {
            table: Table::default(),
            config,
            reach,
            places_only,
            asked: 0,
            vain: 0,
            quiet: FxHashMap::default(),
            alone,
            audit,
            stats: Stats::default(),
            used: BTreeMap::new(),
        }
    }

    /// A state goes on from a place where nothing closed it. Is that so for so long that it had better not pause there?
    fn is_in_vain(&mut self, state: &State, stands: bool) -> bool {
        let quiet = self.quiet.entry((state.frame.func, state.frame.block)).or_insert(0);
        *quiet += if stands { 1 } else { IDLE };
        self.alone && *quiet > QUIET
    }

    /// A state is about to run.
    pub fn runs(&mut self, id: StateId) {
        self.table.runs(id);
    }

    /// A state is gone.
    pub fn gone(&mut self, id: StateId) {
        self.table.gone(id);
    }

    /// States and terms that are still needed.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.table.states()
    }

    pub fn terms(&self) -> Vec<Term> {
        self.table.terms()
    }

    /// An error or an open target was met by what the state with this number was, or was forked off.
    pub fn met(&mut self, id: StateId) {
        self.stats.wrong += u64::from(self.table.is_audited(id));
    }

    /// A path came to an error.
    pub fn ended(&mut self, program: &Program, state: &State, finding: &Finding) {
        let goes_on = !program.errors_end && finding.survivable && self.reach.borrow().alive(state.points());
        let matters = !self.places_only || goes_on;
        if matters {
            self.met(state.id);
        }
    }

    /// What closed states, those first that closed most.
    pub fn told(&self, program: &Program) -> Vec<Annotation> {
        let mut all: Vec<Annotation> = (self.used.iter())
            .map(|((func, block, condition), closed)| Annotation {
                func: *func,
                loc: crate::summaries::place_of(program, *func, *block),
                condition: condition.clone(),
                closed: *closed,
            })
            .collect();
        all.sort_by_key(|a| std::cmp::Reverse(a.closed));
        all.truncate(TOLD);
        all
    }
}

impl Engine<'_> {
    /// A state wants to stay. Does something that was learned say that nothing can be met below it? `paused`: it has just come to a point where
    /// states pause.
    pub(crate) fn is_subsumed(&mut self, state: &mut State, paused: bool) -> bool {
        if state.run.kind != RunKind::Main || self.poisoned {
            return false;
        }
        let Some(mut all) = self.subsumption.take() else { return false };
        let mut drop = false;
        if !all.table.follows(state) && paused {
            let place: Place = state.points().collect();
            match self.closes(&mut all, state, &place) {
                Some(closed) => {
                    drop = closed;
                    all.quiet.remove(&(state.frame.func, state.frame.block));
                }
                None => {
                    let stands = all.table.stands(&mut self.exec, state, place);
                    if all.is_in_vain(state, stands) {
                        self.exec.pass_by(state.frame.func, state.frame.block);
                    }
                }
            }
        }
        self.subsumption = Some(all);
        drop
    }

    /// The same for a state that has waited at a place since it came there, and is about to run: more may be known by now.
    pub(crate) fn is_subsumed_late(&mut self, state: &mut State) -> bool {
        if state.run.kind != RunKind::Main || self.poisoned {
            return false;
        }
        let Some(mut all) = self.subsumption.take() else { return false };
        let place = all.table.waits_at(state);
        let drop = place.is_some_and(|place| self.closes(&mut all, state, &place) == Some(true));
        self.subsumption = Some(all);
        drop
    }

    /// Is the state closed, and not to be explored all the same? None if it is not closed.
    fn closes(&mut self, all: &mut Subsumption, state: &mut State, place: &Place) -> Option<bool> {
        let (before, asked) = (self.cost(), all.asked);
        let may = all.vain <= VAIN + before / SHARE;
        let at = self.exec.stack(state).first().copied();
        let closed = self.shielded(at, |exec| Learner::new(exec, all).is_closed(state, place, may)).flatten();
        let spent = self.cost() + all.asked - before - asked;
        match closed {
            Some(_) => all.vain = all.vain.saturating_sub(4 * spent),
            None => all.vain += spent,
        }
        let condition = closed?;
        all.stats.closed += 1;
        *all.used.entry((state.frame.func, state.frame.block, condition)).or_insert(0) += 1;
        let drop = all.audit == 0 || !all.stats.closed.is_multiple_of(all.audit);
        if !drop {
            all.stats.audited += 1;
            all.table.audit(state.id);
        }
        Some(drop)
    }
}

/// Some words, and not too many of them.
fn shortened(mut text: String) -> String {
    if text.chars().count() > LONG {
        text = text.chars().take(LONG).collect::<String>() + " ...";
    }
    text
}
