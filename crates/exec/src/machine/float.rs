//! Float operations: native arithmetic where concrete, float terms otherwise.

use homing_ir::{ErrorKind, FBinOp, FCastOp, FCmp, FUnOp, FloatKind};
use homing_memory::Val;
use homing_term::{Op, Round, Term, float};

use crate::end::Res;
use crate::{Executor, State, Step};

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
            FBinOp::MinNum => self.min_max(k, x, y, false),
            FBinOp::MaxNum => self.min_max(k, x, y, true),
        };
        self.val_of(r)
    }

    /// The smaller or the larger one, a number rather than a NaN. Of equal ones (zeros of both signs) it is the one that x86 code takes: the
    /// first, but of the x87's maximum the second.
    fn min_max(&mut self, k: FloatKind, x: Term, y: Term, max: bool) -> Term {
        let fk = kind(k);
        let t = &mut self.cx.terms;
        let y_wins = match (max, k) {
            (true, FloatKind::F80) => {
                let x_larger = t.flt(fk, y, x);
                t.not(x_larger)
            }
            (true, _) => t.flt(fk, x, y),
            (false, _) => t.flt(fk, y, x),
        };
        let y_nan = t.funordered(fk, y, y);
        let x_nan = t.funordered(fk, x, x);
        let inner = t.ite(y_wins, y, x);
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

    pub(crate) fn float_to_float(&mut self, from: FloatKind, to: FloatKind, a: Val) -> Val {
        let x = self.term_of(a, from.width());
        let r = self.cx.terms.f2f(kind(from), kind(to), x);
        self.val_of(r)
    }

    /// The number that a term is on this path, where that is plain to see: floats that are not known cost much more than this look.
    fn if_known(&mut self, st: &State, x: Term) -> Term {
        let w = self.cx.terms.width(x);
        if w > 64 || self.cx.terms.as_const(x).is_some() {
            return x;
        }
        match st.path.range(&mut self.cx, x) {
            (low, high) if low == high => self.cx.terms.bits(w, low),
            _ => x,
        }
    }

    pub(crate) fn fcast(&mut self, st: &mut State, step: &mut Step, op: FCastOp, (from_w, to_w): (u32, u32), a: Val) -> Res<Val> {
        let x = self.term_of(a, from_w);
        let x = if let FCastOp::SignedToFloat(_) | FCastOp::UnsignedToFloat(_) = op { self.if_known(st, x) } else { x };
        let t = &mut self.cx.terms;
        let r = match op {
            FCastOp::FloatToFloat { from, to } => t.f2f(kind(from), kind(to), x),
            FCastOp::FloatToSigned(k) => return self.integer_from(st, step, k, x, (to_w, true)),
            FCastOp::FloatToUnsigned(k) => return self.integer_from(st, step, k, x, (to_w, false)),
            FCastOp::SaturatingSigned(k) => self.nearest_integer(k, x, to_w, true),
            FCastOp::SaturatingUnsigned(k) => self.nearest_integer(k, x, to_w, false),
            FCastOp::SignedToFloat(k) => t.si2f(kind(k), x),
            FCastOp::UnsignedToFloat(k) => t.ui2f(kind(k), x),
        };
        Ok(self.val_of(r))
    }
}

const NO_FIT: &str = "conversion of a float that does not fit the integer";

