//! What one operation computes from values. Constant folding and evaluation
//! share these two functions, so they cannot disagree.

use crate::float::{self, FloatKind, Round};
use crate::node::{Node, SortCode, Tag, Term};
use crate::store::Terms;
use crate::value::{ArrayValue, Value, Words};
use crate::wide::{self, mask64, signed64};
use num_bigint::{BigInt, Sign};
use std::rc::Rc;

fn kind(w: u32) -> FloatKind {
    FloatKind::of_width(w).expect("a float width")
}

/// The result of `n` when it and its arguments are bit vectors of at most 64
/// bits with values `a`, `b`, `c`; `aw` is the width of the first argument.
#[inline]
pub(crate) fn small(n: Node, aw: u32, a: u64, b: u64, c: u64) -> u64 {
    let w = n.width();
    let m = mask64(w);
    match n.tag() {
        Tag::Not => !a & m,
        Tag::Neg => a.wrapping_neg() & m,
        Tag::And => a & b,
        Tag::Or => a | b,
        Tag::Xor => a ^ b,
        Tag::Add => a.wrapping_add(b) & m,
        Tag::Sub => a.wrapping_sub(b) & m,
        Tag::Mul => a.wrapping_mul(b) & m,
        Tag::UDiv => a.checked_div(b).unwrap_or(m),
        Tag::URem => a.checked_rem(b).unwrap_or(a),
        Tag::SDiv if b == 0 => {
            if signed64(w, a) < 0 {
                1
            } else {
                m
            }
        }
        Tag::SDiv => signed64(w, a).wrapping_div(signed64(w, b)) as u64 & m,
        Tag::SRem if b == 0 => a,
        Tag::SRem => signed64(w, a).wrapping_rem(signed64(w, b)) as u64 & m,
        Tag::Shl => {
            if b >= w as u64 {
                0
            } else {
                a << b & m
            }
        }
        Tag::LShr => {
            if b >= w as u64 {
                0
            } else {
                a >> b
            }
        }
        Tag::AShr => (signed64(w, a) >> b.min(63)) as u64 & m,
        Tag::Eq => (a == b) as u64,
        Tag::Ult => (a < b) as u64,
        Tag::Ule => (a <= b) as u64,
        Tag::Slt => (signed64(aw, a) < signed64(aw, b)) as u64,
        Tag::Sle => (signed64(aw, a) <= signed64(aw, b)) as u64,
        Tag::UMulOver => ((a as u128 * b as u128) >> aw != 0) as u64,
        Tag::SMulOver => {
            let product = signed64(aw, a) as i128 * signed64(aw, b) as i128;
            (product >> (aw - 1) != product >> 127) as u64
        }
        Tag::Ite => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        Tag::Concat => a << (w - aw) | b,
        Tag::Extract => a >> n.b() & m,
        Tag::ZExt => a,
        Tag::SExt => signed64(aw, a) as u64 & m,
        _ => small_float(n, aw, a as u128, b as u128, c as u128) as u64,
    }
}

fn small_float(n: Node, aw: u32, a: u128, b: u128, c: u128) -> u128 {
    let w = n.width();
    match n.tag() {
        Tag::FAdd => float::add(kind(w), a, b),
        Tag::FSub => float::sub(kind(w), a, b),
        Tag::FMul => float::mul(kind(w), a, b),
        Tag::FDiv => float::div(kind(w), a, b),
        Tag::FRem => float::rem(kind(w), a, b),
        Tag::Fma => float::fma(kind(w), a, b, c),
        Tag::FSqrt => float::sqrt(kind(w), a),
        Tag::FRound => float::round(kind(w), a, Round::from_code(n.b())),
        Tag::FEq => float::eq(kind(aw), a, b) as u128,
        Tag::FLt => float::lt(kind(aw), a, b) as u128,
        Tag::FLe => float::le(kind(aw), a, b) as u128,
        Tag::FUnordered => float::unordered(kind(aw), a, b) as u128,
        Tag::F2F => float::f2f(kind(aw), kind(w), a),
        Tag::F2Si => float::f2si(kind(aw), a, w),
        Tag::F2Ui => float::f2ui(kind(aw), a, w),
        Tag::Si2F => float::si2f(kind(w), a, aw),
        Tag::Ui2F => float::ui2f(kind(w), a),
        t => unreachable!("{t:?} is no operation on small bit vectors"),
    }
}

