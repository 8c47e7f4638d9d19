//! Float operations. Terms hold floats as bits; Z3's floats have one NaN and no explicit integer bit. So every
//! operation unpacks its operands, computes, and packs the result with the bits that `homing_term::float` prescribes:
//! the first NaN operand made quiet, else the default NaN, else the number.

use super::encode::Encoder;
use super::raw::{Ast, AstSort, call};
use crate::Why;
use homing_term::{FloatKind, Op, Round, Term, Terms};

/// A float operand: its bits and what Z3 makes of them.
#[derive(Clone, Copy)]
struct Operand {
    bits: Ast,
    fp: Ast,
}

impl Encoder {
    /// Translates a float operation whose arguments are translated.
    pub fn float(&mut self, terms: &Terms, t: Term) -> Result<Ast, Why> {
        let args = terms.args(t);
        match terms.op(t) {
            Op::FEq(k) | Op::FLt(k) | Op::FLe(k) | Op::FUnordered(k) => {
                let a = self.operand(k, self.known(args[0]))?;
                let b = self.operand(k, self.known(args[1]))?;
                self.comparison(terms.op(t), a, b)
            }
            Op::F2F { from, to } => self.convert(from, to, self.known(args[0])),
            Op::F2Si(k) => self.integer_part(k, self.known(args[0]), terms.width(t), true),
            Op::F2Ui(k) => self.integer_part(k, self.known(args[0]), terms.width(t), false),
            Op::Si2F(k) | Op::Ui2F(k) => {
                let bits = self.vector(terms, args[0])?;
                let (mode, sort) = (self.mode(Round::NearestEven)?, self.float_sort(k)?);
                let fp = match terms.op(t) {
                    Op::Si2F(_) => call!(&mut self.raw, Z3_mk_fpa_to_fp_signed, mode, bits, sort)?,
                    _ => call!(&mut self.raw, Z3_mk_fpa_to_fp_unsigned, mode, bits, sort)?,
                };
                self.pack(k, fp)
            }
            op => self.arithmetic(terms, t, op),
        }
    }

    fn arithmetic(&mut self, terms: &Terms, t: Term, op: Op) -> Result<Ast, Why> {
        let kind = match op {
            Op::FAdd(k) | Op::FSub(k) | Op::FMul(k) | Op::FDiv(k) | Op::FRem(k) => k,
            Op::Fma(k) | Op::FSqrt(k) | Op::FRound(k, _) => k,
            _ => return Err(Why::Unsupported(format!("{op:?} in Z3"))),
        };
        let mut x = Vec::new();
        for a in terms.args(t) {
            x.push(self.operand(kind, self.known(a))?);
        }
        let mode = self.mode(if let Op::FRound(_, mode) = op { mode } else { Round::NearestEven })?;
        let raw = &mut self.raw;
        let fp = match op {
            Op::FAdd(_) => call!(raw, Z3_mk_fpa_add, mode, x[0].fp, x[1].fp)?,
            Op::FSub(_) => call!(raw, Z3_mk_fpa_sub, mode, x[0].fp, x[1].fp)?,
            Op::FMul(_) => call!(raw, Z3_mk_fpa_mul, mode, x[0].fp, x[1].fp)?,
            Op::FDiv(_) => call!(raw, Z3_mk_fpa_div, mode, x[0].fp, x[1].fp)?,
            Op::Fma(_) => call!(raw, Z3_mk_fpa_fma, mode, x[0].fp, x[1].fp, x[2].fp)?,
            Op::FSqrt(_) => call!(raw, Z3_mk_fpa_sqrt, mode, x[0].fp)?,
            Op::FRem(_) => self.remainder(kind, x[0].fp, x[1].fp)?,
            _ => call!(raw, Z3_mk_fpa_round_to_integral, mode, x[0].fp)?,
        };
        let mut bits = self.pack(kind, fp)?;
        for operand in x.iter().rev() {
            bits = self.or_quiet_nan(kind, *operand, bits)?;
        }
        Ok(bits)
    }

