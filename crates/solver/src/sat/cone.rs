//! The fan-in cone of the assumptions: what a query is about.

use super::Lit;
use super::cdcl::Cdcl;

/// The variables below the assumptions, as a stack with one mark per assumption.
#[derive(Default)]
pub(super) struct Cone {
    pub vars: Vec<u32>,
    marks: Vec<usize>,
}

/// A circuit this many times the cone is large.
const SELECTIVE: usize = 4;

impl Cdcl {
    /// Makes the cone that of `self.assumptions`, of which the first `common` are the same as before.
    pub(super) fn update_cone(&mut self, common: usize) {
        let keep = if common == 0 { 0 } else { self.cone.marks[common - 1] };
        for &v in &self.cone.vars[keep..] {
            self.vars[v as usize].in_cone = false;
        }
        self.cone.vars.truncate(keep);
        self.cone.marks.truncate(common);
        for i in common..self.assumptions.len() {
            let mut next = self.cone.vars.len();
            self.enter_cone(self.assumptions[i].var());
            while next < self.cone.vars.len() {
                let (from, to) = self.vars[self.cone.vars[next] as usize].fanin;
                for k in from..to {
                    self.enter_cone(self.fanins[k as usize].var());
                }
                next += 1;
            }
            self.cone.marks.push(self.cone.vars.len());
        }
        let mut entered = std::mem::take(&mut self.scratch.entered);
        entered.clear();
        entered.extend(self.cone.vars[keep..].iter().filter(|&&v| self.vars[v as usize].stale));
        // Inputs come before the gates that read them.
        entered.sort_unstable();
        for &v in &entered {
            self.vars[v as usize].stale = false;
            self.catch_up(v);
        }
        self.scratch.entered = entered;
        self.selective = self.vars.len() > SELECTIVE * self.cone.vars.len();
    }

    /// Implies a variable's value if its defining clauses do: they may have been passed over while it was outside.
    fn catch_up(&mut self, var: u32) {
        let (from, to) = self.vars[var as usize].definition;
        for i in from..to {
            if self.values[Lit::new(var, false).index()] != 0 {
                return;
            }
            let clause = self.definitions[i as usize];
            let (mut own, mut level, mut is_unit) = (None, 0, true);
            for k in 0..self.arena.size(clause) {
                let lit = self.arena.lit(clause, k);
                if lit.var() == var {
                    own = Some(lit);
                } else {
                    is_unit &= self.val(lit) < 0;
                    level = level.max(self.level_of(lit));
                }
            }
            if let (true, Some(lit)) = (is_unit, own) {
                self.enqueue(lit, clause, level as usize);
            }
        }
    }

    fn enter_cone(&mut self, var: u32) {
        let entry = &mut self.vars[var as usize];
        if !entry.in_cone {
            entry.in_cone = true;
            self.cone.vars.push(var);
            if self.values[Lit::new(var, false).index()] == 0 {
                self.heap.insert(var, &self.activity);
            }
        }
    }

    /// Is an implied literal to be assigned? Outside the cone it may stay unassigned: it keeps watching the clause. But in
    /// a small circuit it is likely to be asked for soon.
    pub(super) fn is_wanted(&mut self, lit: Lit) -> bool {
        let var = &mut self.vars[lit.var() as usize];
        if var.in_cone {
            return true;
        }
        self.idle += 1;
        var.stale |= self.selective;
        !self.selective
    }
}
