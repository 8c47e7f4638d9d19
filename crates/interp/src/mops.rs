//! Instructions on values of any width, and on memory.

use homing_ir::{BinOp, CastOp, ErrorKind, FCastOp, Opnd, Origin, OverflowOp, Reg, Type, UnOp, byte_len};

use crate::machine::{Machine, Value};
use crate::memory::{Ptr, Span, address_of, object_of};
use crate::nat::Nat;
use crate::scalar::{mask64, mask128, w64, w128};
use crate::stop::{Step, error, unsupported};
use crate::{fcast, ints};

impl<'m> Machine<'m> {
    fn width_of(&self, r: Reg) -> u32 {
        self.cur.code.widths[r.index()]
    }

    // ----- integers -----

    /// `Bin` above 64 bits.
    pub fn bin_wide(&mut self, op: BinOp, nsw: bool, dst: Reg, a: Opnd, b: Opnd) -> Step {
        let w = self.width_of(dst);
        if w <= 128 {
            let (x, y) = (self.get(a), self.get(b));
            self.check_bin(op, nsw, w, y == 0, y >= u128::from(w), |op| w128::overflows_signed(op, w, x, y))?;
            if y >= u128::from(w) && op.is_shift() {
                return self.shift_too_far(op, dst, a, y as u64);
            }
            let v = Value::Small(w128::bin(op, w, x, y));
            let overflown = matches!(op, BinOp::SDiv | BinOp::SRem) && w128::overflows_signed(op, w, x, y);
            let v = if overflown { self.unchosen(w, v)? } else { v };
            self.put_value(dst, v);
        } else {
            let (x, y) = (self.get_nat(a), self.get_nat(b));
            let too_far = y.cmp(&Nat::from_u128(w.into())).is_ge();
            self.check_bin(op, nsw, w, y.is_zero(), too_far, |op| ints::overflows_signed(op, w, &x, &y))?;
            if too_far && op.is_shift() {
                return self.shift_too_far(op, dst, a, y.low128() as u64);
            }
            let v = ints::bin(op, w, &x, &y);
            if matches!(op, BinOp::SDiv | BinOp::SRem) && ints::overflows_signed(op, w, &x, &y) {
                let v = self.unchosen(w, Value::Wide(v))?;
                self.put_value(dst, v);
            } else {
                self.put_nat(dst, &v);
            }
        }
        Ok(())
    }

    /// A shift by the width or more: any value. The machine looks at the lowest bits of the amount only.
    pub fn shift_too_far(&mut self, op: BinOp, dst: Reg, a: Opnd, by: u64) -> Step {
        let w = self.width_of(dst);
        let seen = by & (u64::from(w.next_power_of_two().max(32)) - 1);
        let v = ints::bin(op, w, &self.get_nat(a), &Nat::from_u128(seen.into()));
        let likely = if w > 128 { Value::Wide(v) } else { Value::Small(v.low128()) };
        let v = self.unchosen(w, likely)?;
        self.put_value(dst, v);
        Ok(())
    }

    /// The value of an undefined operation: the next input if it is one that nobody chose, else what the machine likely gives. A library is
    /// right with any.
    pub fn unchosen(&mut self, width: u32, likely: Value) -> Step<Value> {
        if self.cur.code.f.origin != Origin::Program {
            return Ok(likely);
        }
        let Some(bytes) = self.inputs.undefined(byte_len(width))? else { return Ok(likely) };
        let n = nat_of(bytes).low(u64::from(width));
        Ok(if width > 128 { Value::Wide(n) } else { Value::Small(n.low128()) })
    }

    pub fn un(&mut self, op: UnOp, dst: Reg, a: Opnd) {
        let w = self.width_of(dst);
        match w {
            0..=64 => self.put(dst, w64::un(op, w, self.get64(a)).into()),
            65..=128 => self.put(dst, w128::un(op, w, self.get(a))),
            _ => {
                let v = ints::un(op, w, &self.get_nat(a));
                self.put_nat(dst, &v);
            }
        }
    }

    pub fn overflow(&mut self, op: OverflowOp, dst: Reg, flag: Reg, a: Opnd, b: Opnd) {
        let w = self.width_of(dst);
        let overflowed = match w {
            0..=64 => {
                let (v, o) = w64::overflow(op, w, self.get64(a), self.get64(b));
                self.put(dst, v.into());
                o
            }
            65..=128 => {
                let (v, o) = w128::overflow(op, w, self.get(a), self.get(b));
                self.put(dst, v);
                o
            }
            _ => {
                let (v, o) = ints::overflow(op, w, &self.get_nat(a), &self.get_nat(b));
                self.put_nat(dst, &v);
                o
            }
        };
        self.put(flag, overflowed.into());
    }

