//! Reads and writes at symbolic offsets: a balanced multiplexer over the cells that can be meant.

use homing_ir::{ErrorKind, Opnd};
use homing_memory::{ObjRef, Piece, Val};
use homing_term::{Op, Term};

use crate::end::Res;
use crate::executor::{Step, describe};
use crate::{Executor, State};

/// Reading cells is cheaper than changing them: so many times more of them are taken together.
const READS: u64 = 4;

/// Offsets that a symbolic one can take: `lo`, `lo + stride`, ... up to `hi`.
struct Candidates {
    lo: u64,
    hi: u64,
    stride: u64,
}

impl Candidates {
    fn count(&self) -> u64 {
        (self.hi - self.lo) / self.stride + 1
    }
    fn iter(&self) -> impl Iterator<Item = u64> {
        (self.lo..=self.hi).step_by(self.stride as usize)
    }
}

impl Executor<'_> {
    /// `n` bytes at a symbolic offset (known to be in bounds).
    pub(crate) fn read_symbolic(
        &mut self,
        st: &mut State,
        step: &mut Step,
        o: ObjRef,
        off: Term,
        n: u64,
        opnd: Opnd,
    ) -> Res<Val> {
        let Some(c) = self.candidates(st, o, off, n, READS * self.options.max_symbolic_size) else {
            let at = self.fix_offset(st, step, o, off, opnd)?;
            return self.read_at(st, o, at, n, true);
        };
        if self.options.check_uninitialised {
            self.require_initialised(st, step, o, off, n, &c)?;
        }
        let w = n as u32 * 8;
        let mut runs: Vec<(u64, Term)> = Vec::new();
        for at in c.iter() {
            // Which cell is meant is not known: an uninitialised one among them is no error yet.
            let v = self.read_at(st, o, at, n, false)?;
            let t = self.term_of(v, w);
            if runs.last().is_none_or(|(_, last)| *last != t) {
                runs.push((at, t));
            }
        }
        let t = self.mux(off, &runs);
        Ok(self.val_of(t))
    }

    /// The offset is not one of an uninitialised cell; where it may be, an error is split off.
    fn require_initialised(&mut self, st: &mut State, step: &mut Step, o: ObjRef, off: Term, n: u64, c: &Candidates) -> Res<()> {
        let obj = st.memory.get(o).expect("checked before").clone();
        let mut bad = self.cx.terms.fls();
        for at in c.iter() {
            if obj.pieces(at, n).iter().any(|p| matches!(p, Piece::Undef { .. })) {
                let here = self.is_at(off, at);
                bad = self.cx.terms.or(bad, here);
            }
        }
        let ok = self.cx.terms.not(bad);
        let text = format!("{} was never written at an offset that depends on the input", describe(st, o));
        self.require(st, step, ok, ErrorKind::Uninitialised, &text)
    }

    /// Writes `n` bytes at a symbolic offset (known to be in bounds).
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn write_symbolic(
        &mut self,
        st: &mut State,
        step: &mut Step,
        o: ObjRef,
        off: Term,
        n: u64,
        val: Val,
        opnd: Opnd,
    ) -> Res<()> {
        let Some(c) = self.candidates(st, o, off, n, self.options.max_symbolic_size) else {
            let at = self.fix_offset(st, step, o, off, opnd)?;
            self.write_at(st, o, at, n, val);
            return Ok(());
        };
        let w = n as u32 * 8;
        let new = self.term_of(val, w);
        if c.stride >= n {
            for at in c.iter() {
                let old = self.read_at(st, o, at, n, false)?;
                let old = self.term_of(old, w);
                let here = self.is_at(off, at);
                let mixed = self.cx.terms.ite(here, new, old);
                let v = self.val_of(mixed);
                self.write_at(st, o, at, n, v);
            }
            return Ok(());
        }
        for at in c.lo..c.hi + n {
            let old = self.read_at(st, o, at, 1, false)?;
            let mut byte = self.term_of(old, 8);
            for j in (0..n.min(at - c.lo + 1)).filter(|j| at - j <= c.hi && (at - j - c.lo) % c.stride == 0) {
                let here = self.is_at(off, at - j);
                let piece = self.cx.terms.extract(new, 8 * j as u32, 8);
                byte = self.cx.terms.ite(here, piece, byte);
            }
            let v = self.val_of(byte);
            self.write_at(st, o, at, 1, v);
        }
        Ok(())
    }

    fn is_at(&mut self, off: Term, at: u64) -> Term {
        let k = self.cx.terms.bits(self.program.ptr_bits, at);
        self.cx.terms.eq(off, k)
    }

    /// Too many cells: one offset now, the others in states of their own.
    pub(crate) fn fix_offset(&mut self, st: &mut State, step: &mut Step, o: ObjRef, off: Term, opnd: Opnd) -> Res<u64> {
        let at = self.enumerate(st, step, off)?;
        if let Some(r) = opnd.as_reg() {
            st.frame.regs[r.index()] = Val::ptr(o, at);
        }
        Ok(at)
    }

    /// The offsets that are possible, if there are few enough to handle together.
    fn candidates(&mut self, st: &State, o: ObjRef, off: Term, n: u64, most: u64) -> Option<Candidates> {
        let size = st.memory.get(o)?.size();
        let (lo, hi) = st.path.range(&mut self.cx, off);
        let hi = hi.min(size.checked_sub(n)?);
        if lo > hi {
            return None;
        }
        let (stride, rest) = self.congruence(off, 0);
        let stride = stride.max(1);
        let lo = lo + (rest.wrapping_sub(lo)) % stride;
        if lo > hi {
            return None;
        }
        let hi = hi - (hi - lo) % stride;
        let c = Candidates { lo, hi, stride };
        (c.count() <= most).then_some(c)
    }

    /// A power of two and a remainder: the term is that remainder modulo that power.
    fn congruence(&mut self, t: Term, depth: u32) -> (u64, u64) {
        const TOP: u64 = 1 << 32;
        if let Some(c) = self.cx.terms.as_const(t) {
            return (TOP, c % TOP);
        }
        if depth > 8 {
            return (1, 0);
        }
        let args = self.cx.terms.args(t);
        match self.cx.terms.op(t) {
            Op::Add | Op::Sub => {
                let (m, a) = self.congruence(args[0], depth + 1);
                let (k, b) = self.congruence(args[1], depth + 1);
                let m = m.min(k);
                let sum = if self.cx.terms.op(t) == Op::Add { a.wrapping_add(b) } else { a.wrapping_sub(b) };
                (m, sum % m)
            }
            Op::Mul => {
                let zeros = |c: (u64, u64)| if c.1 == 0 { c.0 } else { 1 << c.1.trailing_zeros() };
                let (a, b) = (self.congruence(args[0], depth + 1), self.congruence(args[1], depth + 1));
                // Only the factor's zeros are used: x * 2^k is 0 modulo 2^k.
                ((zeros(a).saturating_mul(zeros(b))).clamp(1, TOP), 0)
            }
            Op::Shl => match self.cx.terms.as_const(args[1]) {
                Some(s) if s < 32 => {
                    let (m, a) = self.congruence(args[0], depth + 1);
                    let m = m.saturating_mul(1 << s).min(TOP);
                    (m, (a << s) % m)
                }
                _ => (1, 0),
            },
            Op::Concat => {
                let low = self.cx.terms.width(args[1]);
                match self.cx.terms.as_const(args[1]) {
                    Some(c) if low < 32 => {
                        let (m, a) = self.congruence(args[0], depth + 1);
                        let m = m.saturating_mul(1 << low).min(TOP);
                        (m, (a << low | c) % m)
                    }
                    _ => {
                        let (m, a) = self.congruence(args[1], depth + 1);
                        let m = if low < 32 { m.min(1 << low) } else { m };
                        (m, a % m)
                    }
                }
            }
            Op::ZExt | Op::SExt => {
                let low = self.cx.terms.width(args[0]);
                let (m, a) = self.congruence(args[0], depth + 1);
                let m = if low < 32 { m.min(1 << low) } else { m };
                (m, a % m)
            }
            _ => (1, 0),
        }
    }

    /// A balanced tree over runs of equal values; each entry is (first offset, value).
    fn mux(&mut self, off: Term, runs: &[(u64, Term)]) -> Term {
        if let [(_, t)] = runs {
            return *t;
        }
        let mid = runs.len() / 2;
        let bound = self.cx.terms.bits(self.program.ptr_bits, runs[mid].0);
        let below = self.cx.terms.ult(off, bound);
        let (left, right) = (self.mux(off, &runs[..mid]), self.mux(off, &runs[mid..]));
        self.cx.terms.ite(below, left, right)
    }
}
