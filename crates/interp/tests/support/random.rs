//! One random program: native run against the interpreter, on the program as lowered and after the passes.

use std::time::Duration;

use homing_interp::{Options, Outcome};
use homing_ir::Program;
use homing_testkit::TempDir;
use homing_testkit::csmith::{Generated, PROFILES, Workshop};

use crate::support::{exit_code, lower, promoted, run_main};

/// What came of one program.
#[derive(Debug)]
pub enum Verdict {
    /// The outputs are those of the native run; steps of the interpreter.
    Same {
        steps: u64,
    },
    /// The native run did not end in time.
    Skipped,
    Different(String),
}

/// How long a native run may take; longer ones are skipped.
pub const NATIVE_LIMIT: Duration = Duration::from_secs(2);

/// Steps after which the interpreter gives up; a native run of two seconds can have more, and is skipped then.
const MAX_STEPS: u64 = 400_000_000;

/// Where programs of all profiles are made.
pub fn workshops(dir: &TempDir) -> Vec<Workshop<'_>> {
    PROFILES.iter().map(|p| Workshop::new(dir, *p)).collect()
}

/// Goes through the profiles in turn: program number `n` is seed `n` of profile `n` modulo their count.
pub fn check(workshops: &[Workshop<'_>], n: u64) -> Verdict {
    let generated = workshops[n as usize % workshops.len()].generate(n, NATIVE_LIMIT);
    let verdict = compare(&generated);
    generated.remove();
    verdict
}

pub fn compare(g: &Generated) -> Verdict {
    let Some(expected) = &g.outputs else { return Verdict::Skipped };
    let program = match lower(&g.bitcode) {
        Ok(p) => p,
        Err(e) => return Verdict::Different(e),
    };
    let first = compare_run(&program, expected, "as lowered");
    if !matches!(first, Verdict::Same { .. }) {
        return first;
    }
    match promoted(&program) {
        Ok(p) => match compare_run(&p, expected, "promoted") {
            Verdict::Same { .. } => first,
            other => other,
        },
        Err(e) => Verdict::Different(e),
    }
}

fn compare_run(program: &Program, expected: &[u64], how: &str) -> Verdict {
    let options = Options { max_steps: MAX_STEPS, ..Options::default() };
    let run = match run_main(program, &[], &options) {
        Ok(run) => run,
        Err(e) => return Verdict::Different(e),
    };
    if run.outcome == Outcome::Limit("steps") {
        return Verdict::Skipped;
    }
    if exit_code(&run.outcome) == Some(0) && run.outputs == *expected {
        Verdict::Same { steps: run.steps }
    } else {
        Verdict::Different(format!("native {expected:x?}, {how} {:x?}, {:?}", run.outputs, run.outcome))
    }
}
