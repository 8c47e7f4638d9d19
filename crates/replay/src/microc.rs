//! Nothing is said to be reached before the microc interpreter went there too.

use homing_exec::{Finding, TestCase};
use homing_explore::{Candidate, Confirmation, Sample, SampleEnd, Sampled};
use homing_host::clock;
use homing_ir::{Program, Target, TargetSpec};
use homing_microc::{Ast, Pos};
use homing_microc_run::{End, Event, Machine, Options, Outcome, RunError, Trace, TraceOptions};
use homing_report::{ErrorReport, Line, Place, Stop};

use crate::{Replay, numbers};

/// Who is named in reports.
const NAME: &str = "microc interpreter";

/// Statements of a run that are kept to show its path.
const EVENTS: usize = 100_000;

/// Runs test cases in the interpreter of the language.
pub struct MicrocReplayer<'a> {
    ast: &'a Ast,
    width: Option<u32>,
    program: &'a Program,
    targets: &'a [Target],
    params: usize,
    seconds: f64,
}

impl<'a> MicrocReplayer<'a> {
    /// `width`: of its numbers, if they are not unbounded; `program` is what the engine's findings and targets refer to.
    pub fn new(ast: &'a Ast, width: Option<u32>, program: &'a Program, targets: &'a [Target]) -> MicrocReplayer<'a> {
        let params = ast.main().map_or(0, |m| m.params.len());
        MicrocReplayer { ast, width, program, targets, params, seconds: 0.0 }
    }

    /// The run with a test case's numbers. `steps`: what the engine's path took, for the run's own limit.
    pub fn run(&self, test: &TestCase, steps: u64, events: usize) -> Result<(Outcome, Trace), String> {
        let options = Options {
            int_width: self.width,
            step_limit: Some(steps.saturating_mul(4).saturating_add(10_000_000)),
            depth_limit: 100_000,
            // Who wants to see the path wants each round.
            leave_out_rounds: events == 0,
            ..Options::default()
        };
        let machine = Machine::new(self.ast, options).map_err(|e| e.to_string())?;
        let (args, inputs) = numbers::numbers_of(test, self.params).ok_or("the test case has something else than numbers")?;
        machine.run_traced(&mut inputs.into_iter(), &args, TraceOptions { events }).map_err(|e| e.to_string())
    }

    /// How many numbers a test case has for the program to ask for.
    pub fn inputs_of(&self, test: &TestCase) -> usize {
        numbers::numbers_of(test, self.params).map_or(0, |(_, inputs)| inputs.len())
    }

    /// Did the run come by the target?
    pub fn passed(&self, spec: &TargetSpec, outcome: &Outcome, trace: &Trace) -> bool {
        match spec {
            TargetSpec::Line { line, .. } => trace.reaches_line(*line),
            TargetSpec::Function(name) => {
                let pos = self.ast.find_name(name).and_then(|n| self.ast.function(n)).map(|f| f.pos);
                pos.is_some_and(|p| trace.visited.contains(&p))
            }
            TargetSpec::Error(kind) => {
                matches!(&outcome.end, End::Error(e) if kind.is_none_or(|k| k.name() == e.kind.name()))
            }
            TargetSpec::ErrorAt { kind, line, .. } => {
                matches!(&outcome.end, End::Error(e) if e.pos.line == *line && kind.is_none_or(|k| k.name() == e.kind.name()))
            }
            // Neither is accepted for microc.
            TargetSpec::Any | TargetSpec::Part { .. } => false,
        }
    }

    fn shows(&self, f: &Finding, outcome: &Outcome) -> bool {
        let at = self.program.loc(f.loc);
        let pos = Pos { line: at.line, column: at.column };
        matches!(&outcome.end, End::Error(e) if e.kind.name() == f.kind.name() && e.pos == pos)
    }

    /// The lines of a run's statements.
    pub fn lines(&self, trace: &Trace) -> Vec<Line> {
        trace.events.iter().filter_map(|e| if let Event::Statement(pos) = e { Some(self.line(*pos)) } else { None }).collect()
    }

    /// An error of a run, as the report has it.
    pub fn error(&self, e: &RunError) -> ErrorReport {
        let place = |pos: Pos| {
            let (function, file, line) = self.line(pos);
            Place { function, file, line, column: pos.column }
        };
        ErrorReport {
            kind: e.kind.name().into(),
            message: e.message.clone(),
            place: place(e.pos),
            stack: e.stack.iter().map(|c| place(c.pos)).collect(),
            ..ErrorReport::default()
        }
    }

    fn line(&self, pos: Pos) -> Line {
        let ast = self.ast;
        let function = ast.functions.iter().rev().find(|f| f.pos <= pos);
        (function.map(|f| ast.name(f.name).to_string()).unwrap_or_default(), ast.file.clone(), pos.line)
    }

    /// Where a function begins, by its name.
    fn head(&self, function: &str) -> Option<u32> {
        self.ast.find_name(function).and_then(|n| self.ast.function(n)).map(|f| f.pos.line)
    }
}

impl Replay for MicrocReplayer<'_> {
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation {
        let before = clock::own_cpu();
        let ran = self.run(c.test, c.steps, 0);
        self.seconds += clock::own_cpu() - before;
        let (outcome, trace) = match ran {
            Ok(ran) => ran,
            Err(why) => return Confirmation::Unconfirmed { why },
        };
        let confirmed = match (c.finding, c.target) {
            (Some(f), _) => self.shows(f, &outcome),
            (None, Some(t)) => self.passed(&t.spec, &outcome, &trace),
            (None, None) => false,
        };
        if confirmed {
            return Confirmation::Reference { by: NAME };
        }
        let why = format!("in the microc interpreter {}", told(&outcome.end));
        match outcome.end {
            End::StepLimit { .. } | End::DepthLimit { .. } | End::MemoryLimit { .. } => Confirmation::Unconfirmed { why },
            _ => Confirmation::Refuted { why },
        }
    }

