//! The report as data: what `--json` prints and what the text is made from.
//!
//! Field names are an interface (documented in `docs/json.md`): add fields, never rename them.

use serde::{Deserialize, Serialize};

/// Everything that one run of `homing reach` or `homing check` tells.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Version of Homing.
    pub homing: String,
    /// `reach` or `check`.
    pub command: String,
    pub files: Vec<String>,
    pub entry: String,
    /// The answer of the whole run: of several targets REACHED wins over UNKNOWN, UNKNOWN over UNREACHABLE.
    pub verdict: Verdict,
    pub exit_code: i32,
    /// Why the run ended: `exhausted`, `decided`, `time`, `cpu-time`, `memory`, `instructions`, `interrupted`.
    pub ended: String,
    pub targets: Vec<TargetReport>,
    /// Errors found by `homing check`, or beside the targets.
    pub errors: Vec<ErrorReport>,
    pub losses: Vec<LossReport>,
    /// Where questions to the solver were hard, the dearest place first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub hard_questions: Vec<HardReport>,
    /// Loops that were to be gone round in one step.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub loops: Vec<LoopReport>,
    /// What was proved of loops: one of the cases holds whenever the head is passed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub invariants: Vec<InvariantReport>,
    /// What was learned from finished paths and closed others.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub annotations: Vec<AnnotationReport>,
    /// Where a run of the program did something else than the model says: then nothing is UNREACHABLE or free of errors.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub contradictions: Vec<ContradictionReport>,
    /// How proofs were compared with real runs, where there were any to compare.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub proof: Option<ProofReport>,
    /// What the inputs are bounded by: sizes of arguments, streams and files that the user gave. Verdicts are about such inputs.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub bounds: Vec<String>,
    /// What callers of the function that the run starts in keep to (`--assume`). Verdicts are about such callers.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub preconditions: Vec<String>,
    /// The program was run without any symbolic input: there was one run, and all verdicts are about it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub no_input: Option<NoInput>,
    pub states_left: usize,
    pub statistics: Statistics,
    /// What the front end could not represent, and other remarks that change no verdict.
    pub notes: Vec<String>,
    /// Where the test cases are.
    pub folder: Option<String>,
    /// How native replays were kept apart from the machine, if there were any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub isolation: Option<String>,
}

impl Report {
    /// Adds a target that is not in the program, as the one of that number.
    pub fn add_missing(&mut self, number: usize, target: &str, why: &str) {
        let missing = Some(why.to_string());
        let report = TargetReport { target: target.into(), reasons: vec![why.into()], missing, ..TargetReport::default() };
        self.targets.insert(number.min(self.targets.len()), report);
        self.verdict = Verdict::join(self.targets.iter().map(|t| t.verdict));
        self.exit_code = self.verdict.exit_code();
    }

    /// Shortens the names of files below `base`: for people who sit there. Tools want the whole path.
    pub fn relative_to(&mut self, base: &str) {
        let prefix = format!("{}/", base.trim_end_matches('/'));
        let shorten = |file: &mut String| {
            if let Some(rest) = file.strip_prefix(&prefix) {
                *file = rest.to_string();
            }
        };
        let test = |t: &mut Option<Test>| t.iter_mut().flat_map(|t| &mut t.path).for_each(|s| shorten(&mut s.file));
        let error = |e: &mut ErrorReport| {
            shorten(&mut e.place.file);
            e.stack.iter_mut().for_each(|p| shorten(&mut p.file));
            test(&mut e.test);
        };
        for t in &mut self.targets {
            t.places.iter_mut().for_each(|p| shorten(&mut p.file));
            t.error.iter_mut().for_each(error);
            test(&mut t.test);
        }
        self.errors.iter_mut().for_each(error);
        self.losses.iter_mut().for_each(|l| shorten(&mut l.place.file));
        self.hard_questions.iter_mut().for_each(|h| shorten(&mut h.place.file));
        self.loops.iter_mut().for_each(|l| shorten(&mut l.place.file));
        self.invariants.iter_mut().for_each(|i| shorten(&mut i.place.file));
        self.annotations.iter_mut().for_each(|a| shorten(&mut a.place.file));
        self.contradictions.iter_mut().for_each(|c| shorten(&mut c.place.file));
    }
}

/// A loop that a search has looked at, to go many rounds of it in one step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoopReport {
    /// Where its head is.
    pub place: Place,
    /// How often states went rounds of it in one step.
    pub leaps: u64,
    /// Why one did not, the last time that this was so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why_not: Option<String>,
}

fn is_none_yet(n: &u64) -> bool {
    *n == 0
}

/// What every round of a loop keeps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InvariantReport {
    /// Where the loop's head is.
    pub place: Place,
    /// In words of the program; one of them holds.
    pub cases: Vec<String>,
}

/// A condition under which nothing can be met from a place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnnotationReport {
    pub place: Place,
    pub condition: String,
    /// States that it closed.
    pub closed: u64,
}

