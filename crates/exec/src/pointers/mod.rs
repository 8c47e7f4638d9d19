//! Memory access and the pointer model: what an address leads to, and what it is as a number.

pub(crate) mod access;
pub(crate) mod address;
pub(crate) mod bulk;
pub(crate) mod fixed;
pub(crate) mod lazy;
pub(crate) mod leaks;
pub(crate) mod pairs;
pub(crate) mod pieces;
pub(crate) mod provenance;
pub(crate) mod several;
pub(crate) mod value;

use homing_ir::CmpOp;
use homing_memory::{ObjRef, Val};
use homing_term::Term;

use crate::{Executor, State};

/// What addresses are. A pointer itself is an object and an offset in every model; they differ in what it is as a number, and in what numbers lead to.
/// [`provenance::Provenance`] is the model of searches, [`fixed::Numbered`] that of one concrete run.
pub(crate) trait PointerModel {
    /// The pointers that an address may be, each with its condition; what is no pointer stays the number that it is. `None` if there are too many.
    fn resolve(&self, x: &mut Executor<'_>, addr: Val) -> Option<Vec<(Term, Val)>>;

    /// What was computed from addresses, and is no pointer, as a value.
    fn number(&self, x: &mut Executor<'_>, t: Term) -> Val;

    /// A comparison of values of which at least one is a pointer, where it can be told without a question about numbers.
    fn compare(&self, x: &mut Executor<'_>, st: &State, op: CmpOp, a: Val, b: Val) -> Option<Val>;

    /// A condition is about to mention the object's address, for the first time on this path: what is known of it becomes part of the path.
    fn expose(&self, x: &mut Executor<'_>, st: &mut State, o: ObjRef);

    /// The object's life ends.
    fn free(&self, x: &mut Executor<'_>, st: &mut State, o: ObjRef);
}
