//! Random microc programs: what the engine says of their paths, errors and lines against runs of the interpreter.

use std::collections::BTreeSet;
use std::time::Duration;

use homing_directed::{make_strategy, strategies};
use homing_driver::{Failure, Lowered, Runnable, lower_microc};
use homing_exec::{ExecOptions, SymbolicIndex, TestCase};
use homing_explore::{
    Candidate, Config, Confirmation, Ended, Hooks, Merging, Outcome, PathEnd, RunLimits, Techniques, Verdict, explore_with,
};
use homing_ir::{FuncId, Program, TargetSpec};
use homing_microc::generate::{ClampedInputs, GenerateOptions, generate};
use homing_microc::{Ast, Pos, parse};
use homing_microc_run::{End, Machine, Options, Outcome as Ran, Trace, TraceOptions};
use num_bigint::BigInt;

/// What one program was good for.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Paths that were run again.
    pub paths: usize,
    /// Lines with their verdicts.
    pub reached: usize,
    pub unreachable: usize,
    pub unknown: usize,
    /// Everything was explored and nothing lost.
    pub whole: bool,
    /// All inputs were tried and everything was compared.
    pub brute: bool,
    /// States that were joined where the numbers of paths with and without were compared, and in how many runs there were any.
    pub joins: u64,
    pub counted: usize,
    /// States that were closed by what was learned from others, and those of them that were explored all the same.
    pub closed: u64,
    pub audited: u64,
}

/// How much is done with one program.
#[derive(Clone, Debug)]
pub struct Budget {
    pub instructions: u64,
    pub time: Duration,
    pub solver_work: u64,
}

/// Everything that a seed decides.
struct Plan {
    options: GenerateOptions,
    width: Option<u32>,
    search: String,
    promoted: bool,
    index: SymbolicIndex,
}

/// Inputs that are tried exhaustively: all values within the bound and one beyond, for that many inputs.
const CLAMPED: ClampedInputs = ClampedInputs { count: 2, bound: 2 };

fn plan(seed: u64) -> Plan {
    let larger = seed % 2 == 1;
    let clamped = seed % 4 >= 2;
    let options = GenerateOptions {
        seed,
        larger,
        // What is to be explored completely must end.
        loop_gen_prob: if clamped && !larger { 0.0 } else { 0.15 },
        for_loop_gen_prob: if clamped && !larger { 0.0 } else { 0.10 + (seed % 5) as f64 / 10.0 },
        max_top_lvl_stmts_count: if clamped { 5 } else { 10 },
        generate_divisions: !seed.is_multiple_of(3),
        error_guaranteed: seed % 7 == 3,
        unguarded_prob: if clamped { 0.2 } else { 0.05 },
        clamped_inputs: clamped.then_some(CLAMPED),
        ..GenerateOptions::default()
    };
    let names: Vec<&str> =
        strategies().iter().map(|s| s.0).filter(|s| !s.contains(':') && !["guess", "fuzz", "concolic"].contains(s)).collect();
    Plan {
        options,
        width: [None, None, None, Some(8), Some(32), Some(64)][(seed / 4 % 6) as usize],
        search: names[(seed / 2) as usize % names.len()].to_string(),
        promoted: seed % 5 != 4,
        index: if seed % 3 == 1 { SymbolicIndex::Fork } else { SymbolicIndex::Merge },
    }
}

/// The program of a seed.
pub fn text(seed: u64) -> String {
    generate(&plan(seed).options).expect("the options make sense")
}

/// The same, lowered: where it starts and how it runs.
pub fn program(seed: u64) -> Result<(Program, FuncId, ExecOptions), String> {
    let plan = plan(seed);
    let ast = parse("t.uc", &generate(&plan.options)?).map_err(|e| e[0].to_string())?;
    let budget = Budget { instructions: 1000, time: Duration::ZERO, solver_work: 0 };
    let subject = Subject::new(ast, &plan, &budget)?;
    let options = ExecOptions { symbolic_index: plan.index, ..ExecOptions::default() };
    let main = subject.code.entry();
    Ok((subject.code.into_program(), main, options))
}

/// Ways to join states, as the command line calls them.
const MERGES: [&str; 5] = ["aggressive", "lattice", "recursive", "dynamic", "auto"];

/// Which of them a program is explored with.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Modes {
    /// One of them, by the seed, with every path; and with paths dropped that lead nowhere, everything that can be joined.
    One,
    /// Each of them, both ways.
    Every,
    /// None; but states are closed by what was learned from others, and then each of those is explored all the same.
    Subsumed,
}

