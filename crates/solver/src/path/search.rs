//! Bounds and values of terms under a path condition.

use super::intervals::mask;
use super::part::Carried;
use super::set::Set;
use super::shape::set_unit;
use super::{Context, May, Origin, Path, Values};
use crate::Why;
use homing_term::{Model, Sort, Term};

/// Values of a unit tried one by one.
const TABLE: usize = 1024;

impl Path {
    /// Sound unsigned bounds of `t` (sort `Bits`, at most 64 wide). Cheap: no solver call, not necessarily reached.
    pub fn range(&self, cx: &mut Context, t: Term) -> (u64, u64) {
        let width = cx.terms.width(t);
        if !cx.use_domains || width > 64 {
            return (0, mask(width.min(64)));
        }
        let support = cx.terms.support(t);
        let roots = self.roots_of(&support);
        let full = (0, mask(width));
        cx.refresh();
        cx.facts.of(&cx.terms, t);
        let range = self.interpret(cx, t, &roots).map_or(full, |a| (a.lo, a.hi));
        self.audited_range(cx, t, range, full)
    }

    /// The feasible values of `t` (at most 64 wide): all of them if there are at most `max`.
    pub fn values(&self, cx: &mut Context, t: Term, max: usize) -> Values {
        cx.refresh();
        if !matches!(cx.terms.sort(t), Sort::Bits(1..=64)) {
            return Values::Unknown(Why::Unsupported("values of a term that is not a bit vector of at most 64 bits".into()));
        }
        if self.dead {
            return Values::Complete(Vec::new());
        }
        if let Some((values, complete)) = self.values_by_table(cx, t, max)
            && (complete || values.len() > max)
        {
            return finish(values, max, None);
        }
        self.values_by_queries(cx, t, max)
    }

    /// Excludes one value after the other.
    fn values_by_queries(&self, cx: &mut Context, t: Term, max: usize) -> Values {
        let width = cx.terms.width(t);
        let mut rest = self.clone();
        let mut found = vec![self.eval64(cx, t)];
        while found.len() <= max {
            let last = cx.terms.bits(width, found[found.len() - 1]);
            let differs = cx.terms.ne(t, last);
            match rest.may(cx, differs) {
                May::Yes(witness) => rest.add(cx, differs, witness, Origin::default()),
                May::No => return finish(found, max, None),
                May::Unknown(why) => return finish(found, max, Some(why)),
            }
            found.push(rest.eval64(cx, t));
        }
        finish(found, max, None)
    }

    /// Values of a term over one unit: tries the values in the unit's domain until there are more than `max` results
    /// or `TABLE` were tried. Also says whether that was the whole domain.
    fn values_by_table(&self, cx: &mut Context, t: Term, max: usize) -> Option<(Vec<u64>, bool)> {
        let support = cx.terms.support(t);
        let (&first, true) = (support.first()?, cx.use_domains) else { return None };
        let (base, domain) = match self.root(first) {
            None if support.len() == 1 && matches!(cx.terms.var_info(first).sort, Sort::Bits(_)) => {
                let base = cx.terms.var_info(first).term;
                (base, Set::full(cx.terms.width(base)))
            }
            None => return None,
            Some(root) => match self.part(root).carried {
                Carried::Unit { base, .. } if self.part(root).vars == support => {
                    let set = &self.part(root).domain(base)?.set;
                    // An outer cell of integers is more than one value.
                    let outer = set.contains(0) || set.contains(u64::MAX);
                    if cx.terms.sort(base) == Sort::Int && outer {
                        return None;
                    }
                    (base, set.clone())
                }
                _ => return None,
            },
        };
        let mut model = Model::default();
        let mut values: Vec<u64> = Vec::new();
        let mut next = domain.min();
        for _ in 0..TABLE {
            let Some(value) = next else { return Some((values, true)) };
            set_unit(&cx.terms, base, value, &mut model);
            let result = cx.terms.eval64(t, &model);
            if let Err(at) = values.binary_search(&result) {
                values.insert(at, result);
            }
            if values.len() > max {
                return Some((values, false));
            }
            next = value.checked_add(1).and_then(|from| domain.next(from));
        }
        Some((values, next.is_none()))
    }

    /// The greatest value `t` (at most 64 wide) can have, unsigned.
    pub fn max(&self, cx: &mut Context, t: Term) -> Result<u64, Why> {
        let mut best = self.eval64(cx, t);
        let mut bound = self.range(cx, t).1;
        let mut probe = bound;
        let width = cx.terms.width(t);
        while best < bound {
            let limit = cx.terms.bits(width, probe);
            let beyond = cx.terms.uge(t, limit);
            match self.may(cx, beyond) {
                May::Yes(witness) => best = best.max(self.eval_with(cx, t, &witness)),
                May::No => bound = probe - 1,
                May::Unknown(why) => return Err(why),
            }
            probe = best + (bound - best).div_ceil(2);
        }
        Ok(best)
    }

    /// The least value `t` (at most 64 wide) can have, unsigned.
    pub fn min(&self, cx: &mut Context, t: Term) -> Result<u64, Why> {
        let mut best = self.eval64(cx, t);
        let mut bound = self.range(cx, t).0;
        let mut probe = bound;
        let width = cx.terms.width(t);
        while best > bound {
            let limit = cx.terms.bits(width, probe);
            let beyond = cx.terms.ule(t, limit);
            match self.may(cx, beyond) {
                May::Yes(witness) => best = best.min(self.eval_with(cx, t, &witness)),
                May::No => bound = probe + 1,
                May::Unknown(why) => return Err(why),
            }
            probe = bound + (best - bound) / 2;
        }
        Ok(best)
    }
}

/// Sorts, and says whether there is more than was asked for.
fn finish(mut values: Vec<u64>, max: usize, unknown: Option<Why>) -> Values {
    if values.len() > max {
        values.truncate(max);
        values.sort_unstable();
        return Values::More(values);
    }
    match unknown {
        Some(why) => Values::Unknown(why),
        None => {
            values.sort_unstable();
            Values::Complete(values)
        }
    }
}
