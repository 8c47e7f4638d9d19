//! Recognises conditions that say only that one term has a value in some set.

use super::byteset::ByteSet;
use super::intervals::{Intervals, mask};
use super::set::Set;
use homing_term::{Model, Op, Sort, Term, Terms, VarId};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// How deep connectives are followed.
const MAX_DEPTH: u32 = 64;

/// What is remembered of a condition.
pub(super) struct Info {
    pub(super) support: Rc<[VarId]>,
    pub(super) shape: Option<Shape>,
}

/// The condition holds exactly if `base` has a value in `set`.
pub(super) struct Shape {
    pub(super) base: Term,
    pub(super) set: Set,
    /// `base` is a variable or a concatenation of different variables, so it can have any value, and its value
    /// determines that of all variables of the condition.
    pub(super) unit: bool,
    /// The condition is a conjunction that fixes each variable on its own. Taken apart it is worth more than as a
    /// statement about `base`, unless `base` already is a unit of the path.
    pub(super) fixes_each: bool,
}

impl Info {
    pub(super) fn of(terms: &mut Terms, cond: Term) -> Info {
        let support = terms.support(cond);
        let shape = Shape::of(terms, cond, &support);
        Info { support, shape }
    }
}

impl Shape {
    fn of(terms: &mut Terms, cond: Term, support: &[VarId]) -> Option<Shape> {
        let found = truth_set(terms, cond, 0);
        if let &[var] = support
            && let info = terms.var_info(var)
            && let Sort::Bits(width @ 1..=8) = info.sort
        {
            let base = info.term;
            let set = match found {
                Some((b, set)) if b == base => Set::from_intervals(set),
                _ => Set::Bytes { width, set: tabulate(terms, cond, var, width) },
            };
            return Some(Shape { base, set, unit: true, fixes_each: false });
        }
        match found {
            Some((base, set)) => {
                let unit = is_unit(terms, base);
                Some(Shape { base, set: Set::from_intervals(set), unit, fixes_each: false })
            }
            None => Shape::of_fields(terms, cond, support),
        }
    }

    /// Comparing a concatenation of variables with a constant for equality comes as a conjunction of comparisons of
    /// single variables, and its negation as a disjunction. This puts the concatenation together again, in
    /// little-endian order: in any other order it only fails to be recognised later.
    fn of_fields(terms: &mut Terms, cond: Term, support: &[VarId]) -> Option<Shape> {
        if !matches!(terms.op(cond), Op::And | Op::Or | Op::Not) || support.len() > 64 {
            return None;
        }
        let mut values = Model::default();
        let positive = collect_fields(terms, cond, true, &mut values, 0) && values.len() == support.len();
        if !positive {
            values = Model::default();
            if !collect_fields(terms, cond, false, &mut values, 0) || values.len() != support.len() {
                return None;
            }
        }
        let mut base: Option<Term> = None;
        let mut value = 0;
        for (var, x) in values.iter64() {
            let term = terms.var_info(var).term;
            let low = base.map_or(0, |b| terms.width(b));
            if low + terms.width(term) > 64 {
                return None;
            }
            value |= x << low;
            base = Some(base.map_or(term, |b| terms.concat(term, b)));
        }
        let base = base.filter(|b| is_unit(terms, *b))?;
        let point = Intervals::point(terms.width(base), value);
        let set = Set::from_intervals(if positive { point } else { point.complement() });
        Some(Shape { base, set, unit: true, fixes_each: positive })
    }
}

