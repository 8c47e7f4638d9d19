//! What all paths of a run share: terms, the solver, and memory of what was found before.

use super::facts::Facts;
use super::shape::Info;
use super::{Audit, Stats};
use crate::{Answer, Solver};
use homing_term::{Model, Term, Terms, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Models remembered per group of variables.
const RECENT: usize = 16;
/// Terms and values held by the answer cache before it is emptied.
const CACHE_SIZE: usize = 4_000_000;
/// Values held by recent models before all are forgotten.
const RECENT_SIZE: usize = 2_000_000;
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
        }
    }

    /// Forgets everything keyed by terms if ids may have been given to other terms since.
    pub(super) fn refresh(&mut self) {
        if self.generation != self.terms.generation() {
            self.generation = self.terms.generation();
            self.infos.clear();
            self.facts.clear();
            self.cache.clear();
            self.cache_size = 0;
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

    /// Asks the solver, with statistics.
    pub(super) fn ask(&mut self, asserts: &[Term]) -> Answer {
        homing_term::fault::point();
        let start = crate::clock::thread_ns();
        let before = self.solver.effort();
        let answer = self.solver.check(&mut self.terms, asserts);
        self.stats.effort += self.solver.effort().saturating_sub(before);
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
