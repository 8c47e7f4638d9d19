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
pub use log::{Logged, QueryLog};
pub use route::Route;
pub use slice::Slice;
pub use timing::Timing;
pub use validate::Validate;
