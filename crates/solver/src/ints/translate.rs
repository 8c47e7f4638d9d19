//! From integers to bit vectors of sufficient widths.

use super::bounds::Bounds;
use crate::path::Span;
use homing_term::{Model, Op, Sort, Term, Terms, VarId, VarKey};
use rustc_hash::FxHashMap;

/// Variables of integers have at most this many bits.
const MAX_VARIABLE: u32 = 62;
/// Integers that need more bits are not translated.
const MAX_WIDTH: u32 = 126;
/// Nor are those that need more bits than this if only a solution is hoped for.
const MAX_ATTEMPT: u32 = 62;
/// Terms translated at most.
const MAX_TERMS: usize = 20_000;
/// Marks the variables that stand for integers.
const TAG: u32 = u32::MAX;

/// Which values of variables a translation covers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Ranges {
    /// All that the bounds allow: the translation has a solution exactly if the query has one.
    Known,
    /// Those of this many bits within the bounds: a solution of the translation is one of the query.
    Within(u32),
}

/// A query about bit vectors.
pub(super) struct Translated {
    pub(super) asserts: Vec<Term>,
    /// The variable that stands for an integer, with its width.
    vars: FxHashMap<VarId, (VarId, u32)>,
}

impl Translated {
    /// The value of an integer under a model of the translation.
    pub(super) fn value(&self, v: VarId, found: &Model) -> i64 {
        let Some(&(var, w)) = self.vars.get(&v) else { return 0 };
        let x = found.get64(var).unwrap_or(0);
        (x << (64 - w)) as i64 >> (64 - w)
    }
}

/// Translates one query.
pub(super) struct Translator<'a> {
    bounds: &'a Bounds,
    ranges: Ranges,
    /// An integer's translation is a signed number of its own width, which holds every value in its span.
    done: FxHashMap<Term, (Term, Span)>,
    out: Translated,
}

