//! Annotations as formulas: putting in what symbols stand for, and what can be left out.

use homing_exec::{Executor, State};
use homing_solver::{Answer, SolverConfig, minimised, stack};
use homing_term::{Op, Sort, Term, Terms, VarId, VarKey};
use rustc_hash::{FxHashMap, FxHashSet};

use super::table::{Learned, Symbol};

/// Conditions that an annotation is made of, at most; a larger one is kept as it is.
const ATOMS: usize = 48;

/// Questions for leaving out what is not needed.
const QUESTIONS: usize = 12;

/// What the annotation says of a state. None if the state holds something in a spot that no symbol stands for.
pub(super) fn said_of(exec: &mut Executor<'_>, state: &mut State, learned: &Learned) -> Option<Term> {
    if exec.context().terms.is_true(learned.condition) {
        let fits = learned.symbols.iter().all(|s| exec.leap_term(state, s.spot, s.object).is_some());
        return fits.then_some(learned.condition);
    }
    let mut map: FxHashMap<VarId, Term> = FxHashMap::default();
    for Symbol { spot, object, term } in learned.symbols.iter() {
        let value = exec.leap_term(state, *spot, *object)?;
        let var = exec.context().terms.as_var(*term)?;
        map.insert(var, value);
    }
    Some(exec.context_mut().terms.substitute(learned.condition, &|v| map.get(&v).copied()))
}

/// The path condition of a state in one term.
pub(super) fn path_of(terms: &mut Terms, state: &State) -> Term {
    let all: Vec<Term> = state.path.constraints().map(|(t, _)| t).collect();
    terms.and_all(&all)
}

/// Gives names of their own to what was met on the way from `base` on, so that nothing of another path is taken for it. Tells whether there is any.
/// None if there is something that cannot be named anew.
pub(super) fn apart(exec: &mut Executor<'_>, base: &State, symbols: &[Symbol], condition: Term) -> Option<(Term, bool)> {
    let own: FxHashSet<VarId> = symbols.iter().filter_map(|s| exec.context().terms.as_var(s.term)).collect();
    let support = exec.context_mut().terms.support(condition);
    let held = held(exec, base);
    let mut map: FxHashMap<VarId, Term> = FxHashMap::default();
    let mut universal = false;
    for v in support.iter().copied().filter(|v| !own.contains(v)) {
        let info = exec.context().terms.var_info(v).clone();
        let stays = match info.key {
            VarKey::Input { input, .. } => (input as usize) < base.inputs.len(),
            VarKey::Addr { slot, generation } => base.memory.find(homing_memory::ObjRef { slot, generation }).is_some(),
            _ => held.contains(&v),
        };
        if !stays {
            universal = true;
            let sort = match info.sort {
                sort @ (Sort::Bits(_) | Sort::Int) => sort,
                Sort::Array { .. } => return None,
            };
            map.insert(v, exec.any_number(sort));
        }
    }
    let renamed = exec.context_mut().terms.substitute(condition, &|v| map.get(&v).copied());
    Some((renamed, universal))
}

/// The variables that what a state holds depends on.
fn held(exec: &mut Executor<'_>, state: &State) -> FxHashSet<VarId> {
    let mut roots = Vec::new();
    let mut seen = FxHashSet::default();
    state.roots(&mut |p| !seen.insert(p), &mut |t| roots.push(t));
    roots.into_iter().flat_map(|t| exec.context_mut().terms.support(t).to_vec()).collect()
}

/// What a new solver costs besides what it counts itself.
const SOLVER: u64 = 1_000;

/// A conjunction of few conditions that the state fulfils and that imply `whole`, if there is one. `symbols` stand for what it holds.
pub(super) fn shrunk(
    exec: &mut Executor<'_>,
    config: &SolverConfig,
    state: &mut State,
    symbols: &std::rc::Rc<[Symbol]>,
    whole: Term,
    effort: &mut u64,
) -> Option<Term> {
    let atoms = atoms(&exec.context().terms, whole)?;
    let mut candidates = Vec::new();
    for a in atoms {
        let not = exec.context_mut().terms.not(a);
        candidates.extend([a, not]);
    }
    let says = |condition| Learned { symbols: symbols.clone(), condition, universal: false, text: "".into() };
    let values: Vec<Term> = candidates.iter().map(|c| said_of(exec, state, &says(*c))).collect::<Option<_>>()?;
    let holds = exec.implied(state, &values);
    let literals: Vec<Term> = candidates.iter().zip(holds).filter(|(_, h)| *h).map(|(c, _)| *c).collect();
    let terms = &mut exec.context_mut().terms;
    let wrong = terms.not(whole);
    let mut solver = stack(config);
    let mut asserts = literals.clone();
    asserts.push(wrong);
    let first = solver.check(terms, &asserts);
    let needed = match &first {
        Answer::Unsat(found) => minimised(&mut *solver, terms, found.terms(&asserts), QUESTIONS),
        _ => Vec::new(),
    };
    *effort += solver.effort() + SOLVER;
    if !first.is_unsat() {
        return None;
    }
    let few: Vec<Term> = literals.into_iter().filter(|l| needed.contains(l)).collect();
    // Once more, by a solver that knows nothing of this: a core that is too small must not make an annotation.
    let mut asserts = few.clone();
    asserts.push(wrong);
    let mut second = stack(config);
    let confirmed = second.check(terms, &asserts).is_unsat();
    *effort += second.effort() + SOLVER;
    confirmed.then(|| terms.and_all(&few))
}

/// How many conditions a formula is made of; none if there are very many.
pub(super) fn weight(terms: &Terms, whole: Term) -> Option<usize> {
    atoms(terms, whole).map(|a| a.len())
}

/// The conditions that a formula is made of. None if there are very many.
fn atoms(terms: &Terms, whole: Term) -> Option<Vec<Term>> {
    let (mut out, mut seen, mut todo) = (Vec::new(), FxHashSet::default(), vec![whole]);
    while let Some(t) = todo.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = terms.args(t);
        let boolean = || args.iter().all(|a| terms.sort(*a) == Sort::Bits(1));
        match terms.op(t) {
            Op::Const => {}
            Op::And | Op::Or | Op::Xor | Op::Not | Op::Ite | Op::Eq if boolean() => todo.extend(args.iter().copied()),
            _ => out.push(t),
        }
        if out.len() > ATOMS || seen.len() > 40 * ATOMS {
            return None;
        }
    }
    Some(out)
}
