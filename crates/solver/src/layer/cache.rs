//! Remembers answers.

use super::restricted;
use crate::{Answer, Core, Counter, Solver};
use homing_term::{Model, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Answers a conjunction from earlier answers: to the same set of asserts, to a satisfiable set that includes it, to an
/// unsatisfiable set that it includes. Undecided queries are not remembered.
pub struct Cache {
    inner: Box<dyn Solver>,
    exact: FxHashMap<Rc<[Term]>, Known>,
    /// Satisfiable sets by each of their terms.
    sat_with: FxHashMap<Term, Vec<Rc<[Term]>>>,
    /// Unsatisfiable sets by their last term.
    unsat_ending: FxHashMap<Term, Vec<Rc<[Term]>>>,
    /// The terms remembered in all sets.
    size: usize,
    generation: u32,
    hits: Hits,
    /// The last answer was remembered.
    from_memory: bool,
}

enum Known {
    Sat(Model),
    Unsat(Core),
}

#[derive(Default)]
struct Hits {
    exact: u64,
    sat_superset: u64,
    unsat_subset: u64,
    misses: u64,
}

/// Everything is forgotten beyond this many terms in all sets.
const MAX_SIZE: usize = 4_000_000;
/// How many larger sets are compared with a query.
const MAX_COMPARED: usize = 16;

impl Cache {
    /// Remembers the answers of `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Cache {
        Cache {
            inner,
            exact: FxHashMap::default(),
            sat_with: FxHashMap::default(),
            unsat_ending: FxHashMap::default(),
            size: 0,
            generation: 0,
            hits: Hits::default(),
            from_memory: false,
        }
    }

    fn forget(&mut self) {
        self.exact.clear();
        self.sat_with.clear();
        self.unsat_ending.clear();
        self.size = 0;
    }

    fn look_up(&mut self, terms: &mut Terms, key: &[Term]) -> Option<Answer> {
        match self.exact.get(key) {
            Some(Known::Sat(model)) => {
                self.hits.exact += 1;
                return Some(Answer::Sat(model.clone()));
            }
            Some(Known::Unsat(core)) => {
                self.hits.exact += 1;
                return Some(Answer::Unsat(core.clone()));
            }
            None => {}
        }
        if let Some(core) = self.unsat_within(key) {
            self.hits.unsat_subset += 1;
            return Some(Answer::Unsat(Core::of(core)));
        }
        let superset = self.larger_sat(key)?;
        self.hits.sat_superset += 1;
        match self.exact.get(&superset) {
            Some(Known::Sat(model)) => Some(Answer::Sat(restricted(terms, key, model))),
            _ => None,
        }
    }

    fn unsat_within(&self, key: &[Term]) -> Option<Rc<[Term]>> {
        let members: FxHashSet<Term> = key.iter().copied().collect();
        let mut ending_here = key.iter().filter_map(|t| self.unsat_ending.get(t)).flatten();
        ending_here.find(|set| set.len() <= key.len() && set.iter().all(|t| members.contains(t))).cloned()
    }

    fn larger_sat(&self, key: &[Term]) -> Option<Rc<[Term]>> {
        let mut shortest: Option<&Vec<Rc<[Term]>>> = None;
        for t in key {
            let sets = self.sat_with.get(t)?;
            if shortest.is_none_or(|s| sets.len() < s.len()) {
                shortest = Some(sets);
            }
        }
        let includes = |set: &&Rc<[Term]>| set.len() > key.len() && key.iter().all(|t| set.binary_search(t).is_ok());
        shortest?.iter().rev().take(MAX_COMPARED).find(includes).cloned()
    }

    fn remember(&mut self, key: Rc<[Term]>, answer: &Answer) {
        if self.size > MAX_SIZE {
            self.forget();
        }
        let known = match answer {
            Answer::Sat(model) => {
                for &t in key.iter() {
                    self.sat_with.entry(t).or_default().push(key.clone());
                }
                Known::Sat(model.clone())
            }
            Answer::Unsat(core) => {
                let mut set = core.terms(&key).to_vec();
                set.sort_unstable();
                set.dedup();
                if let Some(&last) = set.last() {
                    self.size += set.len();
                    self.unsat_ending.entry(last).or_default().push(set.into());
                }
                Known::Unsat(core.clone())
            }
            Answer::Unknown(_) => return,
        };
        self.size += key.len() + 1;
        self.exact.insert(key, known);
    }
}

impl Solver for Cache {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        if self.generation != terms.generation() {
            self.generation = terms.generation();
            self.forget();
        }
        let mut key = asserts.to_vec();
        key.sort_unstable();
        key.dedup();
        let known = self.look_up(terms, &key);
        self.from_memory = known.is_some();
        if let Some(answer) = known {
            return answer;
        }
        self.hits.misses += 1;
        let answer = self.inner.check(terms, asserts);
        self.remember(key.into(), &answer);
        answer
    }

    fn name(&self) -> &str {
        "cache"
    }

    fn set_work(&mut self, work: u64) {
        self.inner.set_work(work);
    }

    fn answered_by(&self) -> &str {
        if self.from_memory { "cache" } else { self.inner.answered_by() }
    }

    fn effort(&self) -> u64 {
        self.inner.effort()
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        let h = &self.hits;
        let all = [("exact", h.exact), ("sat_superset", h.sat_superset), ("unsat_subset", h.unsat_subset), ("misses", h.misses)];
        out.extend(all.map(|(what, value)| Counter::new("cache", what, value)));
        self.inner.counters(out);
    }
}
