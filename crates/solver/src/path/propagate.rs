//! Bounds that a comparison of two terms passes from one to the other.

use super::abs::Abs;
use super::intervals::{Intervals, mask};
use super::order::{Atom, Edge, atom};
use super::set::{Domain, Set};
use super::shape::preimage;
use super::{Context, Path};
use homing_term::{Sort, Term};

impl Path {
    /// Narrows domains in the part `root`, which `cond` was just added to. Done once: later news about the one side
    /// do not reach the other.
    pub(super) fn propagate(&mut self, cx: &mut Context, root: u32, cond: Term) {
        let (edge, equal) = match atom(&cx.terms, cond) {
            Some(Atom::Order(edge)) => (edge, false),
            Some(Atom::Equal(lo, hi)) => (Edge { lo, hi, strict: false, signed: false }, true),
            _ => return,
        };
        if !matches!(cx.terms.sort(edge.lo), Sort::Bits(1..=64)) {
            return;
        }
        self.propagate_edge(cx, root, edge);
        if equal {
            self.propagate_edge(cx, root, Edge { lo: edge.hi, hi: edge.lo, ..edge });
        }
    }

    fn propagate_edge(&mut self, cx: &mut Context, root: u32, e: Edge) {
        let (below, above) = (self.interpret(cx, e.lo, &[root]), self.interpret(cx, e.hi, &[root]));
        if let (Some(below), Some(above)) = (below, above) {
            self.bound(cx, root, e.lo, at_most(&above, e.strict, e.signed));
            self.bound(cx, root, e.hi, at_least(&below, e.strict, e.signed));
        }
    }

    /// `term` has a value in `set`, if that says anything about a term the part keeps a domain for.
    fn bound(&mut self, cx: &mut Context, root: u32, term: Term, set: Intervals) {
        let full = Intervals::full(set.width());
        if set == full || cx.terms.as_const(term).is_some() {
            return;
        }
        let Some((base, set)) = preimage(&mut cx.terms, term, set) else { return };
        let set = Set::from_intervals(set);
        let part = self.part_mut(root);
        let (old, tight) = match part.domain(base) {
            Some(d) => (d.set.clone(), d.tight),
            None => (Set::full(cx.terms.width(base)), true),
        };
        let new = old.and(&set);
        if !new.is_empty() && !new.is_unwieldy() && new != old {
            part.set_domain(base, Domain { set: new, tight });
        }
    }
}

/// What is at most (below, if strict) some value in `other`.
fn at_most(other: &Abs, strict: bool, by_sign: bool) -> Intervals {
    let w = other.width;
    let bottom = if by_sign { 1u64 << (w - 1) } else { 0 };
    let top = if by_sign { other.shi as u64 & mask(w) } else { other.hi };
    if strict && top == bottom {
        return Intervals::full(w);
    }
    let top = top.wrapping_sub(u64::from(strict)) & mask(w);
    if by_sign { Intervals::signed_range(w, bottom, top) } else { Intervals::range(w, bottom, top) }
}

/// What is at least (above, if strict) some value in `other`.
fn at_least(other: &Abs, strict: bool, by_sign: bool) -> Intervals {
    let w = other.width;
    let top = if by_sign { mask(w) >> 1 } else { mask(w) };
    let bottom = if by_sign { other.slo as u64 & mask(w) } else { other.lo };
    if strict && bottom == top {
        return Intervals::full(w);
    }
    let bottom = bottom.wrapping_add(u64::from(strict)) & mask(w);
    if by_sign { Intervals::signed_range(w, bottom, top) } else { Intervals::range(w, bottom, top) }
}
