//! What a register holds.

/// A value of the machine: 16 bytes, copied freely. What does not fit lies in the [`crate::heap::Heap`] and is named
/// by its number there; the collector of the heap looks for these numbers.
///
/// Invariant: `Big` is never a number that fits into `Int`, so equal numbers have equal variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Never written.
    Undef,
    /// A number that fits into 64 bits.
    Int(i64),
    /// Any other number.
    Big(Id),
    /// The null pointer.
    Null,
    /// A function, by its place in the program.
    Func(u32),
    /// A pointer to a cell.
    Ptr(Id),
    /// An array. The value is a reference: whoever stores it elsewhere copies first.
    Array(Id),
    /// A record; a reference as well.
    Record(Id),
}

const _: () = assert!(std::mem::size_of::<Value>() == 16);

/// The number of an object on the heap.
pub(crate) type Id = u32;

impl Value {
    /// What messages call it.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Value::Undef => "an uninitialised value",
            Value::Int(_) | Value::Big(_) => "a number",
            Value::Null => "null",
            Value::Func(_) => "a function",
            Value::Ptr(_) => "a pointer",
            Value::Array(_) => "an array",
            Value::Record(_) => "a record",
        }
    }

    pub(crate) fn is_number(self) -> bool {
        matches!(self, Value::Int(_) | Value::Big(_))
    }

    /// The object behind it, if any.
    pub(crate) fn object(self) -> Option<Id> {
        match self {
            Value::Big(id) | Value::Ptr(id) | Value::Array(id) | Value::Record(id) => Some(id),
            Value::Undef | Value::Int(_) | Value::Null | Value::Func(_) => None,
        }
    }

    /// The object of an array or record: what a copy has to duplicate.
    pub(crate) fn aggregate(self) -> Option<Id> {
        match self {
            Value::Array(id) | Value::Record(id) => Some(id),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Int(truth as i64)
    }
}
