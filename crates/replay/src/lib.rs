//! Nothing is said to be reached before it was replayed: test cases are run natively, in the interpreter, or, for microc, in the
//! interpreter of that language.

#![warn(missing_docs)]

mod build;
mod child;
mod fuzz;
mod invocation;
mod isolate;
mod layout;
mod microc;
mod numbers;
mod proof;
mod replayer;
mod sanitize;
mod surroundings;

pub use build::hit;
pub use child::{Event, Ran};
pub use fuzz::Slice;
pub use invocation::{describe, ktest, parts};
pub use microc::{MicrocReplayer, told};
pub use numbers::{name_arguments, parse_numbers, test_case, test_text};
pub use replayer::{Replayer, Settings, Subject, interpreter_options, split_failures};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use homing_exec::TestCase;
use homing_explore::{Candidate, Confirmation, Fuzzed, Sample, Sampled};
use homing_report::{Line, Place, Stop};

/// Whoever can tell what a test case really does.
pub trait Replay {
    /// The answer to the engine: does the candidate hold?
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation;
    /// Does the program do what the engine says of a path?
    fn sample(&mut self, _: &Sample<'_>) -> Sampled {
        Sampled::NotRun { why: "there is nobody to run it".into() }
    }
    /// The source lines that the test case's run passes, in order.
    fn trace(&self, test: &TestCase, stop: Stop<'_>) -> Vec<Line>;
    /// The columns of these places' lines that the test case's run passes; none if nobody can tell.
    fn columns(&self, _: &TestCase, _: &[Place]) -> Vec<u32> {
        Vec::new()
    }
    /// A run begins; native runs end soon after the flag is set.
    fn begins(&mut self, _: &Arc<AtomicBool>) {}
    /// CPU seconds spent so far.
    fn seconds(&self) -> f64;
    /// Lets a fuzzing child work for a while; `Err` says why there is none.
    fn fuzz(&mut self, _: &Slice<'_>) -> Result<Fuzzed, String> {
        Err("only programs in C and bitcode are fuzzed".into())
    }
    /// How native runs were kept apart from the machine, if there were any.
    fn isolation(&self) -> Option<String> {
        None
    }
}
