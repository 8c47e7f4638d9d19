//! Operators of C++, sizes of blocks, and reports of sanitizers.

use homing_ir::{Call, Details, Operator, Report, Ubsan};

use crate::code::Code;
use crate::machine::Machine;
use crate::memory::{Ptr, address_of, object_of};
use crate::stop::{Step, error};

impl<'m> Machine<'m> {
    /// `operator new`: never null unless it is the form that says so.
    pub fn operator_new(&mut self, form: Operator, call: &'m Call) -> Step {
        let size = self.argument(call, 0)? as u64;
        let align = if form.aligned { self.argument(call, 1)? as u64 } else { 16 };
        if form.nothrow && self.allocation_fails() {
            self.result(call, 0);
            return Ok(());
        }
        let p = self.heap(size, align)?;
        self.memory.set_family(object_of(p), form.family());
        self.result(call, p);
        Ok(())
    }

    /// `malloc_usable_size`: what the test case says, else the size itself.
    pub fn usable_size(&mut self, code: &Code<'m>, call: &'m Call) -> Step {
        let p = self.argument(call, 0)?;
        if call.dst.is_empty() || address_of(p) == 0 {
            self.result(call, 0);
            return Ok(());
        }
        let id = self.heap_object(p)?;
        if !self.take_havoc(code, call)? {
            let size = self.memory.live(id).map_or(0, |o| o.size);
            self.result(call, size.into());
        }
        Ok(())
    }

    /// Instrumented code has found something.
    pub fn ubsan(&mut self, report: Report, call: &'m Call) -> Step {
        if !report.ends && !self.options.reports_end {
            return Ok(());
        }
        let details = if report.told { self.report_details(report.what, call)? } else { Details::default() };
        let (kind, message) = report.what.error(report.told, details);
        error(kind, message)
    }

    fn report_details(&self, what: Ubsan, call: &Call) -> Step<Details> {
        let word = self.memory.pointer_bytes();
        let mut details = Details::default();
        match what {
            Ubsan::AddOverflow | Ubsan::SubOverflow | Ubsan::MulOverflow | Ubsan::NegateOverflow => {
                let data = self.argument(call, 0)?;
                let slot = self.memory.check(forward(data, word + 8), word, false)?;
                let of_type = self.memory.read_ptr(slot);
                let info = self.memory.check(forward(of_type, 2), 2, false)?;
                details.signed = self.memory.read64(info) & 1 == 1;
            }
            Ubsan::DivremOverflow => details.zero = self.argument(call, 2)? == 0,
            Ubsan::TypeMismatch => {
                let (data, p) = (self.argument(call, 0)?, address_of(self.argument(call, 1)?));
                let log = self.memory.check(forward(data, 2 * word + 8), 1, false)?;
                let log = self.memory.read64(log).min(31);
                details.zero = p == 0;
                details.aligned = p & ((1 << log) - 1) == 0;
            }
            _ => {}
        }
        Ok(details)
    }
}

/// The pointer, so many bytes on.
fn forward(p: Ptr, bytes: u64) -> Ptr {
    p + u128::from(bytes)
}
