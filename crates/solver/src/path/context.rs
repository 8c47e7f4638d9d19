//! What all paths of a run share: terms, the solver, and memory of what was found before.

use super::facts::Facts;
use super::hard::{Hard, KEPT, is_hard};
use super::shape::Info;
use super::{Audit, Stats};
use crate::{Answer, Solver, Why};
use homing_term::{Model, Term, Terms, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Models remembered per group of variables.
const RECENT: usize = 16;
/// Terms and values held by the answer cache before it is emptied.
const CACHE_SIZE: usize = 4_000_000;
/// Values held by recent models before all are forgotten.
const RECENT_SIZE: usize = 2_000_000;
/// Questions remembered that were given up.
const GIVEN_UP: usize = 10_000;
/// Conditions remembered with their support and value sets before the memory is emptied.
const INFOS: usize = 200_000;

/// The one mutable thing that execution passes around: terms, the solver, statistics and the memory that lets a
/// query be answered without the solver.
///
/// The three switches turn a layer of [`Path::decide`](super::Path::decide) off. No answer changes its kind by
/// that, only its cost; tests compare the settings. They are meant to be set once, before the first query.
pub struct Context {
    /// The term store.
    pub terms: Terms,
    /// Decides what no layer here could.
    pub solver: Box<dyn Solver>,
    /// How the answers came about.
    pub stats: Stats,
    /// Use sets, intervals and known bits of single terms, and orders between terms.
    pub use_domains: bool,
    /// Use the model that a path carries, repairs of it, and recent models of other paths.
    pub use_models: bool,
    /// Use remembered answers.
    pub use_cache: bool,
    /// Checks every answer against the whole path condition (tests; slow).
    pub audit: Option<Audit>,
    infos: FxHashMap<Term, Rc<Info>>,
    pub(super) facts: Facts,
    recent: FxHashMap<VarId, Ring>,
    recent_size: usize,
    cache: FxHashMap<Box<[Term]>, Known>,
    cache_size: usize,
    pub(super) repairs: Patience,
    generation: u32,
    budget: Budget,
    /// Questions that were given up, with the work that was spent on them.
    unknown: FxHashMap<Box<[Term]>, (u64, Why)>,
    hard: Vec<Hard>,
}

/// What one question may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    /// What the solver was made for; unknown to those who set no budgets.
    full: Option<u64>,
    now: Option<u64>,
    /// What the solver was told last.
    told: Option<u64>,
}

/// Decides how often something that may fail is worth trying: always while it mostly succeeds, rarely otherwise.
#[derive(Default)]
pub(super) struct Patience {
    /// Failures not yet made up for by successes.
    failures: u32,
    skipped: u32,
}

impl Patience {
    const LIMIT: u32 = 64;
    const PAUSE: u32 = 15;

    pub(super) fn try_now(&mut self) -> bool {
        if self.failures < Patience::LIMIT || self.skipped >= Patience::PAUSE {
            self.skipped = 0;
            return true;
        }
        self.skipped += 1;
        false
    }

    pub(super) fn record(&mut self, success: bool) {
        self.failures = match success {
            true => self.failures.saturating_sub(4),
            false => (self.failures + 1).min(Patience::LIMIT),
        };
    }
}

/// The last few models, oldest overwritten first.
#[derive(Default)]
struct Ring {
    models: Vec<Rc<Model>>,
    next: usize,
}

/// A decided query.
#[derive(Clone)]
pub(super) enum Known {
    Sat(Rc<Model>),
    Unsat,
}

impl Context {
    /// A context with every layer switched on.
    pub fn new(terms: Terms, solver: Box<dyn Solver>) -> Context {
        let generation = terms.generation();
        Context {
            terms,
            solver,
            stats: Stats::default(),
            use_domains: true,
            use_models: true,
            use_cache: true,
            audit: None,
            infos: FxHashMap::default(),
            facts: Facts::default(),
            recent: FxHashMap::default(),
            recent_size: 0,
            cache: FxHashMap::default(),
            cache_size: 0,
            repairs: Patience::default(),
            generation,
            budget: Budget { full: None, now: None, told: None },
            unknown: FxHashMap::default(),
            hard: Vec::new(),
        }
    }

    /// Says what a question may cost in the solver as it was made, so that budgets can be set.
    pub fn with_full_work(mut self, work: u64) -> Context {
        self.budget = Budget { full: Some(work), now: None, told: Some(work) };
        self
    }

    /// What questions may cost from now on, in units of [`Solver::effort`]; `None`: what the solver was made for.
    pub fn set_budget(&mut self, work: Option<u64>) {
        self.budget.now = work;
    }

