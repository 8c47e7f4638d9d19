//! For how many rounds the guards of a row of rounds hold: what they say of values that move, as inequalities between integers that change by the same
//! amount each round. Such an inequality that holds in the first and in the last of some rounds holds in all of them.

use homing_term::{Op, Sort, Term, Terms};

use super::algebra::{Binomials, Motion, Poly, add, constant, is_zero, mul, number, sub};

/// Why there is no bound.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum NoBound {
    /// A guard compares what has no straight form.
    Guard,
    /// The numbers that would be needed are too wide.
    Wide,
}

/// One end of an inequality.
#[derive(Copy, Clone, Debug)]
struct End {
    term: Term,
    /// What each round adds; none if it stays.
    step: Option<Term>,
    signed: bool,
}

/// `high >= low` in each round, or `high > low`.
#[derive(Clone, Debug)]
struct Bound {
    high: End,
    low: End,
    strict: bool,
    /// The guards say so of the first round.
    first: bool,
}

/// How many rounds there are at least if `cond` holds: one way in which they end.
#[derive(Clone, Debug)]
pub(super) struct Count {
    pub cond: Term,
    /// A number without a sign, or an integer; none if they never end.
    pub count: Option<Term>,
}

/// Widest number that is built.
const WIDEST: u32 = 200;

/// Steps that are inputs are multiplied; up to that width.
const SYMBOLIC: u32 = 40;

pub(super) struct Guards<'m, 't> {
    pub motion: &'m mut Motion,
    pub names: &'m Binomials,
    pub terms: &'t mut Terms,
    bounds: Vec<Bound>,
}

impl<'m, 't> Guards<'m, 't> {
    pub fn new(motion: &'m mut Motion, names: &'m Binomials, terms: &'t mut Terms) -> Guards<'m, 't> {
        Guards { motion, names, terms, bounds: Vec::new() }
    }

    /// The ways in which rounds with these guards end. Each condition implies that all guards hold in each of the rounds.
    pub fn counts(mut self, guards: &[Term]) -> Result<Vec<Count>, NoBound> {
        for g in guards {
            self.guard(*g).ok_or(NoBound::Guard)?;
        }
        for r in self.motion.regimes.clone() {
            self.range(End { term: r.term, step: Some(r.step), signed: r.signed }, true);
        }
        self.count()
    }

    fn guard(&mut self, g: Term) -> Option<()> {
        let form = self.motion.poly(self.terms, self.names, g);
        if form.is_some_and(|p| p.is_still()) {
            return Some(());
        }
        let args = self.terms.args(g);
        match self.terms.op(g) {
            Op::And if self.terms.width(g) == 1 => {
                self.guard(args[0])?;
                self.guard(args[1])
            }
            Op::Ult => self.order(args[0], args[1], true, false),
            Op::Ule => self.order(args[0], args[1], false, false),
            Op::Slt => self.order(args[0], args[1], true, true),
            Op::Sle => self.order(args[0], args[1], false, true),
            Op::ILt => self.order(args[0], args[1], true, true),
            Op::ILe => self.order(args[0], args[1], false, true),
            Op::Not => self.negated(args[0]),
            Op::Eq => self.equal(args[0], args[1], true),
            _ => None,
        }
    }

    fn negated(&mut self, g: Term) -> Option<()> {
        let args = self.terms.args(g);
        match self.terms.op(g) {
            Op::Eq => self.equal(args[0], args[1], false),
            Op::Or => {
                let (a, b) = (self.terms.not(args[0]), self.terms.not(args[1]));
                self.guard(a)?;
                self.guard(b)
            }
            Op::Ult => self.order(args[1], args[0], false, false),
            Op::Ule => self.order(args[1], args[0], true, false),
            Op::Slt => self.order(args[1], args[0], false, true),
            Op::Sle => self.order(args[1], args[0], true, true),
            Op::ILt => self.order(args[1], args[0], false, true),
            Op::ILe => self.order(args[1], args[0], true, true),
            _ => None,
        }
    }

    fn end(&mut self, t: Term, signed: bool) -> Option<End> {
        let p = self.motion.poly(self.terms, self.names, t)?;
        let step = if p.is_still() { None } else { Some(p.step()?) };
        Some(End { term: t, step, signed })
    }