/// One exploration of a program.
#[derive(Copy, Clone)]
struct Run {
    /// Every path and every error, or what leads to targets only.
    all: bool,
    merging: Merging,
    /// States are closed by what was learned from others; one in so many of them is explored all the same (0: none).
    subsumed: Option<u64>,
}

impl Modes {
    /// As `homing check --all-errors` (true) and `homing reach` (false) do it, without joining first.
    fn runs(self, seed: u64) -> Result<Vec<Run>, String> {
        let plain = |(all, merging)| Run { all, merging, subsumed: None };
        let mut runs = vec![(true, Merging::None), (false, Merging::None)];
        match self {
            Modes::Subsumed => {
                let closing = |subsumed| Run { subsumed: Some(subsumed), ..plain((false, Merging::None)) };
                return Ok(vec![plain((true, Merging::None)), closing(0), closing(1)]);
            }
            Modes::One => runs.extend([(true, MERGES[(seed / 2) as usize % 4].parse()?), (false, Merging::Aggressive)]),
            Modes::Every => {
                for name in MERGES {
                    runs.extend([(true, name.parse()?), (false, name.parse()?)]);
                }
            }
        }
        Ok(runs.into_iter().map(plain).collect())
    }
}

/// Generates, explores and compares; `Err` says what is wrong.
pub fn check(seed: u64, budget: &Budget, modes: Modes) -> Result<Tally, String> {
    let plan = plan(seed);
    let text = generate(&plan.options)?;
    let ast = parse("t.uc", &text).map_err(|e| e[0].to_string())?;
    let subject = Subject::new(ast, &plan, budget)?;
    let wrong = |e: String| format!("seed {seed}, width {:?}, {}: {e}", plan.width, plan.search);
    let mut tally = Tally::default();
    let mut plain = None;
    for run in modes.runs(seed)? {
        let Run { all, merging, subsumed } = run;
        let mut seen = Seen { subject: &subject, wrong: Vec::new(), ends: BTreeSet::new(), paths: 0 };
        let outcome = subject.explore(&plan, budget, run, &mut seen)?;
        let wrong = |e: String| wrong(format!("{merging:?}, subsumption {subsumed:?}, every path {all}: {e}"));
        let closing = outcome.stats.subsumed;
        (tally.closed, tally.audited) = (tally.closed + closing.closed, tally.audited + closing.audited);
        if closing.wrong > 0 {
            return Err(wrong(format!("{} targets or errors below states that were closed", closing.wrong)));
        }
        if let Some(e) = seen.wrong.first() {
            return Err(wrong(e.clone()));
        }
        let whole = outcome.ended == Ended::Exhausted && outcome.losses.is_empty() && outcome.states_left == 0;
        let said = Said { verdicts: outcome.targets.iter().map(|t| Kind::of(&t.verdict)).collect(), ends: seen.ends.clone() };
        if plan.options.clamped_inputs.is_some() {
            tally.brute |= subject.compare(&outcome, &seen, all && whole).map_err(wrong)?;
        }
        tally.count(&said);
        match &plain {
            None => {
                (tally.paths, tally.whole) = (seen.paths, whole);
                plain = Some((said, whole, outcome.stats.paths));
            }
            Some((first, first_whole, paths)) => {
                let whole = whole && *first_whole;
                first.compare(&said, whole, whole && all).map_err(wrong)?;
                let joins = outcome.stats.joins;
                if whole && all && outcome.stats.paths != *paths {
                    return Err(wrong(format!("{paths} paths without joining, now {}", outcome.stats.paths)));
                }
                if merging != Merging::None && all {
                    tally.joins += if whole { joins } else { 0 };
                    tally.counted += usize::from(whole && joins > 0);
                }
            }
        }
    }
    Ok(tally)
}

/// A verdict without what proves it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Reached,
    Unreachable,
    Unknown,
}

impl Kind {
    fn of(v: &Verdict) -> Kind {
        match v {
            Verdict::Reached { .. } => Kind::Reached,
            Verdict::Unreachable => Kind::Unreachable,
            Verdict::Unknown { .. } => Kind::Unknown,
        }
    }
}

/// What a run says: of each target, and how paths end.
struct Said {
    verdicts: Vec<Kind>,
    ends: BTreeSet<String>,
}

