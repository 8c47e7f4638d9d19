//! Operations on values of any kind (microc): numbers, pointers, null, functions, arrays, records, or nothing yet.

use crate::Type;

/// What `Inst::Dyn` does. An operand of the wrong kind is an error of the program, found at the instruction's location.
///
/// Arrays and records are values of the language but have an identity here: reading one out of a cell, an element or a field gives
/// the stored one itself, so that `a[0][1] = 3` changes it in place. Only `Copy` makes a copy; a front end puts it wherever the language copies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DynOp {
    Add,
    Sub,
    Mul,
    /// Toward zero; by zero is an error.
    Div,
    /// Two numbers, or two of pointer, null, function (the same one?). The result has width 1, as have those below.
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// A number is not zero: width 1.
    Truth,
    /// The number 0 or 1 of a value of width 1.
    FromBool,
    /// The value back; reading what was never written is the error.
    Init,
    /// As `Init`, then a copy of everything inside an array or record; other values are the same.
    Copy,
    /// The value back, which must be a number.
    Number,
    /// The next number that the run is given.
    Input,
    /// Writes a number to the run's outputs.
    Output,
    /// A pointer to a new cell with that value, which may be `Const::Undef`.
    Alloc,
    /// What the cell behind a pointer holds.
    Deref,
    /// (pointer, value): puts the value into the cell.
    SetDeref,
    /// A new array of the values.
    Array,
    /// A new record; `fields` are names by number (of `Program::strings`, for messages), each once, in the order of the values. No value may
    /// be a record.
    Record {
        fields: Box<[u32]>,
    },
    /// (array, number): an element.
    Index,
    /// (array, number, value): puts the value into an element.
    SetIndex,
    /// A record's field.
    Field(u32),
    /// (record, value): puts the value, which may be no record, into a field that is there.
    SetField(u32),
    /// The value back, which must be a function with that many parameters.
    CheckCall {
        args: u32,
    },
}

impl DynOp {
    /// How many operands it takes; `None` for any number.
    pub fn arity(&self) -> Option<usize> {
        use DynOp::*;
        Some(match self {
            Input => 0,
            Truth | FromBool | Init | Copy | Number | Output | Alloc | Deref | Field(_) | CheckCall { .. } => 1,
            Add | Sub | Mul | Div | Eq | Ne | Lt | Le | Gt | Ge | SetDeref | Index | SetField(_) => 2,
            SetIndex => 3,
            Record { fields } => fields.len(),
            Array => return None,
        })
    }

    /// The type of the result, if it has one.
    pub fn result(&self) -> Option<Type> {
        use DynOp::*;
        match self {
            Eq | Ne | Lt | Le | Gt | Ge | Truth => Some(Type::Bits(1)),
            Output | SetDeref | SetIndex | SetField(_) => None,
            _ => Some(Type::Dyn),
        }
    }

    /// The type of its operands.
    pub fn operand(&self) -> Type {
        if *self == DynOp::FromBool { Type::Bits(1) } else { Type::Dyn }
    }

    /// Can it be left out when nothing reads the result?
    pub fn is_pure(&self) -> bool {
        matches!(self, DynOp::FromBool | DynOp::Alloc | DynOp::Array)
    }

    /// Its name in the text form, without what stands in brackets.
    pub fn name(&self) -> &'static str {
        use DynOp::*;
        match self {
            Add => "dyn.add",
            Sub => "dyn.sub",
            Mul => "dyn.mul",
            Div => "dyn.div",
            Eq => "dyn.eq",
            Ne => "dyn.ne",
            Lt => "dyn.lt",
            Le => "dyn.le",
            Gt => "dyn.gt",
            Ge => "dyn.ge",
            Truth => "dyn.truth",
            FromBool => "dyn.frombool",
            Init => "dyn.init",
            Copy => "dyn.copy",
            Number => "dyn.number",
            Input => "dyn.input",
            Output => "dyn.output",
            Alloc => "dyn.alloc",
            Deref => "dyn.deref",
            SetDeref => "dyn.setderef",
            Array => "dyn.array",
            Record { .. } => "dyn.record",
            Index => "dyn.index",
            SetIndex => "dyn.setindex",
            Field(_) => "dyn.field",
            SetField(_) => "dyn.setfield",
            CheckCall { .. } => "dyn.checkcall",
        }
    }

    /// Every operation; names and numbers of fields and arguments are left empty.
    pub(crate) fn all() -> Vec<DynOp> {
        use DynOp::*;
        vec![
            Add,
            Sub,
            Mul,
            Div,
            Eq,
            Ne,
            Lt,
            Le,
            Gt,
            Ge,
            Truth,
            FromBool,
            Init,
            Copy,
            Number,
            Input,
            Output,
            Alloc,
            Deref,
            SetDeref,
            Array,
            Record { fields: Box::new([]) },
            Index,
            SetIndex,
            Field(0),
            SetField(0),
            CheckCall { args: 0 },
        ]
    }
}
