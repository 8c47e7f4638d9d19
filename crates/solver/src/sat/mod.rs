//! SAT solving in-process, under assumptions, with a deterministic limit.
//!
//! [`Sat`] is the little that the blaster needs from a SAT solver; [`Cdcl`] is the one in use. It exists beside the
//! published solvers because it can restrict its decisions to the circuit below the assumptions and keeps the trail of
//! the assumptions two consecutive queries share, which is what the engine's many small queries live on.

mod analyze;
mod cdcl;
mod clauses;
mod cone;
mod heap;
mod proof;
mod reduce;

pub use cdcl::Cdcl;
pub use proof::{Checked, Checker, Step};

use std::ops::Not;

/// A literal: a variable or its negation, as twice the variable's number plus one if negated.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The constant true. Variable 0 belongs to it; a [`Sat`] solver holds it true.
    pub const TRUE: Lit = Lit(0);
    /// The constant false.
    pub const FALSE: Lit = Lit(1);

    /// The literal of variable `var`, negated or not.
    pub fn new(var: u32, negated: bool) -> Lit {
        Lit(var << 1 | negated as u32)
    }

    /// The constant for `b`.
    pub fn constant(b: bool) -> Lit {
        Lit(!b as u32)
    }

    /// The literal's variable.
    pub fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Is the literal the negation of its variable?
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Is it `TRUE` or `FALSE`?
    pub fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// This literal, negated if `flip`.
    pub fn flip_if(self, flip: bool) -> Lit {
        Lit(self.0 ^ flip as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// How a call of [`Sat::solve`] ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Satisfiable; [`Sat::value`] tells the assignment until the next change.
    Sat,
    /// Unsatisfiable under the assumptions.
    Unsat,
    /// The conflicts are used up.
    Conflicts,
    /// The work is used up.
    Work,
    /// The guard said stop.
    Stopped,
}

/// What one call of [`Sat::solve`] may cost.
#[derive(Copy, Clone, Debug)]
pub struct Budget {
    pub conflicts: u64,
    /// In the unit of [`Sat::work`].
    pub work: u64,
}

/// What the blaster needs from a SAT solver.
///
/// Clauses define a circuit: for every assignment of the leaves (variables without fan-in) the clauses have a
/// solution. A solver may therefore stop as soon as the fan-in cone of the assumptions is assigned without conflict.
pub trait Sat {
    /// An empty solver (variable 0, the constant, exists).
    fn new() -> Self
    where
        Self: Sized;
    /// A new variable whose value is determined by the variables of `fanin` (none: a leaf).
    fn new_var(&mut self, fanin: &[Lit]) -> Lit;
    /// Makes `leaf` depend on `fanin` after all: its clauses are then part of every cone that `leaf` is in.
    fn set_fanin(&mut self, leaf: Lit, fanin: &[Lit]);
    /// Conjoins a clause.
    fn add_clause(&mut self, clause: &[Lit]);
    /// Decides the clauses under the assumptions. `guard` is asked now and then whether to give up.
    fn solve(&mut self, assumptions: &[Lit], budget: Budget, guard: &mut dyn FnMut() -> bool) -> Outcome;
    /// After `Outcome::Unsat`: assumptions that cannot hold together (none, if the clauses cannot by themselves).
    fn failed(&self) -> &[Lit];
    /// The value of a literal after `Outcome::Sat`; what the answer does not depend on reads as false.
    fn value(&self, lit: Lit) -> bool;
    /// The number of variables.
    fn vars(&self) -> usize;
    /// The number of variables below the assumptions of the last query (all, if not known).
    fn cone(&self) -> usize;
    /// How many assignments outside the cones of easy queries were propagated since the last reset: work that a smaller
    /// circuit would have spared.
    fn idle(&self) -> u64;
    /// The conflicts met in all calls so far.
    fn conflicts(&self) -> u64;
    /// The work of all calls so far, in the unit of [`crate::Solver::effort`]; the same for the same calls. 0 from a
    /// solver that does not count.
    fn work(&self) -> u64 {
        0
    }
    /// Forgets everything, as if new; may keep memory for reuse.
    fn reset(&mut self);
}
