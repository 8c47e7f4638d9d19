//! Splits a conjunction into parts that share no variable.

use super::restricted;
use crate::{Answer, Core, Counter, Solver};
use homing_term::{Model, Term, Terms, VarId};
use rustc_hash::FxHashMap;

/// Decides the independent parts of a conjunction one by one: it is satisfiable exactly if every part is, and the
/// parts' models together are a model.
pub struct Slice {
    inner: Box<dyn Solver>,
    split: u64,
}

impl Slice {
    /// Slices what goes to `inner`.
    pub fn new(inner: Box<dyn Solver>) -> Slice {
        Slice { inner, split: 0 }
    }
}

impl Solver for Slice {
    fn check(&mut self, terms: &mut Terms, asserts: &[Term]) -> Answer {
        let mut ground = Vec::new();
        let parts = parts(terms, asserts, &mut ground);
        let empty = Model::new();
        if let Some(&never) = ground.iter().find(|&&t| terms.eval64(t, &empty) == 0) {
            return Answer::Unsat(Core::of([never]));
        }
        if parts.len() == 1 && ground.is_empty() {
            return self.inner.check(terms, &parts[0]);
        }
        self.split += 1;
        let mut model = Model::new();
        let mut unknown = None;
        for part in &parts {
            match self.inner.check(terms, part) {
                // What a model says about other variables than its part's would overwrite other parts.
                Answer::Sat(m) => model.merge(&restricted(terms, part, &m)),
                Answer::Unsat(core) => return Answer::Unsat(Core::of(core.terms(part))),
                // A later part may still be unsatisfiable.
                Answer::Unknown(why) => unknown = unknown.or(Some(why)),
            }
        }
        match unknown {
            Some(why) => Answer::Unknown(why),
            None => Answer::Sat(model),
        }
    }

    fn name(&self) -> &str {
        "slice"
    }

    fn set_work(&mut self, work: u64) {
        self.inner.set_work(work);
    }

    fn answered_by(&self) -> &str {
        self.inner.answered_by()
    }

    fn effort(&self) -> u64 {
        self.inner.effort()
    }

    fn counters(&self, out: &mut Vec<Counter>) {
        out.push(Counter::new("slice", "split", self.split));
        self.inner.counters(out);
    }
}

/// The parts in order of their first assert, each in the given order. Asserts without variables go to `ground`.
fn parts(terms: &mut Terms, asserts: &[Term], ground: &mut Vec<Term>) -> Vec<Vec<Term>> {
    let mut owner: FxHashMap<VarId, usize> = FxHashMap::default();
    // parent[i] <= i, so the root of a part is its first assert.
    let mut parent: Vec<usize> = (0..asserts.len()).collect();
    for (i, &t) in asserts.iter().enumerate() {
        let support = terms.support(t);
        if support.is_empty() {
            ground.push(t);
        }
        for &v in support.iter() {
            let other = *owner.entry(v).or_insert(i);
            let (a, b) = (root(&mut parent, other), root(&mut parent, i));
            parent[a.max(b)] = a.min(b);
        }
    }
    let mut place: FxHashMap<usize, usize> = FxHashMap::default();
    let mut parts: Vec<Vec<Term>> = Vec::new();
    for (i, &t) in asserts.iter().enumerate() {
        if ground.contains(&t) {
            continue;
        }
        let r = root(&mut parent, i);
        let at = *place.entry(r).or_insert(parts.len());
        if at == parts.len() {
            parts.push(Vec::new());
        }
        parts[at].push(t);
    }
    parts
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}