    pub fn cast(&mut self, op: CastOp, dst: Reg, a: Opnd) -> Step {
        let (from, to) = (self.cur.code.width(a), self.width_of(dst));
        if from > 128 || to > 128 {
            let v = self.get_nat(a);
            let v = if op == CastOp::SExt { ints::sext(&v, from, to) } else { v };
            self.put_nat(dst, &v);
            return Ok(());
        }
        // A pointer's slot holds more than its address.
        let v = if from <= 64 { u128::from(self.get64(a)) } else { self.get(a) };
        let v = match op {
            CastOp::ZExt | CastOp::Trunc | CastOp::PtrToInt => v & mask128(to),
            CastOp::SExt => w128::signed(from, v) as u128 & mask128(to),
            CastOp::IntToPtr => self.memory.resolve(v as u64 & self.memory.pointer_mask()),
        };
        self.put(dst, v);
        Ok(())
    }

    pub fn extract(&mut self, dst: Reg, a: Opnd, lo: u32) {
        let v = self.get_nat(a).shr(u64::from(lo));
        self.put_nat(dst, &v);
    }

    pub fn concat(&mut self, dst: Reg, hi: Opnd, lo: Opnd) {
        let low_width = u64::from(self.cur.code.width(lo));
        let v = self.get_nat(hi).shl(low_width).or(&self.get_nat(lo));
        self.put_nat(dst, &v);
    }

    pub fn undef(&mut self, dst: Reg) -> Step {
        let v = self.nobodys_value(self.width_of(dst))?;
        self.put_value(dst, v);
        Ok(())
    }

    /// A value nobody chose: the next input if it is one of that kind, else zero.
    pub fn nobodys_value(&mut self, width: u32) -> Step<Value> {
        let bytes = self.inputs.uninitialised(byte_len(width)).unwrap_or_default();
        let n = nat_of(&bytes).low(u64::from(width));
        Ok(if width > 128 { Value::Wide(n) } else { Value::Small(n.low128()) })
    }

    /// Fills a register from little-endian bytes; an address is resolved.
    pub fn put_bytes(&mut self, dst: Reg, bytes: &[u8]) {
        let v = nat_of(bytes);
        if self.cur.code.f.regs[dst.index()] == Type::Ptr {
            self.put_value(dst, Value::Small(v.low128() & u128::from(self.memory.pointer_mask())));
        } else {
            self.put_nat(dst, &v);
        }
    }

    pub fn fcast(&mut self, op: FCastOp, dst: Reg, a: Opnd) -> Step {
        let (from, to) = (self.cur.code.width(a), self.width_of(dst));
        let v = match op {
            FCastOp::FloatToFloat { from, to } => crate::floats::convert(from, to, self.get(a)),
            FCastOp::FloatToSigned(k) | FCastOp::FloatToUnsigned(k) => {
                let signed = matches!(op, FCastOp::FloatToSigned(_));
                let bits = self.get(a);
                if to <= 64
                    && let Some(v) = fcast::fast::to_int(k, bits, to, signed)
                {
                    self.put(dst, (v & mask64(to)).into());
                } else if let Some(v) = fcast::to_integer(k, bits, to, signed) {
                    self.put_nat(dst, &v);
                } else if self.options.check_conversion {
                    return error(ErrorKind::Conversion, "a float that does not fit the integer");
                } else {
                    let v = fcast::by_machine(k, bits, to, signed);
                    let likely = if to > 128 { Value::Wide(v) } else { Value::Small(v.low128()) };
                    let v = self.unchosen(to, likely)?;
                    self.put_value(dst, v);
                }
                return Ok(());
            }
            FCastOp::SaturatingSigned(k) | FCastOp::SaturatingUnsigned(k) => {
                let v = fcast::saturated(k, self.get(a), to, matches!(op, FCastOp::SaturatingSigned(_)));
                self.put_nat(dst, &v);
                return Ok(());
            }
            FCastOp::SignedToFloat(k) => (from <= 64)
                .then(|| fcast::fast::from_i64(k, w64::signed(from, self.get64(a))))
                .flatten()
                .unwrap_or_else(|| fcast::from_signed(k, &self.get_nat(a), from)),
            FCastOp::UnsignedToFloat(k) => (from <= 64)
                .then(|| fcast::fast::from_u64(k, self.get64(a)))
                .flatten()
                .unwrap_or_else(|| fcast::from_unsigned(k, &self.get_nat(a))),
        };
        self.put(dst, v);
        Ok(())
    }

