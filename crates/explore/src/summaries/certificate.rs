//! What a row is said to do is checked once more, by a solver that knows nothing of how it was found: in any of its rounds all guards hold, and each round
//! leads from one value of the closed form to the next.

use homing_exec::{Executor, SymbolName};
use homing_solver::{Answer, SolverConfig, stack};
use homing_term::{Sort, Term, Terms};
use rustc_hash::FxHashMap;

use super::algebra::{Binomials, Poly, add, number};
use super::body::{Body, Symbol};
use super::identity;
use super::summary::{End, Row, substituted};

/// Rounds of a sum of sums that are gone one by one: a general round would be an identity of products.
const ROUNDS: i64 = 4;

/// Asks again.
pub(super) struct Checker {
    config: SolverConfig,
    most: u64,
    /// Which assertions contradict each other, so that nobody asks twice. Symbols of a loop have the same names each time that it is looked at.
    known: FxHashMap<Vec<Term>, bool>,
    /// What the questions cost, as solvers count it.
    pub effort: u64,
}

impl Checker {
    pub fn new(config: SolverConfig) -> Checker {
        Checker {
            most: config.limits.work,
            known: FxHashMap::default(),
            config: SolverConfig { cache: false, ..config },
            effort: 0,
        }
    }

    /// Terms that nobody uses are about to be freed.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// What each of the next questions may cost.
    pub fn allow(&mut self, work: u64) {
        self.config.limits.work = work.min(self.most);
        self.config.limits.conflicts = self.config.limits.work / 1000;
    }

    /// Does the row do what it says, from every state of the body's general one, where it ends in this way?
    pub fn holds(&mut self, exec: &mut Executor<'_>, names: &mut Binomials, body: &Body, row: &Row, end: &End) -> bool {
        let end = (end.cond, end.count);
        self.any_round(exec, names, body, row, end) && self.first_rounds(exec, names, body, row, end)
    }

    /// In round `j`, whichever it is.
    fn any_round(
        &mut self,
        exec: &mut Executor<'_>,
        names: &mut Binomials,
        body: &Body,
        row: &Row,
        end: (Term, Option<Term>),
    ) -> bool {
        let (cond, count) = end;
        let sort = sort_of(exec, body, count);
        let j = exec.number_called(SymbolName { loop_of: None, depth: u32::MAX, number: 0 }, sort);
        let terms = &mut exec.context_mut().terms;
        let zero = number(terms, sort, 0);
        let begun = if sort == Sort::Int { terms.ile(zero, j) } else { terms.tru() };
        let over = before(terms, j, count);
        let within = terms.and(begun, over);
        let one = number(terms, sort, 1);
        let next = add(terms, j, one);
        let now: Vec<Term> = row.polys.iter().map(|p| p.after(terms, names, j)).collect();
        let mut wrong = Vec::new();
        for (p, e) in row.polys.iter().zip(&row.path.effects).filter(|(p, _)| p.0.len() <= 2) {
            let then = p.after(&mut exec.context_mut().terms, names, next);
            let made = substituted(exec, &body.symbols, &now, *e);
            differs(&mut exec.context_mut().terms, made, then, &mut wrong);
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
        end: (Term, Option<Term>),
    ) -> bool {
        if row.polys.iter().all(|p| p.0.len() <= 2) {
            return true;
        }
        let (cond, count) = end;
        let sort = sort_of(exec, body, count);
        let mut now: Vec<Term> = body.symbols.iter().map(|s: &Symbol| s.term).collect();
        for k in 0..ROUNDS {
            let terms = &mut exec.context_mut().terms;
            let (k, next) = (number(terms, sort, k), number(terms, sort, k + 1));
            let within = before(terms, k, count);
            now = row.path.effects.iter().map(|e| substituted(exec, &body.symbols, &now, *e)).collect();
            let then: Vec<Term> = row.polys.iter().map(|p: &Poly| p.after(&mut exec.context_mut().terms, names, next)).collect();
            let terms = &mut exec.context_mut().terms;
            let mut wrong = Vec::new();
            now.iter().zip(then).for_each(|(a, b)| differs(terms, *a, b, &mut wrong));
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
        if let Some(known) = self.known.get(&asserts) {
            return *known;
        }
        let mut solver = stack(&self.config);
        let answer = solver.check(&mut exec.context_mut().terms, &asserts);
        self.effort += solver.effort() + 1000;
        let never = matches!(answer, Answer::Unsat(_));
        // With more work it may be known later.
        if !matches!(answer, Answer::Unknown(_)) {
            self.known.insert(asserts, never);
        }
        never
    }
}

/// Two terms may differ: asked unless they are the same polynomial.
fn differs(terms: &mut Terms, a: Term, b: Term, wrong: &mut Vec<Term>) {
    if !identity::same(terms, a, b) {
        wrong.push(terms.ne(a, b));
    }
}

/// Has a round a number below the count? If there is none: always.
fn before(terms: &mut Terms, round: Term, count: Option<Term>) -> Term {
    match count {
        None => terms.tru(),
        Some(count) if terms.sort(count) == Sort::Int => terms.ilt(round, count),
        Some(count) => terms.ult(round, count),
    }
}

/// What rounds are counted with. Rounds that never end are counted with as many bits as the values have that they change, which go through all of
/// theirs in so many rounds.
pub(super) fn sort_of(exec: &Executor<'_>, body: &Body, count: Option<Term>) -> Sort {
    let terms = &exec.context().terms;
    match count {
        Some(count) => terms.sort(count),
        None if body.symbols.iter().any(|s| terms.sort(s.term) == Sort::Int) => Sort::Int,
        None => Sort::Bits(body.symbols.iter().map(|s| terms.width(s.term)).max().unwrap_or(1) + 2),
    }
}
