//! Symbolic execution of the IR: states, and running one of them to its next fork.
//!
//! [`Executor::run`] takes a state and gives back its successors, the targets passed and what was lost. It never chooses between
//! states: that is the business of `explore`.

mod border;
mod case;
mod end;
mod executor;
mod inputs;
mod join;
mod leap;
mod machine;
mod models;
mod options;
mod outcome;
mod owner;
mod pointers;
mod quiet;
mod record;
mod regs;
mod starts;
mod state;
mod trail;

use machine::{arith, callback, choice, code, diverge, dynamic, follow, hot, putoff, undefined};
use models::{console, kernel, klee, model};
use pointers::{PointerModel, access, address, fixed, lazy, provenance};
use starts::{given, guess, unwritten};

pub use end::Ended;
pub use executor::{Base, Executor, Goal, Meets, Step, Successor};
pub use follow::{Along, Course, Followed};
pub use given::{Given, GivenAs, GivenPart, LeadsTo};
pub use inputs::InputLog;
pub use join::{Diamond, Difference, Guards, Judge, Mix, Place, Point, Refusal, Ways};
pub use lazy::{Lazy, LazyInput, LazyObject, LazyOptions};
pub use leap::{Leap, Leaps, Parting, Rounds, SymbolName};
pub use options::{ExecOptions, SymbolicIndex, Undefined};
pub use outcome::*;
pub use owner::{RunId, RunKind};
pub use putoff::{Asked, HardPlace, Pending};
pub use quiet::FAR;
pub use record::{Choices, Record, Route};
pub use regs::Regs;
pub use starts::around::own_main;
pub use starts::havoc::{Content, Spot};
pub use state::{Caller, Frame, Outputs, Rare, State, StateId};
pub use trail::Trail;
pub use unwritten::unwritten_by_program;
