//! What a program writes to its standard output and error.

use std::rc::Rc;

use homing_memory::Val;

use crate::State;

/// Most bytes that a path keeps; what comes later is only counted. A run that shows its output takes it out in time.
const KEPT: u64 = 1 << 20;

/// Pieces of output in order, shared between forks.
#[derive(Clone, Debug, Default)]
pub struct Console {
    last: Option<Rc<Piece>>,
    /// Bytes written so far.
    written: u64,
    kept: u64,
}

#[derive(Debug)]
struct Piece {
    fd: i32,
    bytes: Vec<u8>,
    before: Option<Rc<Piece>>,
}

impl Console {
    pub fn push(&mut self, fd: i32, bytes: Vec<u8>) {
        self.written += bytes.len() as u64;
        if self.kept >= KEPT {
            return;
        }
        self.kept += bytes.len() as u64;
        self.last = Some(Rc::new(Piece { fd, bytes, before: self.last.take() }));
    }

    /// Bytes written, kept or not.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// What was kept, in order, as (file descriptor, bytes); it is forgotten here.
    pub fn take(&mut self) -> Vec<(i32, Vec<u8>)> {
        let mut out = Vec::new();
        let mut at = self.last.take();
        self.kept = 0;
        while let Some(piece) = at {
            match Rc::try_unwrap(piece) {
                Ok(mut p) => {
                    at = p.before.take();
                    out.push((p.fd, std::mem::take(&mut p.bytes)));
                }
                Err(p) => {
                    out.push((p.fd, p.bytes.clone()));
                    at = p.before.clone();
                }
            }
        }
        out.reverse();
        out
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(n) = next {
            match Rc::try_unwrap(n) {
                Ok(mut n) => next = n.before.take(),
                Err(_) => break,
            }
        }
    }
}

impl State {
    /// `__homing_output`: bytes that depend on inputs are shown as `?`.
    pub(crate) fn write_console(&mut self, fd: Val, at: Val, len: Val) {
        let (Some((object, off)), Some(len)) = (at.as_ptr(), len.as_int()) else { return };
        let Some(o) = self.memory.get(object) else { return };
        let end = off.saturating_add(len).min(o.size());
        let byte = |i| o.read_fast(i, 1).and_then(|v| v.as_int()).map_or(b'?', |b| b as u8);
        let bytes = (off..end).map(byte).collect();
        self.console.push(fd.as_int().unwrap_or(1) as i32, bytes);
    }
}
