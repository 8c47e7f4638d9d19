//! The inputs of one run, as test cases hold them and interpreters read them.

/// Where an input of a path comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// A named object (`klee_make_symbolic`, `klee_int`, ...).
    Object,
    /// The result of a `__VERIFIER_nondet_*` call.
    Nondet,
    /// Memory or a local that was read before it was written; a native run cannot be given it.
    Uninitialised,
    /// The result of an operation that is undefined (a shift by the width or more, and the like); a native run has the machine's.
    Undefined,
    /// The result or effect of a function without a model; a native run cannot be given it.
    Havoc,
    /// An argument of the function that the run starts in, or what a pointer among them leads to; a native run is given it by a harness.
    Assumed,
    /// A number that the program asked for (microc).
    Number,
}

/// One input with the value it has in a test case, in the order in which the path met it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputValue {
    pub name: String,
    pub kind: InputKind,
    /// Little-endian bytes; of a `Number` its decimal digits as text, with a minus sign where it is negative.
    pub bytes: Vec<u8>,
    /// The C type where known, else empty.
    pub type_name: String,
}

impl InputValue {
    /// The decimal digits, if it is a number.
    pub fn number(&self) -> Option<&str> {
        if self.kind == InputKind::Number { std::str::from_utf8(&self.bytes).ok() } else { None }
    }
}
