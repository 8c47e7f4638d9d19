//! What single instructions do when they are more than a move or an addition of small numbers.

use super::{Run, Stop};
use crate::code::{Arith, Asks, Cmp};
use crate::heap::{Full, big_size, values_size};
use crate::machine::ErrorKind;
use crate::number;
use crate::value::{Id, Value};
use num_bigint::BigInt;

impl From<Full> for Stop {
    fn from(_: Full) -> Stop {
        Stop::Memory
    }
}

/// How many bytes of a copy cost as much as a statement.
const COPY_PER_STEP: usize = 256;

impl Run<'_> {
    /// Makes room for so many bytes. `live` is everything in registers.
    fn reserve(&mut self, bytes: usize, live: &[Value]) -> Result<(), Stop> {
        Ok(self.heap.reserve(bytes, &[live, &self.numbers])?)
    }

    /// A number as a value.
    pub(super) fn number(&mut self, number: BigInt, live: &[Value]) -> Result<Value, Stop> {
        if number.bits() >= 64 {
            self.reserve(big_size(number.bits()), live)?;
        }
        Ok(self.heap.new_number(number))
    }

    #[inline(never)]
    pub(super) fn arith(&mut self, op: Arith, a: Value, b: Value, live: &[Value]) -> Result<Value, Stop> {
        for operand in [a, b] {
            if !operand.is_number() {
                return Err(wants_number(&format!("`{}`", op.text()), operand));
            }
        }
        if op == Arith::Div && b == Value::Int(0) {
            return Err(Stop::Error(ErrorKind::DivisionByZero, "division by zero".to_string()));
        }
        let (m, n) = (number::bits(&self.heap, a), number::bits(&self.heap, b));
        self.charge += match op {
            Arith::Add | Arith::Sub => (m + n) / 4096,
            Arith::Mul | Arith::Div => (m / 64).saturating_mul(n / 64) / 64,
        };
        // At least what the result needs, so that no operation begins whose result could not be kept.
        self.reserve(big_size(m + n), live)?;
        let result = number::arith(&self.heap, op, a, b, self.width).expect("both are numbers");
        Ok(self.heap.new_number(result))
    }

    #[inline]
    pub(super) fn compare(&self, cmp: Cmp, a: &Value, b: &Value) -> Result<bool, Stop> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            return Ok(cmp.holds(a, b));
        }
        self.compare_slowly(cmp, *a, *b)
    }

    #[cold]
    fn compare_slowly(&self, cmp: Cmp, a: Value, b: Value) -> Result<bool, Stop> {
        number::compare(&self.heap, cmp, a, b).ok_or_else(|| {
            if matches!(cmp, Cmp::Eq | Cmp::Ne) {
                // The operands may have been swapped, so the message has an order of its own.
                let mut two = [a.describe(), b.describe()];
                two.sort_unstable();
                return Stop::Error(ErrorKind::Type, format!("{} and {} cannot be compared", two[0], two[1]));
            }
            wants_number("a comparison", if a.is_number() { b } else { a })
        })
    }

    pub(super) fn input(&mut self, live: &[Value]) -> Result<Value, Stop> {
        let Some(number) = self.io.inputs.next() else { return Err(Stop::NeedInput) };
        self.inputs_used += 1;
        self.number(number::wrap(number, self.width.bits), live)
    }

    pub(super) fn output(&mut self, value: Value, live: &[Value]) -> Result<(), Stop> {
        let Some(number) = number::as_big(&self.heap, value) else { return Err(wants_number("`output`", value)) };
        let number = number.into_owned();
        if let Some(sink) = &mut self.io.sink {
            sink(number);
            return Ok(());
        }
        let size = big_size(number.bits());
        self.reserve(size, live)?;
        self.heap.keep_outside(size);
        self.outputs.push(number);
        Ok(())
    }

    pub(super) fn copy(&mut self, value: Value, live: &[Value]) -> Result<Value, Stop> {
        let Some(id) = value.aggregate() else { return Ok(value) };
        let size = self.heap.copy_size(id);
        self.charge += (size / COPY_PER_STEP) as u64;
        self.reserve(size, live)?;
        let copy = self.heap.copy(id);
        Ok(if matches!(value, Value::Array(_)) { Value::Array(copy) } else { Value::Record(copy) })
    }

    pub(super) fn alloc(&mut self, value: Value, live: &[Value]) -> Result<Value, Stop> {
        self.reserve(values_size(0), live)?;
        Ok(self.heap.new_cell(value))
    }

    pub(super) fn array(&mut self, elements: &[Value], live: &[Value]) -> Result<Value, Stop> {
        self.reserve(values_size(elements.len()), live)?;
        Ok(self.heap.new_array(elements))
    }

    /// Makes a record of the first values in `fields`.
    pub(super) fn record(&mut self, shape: u32, fields: &[Value], live: &[Value]) -> Result<Value, Stop> {
        let places = &self.code.shapes[shape as usize].0;
        let fields = &fields[..places.len()];
        if let Some(nested) = fields.iter().position(|f| matches!(f, Value::Record(_))) {
            let name = places.iter().find(|p| p.1 as usize == nested).map_or("", |p| &self.code.names[p.0 as usize]);
            return Err(nested_record(name));
        }
        self.reserve(values_size(fields.len()), live)?;
        Ok(self.heap.new_record(shape, fields))
    }

    /// The place of an element.
    #[inline]
    pub(super) fn element(&mut self, array: &Value, index: &Value) -> Result<&mut Value, Stop> {
        let Value::Array(id) = *array else { return Err(wants("an index", "an array", *array)) };
        let len = self.heap.items(id).len();
        match *index {
            Value::Int(i) if (i as u64) < len as u64 => Ok(&mut self.heap.items_mut(id)[i as usize]),
            _ => Err(out_of_bounds(len, *index)),
        }
    }

    /// The place of a field.
    pub(super) fn field(&mut self, record: &Value, field: u32) -> Result<&mut Value, Stop> {
        let Value::Record(id) = *record else {
            return Err(wants(&format!("`.{}`", self.code.names[field as usize]), "a record", *record));
        };
        let shape = &self.code.shapes[self.heap.shape(id) as usize];
        match shape.place(field) {
            Some(place) => Ok(&mut self.heap.items_mut(id)[place]),
            None => Err(Stop::Error(ErrorKind::Type, format!("the record has no field `{}`", self.code.names[field as usize]))),
        }
    }

    pub(super) fn set_field(&mut self, record: &Value, field: u32, value: Value) -> Result<(), Stop> {
        let code = self.code;
        let place = self.field(record, field)?;
        if matches!(value, Value::Record(_)) {
            return Err(nested_record(&code.names[field as usize]));
        }
        *place = value;
        Ok(())
    }

    /// The function that a call with so many arguments enters.
    pub(super) fn callee(&self, callee: Value, count: u32) -> Result<u32, Stop> {
        let Value::Func(function) = callee else {
            return Err(Stop::Error(ErrorKind::BadCall, format!("a call wants a function, but this is {}", callee.describe())));
        };
        let f = &self.code.functions[function as usize];
        if f.params != count {
            let message = format!("`{}` has {} parameters, but is called with {count} arguments", f.name, f.params);
            return Err(Stop::Error(ErrorKind::BadCall, message));
        }
        Ok(function)
    }

    /// Makes the registers at least `wanted` long; those below `top` are in use.
    pub(super) fn grow(&mut self, regs: &mut Vec<Value>, top: usize, wanted: usize) -> Result<(), Stop> {
        let len = wanted + wanted / 2;
        let more = len.saturating_sub(regs.len()).saturating_mul(size_of::<Value>());
        self.reserve(more, &regs[..top])?;
        regs.resize(len, Value::Undef);
        self.heap.keep_outside(more);
        Ok(())
    }

    /// The error of reading what was never written.
    pub(super) fn uninitialised(&self, pc: usize) -> Stop {
        let variables = &self.code.variables;
        let message = match variables.binary_search_by_key(&(pc as u32), |v| v.0) {
            Ok(i) => format!("`{}` is used before it is written", self.code.names[variables[i].1 as usize]),
            Err(_) => "the pointer points to a variable that was never written".to_string(),
        };
        Stop::Error(ErrorKind::Uninitialised, message)
    }
}

