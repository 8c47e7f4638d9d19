//! Proofs of what the SAT solver derives, and a checker that shares nothing with it but the literals.
//!
//! Every clause the solver learns follows from those before it by unit propagation alone (reverse unit propagation):
//! assume that all of its literals are false, propagate, and a clause fails. The same holds for the last clause of an
//! unsatisfiable answer, which says that the failed assumptions cannot hold together. The checker follows the steps in
//! order. It never forgets a clause: more clauses prove no less.

use super::{Budget, Cdcl, Lit, Outcome, Sat};

/// One step of a proof.
pub enum Step {
    /// A clause that the solver was given.
    Given(Box<[Lit]>),
    /// A clause that it learnt.
    Learnt(Box<[Lit]>),
}

/// Clauses, and what follows from them by unit propagation.
#[derive(Default)]
pub struct Checker {
    clauses: Vec<Box<[Lit]>>,
    /// By literal: the clauses that wait for it to become false.
    watches: Vec<Vec<u32>>,
    values: Vec<i8>,
    trail: Vec<Lit>,
    head: usize,
    contradictory: bool,
}

impl Checker {
    /// A checker without clauses, in which only the constant has a value.
    pub fn new() -> Checker {
        let mut new = Checker::default();
        new.add(&[Lit::TRUE]);
        new
    }

    /// Takes a clause as true.
    pub fn add(&mut self, clause: &[Lit]) {
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        self.grow(&lits);
        if self.contradictory || lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        // No literal has a value that may be taken back here, so the false ones are false for good.
        lits.sort_by_key(|&l| self.value(l) < 0);
        let open = lits.iter().filter(|&&l| self.value(l) >= 0).count();
        match open {
            0 => self.contradictory = true,
            1 => {
                if self.value(lits[0]) == 0 {
                    self.assign(lits[0]);
                }
                self.contradictory = !self.propagate();
            }
            _ => {
                let number = self.clauses.len() as u32;
                self.watches[lits[0].index()].push(number);
                self.watches[lits[1].index()].push(number);
                self.clauses.push(lits.into());
            }
        }
    }

    /// Does the clause follow by unit propagation?
    pub fn implies(&mut self, clause: &[Lit]) -> bool {
        self.grow(clause);
        if self.contradictory {
            return true;
        }
        let before = self.trail.len();
        let mut implied = false;
        for &lit in clause {
            match self.value(lit) {
                0 => self.assign(!lit),
                v if v > 0 => implied = true,
                _ => {}
            }
        }
        implied = implied || !self.propagate();
        for lit in self.trail.drain(before..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
        self.head = before;
        implied
    }

    /// Takes a step of a proof, if it is a right one.
    pub fn follow(&mut self, step: &Step) -> bool {
        let (clause, right) = match step {
            Step::Given(clause) => (clause, true),
            Step::Learnt(clause) => (clause, self.implies(clause)),
        };
        if right {
            self.add(clause);
        }
        right
    }

    fn grow(&mut self, lits: &[Lit]) {
        let vars = lits.iter().map(|l| l.var() as usize + 1).max().unwrap_or(0);
        if self.values.len() < 2 * vars {
            self.values.resize(2 * vars, 0);
            self.watches.resize_with(2 * vars, Vec::new);
        }
    }

    fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    fn assign(&mut self, lit: Lit) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.trail.push(lit);
    }

    /// Follows the trail to its end; false if a clause fails.
    fn propagate(&mut self) -> bool {
        while self.head < self.trail.len() {
            let failed = !self.trail[self.head];
            self.head += 1;
            let waiting = std::mem::take(&mut self.watches[failed.index()]);
            let mut kept = Vec::with_capacity(waiting.len());
            let mut holds = true;
            for number in waiting {
                if holds && self.moved(number, failed) {
                    continue;
                }
                kept.push(number);
                if !holds {
                    continue;
                }
                let first = self.clauses[number as usize][0];
                match self.value(first) {
                    0 => self.assign(first),
                    v => holds = v > 0,
                }
            }
            self.watches[failed.index()] = kept;
            if !holds {
                return false;
            }
        }
        true
    }

    /// Lets the clause wait for another literal than the one that just became false, which is put second otherwise.
    fn moved(&mut self, number: u32, failed: Lit) -> bool {
        let clause = &mut self.clauses[number as usize];
        if clause[0] == failed {
            clause.swap(0, 1);
        }
        let Some(other) = (2..clause.len()).find(|&i| self.values[clause[i].index()] >= 0) else { return false };
        clause.swap(1, other);
        self.watches[clause[1].index()].push(number);
        true
    }
}

/// The SAT solver with each of its unsatisfiable answers proved (for tests; slow). A proof that is wrong is a panic.
pub struct Checked {
    sat: Cdcl,
    checker: Checker,
}

impl Sat for Checked {
    fn new() -> Checked {
        Checked { sat: Cdcl::logging(), checker: Checker::new() }
    }

    fn new_var(&mut self, fanin: &[Lit]) -> Lit {
        self.sat.new_var(fanin)
    }

    fn set_fanin(&mut self, leaf: Lit, fanin: &[Lit]) {
        self.sat.set_fanin(leaf, fanin);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.sat.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: Budget, guard: &mut dyn FnMut() -> bool) -> Outcome {
        let outcome = self.sat.solve(assumptions, budget, guard);
        for step in self.sat.drain_log() {
            assert!(self.checker.follow(&step), "the SAT solver learnt a clause that does not follow");
        }
        if outcome == Outcome::Unsat {
            let failed = self.sat.failed();
            assert!(failed.iter().all(|l| assumptions.contains(l)), "the SAT solver blames what nobody assumed");
            let refuted: Vec<Lit> = failed.iter().map(|&l| !l).collect();
            assert!(self.checker.implies(&refuted), "an unsatisfiable answer of the SAT solver has no proof");
        }
        outcome
    }

    fn failed(&self) -> &[Lit] {
        self.sat.failed()
    }

    fn value(&self, lit: Lit) -> bool {
        self.sat.value(lit)
    }

    fn vars(&self) -> usize {
        self.sat.vars()
    }

    fn cone(&self) -> usize {
        self.sat.cone()
    }

    fn idle(&self) -> u64 {
        self.sat.idle()
    }

    fn conflicts(&self) -> u64 {
        self.sat.conflicts()
    }

    fn work(&self) -> u64 {
        self.sat.work()
    }

    fn reset(&mut self) {
        self.sat.reset();
        self.sat.drain_log();
        self.checker = Checker::new();
    }
}
