//! Integer sums and their comparisons in normal form.
//!
//! A sum is `plus - minus + constant`, each of the three optional; `plus` and `minus` are chains `((x + 2 * y) + z) ..`
//! of multiples of terms that are no sums, in order of age, each term in one of them and once. A comparison of sums is
//! one of `sum <= c`, `c <= sum`, `sum == c` with a constant `c` and a sum without one, whose factors have no common
//! divisor and whose oldest term is in `plus`. So every condition on the same combination of terms is about the same sum.
//!
//! What does not fit the window or 128 bits is left as it is.

use crate::node::{SortCode, Tag, Term};
use crate::rules::Rule;
use crate::store::Terms;
use smallvec::{SmallVec, smallvec};

/// Nodes of sums that one constructor looks at.
const WINDOW: u32 = 96;

/// `sum of factor * term + constant`. After [`Linear::collect`] the terms are sorted, different, and have factors other
/// than 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linear {
    /// Terms that are no sums (but for what lies beyond the window), each with its factor.
    pub items: SmallVec<[(Term, i128); 4]>,
    /// What is added.
    pub constant: i128,
}

impl Linear {
    /// The greatest common divisor of the factors; 0 if there are none.
    pub fn divisor(&self) -> i128 {
        self.items.iter().fold(0, |g, i| gcd(g, i.1))
    }

    fn scale(&mut self, by: i128) -> Option<()> {
        self.constant = self.constant.checked_mul(by)?;
        for item in &mut self.items {
            item.1 = item.1.checked_mul(by)?;
        }
        self.fits()
    }

    /// The least number of all has no opposite.
    fn fits(&self) -> Option<()> {
        let fits = self.constant != i128::MIN && self.items.iter().all(|i| i.1 != i128::MIN);
        fits.then_some(())
    }

    /// Divides by a divisor of everything, the sign included.
    fn divide(&mut self, by: i128) {
        self.constant /= by;
        self.items.iter_mut().for_each(|i| i.1 /= by);
    }
}

pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // Factors fit with their opposites, so their divisors do.
    i128::try_from(a).unwrap_or(1)
}

impl Terms {
    /// An integer term as a linear combination of terms that are no sums; `None` if a number does not fit.
    pub fn linear(&self, t: Term) -> Option<Linear> {
        let mut out = Linear::default();
        self.add_multiple(t, 1, &mut out)?;
        self.collect_items(&mut out)?;
        Some(out)
    }

    /// `a - b` as a linear combination.
    fn linear_difference(&self, a: Term, b: Term) -> Option<Linear> {
        let mut out = Linear::default();
        self.add_multiple(a, 1, &mut out)?;
        self.add_multiple(b, -1, &mut out)?;
        self.collect_items(&mut out)?;
        Some(out)
    }

    fn add_multiple(&self, t: Term, times: i128, out: &mut Linear) -> Option<()> {
        let mut todo: SmallVec<[(Term, i128); 8]> = smallvec![(t, times)];
        let mut left = WINDOW;
        while let Some((t, times)) = todo.pop() {
            let n = self.node(t);
            match n.tag() {
                Tag::IntConst => {
                    let k = self.int128(t)?.checked_mul(times)?;
                    out.constant = out.constant.checked_add(k)?;
                }
                _ if left == 0 => out.items.push((t, times)),
                // The operand first, so that of a long chain its beginning is what stays beyond the window.
                Tag::IAdd => todo.extend([(n.ta(), times), (n.tb(), times)]),
                Tag::ISub => todo.extend([(n.ta(), times), (n.tb(), times.checked_neg()?)]),
                Tag::INeg => todo.push((n.ta(), times.checked_neg()?)),
                Tag::IMul if self.is_k(n.tb()) => match self.int128(n.tb()) {
                    Some(k) => todo.push((n.ta(), times.checked_mul(k)?)),
                    None => out.items.push((t, times)),
                },
                _ => out.items.push((t, times)),
            }
            left = left.saturating_sub(1);
        }
        Some(())
    }

    fn int128(&self, t: Term) -> Option<i128> {
        i128::try_from(self.as_int(t)?).ok()
    }

