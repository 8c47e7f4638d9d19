//! Variadic arguments: they all lie in memory, in one object of the callee, in the layout of the target's stack.
//!
//! 64-bit pointers: slots of 8 bytes, 16-byte aligned for values above 64 bits or where the call says so; the
//! `va_list` says that the registers are used up. 32-bit pointers: slots of 4 bytes without further alignment; the
//! `va_list` is one pointer.

use homing_ir::{Call, Opnd, byte_len};

use crate::machine::{Machine, Value};
use crate::memory::{Kind, Ptr, object_of, ptr};
use crate::stop::{Step, unsupported};

/// `gp_offset` and `fp_offset` of a list without register arguments.
const NO_REGISTERS: (u64, u64) = (48, 304);

impl<'m> Machine<'m> {
    /// The object with the arguments of the call from `first` on, and some zeroes behind them.
    pub fn variadic_area(&mut self, call: &'m Call, first: usize, spare: u64) -> Step<Ptr> {
        let slot = self.memory.pointer_bytes();
        let mut places = Vec::new();
        let mut end = 0u64;
        for (i, o) in call.args.iter().enumerate().skip(first) {
            let width = self.cur.code.width(*o);
            let copied = call.byval.get(i).copied().unwrap_or(0);
            let size = if copied > 0 { copied } else { byte_len(width) };
            let asked = u64::from(call.align.get(i).copied().unwrap_or(0));
            let align = match slot {
                8 if asked >= 16 => asked,
                8 if copied == 0 && width > 64 => 16,
                _ => slot,
            };
            let Some(at) = end.checked_next_multiple_of(align) else { return unsupported("variadic arguments beyond memory") };
            places.push((at, size, copied > 0, *o));
            end = at + size.next_multiple_of(slot);
        }
        let area = self.memory.allocate(end + spare, 16, Kind::Stack)?;
        self.locals.push(object_of(area));
        if spare > 0 {
            let place = self.memory.check(ptr(object_of(area), area as u64 + end), spare, true)?;
            self.memory.write_bytes(place, &vec![0; spare as usize]);
        }
        for (at, size, copied, o) in places {
            let to = ptr(object_of(area), area as u64 + at);
            if copied { self.copy_memory(to, self.get(o), size, false)? } else { self.store_to(to, o)? }
        }
        Ok(area)
    }

    /// Stores an operand of the current frame at an address.
    fn store_to(&mut self, to: Ptr, o: Opnd) -> Step {
        let width = self.cur.code.width(o);
        let place = self.memory.check(to, byte_len(width), true)?;
        match self.get_value(o) {
            Value::Small(p) if self.cur.code.is_ptr(o) => self.memory.write_ptr(place, p),
            Value::Small(v) => self.memory.write_bytes(place, &v.to_le_bytes()[..place.len]),
            Value::Wide(n) => {
                let words = n.to_words(place.len.div_ceil(8));
                let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).take(place.len).collect();
                self.memory.write_bytes(place, &bytes);
            }
        }
        Ok(())
    }

    pub fn va_start(&mut self, list: Opnd) -> Step {
        if !self.cur.code.f.varargs {
            return unsupported("va_start in a function without variadic arguments");
        }
        let (list, area) = (self.get(list), self.cur.variadic);
        let at = |offset: u64| ptr(object_of(list), (list as u64).wrapping_add(offset));
        if self.memory.pointer_bytes() == 4 {
            let place = self.memory.check(list, 4, true)?;
            self.memory.write_ptr(place, area);
            return Ok(());
        }
        for (offset, v) in [(0, NO_REGISTERS.0), (4, NO_REGISTERS.1)] {
            let place = self.memory.check(at(offset), 4, true)?;
            self.memory.write64(place, v);
        }
        for (offset, p) in [(8, area), (16, 0)] {
            let place = self.memory.check(at(offset), 8, true)?;
            self.memory.write_ptr(place, p);
        }
        Ok(())
    }

    pub fn va_copy(&mut self, dst: Opnd, src: Opnd) -> Step {
        let size = if self.memory.pointer_bytes() == 4 { 4 } else { 24 };
        self.copy_memory(self.get(dst), self.get(src), size, true)
    }
}