    fn order(&mut self, low: Term, high: Term, strict: bool, signed: bool) -> Option<()> {
        let (low, high) = (self.end(low, signed)?, self.end(high, signed)?);
        // What comes nearer to something that stays does not wrap before it gets there.
        let nears = |terms: &Terms, e: End, up: bool| {
            e.step.and_then(|s| constant(terms, s)).is_some_and(|s| if up { s > 0 } else { s < 0 })
        };
        if !(high.step.is_none() && nears(self.terms, low, true)) {
            self.range(low, false);
        }
        if !(low.step.is_none() && nears(self.terms, high, false)) {
            self.range(high, false);
        }
        self.bounds.push(Bound { high, low, strict, first: true });
        Some(())
    }

    /// A value does not wrap. `always`: also where one of the ends could be left out.
    fn range(&mut self, e: End, always: bool) {
        let (Some(step), Sort::Bits(w)) = (e.step, self.terms.sort(e.term)) else { return };
        let sign = constant(self.terms, step).map(i64::signum);
        let (least, most) = match e.signed {
            true => (shifted(self.terms, w), not_shifted(self.terms, w)),
            false => (number(self.terms, Sort::Bits(w), 0), number(self.terms, Sort::Bits(w), -1)),
        };
        let still = |term| End { term, step: None, signed: e.signed };
        if always || sign != Some(-1) {
            self.bounds.push(Bound { high: still(most), low: e, strict: false, first: true });
        }
        if always || sign != Some(1) {
            self.bounds.push(Bound { high: e, low: still(least), strict: false, first: true });
        }
    }

    /// Two values are equal in each round, or differ.
    fn equal(&mut self, a: Term, b: Term, wanted: bool) -> Option<()> {
        let (p, q) = (self.motion.poly(self.terms, self.names, a)?, self.motion.poly(self.terms, self.names, b)?);
        let apart = difference(self.terms, &p, &q);
        if apart.is_still() {
            return Some(());
        }
        if wanted {
            return None;
        }
        // The distance, so that it becomes less: from above 0 it stays above 0 until it meets or jumps over it.
        let step = constant(self.terms, apart.step()?)?;
        let sort = self.terms.sort(a);
        let zero = number(self.terms, sort, 0);
        let (term, step) = match step < 0 {
            true => (apart.0[0], apart.0[1]),
            false => (sub(self.terms, zero, apart.0[0]), sub(self.terms, zero, apart.0[1])),
        };
        // The smallest number has no opposite.
        if constant(self.terms, step).is_none_or(|s| s >= 0) {
            return None;
        }
        // As a number without a sign the distance is above 0; as an integer it may be below.
        let signed = sort == Sort::Int;
        let (high, low) = (End { term, step: Some(step), signed }, End { term: zero, step: None, signed });
        self.bounds.push(Bound { high, low, strict: true, first: !signed });
        Some(())
    }

    fn count(self) -> Result<Vec<Count>, NoBound> {
        let Guards { terms, bounds, .. } = self;
        let w = width(terms, &bounds)?;
        let mut ends: Vec<(Term, Term, bool)> = Vec::new();
        for b in &bounds {
            let (at, step) = b.build(terms, w);
            // What only grows needs no looking after.
            if constant(terms, step).is_none_or(|s| s < 0) && !ends.contains(&(at, step, b.first)) {
                ends.push((at, step, b.first));
            }
        }
        let mut counts: Vec<Count> = (0..ends.len()).map(|i| one(terms, &ends, i)).collect();
        counts.extend(forever(terms, &ends));
        Ok(counts)
    }
}

/// The rounds never end: nothing that they change comes nearer to what ends them. Distances between integers that are to differ grow once they are
/// below 0.
fn forever(terms: &mut Terms, ends: &[(Term, Term, bool)]) -> Option<Count> {
    let apart = |terms: &Terms, e: &(Term, Term, bool)| !e.2 && terms.sort(e.0) == Sort::Int && constant(terms, e.1).is_some();
    if !ends.iter().all(|e| apart(terms, e)) {
        return None;
    }
    let conds: Vec<Term> = ends
        .iter()
        .map(|(at, ..)| {
            let zero = number(terms, Sort::Int, 0);
            terms.ilt(*at, zero)
        })
        .collect();
    Some(Count { cond: terms.and_all(&conds), count: None })
}

