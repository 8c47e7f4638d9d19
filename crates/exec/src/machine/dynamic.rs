//! Values of any kind (microc) and the operations on them.
//!
//! Everything is a [`Val`] as C's values are, so states, the collector and the trail need to know nothing of it:
//! - a number is a concrete word holding an `i64`, or a term: of sort Int, or with `Program::dyn_width` of that many bits. Constants that fit
//!   are always words, so a concrete run makes no terms;
//! - what lies in memory is a pointer to an object whose offset tells the kind: a cell, an array (8 bytes for each element), a record (pairs
//!   of field number and value), null (no object is meant); a function is what it is in C, at offset 0;
//! - what was never written is [`Val::UNDEF`].
//!
//! Whatever kind a value is, is known on each path: where an element at a symbolic index is a number in one place and none in another, the
//! state forks.

mod garbage;
mod index;
mod number;
mod objects;

use homing_ir::{DynOp, ErrorKind, Opnd, Reg};
use homing_memory::{ObjRef, Val, ValKind};

use crate::end::Res;
use crate::executor::Step;
use crate::{Executor, State};

pub(crate) use number::{constant, decimal};

/// Offsets that tell the kind of what a pointer leads to.
const FUNCTION: u64 = 0;
const CELL: u64 = 1;
const ARRAY: u64 = 2;
const RECORD: u64 = 3;
const NULL: u64 = 4;

/// The pointer to nothing.
pub(crate) fn null() -> Val {
    Val::ptr(ObjRef { slot: 0, generation: 0 }, NULL)
}

/// What a value is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    Function(ObjRef),
    Cell(ObjRef),
    Array(ObjRef),
    Record(ObjRef),
    Null,
    Undef,
}

impl Kind {
    pub(crate) fn of(v: Val) -> Kind {
        match v.kind() {
            ValKind::Int(_) | ValKind::Term(_) => Kind::Number,
            ValKind::Ptr(o, FUNCTION) => Kind::Function(o),
            ValKind::Ptr(o, CELL) => Kind::Cell(o),
            ValKind::Ptr(o, ARRAY) => Kind::Array(o),
            ValKind::Ptr(o, RECORD) => Kind::Record(o),
            ValKind::Ptr(..) | ValKind::PtrAt(..) => Kind::Null,
            ValKind::Undef | ValKind::Input { .. } | ValKind::Either(_) => Kind::Undef,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Function(_) => "a function",
            Kind::Cell(_) => "a pointer",
            Kind::Array(_) => "an array",
            Kind::Record(_) => "a record",
            Kind::Null => "null",
            Kind::Undef => "uninitialised",
        }
    }
}

/// The frequent operations with one operand, where they need no solver: writes the result and says so. It is written here and not handed
/// back: a value that goes through memory in halves is slow to read back whole.
#[inline(always)]
pub(crate) fn fast_unary(st: &mut State, op: &DynOp, dst: Reg, x: Val) -> bool {
    if is_itself(op, x) {
        st.frame.regs[dst.index()] = x;
        return true;
    }
    match (op, x.as_int(), x.as_ptr()) {
        (DynOp::Truth, Some(v), _) => st.frame.regs[dst.index()] = Val::bool(v != 0),
        (DynOp::Deref, _, Some((o, CELL))) => {
            let Some(object) = st.memory.get(o) else { return false };
            st.frame.regs[dst.index()] = object.cell(0);
        }
        _ => return false,
    }
    true
}

/// The same for two operands: concrete numbers, or an element at a known index. `width` is that of the program's numbers.
#[inline(always)]
pub(crate) fn fast_binary(st: &mut State, op: &DynOp, dst: Reg, x: Val, y: Val, width: Option<u32>) -> bool {
    if Val::both_int(x, y) {
        if let Some(v) = number::both_concrete(op, x.int_bits(), y.int_bits(), width) {
            st.frame.regs[dst.index()] = Val::int(v);
            return true;
        }
        return false;
    }
    if *op == DynOp::Index
        && let (Some((o, ARRAY)), Some(at)) = (x.as_ptr(), y.as_int())
        && let Some(object) = st.memory.get(o)
        && at < object.size() / 8
    {
        st.frame.regs[dst.index()] = object.cell(at * 8);
        return true;
    }
    false
}

/// Does the operation on this operand give the operand itself, without a further look?
#[inline(always)]
fn is_itself(op: &DynOp, x: Val) -> bool {
    match op {
        DynOp::FromBool => x.is_int(),
        DynOp::Init => x != Val::UNDEF,
        DynOp::Number => x.is_int() || matches!(x.kind(), ValKind::Term(_)),
        DynOp::Copy => match x.kind() {
            ValKind::Int(_) | ValKind::Term(_) => true,
            ValKind::Ptr(_, off) => off != ARRAY && off != RECORD,
            _ => false,
        },
        _ => false,
    }
}

