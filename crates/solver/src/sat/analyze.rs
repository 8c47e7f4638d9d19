//! Conflict analysis: the first unique implication point, minimised.

use super::clauses::ClauseRef;
use super::{Lit, cdcl::Cdcl};

/// Buffers kept between calls.
#[derive(Default)]
pub(super) struct Scratch {
    pub learnt: Vec<Lit>,
    pub clause: Vec<Lit>,
    pub entered: Vec<u32>,
    marked: Vec<u32>,
    stack: Vec<Lit>,
    levels: Vec<u32>,
}

/// What `analyze` found beside the clause, which is in `Scratch::learnt` with the asserting literal in front and a
/// literal of the level to return to second.
pub(super) struct Learnt {
    pub level: u32,
    pub lbd: u32,
}

impl Cdcl {
    /// Derives the clause that explains `conflict`, whose latest literals have level `current`.
    pub(super) fn analyze(&mut self, conflict: ClauseRef, current: u32) -> Learnt {
        let mut learnt = std::mem::take(&mut self.scratch.learnt);
        learnt.clear();
        learnt.push(Lit::FALSE);
        let mut open = 0;
        let mut clause = conflict;
        let mut resolved = None;
        let mut at = self.trail.len();
        loop {
            self.refresh_lbd(clause);
            for i in 0..self.arena.size(clause) {
                let lit = self.arena.lit(clause, i);
                let var = lit.var();
                let entry = &mut self.vars[var as usize];
                if Some(lit) == resolved || entry.seen || entry.level == 0 {
                    continue;
                }
                entry.seen = true;
                let level = entry.level;
                self.scratch.marked.push(var);
                self.bump_var(var);
                if level >= current {
                    open += 1;
                } else {
                    learnt.push(lit);
                }
            }
            loop {
                at -= 1;
                let entry = &self.vars[self.trail[at].var() as usize];
                // Literals of earlier levels may lie between.
                if entry.seen && entry.level == current {
                    break;
                }
            }
            let lit = self.trail[at];
            open -= 1;
            if open == 0 {
                learnt[0] = !lit;
                break;
            }
            resolved = Some(lit);
            clause = self.vars[lit.var() as usize].reason;
        }
        self.minimize(&mut learnt);
        let lbd = self.count_levels(&learnt);
        let level = self.second_level(&mut learnt);
        for var in self.scratch.marked.drain(..) {
            self.vars[var as usize].seen = false;
        }
        self.scratch.learnt = learnt;
        Learnt { level, lbd }
    }

    /// An assumption is false by the others alone: which ones it takes.
    pub(super) fn explain(&mut self, assumption: Lit) {
        self.failed.push(assumption);
        if self.vars[assumption.var() as usize].level == 0 {
            return;
        }
        self.vars[assumption.var() as usize].seen = true;
        self.scratch.marked.push(assumption.var());
        for at in (0..self.trail.len()).rev() {
            let lit = self.trail[at];
            if !self.vars[lit.var() as usize].seen {
                continue;
            }
            let reason = self.vars[lit.var() as usize].reason;
            if reason == ClauseRef::NONE {
                self.failed.push(lit);
                continue;
            }
            for i in 0..self.arena.size(reason) {
                let var = self.arena.lit(reason, i).var();
                let entry = &mut self.vars[var as usize];
                if !entry.seen && entry.level > 0 {
                    entry.seen = true;
                    self.scratch.marked.push(var);
                }
            }
        }
        for var in self.scratch.marked.drain(..) {
            self.vars[var as usize].seen = false;
        }
    }

    /// A learnt clause that is used again may have become better.
    fn refresh_lbd(&mut self, clause: ClauseRef) {
        if self.arena.is_learnt(clause) && self.arena.lbd(clause) > 2 {
            let mut lits = std::mem::take(&mut self.scratch.clause);
            lits.clear();
            lits.extend((0..self.arena.size(clause)).map(|i| self.arena.lit(clause, i)));
            let lbd = self.count_levels(&lits);
            self.scratch.clause = lits;
            if lbd < self.arena.lbd(clause) {
                self.arena.set_lbd(clause, lbd);
            }
        }
    }

    fn count_levels(&mut self, lits: &[Lit]) -> u32 {
        let mut levels = std::mem::take(&mut self.scratch.levels);
        levels.clear();
        levels.extend(lits.iter().map(|l| self.vars[l.var() as usize].level));
        levels.sort_unstable();
        levels.dedup();
        let count = levels.len() as u32;
        self.scratch.levels = levels;
        count
    }

    /// Moves a literal of the highest level after the first to the second place and returns that level.
    fn second_level(&self, learnt: &mut [Lit]) -> u32 {
        let best = (1..learnt.len()).max_by_key(|&i| (self.vars[learnt[i].var() as usize].level, learnt.len() - i));
        match best {
            Some(best) => {
                learnt.swap(1, best);
                self.vars[learnt[1].var() as usize].level
            }
            None => 0,
        }
    }

    /// Removes literals that the others imply.
    fn minimize(&mut self, learnt: &mut Vec<Lit>) {
        let mut levels = 0u32;
        for lit in &learnt[1..] {
            levels |= self.level_bit(*lit);
        }
        let mut write = 1;
        for read in 1..learnt.len() {
            let lit = learnt[read];
            let has_reason = self.vars[lit.var() as usize].reason != ClauseRef::NONE;
            if !has_reason || !self.is_implied(lit, levels) {
                learnt[write] = lit;
                write += 1;
            }
        }
        learnt.truncate(write);
    }

    fn level_bit(&self, lit: Lit) -> u32 {
        1 << (self.vars[lit.var() as usize].level & 31)
    }

    /// Do the marked literals imply `lit`? Newly marks what was found implied; unmarks what was tried in vain.
    fn is_implied(&mut self, lit: Lit, levels: u32) -> bool {
        let top = self.scratch.marked.len();
        let mut stack = std::mem::take(&mut self.scratch.stack);
        stack.clear();
        stack.push(lit);
        let mut implied = true;
        'all: while let Some(next) = stack.pop() {
            let reason = self.vars[next.var() as usize].reason;
            for i in 0..self.arena.size(reason) {
                let lit = self.arena.lit(reason, i);
                let var = lit.var();
                let entry = &self.vars[var as usize];
                if var == next.var() || entry.seen || entry.level == 0 {
                    continue;
                }
                if entry.reason == ClauseRef::NONE || self.level_bit(lit) & levels == 0 {
                    implied = false;
                    break 'all;
                }
                self.vars[var as usize].seen = true;
                self.scratch.marked.push(var);
                stack.push(lit);
            }
        }
        if !implied {
            for var in self.scratch.marked.drain(top..) {
                self.vars[var as usize].seen = false;
            }
        }
        self.scratch.stack = stack;
        implied
    }
}
