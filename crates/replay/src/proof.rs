//! Backing proofs: a path that the engine explored is run natively and in the interpreter, and the two must do what the engine says.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use homing_exec::{Finding, TestCase};
use homing_explore::{Sample, SampleEnd, Sampled};
use homing_front_llvm::LineMark;
use homing_interp::{Outcome, Run};
use homing_ir::{ErrorKind, InputKind, Origin, Program};

use crate::child::{ChildLimits, End, Event, Ran};
use crate::replayer::{GRACE, NATIVE_MEMORY, Replayer};
use crate::sanitize;

/// Time for one native run; one that takes longer is not compared.
const TIME: Duration = Duration::from_secs(2);

/// A path is interpreted this far beyond its own length: one that was left early goes on.
const BEYOND: u64 = 1_000_000;

/// The native program with its lines marked.
pub type Marked = (PathBuf, Rc<Vec<LineMark>>);

/// Function, file and line.
type Place = (String, String, u32);

/// What differs: what the model does, and what the run did.
struct Difference {
    model: String,
    run: String,
}

impl Replayer<'_> {
    /// Does the program do what the engine says of this path?
    pub(crate) fn compare(&mut self, s: &Sample<'_>) -> Sampled {
        match self.differs(s) {
            Ok(None) => Sampled::Agrees,
            Ok(Some(d)) => Sampled::Differs { model: d.model, run: d.run },
            Err(why) => Sampled::NotRun { why },
        }
    }

    /// `Err` says why it cannot be compared.
    fn differs(&mut self, s: &Sample<'_>) -> Result<Option<Difference>, String> {
        let test = &comparable(s.test)?;
        let (program, marks) = self.marked()?;
        let limits = ChildLimits { time: TIME, memory: Some(NATIVE_MEMORY), files: self.open_files(), stop: self.stop(GRACE) };
        let ran = self.launch(&program, test, limits, &[], &|_| false)?;
        // Running out of inputs ends a path that was left early.
        let short = ran.events.iter().any(|e| matches!(e, Event::Inputs(_) | Event::Size(_)));
        if !ran.complete() && !short {
            return Err(format!("in a native run {}", ran.told()));
        }
        let run = self.interpret_at_most(test, s.steps.saturating_add(BEYOND), true);
        if let Outcome::Unsupported(what) = &run.outcome {
            return Err(format!("the interpreter could not run {what}"));
        }
        if let Some(d) = self.passes_target(s, &ran).or_else(|| self.engine_differs(s, &run)) {
            return Ok(Some(d));
        }
        if matches!(run.outcome, Outcome::Limit(_)) {
            return Err("its run is too long".into());
        }
        let ends = self.ends_differ(&run, &ran);
        let lines = || self.lines_differ(test, &run, &ran, &marks);
        Ok(ends.or_else(lines).or_else(|| self.output_differs(s, &run, &ran)))
    }

    /// Of an error that only the interpreter shows: does a native run go another way than the interpreter on its way there?
    pub(crate) fn way_differs(&mut self, test: &TestCase, run: &Run) -> Option<String> {
        if test.inputs.iter().any(|i| i.kind == InputKind::Uninitialised) {
            return None;
        }
        let test = &comparable(test).ok()?;
        let (program, marks) = self.marked().ok()?;
        let limits = ChildLimits {
            time: self.settings.native_time,
            memory: Some(NATIVE_MEMORY),
            files: self.open_files(),
            stop: self.stop(GRACE),
        };
        let ran = self.launch(&program, test, limits, &[], &|_| false).ok()?;
        let way = if ran.complete() { self.lines_differ(test, run, &ran, &marks) } else { None };
        way.map(|d| format!("the model {}, {}", d.model, d.run))
    }

    /// What no run may do.
    fn passes_target(&self, s: &Sample<'_>, ran: &Ran) -> Option<Difference> {
        let t = s.open.iter().find(|t| ran.hit(t.0))?;
        let label = &self.subject.targets[t.index()].label;
        let run = format!("a native run passed it; {}", ran.told());
        Some(Difference { model: format!("does not pass {label} with this input"), run })
    }

    /// Engine and interpreter.
    fn engine_differs(&self, s: &Sample<'_>, run: &Run) -> Option<Difference> {
        let told = || format!("in the interpreter {}", self.told(&run.outcome));
        let differs = |model: String| Some(Difference { model, run: told() });
        if let Some(t) = s.open.iter().find(|t| run.marks.contains(t)) {
            return Some(Difference {
                model: format!("does not pass {} with this input", self.subject.targets[t.index()].label),
                run: "in the interpreter it does".into(),
            });
        }
        match (&s.end, &run.outcome) {
            (SampleEnd::Cut, _) | (_, Outcome::Limit(_)) => None,
            (SampleEnd::Status { code, .. }, Outcome::Returned(c) | Outcome::Exited(c))
                if code == c || s.test.given.is_some() =>
            {
                None
            }
            (SampleEnd::Status { code, .. }, _) => differs(format!("ends with status {code}")),
            (SampleEnd::Finding(f), Outcome::Error { kind, .. }) if *kind == f.kind => None,
            (SampleEnd::Finding(f), _) => differs(found(f)),
        }
    }

    /// Interpreter and machine: the way they end.
    fn ends_differ(&self, run: &Run, ran: &Ran) -> Option<Difference> {
        let has = |e: &Event| ran.events.contains(e);
        let short = ran.events.iter().any(|e| matches!(e, Event::Inputs(_) | Event::Size(_)));
        let fits = match &run.outcome {
            Outcome::Returned(code) | Outcome::Exited(code) => {
                // An entry other than `main` has no say in the exit code.
                let own = self.subject.environment.is_some() || self.subject.pinned.func(self.subject.entry).name == "main";
                let returned = matches!(run.outcome, Outcome::Returned(_));
                let expected = if own || !returned { code & 0xff } else { 0 };
                // The model ends by a signal with the status that a shell shows for it.
                let ended = ran.end == End::Exit(expected) || (!returned && ran.end == End::Signal(code - 128));
                ended && !short && !has(&Event::Assume) && !has(&Event::Reported)
            }
            Outcome::AssumeFailed => has(&Event::Assume),
            Outcome::Error { kind: ErrorKind::Assertion, .. } if has(&Event::Assert) => true,
            Outcome::Error { kind, .. } => !shows_by_itself(*kind) || sanitize::signal_fits(*kind, ran),
            // It has its own names for inputs; that both stop there is enough.
            Outcome::OutOfInputs(_) | Outcome::Unsupported(_) | Outcome::Limit(_) => true,
        };
        (!fits).then(|| self.difference(run, ran))
    }

    fn difference(&self, run: &Run, ran: &Ran) -> Difference {
        let told = self.told(&run.outcome);
        let model = told.strip_prefix("it ").unwrap_or(&told).to_string();
        Difference { model: format!("{model} with this input"), run: format!("in a native run {}", ran.told()) }
    }

    /// The lines of the program that the two pass.
    fn lines_differ(&self, test: &TestCase, run: &Run, ran: &Ran, marks: &[LineMark]) -> Option<Difference> {
        if run.trace.len() >= homing_interp::TRACE_CAP || marks.is_empty() {
            return None;
        }
        let p = self.subject.pinned;
        let file = |loc| p.files.get(p.loc(loc).file.index()).map(|f| f.full_path()).unwrap_or_default();
        let own = run.trace.iter().filter(|(f, _)| p.func(*f).origin == Origin::Program);
        let model: BTreeSet<Place> = own.map(|(f, l)| (p.func(*f).name.clone(), file(*l), p.loc(*l).line)).collect();
        let hits = ran.events.iter().filter_map(|e| if let Event::Hit(id) = e { Some(*id) } else { None });
        let first = marks[0].id;
        let native: BTreeSet<Place> = hits
            .filter_map(|id| marks.get(id.checked_sub(first)? as usize))
            .map(|m| (m.function.clone(), m.file.clone(), m.line))
            .collect();
        let marked: BTreeSet<Place> = marks.iter().map(|m| (m.function.clone(), m.file.clone(), m.line)).collect();
        let at = |(function, file, line): &Place| format!("{}:{line} in {function}", sanitize::file_name(file));
        if let Some(missing) = model.iter().find(|m| marked.contains(*m) && !native.contains(*m)) {
            let run = format!("a native run does not: {}", ran.told());
            return Some(Difference { model: format!("passes {} with this input", at(missing)), run });
        }
        // A run goes on behind errors that do not end it, and the interpreter ends where its inputs do not fit.
        if !matches!(run.outcome, Outcome::Returned(_) | Outcome::Exited(_)) {
            return None;
        }
        let ran_in = self.interpreted(test);
        let more = native.iter().find(|n| !model.contains(*n) && has_line(ran_in, n))?;
        let run = format!("a native run does: {}", ran.told());
        Some(Difference { model: format!("does not pass {} with this input", at(more)), run })
    }

    /// What the two write to the standard output, where the model has that.
    fn output_differs(&self, s: &Sample<'_>, run: &Run, ran: &Ran) -> Option<Difference> {
        let ended = matches!(run.outcome, Outcome::Exited(_) | Outcome::Returned(_));
        if self.subject.environment.is_none() || !s.output_known || !ended {
            return None;
        }
        let model = String::from_utf8_lossy(&run.stdout).into_owned();
        let n = model.len().min(ran.stdout.len());
        // Libraries have buffers of different sizes: a program that leaves without emptying them writes more or less.
        let same = model == ran.stdout || n >= BUFFER && model.as_bytes()[..n] == ran.stdout.as_bytes()[..n];
        (!same).then(|| Difference {
            model: format!("writes {} with this input", shown(&model)),
            run: format!("a native run writes {}", shown(&ran.stdout)),
        })
    }

    /// The native program with its lines marked, built when it is first needed.
    fn marked(&mut self) -> Result<Marked, String> {
        if self.built.marked.is_none() {
            let built = self.builder().and_then(|b| b.marked(self.subject.module, self.subject.targets));
            self.built.marked = Some(built.map(|(path, marks)| (path, Rc::new(marks))));
        }
        self.built.marked.clone().unwrap_or_else(|| Err("not built".into()))
    }
}

