//! The environment as bytes for the kernel model: numbers with the little end first; texts with their length before and a NUL after
//! them, so that the model can use them where they are. `kernel/config.c` and `kernel/start.c` read this in the same order.

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
        out.text(until_nul(&self.cwd));
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
        out.count(self.files.len());
        for file in &self.files {
            out.text(until_nul(&file.path));
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
