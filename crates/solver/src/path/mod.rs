//! Path conditions: the constraints of one symbolic path, kept ready for the question "which way can this go?".
//!
//! A [`Path`] is split into independent parts, each with a model that satisfies it, so it is always known to be
//! satisfiable and a question touches only the parts that share variables with it. [`Path::decide`] answers from
//! the cheapest source that knows: constants, domains of single terms, the carried model, orders between terms, recent
//! models, remembered answers, repairs of the carried model, and only then the solver. Nothing shared between two paths is changed in place.

mod abs;
mod absint;
mod audit;
mod byteset;
mod cells;
mod context;
mod decide;
mod difference;
mod facts;
mod floats;
mod hard;
mod intervals;
mod join;
mod log;
mod order;
mod part;
mod propagate;
mod repair;
mod search;
mod set;
mod shape;
mod span;
mod steer;
mod trie;

pub use audit::Audit;
pub use context::Context;
pub(crate) use hard::HARD;
pub use hard::Hard;
pub use join::{Apart, Joined};
pub(crate) use span::Span;

use crate::Why;
use homing_term::{Model, Op, Term, Terms, VarId};
use log::Log;
use part::{Carried, Constraint, Part};
use shape::{Info, Shape, set_unit, unit_values};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;
pub use trie::Trie;

/// A constraint is not added again if it is among this many last ones of its part.
const RECENT: usize = 256;
/// A conjunction nested more deeply than this is taken apart unseen.
const MANY: u32 = 64;

/// The conjunction of the conditions under which execution follows one path. Never unsatisfiable as long as every
/// [`add`](Path::add) is given a witness that belongs to it.
///
/// Clone is O(1); clones share all parts until they differ.
#[derive(Clone)]
pub struct Path {
    log: Log,
    /// By variable: union-find over the variables, with the part at the representative.
    entries: Trie<Entry>,
    /// A constraint without variables was false: nothing satisfies this path.
    dead: bool,
}

#[derive(Clone)]
enum Entry {
    /// Belongs to the same part as this other variable.
    Link(u32),
    Root(Rc<Part>),
}

/// Where a constraint came from: an instruction, and a hash or number of the way to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Function.
    pub func: u32,
    /// Block within the function.
    pub block: u32,
    /// Instruction within the block.
    pub inst: u32,
    /// Which of the visits to that instruction.
    pub trail: u64,
}

impl Origin {
    /// Of a constraint that no instruction chose: it holds in every run.
    pub const FACT: Origin = Origin { func: u32::MAX, block: u32::MAX, inst: u32::MAX, trail: u64::MAX };
}

/// Both sides of a branch: `yes` tells whether the condition can be 1, `no` whether it can be 0.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Can the condition be true?
    pub yes: May,
    /// Can the condition be false?
    pub no: May,
}

/// Whether a condition can hold together with a path condition.
#[derive(Clone, Debug)]
pub enum May {
    /// It can; the witness makes adding it free of solver calls.
    Yes(Witness),
    /// Proved impossible.
    No,
    /// Not decided. Neither of the others.
    Unknown(Why),
}

impl May {
    /// Is this `Yes`?
    pub fn is_yes(&self) -> bool {
        matches!(self, May::Yes(_))
    }

    /// Is this `No`?
    pub fn is_no(&self) -> bool {
        matches!(self, May::No)
    }
}

/// Why a condition can hold: a model of the parts it touches. Valid only for the path (or a clone of it in the same
/// state) that gave it, together with the condition it was given for, and until terms are collected.
#[derive(Clone)]
pub struct Witness(Proof);

#[derive(Clone)]
enum Proof {
    /// The carried model does it.
    Carried,
    /// This value of a unit's term does it; of an integer its cell.
    Unit { base: Term, value: u64 },
    /// This model, which covers the condition and all parts that it touches.
    Model(Rc<Model>),
}

impl std::fmt::Debug for Witness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Proof::Carried => f.write_str("carried"),
            Proof::Unit { base, value } => write!(f, "{base} is {value}"),
            Proof::Model(m) => write!(f, "model of {} variables", m.len()),
        }
    }
}

