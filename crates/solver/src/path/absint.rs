//! Bounds of terms by abstract interpretation.

use super::abs::Abs;
use homing_term::{Op, Sort, Term, Terms};
use smallvec::SmallVec;

/// More nodes than this are not looked at; what lies below is taken as unknown.
const MAX_NODES: usize = 200;

/// Evaluates terms over abstract values, with `known` telling what is known of a term beyond its structure.
pub(super) struct Interpreter<'a> {
    terms: &'a Terms,
    known: &'a dyn Fn(Term) -> Option<Abs>,
    /// What was visited, with values at the same places. Few enough that looking through them beats hashing.
    seen: SmallVec<[Term; 64]>,
    values: SmallVec<[Abs; 16]>,
}

impl<'a> Interpreter<'a> {
    pub(super) fn new(terms: &'a Terms, known: &'a dyn Fn(Term) -> Option<Abs>) -> Interpreter<'a> {
        Interpreter { terms, known, seen: SmallVec::new(), values: SmallVec::new() }
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
        let at = self.seen.len();
        if at >= MAX_NODES {
            return Some(Abs::top(width));
        }
        // Entered before the arguments are, so that the bound also limits depth.
        self.seen.push(t);
        self.values.push(Abs::top(width));
        let mut value = self.structural(t, width).unwrap_or(Abs::top(width));
        if let Some(known) = (self.known)(t) {
            value = known.meet(&value);
        }
        self.values[at] = value;
        Some(value)
    }

    fn structural(&mut self, t: Term, width: u32) -> Option<Abs> {
        let args = self.terms.args(t);
        let value = match self.terms.op(t) {
            Op::Var(_) => return None,
            Op::Not => self.value(args[0])?.not(),
            Op::Neg => self.value(args[0])?.neg(),
            Op::ZExt => self.value(args[0])?.zext(width),
            Op::SExt => self.value(args[0])?.sext(width),
            Op::Extract { lo } => self.extract(args[0], lo, width)?,
            Op::Ite => match self.value(args[0])?.value() {
                Some(1) => self.value(args[1])?,
                Some(_) => self.value(args[2])?,
                None => self.value(args[1])?.join(&self.value(args[2])?),
            },
            op => {
                let &[a, b] = &args[..] else { return None };
                let binary = binary(op)?;
                binary(&self.value(a)?, &self.value(b)?)
            }
        };
        Some(value)
    }

    /// Looks through concatenations and extensions, so that pieces of wider terms are not lost.
    fn extract(&mut self, from: Term, lo: u32, width: u32) -> Option<Abs> {
        if let Some(whole) = self.value(from) {
            return Some(whole.extract(lo, width));
        }
        let args = self.terms.args(from);
        match self.terms.op(from) {
            Op::Concat => {
                let low = self.terms.width(args[1]);
                if lo + width <= low {
                    self.extract(args[1], lo, width)
                } else if lo >= low {
                    self.extract(args[0], lo - low, width)
                } else {
                    None
                }
            }
            Op::ZExt | Op::SExt if lo + width <= self.terms.width(args[0]) => self.extract(args[0], lo, width),
            _ => None,
        }
    }
}

fn binary(op: Op) -> Option<fn(&Abs, &Abs) -> Abs> {
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