impl<'a> Translator<'a> {
    pub(super) fn new(bounds: &'a Bounds, ranges: Ranges) -> Translator<'a> {
        let out = Translated { asserts: Vec::new(), vars: FxHashMap::default() };
        Translator { bounds, ranges, done: FxHashMap::default(), out }
    }

    /// The query as one about bit vectors; `None` if something would not fit.
    pub(super) fn translate(mut self, terms: &mut Terms, asserts: &[Term]) -> Option<Translated> {
        for &t in asserts {
            let t = self.term(terms, t)?;
            self.out.asserts.push(t);
        }
        Some(self.out)
    }

    fn term(&mut self, terms: &mut Terms, root: Term) -> Option<Term> {
        let mut todo = vec![root];
        while let Some(&t) = todo.last() {
            if self.done.contains_key(&t) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            todo.extend(terms.args(t).iter().filter(|a| !self.done.contains_key(a)));
            if todo.len() > before {
                continue;
            }
            if self.done.len() > MAX_TERMS {
                return None;
            }
            let made = match terms.sort(t) {
                Sort::Int => self.integer(terms, t)?,
                _ => (self.bits(terms, t)?, Span::TOP),
            };
            self.done.insert(t, made);
            todo.pop();
        }
        Some(self.done[&root].0)
    }

    fn variable(&mut self, terms: &mut Terms, t: Term, v: VarId) -> Option<(Term, Span)> {
        let mut span = self.bounds.get(t).unwrap_or(Span::TOP);
        if let Ranges::Within(w) = self.ranges {
            let near = signed_span(w);
            let both = Span { lo: span.lo.max(near.lo), hi: span.hi.min(near.hi) };
            // What lies elsewhere altogether is looked for near its bound.
            span = if !both.is_empty() {
                both
            } else if span.lo > near.hi {
                Span { lo: span.lo, hi: span.hi.min(span.lo.checked_add(near.hi)?) }
            } else {
                Span { lo: span.lo.max(span.hi.checked_add(near.lo)?), hi: span.hi }
            };
        }
        // Few different widths, so that circuits are shared between queries.
        let needed = width(&span)?;
        let w = [8, 16, 24, 32, 48, MAX_VARIABLE].into_iter().find(|&w| w >= needed)?;
        let x = terms.var(w, VarKey::Fresh { tag: TAG, n: v.0 });
        let var = terms.as_var(x)?;
        self.out.vars.insert(v, (var, w));
        let all = signed_span(w);
        if span.lo > all.lo {
            let lo = terms.bits(w, span.lo as u64);
            let above = terms.sle(lo, x);
            self.out.asserts.push(above);
        }
        if span.hi < all.hi {
            let hi = terms.bits(w, span.hi as u64);
            let below = terms.sle(x, hi);
            self.out.asserts.push(below);
        }
        Some((x, span))
    }

    fn integer(&mut self, terms: &mut Terms, t: Term) -> Option<(Term, Span)> {
        let args = terms.args(t);
        if let Some(v) = terms.as_var(t) {
            return self.variable(terms, t, v);
        }
        let get = |i: usize| self.done[&args[i]];
        let span = match terms.op(t) {
            Op::Const => Span::constant(terms.as_int(t)?),
            Op::IMul if args[0] == args[1] => get(0).1.square(),
            Op::IAdd => get(0).1.add(&get(1).1),
            Op::ISub => get(0).1.sub(&get(1).1),
            Op::IMul => get(0).1.mul(&get(1).1),
            Op::IDiv => get(0).1.div(&get(1).1),
            Op::IRem => get(0).1.rem(&get(1).1),
            Op::INeg => get(0).1.neg(),
            Op::Ite => get(1).1.join(&get(2).1),
            Op::Bits2Int { signed } => match terms.width(args[0]) {
                w if w > MAX_WIDTH - 1 => return None,
                w if signed => signed_span(w),
                w => Span::new(0, (1 << w) - 1),
            },
            _ => return None,
        };
        let w = width(&span)?;
        if w > MAX_ATTEMPT && self.ranges != Ranges::Known {
            return None;
        }
        let fit = |terms: &mut Terms, t: Term| fitted(terms, t, w);
        let made = match terms.op(t) {
            Op::Const => number(terms, w, span.value()?),
            // Modulo 2^w, so the low bits of the operands suffice.
            op @ (Op::IAdd | Op::ISub | Op::IMul) => {
                let (a, b) = (fit(terms, get(0).0), fit(terms, get(1).0));
                match op {
                    Op::IAdd => terms.add(a, b),
                    Op::ISub => terms.sub(a, b),
                    _ => terms.mul(a, b),
                }
            }
            Op::INeg => {
                let a = fit(terms, get(0).0);
                terms.neg(a)
            }
            Op::Ite => {
                let (a, b) = (fit(terms, get(1).0), fit(terms, get(2).0));
                terms.ite(get(0).0, a, b)
            }
            Op::Bits2Int { signed: true } => fit(terms, get(0).0),
            Op::Bits2Int { signed: false } => terms.zext(get(0).0, w),
            op => self.divided(terms, op == Op::IDiv, get(0), get(1), w),
        };
        Some((made, span))
    }

    /// Toward zero; by zero 0, and the dividend as remainder.
    fn divided(&self, terms: &mut Terms, quotient: bool, a: (Term, Span), b: (Term, Span), w: u32) -> Term {
        // One bit more than the operands have holds every quotient.
        let wide = (terms.width(a.0).max(terms.width(b.0)) + 1).max(w);
        let (x, y) = (fitted(terms, a.0, wide), fitted(terms, b.0, wide));
        let result = if quotient { terms.sdiv(x, y) } else { terms.srem(x, y) };
        let zero = number(terms, wide, 0);
        let result = if b.1.lo <= 0 && b.1.hi >= 0 {
            let by_zero = terms.eq(y, zero);
            terms.ite(by_zero, if quotient { zero } else { x }, result)
        } else {
            result
        };
        fitted(terms, result, w)
    }

    fn bits(&mut self, terms: &mut Terms, t: Term) -> Option<Term> {
        let args = terms.args(t);
        let get = |i: usize| self.done[&args[i]].0;
        Some(match terms.op(t) {
            Op::Const | Op::Var(_) => t,
            Op::Int2Bits => fitted(terms, get(0), terms.width(t)),
            op @ (Op::Eq | Op::ILe | Op::ILt) if terms.sort(args[0]) == Sort::Int => {
                let w = terms.width(get(0)).max(terms.width(get(1)));
                let (a, b) = (fitted(terms, get(0), w), fitted(terms, get(1), w));
                match op {
                    Op::Eq => terms.eq(a, b),
                    Op::ILe => terms.sle(a, b),
                    _ => terms.slt(a, b),
                }
            }
            _ => {
                let new: smallvec::SmallVec<[Term; 3]> = (0..args.len()).map(get).collect();
                if new[..] == args[..] { t } else { terms.rebuild(t, &new) }
            }
        })
    }
}

/// A constant.
fn number(terms: &mut Terms, w: u32, x: i128) -> Term {
    terms.bits_wide(w, &[x as u64, (x >> 64) as u64])
}

/// A signed number in another width that holds it, or its low bits.
fn fitted(terms: &mut Terms, t: Term, w: u32) -> Term {
    if terms.width(t) <= w { terms.sext(t, w) } else { terms.extract(t, 0, w) }
}

/// The numbers of `w` bits.
fn signed_span(w: u32) -> Span {
    Span::new(-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1)
}

/// The bits that every number in the span needs.
fn width(span: &Span) -> Option<u32> {
    if !span.is_bounded() {
        return None;
    }
    let bits = |x: i128| 129 - if x < 0 { (!x).leading_zeros() } else { x.leading_zeros() };
    let w = bits(span.lo).max(bits(span.hi));
    (w <= MAX_WIDTH).then_some(w)
}
