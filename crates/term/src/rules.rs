//! The rewrite rules by name. Their code is in the constructors (`build`),
//! their examples and proofs in the crate's tests.

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// A rewrite rule, documented as `match => result`. In the documentation
        /// `x`, `y`, `z` are terms, `c`, `d`, `k` constants, `p`, `q` single bits,
        /// and `h . l` is concatenation.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Rule { $($(#[$doc])* $name),* }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name),*];
        }
    };
}

pub(crate) const RULES: usize = Rule::ALL.len();

rules! {
    /// `f(c, ..)` on constants only `=>` the constant.
    Fold,
    /// `f(c, x) => f(x, c)` for commutative `f`; other arguments by age.
    Commute,
    /// `f(ite(p, c, d), k) => ite(p, f(c, k), f(d, k))`; also unary `f`, and two
    /// choices on one condition.
    LiftIte,

    /// `x + y => x ^ y` on one bit.
    AddBit,
    /// `x + 0 => x`.
    AddZero,
    /// `(x + c) + d => x + (c + d)`.
    AddAddConst,
    /// `(c - x) + d => (c + d) - x`.
    AddSubConst,
    /// `-x + c => c - x`, `x * -c + d => d - x * c`.
    AddNeg,
    /// `~x + 1 => -x`.
    AddNotOne,
    /// `(x . c) + d => (x + carry + high(d)) . (c + low(d))`.
    AddConcat,
    /// `x + x => x << 1`.
    AddSame,
    /// `x + ~x => -1`.
    AddNot,
    /// `x + y => x | y` where no bit can be set in both.
    AddDisjoint,
    /// `(x + c) + y => (x + y) + c`, `x - (y + c) => (x - y) - c`,
    /// `(c - x) + y => (y - x) + c`; `h . c` is `(h . 0) + c` here.
    SumPull,
    /// `(x - y) + z => (x + z) - y`, `x - -y => x + y`, `x - (y - z) => (x + z) - y`.
    SumSign,
    /// `(x + z) + y => (x + y) + z`: operands by age.
    SumOrder,
    /// `x * c + x * d => x * (c + d)`, also where one of them is subtracted, and
    /// in longer sums.
    SumCollect,
    /// `x - x => 0`.
    SubSame,
    /// `x - y => x ^ y` on one bit.
    SubBit,
    /// `x - c => x + -c`.
    SubConst,
    /// `x - (x / y) * y => x rem y`, `x + (x / c) * -c => x rem c`, signed and unsigned.
    SubQuotient,
    /// `0 - x => -x`.
    SubZero,
    /// `-x => x` on one bit.
    NegBit,
    /// `--x => x`.
    NegNeg,
    /// `-(x - y) => y - x`.
    NegSub,
    /// `-(x + c) => -c - x`.
    NegAdd,
    /// `-~x => x + 1`.
    NegNot,
    /// `-(x * c) => x * -c`.
    NegMul,
    /// `x * y => x & y` on one bit.
    MulBit,
    /// `x * 0 => 0`.
    MulZero,
    /// `x * 1 => x`.
    MulOne,
    /// `x * -1 => -x`.
    MulMinusOne,
    /// `x * 2^k => x << k`.
    MulPower,
    /// `(x * c) * d => x * (c * d)`.
    MulMulConst,
    /// `-x * c => x * -c`.
    MulNeg,
    /// `(x + c) * d => x * d + c * d`.
    MulAddConst,
    /// `(x << k) * c => x * (c << k)`.
    MulShl,

    /// `x * y` unsigned cannot be too large: few bits, or a factor 0 or 1.
    UMulOverSmall,
    /// `x * c` unsigned is too large `=> max / c < x`.
    UMulOverConst,
    /// `x * y` signed is too large on one bit `=> x & y`.
    SMulOverBit,
    /// `x * y` signed cannot be too large: few bits, or a factor 0 or 1.
    SMulOverSmall,
    /// `x * c` signed is too large `=> x < min / c | max / c < x`, the ends swapped for negative `c`.
    SMulOverConst,

    /// `x udiv 0 => -1`.
    UDivZero,
    /// `x udiv 2^k => x >> k`.
    UDivPower,
    /// `zext(x) udiv c => zext(x udiv c)` where `c` fits.
    UDivZext,
    /// `(x udiv c) udiv d => x udiv (c * d)`, or 0 where `c * d` does not fit.
    UDivUDiv,
    /// `(x urem y) udiv y => 0`, by zero all ones.
    UDivURem,
    /// `x udiv (1 << y) => x >> y` where `y` is below the width, else all ones.
    UDivShifted,
    /// `x urem (1 << y) => x & ((1 << y) - 1)`.
    URemShifted,
    /// `x urem x => 0`, `0 urem x => 0`.
    URemSame,
    /// `x urem 0 => x`.
    URemZero,
    /// `x urem 2^k => x & (2^k - 1)`.
    URemPower,
    /// `zext(x) urem c => zext(x urem c)` where `c` fits, else `zext(x)`.
    URemZext,
    /// `(x urem c) urem d => x urem c` where `c <= d`, `(x urem y) urem y => x urem y`.
    URemURem,
    /// `zext(x) urem zext(y) => zext(x urem y)`, `x` and `y` of one width.
    URemZextZext,
    /// `x sdiv y => x udiv y` where both are known not to be negative.
    SDivUnsigned,
    /// `x sdiv 0 => ite(x < 0, 1, -1)`.
    SDivZero,
    /// `x sdiv -1 => -x`.
    SDivMinusOne,
    /// `x sdiv 1 => x`.
    SDivOne,
    /// `sext(x) sdiv c => sext(x sdiv c)` where `c` fits and is not 0 or -1.
    SDivSext,
    /// `x srem 0 => x`.
    SRemZero,
    /// `x srem 1 => 0`, `x srem -1 => 0`, `x srem x => 0`.
    SRemOne,
    /// `x srem y => x urem y` where both are known not to be negative.
    SRemUnsigned,
    /// `sext(x) srem c => sext(x srem c)` where `c` fits and is not 0 or -1.
    SRemSext,

    /// `0 << x => 0`, `x << 0 => x`, and the right shifts.
    ShiftZero,
    /// `x << y => x & ~y` on one bit, and the logical right shift.
    ShiftBit,
    /// `x << k => low(x) . 0`, or 0.
    ShlConst,
    /// `-x << c => -(x << c)`.
    ShlNeg,
    /// `x >> k => zext(high(x))`, or 0.
    LShrConst,
    /// `x ashr k => sext(high(x))`.
    AShrConst,
    /// `x ashr y => x` on one bit or where `x` is -1.
    AShrSign,

    /// `x & x => x`.
    AndSame,
    /// `x & 0 => 0`.
    AndZero,
    /// `x & -1 => x`.
    AndOnes,
    /// `(x & c) & d => x & (c & d)`.
    AndAndConst,
    /// `zext(x) & c => zext(x & low(c))`.
    AndZext,
    /// `(x . y) & c => (x & high(c)) . (y & low(c))`.
    AndConcat,
    /// `x & mask => zext(field(x) . 0)` where the mask is one block of ones.
    AndMask,
    /// `x & ~x => 0`; comparisons have complements too.
    AndNot,
    /// `x & zext(y) => zext(low(x) & y)`.
    AndZextAny,
    /// `x & (x & y) => x & y`, `x & (x | y) => x`.
    AndAbsorb,
    /// `x & (~x & y) => 0`.
    AndAndNot,
    /// `x & (~x | y) => x & y`.
    AndOrNot,
    /// `x == k & test(x) =>` `x == k` or false, by the test of `k`.
    AndTest,
    /// `x | x => x`.
    OrSame,
    /// `x | 0 => x`.
    OrZero,
    /// `x | -1 => -1`.
    OrOnes,
    /// `(x | c) | d => x | (c | d)`.
    OrOrConst,
    /// `x | mask => high(x) . -1` or `-1 . low(x)` where the mask is a block of
    /// ones at one end.
    OrMask,
    /// `x | ~x => -1`; comparisons have complements too.
    OrNot,
    /// `x | (x | y) => x | y`, `x | (x & y) => x`.
    OrAbsorb,
    /// `x | (~x | y) => -1`.
    OrOrNot,
    /// `x | (~x & y) => x | y`.
    OrAndNot,
    /// `x != k | test(x) =>` `x != k` or true, by the test of `k`.
    OrTest,
    /// `(x . y) f c => (x f high(c)) . (y f low(c))` for or and xor; a zero
    /// extension counts as a concatenation.
    MergeConst,
    /// `zext(x) f zext(y) => zext(x f y)` in the larger width, for or and xor.
    MergeZext,
    /// `(x . y) f (u . v) => (x f u) . (y f v)` for or and xor, split at one place
    /// and with a constant part.
    MergeConcat,
    /// `(x . y) f zext(z) => x . (y f zext(z))` where `z` is not wider than `y`,
    /// for or and xor.
    MergeConcatZext,
    /// `x ^ x => 0`.
    XorSame,
    /// `x ^ 0 => x`.
    XorZero,
    /// `x ^ -1 => ~x`.
    XorOnes,
    /// `(x ^ c) ^ d => x ^ (c ^ d)`.
    XorXorConst,
    /// `~x ^ c => x ^ ~c`.
    XorNotConst,
    /// `x ^ ~x => -1`.
    XorNot,
    /// `~x ^ y => ~(x ^ y)`.
    XorNotOut,
    /// `x ^ (x ^ y) => y`.
    XorCancel,
    /// `~~x => x`.
    NotNot,
    /// `~(x < y) => y <= x`, and the other orders.
    NotCompare,
    /// `~(x ^ c) => x ^ ~c`.
    NotXor,

    /// `zext(zext(x)) => zext(x)`.
    ZextZext,
    /// `sext(sext(x)) => sext(x)`.
    SextSext,
    /// `sext(zext(x)) => zext(x)`.
    SextZext,
    /// `extract(extract(x)) => extract(x)`.
    ExtractExtract,
    /// `extract(zext(x)) =>` a part of `x` and zeros.
    ExtractZext,
    /// `extract(sext(x)) =>` a part of `x` and copies of its sign.
    ExtractSext,
    /// `extract(x . y) =>` a part of `x`, of `y`, or of both.
    ExtractConcat,
    /// `extract(f(x)) => f(extract(x))` for not, and low bits of neg, where
    /// `extract(x)` simplifies.
    ExtractUnary,
    /// `extract(f(x, y)) => f(extract(x), extract(y))` for bitwise operations, and
    /// low bits of sums and products, where both simplify.
    ExtractBinary,
    /// `extract(ite(p, x, y)) => ite(p, extract(x), extract(y))` where both simplify.
    ExtractIte,
    /// `0 . x => zext(x)`.
    ConcatZero,
    /// `zext(x) . y => zext(x . y)`.
    ConcatZext,
    /// `(x . y) . z => x . (y . z)`.
    ConcatAssoc,
    /// `extract(x) . extract(x) => extract(x)` where the two touch.
    ConcatExtract,
    /// `x . (y . z) => xy . z` where `x` and `y` are constants or touch.
    ConcatChain,
    /// `c . zext(x) => (c . 0) . x`.
    ConcatConstZext,

    /// `ite(1, x, y) => x`, `ite(0, x, y) => y`.
    IteConst,
    /// `ite(p, x, x) => x`.
    IteSame,
    /// `ite(~p, x, y) => ite(p, y, x)`.
    IteNot,
    /// `ite(p, 1, q) => p | q`, `ite(p, p, q) => p | q`, `ite(p, q, 1) => ~p | q`.
    IteOr,
    /// `ite(p, q, 0) => p & q`, `ite(p, q, p) => p & q`, `ite(p, 0, q) => ~p & q`.
    IteAnd,
    /// `ite(p, 1, 0) => zext(p)`, `ite(p, 0, 1) => zext(~p)`.
    IteZext,
    /// `ite(p, -1, 0) => sext(p)`, `ite(p, 0, -1) => sext(~p)`.
    IteSext,
    /// `ite(x == y, x, y) => y`.
    IteEq,
    /// `ite(p, zext(x), zext(y)) => zext(ite(p, x, y))`, and sext.
    IteExtend,
    /// `ite(p, ite(p, x, y), z) => ite(p, x, z)`, and the other arm.
    IteSameCond,
    /// `ite(p, ite(q, x, y), y) => ite(p & q, x, y)`, and its mirror images.
    IteJoin,

    /// `x < x => false`, `x <= x => true`.
    LessSame,
    /// `p < q`, `p <= q` on one bit `=>` connectives.
    LessBit,
    /// `f(ite(p, c, ..), k) => ite(p, f(c, k), ..)` for comparisons `f`, up to eight
    /// constants.
    CompareIte,
    /// `x <= c => x < c + 1`, `c <= x => c - 1 < x`, unsigned; true at the ends.
    UleConst,
    /// Unsigned `x < 0 => false`, `x < 1 => x == 0`, `x < max => x != max`, and
    /// mirrored.
    UltExtreme,
    /// Unsigned `zext(x) < c => x < c` where `c` fits, else true; mirrored.
    UltZextConst,
    /// Unsigned `sext(x) < c => x < c` where `c` is a sign extension, else the
    /// sign of `x`; mirrored.
    UltSextConst,
    /// Unsigned `x urem c < d => true` where `c <= d`; mirrored.
    UltURem,
    /// Unsigned `(x & c) < d => true` where `c < d`; mirrored.
    UltAnd,
    /// Unsigned `max / y < x =>` does `x * y` not fit; negated for `x <= max / y`.
    UltQuotient,
    /// Unsigned `max / y <= x =>` `x * y`, or `x * y + y`, does not fit; `y == 0 & x == max`.
    UleQuotient,
    /// Signed `max / y < x`, `min / y < x` and mirrored: does `x * y`, or `(x - 1) * y`, or `(x + 1) * y` not fit; by the signs.
    SltQuotient,
    /// Unsigned `x + y < x => ~x < y`, `x + c < x => ~c < x`, `x < x + c => x < -c`; negated for weak ones.
    UltSum,
    /// Unsigned `x urem y < y => y != 0`.
    UltURemSame,
    /// Unsigned `x < x udiv y => y == 0 & x != max`, `x < x urem y => false`; negated for weak ones.
    UltPart,
    /// Unsigned `x * y < 2^k`, the product exact and its factors below `2^k`, `=>` does it fit `k` bits; mirrored.
    UltProduct,
    /// Unsigned order of two zero or two sign extensions `=>` of their arguments.
    LessExtend,
    /// `x <= c => x < c + 1`, `c <= x => c - 1 < x`, signed; true at the ends.
    SleConst,
    /// Signed `x < min => false`, `x < min + 1 => x == min`, `x < max => x != max`,
    /// and mirrored.
    SltExtreme,
    /// Signed order of an extension and a constant `=>` of the argument, unsigned
    /// for zero extensions; or true or false.
    SltExtendConst,
    /// Signed order of two extensions `=>` of their arguments, unsigned for zero
    /// extensions.
    SignedExtend,

    /// `x == x => true`.
    EqSame,
    /// `p == 1 => p`, `p == 0 => ~p`, `p == q => ~(p ^ q)`.
    EqBit,
    /// `x + c == k => x == k - c`.
    EqAddConst,
    /// `c - x == k => x == c - k`.
    EqSubConst,
    /// `x - y == 0 => x == y`, `x ^ y == 0 => x == y`.
    EqDifference,
    /// `-x == k => x == -k`.
    EqNegConst,
    /// `~x == k => x == ~k`.
    EqNotConst,
    /// `x ^ c == k => x == c ^ k`.
    EqXorConst,
    /// `zext(x) == k => x == k` where `k` fits, else false; and sext.
    EqExtendConst,
    /// `x . y == k => x == high(k) & y == low(k)`.
    EqConcatConst,
    /// `x * c == k => x == k / c` for odd `c`.
    EqMulConst,
    /// `1 << x == 0 =>` is `x` at least the width.
    EqShifted,
    /// `x & c == k`, `x | c == k`, `x urem c == k => false` where it cannot be.
    EqImpossible,
    /// `zext(x) == zext(y) => x == y` in the larger width; and sext.
    EqExtend,
    /// `~x == ~y => x == y`, `-x == -y => x == y`.
    EqUnary,
    /// `x . y == u . v => x == u & y == v`, split at one place.
    EqConcat,
    /// `x . y == zext(z) => x == 0 & y == zext(z)` where `z` is not wider than `y`.
    EqConcatZext,
    /// `x + c == y + d => x == y + (d - c)`.
    EqAddAdd,
    /// `x + y == x + z => y == z`, `x + y == x => y == 0`, `x ^ y == x => y == 0`.
    EqCancel,
    /// `(x * y) / x == y =>` the product fits; `x` is not 0 or `y` all ones; signed also for the least number times -1.
    EqQuotient,
    /// `(x / y) * y == x => x rem y == 0`, signed and unsigned.
    EqMultiple,
    /// `zext(low(x)) == x => x < 2^k`, `sext(low(x)) == x => x + 2^(k-1) < 2^k` for `k` low bits.
    EqNarrowed,
    /// `high(x * y) == 0`, the product exact and its factors not wider than what is left, `=>` does it fit.
    EqProductHigh,

    /// `i + 0 => i`, `i * 1 => i`, `i / 1 => i` on integers.
    IntIdentity,
    /// `(i + c) + d => i + (c + d)`, `(c - i) + d => (c + d) - i`, `-i + c => c - i` on integers.
    IAddConst,
    /// Integer sums by age, multiples of one term collected, constants last.
    IntSum,
    /// `i - i => 0` on integers.
    ISubSame,
    /// `i - c => i + -c` on integers.
    ISubConst,
    /// `i * 0 => 0` on integers.
    IMulZero,
    /// `(i + c) * d => i * d + c * d`, `(i * c) * d => i * (c * d)`, `i * -c => -(i * c)` on integers.
    IMulConst,
    /// `0 / i => 0`, `i / 0 => 0` on integers.
    IDivZero,
    /// `i / -1 => -i` on integers.
    IDivMinusOne,
    /// `i / i => ite(i == 0, 0, 1)` on integers.
    IDivSame,
    /// `(i * c) / d => i * (c / d)`, `(i * c) rem d => 0` where `d` divides `c`, and sums of such.
    IDivExact,
    /// `(i / c) / d => i / (c * d)` on integers.
    IDivDiv,
    /// `i rem 0 => i`, `0 rem i => 0` on integers.
    IRemZero,
    /// `i rem 1 => 0`, `i rem -1 => 0`, `i rem i => 0` on integers.
    IRemOne,
    /// `--i => i` on integers.
    INegNeg,
    /// `-(i - j) => j - i`, `-(i + j) =>` both subtracted from nothing, on integers.
    INegSum,
    /// `i < i => false`, `i <= i => true` on integers, also where they come out equal but for a constant.
    IntOrderSame,
    /// `i < j => i - j <= -1`, `i + c <= j + d => i - j <= d - c`: all of it on one side, on integers.
    IntOrder,
    /// `c * i <= d => i <= d / c`, rounded down, on integers.
    IntOrderDivide,
    /// `i / c <= d => i <= e`, and mirrored, on integers.
    IntOrderQuotient,
    /// `i == j => i - j == 0`, `i + c == j + d => i - j == d - c`: all of it on one side, on integers.
    IntEq,
    /// `c * i == d => i == d / c`, or false where that is not an integer.
    IntEqDivide,
    /// `i * j == 0 => i == 0 | j == 0` on integers.
    IntEqProduct,
    /// `bits2int(zext(x)) => bits2int(x)`, unsigned.
    Bits2IntZext,
    /// `int2bits(bits2int(x)) =>` the low bits or an extension of `x`.
    Int2BitsBack,

    /// `select(const(x), i) => x`.
    SelectConst,
    /// `select(store(a, i, x), i) => x`.
    SelectStore,
    /// `select(store(a, i, x), j) => select(a, j)` where `i` and `j` certainly differ.
    SelectSkip,
    /// `store(a, i, select(a, i)) => a`, `store(const(x), i, x) => const(x)`.
    StoreSame,
    /// `store(store(a, i, x), i, y) => store(a, i, y)`.
    StoreStore,

    /// `x < c => lo <= y & y <= hi` on floats, where `y` is `x`'s bits or an integer that `x` was made of; also `<=`, `==`,
    /// "is a NaN", and choices between such.
    FloatOrder,
    /// `cut(float(x) / c) => x udiv c`, and products with `c`, where the format holds `x` and `c` exactly; what does not fit stays apart.
    FloatWhole,
    /// `narrow(wide(x)) => x` where `x` is no NaN and the wide format holds all of the narrow one, also below signs and choices.
    FloatBack,
}
