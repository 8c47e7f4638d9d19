//! Questions that cost much, and what they are about.

use homing_term::{Op, Term, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Answer, Why};

/// Work from which on a question is called hard: some tenths of a second.
pub(crate) const HARD: u64 = 20_000_000;
/// Terms of a question that are counted.
const MANY: usize = 100_000;
/// Hard questions that are kept until somebody asks for them.
pub(super) const KEPT: usize = 64;

/// A question that cost much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hard {
    /// Terms in it, as far as they were counted.
    pub nodes: usize,
    /// Variables in it, in order.
    pub vars: Vec<VarId>,
    /// What it cost, in units of [`crate::Solver::effort`].
    pub work: u64,
    /// Who answered last, and what; `None`: nobody knows.
    pub by: String,
    pub sat: Option<bool>,
    /// The variable on which most operations depend that are no sums: with a value for it the question would be easier.
    pub suspect: Option<VarId>,
}

impl Hard {
    pub(super) fn of(terms: &mut Terms, asserts: &[Term], work: u64, by: &str, answer: &Answer) -> Hard {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut todo = asserts.to_vec();
        let mut heavy = Vec::new();
        while let Some(t) = todo.pop() {
            if seen.len() >= MANY || !seen.insert(t) {
                continue;
            }
            todo.extend(terms.args(t));
            if is_heavy(terms, t) {
                heavy.push(t);
            }
        }
        let mut times: FxHashMap<VarId, usize> = FxHashMap::default();
        for t in heavy {
            terms.support(t).iter().for_each(|v| *times.entry(*v).or_default() += 1);
        }
        let suspect = times.into_iter().max_by_key(|&(v, n)| (n, std::cmp::Reverse(v))).map(|(v, _)| v);
        let sat = match answer {
            Answer::Sat(_) => Some(true),
            Answer::Unsat(_) => Some(false),
            Answer::Unknown(_) => None,
        };
        Hard { nodes: seen.len(), vars: crate::layer::variables(terms, asserts), work, by: by.to_string(), sat, suspect }
    }
}

/// Did a question cost so much, or end so?
pub(super) fn is_hard(work: u64, answer: &Answer) -> bool {
    work >= HARD || matches!(answer, Answer::Unknown(why) if why.is_budget() && *why != Why::Interrupted)
}

/// An operation of two unknowns that is no sum and does not work bit by bit.
fn is_heavy(terms: &Terms, t: Term) -> bool {
    let unknown = || terms.args(t).iter().all(|&a| terms.as_wide(a).is_none() && terms.as_int(a).is_none());
    match terms.op(t) {
        Op::Mul | Op::UMulOver | Op::SMulOver | Op::IMul | Op::Shl | Op::LShr | Op::AShr => unknown(),
        Op::UDiv | Op::URem | Op::SDiv | Op::SRem | Op::IDiv | Op::IRem => true,
        Op::FAdd(_) | Op::FSub(_) | Op::FMul(_) | Op::FDiv(_) | Op::FRem(_) | Op::Fma(_) | Op::FSqrt(_) => true,
        Op::Select | Op::Store => true,
        _ => false,
    }
}
