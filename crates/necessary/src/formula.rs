//! Formulas over integers and arrays: conditions that are only ever weakened on their way.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::lin::{Lin, Sym, Values};

/// The contents of an array (an object of the program) when the analysis first met them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Base(pub u32);

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum F {
    True,
    False,
    /// Not above zero.
    Le(Lin),
    Eq(Lin),
    Ne(Lin),
    And(Vec<F>),
    Or(Vec<F>),
    /// The first is the product of the other two.
    Product(Lin, Lin, Lin),
    /// What the array holds there.
    Read(Sym, Rc<Array>, Lin),
    /// For each `0 <= round < bound` there are values of `some` such that the body holds.
    Rounds {
        round: Sym,
        bound: Lin,
        some: Vec<Sym>,
        body: Rc<F>,
    },
    /// There are values such that the body holds. Each symbol is bound in one place only.
    Some(Vec<Sym>, Rc<F>),
}

/// What an array holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Array {
    /// Nothing is known, and two reads of one place need not agree.
    Unknown,
    Base(Base),
    /// Numbers known from the beginning, one each so many bytes; `None` is one that is not known.
    Table(Rc<Vec<Option<i128>>>, i128),
    Written {
        rest: Rc<Array>,
        index: Lin,
        value: Lin,
    },
    /// What rounds of a loop have made of it: one of the writers wrote last at a place, or none did.
    Rounds {
        rest: Rc<Array>,
        writers: Rc<Vec<Writer>>,
        stride: Option<Stride>,
    },
}

/// A write in some round.
#[derive(Clone, Debug, PartialEq)]
pub struct Writer {
    pub some: Vec<Sym>,
    /// In which rounds it happens.
    pub when: F,
    pub index: Lin,
    pub value: Lin,
}

/// All of `first + step * k` for `0 <= k < count` were certainly written.
#[derive(Clone, Debug, PartialEq)]
pub struct Stride {
    pub first: Lin,
    pub step: i128,
    pub count: Lin,
}

/// Arrays that stand for others.
pub type Arrays = FxHashMap<Base, Rc<Array>>;

/// What symbols and arrays stand for.
#[derive(Default)]
pub struct Replace {
    pub values: Values,
    pub arrays: Arrays,
    /// Contents met from this one on are unknown.
    pub unknown_from: Option<Base>,
}

impl F {
    pub fn le(a: &Lin, b: &Lin) -> F {
        a.plus(b, -1).map_or(F::True, F::Le).simple()
    }

    pub fn lt(a: &Lin, b: &Lin) -> F {
        a.plus(b, -1).map_or(F::True, |d| F::Le(d.add(1))).simple()
    }

    pub fn eq(a: &Lin, b: &Lin) -> F {
        a.plus(b, -1).map_or(F::True, F::Eq).simple()
    }

    pub fn ne(a: &Lin, b: &Lin) -> F {
        a.plus(b, -1).map_or(F::True, F::Ne).simple()
    }

    /// Without numbers alone.
    fn simple(self) -> F {
        let truth = |b| if b { F::True } else { F::False };
        match &self {
            F::Le(l) => l.as_const().map_or(self, |c| truth(c <= 0)),
            F::Eq(l) => l.as_const().map_or(self, |c| truth(c == 0)),
            F::Ne(l) => l.as_const().map_or(self, |c| truth(c != 0)),
            _ => self,
        }
    }

    pub fn and(parts: Vec<F>) -> F {
        let mut all = Vec::with_capacity(parts.len());
        for p in parts {
            match p {
                F::True => {}
                F::False => return F::False,
                F::And(inner) => all.extend(inner),
                p => all.push(p),
            }
        }
        match all.len() {
            0 => F::True,
            1 => all.swap_remove(0),
            _ => F::And(all),
        }
    }

    pub fn or(parts: Vec<F>) -> F {
        let mut all = Vec::with_capacity(parts.len());
        for p in parts {
            match p {
                F::False => {}
                F::True => return F::True,
                F::Or(inner) => all.extend(inner),
                p => all.push(p),
            }
        }
        match all.len() {
            0 => F::False,
            1 => all.swap_remove(0),
            _ => F::Or(all),
        }
    }

    /// The opposite of what a branch asks; `None` for what no branch asks.
    pub fn not(&self) -> Option<F> {
        Some(match self {
            F::True => F::False,
            F::False => F::True,
            F::Le(l) => F::Le(l.times(-1)?.add(1)),
            F::Eq(l) => F::Ne(l.clone()),
            F::Ne(l) => F::Eq(l.clone()),
            F::And(parts) => F::or(parts.iter().map(F::not).collect::<Option<_>>()?),
            F::Or(parts) => F::and(parts.iter().map(F::not).collect::<Option<_>>()?),
            _ => return None,
        })
    }

    /// Symbols that are not bound, into `out`.
    pub fn symbols(&self, out: &mut FxHashSet<Sym>) {
        let mut bound = FxHashSet::default();
        let mut seen = FxHashSet::default();
        self.collect(&mut seen, &mut bound);
        out.extend(seen.difference(&bound));
    }

