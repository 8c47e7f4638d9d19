//! The shape of one node: names, sorts, operations.

use crate::float::{FloatKind, Round};
use std::fmt;
use std::num::NonZeroU32;

/// A name of a node in one [`crate::Terms`]. Two live terms of one store are
/// structurally equal exactly when their names are equal. Prints as `t17`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) NonZeroU32);

impl Term {
    /// Position in tables kept beside the store. Stable while the term lives;
    /// reused after [`crate::Terms::collect`] freed it.
    #[inline]
    pub fn raw(self) -> u32 {
        self.0.get()
    }
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize
    }

    #[inline]
    pub(crate) fn from_index(i: usize) -> Term {
        Term(NonZeroU32::new(i as u32).expect("term index 0 is reserved"))
    }

    #[inline]
    pub fn from_raw(i: u32) -> Term {
        Term::from_index(i as usize)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A variable, counted from 0 in order of creation. Prints as `x3`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

impl fmt::Debug for VarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

impl fmt::Display for VarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// The type of a term.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A bit vector of at least one bit; booleans are `Bits(1)`.
    Bits(u32),
    /// An unbounded integer.
    Int,
    /// A total map from `Bits(index)` to `Bits(elem)`.
    Array { index: u32, elem: u32 },
}

/// What a node computes from its arguments (see [`crate::Terms::args`]).
///
/// Bit-vector operations have the meaning SMT-LIB gives them, also where
/// machines trap: `x udiv 0` is all ones, `x urem 0` is `x`, `x sdiv 0` is 1
/// for negative `x` and -1 otherwise, `x srem 0` is `x`, and shifting by the
/// width or more gives 0 (`ashr`: copies of the sign).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A constant `Bits` (any width) or `Int`; see `as_const`, `as_wide`, `as_int`.
    Const,
    /// A variable of any sort.
    Var(VarId),
    Not,
    Neg,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    Shl,
    LShr,
    AShr,
    /// Equality of two terms of one sort (any sort).
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    /// Does the exact product of two unsigned numbers not fit their width? Of width 1.
    UMulOver,
    /// The same for signed numbers.
    SMulOver,
    /// `ite(condition, then, else)`, of any sort.
    Ite,
    /// `concat(hi, lo)`.
    Concat,
    /// Bits `lo .. lo + width`.
    Extract {
        lo: u32,
    },
    ZExt,
    SExt,
    /// Float arithmetic rounds to nearest even; the exact results, NaN bits
    /// included, are those of [`crate::float`].
    FAdd(FloatKind),
    FSub(FloatKind),
    FMul(FloatKind),
    FDiv(FloatKind),
    /// C's `fmod`: the sign of the dividend, exact.
    FRem(FloatKind),
    /// `a * b + c` rounded once.
    Fma(FloatKind),
    FSqrt(FloatKind),
    /// Rounds to an integral value.
    FRound(FloatKind, Round),
    FEq(FloatKind),
    FLt(FloatKind),
    FLe(FloatKind),
    /// One of the two is a NaN.
    FUnordered(FloatKind),
    F2F {
        from: FloatKind,
        to: FloatKind,
    },
    /// Toward zero; NaN and what does not fit give the bit pattern `100..0`.
    F2Si(FloatKind),
    /// Toward zero; NaN and what does not fit give the bit pattern `100..0`.
    F2Ui(FloatKind),
    Si2F(FloatKind),
    Ui2F(FloatKind),
    IAdd,
    ISub,
    IMul,
    /// Toward zero; by zero gives 0.
    IDiv,
    /// Sign of the dividend; by zero gives the dividend.
    IRem,
    INeg,
    ILe,
    ILt,
    Bits2Int {
        signed: bool,
    },
    /// Modulo `2^width`.
    Int2Bits,
    /// Every element is the argument.
    ArrayConst,
    Select,
    /// `store(array, index, value)`.
    Store,
}

/// The arguments of a node: at most three terms, no heap.
#[derive(Copy, Clone)]
pub struct ArgList {
    pub(crate) len: u8,
    pub(crate) terms: [Term; 3],
}

impl std::ops::Deref for ArgList {
    type Target = [Term];
    #[inline]
    fn deref(&self) -> &[Term] {
        &self.terms[..self.len as usize]
    }
}

impl IntoIterator for ArgList {
    type Item = Term;
    type IntoIter = std::iter::Take<std::array::IntoIter<Term, 3>>;
    fn into_iter(self) -> Self::IntoIter {
        self.terms.into_iter().take(self.len as usize)
    }
}

impl fmt::Debug for ArgList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The operation without its parameters, as stored in a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Tag {
    /// A slot freed by `collect`.
    Free,
    /// Value in `a` (low half) and `b` (high half).
    Const,
    /// Index into the table of wide constants in `a`.
    Wide,
    /// Index into the table of Int constants in `a`.
    IntConst,
    /// Variable number in `a`.
    Var,
    Not,
    Neg,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    Shl,
    LShr,
    AShr,
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    UMulOver,
    SMulOver,
    Ite,
    Concat,
    /// `lo` in `b`.
    Extract,
    ZExt,
    SExt,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    Fma,
    FSqrt,
    /// Rounding mode in `b`.
    FRound,
    FEq,
    FLt,
    FLe,
    FUnordered,
    F2F,
    F2Si,
    F2Ui,
    Si2F,
    Ui2F,
    IAdd,
    ISub,
    IMul,
    IDiv,
    IRem,
    INeg,
    ILe,
    ILt,
    Bits2UInt,
    Bits2SInt,
    Int2Bits,
    ArrayConst,
    Select,
    Store,
}

