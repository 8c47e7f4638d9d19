//! Symbols, and linear expressions over them with exact integer coefficients.

use rustc_hash::FxHashMap;

/// A symbol: something that has one integer value, which the condition speaks of.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// A range of integers; `None` is no bound.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    pub lo: Option<i128>,
    pub hi: Option<i128>,
}

impl Range {
    pub const ANY: Range = Range { lo: None, hi: None };
    pub const COUNT: Range = Range { lo: Some(0), hi: None };
    pub const BIT: Range = Range { lo: Some(0), hi: Some(1) };

    /// What a signed number of so many bits can be; anything, if that does not fit the arithmetic here.
    pub fn signed(bits: u32) -> Range {
        match bits {
            1..=64 => Range { lo: Some(-(1 << (bits - 1))), hi: Some((1 << (bits - 1)) - 1) },
            _ => Range::ANY,
        }
    }

    pub fn within(self, outer: Range) -> bool {
        let above = outer.lo.is_none_or(|o| self.lo.is_some_and(|l| l >= o));
        above && outer.hi.is_none_or(|o| self.hi.is_some_and(|h| h <= o))
    }
}

/// What is known of every symbol.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    list: Vec<(String, Range)>,
}

impl Symbols {
    pub fn fresh(&mut self, name: impl Into<String>, range: Range) -> Sym {
        self.list.push((name.into(), range));
        Sym(self.list.len() as u32 - 1)
    }

    /// Another symbol that is called the same and has the same range.
    pub fn copy(&mut self, s: Sym) -> Sym {
        let (name, range) = self.list[s.0 as usize].clone();
        self.fresh(name, range)
    }

    pub fn range(&self, s: Sym) -> Range {
        self.list[s.0 as usize].1
    }

    pub fn name(&self, s: Sym) -> &str {
        &self.list[s.0 as usize].0
    }

    pub fn len(&self) -> u32 {
        self.list.len() as u32
    }
}

/// Coefficients beyond this are not computed with.
const LARGEST: i128 = 1 << 80;

/// A sum of multiples of symbols and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lin {
    /// Sorted by symbol, no coefficient zero.
    terms: Vec<(Sym, i128)>,
    c: i128,
}

impl From<i128> for Lin {
    fn from(c: i128) -> Lin {
        Lin { terms: Vec::new(), c }
    }
}

impl From<Sym> for Lin {
    fn from(s: Sym) -> Lin {
        Lin { terms: vec![(s, 1)], c: 0 }
    }
}

/// What symbols stand for.
pub type Values = FxHashMap<Sym, Lin>;

impl Lin {
    pub fn terms(&self) -> &[(Sym, i128)] {
        &self.terms
    }

    pub fn constant(&self) -> i128 {
        self.c
    }

    pub fn as_const(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.c)
    }

    pub fn as_sym(&self) -> Option<Sym> {
        match self.terms[..] {
            [(s, 1)] if self.c == 0 => Some(s),
            _ => None,
        }
    }

    pub fn coefficient(&self, s: Sym) -> i128 {
        self.terms.binary_search_by_key(&s, |t| t.0).map_or(0, |i| self.terms[i].1)
    }

    /// `self + k * other`; `None` if the numbers become too large.
    pub fn plus(&self, other: &Lin, k: i128) -> Option<Lin> {
        let fits = |v: i128| (v.abs() <= LARGEST).then_some(v);
        let sum = |a: i128, b: i128| fits(b)?.checked_mul(fits(k)?).and_then(|p| p.checked_add(a)).and_then(fits);
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (s, v) = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some(x), None) => (x.0, a.next().map_or(0, |t| t.1)),
                (None, Some(y)) => (y.0, sum(0, b.next().map_or(0, |t| t.1))?),
                (Some(x), Some(y)) if x.0 < y.0 => (x.0, a.next().map_or(0, |t| t.1)),
                (Some(x), Some(y)) if x.0 > y.0 => (y.0, sum(0, b.next().map_or(0, |t| t.1))?),
                (Some(x), Some(_)) => (x.0, sum(a.next().map_or(0, |t| t.1), b.next().map_or(0, |t| t.1))?),
            };
            if v != 0 {
                terms.push((s, v));
            }
        }
        Some(Lin { terms, c: sum(self.c, other.c)? })
    }

    pub fn times(&self, k: i128) -> Option<Lin> {
        Lin::from(0).plus(self, k)
    }

    /// A constant more. What could overflow stays far away from what 128 bits hold.
    pub fn add(&self, c: i128) -> Lin {
        Lin { terms: self.terms.clone(), c: self.c.saturating_add(c) }
    }

    /// With symbols replaced, all at once; `None` if the numbers become too large.
    pub fn replaced(&self, values: &Values) -> Option<Lin> {
        if !self.terms.iter().any(|t| values.contains_key(&t.0)) {
            return Some(self.clone());
        }
        let mut sum = Lin::from(self.c);
        for (s, k) in &self.terms {
            match values.get(s) {
                Some(v) => sum = sum.plus(v, *k)?,
                None => sum = sum.plus(&Lin::from(*s), *k)?,
            }
        }
        Some(sum)
    }

    /// What it can be, by the ranges of its symbols.
    pub fn range(&self, of: impl Fn(Sym) -> Range) -> Range {
        let mut sum = Range { lo: Some(self.c), hi: Some(self.c) };
        for (s, k) in &self.terms {
            let r = of(*s);
            let (low, high) = if *k > 0 { (r.lo, r.hi) } else { (r.hi, r.lo) };
            let add = |at: Option<i128>, end: Option<i128>| at?.checked_add(end?.checked_mul(*k)?);
            sum = Range { lo: add(sum.lo, low), hi: add(sum.hi, high) };
        }
        sum
    }

    /// Is every value a multiple?
    pub fn is_multiple(&self, of: i128) -> bool {
        self.c % of == 0 && self.terms.iter().all(|t| t.1 % of == 0)
    }
}
