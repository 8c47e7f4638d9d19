//! Blocks, instructions, terminators.

use crate::{
    BinOp, BlockId, CastOp, CmpOp, DynOp, ErrorKind, FBinOp, FCastOp, FCmp, FUnOp, FloatKind, FuncId, LocId, Opnd, OverflowOp,
    Reg, TargetId, UnOp,
};

/// A basic block: parameters, straight-line code, one terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub params: Vec<Reg>,
    pub insts: Vec<Inst>,
    pub term: Terminator,
    /// One per instruction, then one for the terminator.
    pub locs: Vec<LocId>,
}

/// A jump with the values for the target block's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub to: BlockId,
    pub args: Box<[Opnd]>,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    Jump(Edge),
    /// `cond` has width 1.
    Branch {
        cond: Opnd,
        then: Edge,
        els: Edge,
    },
    /// Case values have the operand's width (at most 64 bits; wider switches are lowered to branches), sorted, distinct.
    Switch {
        on: Opnd,
        cases: Box<[(u64, Edge)]>,
        default: Edge,
    },
    Return(Box<[Opnd]>),
    /// The source says control cannot come here; reaching it is an error of the program.
    Unreachable,
    /// Nothing we can run (`strings` index): the path ends as a counted loss.
    Unsupported {
        what: u32,
    },
}

/// The text of the `Unsupported` where an exception lands. No run comes there, but the places behind it can be reached: code that we do
/// not run may throw.
pub const LANDING: &str = "exception handling";

/// Who is called.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Opnd),
}

/// A call. For an indirect one `param_types`/`dst` tell the signature used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub callee: Callee,
    /// One register per scalar of the result.
    pub dst: Box<[Reg]>,
    /// Scalars of all arguments, variadic ones last.
    pub args: Box<[Opnd]>,
    /// How many of `args` are fixed parameters.
    pub fixed: u32,
    /// Size of the by-value copy for arguments passed `byval` (the operand is a pointer), else 0; parallel to `args`.
    pub byval: Box<[u64]>,
    /// Alignment in the variadic area for each argument, 0 = the natural slot; parallel to `args`.
    pub align: Box<[u32]>,
}

/// Straight-line instructions. Registers are written once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inst {
    /// A value nobody chose: a fresh symbol (an uninitialised local, `undef`).
    Undef {
        dst: Reg,
    },
    Copy {
        dst: Reg,
        a: Opnd,
    },
    /// `a`, unless `bad` (width 1) holds: then the operation it comes from is undefined (`what` says it, an index into `strings`) and the
    /// result is a value nobody chose, likely `a`. A path that depends on it is a counted loss.
    Any {
        dst: Reg,
        a: Opnd,
        bad: Opnd,
        what: u32,
    },
    /// An error of the program unless `ok` (width 1) holds; `what` says it, an index into `strings`.
    Require {
        ok: Opnd,
        kind: ErrorKind,
        what: u32,
    },
    /// `nsw`/`nuw`: overflow is an error of the program (checked on request), not a licence to assume.
    Bin {
        op: BinOp,
        nsw: bool,
        nuw: bool,
        dst: Reg,
        a: Opnd,
        b: Opnd,
    },
    Un {
        op: UnOp,
        dst: Reg,
        a: Opnd,
    },
    Cmp {
        op: CmpOp,
        dst: Reg,
        a: Opnd,
        b: Opnd,
    },
    Cast {
        op: CastOp,
        dst: Reg,
        a: Opnd,
    },
    /// Bits `lo .. lo + width(dst)` of `a`.
    Extract {
        dst: Reg,
        a: Opnd,
        lo: u32,
    },
    /// `hi` above `lo`; widths add up to that of `dst`.
    Concat {
        dst: Reg,
        hi: Opnd,
        lo: Opnd,
    },
    Select {
        dst: Reg,
        cond: Opnd,
        a: Opnd,
        b: Opnd,
    },
    Overflow {
        op: OverflowOp,
        dst: Reg,
        flag: Reg,
        a: Opnd,
        b: Opnd,
    },
    FBin {
        op: FBinOp,
        kind: FloatKind,
        dst: Reg,
        a: Opnd,
        b: Opnd,
    },
    FUn {
        op: FUnOp,
        kind: FloatKind,
        dst: Reg,
        a: Opnd,
    },
    /// a * b + c with one rounding.
    Fma {
        kind: FloatKind,
        dst: Reg,
        a: Opnd,
        b: Opnd,
        c: Opnd,
    },
    FCmp {
        op: FCmp,
        kind: FloatKind,
        dst: Reg,
        a: Opnd,
        b: Opnd,
    },
    FCast {
        op: FCastOp,
        dst: Reg,
        a: Opnd,
    },
    /// `dst = base + sext(index) * scale + disp`, in bytes; index is sign-extended or truncated to pointer width.
    Gep {
        dst: Reg,
        base: Opnd,
        index: Opnd,
        scale: i64,
        disp: i64,
    },
    /// Reads `ceil(width / 8)` bytes, little-endian.
    Load {
        dst: Reg,
        addr: Opnd,
        align: u32,
    },
    /// Writes `ceil(width / 8)` bytes; a width that is not a multiple of 8 is zero-extended.
    Store {
        addr: Opnd,
        val: Opnd,
        align: u32,
    },
    /// `size` bytes of stack memory, gone at the function's return; contents uninitialised. `name` is an index into `strings`.
    Alloca {
        dst: Reg,
        size: Opnd,
        align: u32,
        name: u32,
    },
    /// `len` bytes; overlapping is an error for `MemCopy { may_overlap: false }` (checked as equal-or-disjoint).
    MemCopy {
        dst: Opnd,
        src: Opnd,
        len: Opnd,
        may_overlap: bool,
    },
    /// Sets `len` bytes to the 8-bit `val`.
    MemSet {
        dst: Opnd,
        val: Opnd,
        len: Opnd,
    },
    Call(Box<Call>),
    /// Fills the target's `va_list` at `list` so that all variadic arguments come from memory.
    VaStart {
        list: Opnd,
    },
    VaEnd {
        list: Opnd,
    },
    VaCopy {
        dst: Opnd,
        src: Opnd,
    },
    /// Remembers the stack allocations made so far; `StackRestore` frees those made since.
    StackSave {
        dst: Reg,
    },
    StackRestore {
        a: Opnd,
    },
    /// The local in this memory lives from here on (again), or does not any more: its block was entered or left.
    Scope {
        slot: Opnd,
        live: bool,
    },
    /// An operation on values of any kind; see `DynOp` for operands and result.
    Dyn {
        op: DynOp,
        dst: Option<Reg>,
        args: Box<[Opnd]>,
    },
    /// A target stands here: passing it means the target was reached.
    Mark {
        target: TargetId,
    },
    /// Nothing we can run (`strings` index): the path that comes here ends as a counted loss.
    Unsupported {
        what: u32,
    },
}

