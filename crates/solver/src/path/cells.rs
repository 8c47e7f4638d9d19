//! Sets of integers in the form of sets of 64-bit values.
//!
//! The integers are divided into 2^64 cells in ascending order: the first holds everything up to `i64::MIN`, the last
//! everything from `i64::MAX`, each of the others one number. A union of cells is a set of [`Intervals`] of width 64, with
//! all their operations exact; only a condition that would divide one of the two outer cells has no such set.

use super::intervals::Intervals;
use homing_term::{BigInt, Model, Sort, Term, Terms, Value, VarId};

/// The cell of 0.
pub(super) const ZERO: u64 = 1 << 63;
/// Sets of integers have this width.
pub(super) const WIDTH: u32 = 64;

/// The cell of a number.
pub(super) fn cell(x: i64) -> u64 {
    x as u64 ^ ZERO
}

/// A number in the cell.
pub(super) fn number(cell: u64) -> i64 {
    (cell ^ ZERO) as i64
}

/// The cell of a number of any size.
pub(super) fn cell_of(x: &BigInt) -> u64 {
    match i64::try_from(x) {
        Ok(x) => cell(x),
        Err(_) if *x < BigInt::ZERO => 0,
        Err(_) => u64::MAX,
    }
}

/// The width of the sets of a term's values: integers count as 64 bits.
pub(super) fn set_width(terms: &Terms, t: Term) -> u32 {
    match terms.sort(t) {
        Sort::Int => WIDTH,
        _ => terms.width(t),
    }
}

/// Sets a variable to a value of the kind that sets hold.
pub(super) fn assign(terms: &Terms, model: &mut Model, v: VarId, value: u64) {
    match terms.var_info(v).sort {
        Sort::Int => model.set_int64(v, number(value)),
        _ => model.set64(v, value),
    }
}

/// The value of a variable as sets hold it; 0 if the model has none.
pub(super) fn assigned(terms: &Terms, model: &Model, v: VarId) -> u64 {
    match terms.var_info(v).sort {
        Sort::Int => match model.get_int64(v) {
            Some(x) => cell(x),
            None => model.get_int(v).map_or(ZERO, |x| cell_of(&x)),
        },
        _ => model.get64(v).unwrap_or(0),
    }
}

/// The value of a term of sort `Int` or `Bits` (at most 64 wide) as sets hold it.
pub(super) fn value_of(terms: &mut Terms, t: Term, model: &Model) -> u64 {
    if terms.sort(t) != Sort::Int {
        return terms.eval64(t, model);
    }
    if let Some(v) = terms.as_var(t) {
        return assigned(terms, model, v);
    }
    match terms.eval(t, model) {
        Value::Int(x) => cell_of(&x),
        _ => unreachable!("{t} is an integer"),
    }
}

/// The numbers up to `k`; `None` if that divides an outer cell.
pub(super) fn at_most(k: i128) -> Option<Intervals> {
    let k = i64::try_from(k).ok().filter(|&k| k < i64::MAX)?;
    Some(Intervals::range(WIDTH, 0, cell(k)))
}

/// The numbers from `k` on; `None` if that divides an outer cell.
pub(super) fn at_least(k: i128) -> Option<Intervals> {
    let k = i64::try_from(k).ok().filter(|&k| k > i64::MIN)?;
    Some(Intervals::range(WIDTH, cell(k), u64::MAX))
}

/// One number; `None` if it is not alone in its cell.
pub(super) fn only(k: i128) -> Option<Intervals> {
    Some(at_most(k)?.and(&at_least(k)?))
}

/// A number, or beyond all of them.
pub(super) type End = Option<i128>;

/// The intervals with their ends; `None` where there is no end.
fn ends(set: &Intervals) -> impl Iterator<Item = (End, End)> + '_ {
    set.items().iter().map(|&(lo, hi)| {
        let lo = (lo != 0).then(|| i128::from(number(lo)));
        (lo, (hi != u64::MAX).then(|| i128::from(number(hi))))
    })
}

/// Applies `f` to every interval of the set; what it leaves out is gone. `None` if a result divides an outer cell.
pub(super) fn mapped(set: &Intervals, f: impl Fn(End, End) -> Option<(End, End)>) -> Option<Intervals> {
    let mut items: smallvec::SmallVec<[(u64, u64); 4]> = smallvec::SmallVec::new();
    for (lo, hi) in ends(set) {
        let Some((lo, hi)) = f(lo, hi) else { continue };
        let lo = lo.map_or(Some(0), |k| at_least(k)?.min())?;
        let hi = hi.map_or(Some(u64::MAX), |k| at_most(k)?.max())?;
        if lo <= hi {
            items.push((lo, hi));
        }
    }
    Some(Intervals::from_items(WIDTH, items.into_iter()))
}

