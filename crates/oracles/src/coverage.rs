//! Native coverage against verdicts: a line that some native run goes through is not unreachable; a line that is said to be reached was
//! gone through by the native run on that very input; and with every input tried, a line that no run goes through is never reached.

use std::collections::BTreeMap;
use std::time::Duration;

use homing_driver::{Lowered, Runnable};
use homing_exec::ExecOptions;
use homing_explore::{Candidate, Config, Confirmation, Hooks, Outcome, RunLimits, Verdict, explore_with};
use homing_ir::{InputKind, InputValue, Program, Target, TargetId, TargetSpec};
use homing_testkit::{TempDir, native};

use crate::generate::{MAX_LINES, NO_RUN, Source, checksum};
use crate::partition::{Partition, Said};
use crate::program::{bitcode, lower};
use crate::walk::{Budget, Walk, executor, walk};

/// What one native run did.
#[derive(Clone, Debug)]
pub struct Run {
    /// Over the outputs; `NO_RUN` if an assumption broke.
    pub sum: u64,
    bits: [u8; MAX_LINES / 8],
}

impl Run {
    /// The run went through this line.
    pub fn covers(&self, line: u32) -> bool {
        self.bits[line as usize / 8] >> (line % 8) & 1 == 1
    }
}

/// A generated program with what native runs do, by the value of the input bytes.
pub struct Subject {
    pub source: Source,
    pub raw: Program,
    pub runs: BTreeMap<u64, Run>,
    /// `runs` has every input.
    pub exhaustive: bool,
}

impl Subject {
    /// Compiles a program in both ways and runs it natively. Programs with errors are not run.
    pub fn new(dir: &TempDir, source: Source) -> Result<Subject, String> {
        let c = dir.write("p.c", &source.text);
        let raw = lower(&[bitcode(&c, &["-fwrapv"])])?;
        let runs = if source.shape.errors { BTreeMap::new() } else { native_runs(dir, &c)? };
        let exhaustive = source.shape.bytes <= 2;
        Ok(Subject { source, raw, runs, exhaustive })
    }

    /// Some native run went through the line.
    pub fn covered(&self, line: u32) -> bool {
        self.runs.values().any(|r| r.covers(line))
    }

    /// The input as the engine names it.
    pub fn input(&self, value: u64) -> InputValue {
        let bytes = value.to_le_bytes()[..self.source.shape.bytes].to_vec();
        InputValue { name: "in".into(), kind: InputKind::Object, bytes, type_name: String::new() }
    }

    /// The program with every line that has code as a target.
    pub fn code(&self) -> Result<Runnable, String> {
        let spec = |line: &u32| TargetSpec::Line { file: "p.c".into(), line: *line };
        let mut specs = Vec::new();
        let text: Vec<&str> = self.source.text.lines().collect();
        for line in &self.source.lines {
            match homing_ir::resolve(&self.raw, &[spec(line)]) {
                Ok(_) => specs.push(spec(line)),
                // A condition that clang can decide has no code of its own; nor has what stands behind a jump.
                Err(_) if ["HIT; if (", "HIT; switch ("].iter().any(|s| text[*line as usize - 1].contains(s)) => {}
                Err(e) if self.covered(*line) => return Err(format!("line {line} is executed natively, but: {e}")),
                Err(_) => {}
            }
        }
        let lowered = Lowered::of_program(self.raw.clone(), "main", &specs);
        lowered.and_then(|l| l.pin().runnable(true)).map_err(|e| e.to_string())
    }
}

fn native_runs(dir: &TempDir, c: &std::path::Path) -> Result<BTreeMap<u64, Run>, String> {
    let (exe, out) = (c.with_extension("exe"), dir.path().join("runs"));
    native(&[c], &exe, &["-DNATIVE", "-O1", "-fwrapv", "-fno-strict-aliasing"]);
    let file = std::fs::File::create(&out).map_err(|e| e.to_string())?;
    // Programs end by construction; the limit is for a generator that has gone wrong.
    let mut command = std::process::Command::new(&exe);
    let ended = homing_host::process::within(command.stdout(file), Duration::from_secs(20)).map_err(|e| e.to_string())?;
    match ended {
        None => return Err("the native program does not end".into()),
        Some(ended) if !ended.status.success() => return Err(format!("the native program ended with {}", ended.status)),
        Some(_) => {}
    }
    let data = std::fs::read(&out).map_err(|e| e.to_string())?;
    let word = |b: &[u8]| u64::from_le_bytes(b.try_into().expect("eight bytes"));
    let run = |r: &[u8]| Run { sum: word(&r[8..16]), bits: r[16..].try_into().expect("all lines") };
    Ok(data.chunks_exact(16 + MAX_LINES / 8).map(|r| (word(&r[..8]), run(r))).collect())
}

/// How a run of the engine is set up.
#[derive(Clone, Debug)]
pub struct Setting {
    pub promote: bool,
    pub config: Config,
}

