//! Homing as a library: from a program's files and targets to verdicts.
//!
//! A program goes through stages, each a type that has what is known by then and no more:
//!
//! | stage | has |
//! |---|---|
//! | [`Request`] | names of files, targets, [`Options`] |
//! | [`Sources`] | files that are there and of a kind that is understood; targets that name them |
//! | [`Compiled`] | bitcode |
//! | [`Loaded`] | one module |
//! | [`Linked`] | the module with the C library and the model of the kernel, as far as it needs them |
//! | [`Lowered`] | the program form of the engine, with its targets found |
//! | [`Pinned`] | targets pinned as instructions |
//! | [`Runnable`] | locals in registers |
//! | [`Prepared`] | a [`Runnable`] with all that replays need |
//!
//! [`prepare`] goes all the way; [`Prepared::search`] then looks for inputs and proofs, replays what it finds and reports:
//!
//! ```no_run
//! # fn main() -> Result<(), homing_driver::Failure> {
//! let mut program = homing_driver::prepare(&homing_driver::Request::new(["parse.c:120"]))?;
//! let report = program.search(&homing_driver::Search::default(), &mut homing_driver::Silent)?;
//! assert_eq!(report.verdict, homing_driver::Verdict::Reached);
//! # Ok(())
//! # }
//! ```
//!
//! Nothing is printed, and no environment variable is read but `PATH`, `CARGO`, `TMPDIR` and those that name the user's cache
//! folder. Programs that are searched may be large: [`with_room`] does work on a thread with stack enough for all of them.

#![warn(missing_docs)]

mod again;
mod code;
mod columns;
mod distances;
mod environment;
mod input;
mod lazy;
mod linked;
mod microc;
mod near;
mod prepared;
mod request;
mod search;
mod sources;
mod statement;
mod surround;
mod wrong;

pub use code::{Lowered, Pinned, Runnable, promoted};
pub use environment::{ArgSpec, EnvSpec, EnvironmentSpec, StdinSpec};
pub use lazy::Pairs;
pub use linked::{Compiled, Linked, Loaded, Native};
pub use microc::{MicrocSource, lower_microc, read_microc};
pub use prepared::{Origin, Prepared, Replaying};
pub use request::{Options, Request, split_line};
pub use search::{Found, Search, Silent, Watcher};
pub use sources::{CSources, MicrocSources, Sources};
pub use surround::Libc;

pub use homing_compile::{CompileOptions, Database};
pub use homing_explore::{Config, CpuLimit, RunLimits};
pub use homing_harness::Preconditions;
pub use homing_host::{Failure, FailureKind};
pub use homing_ir::TargetSpec;
pub use homing_report::{Report, Verdict};

/// Does everything up to the search.
pub fn prepare(request: &Request) -> Result<Prepared, Failure> {
    Sources::collect(request)?.prepare()
}

/// Terms and programs are walked recursively in places.
const STACK: usize = 1 << 30;

/// Does some work on a thread of its own, with room for programs of any size.
pub fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    std::thread::scope(|s| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(s, work);
        let thread = thread.map_err(|e| Failure::internal(format!("cannot start a thread: {e}")))?;
        thread.join().map_err(|_| Failure::internal("the main thread ended early"))
    })
}
