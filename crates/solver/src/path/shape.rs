//! Recognises conditions that say only that one term has a value in some set.

use super::byteset::ByteSet;
use super::cells;
use super::floats;
use super::intervals::{Intervals, mask};
use super::set::Set;
use homing_term::{Model, Op, Sort, Term, Terms, VarId};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// How deep connectives are followed.
const MAX_DEPTH: u32 = 64;
/// Terms looked at per condition.
const MAX_STEPS: u32 = 1000;

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
    /// `base` is an integer; its values are cells.
    pub(super) is_int: bool,
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
        let found = Reader { terms, steps: MAX_STEPS }.truth_set(cond, 0);
        if let &[var] = support
            && let info = terms.var_info(var)
            && let Sort::Bits(width @ 1..=8) = info.sort
        {
            let base = info.term;
            let set = match found {
                Some((b, set)) if b == base => Set::from_intervals(set),
                _ => Set::Bytes { width, set: tabulate(terms, cond, var, width) },
            };
            return Some(Shape { base, set, unit: true, fixes_each: false, is_int: false });
        }
        let (base, set) = found?;
        let unit = is_unit(terms, base);
        let single = set.min().is_some_and(|v| set == Intervals::point(set.width(), v));
        let fixes_each = unit && single && matches!(terms.op(cond), Op::And | Op::Not);
        let is_int = terms.sort(base) == Sort::Int;
        Some(Shape { base, set: Set::from_intervals(set), unit, fixes_each: fixes_each && !is_int, is_int })
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

/// A term and a set that its value is in.
pub(super) type Membership = (Term, Intervals);

/// Pulls "`term` is in `set`" back through operations with an exact inverse, as far as they go.
pub(super) fn preimage(terms: &mut Terms, term: Term, set: Intervals) -> Option<Membership> {
    Reader { terms, steps: MAX_STEPS }.preimage(term, set, 0)
}

/// Reads conditions as memberships. Terms are graphs with sharing, so the steps are bounded and not only the depth.
struct Reader<'a> {
    terms: &'a mut Terms,
    steps: u32,
}

impl Reader<'_> {
    /// `cond` as membership of one term in a set.
    fn truth_set(&mut self, cond: Term, depth: u32) -> Option<Membership> {
        self.steps = self.steps.checked_sub(1)?;
        if depth > MAX_DEPTH {
            return None;
        }
        let args = self.terms.args(cond);
        match self.terms.op(cond) {
            Op::Not => {
                let (base, set) = self.truth_set(args[0], depth + 1)?;
                Some((base, set.complement()))
            }
            op @ (Op::And | Op::Or) => {
                if let Some((a, of_a)) = self.truth_set(args[0], depth + 1)
                    && let Some((b, of_b)) = self.truth_set(args[1], depth + 1)
                    && a == b
                {
                    let both = if op == Op::And { Intervals::and } else { Intervals::or };
                    return Some((a, both(&of_a, &of_b)));
                }
                self.fields(cond, op == Op::And)
            }
            op @ (Op::Eq | Op::ILe | Op::ILt) if self.terms.sort(args[0]) == Sort::Int => {
                let (term, set) = compared_int(self.terms, op, args[0], args[1])?;
                self.preimage(term, set, depth)
            }
            op @ (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) => {
                let Sort::Bits(width @ 1..=64) = self.terms.sort(args[0]) else { return None };
                match (self.terms.as_const(args[0]), self.terms.as_const(args[1])) {
                    (_, Some(c)) => self.preimage(args[0], compared(op, width, c, false), depth),
                    (Some(c), None) => self.preimage(args[1], compared(op, width, c, true), depth),
                    _ => None,
                }
            }
            Op::Const => None,
            _ => Some((cond, Intervals::point(1, 1))),
        }
    }

    fn preimage(&mut self, mut term: Term, mut set: Intervals, depth: u32) -> Option<Membership> {
        loop {
            self.steps = self.steps.checked_sub(1)?;
            let terms = &*self.terms;
            let args = terms.args(term);
            let constant = |i: usize| args.get(i).and_then(|t| terms.as_const(*t));
            let int = |i: usize| args.get(i).and_then(|t| terms.as_int64(*t)).map(i128::from);
            (term, set) = match terms.op(term) {
                Op::IAdd if let Some(c) = int(1) => (args[0], cells::before_add(&set, c)?),
                Op::ISub if let Some(c) = int(0) => (args[1], cells::before_sub_from(&set, c)?),
                Op::INeg => (args[0], cells::before_sub_from(&set, 0)?),
                Op::IMul if let Some(c) = int(1).filter(|&c| c != 0) => (args[0], cells::before_mul(&set, c)?),
                Op::IDiv if let Some(c) = int(1).filter(|&c| c != 0) => (args[0], cells::before_div(&set, c)?),
                Op::Bits2Int { signed } if terms.width(args[0]) <= 62 => {
                    (args[0], cells::before_bits(&set, terms.width(args[0]), signed))
                }
                Op::Ite if let (Some(a), Some(b)) = (terms.as_int(args[1]), terms.as_int(args[2])) => {
                    let (then, otherwise) = (set.contains(cells::cell_of(a)), set.contains(cells::cell_of(b)));
                    return Some(by_truth(self.truth_set(args[0], depth + 1)?, then, otherwise));
                }
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
                op @ (Op::F2Si(k) | Op::F2Ui(k)) if k.width() <= 64 => {
                    (args[0], floats::before_cut(k, matches!(op, Op::F2Si(_)), &set))
                }
                Op::Ite if let (Some(a), Some(b)) = (constant(1), constant(2)) => {
                    // One of two constants: which of them are in the set decides what is asked of the condition.
                    let (then, otherwise) = (set.contains(a), set.contains(b));
                    return Some(by_truth(self.truth_set(args[0], depth + 1)?, then, otherwise));
                }
                _ => break,
            };
        }
        if set.width() > 1 {
            return Some((term, set));
        }
        match self.terms.op(term) {
            Op::Var(_) => Some((term, set)),
            _ => Some(by_truth(self.truth_set(term, depth + 1)?, set.contains(1), set.contains(0))),
        }
    }

    /// Comparing a concatenation of variables with a constant for equality comes as a conjunction of comparisons of
    /// single variables, and its negation as a disjunction. This puts the concatenation together again, in
    /// little-endian order: in any other order it only fails to be recognised later.
    fn fields(&mut self, cond: Term, conjunction: bool) -> Option<Membership> {
        let mut values = Model::default();
        if !self.collect_fields(cond, conjunction, &mut values, 0) {
            return None;
        }
        let mut base: Option<Term> = None;
        let mut value = 0;
        for (var, x) in values.iter64() {
            let term = self.terms.var_info(var).term;
            let low = base.map_or(0, |b| self.terms.width(b));
            if low + self.terms.width(term) > 64 {
                return None;
            }
            value |= x << low;
            base = Some(base.map_or(term, |b| self.terms.concat(term, b)));
        }
        let base = base.filter(|b| is_unit(self.terms, *b))?;
        let point = Intervals::point(self.terms.width(base), value);
        Some((base, if conjunction { point } else { point.complement() }))
    }

    /// Reads `cond` as a conjunction of equalities between different variables and constants (if `positive`), or as
    /// the negation of one.
    fn collect_fields(&mut self, cond: Term, positive: bool, values: &mut Model, depth: u32) -> bool {
        if depth > MAX_DEPTH || self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let args = self.terms.args(cond);
        let mut field = |t: Term, value: u64| match self.terms.op(t) {
            Op::Var(v) if values.get64(v).is_none() => {
                values.set64(v, value);
                true
            }
            _ => false,
        };
        match self.terms.op(cond) {
            Op::Var(_) => field(cond, u64::from(positive)),
            Op::Not => self.collect_fields(args[0], !positive, values, depth + 1),
            op @ (Op::And | Op::Or) if (op == Op::And) == positive => {
                self.collect_fields(args[0], positive, values, depth + 1)
                    && self.collect_fields(args[1], positive, values, depth + 1)
            }
            Op::Eq if positive => match (self.terms.as_const(args[0]), self.terms.as_const(args[1])) {
                (Some(c), None) => field(args[1], c),
                (None, Some(c)) => field(args[0], c),
                _ => false,
            },
            _ => false,
        }
    }
}

