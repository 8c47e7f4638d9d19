//! What functions of a library ask about their arguments.

use homing_ir::{Builtin, Call, ErrorKind};

use crate::machine::Machine;
use crate::memory::address_of;
use crate::stop::{Step, error};

impl<'m> Machine<'m> {
    pub fn about_arguments(&mut self, b: Builtin, call: &'m Call) -> Step {
        let answer = match b {
            // The library looks byte by byte then, and every byte is checked.
            Builtin::Measure => self.memory.pointer_mask().into(),
            Builtin::ResultUsed => self.own_result_used().into(),
            // Whoever asks goes on to `Apart`, which compares addresses.
            Builtin::SameObject => 1,
            Builtin::Apart => {
                self.check_apart(call)?;
                0
            }
            Builtin::NotNull => match address_of(self.argument(call, 0)?) {
                0 => return error(ErrorKind::Null, "null pointer"),
                _ => 0,
            },
            _ => {
                let (p, n) = (self.argument(call, 0)?, self.argument(call, 1)? as u64);
                if n > 0 {
                    self.memory.check(p, n, false)?;
                }
                0
            }
        };
        self.result(call, answer);
        Ok(())
    }

    /// Does the call that is being run have a result that the caller looks at?
    fn own_result_used(&self) -> bool {
        match self.callers.last() {
            Some(caller) => self.cur.dst.iter().any(|r| caller.code.used[r.index()]),
            None => true,
        }
    }

    fn check_apart(&self, call: &Call) -> Step {
        let address = |i| self.argument(call, i).map(|p| u128::from(address_of(p)));
        let length = |i| self.argument(call, i).map(|n| n & u128::from(self.memory.pointer_mask()));
        let (a, n, b, m) = (address(0)?, length(1)?, address(2)?, length(3)?);
        if a < b + m && b < a + n {
            return error(ErrorKind::Overlap, "source and destination of a copy overlap");
        }
        Ok(())
    }
}