    /// All symbols, and those bound somewhere: none is both bound and free.
    fn collect(&self, seen: &mut FxHashSet<Sym>, bound: &mut FxHashSet<Sym>) {
        let mut lin = |l: &Lin| seen.extend(l.terms().iter().map(|t| t.0));
        match self {
            F::True | F::False => {}
            F::Le(l) | F::Eq(l) | F::Ne(l) => lin(l),
            F::Product(p, a, b) => [p, a, b].into_iter().for_each(lin),
            F::And(parts) | F::Or(parts) => parts.iter().for_each(|p| p.collect(seen, bound)),
            F::Read(v, array, at) => {
                seen.insert(*v);
                seen.extend(at.terms().iter().map(|t| t.0));
                array.collect(seen, bound);
            }
            F::Rounds { round, bound: upper, some, body } => {
                lin(upper);
                bound.insert(*round);
                bound.extend(some);
                body.collect(seen, bound);
            }
            F::Some(some, body) => {
                bound.extend(some);
                body.collect(seen, bound);
            }
        }
    }

    /// With symbols and arrays replaced. What becomes too large is left out, which weakens it: nothing here stands under a negation.
    pub fn replaced(&self, r: &Replace) -> F {
        let lin = |l: &Lin| l.replaced(&r.values);
        let atom = |l: &Lin, make: fn(Lin) -> F| lin(l).map_or(F::True, make).simple();
        match self {
            F::True | F::False => self.clone(),
            F::Le(l) => atom(l, F::Le),
            F::Eq(l) => atom(l, F::Eq),
            F::Ne(l) => atom(l, F::Ne),
            F::And(parts) => F::and(parts.iter().map(|p| p.replaced(r)).collect()),
            F::Or(parts) => F::or(parts.iter().map(|p| p.replaced(r)).collect()),
            F::Product(p, a, b) => match (lin(p), lin(a), lin(b)) {
                (Some(p), Some(a), Some(b)) => F::product(&p, &a, &b),
                _ => F::True,
            },
            F::Read(v, array, at) => {
                let array = array.replaced(r);
                let v = r.values.get(v).map_or(Some(*v), Lin::as_sym);
                match (v, lin(at)) {
                    (Some(v), Some(at)) if array != Array::Unknown => F::Read(v, Rc::new(array), at),
                    _ => F::True,
                }
            }
            F::Rounds { round, bound, some, body } => match lin(bound) {
                Some(bound) => F::Rounds { round: *round, bound, some: some.clone(), body: Rc::new(body.replaced(r)) },
                None => F::True,
            },
            F::Some(some, body) => match body.replaced(r) {
                F::True => F::True,
                F::False => F::False,
                body => F::Some(some.clone(), Rc::new(body)),
            },
        }
    }

    /// `p = a * b`, linear where one of the two is a number.
    pub fn product(p: &Lin, a: &Lin, b: &Lin) -> F {
        let linear = match (a.as_const(), b.as_const()) {
            (Some(k), _) => b.times(k),
            (_, Some(k)) => a.times(k),
            _ => None,
        };
        match linear {
            Some(l) => F::eq(p, &l),
            None => F::Product(p.clone(), a.clone(), b.clone()),
        }
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        match self {
            F::And(parts) | F::Or(parts) => 1 + parts.iter().map(F::size).sum::<usize>(),
            F::Rounds { body, .. } | F::Some(_, body) => 1 + body.size(),
            F::Read(_, array, _) => 1 + array.size(),
            _ => 1,
        }
    }
}

impl Array {
    fn collect(&self, seen: &mut FxHashSet<Sym>, bound: &mut FxHashSet<Sym>) {
        match self {
            Array::Unknown | Array::Base(_) | Array::Table(..) => {}
            Array::Written { rest, index, value } => {
                seen.extend(index.terms().iter().chain(value.terms()).map(|t| t.0));
                rest.collect(seen, bound);
            }
            Array::Rounds { rest, writers, stride } => {
                for w in writers.iter() {
                    bound.extend(&w.some);
                    seen.extend(w.index.terms().iter().chain(w.value.terms()).map(|t| t.0));
                    w.when.collect(seen, bound);
                }
                if let Some(s) = stride {
                    seen.extend(s.first.terms().iter().chain(s.count.terms()).map(|t| t.0));
                }
                rest.collect(seen, bound);
            }
        }
    }

    pub fn replaced(&self, r: &Replace) -> Array {
        match self {
            Array::Unknown | Array::Table(..) => self.clone(),
            Array::Base(b) => match r.arrays.get(b) {
                Some(a) => (**a).clone(),
                None if r.unknown_from.is_some_and(|from| *b >= from) => Array::Unknown,
                None => self.clone(),
            },
            Array::Written { rest, index, value } => match (index.replaced(&r.values), value.replaced(&r.values)) {
                (Some(index), Some(value)) => Array::Written { rest: Rc::new(rest.replaced(r)), index, value },
                _ => Array::Unknown,
            },
            Array::Rounds { rest, writers, stride } => {
                let mut list = Vec::with_capacity(writers.len());
                for w in writers.iter() {
                    let (Some(index), Some(value)) = (w.index.replaced(&r.values), w.value.replaced(&r.values)) else {
                        return Array::Unknown;
                    };
                    list.push(Writer { some: w.some.clone(), when: w.when.replaced(r), index, value });
                }
                let stride = stride.as_ref().and_then(|s| {
                    Some(Stride { first: s.first.replaced(&r.values)?, step: s.step, count: s.count.replaced(&r.values)? })
                });
                Array::Rounds { rest: Rc::new(rest.replaced(r)), writers: Rc::new(list), stride }
            }
        }
    }

    fn size(&self) -> usize {
        match self {
            Array::Unknown | Array::Base(_) | Array::Table(..) => 1,
            Array::Written { rest, .. } => 1 + rest.size(),
            Array::Rounds { rest, writers, .. } => 1 + rest.size() + writers.iter().map(|w| 1 + w.when.size()).sum::<usize>(),
        }
    }
}