    /// C's remainder from that of IEEE, which rounds the quotient to nearest: the two differ by the divisor.
    fn remainder(&mut self, kind: FloatKind, a: Ast, b: Ast) -> Result<Ast, Why> {
        if kind.width() > 32 {
            return Err(Why::Unsupported(format!("remainder of {kind:?}")));
        }
        let (mode, sort) = (self.mode(Round::NearestEven)?, self.float_sort(kind)?);
        let raw = &mut self.raw;
        let abs_a = call!(raw, Z3_mk_fpa_abs, a)?;
        let abs_b = call!(raw, Z3_mk_fpa_abs, b)?;
        let nearest = call!(raw, Z3_mk_fpa_rem, abs_a, abs_b)?;
        let zero = call!(raw, Z3_mk_fpa_zero, sort, false)?;
        let below = call!(raw, Z3_mk_fpa_lt, nearest, zero)?;
        let raised = call!(raw, Z3_mk_fpa_add, mode, nearest, abs_b)?;
        let size = call!(raw, Z3_mk_ite, below, raised, nearest)?;
        let size = call!(raw, Z3_mk_fpa_abs, size)?;
        let opposite = call!(raw, Z3_mk_fpa_neg, size)?;
        let negative = call!(raw, Z3_mk_fpa_is_negative, a)?;
        call!(raw, Z3_mk_ite, negative, opposite, size)
    }

    fn comparison(&mut self, op: Op, a: Operand, b: Operand) -> Result<Ast, Why> {
        let raw = &mut self.raw;
        match op {
            Op::FEq(_) => call!(raw, Z3_mk_fpa_eq, a.fp, b.fp),
            Op::FLt(_) => call!(raw, Z3_mk_fpa_lt, a.fp, b.fp),
            Op::FLe(_) => call!(raw, Z3_mk_fpa_leq, a.fp, b.fp),
            _ => {
                let either = [call!(raw, Z3_mk_fpa_is_nan, a.fp)?, call!(raw, Z3_mk_fpa_is_nan, b.fp)?];
                call!(raw, Z3_mk_or, 2, either.as_ptr())
            }
        }
    }

    fn convert(&mut self, from: FloatKind, to: FloatKind, bits: Ast) -> Result<Ast, Why> {
        let a = self.operand(from, bits)?;
        let (mode, sort) = (self.mode(Round::NearestEven)?, self.float_sort(to)?);
        let fp = call!(&mut self.raw, Z3_mk_fpa_to_fp_float, mode, a.fp, sort)?;
        let number = self.pack(to, fp)?;
        let quiet = self.quiet(from, bits)?;
        let (pf, pt) = (from.precision() - 1, to.precision() - 1);
        let payload = if pt > pf {
            let (top, low) = (self.part(quiet, 0, pf)?, self.bits_u64_wide(pt - pf, 0)?);
            call!(&mut self.raw, Z3_mk_concat, top, low)?
        } else {
            self.part(quiet, pf - pt, pt)?
        };
        let sign = self.part(quiet, from.width() - 1, 1)?;
        let head = to.width() - 1 - pt;
        let ones = self.bits_words(head, &[u64::MAX >> (64 - head)])?;
        let nan = call!(&mut self.raw, Z3_mk_concat, sign, ones)?;
        let nan = call!(&mut self.raw, Z3_mk_concat, nan, payload)?;
        let quiet_bit = self.pattern(to, 1 << (to.precision() - 2))?;
        let nan = call!(&mut self.raw, Z3_mk_bvor, nan, quiet_bit)?;
        let is_nan = call!(&mut self.raw, Z3_mk_fpa_is_nan, a.fp)?;
        call!(&mut self.raw, Z3_mk_ite, is_nan, nan, number)
    }

    /// Toward zero; NaN and what does not fit give `100..0`.
    fn integer_part(&mut self, kind: FloatKind, bits: Ast, width: u32, signed: bool) -> Result<Ast, Why> {
        let a = self.operand(kind, bits)?;
        let mode = self.mode(Round::TowardZero)?;
        let whole = call!(&mut self.raw, Z3_mk_fpa_round_to_integral, mode, a.fp)?;
        let fits = self.fits(kind, whole, width, signed)?;
        let value = match signed {
            true => call!(&mut self.raw, Z3_mk_fpa_to_sbv, mode, whole, width)?,
            false => call!(&mut self.raw, Z3_mk_fpa_to_ubv, mode, whole, width)?,
        };
        let one = self.bits_u64(1, 1)?;
        let otherwise = if width == 1 {
            one
        } else {
            let zeros = self.bits_u64_wide(width - 1, 0)?;
            call!(&mut self.raw, Z3_mk_concat, one, zeros)?
        };
        let vector = call!(&mut self.raw, Z3_mk_ite, fits, value, otherwise)?;
        self.truth_or_vector(vector, width)
    }