/// The values a term can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// These and no others, ascending.
    Complete(Vec<u64>),
    /// These, ascending, and at least one more.
    More(Vec<u64>),
    /// The solver could not tell.
    Unknown(Why),
}

/// Where answers came from. A side is one direction of a decision: `decide` asks for two, `may` for one. The `by_`
/// counters and `solver_calls` count sides and add up to the number of sides asked.
#[derive(Default, Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Calls of `decide` and `may`.
    pub decides: u64,
    /// Sides of conditions without variables.
    pub by_constant: u64,
    /// Sides answered by sets, intervals, known bits and orders.
    pub by_domain: u64,
    /// Sides answered by the carried model.
    pub by_model: u64,
    /// Sides answered by a recent model of another query.
    pub by_recent_model: u64,
    /// Sides answered by a few changes to the carried model.
    pub by_repair: u64,
    /// Sides answered by a remembered answer.
    pub by_cache: u64,
    /// Sides the solver was asked for.
    pub solver_calls: u64,
    /// Of these, satisfiable.
    pub sat: u64,
    /// Of these, unsatisfiable.
    pub unsat: u64,
    /// Of these, not decided.
    pub unknown: u64,
    /// CPU time inside the solver.
    pub solver_ns: u64,
    /// Work inside the solver, in the unit of [`Solver::effort`](crate::Solver::effort): about 10 ns each, and the same
    /// in every run. The other layers, which all have small fixed bounds, are not counted.
    pub effort: u64,
}

impl Default for Path {
    fn default() -> Path {
        Path::new()
    }
}

impl Path {
    /// The path condition `true`.
    pub fn new() -> Path {
        Path { log: Log::default(), entries: Trie::new(), dead: false }
    }

    /// How many constraints were added.
    pub fn len(&self) -> usize {
        self.log.len()
    }

    /// Was nothing added yet?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All constraints as they were added, in that order.
    pub fn constraints(&self) -> impl Iterator<Item = (Term, Origin)> {
        let mut all: Vec<_> = self.log.newest_first().collect();
        all.reverse();
        all.into_iter()
    }

    /// Conjoins `cond`. `witness` is the `May::Yes` value that `decide` or `may` gave for it on this very path.
    /// Conditions that are the constant true are not recorded.
    pub fn add(&mut self, cx: &mut Context, cond: Term, witness: Witness, origin: Origin) {
        cx.refresh();
        if cx.terms.is_true(cond) {
            return;
        }
        self.log.push(cond, origin);
        self.add_conjuncts(cx, cond, &witness.0);
        #[cfg(debug_assertions)]
        self.check_model(cx, cond);
    }

    /// Adds the conjuncts of `cond` one by one, in order; there may be many of them, deeply nested.
    fn add_conjuncts(&mut self, cx: &mut Context, cond: Term, proof: &Proof) {
        let mut todo: SmallVec<[Term; 8]> = smallvec![cond];
        while let Some(cond) = todo.pop() {
            if many_conjuncts(&cx.terms, cond)
                && let Some((a, b)) = conjuncts(&mut cx.terms, cond)
            {
                todo.extend([b, a]);
                continue;
            }
            let info = cx.info(cond);
            // Variables fixed one by one are best kept apart, unless they already belong together.
            let set_shaped = cx.use_domains
                && info.shape.as_ref().is_some_and(|s| {
                    !s.fixes_each || self.unit_state(s, &info.support).is_some_and(|state| state.root.is_some())
                });
            if !set_shaped && let Some((a, b)) = conjuncts(&mut cx.terms, cond) {
                todo.extend([b, a]);
            } else if info.support.is_empty() {
                self.dead |= cx.terms.eval64(cond, &Model::default()) == 0;
            } else {
                self.add_atom(cx, cond, &info, proof);
            }
        }
    }

