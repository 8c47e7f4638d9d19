//! Concrete float arithmetic on bit patterns, exact for every kind.
//!
//! f32 and f64 use the machine's operations; the other kinds are computed
//! exactly with big integers and rounded once. Rounding is to nearest even.
//! NaN results are fixed so that folding, evaluation and solvers agree: the
//! first NaN operand made quiet, else the negative quiet NaN that x86 makes
//! for invalid operations.
//!
//! An `F80` with a nonzero exponent and a clear integer bit is no number and
//! counts as a NaN; one with a zero exponent and a set integer bit is read as
//! if the exponent were one, as x87 does.

pub(crate) mod soft;

use num_bigint::{BigInt, BigUint, Sign};

/// A float format, held in a bit vector of [`FloatKind::width`] bits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatKind {
    /// IEEE half.
    F16,
    /// IEEE single.
    F32,
    /// IEEE double.
    F64,
    /// x87 extended: sign, 15 exponent bits, explicit integer bit, 63 fraction bits.
    F80,
    /// IEEE quad.
    F128,
}

/// Rounding of a float to an integral value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Round {
    /// To the nearest, ties to even (`rint`, `roundeven`).
    NearestEven,
    /// `trunc`.
    TowardZero,
    /// `ceil`.
    Up,
    /// `floor`.
    Down,
    /// To the nearest, ties away from zero (`round`).
    NearestAway,
}

impl Round {
    pub(crate) fn from_code(c: u32) -> Round {
        match c {
            0 => Round::NearestEven,
            1 => Round::TowardZero,
            2 => Round::Up,
            3 => Round::Down,
            _ => Round::NearestAway,
        }
    }
}

impl FloatKind {
    /// Bits of the representation.
    pub fn width(self) -> u32 {
        match self {
            FloatKind::F16 => 16,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::F80 => 80,
            FloatKind::F128 => 128,
        }
    }

    /// The kind that has this width.
    pub fn of_width(w: u32) -> Option<FloatKind> {
        Some(match w {
            16 => FloatKind::F16,
            32 => FloatKind::F32,
            64 => FloatKind::F64,
            80 => FloatKind::F80,
            128 => FloatKind::F128,
            _ => return None,
        })
    }

    /// Bits of the exponent field.
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatKind::F16 => 5,
            FloatKind::F32 => 8,
            FloatKind::F64 => 11,
            FloatKind::F80 | FloatKind::F128 => 15,
        }
    }

    /// Bits of the significand, the integer bit (hidden or not) included.
    pub fn precision(self) -> u32 {
        match self {
            FloatKind::F16 => 11,
            FloatKind::F32 => 24,
            FloatKind::F64 => 53,
            FloatKind::F80 => 64,
            FloatKind::F128 => 113,
        }
    }

    /// Bits of the stored significand field.
    fn field(self) -> u32 {
        self.width() - 1 - self.exponent_bits()
    }

    fn max_exponent(self) -> u32 {
        (1 << self.exponent_bits()) - 1
    }

    /// Exponent of the unit in the last place of subnormal numbers.
    fn least(self) -> i64 {
        let bias = (self.max_exponent() / 2) as i64;
        1 - bias - (self.precision() as i64 - 1)
    }

    pub(crate) fn sign_bit(self) -> u128 {
        1 << (self.width() - 1)
    }

    fn quiet_bit(self) -> u128 {
        1 << (self.precision() - 2)
    }

    /// The NaN of invalid operations: negative and quiet.
    pub fn default_nan(self) -> u128 {
        self.sign_bit() | self.infinity() | self.quiet_bit()
    }

    /// Positive infinity.
    pub fn infinity(self) -> u128 {
        let e = (self.max_exponent() as u128) << self.field();
        if self == FloatKind::F80 { e | 1 << 63 } else { e }
    }
}

/// A number taken apart: `sig * 2^exp`.
enum Parts {
    Nan,
    Inf(bool),
    Finite(bool, u128, i64),
}

