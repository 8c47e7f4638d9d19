//! What a state has found: errors, targets passed, their confirmation and the verdicts that follow.

use std::time::{Duration, Instant};

use homing_exec::{Finding, Loss, LossKind, State, TestCase};
use homing_ir::{ErrorKind, FuncId, LocId, Target, TargetId, TargetSpec};

use super::{Engine, is_place};
use crate::{Candidate, Confirmation, Contradiction, Event, FoundError, Hooks, SubRun, Verdict};

/// A candidate that does not replay is tried again on other paths, this often.
const MAX_REFUTED: u32 = 20;

/// Contradictions that are kept for the report.
const CONTRADICTIONS: usize = 10;

impl Engine<'_> {
    /// A real run may survive this error and come to a target that is still open: that is lost.
    pub(super) fn count_after(&mut self, state: &State, finding: &Finding) {
        let open = |t: &&Target| self.open[t.id.index()].verdict.is_none();
        // A handler can be anywhere in the program and go on anywhere.
        let handled = state.handled & finding.kind.signals() != 0;
        if self.exec.program().errors_end
            || !(finding.survivable || handled)
            || !self.targets.iter().any(|t| open(&t))
            || (!handled && !self.targets.iter().filter(open).any(|t| self.may_follow(t, state, finding)))
        {
            return;
        }
        let then = if handled { ", and the program handles its signal" } else { "" };
        let detail = format!("{} ({}){then}", finding.kind, finding.message);
        self.count_in(state.run, Loss { kind: LossKind::AfterError, detail, func: finding.func, loc: finding.loc });
    }

    /// Could a run that goes on after this error come to the target, as far as the program's control goes?
    fn may_follow(&self, t: &Target, state: &State, finding: &Finding) -> bool {
        let program = self.exec.program();
        if is_place(program, t) {
            return self.reach.borrow().alive(state.points());
        }
        // What the state stands in may have the line in it once more.
        let at_line = || t.locs.contains(&finding.site(program).1) || t.locs.contains(&finding.loc);
        !self.error_lines.knows(t.id) || at_line() || self.error_lines.alive(state)
    }

    /// An error of the program: it may be what a target asks for.
    pub(super) fn found(&mut self, state: &State, finding: &Finding, hooks: &mut dyn Hooks) {
        for i in 0..self.targets.len() {
            let wanted = match &self.targets[i].spec {
                TargetSpec::Error(None) => !self.can_wait(finding),
                TargetSpec::Error(Some(kind)) => *kind == finding.kind,
                TargetSpec::ErrorAt { kind, .. } => {
                    kind.is_none_or(|k| k == finding.kind) && self.targets[i].locs.contains(&finding.site(self.exec.program()).1)
                }
                TargetSpec::Any => matches!(finding.kind, ErrorKind::Assertion | ErrorKind::Reported),
                _ => false,
            };
            if wanted {
                self.passed(TargetId(i as u32), state, Some(finding), hooks);
            }
        }
        let program = self.exec.program();
        let site = finding.site(program);
        let same = |e: &FoundError| {
            e.finding.kind == finding.kind && e.finding.site(program) == site && e.finding.by_caller == finding.by_caller
        };
        if state.run.is_unconstrained() || !self.config.all_errors || self.errors.iter().any(same) {
            return;
        }
        // The same error on other paths may replay; after that many it hardly will.
        let place = (finding.kind, site.0, site.1);
        if self.failed.get(&place).is_some_and(|n| *n >= MAX_REFUTED) {
            return;
        }
        let test = self.exec.test_case(state);
        let steps = self.exec.steps_of(state);
        let candidate = Candidate { target: None, finding: Some(finding), test: &test, steps };
        let confirmation = self.confirm(&candidate, hooks);
        match confirmation {
            Confirmation::Refuted { why } => {
                *self.failed.entry(place).or_insert(0) += 1;
                self.contradicted(state, says_error(finding), why, test);
            }
            Confirmation::Unconfirmed { why } => {
                *self.failed.entry(place).or_insert(0) += 1;
                let detail = format!("a candidate for `{}` could not be replayed: {why}", finding.kind);
                self.count(Loss { kind: LossKind::Refuted, detail, func: finding.func, loc: finding.loc });
            }
            confirmation => {
                let (finding, after) = (finding.clone(), self.started.elapsed());
                self.errors.push(FoundError { finding, test, confirmation, steps, after });
            }
        }
    }

    /// Where the first error is all that is wanted, a leak is the last one to be told.
    pub(super) fn can_wait(&self, finding: &Finding) -> bool {
        finding.kind == ErrorKind::Leak && !self.config.all_errors
    }

    /// Nothing else was found in time: leaks are errors, too.
    pub(super) fn tell_leaks(&mut self, hooks: &mut dyn Hooks) {
        self.leaks_until = u64::MAX;
        for (state, finding) in std::mem::take(&mut self.leaks) {
            for i in 0..self.targets.len() {
                if self.targets[i].spec == TargetSpec::Error(None) {
                    self.passed(TargetId(i as u32), &state, Some(&finding), hooks);
                }
            }
        }
    }

    /// A run of the program did something else than the model: whatever the model proves is not proved.
    pub(crate) fn contradicted(&mut self, state: &State, model: String, run: String, test: TestCase) {
        let (func, loc) = self.exec.stack(state).first().copied().unwrap_or((FuncId(0), LocId(0)));
        let detail = format!("the model {model}, but {run}");
        self.count(Loss { kind: LossKind::Refuted, detail, func, loc });
        if self.contradictions.len() < CONTRADICTIONS && !self.contradictions.iter().any(|c| c.model == model && c.run == run) {
            self.contradictions.push(Contradiction { model, run, func, loc, test });
        }
    }

    pub(super) fn confirm(&mut self, candidate: &Candidate<'_>, hooks: &mut dyn Hooks) -> Confirmation {
        self.timed(hooks, |hooks| hooks.confirm(candidate))
    }

    /// Counts what is spent on running the program.
    pub(crate) fn timed<T>(&mut self, hooks: &mut dyn Hooks, run: impl FnOnce(&mut dyn Hooks) -> T) -> T {
        let (before, cpu) = (Instant::now(), hooks.cpu_seconds());
        let result = run(hooks);
        // Children's time is the caller's to count; here it is what this process spent.
        let spent = cpu.zip(hooks.cpu_seconds()).map(|(before, after)| Duration::from_secs_f64((after - before).max(0.0)));
        self.replaying += spent.unwrap_or_else(|| before.elapsed());
        result
    }

    /// A target was passed: replay, then say so.
    pub(crate) fn passed(&mut self, target: TargetId, state: &State, finding: Option<&Finding>, hooks: &mut dyn Hooks) {
        let i = target.index();
        // What a state finds that did not start at the entry is no verdict.
        if state.run.is_unconstrained() {
            return self.passed_unconstrained(target, state, finding);
        }
        if self.open[i].verdict.is_some() || self.open[i].refuted.len() as u32 >= MAX_REFUTED {
            return;
        }
        let test = self.exec.test_case(state);
        let steps = self.exec.steps_of(state);
        let candidate = Candidate { target: Some(&self.targets[i]), finding, test: &test, steps };
        match self.confirm(&candidate, hooks) {
            Confirmation::Refuted { why } => {
                let model = finding.map_or_else(|| format!("passes {}", self.targets[i].label), says_error);
                self.contradicted(state, model, why.clone(), test);
                self.open[i].refuted.push(why);
            }
            Confirmation::Unconfirmed { why } => self.open[i].refuted.push(why),
            confirmation => {
                let after = self.started.elapsed();
                let finding = finding.cloned();
                self.decide(target, Verdict::Reached { test, confirmation, finding, steps, after });
            }
        }
    }

    /// Nothing more is to be done for this target.
    pub(crate) fn decide(&mut self, target: TargetId, verdict: Verdict) {
        let i = target.index();
        self.open[i].verdict = Some(verdict);
        self.exec.close(TargetId(i as u32));
        self.reach.borrow_mut().close(target);
        self.error_lines.close(target);
        self.tell(Event::SubRun(SubRun::Decided { target }));
        self.retell();
    }
}

/// What the model does where it finds an error.
fn says_error(finding: &Finding) -> String {
    format!("finds the error `{}` ({})", finding.kind, finding.message)
}
