//! The environment as bytes for the kernel model: numbers with the little end first; texts with their length before and a NUL after
//! them, so that the model can use them where they are. `kernel/config.c` and `kernel/start.c` read this in the same order.

use std::collections::BTreeSet;

use crate::{Arg, Environment, MAX_SYMBOLIC, Node, Stdin, Text, USER, until_nul};

const MAGIC: u32 = u32::from_le_bytes(*b"HMG1");

impl Environment {
    /// The bytes of `__homing_config`.
    pub fn encode(&self) -> Vec<u8> {
        self.encode_for(USER, USER)
    }

    /// As [`Self::encode`], for another user: a comparison with the real kernel runs as whoever runs the test.
    #[doc(hidden)]
    pub fn encode_for(&self, user: u32, group: u32) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.number(MAGIC);
        out.number(u32::from(self.libc));
        out.number(self.max_fail.min(MAX_SYMBOLIC));
        out.number(self.limits.open_files);
        out.0.extend(self.limits.bytes.min(i64::MAX as u64 / 4).to_le_bytes());
        out.number(user);
        out.number(group);
        out.text(&absolute(b"/", &self.cwd));
        self.arguments(&mut out);
        out.count(self.env.len());
        for (name, text) in &self.env {
            out.text(until_nul(name));
            out.value(text);
        }
        match &self.stdin {
            Stdin::Empty => out.number(0),
            Stdin::Concrete(bytes) => {
                out.number(1);
                out.text(bytes);
            }
            Stdin::Symbolic { max } => {
                out.number(2);
                out.length(*max);
            }
            Stdin::Unbounded => out.number(3),
        }
        self.files(&mut out);
        out.0
    }

    fn arguments(&self, out: &mut Writer) {
        out.text(until_nul(&self.program));
        out.count(self.args.len());
        for arg in &self.args {
            match arg {
                Arg::Text(text) => out.value(text),
                Arg::Some { min, max, len } => {
                    out.number(2);
                    out.length(*min);
                    out.length((*max).max(*min));
                    out.length(*len);
                }
            }
        }
    }

    fn files(&self, out: &mut Writer) {
        let cwd = absolute(b"/", &self.cwd);
        let mut known = BTreeSet::new();
        learn(&mut known, &cwd);
        out.count(self.files.len());
        for file in &self.files {
            let path = absolute(&cwd, &file.path);
            // The model need not look for a name that nobody can have made before.
            out.number(u32::from(!of_the_model(&path) && !known.contains(&path)));
            learn(&mut known, &path);
            out.text(&path);
            out.number(file.mode);
            match &file.node {
                Node::File(bytes) => {
                    out.number(0);
                    out.text(bytes);
                }
                Node::Symbolic { name, max } => {
                    out.number(1);
                    out.text(until_nul(name.as_bytes()));
                    out.length(*max);
                }
                Node::Dir => out.number(2),
                Node::Link(to) => {
                    out.number(3);
                    out.text(until_nul(to));
                }
            }
        }
    }
}

/// `path` as seen from the absolute `from`, without empty parts, `.` and `..`.
fn absolute(from: &[u8], path: &[u8]) -> Vec<u8> {
    let path = until_nul(path);
    let start: &[u8] = if path.starts_with(b"/") { b"" } else { from };
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in start.split(|&b| b == b'/').chain(path.split(|&b| b == b'/')) {
        match part {
            b"" | b"." => {}
            b".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    [b"/".to_vec(), parts.join(&b'/')].concat()
}

/// A path and the directories above it are there from now on.
fn learn(known: &mut BTreeSet<Vec<u8>>, path: &[u8]) {
    let mut path = path;
    while known.insert(path.to_vec()) {
        let Some(slash) = path.iter().rposition(|&b| b == b'/') else { break };
        path = &path[..slash];
    }
}

/// Whether the model itself makes files there.
fn of_the_model(path: &[u8]) -> bool {
    path == b"/tmp" || [&b"/dev"[..], b"/proc"].iter().any(|top| path.starts_with(top))
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, n: u32) {
        self.0.extend(n.to_le_bytes());
    }

    fn count(&mut self, n: usize) {
        self.number(u32::try_from(n).unwrap_or(u32::MAX));
    }

    fn length(&mut self, n: u32) {
        self.number(n.min(MAX_SYMBOLIC));
    }

    fn text(&mut self, bytes: &[u8]) {
        self.0.extend((bytes.len() as u64).to_le_bytes());
        self.0.extend(bytes);
        self.0.push(0);
    }

    fn value(&mut self, text: &Text) {
        match text {
            Text::Concrete(bytes) => {
                self.number(0);
                self.text(until_nul(bytes));
            }
            Text::Symbolic { max } => {
                self.number(1);
                self.length(*max);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_absolute() {
        let to = |path: &str| String::from_utf8(absolute(b"/home/user", path.as_bytes())).expect("text");
        assert_eq!(to("a"), "/home/user/a");
        assert_eq!(to("./a//b/"), "/home/user/a/b");
        assert_eq!(to("../x"), "/home/x");
        assert_eq!(to("../../../x"), "/x");
        assert_eq!(to("/"), "/");
        assert_eq!(to("/a/./b/../c"), "/a/c");
        assert_eq!(to(""), "/home/user");
    }

    #[test]
    fn names_that_may_be_there_are_known() {
        let mut known = BTreeSet::new();
        learn(&mut known, b"/home/user");
        learn(&mut known, b"/home/user/d/e/f");
        for (path, there) in [("/home/user/d/e", true), ("/home", true), ("/home/user/d/e/f", true), ("/home/user/d/g", false)] {
            assert_eq!(known.contains(path.as_bytes()), there, "{path}");
        }
        assert!(of_the_model(b"/dev/null") && of_the_model(b"/tmp") && !of_the_model(b"/tmp/x") && !of_the_model(b"/home"));
    }
}
