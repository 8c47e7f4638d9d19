//! Are two terms the same polynomial of what they are made of? Then they are equal, and no solver needs to be asked.

use std::collections::BTreeMap;

use homing_term::{Op, Sort, Term, Terms};

use super::algebra::constant;

/// Products with their factors; each product is a sorted list of atoms.
type Sum = BTreeMap<Vec<Term>, i128>;

/// Products of one sum, and factors of one product.
const PRODUCTS: usize = 64;
const FACTORS: usize = 6;

/// Are they equal because they are the same polynomial? False says nothing.
pub(super) fn same(terms: &Terms, a: Term, b: Term) -> bool {
    if a == b {
        return true;
    }
    let sort = terms.sort(a);
    if sort != terms.sort(b) || !matches!(sort, Sort::Int | Sort::Bits(1..=64)) {
        return false;
    }
    let sums = sum(terms, sort, a).zip(sum(terms, sort, b));
    sums.is_some_and(|(a, b)| a == b)
}

/// None if it has too many parts.
fn sum(terms: &Terms, sort: Sort, t: Term) -> Option<Sum> {
    let args = terms.args(t);
    let mut out = match terms.op(t) {
        Op::Const => Sum::from([(Vec::new(), i128::from(constant(terms, t)?))]),
        Op::Add | Op::IAdd => plus(sum(terms, sort, args[0])?, sum(terms, sort, args[1])?, 1)?,
        Op::Sub | Op::ISub => plus(sum(terms, sort, args[0])?, sum(terms, sort, args[1])?, -1)?,
        Op::Neg | Op::INeg => plus(Sum::new(), sum(terms, sort, args[0])?, -1)?,
        Op::Mul | Op::IMul => times(&sum(terms, sort, args[0])?, &sum(terms, sort, args[1])?)?,
        Op::Concat => match doubled(terms, t) {
            Some((inner, times)) => scaled(sum(terms, sort, inner)?, times)?,
            None => Sum::from([(vec![t], 1)]),
        },
        _ => Sum::from([(vec![t], 1)]),
    };
    if let Sort::Bits(w) = sort {
        out.values_mut().for_each(|c| *c &= (1i128 << w) - 1);
    }
    out.retain(|_, c| *c != 0);
    (out.len() <= PRODUCTS).then_some(out)
}

/// What is shifted to the left by a constant, and the power of two that it is multiplied by: its lower bits in front of zeros.
fn doubled(terms: &Terms, t: Term) -> Option<(Term, i128)> {
    let args = terms.args(t);
    let by = terms.width(args[1]);
    let inner = matches!(terms.op(args[0]), Op::Extract { lo: 0 }).then(|| terms.args(args[0])[0])?;
    (constant(terms, args[1]) == Some(0) && terms.width(inner) == terms.width(t)).then(|| (inner, 1i128 << by))
}

fn scaled(mut a: Sum, times: i128) -> Option<Sum> {
    for c in a.values_mut() {
        *c = c.checked_mul(times)?;
    }
    Some(a)
}

fn plus(mut a: Sum, b: Sum, sign: i128) -> Option<Sum> {
    for (product, c) in b {
        let at = a.entry(product).or_insert(0);
        *at = at.checked_add(c.checked_mul(sign)?)?;
    }
    Some(a)
}

fn times(a: &Sum, b: &Sum) -> Option<Sum> {
    let mut out = Sum::new();
    for (p, c) in a {
        for (q, d) in b {
            let mut product: Vec<Term> = p.iter().chain(q).copied().collect();
            product.sort();
            if product.len() > FACTORS {
                return None;
            }
            let at = out.entry(product).or_insert(0);
            *at = at.checked_add(c.checked_mul(*d)?)?;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use homing_term::{Terms, VarKey};

    use super::same;

    #[test]
    fn polynomials_are_compared_modulo_their_width() {
        let mut t = Terms::new();
        let (x, y) = (t.var(8, VarKey::Named("x".into())), t.var(8, VarKey::Named("y".into())));
        let (one, most) = (t.bits(8, 1), t.bits(8, 255));
        let sum = t.add(x, y);
        let (a, xx, yy, xy) = (t.mul(sum, sum), t.mul(x, x), t.mul(y, y), t.mul(x, y));
        let two_xy = t.add(xy, xy);
        let squares = t.add(xx, yy);
        let b = t.add(squares, two_xy);
        assert!(same(&t, a, b), "(x + y)^2: {} and {}", t.display(a), t.display(b));
        let c = t.add(b, one);
        assert!(!same(&t, a, c));
        let (minus, less) = (t.mul(x, most), t.neg(x));
        assert!(same(&t, minus, less), "255 is -1");
        let (n, m) = (t.int_var(VarKey::Named("n".into())), t.int_var(VarKey::Named("m".into())));
        let (i255, neg) = (t.int(255), t.ineg(n));
        let big = t.imul(n, i255);
        assert!(!same(&t, big, neg), "but not of integers");
        let (nm, mn) = (t.isub(n, m), t.isub(m, n));
        let back = t.ineg(mn);
        assert!(same(&t, nm, back));
    }
}
