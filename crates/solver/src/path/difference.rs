//! Differences of integers: shortest paths instead of the solver.
//!
//! `x - y <= c` is an edge from `y` to `x` of length `c`, a bound of one integer an edge from or to the number 0. The
//! shortest way from `y` to `x` is the least upper bound of `x - y` that follows, and lengths from a common start are a
//! solution.

use super::part::restricted;
use super::shape::compared_int;
use super::span::Span;
use super::{Context, Path};
use homing_term::{Model, Op, Sort, Term, Terms, VarId};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// Parts with more constraints than this are left to the other layers.
const MAX_CONSTRAINTS: usize = 256;
/// Integers in one graph.
const MAX_NODES: usize = 64;

/// A node: an integer that is no sum, or `None` for the number 0.
type Node = Option<Term>;

impl Path {
    /// Do the differences among the constraints of the parts `roots` contradict `cond`?
    pub(super) fn difference_excludes(&self, cx: &Context, cond: Term, roots: &[u32]) -> bool {
        let Some((x, y, set)) = difference(&cx.terms, cond) else { return false };
        let Some((graph, _)) = self.differences(cx, roots, &[x, y]) else { return false };
        let (Some(up), Some(down)) = (graph.shortest(y, x), graph.shortest(x, y)) else { return false };
        let span = Span::new(if down == Span::UP { Span::DOWN } else { -down }, up);
        set.excludes(&span)
    }

    /// A model of the parts `roots` and `cond` if all of them are about differences: the values of the carried model,
    /// lowered where need be. What is returned was checked by evaluation.
    pub(super) fn difference_model(&self, cx: &mut Context, cond: Term, roots: &[u32], vars: &[VarId]) -> Option<Rc<Model>> {
        let (x, y, set) = difference(&cx.terms, cond)?;
        let (graph, all) = self.differences(cx, roots, &[x, y])?;
        if !all || graph.nodes.iter().flatten().any(|&t| cx.terms.as_var(t).is_none()) {
            return None;
        }
        let carried = self.joint_model(&cx.terms, roots, vars);
        for (lo, hi) in set.ranges() {
            let mut graph = graph.clone();
            graph.bound(x, y, Span::new(lo, hi));
            let Some(values) = graph.solution(|t| value(&cx.terms, &carried, t)) else { continue };
            let mut model = carried.clone();
            for (node, value) in graph.nodes.iter().zip(values) {
                if let Some(v) = node.and_then(|t| cx.terms.as_var(t)) {
                    model.set_int(v, value.into());
                }
            }
            if cx.terms.eval64(cond, &model) == 1 && roots.iter().all(|&r| self.part(r).holds(&mut cx.terms, &model)) {
                return Some(restricted(&cx.terms, &Rc::new(model), vars));
            }
        }
        None
    }

    /// The graph of the parts `roots`, in which `also` are nodes, and whether it says all that they say but for
    /// single values left out. `None` if there is nothing to be gained.
    fn differences(&self, cx: &Context, roots: &[u32], also: &[Node]) -> Option<(Graph, bool)> {
        let size: usize = roots.iter().map(|&r| self.part(r).constraints.len()).sum();
        if size > MAX_CONSTRAINTS {
            return None;
        }
        let mut graph = Graph { nodes: smallvec![None], edges: SmallVec::new() };
        also.iter().for_each(|&n| {
            graph.place(n);
        });
        let mut all = true;
        for c in roots.iter().flat_map(|&r| &self.part(r).constraints) {
            match difference(&cx.terms, c.term) {
                Some((x, y, set)) => graph.bound(x, y, set.hull()),
                None => all = false,
            }
            if graph.nodes.len() > MAX_NODES {
                return None;
            }
        }
        for &node in graph.nodes.clone().iter().skip(1) {
            let span = node.and_then(|t| roots.iter().find_map(|&r| self.part(r).domain(t))).and_then(|d| Span::of_set(&d.set));
            if let Some(span) = span {
                graph.bound(node, None, span);
            }
        }
        Some((graph, all))
    }
}

fn value(terms: &Terms, model: &Model, t: Term) -> i128 {
    terms.as_var(t).and_then(|v| model.get_int(v)).and_then(|x| i128::try_from(x).ok()).unwrap_or(0)
}

/// What a condition allows a difference to be: values up to, from, equal to or different from numbers.
struct Allowed {
    lo: i128,
    hi: i128,
    /// All but this range instead of this range.
    outside: bool,
}

