//! Facts that may hold whenever a loop's head is passed, and where they come from.

use homing_term::{Sort, Term, Terms};

/// A fact about what spots hold: by their numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fact {
    Compare {
        rel: Rel,
        a: Side,
        b: Side,
    },
    /// The lowest bits of a spot.
    Ends {
        spot: usize,
        mask: u64,
        bits: u64,
    },
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rel {
    Eq,
    Ne,
    Ule,
    Sle,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Spot(usize),
    /// Something that the loop does not change.
    Fixed(Term),
    Sum(usize, usize),
    Difference(usize, usize),
}

/// Most candidates at one head.
const MOST: usize = 400;

impl Fact {
    /// What it says of these values; none if one of them is not known.
    pub fn term(&self, terms: &mut Terms, values: &[Option<Term>]) -> Option<Term> {
        let at = |i: usize| values.get(i).copied().flatten();
        match *self {
            Fact::Ends { spot, mask, bits } => {
                let v = at(spot)?;
                let w = terms.width(v);
                let (mask, bits) = (terms.bits(w, mask), terms.bits(w, bits));
                let low = terms.and(v, mask);
                Some(terms.eq(low, bits))
            }
            Fact::Compare { rel, a, b } => {
                let mut side = |s: Side| match s {
                    Side::Spot(i) => at(i),
                    Side::Fixed(t) => Some(t),
                    Side::Sum(i, j) => Some(sum(terms, at(i)?, at(j)?)),
                    Side::Difference(i, j) => Some(difference(terms, at(i)?, at(j)?)),
                };
                let (a, b) = (side(a)?, side(b)?);
                Some(match rel {
                    Rel::Eq => terms.eq(a, b),
                    Rel::Ne => terms.ne(a, b),
                    Rel::Ule | Rel::Sle if terms.sort(a) == Sort::Int => terms.ile(a, b),
                    Rel::Ule => terms.ule(a, b),
                    Rel::Sle => terms.sle(a, b),
                })
            }
        }
    }
}

fn sum(terms: &mut Terms, a: Term, b: Term) -> Term {
    if terms.sort(a) == Sort::Int { terms.iadd(a, b) } else { terms.add(a, b) }
}

fn difference(terms: &mut Terms, a: Term, b: Term) -> Term {
    if terms.sort(a) == Sort::Int { terms.isub(a, b) } else { terms.sub(a, b) }
}

/// Can facts speak of it: a number of at least a byte?
pub(crate) fn is_number(terms: &Terms, t: Term) -> bool {
    match terms.sort(t) {
        Sort::Bits(w) => w >= 8,
        Sort::Int => true,
        Sort::Array { .. } => false,
    }
}

fn is_known(terms: &Terms, t: Term) -> bool {
    terms.as_const(t).is_some() || terms.as_int64(t).is_some()
}

/// What candidates are made from.
pub(crate) struct Ground<'a> {
    /// What the spots hold in a state that has come to the head; none for those that are kept as they are.
    pub values: &'a [Option<Term>],
    /// Numbers of the program, with signs.
    pub constants: &'a [i64],
    /// What the loop does not change.
    pub fixed: &'a [Term],
    /// The state is the one that entered the loop: its values are fixed, too.
    pub entry: bool,
}

/// Facts that may hold: those that compare a spot with numbers, with what is fixed, and with other spots.
pub(crate) fn candidates(terms: &mut Terms, ground: &Ground<'_>) -> Vec<Fact> {
    let mut all = Candidates { out: Vec::new() };
    let spots: Vec<(usize, Term)> = ground.values.iter().enumerate().filter_map(|(i, v)| Some((i, (*v)?))).collect();
    for &(i, v) in &spots {
        all.alone(terms, ground, i, v);
    }
    for (n, &(i, v)) in spots.iter().enumerate() {
        for &(j, u) in &spots[n + 1..] {
            if terms.sort(v) == terms.sort(u) {
                all.pair(terms, ground, (i, v), (j, u));
            }
        }
    }
    for &(i, v) in &spots {
        all.bounds(terms, ground, i, v);
    }
    all.out.truncate(MOST);
    all.out
}

struct Candidates {
    out: Vec<Fact>,
}

impl Candidates {
    fn add(&mut self, rel: Rel, a: Side, b: Side) {
        let fact = Fact::Compare { rel, a, b };
        if !self.out.contains(&fact) {
            self.out.push(fact);
        }
    }

    /// Each is at most the other; without signs too, where there is such an order.
    fn ordered(&mut self, a: Side, b: Side, sort: Sort) {
        for (a, b) in [(a, b), (b, a)] {
            self.add(Rel::Sle, a, b);
            if sort != Sort::Int {
                self.add(Rel::Ule, a, b);
            }
        }
    }

    fn between(&mut self, terms: &Terms, i: usize, t: Term) {
        self.ordered(Side::Spot(i), Side::Fixed(t), terms.sort(t));
    }

    /// What the value itself, its sign and its last bits suggest.
    fn alone(&mut self, terms: &mut Terms, ground: &Ground<'_>, i: usize, v: Term) {
        let zero = match terms.sort(v) {
            Sort::Bits(w) if w <= 64 => terms.bits(w, 0),
            Sort::Int => terms.int(0),
            _ => return,
        };
        if ground.entry || is_known(terms, v) {
            self.add(Rel::Eq, Side::Spot(i), Side::Fixed(v));
            self.between(terms, i, v);
        }
        if let (Sort::Bits(8..), Some(c)) = (terms.sort(v), terms.as_const(v)) {
            self.out.extend([7u64, 3, 1].map(|mask| Fact::Ends { spot: i, mask, bits: c & mask }));
        }
        self.add(Rel::Sle, Side::Fixed(zero), Side::Spot(i));
        self.add(Rel::Ne, Side::Spot(i), Side::Fixed(zero));
    }

    fn pair(&mut self, terms: &mut Terms, ground: &Ground<'_>, (i, v): (usize, Term), (j, u): (usize, Term)) {
        let (a, b) = (Side::Spot(i), Side::Spot(j));
        self.add(Rel::Eq, a, b);
        self.ordered(a, b, terms.sort(v));
        for (side, t) in [(Side::Difference(i, j), difference(terms, v, u)), (Side::Sum(i, j), sum(terms, v, u))] {
            if ground.entry || is_known(terms, t) {
                self.add(Rel::Eq, side, Side::Fixed(t));
            }
        }
    }

    /// Bounds by numbers of the program, and by what is fixed.
    fn bounds(&mut self, terms: &mut Terms, ground: &Ground<'_>, i: usize, v: Term) {
        let sort = terms.sort(v);
        for &t in ground.fixed {
            if terms.sort(t) == sort {
                self.between(terms, i, t);
                self.add(Rel::Eq, Side::Spot(i), Side::Fixed(t));
            }
        }
        for &c in ground.constants {
            let t = match sort {
                Sort::Bits(w @ 8..=64) => terms.bits(w, c as u64 & (u64::MAX >> (64 - w))),
                Sort::Int => terms.int(i128::from(c)),
                _ => return,
            };
            self.between(terms, i, t);
            self.add(Rel::Ne, Side::Spot(i), Side::Fixed(t));
        }
    }
}