    fn work(&self) -> Option<u64> {
        self.budget.full.map(|full| self.budget.now.map_or(full, |now| now.min(full)))
    }

    /// The hard questions since this was asked last.
    pub fn take_hard(&mut self) -> Vec<Hard> {
        std::mem::take(&mut self.hard)
    }

    /// Was one hard since then?
    pub fn has_hard(&self) -> bool {
        !self.hard.is_empty()
    }

    /// Forgets everything keyed by terms if ids may have been given to other terms since.
    pub(super) fn refresh(&mut self) {
        if self.generation != self.terms.generation() {
            self.generation = self.terms.generation();
            self.infos.clear();
            self.facts.clear();
            self.cache.clear();
            self.cache_size = 0;
            self.unknown.clear();
        }
    }

    /// The value that `t` always has, if its structure tells.
    pub(super) fn always(&mut self, t: Term) -> Option<u64> {
        self.facts.of(&self.terms, t)?.value()
    }

    /// Support and value set of a condition.
    pub(super) fn info(&mut self, cond: Term) -> Rc<Info> {
        if let Some(info) = self.infos.get(&cond) {
            return info.clone();
        }
        if self.infos.len() >= INFOS {
            self.infos.clear();
        }
        let info = Rc::new(Info::of(&mut self.terms, cond));
        self.infos.insert(cond, info.clone());
        info
    }

    /// Recent models of the group of variables that `first` leads, newest first.
    pub(super) fn recent(&self, first: VarId) -> Vec<Rc<Model>> {
        let Some(ring) = self.recent.get(&first) else { return Vec::new() };
        let (newer, older) = ring.models.split_at(ring.next);
        newer.iter().rev().chain(older.iter().rev()).cloned().collect()
    }

    pub(super) fn remember_model(&mut self, first: VarId, model: &Rc<Model>) {
        if self.recent_size > RECENT_SIZE {
            self.recent.clear();
            self.recent_size = 0;
        }
        self.recent_size += model.len();
        let ring = self.recent.entry(first).or_default();
        if ring.models.len() < RECENT {
            ring.models.push(model.clone());
        } else {
            self.recent_size -= ring.models[ring.next].len();
            ring.models[ring.next] = model.clone();
        }
        ring.next = (ring.next + 1) % RECENT;
    }

    /// `key` is the sorted set of all asserted terms.
    pub(super) fn cached(&self, key: &[Term]) -> Option<Known> {
        self.cache.get(key).cloned()
    }

    pub(super) fn cache_answer(&mut self, key: Vec<Term>, known: Known) {
        if self.cache_size > CACHE_SIZE {
            self.cache.clear();
            self.cache_size = 0;
        }
        self.cache_size += key.len() + if let Known::Sat(model) = &known { 4 * model.len() } else { 0 };
        self.cache.insert(key.into(), known);
    }

    /// Why a question was given up before, at no less cost than is allowed now.
    pub(super) fn given_up(&self, key: &[Term]) -> Option<Why> {
        let (spent, why) = self.unknown.get(key)?;
        self.work().is_some_and(|work| work <= *spent).then(|| why.clone())
    }

    /// Remembers that.
    pub(super) fn give_up(&mut self, key: Vec<Term>, why: &Why) {
        if let (Some(work), true) = (self.work(), why.is_budget()) {
            if self.unknown.len() >= GIVEN_UP {
                self.unknown.clear();
            }
            self.unknown.insert(key.into(), (work, why.clone()));
        }
    }

    /// Asks the solver, with statistics.
    pub(super) fn ask(&mut self, asserts: &[Term]) -> Answer {
        homing_term::fault::point();
        let start = crate::clock::thread_ns();
        let before = self.solver.effort();
        if let Some(work) = self.work().filter(|_| self.work() != self.budget.told) {
            self.budget.told = Some(work);
            self.solver.set_work(work);
        }
        let answer = self.solver.check(&mut self.terms, asserts);
        let spent = self.solver.effort().saturating_sub(before);
        self.stats.effort += spent;
        if is_hard(spent, &answer) && self.hard.len() < KEPT {
            let hard = Hard::of(&mut self.terms, asserts, spent, self.solver.answered_by(), &answer);
            self.hard.push(hard);
        }
        self.stats.solver_ns += crate::clock::thread_ns().saturating_sub(start);
        self.stats.solver_calls += 1;
        match answer {
            Answer::Sat(_) => self.stats.sat += 1,
            Answer::Unsat(_) => self.stats.unsat += 1,
            Answer::Unknown(_) => self.stats.unknown += 1,
        }
        answer
    }
}