    fn sample(&mut self, s: &Sample<'_>) -> Sampled {
        let before = clock::own_cpu();
        let ran = self.run(s.test, s.steps, 0);
        self.seconds += clock::own_cpu() - before;
        let (outcome, trace) = match ran {
            Ok(ran) => ran,
            Err(why) => return Sampled::NotRun { why },
        };
        let run = format!("in the microc interpreter {}", told(&outcome.end));
        if matches!(outcome.end, End::StepLimit { .. } | End::DepthLimit { .. } | End::MemoryLimit { .. }) {
            return Sampled::NotRun { why: run };
        }
        let differs = |model: String| Sampled::Differs { model, run: run.clone() };
        if let Some(t) = s.open.iter().map(|t| &self.targets[t.index()]).find(|t| self.passed(&t.spec, &outcome, &trace)) {
            return Sampled::Differs {
                model: format!("does not pass {} with this input", t.label),
                run: "in the microc interpreter it does".into(),
            };
        }
        match (&s.end, &outcome.end) {
            (SampleEnd::Cut, _) => Sampled::Agrees,
            (SampleEnd::Status { number, .. }, End::Finished(n)) if number.as_ref().is_none_or(|m| *m == n.to_string()) => {
                let outputs: Vec<String> = outcome.outputs.iter().map(ToString::to_string).collect();
                if outputs == s.test.outputs {
                    return Sampled::Agrees;
                }
                let list = |of: &[String]| of.iter().take(20).map(String::as_str).collect::<Vec<_>>().join(" ");
                Sampled::Differs {
                    model: format!("puts out {} with this input", list(&s.test.outputs)),
                    run: format!("the microc interpreter puts out {}", list(&outputs)),
                }
            }
            (SampleEnd::Finding(f), End::Error(_)) if self.shows(f, &outcome) => Sampled::Agrees,
            (SampleEnd::Status { number, .. }, _) => differs(format!("ends with {}", number.as_deref().unwrap_or("no result"))),
            (SampleEnd::Finding(f), _) => differs(format!("finds the error `{}` ({})", f.kind, f.message)),
        }
    }

    fn trace(&self, test: &TestCase, stop: Stop<'_>) -> Vec<Line> {
        let Ok((_, trace)) = self.run(test, 0, EVENTS) else { return Vec::new() };
        let mut lines = self.lines(&trace);
        if let Stop::At(places) = stop {
            let passes = |(function, _, line): &Line| {
                places.iter().any(|p| p.function == *function && (p.line == *line || self.head(function) == Some(p.line)))
            };
            if let Some(end) = lines.iter().position(passes) {
                lines.truncate(end + 1);
            }
        }
        lines
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }
}

/// How a run ended, in a phrase that begins with "it".
pub fn told(end: &End) -> String {
    match end {
        End::Finished(n) => format!("it returned {n}"),
        End::Error(e) => format!("it ended with an error ({} at {}: {})", e.kind, e.pos, e.message),
        End::NeedInput { pos } => format!("it asked for another input at {pos}"),
        End::StepLimit { pos } => format!("it ended at the limit of steps at {pos}"),
        End::DepthLimit { pos } => format!("it ended at the limit of nested calls at {pos}"),
        End::MemoryLimit { pos } => format!("it ended at the limit of memory at {pos}"),
    }
}
