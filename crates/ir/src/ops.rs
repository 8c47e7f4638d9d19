//! The operations of instructions, and the formats of floats.

/// Arithmetic and bit operations on equal widths. Division by zero is an error, and so is the quotient or remainder of the smallest number
/// and -1 where the machine traps ([`BinOp::traps`]). A shift by the width or more is undefined: it has any value (see `Inst::Any`), or is
/// an error where that is asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

impl BinOp {
    /// Is the second operand an amount to shift by?
    pub fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::LShr | BinOp::AShr)
    }

    /// Does the machine trap at the smallest number divided by -1 (and at its remainder)? It has no instruction for other widths: code that
    /// divides these works on wider numbers or on parts, and goes on.
    pub fn traps(self, w: u32, ptr_bits: u32) -> bool {
        matches!(self, BinOp::SDiv | BinOp::SRem) && matches!(w, 8 | 16 | 32 | 64) && w <= ptr_bits
    }
}

/// Integer and pointer comparisons; the result has width 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CmpOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

/// Width changes and pointer/integer reinterpretation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CastOp {
    ZExt,
    SExt,
    Trunc,
    /// Pointer to integer, then zero-extended or truncated to the result's width.
    PtrToInt,
    /// Integer, zero-extended or truncated to pointer width, to pointer.
    IntToPtr,
}

/// One-operand bit operations; result width = operand width.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    ByteSwap,
    BitReverse,
    PopCount,
    LeadingZeros,
    TrailingZeros,
}

/// Arithmetic that also tells whether it overflowed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum OverflowOp {
    SAdd,
    UAdd,
    SSub,
    USub,
    SMul,
    UMul,
}

/// The float formats; values are bit vectors of 16, 32, 64, 80 (x87, explicit integer bit) and 128 bits.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    F16,
    F32,
    F64,
    F80,
    F128,
}

impl FloatKind {
    pub fn width(self) -> u32 {
        match self {
            FloatKind::F16 => 16,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::F80 => 80,
            FloatKind::F128 => 128,
        }
    }
}

/// Operations on two floats of the same kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FBinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    CopySign,
    MinNum,
    MaxNum,
}

/// Operations on one float.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FUnOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    RoundEven,
    RoundAway,
}

/// Which relations make the comparison true. Unordered: either is NaN.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct FCmp {
    pub lt: bool,
    pub eq: bool,
    pub gt: bool,
    pub unordered: bool,
}

impl FCmp {
    /// Two numbers that are not the same one.
    pub const OTHER: FCmp = FCmp { lt: true, eq: false, gt: true, unordered: false };
}

/// Float conversions; the integer side's width is that of its register.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FCastOp {
    FloatToFloat {
        from: FloatKind,
        to: FloatKind,
    },
    /// Towards zero; undefined (any value, see `Inst::Any`) for what does not fit.
    FloatToSigned(FloatKind),
    FloatToUnsigned(FloatKind),
    /// The same, but what does not fit gives the nearest number that does, and NaN 0.
    SaturatingSigned(FloatKind),
    SaturatingUnsigned(FloatKind),
    SignedToFloat(FloatKind),
    UnsignedToFloat(FloatKind),
}