    /// Is an integral float (or infinity or NaN) a number of `width` bits?
    fn fits(&mut self, kind: FloatKind, whole: Ast, width: u32, signed: bool) -> Result<Ast, Why> {
        let raw = &mut self.raw;
        let is_nan = call!(raw, Z3_mk_fpa_is_nan, whole)?;
        let is_infinite = call!(raw, Z3_mk_fpa_is_infinite, whole)?;
        let mut all = vec![call!(raw, Z3_mk_not, is_nan)?, call!(raw, Z3_mk_not, is_infinite)?];
        let limit = if signed { width - 1 } else { width };
        if let Some(power) = self.power_of_two(kind, limit)? {
            all.push(call!(&mut self.raw, Z3_mk_fpa_lt, whole, power)?);
            if signed {
                let least = call!(&mut self.raw, Z3_mk_fpa_neg, power)?;
                all.push(call!(&mut self.raw, Z3_mk_fpa_leq, least, whole)?);
            }
        }
        if !signed {
            let sort = self.float_sort(kind)?;
            let zero = call!(&mut self.raw, Z3_mk_fpa_zero, sort, false)?;
            all.push(call!(&mut self.raw, Z3_mk_fpa_leq, zero, whole)?);
        }
        call!(&mut self.raw, Z3_mk_and, all.len() as u32, all.as_ptr())
    }

    /// `2^exponent`, or `None` if every finite number of the kind is smaller.
    fn power_of_two(&mut self, kind: FloatKind, exponent: u32) -> Result<Option<Ast>, Why> {
        let bias = (1u32 << (kind.exponent_bits() - 1)) - 1;
        if exponent > bias {
            return Ok(None);
        }
        let fraction = kind.precision() - 1;
        let field = ((bias + exponent) as u128) << fraction;
        let width = 1 + kind.exponent_bits() + fraction;
        let bits = self.bits_words(width, &[field as u64, (field >> 64) as u64])?;
        let sort = self.float_sort(kind)?;
        call!(&mut self.raw, Z3_mk_fpa_to_fp_bv, bits, sort).map(Some)
    }

    fn operand(&mut self, kind: FloatKind, bits: Ast) -> Result<Operand, Why> {
        let sort = self.float_sort(kind)?;
        if kind != FloatKind::F80 {
            let fp = call!(&mut self.raw, Z3_mk_fpa_to_fp_bv, bits, sort)?;
            return Ok(Operand { bits, fp });
        }
        let sign = self.part(bits, 79, 1)?;
        let exponent = self.part(bits, 64, 15)?;
        let integer = self.part(bits, 63, 1)?;
        let fraction = self.part(bits, 0, 63)?;
        let (zero, one) = (self.bits_u64(15, 0)?, self.bits_u64(15, 1)?);
        let set = self.bits_u64(1, 1)?;
        let raw = &mut self.raw;
        let least = call!(raw, Z3_mk_eq, exponent, zero)?;
        let has_integer = call!(raw, Z3_mk_eq, integer, set)?;
        // With exponent 0 the integer bit makes the number what it would be with exponent 1.
        let pseudo = [least, has_integer];
        let pseudo = call!(raw, Z3_mk_and, 2, pseudo.as_ptr())?;
        let exponent = call!(raw, Z3_mk_ite, pseudo, one, exponent)?;
        let usual = call!(raw, Z3_mk_concat, sign, exponent)?;
        let usual = call!(raw, Z3_mk_concat, usual, fraction)?;
        let usual = call!(raw, Z3_mk_fpa_to_fp_bv, usual, sort)?;
        let is_number = [least, has_integer];
        let is_number = call!(raw, Z3_mk_or, 2, is_number.as_ptr())?;
        let nan = call!(raw, Z3_mk_fpa_nan, sort)?;
        let fp = call!(raw, Z3_mk_ite, is_number, usual, nan)?;
        Ok(Operand { bits, fp })
    }