fn unpack(k: FloatKind, x: u128) -> Parts {
    let neg = x & k.sign_bit() != 0;
    let e = (x >> k.field()) as u32 & k.max_exponent();
    let frac = x & ((1u128 << k.field()) - 1);
    let explicit = k == FloatKind::F80;
    if explicit && e != 0 && frac >> 63 == 0 {
        return Parts::Nan;
    }
    if e == k.max_exponent() {
        let payload = if explicit { frac & !(1 << 63) } else { frac };
        return if payload == 0 { Parts::Inf(neg) } else { Parts::Nan };
    }
    let sig = if e != 0 && !explicit { frac | 1 << k.field() } else { frac };
    Parts::Finite(neg, sig, k.least() + e.max(1) as i64 - 1)
}

fn signed_zero(k: FloatKind, neg: bool) -> u128 {
    if neg { k.sign_bit() } else { 0 }
}

fn signed_inf(k: FloatKind, neg: bool) -> u128 {
    signed_zero(k, neg) | k.infinity()
}

/// Rounds `(sig + something below one if sticky) * 2^exp` to nearest even.
/// With `sticky`, `sig` must have at least two bits more than the precision.
fn pack(k: FloatKind, neg: bool, sig: BigUint, exp: i64, sticky: bool) -> u128 {
    let len = sig.bits() as i64;
    if len == 0 {
        return signed_zero(k, neg);
    }
    let p = k.precision() as i64;
    let mut q = (exp + len - p).max(k.least());
    let mut m: u128 = if q <= exp {
        low128(&(sig << (exp - q) as u64))
    } else {
        let cut = (q - exp) as u64;
        if cut > len as u64 + 1 {
            return signed_zero(k, neg); // below half of the least number
        }
        let m = low128(&(&sig >> cut));
        let half = sig.bit(cut - 1);
        let below = sticky || sig.trailing_zeros().unwrap_or(0) < cut - 1;
        m + (half && (below || m & 1 == 1)) as u128
    };
    if m >> p != 0 {
        m >>= 1;
        q += 1;
    }
    let field = q - k.least() + (m >> (p - 1)) as i64;
    if field >= k.max_exponent() as i64 {
        return signed_inf(k, neg);
    }
    let frac = if k == FloatKind::F80 { m } else { m & ((1u128 << k.field()) - 1) };
    signed_zero(k, neg) | (field as u128) << k.field() | frac
}

fn low128(x: &BigUint) -> u128 {
    let mut d = x.iter_u64_digits();
    let lo = d.next().unwrap_or(0) as u128;
    lo | (d.next().unwrap_or(0) as u128) << 64
}

/// Is it a NaN (for `F80`, or no number at all)?
pub fn is_nan(k: FloatKind, x: u128) -> bool {
    match k {
        FloatKind::F80 => matches!(unpack(k, x), Parts::Nan),
        _ => x & !k.sign_bit() > k.infinity(),
    }
}

/// The result when an operand is a NaN: the first such, made quiet.
fn nan_of(k: FloatKind, operands: &[u128]) -> Option<u128> {
    let x = *operands.iter().find(|&&x| is_nan(k, x))?;
    Some(quiet(k, x))
}

fn quiet(k: FloatKind, x: u128) -> u128 {
    if k == FloatKind::F80 && x & k.infinity() != k.infinity() {
        return k.default_nan(); // an unnormal is an invalid operand
    }
    x | k.quiet_bit()
}

fn f32_of(x: u128) -> f32 {
    f32::from_bits(x as u32)
}

fn f64_of(x: u128) -> f64 {
    f64::from_bits(x as u64)
}

fn from_f32(x: f32) -> u128 {
    if x.is_nan() { FloatKind::F32.default_nan() } else { x.to_bits() as u128 }
}

fn from_f64(x: f64) -> u128 {
    if x.is_nan() { FloatKind::F64.default_nan() } else { x.to_bits() as u128 }
}

/// Runs the machine's operation for f32 and f64, the exact one otherwise.
macro_rules! arith {
    ($k:expr, [$($x:ident),+], $native:expr, $native64:expr, $soft:expr) => {{
        if let Some(n) = nan_of($k, &[$($x),+]) {
            return n;
        }
        match $k {
            FloatKind::F32 => from_f32($native($(f32_of($x)),+)),
            FloatKind::F64 => from_f64($native64($(f64_of($x)),+)),
            _ => $soft($k, $($x),+),
        }
    }};
}

