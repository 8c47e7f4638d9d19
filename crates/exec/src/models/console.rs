//! What a program writes to its standard output and error.

use std::rc::Rc;

use homing_memory::{Piece as Stored, Val, ValKind};
use homing_term::VarKey;

use crate::{Executor, State};

/// Most bytes that a path keeps; what comes later is only counted. A run that shows its output takes it out in time.
const KEPT: u64 = 1 << 20;

/// Pieces of output in order, shared between forks.
#[derive(Clone, Debug, Default)]
pub struct Console {
    last: Option<Rc<Piece>>,
    /// Bytes written so far.
    written: u64,
    kept: u64,
    /// Some of it is an address, or memory that was never written.
    vague: bool,
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

    /// Was something written that differs from run to run: an address, or memory that was never written?
    pub fn is_vague(&self) -> bool {
        self.vague
    }

    /// Of a joined state: where the two have written different things, it is not known what was written.
    pub(crate) fn join(&mut self, other: &Console) {
        let same = match (&self.last, &other.last) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        };
        self.vague |= !same || other.vague;
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

impl Executor<'_> {
    /// `__homing_output`: bytes that depend on inputs are shown as `?`.
    pub(crate) fn write_console(&mut self, st: &mut State, fd: Val, at: Val, len: Val) {
        let (Some((object, off)), Some(len)) = (at.as_ptr(), len.as_int()) else {
            st.console.vague = true;
            return;
        };
        let Some(o) = st.memory.get(object) else { return };
        let end = off.saturating_add(len).min(o.size());
        let byte = |i| o.read_fast(i, 1).and_then(|v| v.as_int()).map_or(b'?', |b| b as u8);
        let bytes: Vec<u8> = (off..end).map(byte).collect();
        if bytes.contains(&b'?') && !st.console.vague {
            let o = o.clone();
            st.console.vague = o.pieces(off, end - off).iter().any(|p| self.is_vague(p));
        }
        st.console.push(fd.as_int().unwrap_or(1) as i32, bytes);
    }
    /// An address, or memory that was never written.
    fn is_vague(&mut self, p: &Stored) -> bool {
        match p {
            Stored::Int { .. } | Stored::Input { .. } => false,
            Stored::Undef { .. } => true,
            Stored::Part(part) => match part.val.kind() {
                ValKind::Term(t) => {
                    let support = self.cx.terms.support(t);
                    support.iter().any(|x| !matches!(self.cx.terms.var_info(*x).key, VarKey::Input { .. }))
                }
                kind => !matches!(kind, ValKind::Int(_) | ValKind::Input { .. }),
            },
        }
    }
}