impl Tag {
    /// The operation with this number.
    pub(crate) fn from_byte(b: u8) -> Option<Tag> {
        // SAFETY: the numbers go from 0 to that of the last one without a gap.
        (b <= Tag::Store as u8).then(|| unsafe { std::mem::transmute::<u8, Tag>(b) })
    }

    /// How many of `a`, `b`, `c` are terms.
    #[inline]
    pub(crate) fn arity(self) -> usize {
        use Tag::*;
        match self {
            Free | Const | Wide | IntConst | Var => 0,
            Not | Neg | Extract | ZExt | SExt | FSqrt | FRound | F2F | F2Si | F2Ui | Si2F | Ui2F | INeg | Bits2UInt
            | Bits2SInt | Int2Bits | ArrayConst => 1,
            Ite | Fma | Store => 3,
            _ => 2,
        }
    }

    /// Arguments and result all have the node's own width.
    #[inline]
    pub(crate) fn same_width(self) -> bool {
        (Tag::Not as u8..=Tag::AShr as u8).contains(&(self as u8))
    }

    #[inline]
    pub(crate) fn is_const(self) -> bool {
        matches!(self, Tag::Const | Tag::Wide | Tag::IntConst)
    }
}

/// Sort in 24 bits: plain widths are themselves; above them `Int` and arrays.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct SortCode(pub u32);

impl SortCode {
    pub(crate) const INT: SortCode = SortCode(1 << 22);
    pub(crate) const ARRAY: u32 = 2 << 22;
    pub(crate) const MAX_WIDTH: u32 = (1 << 22) - 1;

    #[inline]
    pub(crate) fn is_bits(self) -> bool {
        self.0 < (1 << 22)
    }
    #[inline]
    pub(crate) fn is_small(self) -> bool {
        self.0 <= 64
    }
}

/// One node. Sixteen bytes; a test pins that.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub(crate) struct Node {
    /// Operation (8 bits), sort (24 bits), `a` (32 bits). Whole words travel in
    /// registers and hash without being put together.
    low: u64,
    /// `b` and `c`, 32 bits each.
    high: u64,
}

const _: () = assert!(std::mem::size_of::<Node>() == 16);

impl Node {
    #[inline]
    pub(crate) fn new(tag: Tag, sort: SortCode, a: u32, b: u32, c: u32) -> Node {
        let head = tag as u32 | sort.0 << 8;
        Node { low: head as u64 | (a as u64) << 32, high: b as u64 | (c as u64) << 32 }
    }

    #[inline]
    pub(crate) fn tag(self) -> Tag {
        // SAFETY: the low byte is only ever written from a `Tag` in `new`.
        unsafe { std::mem::transmute::<u8, Tag>(self.low as u8) }
    }

    #[inline]
    pub(crate) fn sort(self) -> SortCode {
        SortCode(self.low as u32 >> 8)
    }

    /// The width of a `Bits` node.
    #[inline]
    pub(crate) fn width(self) -> u32 {
        self.low as u32 >> 8
    }

    /// The value of a `Const` node.
    #[inline]
    pub(crate) fn value(self) -> u64 {
        self.low >> 32 | self.high << 32
    }

    #[inline]
    pub(crate) fn a(self) -> u32 {
        (self.low >> 32) as u32
    }
    #[inline]
    pub(crate) fn b(self) -> u32 {
        self.high as u32
    }
    #[inline]
    pub(crate) fn c(self) -> u32 {
        (self.high >> 32) as u32
    }
    #[inline]
    pub(crate) fn ta(self) -> Term {
        Term::from_raw(self.a())
    }
    #[inline]
    pub(crate) fn tb(self) -> Term {
        Term::from_raw(self.b())
    }
    #[inline]
    pub(crate) fn tc(self) -> Term {
        Term::from_raw(self.c())
    }

    #[inline]
    pub(crate) fn args(self) -> ArgList {
        let one = Term(NonZeroU32::MIN);
        let len = self.tag().arity();
        let get = |i: usize, x: u32| {
            if i < len { Term::from_raw(x) } else { one }
        };
        ArgList { len: len as u8, terms: [get(0, self.a()), get(1, self.b()), get(2, self.c())] }
    }

    #[inline]
    pub(crate) fn hash(self) -> u64 {
        const K: u64 = 0x9e37_79b9_7f4a_7c15;
        let (lo, hi) = (self.low, self.high);
        let m = (lo ^ K) as u128 * (hi ^ 0xd6e8_feb8_6659_fd93) as u128;
        let x = (m as u64) ^ ((m >> 64) as u64) ^ lo;
        (x ^ (x >> 32)).wrapping_mul(K)
    }
}
