//! One independent part of a path condition.

use super::cells::{assign, number, set_width};
use super::set::{Domain, Set};
use super::shape::{set_unit, unit_values};
use homing_term::{Model, Sort, Term, Terms, VarId};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// Constraints that share no variable with those of any other part of the same path, and a model of them.
///
/// Invariants: the conjunction of `constraints` is equivalent to everything that was added (what others imply is
/// left out); the model satisfies it; every solution gives every term in `domains` a value in its domain.
#[derive(Clone)]
pub(super) struct Part {
    /// Sorted. Every variable that occurs in a constraint.
    pub(super) vars: Rc<[VarId]>,
    pub(super) constraints: Vec<Constraint>,
    /// Sorted by term.
    pub(super) domains: SmallVec<[(Term, Domain); 1]>,
    pub(super) carried: Carried,
}

#[derive(Clone, Copy)]
pub(super) struct Constraint {
    pub(super) term: Term,
    /// Set if the constraint says no more and no less than that this term has a value in some set which went into
    /// the domain of the term.
    pub(super) base: Option<Term>,
}

/// The model of a part.
#[derive(Clone)]
pub(super) enum Carried {
    /// The part is a *unit*: all its constraints are about one term that is a variable or a concatenation of
    /// different variables, and the values in that term's domain are exactly the solutions.
    /// An integer's value is its cell.
    Unit { base: Term, value: u64 },
    /// A value for every variable of the part (those of sort `Bits` at least).
    Model(Rc<Model>),
}

impl Part {
    pub(super) fn domain(&self, term: Term) -> Option<&Domain> {
        let at = self.domains.binary_search_by_key(&term, |d| d.0).ok()?;
        Some(&self.domains[at].1)
    }

    pub(super) fn set_domain(&mut self, term: Term, domain: Domain) {
        match self.domains.binary_search_by_key(&term, |d| d.0) {
            Ok(at) => self.domains[at].1 = domain,
            Err(at) => self.domains.insert(at, (term, domain)),
        }
    }

    /// Conjoins `term`, which means that `base` has a value in `set`. Leaves out what is implied either way.
    pub(super) fn narrow(&mut self, terms: &mut Terms, term: Term, base: Term, set: &Set) {
        let (old, tight) = match self.domain(base) {
            Some(d) => (d.set.clone(), d.tight),
            None => (Set::full(set_width(terms, base)), true),
        };
        if old.is_subset(set) {
            return;
        }
        let new = old.and(set);
        debug_assert!(!new.is_empty(), "a constraint was added that contradicts the domain of its term");
        if new.is_unwieldy() {
            self.widen_unit(terms);
            self.set_domain(base, Domain { set: old, tight: false });
            self.constraints.push(Constraint { term, base: None });
            return;
        }
        let mut added: SmallVec<[Term; 2]> = smallvec![term];
        if tight && set.is_subset(&old) {
            self.constraints.retain(|c| c.base != Some(base));
        } else if tight
            && self.constraints.iter().filter(|c| c.base == Some(base)).count() > 1
            && let Some(bounds) = as_bounds(terms, base, &new)
        {
            // Many values left out one by one at the end of a range are one bound.
            self.constraints.retain(|c| c.base != Some(base));
            added = bounds;
        }
        self.set_domain(base, Domain { set: new, tight });
        self.constraints.extend(added.into_iter().map(|term| Constraint { term, base: Some(base) }));
    }

    /// Makes the carried model explicit, so that the part may hold constraints of any shape.
    pub(super) fn widen_unit(&mut self, terms: &Terms) {
        if let Carried::Unit { base, value } = self.carried {
            let mut model = Model::default();
            set_unit(terms, base, value, &mut model);
            self.carried = Carried::Model(Rc::new(model));
        }
    }

    /// Copies the value of `var`, one of this part's variables, into `into`.
    pub(super) fn copy_value(&self, terms: &Terms, var: VarId, into: &mut Model) {
        match &self.carried {
            Carried::Unit { base, value } => {
                unit_values(terms, *base, *value, &mut |v, x| {
                    if v == var {
                        assign(terms, into, v, x);
                    }
                });
            }
            Carried::Model(model) => copy_value(terms, model, var, into),
        }
    }

    /// Do all constraints hold under `model`? Newest first: those are the likeliest to fail.
    pub(super) fn holds(&self, terms: &mut Terms, model: &Model) -> bool {
        terms.first_false(self.constraints.iter().rev().map(|c| c.term), model).is_none()
    }

    /// Approximate memory of this part alone.
    pub(super) fn bytes(&self) -> usize {
        let model = match &self.carried {
            Carried::Model(m) if Rc::strong_count(m) == 1 => 24 * m.len(),
            _ => 0,
        };
        let domains: usize = self.domains.iter().map(|d| size_of::<(Term, Domain)>() + d.1.set.bytes()).sum();
        size_of::<Part>() + size_of::<Constraint>() * self.constraints.capacity() + domains + model
    }
}

/// The conditions that say that an integer is within one range.
fn as_bounds(terms: &mut Terms, base: Term, set: &Set) -> Option<SmallVec<[Term; 2]>> {
    let Set::Ranges(ranges) = set else { return None };
    let (true, &[(lo, hi)]) = (terms.sort(base) == Sort::Int, ranges.items()) else { return None };
    let mut out = SmallVec::new();
    if lo != 0 {
        let k = terms.int(number(lo).into());
        out.push(terms.ile(k, base));
    }
    if hi != u64::MAX {
        let k = terms.int(number(hi).into());
        out.push(terms.ile(base, k));
    }
    Some(out)
}

/// Copies the value of `var` from one model to another; a number without a value gets 0, which is how evaluation
/// reads it.
pub(super) fn copy_value(terms: &Terms, from: &Model, var: VarId, into: &mut Model) {
    if into.copy_from(from, var) {
        return;
    }
    match terms.var_info(var).sort {
        Sort::Bits(_) => into.set64(var, 0),
        Sort::Int => into.set_int64(var, 0),
        Sort::Array { .. } => {}
    }
}

/// The values of `vars` in `model`. Shares the model if it is about nothing else.
pub(super) fn restricted(terms: &Terms, model: &Rc<Model>, vars: &[VarId]) -> Rc<Model> {
    if model.is_about(vars) {
        return model.clone();
    }
    let mut out = Model::default();
    for &v in vars {
        copy_value(terms, model, v, &mut out);
    }
    Rc::new(out)
}