/// The one list of operands of each instruction, for shared and for mutable access.
macro_rules! operands {
    ($inst:expr, $f:expr, $iter:ident $(, $m:tt)?) => {{
        use Inst::*;
        match $inst {
            Undef { .. } | StackSave { .. } | Mark { .. } | Unsupported { .. } => {}
            Copy { a, .. }
            | Un { a, .. }
            | Cast { a, .. }
            | Extract { a, .. }
            | FUn { a, .. }
            | FCast { a, .. }
            | StackRestore { a }
            | Scope { slot: a, .. } => $f(a),
            Require { ok, .. } => $f(ok),
            Any { a, bad, .. } => {
                $f(a);
                $f(bad);
            }
            Bin { a, b, .. } | Cmp { a, b, .. } | Overflow { a, b, .. } | FBin { a, b, .. } | FCmp { a, b, .. } => {
                $f(a);
                $f(b);
            }
            Concat { hi, lo, .. } => {
                $f(hi);
                $f(lo);
            }
            Select { cond, a, b, .. } => {
                $f(cond);
                $f(a);
                $f(b);
            }
            Fma { a, b, c, .. } => {
                $f(a);
                $f(b);
                $f(c);
            }
            Gep { base, index, .. } => {
                $f(base);
                $f(index);
            }
            Load { addr, .. } => $f(addr),
            Store { addr, val, .. } => {
                $f(addr);
                $f(val);
            }
            Alloca { size, .. } => $f(size),
            MemCopy { dst, src, len, .. } => {
                $f(dst);
                $f(src);
                $f(len);
            }
            MemSet { dst, val, len } => {
                $f(dst);
                $f(val);
                $f(len);
            }
            Call(c) => {
                if let Callee::Indirect(o) = &$($m)? c.callee {
                    $f(o);
                }
                c.args.$iter().for_each($f);
            }
            Dyn { args, .. } => args.$iter().for_each($f),
            VaStart { list } | VaEnd { list } => $f(list),
            VaCopy { dst, src } => {
                $f(dst);
                $f(src);
            }
        }
    }};
}