/// A place where questions to the solver were hard.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HardReport {
    pub place: Place,
    /// How many of them were, and how many of these were not answered (some perhaps later, when they were asked again).
    pub questions: u64,
    pub unanswered: u64,
    /// Work that was spent on them, in millions of units of about 10 ns, as `--solver-limit` counts.
    pub work: u64,
    /// Of the dearest one: how many terms, which inputs (the first few), and who was asked last.
    pub terms: usize,
    pub inputs: Vec<String>,
    pub asked: String,
    /// What would make it easier.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub advice: Option<String>,
}

/// A program that met no symbolic input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoInput {
    /// Options that would give it some, each with why.
    pub advice: Vec<String>,
}

/// The three answers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    Reached,
    Unreachable,
    #[default]
    Unknown,
}

impl Verdict {
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Reached => "REACHED",
            Verdict::Unreachable => "UNREACHABLE",
            Verdict::Unknown => "UNKNOWN",
        }
    }

    /// The process's exit code for that answer.
    pub fn exit_code(self) -> i32 {
        match self {
            Verdict::Reached => 10,
            Verdict::Unreachable => 0,
            Verdict::Unknown => 5,
        }
    }

    /// The answer for several targets together.
    pub fn join(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
        let mut all = Verdict::Unreachable;
        for v in verdicts {
            all = match (all, v) {
                (Verdict::Reached, _) | (_, Verdict::Reached) => Verdict::Reached,
                (Verdict::Unknown, _) | (_, Verdict::Unknown) => Verdict::Unknown,
                _ => Verdict::Unreachable,
            };
        }
        all
    }
}

/// One target and its verdict.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TargetReport {
    /// As the user named it.
    pub target: String,
    pub verdict: Verdict,
    /// Source places of the target: empty for errors.
    pub places: Vec<Place>,
    /// Only for REACHED.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub replay: Option<Replay>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub test: Option<Test>,
    /// The error that is the target, where the target is an error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub error: Option<ErrorReport>,
    /// Instructions executed on the path.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub path_instructions: Option<u64>,
    /// Seconds after the start of the search.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after_seconds: Option<f64>,
    /// Only for UNKNOWN: what stands in the way.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub reasons: Vec<String>,
    /// Only for UNKNOWN: the target is not in the program, and why; it was not searched for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub missing: Option<String>,
    /// Only for REACHED, of a line whose code has several parts: which of them the run passes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub parts: Vec<PartReport>,
    /// Only for UNKNOWN: what to change.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub advice: Vec<String>,
    /// Only for UNKNOWN: nothing stands in the way but these bounds, which the user gave. No run within them gets to the target.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub within: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub states_left: Option<usize>,
    /// Fewest instructions from a state that is left to the target.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nearest: Option<u32>,
}

/// A part of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartReport {
    /// What stands behind `#` in a target.
    pub number: usize,
    pub column: u32,
    pub passed: bool,
}

/// How the input was confirmed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Replay {
    /// `native`, `interpreter`, or `microc interpreter`.
    pub by: String,
    /// Why a native run was not possible.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}

/// An error of the analysed program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ErrorReport {
    /// `null`, `out-of-bounds`, ...
    pub kind: String,
    pub message: String,
    #[serde(flatten)]
    pub place: Place,
    /// The function of a library that was called there, if the error is inside of it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inside: Option<String>,
    /// Innermost call first.
    pub stack: Vec<Place>,
    /// It happens only if the caller of the function that the run starts in gives what was assumed: a null pointer, or so few elements.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub depends_on_caller: bool,
    /// Seconds after the start of the search.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub replay: Option<Replay>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub test: Option<Test>,
}

/// A position in the user's files. Line 0: not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// An input that proves something, and the path it takes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Test {
    /// File name in the output folder.
    pub file: Option<String>,
    /// How the program is started, where that depends on the test case.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub invocation: Option<crate::Invocation>,
    pub inputs: Vec<Input>,
    /// What the caller does, where the run starts in a function (`--lazy`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub assumed: Option<Assumed>,
    /// What the run puts out, in decimal (microc).
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub outputs: Vec<String>,
    /// Source lines in the order executed, loops folded.
    pub path: Vec<Step>,
    /// Steps that were left out of `path`.
    pub path_omitted: usize,
}

/// Assumptions about the caller of the function that a run starts in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumed {
    /// Declarations and statements in C, the call last.
    pub lines: Vec<String>,
    /// File name in the output folder of the program that makes the call.
    pub harness: Option<String>,
}

/// One input value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    pub name: String,
    /// `object`, `nondet`, `uninitialised`, `havoc`, `number` (microc).
    pub kind: String,
    /// C type, empty if not known.
    #[serde(rename = "type")]
    pub type_name: String,
    pub size: usize,
    /// The value as a C programmer writes it.
    pub value: String,
    /// Hexadecimal, in memory order; of a `number` nothing, its value says it all.
    pub bytes: String,
    /// It is a part of the invocation: nothing that the program itself asks for.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub environment: bool,
}

