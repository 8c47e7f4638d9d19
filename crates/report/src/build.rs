//! From the engine's answer to the report's data.

use homing_exec::{Finding, HardPlace, Loss, LossKind, TestCase};
use homing_explore::{
    Annotation, Confirmation, Contradiction, Ended, FoundError, FuzzStats, Invariant, LoopUse, Outcome, ProofCheck, RunStats,
    TargetOutcome,
};
use homing_ir::{FuncId, LocId, Program, Target};

use crate::{
    AnnotationReport, ContradictionReport, ErrorReport, FuzzReport, HardReport, InvariantReport, LoopReport, LossReport,
    PartReport, Place, ProofReport, Replay, Report, RunWork, Skipped, Statistics, Step, TargetReport, Test, Verdict, path,
};

/// Steps of a path that are kept in the data.
const PATH_STEPS: usize = 1000;

/// A line that a run passes: function, file, line.
pub type Line = (String, String, u32);

/// What only the caller knows about a test case: it owns the output folder and the interpreter.
pub trait Tests {
    /// The name of the file that the test case was written to.
    fn file(&mut self, test: &TestCase) -> Option<String>;
    /// The source lines that the test case's run passes up to `stop`, in order.
    fn trace(&mut self, test: &TestCase, stop: Stop<'_>) -> Vec<Line>;
    /// The columns of these places' lines that the test case's run passes, as far as its inputs go; none if nobody can tell.
    fn columns(&mut self, _: &TestCase, _: &[Place]) -> Vec<u32> {
        Vec::new()
    }
    /// What the caller does in a test case of a run that starts in a function.
    fn assumptions(&mut self, _: &TestCase) -> Option<crate::Assumed> {
        None
    }
    /// How the program is started with the test case, and which of its inputs say so; nothing for a program that has no
    /// arguments and files.
    fn invocation(&mut self, _: &TestCase) -> Option<(crate::Invocation, Vec<bool>)> {
        None
    }
}

/// Where the shown path ends.
pub enum Stop<'a> {
    /// At the first of these lines.
    At(&'a [Place]),
    /// At the error, where the run ends by itself.
    Error,
}

/// The parts of the report that come from the engine; the caller fills in the rest.
///
/// `places` has the source positions of each target, taken before pinning and passes (see [`places`]).
pub fn build(p: &Program, targets: &[Target], places: &[Vec<Place>], outcome: &Outcome, tests: &mut dyn Tests) -> Report {
    let of = |t: &TargetOutcome| (&targets[t.target.index()], places[t.target.index()].clone());
    let target_reports: Vec<TargetReport> = outcome.targets.iter().map(|t| target(p, of(t), t, tests)).collect();
    let mut errors: Vec<ErrorReport> = outcome.errors.iter().map(|e| found(p, e, tests)).collect();
    // What is the function's own fault comes first.
    errors.sort_by_key(|e| e.depends_on_caller);
    let verdict = Verdict::join(target_reports.iter().map(|t| t.verdict));
    Report {
        verdict,
        exit_code: verdict.exit_code(),
        ended: ended(outcome.ended).into(),
        targets: target_reports,
        errors,
        contradictions: outcome.contradictions.iter().map(|c| contradiction(p, c, tests)).collect(),
        proof: outcome.proof.as_ref().map(|check| proof(check, p)),
        losses: outcome.losses.iter().map(|(l, n)| loss(p, l, *n)).collect(),
        invariants: outcome.invariants.iter().map(|i| kept(p, i)).collect(),
        annotations: outcome.annotations.iter().map(|a| annotation(p, a)).collect(),
        loops: outcome.loops.iter().map(|l| of_loop(p, l)).collect(),
        hard_questions: outcome.hard.iter().take(HARD).map(|h| hard(p, h)).collect(),
        states_left: outcome.states_left,
        statistics: statistics(p, &outcome.stats),
        notes: notes(p, outcome),
        ..Report::default()
    }
}

/// Places that are told of.
const HARD: usize = 20;

fn hard(p: &Program, h: &HardPlace) -> HardReport {
    let advice = h.suspect.as_ref().map(|name| {
        format!("assume a value or a small range for `{name}`, which most products, quotients and shifts in it depend on")
    });
    HardReport {
        place: place(p, h.func, h.loc),
        questions: h.times,
        unanswered: h.open,
        work: h.work / 1_000_000,
        terms: h.nodes,
        inputs: h.inputs.clone(),
        asked: h.by.clone(),
        advice,
    }
}

fn of_loop(p: &Program, l: &LoopUse) -> LoopReport {
    LoopReport { place: place(p, l.func, l.loc), leaps: l.leaps, why_not: l.why.map(String::from) }
}

fn kept(p: &Program, i: &Invariant) -> InvariantReport {
    InvariantReport { place: place(p, i.func, i.loc), cases: i.cases.clone() }
}

fn annotation(p: &Program, a: &Annotation) -> AnnotationReport {
    AnnotationReport { place: place(p, a.func, a.loc), condition: a.condition.clone(), closed: a.closed }
}

fn notes(p: &Program, outcome: &Outcome) -> Vec<String> {
    let held = outcome.never_held.iter().map(|at| never_held(p, *at));
    let proved = outcome.invariants.iter().map(|i| invariant(p, i));
    let necessary = outcome.necessary.iter().cloned();
    p.notes.iter().cloned().chain(held).chain(proved).chain(necessary).chain(no_induction(outcome)).collect()
}

/// Why there is no proof by induction, where one was looked for and is missing.
fn no_induction(outcome: &Outcome) -> Option<String> {
    let open = |t: &TargetOutcome| matches!(t.verdict, homing_explore::Verdict::Unknown { .. });
    let mut reasons = outcome.no_induction.clone();
    reasons.dedup();
    let missing = outcome.invariants.is_empty() && !reasons.is_empty() && outcome.targets.iter().any(open);
    missing.then(|| format!("no proof by induction was found: {}", reasons.join("; ")))
}

fn invariant(p: &Program, i: &Invariant) -> String {
    let at = crate::text::place(&place(p, i.func, i.loc));
    let cases = if i.cases.is_empty() { "nothing but that it is passed".into() } else { i.cases.join("; or ") };
    format!("proved for every round of the loop at {at}: {cases}")
}

fn never_held(p: &Program, (func, loc): (FuncId, LocId)) -> String {
    let at = crate::text::place(&place(p, func, loc));
    format!("the assumption at {at} cannot hold (provably false): every path that comes there ends")
}

fn target(p: &Program, (of, places): (&Target, Vec<Place>), t: &TargetOutcome, tests: &mut dyn Tests) -> TargetReport {
    use homing_explore::Verdict as Engine;
    let stop_at = places.clone();
    let mut r = TargetReport { target: of.label.clone(), places, ..TargetReport::default() };
    match &t.verdict {
        Engine::Reached { test, confirmation, finding, steps, after } => {
            r.verdict = Verdict::Reached;
            r.replay = replay(confirmation);
            let stop = if finding.is_some() { Stop::Error } else { Stop::At(&stop_at) };
            r.test = Some(test_report(test, stop, tests));
            if of.parts.len() > 1 {
                let passed = tests.columns(test, &stop_at);
                let part =
                    |(i, column): (usize, &u32)| PartReport { number: i + 1, column: *column, passed: passed.contains(column) };
                r.parts = of.parts.iter().enumerate().map(part).filter(|_| !passed.is_empty()).collect();
            }
            r.error = finding.as_ref().map(|f| error(p, f));
            r.path_instructions = Some(*steps);
            r.after_seconds = Some(after.as_secs_f64());
        }
        Engine::Unreachable => r.verdict = Verdict::Unreachable,
        Engine::Unknown { reasons, advice, states_left, nearest, within } => {
            r.verdict = Verdict::Unknown;
            r.reasons = reasons.clone();
            r.advice = advice.clone();
            r.states_left = Some(*states_left);
            r.nearest = *nearest;
            r.within = within.clone();
        }
    }
    r
}

/// The source positions of a target, each line once. Must be asked before the program is pinned: its places move then.
pub fn places(p: &Program, target: &Target) -> Vec<Place> {
    let mut all = Vec::new();
    for at in &target.places {
        let block = p.func(at.func).block(at.block);
        let loc = block.locs.get(at.inst as usize).copied().unwrap_or_default();
        let mut here = place(p, at.func, loc);
        if here.line == 0 {
            here = place(p, at.func, p.func(at.func).loc);
        }
        if !all.iter().any(|q: &Place| q.line == here.line && q.function == here.function) {
            all.push(here);
        }
    }
    all
}

fn found(p: &Program, e: &FoundError, tests: &mut dyn Tests) -> ErrorReport {
    let test = Some(test_report(&e.test, Stop::Error, tests));
    let after_seconds = Some(e.after.as_secs_f64());
    ErrorReport { replay: replay(&e.confirmation), test, after_seconds, ..error(p, &e.finding) }
}

/// An error as the report has it, without test and replay.
pub fn error(p: &Program, f: &Finding) -> ErrorReport {
    let (func, loc) = f.site(p);
    // What was called there, where the error is inside of it.
    let called = f.stack.iter().position(|at| *at == (func, loc)).filter(|at| *at > 0).map(|at| f.stack[at - 1].0);
    ErrorReport {
        kind: f.kind.name().into(),
        message: f.message.clone(),
        place: place(p, func, loc),
        inside: called.map(|f| place(p, f, LocId(0)).function),
        stack: f.stack.iter().map(|(func, loc)| place(p, *func, *loc)).collect(),
        depends_on_caller: f.by_caller,
        after_seconds: None,
        replay: None,
        test: None,
    }
}

fn replay(c: &Confirmation) -> Option<Replay> {
    match c {
        Confirmation::Native => Some(Replay { by: "native".into(), why: None }),
        Confirmation::Interpreter { why } => Some(Replay { by: "interpreter".into(), why: Some(why.clone()) }),
        Confirmation::Reference { by } => Some(Replay { by: (*by).into(), why: None }),
        Confirmation::Refuted { .. } | Confirmation::Unconfirmed { .. } => None,
    }
}

fn test_report(test: &TestCase, stop: Stop<'_>, tests: &mut dyn Tests) -> Test {
    let (path, path_omitted) = path::cap(steps(tests.trace(test, stop)), PATH_STEPS);
    let mut inputs: Vec<crate::Input> = test.inputs.iter().map(crate::describe).collect();
    let invocation = tests.invocation(test).map(|(invocation, parts)| {
        inputs.iter_mut().zip(parts).for_each(|(i, part)| i.environment = part);
        invocation
    });
    let assumed = tests.assumptions(test);
    Test { file: tests.file(test), invocation, inputs, assumed, outputs: test.outputs.clone(), path, path_omitted }
}

/// The source lines of a trace.
pub fn lines(p: &Program, trace: &[(FuncId, LocId)]) -> Vec<Line> {
    let known = trace.iter().filter(|(_, l)| p.loc(*l).line != 0);
    // Rust's standard library has its lines in every path and its source on few machines.
    let own = known.map(|(f, l)| place(p, *f, *l)).filter(|at| !at.file.starts_with("/rustc/"));
    own.map(|at| (at.function, at.file, at.line)).collect()
}

/// Lines in order, folded.
pub fn steps(mut lines: Vec<Line>) -> Vec<Step> {
    lines.dedup();
    path::fold(lines)
}

/// A position by name.
pub fn place(p: &Program, func: FuncId, loc: LocId) -> Place {
    let l = p.loc(loc);
    let file = if l.line == 0 { String::new() } else { p.files.get(l.file.index()).map(|f| f.full_path()).unwrap_or_default() };
    let function = p.functions.get(func.index()).map(|f| readable(&f.name)).unwrap_or_default();
    Place { function, file, line: l.line, column: l.column }
}

/// A function's name as its source has it, where it is one of Rust's.
fn readable(name: &str) -> String {
    rustc_demangle::try_demangle(name).map_or_else(|_| name.to_string(), |n| format!("{n:#}"))
}

fn contradiction(p: &Program, c: &Contradiction, tests: &mut dyn Tests) -> ContradictionReport {
    let place = place(p, c.func, c.loc);
    ContradictionReport { model: c.model.clone(), run: c.run.clone(), place, test: tests.file(&c.test) }
}

fn proof(c: &ProofCheck, p: &Program) -> ProofReport {
    let skipped = c.skipped.iter().map(|(why, count)| Skipped { why: why.clone(), count: *count }).collect();
    // Only programs in microc know no errors that a run survives.
    let by = if p.errors_end { "microc interpreter" } else { "native" };
    ProofReport { paths: c.paths, runs: c.runs, by: by.into(), skipped }
}

fn loss(p: &Program, l: &Loss, count: u64) -> LossReport {
    LossReport {
        kind: loss_name(l.kind),
        what: l.kind.describe().into(),
        detail: l.detail.clone(),
        place: place(p, l.func, l.loc),
        count,
    }
}

fn loss_name(kind: LossKind) -> String {
    // CamelCase of the source becomes kebab-case: the names in the JSON follow the one list of kinds.
    let mut out = String::new();
    for c in format!("{kind:?}").chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

fn ended(e: Ended) -> &'static str {
    match e {
        Ended::Exhausted => "exhausted",
        Ended::Decided => "decided",
        Ended::Time => "time",
        Ended::CpuTime => "cpu-time",
        Ended::Memory => "memory",
        Ended::Instructions => "instructions",
        Ended::Interrupted => "interrupted",
    }
}

fn fuzzing(s: &FuzzStats) -> FuzzReport {
    let FuzzStats { runs, kept, retraced, blocks, work, apart, why_not } = s.clone();
    FuzzReport { runs, kept, retraced, blocks, work, apart, why_not }
}

fn statistics(p: &Program, s: &RunStats) -> Statistics {
    let mut out = Statistics {
        instructions: s.instructions,
        paths: s.paths,
        error_paths: s.error_paths,
        states: s.ended,
        paths_at_most: s.paths_at_most,
        forks: s.forks,
        subsumed: s.subsumed.closed,
        learned: s.subsumed.learned,
        pruned: s.pruned_by.values().sum(),
        pruned_by: s.pruned_by.clone(),
        joins: s.joins,
        selects: s.selects,
        parted_again: s.parted_again,
        started_anew: s.started_anew,
        put_off: Some(s.put_off).filter(|n| *n > 0),
        asked_again: Some(s.asked_again).filter(|n| *n > 0),
        join_refusals: s.join_refusals.iter().map(|(why, n)| (why.to_string(), *n)).collect(),
        max_states: s.max_states,
        inputs: s.inputs,
        decides: s.decides,
        by_domain: s.by_domain,
        by_model: s.by_model,
        by_cache: s.by_cache,
        solver_calls: s.solver_calls,
        work: RunWork { main: s.work.main, beside: s.work.beside, unconstrained: s.work.unconstrained, guessed: s.work.guessed },
        starts: s.starts,
        follows: s.follows,
        branches_followed: s.branches_followed,
        branches_decided: s.branches_decided,
        follow_calls: s.follow_calls,
        fuzzing: s.fuzzing.as_ref().map(fuzzing),
        terms: s.terms,
        blocks_covered: s.blocks_covered,
        blocks_total: s.blocks_total,
        peak_memory: s.peak_memory,
        program_instructions: p.instruction_count(),
        ..Statistics::default()
    };
    out.cpu_seconds.execute = s.execute_seconds;
    out.cpu_seconds.solve = s.solve_seconds;
    out.cpu_seconds.replay = s.replay_seconds;
    out
}