/// The rounds end because of one of the inequalities: in the last round it still holds, and so do the others.
fn one(terms: &mut Terms, ends: &[(Term, Term, bool)], i: usize) -> Count {
    let (at, step, first) = ends[i];
    let sort = terms.sort(at);
    let (zero, unit) = (number(terms, sort, 0), number(terms, sort, 1));
    let less = sub(terms, zero, step);
    let last = match (sort, constant(terms, less)) {
        (_, Some(1)) => at,
        (Sort::Int, _) => terms.idiv(at, less),
        _ => terms.udiv(at, less),
    };
    let count = add(terms, last, unit);
    let mut conds = Vec::new();
    if !first {
        conds.push(not_negative(terms, at));
    }
    if constant(terms, step).is_none() {
        conds.push(match sort {
            Sort::Int => terms.ilt(step, zero),
            _ => terms.slt(step, zero),
        });
    }
    for (j, (other, by, first)) in ends.iter().enumerate() {
        if j != i {
            if !first {
                conds.push(not_negative(terms, *other));
            }
            let moved = mul(terms, last, *by);
            let then = add(terms, *other, moved);
            conds.push(not_negative(terms, then));
        }
    }
    Count { cond: terms.and_all(&conds), count: Some(count) }
}

fn not_negative(terms: &mut Terms, t: Term) -> Term {
    let sort = terms.sort(t);
    let zero = number(terms, sort, 0);
    if sort == Sort::Int { terms.ile(zero, t) } else { terms.sle(zero, t) }
}

/// Bits in which nothing below overflows: a number of rounds, times a step, plus a distance.
fn width(terms: &Terms, bounds: &[Bound]) -> Result<u32, NoBound> {
    let (mut widest, mut step) = (0, 0);
    let ends = || bounds.iter().flat_map(|b| [b.high, b.low]);
    let integers = ends().filter(|e| terms.sort(e.term) == Sort::Int).count();
    if integers > 0 {
        return if integers == ends().count() { Ok(0) } else { Err(NoBound::Guard) };
    }
    for b in bounds {
        for e in [b.high, b.low] {
            let w = terms.width(e.term);
            widest = widest.max(w);
            let bits = match e.step.map(|s| constant(terms, s)) {
                None => 0,
                Some(Some(c)) => 64 - c.unsigned_abs().leading_zeros(),
                Some(None) => w,
            };
            step = step.max(bits);
            if e.step.is_some_and(|s| constant(terms, s).is_none()) && w > SYMBOLIC {
                return Err(NoBound::Wide);
            }
        }
    }
    let w = widest + step + 5;
    if w <= WIDEST { Ok(w) } else { Err(NoBound::Wide) }
}

impl Bound {
    /// `high - low - slack` at the start, and what each round adds to it, in `w` bits (0: as integers).
    fn build(&self, terms: &mut Terms, w: u32) -> (Term, Term) {
        let wide = |terms: &mut Terms, e: End| match (w, e.signed) {
            (0, _) => e.term,
            (_, true) => terms.sext(e.term, w),
            (_, false) => terms.zext(e.term, w),
        };
        let (high, low) = (wide(terms, self.high), wide(terms, self.low));
        let mut at = sub(terms, high, low);
        let sort = terms.sort(at);
        if self.strict {
            let one = number(terms, sort, 1);
            at = sub(terms, at, one);
        }
        let by = |terms: &mut Terms, e: End| match e.step {
            None => number(terms, sort, 0),
            Some(s) if w == 0 => s,
            Some(s) => terms.sext(s, w),
        };
        let (up, down) = (by(terms, self.high), by(terms, self.low));
        (at, sub(terms, up, down))
    }
}

/// The smallest number with a sign.
fn shifted(terms: &mut Terms, w: u32) -> Term {
    let one = number(terms, Sort::Bits(w), 1);
    let by = number(terms, Sort::Bits(w), i64::from(w) - 1);
    terms.shl(one, by)
}

/// The largest number with a sign.
fn not_shifted(terms: &mut Terms, w: u32) -> Term {
    let least = shifted(terms, w);
    terms.not(least)
}

fn difference(terms: &mut Terms, p: &Poly, q: &Poly) -> Poly {
    let sort = terms.sort(p.0[0]);
    let zero = number(terms, sort, 0);
    let at = |p: &Poly, d: usize| p.0.get(d).copied().unwrap_or(zero);
    let mut out: Poly = Poly((0..p.0.len().max(q.0.len())).map(|d| sub(terms, at(p, d), at(q, d))).collect());
    while out.0.len() > 1 && is_zero(terms, out.0[out.0.len() - 1]) {
        out.0.pop();
    }
    out
}
