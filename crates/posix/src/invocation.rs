//! From the values of a path's inputs to what a native run must be given.

use crate::{Arg, Environment, Node, Stdin, Text, until_nul};

/// All that a native run needs to take the same path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// With the program's name first.
    pub argv: Vec<Vec<u8>>,
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    pub stdin: Vec<u8>,
    /// Path, mode and what it is; nothing is symbolic any more.
    pub files: Vec<(Vec<u8>, u32, Node)>,
    /// A call was made to fail: a native run cannot be made to do the same.
    pub failed: bool,
}

impl Environment {
    /// What the program was given on a path with these inputs. An input that is missing was never asked for and counts as zeros.
    pub fn invocation(&self, inputs: &[(String, Vec<u8>)]) -> Invocation {
        let inputs = Inputs(inputs);
        let value = |text: &Text, name: &str| match text {
            Text::Concrete(bytes) => until_nul(bytes).to_vec(),
            Text::Symbolic { max } => inputs.string(name, *max),
        };
        Invocation {
            argv: self.argv(&inputs),
            env: self
                .env
                .iter()
                .map(|(name, text)| {
                    let name = until_nul(name);
                    (name.to_vec(), value(text, &format!("env:{}", String::from_utf8_lossy(name))))
                })
                .collect(),
            stdin: match &self.stdin {
                Stdin::Empty => Vec::new(),
                Stdin::Concrete(bytes) => bytes.clone(),
                Stdin::Symbolic { max } => inputs.file("stdin", *max),
                Stdin::Unbounded => inputs.stream(),
            },
            files: self
                .files
                .iter()
                .map(|f| {
                    let node = match &f.node {
                        Node::Symbolic { name, max } => Node::File(inputs.file(name, *max)),
                        other => other.clone(),
                    };
                    (f.path.clone(), f.mode, node)
                })
                .collect(),
            failed: (0..).map_while(|i| inputs.get(&format!("fail{i}"))).any(|bytes| number(bytes) != 0),
        }
    }

    fn argv(&self, inputs: &Inputs<'_>) -> Vec<Vec<u8>> {
        let mut argv = vec![until_nul(&self.program).to_vec()];
        let mut next = 0u64;
        let mut groups = 0;
        for arg in &self.args {
            match arg {
                Arg::Text(Text::Concrete(bytes)) => argv.push(until_nul(bytes).to_vec()),
                Arg::Text(Text::Symbolic { max }) => {
                    argv.push(inputs.string(&format!("arg{next}"), *max));
                    next += 1;
                }
                Arg::Some { min, max, len } => {
                    let max = (*max).max(*min);
                    let name = if groups == 0 { "n_args".to_string() } else { format!("n_args{groups}") };
                    groups += 1;
                    let more = inputs.number(&name).min(u64::from(max - min));
                    for i in 0..u64::from(*min) + more {
                        argv.push(inputs.string(&format!("arg{}", next + i), *len));
                    }
                    next += u64::from(max);
                }
            }
        }
        argv
    }
}

/// Inputs by name.
struct Inputs<'a>(&'a [(String, Vec<u8>)]);

impl<'a> Inputs<'a> {
    fn get(&self, name: &str) -> Option<&'a [u8]> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, bytes)| bytes.as_slice())
    }

    fn number(&self, name: &str) -> u64 {
        self.get(name).map_or(0, number)
    }

    /// A string of at most `max` bytes.
    fn string(&self, name: &str, max: u32) -> Vec<u8> {
        let bytes = self.get(name).unwrap_or_default();
        until_nul(&bytes[..bytes.len().min(max as usize)]).to_vec()
    }

    /// The first bytes of an input, as many as its size says; bytes that are missing are zeros.
    fn prefix(&self, name: &str, max: u64) -> Vec<u8> {
        let size = self.number(&format!("{name}-size")).min(max) as usize;
        let mut bytes = self.get(name).unwrap_or_default().to_vec();
        bytes.resize(size, 0);
        bytes
    }

    fn file(&self, name: &str, max: u32) -> Vec<u8> {
        self.prefix(name, u64::from(max))
    }

    /// Pieces in order; one that is not full is the last.
    fn stream(&self) -> Vec<u8> {
        let mut all = Vec::new();
        for i in 0.. {
            let name = format!("stdin-chunk{i}");
            let Some(bytes) = self.get(&name) else { break };
            let piece = self.prefix(&name, bytes.len() as u64);
            let full = piece.len() == bytes.len();
            all.extend(piece);
            if !full {
                break;
            }
        }
        all
    }
}