/// The result of `n` from the values of its arguments, for any sorts.
/// `index` is the index width of an `ArrayConst`.
pub(crate) fn any(n: Node, args: &[Value], index: u32) -> Value {
    match args {
        [Value::Bits { .. }, ..] if n.sort().is_bits() => any_bits(n, args),
        [Value::Bits { words, w }] => match n.tag() {
            Tag::Bits2UInt => Value::Int(BigInt::from(wide::to_uint(words))),
            Tag::Bits2SInt => Value::Int(wide::to_int(*w, words)),
            Tag::ArrayConst => Value::Array(Rc::new(ArrayValue::new(index, *w, words.clone()))),
            t => unreachable!("{t:?} on one bit vector"),
        },
        [Value::Bits { words, .. }, x, y] => if wide::is_zero(words) { y } else { x }.clone(),
        [Value::Int(x)] => match n.tag() {
            Tag::INeg => Value::Int(-x),
            Tag::Int2Bits => bits(n.width(), wide::from_int(n.width(), x)),
            t => unreachable!("{t:?} on one Int"),
        },
        [Value::Int(x), Value::Int(y)] => any_int(n, x, y),
        [Value::Array(a), Value::Array(b)] => truth(a.same_map(b)),
        [Value::Array(a), Value::Bits { words, .. }] => bits(n.width(), a.get(words).clone()),
        [Value::Array(a), Value::Bits { words: i, .. }, Value::Bits { words: v, .. }] => {
            let mut a = a.clone();
            Rc::make_mut(&mut a).set(i.clone(), v.clone());
            Value::Array(a)
        }
        _ => unreachable!("{:?} on values of wrong sorts", n.tag()),
    }
}

fn bits(w: u32, words: Words) -> Value {
    Value::Bits { w, words }
}

fn truth(b: bool) -> Value {
    Value::bits(1, b as u64)
}

fn any_int(n: Node, x: &BigInt, y: &BigInt) -> Value {
    let by_zero = y.sign() == Sign::NoSign;
    Value::Int(match n.tag() {
        Tag::IAdd => x + y,
        Tag::ISub => x - y,
        Tag::IMul => x * y,
        Tag::IDiv if by_zero => BigInt::from(0),
        Tag::IDiv => x / y,
        Tag::IRem if by_zero => x.clone(),
        Tag::IRem => x % y,
        Tag::Eq => return truth(x == y),
        Tag::ILe => return truth(x <= y),
        Tag::ILt => return truth(x < y),
        t => unreachable!("{t:?} on two Ints"),
    })
}

/// The result of an operation on integers that fit 64 bits, if it fits too: an integer as its bits, or a bit vector.
#[inline]
pub(crate) fn small_int(n: Node, a: i64, b: i64) -> Option<u64> {
    let x = match n.tag() {
        Tag::IAdd => a.checked_add(b)?,
        Tag::ISub => a.checked_sub(b)?,
        Tag::IMul => a.checked_mul(b)?,
        Tag::IDiv if b == 0 => 0,
        Tag::IDiv => a.checked_div(b)?,
        Tag::IRem if b == 0 => a,
        Tag::IRem => a.checked_rem(b)?,
        Tag::INeg => a.checked_neg()?,
        Tag::Eq => return Some((a == b) as u64),
        Tag::ILe => return Some((a <= b) as u64),
        Tag::ILt => return Some((a < b) as u64),
        Tag::Int2Bits if n.width() <= 64 => return Some(a as u64 & mask64(n.width())),
        _ => return None,
    };
    Some(x as u64)
}

