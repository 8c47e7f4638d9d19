//! Floats that were made of integers, cut to integers again.

use crate::float::{self, FloatKind, Round};
use crate::node::{Tag, Term};
use crate::store::Terms;
use crate::wide::mask64;
use num_bigint::BigInt;

/// Choices that are looked through.
const CHOICES: u32 = 16;
/// Nodes that a bound is looked for in.
const NODES: u32 = 200;

/// A number that is not negative, and whether it stands with a minus.
struct Whole {
    number: Term,
    /// No value of `number` is greater.
    most: u64,
    minus: bool,
}

impl Terms {
    /// `x` cut to `w` bits, where `x` was made of an integer that the format holds exactly.
    pub(super) fn cut(&mut self, k: FloatKind, x: Term, w: u32, signed: bool) -> Option<Term> {
        if w > 64 {
            return None;
        }
        self.cut_choices(k, x, w, signed, &mut CHOICES.clone())
    }

    fn cut_choices(&mut self, k: FloatKind, x: Term, w: u32, signed: bool, budget: &mut u32) -> Option<Term> {
        let n = self.node(x);
        if n.tag() == Tag::Ite {
            *budget = budget.checked_sub(1)?;
            let a = self.cut_choices(k, n.tb(), w, signed, budget)?;
            let b = self.cut_choices(k, n.tc(), w, signed, budget)?;
            return Some(self.ite(n.ta(), a, b));
        }
        if let Some(c) = self.float_const(x) {
            let v = if signed { float::f2si(k, c, w) } else { float::f2ui(k, c, w) };
            return Some(self.bits(w, v as u64));
        }
        if let Some(t) = self.cut_same(k, x, w, signed) {
            return Some(t);
        }
        let whole = self.whole_part(k, x)?;
        self.fitted(whole, w, signed)
    }

    /// An integer that comes back as it was.
    fn cut_same(&mut self, k: FloatKind, x: Term, w: u32, signed: bool) -> Option<Term> {
        let n = self.node(x);
        let from = match n.tag() {
            Tag::Si2F | Tag::Ui2F => self.width(n.ta()),
            _ => return None,
        };
        match (n.tag(), signed) {
            (Tag::Si2F, true) if from <= w && from - 1 <= k.precision() => Some(self.sext(n.ta(), w)),
            (Tag::Ui2F, _) if from < w + u32::from(!signed) && from <= k.precision() => Some(self.zext(n.ta(), w)),
            _ => None,
        }
    }

    /// The whole part of an integer, a product of one or a quotient. Where an integer below `2^precision` is divided by one that is no larger, the
    /// rounded quotient never comes up to the next integer: it is at least `1 / divisor` away, more than half a unit in the last place.
    fn whole_part(&mut self, k: FloatKind, x: Term) -> Option<Whole> {
        if let Some(inner) = self.float_negated(k, x) {
            let whole = self.whole_part(k, inner)?;
            return Some(Whole { minus: !whole.minus, ..whole });
        }
        let limit = 1u128 << k.precision().min(64);
        let n = self.node(x);
        match n.tag() {
            Tag::FRound if Round::from_code(n.b()) == Round::TowardZero => self.whole_part(k, n.ta()),
            Tag::Si2F | Tag::Ui2F => {
                let w = self.width(n.ta());
                if w > 64 {
                    return None;
                }
                let most = self.most(n.ta(), &mut NODES.clone());
                let exact = u128::from(most) < limit && (n.tag() == Tag::Ui2F || most <= mask64(w) >> 1);
                exact.then_some(Whole { number: n.ta(), most, minus: false })
            }
            tag @ (Tag::FDiv | Tag::FMul) => {
                let by = self.integer_const(k, n.tb()).filter(|&c| u128::from(c) < limit)?;
                let inner = self.node(n.ta());
                if !matches!(inner.tag(), Tag::Si2F | Tag::Ui2F) {
                    return None;
                }
                let Whole { number, most, minus } = self.whole_part(k, n.ta())?;
                let w = self.width(number);
                if tag == Tag::FMul {
                    let product = u128::from(most) * u128::from(by);
                    if product >= limit || product > u128::from(u64::MAX) {
                        return None;
                    }
                    let (number, by) = (self.zext(number, 64), self.bits(64, by));
                    return Some(Whole { number: self.mul(number, by), most: product as u64, minus });
                }
                let number = if by > mask64(w) {
                    self.bits(w, 0)
                } else {
                    let by = self.bits(w, by);
                    self.udiv(number, by)
                };
                Some(Whole { number, most: most / by, minus })
            }
            _ => None,
        }
    }

    /// A constant that is a positive integer.
    fn integer_const(&self, k: FloatKind, t: Term) -> Option<u64> {
        let c = self.float_const(t)?;
        let whole = float::to_integer(k, c)?;
        let number = u64::try_from(&whole).ok().filter(|&n| n > 0)?;
        float::eq(k, float::from_integer(k, &BigInt::from(number)), c).then_some(number)
    }

    /// As `w` bits; what does not fit gives `100..0`.
    fn fitted(&mut self, whole: Whole, w: u32, signed: bool) -> Option<Term> {
        let Whole { number, most, minus } = whole;
        if minus && !signed {
            return None;
        }
        let from = self.width(number);
        let bits = if signed { w - 1 } else { w };
        let plain = if from < w { self.zext(number, w) } else { self.trunc(number, w) };
        let plain = if minus { self.neg(plain) } else { plain };
        if bits >= 64 || most >> bits == 0 {
            return Some(plain);
        }
        // The most negative number is what does not fit gives, too.
        let beyond = self.bits(from, 1 << bits);
        let fits = self.ult(number, beyond);
        let other = self.bits(w, 1 << (w - 1));
        Some(self.ite(fits, plain, other))
    }

    /// A bound of an unsigned number of at most 64 bits.
    fn most(&self, t: Term, budget: &mut u32) -> u64 {
        let n = self.node(t);
        let all = mask64(n.width());
        let Some(left) = budget.checked_sub(1) else { return all };
        *budget = left;
        let fit = |x: u128| if x > u128::from(all) { all } else { x as u64 };
        match n.tag() {
            Tag::Const => n.value(),
            Tag::ZExt => self.most(n.ta(), budget),
            Tag::Concat => {
                let low = self.width(n.tb());
                self.most(n.ta(), budget) << low | self.most(n.tb(), budget)
            }
            Tag::And => self.most(n.ta(), budget).min(self.most(n.tb(), budget)),
            Tag::Or | Tag::Xor => {
                let both = self.most(n.ta(), budget) | self.most(n.tb(), budget);
                u64::MAX.checked_shr(both.leading_zeros()).unwrap_or(0)
            }
            Tag::Add => fit(u128::from(self.most(n.ta(), budget)) + u128::from(self.most(n.tb(), budget))),
            Tag::Mul => fit(u128::from(self.most(n.ta(), budget)) * u128::from(self.most(n.tb(), budget))),
            Tag::UDiv => self.as_const(n.tb()).filter(|&c| c != 0).map_or(all, |c| self.most(n.ta(), budget) / c),
            Tag::URem => self.most(n.ta(), budget).min(self.as_const(n.tb()).map_or(all, |c| c.wrapping_sub(1))),
            Tag::Ite => self.most(n.tb(), budget).max(self.most(n.tc(), budget)),
            _ => all,
        }
    }
}
