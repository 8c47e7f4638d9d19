//! The SAT solver against another one, on random clauses added between queries under assumptions, with its proofs
//! checked.

mod common;

use batsat::{BasicSolver, SolverInterface, lbool};
use common::Rng;
use homing_solver::sat::{Budget, Checked, Checker, Lit, Outcome, Sat, Step};

struct Pair {
    ours: Checked,
    theirs: BasicSolver,
    vars: Vec<Lit>,
    their_vars: Vec<batsat::Var>,
    /// Assumed in every query, so that all variables are in the cone.
    root: Lit,
    clauses: Vec<Vec<Lit>>,
    consistent: bool,
}

impl Pair {
    fn new(n: u64) -> Pair {
        let mut ours = Checked::new();
        let mut theirs = BasicSolver::default();
        let vars: Vec<Lit> = (0..n).map(|_| ours.new_var(&[])).collect();
        let their_vars = (0..n).map(|_| theirs.new_var_default()).collect();
        let root = ours.new_var(&vars);
        Pair { ours, theirs, vars, their_vars, root, clauses: Vec::new(), consistent: true }
    }

    fn their(&self, lit: Lit) -> batsat::Lit {
        batsat::Lit::new(self.their_vars[lit.var() as usize - 1], !lit.is_negated())
    }

    fn random_lit(&self, rng: &mut Rng) -> Lit {
        self.vars[rng.below(self.vars.len() as u64) as usize].flip_if(rng.chance(2))
    }

    fn add(&mut self, clause: Vec<Lit>) {
        self.ours.add_clause(&clause);
        let mut theirs = clause.iter().map(|&l| self.their(l)).collect();
        self.consistent &= self.theirs.add_clause_reuse(&mut theirs);
        self.clauses.push(clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> bool {
        let outcome = self.ours.solve(assumptions, Budget { conflicts: u64::MAX, work: u64::MAX }, &mut || false);
        let theirs: Vec<batsat::Lit> = assumptions[1..].iter().map(|&l| self.their(l)).collect();
        let expected = self.consistent && self.theirs.solve_limited(&theirs) == lbool::TRUE;
        assert_eq!(outcome, if expected { Outcome::Sat } else { Outcome::Unsat });
        if expected {
            assert!(assumptions.iter().all(|&l| self.ours.value(l)));
            assert!(self.clauses.iter().all(|c| c.iter().any(|&l| self.ours.value(l))));
        } else if self.consistent {
            let failed: Vec<batsat::Lit> =
                self.ours.failed().iter().filter(|&&l| l != self.root).map(|&l| self.their(l)).collect();
            assert_eq!(self.theirs.solve_limited(&failed), lbool::FALSE, "the failed assumptions can hold together");
        }
        expected
    }
}

#[test]
fn random_clauses_under_assumptions() {
    let mut counts = [0u32; 2];
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let n = 5 + rng.below(60);
        let mut pair = Pair::new(n);
        let steps = 1 + rng.below(6);
        let mut last = vec![pair.root];
        for _ in 0..steps {
            for _ in 0..n * (5 + rng.below(45)) / 10 / steps {
                let length = if rng.chance(16) { 1 } else { 2 + rng.below(3) };
                let clause = (0..length).map(|_| pair.random_lit(&mut rng)).collect();
                pair.add(clause);
            }
            for _ in 0..4 {
                // Half of the queries share a prefix with the one before.
                let keep = if rng.chance(2) { 1 + rng.below(last.len() as u64) as usize } else { 1 };
                last.truncate(keep);
                for _ in 0..rng.below(5) {
                    let lit = pair.random_lit(&mut rng);
                    last.push(lit);
                }
                counts[pair.solve(&last) as usize] += 1;
            }
        }
    }
    assert!(counts[0] > 2000 && counts[1] > 2000, "one-sided: {counts:?}");
}

#[test]
fn hard_enough_to_drop_learnt_clauses() {
    let mut rng = Rng::new(4711);
    for n in [120, 160, 200] {
        let mut pair = Pair::new(n);
        for _ in 0..n * 43 / 10 {
            let clause = (0..3).map(|_| pair.random_lit(&mut rng)).collect();
            pair.add(clause);
        }
        for _ in 0..6 {
            let assumptions = [pair.root, pair.random_lit(&mut rng), pair.random_lit(&mut rng)];
            pair.solve(&assumptions);
        }
    }
}

#[test]
fn a_limit_ends_the_search_and_the_solver_stays_usable() {
    let mut rng = Rng::new(12);
    let mut pair = Pair::new(200);
    for _ in 0..860 {
        let clause = (0..3).map(|_| pair.random_lit(&mut rng)).collect();
        pair.add(clause);
    }
    let root = pair.root;
    let few = |conflicts, work| Budget { conflicts, work };
    assert_eq!(pair.ours.solve(&[root], few(20, u64::MAX), &mut || false), Outcome::Conflicts);
    assert_eq!(pair.ours.solve(&[root], few(u64::MAX, 5_000), &mut || false), Outcome::Work);
    pair.solve(&[root]);
}

#[test]
fn the_checker_takes_right_steps_only() {
    let lit = |var, negated| Lit::new(var, negated);
    let (a, b, c) = (lit(1, false), lit(2, false), lit(3, false));
    let mut checker = Checker::new();
    let given = |clause: &[Lit]| Step::Given(clause.into());
    let learnt = |clause: &[Lit]| Step::Learnt(clause.into());
    assert!(checker.follow(&given(&[a, b])) && checker.follow(&given(&[a, !b, c])));
    assert!(checker.follow(&learnt(&[a, c])));
    assert!(!checker.follow(&learnt(&[a])) && !checker.follow(&learnt(&[c])) && !checker.implies(&[]));
    // What was refused is not taken.
    assert!(!checker.implies(&[a]));
    assert!(checker.follow(&given(&[!c])) && checker.implies(&[a]) && checker.implies(&[a, !b]) && !checker.implies(&[b]));
    assert!(checker.follow(&given(&[!a])) && checker.implies(&[]));
}
