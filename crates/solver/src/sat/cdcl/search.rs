//! The search: propagation, conflicts, restarts and decisions in turns, until there is an answer or a limit.

use super::Cdcl;
use crate::sat::clauses::ClauseRef;
use crate::sat::proof::Step;
use crate::sat::{Budget, Lit, Outcome};

const DECAY: f64 = 0.95;
/// Work between two looks at the limits and the guard: about 10 ms.
const GUARD: u64 = 1_000_000;
/// What analysing a conflict costs beside its clause, in units of work.
const LEARNING: u64 = 150;

impl Cdcl {
    /// Searches until the counts of all calls reach `until`.
    pub(super) fn search(&mut self, until: Budget, guard: &mut dyn FnMut() -> bool) -> Outcome {
        let mut next_guard = until.work.min(self.work + GUARD);
        loop {
            if self.work >= next_guard {
                if self.work >= until.work {
                    return Outcome::Work;
                }
                next_guard = until.work.min(self.work + GUARD);
                if guard() {
                    return Outcome::Stopped;
                }
            }
            if let Some(conflict) = self.propagate() {
                let first = self.level_of(self.arena.lit(conflict, 0)) as usize;
                let level = first.max(self.latest_level(conflict));
                if level == 0 {
                    self.consistent = false;
                    return Outcome::Unsat;
                }
                self.conflicts += 1;
                homing_term::fault::point();
                self.learn(conflict, level);
                if self.conflicts >= until.conflicts {
                    return Outcome::Conflicts;
                }
                continue;
            }
            if self.pace.should_restart() {
                self.pace.restarted();
                if let Some(free) = self.first_free_level() {
                    self.backtrack(free - 1);
                    continue;
                }
            }
            if self.conflicts >= self.next_reduce {
                self.reduce();
            }
            match self.next_decision() {
                Next::Assume(lit) => self.decide(lit, true),
                Next::Decide(lit) => self.decide(lit, false),
                Next::Undone => {}
                Next::Unsat => return Outcome::Unsat,
                Next::Sat => return Outcome::Sat,
            }
        }
    }

    /// The lowest level whose decision is no assumption.
    fn first_free_level(&self) -> Option<usize> {
        self.assumed.iter().position(|&a| !a).map(|i| i + 1)
    }

    fn next_decision(&mut self) -> Next {
        while let Some(&lit) = self.assumptions.get(self.next_assumption) {
            match self.val(lit) {
                0 => return Next::Assume(lit),
                v if v > 0 => self.next_assumption += 1,
                _ => return self.make_room(lit),
            }
        }
        while let Some(var) = self.heap.pop(&self.activity) {
            let lit = Lit::new(var, false);
            if self.val(lit) == 0 && self.vars[var as usize].in_cone {
                return Next::Decide(lit.flip_if(!self.phase[var as usize]));
            }
        }
        Next::Sat
    }

    /// An assumption is false. If assumptions alone make it so, the query is unsatisfiable; otherwise the decision that
    /// does goes, or all decisions if it is not a single one that can be blamed.
    fn make_room(&mut self, assumption: Lit) -> Next {
        let level = self.level_of(assumption) as usize;
        match self.first_free_level() {
            Some(free) if free <= level => {
                let culprit = if self.assumed[level - 1] { free } else { level };
                self.backtrack(culprit - 1);
                Next::Undone
            }
            _ => {
                self.explain(assumption);
                Next::Unsat
            }
        }
    }

    fn learn(&mut self, conflict: ClauseRef, level: usize) {
        let learnt = self.analyze(conflict, level as u32);
        self.pace.learnt(learnt.lbd);
        self.backtrack(learnt.level as usize);
        let lits = std::mem::take(&mut self.scratch.learnt);
        self.work += LEARNING + lits.len() as u64;
        if let Some(log) = &mut self.log {
            log.push(Step::Learnt(lits.as_slice().into()));
        }
        if lits.len() == 1 {
            self.enqueue(lits[0], ClauseRef::NONE, 0);
        } else {
            let clause = self.arena.add(&lits, true, learnt.lbd);
            self.learnts.push(clause);
            self.attach(clause);
            self.enqueue(lits[0], clause, learnt.level as usize);
        }
        self.scratch.learnt = lits;
        self.bump /= DECAY;
    }
}

/// Averages of the LBD of learnt clauses: when the recent ones are clearly worse, the search restarts.
pub(super) struct Pace {
    fast: f64,
    slow: f64,
    since_restart: u64,
}

enum Next {
    Assume(Lit),
    Decide(Lit),
    /// Something was undone; propagate first.
    Undone,
    Unsat,
    Sat,
}

impl Pace {
    pub(super) fn new() -> Pace {
        Pace { fast: 0.0, slow: 0.0, since_restart: 0 }
    }

    fn learnt(&mut self, lbd: u32) {
        self.fast += (lbd as f64 - self.fast) / 32.0;
        self.slow += (lbd as f64 - self.slow) / 4096.0;
        self.since_restart += 1;
    }

    fn should_restart(&self) -> bool {
        self.since_restart >= 50 && self.fast > 1.15 * self.slow
    }

    pub(super) fn restarted(&mut self) {
        self.since_restart = 0;
    }
}
