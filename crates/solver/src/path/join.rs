//! One path condition for two paths that parted.

use super::{Context, Origin, Path, Proof, Witness};
use homing_term::{Term, Terms, VarId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Constraints that the two paths may have since they parted, and inputs that may become one part of the joined path. Joining takes time in
/// proportion to both, and whoever asks about one of these inputs later asks about all.
const MOST_CONSTRAINTS: usize = 256;
const MOST_INPUTS: usize = 128;

/// So many constraints are put together without looking at what they speak of first: they may vanish.
const SHORT: usize = 8;

/// Why two paths cannot be one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Apart {
    /// They never were the same.
    Strangers,
    /// What they do not share is too much.
    Large,
}

/// Two paths as one.
pub struct Joined {
    /// Holds where one of the two does.
    pub path: Path,
    /// Holds everywhere on the first one and nowhere on the second.
    pub first: Term,
    /// What the two do not share is not needed any more: together they are all that the path was before they parted.
    pub whole: bool,
}

impl Path {
    /// The constraints that were added since this path was `base`, oldest first; none if it never was.
    pub fn since(&self, base: &Path) -> Option<Vec<(Term, Origin)>> {
        self.log.since(&base.log)
    }

    /// How many constraints this path and another have got since they were `base`.
    pub fn parted(&self, other: &Path, base: &Path) -> usize {
        [self, other].iter().map(|p| p.log.len().saturating_sub(base.log.len())).sum()
    }

    /// Names the part of the path condition that speaks of a variable: variables with the same name depend on each other.
    pub fn part_of(&self, v: VarId) -> u32 {
        self.root(v).unwrap_or(v.0)
    }

    /// The values that another path, which implies this one and the condition, carries for all that the condition touches.
    fn witness_of(&self, cx: &mut Context, other: &Path, cond: Term) -> Witness {
        let support = cx.terms.support(cond);
        let vars = self.union(&self.roots_of(&support), &support);
        Witness(Proof::Model(Rc::new(other.valuation(&cx.terms, &vars))))
    }

    /// The path condition of two paths that both were `base` once, and have parted since by conditions that exclude each other. `model` is the
    /// first one's, which becomes that of the joined path.
    pub fn join(cx: &mut Context, base: &Path, first: &Path, second: &Path, origin: Origin) -> Result<Joined, Apart> {
        if first.parted(second, base) > MOST_CONSTRAINTS {
            return Err(Apart::Large);
        }
        // What holds in every run needs no side; what only the second one knows is forgotten.
        let is_fact = |c: &(Term, Origin)| c.1 == Origin::FACT;
        let (facts, a): (Vec<_>, Vec<_>) = first.since(base).ok_or(Apart::Strangers)?.into_iter().partition(is_fact);
        let b: Vec<_> = second.since(base).ok_or(Apart::Strangers)?.into_iter().filter(|c| !is_fact(c)).collect();
        let shared = a.iter().zip(&b).take_while(|(x, y)| x.0 == y.0).count();
        let mut path = base.clone();
        for (t, origin) in facts.iter().chain(&a[..shared]) {
            let witness = path.witness_of(cx, first, *t);
            path.add(cx, *t, witness, *origin);
        }
        let (a, b): (Vec<Term>, Vec<Term>) = (terms_of(&a[shared..]), terms_of(&b[shared..]));
        if a.len() + b.len() > SHORT && speaks_of_many(&mut cx.terms, a.iter().chain(&b)) {
            return Err(Apart::Large);
        }
        let (either, side) = either(&mut cx.terms, &a, &b);
        let whole = cx.terms.is_true(either);
        if cx.terms.support(either).len() > MOST_INPUTS {
            return Err(Apart::Large);
        }
        let witness = path.witness_of(cx, first, either);
        path.add(cx, either, witness, origin);
        Ok(Joined { path, first: side, whole })
    }
}

/// Do the conditions speak of more inputs together than one part of a joined path may?
fn speaks_of_many<'t>(terms: &mut Terms, conditions: impl Iterator<Item = &'t Term>) -> bool {
    let mut inputs: FxHashSet<VarId> = FxHashSet::default();
    conditions.into_iter().any(|t| {
        inputs.extend(terms.support(*t).iter().copied());
        inputs.len() > MOST_INPUTS
    })
}

fn terms_of(constraints: &[(Term, Origin)]) -> Vec<Term> {
    constraints.iter().map(|c| c.0).collect()
}

/// One conjunction or the other, and what tells them apart.
fn either(terms: &mut Terms, a: &[Term], b: &[Term]) -> (Term, Term) {
    let (Some((&first, rest_a)), Some((&second, rest_b))) = (a.split_first(), b.split_first()) else {
        // One of them is all that the path was before.
        let (all_a, all_b) = (all(terms, a), all(terms, b));
        let first = if a.is_empty() { terms.not(all_b) } else { all_a };
        return (terms.or(all_a, all_b), first);
    };
    if terms.not(first) == second {
        let (rest_a, rest_b) = (all(terms, rest_a), all(terms, rest_b));
        // Behind `first or ...` nothing need be said of it again.
        let either = match (terms.is_true(rest_a), terms.is_true(rest_b)) {
            (true, true) => terms.tru(),
            (true, false) => terms.or(first, rest_b),
            (false, true) => terms.or(second, rest_a),
            (false, false) => {
                let (x, y) = (terms.and(first, rest_a), terms.and(second, rest_b));
                terms.or(x, y)
            }
        };
        return (either, first);
    }
    let (all_a, all_b) = (all(terms, a), all(terms, b));
    let not_b = terms.not(all_b);
    let first = if b.len() < a.len() { not_b } else { all_a };
    (terms.or(all_a, all_b), first)
}

fn all(terms: &mut Terms, conditions: &[Term]) -> Term {
    let mut all = terms.tru();
    for c in conditions {
        all = terms.and(all, *c);
    }
    all
}