/// Reads `cond` as a conjunction of equalities between different variables and constants (if `positive`), or as the
/// negation of one.
fn collect_fields(terms: &Terms, cond: Term, positive: bool, values: &mut Model, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let args = terms.args(cond);
    let mut field = |t: Term, value: u64| match terms.op(t) {
        Op::Var(v) if values.get64(v).is_none() => {
            values.set64(v, value);
            true
        }
        _ => false,
    };
    match terms.op(cond) {
        Op::Var(_) => field(cond, u64::from(positive)),
        Op::Not => collect_fields(terms, args[0], !positive, values, depth + 1),
        Op::And if positive => args.iter().all(|a| collect_fields(terms, *a, positive, values, depth + 1)),
        Op::Or if !positive => args.iter().all(|a| collect_fields(terms, *a, positive, values, depth + 1)),
        Op::Eq if positive => match (terms.as_const(args[0]), terms.as_const(args[1])) {
            (Some(c), None) => field(args[1], c),
            (None, Some(c)) => field(args[0], c),
            _ => false,
        },
        _ => false,
    }
}

/// The values of `var` under which `cond` holds, by trying all of them.
fn tabulate(terms: &mut Terms, cond: Term, var: VarId, width: u32) -> ByteSet {
    let mut set = ByteSet::EMPTY;
    let mut model = Model::default();
    for value in 0..=mask(width) {
        model.set64(var, value);
        if terms.eval64(cond, &model) == 1 {
            set.insert(value);
        }
    }
    set
}

/// `cond` as membership of one term in a set.
fn truth_set(terms: &Terms, cond: Term, depth: u32) -> Option<(Term, Intervals)> {
    if depth > MAX_DEPTH {
        return None;
    }
    let args = terms.args(cond);
    match terms.op(cond) {
        Op::Not => {
            let (base, set) = truth_set(terms, args[0], depth + 1)?;
            Some((base, set.complement()))
        }
        op @ (Op::And | Op::Or) => {
            let (a, of_a) = truth_set(terms, args[0], depth + 1)?;
            let (b, of_b) = truth_set(terms, args[1], depth + 1)?;
            let both = if op == Op::And { Intervals::and } else { Intervals::or };
            (a == b).then(|| (a, both(&of_a, &of_b)))
        }
        op @ (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) => {
            let (term, set) = comparison(terms, op, args[0], args[1])?;
            preimage(terms, term, set, depth)
        }
        Op::Const => None,
        _ => Some((cond, Intervals::point(1, 1))),
    }
}

/// A comparison with a constant as membership of the other operand.
fn comparison(terms: &Terms, op: Op, a: Term, b: Term) -> Option<(Term, Intervals)> {
    let Sort::Bits(width @ 1..=64) = terms.sort(a) else { return None };
    match terms.as_const(b) {
        Some(c) => Some((a, compared(op, width, c, false))),
        None => Some((b, compared(op, width, terms.as_const(a)?, true))),
    }
}

/// The values of the one operand of a comparison for which it holds, given the other operand, `c`, which is the
/// left one or the right one.
pub(super) fn compared(op: Op, width: u32, c: u64, c_is_left: bool) -> Intervals {
    let m = mask(width);
    let signed = matches!(op, Op::Slt | Op::Sle);
    let (bottom, top, range): (u64, u64, fn(u32, u64, u64) -> Intervals) = match signed {
        false => (0, m, Intervals::range),
        true => (1 << (width - 1), m >> 1, Intervals::signed_range),
    };
    match (op, c_is_left) {
        (Op::Eq, _) => Intervals::point(width, c),
        (Op::Ult | Op::Slt, false) if c == bottom => Intervals::empty(width),
        (Op::Ult | Op::Slt, false) => range(width, bottom, c.wrapping_sub(1) & m),
        (Op::Ult | Op::Slt, true) if c == top => Intervals::empty(width),
        (Op::Ult | Op::Slt, true) => range(width, c.wrapping_add(1) & m, top),
        (_, false) => range(width, bottom, c),
        (_, true) => range(width, c, top),
    }
}

