//! A program that is ready to be searched and replayed.

use std::path::Path;
use std::time::Duration;

use homing_host::{Failure, clock};
use homing_ir::{FuncId, Program, Target};
use homing_replay::{Replayer, Settings};
use tempfile::TempDir;

use crate::code::{Lowered, Runnable};
use crate::linked::Native;
use crate::microc::MicrocSource;
use crate::request::Options;
use crate::sources::Plan;

/// A program that is ready to be searched and replayed.
pub struct Prepared {
    pub(crate) origin: Origin,
    pub(crate) code: Runnable,
    pub(crate) options: Options,
    /// Targets that are not in the program: where in the list of those asked for, what they are called, why.
    pub(crate) missing: Vec<(usize, String, String)>,
    pub(crate) work: TempDir,
    compile_seconds: f64,
    load_seconds: f64,
}

/// What the program was made from, as replays need it.
pub enum Origin {
    /// A program in C or bitcode.
    C(Box<Native>),
    /// A program in microc.
    Microc(Box<MicrocSource>),
}

/// How test cases are run.
pub struct Replaying {
    /// Nothing is run natively.
    pub interpreter_only: bool,
    /// What the interpreter looks for.
    pub interpreter: homing_interp::Options,
    /// For one native run.
    pub native_time: Duration,
}

impl Prepared {
    /// `begun`: CPU seconds of the process when loading began.
    pub(crate) fn new(origin: Origin, mut lowered: Lowered, plan: Plan, begun: f64) -> Result<Prepared, Failure> {
        let Plan { options, labels, work, compile_seconds, .. } = plan;
        if !options.some_targets {
            lowered = lowered.all()?;
        }
        let is_missing = |i: usize| lowered.missing().iter().any(|m| m.0 == i);
        let (there, _): (Vec<_>, Vec<_>) = labels.iter().cloned().enumerate().partition(|(i, _)| !is_missing(*i));
        let missing = lowered.missing().iter().map(|(i, why)| (*i, labels[*i].clone(), why.clone())).collect();
        lowered.label(there.into_iter().map(|(_, label)| label).collect());
        let mut pinned = lowered.pin();
        if let Some(number) = options.wrong_model {
            pinned.make_wrong(number)?;
        }
        let code = pinned.runnable(options.promote)?;
        Ok(Prepared { origin, code, options, missing, work, compile_seconds, load_seconds: clock::own_cpu() - begun })
    }

    /// What it was made from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The program in C or bitcode, if it is one.
    pub fn native(&self) -> Option<&Native> {
        match &self.origin {
            Origin::C(native) => Some(native),
            Origin::Microc(_) => None,
        }
    }

    /// What the program finds around itself, if it is run with a C library and files.
    pub fn environment(&self) -> Option<&homing_posix::Environment> {
        self.native()?.environment()
    }

    /// The program in the engine's own form.
    pub fn code(&self) -> &Runnable {
        &self.code
    }

    /// What the engine runs.
    pub fn program(&self) -> &Program {
        self.code.program()
    }

    /// The function that it starts in.
    pub fn entry(&self) -> FuncId {
        self.code.entry()
    }

    /// What is looked for.
    pub fn targets(&self) -> &[Target] {
        self.code.targets()
    }

    /// A folder for everything temporary, removed together with this.
    pub fn work(&self) -> &Path {
        self.work.path()
    }

    /// CPU seconds of compilers.
    pub fn compile_seconds(&self) -> f64 {
        self.compile_seconds
    }

    /// CPU seconds from bitcode, or the text of a microc program, to here.
    pub fn load_seconds(&self) -> f64 {
        self.load_seconds
    }

    /// Runs test cases of a program in C or bitcode.
    pub fn replayer(&mut self, how: Replaying) -> Option<Replayer<'_>> {
        let Prepared { origin: Origin::C(native), code, options, work, .. } = self else { return None };
        Some(native.replayer(code, settings(options, work.path(), how)))
    }
}

pub(crate) fn settings<'a>(options: &'a Options, work: &'a Path, how: Replaying) -> Settings<'a> {
    Settings {
        link_args: &options.link_args,
        work,
        interpreter_only: how.interpreter_only,
        interpreter: how.interpreter,
        native_time: how.native_time,
    }
}
