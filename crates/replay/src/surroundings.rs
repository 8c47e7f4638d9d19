//! What a fuzzing child makes around the program for each run.

use homing_fuzz::{Piece, Surroundings};
use homing_posix::{Arg, Environment, Node, Stdin, Text};

/// For the child; nothing if the program is called without anything. `Err` says what cannot be made.
pub fn encode(e: &Environment) -> Result<Vec<u8>, String> {
    let files: Vec<_> = e.files.iter().filter(|f| matches!(f.node, Node::Symbolic { max: 1.., .. })).collect();
    if e.args.is_empty() && e.env.is_empty() && e.files.is_empty() && e.stdin == Stdin::Empty && e.max_fail == 0 {
        return Ok(Vec::new());
    }
    if e.max_fail > 0 {
        return Err("system calls that fail are not fuzzed".into());
    }
    let text = |before: &[u8], t: &Text| match t {
        Text::Concrete(bytes) => Piece::Known([before, bytes.split(|b| *b == 0).next().unwrap_or_default()].concat()),
        Text::Symbolic { max } => Piece::Any { before: before.to_vec(), most: *max },
    };
    let argument = |a: &Arg| match a {
        Arg::Text(t) => text(b"", t),
        Arg::Some { min, max, len } => Piece::Some { least: *min, most: (*max).max(*min), length: *len },
    };
    let stdin = match &e.stdin {
        Stdin::Empty => None,
        Stdin::Concrete(bytes) => Some(Piece::Known(bytes.clone())),
        Stdin::Symbolic { max } => Some(Piece::Any { before: Vec::new(), most: *max }),
        Stdin::Unbounded => return Err("standard input without an end is not fuzzed".into()),
    };
    let folder = [&e.cwd[..], b"/"].concat();
    let file = |f: &homing_posix::FileSpec| match &f.node {
        Node::Symbolic { max, .. } => {
            Piece::Any { before: f.path.strip_prefix(&folder[..]).unwrap_or(&f.path).to_vec(), most: *max }
        }
        _ => Piece::Known(Vec::new()),
    };
    let surroundings = Surroundings {
        arguments: std::iter::once(Piece::Known(e.program.clone())).chain(e.args.iter().map(argument)).collect(),
        variables: e.env.iter().map(|(n, t)| text(&[n, &b"="[..]].concat(), t)).collect(),
        files: files.into_iter().map(file).collect(),
        stdin,
    };
    surroundings.encode().ok_or("there are too many arguments, variables or files to fuzz".into())
}
