//! x86's vector instructions up to SSE4.2, as the compiler's headers `<xmmintrin.h>` to `<nmmintrin.h>` call them where LLVM has no
//! form of its own for them. Each becomes plain operations on the elements; what depends on the machine (approximations of reciprocals)
//! is left out.

mod conversions;
mod floats;
mod integers;
mod shifts;
mod text;

use super::function::{FunctionLowerer, Lowered, Scalars};
use crate::llvm::Value;
use homing_ir::*;

/// How the names of all of them begin.
pub(super) const PREFIX: &str = "x86.";

/// Their names, without the beginning.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let groups = [integers::INTEGERS, shifts::SHIFTS, floats::FLOATS, floats::COMPARISONS, conversions::CONVERSIONS, text::TEXT];
    groups.into_iter().flatten().copied()
}

impl FunctionLowerer<'_> {
    /// The call `v` of one of them.
    pub(super) fn x86(&mut self, v: Value, name: &str) -> Option<Lowered> {
        let groups =
            [Self::x86_integer, Self::x86_shift, Self::x86_float, Self::x86_comparison, Self::x86_conversion, Self::x86_text];
        groups.into_iter().find_map(|lower| lower(self, v, name))
    }

    /// The elements of the first two operands.
    fn both(&mut self, v: Value) -> Result<(Scalars, Scalars), String> {
        Ok((self.operands(v.operand(0))?, self.operands(v.operand(1))?))
    }

    /// The result of `v` has these elements: `make` gives each from the first two operands.
    fn elements(&mut self, v: Value, count: usize, make: impl Fn(&mut Self, &[Opnd], &[Opnd], usize) -> Opnd) -> Lowered {
        let (a, b) = self.both(v)?;
        let mut out = Scalars::new();
        for i in 0..count {
            let e = make(self, &a, &b, i);
            out.push(e);
        }
        self.alias(v, &out)
    }

    /// The same, each from the elements in its place.
    fn pairwise(&mut self, v: Value, make: impl Fn(&mut Self, Opnd, Opnd) -> Opnd) -> Lowered {
        let count = self.operands(v.operand(0))?.len();
        self.elements(v, count, |l, a, b, i| make(l, a[i], b[i]))
    }

    /// The topmost bit.
    fn sign(&mut self, a: Opnd) -> Opnd {
        let w = self.width(a);
        self.extract(a, w - 1, 1)
    }

    /// Elements as one number, the first in the lowest bits.
    fn joined(&mut self, parts: &[Opnd]) -> Opnd {
        let mut all = parts[0];
        for part in &parts[1..] {
            let dst = self.f.new_reg(Type::Bits(self.width(all) + self.width(*part)));
            self.emit(Inst::Concat { dst, hi: *part, lo: all });
            all = dst.into();
        }
        all
    }

    /// A flag as the number 0 or 1.
    fn flag(&mut self, v: Value, cond: Opnd) -> Lowered {
        let r = self.extend(CastOp::ZExt, cond, 32);
        self.alias(v, &[r])
    }
}
