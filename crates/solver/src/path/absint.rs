//! Bounds of terms by abstract interpretation.

use super::abs::Abs;
use super::facts::Facts;
use super::floats;
use super::set::Set;
use super::span::Span;
use homing_term::{Op, Sort, Term, Terms};
use smallvec::SmallVec;

/// More nodes than this are not looked at; of what lies below only the facts are known.
const MAX_NODES: usize = 200;

/// What a source of knowledge about terms can be asked.
pub(super) trait Knowledge {
    /// The abstract value of a bit vector of at most 64 bits; `None` for other sorts, or if nothing is known.
    fn bits(&mut self, t: Term) -> Option<Abs>;
    /// The bounds of an integer; `None` for other sorts, or if nothing is known.
    fn span(&mut self, t: Term) -> Option<Span>;
}

/// Evaluates terms over abstract values, with `known` telling which values of a term a path allows.
pub(super) struct Interpreter<'a> {
    terms: &'a Terms,
    facts: &'a Facts,
    known: &'a dyn Fn(Term) -> Option<&'a Set>,
    /// What was visited, with values at the same places. Few enough that looking through them beats hashing.
    seen: SmallVec<[Term; 64]>,
    values: SmallVec<[Either; 16]>,
}

#[derive(Clone, Copy)]
enum Either {
    Bits(Abs),
    Int(Span),
}

impl<'a> Interpreter<'a> {
    pub(super) fn new(terms: &'a Terms, facts: &'a Facts, known: &'a dyn Fn(Term) -> Option<&'a Set>) -> Interpreter<'a> {
        Interpreter { terms, facts, known, seen: SmallVec::new(), values: SmallVec::new() }
    }

    fn met(&self, t: Term) -> Option<Either> {
        let at = self.seen.iter().position(|s| *s == t)?;
        Some(self.values[at])
    }

    /// Entered before the arguments are, so that the bound also limits depth. The place, unless there is no room.
    fn enter(&mut self, t: Term, value: Either) -> Option<usize> {
        let at = self.seen.len();
        if at >= MAX_NODES {
            return None;
        }
        self.seen.push(t);
        self.values.push(value);
        Some(at)
    }
}

impl Knowledge for Interpreter<'_> {
    fn bits(&mut self, t: Term) -> Option<Abs> {
        let Sort::Bits(width @ 1..=64) = self.terms.sort(t) else { return None };
        if let Some(c) = self.terms.as_const(t) {
            return Some(Abs::constant(width, c));
        }
        if let Some(Either::Bits(value)) = self.met(t) {
            return Some(value);
        }
        let fact = self.facts.bits(t).unwrap_or(Abs::top(width));
        if fact.value().is_some() {
            return Some(fact);
        }
        let Some(at) = self.enter(t, Either::Bits(fact)) else { return Some(fact) };
        let mut value = structural(self.terms, t, width, self).map_or(fact, |v| fact.meet(&v));
        if let Some(known) = (self.known)(t).and_then(Set::abs) {
            value = known.meet(&value);
        }
        self.values[at] = Either::Bits(value);
        Some(value)
    }

    fn span(&mut self, t: Term) -> Option<Span> {
        if self.terms.sort(t) != Sort::Int {
            return None;
        }
        if let Some(c) = self.terms.as_int(t) {
            return Some(Span::constant(c));
        }
        if let Some(Either::Int(value)) = self.met(t) {
            return Some(value);
        }
        let fact = self.facts.span(t).unwrap_or(Span::TOP);
        let Some(at) = self.enter(t, Either::Int(fact)) else { return Some(fact) };
        let mut value = structural_int(self.terms, t, self).map_or(fact, |v| fact.meet(&v));
        if let Some(known) = (self.known)(t).and_then(Span::of_set) {
            value = known.meet(&value);
        }
        self.values[at] = Either::Int(value);
        Some(value)
    }
}

/// What the operation of `t`, a bit vector of at most 64 bits, makes of the values of its arguments.
pub(super) fn structural(terms: &Terms, t: Term, width: u32, known: &mut dyn Knowledge) -> Option<Abs> {
    let args = terms.args(t);
    let result = match terms.op(t) {
        Op::Const => Abs::constant(width, terms.as_const(t)?),
        Op::Var(_) => return None,
        Op::Not => known.bits(args[0])?.not(),
        Op::Neg => known.bits(args[0])?.neg(),
        Op::ZExt => known.bits(args[0])?.zext(width),
        Op::SExt => known.bits(args[0])?.sext(width),
        Op::Extract { lo } => {
            let (from, lo) = piece(terms, args[0], lo, width)?;
            known.bits(from)?.extract(lo, width)
        }
        Op::Ite => match known.bits(args[0])?.value() {
            Some(1) => known.bits(args[1])?,
            Some(_) => known.bits(args[2])?,
            None => known.bits(args[1])?.join(&known.bits(args[2])?),
        },
        Op::Int2Bits => known.span(args[0])?.to_bits(width),
        op @ (Op::Eq | Op::ILe | Op::ILt) if terms.sort(args[0]) == Sort::Int => {
            let (a, b) = (known.span(args[0])?, known.span(args[1])?);
            Abs::truth(match op {
                Op::Eq => a.eq(&b),
                Op::ILe => a.le(&b),
                _ => a.lt(&b),
            })
        }
        op if floats::is_float(op) => return floats::structural(terms, t, width, known),
        op => {
            let &[a, b] = &args[..] else { return None };
            let binary = binary(op)?;
            binary(&known.bits(a)?, &known.bits(b)?)
        }
    };
    Some(result)
}

/// What the operation of `t`, an integer, makes of the values of its arguments.
pub(super) fn structural_int(terms: &Terms, t: Term, known: &mut dyn Knowledge) -> Option<Span> {
    let args = terms.args(t);
    Some(match (terms.op(t), &args[..]) {
        (Op::Const, _) => Span::constant(terms.as_int(t)?),
        (Op::IMul, &[a, b]) if a == b => known.span(a)?.square(),
        (Op::IAdd, &[a, b]) => known.span(a)?.add(&known.span(b)?),
        (Op::ISub, &[a, b]) => known.span(a)?.sub(&known.span(b)?),
        (Op::IMul, &[a, b]) => known.span(a)?.mul(&known.span(b)?),
        (Op::IDiv, &[a, b]) => known.span(a)?.div(&known.span(b)?),
        (Op::IRem, &[a, b]) => known.span(a)?.rem(&known.span(b)?),
        (Op::INeg, &[a]) => known.span(a)?.neg(),
        (Op::Bits2Int { signed }, &[a]) => Span::of_bits(&known.bits(a)?, signed),
        (Op::Ite, &[c, a, b]) => match known.bits(c)?.value() {
            Some(1) => known.span(a)?,
            Some(_) => known.span(b)?,
            None => known.span(a)?.join(&known.span(b)?),
        },
        _ => return None,
    })
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
        Op::UMulOver => |a, b| Abs::truth(a.umul_over(b)),
        Op::SMulOver => |a, b| Abs::truth(a.smul_over(b)),
        _ => return None,
    })
}
