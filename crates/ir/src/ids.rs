//! Small typed indices. Each prints as it appears in the text form (`v17`, `block3`, ...).

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Default, Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            /// The index as a `usize`, for indexing vectors.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

id!(/// A function of the program.
    FuncId, "f");
id!(/// A global variable of the program.
    GlobalId, "g");
id!(/// A basic block of one function; `block0` is the entry.
    BlockId, "block");
id!(/// A register of one function; written exactly once (SSA).
    Reg, "v");
id!(/// A constant in a function's pool.
    ConstId, "c");
id!(/// A source location in `Program::locs`; `loc0` is "unknown".
    LocId, "loc");
id!(/// A source file in `Program::files`.
    FileId, "file");
id!(/// A target of the run, by its position in the list of targets.
    TargetId, "target");

/// An operand: a register or a constant of the function's pool, in one word.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Opnd(u32);

const CONST_BIT: u32 = 1 << 31;

/// An operand, taken apart.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OpndKind {
    Reg(Reg),
    Const(ConstId),
}

impl Opnd {
    /// The operand that reads a register.
    #[inline]
    pub fn reg(r: Reg) -> Opnd {
        debug_assert!(r.0 & CONST_BIT == 0);
        Opnd(r.0)
    }
    /// The operand that reads a constant.
    #[inline]
    pub fn constant(c: ConstId) -> Opnd {
        debug_assert!(c.0 & CONST_BIT == 0);
        Opnd(c.0 | CONST_BIT)
    }
    /// Which of the two it is.
    #[inline]
    pub fn kind(self) -> OpndKind {
        if self.0 & CONST_BIT == 0 { OpndKind::Reg(Reg(self.0)) } else { OpndKind::Const(ConstId(self.0 & !CONST_BIT)) }
    }
    /// The register read, if it is one.
    #[inline]
    pub fn as_reg(self) -> Option<Reg> {
        if self.0 & CONST_BIT == 0 { Some(Reg(self.0)) } else { None }
    }
    /// The constant read, if it is one.
    #[inline]
    pub fn as_const(self) -> Option<ConstId> {
        if self.0 & CONST_BIT != 0 { Some(ConstId(self.0 & !CONST_BIT)) } else { None }
    }
}

impl From<Reg> for Opnd {
    fn from(r: Reg) -> Opnd {
        Opnd::reg(r)
    }
}

impl fmt::Debug for Opnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            OpndKind::Reg(r) => write!(f, "{r}"),
            OpndKind::Const(c) => write!(f, "{c}"),
        }
    }
}