impl Allowed {
    /// The ranges that the values are in.
    fn ranges(&self) -> SmallVec<[(i128, i128); 2]> {
        if !self.outside {
            return smallvec![(self.lo, self.hi)];
        }
        let mut out = SmallVec::new();
        if self.hi != Span::UP {
            out.push((self.hi + 1, Span::UP));
        }
        if self.lo != Span::DOWN {
            out.push((Span::DOWN, self.lo - 1));
        }
        out
    }

    fn hull(&self) -> Span {
        let ranges = self.ranges();
        match ranges[..] {
            [(lo, hi)] => Span { lo, hi },
            _ => Span::TOP,
        }
    }

    fn excludes(&self, span: &Span) -> bool {
        self.ranges().iter().all(|r| r.0 > span.hi || r.1 < span.lo)
    }
}

/// Reads a condition as a statement about `x - y`, both of them no sums.
fn difference(terms: &Terms, cond: Term) -> Option<(Node, Node, Allowed)> {
    let (cond, negated) = match terms.op(cond) {
        Op::Not => (terms.args(cond)[0], true),
        _ => (cond, false),
    };
    let op = terms.op(cond);
    if !matches!(op, Op::Eq | Op::ILe) {
        return None;
    }
    let args = terms.args(cond);
    if terms.sort(args[0]) != Sort::Int {
        return None;
    }
    let (sum, set) = compared_int(terms, op, args[0], args[1])?;
    let span = Span::of_set(&super::set::Set::from_intervals(set))?;
    let (x, y) = match (terms.op(sum), &terms.args(sum)[..]) {
        (Op::ISub, &[a, b]) => (Some(a), Some(b)),
        _ => (Some(sum), None),
    };
    let atomic = |n: Node| {
        n.is_none_or(|t| match terms.op(t) {
            Op::IAdd | Op::ISub | Op::INeg | Op::Const => false,
            Op::IMul => terms.as_int(terms.args(t)[1]).is_none(),
            _ => true,
        })
    };
    (atomic(x) && atomic(y)).then_some((x, y, Allowed { lo: span.lo, hi: span.hi, outside: negated }))
}

#[derive(Clone)]
struct Graph {
    nodes: SmallVec<[Node; 16]>,
    /// From, to, length.
    edges: SmallVec<[(u32, u32, i128); 32]>,
}

impl Graph {
    fn place(&mut self, node: Node) -> u32 {
        let at = self.nodes.iter().position(|n| *n == node).unwrap_or_else(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        });
        at as u32
    }

    /// `x - y` lies within `span`.
    fn bound(&mut self, x: Node, y: Node, span: Span) {
        let (x, y) = (self.place(x), self.place(y));
        if span.hi != Span::UP {
            self.edges.push((y, x, span.hi));
        }
        if span.lo != Span::DOWN {
            self.edges.push((x, y, -span.lo));
        }
    }

    /// The length of the shortest way; [`Span::UP`] if there is none. `None` if the ways have no end: the constraints
    /// contradict each other.
    fn shortest(&self, from: Node, to: Node) -> Option<i128> {
        let place = |n: Node| self.nodes.iter().position(|m| *m == n);
        let (from, to) = (place(from)?, place(to)?);
        let mut lengths: SmallVec<[i128; 16]> = smallvec![Span::UP; self.nodes.len()];
        lengths[from] = 0;
        self.relax(&mut lengths)?;
        Some(lengths[to])
    }

    /// Values with all differences in bounds, from a start downwards.
    fn solution(&self, start: impl Fn(Term) -> i128) -> Option<SmallVec<[i128; 16]>> {
        let mut values: SmallVec<[i128; 16]> = self.nodes.iter().map(|n| n.map_or(0, &start)).collect();
        self.relax(&mut values)?;
        let zero = values[0];
        values.iter_mut().for_each(|v| *v -= zero);
        Some(values)
    }

    fn relax(&self, lengths: &mut [i128]) -> Option<()> {
        for _ in 0..=self.nodes.len() {
            let mut changed = false;
            for &(from, to, length) in &self.edges {
                let (from, to) = (from as usize, to as usize);
                if lengths[from] == Span::UP {
                    continue;
                }
                let through = lengths[from].checked_add(length)?;
                if through < lengths[to] {
                    lengths[to] = through;
                    changed = true;
                }
            }
            if !changed {
                return Some(());
            }
        }
        None
    }
}