    // ----- memory -----

    #[inline]
    pub fn load(&mut self, dst: Reg, addr: Opnd) -> Step {
        let w = self.width_of(dst);
        let s = self.memory.check(self.get(addr), byte_len(w), false)?;
        if !self.memory.is_written(s) {
            self.fill_unwritten(s)?;
        }
        if w > 64 {
            let v = nat_of(self.memory.bytes(s));
            self.put_nat(dst, &v);
        } else if self.cur.code.f.regs[dst.index()] == Type::Ptr {
            let v = self.memory.read_ptr(s);
            self.put(dst, v);
        } else {
            let v = self.memory.read64(s) & mask64(w);
            self.put(dst, v.into());
        }
        Ok(())
    }

    /// Unwritten bytes get their value now and keep it.
    #[cold]
    pub fn fill_unwritten(&mut self, s: Span) -> Step {
        if self.options.check_uninitialised {
            return error(ErrorKind::Uninitialised, format!("read of {} bytes that were not all written", s.len));
        }
        let external = self.external_global(s.slot);
        for run in self.memory.unwritten_runs(s) {
            let next = match external {
                Some(name) => self.inputs.havoc(name, run.len as u64)?.map(<[u8]>::to_vec),
                None => self.inputs.uninitialised(run.len as u64),
            };
            match next {
                Some(bytes) => self.memory.write_bytes(run, &bytes),
                None => self.memory.fill(run, 0),
            }
        }
        Ok(())
    }

    /// The name of the global in that slot if it has no definition.
    fn external_global(&self, slot: u32) -> Option<&'m str> {
        let found = self.at.globals.iter().position(|p| object_of(*p) as u32 == slot)?;
        let g = &self.p.globals[found];
        g.external.then_some(&*g.name)
    }

    #[inline]
    pub fn store(&mut self, addr: Opnd, val: Opnd) -> Step {
        let code = self.cur.code;
        let w = code.width(val);
        let s = self.memory.check(self.get(addr), byte_len(w), true)?;
        if w > 64 {
            let words = self.get_nat(val).to_words(s.len.div_ceil(8));
            let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).take(s.len).collect();
            self.memory.write_bytes(s, &bytes);
        } else if code.is_ptr(val) {
            self.memory.write_ptr(s, self.get(val));
        } else {
            self.memory.write64(s, self.get64(val));
        }
        Ok(())
    }

    pub fn mem_copy(&mut self, dst: Opnd, src: Opnd, len: Opnd, may_overlap: bool) -> Step {
        let (to, from, len) = (self.get(dst), self.get(src), self.get64(len));
        self.copy_memory(to, from, len, may_overlap)
    }

    pub fn copy_memory(&mut self, to: Ptr, from: Ptr, len: u64, may_overlap: bool) -> Step {
        if len == 0 {
            return Ok(());
        }
        let from = self.memory.check(from, len, false)?;
        let to = self.memory.check(to, len, true)?;
        let apart = to.slot != from.slot || to.offset.abs_diff(from.offset) >= to.len || to.offset == from.offset;
        if !may_overlap && !apart {
            return error(ErrorKind::Overlap, format!("copy of {len} bytes between overlapping places"));
        }
        self.memory.copy(to, from);
        Ok(())
    }

    pub fn mem_set(&mut self, dst: Opnd, val: Opnd, len: Opnd) -> Step {
        let len = self.get64(len);
        if len > 0 {
            let s = self.memory.check(self.get(dst), len, true)?;
            self.memory.fill(s, self.get64(val) as u8);
        }
        Ok(())
    }

    pub fn stack_restore(&mut self, a: Opnd) -> Step {
        let keep = address_of(self.get(a)) as usize;
        if keep < self.cur.locals || keep > self.locals.len() {
            return unsupported("a stack restore to a point that is not in this call");
        }
        self.drop_locals(keep);
        Ok(())
    }
}

/// Little-endian bytes as a number.
pub fn nat_of(bytes: &[u8]) -> Nat {
    let word = |c: &[u8]| c.iter().rev().fold(0u64, |v, b| v << 8 | u64::from(*b));
    Nat::from_words(&bytes.chunks(8).map(word).collect::<Vec<_>>())
}
