//! Float operations: native arithmetic where concrete, float terms otherwise.

use homing_ir::{FBinOp, FCastOp, FCmp, FUnOp, FloatKind};
use homing_memory::Val;
use homing_term::{Round, Term, float};

use crate::Executor;

/// The same format, as terms name it.
fn kind(k: FloatKind) -> float::FloatKind {
    match k {
        FloatKind::F16 => float::FloatKind::F16,
        FloatKind::F32 => float::FloatKind::F32,
        FloatKind::F64 => float::FloatKind::F64,
        FloatKind::F80 => float::FloatKind::F80,
        FloatKind::F128 => float::FloatKind::F128,
    }
}

impl Executor<'_> {
    pub(crate) fn fbin(&mut self, op: FBinOp, k: FloatKind, a: Val, b: Val) -> Val {
        if let (Some(x), Some(y)) = (a.as_int(), b.as_int())
            && let Some(r) = fast_bin(op, k, x, y)
        {
            return Val::int(r);
        }
        let w = k.width();
        let (x, y) = (self.term_of(a, w), self.term_of(b, w));
        let fk = kind(k);
        let t = &mut self.cx.terms;
        let r = match op {
            FBinOp::Add => t.fadd(fk, x, y),
            FBinOp::Sub => t.fsub(fk, x, y),
            FBinOp::Mul => t.fmul(fk, x, y),
            FBinOp::Div => t.fdiv(fk, x, y),
            FBinOp::Rem => t.frem(fk, x, y),
            FBinOp::CopySign => {
                let sign = t.extract(y, w - 1, 1);
                let rest = t.extract(x, 0, w - 1);
                t.concat(sign, rest)
            }
            FBinOp::MinNum => self.min_max(k, x, y),
            FBinOp::MaxNum => self.min_max(k, y, x),
        };
        self.val_of(r)
    }

    /// The one that is ordered first, a number rather than a NaN. For the maximum the operands come swapped; equal operands give the second.
    fn min_max(&mut self, k: FloatKind, x: Term, y: Term) -> Term {
        let fk = kind(k);
        let t = &mut self.cx.terms;
        let less = t.flt(fk, x, y);
        let y_nan = t.funordered(fk, y, y);
        let x_nan = t.funordered(fk, x, x);
        let inner = t.ite(less, x, y);
        let inner = t.ite(x_nan, y, inner);
        t.ite(y_nan, x, inner)
    }

    pub(crate) fn fun(&mut self, op: FUnOp, k: FloatKind, a: Val) -> Val {
        let w = k.width();
        let x = self.term_of(a, w);
        let fk = kind(k);
        let t = &mut self.cx.terms;
        let sign = t.extract(x, w - 1, 1);
        let rest = t.extract(x, 0, w - 1);
        let r = match op {
            FUnOp::Neg => {
                let flipped = t.not(sign);
                t.concat(flipped, rest)
            }
            FUnOp::Abs => {
                let plus = t.bits(1, 0);
                t.concat(plus, rest)
            }
            FUnOp::Sqrt => t.fsqrt(fk, x),
            FUnOp::Floor => t.fround(fk, x, Round::Down),
            FUnOp::Ceil => t.fround(fk, x, Round::Up),
            FUnOp::Trunc => t.fround(fk, x, Round::TowardZero),
            FUnOp::RoundEven => t.fround(fk, x, Round::NearestEven),
            FUnOp::RoundAway => t.fround(fk, x, Round::NearestAway),
        };
        self.val_of(r)
    }

    pub(crate) fn fma(&mut self, k: FloatKind, a: Val, b: Val, c: Val) -> Val {
        let w = k.width();
        let (x, y, z) = (self.term_of(a, w), self.term_of(b, w), self.term_of(c, w));
        let r = self.cx.terms.fma(kind(k), x, y, z);
        self.val_of(r)
    }

    pub(crate) fn fcmp(&mut self, op: FCmp, k: FloatKind, a: Val, b: Val) -> Val {
        let w = k.width();
        if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
            let r = match float::compare(kind(k), x.into(), y.into()) {
                Some(std::cmp::Ordering::Less) => op.lt,
                Some(std::cmp::Ordering::Equal) => op.eq,
                Some(std::cmp::Ordering::Greater) => op.gt,
                None => op.unordered,
            };
            return Val::bool(r);
        }
        let (x, y) = (self.term_of(a, w), self.term_of(b, w));
        let fk = kind(k);
        let t = &mut self.cx.terms;
        let mut r = t.fls();
        for (on, c) in [(op.lt, 0), (op.eq, 1), (op.gt, 2), (op.unordered, 3)] {
            if on {
                let c = match c {
                    0 => t.flt(fk, x, y),
                    1 => t.feq(fk, x, y),
                    2 => t.flt(fk, y, x),
                    _ => t.funordered(fk, x, y),
                };
                r = t.or(r, c);
            }
        }
        self.val_of(r)
    }

    pub(crate) fn fcast(&mut self, op: FCastOp, from_w: u32, to_w: u32, a: Val) -> Val {
        let x = self.term_of(a, from_w);
        let t = &mut self.cx.terms;
        let r = match op {
            FCastOp::FloatToFloat { from, to } => t.f2f(kind(from), kind(to), x),
            FCastOp::FloatToSigned(k) => t.f2si(kind(k), x, to_w),
            FCastOp::FloatToUnsigned(k) => t.f2ui(kind(k), x, to_w),
            FCastOp::SignedToFloat(k) => t.si2f(kind(k), x),
            FCastOp::UnsignedToFloat(k) => t.ui2f(kind(k), x),
        };
        self.val_of(r)
    }
}

/// f32 and f64 without a detour.
fn fast_bin(op: FBinOp, k: FloatKind, x: u64, y: u64) -> Option<u64> {
    let fk = match k {
        FloatKind::F32 => float::FloatKind::F32,
        FloatKind::F64 => float::FloatKind::F64,
        _ => return None,
    };
    let (a, b) = (u128::from(x), u128::from(y));
    Some(match op {
        FBinOp::Add => float::add(fk, a, b),
        FBinOp::Sub => float::sub(fk, a, b),
        FBinOp::Mul => float::mul(fk, a, b),
        FBinOp::Div => float::div(fk, a, b),
        _ => return None,
    } as u64)
}
