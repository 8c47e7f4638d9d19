//! The compact form in which programs run: instructions over the registers of a frame.

use crate::value::Value;
use homing_microc::Pos;
use num_bigint::BigInt;

/// A compiled program.
pub(crate) struct Code {
    /// The instructions of all functions.
    pub(crate) instrs: Vec<Instr>,
    /// For each instruction where its errors belong.
    pub(crate) pos: Vec<Pos>,
    pub(crate) functions: Vec<FuncCode>,
    /// Numbers that do not fit into an instruction.
    pub(crate) numbers: Vec<BigInt>,
    /// For each kind of record which fields it has.
    pub(crate) shapes: Vec<Shape>,
    /// Texts of field names, for messages.
    pub(crate) names: Vec<String>,
    /// Instructions that read a variable, and its name, for messages; sorted.
    pub(crate) variables: Vec<(u32, u32)>,
    pub(crate) main: u32,
}

/// Where a function begins and what its frame looks like: parameters, then variables, then temporaries.
pub(crate) struct FuncCode {
    pub(crate) name: String,
    pub(crate) entry: u32,
    pub(crate) params: u32,
    pub(crate) locals: u32,
    pub(crate) registers: u32,
}

/// The fields of a record literal and their places, sorted by name.
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct Shape(pub(crate) Box<[(u32, u32)]>);

impl Shape {
    /// Where the field lies in records of this shape.
    #[inline]
    pub(crate) fn place(&self, field: u32) -> Option<usize> {
        if self.0.len() <= 8 {
            return self.0.iter().find(|f| f.0 == field).map(|f| f.1 as usize);
        }
        self.0.binary_search_by_key(&field, |f| f.0).ok().map(|i| self.0[i].1 as usize)
    }
}

/// A register of the current frame.
pub(crate) type Reg = u32;

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cmp {
    #[inline(always)]
    pub(crate) fn holds<T: PartialOrd>(self, a: &T, b: &T) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }

    pub(crate) fn negated(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
            Cmp::Lt => Cmp::Ge,
            Cmp::Le => Cmp::Gt,
            Cmp::Gt => Cmp::Le,
            Cmp::Ge => Cmp::Lt,
        }
    }

    /// The comparison that holds for `b, a` when this one holds for `a, b`.
    pub(crate) fn swapped(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Eq,
            Cmp::Ne => Cmp::Ne,
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
        }
    }
}

/// The arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
    Div,
}

impl Arith {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Arith::Add => "+",
            Arith::Sub => "-",
            Arith::Mul => "*",
            Arith::Div => "/",
        }
    }
}

/// Who asks whether a number is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    Condition,
    Not,
    And,
    Or,
}

impl Asks {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Asks::Condition => "a condition",
            Asks::Not => "`!`",
            Asks::And => "`&&`",
            Asks::Or => "`||`",
        }
    }
}

/// An instruction. Each has one position for all of its errors; operands that can fail on their own come before as
/// instructions of their own, so the order of the instructions is the order of evaluation.
#[derive(Clone, Copy, Debug)]
#[rustfmt::skip]
pub(crate) enum Instr {
    /// A statement begins: counted against the step limit.
    Stmt,
    /// Traced code only: the statement or expression at this position is reached.
    Visit { statement: bool },
    /// Traced code only: the condition at this position came out true or false.
    Branch { taken: bool },

    Small { dst: Reg, number: i32 },
    Number { dst: Reg, index: u32 },
    Null { dst: Reg },
    Func { dst: Reg, function: u32 },
    Input { dst: Reg },

    Move { dst: Reg, src: Reg },
    /// Moves; of an array or record a copy.
    Copy { dst: Reg, src: Reg },
    /// Fails if the register was never written.
    Check { src: Reg },

    Add { dst: Reg, a: Reg, b: Reg },
    Sub { dst: Reg, a: Reg, b: Reg },
    Mul { dst: Reg, a: Reg, b: Reg },
    Div { dst: Reg, a: Reg, b: Reg },
    AddSmall { dst: Reg, a: Reg, b: i32 },
    SubSmall { dst: Reg, a: Reg, b: i32 },
    MulSmall { dst: Reg, a: Reg, b: i32 },
    DivSmall { dst: Reg, a: Reg, b: i32 },
    Neg { dst: Reg, a: Reg },
    Not { dst: Reg, a: Reg },
    Compare { cmp: Cmp, dst: Reg, a: Reg, b: Reg },

    Jump { to: u32 },
    /// Jumps if the number is zero, or if it is not.
    JumpIf { a: Reg, nonzero: bool, asks: Asks, to: u32 },
    JumpCompare { cmp: Cmp, a: Reg, b: Reg, to: u32 },
    JumpCompareSmall { cmp: Cmp, a: Reg, b: i32, to: u32 },

    /// A new cell that holds the value.
    Alloc { dst: Reg, src: Reg },
    /// A new cell that was never written.
    AllocUndef { dst: Reg },
    Deref { dst: Reg, pointer: Reg },
    SetDeref { pointer: Reg, src: Reg },
    Array { dst: Reg, first: Reg, count: u32 },
    Record { dst: Reg, first: Reg, shape: u32 },
    Index { dst: Reg, array: Reg, index: Reg },
    SetIndex { array: Reg, index: Reg, src: Reg },
    Field { dst: Reg, record: Reg, field: u32 },
    SetField { record: Reg, field: u32, src: Reg },

    Output { src: Reg },
    /// Calls a known function with the right number of arguments, which lie from `first` on and become its frame.
    Call { dst: Reg, function: u32, first: Reg },
    /// Calls what lies just before `first`.
    CallValue { dst: Reg, first: Reg, count: u32 },
    Return { src: Reg },
    /// The return of `main`: a number is wanted.
    ReturnNumber { src: Reg },
}

const _: () = assert!(size_of::<Instr>() <= 16);

/// A small number as a value.
pub(crate) fn small(number: i32) -> Value {
    Value::Int(number as i64)
}
