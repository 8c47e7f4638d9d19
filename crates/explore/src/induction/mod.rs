//! Proofs about loops that are gone round without end: attempts that are made beside the search, and what they may claim.
//!
//! An attempt has an executor of its own, so the search goes on as it would without. It begins when the search has gone on for a while, costs a bounded
//! part of what that has cost, and is made again with more when four times as much was spent.

mod certificate;
mod close;
mod facts;
mod prover;
mod text;

use std::collections::BTreeMap;
use std::rc::Rc;

use homing_exec::{Loss, LossKind};
use homing_graph::Writes;
use homing_ir::{FuncId, LocId, TargetId};

use crate::engine::{Engine, is_place};
use crate::{Hooks, Start, Verdict};

pub use close::written;

use certificate::Certifier;
pub(crate) use prover::Shape;
use prover::{Failure, Plan, Prover};

/// Work of the search after which the first attempt is made.
pub(crate) const AFTER: u64 = 20_000_000;

/// The same where finished paths are learned from.
pub(crate) const EARLY: u64 = 300_000;

/// The part of what the search has cost that an attempt may cost, with all its plans.
const SHARE: u64 = 5;

/// What an attempt may cost in any case.
const LEAST: u64 = 300_000;

/// The next attempt is made when so many times as much was spent.
const GROWTH: u64 = 4;

/// How attempts go about it, one after the other. One that fails for another reason than its cost is not tried again.
const PLANS: [Plan; 3] = [
    Plan { rounds: 0, straight: 0, values: 6, budget: 0 },
    Plan { rounds: 0, straight: 300, values: 48, budget: 0 },
    Plan { rounds: 2, straight: 300, values: 12, budget: 0 },
];

/// An invariant, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    pub func: FuncId,
    /// Of the first instruction of the loop's head.
    pub loc: LocId,
    /// One of these holds whenever the head is passed.
    pub cases: Vec<String>,
}

/// What attempts have come to.
pub(crate) struct Induction {
    /// Cost of the search at which the next one is made.
    next: u64,
    /// Plans that are worth another try.
    plans: Vec<Plan>,
    writes: Option<Rc<Writes>>,
    pub invariants: Vec<Invariant>,
    /// Something was proved of every target: there is nothing left to look for.
    pub done: bool,
    /// By plan: what came of its last attempt, if it was no proof.
    pub failed: BTreeMap<usize, String>,
}

impl Induction {
    /// The first attempt is made after so much work; never if there is nothing to be gained.
    pub fn new(after: Option<u64>) -> Induction {
        let plans = if after.is_some() { PLANS.to_vec() } else { Vec::new() };
        let next = after.unwrap_or(u64::MAX);
        Induction { next, plans, writes: None, invariants: Vec::new(), done: false, failed: BTreeMap::new() }
    }
}

impl Engine<'_> {
    /// Is it time for an attempt? Terms that grow round by round count, too.
    pub(crate) fn induction_is_due(&self) -> bool {
        !self.induction.plans.is_empty() && self.cost() + prover::large_terms(&self.exec) >= self.induction.next
    }

    /// Tries to prove that the open targets are unreachable.
    pub(crate) fn induce(&mut self, hooks: &mut dyn Hooks) {
        let program = self.exec.program();
        let cost = self.cost() + prover::large_terms(&self.exec);
        self.induction.next = cost.max(self.induction.next).saturating_mul(GROWTH).max(1);
        let plans = std::mem::take(&mut self.induction.plans);
        if !program.losses.is_empty() || self.config.start != Start::Program {
            return;
        }
        let writes = self.induction.writes.get_or_insert_with(|| Rc::new(Writes::new(program))).clone();
        // Who wants finished paths to be learned from wants proofs soon.
        let share = if self.subsumption.is_some() && cost < AFTER { 1 } else { SHARE };
        let budget = (cost / share / plans.len() as u64).max(LEAST);
        for plan in plans {
            let decided: Vec<bool> = (0..self.targets.len()).map(|i| !self.is_provable(i)).collect();
            if decided.iter().all(|d| *d) || self.exec.is_stopped() {
                return;
            }
            let exec = self.second_executor(&decided);
            let certifier = Certifier::new(self.solver_config());
            let mut prover =
                Prover::new(exec, Plan { budget, ..plan }, certifier, writes.clone(), self.reach.clone(), self.targets, decided);
            let entry = self.runs.entry();
            let result = self.apart("a proof by induction", || prover.run(entry));
            match result {
                Some(Ok(())) => {
                    self.conclude(&prover, hooks);
                    return;
                }
                Some(Err(failure)) => {
                    let number = PLANS.iter().position(|p| p.rounds == plan.rounds && p.straight == plan.straight);
                    self.induction.failed.insert(number.unwrap_or(PLANS.len()), failure.describe());
                    if failure == Failure::Budget {
                        self.induction.plans.push(plan);
                    }
                }
                None => {}
            }
        }
    }

    /// Can the target be proved unreachable by not being passed?
    pub(crate) fn is_provable(&self, i: usize) -> bool {
        let wide = self.subsumption.is_some();
        self.open[i].verdict.is_none()
            && self.open[i].refuted.is_empty()
            && (wide || is_place(self.exec.program(), &self.targets[i]))
    }

    /// An attempt came to its end with nothing lost.
    fn conclude(&mut self, prover: &Prover<'_>, hooks: &mut dyn Hooks) {
        let program = self.exec.program();
        let proved: Vec<usize> = (0..self.targets.len()).filter(|i| !prover.passed[*i]).collect();
        if proved.is_empty() || self.poisoned || !self.is_backed(&proved, hooks) {
            return;
        }
        for (func, block, cases) in &prover.proved {
            let loc = program.func(*func).block(*block).locs.first().copied().unwrap_or(LocId(0));
            self.induction.invariants.push(Invariant { func: *func, loc, cases: cases.clone() });
        }
        for i in proved {
            self.decide(TargetId(i as u32), Verdict::Unreachable);
        }
        self.induction.done = self.open.iter().all(|o| o.verdict.is_some());
    }

    /// Do paths that were explored do in real runs what the model says?
    pub(crate) fn is_backed(&mut self, proved: &[usize], hooks: &mut dyn Hooks) -> bool {
        let refuted = |e: &Engine<'_>| e.runs.main().losses.keys().any(|l| l.kind == LossKind::Refuted);
        if self.config.proof_samples > 0 && !refuted(self) {
            let open: Vec<TargetId> = proved.iter().map(|i| TargetId(*i as u32)).collect();
            let Some(check) = self.run_samples(&open, hooks) else { return false };
            self.proof = Some(check);
        }
        !refuted(self)
    }

    /// Lets something work apart from the search; none if it panicked, and then nothing is proved any more.
    pub(crate) fn apart<T>(&mut self, what: &str, work: impl FnOnce() -> T) -> Option<T> {
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
            Ok(done) => Some(done),
            Err(_) => {
                self.poisoned = true;
                let detail = what.to_string();
                self.count(Loss { kind: LossKind::Internal, detail, func: self.runs.entry(), loc: LocId(0) });
                None
            }
        }
    }
}
