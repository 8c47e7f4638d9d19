//! Inputs of the user's that a search begins with.

use homing_ir::{InputKind, InputValue};

/// An input of the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedInput {
    /// The bytes of a file: for standard input or a file where the program asks for one, else for its largest object; a number that says how
    /// many of them count is set too.
    Raw(Vec<u8>),
    /// Values by the names under which the program asks for them.
    Named(Vec<(String, Vec<u8>)>),
}

impl SeedInput {
    /// The bytes of everything that a program asks for, in order.
    pub(crate) fn fit(&self, asked: &[InputValue]) -> Vec<Vec<u8>> {
        let mut given: Vec<Vec<u8>> = asked.iter().map(|a| vec![0; a.bytes.len()]).collect();
        match self {
            SeedInput::Raw(bytes) => {
                let Some(text) = text(asked) else { return given };
                let most = bytes.len().min(given[text].len());
                given[text][..most].copy_from_slice(&bytes[..most]);
                if let Some(size) = size(asked, text) {
                    let number = (most as u64).to_le_bytes();
                    let width = given[size].len();
                    given[size].copy_from_slice(&number[..width]);
                }
            }
            SeedInput::Named(values) => {
                let mut left: Vec<&(String, Vec<u8>)> = values.iter().collect();
                for (to, a) in given.iter_mut().zip(asked) {
                    if let Some(at) = left.iter().position(|(name, _)| *name == a.name) {
                        let (_, bytes) = left.remove(at);
                        let most = bytes.len().min(to.len());
                        to[..most].copy_from_slice(&bytes[..most]);
                    }
                }
            }
        }
        given
    }
}

/// Where the bytes of a file go.
fn text(asked: &[InputValue]) -> Option<usize> {
    let stream = asked.iter().position(|a| a.name == "stdin");
    let file = || asked.iter().position(|a| asked.iter().any(|b| b.name == format!("{}-size", a.name)));
    let largest = || {
        let objects = asked.iter().enumerate().filter(|(_, a)| a.kind == InputKind::Object);
        // Of several the first.
        objects.rev().max_by_key(|(_, a)| a.bytes.len()).map(|(i, _)| i)
    };
    stream.or_else(file).or_else(largest)
}

/// Which number says how many bytes of an object count.
fn size(asked: &[InputValue], text: usize) -> Option<usize> {
    let number = |i: &usize| *i != text && (1..=8).contains(&asked[*i].bytes.len());
    let named = (0..asked.len()).find(|i| number(i) && asked[*i].name == format!("{}-size", asked[text].name));
    let like = |i: &usize| {
        let name = asked[*i].name.to_lowercase();
        number(i) && (name == "n" || name.contains("size") || name.contains("len"))
    };
    named.or_else(|| (0..asked.len()).find(like))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(list: &[(&str, usize)]) -> Vec<InputValue> {
        let value = |(name, size): &(&str, usize)| InputValue {
            name: name.to_string(),
            kind: InputKind::Object,
            bytes: vec![9; *size],
            type_name: String::new(),
        };
        list.iter().map(value).collect()
    }

    #[test]
    fn bytes_of_a_file_go_where_a_text_is_read_and_their_number_beside_it() {
        let raw = SeedInput::Raw(b"abc".to_vec());
        assert_eq!(raw.fit(&asked(&[("flag", 1), ("data", 5), ("size", 4)])), [vec![0], b"abc\0\0".to_vec(), vec![3, 0, 0, 0]]);
        assert_eq!(
            raw.fit(&asked(&[("big", 9), ("stdin", 2), ("stdin-size", 8)])),
            [vec![0; 9], b"ab".to_vec(), vec![2, 0, 0, 0, 0, 0, 0, 0]]
        );
        assert_eq!(raw.fit(&asked(&[("arg0", 2), ("A", 4), ("A-size", 4)]))[1], b"abc\0");
        assert_eq!(raw.fit(&asked(&[("first", 4), ("second", 4)])), [b"abc\0".to_vec(), vec![0; 4]]);
        assert_eq!(raw.fit(&[]), Vec::<Vec<u8>>::new());
    }

    #[test]
    fn values_go_by_name_and_order() {
        let named =
            SeedInput::Named([("x", vec![1]), ("y", vec![2, 2, 2]), ("x", vec![3])].map(|(n, b)| (n.to_string(), b)).to_vec());
        assert_eq!(named.fit(&asked(&[("y", 2), ("z", 1), ("x", 1), ("x", 2)])), [vec![2, 2], vec![0], vec![1], vec![3, 0]]);
    }
}