/// A number with the little end first; what does not fit into 64 bits is cut off.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |n, &b| n << 8 | u64::from(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileSpec;

    fn inputs(list: &[(&str, &[u8])]) -> Vec<(String, Vec<u8>)> {
        list.iter().map(|(n, b)| (n.to_string(), b.to_vec())).collect()
    }

    fn int(n: u32) -> [u8; 4] {
        n.to_le_bytes()
    }

    #[test]
    fn strings_end_at_their_first_nul_and_names_do_not_depend_on_numbers() {
        let env = Environment {
            program: b"prog".to_vec(),
            args: vec![
                Arg::Text(Text::Concrete(b"-x".to_vec())),
                Arg::Some { min: 1, max: 3, len: 2 },
                Arg::Text(Text::Symbolic { max: 4 }),
                Arg::Some { min: 0, max: 1, len: 1 },
            ],
            env: vec![(b"HOME".to_vec(), Text::Concrete(b"/h".to_vec())), (b"X".to_vec(), Text::Symbolic { max: 3 })],
            ..Environment::default()
        };
        let list = inputs(&[
            ("n_args", &int(1)),
            ("arg0", b"ab\0"),
            ("arg1", b"c\0z"),
            ("arg3", b"d\xffe\0\0"),
            ("n_args1", &int(1)),
            ("arg4", b"q\0"),
            ("env:X", b"1\x002\0"),
        ]);
        let run = env.invocation(&list);
        assert_eq!(run.argv, [&b"prog"[..], b"-x", b"ab", b"c", b"d\xffe", b"q"]);
        assert_eq!(run.env, [(b"HOME".to_vec(), b"/h".to_vec()), (b"X".to_vec(), b"1".to_vec())]);
        assert!(!run.failed);
        let nothing = env.invocation(&[]);
        assert_eq!(nothing.argv, [&b"prog"[..], b"-x", b"", b""]);
        // A value out of its bounds cannot make arguments that are not there.
        let many = env.invocation(&inputs(&[("n_args", &int(77))]));
        assert_eq!(many.argv.len(), 6);
    }

    #[test]
    fn sizes_of_files_are_honoured() {
        let file = |path: &str, node| FileSpec { path: path.into(), mode: 0o644, node };
        let env = Environment {
            stdin: Stdin::Symbolic { max: 4 },
            files: vec![
                file("A", Node::Symbolic { name: "A".into(), max: 3 }),
                file("B", Node::Symbolic { name: "B".into(), max: 3 }),
                file("d/c", Node::File(b"text".to_vec())),
                file("l", Node::Link(b"A".to_vec())),
            ],
            ..Environment::default()
        };
        let list = inputs(&[
            ("stdin", b"xyz\0"),
            ("stdin-size", &int(2)),
            ("A", b"abc"),
            ("A-size", &int(9)),
            ("B-size", &int(2)),
            ("fail0", &int(0)),
            ("fail1", &int(1)),
        ]);
        let run = env.invocation(&list);
        assert_eq!(run.stdin, b"xy");
        assert_eq!(run.files[0], (b"A".to_vec(), 0o644, Node::File(b"abc".to_vec())));
        assert_eq!(run.files[1].2, Node::File(b"\0\0".to_vec()));
        assert_eq!(run.files[2].2, Node::File(b"text".to_vec()));
        assert_eq!(run.files[3].2, Node::Link(b"A".to_vec()));
        assert!(run.failed);
        assert_eq!(env.invocation(&[]).stdin, b"");
    }

    #[test]
    fn a_stream_ends_with_the_piece_that_is_not_full() {
        let env = Environment { stdin: Stdin::Unbounded, ..Environment::default() };
        let list = inputs(&[
            ("stdin-chunk0-size", &int(3)),
            ("stdin-chunk0", b"abc"),
            ("stdin-chunk1-size", &int(1)),
            ("stdin-chunk1", b"de"),
            ("stdin-chunk2-size", &int(1)),
            ("stdin-chunk2", b"f"),
        ]);
        assert_eq!(env.invocation(&list).stdin, b"abcd");
        assert_eq!(env.invocation(&[]).stdin, b"");
    }
}
