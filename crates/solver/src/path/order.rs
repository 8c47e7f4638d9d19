//! Orders between terms: transitivity instead of the solver.

use super::part::{Part, restricted};
use super::set::Set;
use super::shape::{is_unit, set_unit};
use super::{Context, Path};
use homing_term::{Model, Op, Sort, Term, Terms, VarId};
use smallvec::SmallVec;
use std::rc::Rc;

/// Parts with more constraints than this are left to the other layers.
const MAX_CONSTRAINTS: usize = 256;
/// Visits of edges in one search.
const MAX_VISITS: usize = 8192;

/// `lo < hi` or `lo <= hi`, signed or unsigned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Edge {
    pub(super) lo: Term,
    pub(super) hi: Term,
    pub(super) strict: bool,
    pub(super) signed: bool,
}

/// A comparison of two terms, neither of them constant.
pub(super) enum Atom {
    Order(Edge),
    Equal(Term, Term),
    Different(Term, Term),
}

impl Path {
    /// Do the orders among the constraints of the parts `roots` contradict `cond`?
    pub(super) fn order_excludes(&self, cx: &Context, cond: Term, roots: &[u32]) -> bool {
        let Some(atom) = atom(&cx.terms, cond) else { return false };
        let size: usize = roots.iter().map(|&r| self.part(r).constraints.len()).sum();
        if size > MAX_CONSTRAINTS {
            return false;
        }
        let graph = Graph::of(&cx.terms, roots.iter().map(|&r| self.part(r)));
        match atom {
            // a < b fails if b <= a follows; a <= b fails if b < a follows.
            Atom::Order(e) => graph.implies(e.hi, e.lo, !e.strict, e.signed),
            Atom::Equal(a, b) => {
                [false, true].into_iter().any(|signed| graph.implies(a, b, true, signed) || graph.implies(b, a, true, signed))
            }
            Atom::Different(a, b) => {
                [false, true].into_iter().any(|signed| graph.implies(a, b, false, signed) && graph.implies(b, a, false, signed))
            }
        }
    }

    /// A model of the parts `roots` and `cond` if all of them are orders and domains of independent units: the least
    /// values that respect them, starting from 0. What is returned was checked by evaluation.
    pub(super) fn order_model(&self, cx: &mut Context, cond: Term, roots: &[u32], vars: &[VarId]) -> Option<Rc<Model>> {
        let mut graph = Graph::default();
        graph.include(atom(&cx.terms, cond)?);
        for &root in roots {
            let part = self.part(root);
            if part.constraints.len() + graph.edges.len() > MAX_CONSTRAINTS {
                return None;
            }
            for c in &part.constraints {
                match atom(&cx.terms, c.term) {
                    Some(atom) => graph.include(atom),
                    None if c.base.is_some() => {}
                    None => return None,
                }
            }
        }
        let model = Rc::new(self.least(&cx.terms, &graph, roots, vars)?);
        let holds = cx.terms.eval64(cond, &model) == 1 && roots.iter().all(|&r| self.part(r).holds(&mut cx.terms, &model));
        holds.then(|| restricted(&cx.terms, &model, vars))
    }