impl Inst {
    /// Calls `f` on each register written.
    pub fn defs(&self, mut f: impl FnMut(Reg)) {
        use Inst::*;
        match self {
            Undef { dst }
            | Copy { dst, .. }
            | Any { dst, .. }
            | Bin { dst, .. }
            | Un { dst, .. }
            | Cmp { dst, .. }
            | Cast { dst, .. }
            | Extract { dst, .. }
            | Concat { dst, .. }
            | Select { dst, .. }
            | FBin { dst, .. }
            | FUn { dst, .. }
            | Fma { dst, .. }
            | FCmp { dst, .. }
            | FCast { dst, .. }
            | Gep { dst, .. }
            | Load { dst, .. }
            | Alloca { dst, .. }
            | StackSave { dst } => f(*dst),
            Overflow { dst, flag, .. } => {
                f(*dst);
                f(*flag);
            }
            Call(c) => c.dst.iter().for_each(|r| f(*r)),
            Dyn { dst, .. } => dst.iter().for_each(|r| f(*r)),
            Store { .. }
            | MemCopy { .. }
            | MemSet { .. }
            | VaStart { .. }
            | VaEnd { .. }
            | VaCopy { .. }
            | StackRestore { .. }
            | Require { .. }
            | Scope { .. }
            | Mark { .. }
            | Unsupported { .. } => {}
        }
    }

    /// Calls `f` on each operand read, for reading or replacing it.
    pub fn uses_mut(&mut self, mut f: impl FnMut(&mut Opnd)) {
        operands!(self, f, iter_mut, mut)
    }

    /// Calls `f` on each operand read.
    pub fn uses(&self, mut f: impl FnMut(Opnd)) {
        let mut f = |o: &Opnd| f(*o);
        operands!(self, f, iter)
    }
}

impl Terminator {
    /// The outgoing edges, in order: then/else; cases then default.
    pub fn edges(&self) -> Vec<&Edge> {
        match self {
            Terminator::Jump(e) => vec![e],
            Terminator::Branch { then, els, .. } => vec![then, els],
            Terminator::Switch { cases, default, .. } => cases.iter().map(|(_, e)| e).chain([default]).collect(),
            Terminator::Return(_) | Terminator::Unreachable | Terminator::Unsupported { .. } => vec![],
        }
    }

    /// The same, for changing them.
    pub fn edges_mut(&mut self) -> Vec<&mut Edge> {
        match self {
            Terminator::Jump(e) => vec![e],
            Terminator::Branch { then, els, .. } => vec![then, els],
            Terminator::Switch { cases, default, .. } => cases.iter_mut().map(|(_, e)| e).chain([default]).collect(),
            Terminator::Return(_) | Terminator::Unreachable | Terminator::Unsupported { .. } => vec![],
        }
    }

    /// Calls `f` on each outgoing edge, in the order of `edges`.
    pub fn each_edge(&self, mut f: impl FnMut(&Edge)) {
        match self {
            Terminator::Jump(e) => f(e),
            Terminator::Branch { then, els, .. } => {
                f(then);
                f(els);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter().for_each(|(_, e)| f(e));
                f(default);
            }
            Terminator::Return(_) | Terminator::Unreachable | Terminator::Unsupported { .. } => {}
        }
    }

    /// The same, for changing them.
    pub fn each_edge_mut(&mut self, mut f: impl FnMut(&mut Edge)) {
        match self {
            Terminator::Jump(e) => f(e),
            Terminator::Branch { then, els, .. } => {
                f(then);
                f(els);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, e)| f(e));
                f(default);
            }
            Terminator::Return(_) | Terminator::Unreachable | Terminator::Unsupported { .. } => {}
        }
    }

    /// Operands read by the terminator itself and by its edges' arguments.
    pub fn uses_mut(&mut self, mut f: impl FnMut(&mut Opnd)) {
        match self {
            Terminator::Branch { cond, .. } => f(cond),
            Terminator::Switch { on, .. } => f(on),
            Terminator::Return(vals) => vals.iter_mut().for_each(&mut f),
            _ => {}
        }
        self.each_edge_mut(|e| e.args.iter_mut().for_each(&mut f));
    }

    /// Operands read, for reading only.
    pub fn uses(&self, mut f: impl FnMut(Opnd)) {
        match self {
            Terminator::Branch { cond, .. } => f(*cond),
            Terminator::Switch { on, .. } => f(*on),
            Terminator::Return(vals) => vals.iter().for_each(|o| f(*o)),
            _ => {}
        }
        self.each_edge(|e| e.args.iter().for_each(|o| f(*o)));
    }
}

impl Edge {
    pub fn new(to: BlockId) -> Edge {
        Edge { to, args: Box::new([]) }
    }
}

/// Byte length of a value of that type in memory.
pub fn byte_len(width: u32) -> u64 {
    u64::from(width).div_ceil(8)
}
