//! Every proof is backed by runs: of the paths that were explored some are kept, and before anything is said to be unreachable they are run for
//! real and compared with what the model says.

use homing_exec::{Ended as PathEnded, Finding, State, TestCase};
use homing_ir::{InputKind, TargetId};
use homing_memory::Val;

use crate::engine::Engine;
use crate::{Ended, Hooks, ProofCheck, Rng};

/// A path that was explored, with its input, to be run and compared.
pub struct Sample<'a> {
    pub test: &'a TestCase,
    pub end: SampleEnd,
    /// Instructions executed on the path.
    pub steps: u64,
    /// Targets that no run may pass.
    pub open: &'a [TargetId],
    /// What is written to the standard output depends on nothing but the input.
    pub output_known: bool,
}

/// How the path ended.
#[derive(Clone, Debug)]
pub enum SampleEnd {
    /// The program returned or exited with this status; of a program whose values are numbers, with this number.
    Status { code: i32, number: Option<String> },
    /// It ended in this error.
    Finding(Finding),
    /// It was not gone to its end, since no target could be reached any more: only what was passed so far is known.
    Cut,
}

/// What came out when a sample was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sampled {
    /// The program did what the model says.
    Agrees,
    /// It did something else: what the model does, and what the run did.
    Differs { model: String, run: String },
    /// It could not be compared, and why.
    NotRun { why: String },
}

/// How a kept path ended.
enum End {
    Status(Option<Val>),
    Finding(Box<Finding>),
    Cut,
}

struct Kept {
    state: Box<State>,
    end: End,
}

/// Paths of one sort: the first, the longest, and some by chance.
struct Pool {
    wanted: usize,
    seen: u64,
    longest: u64,
    kept: Vec<Kept>,
}

impl Pool {
    /// Where the next path goes, if it is kept: in order the first, the longest so far, and a fair choice of the others.
    fn place(&mut self, rng: &mut Rng, steps: u64) -> Option<usize> {
        self.seen += 1;
        if self.kept.len() < self.wanted {
            self.longest = if self.kept.len() <= 1 { steps } else { self.longest };
            return Some(self.kept.len());
        }
        if self.wanted > 1 && steps > self.longest && steps <= LONG {
            self.longest = steps;
            return Some(1);
        }
        let others = self.wanted.saturating_sub(2);
        let at = rng.below(self.seen as usize);
        (at < others).then_some(2 + at)
    }

    fn put(&mut self, at: usize, kept: Kept) {
        if at < self.kept.len() { self.kept[at] = kept } else { self.kept.push(kept) }
    }
}

/// A path of more instructions is not taken for being the longest: running it again takes too long.
const LONG: u64 = 2_000_000;

/// The paths that are kept. Each is a state, and states share what they have in common with others.
pub(crate) struct Samples {
    wanted: usize,
    rng: Rng,
    ended: Pool,
    cut: Pool,
}

impl Samples {
    pub fn new(wanted: usize, seed: u64) -> Samples {
        let pool = || Pool { wanted, seen: 0, longest: 0, kept: Vec::new() };
        Samples { wanted, rng: Rng::new(seed ^ 0x70_726f_6f66), ended: pool(), cut: pool() }
    }

    /// A path came to its end.
    pub fn ended(&mut self, state: Box<State>, end: PathEnded) {
        let end = match end {
            PathEnded::Returned(v) => End::Status(v),
            PathEnded::Exited(v) => End::Status(Some(v)),
            PathEnded::Finding(f) => End::Finding(f),
            PathEnded::Silent => End::Cut,
            PathEnded::Infeasible | PathEnded::Diverges | PathEnded::Lost(_) | PathEnded::Stopped => return,
        };
        if self.wanted > 0
            && let Some(at) = self.ended.place(&mut self.rng, state.steps)
        {
            self.ended.put(at, Kept { state, end });
        }
    }