/// `a + b`.
pub fn add(k: FloatKind, a: u128, b: u128) -> u128 {
    arith!(k, [a, b], |x: f32, y: f32| x + y, |x: f64, y: f64| x + y, soft::add)
}

/// `a - b`.
pub fn sub(k: FloatKind, a: u128, b: u128) -> u128 {
    arith!(k, [a, b], |x: f32, y: f32| x - y, |x: f64, y: f64| x - y, soft::sub)
}

/// `a * b`.
pub fn mul(k: FloatKind, a: u128, b: u128) -> u128 {
    arith!(k, [a, b], |x: f32, y: f32| x * y, |x: f64, y: f64| x * y, soft::mul)
}

/// `a / b`.
pub fn div(k: FloatKind, a: u128, b: u128) -> u128 {
    arith!(k, [a, b], |x: f32, y: f32| x / y, |x: f64, y: f64| x / y, soft::div)
}

/// C's `fmod(a, b)`: exact, with the sign of `a`.
pub fn rem(k: FloatKind, a: u128, b: u128) -> u128 {
    arith!(k, [a, b], |x: f32, y: f32| x % y, |x: f64, y: f64| x % y, soft::rem)
}

/// `a * b + c`, rounded once.
pub fn fma(k: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    arith!(k, [a, b, c], f32::mul_add, f64::mul_add, soft::fma)
}

/// The square root.
pub fn sqrt(k: FloatKind, a: u128) -> u128 {
    arith!(k, [a], f32::sqrt, f64::sqrt, soft::sqrt)
}

/// Rounds to an integral value.
pub fn round(k: FloatKind, a: u128, mode: Round) -> u128 {
    if let Some(n) = nan_of(k, &[a]) {
        return n;
    }
    match k {
        FloatKind::F32 => from_f32(round_f64(f32_of(a) as f64, mode) as f32),
        FloatKind::F64 => from_f64(round_f64(f64_of(a), mode)),
        _ => soft::round(k, a, mode),
    }
}

/// An f32 goes through f64 unharmed: its integral value is an f32 again.
fn round_f64(x: f64, mode: Round) -> f64 {
    match mode {
        Round::NearestEven => x.round_ties_even(),
        Round::TowardZero => x.trunc(),
        Round::Up => x.ceil(),
        Round::Down => x.floor(),
        Round::NearestAway => x.round(),
    }
}
/// Numeric order; `None` when a NaN takes part.
pub fn compare(k: FloatKind, a: u128, b: u128) -> Option<std::cmp::Ordering> {
    match k {
        FloatKind::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        FloatKind::F64 => f64_of(a).partial_cmp(&f64_of(b)),
        _ => soft::compare(unpack(k, a), unpack(k, b)),
    }
}

/// Equal as numbers (ordered).
pub fn eq(k: FloatKind, a: u128, b: u128) -> bool {
    compare(k, a, b) == Some(std::cmp::Ordering::Equal)
}

/// Less (ordered).
pub fn lt(k: FloatKind, a: u128, b: u128) -> bool {
    compare(k, a, b) == Some(std::cmp::Ordering::Less)
}

/// Less or equal (ordered).
pub fn le(k: FloatKind, a: u128, b: u128) -> bool {
    matches!(compare(k, a, b), Some(o) if o.is_le())
}

/// One of them is a NaN.
pub fn unordered(k: FloatKind, a: u128, b: u128) -> bool {
    is_nan(k, a) || is_nan(k, b)
}

/// Conversion between kinds. A NaN keeps its sign and the top of its payload.
pub fn f2f(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    match (from, to) {
        (FloatKind::F32, FloatKind::F64) if !is_nan(from, a) => return from_f64(f32_of(a) as f64),
        (FloatKind::F64, FloatKind::F32) if !is_nan(from, a) => return from_f32(f64_of(a) as f32),
        _ => {}
    }
    match unpack(from, a) {
        Parts::Nan => {
            let a = quiet(from, a);
            // Align the fraction bits below the integer bit.
            let (pf, pt) = (from.precision() - 1, to.precision() - 1);
            let frac = a & ((1u128 << pf) - 1);
            let frac = if pt >= pf { frac << (pt - pf) } else { frac >> (pf - pt) };
            signed_inf(to, a & from.sign_bit() != 0) | frac | to.quiet_bit()
        }
        Parts::Inf(neg) => signed_inf(to, neg),
        Parts::Finite(neg, sig, exp) => pack(to, neg, BigUint::from(sig), exp, false),
    }
}