fn any_bits(n: Node, args: &[Value]) -> Value {
    let w = n.width();
    let get = |i: usize| match args.get(i) {
        Some(Value::Bits { w, words }) => (*w, &words[..]),
        _ => (0, &[][..]),
    };
    let ((aw, a), (bw, b)) = (get(0), get(1));
    let zip = |f: fn(u64, u64) -> u64| a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect();
    let words: Words = match n.tag() {
        Tag::Not => wide::not(w, a),
        Tag::Neg => wide::neg(w, a),
        Tag::And => zip(|x, y| x & y),
        Tag::Or => zip(|x, y| x | y),
        Tag::Xor => zip(|x, y| x ^ y),
        Tag::Add => wide::add(w, a, b),
        Tag::Sub => wide::sub(w, a, b),
        Tag::Mul => wide::mul(w, a, b),
        Tag::UDiv => wide::udiv(w, a, b),
        Tag::URem => wide::urem(w, a, b),
        Tag::SDiv => wide::sdiv(w, a, b),
        Tag::SRem => wide::srem(w, a, b),
        Tag::Shl => wide::shl_by(w, a, wide::amount(w, b)),
        Tag::LShr => wide::lshr_by(w, a, wide::amount(w, b)),
        Tag::AShr => wide::ashr_by(w, a, wide::amount(w, b)),
        Tag::Eq => return truth(a == b),
        Tag::Ult => return truth(wide::ucmp(a, b).is_lt()),
        Tag::Ule => return truth(wide::ucmp(a, b).is_le()),
        Tag::Slt => return truth(wide::scmp(aw, a, b).is_lt()),
        Tag::Sle => return truth(wide::scmp(aw, a, b).is_le()),
        Tag::UMulOver => return truth((wide::to_uint(a) * wide::to_uint(b)).bits() > aw as u64),
        Tag::SMulOver => {
            let high: BigInt = (wide::to_int(aw, a) * wide::to_int(aw, b)) >> (aw - 1);
            return truth(high != BigInt::from(0) && high != BigInt::from(-1));
        }
        Tag::Ite => return args[if wide::is_zero(a) { 2 } else { 1 }].clone(),
        Tag::Concat => wide::concat(w, a, bw, b),
        Tag::Extract => wide::extract(n.b(), w, a),
        Tag::ZExt => wide::fit(w, a),
        Tag::SExt => wide::sext(aw, w, a),
        Tag::F2Si => wide::from_int(w, &float::f2si_big(kind(aw), low128(a), w)),
        Tag::F2Ui => wide::from_int(w, &float::f2ui_big(kind(aw), low128(a), w)),
        Tag::Si2F => from128(w, float::from_integer(kind(w), &wide::to_int(aw, a))),
        Tag::Ui2F => from128(w, float::from_integer(kind(w), &BigInt::from(wide::to_uint(a)))),
        _ => from128(w, small_float(n, aw, low128(a), low128(b), low128(get(2).1))),
    };
    bits(w, words)
}

fn low128(a: &[u64]) -> u128 {
    let word = |i: usize| a.get(i).copied().unwrap_or(0) as u128;
    word(0) | word(1) << 64
}

fn from128(w: u32, x: u128) -> Words {
    wide::fit(w, &[x as u64, (x >> 64) as u64])
}

impl Terms {
    /// The constant that `n` is, when all its arguments are constants.
    #[inline]
    pub(crate) fn fold(&mut self, n: Node) -> Option<Term> {
        let args = n.args();
        let first = self.node(args[0]);
        if !args.iter().all(|&t| self.node(t).tag().is_const()) {
            return None;
        }
        let narrow = n.sort().is_small() && args.iter().all(|&t| self.node(t).tag() == Tag::Const);
        if narrow {
            let get = |i: usize| args.get(i).map_or(0, |&t| self.node(t).value());
            let v = small(n, first.width(), get(0), get(1), get(2));
            return Some(self.bits(n.width(), v));
        }
        if n.tag() == Tag::ArrayConst {
            return None;
        }
        if first.sort() == SortCode::INT
            && let Some(t) = self.fold_small_int(n, args[0], args.get(1).copied())
        {
            return Some(t);
        }
        let values: Vec<Value> = args.iter().map(|&t| self.const_value(t)).collect();
        Some(match any(n, &values, 0) {
            Value::Bits { w, words } => self.bits_wide(w, &words),
            Value::Int(x) => self.int_big(x),
            Value::Array(_) => return None,
        })
    }

    fn fold_small_int(&mut self, n: Node, a: Term, b: Option<Term>) -> Option<Term> {
        let a = self.as_int64(a)?;
        let b = b.map_or(Some(0), |b| self.as_int64(b))?;
        let x = small_int(n, a, b)?;
        Some(if n.sort().is_bits() { self.bits(n.width(), x) } else { self.int((x as i64).into()) })
    }

    /// The value of a constant term.
    pub(crate) fn const_value(&self, t: Term) -> Value {
        let n = self.node(t);
        match n.tag() {
            Tag::Const => Value::bits(n.width(), n.value()),
            Tag::Wide => bits(n.width(), self.wide.values[n.a() as usize].clone()),
            Tag::IntConst => Value::Int(self.ints.values[n.a() as usize].clone()),
            t => unreachable!("{t:?} is no constant"),
        }
    }
}
