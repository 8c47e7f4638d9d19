//! Symbolic execution of the IR: states, and running one of them to its next fork.
//!
//! [`Executor::run`] takes a state and gives back its successors, the targets passed and what was lost. It never chooses between
//! states: that is the business of `explore`.

mod access;
mod address;
mod arguments;
mod arith;
mod around;
mod before;
mod border;
mod bulk;
mod call;
mod callback;
mod choice;
mod code;
mod console;
mod diverge;
mod dynamic;
mod end;
mod excess;
mod executor;
mod fixed;
mod float;
mod follow;
mod general;
mod given;
mod guess;
mod hot;
mod inputs;
mod kernel;
mod klee;
mod lazy;
mod leaks;
mod model;
mod options;
mod outcome;
mod owner;
mod record;
mod retrace;
mod run;
mod select;
mod state;
mod trail;
mod undefined;
mod unwritten;
mod value;

pub use around::own_main;
pub use end::Ended;
pub use executor::{Executor, Step, Successor};
pub use follow::{Along, Course, Followed};
pub use given::{Given, GivenAs, GivenPart, LeadsTo};
pub use inputs::InputLog;
pub use lazy::{Lazy, LazyInput, LazyObject, LazyOptions};
pub use options::{ExecOptions, SymbolicIndex, Undefined};
pub use outcome::*;
pub use owner::{RunId, RunKind};
pub use record::{Choices, Record, Route};
pub use state::{Caller, Frame, Outputs, State, StateId};
pub use trail::Trail;
pub use unwritten::unwritten_by_program;
