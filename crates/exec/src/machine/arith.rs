//! Integer arithmetic, comparisons, casts and bit operations.

use homing_ir::{BinOp, CastOp, CmpOp, ErrorKind, OverflowOp, UnOp};
use homing_memory::{Val, ValKind};
use homing_term::Term;

use crate::end::Res;
use crate::executor::Step;
use crate::{Executor, State};

/// What is wrong with a shift.
const OVERSHIFT: &str = "shift by the width or more";
/// What is wrong with a signed division whose divisor is not zero.
const DIVISION_OVERFLOW: &str = "overflow of a signed division: the smallest number by -1";

/// Sign-extends the low `w` bits.
#[inline(always)]
pub(crate) fn signed(w: u32, v: u64) -> i64 {
    let s = 64 - w;
    ((v << s) as i64) >> s
}

/// The concrete operation at width `w` (1 to 64), or `None` where the program errs (division by zero, too large a shift, overflow of
/// signed division).
#[inline(always)]
pub(crate) fn bin64(op: BinOp, w: u32, a: u64, b: u64) -> Option<u64> {
    let mask = u64::MAX >> (64 - w);
    Some(
        match op {
            BinOp::Add => a.wrapping_add(b),
            BinOp::Sub => a.wrapping_sub(b),
            BinOp::Mul => a.wrapping_mul(b),
            BinOp::And => a & b,
            BinOp::Or => a | b,
            BinOp::Xor => a ^ b,
            BinOp::Shl if b < u64::from(w) => a << b,
            BinOp::LShr if b < u64::from(w) => a >> b,
            BinOp::AShr if b < u64::from(w) => (signed(w, a) >> b) as u64,
            BinOp::UDiv if b != 0 => a / b,
            BinOp::URem if b != 0 => a % b,
            BinOp::SDiv if b != 0 => signed(w, a).checked_div(signed(w, b)).filter(|q| w == 64 || *q != 1 << (w - 1))? as u64,
            BinOp::SRem if b != 0 => signed(w, a).checked_rem(signed(w, b))? as u64,
            _ => return None,
        } & mask,
    )
}

/// The concrete comparison at width `w` (1 to 64).
#[inline(always)]
pub(crate) fn cmp64(op: CmpOp, w: u32, a: u64, b: u64) -> bool {
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Ult => a < b,
        CmpOp::Ule => a <= b,
        CmpOp::Ugt => a > b,
        CmpOp::Uge => a >= b,
        CmpOp::Slt => signed(w, a) < signed(w, b),
        CmpOp::Sle => signed(w, a) <= signed(w, b),
        CmpOp::Sgt => signed(w, a) > signed(w, b),
        CmpOp::Sge => signed(w, a) >= signed(w, b),
    }
}