/// The number cut to an integer; `None` for NaN and infinities.
pub fn to_integer(k: FloatKind, a: u128) -> Option<BigInt> {
    let Parts::Finite(neg, sig, exp) = unpack(k, a) else {
        return None;
    };
    let m = if exp >= 0 {
        BigUint::from(sig) << exp as u64
    } else if exp <= -128 {
        BigUint::default()
    } else {
        BigUint::from(sig >> -exp as u32)
    };
    Some(BigInt::from_biguint(if neg { Sign::Minus } else { Sign::Plus }, m))
}

/// The nearest float to an integer.
pub fn from_integer(k: FloatKind, x: &BigInt) -> u128 {
    pack(k, x.sign() == Sign::Minus, x.magnitude().clone(), 0, false)
}

/// To a signed integer of `w` bits, `w` at most 128, toward zero. What does not
/// fit gives `1 << (w - 1)`.
pub fn f2si(k: FloatKind, a: u128, w: u32) -> u128 {
    if let Some(x) = as_f64(k, a)
        && w <= 64
    {
        let limit = 2f64.powi(w as i32 - 1);
        let x = x.trunc();
        let fits = x >= -limit && x < limit;
        return if fits { (x as i64 as u64 & crate::wide::mask64(w)) as u128 } else { 1 << (w - 1) };
    }
    low128_of(crate::wide::from_int(w, &f2si_big(k, a, w)))
}

/// To an unsigned integer of `w` bits, `w` at most 128, toward zero. What does
/// not fit gives `1 << (w - 1)`.
pub fn f2ui(k: FloatKind, a: u128, w: u32) -> u128 {
    if let Some(x) = as_f64(k, a)
        && w <= 64
    {
        let x = x.trunc();
        let fits = x >= 0.0 && x < 2f64.powi(w as i32);
        return if fits { x as u64 as u128 } else { 1 << (w - 1) };
    }
    low128_of(crate::wide::from_int(w, &f2ui_big(k, a, w)))
}

/// The value of an f32 or f64, NaN included.
fn as_f64(k: FloatKind, a: u128) -> Option<f64> {
    match k {
        FloatKind::F32 => Some(f32_of(a) as f64),
        FloatKind::F64 => Some(f64_of(a)),
        _ => None,
    }
}

/// [`f2si`] for any width.
pub fn f2si_big(k: FloatKind, a: u128, w: u32) -> BigInt {
    let half = BigInt::from(1) << (w - 1);
    match to_integer(k, a) {
        Some(x) if x < half && x >= -&half => x,
        _ => -half,
    }
}

/// [`f2ui`] for any width.
pub fn f2ui_big(k: FloatKind, a: u128, w: u32) -> BigInt {
    match to_integer(k, a) {
        Some(x) if x.sign() != Sign::Minus && x.bits() <= w as u64 => x,
        _ => BigInt::from(1) << (w - 1),
    }
}

/// From a signed integer of `w` bits, `w` at most 128.
pub fn si2f(k: FloatKind, a: u128, w: u32) -> u128 {
    let s = 128 - w;
    let x = ((a << s) as i128) >> s;
    match k {
        FloatKind::F32 => from_f32(x as f32),
        FloatKind::F64 => from_f64(x as f64),
        _ => from_integer(k, &BigInt::from(x)),
    }
}

/// From an unsigned integer of at most 128 bits.
pub fn ui2f(k: FloatKind, a: u128) -> u128 {
    match k {
        FloatKind::F32 => from_f32(a as f32),
        FloatKind::F64 => from_f64(a as f64),
        _ => from_integer(k, &BigInt::from(a)),
    }
}

fn low128_of(w: crate::value::Words) -> u128 {
    w[0] as u128 | (w.get(1).copied().unwrap_or(0) as u128) << 64
}
