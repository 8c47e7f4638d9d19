//! What a row is said to do is checked once more, by a solver that knows nothing of how it was found: in any of its rounds all guards hold, and each round
//! leads from one value of the closed form to the next.

use homing_exec::Executor;
use homing_solver::{Answer, SolverConfig, stack};
use homing_term::{Sort, Term};

use super::algebra::{Binomials, Poly, add, number};
use super::body::{Body, Symbol};
use super::summary::{End, Row, substituted};

/// Rounds of a sum of sums that are gone one by one: a general round would be an identity of products.
const ROUNDS: i64 = 4;

/// Asks again.
pub(super) struct Checker {
    config: SolverConfig,
    /// What the questions cost, as solvers count it.
    pub effort: u64,
}

impl Checker {
    pub fn new(config: SolverConfig) -> Checker {
        Checker { config: SolverConfig { cache: false, ..config }, effort: 0 }
    }

    /// Does the row do what it says, from every state of the body's general one, where it ends in this way?
    pub fn holds(&mut self, exec: &mut Executor<'_>, names: &mut Binomials, body: &Body, row: &Row, end: &End) -> bool {
        let end = (end.cond, end.count);
        self.any_round(exec, names, body, row, end) && self.first_rounds(exec, names, body, row, end)
    }

    /// In round `j`, whichever it is.
    fn any_round(&mut self, exec: &mut Executor<'_>, names: &mut Binomials, body: &Body, row: &Row, end: (Term, Term)) -> bool {
        let (cond, count) = end;
        let sort = exec.context().terms.sort(count);
        let j = exec.any_number(sort);
        let terms = &mut exec.context_mut().terms;
        let zero = number(terms, sort, 0);
        let within = match sort {
            Sort::Int => {
                let (low, high) = (terms.ile(zero, j), terms.ilt(j, count));
                terms.and(low, high)
            }
            _ => terms.ult(j, count),
        };
        let one = number(terms, sort, 1);
        let next = add(terms, j, one);
        let now: Vec<Term> = row.polys.iter().map(|p| p.after(terms, names, j)).collect();
        let mut wrong = Vec::new();
        for (p, e) in row.polys.iter().zip(&row.path.effects).filter(|(p, _)| p.0.len() <= 2) {
            let then = p.after(&mut exec.context_mut().terms, names, next);
            let made = substituted(exec, &body.symbols, &now, *e);
            wrong.push(exec.context_mut().terms.ne(made, then));
        }
        for g in &row.path.guards {
            let g = substituted(exec, &body.symbols, &now, *g);
            wrong.push(exec.context_mut().terms.not(g));
        }
        self.never(exec, body, &[cond, within], wrong)
    }

    /// In the first few rounds, of what is a sum of sums.
    fn first_rounds(
        &mut self,
        exec: &mut Executor<'_>,
        names: &mut Binomials,
        body: &Body,
        row: &Row,
        end: (Term, Term),
    ) -> bool {
        if row.polys.iter().all(|p| p.0.len() <= 2) {
            return true;
        }
        let (cond, count) = end;
        let sort = exec.context().terms.sort(count);
        let mut now: Vec<Term> = body.symbols.iter().map(|s: &Symbol| s.term).collect();
        for k in 0..ROUNDS {
            let terms = &mut exec.context_mut().terms;
            let (k, next) = (number(terms, sort, k), number(terms, sort, k + 1));
            let within = if sort == Sort::Int { terms.ilt(k, count) } else { terms.ult(k, count) };
            now = row.path.effects.iter().map(|e| substituted(exec, &body.symbols, &now, *e)).collect();
            let then: Vec<Term> = row.polys.iter().map(|p: &Poly| p.after(&mut exec.context_mut().terms, names, next)).collect();
            let terms = &mut exec.context_mut().terms;
            let wrong = now.iter().zip(then).map(|(a, b)| terms.ne(*a, b)).collect();
            if !self.never(exec, body, &[cond, within], wrong) {
                return false;
            }
        }
        true
    }

    /// Is none of these possible under the conditions, on the path of the general state?
    fn never(&mut self, exec: &mut Executor<'_>, body: &Body, conds: &[Term], wrong: Vec<Term>) -> bool {
        let terms = &mut exec.context_mut().terms;
        let any = terms.or_all(&wrong);
        if terms.is_false(any) {
            return true;
        }
        let path = body.general.path.constraints().map(|(t, _)| t);
        let asserts: Vec<Term> = path.chain(conds.iter().copied()).chain([any]).collect();
        let mut solver = stack(&self.config);
        let answer = solver.check(&mut exec.context_mut().terms, &asserts);
        self.effort += solver.effort() + 1000;
        matches!(answer, Answer::Unsat(_))
    }
}
