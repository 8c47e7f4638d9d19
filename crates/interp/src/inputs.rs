//! The run's inputs, taken in order.

use homing_ir::{InputKind, InputValue};

use crate::stop::{Step, Stop};

/// What is left of the inputs.
#[derive(Debug)]
pub struct Inputs<'a> {
    values: &'a [InputValue],
    next: usize,
    /// Bytes of the next input that were given out already: only unwritten memory is taken in parts.
    part: usize,
}

impl<'a> Inputs<'a> {
    pub fn new(values: &'a [InputValue]) -> Inputs<'a> {
        Inputs { values, next: 0, part: 0 }
    }

    pub fn taken(&self) -> usize {
        self.next
    }

    /// A named object of that many bytes. A number after the name (`x_1` for the second `x`) is accepted.
    pub fn object(&mut self, name: &str, size: u64) -> Step<&'a [u8]> {
        self.required(InputKind::Object, &format!("object `{name}`"), size, |n| fits_name(n, name))
    }

    /// `klee_choose`, whose input has one name here and another in KLEE's test cases.
    pub fn choice(&mut self, size: u64) -> Step<&'a [u8]> {
        self.required(InputKind::Object, "object `choose`", size, |n| fits_name(n, "choose") || fits_name(n, "klee_choose"))
    }

    /// The result of a nondeterministic function; its name is not compared, since test cases may name variables.
    pub fn nondet(&mut self, what: &str, size: u64) -> Step<&'a [u8]> {
        self.required(InputKind::Nondet, &format!("value of `{what}`"), size, |_| true)
    }

    /// Passes over values of unwritten memory that this run does not read: the engine may have read more of it, in other pieces.
    fn pass_unwritten(&mut self) {
        while self.values.get(self.next).is_some_and(|v| v.kind == InputKind::Uninitialised) {
            self.next += 1;
            self.part = 0;
        }
    }

    /// The next input that is not unwritten memory.
    fn peek(&self) -> Option<&'a InputValue> {
        self.values[self.next..].iter().find(|v| v.kind != InputKind::Uninitialised)
    }

    fn required(&mut self, kind: InputKind, what: &str, size: u64, fits: impl Fn(&str) -> bool) -> Step<&'a [u8]> {
        self.pass_unwritten();
        let wanted = format!("input {}: the program asks for the {what} of {size} bytes", self.next);
        let Some(v) = self.values.get(self.next) else {
            return Err(Box::new(Stop::OutOfInputs(format!("{wanted}, but there are no more inputs"))));
        };
        if v.kind != kind || !fits(&v.name) || v.bytes.len() as u64 != size {
            let got = format!("{:?} `{}` of {} bytes", v.kind, v.name, v.bytes.len());
            return Err(Box::new(Stop::OutOfInputs(format!("{wanted}, but the next one is {got}"))));
        }
        self.next += 1;
        Ok(&v.bytes)
    }

    /// Bytes of uninitialised memory, if the next input is that. Neighbouring inputs of this kind are one row of bytes: engine and
    /// interpreter may read the same memory in different pieces. Where the row ends early, the rest is zero.
    pub fn uninitialised(&mut self, size: u64) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < size {
            let Some(v) = self.values.get(self.next).filter(|v| v.kind == InputKind::Uninitialised) else { break };
            let left = &v.bytes[self.part..];
            let n = left.len().min(size as usize - bytes.len());
            bytes.extend_from_slice(&left[..n]);
            self.part += n;
            if self.part == v.bytes.len() {
                self.next += 1;
                self.part = 0;
            }
        }
        if bytes.is_empty() {
            return None;
        }
        bytes.resize(size as usize, 0);
        Some(bytes)
    }

    /// The answer that the engine gave to a question of this function, if the next input is that.
    pub fn told(&mut self, name: &str, size: u64) -> Step<Option<&'a [u8]>> {
        match self.peek() {
            Some(v) if v.kind == InputKind::Nondet && v.name == name => self.nondet(name, size).map(Some),
            _ => Ok(None),
        }
    }

    /// The value of an undefined operation, if the next input is that.
    pub fn undefined(&mut self, size: u64) -> Step<Option<&'a [u8]>> {
        match self.peek() {
            Some(v) if v.kind == InputKind::Undefined => {
                self.required(InputKind::Undefined, "value of an undefined operation", size, |_| true).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The result of a function without a model, if the next input is that of this very function.
    pub fn havoc(&mut self, name: &str, size: u64) -> Step<Option<&'a [u8]>> {
        match self.peek() {
            Some(v) if v.kind == InputKind::Havoc && fits_name(&v.name, name) => {
                self.required(InputKind::Havoc, &format!("result of `{name}`"), size, |_| true).map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// `name`, or `name` with `_` and a number behind it.
fn fits_name(given: &str, name: &str) -> bool {
    match given.strip_prefix(name) {
        Some("") => true,
        Some(rest) => rest.strip_prefix('_').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, kind: InputKind, len: usize) -> InputValue {
        InputValue { name: name.into(), kind, bytes: vec![7; len], type_name: String::new() }
    }

    #[test]
    fn in_order_and_by_name() {
        let list = [value("x_1", InputKind::Object, 4), value("n", InputKind::Nondet, 1)];
        let mut inputs = Inputs::new(&list);
        assert!(inputs.object("y", 4).is_err());
        assert!(inputs.object("x", 2).is_err());
        assert_eq!(inputs.uninitialised(4), None);
        assert_eq!(inputs.object("x", 4).unwrap(), [7; 4]);
        assert_eq!(inputs.nondet("f", 1).unwrap(), [7]);
        assert!(inputs.nondet("f", 1).is_err());
        assert_eq!(inputs.taken(), 2);
    }

    #[test]
    fn unwritten_memory_is_a_row_of_bytes() {
        let u = |bytes: &[u8]| InputValue { bytes: bytes.to_vec(), ..value("u", InputKind::Uninitialised, 0) };
        let list = [u(&[1]), u(&[2, 3, 4, 5]), value("x", InputKind::Object, 1), u(&[6]), value("y", InputKind::Object, 1)];
        let mut inputs = Inputs::new(&list);
        assert_eq!(inputs.uninitialised(3), Some(vec![1, 2, 3]));
        assert_eq!(inputs.uninitialised(1), Some(vec![4]));
        assert_eq!(inputs.uninitialised(2), Some(vec![5, 0]));
        assert_eq!(inputs.uninitialised(2), None);
        assert_eq!(inputs.object("x", 1).unwrap(), [7]);
        // What the engine read and this run does not is passed over.
        assert_eq!(inputs.object("y", 1).unwrap(), [7]);
        assert_eq!(inputs.taken(), 5);
    }
}