    fn collect_items(&self, sum: &mut Linear) -> Option<()> {
        if sum.items.len() < 2 {
            sum.items.retain(|i| i.1 != 0);
            return sum.fits();
        }
        // What lies beyond the window begins the chain, as it did before.
        sum.items.sort_unstable_by_key(|i| (!self.is_int_sum(i.0), i.0));
        let mut kept: SmallVec<[(Term, i128); 4]> = SmallVec::new();
        for &(t, times) in &sum.items {
            match kept.last_mut() {
                Some(last) if last.0 == t => last.1 = last.1.checked_add(times)?,
                _ => kept.push((t, times)),
            }
        }
        kept.retain(|i| i.1 != 0);
        sum.items = kept;
        sum.fits()
    }

    fn is_int_sum(&self, t: Term) -> bool {
        matches!(self.node(t).tag(), Tag::IAdd | Tag::ISub | Tag::INeg)
    }

    /// `a + b` or `a - b`.
    pub(super) fn int_sum(&mut self, tag: Tag, a: Term, b: Term) -> Term {
        let sum = if tag == Tag::IAdd {
            let mut sum = Linear::default();
            self.add_multiple(a, 1, &mut sum).and_then(|()| self.add_multiple(b, 1, &mut sum)).and_then(|()| {
                self.collect_items(&mut sum)?;
                Some(sum)
            })
        } else {
            self.linear_difference(a, b)
        };
        let Some(sum) = sum else { return self.int_node(tag, a, b) };
        let t = self.int_whole(&sum);
        let n = self.node(t);
        if n.tag() == tag && (n.ta(), n.tb()) == (a, b) { t } else { self.fire(Rule::IntSum, t) }
    }

    /// `a * c` where that is a sum of multiples.
    pub(super) fn int_multiple(&mut self, a: Term, c: Term) -> Option<Term> {
        let n = self.node(a);
        let known = matches!(n.tag(), Tag::IAdd | Tag::ISub | Tag::INeg) || n.tag() == Tag::IMul && self.is_k(n.tb());
        let k = self.int128(c)?;
        if !known && k >= 0 {
            return None;
        }
        let mut sum = self.linear(a)?;
        if sum.items.iter().any(|i| self.is_int_sum(i.0)) {
            return None;
        }
        sum.scale(k)?;
        let t = self.int_whole(&sum);
        Some(self.fire(Rule::IMulConst, t))
    }

    /// `a / c` or `a rem c` where `c` divides all of the sum `a`.
    pub(super) fn int_divided(&mut self, a: Term, c: Term, quotient: bool) -> Option<Term> {
        let k = self.int128(c).filter(|&k| k != 0)?;
        let mut sum = self.linear(a)?;
        let exact = sum.constant % k == 0 && sum.items.iter().all(|i| i.1 % k == 0) && k != -1;
        if !exact {
            return None;
        }
        let t = if quotient {
            sum.divide(k);
            self.int_whole(&sum)
        } else {
            self.int(0)
        };
        Some(self.fire(Rule::IDivExact, t))
    }

    /// The term of a collected sum.
    fn int_whole(&mut self, sum: &Linear) -> Term {
        let (mut plus, mut minus) = (None, None);
        for &(t, times) in &sum.items {
            let (size, side) = if times < 0 { (-times, &mut minus) } else { (times, &mut plus) };
            let operand = match size {
                1 => t,
                _ => {
                    let k = self.int(size);
                    self.int_node(Tag::IMul, t, k)
                }
            };
            *side = Some(match *side {
                None => operand,
                Some(chain) => self.int_node(Tag::IAdd, chain, operand),
            });
        }
        let k = self.int(sum.constant);
        match (plus, minus) {
            (None, None) => k,
            (None, Some(m)) if sum.constant == 0 => self.mk1(Tag::INeg, SortCode::INT.0, m),
            (None, Some(m)) => self.int_node(Tag::ISub, k, m),
            (Some(p), m) => {
                let t = m.map_or(p, |m| self.int_node(Tag::ISub, p, m));
                if sum.constant == 0 { t } else { self.int_node(Tag::IAdd, t, k) }
            }
        }
    }