/// Limits that let small programs be explored wholly.
pub fn config(search: &str, seed: u64, time: Duration) -> Config {
    let limits = RunLimits { time: Some(time), max_instructions: Some(20_000_000), ..RunLimits::default() };
    Config { search: search.into(), seed, limits, ..Config::default() }
}

/// How many lines got which verdict.
#[derive(Copy, Clone, Debug, Default)]
pub struct Tally {
    pub reached: usize,
    pub unreachable: usize,
    pub unknown: usize,
}

/// Explores with every line as a target and compares each verdict with the native runs (or, for a program with errors, with runs of the interpreter).
pub fn check(s: &Subject, setting: &Setting) -> Result<Tally, String> {
    let code = s.code()?;
    let (pinned, targets) = (code.pinned(), code.targets());
    let program = if setting.promote { code.program() } else { pinned };
    let mut hooks = Replay { pinned, refuted: Vec::new() };
    let strategy = homing_directed::make_strategy(&setting.config.search, setting.config.seed)?;
    let outcome = explore_with(program, code.entry(), targets, &setting.config, strategy, &mut hooks);
    if let Some(why) = hooks.refuted.first() {
        return Err(format!("a candidate does not replay: {why}"));
    }
    let known = if s.source.shape.errors { interpreted(s, pinned, targets) } else { native_known(s, targets) };
    let mut tally = Tally::default();
    for (t, o) in targets.iter().zip(&outcome.targets) {
        compare(s, t, &o.verdict, &known, &mut tally).map_err(|e| format!("{e}\n{}", described(&outcome)))?;
    }
    // Runs that start unconstrained prove by themselves.
    let alone = !["ccbse", "auto"].iter().any(|s| setting.config.search.contains(s));
    if tally.unreachable > 0 && !outcome.losses.is_empty() && alone {
        return Err("UNREACHABLE in spite of losses".into());
    }
    Ok(tally)
}

/// For each input tried, which targets it passes.
type Known = BTreeMap<u64, Vec<bool>>;

fn native_known(s: &Subject, targets: &[Target]) -> Known {
    s.runs.iter().map(|(v, r)| (*v, targets.iter().map(|t| r.covers(line_of(t))).collect())).collect()
}

fn interpreted(s: &Subject, pinned: &Program, targets: &[Target]) -> Known {
    let all = if s.source.shape.bytes == 1 { 256 } else { 3000 };
    let main = pinned.find("main").expect("main");
    let mut known = Known::new();
    for k in 0..all {
        let v = if s.source.shape.bytes == 1 { k } else { (k * 7919) & ((1 << (8 * s.source.shape.bytes)) - 1) };
        let run = homing_interp::run(pinned, main, &[s.input(v)], &homing_interp::Options::default());
        known.insert(v, targets.iter().map(|t| run.marks.contains(&t.id)).collect());
    }
    known
}

fn compare(s: &Subject, t: &Target, verdict: &Verdict, known: &Known, tally: &mut Tally) -> Result<(), String> {
    let (line, id) = (line_of(t), t.id.index());
    let by = known.iter().find(|(_, passes)| passes[id]).map(|(v, _)| *v);
    match verdict {
        Verdict::Reached { test, .. } => {
            tally.reached += 1;
            let [input] = &test.inputs[..] else { return Err(format!("line {line}: odd inputs {:?}", test.inputs)) };
            let mut word = [0; 8];
            word[..input.bytes.len()].copy_from_slice(&input.bytes);
            let v = u64::from_le_bytes(word);
            match known.get(&v) {
                Some(passes) if !passes[id] => Err(format!("line {line} is REACHED by {v:#x}, but that run does not pass it")),
                None if by.is_none() && s.exhaustive && !s.source.shape.errors => Err(format!("line {line}: no run with {v:#x}")),
                _ => Ok(()),
            }
        }
        Verdict::Unreachable => {
            tally.unreachable += 1;
            by.map_or(Ok(()), |v| Err(format!("line {line} is UNREACHABLE, but the run on {v:#x} passes it")))
        }
        Verdict::Unknown { .. } => {
            tally.unknown += 1;
            Ok(())
        }
    }
}

fn line_of(t: &Target) -> u32 {
    match t.spec {
        TargetSpec::Line { line, .. } => line,
        _ => unreachable!("every target here is a line"),
    }
}

fn described(o: &Outcome) -> String {
    format!("ended {:?}, {} states left, losses {:?}, pruned {:?}", o.ended, o.states_left, o.losses, o.stats.pruned_by)
}

