//! Bounds of integers that follow from linear conjuncts.

use super::rows::{Row, Rows};
use crate::path::Span;
use homing_term::{Op, Sort, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

/// How often all rows are gone through.
const ROUNDS: usize = 24;
/// How often what is forced is conjoined.
const FORCED_ROUNDS: usize = 8;
/// Nodes of a term looked at for its structural bounds.
const MAX_NODES: usize = 2000;

/// Bounds of the terms in the rows. Every solution of the rows respects them.
#[derive(Default)]
pub(super) struct Bounds {
    spans: FxHashMap<Term, Span>,
    /// The terms with bounds, in order of appearance.
    order: Vec<Term>,
    /// Work done, in units of effort.
    pub(super) effort: u64,
}

impl Bounds {
    pub(super) fn get(&self, t: Term) -> Option<Span> {
        self.spans.get(&t).copied()
    }

    /// Narrows, and conjoins to the rows what the bounds force: the other of two conditions if one cannot hold, the
    /// condition of a choice if only one arm fits. False if there is no solution.
    pub(super) fn settle(&mut self, terms: &Terms, rows: &mut Rows) -> bool {
        let mut forced: FxHashSet<(Term, bool)> = FxHashSet::default();
        for _ in 0..FORCED_ROUNDS {
            if !self.narrow(terms, rows) {
                return false;
            }
            let mut news = Vec::new();
            for &(a, b, truth) in &rows.either {
                match (self.truth(terms, a), self.truth(terms, b)) {
                    (Some(x), Some(y)) if x != truth && y != truth => return false,
                    (Some(x), None) if x != truth => news.push((b, truth)),
                    (None, Some(y)) if y != truth => news.push((a, truth)),
                    _ => {}
                }
            }
            for &t in &self.order {
                news.extend(self.forced_choice(terms, t));
            }
            news.retain(|n| forced.insert(*n));
            if news.is_empty() {
                return true;
            }
            news.into_iter().for_each(|(cond, truth)| rows.assert(terms, cond, truth));
        }
        true
    }

    /// The condition of a choice of which only one arm is within bounds.
    fn forced_choice(&self, terms: &Terms, t: Term) -> Option<(Term, bool)> {
        if terms.op(t) != Op::Ite {
            return None;
        }
        let (args, own) = (terms.args(t), self.get(t)?);
        let fits = |arm: Term| own.eq(&self.look(terms, arm)) != Some(false);
        match (fits(args[1]), fits(args[2])) {
            (true, false) => Some((args[0], true)),
            (false, true) => Some((args[0], false)),
            _ => None,
        }
    }

    /// Bounds of any integer.
    fn look(&self, terms: &Terms, t: Term) -> Span {
        structure(terms, t, &|t| self.get(t), &mut { MAX_NODES })
    }

    /// The truth of a condition, if the bounds tell.
    fn truth(&self, terms: &Terms, cond: Term) -> Option<bool> {
        let args = terms.args(cond);
        match terms.op(cond) {
            Op::Const => Some(terms.is_true(cond)),
            Op::Not => self.truth(terms, args[0]).map(|t| !t),
            op @ (Op::Eq | Op::ILe | Op::ILt) if terms.sort(args[0]) == Sort::Int => {
                let (a, b) = (self.look(terms, args[0]), self.look(terms, args[1]));
                match op {
                    Op::Eq => a.eq(&b),
                    Op::ILe => a.le(&b),
                    _ => a.lt(&b),
                }
            }
            _ => None,
        }
    }

    /// Goes through the rows until nothing changes or the rounds are over. False if there is no solution.
    fn narrow(&mut self, terms: &Terms, rows: &Rows) -> bool {
        let mut all: Vec<Row> = rows.most.clone();
        for row in &rows.equal {
            all.push(row.clone());
            let mut turned = row.clone();
            if turned.negate().is_some() {
                all.push(turned);
            }
        }
        for row in all.iter().chain(&rows.different) {
            for &(t, _) in &row.items {
                self.enter(terms, t);
            }
        }
        for _ in 0..ROUNDS {
            let mut changed = false;
            for row in &all {
                match self.by_row(row) {
                    Some(c) => changed |= c,
                    None => return false,
                }
            }
            for row in &rows.different {
                match self.without_value(row) {
                    Some(c) => changed |= c,
                    None => return false,
                }
            }
            if !changed {
                break;
            }
            // What is new of variables may be news of terms over them.
            for i in 0..self.order.len() {
                let t = self.order[i];
                if terms.as_var(t).is_none() {
                    let span = self.structural(terms, t);
                    if self.meet(t, span).is_none() {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn enter(&mut self, terms: &Terms, t: Term) {
        if !self.spans.contains_key(&t) {
            let span = self.structural(terms, t);
            self.spans.insert(t, span);
            self.order.push(t);
        }
    }

    /// Bounds of `t` from its structure and the bounds of what is below it.
    fn structural(&mut self, terms: &Terms, t: Term) -> Span {
        let mut left = MAX_NODES;
        self.effort += 10;
        structure(terms, t, &|t| self.get(t), &mut left)
    }

    /// Narrows the bounds of one term. Did they change? `None` if nothing is left.
    fn meet(&mut self, t: Term, span: Span) -> Option<bool> {
        let old = self.get(t).unwrap_or(Span::TOP);
        let new = Span { lo: old.lo.max(span.lo), hi: old.hi.min(span.hi) };
        if new.is_empty() {
            return None;
        }
        self.spans.insert(t, new);
        Some(new != old)
    }

    /// `sum <= limit`: each operand is at most what the least values of the others leave.
    fn by_row(&mut self, row: &Row) -> Option<bool> {
        self.effort += 5 + 5 * row.items.len() as u64;
        let least = |span: Span, k: i128| span.mul(&Span::new(k, k)).lo;
        let spans: Vec<Span> = row.items.iter().map(|i| self.get(i.0).unwrap_or(Span::TOP)).collect();
        let open = row.items.iter().zip(&spans).filter(|(i, s)| least(**s, i.1) == Span::DOWN).count();
        if open > 1 {
            return Some(false);
        }
        let sum = |skip: usize| {
            let mut parts = row.items.iter().zip(&spans).enumerate().filter(|p| p.0 != skip);
            parts.try_fold(0i128, |sum, (_, (i, s))| sum.checked_add(least(*s, i.1)))
        };
        let mut changed = false;
        for (n, &(t, k)) in row.items.iter().enumerate() {
            if open == 1 && least(spans[n], k) != Span::DOWN {
                continue;
            }
            let Some(room) = sum(n).and_then(|others| row.limit.checked_sub(others)) else { continue };
            let span = if k > 0 {
                Span::new(Span::DOWN, room.div_euclid(k))
            } else {
                // k * t <= room with k < 0: t is at least room / k, rounded up.
                Span::new(-room.div_euclid(-k), Span::UP)
            };
            changed |= self.meet(t, span)?;
        }
        if row.items.is_empty() && row.limit < 0 {
            return None;
        }
        Some(changed)
    }

    /// A sum of one operand that has not this value: matters at the ends of its bounds.
    fn without_value(&mut self, row: &Row) -> Option<bool> {
        match row.items[..] {
            [] if row.limit == 0 => None,
            [(t, k)] if row.limit % k == 0 => {
                let (value, span) = (row.limit / k, self.get(t).unwrap_or(Span::TOP));
                let lo = if span.lo == value { value + 1 } else { span.lo };
                let hi = if span.hi == value { value - 1 } else { span.hi };
                self.meet(t, Span { lo, hi })
            }
            _ => Some(false),
        }
    }

    /// Adds the bounds as rows.
    pub(super) fn add_to(&self, rows: &mut Rows) {
        for &t in &self.order {
            let span = self.spans[&t];
            if span.hi != Span::UP {
                rows.most.push(Row { items: smallvec![(t, 1)], limit: span.hi });
            }
            if span.lo != Span::DOWN {
                rows.most.push(Row { items: smallvec![(t, -1)], limit: -span.lo });
            }
        }
    }
}

/// Bounds of an integer from its structure; `known` tells more about terms.
pub(super) fn structure(terms: &Terms, t: Term, known: &dyn Fn(Term) -> Option<Span>, left: &mut usize) -> Span {
    let own = known(t).unwrap_or(Span::TOP);
    let Some(rest) = left.checked_sub(1) else { return own };
    *left = rest;
    let args = terms.args(t);
    let mut span = |i: usize| structure(terms, args[i], known, left);
    let made = match terms.op(t) {
        Op::Const => terms.as_int(t).map_or(Span::TOP, Span::constant),
        Op::IMul if args[0] == args[1] => span(0).square(),
        Op::IAdd => span(0).add(&span(1)),
        Op::ISub => span(0).sub(&span(1)),
        Op::IMul => span(0).mul(&span(1)),
        Op::IDiv => span(0).div(&span(1)),
        Op::IRem => span(0).rem(&span(1)),
        Op::INeg => span(0).neg(),
        Op::Ite => span(1).join(&span(2)),
        Op::Bits2Int { signed } => match terms.sort(args[0]) {
            Sort::Bits(w @ 1..=64) if signed => Span::new(-(1 << (w - 1)), (1 << (w - 1)) - 1),
            Sort::Bits(w @ 1..=64) => Span::new(0, (1 << w) - 1),
            _ => Span::TOP,
        },
        _ => Span::TOP,
    };
    Span { lo: own.lo.max(made.lo), hi: own.hi.min(made.hi) }
}