    fn add_atom(&mut self, cx: &mut Context, cond: Term, info: &Info, proof: &Proof) {
        let shape = info.shape.as_ref().filter(|_| cx.use_domains);
        if let Some(shape) = shape
            && shape.unit
            && self.add_to_unit(cx, cond, info, shape, proof)
        {
            return;
        }
        let root = self.merge(cx, &info.support, proof);
        let part = self.part_mut(root);
        match shape {
            Some(shape) => part.narrow(&mut cx.terms, cond, shape.base, &shape.set),
            None if part.constraints.iter().rev().take(RECENT).any(|c| c.term == cond) => {}
            None => part.constraints.push(Constraint { term: cond, base: None }),
        }
        match shape {
            Some(shape) if shape.is_int => self.propagate_sum(cx, root, shape.base),
            None if cx.use_domains => self.propagate(cx, root, cond),
            _ => {}
        }
    }

    /// Adds a constraint on a unit's term if its part is that unit or does not exist yet.
    fn add_to_unit(&mut self, cx: &mut Context, cond: Term, info: &Info, shape: &Shape, proof: &Proof) -> bool {
        let Some(UnitState { root, mut value, .. }) = self.unit_state(shape, &info.support) else { return false };
        match proof {
            Proof::Carried => {}
            Proof::Unit { base, value: new } if *base == shape.base => value = *new,
            Proof::Unit { base, value: new } => {
                // A larger unit that the condition was a statement about before it was taken apart.
                let mut model = Model::default();
                set_unit(&cx.terms, *base, *new, &mut model);
                value = cells::value_of(&mut cx.terms, shape.base, &model);
            }
            Proof::Model(m) => value = cells::value_of(&mut cx.terms, shape.base, m),
        }
        let carried = Carried::Unit { base: shape.base, value };
        match root {
            Some(root) => self.part_mut(root).carried = carried,
            None => self.new_part(&info.support, carried),
        }
        let root = root.unwrap_or(info.support[0].0);
        self.part_mut(root).narrow(&mut cx.terms, cond, shape.base, &shape.set);
        true
    }

    fn new_part(&mut self, vars: &Rc<[VarId]>, carried: Carried) {
        let part = Part { vars: vars.clone(), constraints: Vec::new(), domains: SmallVec::new(), carried };
        self.entries.insert(vars[0].0, Entry::Root(Rc::new(part)));
        for v in &vars[1..] {
            self.entries.insert(v.0, Entry::Link(vars[0].0));
        }
    }

    /// Makes one part of all that `support` touches, with an explicit model, and returns its representative.
    fn merge(&mut self, cx: &Context, support: &Rc<[VarId]>, proof: &Proof) -> u32 {
        let roots = self.roots_of(support);
        let fresh: SmallVec<[VarId; 8]> = support.iter().copied().filter(|v| self.entries.get(v.0).is_none()).collect();
        let vars = self.union(&roots, support);
        let model = match proof {
            Proof::Model(model) => Some(part::restricted(&cx.terms, model, &vars)),
            Proof::Carried if roots.len() == 1 && fresh.is_empty() => None,
            Proof::Carried => Some(Rc::new(self.joint_model(&cx.terms, &roots, &vars))),
            Proof::Unit { base, value } => {
                let mut model = self.joint_model(&cx.terms, &roots, &vars);
                unit_values(&cx.terms, *base, *value, &mut |v, x| {
                    if vars.binary_search(&v).is_ok() {
                        cells::assign(&cx.terms, &mut model, v, x);
                    }
                });
                Some(Rc::new(model))
            }
        };
        let Some(&first) = roots.first() else {
            self.new_part(support, Carried::Model(model.unwrap_or_default()));
            return support[0].0;
        };
        // The largest part takes in the others, so that chains of links stay logarithmic.
        let root =
            roots[1..].iter().fold(first, |best, &r| if self.part(r).vars.len() > self.part(best).vars.len() { r } else { best });
        for other in roots.into_iter().filter(|&r| r != root) {
            let absorbed = self.part(other).clone();
            self.entries.insert(other, Entry::Link(root));
            let part = self.part_mut(root);
            part.constraints.extend_from_slice(&absorbed.constraints);
            part.domains.extend(absorbed.domains.iter().cloned());
            part.domains.sort_by_key(|d| d.0);
        }
        for v in fresh {
            self.entries.insert(v.0, Entry::Link(root));
        }
        let part = self.part_mut(root);
        part.vars = vars;
        match model {
            Some(model) => part.carried = Carried::Model(model),
            None => part.widen_unit(&cx.terms),
        }
        root
    }

