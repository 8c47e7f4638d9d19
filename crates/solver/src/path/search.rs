//! Bounds and values of terms under a path condition.

use super::intervals::mask;
use super::{Context, May, Path, Values};
use crate::Why;
use homing_term::{Sort, Term};

impl Path {
    /// Sound unsigned bounds of `t` (sort `Bits`, at most 64 wide). Cheap: no solver call, not necessarily reached.
    pub fn range(&self, cx: &mut Context, t: Term) -> (u64, u64) {
        let width = cx.terms.width(t);
        if !cx.use_domains || width > 64 {
            return (0, mask(width.min(64)));
        }
        let support = cx.terms.support(t);
        let roots = self.roots_of(&support);
        self.interpret(cx, t, &roots).map_or((0, mask(width)), |a| (a.lo, a.hi))
    }

    /// The feasible values of `t` (at most 64 wide): all of them if there are at most `max`.
    pub fn values(&self, cx: &mut Context, t: Term, max: usize) -> Values {
        cx.refresh();
        if !matches!(cx.terms.sort(t), Sort::Bits(1..=64)) {
            return Values::Unknown(Why::Unsupported("values of a term that is not a bit vector of at most 64 bits".into()));
        }
        if let Some(values) = self.values_by_table(cx, t) {
            return finish(values, max, None);
        }
        let width = cx.terms.width(t);
        let mut found = vec![self.eval64(cx, t)];
        let mut others = cx.terms.tru();
        while found.len() <= max {
            let last = cx.terms.bits(width, found[found.len() - 1]);
            let differs = cx.terms.ne(t, last);
            others = cx.terms.and(others, differs);
            match self.may(cx, others) {
                May::Yes(witness) => found.push(self.eval_with(cx, t, &witness)),
                May::No => return finish(found, max, None),
                May::Unknown(why) => return finish(found, max, Some(why)),
            }
        }
        finish(found, max, None)
    }

    /// All values of a term over one small variable with nothing but its own constraints.
    fn values_by_table(&self, cx: &mut Context, t: Term) -> Option<Vec<u64>> {
        if !cx.use_domains {
            return None;
        }
        let support = cx.terms.support(t);
        let &[var] = &support[..] else { return None };
        let info = cx.terms.var_info(var);
        let (base, Sort::Bits(1..=8)) = (info.term, info.sort) else { return None };
        let domain = match self.root(var) {
            None => super::set::Set::full(cx.terms.width(base)),
            Some(root) => match self.part(root).carried {
                super::Carried::Unit { base: b, .. } if b == base => self.part(root).domain(base)?.set.clone(),
                _ => return None,
            },
        };
        let mut model = homing_term::Model::default();
        let mut values = Vec::new();
        let mut next = domain.min();
        while let Some(value) = next {
            model.set64(var, value);
            values.push(cx.terms.eval64(t, &model));
            next = domain.next(value + 1);
        }
        values.sort_unstable();
        values.dedup();
        Some(values)
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