/// Pulls "`term` is in `set`" back through operations with an exact inverse, as far as they go.
pub(super) fn preimage(terms: &Terms, mut term: Term, mut set: Intervals, depth: u32) -> Option<(Term, Intervals)> {
    loop {
        let args = terms.args(term);
        let constant = |i: usize| args.get(i).and_then(|t| terms.as_const(*t));
        (term, set) = match terms.op(term) {
            Op::ZExt => (args[0], set.before_zext(terms.width(args[0]))),
            Op::SExt => (args[0], set.before_sext(terms.width(args[0]))),
            Op::Not if set.width() > 1 => (args[0], set.subtracted_from(mask(set.width()))),
            Op::Neg => (args[0], set.subtracted_from(0)),
            Op::Add if let Some(c) = constant(1) => (args[0], set.add(c.wrapping_neg() & mask(set.width()))),
            Op::Add if let Some(c) = constant(0) => (args[1], set.add(c.wrapping_neg() & mask(set.width()))),
            Op::Sub if let Some(c) = constant(1) => (args[0], set.add(c)),
            Op::Sub if let Some(c) = constant(0) => (args[1], set.subtracted_from(c)),
            Op::Xor if let Some(c) = constant(1).or(constant(0)) => {
                let other = if constant(1).is_some() { args[0] } else { args[1] };
                let (m, sign) = (mask(set.width()), 1u64 << (set.width() - 1));
                match c {
                    c if c == m => (other, set.subtracted_from(m)),
                    c if c == sign => (other, set.add(sign)),
                    _ => break,
                }
            }
            Op::Concat if let Some(high) = constant(0) => {
                let width = terms.width(args[1]);
                (args[1], set.before_concat_high(high, width))
            }
            Op::Concat if let Some(low) = constant(1) => {
                let width = terms.width(args[1]);
                (args[0], set.before_concat_low(low, width))
            }
            Op::Extract { lo } if lo + set.width() == terms.width(args[0]) && lo + set.width() <= 64 => {
                let width = terms.width(args[0]);
                (args[0], set.before_top_bits(width))
            }
            Op::Ite if let (Some(a), Some(b)) = (constant(1), constant(2)) => {
                // One of two constants: which of them are in the set decides what is asked of the condition.
                let (then, otherwise) = (set.contains(a), set.contains(b));
                return by_truth(truth_set(terms, args[0], depth + 1)?, then, otherwise);
            }
            _ => break,
        };
    }
    if set.width() > 1 {
        return Some((term, set));
    }
    match terms.op(term) {
        Op::Var(_) => Some((term, set)),
        _ => by_truth(truth_set(terms, term, depth + 1)?, set.contains(1), set.contains(0)),
    }
}

/// The condition with the given truth set, asked to be allowed true and allowed false.
fn by_truth((base, set): (Term, Intervals), when_true: bool, when_false: bool) -> Option<(Term, Intervals)> {
    let width = set.width();
    let result = match (when_true, when_false) {
        (true, true) => Intervals::full(width),
        (true, false) => set,
        (false, true) => set.complement(),
        (false, false) => Intervals::empty(width),
    };
    Some((base, result))
}

/// Is `base` a bit-vector variable or a concatenation of different ones?
pub(super) fn is_unit(terms: &Terms, base: Term) -> bool {
    let mut vars: SmallVec<[VarId; 8]> = SmallVec::new();
    let mut pending: SmallVec<[Term; 8]> = smallvec![base];
    while let Some(t) = pending.pop() {
        match terms.op(t) {
            Op::Var(v) if !vars.contains(&v) && matches!(terms.sort(t), Sort::Bits(1..=64)) => vars.push(v),
            Op::Concat if terms.width(t) <= 64 => pending.extend(terms.args(t)),
            _ => return false,
        }
    }
    true
}

/// Takes the value of a unit's term apart into those of its variables.
pub(super) fn unit_values(terms: &Terms, base: Term, value: u64, f: &mut dyn FnMut(VarId, u64)) {
    match terms.op(base) {
        Op::Var(v) => f(v, value),
        Op::Concat => {
            let args = terms.args(base);
            let low = terms.width(args[1]);
            unit_values(terms, args[0], value >> low, f);
            unit_values(terms, args[1], value & mask(low), f);
        }
        _ => unreachable!("not a unit"),
    }
}
