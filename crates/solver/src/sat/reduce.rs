//! Forgetting learnt clauses.

use super::cdcl::Cdcl;
use super::clauses::{ClauseRef, Watch};

/// Conflicts between two rounds of forgetting, at first.
pub(super) const FIRST_REDUCE: u64 = 2_000;

impl Cdcl {
    /// Drops the worse half of the learnt clauses.
    pub(super) fn reduce(&mut self) {
        self.next_reduce = self.conflicts + FIRST_REDUCE + 300 * (self.conflicts / FIRST_REDUCE).min(100);
        let mut candidates: Vec<ClauseRef> = Vec::new();
        for &c in &self.learnts {
            if self.arena.lbd(c) > 2 && self.arena.size(c) > 2 && !self.is_reason(c) {
                candidates.push(c);
            }
        }
        // Stable: among equals the older ones go first.
        candidates.sort_by_key(|&c| std::cmp::Reverse((self.arena.lbd(c), self.arena.size(c))));
        for &c in &candidates[..candidates.len() / 2] {
            self.arena.kill(c);
        }
        let moved = self.arena.collect();
        let relocate = |c: &mut ClauseRef| match moved.get(*c) {
            Some(new) => {
                *c = new;
                true
            }
            None => false,
        };
        self.learnts.retain_mut(relocate);
        self.definitions.iter_mut().for_each(|c| {
            relocate(c);
        });
        for list in &mut self.watches {
            list.retain_mut(|w| {
                let mut c = w.clause();
                let live = relocate(&mut c);
                *w = Watch::new(c, w.blocker, w.is_binary());
                live
            });
        }
        for lit in &self.trail {
            let reason = &mut self.vars[lit.var() as usize].reason;
            if *reason != ClauseRef::NONE {
                relocate(reason);
            }
        }
    }

    fn is_reason(&self, c: ClauseRef) -> bool {
        // A propagated literal of a long clause is in front; see `rewatch` and `learn`.
        let lit = self.arena.lit(c, 0);
        self.val(lit) > 0 && self.vars[lit.var() as usize].reason == c
    }
}