impl Executor<'_> {
    /// Any binary operation, with its checks.
    #[expect(clippy::too_many_arguments)]
    pub(crate) fn bin(&mut self, st: &mut State, step: &mut Step, op: BinOp, nsw: bool, w: u32, a: Val, b: Val) -> Res<Val> {
        if w == self.program.ptr_bits
            && let Some(v) = self.pointer_bin(st, op, a, b)
        {
            return Ok(v);
        }
        let (x, y) = (self.term_of(a, w), self.term_of(b, w));
        if matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem) {
            let zero = self.cx.terms.bits_wide(w, &[0]);
            let ok = self.cx.terms.ne(y, zero);
            self.require(st, step, ok, ErrorKind::DivisionByZero, "division by zero")?;
        }
        if matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr) && b.as_int().is_none_or(|by| by >= u64::from(w)) {
            return self.shift(st, step, op, w, (x, y));
        }
        let division = matches!(op, BinOp::SDiv | BinOp::SRem);
        if self.options.check_overflow && (nsw || division) {
            let ok = self.no_overflow(op, w, x, y);
            if let Some(ok) = ok {
                self.require(st, step, ok, ErrorKind::SignedOverflow, "signed overflow")?;
            }
        } else if division {
            let ok = self.no_overflow(op, w, x, y).expect("a signed division can overflow");
            if op.traps(w, self.program.ptr_bits) {
                self.require(st, step, ok, ErrorKind::DivisionByZero, DIVISION_OVERFLOW)?;
            } else if !self.cx.terms.is_true(ok) {
                let r = if op == BinOp::SDiv { self.cx.terms.sdiv(x, y) } else { self.cx.terms.srem(x, y) };
                let bad = self.cx.terms.not(ok);
                return Ok(self.unless_undefined(st, w, bad, r, DIVISION_OVERFLOW, |_| r));
            }
        }
        let t = &mut self.cx.terms;
        let r = match op {
            BinOp::Add => t.add(x, y),
            BinOp::Sub => t.sub(x, y),
            BinOp::Mul => t.mul(x, y),
            BinOp::UDiv => t.udiv(x, y),
            BinOp::SDiv => t.sdiv(x, y),
            BinOp::URem => t.urem(x, y),
            BinOp::SRem => t.srem(x, y),
            BinOp::And => t.and(x, y),
            BinOp::Or => t.or(x, y),
            BinOp::Xor => t.xor(x, y),
            BinOp::Shl => t.shl(x, y),
            BinOp::LShr => t.lshr(x, y),
            BinOp::AShr => t.ashr(x, y),
        };
        Ok(self.val_of(r))
    }

    /// A shift by an amount that may be too large.
    fn shift(&mut self, st: &mut State, step: &mut Step, op: BinOp, w: u32, (x, y): (Term, Term)) -> Res<Val> {
        let limit = self.cx.terms.bits_wide(w, &[u64::from(w)]);
        // Every amount of so few bits is less than the width.
        let ok = if u64::from(w) >> w.min(63) > 0 { self.cx.terms.tru() } else { self.cx.terms.ult(y, limit) };
        if self.options.check_shift {
            self.require(st, step, ok, ErrorKind::Shift, OVERSHIFT)?;
        }
        let shifted = |e: &mut Self, by: Term| match op {
            BinOp::Shl => e.cx.terms.shl(x, by),
            BinOp::LShr => e.cx.terms.lshr(x, by),
            _ => e.cx.terms.ashr(x, by),
        };
        let plain = shifted(self, y);
        let bad = self.cx.terms.not(ok);
        if self.options.check_shift || self.cx.terms.is_false(bad) {
            return Ok(self.val_of(plain));
        }
        Ok(self.unless_undefined(st, w, bad, plain, OVERSHIFT, |e| {
            // The machine looks at the lowest bits of the amount only.
            let seen = e.cx.terms.bits_wide(w, &[u64::from(w.next_power_of_two().max(32)) - 1]);
            let by = e.cx.terms.and(y, seen);
            shifted(e, by)
        }))
    }

    /// True where the signed result fits; `None` for operations that cannot overflow.
    fn no_overflow(&mut self, op: BinOp, w: u32, x: Term, y: Term) -> Option<Term> {
        let t = &mut self.cx.terms;
        let kind = match op {
            BinOp::Add => OverflowOp::SAdd,
            BinOp::Sub => OverflowOp::SSub,
            BinOp::Mul => OverflowOp::SMul,
            BinOp::SDiv | BinOp::SRem => {
                let one = t.bits_wide(w, &[1]);
                let min = {
                    let shift = t.bits_wide(w, &[u64::from(w) - 1]);
                    t.shl(one, shift)
                };
                let zero = t.bits_wide(w, &[0]);
                let minus_one = t.not(zero);
                let a = t.ne(x, min);
                let b = t.ne(y, minus_one);
                return Some(t.or(a, b));
            }
            // Shifting a signed value left is not checked: LLVM marks only some of these.
            _ => return None,
        };
        let (_, flag) = self.overflow_terms(kind, w, x, y);
        Some(self.cx.terms.not(flag))
    }

    /// Sums and differences that keep the pointer's object, and masks for alignment.
    fn pointer_bin(&mut self, st: &State, op: BinOp, a: Val, b: Val) -> Option<Val> {
        let w = self.program.ptr_bits;
        let address = |v: Val| matches!(v.kind(), ValKind::Term(t) if self.holds_address(t));
        if matches!(op, BinOp::Add | BinOp::Sub) && (address(a) || address(b)) {
            return None;
        }
        match (op, a.object(), b.object()) {
            (BinOp::Add, Some(_), None) => Some(self.pointer_add(a, b)),
            (BinOp::Add, None, Some(_)) => Some(self.pointer_add(b, a)),
            (BinOp::Sub, Some(o), Some(p)) if o == p => {
                let (_, x) = self.offset_term(a)?;
                let (_, y) = self.offset_term(b)?;
                let d = self.cx.terms.sub(x, y);
                Some(self.val_of(d))
            }
            (BinOp::Sub, Some(_), None) => {
                let y = self.term_of(b, w);
                let n = self.cx.terms.neg(y);
                let n = self.val_of(n);
                Some(self.pointer_add(a, n))
            }
            (BinOp::And | BinOp::Or | BinOp::Xor, Some(_), None) => self.pointer_bits(st, op, a, b),
            (BinOp::And | BinOp::Or | BinOp::Xor, None, Some(_)) => self.pointer_bits(st, op, b, a),
            _ => None,
        }
    }

    /// A pointer moved by an integer.
    pub(crate) fn pointer_add(&mut self, p: Val, d: Val) -> Val {
        let w = self.program.ptr_bits;
        match (p.kind(), d.kind()) {
            (ValKind::Ptr(o, off), ValKind::Int(d)) => Val::ptr(o, off.wrapping_add(d) & Self::mask(w)),
            _ => {
                let (o, off) = self.offset_term(p).expect("a pointer");
                let d = self.term_of(d, w);
                let sum = self.cx.terms.add(off, d);
                self.pointer(o, sum)
            }
        }
    }

    /// Bit operations that touch only bits below the object's alignment (tags in pointers, rounding down): the object's address has zeros
    /// there, so they work on the offset alone.
    fn pointer_bits(&mut self, st: &State, op: BinOp, p: Val, m: Val) -> Option<Val> {
        let w = self.program.ptr_bits;
        let (o, off) = self.offset_term(p)?;
        let low = u64::from(st.memory.get(o)?.info.align.max(1)) - 1;
        let m_term = self.term_of(m, w);
        let small = match m.as_int() {
            Some(m) => m & !low == 0,
            None => st.path.range(&mut self.cx, m_term).1 <= low,
        };
        let t = &mut self.cx.terms;
        match op {
            BinOp::And if small => {
                let r = t.and(off, m_term);
                Some(self.val_of(r))
            }
            BinOp::And if m.as_int().is_some_and(|m| m | low == Self::mask(w)) => {
                let r = t.and(off, m_term);
                Some(self.pointer(o, r))
            }
            BinOp::Or if small => {
                let r = t.or(off, m_term);
                Some(self.pointer(o, r))
            }
            BinOp::Xor if small => {
                let r = t.xor(off, m_term);
                Some(self.pointer(o, r))
            }
            _ => None,
        }
    }

    /// Value and flag of an operation that tells whether it overflowed.
    pub(crate) fn overflow(&mut self, op: OverflowOp, w: u32, a: Val, b: Val) -> (Val, Val) {
        let (x, y) = (self.term_of(a, w), self.term_of(b, w));
        let (v, f) = self.overflow_terms(op, w, x, y);
        (self.val_of(v), self.val_of(f))
    }

    fn overflow_terms(&mut self, op: OverflowOp, w: u32, x: Term, y: Term) -> (Term, Term) {
        let t = &mut self.cx.terms;
        match op {
            OverflowOp::SMul => return (t.mul(x, y), t.smul_over(x, y)),
            OverflowOp::UMul => return (t.mul(x, y), t.umul_over(x, y)),
            _ => {}
        }
        let wide = w + 1;
        let is_signed = matches!(op, OverflowOp::SAdd | OverflowOp::SSub);
        let (a, b) = if is_signed { (t.sext(x, wide), t.sext(y, wide)) } else { (t.zext(x, wide), t.zext(y, wide)) };
        let (exact, v) = match op {
            OverflowOp::SAdd | OverflowOp::UAdd => (t.add(a, b), t.add(x, y)),
            _ => (t.sub(a, b), t.sub(x, y)),
        };
        let back = if is_signed { t.sext(v, wide) } else { t.zext(v, wide) };
        (v, t.ne(exact, back))
    }

    /// Any comparison.
    pub(crate) fn cmp(&mut self, st: &State, op: CmpOp, w: u32, a: Val, b: Val) -> Val {
        if (a.object().is_some() || b.object().is_some())
            && let Some(v) = self.pointers.compare(self, st, op, a, b)
        {
            return v;
        }
        let (x, y) = (self.term_of(a, w), self.term_of(b, w));
        let c = self.cmp_terms(op, x, y);
        self.val_of(c)
    }

    pub(crate) fn cmp_terms(&mut self, op: CmpOp, x: Term, y: Term) -> Term {
        let t = &mut self.cx.terms;
        match op {
            CmpOp::Eq => t.eq(x, y),
            CmpOp::Ne => t.ne(x, y),
            CmpOp::Ult => t.ult(x, y),
            CmpOp::Ule => t.ule(x, y),
            CmpOp::Ugt => t.ult(y, x),
            CmpOp::Uge => t.ule(y, x),
            CmpOp::Slt => t.slt(x, y),
            CmpOp::Sle => t.sle(x, y),
            CmpOp::Sgt => t.slt(y, x),
            CmpOp::Sge => t.sle(y, x),
        }
    }

    /// Width changes.
    pub(crate) fn cast(&mut self, op: CastOp, from: u32, to: u32, a: Val) -> Val {
        if from == to {
            return a;
        }
        let t = self.term_of(a, from);
        let r = match op {
            CastOp::SExt => self.cx.terms.sext(t, to),
            _ if to > from => self.cx.terms.zext(t, to),
            _ => self.cx.terms.trunc(t, to),
        };
        self.val_of(r)
    }

    /// Bits of a value.
    pub(crate) fn extract(&mut self, from: u32, a: Val, lo: u32, w: u32) -> Val {
        let t = self.term_of(a, from);
        let r = self.cx.terms.extract(t, lo, w);
        self.val_of(r)
    }

    /// Two values side by side.
    pub(crate) fn concat(&mut self, hi: Val, hi_w: u32, lo: Val, lo_w: u32) -> Val {
        let (h, l) = (self.term_of(hi, hi_w), self.term_of(lo, lo_w));
        let r = self.cx.terms.concat(h, l);
        self.val_of(r)
    }

    /// One-operand bit operations.
    pub(crate) fn un(&mut self, op: UnOp, w: u32, a: Val) -> Val {
        if let (Some(v), true) = (a.as_int(), w <= 64) {
            return Val::int(un64(op, w, v));
        }
        let t = self.term_of(a, w);
        let r = match op {
            UnOp::ByteSwap => self.reverse(t, w, 8),
            UnOp::BitReverse => self.reverse(t, w, 1),
            UnOp::PopCount => self.pop_count(t, w),
            UnOp::LeadingZeros => {
                let r = self.reverse(t, w, 1);
                self.trailing_zeros(r, w)
            }
            UnOp::TrailingZeros => self.trailing_zeros(t, w),
        };
        self.val_of(r)
    }

    fn reverse(&mut self, t: Term, w: u32, unit: u32) -> Term {
        let mut r = self.cx.terms.extract(t, 0, unit);
        for i in 1..w / unit {
            let piece = self.cx.terms.extract(t, i * unit, unit);
            r = self.cx.terms.concat(r, piece);
        }
        r
    }

    fn pop_count(&mut self, t: Term, w: u32) -> Term {
        let mut sum = self.cx.terms.bits_wide(w, &[0]);
        for i in 0..w {
            let bit = self.cx.terms.extract(t, i, 1);
            let bit = self.cx.terms.zext(bit, w);
            sum = self.cx.terms.add(sum, bit);
        }
        sum
    }

    fn trailing_zeros(&mut self, t: Term, w: u32) -> Term {
        let mut r = self.cx.terms.bits_wide(w, &[u64::from(w)]);
        for i in (0..w).rev() {
            let bit = self.cx.terms.extract(t, i, 1);
            let n = self.cx.terms.bits_wide(w, &[u64::from(i)]);
            r = self.cx.terms.ite(bit, n, r);
        }
        r
    }

    /// One of two values.
    pub(crate) fn select(&mut self, w: u32, cond: Val, a: Val, b: Val) -> Val {
        if let Some(c) = cond.as_int() {
            return if c & 1 == 1 { a } else { b };
        }
        if a == b {
            return a;
        }
        let c = self.term_of(cond, 1);
        if let (Some((o, x)), Some((p, y))) = (self.offset_term(a), self.offset_term(b))
            && o == p
        {
            let off = self.cx.terms.ite(c, x, y);
            return self.pointer(o, off);
        }
        let (x, y) = (self.term_of(a, w), self.term_of(b, w));
        let r = self.cx.terms.ite(c, x, y);
        self.val_of(r)
    }
}

/// The concrete bit operation at width `w` (1 to 64).
fn un64(op: UnOp, w: u32, v: u64) -> u64 {
    match op {
        UnOp::ByteSwap => v.swap_bytes() >> (64 - w),
        UnOp::BitReverse => v.reverse_bits() >> (64 - w),
        UnOp::PopCount => u64::from(v.count_ones()),
        UnOp::LeadingZeros => u64::from((v << (64 - w)).leading_zeros().min(w)),
        UnOp::TrailingZeros => u64::from(v.trailing_zeros().min(w)),
    }
}