    fn least(&self, terms: &Terms, graph: &Graph, roots: &[u32], vars: &[VarId]) -> Option<Model> {
        let mut nodes: SmallVec<[Term; 16]> = graph.edges.iter().flat_map(|e| [e.lo, e.hi]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let domains: SmallVec<[Option<&Set>; 16]> =
            nodes.iter().map(|&n| roots.iter().find_map(|&r| self.part(r).domain(n)).map(|d| &d.set)).collect();
        let at_least = |i: usize, value: u64| domains[i].map_or(Some(value), |d| d.next(value));
        let mut values: SmallVec<[u64; 16]> = SmallVec::new();
        for (i, &node) in nodes.iter().enumerate() {
            if !is_unit(terms, node) || terms.sort(node) == Sort::Int {
                return None;
            }
            values.push(at_least(i, 0)?);
        }
        let edges: SmallVec<[(usize, usize, u64); 32]> = graph
            .edges
            .iter()
            .filter_map(|e| Some((nodes.binary_search(&e.lo).ok()?, nodes.binary_search(&e.hi).ok()?, u64::from(e.strict))))
            .collect();
        // With no contradiction every chain of raises has at most as many links as there are nodes, unless domains
        // have gaps; the bound only costs a query.
        for _ in 0..=nodes.len() {
            let mut changed = false;
            for &(lo, hi, step) in &edges {
                let needed = values[lo].checked_add(step)?;
                if values[hi] < needed {
                    values[hi] = at_least(hi, needed)?;
                    changed = true;
                }
            }
            if !changed {
                return self.unit_model(terms, &nodes, &values, roots, vars);
            }
        }
        None
    }

    /// The model with these values of units; all other variables keep what they have.
    fn unit_model(&self, terms: &Terms, nodes: &[Term], values: &[u64], roots: &[u32], vars: &[VarId]) -> Option<Model> {
        let mut model = self.joint_model(terms, roots, vars);
        for (&node, &value) in nodes.iter().zip(values) {
            let width = terms.width(node);
            if width < 64 && value >> width != 0 {
                return None;
            }
            set_unit(terms, node, value, &mut model);
        }
        Some(model)
    }
}

#[derive(Default)]
struct Graph {
    edges: SmallVec<[Edge; 32]>,
}

impl Graph {
    fn of<'a>(terms: &Terms, parts: impl Iterator<Item = &'a Rc<Part>>) -> Graph {
        let mut graph = Graph::default();
        for part in parts {
            for c in &part.constraints {
                if let Some(atom) = atom(terms, c.term) {
                    graph.include(atom);
                }
            }
        }
        graph
    }

    fn include(&mut self, atom: Atom) {
        match atom {
            Atom::Order(edge) => self.edges.push(edge),
            Atom::Equal(a, b) => {
                for signed in [false, true] {
                    self.edges.push(Edge { lo: a, hi: b, strict: false, signed });
                    self.edges.push(Edge { lo: b, hi: a, strict: false, signed });
                }
            }
            Atom::Different(..) => {}
        }
    }

    /// Does `lo < hi` (if `strict`) or `lo <= hi` follow by transitivity?
    fn implies(&self, lo: Term, hi: Term, strict: bool, signed: bool) -> bool {
        if lo == hi && !strict {
            return true;
        }
        // A term is reached weakly, then possibly once more strictly.
        let mut reached: SmallVec<[(Term, bool); 32]> = SmallVec::new();
        reached.push((lo, false));
        let mut at = 0;
        let mut visits = 0;
        while at < reached.len() {
            let (from, was_strict) = reached[at];
            at += 1;
            for e in self.edges.iter().filter(|e| e.signed == signed && e.lo == from) {
                let now = (e.hi, was_strict || e.strict);
                if now.0 == hi && (now.1 || !strict) {
                    return true;
                }
                if !reached.iter().any(|r| r.0 == now.0 && (r.1 || !now.1)) {
                    reached.push(now);
                }
            }
            visits += self.edges.len() + reached.len();
            if visits > MAX_VISITS {
                return false;
            }
        }
        false
    }
}

/// Reads a condition as a comparison.
pub(super) fn atom(terms: &Terms, cond: Term) -> Option<Atom> {
    let (cond, negated) = match terms.op(cond) {
        Op::Not => (terms.args(cond)[0], true),
        _ => (cond, false),
    };
    let (strict, signed) = match terms.op(cond) {
        Op::Eq => (false, false),
        Op::Ult => (true, false),
        Op::Ule => (false, false),
        Op::Slt => (true, true),
        Op::Sle => (false, true),
        _ => return None,
    };
    let args = terms.args(cond);
    let (a, b) = (args[0], args[1]);
    if terms.sort(a) == Sort::Int {
        return None;
    }
    if terms.as_const(a).is_some() || terms.as_const(b).is_some() {
        return None;
    }
    Some(match (terms.op(cond), negated) {
        (Op::Eq, false) => Atom::Equal(a, b),
        (Op::Eq, true) => Atom::Different(a, b),
        (_, false) => Atom::Order(Edge { lo: a, hi: b, strict, signed }),
        // not (a < b) is b <= a; not (a <= b) is b < a.
        (_, true) => Atom::Order(Edge { lo: b, hi: a, strict: !strict, signed }),
    })
}