impl Said {
    /// Another run must not contradict it. Where both have seen everything they must say the same of all targets, and where every path was
    /// kept as well, they must have met the same ends.
    fn compare(&self, other: &Said, whole: bool, every: bool) -> Result<(), String> {
        for (i, (a, b)) in self.verdicts.iter().zip(&other.verdicts).enumerate() {
            let open = [a, b].contains(&&Kind::Unknown);
            if a != b && (whole || !open) {
                return Err(format!("target {i} is {a:?} without joining, now {b:?}"));
            }
        }
        match self.ends.symmetric_difference(&other.ends).next() {
            Some(end) if every => Err(format!("only one of the runs with and without joining ends by `{end}`")),
            _ => Ok(()),
        }
    }
}

impl Tally {
    fn count(&mut self, said: &Said) {
        let number = |kind| said.verdicts.iter().filter(|v| **v == kind).count();
        self.reached += number(Kind::Reached);
        self.unreachable += number(Kind::Unreachable);
        self.unknown += number(Kind::Unknown);
    }
}

struct Subject {
    ast: Ast,
    machine: Machine,
    /// With a target on each line that has code and on each function.
    code: Runnable,
}

impl Subject {
    fn new(ast: Ast, plan: &Plan, budget: &Budget) -> Result<Subject, String> {
        let bad = |e: Failure| e.to_string();
        let program = lower_microc(&ast, plan.width).map_err(bad)?;
        let lines: BTreeSet<u32> =
            program.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.locs).map(|l| program.loc(*l).line).collect();
        let lines = lines.into_iter().filter(|l| *l != 0).map(|line| TargetSpec::Line { file: "t.uc".into(), line });
        let functions = ast.functions.iter().map(|f| TargetSpec::Function(ast.name(f.name).into()));
        let lowered = Lowered::of_program(program, "main", &lines.chain(functions).collect::<Vec<_>>());
        let code = lowered.and_then(|l| l.pin().runnable(plan.promoted)).map_err(bad)?;
        let options = Options {
            int_width: plan.width,
            step_limit: Some(budget.instructions * 40 + 20_000),
            depth_limit: 100_000,
            ..Options::default()
        };
        let machine = Machine::new(&ast, options).map_err(|e| e.to_string())?;
        Ok(Subject { ast, machine, code })
    }

    fn explore(
        &self,
        plan: &Plan,
        budget: &Budget,
        Run { all, merging, subsumed }: Run,
        seen: &mut Seen<'_>,
    ) -> Result<Outcome, String> {
        // What can be compared with all inputs is explored as far as it goes.
        let instructions = if plan.options.clamped_inputs.is_some() { budget.instructions * 10 } else { budget.instructions };
        let config = Config {
            search: plan.search.clone(),
            seed: plan.options.seed,
            limits: RunLimits { max_instructions: Some(instructions), time: Some(budget.time), ..RunLimits::default() },
            exec: ExecOptions { symbolic_index: plan.index, prove_joins: merging != Merging::None, ..ExecOptions::default() },
            all_errors: all,
            all_tests: all,
            merging,
            techniques: Techniques::default().with_subsumption(subsumed.is_some()),
            audit_closed: subsumed.unwrap_or(0),
            // Products of inputs can be hard; what is not decided soon is a loss, and checks nothing.
            solver_work: budget.solver_work,
            ..Config::default()
        };
        let strategy = make_strategy(&plan.search, plan.options.seed)?;
        Ok(explore_with(self.code.program(), self.code.entry(), self.code.targets(), &config, strategy, seen))
    }

    fn run(&self, test: &TestCase) -> Result<(Ran, Trace, usize), String> {
        let numbers: Option<Vec<BigInt>> = test.inputs.iter().map(|i| i.number()?.parse().ok()).collect();
        let mut args = numbers.ok_or("a test case with something else than numbers")?;
        let given = args.len();
        let inputs = args.split_off(self.machine.main_params().min(given));
        let ran = self.machine.run_traced(&mut inputs.into_iter(), &args, TraceOptions::default());
        let (outcome, trace) = ran.map_err(|e| e.to_string())?;
        let used = outcome.inputs_used + args.len();
        if used < given && !matches!(outcome.end, End::StepLimit { .. }) {
            return Err(format!("the test case has {given} numbers, the run read {used}"));
        }
        Ok((outcome, trace, used))
    }

    fn passes(&self, spec: &TargetSpec, trace: &Trace) -> bool {
        match spec {
            TargetSpec::Line { line, .. } => trace.reaches_line(*line),
            TargetSpec::Function(name) => {
                self.ast.functions.iter().any(|f| self.ast.name(f.name) == name && trace.visited.contains(&f.pos))
            }
            _ => false,
        }
    }

    /// Tries all inputs. True if the comparison was complete.
    fn compare(&self, outcome: &Outcome, seen: &Seen<'_>, whole: bool) -> Result<bool, String> {
        let most = i64::from(CLAMPED.bound) + 1;
        let values: Vec<i64> = (-most..=most).collect();
        let mut ends = BTreeSet::new();
        let mut visited: BTreeSet<Pos> = BTreeSet::new();
        for n in 0..values.len().pow(CLAMPED.count) {
            let digit = |i: u32| BigInt::from(values[n / values.len().pow(i) % values.len()]);
            let inputs: Vec<BigInt> = (0..CLAMPED.count).map(digit).collect();
            let ran = self.machine.run_traced(&mut inputs.into_iter(), &[], TraceOptions::default());
            let (ran, trace) = ran.map_err(|e| e.to_string())?;
            match end(&ran.end) {
                Some(end) => ends.insert(end),
                None => return Ok(false),
            };
            visited.extend(trace.visited);
        }
        let all = Trace { visited, ..Trace::default() };
        for t in &outcome.targets {
            let target = &self.code.targets()[t.target.index()];
            match (&t.verdict, self.passes(&target.spec, &all)) {
                (Verdict::Reached { .. }, false) => return Err(format!("{} is reached, but by no input", target.label)),
                (Verdict::Unreachable, true) => {
                    return Err(format!("{} is said to be unreachable, but is reached", target.label));
                }
                _ => {}
            }
        }
        if let Some(e) = seen.ends.iter().find(|e| !ends.contains(*e)) {
            return Err(format!("no input leads to `{e}`"));
        }
        match ends.iter().find(|e| !seen.ends.contains(*e)) {
            Some(e) if whole => Err(format!("`{e}` was not found, though everything was explored")),
            _ => Ok(whole),
        }
    }
}

