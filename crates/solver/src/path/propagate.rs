//! Bounds that a comparison of two terms passes from one to the other.

use super::abs::Abs;
use super::cells::{self, WIDTH, set_width};
use super::intervals::{Intervals, mask};
use super::order::{Atom, Edge, atom};
use super::set::{Domain, Set};
use super::shape::preimage;
use super::span::Span;
use super::{Context, Path};
use homing_term::{Op, Sort, Term};
use smallvec::SmallVec;

/// Sums of more operands are not looked into.
const MAX_OPERANDS: usize = 8;

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

    /// Narrows the domains of the operands of an integer sum in the part `root`, to whose domain something was just added.
    /// Done once, as above.
    pub(super) fn propagate_sum(&mut self, cx: &mut Context, root: u32, sum: Term) {
        let Some(linear) = cx.terms.linear(sum).filter(|l| (2..=MAX_OPERANDS).contains(&l.items.len())) else { return };
        cx.facts.work_out(&cx.terms, sum);
        let whole = self.part(root).domain(sum).and_then(|d| Span::of_set(&d.set));
        let Some(whole) = whole.map(|s| s.sub(&Span::new(linear.constant, linear.constant))) else { return };
        let multiples: SmallVec<[Span; MAX_OPERANDS]> = linear
            .items
            .iter()
            .map(|&(t, k)| self.interpret_int(cx, t, &[root]).unwrap_or(Span::TOP).mul(&Span::new(k, k)))
            .collect();
        for (i, &(t, k)) in linear.items.iter().enumerate() {
            let others = multiples.iter().enumerate().filter(|m| m.0 != i).fold(Span::new(0, 0), |sum, m| sum.add(m.1));
            let mut rest = whole.sub(&others);
            if k < 0 {
                rest = rest.neg();
            }
            let k = k.abs();
            let full = Intervals::full(WIDTH);
            let low = if rest.lo == Span::DOWN { None } else { cells::at_least(-(-rest.lo).div_euclid(k)) };
            let high = if rest.hi == Span::UP { None } else { cells::at_most(rest.hi.div_euclid(k)) };
            let set = low.unwrap_or(full.clone()).and(&high.unwrap_or(full));
            self.bound(cx, root, t, set);
        }
    }

    /// `term` has a value in `set`, if that says anything about a term the part keeps a domain for.
    fn bound(&mut self, cx: &mut Context, root: u32, term: Term, set: Intervals) {
        let full = Intervals::full(set.width());
        if set == full || set.is_empty() || cx.terms.op(term) == Op::Const {
            return;
        }
        let Some((base, set)) = preimage(&mut cx.terms, term, set) else { return };
        let set = Set::from_intervals(set);
        let part = self.part_mut(root);
        let (old, tight) = match part.domain(base) {
            Some(d) => (d.set.clone(), d.tight),
            None => (Set::full(set_width(&cx.terms, base)), true),
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