impl Executor<'_> {
    /// One operation, in full generality.
    pub(crate) fn dynamic(&mut self, st: &mut State, step: &mut Step, op: &DynOp, dst: Option<Reg>, args: &[Opnd]) -> Res<()> {
        use DynOp::*;
        let arg = |e: &Self, st: &State, i: usize| args.get(i).map_or(Val::UNDEF, |a| e.get(st, *a));
        if matches!(op, Alloc | Array | Record { .. } | Copy) {
            self.make_room(st);
        }
        let (x, y) = (arg(self, st, 0), arg(self, st, 1));
        let result = match op {
            Add | Sub | Mul | Div => self.arithmetic(st, step, op, x, y)?,
            Eq | Ne => self.equality(st, op, x, y)?,
            Lt | Le | Gt | Ge => self.order(st, op, x, y)?,
            Truth => {
                self.want_number(st, x, "a condition")?;
                self.number_truth(x)
            }
            FromBool => self.number_of_bool(x),
            Init => {
                self.want_written(st, x)?;
                x
            }
            Copy => {
                self.want_written(st, x)?;
                self.deep_copy(st, x)?
            }
            Number => {
                self.want_number(st, x, "this value")?;
                x
            }
            Input => self.input_number(st, "input", ""),
            Output => {
                self.want_number(st, x, "an output")?;
                st.outputs.push(x);
                return Ok(());
            }
            Alloc => self.new_cells(st, &[x], CELL)?,
            Deref => {
                let o = self.want_cell(st, x)?;
                self.read_cell(st, o, 0)
            }
            SetDeref => {
                let o = self.want_cell(st, x)?;
                self.write_cell(st, o, 0, y);
                return Ok(());
            }
            Array | Record { .. } => self.composite(st, op, args)?,
            Index => return self.index(st, step, dst, args),
            SetIndex => return self.set_index(st, step, args),
            Field(f) => {
                let (o, at) = self.find_field(st, x, *f)?;
                self.read_cell(st, o, at)
            }
            SetField(f) => {
                let (o, at) = self.find_field(st, x, *f)?;
                self.want_no_record(st, y)?;
                self.write_cell(st, o, at, y);
                return Ok(());
            }
            CheckCall { args } => {
                self.want_function(st, x, *args)?;
                x
            }
        };
        if let Some(r) = dst {
            st.frame.regs[r.index()] = result;
        }
        Ok(())
    }

    /// A number nobody knows yet, logged as an input.
    pub(crate) fn input_number(&mut self, st: &mut State, name: &str, type_name: &str) -> Val {
        let t = st.inputs.push_number(&mut self.cx.terms, name, type_name, self.program.dyn_width);
        self.number_val(t)
    }

    // ---- what an operation wants ----

    fn want_written(&self, st: &State, v: Val) -> Res<()> {
        if v == Val::UNDEF {
            return self.error(st, ErrorKind::Uninitialised, "this was never given a value");
        }
        Ok(())
    }

    fn want_number(&self, st: &State, v: Val, what: &str) -> Res<()> {
        match Kind::of(v) {
            Kind::Number => Ok(()),
            other => self.wrong(st, other, &format!("{what} must be a number")),
        }
    }

    fn want_cell(&self, st: &State, v: Val) -> Res<ObjRef> {
        match Kind::of(v) {
            Kind::Cell(o) => Ok(o),
            Kind::Null => self.error(st, ErrorKind::Null, "dereference of null"),
            other => self.wrong(st, other, "only a pointer can be dereferenced"),
        }
    }

    fn want_array(&self, st: &State, v: Val) -> Res<ObjRef> {
        match Kind::of(v) {
            Kind::Array(o) => Ok(o),
            other => self.wrong(st, other, "only an array has elements"),
        }
    }

    fn want_no_record(&self, st: &State, v: Val) -> Res<()> {
        match Kind::of(v) {
            Kind::Record(_) => self.error(st, ErrorKind::Type, "a record cannot be inside a record"),
            _ => Ok(()),
        }
    }

    fn want_function(&self, st: &State, v: Val, args: u32) -> Res<()> {
        let Kind::Function(o) = Kind::of(v) else {
            self.want_written(st, v)?;
            return self.error(st, ErrorKind::BadCall, format!("{} is called, which is no function", Kind::of(v).name()));
        };
        let f = self.program.func(homing_ir::FuncId(o.slot));
        let wanted = f.param_types.len();
        if wanted != args as usize {
            let text = format!("`{}` has {wanted} parameters and is called with {args} arguments", f.name);
            return self.error(st, ErrorKind::BadCall, text);
        }
        Ok(())
    }

    /// A value of the wrong kind.
    fn wrong<T>(&self, st: &State, is: Kind, wants: &str) -> Res<T> {
        if is == Kind::Undef {
            return self.error(st, ErrorKind::Uninitialised, "this was never given a value");
        }
        self.error(st, ErrorKind::Type, format!("{wants}, but this is {}", is.name()))
    }

    /// The name of a field, for messages.
    fn field_name(&self, f: u32) -> String {
        self.program.strings.get(f as usize).map_or_else(|| format!("#{f}"), |name| format!("`{name}`"))
    }
}
