//! Local search: a few changes to the carried model instead of the solver.

use super::cells::{assign, assigned, simplest, value_of};
use super::shape::{set_unit, unit_values};
use super::steer::{Move, moves};
use super::{Context, Path, conjuncts};
use homing_term::{Model, Sort, Term, Terms, VarId};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// Changes made at most.
const MAX_ROUNDS: usize = 32;
/// Assertions considered at most; larger parts are left to the solver.
const MAX_ASSERTS: usize = 256;
/// Evaluations of assertions at most.
const MAX_EVALUATIONS: usize = 2000;

impl Path {
    /// A model of the parts `roots` and `cond`, found by changing the carried one a unit at a time: each change makes
    /// the first violated assertion true and as few others false as possible. Sound because a model is returned only
    /// if every assertion was evaluated under it; failing proves nothing.
    pub(super) fn repair(&self, cx: &mut Context, cond: Term, roots: &[u32], vars: &Rc<[VarId]>) -> Option<Rc<Model>> {
        let mut asserts = Vec::new();
        flatten(&mut cx.terms, cond, &mut asserts);
        for &root in roots {
            asserts.extend(self.part(root).constraints.iter().rev().map(|c| c.term));
        }
        if asserts.len() > MAX_ASSERTS || !cx.repairs.try_now() {
            return None;
        }
        let model = self.joint_model(&cx.terms, roots, vars);
        let mut search = Search { path: self, asserts, model, left_behind: SmallVec::new(), left: MAX_EVALUATIONS };
        let found = search.run(&mut cx.terms);
        cx.repairs.record(found.is_some());
        found.map(Rc::new)
    }
}

struct Search<'a> {
    path: &'a Path,
    asserts: Vec<Term>,
    model: Model,
    /// Values that units were moved away from; none gets the same one again, so the search does not go in circles.
    left_behind: SmallVec<[(Term, u64); 8]>,
    left: usize,
}

impl Search<'_> {
    fn run(&mut self, terms: &mut Terms) -> Option<Model> {
        for _ in 0..=MAX_ROUNDS {
            self.left = self.left.checked_sub(self.asserts.len())?;
            let Some(at) = terms.first_false(self.asserts.iter().copied(), &self.model) else {
                return Some(std::mem::take(&mut self.model));
            };
            let goal = self.asserts[at];
            let (leaf, value) = self.best(terms, goal)?;
            self.left_behind.push((leaf, value_of(terms, leaf, &self.model)));
            set_unit(terms, leaf, value, &mut self.model);
        }
        None
    }

    /// The change that makes `goal` true and violates the fewest assertions.
    fn best(&mut self, terms: &mut Terms, goal: Term) -> Option<(Term, u64)> {
        let mut best: Option<(usize, Term, u64)> = None;
        for Move { leaf, values } in moves(terms, &self.model, goal) {
            let mut before: SmallVec<[(VarId, u64); 8]> = SmallVec::new();
            unit_values(terms, leaf, 0, &mut |v, _| before.push((v, assigned(terms, &self.model, v))));
            let affected: SmallVec<[Term; 32]> = self
                .asserts
                .iter()
                .copied()
                .filter(|a| {
                    let support = terms.support(*a);
                    before.iter().any(|b| support.binary_search(&b.0).is_ok())
                })
                .collect();
            for value in self.candidates(terms, leaf, &values) {
                set_unit(terms, leaf, value, &mut self.model);
                let limit = best.map_or(usize::MAX, |b| b.0);
                let violated = self.violated(terms, goal, &affected, limit);
                if let Some(count) = violated {
                    best = Some((count, leaf, value));
                }
                before.iter().for_each(|b| assign(terms, &mut self.model, b.0, b.1));
                if violated == Some(0) || self.left == 0 {
                    return best.map(|b| (b.1, b.2));
                }
            }
        }
        best.map(|b| (b.1, b.2))
    }

    /// How many assertions fail if that is fewer than `limit` and `goal` is not among them.
    fn violated(&mut self, terms: &mut Terms, goal: Term, affected: &[Term], limit: usize) -> Option<usize> {
        self.left = self.left.saturating_sub(1);
        if terms.eval64(goal, &self.model) != 1 {
            return None;
        }
        let mut count = 0;
        for &a in affected {
            self.left = self.left.saturating_sub(1);
            count += usize::from(terms.eval64(a, &self.model) != 1);
            if count >= limit {
                return None;
            }
        }
        Some(count)
    }

    /// A few values within the domain of the unit: the nearest to the current one, and the ends.
    fn candidates(&self, terms: &mut Terms, leaf: Term, values: &super::intervals::Intervals) -> SmallVec<[u64; 4]> {
        let mut allowed = super::set::Set::from_intervals(values.clone());
        let first = terms.support(leaf)[0];
        if let Some(root) = self.path.root(first)
            && let Some(domain) = self.path.part(root).domain(leaf)
        {
            allowed = allowed.and(&domain.set);
        }
        let current = value_of(terms, leaf, &self.model);
        let mut out: SmallVec<[u64; 4]> = SmallVec::new();
        let (mut least, mut greatest) = (allowed.min(), allowed.max());
        if terms.sort(leaf) == Sort::Int {
            // What has no end is tried at its simplest value.
            let simplest = simplest(&allowed);
            least = if least == Some(0) { simplest } else { least };
            greatest = if greatest == Some(u64::MAX) { simplest } else { greatest };
        }
        for value in [allowed.next(current), allowed.previous(current), least, greatest].into_iter().flatten() {
            if !out.contains(&value) && !self.left_behind.contains(&(leaf, value)) {
                out.push(value);
            }
        }
        out
    }
}

/// The conjuncts of `cond`, in order; those beyond the limit on assertions together.
fn flatten(terms: &mut Terms, cond: Term, into: &mut Vec<Term>) {
    let mut todo: SmallVec<[Term; 8]> = smallvec![cond];
    while let Some(cond) = todo.pop() {
        match conjuncts(terms, cond) {
            Some((a, b)) if into.len() + todo.len() < MAX_ASSERTS => todo.extend([b, a]),
            _ => into.push(cond),
        }
    }
}