/// The values of the one operand of a comparison for which it holds, given the other operand, `c`, which is the
/// left one or the right one.
pub(super) fn compared(op: Op, width: u32, c: u64, c_is_left: bool) -> Intervals {
    let m = mask(width);
    let signed = matches!(op, Op::Slt | Op::Sle);
    let (bottom, top) = if signed { (1 << (width - 1), m >> 1) } else { (0, m) };
    let range = if signed { Intervals::signed_range } else { Intervals::range };
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

/// A comparison of an integer with a constant as membership of the integer in a set.
pub(super) fn compared_int(terms: &Terms, op: Op, a: Term, b: Term) -> Option<Membership> {
    let (term, c, c_is_left) = match (terms.as_int64(a), terms.as_int64(b)) {
        (None, Some(c)) if terms.as_int(a).is_none() => (a, c.into(), false),
        (Some(c), None) if terms.as_int(b).is_none() => (b, c.into(), true),
        _ => return None,
    };
    Some((term, int_range(op, c, c_is_left)?))
}

/// The numbers for which a comparison with `c`, the left or the right operand, holds.
pub(super) fn int_range(op: Op, c: i128, c_is_left: bool) -> Option<Intervals> {
    match (op, c_is_left) {
        (Op::Eq, _) => cells::only(c),
        (Op::ILe, false) => cells::at_most(c),
        (Op::ILe, true) => cells::at_least(c),
        (_, false) => cells::at_most(c - 1),
        (_, true) => cells::at_least(c + 1),
    }
}

/// The condition with the given truth set, asked to be allowed true and allowed false.
fn by_truth((base, set): Membership, when_true: bool, when_false: bool) -> Membership {
    let width = set.width();
    let result = match (when_true, when_false) {
        (true, true) => Intervals::full(width),
        (true, false) => set,
        (false, true) => set.complement(),
        (false, false) => Intervals::empty(width),
    };
    (base, result)
}

/// Is `base` an integer variable, a bit-vector variable or a concatenation of different ones?
pub(super) fn is_unit(terms: &Terms, base: Term) -> bool {
    if terms.sort(base) == Sort::Int {
        return terms.as_var(base).is_some();
    }
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

/// Takes the value of a unit's term apart into those of its variables, an integer's being its cell.
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

/// Gives the variables of a unit the values that its term's value says.
pub(super) fn set_unit(terms: &Terms, base: Term, value: u64, model: &mut Model) {
    unit_values(terms, base, value, &mut |v, x| cells::assign(terms, model, v, x));
}
