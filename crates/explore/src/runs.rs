//! Runs: what each of them has left, lost and spent, and what it has the right to say.
//!
//! One run explores everything and decides what is unreachable. Others start elsewhere or with other inputs; what they lose is theirs alone.

use std::collections::BTreeMap;

use homing_exec::{Loss, RunId, RunKind, State};
use homing_ir::{FuncId, TargetId};

use crate::Work;

/// One run.
pub(crate) struct Run {
    /// States of it that wait.
    pub living: usize,
    pub losses: BTreeMap<Loss, u64>,
    /// Paths that came to their end, and those that ended in an error of the program.
    pub paths: u64,
    pub error_paths: u64,
    /// States that came to their end: fewer than paths where some stood for several.
    pub ended: u64,
    /// What it cost: instructions, and as many for each call of the solver as take the same time.
    pub work: u64,
    /// By target: some state passed it.
    passed: Vec<bool>,
}

impl Run {
    fn new(targets: usize) -> Run {
        Run { living: 0, losses: BTreeMap::new(), paths: 0, error_paths: 0, ended: 0, work: 0, passed: vec![false; targets] }
    }

    /// Everything was explored, nothing was lost.
    pub fn is_complete(&self) -> bool {
        self.living == 0 && self.losses.is_empty()
    }
}

/// All of them, by how and where they started.
pub(crate) struct Runs {
    main: RunId,
    all: BTreeMap<RunId, Run>,
    targets: usize,
}

impl Runs {
    /// The main run and the guessing one are always there.
    pub fn new(entry: FuncId, targets: usize) -> Runs {
        let main = RunId::new(RunKind::Main, entry);
        let mut runs = Runs { main, all: BTreeMap::new(), targets };
        runs.begin(main);
        runs.begin(RunId::new(RunKind::Guessed, entry));
        runs
    }

    /// False if there is such a run already.
    pub fn begin(&mut self, id: RunId) -> bool {
        let is_new = !self.all.contains_key(&id);
        self.all.entry(id).or_insert_with(|| Run::new(self.targets));
        is_new
    }

    /// Where the program itself starts, or the function that was asked for.
    pub fn entry(&self) -> FuncId {
        self.main.at
    }

    /// The run that explores everything.
    pub fn main(&self) -> &Run {
        &self.all[&self.main]
    }

    pub fn main_mut(&mut self) -> &mut Run {
        self.of(self.main)
    }

    /// A run; states belong to runs that have begun.
    pub fn of(&mut self, id: RunId) -> &mut Run {
        self.all.get_mut(&id).expect("a run of a state has begun")
    }

    /// A state waits.
    pub fn enters(&mut self, state: &State) {
        self.of(state.run).living += 1;
    }

    /// It waits no more.
    pub fn leaves(&mut self, state: &State) {
        self.of(state.run).living -= 1;
    }

    /// An unconstrained state passed a target.
    pub fn passed(&mut self, id: RunId, target: TargetId) {
        self.of(id).passed[target.index()] = true;
    }

    /// Runs beside the main one that follow no guess.
    pub fn started(&self) -> u64 {
        self.all.keys().filter(|id| matches!(id.kind, RunKind::Beside | RunKind::Unconstrained)).count() as u64
    }

    /// Everything was explored from there with everything symbolic, nothing was lost, and the target was not passed.
    pub fn refutes(&self, at: FuncId, target: TargetId) -> bool {
        let run = self.all.get(&RunId::new(RunKind::Unconstrained, at));
        run.is_some_and(|run| run.is_complete() && !run.passed[target.index()])
    }

    /// What they cost.
    pub fn work(&self) -> Work {
        let of = |kind| self.all.iter().filter(|(id, _)| id.kind == kind).map(|(_, run)| run.work).sum();
        Work {
            main: of(RunKind::Main),
            beside: of(RunKind::Beside),
            unconstrained: of(RunKind::Unconstrained),
            guessed: of(RunKind::Guessed),
        }
    }
}