/// A line of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub function: String,
    pub file: String,
    pub line: u32,
    /// How often the (folded) step is executed in a row.
    pub times: u64,
}

/// The model of the program and a run of the program do not agree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContradictionReport {
    /// What the model does: "passes a.c:7".
    pub model: String,
    /// What the run did: "in a native run it ended with exit code 1".
    pub run: String,
    #[serde(flatten)]
    pub place: Place,
    /// File name of the input in the output folder.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub test: Option<String>,
}

/// Before a proof is said, some of the paths that it rests on are run for real.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofReport {
    /// Paths that were explored, to their end or until no target could be reached any more.
    pub paths: u64,
    /// Runs that were compared with the model.
    pub runs: usize,
    /// By whom they were run: `native`, `microc interpreter`.
    pub by: String,
    /// Paths that were chosen and could not be compared: why, and how many.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub skipped: Vec<Skipped>,
}

/// Paths that could not be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    pub why: String,
    pub count: usize,
}

/// Something that was lost, and how often.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LossReport {
    /// Stable name of the kind.
    pub kind: String,
    /// What the kind means.
    pub what: String,
    pub detail: String,
    #[serde(flatten)]
    pub place: Place,
    pub count: u64,
}

/// See [`Statistics::work`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunWork {
    pub main: u64,
    pub beside: u64,
    pub unconstrained: u64,
    pub guessed: u64,
}

/// What became of fuzzing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FuzzReport {
    /// Native runs, inputs that came to something new, blocks that were entered.
    pub runs: u64,
    pub kept: u64,
    /// Of the inputs that were kept, how many the search has gone after with symbolic inputs.
    #[serde(default)]
    pub retraced: u64,
    pub blocks: u64,
    /// As `Statistics::work`.
    pub work: u64,
    /// Each run had a process of its own: in one process runs of the same input were not alike.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub apart: bool,
    /// Why it could not be done, or not any longer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why_not: Option<String>,
}

/// Counts and times of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    pub instructions: u64,
    pub paths: u64,
    /// Paths that ended in an error of the program; they are among `paths`.
    #[serde(default)]
    pub error_paths: u64,
    /// States that came to their end: fewer than `paths` where states were joined.
    #[serde(default)]
    pub states: u64,
    /// `paths` is an upper bound: joined states have parted again, and counting what they stand for took too long.
    #[serde(default)]
    pub paths_at_most: bool,
    pub forks: u64,
    /// States that were closed by what was learned from finished paths, and places that something was learned from.
    #[serde(skip_serializing_if = "is_none_yet", default)]
    pub subsumed: u64,
    #[serde(skip_serializing_if = "is_none_yet", default)]
    pub learned: u64,
    pub pruned: u64,
    /// States that techniques dropped, by technique and reason.
    #[serde(default)]
    pub pruned_by: std::collections::BTreeMap<String, u64>,
    /// States that were joined with another one, and how often that was refused, by reason.
    #[serde(default)]
    pub joins: u64,
    /// Branches of which both sides were computed at once, without a second state, and joined states that were parted again.
    #[serde(default)]
    pub selects: u64,
    #[serde(default)]
    pub parted_again: u64,
    /// The run began again, to join states from the beginning: so often.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub started_anew: u64,
    /// Questions that cost too much at first, and how often one of them was asked again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub put_off: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub asked_again: Option<u64>,
    #[serde(default)]
    pub join_refusals: std::collections::BTreeMap<String, u64>,
    pub max_states: usize,
    /// Most inputs that a path has met.
    #[serde(default)]
    pub inputs: u64,
    pub decides: u64,
    pub by_domain: u64,
    pub by_model: u64,
    pub by_cache: u64,
    pub solver_calls: u64,
    /// What the runs cost, by how they started: the main one, those beside it, those at functions with everything symbolic, those with guessed
    /// inputs. In instructions, and as many for each call of the solver as take the same time.
    #[serde(default)]
    pub work: RunWork,
    /// Runs that started unconstrained, trails that others followed, branches met on these, how many of them the state
    /// decided by itself, and calls of the solver meanwhile.
    #[serde(default)]
    pub starts: u64,
    #[serde(default)]
    pub follows: u64,
    #[serde(default)]
    pub branches_followed: u64,
    #[serde(default)]
    pub branches_decided: u64,
    #[serde(default)]
    pub follow_calls: u64,
    /// If the program was fuzzed, or was to be.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fuzzing: Option<FuzzReport>,
    pub terms: u64,
    pub blocks_covered: u64,
    pub blocks_total: u64,
    /// Bytes of the whole process at its largest.
    pub peak_memory: u64,
    /// Instructions of the lowered program.
    pub program_instructions: usize,
    pub cpu_seconds: CpuSeconds,
    pub wall_seconds: f64,
}

/// CPU seconds, apart by what they were spent on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CpuSeconds {
    /// The user's clang.
    pub compile: f64,
    /// Reading, linking, lowering, passes.
    pub load: f64,
    pub execute: f64,
    pub solve: f64,
    /// Building the replay program, running it, interpreting.
    pub replay: f64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}