    /// `a <= b`, or `a < b` if `strict`. `None` if a number does not fit.
    pub(super) fn int_compare(&mut self, a: Term, b: Term, strict: bool) -> Option<Term> {
        let mut sum = self.linear_difference(a, b)?;
        // items <= bound
        let bound = sum.constant.checked_neg()?.checked_sub(strict as i128)?;
        sum.constant = 0;
        let g = sum.divisor();
        if g == 0 {
            let t = self.truth(0 <= bound);
            return Some(self.fire(Rule::IntOrderSame, t));
        }
        if g > 1 {
            self.fire(Rule::IntOrderDivide, a);
        }
        let turned = sum.items[0].1 < 0;
        sum.divide(if turned { -g } else { g });
        let bound = bound.div_euclid(g);
        let bound = if turned { bound.checked_neg()? } else { bound };
        let (t, k) = (self.int_whole(&sum), self.int(bound));
        let (x, y) = if turned { (k, t) } else { (t, k) };
        if !strict && (x, y) == (a, b) {
            return Some(self.int_bound(t, bound, !turned));
        }
        let t = self.int_bound(t, bound, !turned);
        Some(self.fire(Rule::IntOrder, t))
    }

    /// `t <= k`, or `k <= t`, for a sum `t` in normal form.
    fn int_bound(&mut self, t: Term, k: i128, upper: bool) -> Term {
        let n = self.node(t);
        let c = self.int(k);
        let (a, b) = if upper { (t, c) } else { (c, t) };
        if n.tag() == Tag::Ite
            && let Some(t) = self.compare_choices(a, b, Terms::ile)
        {
            return t;
        }
        if n.tag() == Tag::IDiv
            && let Some(t) = self.int_bound_quotient(n.ta(), n.tb(), k, upper)
        {
            return self.fire(Rule::IntOrderQuotient, t);
        }
        self.mk2(Tag::ILe, 1, a, b)
    }

    /// `x / d <= k` or `k <= x / d`, as a bound of `x`.
    fn int_bound_quotient(&mut self, x: Term, d: Term, k: i128, upper: bool) -> Option<Term> {
        let d = self.int128(d).filter(|&d| d != 0)?;
        // x / -d is -(x / d).
        let (size, k, upper) = if d < 0 { (d.checked_neg()?, k.checked_neg()?, !upper) } else { (d, k, upper) };
        let edge = k.checked_mul(size)?;
        let t = if upper {
            let edge = if k >= 0 { edge.checked_add(size - 1)? } else { edge };
            let edge = self.int(edge);
            self.ile(x, edge)
        } else {
            let edge = if k <= 0 { edge.checked_sub(size - 1)? } else { edge };
            let edge = self.int(edge);
            self.ile(edge, x)
        };
        Some(t)
    }

    /// `a == b`, different terms, a constant on the right if any. `None` if that is the normal form.
    pub(super) fn eq_int(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_k(b) && self.node(a).tag() == Tag::Ite {
            return self.compare_choices(a, b, Terms::eq);
        }
        let mut sum = self.linear_difference(a, b)?;
        let value = sum.constant.checked_neg()?;
        sum.constant = 0;
        let g = sum.divisor();
        if g == 0 || value % g != 0 {
            let t = self.truth(g == 0 && value == 0);
            return Some(self.fire(Rule::IntEqDivide, t));
        }
        if g > 1 {
            self.fire(Rule::IntEqDivide, a);
        }
        let g = if sum.items[0].1 < 0 { -g } else { g };
        sum.divide(g);
        if let ([(t, _)], 0) = (&sum.items[..], value)
            && let n = self.node(*t)
            && n.tag() == Tag::IMul
        {
            let zero = self.int(0);
            let (p, q) = (self.eq(n.ta(), zero), self.eq(n.tb(), zero));
            let t = self.or(p, q);
            return Some(self.fire(Rule::IntEqProduct, t));
        }
        let (t, k) = (self.int_whole(&sum), self.int(value / g));
        if (t, k) == (a, b) {
            return None;
        }
        let t = match self.node(t).tag() {
            Tag::Ite => self.eq(t, k),
            _ => self.mk2(Tag::Eq, 1, t, k),
        };
        Some(self.fire(Rule::IntEq, t))
    }
}