/// The cell that a pointer points to.
#[inline]
pub(super) fn pointer(value: &Value) -> Result<Id, Stop> {
    match *value {
        Value::Ptr(id) => Ok(id),
        Value::Null => Err(Stop::Error(ErrorKind::Null, "`*` of the null pointer".to_string())),
        other => Err(wants("`*`", "a pointer", other)),
    }
}

/// Whether a number is not zero.
#[inline]
pub(super) fn truth(asks: Asks, value: &Value) -> Result<bool, Stop> {
    match *value {
        Value::Int(i) => Ok(i != 0),
        Value::Big(_) => Ok(true),
        other => Err(wants_number(asks.text(), other)),
    }
}

#[cold]
pub(super) fn wants_number(who: &str, value: Value) -> Stop {
    wants(who, "a number", value)
}

#[cold]
fn wants(who: &str, what: &str, value: Value) -> Stop {
    Stop::Error(ErrorKind::Type, format!("{who} wants {what}, but this is {}", value.describe()))
}

fn nested_record(field: &str) -> Stop {
    Stop::Error(ErrorKind::Type, format!("the field `{field}` cannot hold a record: records do not nest"))
}

#[cold]
fn out_of_bounds(len: usize, index: Value) -> Stop {
    let index = match index {
        Value::Int(i) => i.to_string(),
        Value::Big(_) => "with more than 64 bits".to_string(),
        _ => return wants_number("an index", index),
    };
    Stop::Error(ErrorKind::OutOfBounds, format!("index {index} of an array of {len} elements"))
}
