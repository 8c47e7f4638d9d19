//! A program explored with its loops in one step and nothing else, for whoever wants to look at every path.

use homing_exec::{Ended, Executor, State, Step};
use homing_solver::SolverConfig;

use super::summary::Summarizer;
use super::{Summaries, TRIES};
use crate::technique::Points;

/// All that became of a state.
pub struct Walked {
    /// Each path with its end.
    pub ends: Vec<(Box<State>, Ended)>,
    /// Rows of rounds that were gone in one step.
    pub leaps: u64,
    /// States that were found to go round for ever.
    pub circles: u64,
    /// Nothing is missing.
    pub complete: bool,
}

/// Runs a state to all its ends, at most so many instructions. Loops are summarised wherever they can be, at the first visit of their heads.
pub fn walk_in_leaps(exec: &mut Executor<'_>, start: Box<State>, instructions: u64) -> Walked {
    let points = Points { loop_heads: true, ..Default::default() }.of(exec.program());
    exec.pause_at(&points);
    let mut all = Summaries::new(SolverConfig::default(), true);
    let mut walked = Walked { ends: Vec::new(), leaps: 0, circles: 0, complete: true };
    let limit = exec.instructions() + instructions;
    let mut todo = vec![(start, Vec::new())];
    while let Some((state, mut tried)) = todo.pop() {
        if exec.instructions() >= limit {
            walked.complete = false;
            break;
        }
        let Step { successors, losses, .. } = exec.run(state, 1_000);
        walked.complete &= losses.is_empty();
        for s in successors {
            if let Some(end) = s.end {
                walked.ends.push((s.state, end));
                continue;
            }
            let mut summarizer = Summarizer { exec, know: &mut all.know, depth: 0 };
            let place = summarizer.place(&s.state).filter(|_| s.paused);
            let times = place.map_or(0, |at| tried.iter().filter(|t| **t == (at.frame, at.head)).count());
            let Some(at) = place.filter(|_| times < TRIES as usize) else {
                todo.push((s.state, tried.clone()));
                continue;
            };
            tried.push((at.frame, at.head));
            let leapt = Summarizer { exec, know: &mut all.know, depth: 0 }.accelerate(s.state, &at);
            walked.complete &= exec.take_losses().is_empty();
            walked.leaps += u64::from(leapt.leaps);
            walked.circles += u64::from(leapt.circles);
            todo.extend(leapt.states.into_iter().map(|s| (s, tried.clone())));
        }
    }
    walked
}
