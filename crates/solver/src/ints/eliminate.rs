//! Contradictions between linear conjuncts, by elimination of one term after the other.

use super::rows::{Row, Rows};
use homing_term::Term;
use std::collections::BTreeSet;

/// More rows than this at any time and the attempt is given up.
const MAX_ROWS: usize = 160;
/// Sums that must not have a value are split into less and more, as long as there are at most this many.
const MAX_SPLITS: usize = 4;

/// Is there certainly no solution? Rational solutions count as solutions where rounding does not rule them out.
pub(super) fn contradictory(rows: &Rows, effort: &mut u64) -> bool {
    if rows.most.len() + 2 * rows.equal.len() > MAX_ROWS {
        return false;
    }
    let (mut most, mut equal) = (rows.most.clone(), rows.equal.clone());
    match substitute_equalities(&mut most, &mut equal, effort) {
        Some(false) => {}
        Some(true) => return true,
        None => return false,
    }
    for row in equal {
        let mut turned = row.clone();
        if turned.negate().is_none() {
            return false;
        }
        most.extend([row, turned]);
    }
    if eliminate(most.clone(), effort) {
        return true;
    }
    let related: Vec<&Row> = rows.different.iter().take(MAX_SPLITS).collect();
    !related.is_empty() && split(&rows.most, &rows.equal, &related, effort)
}

/// Every way to be less or more than the values that sums must not have contradicts the rest.
fn split(most: &[Row], equal: &[Row], different: &[&Row], effort: &mut u64) -> bool {
    let Some((first, rest)) = different.split_first() else {
        let rows = Rows { most: most.to_vec(), equal: equal.to_vec(), ..Rows::default() };
        return contradictory(&rows, effort);
    };
    let below = first.limit.checked_sub(1).map(|limit| Row { limit, ..(*first).clone() });
    let above = first.limit.checked_add(1).and_then(|limit| {
        let mut row = Row { limit, ..(*first).clone() };
        row.negate()?;
        Some(row)
    });
    [below, above].into_iter().all(|row| {
        row.is_some_and(|row| {
            let mut more = most.to_vec();
            more.push(row);
            split(&more, equal, rest, effort)
        })
    })
}

/// Uses equations that have a term with factor 1 or -1 to get rid of that term. Some(true): there is no solution.
fn substitute_equalities(most: &mut [Row], equal: &mut Vec<Row>, effort: &mut u64) -> Option<bool> {
    loop {
        for row in equal.iter_mut() {
            let g = row.divisor();
            if g == 0 && row.limit != 0 || g > 1 && row.limit % g != 0 {
                return Some(true);
            }
            if g > 1 {
                row.items.iter_mut().for_each(|i| i.1 /= g);
                row.limit /= g;
            }
        }
        equal.retain(|r| !r.items.is_empty());
        let simple = |r: &Row| r.items.iter().find(|i| i.1.abs() == 1).copied();
        let Some(at) = equal.iter().position(|r| simple(r).is_some()) else { return Some(false) };
        let row = equal.swap_remove(at);
        let (t, sign) = simple(&row)?;
        *effort += 10 * (most.len() + equal.len()) as u64;
        for other in most.iter_mut().chain(equal.iter_mut()) {
            let k = other.factor(t);
            if k != 0 {
                *other = other.combined(1, &row, k.checked_mul(-sign)?)?;
            }
        }
    }
}

/// Adds up rows in pairs so that one term after the other is gone. True if something like `0 <= -1` comes out.
fn eliminate(mut rows: Vec<Row>, effort: &mut u64) -> bool {
    loop {
        for row in &mut rows {
            row.tighten();
        }
        if rows.iter().any(|r| r.items.is_empty() && r.limit < 0) {
            return true;
        }
        rows.retain(|r| !r.items.is_empty());
        keep_tightest(&mut rows);
        let Some(t) = cheapest(&rows) else { return false };
        let (above, rest): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|r| r.factor(t) > 0);
        let (below, mut rest): (Vec<Row>, Vec<Row>) = rest.into_iter().partition(|r| r.factor(t) < 0);
        if rest.len() + above.len() * below.len() > MAX_ROWS {
            return false;
        }
        *effort += 20 * (above.len() * below.len()) as u64;
        for a in &above {
            for b in &below {
                let Some(sum) = a.combined(-b.factor(t), b, a.factor(t)) else { return false };
                rest.push(sum);
            }
        }
        rows = rest;
    }
}

/// Of rows that differ in the limit only the one with the least stays.
fn keep_tightest(rows: &mut Vec<Row>) {
    rows.sort_by(|a, b| a.items.cmp(&b.items).then(a.limit.cmp(&b.limit)));
    rows.dedup_by(|b, a| a.items == b.items);
}

/// The term whose elimination makes the fewest rows.
fn cheapest(rows: &[Row]) -> Option<Term> {
    let terms: BTreeSet<Term> = rows.iter().flat_map(|r| r.items.iter().map(|i| i.0)).collect();
    let cost = |t: Term| {
        let (mut above, mut below) = (0usize, 0usize);
        for r in rows {
            match r.factor(t) {
                k if k > 0 => above += 1,
                k if k < 0 => below += 1,
                _ => {}
            }
        }
        (above * below) as i64 - (above + below) as i64
    };
    terms.into_iter().min_by_key(|&t| (cost(t), t))
}