/// Kind and place of an error, or that there was none; nothing if the run did not end by itself.
fn end(end: &End) -> Option<String> {
    match end {
        End::Finished(_) => Some("returned".into()),
        End::Error(e) => Some(format!("{} at {}", e.kind, e.pos)),
        _ => None,
    }
}

/// Runs what the engine says again.
struct Seen<'a> {
    subject: &'a Subject,
    wrong: Vec<String>,
    ends: BTreeSet<String>,
    paths: usize,
}

impl Seen<'_> {
    fn said(&self, how: &PathEnd) -> Option<String> {
        match how {
            PathEnd::Returned | PathEnd::Exited => Some("returned".into()),
            PathEnd::Finding(f) => {
                let at = self.subject.code.program().loc(f.loc);
                Some(format!("{} at {}:{}", f.kind, at.line, at.column))
            }
            PathEnd::Lost(_) => None,
        }
    }
}

impl Hooks for Seen<'_> {
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation {
        let why = match (self.subject.run(c.test), c.finding, c.target) {
            (Err(e), ..) => e,
            // Errors are compared where their paths end.
            (Ok(_), Some(_), _) => return Confirmation::Reference { by: "test" },
            (Ok((ran, trace, _)), None, Some(t)) => {
                if self.subject.passes(&t.spec, &trace) {
                    return Confirmation::Reference { by: "test" };
                }
                format!("the run does not pass {}: {:?}", t.label, ran.end)
            }
            _ => "nothing to confirm".into(),
        };
        self.wrong.push(format!("{:?}: {why}", values(c.test)));
        Confirmation::Refuted { why }
    }

    fn path_ended(&mut self, test: &TestCase, how: &PathEnd) {
        let Some(said) = self.said(how) else { return };
        self.paths += 1;
        let complaint = match self.subject.run(test) {
            Err(e) => Some(e),
            Ok((ran, ..)) => {
                let outputs: Vec<String> = ran.outputs.iter().map(|n| n.to_string()).collect();
                let real = end(&ran.end).unwrap_or_else(|| format!("{:?}", ran.end));
                if real != said {
                    Some(format!("the engine says `{said}`, the run `{real}`"))
                } else if outputs != test.outputs {
                    Some(format!("the engine puts out {:?}, the run {outputs:?}", test.outputs))
                } else {
                    None
                }
            }
        };
        self.wrong.extend(complaint.map(|c| format!("inputs {:?}: {c}", values(test))));
        self.ends.insert(said);
    }
}

fn values(test: &TestCase) -> Vec<&str> {
    test.inputs.iter().map(|i| i.number().unwrap_or("?")).collect()
}
