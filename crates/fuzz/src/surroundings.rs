//! What a program finds around it, as a child makes it for each run: `read_surroundings` in the runtime reads it.

/// An argument, a variable, a file or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it stands here.
    Known(Vec<u8>),
    /// Bytes that may be anything.
    Any {
        /// For a variable its name and `=`, for a file its path.
        before: Vec<u8>,
        /// How many bytes there are at most.
        most: u32,
    },
    /// Several arguments.
    Some {
        /// So many at least ...
        least: u32,
        /// ... and at most,
        most: u32,
        /// each of up to so many bytes.
        length: u32,
    },
}

/// All of it, in the order in which the engine's kernel model asks for what is symbolic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// With the program's name.
    pub arguments: Vec<Piece>,
    /// Of the environment.
    pub variables: Vec<Piece>,
    /// Those that are symbolic; the others are there already.
    pub files: Vec<Piece>,
    /// Standard input, if there is any.
    pub stdin: Option<Piece>,
}

/// Pieces of one kind, at most.
const MOST: usize = 256;

impl Surroundings {
    /// The bytes; none if there is too much of it.
    pub fn encode(&self) -> Option<Vec<u8>> {
        let mut out = 1u32.to_le_bytes().to_vec();
        for list in [&self.arguments, &self.variables, &self.files] {
            if list.len() > MOST {
                return None;
            }
            out.extend((list.len() as u32).to_le_bytes());
            list.iter().for_each(|p| p.encode(&mut out));
        }
        self.stdin.as_ref().unwrap_or(&Piece::Known(Vec::new())).encode(&mut out);
        Some(out)
    }
}

impl Piece {
    fn encode(&self, out: &mut Vec<u8>) {
        let (numbers, bytes): ([u32; 4], &[u8]) = match self {
            Piece::Known(bytes) => ([0, 0, 0, 0], bytes),
            Piece::Any { before, most } => ([1, 0, *most, 0], before),
            Piece::Some { least, most, length } => ([2, *least, *most, *length], &[]),
        };
        let length = bytes.len() as u32;
        numbers.into_iter().chain([length]).for_each(|n| out.extend(n.to_le_bytes()));
        out.extend(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_numbers_and_bytes() {
        let s = Surroundings {
            arguments: vec![Piece::Known(b"p".to_vec()), Piece::Some { least: 1, most: 2, length: 3 }],
            stdin: Some(Piece::Any { before: Vec::new(), most: 9 }),
            ..Surroundings::default()
        };
        let number = |n: u32| n.to_le_bytes().to_vec();
        let list = |all: &[u32]| all.iter().flat_map(|n| number(*n)).collect::<Vec<u8>>();
        let known = [list(&[0, 0, 0, 0, 1]), b"p".to_vec()].concat();
        let expected = [list(&[1, 2]), known, list(&[2, 1, 2, 3, 0, 0, 0, 1, 0, 9, 0, 0])].concat();
        assert_eq!(s.encode(), Some(expected));
        let many = Surroundings { variables: vec![Piece::Known(Vec::new()); MOST + 1], ..s };
        assert_eq!(many.encode(), None);
    }
}