/// The interpreter agrees with the native run: the same lines and outputs.
pub fn interpreter_agrees(s: &Subject, every: usize) -> Result<usize, String> {
    let code = s.code()?;
    let mut compared = 0;
    for (v, native) in s.runs.iter().step_by(every) {
        let run = homing_interp::run(code.pinned(), code.entry(), &[s.input(*v)], &homing_interp::Options::default());
        let sum = match run.outcome {
            homing_interp::Outcome::Returned(_) | homing_interp::Outcome::Exited(_) => checksum(&run.outputs),
            homing_interp::Outcome::AssumeFailed => NO_RUN,
            other => return Err(format!("input {v:#x}: {other:?}")),
        };
        if sum != native.sum {
            return Err(format!("input {v:#x}: the interpreter's outputs differ from the native run's"));
        }
        if let Some(t) = code.targets().iter().find(|t| native.covers(line_of(t)) != run.marks.contains(&t.id)) {
            return Err(format!("input {v:#x}: line {} natively {}", line_of(t), native.covers(line_of(t))));
        }
        compared += 1;
    }
    Ok(compared)
}

/// Replays in the interpreter.
pub struct Replay<'p> {
    pub pinned: &'p Program,
    pub refuted: Vec<String>,
}

impl Hooks for Replay<'_> {
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation {
        let main = self.pinned.find("main").expect("main");
        let options = homing_interp::Options { max_steps: c.steps * 4 + 1_000_000, ..homing_interp::Options::default() };
        let run = homing_interp::run(self.pinned, main, &c.test.inputs, &options);
        let id: Option<TargetId> = c.target.map(|t| t.id);
        if id.is_some_and(|id| run.marks.contains(&id)) {
            return Confirmation::Interpreter { why: "in tests".into() };
        }
        let why = format!("{:?} with {:?}: {:?}", c.target.map(|t| &t.label), c.test.inputs, run.outcome);
        self.refuted.push(why.clone());
        Confirmation::Refuted { why }
    }
}

/// Keeps a program that shows a defect; where it lies.
pub fn keep(s: &Source, name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("homing-oracle-{name}.c"));
    let _ = std::fs::write(&path, &s.text);
    path
}

/// Explores through the executor alone, every answer audited if asked for, and compares what the paths say with native runs on some inputs (with runs of the interpreter, for a
/// program with errors). The number of paths, or none if the budget did not suffice.
pub fn check_partition(
    s: &Subject,
    promote: bool,
    budget: &Budget,
    samples: usize,
    audit: bool,
) -> Result<Option<usize>, String> {
    let program = if promote { crate::program::promoted(&s.raw)? } else { s.raw.clone() };
    let main = program.find("main").ok_or("no main")?;
    let mut exec = executor(&program, ExecOptions::default(), audit);
    let paths = match walk(&mut exec, main, budget) {
        Walk::Complete(paths) => paths,
        Walk::Partial(_) => return audited(&exec).map(|()| None),
    };
    audited(&exec)?;
    let partition = match Partition::new(&mut exec, paths) {
        Ok(partition) => partition,
        // A program with errors may compare what it must not: where addresses decide, values of inputs alone name no path.
        Err(_) if s.source.shape.errors => return Ok(None),
        Err(why) => return Err(why),
    };
    let all = 1u64 << (8 * s.source.shape.bytes);
    for k in 0..samples as u64 {
        let v = if samples as u64 >= all { k % all } else { k.wrapping_mul(40_503).wrapping_add(k >> 3) % all };
        let input = s.input(v);
        let said = partition.at(&mut exec, &[&input.bytes]);
        let right = expected(s, &input, s.runs.get(&v));
        let Some(right) = right else { continue };
        let said = match said {
            Said::Nothing => NO_RUN,
            Said::Outputs(outputs) => checksum(&outputs),
            Said::Error(kind, outputs) => error_sum(&kind, &outputs),
            Said::Ambiguous(n) => return Err(format!("input {v:#x}: {n} path conditions hold")),
        };
        if said != right {
            return Err(format!("input {v:#x}: the outputs of its path differ from those of a run"));
        }
    }
    Ok(Some(partition.len()))
}

/// The checksum of the real run.
fn expected(s: &Subject, input: &InputValue, native: Option<&Run>) -> Option<u64> {
    if !s.source.shape.errors {
        return native.map(|r| r.sum);
    }
    let main = s.raw.find("main")?;
    let run = homing_interp::run(&s.raw, main, std::slice::from_ref(input), &homing_interp::Options::default());
    match run.outcome {
        homing_interp::Outcome::Returned(_) | homing_interp::Outcome::Exited(_) => Some(checksum(&run.outputs)),
        homing_interp::Outcome::AssumeFailed => Some(NO_RUN),
        homing_interp::Outcome::Error { kind, .. } => Some(error_sum(kind.name(), &run.outputs)),
        _ => None,
    }
}

fn error_sum(kind: &str, outputs: &[u64]) -> u64 {
    kind.bytes().fold(checksum(outputs), |sum, b| (sum ^ u64::from(b)).wrapping_mul(31))
}

/// No answer was wrong in the second opinion.
pub fn audited(exec: &homing_exec::Executor<'_>) -> Result<(), String> {
    match exec.context().audit.as_ref().and_then(|a| a.wrong.first()) {
        None => Ok(()),
        Some(wrong) => Err(format!("the audit objects: {wrong}")),
    }
}