    /// The bits of a Z3 float; a NaN becomes the default one.
    fn pack(&mut self, kind: FloatKind, fp: Ast) -> Result<Ast, Why> {
        let ieee = call!(&mut self.raw, Z3_mk_fpa_to_ieee_bv, fp)?;
        let number = if kind == FloatKind::F80 {
            let head = self.part(ieee, 63, 16)?;
            let exponent = self.part(ieee, 63, 15)?;
            let fraction = self.part(ieee, 0, 63)?;
            let (zero, set, clear) = (self.bits_u64(15, 0)?, self.bits_u64(1, 1)?, self.bits_u64(1, 0)?);
            let raw = &mut self.raw;
            let least = call!(raw, Z3_mk_eq, exponent, zero)?;
            let integer = call!(raw, Z3_mk_ite, least, clear, set)?;
            let low = call!(raw, Z3_mk_concat, integer, fraction)?;
            call!(raw, Z3_mk_concat, head, low)?
        } else {
            ieee
        };
        let nan = self.pattern(kind, kind.default_nan())?;
        let is_nan = call!(&mut self.raw, Z3_mk_fpa_is_nan, fp)?;
        call!(&mut self.raw, Z3_mk_ite, is_nan, nan, number)
    }

    fn or_quiet_nan(&mut self, kind: FloatKind, x: Operand, otherwise: Ast) -> Result<Ast, Why> {
        let quiet = self.quiet(kind, x.bits)?;
        let is_nan = call!(&mut self.raw, Z3_mk_fpa_is_nan, x.fp)?;
        call!(&mut self.raw, Z3_mk_ite, is_nan, quiet, otherwise)
    }

    /// A NaN made quiet; what is a NaN only for lack of its integer bit becomes the default one.
    fn quiet(&mut self, kind: FloatKind, bits: Ast) -> Result<Ast, Why> {
        let quiet_bit = self.pattern(kind, 1 << (kind.precision() - 2))?;
        let quiet = call!(&mut self.raw, Z3_mk_bvor, bits, quiet_bit)?;
        if kind != FloatKind::F80 {
            return Ok(quiet);
        }
        let infinity = self.pattern(kind, kind.infinity())?;
        let nan = self.pattern(kind, kind.default_nan())?;
        let masked = call!(&mut self.raw, Z3_mk_bvand, bits, infinity)?;
        let proper = call!(&mut self.raw, Z3_mk_eq, masked, infinity)?;
        call!(&mut self.raw, Z3_mk_ite, proper, quiet, nan)
    }

    fn pattern(&mut self, kind: FloatKind, bits: u128) -> Result<Ast, Why> {
        self.bits_words(kind.width(), &[bits as u64, (bits >> 64) as u64])
    }

    fn bits_u64_wide(&mut self, width: u32, value: u64) -> Result<Ast, Why> {
        self.bits_words(width, &[value])
    }

    fn part(&mut self, a: Ast, lo: u32, width: u32) -> Result<Ast, Why> {
        call!(&mut self.raw, Z3_mk_extract, lo + width - 1, lo, a)
    }

    fn mode(&mut self, mode: Round) -> Result<Ast, Why> {
        let raw = &mut self.raw;
        match mode {
            Round::NearestEven => call!(raw, Z3_mk_fpa_rne),
            Round::TowardZero => call!(raw, Z3_mk_fpa_rtz),
            Round::Up => call!(raw, Z3_mk_fpa_rtp),
            Round::Down => call!(raw, Z3_mk_fpa_rtn),
            Round::NearestAway => call!(raw, Z3_mk_fpa_rna),
        }
    }

    fn float_sort(&mut self, kind: FloatKind) -> Result<AstSort, Why> {
        // SAFETY: the context is live.
        let sort = unsafe { z3_sys::Z3_mk_fpa_sort(self.raw.ctx, kind.exponent_bits(), kind.precision()) };
        self.raw.keep_sort(sort)
    }
}