/// Conversions to integers: towards zero, and undefined for what does not fit.
impl Executor<'_> {
    fn integer_from(&mut self, st: &mut State, step: &mut Step, k: FloatKind, x: Term, (w, signed): (u32, bool)) -> Res<Val> {
        let fk = kind(k);
        let t = &mut self.cx.terms;
        let plain = if signed { t.f2si(fk, x, w) } else { t.f2ui(fk, x, w) };
        if self.always_fits(x, w, signed) {
            return Ok(self.val_of(plain));
        }
        let ok = self.fits_integer(fk, x, w, signed);
        if self.options.check_conversion {
            self.require(st, step, ok, ErrorKind::Conversion, NO_FIT)?;
            return Ok(self.val_of(plain));
        }
        let t = &mut self.cx.terms;
        let bad = t.not(ok);
        if t.is_false(bad) {
            return Ok(self.val_of(plain));
        }
        Ok(self.unless_undefined(st, w, bad, plain, NO_FIT, |e| e.converted_by_machine(k, x, w, signed, plain)))
    }

    /// What does not fit gives the nearest number that does, and NaN 0.
    fn nearest_integer(&mut self, k: FloatKind, x: Term, w: u32, signed: bool) -> Term {
        let fk = kind(k);
        let ok = self.fits_integer(fk, x, w, signed);
        let t = &mut self.cx.terms;
        let plain = if signed { t.f2si(fk, x, w) } else { t.f2ui(fk, x, w) };
        let zero = t.bits_wide(w, &[0]);
        let ones = t.not(zero);
        let (low, high) = if signed {
            let one = t.bits_wide(w, &[1]);
            let top = t.bits_wide(w, &[u64::from(w) - 1]);
            let low = t.shl(one, top);
            (low, t.not(low))
        } else {
            (zero, ones)
        };
        let nan = t.funordered(fk, x, x);
        let negative = t.extract(x, fk.width() - 1, 1);
        let outside = t.ite(negative, low, high);
        let outside = t.ite(nan, zero, outside);
        t.ite(ok, plain, outside)
    }

    /// A float that was made from a number of few enough bits.
    fn always_fits(&self, x: Term, w: u32, signed: bool) -> bool {
        let from = |at: usize| self.cx.terms.width(self.cx.terms.args(x)[at]);
        match self.cx.terms.op(x) {
            Op::Si2F(_) => signed && from(0) <= w,
            Op::Ui2F(_) => from(0) < w + u32::from(!signed),
            _ => false,
        }
    }

    /// Is the float, cut towards zero, a number of `w` bits?
    fn fits_integer(&mut self, fk: float::FloatKind, x: Term, w: u32, signed: bool) -> Term {
        let t = &mut self.cx.terms;
        let whole = t.fround(fk, x, Round::TowardZero);
        let bits = if signed { w - 1 } else { w };
        let mut words = vec![0u64; bits as usize / 64 + 1];
        words[bits as usize / 64] = 1 << (bits % 64);
        // The first number above the range; infinite where the format has none so large.
        let above = t.bits_wide(bits + 1, &words);
        let above = t.ui2f(fk, above);
        let high = t.flt(fk, whole, above);
        let low = if signed {
            // The range begins with the opposite of that number.
            let sign = t.bits(1, 1);
            let rest = t.extract(above, 0, fk.width() - 1);
            let below = t.concat(sign, rest);
            let infinite = t.bits_wide(fk.width(), &[fk.infinity() as u64, (fk.infinity() >> 64) as u64]);
            if above == infinite { t.flt(fk, below, whole) } else { t.fle(fk, below, whole) }
        } else {
            let zero = t.bits_wide(fk.width(), &[0]);
            t.fle(fk, zero, whole)
        };
        t.and(low, high)
    }

    /// What x86 code gives for a float that does not fit: its instructions convert to 32 or 64 bits and answer the smallest number if they
    /// cannot.
    fn converted_by_machine(&mut self, k: FloatKind, x: Term, w: u32, signed: bool, plain: Term) -> Term {
        let fk = kind(k);
        let t = &mut self.cx.terms;
        match (signed, w) {
            (true, ..=32) | (false, ..=16) => {
                let r = t.f2si(fk, x, 32);
                t.trunc(r, w)
            }
            (true, ..=64) | (false, ..=32) => {
                let r = t.f2si(fk, x, 64);
                t.trunc(r, w)
            }
            (false, 64) => {
                let top = t.bits(64, 1 << 63);
                let half = t.ui2f(fk, top);
                let low = t.f2si(fk, x, 64);
                let rest = t.fsub(fk, x, half);
                let rest = t.f2si(fk, rest, 64);
                let by = t.bits(64, 63);
                let negative = t.ashr(low, by);
                let rest = t.and(rest, negative);
                t.or(low, rest)
            }
            _ => plain,
        }
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
