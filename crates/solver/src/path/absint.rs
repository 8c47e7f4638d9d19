//! Bounds of terms by abstract interpretation.

use super::abs::Abs;
use super::facts::Facts;
use homing_term::{Op, Sort, Term, Terms};
use smallvec::SmallVec;

/// More nodes than this are not looked at; of what lies below only the facts are known.
const MAX_NODES: usize = 200;

/// Evaluates terms over abstract values, with `known` telling what is known of a term beyond its structure.
pub(super) struct Interpreter<'a> {
    terms: &'a Terms,
    facts: &'a Facts,
    known: &'a dyn Fn(Term) -> Option<Abs>,
    /// What was visited, with values at the same places. Few enough that looking through them beats hashing.
    seen: SmallVec<[Term; 64]>,
    values: SmallVec<[Abs; 16]>,
}

impl<'a> Interpreter<'a> {
    pub(super) fn new(terms: &'a Terms, facts: &'a Facts, known: &'a dyn Fn(Term) -> Option<Abs>) -> Interpreter<'a> {
        Interpreter { terms, facts, known, seen: SmallVec::new(), values: SmallVec::new() }
    }

    /// The abstract value of `t`; `None` for sorts and widths that have none.
    pub(super) fn value(&mut self, t: Term) -> Option<Abs> {
        let Sort::Bits(width @ 1..=64) = self.terms.sort(t) else { return None };
        if let Some(c) = self.terms.as_const(t) {
            return Some(Abs::constant(width, c));
        }
        if let Some(at) = self.seen.iter().position(|s| *s == t) {
            return Some(self.values[at]);
        }
        let fact = self.facts.get(t).unwrap_or(Abs::top(width));
        let at = self.seen.len();
        if at >= MAX_NODES || fact.value().is_some() {
            return Some(fact);
        }
        // Entered before the arguments are, so that the bound also limits depth.
        self.seen.push(t);
        self.values.push(fact);
        let terms = self.terms;
        let mut value = structural(terms, t, width, &mut |t| self.value(t)).map_or(fact, |v| fact.meet(&v));
        if let Some(known) = (self.known)(t) {
            value = known.meet(&value);
        }
        self.values[at] = value;
        Some(value)
    }
}

/// What the operation of `t`, a bit vector of at most 64 bits, makes of the values of its arguments.
pub(super) fn structural(terms: &Terms, t: Term, width: u32, value: &mut dyn FnMut(Term) -> Option<Abs>) -> Option<Abs> {
    let args = terms.args(t);
    let result = match terms.op(t) {
        Op::Const => Abs::constant(width, terms.as_const(t)?),
        Op::Var(_) => return None,
        Op::Not => value(args[0])?.not(),
        Op::Neg => value(args[0])?.neg(),
        Op::ZExt => value(args[0])?.zext(width),
        Op::SExt => value(args[0])?.sext(width),
        Op::Extract { lo } => {
            let (from, lo) = piece(terms, args[0], lo, width)?;
            value(from)?.extract(lo, width)
        }
        Op::Ite => match value(args[0])?.value() {
            Some(1) => value(args[1])?,
            Some(_) => value(args[2])?,
            None => value(args[1])?.join(&value(args[2])?),
        },
        op => {
            let &[a, b] = &args[..] else { return None };
            let binary = binary(op)?;
            binary(&value(a)?, &value(b)?)
        }
    };
    Some(result)
}

/// Where the bits `lo..lo + width` of `from` are found in a term of at most 64 bits: looks through concatenations
/// and extensions, so that pieces of wider terms are not lost.
pub(super) fn piece(terms: &Terms, from: Term, lo: u32, width: u32) -> Option<(Term, u32)> {
    let (mut from, mut lo) = (from, lo);
    while terms.width(from) > 64 {
        let args = terms.args(from);
        match terms.op(from) {
            Op::Concat => {
                let low = terms.width(args[1]);
                (from, lo) = if lo + width <= low {
                    (args[1], lo)
                } else if lo >= low {
                    (args[0], lo - low)
                } else {
                    return None;
                };
            }
            Op::ZExt | Op::SExt if lo + width <= terms.width(args[0]) => from = args[0],
            _ => return None,
        }
    }
    Some((from, lo))
}

/// The abstract operation, if there is one.
pub(super) fn binary(op: Op) -> Option<fn(&Abs, &Abs) -> Abs> {
    Some(match op {
        Op::Add => Abs::add,
        Op::Sub => Abs::sub,
        Op::Mul => Abs::mul,
        Op::UDiv => Abs::udiv,
        Op::URem => Abs::urem,
        Op::SDiv => Abs::sdiv,
        Op::SRem => Abs::srem,
        Op::And => Abs::and,
        Op::Or => Abs::or,
        Op::Xor => Abs::xor,
        Op::Shl => Abs::shl,
        Op::LShr => Abs::lshr,
        Op::AShr => Abs::ashr,
        Op::Concat => Abs::concat,
        Op::Eq => |a, b| Abs::truth(a.eq(b)),
        Op::Ult => |a, b| Abs::truth(a.ult(b)),
        Op::Ule => |a, b| Abs::truth(b.ult(a).map(|r| !r)),
        Op::Slt => |a, b| Abs::truth(a.slt(b)),
        Op::Sle => |a, b| Abs::truth(b.slt(a).map(|r| !r)),
        _ => return None,
    })
}
