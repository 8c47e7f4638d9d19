//! A weaker condition without quantifiers: of what holds in all rounds, only the first few and the last.

use std::rc::Rc;

use crate::formula::{Array, F, Replace, Stride};
use crate::lin::{Lin, Range, Sym, Symbols};

/// Unfolds conditions.
pub(crate) struct Unfolder<'a> {
    pub symbols: &'a mut Symbols,
    /// Rounds of a loop that are spelt out; fewer for loops within.
    pub rounds: i128,
    /// Parts that may still be made; what goes beyond is left out.
    pub left: usize,
    /// Quantifiers stay; only reads of arrays are spelt out.
    pub keep: bool,
}

/// Numbers of a table that are told apart.
const MAX_CASES: usize = 300;

impl Unfolder<'_> {
    pub fn unfold(&mut self, f: &F, depth: u32) -> F {
        if self.left == 0 {
            return F::True;
        }
        self.left -= 1;
        match f {
            F::And(parts) => F::and(parts.iter().map(|p| self.unfold(p, depth)).collect()),
            F::Or(parts) => F::or(parts.iter().map(|p| self.unfold(p, depth)).collect()),
            F::Read(v, array, at) => self.read(*v, array, at, depth),
            F::Some(some, body) => self.exists(some, body, depth),
            F::Rounds { round, bound, some, body } if self.keep => {
                let body = Rc::new(self.unfold(body, depth + 1));
                F::Rounds { round: *round, bound: bound.clone(), some: some.clone(), body }
            }
            F::Rounds { round, bound, some, body } => {
                let rounds = if depth == 0 { self.rounds } else { (self.rounds >> (2 * depth)).max(2) };
                let mut parts = Vec::new();
                for t in 0..rounds {
                    let over = F::le(bound, &t.into());
                    if over == F::True {
                        break;
                    }
                    parts.push(self.one(*round, &t.into(), over, some, body, depth));
                }
                if bound.as_const().is_none_or(|n| n > rounds) {
                    parts.push(self.one(*round, &bound.add(-1), F::le(bound, &0.into()), some, body, depth));
                }
                F::and(parts)
            }
            f => f.clone(),
        }
    }

    fn one(&mut self, round: Sym, at: &Lin, over: F, some: &[Sym], body: &F, depth: u32) -> F {
        let mut r = Replace::default();
        r.values.insert(round, at.clone());
        let body = self.fresh(some, body, r);
        let body = self.unfold(&body, depth + 1);
        F::or(vec![over, body])
    }

    fn exists(&mut self, some: &[Sym], body: &F, depth: u32) -> F {
        let mut r = Replace::default();
        let own: Vec<Sym> = some.iter().map(|s| self.symbols.copy(*s)).collect();
        r.values.extend(some.iter().copied().zip(own.iter().map(|s| Lin::from(*s))));
        let size = body.size();
        if size > self.left {
            self.left = 0;
            return F::True;
        }
        self.left -= size;
        let body = body.replaced(&r);
        let body = self.unfold(&body, depth);
        match body {
            F::True | F::False => body,
            body if self.keep => F::Some(own, Rc::new(body)),
            body => body,
        }
    }

    /// With symbols of its own for those that are bound.
    fn fresh(&mut self, some: &[Sym], body: &F, mut r: Replace) -> F {
        for s in some {
            r.values.insert(*s, self.symbols.copy(*s).into());
        }
        let size = body.size();
        if size > self.left {
            self.left = 0;
            return F::True;
        }
        self.left -= size;
        body.replaced(&r)
    }

    /// What it means that the array holds that there.
    pub fn read(&mut self, v: Sym, array: &Rc<Array>, at: &Lin, depth: u32) -> F {
        let value = Lin::from(v);
        match &**array {
            Array::Unknown => F::True,
            Array::Base(_) => F::Read(v, array.clone(), at.clone()),
            Array::Table(list, step) => table(&value, list, *step, at),
            Array::Written { rest, index, value: written } => {
                let hit = F::and(vec![F::eq(at, index), F::eq(&value, written)]);
                let other = F::ne(at, index);
                let below = if other == F::False { F::False } else { self.read(v, rest, at, depth) };
                F::or(vec![hit, F::and(vec![other, below])])
            }
            Array::Rounds { rest, writers, stride } => {
                let mut cases = Vec::new();
                for w in writers.iter() {
                    let body = F::and(vec![F::eq(at, &w.index), F::eq(&value, &w.value), w.when.clone()]);
                    cases.push(self.exists(&w.some, &body, depth + 1));
                }
                let missed = stride.as_ref().map_or(F::True, |s| self.missed(at, s));
                let below = if missed == F::False { F::False } else { self.read(v, rest, at, depth) };
                cases.push(F::and(vec![missed, below]));
                F::or(cases)
            }
        }
    }

    /// It is none of the places that were certainly written.
    fn missed(&mut self, at: &Lin, s: &Stride) -> F {
        let Some(end) = s.count.times(s.step).and_then(|all| s.first.plus(&all, 1)) else { return F::True };
        let (before, behind) =
            if s.step > 0 { (F::lt(at, &s.first), F::le(&end, at)) } else { (F::lt(&s.first, at), F::le(at, &end)) };
        let mut cases = vec![before, behind];
        let size = s.step.abs();
        if size > 1 {
            let q = self.symbols.fresh("?", Range::ANY);
            let r = self.symbols.fresh("?", Range { lo: Some(1), hi: Some(size - 1) });
            let whole = Lin::from(r).plus(&q.into(), size).and_then(|x| s.first.plus(&x, 1));
            match whole {
                Some(whole) if !at.plus(&s.first, -1).is_some_and(|d| d.is_multiple(size)) => cases.push(F::eq(at, &whole)),
                Some(_) => {}
                None => return F::True,
            }
        }
        F::or(cases)
    }
}

fn table(value: &Lin, list: &[Option<i128>], step: i128, at: &Lin) -> F {
    if let Some(Some(v)) = list.first().filter(|v| list.iter().all(|x| x == *v)) {
        return F::eq(value, &(*v).into());
    }
    if let Some(c) = at.as_const() {
        let v = usize::try_from(c / step).ok().and_then(|i| list.get(i)).copied().flatten();
        return v.map_or(F::True, |v| F::eq(value, &v.into()));
    }
    if list.len() > MAX_CASES {
        return F::True;
    }
    let case = |(i, v): (usize, &Option<i128>)| {
        let here = F::eq(at, &(i as i128 * step).into());
        F::and(vec![here, v.map_or(F::True, |v| F::eq(value, &v.into()))])
    };
    F::or(list.iter().enumerate().map(case).collect())
}