/// `{ x | x + c in set }`.
pub(super) fn before_add(set: &Intervals, c: i128) -> Option<Intervals> {
    mapped(set, |lo, hi| Some((lo.map(|k| k - c), hi.map(|k| k - c))))
}

/// `{ x | c - x in set }`.
pub(super) fn before_sub_from(set: &Intervals, c: i128) -> Option<Intervals> {
    mapped(set, |lo, hi| Some((hi.map(|k| c - k), lo.map(|k| c - k))))
}

/// `{ x | x * c in set }`, `c` not 0.
pub(super) fn before_mul(set: &Intervals, c: i128) -> Option<Intervals> {
    if c < 0 {
        return before_mul(&before_sub_from(set, 0)?, -c);
    }
    mapped(set, |lo, hi| {
        let (lo, hi) = (lo.map(|k| -(-k).div_euclid(c)), hi.map(|k| k.div_euclid(c)));
        (lo.is_none() || hi.is_none() || lo <= hi).then_some((lo, hi))
    })
}

/// `{ x | x / c in set }`, toward zero, `c` not 0 and of at most 63 bits.
pub(super) fn before_div(set: &Intervals, c: i128) -> Option<Intervals> {
    if c < 0 {
        return before_div(&before_sub_from(set, 0)?, -c);
    }
    let low = |k: i128| if k > 0 { k * c } else { k * c - (c - 1) };
    let high = |k: i128| if k < 0 { k * c } else { k * c + (c - 1) };
    mapped(set, |lo, hi| Some((lo.map(low), hi.map(high))))
}

/// `{ x | the number that x stands for is in set }` for bit vectors of `width` bits, at most 62.
pub(super) fn before_bits(set: &Intervals, width: u32, signed: bool) -> Intervals {
    let (least, most) = if signed { (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1) } else { (0, (1i128 << width) - 1) };
    let mask = (1i128 << width) - 1;
    let mut out = Intervals::empty(width);
    for (lo, hi) in ends(set) {
        let (lo, hi) = (lo.map_or(least, |k| k.max(least)), hi.map_or(most, |k| k.min(most)));
        if lo > hi {
            continue;
        }
        let range = if signed { Intervals::signed_range } else { Intervals::range };
        out = out.or(&range(width, (lo & mask) as u64, (hi & mask) as u64));
    }
    out
}

/// The number in the set that is nearest to 0.
pub(super) fn simplest(set: &super::set::Set) -> Option<u64> {
    match (set.next(ZERO), set.previous(ZERO)) {
        (Some(a), Some(b)) => Some(if a - ZERO <= ZERO - b { a } else { b }),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(set: &Intervals, x: i128) -> bool {
        set.contains(cell_of(&BigInt::from(x)))
    }

    fn sets() -> Vec<Intervals> {
        let mut out = vec![Intervals::full(WIDTH), Intervals::empty(WIDTH)];
        for k in [-7, -1, 0, 2, 5] {
            out.extend([at_most(k), at_least(k), only(k)].into_iter().flatten());
        }
        let more: Vec<Intervals> = out.iter().flat_map(|a| [out[5].or(a), a.complement(), out[4].and(a)]).collect();
        out.extend(more);
        out
    }

    #[test]
    fn preimages_agree_with_membership() {
        for set in sets() {
            for c in [-5i128, -2, -1, 1, 2, 3, 10] {
                let (add, sub) = (before_add(&set, c).unwrap(), before_sub_from(&set, c).unwrap());
                let (mul, div) = (before_mul(&set, c).unwrap(), before_div(&set, c).unwrap());
                for x in -100..100 {
                    assert_eq!(has(&add, x), has(&set, x + c));
                    assert_eq!(has(&sub, x), has(&set, c - x));
                    assert_eq!(has(&mul, x), has(&set, x * c), "{x} * {c} in {set:?}: {mul:?}");
                    assert_eq!(has(&div, x), has(&set, x / c), "{x} / {c} in {set:?}: {div:?}");
                }
            }
            for x in -8..8i128 {
                assert_eq!(before_bits(&set, 4, true).contains(x as u64 & 15), has(&set, x));
                assert_eq!(before_bits(&set, 4, false).contains((x + 8) as u64), has(&set, x + 8));
            }
        }
    }

    #[test]
    fn outer_cells_are_not_divided() {
        let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
        assert!(at_most(most).is_none() && at_least(least).is_none() && only(least).is_none() && only(most + 3).is_none());
        assert!(at_most(most - 1).is_some() && at_least(most).is_some() && at_most(least).is_some());
        assert!(before_add(&at_most(0).unwrap(), least).is_none());
        assert!(before_sub_from(&at_most(least).unwrap(), 0).is_none());
        assert!(has(&at_least(most).unwrap(), most + 5) && !has(&at_most(most - 1).unwrap(), most + 5));
        assert!(has(&at_most(least).unwrap(), least - 5) && !has(&at_least(least + 1).unwrap(), least - 5));
    }
}
