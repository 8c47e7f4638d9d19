//! What the engine asks while it searches.

use homing_exec::{ExecOptions, Record, StateId, TestCase};
use homing_explore::{Candidate, Confirmation, Hooks, PathEnd, Progress, Sample, Sampled};
use homing_host::Failure;
use homing_ir::Program;
use homing_replay::Replay;

use crate::folder::Folder;
use crate::interrupt::Interrupt;
use crate::lazy::Caller;
use crate::progress::ProgressLine;

/// Replays candidates, writes test cases, draws the progress, listens to the user.
pub struct RunHooks<'a> {
    pub replayer: Box<dyn Replay + 'a>,
    /// Writes callers, where the run starts in a function.
    pub caller: Option<&'a Caller<'a>>,
    pub folder: Folder,
    pub progress: ProgressLine,
    pub interrupt: Interrupt,
    pub program: &'a Program,
    pub options: &'a ExecOptions,
    /// The first test case that could not be written.
    pub failure: Option<Failure>,
}

impl RunHooks<'_> {
    /// Writes a test case to the folder.
    pub fn write(&mut self, test: &TestCase, shows: &str) {
        let harness = |name: &str| Some(self.caller?.text(test.given.as_ref()?, name, shows));
        let trail = test.route.as_ref().map(|route| Record::new(self.program, self.options, route).to_string());
        if let Err(e) = self.folder.test(test, shows, &harness, trail) {
            self.failure.get_or_insert(e);
        }
    }
}

impl Hooks for RunHooks<'_> {
    fn confirm(&mut self, c: &Candidate<'_>) -> Confirmation {
        let answer = self.replayer.confirm(c);
        if matches!(answer, Confirmation::Refuted { .. } | Confirmation::Unconfirmed { .. }) {
            return answer;
        }
        let shows = match (c.target, c.finding) {
            (_, Some(f)) => format!("{}: {}", f.kind, f.message),
            (Some(t), None) => t.label.clone(),
            (None, None) => String::new(),
        };
        self.write(c.test, &shows);
        answer
    }

    fn progress(&mut self, p: &Progress) {
        self.progress.draw(p);
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        Some(homing_host::clock::own_cpu())
    }

    fn memory_used(&mut self) -> Option<u64> {
        homing_host::clock::resident_memory()
    }

    fn interrupted(&mut self) -> bool {
        // A folder that cannot be written to any more ends the run: what it finds would be lost.
        self.interrupt.asked() || self.failure.is_some()
    }

    fn picked(&mut self, state: StateId, worklist: &[(StateId, String)]) {
        let list: Vec<String> = worklist.iter().map(|(s, why)| format!("  {:>8}  {why}\n", s.0)).collect();
        eprint!("state {} of\n{}", state.0, list.concat());
    }

    fn sample(&mut self, sample: &Sample<'_>) -> Sampled {
        self.replayer.sample(sample)
    }

    fn path_ended(&mut self, test: &TestCase, how: &PathEnd) {
        let shows = match how {
            PathEnd::Returned => "a path that returns".to_string(),
            PathEnd::Exited => "a path that exits".to_string(),
            PathEnd::Finding(f) => format!("{}: {}", f.kind, f.message),
            PathEnd::Lost(l) => format!("a path that was lost: {}", l.kind.describe()),
        };
        self.write(test, &shows);
    }
}