    /// A path is left, since no target can be reached on it any more.
    pub fn cut(&mut self, state: &mut State) {
        if self.wanted > 0
            && let Some(at) = self.cut.place(&mut self.rng, state.steps)
        {
            self.cut.put(at, Kept { state: state.copy(state.id), end: End::Cut });
        }
    }

    /// States whose terms are still needed.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.ended.kept.iter().chain(&self.cut.kept).map(|k| &*k.state)
    }

    /// What is to be run: mostly paths that came to their end.
    fn chosen(&mut self) -> Vec<Kept> {
        let (mut ended, mut cut) = (std::mem::take(&mut self.ended.kept), std::mem::take(&mut self.cut.kept));
        let few = (self.wanted / 3).max(self.wanted.saturating_sub(ended.len()));
        cut.truncate(few);
        ended.truncate(self.wanted - cut.len());
        ended.extend(cut);
        ended
    }
}

impl Engine<'_> {
    /// Before proofs are said: runs the paths that were kept. What differs is a contradiction, and counted.
    pub(crate) fn check_proof(&mut self, ended: &mut Ended, hooks: &mut dyn Hooks) -> Option<ProofCheck> {
        let open: Vec<TargetId> = self.targets.iter().map(|t| t.id).filter(|t| self.open[t.index()].verdict.is_none()).collect();
        let proved = self.open.iter().any(|o| o.verdict.is_none() && o.refuted.is_empty()) || self.targets.is_empty();
        // What is proved within bounds is proved, too.
        let lossless = self.runs.main().losses.is_empty() || !crate::verdict::bounds(self).is_empty();
        if self.config.proof_samples == 0 || *ended != Ended::Exhausted || !lossless || !proved {
            return None;
        }
        let check = self.run_samples(&open, hooks);
        if check.is_none() {
            *ended = Ended::Interrupted;
        }
        check
    }

    /// Runs the paths that were kept; none of them may pass the targets. None if it was interrupted.
    pub(crate) fn run_samples(&mut self, open: &[TargetId], hooks: &mut dyn Hooks) -> Option<ProofCheck> {
        let mut check = ProofCheck { paths: self.samples.ended.seen + self.samples.cut.seen, ..ProofCheck::default() };
        for Kept { state, end } in self.samples.chosen() {
            if hooks.interrupted() {
                return None;
            }
            let steps = self.exec.steps_of(&state);
            if !state.leaps.is_empty() && steps > LONG {
                check.not_run("it goes round a loop too often".into());
                continue;
            }
            let mut test = self.exec.test_case(&state);
            let unwritten = !state.inputs.of_kind(InputKind::Uninitialised).is_empty();
            // What it returns, or does behind the place where it was left, may depend on it as well.
            test.unwritten |= match end {
                End::Status(Some(v)) => self.exec.depends_on_unwritten(&state, v),
                End::Cut => unwritten,
                End::Status(None) | End::Finding(_) => false,
            };
            let end = match end {
                End::Status(v) => self.status(&state, v),
                End::Finding(f) => SampleEnd::Finding(*f),
                End::Cut => SampleEnd::Cut,
            };
            let output_known = !state.console.is_vague() && !unwritten;
            let sample = Sample { test: &test, end, steps, open, output_known };
            match self.timed(hooks, |hooks| hooks.sample(&sample)) {
                Sampled::Agrees => check.runs += 1,
                Sampled::NotRun { why } => check.not_run(why),
                Sampled::Differs { model, run } => {
                    check.runs += 1;
                    self.contradicted(&state, model, run, test);
                }
            }
        }
        Some(check)
    }

    fn status(&mut self, state: &State, v: Option<Val>) -> SampleEnd {
        let Some(v) = v else { return SampleEnd::Status { code: 0, number: None } };
        if self.exec.has_numbers() {
            let model = state.path.model(self.exec.context_mut());
            return SampleEnd::Status { code: 0, number: Some(self.exec.number_text(v, &model)) };
        }
        SampleEnd::Status { code: self.exec.number(state, v) as i32, number: None }
    }
}
