//! Layers: solvers that own another solver. Each may be left out without any verdict changing.

mod cache;
mod cross;
mod log;
mod route;
mod slice;
mod timing;
mod validate;

pub use cache::Cache;
pub use cross::CrossCheck;
pub use log::{Logged, QueryLog, Sink};
pub use route::Route;
pub(crate) use route::is_bits;
pub use slice::Slice;
pub use timing::Timing;
pub use validate::Validate;

use homing_term::{Model, Term, Terms, VarId};

/// The variables that occur in `asserts`, in order.
pub(crate) fn variables(terms: &mut Terms, asserts: &[Term]) -> Vec<VarId> {
    let mut vars: Vec<VarId> = Vec::new();
    for &t in asserts {
        vars.extend(terms.support(t).iter());
    }
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// The part of a model that is about the variables of `asserts`.
fn restricted(terms: &mut Terms, asserts: &[Term], model: &Model) -> Model {
    let mut out = Model::new();
    for v in variables(terms, asserts) {
        out.copy_from(model, v);
    }
    out
}
