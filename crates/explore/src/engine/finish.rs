//! What a run was, once it has ended.

use homing_exec::{Loss, RunKind, State};
use homing_solver::ELSEWHERE;

use super::Engine;
use crate::verdict;
use crate::{Ended, FuzzStats, Outcome};

impl Engine<'_> {
    /// CPU seconds of processes that answered questions.
    fn solved_elsewhere(&self) -> f64 {
        let mut counters = Vec::new();
        self.exec.context().solver.counters(&mut counters);
        counters.iter().filter(|c| c.what == ELSEWHERE).map(|c| c.value as f64 * 1e-9).sum()
    }

    /// `seconds`: what this process took for the whole run.
    pub(super) fn finish(&mut self, ended: Ended, seconds: f64) -> Outcome {
        let waiting: Vec<Loss> = self.asleep.states().map(|s| self.exec.loss_of_waiting(s)).collect();
        waiting.into_iter().for_each(|loss| self.count(loss));
        let all = std::mem::take(&mut self.states).into_values().chain(self.asleep.take()).collect::<Vec<Box<State>>>();
        let (states, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|s| s.run.kind == RunKind::Main);
        let targets = verdict::verdicts(self, ended, &states);
        let mut stats = std::mem::take(&mut self.stats);
        let path = &self.exec.context().stats;
        stats.instructions = self.exec.instructions();
        stats.forks = self.exec.forks();
        stats.selects = self.exec.selected();
        stats.subsumed = self.subsumption.as_ref().map(|s| s.stats).unwrap_or_default();
        stats.leaps = self.summaries.as_ref().map_or(0, |s| s.leaps);
        stats.decides = path.decides;
        stats.by_domain = path.by_domain;
        stats.by_model = path.by_model + path.by_recent_model + path.by_repair;
        stats.by_cache = path.by_cache;
        stats.solver_calls = path.solver_calls;
        stats.starts = self.runs.started();
        stats.work = self.runs.work();
        stats.fuzzing = self.fuzzer.told().map(|f| FuzzStats { retraced: self.retracer.begun(), ..f });
        stats.paths = self.runs.main().paths;
        stats.ended = self.runs.main().ended;
        stats.error_paths = self.runs.main().error_paths;
        stats.branches_followed = self.exec.followed().transfers;
        stats.branches_decided = self.exec.followed().decided;
        stats.terms = self.exec.context().terms.len() as u64;
        stats.blocks_covered = self.exec.blocks_really_covered();
        stats.blocks_total = self.exec.blocks() as u64;
        let here = path.solver_ns as f64 * 1e-9;
        stats.solve_seconds = here + self.solved_elsewhere();
        stats.replay_seconds = self.replaying.as_secs_f64();
        stats.execute_seconds = (seconds - here - stats.replay_seconds).max(0.0);
        let mut losses: Vec<(Loss, u64)> = std::mem::take(&mut self.runs.main_mut().losses).into_iter().collect();
        losses.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let states_left = states.len();
        if self.config.last_run {
            std::mem::forget((states, others));
        }
        Outcome {
            targets,
            errors: std::mem::take(&mut self.errors),
            losses,
            contradictions: std::mem::take(&mut self.contradictions),
            proof: None,
            ended,
            states_left,
            never_held: self.exec.never_held(),
            hard: self.exec.hard_places(),
            invariants: std::mem::take(&mut self.induction.invariants),
            loops: self.summaries.as_ref().map_or(Vec::new(), |s| s.told(self.exec.program())),
            annotations: self.subsumption.as_ref().map_or(Vec::new(), |s| s.told(self.exec.program())),
            no_induction: std::mem::take(&mut self.induction.failed).into_values().collect(),
            necessary: std::mem::take(&mut self.necessity.proved),
            stats,
        }
    }
}