/// Bytes of output that every library keeps back.
const BUFFER: usize = 1024;

/// Does this form of the program have instructions of that line? Promotion leaves none of lines that only give something another name.
fn has_line(p: &Program, (function, file, line): &Place) -> bool {
    let Some(f) = p.find(function) else { return false };
    let here = |l: &homing_ir::LocId| {
        let at = p.loc(*l);
        at.line == *line && p.files.get(at.file.index()).is_some_and(|f| f.full_path() == *file)
    };
    p.func(f).blocks.iter().any(|b| b.locs.iter().any(here))
}

/// Can a native run be given all that the path depends on? Without what it reads, but does not depend on.
fn comparable(test: &TestCase) -> Result<TestCase, String> {
    let has = |kind| test.inputs.iter().any(|i| i.kind == kind);
    if test.unwritten {
        return Err("it depends on memory that was never written".into());
    }
    if has(InputKind::Havoc) || has(InputKind::Assumed) || has(InputKind::Number) {
        return Err("it depends on something that a native run cannot be told".into());
    }
    if test.addresses {
        return Err("it depends on the numbers that addresses are".into());
    }
    let mut own = test.clone();
    own.inputs.retain(|i| i.kind != InputKind::Uninitialised);
    Ok(own)
}

/// Errors that end every run that has them, in a way that can be seen.
fn shows_by_itself(kind: ErrorKind) -> bool {
    use ErrorKind::*;
    matches!(kind, Null | ReadOnlyWrite | DivisionByZero | Assertion | Abort | Reported)
}

fn found(f: &Finding) -> String {
    format!("finds the error `{}` ({})", f.kind, f.message)
}

/// The beginning of an output.
fn shown(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    format!("{start:?}{} ({} bytes)", if start.len() < text.len() { "..." } else { "" }, text.len())
}