    /// A model of all constraints.
    pub fn model(&self, cx: &mut Context) -> Model {
        let mut all = Model::default();
        self.each_part(&mut |part| match &part.carried {
            Carried::Unit { base, value } => set_unit(&cx.terms, *base, *value, &mut all),
            Carried::Model(model) => all.merge(model),
        });
        all
    }

    /// The value of `t` (sort `Bits`, at most 64 wide) under the carried model; variables without constraints are 0.
    pub fn eval64(&self, cx: &mut Context, t: Term) -> u64 {
        if let Some(value) = cx.terms.as_const(t) {
            return value;
        }
        let support = cx.terms.support(t);
        self.eval_carried(&mut cx.terms, t, &support)
    }

    /// The values of several terms, which share the work where they share nodes.
    pub fn eval64_all(&self, cx: &mut Context, ts: &[Term]) -> Vec<u64> {
        let mut support: Vec<VarId> = ts.iter().flat_map(|t| cx.terms.support(*t).to_vec()).collect();
        support.sort();
        support.dedup();
        let model = self.valuation(&cx.terms, &support);
        let mut values = Vec::with_capacity(ts.len());
        cx.terms.eval64_all(ts, &model, &mut values);
        values
    }

    fn eval_carried(&self, terms: &mut Terms, t: Term, support: &[VarId]) -> u64 {
        if let Some(&first) = support.first()
            && let Some(root) = self.root(first)
            && let Carried::Model(model) = &self.part(root).carried
            && support[1..].iter().all(|v| self.root(*v) == Some(root))
        {
            return terms.eval64(t, model);
        }
        let model = self.valuation(terms, support);
        terms.eval64(t, &model)
    }

    /// The value of `t` once the witness has been taken up.
    fn eval_with(&self, cx: &mut Context, t: Term, witness: &Witness) -> u64 {
        let support = cx.terms.support(t);
        let mut model = self.valuation(&cx.terms, &support);
        match &witness.0 {
            Proof::Carried => {}
            Proof::Unit { base, value } => set_unit(&cx.terms, *base, *value, &mut model),
            Proof::Model(m) => model.merge(m),
        }
        cx.terms.eval64(t, &model)
    }

    /// Every term this path refers to; what [`Terms::collect`] must keep.
    pub fn roots(&self) -> impl Iterator<Item = Term> {
        let mut all: Vec<Term> = self.log.newest_first().map(|c| c.0).collect();
        self.each_part(&mut |part| {
            all.extend(part.constraints.iter().map(|c| c.term));
            all.extend(part.domains.iter().map(|d| d.0));
        });
        all.into_iter()
    }

    /// Approximate memory in bytes that is not shared with any other path.
    pub fn bytes(&self) -> usize {
        let mut bytes = size_of::<Path>() + self.log.owned_bytes();
        let mut parts = 0;
        bytes += self.entries.for_each_owned(&mut |entry| {
            if let Entry::Root(part) = entry
                && Rc::strong_count(part) == 1
            {
                parts += part.bytes();
            }
        });
        bytes + parts
    }

    /// The representative of the part that `var` belongs to.
    fn root(&self, var: VarId) -> Option<u32> {
        let mut at = var.0;
        loop {
            match self.entries.get(at)? {
                Entry::Link(next) => at = *next,
                Entry::Root(_) => return Some(at),
            }
        }
    }

    fn part(&self, root: u32) -> &Rc<Part> {
        match self.entries.get(root) {
            Some(Entry::Root(part)) => part,
            _ => unreachable!("x{root} represents no part"),
        }
    }

    fn part_mut(&mut self, root: u32) -> &mut Part {
        match self.entries.get_mut(root) {
            Some(Entry::Root(part)) => Rc::make_mut(part),
            _ => unreachable!("x{root} represents no part"),
        }
    }

    fn each_part<'a>(&'a self, f: &mut dyn FnMut(&'a Part)) {
        self.entries.for_each(&mut |_, entry| {
            if let Entry::Root(part) = entry {
                f(part);
            }
        });
    }

    /// The representatives of all parts that `support` touches, ascending.
    fn roots_of(&self, support: &[VarId]) -> SmallVec<[u32; 8]> {
        let mut roots: SmallVec<[u32; 8]> = support.iter().filter_map(|v| self.root(*v)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// All variables of the parts `roots` and of `support`, sorted.
    fn union(&self, roots: &[u32], support: &Rc<[VarId]>) -> Rc<[VarId]> {
        if let [only] = roots
            && let vars = &self.part(*only).vars
            && support.iter().all(|v| vars.binary_search(v).is_ok())
        {
            return vars.clone();
        }
        if roots.is_empty() {
            return support.clone();
        }
        let mut all: Vec<VarId> = support.to_vec();
        for &root in roots {
            all.extend_from_slice(&self.part(root).vars);
        }
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    /// The carried values of `vars`, which are all those of the parts `roots` and some that have no part.
    fn joint_model(&self, terms: &Terms, roots: &[u32], vars: &[VarId]) -> Model {
        let mut model = Model::default();
        for &root in roots {
            match &self.part(root).carried {
                Carried::Unit { base, value } => set_unit(terms, *base, *value, &mut model),
                Carried::Model(m) if model.is_empty() => model.clone_from(m),
                Carried::Model(m) => model.merge(m),
            }
        }
        if model.len() < vars.len() {
            let partial = model.clone();
            vars.iter().for_each(|&v| part::copy_value(terms, &partial, v, &mut model));
        }
        model
    }

    /// The carried values of `vars`.
    fn valuation(&self, terms: &Terms, vars: &[VarId]) -> Model {
        let mut model = Model::default();
        let none = Model::default();
        for &v in vars {
            match self.root(v) {
                Some(root) => self.part(root).copy_value(terms, v, &mut model),
                None => part::copy_value(terms, &none, v, &mut model),
            }
        }
        model
    }

    /// If `shape` is about a unit that this path has as a part, or about variables it does not know yet: how it stands.
    fn unit_state(&self, shape: &Shape, support: &[VarId]) -> Option<UnitState<'_>> {
        let Some(root) = self.root(support[0]) else {
            let unknown = support[1..].iter().all(|v| self.entries.get(v.0).is_none());
            let value = if shape.is_int { cells::ZERO } else { 0 };
            return unknown.then_some(UnitState { root: None, value, part: None });
        };
        let part = self.part(root);
        match part.carried {
            Carried::Unit { base, value } if base == shape.base => Some(UnitState { root: Some(root), value, part: Some(part) }),
            _ => None,
        }
    }

    #[cfg(debug_assertions)]
    fn check_model(&self, cx: &mut Context, cond: Term) {
        let support = cx.terms.support(cond);
        let roots = self.roots_of(&support);
        let vars = self.union(&roots, &support);
        let model = self.valuation(&cx.terms, &vars);
        assert!(self.dead || cx.terms.eval64(cond, &model) == 1, "the witness does not satisfy the condition");
        for root in roots {
            assert!(self.part(root).holds(&mut cx.terms, &model), "the witness does not satisfy its part");
        }
    }
}

/// A unit as a path knows it: without a part as long as nothing is known of it.
struct UnitState<'a> {
    root: Option<u32>,
    /// The carried value of the unit's term.
    value: u64,
    part: Option<&'a Rc<Part>>,
}

/// Is it a conjunction nested so deeply that it is not worth looking at as a whole?
fn many_conjuncts(terms: &Terms, cond: Term) -> bool {
    let (mut rest, op) = match terms.op(cond) {
        Op::Not => (terms.args(cond)[0], Op::Or),
        _ => (cond, Op::And),
    };
    for _ in 0..MANY {
        if terms.op(rest) != op {
            return false;
        }
        rest = terms.args(rest)[0];
    }
    true
}

/// The two sides of a conjunction.
fn conjuncts(terms: &mut Terms, cond: Term) -> Option<(Term, Term)> {
    match terms.op(cond) {
        Op::And => {
            let args = terms.args(cond);
            Some((args[0], args[1]))
        }
        Op::Not => {
            let inner = terms.args(cond)[0];
            if terms.op(inner) != Op::Or {
                return None;
            }
            let args = terms.args(inner);
            Some((terms.not(args[0]), terms.not(args[1])))
        }
        _ => None,
    }
}
